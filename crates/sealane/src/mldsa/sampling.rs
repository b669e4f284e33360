//! Polynomials from seeds. FIPS 204, section 7.3.

use super::parameters::Parameters;
use super::xof::{LANES, expand, shake256};
use crate::hash::keccak::{SHAKE128_RATE, SHAKE256_RATE, Shake128};
use alloc::vec::Vec;
use core::array::from_fn;
#[cfg(feature = "lanes")]
use sealane_arith::ring::Filling;
use sealane_arith::ring::{self, BLOCK_WORDS, N, Polynomial, Q};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// A secret polynomial, or its transform.
pub(super) type SecretPoly = Secret<Polynomial>;

/// As many secret polynomials, all 0, on the heap.
pub(super) fn zeros(count: usize) -> Vec<SecretPoly> {
    (0..count).map(|_| Secret::new(Polynomial::ZERO)).collect()
}

/// An entry of the matrix that a seed stands for, to be written as a transform.
pub(super) struct Entry<'a> {
    seed: &'a [u8; 32],
    /// Its column and its row.
    place: [u8; 2],
    out: &'a mut Polynomial,
}

/// Returns the entries of a matrix, which are to be the first ones of `of.k` rows, however long
/// those are.
pub(super) fn entries<'a>(
    of: &Parameters,
    seed: &'a [u8; 32],
    rows: &'a mut [Polynomial],
) -> impl Iterator<Item = Entry<'a>> {
    let (width, l) = (rows.len() / of.k, of.l);
    rows.chunks_exact_mut(width).enumerate().flat_map(move |(row, all)| {
        let columns = all.iter_mut().take(l).enumerate();
        columns.map(move |(column, out)| Entry { seed, place: [column as u8, row as u8], out })
    })
}

/// Writes entries of matrices, below `q`. FIPS 204, algorithm 32. Variable-time: their seeds are
/// public.
///
/// A function of its own in machine code too: who compares the steps of two keys leaves it out.
#[inline(never)]
pub(super) fn expand_vartime<'a>(entries: impl Iterator<Item = Entry<'a>>) {
    let mut some = Vec::with_capacity(LANES);
    for entry in entries {
        some.push(entry);
        if some.len() == LANES {
            entries_vartime(&mut some);
            some.clear();
        }
    }
    entries_vartime(&mut some);
}

