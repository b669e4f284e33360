//! What signing needs of a private key, and what is computed of it. FIPS 204, algorithms 6, 24 and
//! 25.

use super::packing::{pack, unpack};
use super::parameters::{
    MAX_EXPANDED_BYTES, MAX_L, PUBLIC_BITS, ParameterSet, Parameters, packed_bytes,
};
use super::sampling::{Entry, SecretPoly, Small, entries, expand_vartime, small, zeros};
use super::xof::{LANES, shake256_each, shake256_of};
use crate::error::DecodeError;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::array::from_fn;
use once_cell::race::OnceBox;
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

/// A private key.
pub(super) struct Core {
    pub(super) set: ParameterSet,
    seed: Option<Secret<[u8; SEED_BYTES]>>,
    rho: [u8; 32],
    /// `K` in the standard: what masks are derived from.
    pub(super) mask_key: Secret<[u8; 32]>,
    /// Hash of the public key.
    pub(super) tr: [u8; 64],
    /// At the latest once they have been needed. Without them there is a seed.
    parts: OnceBox<Parts>,
}

/// What a private key signs with, all of it transforms.
pub(super) struct Parts {
    /// Of the public key, row by row.
    pub(super) matrix: Vec<Polynomial>,
    pub(super) s1: Vec<SecretPoly>,
    pub(super) s2: Vec<SecretPoly>,
    pub(super) t0: Vec<SecretPoly>,
}

/// A private key, and the bytes of its public key.
pub(super) type Made = (Core, Vec<u8>);

impl Core {
    /// Makes the key of a seed, ready to sign. FIPS 204, algorithm 6.
    pub(super) fn of_seed(set: ParameterSet, seed: &Secret<[u8; SEED_BYTES]>) -> Made {
        let mut drafts = Vec::new();
        let (mut core, public) = Self::of_seeds(&[(set, seed)], &mut drafts).remove(0);
        core.parts = OnceBox::with_value(Box::new(drafts.remove(0).into_parts()));
        (core, public)
    }

