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
use sealane_arith::field::Machine;
use sealane_arith::prime::Words;
use sealane_arith::word;
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
pub struct Digits<const L: usize> {
    /// Twice the magnitudes, so that the bit below a scalar's lowest one is there.
    twice: [[u64; L]; WORDS],
    /// 1 in the lanes whose digits are turned.
    negative: [u64; L],
}

impl<const L: usize> Zeroize for Digits<L> {
    fn zeroize(&mut self) {
        self.twice.zeroize();
        self.negative.zeroize();
    }
}

impl<const L: usize> Digits<L> {
    /// Takes scalars.
    // Not where instructions of lanes are at hand: the compiler would gather words by them, of
    // which nobody could say that the addresses are no secrets.
    #[inline(never)]
    #[must_use]
    pub fn of<N: Words>(k: &[Signed<N>; L]) -> Self {
        let mut all = Digits { twice: [[0; L]; WORDS], negative: [0; L] };
        for (lane, k) in k.iter().enumerate() {
            let mut below = 0;
            for (words, word) in all.twice.iter_mut().zip(k.magnitude.as_ref()) {
                words[lane] = word << 1 | below >> 63;
                below = *word;
            }
            all.twice[N::LEN][lane] = below >> 63;
            all.negative[lane] = k.negative;
        }
        all
    }

    /// Takes one scalar in parts, one a lane: lane `i` has its bits from `bits parts[i]` on, of
    /// which `bits` may be read as digits. Other lanes have zeros.
    // Not where instructions of lanes are at hand, as `of`.
    #[inline(never)]
    #[must_use]
    pub fn of_parts<N: Words>(k: &Signed<N>, bits: usize, parts: &[usize]) -> Self {
        let mut whole = Digits::<1>::of(core::array::from_ref(k));
        let word = |at: usize| whole.twice.get(at).map_or(0, |[word]| *word);
        let mut all = Digits { twice: [[0; L]; WORDS], negative: [k.negative; L] };
        for (lane, part) in parts.iter().enumerate() {
            let (from, shift) = (bits * part / 64, bits * part % 64);
            for (at, words) in all.twice.iter_mut().enumerate().take(bits / 64 + 2) {
                let high = word(from + at + 1) << 1 << (63 - shift);
                words[lane] = word(from + at) >> shift | high;
            }
        }
        whole.zeroize();
        all
    }

    /// Returns the magnitude of digit `i` of each lane and the lanes where it is negative.
    /// Constant-time in the scalars.
    #[inline(always)]
    #[must_use]
    pub fn at<M: Machine>(&self, machine: M, i: usize, width: usize) -> (M::Digit, M::Mask) {
        let from = width * i % 64;
        // Never more; said so that no check of it is compiled in.
        let word = (width * i / 64).min(WORDS - 2);
        let [low, high] = [&self.twice[word], &self.twice[word + 1]];
        let (magnitude, negative) = machine.booth(low, high, from as u32, width);
        (magnitude, negative.xor(machine.bit(&self.negative, 0)))
    }
}

impl Digits<1> {
    /// Returns the magnitude of digit `i` and whether it is negative, 1 or 0. Constant-time in the
    /// scalar.
    #[inline(always)]
    #[must_use]
    pub fn of_one(&self, i: usize, width: usize) -> [u64; 2] {
        let word = (width * i / 64).min(WORDS - 2);
        let ([low], [high]) = (self.twice[word], self.twice[word + 1]);
        let (magnitude, negative) = word::booth(low, high, (width * i % 64) as u32, width);
        [magnitude, negative ^ self.negative[0]]
    }
}
