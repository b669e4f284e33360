//! What the queue has done: how full the lanes were, and where the time went.

use super::job::LineName;
use sealane::Algorithm;
use std::collections::HashMap;
use std::time::Duration;

/// Groups by how many items they have: at most so many, and more than the bound before.
pub const FILL_BOUNDS: [usize; 9] = [1, 2, 3, 4, 7, 8, 16, 32, 64];
/// Waiting times: at most so many microseconds; what took longer has the bucket behind.
pub const DELAY_BOUNDS: [u64; 10] = [10, 20, 50, 100, 200, 500, 1_000, 10_000, 100_000, 1_000_000];

/// What one line has done.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LineStatistics {
    /// Items done.
    pub items: u64,
    /// Of them, refused by the library.
    pub failed: u64,
    /// Groups by their sizes, as [`FILL_BOUNDS`] has them.
    pub fill: [u64; FILL_BOUNDS.len()],
    /// Items by how long they waited, as [`DELAY_BOUNDS`] has them, and one bucket more.
    pub delay: [u64; DELAY_BOUNDS.len() + 1],
    /// The sum of the items' waiting times.
    pub waited: Duration,
    /// The time that workers took for groups, one after the other.
    pub worked: Duration,
    /// The time that callbacks with results took.
    pub answered: Duration,
}

/// What the queue has done since it was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    /// What each line of signatures has done.
    pub lines: HashMap<Algorithm, LineStatistics>,
    /// The same of ciphertexts that were decrypted, or not.
    pub decryptions: HashMap<Algorithm, LineStatistics>,
    /// Items refused because too much was waiting.
    pub busy: u64,
    /// Panics of workers and of callbacks, each contained.
    pub panics: u64,
    /// Items that are waiting or being done now.
    pub outstanding: usize,
}

impl Statistics {
    /// Those of a line.
    pub(super) fn line(&mut self, name: LineName) -> &mut LineStatistics {
        let lines = if name.decrypts { &mut self.decryptions } else { &mut self.lines };
        lines.entry(name.algorithm).or_default()
    }
}

impl LineStatistics {
    /// Counts a group of items that have waited so long, each.
    pub(super) fn count(&mut self, delays: impl ExactSizeIterator<Item = Duration>) {
        let size = delays.len();
        let bucket = FILL_BOUNDS.iter().position(|bound| size <= *bound);
        self.fill[bucket.unwrap_or(FILL_BOUNDS.len() - 1)] += 1;
        self.items += size as u64;
        for delay in delays {
            let micros = u64::try_from(delay.as_micros()).unwrap_or(u64::MAX);
            let bucket = DELAY_BOUNDS.iter().position(|bound| micros <= *bound);
            self.delay[bucket.unwrap_or(DELAY_BOUNDS.len())] += 1;
            self.waited += delay;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each size and each delay is in its bucket. Method: bounds and their neighbours.
    #[test]
    fn buckets_have_their_bounds() {
        let mut line = LineStatistics::default();
        for size in [1, 4, 5, 7, 8, 9, 64] {
            line.count(vec![Duration::from_micros(11); size].into_iter());
        }
        assert_eq!(line.fill, [1, 0, 0, 1, 2, 1, 1, 0, 1]);
        assert_eq!((line.items, line.delay[1]), (98, 98));
        line.count([Duration::from_micros(10), Duration::from_secs(2)].into_iter());
        assert_eq!((line.delay[0], line.delay[DELAY_BOUNDS.len()]), (1, 1));
    }
}
