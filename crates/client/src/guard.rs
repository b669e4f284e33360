//! What the officer sets of what a wrong PIN costs.

use crate::role::{MAX_WRONG, Role};
use serde::{Deserialize, Serialize};

/// The parameters of a token, which the officer sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guard {
    /// Wrong PINs in a row of one peer before the first delay.
    pub free: u32,
    /// The first delay, in milliseconds; each later one is twice as long.
    pub first_ms: u64,
    /// The longest delay, in milliseconds.
    pub longest_ms: u64,
    /// Wrong PINs in a row after which a user of this machine is locked out of the role; never if
    /// it is 0, and never for peers that the system does not name.
    pub lock_after: u32,
    /// Users who alone may log in to a role. A role that is not listed is for all who reach it.
    pub permitted: Vec<(Role, u32)>,
}

impl Default for Guard {
    /// Ten free tries, then from one second to one hour, and a lock after a hundred.
    fn default() -> Self {
        Self {
            free: MAX_WRONG,
            first_ms: 1000,
            longest_ms: 3_600_000,
            lock_after: 100,
            permitted: vec![],
        }
    }
}
