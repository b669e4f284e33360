//! What must come out, said apart from the product: roles, lists, and which is looked at first.

use sealane_hsm::role::Role;

/// One who asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Who {
    pub name: Option<&'static str>,
    pub role: Option<Role>,
}

const fn who(name: &'static str, role: Role) -> Who {
    Who { name: Some(name), role: Some(role) }
}

/// Everybody: two of each role that uses keys, and one who has not logged in.
pub const PEOPLE: [Who; 7] = [
    who("officer", Role::Officer),
    who("alice", Role::User),
    who("bob", Role::User),
    who("oscar", Role::Operator),
    who("olive", Role::Operator),
    who("audrey", Role::Auditor),
    Who { name: None, role: None },
];

type List = Option<&'static [&'static str]>;

/// The lists of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Config {
    pub number: usize,
    pub users: List,
    pub viewers: List,
}

const USERS: [List; 5] =
    [None, Some(&[]), Some(&["alice"]), Some(&["role:operator"]), Some(&["bob", "oscar"])];
const VIEWERS: [List; 4] = [None, Some(&[]), Some(&["alice", "olive"]), Some(&["role:auditor"])];

/// Every pair of lists.
pub const CONFIGS: [Config; USERS.len() * VIEWERS.len()] = {
    let mut all = [Config { number: 0, users: None, viewers: None }; USERS.len() * VIEWERS.len()];
    let mut number = 0;
    while number < all.len() {
        let (users, viewers) = (USERS[number % USERS.len()], VIEWERS[number / USERS.len()]);
        all[number] = Config { number, users, viewers };
        number += 1;
    }
    all
};

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// To be told that it is there.
    See,
    Verify,
    Sign,
    Derive,
    Decrypt,
    WrapBy,
    UnwrapBy,
    UnwrapInClear,
    WrapOf,
    Export,
    ReadData,
    Delete,
    Modify,
    Permit,
}

impl Operation {
    pub const ALL: [Self; 14] = [
        Self::See,
        Self::Verify,
        Self::Sign,
        Self::Derive,
        Self::Decrypt,
        Self::WrapBy,
        Self::UnwrapBy,
        Self::UnwrapInClear,
        Self::WrapOf,
        Self::Export,
        Self::ReadData,
        Self::Delete,
        Self::Modify,
        Self::Permit,
    ];

    fn roles(self) -> &'static [Role] {
        match self {
            Self::See | Self::Verify => &Role::ALL,
            Self::Sign => &[Role::User, Role::Operator],
            _ => &[Role::User],
        }
    }

    /// Whether the key is looked at before the role.
    fn looks_at_key_first(self) -> bool {
        matches!(self, Self::Delete | Self::Modify | Self::Permit)
    }
}

impl Who {
    fn is_in(self, list: &[&str]) -> bool {
        let (Some(name), Some(role)) = (self.name, self.role) else { return false };
        list.iter().any(|it| *it == name || it.strip_prefix("role:") == Some(role.name()))
    }

    /// An officer, who may say anew whom a key is for, sees them all.
    pub fn sees(self, config: Config) -> bool {
        self.role == Some(Role::Officer) || self.is_told_of(config)
    }

    fn is_told_of(self, config: Config) -> bool {
        let listed = |list: List| list.is_some_and(|list| self.is_in(list));
        config.viewers.is_none() || listed(config.viewers) || listed(config.users)
    }

    fn uses(self, config: Config) -> bool {
        self.is_told_of(config) && config.users.is_none_or(|list| self.is_in(list))
    }

    /// Nothing, or the code of the error.
    pub fn outcome(self, operation: Operation, config: Config) -> Result<(), &'static str> {
        if matches!(operation, Operation::See | Operation::Verify) {
            return if self.sees(config) { Ok(()) } else { Err("KEY_UNKNOWN") };
        }
        let Some(role) = self.role else { return Err("NOT_LOGGED_IN") };
        if operation == Operation::Permit && role == Role::Officer {
            return Ok(());
        }
        let by_role = if operation.roles().contains(&role) { Ok(()) } else { Err("ROLE_DENIED") };
        let by_key = match (self.sees(config), self.uses(config)) {
            (_, true) => Ok(()),
            (true, false) => Err("KEY_DENIED"),
            (false, false) => Err("KEY_UNKNOWN"),
        };
        if operation.looks_at_key_first() { by_key.and(by_role) } else { by_role.and(by_key) }
    }
}
