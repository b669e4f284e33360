//! What a wrong PIN costs who gives it: a delay that grows, and a lock after many.
//!
//! Wrong PINs in a row are counted for each role and each peer. The first ones are free; then the
//! next is looked at only after a delay, which doubles up to a longest one. The time is that since
//! the machine started, which nobody sets back: after a restart, the time since it counts, which is
//! never more than has passed.

use crate::error::Error;
use crate::peer::Peer;
use crate::role::Role;
use serde::{Deserialize, Serialize};

pub use sealane_client::guard::Guard;

/// Wrong PINs in a row of one peer, for one role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tries {
    pub(crate) peer: Peer,
    pub(crate) wrong: u32,
    /// When the last one was answered, in milliseconds since the machine had started.
    pub(crate) last_ms: u64,
}

/// Peers that are counted one by one; all others count as one more.
const MAX_PEERS: usize = 64;

/// What the parameters say of who asks.
pub(crate) trait GuardRules {
    /// Demands parameters that guard. Errors: `GuardInvalid`.
    fn check(&self) -> Result<(), Error>;

    /// Whether a peer may log in to a role at all.
    fn permits(&self, role: Role, peer: Peer) -> bool;

    /// Demands that the next PIN of a peer may be looked at now.
    ///
    /// Errors: `Permission`, `PinLocked`, `PinDelayed`.
    fn admit(&self, role: Role, peer: Peer, tries: &[Tries], now_ms: u64) -> Result<(), Error>;

    /// What a peer is told whose wrong PIN was counted.
    fn refusal(&self, own: &Tries) -> Error;

    /// Whether so many wrong PINs lock a peer out.
    fn locks(&self, own: &Tries) -> bool;
}

impl GuardRules for Guard {
    fn check(&self) -> Result<(), Error> {
        if self.free == 0 {
            return Err(Error::GuardInvalid("there must be one free try at least"));
        }
        if self.lock_after != 0 && self.lock_after <= self.free {
            return Err(Error::GuardInvalid("a lock comes after more wrong PINs than are free"));
        }
        if self.first_ms > self.longest_ms {
            return Err(Error::GuardInvalid("the first delay is longer than the longest"));
        }
        if self.permitted.len() > 1024 {
            return Err(Error::GuardInvalid("more than 1024 users are named"));
        }
        Ok(())
    }

    fn permits(&self, role: Role, peer: Peer) -> bool {
        let mut named = self.permitted.iter().filter(|(named, _)| *named == role).peekable();
        named.peek().is_none() || named.any(|(_, uid)| Peer::Uid(*uid) == peer)
    }

    fn admit(&self, role: Role, peer: Peer, tries: &[Tries], now_ms: u64) -> Result<(), Error> {
        if !self.permits(role, peer) {
            let sentence = format!("the role {} is for named users, not for {peer}", role.name());
            return Err(Error::Permission(sentence));
        }
        let Some(own) = tries_of(tries, peer) else { return Ok(()) };
        if self.locks(own) {
            return Err(Error::PinLocked);
        }
        let passed = now_ms.checked_sub(own.last_ms).unwrap_or(now_ms);
        match delay_ms(self, own.wrong).saturating_sub(passed) {
            0 => Ok(()),
            left => Err(Error::PinDelayed { seconds: left.div_ceil(1000) }),
        }
    }

    fn refusal(&self, own: &Tries) -> Error {
        if self.locks(own) {
            return Error::PinLocked;
        }
        match delay_ms(self, own.wrong) {
            0 => Error::PinWrong { left: self.free.saturating_sub(own.wrong) },
            delay => Error::PinDelayed { seconds: delay.div_ceil(1000) },
        }
    }

    fn locks(&self, own: &Tries) -> bool {
        let named = own.peer != Peer::Address;
        named && self.lock_after != 0 && own.wrong >= self.lock_after
    }
}

/// How long the next PIN waits after so many wrong ones.
fn delay_ms(guard: &Guard, wrong: u32) -> u64 {
    let Some(doublings) = wrong.checked_sub(guard.free) else { return 0 };
    let grown = guard.first_ms.saturating_mul(1 << doublings.min(40));
    grown.min(guard.longest_ms)
}

/// The tries of a peer, or of those that are not counted one by one.
fn tries_of(tries: &[Tries], peer: Peer) -> Option<&Tries> {
    let of = |peer| tries.iter().find(move |it| it.peer == peer);
    of(peer).or_else(|| if tries.len() < MAX_PEERS { None } else { of(Peer::Address) })
}

