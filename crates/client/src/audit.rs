//! What the audit log tells, and what the officer sets of it.

use crate::error::Error;
use crate::peer::Peer;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// How uses of keys come into the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Uses {
    /// Counted: a row a minute for each who, key and mechanism.
    #[default]
    Minute,
    /// A row for each request and key, on the disk before the key is used.
    Each,
    /// Not at all.
    None,
}

impl Uses {
    /// Each, with its name.
    pub const ALL: [(Self, &str); 3] =
        [(Self::Minute, "minute"), (Self::Each, "each"), (Self::None, "none")];

    /// Its name, as the command takes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The way of a number, its place in the list.
    #[must_use]
    pub fn from_number(number: u8) -> Self {
        Self::ALL.get(usize::from(number)).map_or(Self::Minute, |row| row.0)
    }
}

impl FromStr for Uses {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|row| row.1 == name);
        found.map(|row| row.0).ok_or_else(|| "minute, each or none".to_owned())
    }
}

/// What the officer has set for the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct AuditSettings {
    /// How uses of keys come into it.
    pub uses: Uses,
    /// How many rows are kept at least, and not many more; all of them if it is 0.
    pub keep_rows: u64,
    /// For how many days rows are kept at least; for ever if it is 0.
    pub keep_days: u32,
}

/// What a row counts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// By what a key was used, or with which code something was refused.
    pub by: String,
    /// How often.
    pub times: u64,
    /// Since when: seconds since 1970.
    pub since: u64,
}

/// A row of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRow {
    /// Seconds since 1970, by the clock of the machine.
    pub time: u64,
    /// Who: a role, or nobody yet.
    pub actor: String,
    /// What was done.
    pub action: String,
    /// On which object or role.
    pub subject: String,
    /// The number of the change.
    pub sequence: u64,
    /// At whose end: nobody's in rows of earlier formats.
    pub peer: Option<Peer>,
    /// What the row counts, if it does: behind the bytes of all else.
    #[serde(skip)]
    pub count: Option<Count>,
}

/// A row as stores of format 1 have it.
#[derive(Deserialize)]
struct EarlierRow {
    time: u64,
    actor: String,
    action: String,
    subject: String,
    sequence: u64,
}

impl AuditRow {
    /// Reads a row of this format or of the first. Errors: `StoreCorrupt`.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let earlier = |row: EarlierRow| {
            let EarlierRow { time, actor, action, subject, sequence } = row;
            Self { time, actor, action, subject, sequence, peer: None, count: None }
        };
        let row = Self::read_counting(bytes).or_else(|| from_bytes(bytes).map(earlier));
        row.ok_or(Error::StoreCorrupt("a row of the audit log"))
    }

    fn read_counting(bytes: &[u8]) -> Option<Self> {
        let (row, rest): (Self, _) = postcard::take_from_bytes(bytes).ok()?;
        let count = if rest.is_empty() { None } else { Some(from_bytes(rest)?) };
        Some(Self { count, ..row })
    }

    /// Returns the bytes that a store keeps.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let count = self.count.as_ref().map(to_bytes);
        [to_bytes(self), count.unwrap_or_default()].concat()
    }
}

/// The binary form of rows.
fn to_bytes<T: Serialize>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("our own types have a binary form")
}

/// Reads all of `bytes`; nothing if there is anything wrong or left.
fn from_bytes<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(bytes).ok()?;
    rest.is_empty().then_some(value)
}
