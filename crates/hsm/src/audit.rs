//! What the audit log tells of uses and refusals, and how much of it is kept.
//!
//! Changes and logins have a row each. Uses of keys are too many for that: they are counted in
//! memory, and each minute has a row for each who, key and mechanism. Refusals, which strangers can
//! cause again and again, are counted the same way, and there is a bound on how many different ones
//! are told apart.

use crate::error::Error;
use crate::object::{Id, Mechanism};
use crate::peer::Peer;
use std::collections::HashMap;
use std::sync::Arc;

pub use sealane_client::audit::{AuditSettings, Count, Uses};

/// Uses of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Use {
    /// Which identity.
    pub(crate) who: Arc<str>,
    pub(crate) peer: Peer,
    pub(crate) key: Id,
    pub(crate) mechanism: Mechanism,
}

/// Refusals of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Refused {
    /// Whose session; nobody's before a login.
    pub(crate) who: Option<Arc<str>>,
    pub(crate) peer: Peer,
    /// What was asked for, and of what.
    pub(crate) what: String,
    pub(crate) code: String,
}

/// Refusals that are told apart between two times of writing; all others are counted together.
const MAX_REFUSED: usize = 64;

/// What was counted since it was last written.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// Below zero for a moment, where one is taken back that was written already.
    uses: HashMap<Use, i64>,
    refused: HashMap<Refused, u64>,
    others: u64,
    /// Since when: seconds since 1970.
    since: u64,
}

/// A row to be: who, what, of what, how often.
pub(crate) struct Counted {
    pub(crate) who: Option<Arc<str>>,
    pub(crate) peer: Option<Peer>,
    pub(crate) action: &'static str,
    pub(crate) subject: String,
    pub(crate) count: Count,
}

impl Tally {
    /// An empty one, from now on.
    pub(crate) fn since(now: u64) -> Self {
        Self { since: now, ..Self::default() }
    }

    pub(crate) fn add(&mut self, uses: impl IntoIterator<Item = (Use, i64)>) {
        for (of, times) in uses {
            *self.uses.entry(of).or_default() += times;
        }
    }

    pub(crate) fn refuse(&mut self, refused: Refused) {
        if self.refused.len() >= MAX_REFUSED && !self.refused.contains_key(&refused) {
            self.others += 1;
        } else {
            *self.refused.entry(refused).or_default() += 1;
        }
    }

    /// Whether another minute has begun since.
    pub(crate) fn is_due(&self, now: u64) -> bool {
        now / 60 != self.since / 60
    }

    /// Takes back what could not be written.
    pub(crate) fn put_back(&mut self, earlier: Self) {
        self.add(earlier.uses);
        for (refused, times) in earlier.refused {
            *self.refused.entry(refused).or_default() += times;
        }
        self.others += earlier.others;
        self.since = earlier.since;
    }

    /// The rows of it, in an order that is always the same.
    pub(crate) fn rows(&self) -> Vec<Counted> {
        let count = |by: &str, times| Count { by: by.to_owned(), times, since: self.since };
        let uses = self.uses.iter().filter(|(_, times)| **times > 0).map(|(of, times)| Counted {
            who: Some(of.who.clone()),
            peer: Some(of.peer),
            action: "use",
            subject: of.key.to_string(),
            count: count(of.mechanism.name(), *times as u64),
        });
        let refused = self.refused.iter().map(|(of, times)| Counted {
            who: of.who.clone(),
            peer: Some(of.peer),
            action: "refused",
            subject: of.what.clone(),
            count: count(&of.code, *times),
        });
        let others = (self.others > 0).then(|| Counted {
            who: None,
            peer: None,
            action: "refused",
            subject: "others".to_owned(),
            count: count("", self.others),
        });
        let mut rows: Vec<Counted> = uses.chain(refused).collect();
        rows.sort_by(|a, b| {
            (a.peer, &a.who).cmp(&(b.peer, &b.who)).then_with(|| {
                (a.action, &a.subject, &a.count.by).cmp(&(b.action, &b.subject, &b.count.by))
            })
        });
        rows.extend(others);
        rows
    }
}

