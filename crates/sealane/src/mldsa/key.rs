//! What signing needs of a private key, and what is computed of it. FIPS 204, algorithms 6, 24 and
//! 25.

use super::packing::{pack, unpack};
use super::parameters::{
    MAX_EXPANDED_BYTES, MAX_L, PUBLIC_BITS, ParameterSet, Parameters, packed_bytes,
};
use super::sampling::{SecretPoly, matrix_vartime, small, zeros};
use super::xof::shake256_of;
use crate::error::DecodeError;
use alloc::boxed::Box;
use alloc::vec::Vec;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::ring::{self, D, N, Polynomial};
use sealane_arith::secret::Secret;
use zeroize::Zeroizing;

/// Bytes of a seed.
pub(super) const SEED_BYTES: usize = 32;

/// The largest coefficient of the lower parts.
const LOW_LIMIT: i32 = 1 << (D - 1);

/// The transform of 1.
static ONES: Polynomial = Polynomial([1; N]);

/// A vector of secret transforms, for products with a row of the matrix, and zeros after them.
pub(super) type Vector = Box<Secret<[Polynomial; MAX_L]>>;

/// An expanded private key, as documents have it, with zeros after it.
pub(super) type Expanded = Secret<[u8; MAX_EXPANDED_BYTES]>;

/// A private key with the matrix of its public key.
pub(super) struct Core {
    pub(super) set: ParameterSet,
    seed: Option<Secret<[u8; SEED_BYTES]>>,
    rho: [u8; 32],
    /// `K` in the standard: what masks are derived from.
    pub(super) mask_key: Secret<[u8; 32]>,
    /// Hash of the public key.
    pub(super) tr: [u8; 64],
    /// All below are transforms; the matrix stands row by row.
    pub(super) matrix: Vec<Polynomial>,
    pub(super) s1: Vec<SecretPoly>,
    pub(super) s2: Vec<SecretPoly>,
    pub(super) t0: Vec<SecretPoly>,
}

/// A private key, and the bytes of its public key.
pub(super) type Made = (Core, Vec<u8>);

impl Core {
    /// Makes the key of a seed. FIPS 204, algorithm 6.
    pub(super) fn of_seed(set: ParameterSet, seed: Secret<[u8; SEED_BYTES]>) -> Made {
        let of = set.row();
        let bytes = seed.map(|seed| shake256_of::<128>(&[seed, &[of.k as u8, of.l as u8]]));
        let rho: Secret<[u8; 32]> = bytes.map(|bytes| first(bytes));
        let rho = rho.reveal("the seed of the matrix is part of the public key");
        let vectors: Secret<[u8; 64]> = bytes.map(|bytes| first(&bytes[32..]));
        let mask_key = bytes.map(|bytes| first(&bytes[96..]));
        let mut parts = zeros(of.l + of.k);
        small(of.eta, &vectors, &mut parts);
        let s2 = parts.split_off(of.l);
        let (mut core, public) = Self::of_parts(set, rho, mask_key, parts, s2);
        core.seed = Some(seed);
        (core, public)
    }

    /// Takes the parts of a key, which are no transforms yet, and computes the others.
    fn of_parts(
        set: ParameterSet,
        rho: [u8; 32],
        mask_key: Secret<[u8; 32]>,
        mut s1: Vec<SecretPoly>,
        mut s2: Vec<SecretPoly>,
    ) -> Made {
        let of = set.row();
        let matrix = matrix_vartime(of, &rho);
        let mut t0 = zeros(of.k);
        let mut vector = Vector::new(Secret::new([Polynomial::ZERO; MAX_L]));
        for (i, part) in s1.iter_mut().enumerate() {
            part.update(ring::transform);
            vector.update_by(part, |vector, part| vector[i] = *part);
        }
        let mut public = Vec::with_capacity(set.public_key_bytes());
        public.extend_from_slice(&rho);
        let mut t1 = Secret::new(Polynomial::ZERO);
        for ((t, s2), row) in t0.iter_mut().zip(&mut s2).zip(matrix.chunks_exact(of.l)) {
            t.update_by(&vector, |t, s1| ring::multiply_accumulate(row, &s1[..of.l], t));
            t.update(ring::inverse);
            t.update_by(s2, ring::add);
            t.update(ring::to_positive);
            t.update(|t| t1.update(|t1| ring::power2round(t, t1)));
            let at = public.len();
            public.resize(at + packed_bytes(PUBLIC_BITS), 0);
            let t1 = t1.reveal("a public key is public");
            pack(&t1, PUBLIC_BITS, |x| x, &mut public[at..]);
            t.update(ring::transform);
            s2.update(ring::transform);
        }
        let tr = shake256_of(&[&public]);
        (Self { set, seed: None, rho, mask_key, tr, matrix, s1, s2, t0 }, public)
    }

    /// Takes an expanded key, of which nothing is believed: coefficients have their ranges, lower
    /// parts and hash are those of the other parts. FIPS 204, algorithm 25.
    ///
    /// Errors: `KeyLength`, `KeyMlDsaPrivate`.
    pub(super) fn of_expanded(set: ParameterSet, bytes: &[u8]) -> Result<Made, DecodeError> {
        let of = set.row();
        let (expected, got) = (of.expanded_bytes(), bytes.len());
        if got != expected {
            return Err(DecodeError::KeyLength { expected, got });
        }
        let given = taken_in(bytes);
        let ((core, public), mut bad) = Self::of_given(set, first(bytes), &given);
        // The seed of the matrix and the parts that were read give the whole; what can differ are
        // the lower parts and the hash.
        bad.update_by(&core.differences(&given), |bad, different| *bad |= different);
        let bad = bad.reveal("whether a private key's parts are good ones: refused if not");
        if bad == 0 { Ok((core, public)) } else { Err(DecodeError::KeyMlDsaPrivate) }
    }

