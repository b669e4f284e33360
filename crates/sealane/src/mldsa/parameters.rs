//! The three parameter sets. FIPS 204, section 4, tables 1 and 2.

use crate::error::UnknownName;
use core::fmt;
use core::str::FromStr;
use der::asn1::ObjectIdentifier;
use sealane_arith::ring::{D, Gamma2, N};

/// A parameter set: what a key is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParameterSet {
    /// ML-DSA-44, of NIST's category 2.
    MlDsa44,
    /// ML-DSA-65, of NIST's category 3.
    MlDsa65,
    /// ML-DSA-87, of NIST's category 5.
    MlDsa87,
}

/// The numbers of a parameter set, by the letters of the standard.
pub(super) struct Parameters {
    set: ParameterSet,
    name: &'static str,
    /// Its name in the standard.
    title: &'static str,
    /// Of keys and signatures. RFC 9881, section 2.
    pub(super) oid: ObjectIdentifier,
    /// Rows of the matrix.
    pub(super) k: usize,
    /// Columns of the matrix.
    pub(super) l: usize,
    /// The largest absolute coefficient of a private key.
    pub(super) eta: i32,
    /// How many coefficients of a challenge are not 0.
    pub(super) tau: usize,
    /// The largest coefficient of a mask is a power of two with this exponent.
    gamma1_bits: u32,
    /// Half the range of low parts.
    pub(super) gamma2: Gamma2,
    /// The most ones of a hint.
    pub(super) omega: usize,
    /// Bytes of the hash that a challenge is made from.
    pub(super) challenge_bytes: usize,
}

/// The largest number of rows.
pub(super) const MAX_K: usize = 8;
/// The largest number of columns.
pub(super) const MAX_L: usize = 7;
/// Bytes of the longest expanded private key.
pub(super) const MAX_EXPANDED_BYTES: usize = 4896;
/// Bytes of the longest packed high parts of a vector.
pub(super) const MAX_HIGH_BYTES: usize = 1024;
/// Bytes of the longest hash that a challenge is made from.
pub(super) const MAX_CHALLENGE_BYTES: usize = 64;

const fn oid(text: &str) -> ObjectIdentifier {
    ObjectIdentifier::new_unwrap(text)
}

/// In the order of the variants of [`ParameterSet`].
static ROWS: [Parameters; 3] = [
    Parameters {
        set: ParameterSet::MlDsa44,
        name: "mldsa44",
        title: "ML-DSA-44",
        oid: oid("2.16.840.1.101.3.4.3.17"),
        k: 4,
        l: 4,
        eta: 2,
        tau: 39,
        gamma1_bits: 17,
        gamma2: Gamma2::By88,
        omega: 80,
        challenge_bytes: 32,
    },
    Parameters {
        set: ParameterSet::MlDsa65,
        name: "mldsa65",
        title: "ML-DSA-65",
        oid: oid("2.16.840.1.101.3.4.3.18"),
        k: 6,
        l: 5,
        eta: 4,
        tau: 49,
        gamma1_bits: 19,
        gamma2: Gamma2::By32,
        omega: 55,
        challenge_bytes: 48,
    },
    Parameters {
        set: ParameterSet::MlDsa87,
        name: "mldsa87",
        title: "ML-DSA-87",
        oid: oid("2.16.840.1.101.3.4.3.19"),
        k: 8,
        l: 7,
        eta: 2,
        tau: 60,
        gamma1_bits: 19,
        gamma2: Gamma2::By32,
        omega: 75,
        challenge_bytes: 64,
    },
];

// A row out of place would answer for another set; one too long would not fit its room.
const _: () = {
    let mut i = 0;
    while i < ROWS.len() {
        let row = &ROWS[i];
        assert!(row.set as usize == i && row.k <= MAX_K && row.l <= MAX_L);
        assert!(row.expanded_bytes() <= MAX_EXPANDED_BYTES);
        assert!(row.k * row.high_bytes() <= MAX_HIGH_BYTES);
        assert!(row.challenge_bytes <= MAX_CHALLENGE_BYTES);
        i += 1;
    }
};

impl Parameters {
    /// The largest absolute coefficient of a mask.
    pub(super) const fn gamma1(&self) -> i32 {
        1 << self.gamma1_bits
    }

