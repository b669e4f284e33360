//! Which process this is, without asking the system at every lock.
//!
//! The number stands in a page that a fork leaves empty in the child (`MADV_WIPEONFORK`), however
//! that is made. Where the system has no such pages it is asked each time.

use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Nothing where the system has no such pages.
static PAGE: OnceLock<Option<&AtomicU32>> = OnceLock::new();

/// Returns the number of this process.
#[must_use]
pub fn id() -> u32 {
    let Some(noted) = *PAGE.get_or_init(wiped_by_forks) else { return std::process::id() };
    match noted.load(Ordering::Relaxed) {
        0 => {
            let own = std::process::id();
            noted.store(own, Ordering::Relaxed);
            own
        }
        own => own,
    }
}

/// Lets the number be asked for anew, by who knows that this is another process.
pub fn forget() {
    if let Some(Some(noted)) = PAGE.get() {
        noted.store(0, Ordering::Relaxed);
    }
}

/// Returns a zero that is zero again in each child; nothing if the system has none.
///
/// It stays when the module is unloaded: another thread may be reading it.
fn wiped_by_forks() -> Option<&'static AtomicU32> {
    let (length, access) = (size_of::<AtomicU32>(), libc::PROT_READ | libc::PROT_WRITE);
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a page of its own, which nothing else is in.
    let page = unsafe { libc::mmap(ptr::null_mut(), length, access, flags, -1, 0) };
    if page == libc::MAP_FAILED {
        return None;
    }
    // SAFETY: the page of above; all that this changes is what a child finds in it.
    let advise = |advice| unsafe { libc::madvise(page, length, advice) };
    if !follows(advise) {
        // SAFETY: the page of above, to which nothing refers.
        unsafe { libc::munmap(page, length) };
        return None;
    }
    // SAFETY: it is aligned, zero, and never given back.
    Some(unsafe { &*page.cast::<AtomicU32>() })
}

/// Whether a system follows the advice to wipe a page in children: an emulator that takes every
/// advice, and follows none, takes one that there is not, too.
fn follows(advise: impl Fn(i32) -> i32) -> bool {
    advise(-1) != 0 && advise(libc::MADV_WIPEONFORK) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a system is believed that knows the advice and no other: not one without it, and not
    /// one that takes anything.
    #[test]
    fn who_takes_every_advice_is_not_believed() {
        assert!(follows(|advice| if advice == libc::MADV_WIPEONFORK { 0 } else { -1 }));
        assert!(!follows(|_| -1));
        assert!(!follows(|_| 0));
    }

    /// Goal: a child sees that it is another process, and so does its own child. Method: forks, of
    /// which each compares with what the system says.
    #[test]
    fn children_see_that_they_are_others() {
        let own = id();
        assert_eq!(own, std::process::id());
        assert_eq!(id(), own);
        assert!(wiped_by_forks().is_some(), "this system has no pages that forks wipe");
        // SAFETY: the child calls nothing that waits for what another thread of its parent holds.
        let child = unsafe { libc::fork() };
        if child == 0 {
            let is_right = || id() != own && id() == std::process::id();
            let mut is_good = is_right();
            // SAFETY: the same.
            let grandchild = unsafe { libc::fork() };
            is_good &= is_right();
            if grandchild > 0 {
                is_good &= ended_well(grandchild);
            }
            // SAFETY: it ends the child at once.
            unsafe { libc::_exit(i32::from(!is_good)) };
        }
        assert!(child > 0 && ended_well(child));
        assert_eq!(id(), own);
    }

    fn ended_well(child: libc::pid_t) -> bool {
        let mut status = -1;
        // SAFETY: a child of this process, and a place for how it ended.
        unsafe { libc::waitpid(child, &raw mut status, 0) == child && status == 0 }
    }
}
