//! Algorithms of every family, and their names.

use crate::ecc::Algorithm as Curve;
use crate::hash::Hash;
use crate::scheme::Scheme;
use core::fmt;
use der::asn1::ObjectIdentifier;

/// What a key is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// A curve, and what is done over it.
    Curve(Curve),
    /// RSA with a modulus of so many bits.
    Rsa {
        /// Bit length of the modulus.
        bits: usize,
    },
    /// DSA with primes of so many bits.
    Dsa {
        /// Bit length of `p`.
        bits: usize,
        /// Bit length of `q`.
        order_bits: usize,
    },
}

/// What RSA and DSA keys are made of by name. Keys of other lengths have names of the same form.
const MADE: [Algorithm; 7] = [
    Algorithm::Rsa { bits: 2048 },
    Algorithm::Rsa { bits: 3072 },
    Algorithm::Rsa { bits: 4096 },
    Algorithm::Rsa { bits: 8192 },
    Algorithm::Dsa { bits: 2048, order_bits: 224 },
    Algorithm::Dsa { bits: 2048, order_bits: 256 },
    Algorithm::Dsa { bits: 3072, order_bits: 256 },
];

/// Names of [`MADE`], in that order.
const NAMES: [&str; MADE.len()] =
    ["rsa2048", "rsa3072", "rsa4096", "rsa8192", "dsa2048-224", "dsa2048", "dsa3072"];

impl Algorithm {
    /// Every algorithm that fresh keys are made of.
    pub fn all() -> impl Iterator<Item = Self> {
        Curve::ALL.iter().map(|curve| Self::Curve(*curve)).chain(MADE)
    }

    /// Every name that [`from_name`](Self::from_name) takes, with further names of the same
    /// algorithm, object identifiers aside.
    pub fn all_names() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        let curves = Curve::ALL.iter().map(|curve| (curve.name(), curve.names()));
        curves.chain(NAMES.iter().map(|name| (*name, &[][..])))
    }

    /// The algorithm of that name, in capitals or not, that fresh keys are made of; for a curve
    /// also by its object identifier.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let place = NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        place.map(|i| MADE[i]).or_else(|| Curve::from_name(name).map(Self::Curve))
    }

    /// The identifier that key documents of this algorithm carry, without the numbers of DSA's
    /// domain parameters. RFC 5480, section 2; RFC 3279, section 2.3.
    #[must_use]
    pub fn identifier(&self) -> spki::AlgorithmIdentifier<ObjectIdentifier> {
        let of = |oid| spki::AlgorithmIdentifier { oid, parameters: None };
        match self {
            Self::Curve(curve) => curve.identifier(),
            Self::Rsa { .. } => of(crate::rsa::documents::pss::RSA),
            Self::Dsa { .. } => of(crate::dsa::documents::DSA),
        }
    }

    /// Whether keys of it sign.
    #[must_use]
    pub fn signs(&self) -> bool {
        self.usual_scheme().is_some()
    }

    /// The scheme that signatures use when none is named: PKCS#1 v1.5 for RSA, with SHA-256 where
    /// there is a choice; ECDSA with the hash of its curve. `None` for keys that do not sign.
    #[must_use]
    pub fn usual_scheme(&self) -> Option<Scheme> {
        match *self {
            Self::Curve(curve) => curve.usual_scheme().map(Scheme::from),
            Self::Rsa { .. } => Some(Scheme::RsaPkcs1(Hash::Sha256)),
            Self::Dsa { bits, .. } => (bits >= 2048).then_some(Scheme::Dsa(Hash::Sha256)),
        }
    }

    /// The hash of that scheme; `None` also where the scheme has one of its own.
    #[must_use]
    pub fn usual_hash(&self) -> Option<Hash> {
        self.usual_scheme()?.hash()
    }

    /// The algorithm over a curve; `None` for RSA and DSA.
    #[must_use]
    pub fn curve(&self) -> Option<Curve> {
        if let Self::Curve(curve) = self { Some(*curve) } else { None }
    }
}

impl Scheme {
    /// The scheme that signatures of `algorithm` use when none is named: see
    /// [`Algorithm::usual_scheme`].
    #[must_use]
    pub fn usual(algorithm: Algorithm) -> Option<Self> {
        algorithm.usual_scheme()
    }
}

impl From<Curve> for Algorithm {
    fn from(curve: Curve) -> Self {
        Self::Curve(curve)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(i) = MADE.iter().position(|made| made == self) {
            return f.pad(NAMES[i]);
        }
        match self {
            Self::Curve(curve) => curve.fmt(f),
            Self::Rsa { bits } => write!(f, "rsa{bits}"),
            Self::Dsa { bits, order_bits } => write!(f, "dsa{bits}-{order_bits}"),
        }
    }
}
