//! Who may use a key, and who may see that it is there.
//!
//! A list narrows what roles may, and widens nothing: an operator who is named signs, and no more.
//! Where there is no list, all may whose role may. Who may use a key sees it.

use crate::error::Error;
use crate::identity::{Identity, check_name};
use crate::role::Role;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The most that one list names.
pub const MAX_NAMED: usize = 64;

/// One that a list names: all identities of a role, or one. Its text is `role:NAME`, or the name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grantee {
    /// All of a role.
    Role(Role),
    /// One identity.
    Identity(String),
}

impl Grantee {
    fn is(&self, name: &str, role: Role) -> bool {
        match self {
            Self::Role(named) => *named == role,
            Self::Identity(named) => named == name,
        }
    }
}

impl fmt::Display for Grantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Role(role) => write!(f, "role:{}", role.name()),
            Self::Identity(name) => f.write_str(name),
        }
    }
}

impl FromStr for Grantee {
    type Err = Error;

    /// Errors: `IdentityInvalid`; `RoleDenied` for a role that there is not.
    fn from_str(text: &str) -> Result<Self, Error> {
        if let Some(role) = text.strip_prefix("role:") {
            return Ok(Self::Role(Role::from_name(role)?));
        }
        check_name(text)?;
        Ok(Self::Identity(text.to_owned()))
    }
}

/// Who may do what with one object.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Permissions {
    /// Who alone may use, change and remove it.
    pub users: Option<Vec<Grantee>>,
    /// Who else may see it, and nobody but these.
    pub viewers: Option<Vec<Grantee>>,
}

impl Permissions {
    /// Whether all may whose role may.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.users.is_none() && self.viewers.is_none()
    }

    /// Whether an identity of a role may use the object, as far as that depends on the object.
    #[must_use]
    pub fn may_use(&self, name: &str, role: Role) -> bool {
        match &self.users {
            Some(named) => named.iter().any(|it| it.is(name, role)),
            None => self.may_see(Some((name, role))),
        }
    }

    /// Whether somebody may see it: an identity of a role, or one who has not logged in.
    #[must_use]
    pub fn may_see(&self, viewer: Option<(&str, Role)>) -> bool {
        let Some(viewers) = &self.viewers else { return true };
        let users = self.users.iter().flatten();
        viewer.is_some_and(|(name, role)| viewers.iter().chain(users).any(|it| it.is(name, role)))
    }

    /// Takes an identity out that is there no more; a list stays one, if it names nobody any more.
    pub fn forget(&mut self, name: &str) {
        let stays = |it: &Grantee| !matches!(it, Grantee::Identity(named) if named == name);
        for list in [&mut self.users, &mut self.viewers].into_iter().flatten() {
            list.retain(stays);
        }
    }

    /// The identities that it names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let all = self.users.iter().chain(&self.viewers).flatten();
        all.filter_map(|it| match it {
            Grantee::Identity(name) => Some(&name[..]),
            Grantee::Role(_) => None,
        })
    }

    /// Demands lists that are bounded, of names that are some. Errors: `IdentityInvalid`.
    pub fn check(&self) -> Result<(), Error> {
        let lists = self.users.iter().chain(&self.viewers);
        if lists.into_iter().any(|list| list.len() > MAX_NAMED) {
            return Err(Error::IdentityInvalid("a list of permissions names at most 64"));
        }
        self.names().try_for_each(check_name)
    }
}

impl From<&Identity> for Grantee {
    fn from(identity: &Identity) -> Self {
        Self::Identity(identity.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> Option<Vec<Grantee>> {
        Some(names.iter().map(|name| name.parse().unwrap()).collect())
    }

    /// Goal: each list says what it says. Method: all pairs of some lists, and who is in which.
    #[test]
    fn lists_narrow() {
        let who = [("alice", Role::User), ("bob", Role::Operator)];
        let lists = [None, list(&[]), list(&["alice"]), list(&["role:operator"])];
        let has = |list: &Option<Vec<Grantee>>, at: usize| match list {
            None => true,
            Some(named) => named.iter().any(|it| it.to_string() == ["alice", "role:operator"][at]),
        };
        for users in &lists {
            for viewers in &lists {
                let it = Permissions { users: users.clone(), viewers: viewers.clone() };
                assert_eq!(it.may_see(None), viewers.is_none());
                for (at, (name, role)) in who.into_iter().enumerate() {
                    let sees = has(viewers, at) || (users.is_some() && has(users, at));
                    assert_eq!(it.may_see(Some((name, role))), sees, "{it:?} {name}");
                    assert_eq!(it.may_use(name, role), sees && has(users, at), "{it:?} {name}");
                }
            }
        }
    }

    /// Goal: who is forgotten opens nothing by that. Method: the only one of a list.
    #[test]
    fn a_list_of_nobody_stays() {
        let (users, viewers) = (list(&["alice"]), list(&["alice", "bob"]));
        let mut it = Permissions { users, viewers };
        it.forget("alice");
        assert_eq!(
            (it.users.as_deref(), it.names().collect::<Vec<_>>()),
            (Some(&[][..]), vec!["bob"])
        );
        assert!(!it.may_use("alice", Role::User) && it.may_see(Some(("bob", Role::User))));
    }

    /// Goal: texts are read as they are written, and near misses are refused.
    #[test]
    fn grantees_have_a_text() {
        for text in ["alice", "role:user", "user"] {
            assert_eq!(text.parse::<Grantee>().unwrap().to_string(), text);
        }
        for text in ["", "role:", "role:root", "a:b", "a b"] {
            assert!(text.parse::<Grantee>().is_err(), "{text}");
        }
        let many = |n| Permissions {
            users: Some(vec![Grantee::Role(Role::User); n]),
            ..Default::default()
        };
        assert!(many(MAX_NAMED).check().is_ok() && many(MAX_NAMED + 1).check().is_err());
        let odd =
            Permissions { users: Some(vec![Grantee::Identity(String::new())]), viewers: None };
        assert!(odd.check().is_err());
    }
}
