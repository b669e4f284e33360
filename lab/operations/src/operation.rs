//! The list: algorithms, what can be done with their keys, and the names of both.

use sealane::Algorithm;
use std::fmt;

/// What is done with a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// A fresh key pair is made.
    Keygen,
    /// A signature is made.
    Sign,
    /// A signature is verified.
    Verify,
    /// A secret is agreed upon with a peer.
    Derive,
    /// A message is decrypted.
    Decrypt,
}

impl Action {
    /// Every action.
    pub const ALL: [Self; 5] =
        [Self::Keygen, Self::Sign, Self::Verify, Self::Derive, Self::Decrypt];

    /// The name in every table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Keygen => "keygen",
            Self::Sign => "sign",
            Self::Verify => "verify",
            Self::Derive => "derive",
            Self::Decrypt => "decrypt",
        }
    }

    /// The action of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Whether keys of the algorithm have the action. Of a family without a row here, none has.
    #[must_use]
    pub fn is_of(self, algorithm: Algorithm) -> bool {
        match (self, algorithm) {
            (Self::Keygen, Algorithm::Curve(_) | Algorithm::Rsa { .. } | Algorithm::Dsa { .. }) => {
                true
            }
            (Self::Keygen | Self::Sign | Self::Verify, Algorithm::MlDsa(_)) => true,
            (Self::Sign | Self::Verify, Algorithm::Curve(curve)) => curve.signs(),
            (Self::Derive, Algorithm::Curve(curve)) => curve.derives(),
            (Self::Sign | Self::Verify, Algorithm::Rsa { .. } | Algorithm::Dsa { .. })
            | (Self::Decrypt, Algorithm::Rsa { .. }) => true,
            _ => false,
        }
    }

    /// The actions that keys of the algorithm have, in the order of tables.
    pub fn of(algorithm: Algorithm) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |action| action.is_of(algorithm))
    }
}

/// How one operation is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As users have it: the result is a value, or the bytes of a document.
    Owned,
    /// Into a buffer of the caller: [`sealane::raw`], over curves.
    Into,
}

/// A row of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Operation {
    /// What the key is of.
    pub algorithm: Algorithm,
    /// What is done with it.
    pub action: Action,
}

impl Operation {
    /// Every operation of every algorithm that fresh keys are made of.
    pub fn all() -> impl Iterator<Item = Self> {
        Algorithm::all().flat_map(Self::of)
    }

    /// The operations of one algorithm.
    pub fn of(algorithm: Algorithm) -> impl Iterator<Item = Self> {
        Action::of(algorithm).map(move |action| Self { algorithm, action })
    }

    /// The algorithm as tables of speed name it, with the scheme where a key has several uses:
    /// `ecdsa-p256`, `ecdh-p256`, `ed25519`, `rsa-2048`.
    #[must_use]
    pub fn title(&self) -> String {
        match self.algorithm {
            Algorithm::Curve(curve) if curve.signs() && curve.derives() => {
                let scheme = if self.action == Action::Derive { "ecdh" } else { "ecdsa" };
                format!("{scheme}-{curve}")
            }
            Algorithm::Rsa { bits } => format!("rsa-{bits}"),
            Algorithm::Dsa { bits, order_bits: 256 } => format!("dsa-{bits}"),
            Algorithm::Dsa { bits, order_bits } => format!("dsa-{bits}-{order_bits}"),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.algorithm, self.action.name())
    }
}

impl fmt::Debug for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Goal: no algorithm that keys can be made of is without operations, keygen among them, and no
    /// operation stands there twice. A family without a row in [`Action::is_of`] fails here.
    #[test]
    fn every_algorithm_has_its_operations() {
        let all: Vec<Operation> = Operation::all().collect();
        for algorithm in Algorithm::all() {
            let has = |action| all.contains(&Operation { algorithm, action });
            assert!(has(Action::Keygen), "{algorithm} has no row in the catalogue");
            assert_eq!(has(Action::Sign), algorithm.signs(), "{algorithm}");
            assert_eq!(has(Action::Verify), algorithm.signs(), "{algorithm}");
            let derives = algorithm.curve().is_some_and(|curve| curve.derives());
            assert_eq!(has(Action::Derive), derives, "{algorithm}");
        }
        let titles: HashSet<_> = all.iter().map(|it| (it.title(), it.action)).collect();
        assert_eq!(titles.len(), all.len());
    }

    #[test]
    fn names_are_as_tables_have_them() {
        let named = |name: &str, action| {
            let algorithm = Algorithm::from_name(name).expect("an algorithm");
            Operation { algorithm, action }
        };
        assert_eq!(named("p256", Action::Sign).title(), "ecdsa-p256");
        assert_eq!(named("p256", Action::Derive).title(), "ecdh-p256");
        assert_eq!(named("x448", Action::Keygen).title(), "x448");
        assert_eq!(named("dsa2048", Action::Sign).title(), "dsa-2048");
        assert_eq!(named("mldsa65", Action::Sign).title(), "mldsa65");
        assert_eq!(named("rsa3072", Action::Decrypt).to_string(), "rsa3072 decrypt");
        assert!(Action::ALL.iter().all(|it| Action::from_name(it.name()) == Some(*it)));
    }
}
