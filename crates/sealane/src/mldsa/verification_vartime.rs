//! Verification of the hash that stands for a message, of several signatures in step. FIPS 204,
//! algorithms 8, 21, 23 and 27.
//!
//! Variable-time: all is public.

use super::PublicKey;
use super::packing::{pack_high, to_words, unpack_mask, unpack_upper};
use super::parameters::{
    MAX_CHALLENGE_BYTES, MAX_HIGH_BYTES, MAX_L, PUBLIC_BITS, ParameterSet, Parameters, packed_bytes,
};
use super::sampling::{balls_vartime, entries, expand_vartime};
use super::xof::{LANES, shake256_each};
use alloc::vec::Vec;
use sealane_arith::ct::Mask;
use sealane_arith::ring::{self, Polynomial};

/// A public key as verification needs it: the rows of its matrix, and behind each what the public
/// key has for that row; all transforms, below `q`.
#[derive(Default)]
pub(super) struct Rows(Vec<Polynomial>);

impl Rows {
    /// Bytes of the rows of a key: 20, 36 or 64 KiB.
    pub(super) const fn bytes(of: &Parameters) -> usize {
        of.k * (of.l + 1) * size_of::<Polynomial>()
    }

    /// Makes room for those of a set.
    fn resize(&mut self, of: &Parameters) {
        self.0.resize(of.k * (of.l + 1), Polynomial::ZERO);
    }

    /// Of each key, in the memory of rows that nobody needs any more, as far as there are any.
    pub(super) fn of_keys(keys: &[&PublicKey], spare: &mut Vec<Self>) -> Vec<Self> {
        let mut all: Vec<Self> = keys.iter().map(|_| spare.pop().unwrap_or_default()).collect();
        all.iter_mut().zip(keys).for_each(|(rows, key)| rows.resize(key.set.row()));
        let each = all.iter_mut().zip(keys);
        expand_vartime(
            each.flat_map(|(rows, key)| entries(key.set.row(), key.seed(), &mut rows.0)),
        );
        all.iter_mut().zip(keys).for_each(|(rows, key)| rows.put_upper(key));
        all
    }

    /// Of a key.
    pub(super) fn of_key(key: &PublicKey) -> Self {
        Self::of_keys(&[key], &mut Vec::new()).pop().unwrap_or_default()
    }

    /// Puts the upper parts of `t` behind each row.
    fn put_upper(&mut self, key: &PublicKey) {
        let upper = key.bytes[32..].chunks_exact(packed_bytes(PUBLIC_BITS));
        for (row, upper) in self.0.chunks_exact_mut(key.set.row().l + 1).zip(upper) {
            let Some(out) = row.last_mut() else { continue };
            unpack_upper(upper, out);
            ring::scale_by_d(out);
            ring::transform(out);
            ring::reduce(out);
        }
    }
}

/// A signature, and what it is to be one of.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub(super) set: ParameterSet,
    pub(super) rows: &'a Rows,
    pub(super) mu: &'a [u8; 64],
    pub(super) signature: &'a [u8],
}

/// A signature that has been read.
struct Parts<'a> {
    /// The hash that its challenge is made from.
    hash: &'a [u8],
    /// Transforms, and 0 behind them.
    answer: Vec<Polynomial>,
    hints: Vec<Polynomial>,
}

