//! Which machine runs, and how to make it another.

use sealane_arith::machine::MACHINES;

/// Returns the names of the machines this CPU can run, best first.
pub fn names() -> impl Iterator<Item = &'static str> {
    MACHINES.iter().filter(|row| (row.available)()).map(|row| row.name)
}

/// Returns the name of the machine that single operations run on.
#[must_use]
pub fn current() -> &'static str {
    names().next().expect("the portable machine runs everywhere")
}

/// Returns how many operations the machine of that name has begun in this process, and `None` for a
/// name that is none. Tests assert by it which machine really ran.
#[must_use]
pub fn entered(name: &str) -> Option<u64> {
    MACHINES.iter().find(|row| row.name == name).map(|row| row.entered())
}

/// Makes single operations run on the machine of that name, or says that this CPU has none of that
/// name.
///
/// Errors: `UnknownBackend`.
pub fn force(name: &str) -> Result<(), UnknownBackend> {
    // With one machine there is nothing to switch; the name is still checked.
    names().any(|n| n == name).then_some(()).ok_or(UnknownBackend)
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
