//! Who is at the other end of a connection, as far as the system says it.

use std::fmt;

/// What limits and turns are fair among: a user of this machine, whatever their connections; those
/// who come by an address, of whom nobody knows who they are, are one together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Peer {
    User(u32),
    Loopback,
}

impl Peer {
    /// The user, if the system says who it is.
    pub(super) fn uid(self) -> Option<u32> {
        match self {
            Self::User(uid) => Some(uid),
            Self::Loopback => None,
        }
    }

    /// A number that no other peer has.
    pub(super) fn number(self) -> u64 {
        self.uid().map_or(u64::MAX, u64::from)
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(uid) => write!(f, "user {uid}"),
            Self::Loopback => f.write_str("loopback"),
        }
    }
}
