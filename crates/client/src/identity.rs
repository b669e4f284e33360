//! Who may log in: a name, what it may do, and perhaps a user of the machine.

use crate::error::Error;
use crate::object::check_label;
use crate::role::Role;
use serde::{Deserialize, Serialize};

/// The most bytes of a name.
pub const MAX_NAME: usize = 64;

/// One who may log in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Its name, which no other has.
    pub name: String,
    /// What it may do.
    pub role: Role,
    /// The one user of this machine that may log in as it; everybody who reaches the token if there
    /// is none.
    pub uid: Option<u32>,
}

impl Identity {
    /// Demands a name that is one: of 1 to 64 bytes, printed, without blanks, commas and colons,
    /// which separate names where they are written. The name of a role is for that role alone.
    ///
    /// Errors: `IdentityInvalid`.
    pub fn check(&self) -> Result<(), Error> {
        let name = &self.name;
        check_name(name)?;
        match Role::from_name(name) {
            Ok(role) if role != self.role => {
                Err(Error::IdentityInvalid("the name of a role is for that role"))
            }
            _ => Ok(()),
        }
    }
}

/// An identity, and how its login is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityStatus {
    /// Who.
    pub identity: Identity,
    /// How many wrong PINs came in a row from one peer.
    pub wrong: u32,
    /// Whether it is locked for a peer.
    pub locked: bool,
}

/// Demands a name that is one. Errors: `IdentityInvalid`.
pub fn check_name(name: &str) -> Result<(), Error> {
    let separates = |c: char| c.is_whitespace() || matches!(c, ',' | ':');
    let whole = name.len() <= MAX_NAME && check_label(name).is_ok();
    if !whole || name.contains(separates) {
        let why = "a name has from 1 to 64 bytes of printed characters, no blank, comma, colon";
        return Err(Error::IdentityInvalid(why));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(name: &str, role: Role) -> Identity {
        Identity { name: name.to_owned(), role, uid: None }
    }

    /// Goal: names are told apart and can be written in a list. Method: the longest, those just
    /// outside, and the names of roles.
    #[test]
    fn names_are_looked_at() {
        let longest = "x".repeat(MAX_NAME);
        for name in ["a", "alice@example", "söphie", "operator", &longest] {
            assert_eq!(identity(name, Role::Operator).check(), Ok(()), "{name}");
        }
        let long = "x".repeat(MAX_NAME + 1);
        for name in ["", "a b", "a,b", "a:b", "a\u{200b}", "a\n", "officer", &long] {
            let said = identity(name, Role::Operator).check();
            assert!(matches!(said, Err(Error::IdentityInvalid(_))), "{name:?}");
        }
    }
}
