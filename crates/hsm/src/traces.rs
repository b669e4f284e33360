//! What work with keys leaves on the stacks of threads, and when it goes: after the last logout.
//!
//! Keys are wiped when they are let go of, but not what the compiler has spilled or copied of them.
//! When the last one logs out, each thread that works with keys overwrites its stack as soon as it
//! has come back from what it does; and again after each piece of work that ends later. Before that
//! the next operation may need the same key, and the memory of the process has it anyway: work with
//! a key then wipes as much of the stack as it has used itself.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

pub(crate) use sealane_client::traces::{LONG, SHORT, wiped};

/// Bytes of a stack that work with keys may have used: those of the longest keys of RSA, and some.
const STACK_BYTES: usize = 512 << 10;

/// Says when threads are to wipe.
#[derive(Default)]
pub(crate) struct Traces {
    /// How often all were told to.
    rounds: AtomicU64,
    /// Nobody is logged in: what ends now was begun before.
    is_quiet: AtomicBool,
}

impl Traces {
    /// Somebody has logged in.
    pub(crate) fn begin(&self) {
        self.is_quiet.store(false, Ordering::SeqCst);
    }

    /// The last one has logged out. Threads that sleep are woken by who calls this.
    pub(crate) fn end(&self) {
        self.is_quiet.store(true, Ordering::SeqCst);
        self.rounds.fetch_add(1, Ordering::SeqCst);
    }

    /// The last one of a token has logged out, and there are sessions of others.
    pub(crate) fn wipe_once(&self) {
        self.rounds.fetch_add(1, Ordering::SeqCst);
    }

    /// Whether a thread is to wipe that has done so `seen` times.
    pub(crate) fn is_due(&self, seen: u64) -> bool {
        self.rounds.load(Ordering::SeqCst) != seen
    }

    /// Wipes the stack below the caller, which has just come back from work, if it is time to.
    #[inline(always)]
    pub(crate) fn after_work(&self, seen: &mut u64) {
        if self.is_due(*seen) || self.is_quiet.load(Ordering::SeqCst) {
            *seen = self.rounds.load(Ordering::SeqCst);
            wipe();
        }
    }
}

/// Overwrites the stack of this thread below the caller.
#[inline(always)]
pub(crate) fn wipe() {
    sealane::backend::wipe_traces(STACK_BYTES);
}
