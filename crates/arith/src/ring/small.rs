//! Small coefficients of half-bytes, of eight streams at once. FIPS 204, algorithms 15 and 31.
//!
//! Which half-bytes are no coefficients is as secret as the others: every step is the same for all
//! of them. Loops over the streams are plain ones, which the compiler turns into registers.

use super::tasks::Task;
use super::words::Stored;
use super::{N, Polynomial};

/// Streams that are worked on at once.
pub const STREAMS: usize = 8;
/// Half-bytes of a word.
const HALVES: usize = 16;
/// Words of the half-bytes that a polynomial is made of.
pub const KEPT_WORDS: usize = N / HALVES;

/// A bit in each half-byte, byte and word of 16 bits of a word.
const EACH_HALF: u64 = 0x1111_1111_1111_1111;
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const EACH_16: u64 = 0x0001_0001_0001_0001;

/// See [`keep_small`](super::keep_small).
pub(super) struct Keep<'a> {
    /// The largest absolute coefficient, 2 or 4.
    pub(super) eta: i32,
    pub(super) words: &'a [[u64; STREAMS]],
    pub(super) kept: &'a mut [[u64; STREAMS]; KEPT_WORDS],
}

impl Task for Keep<'_> {
    type Result = ();
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, _: W) {
        *self.kept = if self.eta == 2 {
            keep::<W>(self.words, is_15)
        } else {
            keep::<W>(self.words, is_from_9)
        };
    }
}

/// [`keep_small`](super::keep_small), where `bad` tells which half-bytes of a word are none.
///
/// From the last word to the first: what is good of a word goes to the low end of the rows, and
/// moves all that is there up. So the first ones end where they belong, however many come behind
/// them.
#[inline(always)]
fn keep<W: Stored>(
    words: &[[u64; STREAMS]],
    bad: impl Fn(u64) -> u64,
) -> [[u64; STREAMS]; KEPT_WORDS] {
    let mut kept = [[0; STREAMS]; KEPT_WORDS];
    for words in words.iter().rev() {
        let (mut coming, mut ups) = ([0; STREAMS], [0; STREAMS]);
        for lane in 0..STREAMS {
            let (good, count) = good_halves::<W>(words[lane], bad(words[lane]));
            // By 4 bits each, up to 64, in two steps that a word can be shifted by.
            (coming[lane], ups[lane]) = (good, W::shift_count(2 * count));
        }
        for row in &mut kept {
            let before = *row;
            for lane in 0..STREAMS {
                row[lane] = before[lane] << ups[lane] << ups[lane] | coming[lane];
            }
            for lane in 0..STREAMS {
                let down = W::shift_count(32 - ups[lane]);
                coming[lane] = before[lane] >> down >> down;
            }
        }
    }
    kept
}

/// A bit for each half-byte that is 15: no coefficient for `eta = 2`.
#[inline(always)]
fn is_15(word: u64) -> u64 {
    word & word >> 1 & word >> 2 & word >> 3 & EACH_HALF
}

/// A bit for each half-byte from 9 on: no coefficient for `eta = 4`.
#[inline(always)]
fn is_from_9(word: u64) -> u64 {
    word >> 3 & (word | word >> 1 | word >> 2) & EACH_HALF
}

/// Returns the half-bytes of a word that are not `bad`, in their order from the lowest on, with
/// zeros behind them, and how many there are.
///
/// Neighbours join: the good ones of the upper half move down by what lacks in the lower half.
/// Warren, Hacker's Delight, section 7-4.
#[inline(always)]
fn good_halves<W: Stored>(word: u64, bad: u64) -> (u64, u64) {
    // How many are good of each half-byte, byte, word of 16 and word of 32 bits.
    let mut counts = bad ^ EACH_HALF;
    let mut x = word & ((counts << 4).wrapping_sub(counts));
    // Bytes: the upper half moves if the lower one is bad.
    let stays = counts & EACH_BYTE;
    let stays = (stays << 8).wrapping_sub(stays);
    let upper = x & (EACH_BYTE * 0xf0);
    x = x & (EACH_BYTE * 0x0f) | upper & stays | (upper & !stays) >> 4;
    counts = (counts & (EACH_BYTE * 0x0f)) + (counts >> 4 & (EACH_BYTE * 0x0f));
    // Words of 16 bits: the upper byte moves by up to two.
    let lacking = (EACH_16 * 2) - (counts & (EACH_16 * 3));
    let (one, two) = (lacking & EACH_16, lacking >> 1 & EACH_16);
    let by_one = (one << 16).wrapping_sub(one);
    let by_two = (two << 16).wrapping_sub(two);
    let mut upper = x & (EACH_16 * 0xff00);
    upper = upper & !by_one | (upper & by_one) >> 4;
    upper = upper & !by_two | (upper & by_two) >> 8;
    x = x & (EACH_16 * 0xff) | upper;
    counts = (counts & (EACH_16 * 0xff)) + (counts >> 8 & (EACH_16 * 0xff));
    // Words of 32 bits, and the whole one: each by its own shift.
    let low = x & 0xffff | (x & 0xffff_0000) >> W::shift_count(16 - 4 * (counts & 7));
    let x = x >> 32;
    let high = x & 0xffff | (x & 0xffff_0000) >> W::shift_count(16 - 4 * (counts >> 32 & 7));
    counts = (counts & 0xff_0000_00ff) + (counts >> 16 & 0xff_0000_00ff);
    let whole = low | high << 32 >> W::shift_count(32 - 4 * (counts & 15));
    (whole, (counts + (counts >> 32)) & 31)
}

