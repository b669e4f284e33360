//! Who is at the other end of a call, as far as the system says it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who asks. Delays after wrong PINs are of a role and a peer, so that nobody's guesses cost
/// another one's login.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Peer {
    /// A user of this machine, authenticated by the system.
    Uid(u32),
    /// Somebody at an address: all of them count as one.
    Address,
}

impl Peer {
    /// The user of this process.
    #[must_use]
    pub fn own() -> Self {
        Self::Uid(rustix::process::geteuid().as_raw())
    }

    /// The user, if the system says who it is.
    #[must_use]
    pub fn uid(self) -> Option<u32> {
        match self {
            Self::Uid(uid) => Some(uid),
            Self::Address => None,
        }
    }
}

impl From<Option<u32>> for Peer {
    /// The user that the system names, if it names one.
    fn from(uid: Option<u32>) -> Self {
        uid.map_or(Self::Address, Self::Uid)
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uid(uid) => write!(f, "uid {uid}"),
            Self::Address => f.write_str("an address"),
        }
    }
}