impl<'a> Claim<'a> {
    /// Reads the signature; `None` if nothing can be one of it.
    fn read(&self) -> Option<Parts<'a>> {
        let of = self.set.row();
        if self.signature.len() != self.set.signature_bytes() {
            return None;
        }
        let (hash, rest) = self.signature.split_at(of.challenge_bytes);
        let (answer, hints) = rest.split_at(of.l * packed_bytes(of.mask_bits()));
        let hints = hints_of(of, hints)?;
        Some(Parts { hash, answer: answer_of(of, answer)?, hints })
    }

    /// Returns the packed high parts of the commitment, with zeros behind them.
    fn high_parts(&self, parts: &mut Parts<'_>, challenge: &Polynomial) -> [u8; MAX_HIGH_BYTES] {
        let (of, bytes) = (self.set.row(), self.set.row().high_bytes());
        // Minus the challenge goes with the upper parts.
        let vector = &mut parts.answer;
        ring::subtract(&mut vector[of.l], challenge);
        ring::transform(&mut vector[of.l]);
        let (mut packed, mut high) = ([0; MAX_HIGH_BYTES], Polynomial::ZERO);
        let rows = self.rows.0.chunks_exact(of.l + 1).zip(&parts.hints);
        for ((row, hints), out) in rows.zip(packed.chunks_exact_mut(bytes)) {
            ring::multiply_accumulate(row, vector, &mut high);
            ring::inverse(&mut high);
            ring::to_positive(&mut high);
            ring::use_hint(of.gamma2, &mut high, hints);
            pack_high(&high, of.high_bits(), out);
        }
        packed
    }
}

// One product more than a row has entries.
const _: () = assert!(MAX_L < ring::MAX_PRODUCTS);

/// Whether each of at most [`LANES`] signatures is one of its hash by its key.
pub(super) fn verify_vartime(claims: &[Claim<'_>]) -> [bool; LANES] {
    let mut verdicts = [false; LANES];
    let mut read = Vec::with_capacity(LANES);
    for (at, claim) in claims.iter().enumerate() {
        read.extend(claim.read().map(|parts| (at, claim, parts)));
    }
    let hashes: Vec<_> =
        read.iter().map(|(_, claim, parts)| (claim.set.row(), parts.hash)).collect();
    let challenges = balls_vartime(&hashes);
    let packed: Vec<_> = read
        .iter_mut()
        .zip(&challenges)
        .map(|((_, claim, parts), challenge)| claim.high_parts(parts, challenge))
        .collect();
    let messages = read.iter().zip(&packed).map(|((_, claim, _), packed)| {
        let of = claim.set.row();
        [&claim.mu[..], &packed[..of.k * of.high_bytes()]]
    });
    let messages: Vec<[&[u8]; 2]> = messages.collect();
    let own = shake256_each::<2, MAX_CHALLENGE_BYTES>(&messages);
    for ((at, _, parts), own) in read.iter().zip(own) {
        verdicts[*at] = own.starts_with(parts.hash);
    }
    verdicts
}

/// Returns the answer as transforms, and 0 behind them; `None` if a coefficient is out of range.
fn answer_of(of: &Parameters, bytes: &[u8]) -> Option<Vec<Polynomial>> {
    let mut answer = alloc::vec![Polynomial::ZERO; of.l + 1];
    for (z, bytes) in answer.iter_mut().zip(bytes.chunks_exact(packed_bytes(of.mask_bits()))) {
        unpack_mask(&to_words(bytes), of.mask_bits(), of.gamma1(), z);
        if ring::exceeds(z, of.gamma1() - of.beta()).to_bool_vartime() {
            return None;
        }
        ring::transform(z);
    }
    Some(answer)
}

/// Returns the hints of each row; `None` unless they are in the one form that they have: at most
/// `omega` of them, in rising order in each row, and zeros after the last. FIPS 204, algorithm 21.
fn hints_of(of: &Parameters, bytes: &[u8]) -> Option<Vec<Polynomial>> {
    let (places, ends) = bytes.split_at(of.omega);
    let (mut hints, mut start) = (alloc::vec![Polynomial::ZERO; of.k], 0);
    for (row, end) in hints.iter_mut().zip(ends) {
        // `None` for an end before its start, and for one behind the last place.
        let own = places.get(start..usize::from(*end))?;
        if !own.is_sorted_by(|a, b| a < b) {
            return None;
        }
        own.iter().for_each(|at| row.0[usize::from(*at)] = 1);
        start = usize::from(*end);
    }
    places[start..].iter().all(|place| *place == 0).then_some(hints)
}

#[cfg(test)]
mod tests;
