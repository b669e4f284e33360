//! The machines: what a field element is, and which of them this CPU can run.

mod barrier;
mod portable;
pub mod taint;

pub(crate) use barrier::barrier;
pub use portable::One;

use crate::field::Machine;
use core::sync::atomic::{AtomicU64, Ordering};

/// One machine as the outside sees it.
pub struct Row {
    /// Name as `--backend` takes it.
    pub name: &'static str,
    /// Operations done at a time.
    pub lanes: usize,
    /// Whether this CPU can run it.
    pub available: fn() -> bool,
    entered: AtomicU64,
}

impl Row {
    /// Returns how many operations, or batches of them, this machine has begun in this process.
    /// Tests assert by it which machine really ran.
    #[must_use]
    pub fn entered(&self) -> u64 {
        self.entered.load(Ordering::Relaxed)
    }
}

/// Every machine, best first.
pub static MACHINES: [Row; 1] =
    [Row { name: One::NAME, lanes: One::LANES, available: || true, entered: AtomicU64::new(0) }];

/// Returns the machine of one lane and counts the operation that begins.
#[inline]
#[must_use]
pub fn enter_one() -> One {
    MACHINES[0].entered.fetch_add(1, Ordering::Relaxed);
    One
}
