//! Which machine runs, and how to make it another.

pub(crate) mod stack;

use core::sync::atomic::{AtomicUsize, Ordering};
use sealane_arith::field::Machine;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Eight;
use sealane_arith::machine::{MACHINES, Row, Soft8, choose_single};
#[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
use sealane_arith::machine::{enter_lanes, enter_one};

/// Numbers of the machines that single operations and batches run on. None is of the number at
/// first: then it is the best one that this CPU can run.
static SINGLE: AtomicUsize = AtomicUsize::new(usize::MAX);
static BATCH: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The machines that are built in, with their numbers: without the feature `lanes`, those of one
/// lane, which come first.
fn machines() -> impl Iterator<Item = &'static Row> {
    MACHINES.iter().filter(|row| cfg!(feature = "lanes") || row.lanes == 1)
}

fn available(row: &&Row) -> bool {
    (row.available)()
}

/// Returns the names of the machines for single operations that this CPU can run, best first.
pub fn names() -> impl Iterator<Item = &'static str> {
    machines().filter(|row| row.lanes == 1).filter(available).map(|row| row.name)
}

/// Returns the names of the machines of several lanes that this CPU can run, best first. Batches
/// run on them. None without the feature `lanes`: then they run on that of single operations.
pub fn lane_names() -> impl Iterator<Item = &'static str> {
    machines().filter(|row| row.lanes > 1).filter(available).map(|row| row.name)
}

/// Returns the names of all machines that are built in, whether this CPU can run them or not: those
/// of one lane, then those of several.
pub fn built_in() -> impl Iterator<Item = &'static str> {
    machines().map(|row| row.name)
}

/// Returns the name of the machine that single operations run on.
#[must_use]
pub fn current() -> &'static str {
    let chosen = MACHINES.get(SINGLE.load(Ordering::Relaxed)).map(|row| row.name);
    chosen.or_else(|| names().next()).expect("the portable machine runs everywhere")
}

/// Returns the name of the machine that batches run on: without a choice, the one of AVX-512
/// registers if there is one, and else that of single operations.
#[must_use]
pub fn current_batch() -> &'static str {
    match batch_machine() {
        Batches::OneByOne => current(),
        Batches::Soft8(_) => Soft8::NAME,
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        Batches::Eight(_) => Eight::NAME,
    }
}

/// What batches run on.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(any(feature = "lanes", feature = "rsa", feature = "dsa", feature = "mldsa")),
    expect(dead_code, reason = "there are no batches in lanes")
)]
pub(crate) enum Batches {
    /// The machine of single operations.
    OneByOne,
    /// Eight lanes in plain words.
    Soft8(Soft8),
    /// Eight lanes in AVX-512 registers.
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    Eight(Eight),
}

/// Returns what batches run on.
pub(crate) fn batch_machine() -> Batches {
    if !cfg!(feature = "lanes") {
        return Batches::OneByOne;
    }
    let chosen = MACHINES.get(BATCH.load(Ordering::Relaxed)).map(|row| row.name);
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if chosen.is_none_or(|name| name == Eight::NAME)
        && let Some(eight) = Eight::detect()
    {
        return Batches::Eight(eight);
    }
    if chosen == Some(Soft8::NAME) { Batches::Soft8(Soft8::MACHINE) } else { Batches::OneByOne }
}

/// Returns what batches run on, and counts the operation that begins on it.
#[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
pub(crate) fn enter_batch_machine() -> Batches {
    match batch_machine() {
        Batches::OneByOne => {
            let _ = enter_one();
            Batches::OneByOne
        }
        Batches::Soft8(machine) => Batches::Soft8(enter_lanes(machine)),
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        Batches::Eight(machine) => Batches::Eight(enter_lanes(machine)),
    }
}

/// Returns whether the machine of kernels of one lane is the one that runs.
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
pub(crate) fn is_mulx() -> bool {
    use sealane_arith::machine::Mulx;
    current() == Mulx::NAME
}

/// Returns whether the machine of signed limbs is the one that runs.
#[cfg(feature = "narrow")]
pub(crate) fn is_narrow() -> bool {
    use sealane_arith::machine::Narrow;
    current() == Narrow::NAME
}

/// Returns how many operations the machine of that name has begun in this process, and `None` for a
/// name that is none. Tests assert by it which machine really ran.
#[must_use]
pub fn entered(name: &str) -> Option<u64> {
    machines().find(|row| row.name == name).map(|row| row.entered())
}

