//! What the process is asked to keep to itself: no dumps, no swap.

use rustix::mm::{MlockAllFlags, mlockall};
use rustix::process::{
    DumpableBehavior, Resource, Rlimit, getrlimit, set_dumpable_behavior, setrlimit,
};

/// What the system granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Protection {
    /// Nobody but root reads the memory of the process, and it leaves no dump.
    pub undumpable: bool,
    /// The limit of a dump's size is 0, for the children too.
    pub no_core: bool,
    /// No page goes to swap. Only where the system lets the process lock as much as it wants: with
    /// a limit, allocations would fail later.
    pub locked: bool,
}

/// Asks for all of it, for the whole process and until its end.
pub fn protect() -> Protection {
    let undumpable = set_dumpable_behavior(DumpableBehavior::NotDumpable).is_ok();
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    let no_core = setrlimit(Resource::Core, none).is_ok();
    let unlimited = getrlimit(Resource::Memlock).current.is_none();
    let all = MlockAllFlags::CURRENT | MlockAllFlags::FUTURE;
    let locked = unlimited && mlockall(all).is_ok();
    Protection { undumpable, no_core, locked }
}
