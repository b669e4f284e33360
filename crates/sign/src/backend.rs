//! Which machine runs, and how to make it another.

use core::sync::atomic::{AtomicUsize, Ordering};
use sealane_arith::machine::{MACHINES, Row};

/// Number of the machine that single operations run on. None is of this number: then it is the best
/// one that this CPU can run.
static CHOSEN: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Returns the names of the machines this CPU can run, best first.
pub fn names() -> impl Iterator<Item = &'static str> {
    MACHINES.iter().filter(|row| (row.available)()).map(|row| row.name)
}

/// Returns the name of the machine that single operations run on.
#[must_use]
pub fn current() -> &'static str {
    let chosen = MACHINES.get(CHOSEN.load(Ordering::Relaxed)).map(|row| row.name);
    chosen.or_else(|| names().next()).expect("the portable machine runs everywhere")
}

/// Returns whether the machine of signed limbs is the one that runs.
#[cfg(feature = "narrow")]
pub(crate) fn is_narrow() -> bool {
    use sealane_arith::field::Machine;
    use sealane_arith::machine::Narrow;
    current() == Narrow::NAME
}

/// Returns how many operations the machine of that name has begun in this process, and `None` for a
/// name that is none. Tests assert by it which machine really ran.
#[must_use]
pub fn entered(name: &str) -> Option<u64> {
    MACHINES.iter().find(|row| row.name == name).map(|row| row.entered())
}

/// Makes single operations of this process run on the machine of that name, or says that this CPU
/// has none of that name. Operations that have begun are not disturbed.
///
/// Errors: `UnknownBackend`.
pub fn force(name: &str) -> Result<(), UnknownBackend> {
    let is_it = |row: &Row| row.name == name && (row.available)();
    let number = MACHINES.iter().position(is_it).ok_or(UnknownBackend)?;
    CHOSEN.store(number, Ordering::Relaxed);
    Ok(())
}

/// The name is not that of a machine this CPU can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownBackend;

impl core::fmt::Display for UnknownBackend {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("no backend of that name runs on this CPU")
    }
}

impl core::error::Error for UnknownBackend {}
