//! Signed digits of scalars.
//!
//! A scalar `k` of `bits` bits is `sum(d[i] * 2^(w i))` with digits in `[-2^(w-1), 2^(w-1)]`:
//! Booth's recoding, in which digit `i` depends on the bits `w i - 1 ..= w i + w - 1` alone. It has
//! two properties that the multiplications rest on:
//!
//! - the lower digits sum up to `sum(d[j] 2^(w j), j < i)`, which lies in `[-2^(wi-1), 2^(wi-1))`;
//! - the upper digits sum up to `sum(d[j] 2^(w (j-i)), j >= i) = floor(k / 2^(wi)) + bit(wi - 1)`.

use super::glv::Signed;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Machine};
use sealane_arith::prime::Words;
use zeroize::Zeroize;

/// How many digits of `width` bits a scalar of `bits` bits has; the top one takes the last carry.
#[must_use]
pub const fn count(bits: usize, width: usize) -> usize {
    bits / width + 1
}

/// Words of the longest scalar, P-521's, one for what a shift by one bit moves out, and one that a
/// window looks at without taking a bit of it.
const WORDS: usize = 9 + 2;

/// The scalars of all lanes, word by word, to take digits from. To be wiped.
#[derive(Clone, Copy)]
pub struct Digits<M: Machine, const L: usize> {
    machine: M,
    /// Twice the magnitudes, so that the bit below a scalar's lowest one is there.
    twice: [[u64; L]; WORDS],
    /// Whose digits are turned.
    negative: M::Mask,
}

impl<M: Machine, const L: usize> Zeroize for Digits<M, L> {
    fn zeroize(&mut self) {
        self.twice.zeroize();
        self.negative.zeroize();
    }
}

impl<M: Machine, const L: usize> Digits<M, L> {
    /// Takes scalars.
    #[inline(always)]
    #[must_use]
    pub fn of<N: Words>(machine: M, k: &[Signed<N>; L]) -> Self {
        let mut twice = [[0; L]; WORDS];
        let mut negative = [0; L];
        for (lane, k) in k.iter().enumerate() {
            let mut below = 0;
            for (words, word) in twice.iter_mut().zip(k.magnitude.as_ref()) {
                words[lane] = word << 1 | below >> 63;
                below = *word;
            }
            twice[N::LEN][lane] = below >> 63;
            negative[lane] = k.negative;
        }
        Digits { machine, twice, negative: machine.digit(&negative).equals(1) }
    }

    /// Returns the magnitude of digit `i` of each lane and the lanes where it is negative.
    /// Constant-time in the scalars.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, i: usize, width: usize) -> (M::Digit, M::Mask) {
        let (word, from) = (width * i / 64, width * i % 64);
        let [low, high] = [&self.twice[word], &self.twice[word + 1]];
        let (magnitude, negative) = self.machine.booth(low, high, from as u32, width);
        (magnitude, negative.xor(self.negative))
    }
}