/// Whether a refusal says that somebody wanted what is not theirs; all else is told to the caller
/// alone.
pub(crate) fn is_noted(error: &Error) -> bool {
    matches!(
        error,
        Error::RoleDenied
            | Error::KeyUnknown
            | Error::KeyDenied
            | Error::KeyType
            | Error::UsageDenied
            | Error::KeyNotExportable
            | Error::AttributeSensitive
            | Error::AttributeReadOnly
            | Error::PinDelayed { .. }
            | Error::PinLocked
            | Error::PinUnset
            | Error::RecoveryWrong
            | Error::Permission(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(what: &str) -> Refused {
        let (who, peer) = (Some("operator".into()), Peer::Uid(7));
        Refused { who, peer, what: what.to_owned(), code: "ROLE_DENIED".to_owned() }
    }

    /// Goal: what is counted has one row of its kind; what was taken back has none; what could not
    /// be written is counted on.
    #[test]
    fn kinds_have_a_row() {
        let of = |mechanism| {
            let (who, peer, key) = ("user".into(), Peer::Uid(7), Id([9; 16]));
            Use { who, peer, key, mechanism }
        };
        let mut tally = Tally::since(600);
        tally.add([(of(Mechanism::Ecdsa), 3), (of(Mechanism::Agree), 2)]);
        tally.add([(of(Mechanism::Ecdsa), 4), (of(Mechanism::Agree), -2)]);
        tally.refuse(refused("one"));
        tally.refuse(refused("one"));
        let said = |tally: &Tally| {
            let one = |row: Counted| format!("{} {} {}", row.action, row.count.by, row.count.times);
            tally.rows().into_iter().map(one).collect::<Vec<_>>()
        };
        // The operator comes before the user.
        assert_eq!(said(&tally), ["refused ROLE_DENIED 2", "use ecdsa 7"]);
        let mut later = Tally::since(700);
        later.add([(of(Mechanism::Ecdsa), 1)]);
        later.put_back(tally);
        assert_eq!(said(&later), ["refused ROLE_DENIED 2", "use ecdsa 8"]);
        assert!(later.rows().iter().all(|row| row.count.since == 600));
        assert!(later.is_due(660) && !later.is_due(659));
    }

    /// Goal: what is wrong with a request is told to its caller, and is not noted.
    #[test]
    fn mistakes_are_not_noted() {
        for error in [Error::KeyUnknown, Error::PinLocked, Error::PinDelayed { seconds: 1 }] {
            assert!(is_noted(&error), "{error}");
        }
        for error in [Error::WrapLength, Error::WrapInvalid, Error::MasterUnset] {
            assert!(!is_noted(&error), "{error}");
        }
    }

    /// Goal: refusals have an end, whatever strangers think of; the rest is counted.
    #[test]
    fn refusals_are_bounded() {
        let mut tally = Tally::since(0);
        (0..10_000).for_each(|n| tally.refuse(refused(&format!("key {n}"))));
        tally.refuse(refused("key 0"));
        let rows = tally.rows();
        assert_eq!(rows.len(), MAX_REFUSED + 1);
        let times: u64 = rows.iter().map(|row| row.count.times).sum();
        assert_eq!(times, 10_001);
        assert_eq!(rows.last().unwrap().subject, "others");
        // The first that has no row of its own has one of the others.
        let mut full = Tally::since(0);
        (0..=MAX_REFUSED).for_each(|n| full.refuse(refused(&format!("key {n}"))));
        assert_eq!(full.rows().len(), MAX_REFUSED + 1);
        let mut later = Tally::since(1);
        (0..10_000).for_each(|n| later.refuse(refused(&format!("key {n}"))));
        later.put_back(tally);
        let times: u64 = later.rows().iter().map(|row| row.count.times).sum();
        assert_eq!(times, 20_001);
    }
}
