//! Signatures that several threads of a process want at the same time: one of them asks the service
//! for those of all.
//!
//! To each slot there is a line for each kind of key. A thread that comes asks at once if few of
//! its line do; else it waits, and whoever has got an answer lets the first that waits ask for all.
//! So a process with many threads sends few requests of many signatures, and a lone thread waits
//! for nobody.

use crate::module::with_module;
use crate::rv::Rv;
use crate::slot::{Repeat, ask};
use cryptoki_sys::{CK_SLOT_ID, CKR_DEVICE_ERROR, CKR_FUNCTION_FAILED, CKR_USER_NOT_LOGGED_IN};
use sealane_client::Error;
use sealane_client::key::KeyKind;
use sealane_client::signer::{Content, SignItem, Signer};
use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};

/// The most signatures of one request, where they are short: as many as the service has room for of
/// each connection, however much it has to do.
const MAX_SHORT: usize = 64;
/// The same where they are long: about as many as the service makes one after the other.
const MAX_LONG: usize = 8;
/// The most bytes of messages of one request, unless one of them alone has more.
const MAX_BYTES: usize = 1 << 16;
/// The most requests of a line at once, where signatures are short.
const SHORT_AT_ONCE: usize = 2;

/// The most requests at once for keys of a kind: where signatures are long, each processor is to
/// have one.
fn at_once(kind: KeyKind) -> usize {
    // The system reads files for it.
    static PROCESSORS: OnceLock<usize> = OnceLock::new();
    let processors = || thread::available_parallelism().map_or(SHORT_AT_ONCE, Into::into);
    if kind.is_short() {
        return SHORT_AT_ONCE;
    }
    SHORT_AT_ONCE.max(*PROCESSORS.get_or_init(processors))
}

/// What happens to a thread that waits.
enum Turn {
    /// It asks for its own signature, which it gets back, and those of others.
    Asks(SignItem, Vec<Waiting>),
    /// It asks for its own signature alone: those of all were refused together.
    AsksAlone(SignItem),
    /// Another one has asked.
    Has(Result<Vec<u8>, Rv>),
}

/// Where a thread waits.
struct Seat {
    thread: Thread,
    turn: Mutex<Option<Turn>>,
}

impl Seat {
    fn give(&self, turn: Turn) {
        *self.turn.lock().unwrap_or_else(PoisonError::into_inner) = Some(turn);
        self.thread.unpark();
    }

    fn wait(&self) -> Turn {
        loop {
            if let Some(turn) = self.turn.lock().unwrap_or_else(PoisonError::into_inner).take() {
                return turn;
            }
            thread::park();
        }
    }
}

/// A signature that a thread waits for. If nobody asks for it any more, it has failed.
struct Waiting(Option<(SignItem, Arc<Seat>)>);

impl Waiting {
    fn bytes(&self) -> usize {
        match self.0.as_ref().map(|(item, _)| &item.content) {
            Some(Content::Message(message)) => message.len(),
            _ => 0,
        }
    }

    fn item(&self) -> Option<SignItem> {
        self.0.as_ref().map(|(item, _)| item.clone())
    }

    fn ask_alone(mut self) {
        if let Some((item, seat)) = self.0.take() {
            seat.give(Turn::AsksAlone(item));
        }
    }

    fn answer(mut self, result: Result<Vec<u8>, Rv>) {
        if let Some((_, seat)) = self.0.take() {
            seat.give(Turn::Has(result));
        }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        if let Some((_, seat)) = self.0.take() {
            seat.give(Turn::Has(Err(Rv(CKR_FUNCTION_FAILED))));
        }
    }
}

/// Signatures by keys of one kind.
#[derive(Default)]
struct Line {
    /// Threads that ask.
    asking: usize,
    waiting: VecDeque<Waiting>,
}

impl Line {
    /// Takes the first that waits away, and those that it asks for: so many in all at most.
    fn next(&mut self, most: usize) -> Option<(Waiting, Vec<Waiting>)> {
        let first = self.waiting.pop_front()?;
        let (mut bytes, mut others) = (first.bytes(), vec![]);
        while others.len() + 1 < most
            && let Some(next) = self.waiting.front()
            && bytes + next.bytes() <= MAX_BYTES
        {
            bytes += next.bytes();
            others.extend(self.waiting.pop_front());
        }
        Some((first, others))
    }
}

/// The lines of a slot.
#[derive(Default)]
pub struct Crowd(Vec<(KeyKind, Line)>);

/// What a thread that comes does.
enum Begun {
    Alone(SignItem),
    Asks(SignItem),
    Waits(Arc<Seat>),
}

impl Crowd {
    fn line(&mut self, kind: KeyKind) -> &mut Line {
        let at = self.0.iter().position(|(of, _)| *of == kind).unwrap_or_else(|| {
            self.0.push((kind, Line::default()));
            self.0.len() - 1
        });
        &mut self.0[at].1
    }