    /// What it signs with.
    pub(super) fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| {
            let seed = self.seed.as_ref().expect("a key without parts has a seed");
            let mut drafts = Vec::new();
            Self::of_seeds(&[(self.set, seed)], &mut drafts);
            Box::new(drafts.remove(0).into_parts())
        })
    }

    /// Makes the keys of at most [`LANES`] seeds, one at least: for keys that shall not sign at
    /// once, as they make their parts when they do. `drafts` has what the parts are made of then,
    /// and its memory is used again.
    pub(super) fn of_seeds(
        seeds: &[(ParameterSet, &Secret<[u8; SEED_BYTES]>)],
        drafts: &mut Vec<Draft>,
    ) -> Vec<Made> {
        let hashed = hashes_of_seeds(seeds);
        let mut spare = core::mem::take(drafts);
        drafts.extend((0..seeds.len()).map(|i| {
            let set = seeds[i].0;
            let same = spare.iter().position(|draft| draft.set == set);
            let memory = same.map(|at| spare.swap_remove(at));
            Draft::new(set, &hashed.map(|hashed| hashed[i]), memory)
        }));
        let vectors: Vec<_> =
            (0..seeds.len()).map(|i| hashed.map(|hashed| first::<64>(&hashed[i][32..]))).collect();
        let parts = drafts.iter_mut().zip(&vectors).flat_map(|(draft, seed)| {
            let eta = draft.set.row().eta;
            let all = draft.s1.iter_mut().chain(&mut draft.s2);
            (0..).zip(all).map(move |(number, out)| Small { eta, seed, number, out })
        });
        let mut parts: Vec<_> = parts.collect();
        // Those of one kind take as many blocks.
        parts.sort_by_key(|part| part.eta);
        small(&mut parts);
        expand_vartime(drafts.iter_mut().flat_map(Draft::entries));
        let public: Vec<_> = drafts.iter_mut().map(Draft::finish).collect();
        let messages: Vec<_> = public.iter().map(|public| [&public[..]]).collect();
        let hashes = shake256_each::<1, 64>(&messages);
        let made = drafts.iter().zip(public).zip(hashes).zip(seeds);
        made.map(|(((draft, public), tr), (_, seed))| {
            (draft.core(Some(seed.map(|seed| *seed)), tr), public)
        })
        .collect()
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
        let mut draft = Draft::with_rho(set, rho, given.map(|bytes| first(&bytes[32..])));
        let (bits, mut bad) = (of.eta_bits(), Secret::new(0));
        for (part, at) in draft.s1.iter_mut().chain(&mut draft.s2).zip(of.small_places()) {
            part.update_by(given, |part, given| {
                unpack(&given[at..at + packed_bytes(bits)], bits, |x| x, part);
            });
            bad.update_by(part, |bad: &mut u32, part| *bad |= any_above(part, 2 * of.eta));
            part.update(|part| part.0.iter_mut().for_each(|x| *x = of.eta - *x));
        }
        expand_vartime(draft.entries());
        let public = draft.finish();
        let mut core = draft.core(None, shake256_of(&[&public]));
        core.parts = OnceBox::with_value(Box::new(draft.into_parts()));
        ((core, public), bad)
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
        let parts = self.parts();
        let short = parts.s1.iter().chain(&parts.s2).zip(of.small_places());
        let short = short.map(|(part, at)| (part, at, of.eta_bits(), of.eta));
        let low = parts.t0.iter().zip(of.low_places());
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

/// Returns what follows from each seed, for its set: of the matrix, of the short vectors, `K`.
fn hashes_of_seeds(
    seeds: &[(ParameterSet, &Secret<[u8; SEED_BYTES]>)],
) -> Secret<[[u8; 128]; LANES]> {
    let of_lane = |lane: usize| seeds.get(lane).unwrap_or(&seeds[0]);
    let sizes: [[u8; 2]; LANES] = from_fn(|lane| {
        let of = of_lane(lane).0.row();
        [of.k as u8, of.l as u8]
    });
    let seeds_of_lanes: [_; LANES] = from_fn(|lane| of_lane(lane).1);
    Secret::zip_all(seeds_of_lanes, |bytes| {
        let messages: [[&[u8]; 2]; LANES] = from_fn(|lane| [&bytes[lane][..], &sizes[lane]]);
        shake256_each(&messages[..seeds.len()])
    })
}

/// A key that is being made.
pub(super) struct Draft {
    set: ParameterSet,
    rho: [u8; 32],
    mask_key: Secret<[u8; 32]>,
    /// Row by row.
    matrix: Vec<Polynomial>,
    /// Transforms once the draft is finished; the others are none.
    s1: Vec<SecretPoly>,
    s2: Vec<SecretPoly>,
    t0: Vec<SecretPoly>,
    /// `s1` as the products take it.
    vector: Vector,
}

impl Draft {
    /// Of what follows from a seed; its matrix and its short vectors are to be drawn. `memory` is a
    /// draft of the same set, if there is one.
    fn new(set: ParameterSet, hashed: &Secret<[u8; 128]>, memory: Option<Self>) -> Self {
        let rho: Secret<[u8; 32]> = hashed.map(|bytes| first(bytes));
        let rho = rho.reveal("the seed of the matrix is part of the public key");
        let mask_key = hashed.map(|bytes| first(&bytes[96..]));
        match memory {
            Some(draft) => Self { rho, mask_key, ..draft },
            None => Self::with_rho(set, rho, mask_key),
        }
    }

    fn with_rho(set: ParameterSet, rho: [u8; 32], mask_key: Secret<[u8; 32]>) -> Self {
        let of = set.row();
        let matrix = alloc::vec![Polynomial::ZERO; of.k * of.l];
        let vector = Vector::new(Secret::new([Polynomial::ZERO; MAX_L]));
        let (s1, s2, t0) = (zeros(of.l), zeros(of.k), zeros(of.k));
        Self { set, rho, mask_key, matrix, s1, s2, t0, vector }
    }

    /// The entries of the matrix.
    fn entries(&mut self) -> impl Iterator<Item = Entry<'_>> {
        entries(self.set.row(), &self.rho, &mut self.matrix)
    }

    /// Computes the lower parts and the public key.
    fn finish(&mut self) -> Vec<u8> {
        let of = self.set.row();
        for (i, part) in self.s1.iter_mut().enumerate() {
            part.update(ring::transform);
            self.vector.update_by(part, |vector, part| vector[i] = *part);
        }
        let mut public = Vec::with_capacity(self.set.public_key_bytes());
        public.extend_from_slice(&self.rho);
        let mut t1 = Secret::new(Polynomial::ZERO);
        let mut packed = Secret::new([0; packed_bytes(PUBLIC_BITS)]);
        let rows = self.matrix.chunks_exact(of.l);
        for ((t, s2), row) in self.t0.iter_mut().zip(&self.s2).zip(rows) {
            t.update_by(&self.vector, |t, s1| ring::multiply_accumulate(row, &s1[..of.l], t));
            t.update(ring::inverse);
            t.update_by(s2, ring::add);
            t.update(ring::to_positive);
            t.update(|t| t1.update(|t1| ring::power2round(t, t1)));
            packed.update_by(&t1, |packed, t1| pack(t1, PUBLIC_BITS, |x| x, packed));
            public.extend_from_slice(&packed.reveal("a public key is public"));
        }
        public
    }

    /// The key, without its parts.
    fn core(&self, seed: Option<Secret<[u8; SEED_BYTES]>>, tr: [u8; 64]) -> Core {
        let Self { set, rho, .. } = *self;
        Core { set, seed, rho, mask_key: self.mask_key.map(|key| *key), tr, parts: OnceBox::new() }
    }

    /// What a finished key signs with.
    fn into_parts(self) -> Parts {
        let Self { matrix, s1, mut s2, mut t0, .. } = self;
        s2.iter_mut().chain(&mut t0).for_each(|part| part.update(ring::transform));
        Parts { matrix, s1, s2, t0 }
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
