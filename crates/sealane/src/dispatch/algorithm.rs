//! Algorithms of every family, and their names.

use super::scheme::Scheme;
use crate::ecc::Algorithm as Curve;
use crate::encode::signature::max_der_bytes;
use crate::hash::Hash;
#[cfg(feature = "mldsa")]
use crate::mldsa::ParameterSet;
use core::fmt;
use der::asn1::ObjectIdentifier;

/// What a key is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// A curve, and what is done over it.
    Curve(Curve),
    /// RSA with a modulus of so many bits.
    #[cfg(feature = "rsa")]
    Rsa {
        /// Bit length of the modulus.
        bits: usize,
    },
    /// DSA with primes of so many bits.
    #[cfg(feature = "dsa")]
    Dsa {
        /// Bit length of `p`.
        bits: usize,
        /// Bit length of `q`.
        order_bits: usize,
    },
    /// ML-DSA.
    #[cfg(feature = "mldsa")]
    MlDsa(ParameterSet),
}

/// What keys of RSA, DSA and ML-DSA are made of by name. RSA and DSA keys of other lengths have
/// names of the same form.
const MADE: &[(&str, Algorithm)] = &[
    #[cfg(feature = "rsa")]
    ("rsa2048", Algorithm::Rsa { bits: 2048 }),
    #[cfg(feature = "rsa")]
    ("rsa3072", Algorithm::Rsa { bits: 3072 }),
    #[cfg(feature = "rsa")]
    ("rsa4096", Algorithm::Rsa { bits: 4096 }),
    #[cfg(feature = "rsa")]
    ("rsa8192", Algorithm::Rsa { bits: 8192 }),
    #[cfg(feature = "dsa")]
    ("dsa2048-224", Algorithm::Dsa { bits: 2048, order_bits: 224 }),
    #[cfg(feature = "dsa")]
    ("dsa2048", Algorithm::Dsa { bits: 2048, order_bits: 256 }),
    #[cfg(feature = "dsa")]
    ("dsa3072", Algorithm::Dsa { bits: 3072, order_bits: 256 }),
    #[cfg(feature = "mldsa")]
    ("mldsa44", Algorithm::MlDsa(ParameterSet::MlDsa44)),
    #[cfg(feature = "mldsa")]
    ("mldsa65", Algorithm::MlDsa(ParameterSet::MlDsa65)),
    #[cfg(feature = "mldsa")]
    ("mldsa87", Algorithm::MlDsa(ParameterSet::MlDsa87)),
];

impl Algorithm {
    /// Every algorithm that fresh keys are made of.
    pub fn all() -> impl Iterator<Item = Self> {
        Curve::ALL.iter().map(|curve| Self::Curve(*curve)).chain(MADE.iter().map(|made| made.1))
    }

    /// Every name that [`from_name`](Self::from_name) takes, with further names of the same
    /// algorithm, object identifiers aside.
    pub fn all_names() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        let curves = Curve::ALL.iter().map(|curve| (curve.name(), curve.names()));
        curves.chain(MADE.iter().map(|(name, _)| (*name, &[][..])))
    }

    /// The algorithm of that name, in capitals or not, that fresh keys are made of; for a curve
    /// also by its object identifier.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let made = MADE.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        made.map(|made| made.1).or_else(|| Curve::from_name(name).map(Self::Curve))
    }

    /// The identifier that key documents of this algorithm carry, without the numbers of DSA's
    /// domain parameters. RFC 5480, section 2; RFC 3279, section 2.3; RFC 9881.
    #[must_use]
    pub fn identifier(&self) -> spki::AlgorithmIdentifier<ObjectIdentifier> {
        match self {
            Self::Curve(curve) => curve.identifier(),
            #[cfg(feature = "rsa")]
            Self::Rsa { .. } => plain(crate::rsa::documents::pss::RSA),
            #[cfg(feature = "dsa")]
            Self::Dsa { .. } => plain(crate::dsa::documents::DSA),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(set) => plain(set.oid()),
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
            #[cfg(feature = "rsa")]
            Self::Rsa { .. } => Some(Scheme::RsaPkcs1(Hash::Sha256)),
            #[cfg(feature = "dsa")]
            Self::Dsa { bits, .. } => (bits >= 2048).then_some(Scheme::Dsa(Hash::Sha256)),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(_) => Some(Scheme::PURE_MLDSA),
        }
    }

    /// The hash of that scheme; `None` also where the scheme has one of its own.
    #[must_use]
    pub fn usual_hash(&self) -> Option<Hash> {
        self.usual_scheme()?.hash()
    }

    /// The most bytes of a signature by keys of it. All signatures but those in DER have as many.
    #[must_use]
    pub fn max_signature_bytes(&self, scheme: &Scheme) -> usize {
        if let Some(width) = self.integer_bytes(scheme) {
            return max_der_bytes(width);
        }
        match *self {
            Self::Curve(curve) => 2 * curve.order_bytes(),
            #[cfg(feature = "rsa")]
            Self::Rsa { bits } => bits.div_ceil(8),
            #[cfg(feature = "dsa")]
            Self::Dsa { order_bits, .. } => 2 * order_bits.div_ceil(8),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(set) => set.signature_bytes(),
        }
    }

    /// The bytes of each of the two integers that a signature is in DER, at full width; `None`
    /// where the scheme has no DER.
    #[must_use]
    pub fn integer_bytes(&self, scheme: &Scheme) -> Option<usize> {
        match (*self, scheme) {
            (Self::Curve(curve), Scheme::Ecdsa(_)) => Some(curve.order_bytes()),
            #[cfg(feature = "dsa")]
            (Self::Dsa { order_bits, .. }, Scheme::Dsa(_)) => Some(order_bits.div_ceil(8)),
            _ => None,
        }
    }

    /// The algorithm over a curve; `None` for other families.
    #[must_use]
    pub fn curve(&self) -> Option<Curve> {
        match self {
            Self::Curve(curve) => Some(*curve),
            #[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
            _ => None,
        }
    }

    /// The parameter set of ML-DSA; `None` for other families.
    #[cfg(feature = "mldsa")]
    pub(crate) fn mldsa(&self) -> Option<ParameterSet> {
        match self {
            Self::MlDsa(set) => Some(*set),
            _ => None,
        }
    }
}

/// An identifier without parameters.
#[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
fn plain(oid: ObjectIdentifier) -> spki::AlgorithmIdentifier<ObjectIdentifier> {
    spki::AlgorithmIdentifier { oid, parameters: None }
}

impl From<Curve> for Algorithm {
    fn from(curve: Curve) -> Self {
        Self::Curve(curve)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = MADE.iter().find(|made| made.1 == *self) {
            return f.pad(name);
        }
        match self {
            Self::Curve(curve) => curve.fmt(f),
            #[cfg(feature = "rsa")]
            Self::Rsa { bits } => write!(f, "rsa{bits}"),
            #[cfg(feature = "dsa")]
            Self::Dsa { bits, order_bits } => write!(f, "dsa{bits}-{order_bits}"),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(set) => set.fmt(f),
        }
    }
}
