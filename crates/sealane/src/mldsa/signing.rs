//! Signatures of the hash that stands for a message. FIPS 204, algorithm 7.
//!
//! An attempt ends at the first check that fails. Which one that is, and at which polynomial, may
//! be known, as may the challenge of every attempt: both depend on the message and on random bits,
//! and on the key no more than signatures do. High parts and hints leave with an accepted attempt
//! alone.

use super::key::{Core, Vector};
use super::packing::pack;
use super::parameters::{MAX_CHALLENGE_BYTES, MAX_HIGH_BYTES, MAX_L, Parameters, packed_bytes};
use super::sampling::{SecretPoly, ball_vartime, mask, zeros};
use super::xof::shake256_of;
use alloc::vec::Vec;
use sealane_arith::ct::Mask;
use sealane_arith::ring::{self, Polynomial};
use sealane_arith::secret::Secret;

/// The random bytes of a signature, or zeros.
pub(super) type Randomizer = Secret<[u8; 32]>;

/// Signs the hash that stands for a message.
pub(super) fn sign(key: &Core, mu: &[u8; 64], random: &Randomizer) -> Vec<u8> {
    let of = key.set.row();
    let seed = key.mask_key.zip(random, |key, random| shake256_of::<64>(&[key, random, mu]));
    let mut attempt = Attempt::new(key, of);
    let mut counter = 0u16;
    loop {
        if let Some(signature) = attempt.run(mu, &seed, counter) {
            return signature;
        }
        // It comes round after 9362 attempts; so many fail with a chance below 2^-2800.
        counter = counter.wrapping_add(of.l as u16);
    }
}

/// The vectors of an attempt. They are used again by the next one, and wiped after the last.
struct Attempt<'a> {
    key: &'a Core,
    of: &'static Parameters,
    /// The mask; then the answer to the challenge.
    z: Vec<SecretPoly>,
    /// The transforms of the mask.
    mask: Vector,
    /// High parts of the commitment.
    high: Vec<SecretPoly>,
    /// The commitment; then its low parts; then hints.
    low: Vec<SecretPoly>,
    product: SecretPoly,
}

/// Whether a check was passed: no coefficient exceeds the bound.
fn passes(of: &SecretPoly, bound: i32) -> bool {
    is_passed(&of.map(|of| ring::exceeds(of, bound).to_bits()))
}

/// Whether a check was passed, which gives 0 for that.
fn is_passed(failed: &Secret<u64>) -> bool {
    failed.reveal("which check an attempt failed says nothing of the key") == 0
}

impl<'a> Attempt<'a> {
    fn new(key: &'a Core, of: &'static Parameters) -> Self {
        let mask = Vector::new(Secret::new([Polynomial::ZERO; MAX_L]));
        let (z, high, low) = (zeros(of.l), zeros(of.k), zeros(of.k));
        Self { key, of, z, mask, high, low, product: Secret::new(Polynomial::ZERO) }
    }

    /// Returns the signature, if this attempt gives one.
    fn run(&mut self, mu: &[u8; 64], seed: &Secret<[u8; 64]>, counter: u16) -> Option<Vec<u8>> {
        self.commit(seed, counter);
        let hash = self.challenge(mu);
        let hash = &hash[..self.of.challenge_bytes];
        let mut challenge = ball_vartime(self.of, hash);
        ring::transform(&mut challenge);
        let good = self.low_parts_pass(&challenge)
            && self.answer_passes(&challenge)
            && self.hints_pass(&challenge);
        good.then(|| self.encode(hash))
    }

    /// Draws a mask and commits to it: steps 11 to 13.
    fn commit(&mut self, seed: &Secret<[u8; 64]>, counter: u16) {
        let (of, key) = (self.of, self.key);
        mask(of, seed, counter, &mut self.z);
        for (column, z) in self.z.iter().enumerate() {
            self.mask.update_by(z, |mask, z| {
                mask[column] = *z;
                ring::transform(&mut mask[column]);
            });
        }
        let parts = self.low.iter_mut().zip(&mut self.high);
        for ((low, high), row) in parts.zip(key.matrix.chunks_exact(of.l)) {
            low.update_by(&self.mask, |low, y| ring::multiply_accumulate(row, &y[..of.l], low));
            low.update(ring::inverse);
            low.update(ring::to_positive);
            low.update(|low| high.update(|high| ring::decompose(of.gamma2, low, high)));
        }
    }

