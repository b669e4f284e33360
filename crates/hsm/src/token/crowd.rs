//! Logins that wait for each other: what the right PIN gives is derived once for all of them.
//!
//! A derivation takes a part of a second of a processor, and a service rests behind each of them
//! where others want it. Programs that start together, as the workers of a server do, give the same
//! PIN; so the first of them derives, and the others have what it gave.

use super::Token;
use super::people::Person;
use crate::role::Pin;
use crate::secret::{SymmetricKey, Tag};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The logins of an identity that wait, and what the right PIN has given one of them.
#[derive(Default)]
pub(super) struct Crowd(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    /// The number of the next one.
    next: u64,
    /// The numbers of those that wait.
    numbers: BTreeSet<u64>,
    derived: Option<Derived>,
}

/// What a PIN gives with a salt.
struct Derived {
    salt: [u8; 16],
    key: Arc<SymmetricKey>,
    /// That of the PIN under the key: who waits has the PIN itself in memory, and nobody else
    /// needs another copy.
    tag: Tag,
    /// It stays as long as one with a smaller number waits: who comes later keeps nothing alive.
    end: u64,
}

impl Crowd {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        // Nothing panics under the lock.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what the PIN gives, if it is the one that was right for another of the crowd. The
    /// PIN is compared in constant time; that it is the same one is what the login is to tell.
    pub(super) fn key(&self, salt: &[u8; 16], pin: &Pin) -> Option<Arc<SymmetricKey>> {
        let waiting = self.waiting();
        let known = waiting.derived.as_ref().filter(|it| it.salt == *salt)?;
        known.key.is_tag(&[pin.bytes()], &known.tag).then(|| known.key.clone())
    }

    /// Keeps what the right PIN gives for those that wait, if there are any.
    pub(super) fn keep(&self, salt: [u8; 16], pin: &Pin, key: &Arc<SymmetricKey>) {
        let mut waiting = self.waiting();
        if !waiting.numbers.is_empty() {
            let (key, tag) = (key.clone(), key.tag(&[pin.bytes()]));
            waiting.derived = Some(Derived { salt, key, tag, end: waiting.next });
        }
    }
}

/// A login that will be tried. What the right PIN of an identity gives one of those that are there
/// stays in memory as long as any of them is; with the last it is wiped.
pub struct ExpectedLogin {
    person: Arc<Person>,
    number: u64,
}

impl ExpectedLogin {
    fn new(person: Arc<Person>) -> Self {
        let mut waiting = person.crowd.waiting();
        let number = waiting.next;
        waiting.next += 1;
        waiting.numbers.insert(number);
        drop(waiting);
        Self { person, number }
    }
}

impl Drop for ExpectedLogin {
    fn drop(&mut self) {
        let mut waiting = self.person.crowd.waiting();
        waiting.numbers.remove(&self.number);
        let first = waiting.numbers.first().copied();
        waiting.derived.take_if(|it| first.is_none_or(|first| first >= it.end));
    }
}

impl Token {
    /// Says that a login of an identity will be tried, until what is returned is dropped: logins
    /// by the right PIN meanwhile need one derivation together. A wrong PIN is derived from each
    /// time that it is given, and counted as ever. `None` for an identity that is not known.
    #[must_use]
    pub fn expect_login(&self, who: impl AsRef<str>) -> Option<ExpectedLogin> {
        self.people.known(who.as_ref()).map(ExpectedLogin::new)
    }
}
