//! What each peer has used of what the officer lets it have.

use crate::error::Error;
use crate::limits::PeerLimits;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The budgets of all peers that have connections or jobs.
pub(super) struct Budgets<P> {
    began: Instant,
    of_peers: Mutex<HashMap<P, Arc<Budget>>>,
}

/// What one peer has used.
#[derive(Default)]
pub(super) struct Budget {
    second: Mutex<Second>,
    jobs: AtomicU32,
}

/// A second since the service began, and what was used in it.
#[derive(Default)]
struct Second {
    number: u64,
    requests: u32,
    bytes: u64,
}

/// A slow job that is counted until it is done or dropped.
pub(super) struct CountedJob(Arc<Budget>);

impl Drop for CountedJob {
    fn drop(&mut self) {
        self.0.jobs.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Peers that are kept before those are looked for that have gone.
const MAX_KEPT: usize = 1024;

impl<P: Eq + Hash> Budgets<P> {
    pub(super) fn new() -> Self {
        Self { began: Instant::now(), of_peers: Mutex::default() }
    }

    /// The budget of a peer: one for all its connections.
    pub(super) fn of(&self, peer: P) -> Arc<Budget> {
        let mut all = self.of_peers.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MAX_KEPT {
            all.retain(|_, budget| Arc::strong_count(budget) > 1);
        }
        all.entry(peer).or_default().clone()
    }

    /// Takes a request of so many bytes out of a budget. Errors: `Busy`, and which limit it was.
    pub(super) fn spend(
        &self,
        budget: &Budget,
        limits: PeerLimits,
        bytes: usize,
    ) -> Result<(), Refusal> {
        if limits.requests_a_second == 0 && limits.bytes_a_second == 0 {
            return Ok(());
        }
        budget.spend(limits, self.began.elapsed().as_secs(), bytes as u64)
    }
}

/// Which limit it was.
pub(super) type Refusal = (Error, &'static str);

impl Budget {
    fn spend(&self, limits: PeerLimits, now: u64, bytes: u64) -> Result<(), Refusal> {
        let mut second = self.second.lock().unwrap_or_else(PoisonError::into_inner);
        if second.number != now {
            *second = Second { number: now, requests: 0, bytes: 0 };
        }
        let is_over = |used: u64, limit: u64| limit != 0 && used > limit;
        if is_over(u64::from(second.requests) + 1, limits.requests_a_second.into()) {
            return Err((Error::Busy, "requests a second"));
        }
        // One request has at most as much as there is: else it could never be asked for.
        if second.bytes > 0 && is_over(second.bytes + bytes, limits.bytes_a_second) {
            return Err((Error::Busy, "bytes a second"));
        }
        second.requests += 1;
        second.bytes += bytes;
        Ok(())
    }

    /// Counts a slow job, until what is returned is dropped. Errors: `Busy`.
    pub(super) fn begin_job(self: &Arc<Self>, limits: PeerLimits) -> Result<CountedJob, Refusal> {
        let before = self.jobs.fetch_add(1, Ordering::Relaxed);
        let counted = CountedJob(self.clone());
        if limits.slow_jobs != 0 && before >= limits.slow_jobs {
            return Err((Error::Busy, "slow jobs"));
        }
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each limit ends at its number, a second later there is as much again, and 0 is no
    /// limit. Method: one within and one beyond.
    #[test]
    fn limits_end_at_their_numbers() {
        let limits = |requests_a_second, bytes_a_second| PeerLimits {
            requests_a_second,
            bytes_a_second,
            slow_jobs: 0,
        };
        let budget = Budget::default();
        let spend = |limits, now, bytes| budget.spend(limits, now, bytes).map_err(|no| no.1);
        for now in [5, 6] {
            assert!((0..3).all(|_| spend(limits(3, 0), now, 1 << 30).is_ok()));
            assert_eq!(spend(limits(3, 0), now, 1), Err("requests a second"));
        }
        assert_eq!(spend(limits(0, 100), 7, 1000), Ok(()), "a long one alone");
        assert_eq!(spend(limits(0, 100), 7, 1), Err("bytes a second"));
        assert_eq!(spend(limits(0, 100), 8, 60), Ok(()));
        assert_eq!(spend(limits(0, 100), 8, 40), Ok(()));
        assert_eq!(spend(limits(0, 100), 8, 1), Err("bytes a second"));
        assert!((0..1000).all(|_| spend(limits(0, 0), 9, 1 << 40).is_ok()));
    }

    /// Goal: jobs count until they are dropped, and a refused one does not; peers are apart, and
    /// who has gone is forgotten.
    #[test]
    fn jobs_count_until_they_are_dropped() {
        let budgets = Budgets::new();
        let limits = PeerLimits { slow_jobs: 2, ..PeerLimits::default() };
        let (one, other) = (budgets.of(1), budgets.of(2));
        let first = one.begin_job(limits).ok().unwrap();
        let second = one.begin_job(limits).ok().unwrap();
        assert_eq!(budgets.of(1).begin_job(limits).err().unwrap().1, "slow jobs");
        assert!(other.begin_job(limits).is_ok());
        drop(first);
        let third = one.begin_job(limits).ok().unwrap();
        drop((second, third, one, other));
        (3..5000).for_each(|peer| drop(budgets.of(peer)));
        assert!(budgets.of_peers.lock().unwrap().len() <= MAX_KEPT + 1);
    }
}
