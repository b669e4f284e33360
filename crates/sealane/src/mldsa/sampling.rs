//! Polynomials from seeds. FIPS 204, section 7.3.

use super::packing::unpack;
use super::parameters::{Parameters, packed_bytes};
use super::xof::{LANES, shake256, shake256_rows};
use crate::hash::keccak::{SHAKE128_RATE, SHAKE256_RATE, Shake128};
use alloc::vec::Vec;
use sealane_arith::ring::{N, Polynomial, Q};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// A secret polynomial, or its transform.
pub(super) type SecretPoly = Secret<Polynomial>;

/// As many secret polynomials, all 0, on the heap.
pub(super) fn zeros(count: usize) -> Vec<SecretPoly> {
    (0..count).map(|_| Secret::new(Polynomial::ZERO)).collect()
}

/// Returns the matrix as transforms, row by row. FIPS 204, algorithm 32. Variable-time: its seed is
/// public.
pub(super) fn matrix_vartime(of: &Parameters, seed: &[u8; 32]) -> Vec<Polynomial> {
    let places: Vec<Place> =
        (0..of.k).flat_map(|row| (0..of.l).map(move |column| [column as u8, row as u8])).collect();
    let mut all = alloc::vec![Polynomial::ZERO; places.len()];
    for (places, out) in places.chunks(LANES).zip(all.chunks_mut(LANES)) {
        entries_vartime(seed, places, out);
    }
    all
}

/// Returns a row of the matrix, as [`matrix_vartime`] has it.
pub(super) fn row_vartime(of: &Parameters, seed: &[u8; 32], row: usize) -> Vec<Polynomial> {
    let places: Vec<Place> = (0..of.l).map(|column| [column as u8, row as u8]).collect();
    let mut all = alloc::vec![Polynomial::ZERO; of.l];
    entries_vartime(seed, &places, &mut all);
    all
}

/// Column and row of an entry.
type Place = [u8; 2];

/// Writes at most [`LANES`] entries of the matrix, below `q`. FIPS 204, algorithm 30.
/// Variable-time: its seed is public.
fn entries_vartime(seed: &[u8; 32], places: &[Place], out: &mut [Polynomial]) {
    #[cfg(feature = "lanes")]
    if places.len() > 1 && sealane_arith::keccak::is_fast() {
        return entries_in_lanes_vartime(seed, places, out);
    }
    for (place, out) in places.iter().zip(out) {
        let mut stream = Shake128::new();
        stream.absorb(seed);
        stream.absorb(place);
        let mut stream = stream.finish();
        let (mut block, mut filled) = ([0; SHAKE128_RATE], 0);
        while filled < N {
            stream.squeeze(&mut block);
            filled = accept_vartime(&block, filled, out);
        }
    }
}

#[cfg(feature = "lanes")]
fn entries_in_lanes_vartime(seed: &[u8; 32], places: &[Place], out: &mut [Polynomial]) {
    let messages: [[&[u8]; 2]; LANES] =
        core::array::from_fn(|lane| [&seed[..], places.get(lane).unwrap_or(&places[0])]);
    let mut stream = crate::hash::keccak::Shake8::<SHAKE128_RATE>::new(&messages);
    let (mut blocks, mut filled) = ([[0; SHAKE128_RATE]; LANES], [0; LANES]);
    while filled.iter().zip(&*out).any(|(filled, _)| *filled < N) {
        stream.squeeze(&mut blocks);
        for ((block, filled), out) in blocks.iter().zip(&mut filled).zip(&mut *out) {
            *filled = accept_vartime(block, *filled, out);
        }
    }
}

/// Puts the coefficients of a block behind those that are there, and returns how many there are
/// then. FIPS 204, algorithm 14.
fn accept_vartime(block: &[u8; SHAKE128_RATE], filled: usize, out: &mut Polynomial) -> usize {
    let candidates = block.chunks_exact(3).map(|bytes| {
        let [low, middle, high] = [bytes[0], bytes[1], bytes[2] & 0x7f].map(i32::from);
        low | middle << 8 | high << 16
    });
    let mut filled = filled;
    for (x, place) in candidates.filter(|x| *x < Q).zip(&mut out.0[filled..]) {
        *place = x;
        filled += 1;
    }
    filled
}