/// See [`small`](super::small). On plain words: with registers, the compiler would scatter.
pub(super) fn decode(eta: i32, kept: &[u64; KEPT_WORDS], out: &mut Polynomial) {
    for (word, out) in kept.iter().zip(out.0.as_chunks_mut::<HALVES>().0) {
        for (i, out) in out.iter_mut().enumerate() {
            let half = (word >> (4 * i)) as i32 & 15;
            // Modulo 5: 13 / 64 is a fifth, near enough for numbers below 15.
            let value = if eta == 2 { half - 5 * ((half * 13) >> 6) } else { half };
            *out = eta - value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::words::Plain;
    use crate::ring::{keep_small, run_plain, small};
    extern crate std;
    use std::vec::Vec;

    /// Numbers that repeat.
    fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        *state ^ *state >> 32
    }

    /// Half-bytes of a word, the lowest first.
    fn halves(word: u64) -> impl Iterator<Item = u64> {
        (0..HALVES).map(move |i| word >> (4 * i) & 15)
    }

    /// Goal: half-bytes that are no coefficients go, the others keep their order. Method: words
    /// with good ones in every combination of places, and random ones.
    #[test]
    fn good_half_bytes_move_together() {
        let mut state = 1;
        for round in 0..3 << 16 {
            let mut word = next(&mut state);
            if round < 1 << 16 {
                let place = |i: usize| if round >> i & 1 == 1 { i as u64 % 9 } else { 15 };
                word = (0..HALVES).fold(0, |word, i| word | place(i) << (4 * i));
            }
            for (bad, limit) in [(is_15(word), 15), (is_from_9(word), 9)] {
                let good: Vec<u64> = halves(word).filter(|half| *half < limit).collect();
                let expected = good.iter().rev().fold(0, |word, half| word << 4 | half);
                assert_eq!(
                    good_halves::<Plain<16>>(word, bad),
                    (expected, good.len() as u64),
                    "{word:x}"
                );
            }
        }
    }

    /// Goal: streams give their coefficients in order, on registers and on plain words, and zeros
    /// where there are too few. Method: random words, and some of which nothing or all is good.
    #[test]
    fn streams_keep_their_order() {
        let mut state = 2;
        for (round, (eta, limit)) in (0..400).zip([(2, 15), (4, 9)].into_iter().cycle()) {
            let mut words = [[0; STREAMS]; 40];
            for word in words.as_flattened_mut() {
                let random = next(&mut state);
                *word = [random, u64::MAX, 0, random | 0xff00][round / 2 % 4];
            }
            words[round % 40] = [u64::MAX; STREAMS];
            let kept = keep_small(eta, &words);
            let mut plain = [[0; STREAMS]; KEPT_WORDS];
            run_plain(Keep { eta, words: &words, kept: &mut plain });
            assert_eq!(kept, plain);
            for lane in 0..STREAMS {
                let good = words.iter().flat_map(|row| halves(row[lane]));
                let good = good.filter(|half| *half < limit).chain(core::iter::repeat(0));
                let mut out = Polynomial::ZERO;
                small(eta, &kept.map(|row| row[lane]), &mut out);
                for (x, half) in out.0.iter().zip(good) {
                    let half = half as i32;
                    assert_eq!(*x, if eta == 2 { 2 - half % 5 } else { 4 - half });
                }
            }
        }
    }
}
