//! The table of algorithms: names, object identifiers and sizes, one row each.

pub use crate::ecc::generated::Algorithm;
use crate::ecc::generated::{ROWS, running};
use crate::ecc::ops::Ops;
use crate::ecc::scheme::Scheme;
use crate::hash::Hash;
use crate::names::is_named;
pub use crate::names::{MAX_FIELD_BYTES, MAX_ORDER_BYTES};
use alloc::string::ToString;
use core::fmt;
use der::asn1::ObjectIdentifier;

/// The three kinds of keys: what their points are and how documents hold them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "edwards-curves"), expect(dead_code, reason = "a kind without curves"))]
pub(crate) enum Kind {
    /// Points of a short Weierstrass curve, integers big-endian. SEC 1.
    Weierstrass,
    /// Points of an Edwards curve, all little-endian; signatures only. RFC 8032.
    Edwards,
    /// Its partner in Montgomery's form, all little-endian; key agreement only. RFC 7748.
    Montgomery,
}

/// What the rest of the crate knows of an algorithm without doing arithmetic.
pub(crate) struct Row {
    pub(crate) algorithm: Algorithm,
    pub(crate) name: &'static str,
    /// Other names in use, as their documents spell them.
    pub(crate) names: &'static [&'static str],
    pub(crate) kind: Kind,
    /// The algorithm over the same curve that does what this one does not.
    pub(crate) partner: Option<Algorithm>,
    /// `algorithm` of an `AlgorithmIdentifier`.
    pub(crate) key_oid: ObjectIdentifier,
    /// `parameters` of an `AlgorithmIdentifier`, where there are any.
    pub(crate) curve_oid: Option<ObjectIdentifier>,
    pub(crate) field_bytes: usize,
    pub(crate) order_bytes: usize,
    pub(crate) usual_scheme: Option<Scheme<'static>>,
    pub(crate) fixed_hash: Option<Hash>,
}

// A row out of place would answer for another algorithm; one too wide would not fit the buffers.
const _: () = {
    let mut i = 0;
    while i < ROWS.len() {
        assert!(ROWS[i].algorithm as usize == i);
        assert!(ROWS[i].field_bytes <= MAX_FIELD_BYTES && ROWS[i].order_bytes <= MAX_ORDER_BYTES);
        i += 1;
    }
};

