//! How much of a service one peer may have: what the officer sets.

use serde::{Deserialize, Serialize};

/// Bounds of each peer, all of whose connections count together; 0 is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PeerLimits {
    /// Requests in a second of the clock.
    pub requests_a_second: u32,
    /// Bytes of requests in a second of the clock.
    pub bytes_a_second: u64,
    /// Slow jobs that wait or are being done: logins, changes, keys that are made.
    pub slow_jobs: u32,
}
