//! The table of algorithms: names, object identifiers and sizes, one row each.

pub use crate::generated::Algorithm;
use crate::generated::ROWS;
use crate::hash::Hash;
use crate::ops::Ops;
use core::fmt;
use der::asn1::ObjectIdentifier;

/// The most bytes a coordinate of any row has (P-521).
pub const MAX_FIELD_BYTES: usize = 66;
/// The most bytes a group order of any row has (P-521).
pub const MAX_ORDER_BYTES: usize = 66;

/// What the rest of the crate knows of an algorithm without doing arithmetic.
pub(crate) struct Row {
    pub(crate) algorithm: Algorithm,
    pub(crate) name: &'static str,
    /// Other names in use, as their documents spell them.
    pub(crate) names: &'static [&'static str],
    /// `algorithm` of an `AlgorithmIdentifier`.
    pub(crate) key_oid: ObjectIdentifier,
    /// `parameters` of an `AlgorithmIdentifier`.
    pub(crate) curve_oid: ObjectIdentifier,
    pub(crate) field_bytes: usize,
    pub(crate) order_bytes: usize,
    pub(crate) usual_hash: Hash,
    /// What the algorithm can do: the one place where its name meets its types.
    pub(crate) ops: &'static dyn Ops,
}

/// `id-ecPublicKey`. RFC 5480, section 2.1.1.
pub(crate) const EC_PUBLIC_KEY: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

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

    /// The operations.
    pub(crate) fn ops(self) -> &'static dyn Ops {
        self.row().ops
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

    /// The algorithm of that name, in capitals or not.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| is_named(name, a.name(), a.names()))
    }

    /// Bytes of a coordinate.
    pub fn field_bytes(self) -> usize {
        self.row().field_bytes
    }

    /// Bytes of the group order, of a private scalar, and of each half of a signature.
    pub fn order_bytes(self) -> usize {
        self.row().order_bytes
    }

    /// The hash that signatures of this algorithm use when none is named.
    pub fn usual_hash(self) -> Hash {
        self.row().usual_hash
    }

    /// The identifier that key documents of this algorithm carry. RFC 5480, section 2.
    pub fn identifier(self) -> spki::AlgorithmIdentifier<ObjectIdentifier> {
        crate::encode::identifier_of(self)
    }

    /// The `algorithm` of a key's `AlgorithmIdentifier`.
    pub(crate) fn key_oid(self) -> ObjectIdentifier {
        self.row().key_oid
    }

    /// The `parameters` of a key's `AlgorithmIdentifier`.
    pub(crate) fn curve_oid(self) -> ObjectIdentifier {
        self.row().curve_oid
    }

    /// Whether some algorithm of ours has keys of this kind, whatever the curve.
    pub(crate) fn knows_key_oid(oid: ObjectIdentifier) -> bool {
        Self::ALL.iter().any(|a| a.key_oid() == oid)
    }

    /// The algorithm over the curve of that identifier.
    pub(crate) fn from_curve_oid(oid: ObjectIdentifier) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.curve_oid() == oid)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whether `asked` is `name` or one of `names`, in capitals or not.
pub(crate) fn is_named(asked: &str, name: &str, names: &[&str]) -> bool {
    asked.eq_ignore_ascii_case(name) || names.iter().any(|n| asked.eq_ignore_ascii_case(n))
}

#[cfg(test)]
mod tests {
    use super::*;
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
    }

    /// Goal: an identifier means one row. Method: there and back, and one neighbour outside.
    #[test]
    fn identifiers_are_unique_and_lead_back() {
        for (i, &algorithm) in Algorithm::ALL.iter().enumerate() {
            assert_eq!(Algorithm::from_curve_oid(algorithm.curve_oid()), Some(algorithm));
            assert!(Algorithm::knows_key_oid(algorithm.key_oid()));
            let before = &Algorithm::ALL[..i];
            assert!(before.iter().all(|b| b.curve_oid() != algorithm.curve_oid()));
        }
        let prime239v3 = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.6");
        assert_eq!(Algorithm::from_curve_oid(prime239v3), None);
        assert!(!Algorithm::knows_key_oid(prime239v3));
    }
}