impl Algorithm {
    /// Every algorithm of the library.
    pub const ALL: &'static [Self] = &{
        let mut all = [ROWS[0].algorithm; ROWS.len()];
        let mut i = 0;
        while i < ROWS.len() {
            all[i] = ROWS[i].algorithm;
            i += 1;
        }
        all
    };

    /// The operations, on the machine that runs: the one place where a name meets its types.
    pub(crate) fn ops(self) -> &'static dyn Ops {
        running(self)
    }

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name of the algorithm, as the command line prints it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Other names that [`from_name`](Self::from_name) takes.
    pub fn names(self) -> &'static [&'static str] {
        self.row().names
    }

    /// The algorithm of that name, in capitals or not, or of the object identifier that tells its
    /// keys from all others, in numbers and dots.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = Self::ALL.iter().copied().find(|a| is_named(name, a.name(), a.names()));
        named.or_else(|| {
            // The parser takes numbers with leading zeros.
            let oid = ObjectIdentifier::new(name).ok().filter(|oid| oid.to_string() == name)?;
            Self::from_curve_oid(oid).or_else(|| Self::from_key_oid(oid))
        })
    }

    /// Whether keys of this algorithm sign.
    pub fn signs(self) -> bool {
        self.usual_scheme().is_some()
    }

    /// Whether keys of this algorithm derive shared secrets.
    pub fn derives(self) -> bool {
        self.row().kind != Kind::Edwards
    }

    /// The algorithm over the same curve for what keys of this one do not do, if there is one:
    /// X25519 for Ed25519, and the reverse.
    pub fn partner(self) -> Option<Self> {
        self.row().partner
    }

    pub(crate) fn kind(self) -> Kind {
        self.row().kind
    }

    /// Bytes of a coordinate, of the public key of an algorithm that has no coordinates in its
    /// documents, and of a shared secret.
    pub fn field_bytes(self) -> usize {
        self.row().field_bytes
    }

    /// Bytes of a private key and of each half of a signature: those of the group order, or what
    /// RFC 8032 and RFC 7748 say.
    pub fn order_bytes(self) -> usize {
        self.row().order_bytes
    }

    /// The scheme that signatures of this algorithm use when none is named; `None` for keys that do
    /// not sign.
    pub fn usual_scheme(self) -> Option<Scheme<'static>> {
        self.row().usual_scheme
    }

    /// The hash of prehashed messages, where the algorithm leaves no choice: Ed25519ph, Ed448ph.
    pub fn fixed_hash(self) -> Option<Hash> {
        self.row().fixed_hash
    }

    /// The identifier that key documents of this algorithm carry. RFC 5480, section 2.
    pub fn identifier(self) -> spki::AlgorithmIdentifier<ObjectIdentifier> {
        crate::ecc::documents::identifier_of(self)
    }

    /// The `algorithm` of a key's `AlgorithmIdentifier`.
    pub(crate) fn key_oid(self) -> ObjectIdentifier {
        self.row().key_oid
    }

    /// The `parameters` of a key's `AlgorithmIdentifier`, where there are any.
    pub(crate) fn curve_oid(self) -> Option<ObjectIdentifier> {
        self.row().curve_oid
    }

    /// Whether some algorithm of ours has keys of this kind, whatever the curve.
    pub(crate) fn knows_key_oid(oid: ObjectIdentifier) -> bool {
        Self::ALL.iter().any(|a| a.key_oid() == oid)
    }

    /// The algorithm over the curve of that identifier.
    pub(crate) fn from_curve_oid(oid: ObjectIdentifier) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.curve_oid() == Some(oid))
    }

    /// The algorithm that the identifier of a key says alone, without parameters.
    pub(crate) fn from_key_oid(oid: ObjectIdentifier) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.curve_oid().is_none() && a.key_oid() == oid)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::EC_PUBLIC_KEY;
    use alloc::vec::Vec;

    /// Goal: each name means one row. Method: all names of all rows, there and back, all pairs.
    #[test]
    fn names_are_unique_and_lead_back() {
        let mut seen: Vec<&str> = Vec::new();
        for &algorithm in Algorithm::ALL {
            for &name in algorithm.names().iter().chain([&algorithm.name()]) {
                assert_eq!(Algorithm::from_name(name), Some(algorithm));
                assert_eq!(Algorithm::from_name(&name.to_uppercase()), Some(algorithm));
                assert!(!seen.iter().any(|s| s.eq_ignore_ascii_case(name)), "{name} twice");
                seen.push(name);
            }
        }
        for wrong in ["", "p", "p25", "p2566", " p256", "p256 ", "p385", "P_256", "ed25518"] {
            assert_eq!(Algorithm::from_name(wrong), None, "{wrong:?}");
        }
        for other in ["1.2.840.10045.2.1", "1.2.840.10045.3.1.07", "1.3.101.112 ", "1.3.101", "."] {
            assert_eq!(Algorithm::from_name(other), None, "{other:?}");
        }
    }

    /// Goal: an identifier means one row. Method: there and back, and one neighbour outside.
    #[test]
    fn identifiers_are_unique_and_lead_back() {
        for (i, &algorithm) in Algorithm::ALL.iter().enumerate() {
            let found = match algorithm.curve_oid() {
                Some(curve) => Algorithm::from_curve_oid(curve),
                None => Algorithm::from_key_oid(algorithm.key_oid()),
            };
            assert_eq!(found, Some(algorithm));
            let numbers = algorithm.curve_oid().unwrap_or(algorithm.key_oid()).to_string();
            assert_eq!(Algorithm::from_name(&numbers), Some(algorithm));
            assert!(Algorithm::knows_key_oid(algorithm.key_oid()));
            let pair = |a: &Algorithm| (a.key_oid(), a.curve_oid());
            assert!(Algorithm::ALL[..i].iter().all(|b| pair(b) != pair(&algorithm)));
        }
        let prime239v3 = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.6");
        assert_eq!(Algorithm::from_curve_oid(prime239v3), None);
        assert!(!Algorithm::knows_key_oid(prime239v3));
        assert_eq!(Algorithm::from_key_oid(EC_PUBLIC_KEY), None, "a curve must be named");
    }

    /// Goal: every algorithm does something, and what one cannot do its partner can.
    #[test]
    fn partners_complete_each_other() {
        let does = |a: Algorithm| [a.signs(), a.derives()];
        for &algorithm in Algorithm::ALL {
            let Some(partner) = algorithm.partner() else {
                assert_eq!(does(algorithm), [true, true], "{algorithm}");
                continue;
            };
            assert_eq!(partner.partner(), Some(algorithm));
            assert_eq!(does(partner), does(algorithm).map(|can| !can), "{algorithm}");
        }
    }
}