/// Most bytes of a stream that small coefficients are taken from: four blocks.
const MAX_SMALL_BYTES: usize = 4 * SHAKE256_RATE;

/// Writes polynomials with coefficients from `-eta` to `eta`, with the numbers from 0 on. FIPS 204,
/// algorithms 31 and 33.
///
/// Constant-time: which half-bytes are no coefficients is not told either. So many half-bytes are
/// drawn that fewer than 256 coefficients among them have a chance below 2^-300 (the standard,
/// appendix C, lets it be 2^-256); what would then lack is `eta`.
pub(super) fn small(eta: i32, seed: &Secret<[u8; 64]>, out: &mut [SecretPoly]) {
    for (i, out) in out.chunks_mut(LANES).enumerate() {
        let first = (i * LANES) as u16;
        // Of 16 half-bytes, 15 are good for eta = 2, and 9 for eta = 4.
        if eta == 2 {
            small_of::<{ 2 * SHAKE256_RATE }>(eta, seed, first, out);
        } else {
            small_of::<MAX_SMALL_BYTES>(eta, seed, first, out);
        }
    }
}

fn small_of<const L: usize>(eta: i32, seed: &Secret<[u8; 64]>, first: u16, out: &mut [SecretPoly]) {
    let rows = seed.map(|seed| shake256_rows::<L>(seed, first, out.len()));
    for (lane, out) in out.iter_mut().enumerate() {
        out.update_by(&rows, |out, rows| small_of_bytes(eta, &rows[lane], out));
    }
}

/// Writes a polynomial with the small coefficients of half-bytes. FIPS 204, algorithm 15.
fn small_of_bytes(eta: i32, bytes: &[u8], out: &mut Polynomial) {
    let mut places = [0u16; 2 * MAX_SMALL_BYTES];
    let places = &mut places[..2 * bytes.len()];
    let halves = bytes.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let limit = if eta == 2 { 15 } else { 9 };
    let mut refused = 0u16;
    for (place, half) in places.iter_mut().zip(halves) {
        let half = u16::from(half);
        // All ones for a good one.
        let good = half.wrapping_sub(limit).wrapping_shr(15).wrapping_neg();
        *place = (refused << 4 | half) & good;
        refused += !good & 1;
    }
    compress(places);
    for (out, place) in out.0.iter_mut().zip(places.iter()) {
        let half = i32::from(place & 15);
        // Modulo 5: 13 / 64 is a fifth, near enough for numbers below 15.
        let value = if eta == 2 { half - 5 * ((half * 13) >> 6) } else { half };
        *out = eta - value;
    }
    places.zeroize();
}

/// Moves each word down by as many places as its bits from 4 on say. Words that stay behind are 0,
/// and no two meet. Steps of 1, 2, 4 .. places: Warren, Hacker's Delight, section 7-4.
fn compress(places: &mut [u16]) {
    let mut step = 1;
    while step < places.len() {
        let bit = step.ilog2() + 4;
        for i in 0..places.len() {
            let moves = |word: u16| (word >> bit & 1).wrapping_neg();
            let arriving = places.get(i + step).map_or(0, |word| word & moves(*word));
            places[i] = places[i] & !moves(places[i]) | arriving;
        }
        step *= 2;
    }
}

/// Most bits of a packed coefficient of a mask.
const MAX_MASK_BITS: u32 = 20;

/// Writes the polynomials of a mask, with the numbers from `counter` on. FIPS 204, algorithm 34.
pub(super) fn mask(of: &Parameters, seed: &Secret<[u8; 64]>, counter: u16, out: &mut [SecretPoly]) {
    const MAX_BYTES: usize = packed_bytes(MAX_MASK_BITS);
    let rows = seed.map(|seed| shake256_rows::<MAX_BYTES>(seed, counter, out.len()));
    let (bits, bytes) = (of.mask_bits(), packed_bytes(of.mask_bits()));
    for (lane, out) in out.iter_mut().enumerate() {
        out.update_by(&rows, |out, rows| {
            unpack(&rows[lane][..bytes], bits, |x| of.gamma1() - x, out);
        });
    }
}