    /// Hashes the high parts of the commitment: steps 13 to 15.
    fn challenge(&self, mu: &[u8; 64]) -> [u8; MAX_CHALLENGE_BYTES] {
        let (of, bytes) = (self.of, self.of.high_bytes());
        let mut packed = Secret::new([0; MAX_HIGH_BYTES]);
        for (i, high) in self.high.iter().enumerate() {
            packed.update_by(high, |packed, high| {
                pack(high, of.high_bits(), |x| x, &mut packed[i * bytes..(i + 1) * bytes]);
            });
        }
        let hash = packed.map(|packed| shake256_of(&[mu, &packed[..of.k * bytes]]));
        hash.reveal("the challenge of an attempt is public, whether it is kept or not")
    }

    /// Whether the low parts without the private key's are short enough: steps 19, 21 and 23.
    fn low_parts_pass(&mut self, challenge: &Polynomial) -> bool {
        let of = self.of;
        self.low.iter_mut().zip(&self.key.s2).all(|(low, s2)| {
            times(&mut self.product, challenge, s2);
            low.update_by(&self.product, ring::subtract);
            passes(low, of.gamma2.value() - of.beta())
        })
    }

    /// Whether the answer to the challenge is short enough: steps 18, 20 and 23.
    fn answer_passes(&mut self, challenge: &Polynomial) -> bool {
        let of = self.of;
        self.z.iter_mut().zip(&self.key.s1).all(|(z, s1)| {
            times(&mut self.product, challenge, s1);
            z.update_by(&self.product, ring::add);
            passes(z, of.gamma1() - of.beta())
        })
    }

    /// Whether the lower parts of the key are short enough times the challenge, and there are few
    /// enough hints: steps 25 to 28.
    fn hints_pass(&mut self, challenge: &Polynomial) -> bool {
        let of = self.of;
        let mut ones = Secret::new(0);
        for (low, (t0, high)) in self.low.iter_mut().zip(self.key.t0.iter().zip(&self.high)) {
            times(&mut self.product, challenge, t0);
            if !passes(&self.product, of.gamma2.value()) {
                return false;
            }
            low.update_by(&self.product, ring::add);
            let mut more = Secret::new(0);
            low.update_by(high, |low, high| {
                more.update(|more| *more = ring::make_hint(of.gamma2, low, high));
            });
            ones.update_by(&more, |ones, more| *ones += more);
        }
        is_passed(&ones.map(|ones| u64::from((of.omega as u32).wrapping_sub(*ones) >> 31)))
    }

    /// The signature. FIPS 204, algorithms 26 and 20.
    fn encode(&self, hash: &[u8]) -> Vec<u8> {
        let of = self.of;
        let mut out = alloc::vec![0; self.key.set.signature_bytes()];
        let (start, rest) = out.split_at_mut(hash.len());
        start.copy_from_slice(hash);
        let bytes = packed_bytes(of.mask_bits());
        let (answer, hints) = rest.split_at_mut(of.l * bytes);
        for (z, out) in self.z.iter().zip(answer.chunks_exact_mut(bytes)) {
            let z = z.reveal("the answer of a signature is public");
            pack(&z, of.mask_bits(), |x| of.gamma1() - x, out);
        }
        let (places, ends) = hints.split_at_mut(of.omega);
        let mut used = 0;
        for (row, end) in self.low.iter().zip(ends) {
            let row = row.reveal("the hints of a signature are public once all checks have passed");
            for (at, _) in row.0.iter().enumerate().filter(|(_, hint)| **hint == 1) {
                places[used] = at as u8;
                used += 1;
            }
            *end = used as u8;
        }
        out
    }
}

/// Writes a challenge times a part of a key, both transforms.
fn times(product: &mut SecretPoly, challenge: &Polynomial, part: &SecretPoly) {
    product.update_by(part, |product, part| ring::multiply(challenge, part, product));
    product.update(ring::inverse);
}