/// Writes at most [`LANES`] entries. FIPS 204, algorithm 30.
fn entries_vartime(entries: &mut [Entry<'_>]) {
    #[cfg(feature = "lanes")]
    if entries.len() > 1 && super::xof::has_lanes() {
        return entries_in_lanes_vartime(entries);
    }
    for Entry { seed, place, out } in entries {
        let mut stream = Shake128::new();
        stream.absorb(*seed);
        stream.absorb(place);
        let mut stream = stream.finish();
        let (mut block, mut filled) = ([0; SHAKE128_RATE], 0);
        while filled < N {
            stream.squeeze(&mut block);
            let words = from_fn(|i| u64::from_le_bytes(block.as_chunks().0[i]));
            filled = accept_vartime(&words, filled, out);
        }
    }
}

#[cfg(feature = "lanes")]
fn entries_in_lanes_vartime(entries: &mut [Entry<'_>]) {
    let of_lane = |lane: usize| entries.get(lane).unwrap_or(&entries[0]);
    let (seeds, places) = (from_fn(|at| of_lane(at).seed), from_fn(|at| of_lane(at).place));
    let mut stream = crate::hash::keccak::Shake8::<SHAKE128_RATE>::of_numbers(seeds, places);
    let fillings = entries.iter_mut().map(|entry| Filling { out: entry.out, filled: 0 });
    let mut fillings: Vec<_> = fillings.collect();
    while !fillings.iter().all(Filling::is_whole) {
        let block = stream.next_words().first_chunk().expect("the rate is a block");
        ring::accept_vartime(block, &mut fillings);
    }
}

/// Puts the coefficients of a block behind those that are there, and returns how many there are
/// then. FIPS 204, algorithm 14.
fn accept_vartime(block: &[u64; BLOCK_WORDS], filled: usize, out: &mut Polynomial) -> usize {
    let mut filled = filled;
    for [a, b, c] in block.as_chunks().0 {
        // Three bytes each.
        let candidates =
            [*a, a >> 24, a >> 48 | b << 16, b >> 8, b >> 32, b >> 56 | c << 8, c >> 16, c >> 40];
        let candidates = candidates.map(|candidate| (candidate & 0x7f_ffff) as i32);
        let all_good = candidates.iter().fold(true, |all, x| all & (*x < Q));
        match out.0.get_mut(filled..filled + candidates.len()) {
            Some(places) if all_good => {
                places.copy_from_slice(&candidates);
                filled += places.len();
            }
            _ => {
                for x in candidates.into_iter().filter(|x| *x < Q) {
                    if let Some(place) = out.0.get_mut(filled) {
                        *place = x;
                        filled += 1;
                    }
                }
            }
        }
    }
    filled
}

/// A polynomial with coefficients from `-eta` to `eta`, to be drawn.
pub(super) struct Small<'a> {
    pub(super) eta: i32,
    pub(super) seed: &'a Secret<[u8; 64]>,
    pub(super) number: u16,
    pub(super) out: &'a mut SecretPoly,
}

/// Words of a stream that small coefficients are taken from, for `eta` of 2 and of 4: two blocks
/// and four.
const SMALL_WORDS_2: usize = 2 * SHAKE256_RATE / 8;
const SMALL_WORDS_4: usize = 4 * SHAKE256_RATE / 8;

/// Draws polynomials with small coefficients, those of one kind best beside each other. FIPS 204,
/// algorithms 31 and 33.
///
/// Constant-time: which half-bytes are no coefficients is not told either. So many half-bytes are
/// drawn that fewer than 256 coefficients among them have a chance below 2^-300 (the standard,
/// appendix C, lets it be 2^-256); what would then lack is `eta`.
pub(super) fn small(all: &mut [Small<'_>]) {
    for kind in all.chunk_by_mut(|a, b| a.eta == b.eta) {
        for some in kind.chunks_mut(LANES) {
            // Of 16 half-bytes, 15 are good for eta = 2, and 9 for eta = 4.
            if some[0].eta == 2 {
                small_of::<SMALL_WORDS_2>(some);
            } else {
                small_of::<SMALL_WORDS_4>(some);
            }
        }
    }
}

/// Draws at most [`LANES`] polynomials of one kind.
fn small_of<const WORDS: usize>(some: &mut [Small<'_>]) {
    let (of_lane, eta) = (|lane: usize| some.get(lane).unwrap_or(&some[0]), some[0].eta);
    let numbers = from_fn(|lane| of_lane(lane).number);
    let kept = Secret::zip_all(from_fn(|lane| of_lane(lane).seed), |seeds| {
        let mut rows = [[0; LANES]; WORDS];
        let put = |at: usize, lane: usize, word| rows[at][lane] = word;
        expand(seeds, numbers, some.len(), WORDS, put);
        let kept = ring::keep_small(eta, &rows);
        rows.zeroize();
        kept
    });
    for (lane, Small { out, .. }) in some.iter_mut().enumerate() {
        out.update_by(&kept, |out, kept| {
            let mut own = from_fn(|i| kept[i][lane]);
            ring::small(eta, &own, out);
            own.zeroize();
        });
    }
}

/// A challenge on its way. FIPS 204, algorithm 29.
struct Ball {
    of: Polynomial,
    /// Where the next sign goes, at most.
    next: usize,
    signs: u64,
}

impl Ball {
    /// Of the first eight bytes of a stream, for a challenge of `tau` signs.
    fn new(tau: usize, signs: u64) -> Self {
        Self { of: Polynomial::ZERO, next: N - tau, signs }
    }

    /// Takes in the next bytes of the stream, as many as are needed.
    fn take_vartime(&mut self, bytes: &[u8]) {
        for at in bytes.iter().map(|byte| usize::from(*byte)) {
            if self.is_whole() {
                return;
            }
            if at <= self.next {
                self.of.0[self.next] = self.of.0[at];
                self.of.0[at] = 1 - 2 * (self.signs & 1) as i32;
                self.signs >>= 1;
                self.next += 1;
            }
        }
    }

    fn is_whole(&self) -> bool {
        self.next == N
    }
}

/// Returns the challenge that a hash stands for. Variable-time: the hash is public.
pub(super) fn ball_vartime(of: &Parameters, hash: &[u8]) -> Polynomial {
    let mut stream = shake256(&[hash]);
    let mut block = [0; SHAKE256_RATE];
    stream.squeeze(&mut block);
    let (signs, rest) = split_signs(&block);
    let mut ball = Ball::new(of.tau, signs);
    ball.take_vartime(rest);
    while !ball.is_whole() {
        stream.squeeze(&mut block);
        ball.take_vartime(&block);
    }
    ball.of
}

/// The first block of a stream: signs, and what is behind them.
fn split_signs(block: &[u8; SHAKE256_RATE]) -> (u64, &[u8]) {
    let (signs, rest) = block.split_at(8);
    (signs.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte)), rest)
}

/// Returns the challenges that at most [`LANES`] hashes stand for, each by its set, as
/// [`ball_vartime`] does. A function of its own, as [`expand_vartime`].
#[inline(never)]
pub(super) fn balls_vartime(hashes: &[(&Parameters, &[u8])]) -> Vec<Polynomial> {
    #[cfg(feature = "lanes")]
    if hashes.len() > 1 && super::xof::has_lanes() {
        let lanes: [[&[u8]; 1]; LANES] =
            from_fn(|lane| [hashes.get(lane).map_or(&[][..], |(_, hash)| hash)]);
        let mut stream = crate::hash::keccak::Shake8::<SHAKE256_RATE>::new(&lanes);
        let mut blocks = [[0; SHAKE256_RATE]; LANES];
        stream.squeeze(&mut blocks);
        let first = |((of, _), block): (&(&Parameters, &[u8]), &_)| {
            let (signs, rest) = split_signs(block);
            let mut ball = Ball::new(of.tau, signs);
            ball.take_vartime(rest);
            ball
        };
        let mut balls: Vec<Ball> = hashes.iter().zip(&blocks).map(first).collect();
        while !balls.iter().all(Ball::is_whole) {
            stream.squeeze(&mut blocks);
            balls.iter_mut().zip(&blocks).for_each(|(ball, block)| ball.take_vartime(block));
        }
        return balls.into_iter().map(|ball| ball.of).collect();
    }
    hashes.iter().map(|(of, hash)| ball_vartime(of, hash)).collect()
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
                let secret = Secret::new(seed);
                let draw = |(number, out)| Small { eta, seed: &secret, number, out };
                small(&mut (0..).zip(&mut all).map(draw).collect::<Vec<_>>());
                for (index, out) in all.iter().enumerate() {
                    let out = out.reveal("a test looks").0;
                    assert_eq!(out, plain(eta, &seed, index), "{eta} {index}");
                }
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

    /// Goal: challenges in lanes are those of one at a time, whatever stands beside them.
    #[test]
    fn challenges_in_lanes_are_those_of_one() {
        for count in 0..=LANES {
            for round in 0..100u8 {
                let set = |i: usize| ParameterSet::ALL[(i + usize::from(round)) % 3].row();
                let hash = |i: usize| shake256_of::<64>(&[&[round, i as u8]]);
                let hashes: Vec<_> = (0..count).map(hash).collect();
                let hashes = (0..count).map(|i| (set(i), &hashes[i][..set(i).challenge_bytes]));
                let hashes: Vec<_> = hashes.collect();
                let balls = balls_vartime(&hashes);
                assert_eq!(balls.len(), count);
                for (ball, (of, hash)) in balls.iter().zip(hashes) {
                    assert_eq!(ball.0, ball_vartime(of, hash).0);
                }
            }
        }
    }
}
