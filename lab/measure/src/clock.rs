//! CPU time of the calling thread, and the frequency its core runs at.
//!
//! Thread time, because other programs on the machine take little from it. The nominal frequency of
//! a processor says little on a machine that boosts, so the core is measured.
use crate::ticks;
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;

/// A point in the CPU time of the calling thread.
#[derive(Debug, Clone, Copy)]
pub struct ThreadTime {
    ns: i128,
}

impl ThreadTime {
    /// Reads the clock of the calling thread.
    pub fn now() -> Self {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Self { ns: i128::from(time.tv_sec) * 1_000_000_000 + i128::from(time.tv_nsec) }
    }

    /// Returns the nanoseconds of CPU time this thread has used since `self` was read.
    pub fn elapsed_ns(self) -> f64 {
        (Self::now().ns - self.ns) as f64
    }
}

/// Steps between two looks at the loop counter.
const UNROLL: usize = 16;
/// Dependent one-cycle instructions in a step: an exclusive or, then an addition.
const CYCLES_A_STEP: usize = 2;

/// Runs `steps` dependent pairs of exclusive or and addition.
///
/// A pure chain of additions would be folded by the compiler into one multiplication; the mixed
/// pair has no shorter form, and no processor in use does either in less than a cycle.
#[inline(never)]
fn dependent_chain(steps: usize, flip: u64, step: u64) -> u64 {
    let mut value = flip;
    for _ in 0..steps / UNROLL {
        for _ in 0..UNROLL {
            value = (value ^ flip).wrapping_add(step);
        }
    }
    value
}

/// Returns the frequency of the core in hertz: the best of several short runs of a dependent chain.
pub fn core_hz() -> f64 {
    const STEPS: usize = 1 << 20;
    let mut best_ns = f64::INFINITY;
    for _ in 0..8 {
        let start = ThreadTime::now();
        black_box(dependent_chain(STEPS, black_box(0x5bd1_e995_97f4_a7c1), black_box(3)));
        best_ns = best_ns.min(start.elapsed_ns());
    }
    (STEPS * CYCLES_A_STEP) as f64 * 1e9 / best_ns
}

/// Returns how many cycles of the core a tick is: the best of several short runs of the chain.
pub fn cycles_per_tick() -> f64 {
    const STEPS: usize = 1 << 16;
    let mut best = u64::MAX;
    for _ in 0..64 {
        let start = ticks::now();
        black_box(dependent_chain(STEPS, black_box(0x5bd1_e995_97f4_a7c1), black_box(3)));
        best = best.min(ticks::now() - start);
    }
    (STEPS * CYCLES_A_STEP) as f64 / best as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: sleeping is not counted, working is.
    #[test]
    fn thread_time_counts_work_only() {
        let start = ThreadTime::now();
        std::thread::sleep(std::time::Duration::from_millis(60));
        let slept_ns = start.elapsed_ns();
        let start = ThreadTime::now();
        black_box(dependent_chain(1 << 24, black_box(1), black_box(1)));
        let worked_ns = start.elapsed_ns();
        assert!(slept_ns < 20e6, "a sleep of 60 ms cost {slept_ns} ns");
        assert!(worked_ns > 1e6, "16 million steps cost only {worked_ns} ns");
    }

    /// Goal: the chain is neither folded away nor slowed down. Only optimised code keeps it in
    /// registers; a plain build shows no more than that it runs.
    #[test]
    fn core_frequency_is_plausible() {
        let least_hz = if cfg!(debug_assertions) { 0.01e9 } else { 0.5e9 };
        let hz = core_hz();
        assert!((least_hz..8e9).contains(&hz), "{hz} Hz");
    }

    /// Goal: ticks and CPU time agree on how fast the core is, and so on what a tick is.
    #[test]
    fn ticks_run_at_a_steady_rate() {
        let (start, begun) = (ticks::now(), ThreadTime::now());
        black_box(dependent_chain(1 << 24, black_box(1), black_box(1)));
        let tick_hz = (ticks::now() - start) as f64 / begun.elapsed_ns() * 1e9;
        let ratio = core_hz() / (tick_hz * cycles_per_tick());
        assert!((0.02..2.0).contains(&ratio), "{ratio}");
    }
}
