//! What a token takes from the machine: random bytes and the time, both to be passed in.

use crate::error::Error;
use std::time::{SystemTime, UNIX_EPOCH};

/// Fills a slice with random bytes, or says that there are none.
pub type Fill = dyn Fn(&mut [u8]) -> Result<(), Error> + Send + Sync;
/// Returns seconds since 1970.
pub type Now = dyn Fn() -> u64 + Send + Sync;

/// Sources of random bytes and of the time.
pub struct Platform {
    fill: Box<Fill>,
    now: Box<Now>,
}

impl Platform {
    /// Those of the operating system.
    #[must_use]
    pub fn system() -> Self {
        let fill = |out: &mut [u8]| getrandom::fill(out).map_err(|_| Error::Random);
        // A clock before 1970 is as wrong as one that stands there.
        let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs());
        Self::new(fill, now)
    }

    /// Others, for tests and for machines with sources of their own.
    pub fn new(
        fill: impl Fn(&mut [u8]) -> Result<(), Error> + Send + Sync + 'static,
        now: impl Fn() -> u64 + Send + Sync + 'static,
    ) -> Self {
        Self { fill: Box::new(fill), now: Box::new(now) }
    }

    /// Fills `out` with random bytes. Errors: `Random`.
    pub(crate) fn random(&self, out: &mut [u8]) -> Result<(), Error> {
        (self.fill)(out)
    }

    /// Returns random bytes. Errors: `Random`.
    pub(crate) fn random_bytes<const N: usize>(&self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        self.random(&mut bytes)?;
        Ok(bytes)
    }

    /// Seconds since 1970, for records alone: nothing is decided by it.
    pub(crate) fn now(&self) -> u64 {
        (self.now)()
    }
}
