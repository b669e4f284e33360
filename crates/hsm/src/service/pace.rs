//! How long a thread rests after work that has taken processor time from others.
//!
//! Derivations from PINs take a part of a second of a processor each, and searches for primes
//! seconds, whoever asks for them. A machine with nothing else to do does one behind the other.
//! Where other threads want the processors too, the thread rests behind each, so that such work
//! keeps a small share and signatures the rest; but for a login by the right PIN behind which none
//! waits. Of logins that wait together by one PIN the first derives, and the others rest for next
//! to nothing. A low priority alone does not do that: processors that share a core slow each other
//! down.

use crate::platform::thread_time;
use std::time::{Duration, Instant};

/// How long a thread rests where others want the processors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rests {
    /// As many times as long as it had a processor.
    times: u32,
    /// But never longer than this: the next one waits for it.
    longest: Duration,
}

/// The rests of threads that derive from PINs; after a login by the right one, if another waits.
pub(super) const LOGINS: Rests = Rests { times: 30, longest: Duration::from_secs(6) };
/// The rests of threads that look for primes.
pub(super) const PRIMES: Rests = Rests { times: 64, longest: Duration::from_secs(30) };

impl Rests {
    /// No rest at all.
    pub(super) const NONE: Self = Self { times: 0, longest: Duration::ZERO };

    /// Returns the rest after a job that was begun `wall` ago and had `thread` of a processor: none
    /// if it had hardly to wait for one.
    fn after(self, wall: Duration, thread: Duration) -> Duration {
        let has_waited = wall >= thread + thread / 4;
        if has_waited { (thread * self.times).min(self.longest) } else { Duration::ZERO }
    }
}

/// The beginning of a job, by the clock on the wall and by the thread's own.
pub(super) struct Pace {
    wall: Instant,
    thread: Duration,
}

impl Pace {
    /// Notes when a job of this thread begins.
    pub(super) fn begin() -> Self {
        Self { wall: Instant::now(), thread: thread_time() }
    }

    /// Returns how long to rest after the job.
    pub(super) fn rest(&self, rests: Rests) -> Duration {
        rests.after(self.wall.elapsed(), thread_time().saturating_sub(self.thread))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: who waited for a processor rests in proportion to what it had of it, and not without
    /// end; who did not wait goes on.
    #[test]
    fn rests_follow_waiting() {
        let millis = Duration::from_millis;
        let after = |wall, thread| LOGINS.after(millis(wall), millis(thread));
        assert_eq!(after(80, 79), Duration::ZERO);
        assert_eq!(after(99, 80), Duration::ZERO);
        assert_eq!(after(100, 80), millis(2400));
        assert_eq!(after(5000, 80), millis(2400));
        assert_eq!(after(5000, 1000), LOGINS.longest);
        assert_eq!(after(3, 0), Duration::ZERO);
        assert_eq!(Rests::NONE.after(millis(5000), millis(80)), Duration::ZERO);
    }

    /// Goal: a thread's own time grows with its work and not with its sleep.
    #[test]
    fn threads_have_clocks() {
        let begun = Pace::begin();
        std::thread::sleep(Duration::from_millis(30));
        let slept = thread_time() - begun.thread;
        assert!(slept < Duration::from_millis(20), "{slept:?}");
        let mut state = 1u64;
        while thread_time() - begun.thread < Duration::from_millis(10) {
            state = std::hint::black_box(state.wrapping_mul(3));
        }
        let rest = begun.rest(LOGINS);
        assert!(rest >= Duration::from_millis(150), "it had waited for most of the time: {rest:?}");
    }
}