/// Makes operations of this process run on the machine of that name: with a machine of one lane
/// single operations and batches, with one of several batches alone, while single operations run on
/// the best machine of one lane and leave to the lanes what these do for one item: RSA, DSA,
/// multiples of the generators of curves, inversions of secrets by curves, secrets of X25519,
/// verification by Ed25519 and secp256k1, and verification and secrets by P-224, P-256 and P-521.
/// Operations that have begun are not disturbed.
///
/// Errors: `BackendError`; nothing changes then.
pub fn force(name: &str) -> Result<(), BackendError> {
    let rows = machines().map(|row| (row.name, (row.available)(), row.needs));
    let number = position(name, rows)?;
    let single = if MACHINES[number].lanes == 1 { number } else { usize::MAX };
    choose_single(MACHINES.get(single).map(|row| row.name));
    SINGLE.store(single, Ordering::Relaxed);
    BATCH.store(number, Ordering::Relaxed);
    Ok(())
}

/// Finds the machine of that name among rows of name, whether this CPU can run it, what it needs.
fn position(
    name: &str,
    rows: impl Iterator<Item = (&'static str, bool, &'static str)>,
) -> Result<usize, BackendError> {
    match rows.enumerate().find(|(_, row)| row.0 == name) {
        None => Err(BackendError::Unknown),
        Some((_, (name, false, needs))) => Err(BackendError::Unavailable { name, needs }),
        Some((number, _)) => Ok(number),
    }
}

/// Overwrites what operations have left behind the caller's back: so many bytes of the stack below
/// the caller, and the registers of vectors, of CPUs with AVX-512. No operation needs more than
/// 512 KiB of stack.
///
/// Operations wipe their secrets, but not what the compiler has spilled or copied on its way.
/// Batches of three items or more of an algorithm overwrite their stack by themselves, and what
/// runs in lanes its registers as well. Whoever has used keys on a thread that lives on, and wants
/// nothing of them there, calls this from the function that has called the operations.
#[inline(always)]
pub fn wipe_traces(stack_bytes: usize) {
    // In the caller's frame: one of its own would lie where those of the operations were, and what
    // is not used of it would stay.
    stack::wipe_stack(stack_bytes.div_ceil(stack::FRAME));
    clear_registers();
}

#[inline(never)]
fn clear_registers() {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    if let Some(eight) = Eight::detect() {
        eight.clear();
    }
}

/// Why operations cannot run on the machine of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackendError {
    /// No machine of that name is built in.
    Unknown,
    /// The machine is built in, and this CPU cannot run it.
    Unavailable {
        /// Its name.
        name: &'static str,
        /// What a CPU must have to run it.
        needs: &'static str,
    },
}

impl core::fmt::Display for BackendError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Unknown => f.write_str("no backend of that name is built in"),
            Self::Unavailable { name, needs } => {
                write!(f, "the backend {name} needs {needs}, which this CPU does not have")
            }
        }
    }
}

impl core::error::Error for BackendError {}

/// Tests that force a machine write, and those that must not see another one meanwhile read.
#[cfg(test)]
pub(crate) static FORCED: std::sync::RwLock<()> = std::sync::RwLock::new(());

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Goal: a name that is built in is refused by what the CPU lacks, and one that is not as
    /// unknown. Method: rows of a CPU without the registers, whatever this one has.
    #[test]
    fn refusals_say_what_is_missing() {
        let rows = || [("words", true, ""), ("wide", false, "wide registers")].into_iter();
        assert_eq!(position("words", rows()), Ok(0));
        let refused = position("wide", rows()).expect_err("this CPU has none");
        assert_eq!(refused, BackendError::Unavailable { name: "wide", needs: "wide registers" });
        let text = refused.to_string();
        assert!(text.contains("wide needs wide registers"), "{text}");
        assert_eq!(position("wid", rows()), Err(BackendError::Unknown));
        assert_eq!(force("abacus"), Err(BackendError::Unknown));
    }

    /// Goal: every machine is named, those of several lanes too; what not every CPU can run says
    /// what it needs.
    #[test]
    fn every_machine_is_named() {
        let all: alloc::vec::Vec<_> = built_in().collect();
        assert_eq!(all.len(), machines().count());
        assert_eq!(all.contains(&Soft8::NAME), cfg!(feature = "lanes"));
        for row in machines().filter(|row| !(row.available)()) {
            assert!(!row.needs.is_empty(), "{}", row.name);
            let refused = BackendError::Unavailable { name: row.name, needs: row.needs };
            assert_eq!(force(row.name), Err(refused));
        }
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        assert!(MACHINES.iter().any(|row| row.name == Eight::NAME && !row.needs.is_empty()));
    }
}
