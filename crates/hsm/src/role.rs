//! Roles, their rights, their PINs, and the counters of wrong ones.

use crate::error::Error;
use crate::guard::Tries;
use crate::master::Cost;
use crate::object::Id;
use crate::peer::Peer;
use crate::secret::SymmetricKey;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

/// Who may log in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Role {
    /// Looks after the token: PINs, backups, rotation. Uses no key.
    Officer,
    /// Makes, imports, uses and removes keys.
    User,
    /// Signs.
    Operator,
    /// Reads the audit log.
    Auditor,
}

/// What may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Right {
    /// Set PINs, back up, restore, rotate; delete the keys that read backups.
    Administer,
    /// Make, import, export, change and delete keys.
    Manage,
    /// Derive, decrypt, wrap and unwrap.
    Use,
    /// Sign.
    Sign,
    /// Read the audit log.
    Audit,
}

impl Right {
    /// What may be done, in a word.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Administer => "administer",
            Self::Manage => "manage keys",
            Self::Use => "use keys",
            Self::Sign => "sign",
            Self::Audit => "read the log",
        }
    }
}

/// Wrong PINs in a row of one peer after which each further one has to wait, if the officer has not
/// set another number.
pub const MAX_WRONG: u32 = 10;

impl Role {
    /// Every role.
    pub const ALL: [Self; 4] = [Self::Officer, Self::User, Self::Operator, Self::Auditor];

    /// Its name, as the command takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Officer => "officer",
            Self::User => "user",
            Self::Operator => "operator",
            Self::Auditor => "auditor",
        }
    }

    /// The role of a name. Errors: `RoleDenied`.
    pub fn from_name(name: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|role| role.name() == name).ok_or(Error::RoleDenied)
    }

    /// Whether the role has the right.
    #[must_use]
    pub fn may(self, right: Right) -> bool {
        match right {
            Right::Administer => self == Self::Officer,
            Right::Manage | Right::Use => self == Self::User,
            Right::Sign => matches!(self, Self::User | Self::Operator),
            Right::Audit => matches!(self, Self::Officer | Self::Auditor),
        }
    }

    /// Whether its PIN opens the keys: that of the auditor opens nothing but the log.
    pub(crate) fn opens_keys(self) -> bool {
        self != Self::Auditor
    }

    pub(crate) fn id(self) -> Id {
        let mut id = [0; 16];
        id[..self.name().len()].copy_from_slice(self.name().as_bytes());
        Id(id)
    }
}

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

    /// Goal: nobody may do everything. Method: the table of rights.
    #[test]
    fn rights_are_apart() {
        assert!(!Role::Officer.may(Right::Sign) && !Role::Officer.may(Right::Manage));
        assert!(!Role::User.may(Right::Administer) && !Role::User.may(Right::Audit));
        let all = [Right::Administer, Right::Manage, Right::Use, Right::Sign, Right::Audit];
        let rights = |role: Role| all.into_iter().filter(|right| role.may(*right)).count();
        assert_eq!(rights(Role::Operator), 1);
        assert_eq!(rights(Role::Auditor), 1);
        assert!(Role::Auditor.may(Right::Audit) && Role::Operator.may(Right::Sign));
    }
}