    fn enter(&mut self, kind: KeyKind, item: SignItem) -> Begun {
        let line = self.line(kind);
        if line.asking < at_once(kind) {
            line.asking += 1;
            return Begun::Asks(item);
        }
        let seat = Arc::new(Seat { thread: thread::current(), turn: Mutex::default() });
        line.waiting.push_back(Waiting(Some((item, seat.clone()))));
        Begun::Waits(seat)
    }

    /// A thread has asked: the next one does, if one waits.
    fn leave(&mut self, kind: KeyKind) -> Option<(Waiting, Vec<Waiting>)> {
        let line = self.line(kind);
        let next = line.next(if kind.is_short() { MAX_SHORT } else { MAX_LONG });
        if next.is_none() {
            line.asking = line.asking.saturating_sub(1);
        }
        next
    }

    /// Lets all that wait in a line have the same end.
    fn end(&mut self, kind: KeyKind, error: Rv) {
        for waiting in self.line(kind).waiting.drain(..) {
            waiting.answer(Err(error));
        }
    }

    /// Forgets who waits, in the child of a fork, which has none of those threads: what they wait
    /// at is left as it is.
    pub fn forget(&mut self) {
        mem::forget(mem::take(self));
    }
}

/// The part of a thread that asks. At its end the next one has its turn.
struct Asking {
    slot: CK_SLOT_ID,
    kind: KeyKind,
}

impl Drop for Asking {
    fn drop(&mut self) {
        let next = with_module(|module| Ok(module.slot(self.slot)?.crowd.leave(self.kind)));
        if let Ok(Some((mut first, others))) = next
            && let Some((item, seat)) = first.0.take()
        {
            seat.give(Turn::Asks(item, others));
        }
    }
}

/// Signs by a key of a kind that the token of a slot has.
///
/// Errors: as [`ask`] has them.
pub fn sign(slot: CK_SLOT_ID, kind: KeyKind, item: SignItem) -> Result<Vec<u8>, Rv> {
    let begun = with_module(|module| {
        // Where there is no service, threads work together as it is.
        if module.config.embedded.is_some() {
            return Ok(Begun::Alone(item));
        }
        Ok(module.slot(slot)?.crowd.enter(kind, item))
    })?;
    match begun {
        Begun::Alone(item) => alone(slot, &item),
        Begun::Asks(item) => for_all(Asking { slot, kind }, item, vec![]),
        Begun::Waits(seat) => match seat.wait() {
            Turn::Has(result) => result,
            Turn::AsksAlone(item) => alone(slot, &item),
            Turn::Asks(item, others) => for_all(Asking { slot, kind }, item, others),
        },
    }
}

/// Asks for one signature.
fn alone(slot: CK_SLOT_ID, item: &SignItem) -> Result<Vec<u8>, Rv> {
    ask(slot, Repeat::Harmless, |keys| keys.sign(item.clone()))
}

