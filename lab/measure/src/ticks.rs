//! Ticks: the cheapest clock there is, for spans of a few hundred cycles.
//!
//! On x86-64 the time stamp counter, which runs at one rate whatever the core does; elsewhere the
//! monotonic clock of the system. Both run on when the thread is not running: a sample that was
//! interrupted must be thrown away. How many cycles of the core a tick is, is measured.

/// Returns the ticks so far.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[must_use]
pub fn now() -> u64 {
    // SAFETY: every x86-64 processor has the instruction, which reads a counter and nothing else.
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// Returns the ticks so far: nanoseconds.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
#[must_use]
pub fn now() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