/// Returns the challenge that a hash stands for. FIPS 204, algorithm 29. Variable-time: the hash is
/// public.
pub(super) fn ball_vartime(of: &Parameters, hash: &[u8]) -> Polynomial {
    let mut stream = shake256(&[hash]);
    let mut signs = [0; 8];
    stream.squeeze(&mut signs);
    let mut signs = u64::from_le_bytes(signs);
    let mut ball = Polynomial::ZERO;
    for i in N - of.tau..N {
        let mut byte = [0];
        let at = loop {
            stream.squeeze(&mut byte);
            let at = usize::from(byte[0]);
            if at <= i {
                break at;
            }
        };
        ball.0[i] = ball.0[at];
        ball.0[at] = if signs & 1 == 0 { 1 } else { -1 };
        signs >>= 1;
    }
    ball
}

#[cfg(test)]
mod tests {
    use super::super::parameters::ParameterSet;
    use super::super::xof::shake256_of;
    use super::*;

    /// A polynomial with small coefficients, half-byte by half-byte. FIPS 204, algorithms 15 and
    /// 31.
    fn plain(eta: i32, seed: &[u8; 64], index: usize) -> [i32; N] {
        let mut stream = shake256(&[seed, &(index as u16).to_le_bytes()]);
        let mut out = Vec::new();
        while out.len() < N {
            let mut byte = [0];
            stream.squeeze(&mut byte);
            for half in [byte[0] & 15, byte[0] >> 4].map(i32::from) {
                match eta {
                    2 if half < 15 => out.push(2 - half % 5),
                    4 if half < 9 => out.push(4 - half),
                    _ => (),
                }
            }
        }
        out[..N].try_into().expect("there are enough")
    }

    /// Goal: small coefficients are those of the standard, though nothing branches on what they are
    /// drawn from.
    #[test]
    fn small_coefficients_are_those_of_the_standard() {
        for seed in 0..40u8 {
            let seed = shake256_of(&[&[seed]]);
            for eta in [2, 4] {
                let mut all = zeros(15);
                small(eta, &Secret::new(seed), &mut all);
                for (index, out) in all.iter().enumerate() {
                    let out = out.reveal("a test looks").0;
                    assert_eq!(out, plain(eta, &seed, index), "{eta} {index}");
                }
            }
        }
    }

    /// Goal: words move down by what they say, whatever is between them. Method: words with gaps of
    /// every length up to all places.
    #[test]
    fn words_move_together() {
        for gap in [0, 1, 2, 3, 7, 100, 500, 1087] {
            let mut places = [0; 2 * MAX_SMALL_BYTES];
            let at = |i: usize| i * (gap + 1);
            let count = places.len().div_ceil(gap + 1);
            for i in 0..count {
                places[at(i)] = ((at(i) - i) as u16) << 4 | (1 + i as u16 % 14);
            }
            compress(&mut places);
            for (i, place) in places.iter().enumerate() {
                let expected = if i < count { 1 + i as u16 % 14 } else { 0 };
                assert_eq!(place & 15, expected, "{gap} {i}");
            }
        }
    }

    /// Goal: a challenge has as many signs as its set says, and nothing else.
    #[test]
    fn challenges_have_their_weight() {
        for set in ParameterSet::ALL {
            let of = set.row();
            for i in 0..50u8 {
                let ball = ball_vartime(of, &alloc::vec![i; of.challenge_bytes]);
                let weight = ball.0.iter().filter(|x| [1, -1].contains(*x)).count();
                let zeros = ball.0.iter().filter(|x| **x == 0).count();
                assert_eq!((weight, zeros), (of.tau, N - of.tau));
            }
        }
    }
}