/// Asks for the own signature and those of others.
fn for_all(asking: Asking, own: SignItem, others: Vec<Waiting>) -> Result<Vec<u8>, Rv> {
    let (slot, kind) = (asking.slot, asking.kind);
    let all = match &others[..] {
        [] => alone(slot, &own).map(|signed| vec![Ok(signed)]),
        others => ask(slot, Repeat::Harmless, |keys| {
            let items = [own.clone()].into_iter().chain(others.iter().filter_map(Waiting::item));
            let all = keys.sign_all(items.collect())?;
            // The login has ended for all of them.
            let is_ended = |one: &Result<_, Error>| one.as_ref().err() == Some(&Error::NotLoggedIn);
            if all.iter().any(is_ended) { Err(Error::NotLoggedIn) } else { Ok(all) }
        }),
    };
    if let Err(gone @ Rv(CKR_DEVICE_ERROR)) = all {
        // Whoever waits has waited as long: nobody else is there to be asked.
        let _ = with_module(|module| {
            module.slot(slot)?.crowd.end(kind, gone);
            Ok(())
        });
    }
    // The next request is on its way before the answers of this one are told.
    drop(asking);
    match all {
        Ok(all) => {
            let mut results = all.into_iter().map(|one| one.map_err(Rv::from));
            let own = results.next().unwrap_or(Err(Rv(CKR_DEVICE_ERROR)));
            others.into_iter().zip(results).for_each(|(other, result)| other.answer(result));
            own
        }
        Err(ended @ Rv(CKR_DEVICE_ERROR | CKR_USER_NOT_LOGGED_IN)) => {
            others.into_iter().for_each(|other| other.answer(Err(ended)));
            Err(ended)
        }
        // What one of them is refused for is no reason for the others.
        Err(_) if !others.is_empty() => {
            others.into_iter().for_each(Waiting::ask_alone);
            alone(slot, &own)
        }
        Err(refused) => Err(refused),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sealane_client::object::Id;
    use std::time::Duration;

    fn kind(name: &str) -> KeyKind {
        name.parse().unwrap()
    }

    fn item(bytes: usize) -> SignItem {
        let content = Content::Message(vec![0; bytes]);
        SignItem { key: Id([7; 16]), scheme: None, content, deterministic: false }
    }

    /// Lets so many threads of a kind come; returns the seats of those that wait.
    fn come(crowd: &mut Crowd, kind: KeyKind, sizes: &[usize]) -> Vec<Arc<Seat>> {
        let seat = |size: &usize| match crowd.enter(kind, item(*size)) {
            Begun::Waits(seat) => Some(seat),
            Begun::Asks(_) | Begun::Alone(_) => None,
        };
        sizes.iter().filter_map(seat).collect()
    }

    /// Goal: few of a line ask at once, the others in one request behind them, and lines do not
    /// wait for each other. Method: ten threads of one kind, one of another.
    #[test]
    fn few_ask_for_many() {
        let (mut crowd, short, other) = (Crowd::default(), kind("p256"), kind("ed25519"));
        assert_eq!(come(&mut crowd, short, &[32; 10]).len(), 8);
        assert!(come(&mut crowd, other, &[32]).is_empty());
        let (_, others) = crowd.leave(short).unwrap();
        assert_eq!(others.len(), 7);
        assert!(crowd.leave(other).is_none());
        // The one that asks for eight now, and the second of the first two.
        assert_eq!(crowd.line(short).asking, 2);
        assert!(crowd.leave(short).is_none() && crowd.leave(short).is_none());
        assert_eq!((crowd.line(short).asking, crowd.line(other).asking), (0, 0));
        assert!(at_once(kind("rsa2048")) >= SHORT_AT_ONCE);
    }

    /// Goal: a request has bounds: of signatures, and of bytes unless one has more alone. Method:
    /// more than either; every thread has its turn.
    #[test]
    fn requests_are_bounded() {
        let (mut crowd, kind) = (Crowd::default(), kind("ed25519"));
        let counts = |crowd: &mut Crowd| {
            let mut counts = vec![];
            while let Some((_, others)) = crowd.leave(kind) {
                counts.push(others.len() + 1);
            }
            crowd.leave(kind);
            counts
        };
        come(&mut crowd, kind, &vec![1; 2 + 2 * MAX_SHORT + 5]);
        assert_eq!(counts(&mut crowd), [MAX_SHORT, MAX_SHORT, 5]);
        come(&mut crowd, kind, &[0, 0, MAX_BYTES + 1, MAX_BYTES, 1, MAX_BYTES - 1, 1]);
        assert_eq!(counts(&mut crowd), [1, 1, 2, 1]);
    }

    /// Goal: whoever waits is told something, whatever becomes of who asks. Method: an answer, a
    /// turn that is dropped, a slot that goes, and a child that only forgets.
    #[test]
    fn nobody_waits_for_ever() {
        let (mut crowd, kind) = (Crowd::default(), kind("p256"));
        let seats = come(&mut crowd, kind, &[1; 6]);
        let (first, mut others) = crowd.leave(kind).unwrap();
        others.remove(0).answer(Ok(vec![7]));
        drop((first, others));
        let told = |seat: &Arc<Seat>| match seat.wait() {
            Turn::Has(result) => result,
            Turn::Asks(..) | Turn::AsksAlone(_) => panic!("it does not ask"),
        };
        let all: Vec<_> = seats.iter().map(told).collect();
        let failed = Err(Rv(CKR_FUNCTION_FAILED));
        assert_eq!(all, [failed.clone(), Ok(vec![7]), failed.clone(), failed.clone()]);
        let gone = Rv(CKR_DEVICE_ERROR);
        let seats = come(&mut crowd, kind, &[1; 2]);
        crowd.end(kind, gone);
        assert!(seats.iter().map(told).all(|result| result == Err(gone)));
        let long = "rsa2048".parse().unwrap();
        come(&mut crowd, long, &vec![1; at_once(long) + MAX_LONG + 1]);
        assert_eq!(crowd.leave(long).unwrap().1.len() + 1, MAX_LONG);
        let seats = come(&mut crowd, kind, &[1; 1]);
        drop(crowd);
        assert_eq!(told(&seats[0]), failed);
        let mut crowd = Crowd::default();
        let seats = come(&mut crowd, kind, &[1; 3]);
        crowd.forget();
        thread::park_timeout(Duration::from_millis(1));
        assert!(seats[0].turn.lock().unwrap().is_none() && crowd.0.is_empty());
    }
}
