//! Which connections there are, and which goes when another one wants its place.
//!
//! Nobody is refused for those who do nothing: when all places are taken, the connection goes that
//! has not logged in, has nothing outstanding, and has been silent for longest, of the peer with
//! most such. Where all have logged in, a peer with fewer connections takes an idle one's place of
//! the peer with most.

use crate::peer::Peer;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// What others see of a connection.
pub(super) struct Member {
    pub(super) number: u64,
    pub(super) peer: Peer,
    began: Instant,
    /// When it last did something: milliseconds since it began.
    active: AtomicU64,
    /// Whether it has logged in.
    known: AtomicBool,
    /// Whether something is outstanding.
    busy: AtomicBool,
    evicted: AtomicBool,
    leave: Notify,
}

/// The connections of a service.
pub(super) struct Admissions {
    most: usize,
    members: Mutex<HashMap<u64, Arc<Member>>>,
    count: AtomicUsize,
    numbers: AtomicU64,
    evicted: AtomicU64,
}

impl Member {
    /// Takes notice of something that it did.
    pub(super) fn acted(&self, now: Instant) {
        let since = now.duration_since(self.began).as_millis();
        self.active.store(u64::try_from(since).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    pub(super) fn set_known(&self, known: bool) {
        self.known.store(known, Ordering::Relaxed);
    }

    pub(super) fn is_known(&self) -> bool {
        self.known.load(Ordering::Relaxed)
    }

    pub(super) fn set_busy(&self, busy: bool) {
        self.busy.store(busy, Ordering::Relaxed);
    }

    /// Waits until it must go.
    pub(super) async fn evicted(&self) {
        self.leave.notified().await;
    }

    fn is_idle(&self) -> bool {
        !self.busy.load(Ordering::Relaxed) && !self.evicted.load(Ordering::Relaxed)
    }

    fn last_active(&self) -> Instant {
        self.began + std::time::Duration::from_millis(self.active.load(Ordering::Relaxed))
    }
}

impl Admissions {
    pub(super) fn new(most: usize) -> Self {
        let (count, numbers, evicted) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicU64::new(0));
        Self { most, members: Mutex::default(), count, numbers, evicted }
    }

    /// Takes a connection in, perhaps in the place of another one; nothing if all others have more
    /// right to theirs.
    pub(super) fn enter(&self, peer: Peer) -> Option<Arc<Member>> {
        let mut members = self.members();
        let staying = members.values().filter(|it| !it.evicted.load(Ordering::Relaxed)).count();
        if staying >= self.most {
            let victim = victim(members.values(), peer)?;
            victim.evicted.store(true, Ordering::Relaxed);
            victim.leave.notify_one();
            self.evicted.fetch_add(1, Ordering::Relaxed);
        }
        let member = Arc::new(Member {
            number: self.numbers.fetch_add(1, Ordering::Relaxed),
            peer,
            began: Instant::now(),
            active: AtomicU64::new(0),
            known: AtomicBool::new(false),
            busy: AtomicBool::new(false),
            evicted: AtomicBool::new(false),
            leave: Notify::new(),
        });
        members.insert(member.number, member.clone());
        self.count.store(members.len(), Ordering::Relaxed);
        Some(member)
    }

    /// Takes notice of the end of a connection.
    pub(super) fn leave(&self, member: &Member) {
        let mut members = self.members();
        members.remove(&member.number);
        self.count.store(members.len(), Ordering::Relaxed);
    }

    /// How many connections there are.
    pub(super) fn count(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// How many had to go for others.
    pub(super) fn evicted(&self) -> u64 {
        self.evicted.load(Ordering::Relaxed)
    }

    fn members(&self) -> MutexGuard<'_, HashMap<u64, Arc<Member>>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns who goes for a newcomer of `peer`, if anybody does.
fn victim<'a>(
    members: impl Iterator<Item = &'a Arc<Member>>,
    peer: Peer,
) -> Option<&'a Arc<Member>> {
    let mut all: HashMap<Peer, (usize, Vec<&Arc<Member>>)> = HashMap::new();
    let mut strangers: HashMap<Peer, Vec<&Arc<Member>>> = HashMap::new();
    for member in members {
        let (count, idle) = all.entry(member.peer).or_default();
        *count += usize::from(!member.evicted.load(Ordering::Relaxed));
        if member.is_idle() {
            if member.is_known() {
                idle.push(member);
            } else {
                strangers.entry(member.peer).or_default().push(member);
            }
        }
    }
    let oldest = |them: Vec<&'a Arc<Member>>| them.into_iter().min_by_key(|it| it.last_active());
    if let Some((_, them)) = strangers.into_iter().max_by_key(|(_, them)| them.len()) {
        return oldest(them);
    }
    let own = all.get(&peer).map_or(0, |(count, _)| *count);
    let more = all.into_values().filter(|(count, idle)| *count > own + 1 && !idle.is_empty());
    oldest(more.max_by_key(|(count, _)| *count)?.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    const ONE: Peer = Peer::Uid(1);
    const OTHER: Peer = Peer::Uid(2);

    fn left(members: &[Arc<Member>]) -> Vec<usize> {
        let evicted = |member: &Arc<Member>| member.evicted.load(Ordering::Relaxed);
        (0..members.len()).filter(|at| evicted(&members[*at])).collect()
    }

    /// Goal: the one goes that has been silent for longest, of those who have not logged in, have
    /// nothing outstanding, and whose peer has most of them. Method: four places, one by one taken.
    #[test]
    fn the_longest_silent_stranger_goes() {
        let admissions = Admissions::new(4);
        let peers = [OTHER, ONE, ONE, ONE];
        let members = peers.map(|peer| admissions.enter(peer).unwrap());
        let since = |millis| members[0].began + Duration::from_millis(millis);
        for (member, millis) in members.iter().zip([100, 400, 300, 200]) {
            member.acted(since(millis));
        }
        members[3].set_busy(true);
        let mut all = members.to_vec();
        all.push(admissions.enter(OTHER).unwrap());
        all[4].acted(since(500));
        // Not the other peer's, which was silent for longer, nor the busy one.
        assert_eq!(left(&all), [2]);
        members[1].set_known(true);
        all.push(admissions.enter(ONE).unwrap());
        assert_eq!(left(&all), [0, 2]);
        assert_eq!((admissions.count(), admissions.evicted()), (6, 2));
        all.iter().for_each(|member| admissions.leave(member));
        assert_eq!(admissions.count(), 0);
    }

    /// Goal: who has logged in stays, but for a peer that has fewer places; who is busy stays
    /// always.
    #[test]
    fn places_are_shared_among_peers() {
        let admissions = Admissions::new(3);
        let members = [ONE; 3].map(|peer| admissions.enter(peer).unwrap());
        members.iter().for_each(|member| member.set_known(true));
        assert!(admissions.enter(ONE).is_none());
        members[0].set_busy(true);
        let second = admissions.enter(OTHER).unwrap();
        assert_eq!(left(&members).len(), 1);
        second.set_known(true);
        // Two and one: there is nothing left to be shared.
        assert!(admissions.enter(OTHER).is_none());
        members.iter().chain([&second]).for_each(|member| member.set_busy(true));
        assert!(admissions.enter(Peer::Address).is_none());
    }
}
