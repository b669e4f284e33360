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

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The bits of twice a number, and zeros behind.
    fn twice(words: &[u64]) -> impl Fn(usize) -> u64 {
        |at| {
            if at == 0 {
                0
            } else {
                words.get((at - 1) / 64).map_or(0, |w| w >> ((at - 1) % 64) & 1)
            }
        }
    }

    /// So many words from a bit on.
    fn words(bit: impl Fn(usize) -> u64, from: usize, count: usize) -> Vec<u64> {
        let word = |at: usize| (0..64).map(|i| bit(from + 64 * at + i) << i).sum();
        (0..count).map(word).collect()
    }

    const LONG: [u64; 9] = [
        0x8000_0000_0000_0001,
        0x0123_4567_89ab_cdef,
        u64::MAX,
        0,
        0xfedc_ba98_7654_3210,
        1,
        1 << 63,
        0x5555_5555_5555_5555,
        0x1ff,
    ];

    /// Goal: what digits are taken from is twice each lane's magnitude, with zeros behind.
    #[test]
    fn every_lane_has_twice_its_scalar() {
        let short = [LONG[4], LONG[0]];
        let lanes = [(short, 1), ([u64::MAX; 2], 0), ([0, 1 << 63], 1)];
        let scalars = lanes.map(|(magnitude, negative)| Signed { magnitude, negative });
        let digits = Digits::of(&scalars);
        assert_eq!(digits.negative, [1, 0, 1]);
        for (lane, (magnitude, _)) in lanes.iter().enumerate() {
            let found: Vec<u64> = digits.twice.iter().map(|word| word[lane]).collect();
            assert_eq!(found, words(twice(magnitude), 0, WORDS), "lane {lane}");
        }
    }

    /// Goal: a part is the scalar from its first bit on, as many words as are read, and zeros
    /// behind, up to the end of the longest scalar and past it.
    #[test]
    fn parts_are_the_scalar_from_their_bit_on() {
        let scalar = Signed { magnitude: LONG, negative: 1 };
        for bits in [1, 63, 64, 65, 66, 127, 128, 130] {
            let parts: [usize; 5] = core::array::from_fn(|i| (4 - i) * 521 / (4 * bits));
            let digits = Digits::<6>::of_parts(&scalar, bits, &parts);
            assert_eq!(digits.negative, [1; 6]);
            for (lane, part) in parts.iter().enumerate() {
                let found: Vec<u64> = digits.twice.iter().map(|word| word[lane]).collect();
                let mut expected = words(twice(&LONG), bits * part, bits / 64 + 2);
                expected.resize(WORDS, 0);
                assert_eq!(found, expected, "part {part} of {bits} bits");
            }
            assert!(digits.twice.iter().all(|word| word[5] == 0), "a lane without a part");
        }
    }

    /// Goal: digits sum up to the scalar, with its sign, and none is too large.
    #[test]
    fn digits_sum_up_to_the_scalar() {
        for (magnitude, width) in [(0x1234_5678_9abc_def0, 5), (u64::MAX >> 1, 4), (0xff, 7)] {
            for negative in [0, 1] {
                let digits = Digits::of(&[Signed { magnitude: [magnitude], negative }]);
                let mut sum = 0;
                for i in (0..count(64, width)).rev() {
                    let [digit, minus] = digits.of_one(i, width);
                    assert!(digit <= 1 << (width - 1) && minus <= 1, "{digit} {minus}");
                    let digit = i128::from(digit);
                    sum = (sum << width) + if minus == 1 { -digit } else { digit };
                }
                let whole = i128::from(magnitude);
                assert_eq!(sum, if negative == 1 { -whole } else { whole }, "{magnitude:x}");
            }
        }
    }
}