    /// Takes the parts of an expanded key that all others follow from, and the seed of its matrix.
    /// Beside it is 1 if a coefficient is out of range, and 0 otherwise.
    pub(super) fn of_given(
        set: ParameterSet,
        rho: [u8; 32],
        given: &Expanded,
    ) -> (Made, Secret<u32>) {
        let of = set.row();
        let (mut parts, mut bad) = (zeros(of.l + of.k), Secret::new(0));
        let bits = of.eta_bits();
        for (part, at) in parts.iter_mut().zip(of.small_places()) {
            part.update_by(given, |part, given| {
                unpack(&given[at..at + packed_bytes(bits)], bits, |x| x, part);
            });
            bad.update_by(part, |bad: &mut u32, part| *bad |= any_above(part, 2 * of.eta));
            part.update(|part| part.0.iter_mut().for_each(|x| *x = of.eta - *x));
        }
        let s2 = parts.split_off(of.l);
        let mask_key = given.map(|bytes| first(&bytes[32..]));
        (Self::of_parts(set, rho, mask_key, parts, s2), bad)
    }

    /// Returns 0 if these are the bytes of the expanded key, and 1 otherwise.
    fn differences(&self, given: &Expanded) -> Secret<u32> {
        self.expanded().zip(given, |own, given| {
            let all = own.iter().zip(given).fold(0, |all, (a, b)| all | (a ^ b));
            1 - WordMask::of_zero(u64::from(all)).to_bits() as u32
        })
    }

    /// Demands that the bytes are those of the expanded key.
    ///
    /// Errors: `KeyLength`, `KeyMlDsaPrivate`.
    pub(super) fn agree_with(&self, bytes: &[u8]) -> Result<(), DecodeError> {
        let (expected, got) = (self.set.expanded_key_bytes(), bytes.len());
        if got != expected {
            return Err(DecodeError::KeyLength { expected, got });
        }
        let different = self.differences(&taken_in(bytes));
        let different = different.reveal("whether both forms of a key agree: refused if not");
        if different == 0 { Ok(()) } else { Err(DecodeError::KeyMlDsaPrivate) }
    }

    /// The expanded key. FIPS 204, algorithm 24.
    fn expanded(&self) -> Expanded {
        let of = self.set.row();
        let mut out = Expanded::new([0; MAX_EXPANDED_BYTES]);
        out.update(|out| {
            out[..32].copy_from_slice(&self.rho);
            out[64..128].copy_from_slice(&self.tr);
        });
        out.update_by(&self.mask_key, |out, key| out[32..64].copy_from_slice(key));
        let mut plain = Secret::new(Polynomial::ZERO);
        let short = self.s1.iter().chain(&self.s2).zip(of.small_places());
        let short = short.map(|(part, at)| (part, at, of.eta_bits(), of.eta));
        let low = self.t0.iter().zip(of.low_places());
        let low = low.map(|(part, at)| (part, at, D, LOW_LIMIT));
        for (part, at, bits, limit) in short.chain(low) {
            // A product, for the factor that one has.
            plain.update_by(part, |plain, part| ring::multiply(part, &ONES, plain));
            plain.update(ring::inverse);
            out.update_by(&plain, |out, plain| {
                pack(plain, bits, |x| limit - x, &mut out[at..at + packed_bytes(bits)]);
            });
        }
        out
    }

    /// The bytes of the expanded key.
    pub(super) fn to_expanded(&self) -> Zeroizing<Vec<u8>> {
        let whole = Zeroizing::new(
            self.expanded().reveal("an expanded private key is exported because its owner asks"),
        );
        let mut out = Zeroizing::new(Vec::with_capacity(self.set.expanded_key_bytes()));
        out.extend_from_slice(&whole[..self.set.expanded_key_bytes()]);
        out
    }

    /// The bytes of the seed, if the key was made of one.
    pub(super) fn to_seed(&self) -> Option<Zeroizing<[u8; SEED_BYTES]>> {
        let seed = self.seed.as_ref()?;
        Some(Zeroizing::new(seed.reveal("a private key is exported because its owner asks")))
    }
}

impl Parameters {
    /// Where the packed polynomials with small coefficients begin in an expanded key.
    fn small_places(&self) -> impl Iterator<Item = usize> {
        let bytes = packed_bytes(self.eta_bits());
        (0..self.l + self.k).map(move |i| 128 + i * bytes)
    }

    /// Where the packed lower parts begin in an expanded key.
    fn low_places(&self) -> impl Iterator<Item = usize> {
        let start = 128 + (self.l + self.k) * packed_bytes(self.eta_bits());
        (0..self.k).map(move |i| start + i * packed_bytes(D))
    }
}

/// The bytes of an expanded key, of which there are not too many.
pub(super) fn taken_in(bytes: &[u8]) -> Expanded {
    let mut given = Expanded::new([0; MAX_EXPANDED_BYTES]);
    given.update(|given| given[..bytes.len()].copy_from_slice(bytes));
    given
}

/// Returns 1 if a coefficient is above the limit, and 0 otherwise.
fn any_above(of: &Polynomial, limit: i32) -> u32 {
    of.0.iter().fold(0, |any, x| any | (limit - x) as u32 >> 31)
}

/// The first bytes, of which there are enough.
pub(super) fn first<const L: usize>(bytes: &[u8]) -> [u8; L] {
    *bytes.first_chunk().expect("the lengths of a key's parts are fixed")
}
