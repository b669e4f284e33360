//! Coefficients of bits, as many of each, which fill words. FIPS 204, section 7.1.

use super::tasks::Task;
use super::words::Stored;
use super::{LANES, Polynomial};

/// See [`unpack`](super::unpack).
pub(super) struct Unpack<'a, const BITS: usize> {
    pub(super) words: &'a [u64],
    pub(super) from: Option<i32>,
    pub(super) out: &'a mut Polynomial,
}

impl<const BITS: usize> Task for Unpack<'_, BITS> {
    type Result = ();
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, like: W) {
        for (at, row) in like.rows_mut::<ROWS>(&mut self.out.0).iter_mut().enumerate() {
            let numbers = like.numbers::<BITS>(self.words, at);
            if let Some(largest) = self.from {
                like.like(largest).sub(numbers).store(row);
            } else {
                numbers.store(row);
            }
        }
    }
}

/// [`Stored::numbers`] of plain words.
#[inline(always)]
pub(super) fn numbers<const BITS: usize>(words: &[u64], row: usize) -> [i32; LANES] {
    let mut numbers = [0; LANES];
    for (lane, out) in numbers.iter_mut().enumerate() {
        let first = (row * LANES + lane) * BITS;
        let (at, shift) = (first / 64, first % 64);
        let mut x = words[at] >> shift;
        if shift + BITS > 64 {
            x |= words[at + 1] << (64 - shift);
        }
        *out = (x & ((1 << BITS) - 1)) as i32;
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::{N, run_plain, unpack};
    extern crate std;
    use std::vec::Vec;

    fn check<const BITS: usize>(words: &[u64]) {
        let bit = |at: usize| (words[at / 64] >> (at % 64) & 1) as i32;
        let number = |i: usize| (0..BITS).map(|at| bit(i * BITS + at) << at).sum::<i32>();
        for from in [None, Some(1 << 17), Some(1 << 19)] {
            let wanted: Vec<i32> =
                (0..N).map(|i| from.map_or(number(i), |largest| largest - number(i))).collect();
            let mut out = Polynomial([-7; N]);
            run_plain(Unpack::<BITS> { words, from, out: &mut out });
            assert_eq!(&out.0[..], wanted, "{BITS}");
            out = Polynomial([-7; N]);
            unpack::<BITS>(words, from, &mut out);
            assert_eq!(&out.0[..], wanted, "{BITS}");
        }
    }

    /// Goal: numbers of each width are read bit by bit, by every machine, and no word behind them.
    /// Method: single bits in every place, all ones, random words; no word more than there must be.
    #[test]
    fn numbers_are_read() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state ^ state >> 29
        };
        let mut words = [0; N * 20 / 64];
        let checked = |words: &[u64]| {
            check::<10>(&words[..N * 10 / 64]);
            check::<18>(&words[..N * 18 / 64]);
            check::<20>(words);
        };
        for bit in 0..64 * words.len() {
            words.fill(0);
            words[bit / 64] = 1 << (bit % 64);
            checked(&words);
        }
        words.fill(u64::MAX);
        checked(&words);
        for _ in 0..100 {
            words.iter_mut().for_each(|word| *word = random());
            checked(&words);
        }
    }
}