    /// The largest absolute coefficient of a challenge times a part of the private key.
    pub(super) const fn beta(&self) -> i32 {
        self.tau as i32 * self.eta
    }

    /// Bits of a packed coefficient of the private key.
    pub(super) const fn eta_bits(&self) -> u32 {
        (2 * self.eta).ilog2() + 1
    }

    /// Bits of a packed coefficient of a mask.
    pub(super) const fn mask_bits(&self) -> u32 {
        self.gamma1_bits + 1
    }

    /// Bits of a packed high part.
    pub(super) const fn high_bits(&self) -> u32 {
        (self.gamma2.classes() - 1).ilog2() + 1
    }

    /// Bytes of the packed high parts of a polynomial.
    pub(super) const fn high_bytes(&self) -> usize {
        packed_bytes(self.high_bits())
    }

    /// Bytes of an expanded private key. FIPS 204, algorithm 24.
    pub(super) const fn expanded_bytes(&self) -> usize {
        let (short, low) = (packed_bytes(self.eta_bits()), packed_bytes(D));
        32 + 32 + 64 + (self.k + self.l) * short + self.k * low
    }
}

/// Bits of a packed coefficient of a public key.
pub(super) const PUBLIC_BITS: u32 = 23 - D;

/// Bytes of a polynomial whose coefficients are packed in so many bits.
pub(super) const fn packed_bytes(bits: u32) -> usize {
    N / 8 * bits as usize
}

impl ParameterSet {
    /// Every parameter set.
    pub const ALL: [Self; 3] = [Self::MlDsa44, Self::MlDsa65, Self::MlDsa87];

    /// Its numbers.
    pub(super) fn row(self) -> &'static Parameters {
        &ROWS[self as usize]
    }

    /// The set that an identifier of keys names.
    pub(super) fn from_oid(oid: ObjectIdentifier) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.row().oid == oid)
    }

    /// The identifier of its keys and signatures. RFC 9881, section 2.
    pub(crate) fn oid(self) -> ObjectIdentifier {
        self.row().oid
    }

    /// Its name, as the command line prints it: `mldsa44`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Bytes of a public key.
    #[must_use]
    pub fn public_key_bytes(self) -> usize {
        32 + self.row().k * packed_bytes(PUBLIC_BITS)
    }

    /// Bytes of an expanded private key. FIPS 204, algorithm 24.
    #[must_use]
    pub fn expanded_key_bytes(self) -> usize {
        self.row().expanded_bytes()
    }

    /// Bytes of a signature.
    #[must_use]
    pub fn signature_bytes(self) -> usize {
        let of = self.row();
        of.challenge_bytes + of.l * packed_bytes(of.mask_bits()) + of.omega + of.k
    }
}

impl fmt::Display for ParameterSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Takes its name, and that of the standard (`ML-DSA-44`), in capitals or not.
impl FromStr for ParameterSet {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let named = |set: &Self| crate::names::is_named(name, set.name(), &[set.row().title]);
        Self::ALL.into_iter().find(named).ok_or(UnknownName)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    /// Goal: lengths and bounds are those of FIPS 204, tables 1 and 2. Method: the figures, typed
    /// from the standard.
    #[test]
    fn figures_are_those_of_the_standard() {
        let expected = [
            ("mldsa44", 1312, 2560, 2420, 78, 1 << 17, 95_232, 3, 6),
            ("mldsa65", 1952, 4032, 3309, 196, 1 << 19, 261_888, 4, 4),
            ("mldsa87", 2592, 4896, 4627, 120, 1 << 19, 261_888, 3, 4),
        ];
        for (set, row) in ParameterSet::ALL.into_iter().zip(expected) {
            let of = set.row();
            let lengths = (set.public_key_bytes(), set.expanded_key_bytes(), set.signature_bytes());
            assert_eq!(lengths, (row.1, row.2, row.3));
            assert_eq!((of.beta(), of.gamma1(), of.gamma2.value()), (row.4, row.5, row.6));
            assert_eq!((of.eta_bits(), of.high_bits()), (row.7, row.8));
            assert_eq!(set.to_string(), row.0);
            assert_eq!(row.0.parse(), Ok(set));
            assert_eq!(of.title.parse(), Ok(set));
            assert_eq!(ParameterSet::from_oid(of.oid), Some(set));
        }
        assert_eq!("mldsa".parse::<ParameterSet>(), Err(UnknownName));
    }
}
