//! Roles and their rights.

use crate::error::Error;
use crate::object::Id;
use serde::{Deserialize, Serialize};

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
    #[must_use]
    pub fn name(self) -> &'static str {
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
    #[must_use]
    pub fn opens_keys(self) -> bool {
        self != Self::Auditor
    }

    /// The name of its record: its own, and zeros.
    #[must_use]
    pub fn id(self) -> Id {
        let mut id = [0; 16];
        id[..self.name().len()].copy_from_slice(self.name().as_bytes());
        Id(id)
    }
}

impl AsRef<str> for Role {
    /// The name of its first identity, which is the role's own.
    fn as_ref(&self) -> &str {
        self.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
