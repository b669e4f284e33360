//! PINs of roles, and the counters of wrong ones.

use crate::error::Error;
use crate::guard::Tries;
use crate::master::Cost;
use crate::object::Id;
use crate::peer::Peer;
use crate::secret::SymmetricKey;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

pub use sealane_client::role::{MAX_WRONG, Right, Role};

/// A PIN: from 4 to 255 bytes of text. Wiped on drop.
pub struct Pin(Zeroizing<Vec<u8>>);

impl Pin {
    /// Takes the bytes of a PIN. Errors: `PinLength`, `PinEncoding`.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        if !(4..=255).contains(&bytes.len()) {
            return Err(Error::PinLength);
        }
        if bytes.contains(&0) || std::str::from_utf8(bytes).is_err() {
            return Err(Error::PinEncoding);
        }
        Ok(Self(Zeroizing::new(bytes.to_vec())))
    }
}

/// What the store has of a role.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RoleRecord {
    pub(crate) role: Role,
    pub(crate) salt: [u8; 16],
    pub(crate) cost: Cost,
    /// How often the PIN was set: sessions of an earlier one are over.
    pub(crate) epoch: u32,
    /// Wrong PINs in a row, by who gave them.
    pub(crate) tries: Vec<Tries>,
}

impl RoleRecord {
    /// The most wrong PINs in a row that one peer has given.
    pub(crate) fn wrong(&self) -> u32 {
        self.tries.iter().map(|tries| tries.wrong).max().unwrap_or(0)
    }

    /// Forgets the wrong PINs of a peer who has given the right one.
    pub(crate) fn forget(&mut self, peer: Peer) {
        self.tries.retain(|tries| tries.peer != peer);
    }

    /// Returns the key that the PIN gives: Argon2id, then bound to token and role.
    pub(crate) fn key(&self, token: Id, pin: &Pin) -> Result<SymmetricKey, Error> {
        let key = self.cost.key(&pin.0, &self.salt)?;
        Ok(key.derive("pin", &[&token.0[..], &self.role.id().0].concat()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: PINs at the edges. Method: the longest and the shortest, and those just outside.
    #[test]
    fn pins_keep_their_form() {
        assert!(Pin::new(b"1234").is_ok() && Pin::new(&[b'x'; 255]).is_ok());
        assert_eq!(Pin::new(b"123").err(), Some(Error::PinLength));
        assert_eq!(Pin::new(&[b'x'; 256]).err(), Some(Error::PinLength));
        assert_eq!(Pin::new(b"12\x0034").err(), Some(Error::PinEncoding));
        assert_eq!(Pin::new(b"12\xff34").err(), Some(Error::PinEncoding));
        assert!(Pin::new("κλειδί".as_bytes()).is_ok());
    }
}
