//! Rules over several steps, each of which tests can leave out, to see that they would notice.

use std::sync::atomic::{AtomicU8, Ordering};

/// What holds in every order of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Keys that are the officer's are made and taken in by the officer.
    OfficersKeysAreMadeByOfficers,
    /// A sensitive key is wrapped by a key that nobody outside can know.
    SensitiveStaysSecret,
    /// What such a key has wrapped comes in as sensitive.
    UnwrappedIsSensitive,
    /// A key is used for what its attributes say, and for nothing else.
    KeysAreUsedAsTheySay,
    /// A key is used and changed by those that it is for.
    KeysAreForWhomTheySay,
}

/// Which rules hold: all of them in what ships.
#[derive(Default)]
pub(super) struct Rules {
    left_out: AtomicU8,
}

impl Rules {
    pub(super) fn holds(&self, rule: Rule) -> bool {
        !cfg!(feature = "test-hooks")
            || self.left_out.load(Ordering::Relaxed) & 1 << rule as u8 == 0
    }
}

#[cfg(feature = "test-hooks")]
impl super::Token {
    /// Leaves a rule out, for a test that must notice it.
    pub fn leave_out(&self, rule: Rule) {
        self.rules.left_out.fetch_or(1 << rule as u8, Ordering::Relaxed);
    }
}
