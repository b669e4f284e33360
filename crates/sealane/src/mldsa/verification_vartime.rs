//! Verification of the hash that stands for a message. FIPS 204, algorithms 8, 21, 23 and 27.
//!
//! Variable-time: all is public.

use super::packing::{pack, unpack};
use super::parameters::{PUBLIC_BITS, ParameterSet, Parameters, packed_bytes};
use super::sampling::{ball_vartime, row_vartime};
use super::xof::shake256_into;
use alloc::vec::Vec;
use sealane_arith::ct::Mask;
use sealane_arith::ring::{self, Polynomial};

/// Whether a signature is one of a hash by the public key, which has the length of its set.
pub(super) fn verify_vartime(
    set: ParameterSet,
    key: &[u8],
    mu: &[u8; 64],
    signature: &[u8],
) -> bool {
    let of = set.row();
    if signature.len() != set.signature_bytes() {
        return false;
    }
    let (hash, rest) = signature.split_at(of.challenge_bytes);
    let (answer, hints) = rest.split_at(of.l * packed_bytes(of.mask_bits()));
    let Some(hints) = hints_of(of, hints) else { return false };
    let Some(answer) = answer_of(of, answer) else { return false };
    let mut challenge = ball_vartime(of, hash);
    ring::transform(&mut challenge);
    let Some((seed, upper)) = key.split_first_chunk::<32>() else { return false };
    let bytes = of.high_bytes();
    let mut packed = alloc::vec![0; of.k * bytes];
    let upper = upper.chunks_exact(packed_bytes(PUBLIC_BITS));
    let rows = upper.zip(&hints).zip(packed.chunks_exact_mut(bytes));
    for (row, ((upper, hints), out)) in rows.enumerate() {
        let entries = row_vartime(of, seed, row);
        let mut high = commitment(&entries, &answer, &challenge, upper);
        ring::use_hint(of.gamma2, &mut high, hints);
        pack(&high, of.high_bits(), |x| x, out);
    }
    let mut own = alloc::vec![0; hash.len()];
    shake256_into(&[mu, &packed], &mut own);
    own == hash
}

/// Returns the answer as transforms; `None` if a coefficient is out of range.
fn answer_of(of: &Parameters, bytes: &[u8]) -> Option<Vec<Polynomial>> {
    let part = |bytes: &[u8]| {
        let mut z = Polynomial::ZERO;
        unpack(bytes, of.mask_bits(), |x| of.gamma1() - x, &mut z);
        let long = ring::exceeds(&z, of.gamma1() - of.beta()).to_bool_vartime();
        ring::transform(&mut z);
        (!long).then_some(z)
    };
    bytes.chunks_exact(packed_bytes(of.mask_bits())).map(part).collect()
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

/// A row of the matrix times the answer, without the challenge times the public key's: numbers from
/// 0 on.
fn commitment(
    entries: &[Polynomial],
    answer: &[Polynomial],
    challenge: &Polynomial,
    upper: &[u8],
) -> Polynomial {
    let (mut sum, mut product) = (Polynomial::ZERO, Polynomial::ZERO);
    ring::multiply_accumulate(entries, answer, &mut sum);
    let mut key = Polynomial::ZERO;
    unpack(upper, PUBLIC_BITS, |x| x, &mut key);
    ring::scale_by_d(&mut key);
    ring::transform(&mut key);
    ring::multiply(challenge, &key, &mut product);
    ring::subtract(&mut sum, &product);
    ring::reduce(&mut sum);
    ring::inverse(&mut sum);
    ring::to_positive(&mut sum);
    sum
}

#[cfg(test)]
mod tests;
