//! How far long work on a token is, for who watches it, and who may give it up.

use crate::error::Error;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Steps done of those that there are; a step is a record, or a row of the log.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    total: AtomicU64,
    given_up: AtomicBool,
}

impl Progress {
    /// Returns how many steps are done, and of how many, as far as that is known.
    #[must_use]
    pub fn steps(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.total.load(Ordering::Relaxed))
    }

    /// Lets the work end at its next step, with nothing changed.
    pub fn give_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }

    /// Says how many steps there are.
    pub(crate) fn begin(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Says that steps are done. Errors: `Closing` if nobody wants the rest.
    pub(crate) fn step(&self, steps: u64) -> Result<(), Error> {
        self.done.fetch_add(steps, Ordering::Relaxed);
        if self.given_up.load(Ordering::Relaxed) { Err(Error::Closing) } else { Ok(()) }
    }
}
