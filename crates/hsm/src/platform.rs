//! What a token takes from the machine: random bytes and the time, both to be passed in.

use crate::error::Error;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Fills a slice with random bytes, or says that there are none.
pub type Fill = dyn Fn(&mut [u8]) -> Result<(), Error> + Send + Sync;
/// Returns a time: seconds since 1970, or milliseconds since the machine started.
pub type Now = dyn Fn() -> u64 + Send + Sync;

/// Sources of random bytes and of the time.
pub struct Platform {
    fill: Box<Fill>,
    now: Box<Now>,
    uptime_ms: Box<Now>,
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
        Self { fill: Box::new(fill), now: Box::new(now), uptime_ms: Box::new(uptime_ms) }
    }

    /// The same with another source of the time since the machine started, in milliseconds.
    #[must_use]
    pub fn with_uptime(self, uptime_ms: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        Self { uptime_ms: Box::new(uptime_ms), ..self }
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

    /// Seconds since 1970, for records, and for how long those of the log are kept: nothing else is
    /// decided by it.
    pub(crate) fn now(&self) -> u64 {
        (self.now)()
    }

    /// Milliseconds since the machine started, for delays.
    pub(crate) fn uptime_ms(&self) -> u64 {
        (self.uptime_ms)()
    }
}

/// The processor time that this thread has had.
pub(crate) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The time since the machine started, its sleep included: nobody sets it.
fn uptime_ms() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Boottime);
    time.tv_sec as u64 * 1000 + time.tv_nsec as u64 / 1_000_000
}
