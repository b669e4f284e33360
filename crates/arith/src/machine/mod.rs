//! The machines: what a field element is, and which of them this CPU can run.

mod barrier;
mod eight;
mod four;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod ifma4;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod ifma8;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod kernels;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod mulx;
#[cfg(feature = "narrow")]
mod narrow;
mod portable;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod products;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
mod registers;
pub(crate) mod ring;
pub(crate) mod sha;
pub(crate) mod soft8;
pub mod taint;
mod watched;
#[cfg(any(feature = "narrow", all(target_arch = "x86_64", not(sealane_portable))))]
mod wrapped;

pub(crate) use barrier::barrier;
pub use eight::Lanes8;
pub use four::Lanes4;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
pub use ifma4::Four;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
pub use ifma8::Eight;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
pub use mulx::{Mulx, MulxFe};
#[cfg(feature = "narrow")]
pub use narrow::{Limbs, Narrow};
pub use portable::One;
pub use soft8::{Soft4, Soft8};
pub use watched::{Phase, Watched, Watcher};

use crate::field::Machine;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// One machine as the outside sees it.
pub struct Row {
    /// Name as `--backend` takes it.
    pub name: &'static str,
    /// Operations done at a time.
    pub lanes: usize,
    /// Whether this CPU can run it.
    pub available: fn() -> bool,
    /// What a CPU must have to run it, in words; empty where every CPU can.
    pub needs: &'static str,
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

impl Row {
    const fn of<M: Machine>() -> Self {
        Self::where_available::<M>(|| true, "")
    }

    const fn where_available<M: Machine>(available: fn() -> bool, needs: &'static str) -> Self {
        let (name, lanes) = (M::NAME, M::LANES);
        Row { name, lanes, available, needs, entered: AtomicU64::new(0) }
    }
}

/// Whether signed limbs are the better machine: where words are shorter than 64 bits.
const NARROW_FIRST: bool = cfg!(all(feature = "narrow", not(target_pointer_width = "64")));

/// Whether the machines of x86-64 are built in: the kernels of one lane, and AVX-512 registers.
const X86: usize = cfg!(all(target_arch = "x86_64", not(sealane_portable))) as usize;

const ROWS: usize = 2 + cfg!(feature = "narrow") as usize + 2 * X86;

/// The numbers of rows of one lane.
const ONE_AT: usize = NARROW_FIRST as usize + X86;
#[cfg(feature = "narrow")]
const NARROW_AT: usize = if NARROW_FIRST { 0 } else { X86 + 1 };
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
const MULX_AT: usize = NARROW_FIRST as usize;

/// Every machine, best first: those of one lane, then those of eight.
pub static MACHINES: [Row; ROWS] = [
    #[cfg(all(feature = "narrow", not(target_pointer_width = "64")))]
    Row::of::<Narrow>(),
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    Row::where_available::<Mulx>(|| Mulx::detect().is_some(), "BMI2 and ADX"),
    Row::of::<One>(),
    #[cfg(all(feature = "narrow", target_pointer_width = "64"))]
    Row::of::<Narrow>(),
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    Row::where_available::<Eight>(|| Eight::detect().is_some(), "AVX-512 F and AVX-512 IFMA"),
    Row::of::<Soft8>(),
];

/// Counts the batch that begins on a machine of eight lanes, and returns the machine.
pub fn enter_lanes<M: Machine>(machine: M) -> M {
    if let Some(row) = MACHINES.iter().find(|row| row.name == M::NAME) {
        row.entered.fetch_add(1, Ordering::Relaxed);
    }
    machine
}

/// Whether plain words are told to count by themselves.
static WORDS_ALONE: AtomicBool = AtomicBool::new(false);

/// Says which machine of one lane was chosen, where one was: what has no kernels runs on plain
/// words, and counts as an operation of `Mulx` where that is the one that runs.
pub fn choose_single(name: Option<&str>) {
    WORDS_ALONE.store(name.is_some_and(|name| name != MULX_NAME), Ordering::Relaxed);
}

/// The name of the machine of kernels, whether it is built in or not.
const MULX_NAME: &str = "mulx";

/// The number of the row that operations on plain words count in.
#[inline]
fn words_at() -> usize {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if !NARROW_FIRST && !WORDS_ALONE.load(Ordering::Relaxed) && Mulx::detect().is_some() {
        return MULX_AT;
    }
    ONE_AT
}

/// A machine of one lane.
pub trait Single: Machine {
    /// Returns the machine, for work that is no operation of its own.
    ///
    /// # Panics
    /// If this CPU cannot run it: whoever names a machine that not every CPU can run has asked.
    #[must_use]
    fn machine() -> Self;

    /// Returns the machine and counts the operation that begins.
    #[must_use]
    fn enter() -> Self;
}

impl Single for One {
    #[inline(always)]
    fn machine() -> Self {
        One
    }

    #[inline]
    fn enter() -> Self {
        MACHINES[words_at()].entered.fetch_add(1, Ordering::Relaxed);
        One
    }
}

/// Returns the machine of words and counts the operation that begins.
#[inline]
#[must_use]
pub fn enter_one() -> One {
    One::enter()
}

#[cfg(feature = "narrow")]
impl Single for Narrow {
    #[inline(always)]
    fn machine() -> Self {
        Narrow
    }

    #[inline]
    fn enter() -> Self {
        MACHINES[NARROW_AT].entered.fetch_add(1, Ordering::Relaxed);
        Narrow
    }
}

#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
impl Single for Mulx {
    #[inline(always)]
    fn machine() -> Self {
        Mulx::detect().expect("chosen where this CPU has the instructions")
    }

    #[inline]
    fn enter() -> Self {
        MACHINES[MULX_AT].entered.fetch_add(1, Ordering::Relaxed);
        Self::machine()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts<M: Single>() {
        let row = MACHINES.iter().find(|row| row.name == M::NAME).expect("a row");
        let (before, all) = (row.entered(), MACHINES.iter().map(Row::entered).sum::<u64>());
        let _ = M::enter();
        assert_eq!(row.entered(), before + 1, "{}", M::NAME);
        assert_eq!(MACHINES.iter().map(Row::entered).sum::<u64>(), all + 1);
    }

    /// Goal: each machine counts in its own row.
    #[test]
    fn machines_count_in_their_own_rows() {
        choose_single(Some(One::NAME));
        counts::<One>();
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        if Mulx::detect().is_some() {
            counts::<Mulx>();
            // Plain words count as that machine where it runs.
            choose_single(None);
            let before = MACHINES[MULX_AT].entered();
            let _ = One::enter();
            assert_eq!(MACHINES[MULX_AT].entered() > before, !NARROW_FIRST);
        }
        #[cfg(feature = "narrow")]
        counts::<Narrow>();
    }
}