/// Counts a wrong PIN and returns the count.
pub(crate) fn count(tries: &mut Vec<Tries>, peer: Peer, now_ms: u64) -> Tries {
    let known = tries.iter().any(|it| it.peer == peer);
    let peer = if known || tries.len() < MAX_PEERS - 1 { peer } else { Peer::Address };
    if !tries.iter().any(|it| it.peer == peer) {
        tries.push(Tries { peer, wrong: 0, last_ms: 0 });
    }
    let own = tries.iter_mut().find(|it| it.peer == peer).expect("it was put there");
    (own.wrong, own.last_ms) = (own.wrong.saturating_add(1), now_ms);
    *own
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Peer = Peer::Uid(1000);
    const OTHER: Peer = Peer::Uid(1001);

    /// Goal: delays begin after the free tries, double, end at the longest, are of the peer alone,
    /// and pass by the time since the machine started, after a restart too.
    #[test]
    fn delays_grow_and_pass() {
        let guard = Guard { lock_after: 0, ..Guard::default() };
        let mut tries = vec![];
        let admit = |tries: &[Tries], peer, now| guard.admit(Role::User, peer, tries, now);
        let mut now = 5_000_000;
        for wrong in 1..40u32 {
            assert_eq!(admit(&tries, ONE, now), Ok(()));
            let own = count(&mut tries, ONE, now);
            let delay = match wrong {
                ..10 => 0,
                _ => (1000u64 << (wrong - 10).min(30)).min(3_600_000),
            };
            let said = guard.refusal(&own);
            match delay {
                0 => assert_eq!(said, Error::PinWrong { left: 10 - wrong }),
                _ => assert_eq!(said, Error::PinDelayed { seconds: delay / 1000 }),
            }
            if delay > 0 {
                let seconds = delay / 1000;
                assert_eq!(admit(&tries, ONE, now), Err(Error::PinDelayed { seconds }));
                let almost = admit(&tries, ONE, now + delay - 1);
                assert_eq!(almost, Err(Error::PinDelayed { seconds: 1 }));
            }
            assert_eq!(admit(&tries, OTHER, now), Ok(()));
            assert_eq!(admit(&tries, Peer::Address, now), Ok(()));
            now += delay;
        }
        // The machine has started anew: the time since then counts.
        assert!(admit(&tries, ONE, 0).is_err() && admit(&tries, ONE, 3_599_999).is_err());
        assert_eq!(admit(&tries, ONE, 3_600_000), Ok(()));
    }

    /// Goal: delays stop to double where a word ends, however many wrong PINs come.
    #[test]
    fn doublings_end() {
        let guard = Guard { free: 1, first_ms: 3, longest_ms: u64::MAX, ..Guard::default() };
        for (wrong, delay) in [(1, 3), (2, 6), (41, 3 << 40), (42, 3 << 40), (u32::MAX, 3 << 40)] {
            assert_eq!(delay_ms(&guard, wrong), delay, "{wrong}");
        }
    }

    /// Goal: a lock is of a named user alone, and comes late. Method: one more and one less.
    #[test]
    fn locks_are_of_named_users() {
        let guard = Guard { first_ms: 0, longest_ms: 0, lock_after: 12, ..Guard::default() };
        for (peer, locks) in [(ONE, true), (Peer::Address, false)] {
            let mut tries = vec![];
            for wrong in 1..=30 {
                let own = count(&mut tries, peer, 0);
                assert_eq!(guard.refusal(&own) == Error::PinLocked, locks && wrong >= 12);
            }
            let said = guard.admit(Role::User, peer, &tries, 0);
            assert_eq!(said == Err(Error::PinLocked), locks);
            assert_eq!(guard.admit(Role::User, OTHER, &tries, 0), Ok(()));
        }
    }

    /// Goal: the table has an end, and who comes after it is counted all the same.
    #[test]
    fn many_peers_count_together() {
        let guard = Guard::default();
        let mut tries = vec![];
        for uid in 0..10_000 {
            count(&mut tries, Peer::Uid(uid), 7);
        }
        assert_eq!(tries.len(), MAX_PEERS);
        let late = guard.admit(Role::User, Peer::Uid(9_999_999), &tries, 8);
        assert!(matches!(late, Err(Error::PinDelayed { .. })));
        assert_eq!(guard.admit(Role::User, Peer::Uid(3), &tries, 8), Ok(()));
    }

    /// Goal: a role whose users are named is for nobody else.
    #[test]
    fn named_users_alone() {
        let guard = Guard { permitted: vec![(Role::Officer, 1000)], ..Guard::default() };
        assert!(guard.permits(Role::Officer, ONE) && guard.permits(Role::User, OTHER));
        for peer in [OTHER, Peer::Address] {
            let said = guard.admit(Role::Officer, peer, &[], 0);
            assert!(matches!(said, Err(Error::Permission(_))), "{peer}");
        }
    }

    /// Goal: parameters that do not guard are refused.
    #[test]
    fn parameters_are_looked_at() {
        let good = Guard::default();
        assert_eq!(good.check(), Ok(()));
        for other in [
            Guard { lock_after: 0, ..good.clone() },
            Guard { permitted: vec![(Role::User, 1); 1024], ..good.clone() },
        ] {
            assert_eq!(other.check(), Ok(()));
        }
        for bad in [
            Guard { lock_after: 1, ..good.clone() },
            Guard { free: 0, ..good.clone() },
            Guard { lock_after: good.free, ..good.clone() },
            Guard { first_ms: good.longest_ms + 1, ..good.clone() },
            Guard { permitted: vec![(Role::User, 1); 1025], ..good.clone() },
        ] {
            assert!(matches!(bad.check(), Err(Error::GuardInvalid(_))));
        }
    }
}
