//! Words from and to bytes, and comparisons with a modulus. Constant-time in the values.

use crate::ct::{Mask, WordMask};
use crate::prime::{Prime, Words};
use crate::word;

/// Returns the integer of big-endian `bytes`, of which the words must be able to hold all.
#[inline]
#[must_use]
pub fn from_be_bytes<L: Words>(bytes: &[u8]) -> L {
    assert!(bytes.len() <= 8 * L::LEN, "more bytes than the words can hold");
    let mut out = L::ZERO;
    for (word, chunk) in out.as_mut().iter_mut().zip(bytes.rchunks(8)) {
        *word = match chunk.first_chunk() {
            Some(whole) => u64::from_be_bytes(*whole),
            None => chunk.iter().fold(0, |w, &b| (w << 8) | u64::from(b)),
        };
    }
    out
}

/// Writes the integer as big-endian bytes that fill `out`; higher bytes of the value are dropped.
#[inline]
pub fn to_be_bytes<L: Words>(value: &L, out: &mut [u8]) {
    let words = value.as_ref();
    for (i, chunk) in out.rchunks_mut(8).enumerate() {
        let word = words.get(i).copied().unwrap_or(0);
        match chunk.first_chunk_mut() {
            Some(whole) => *whole = word.to_be_bytes(),
            None => {
                for (i, byte) in chunk.iter_mut().rev().enumerate() {
                    *byte = (word >> (8 * i)) as u8;
                }
            }
        }
    }
}

/// Like [`from_be_bytes`], for little-endian bytes.
#[inline]
#[must_use]
pub fn from_le_bytes<L: Words>(bytes: &[u8]) -> L {
    assert!(bytes.len() <= 8 * L::LEN, "more bytes than the words can hold");
    let mut out = L::ZERO;
    for (word, chunk) in out.as_mut().iter_mut().zip(bytes.chunks(8)) {
        *word = match chunk.first_chunk() {
            Some(whole) => u64::from_le_bytes(*whole),
            None => chunk.iter().rev().fold(0, |w, &b| (w << 8) | u64::from(b)),
        };
    }
    out
}

/// Like [`to_be_bytes`], lowest byte first.
#[inline]
pub fn to_le_bytes<L: Words>(value: &L, out: &mut [u8]) {
    let words = value.as_ref();
    for (i, chunk) in out.chunks_mut(8).enumerate() {
        let word = words.get(i).copied().unwrap_or(0);
        match chunk.first_chunk_mut() {
            Some(whole) => *whole = word.to_le_bytes(),
            None => {
                for (i, byte) in chunk.iter_mut().enumerate() {
                    *byte = (word >> (8 * i)) as u8;
                }
            }
        }
    }
}

/// Returns `value >> bits` for fewer than 64 bits, a public number.
#[inline]
#[must_use]
pub fn shift_right<L: Words>(value: &L, bits: u32) -> L {
    let mut out = *value;
    if bits == 0 {
        return out;
    }
    let words = out.as_mut();
    for i in 0..words.len() {
        let above = words.get(i + 1).copied().unwrap_or(0);
        words[i] = (words[i] >> bits) | (above << (64 - bits));
    }
    out
}

/// Returns whether `value` is below the modulus of `P`.
#[inline]
#[must_use]
pub fn is_below<P: Prime>(value: &P::Limbs) -> WordMask {
    WordMask::of_bit(subtract::<P>(value).1)
}

/// Returns whether `value` is in `1..=modulus - 1`.
#[inline]
#[must_use]
pub fn is_unit<P: Prime>(value: &P::Limbs) -> WordMask {
    let any = value.as_ref().iter().fold(0, |all, w| all | w);
    is_below::<P>(value).and(WordMask::of_zero(any).not())
}

/// Returns whether `value`, which is below the modulus, is at most half of it.
#[inline]
#[must_use]
pub fn is_lower_half<P: Prime>(value: &P::Limbs) -> WordMask {
    // The modulus less the value is at least the value.
    let (mut borrow, mut second) = (0, 0);
    for (m, w) in P::MODULUS.as_ref().iter().zip(value.as_ref()) {
        let rest;
        (rest, borrow) = word::sbb(*m, *w, borrow);
        (_, second) = word::sbb(rest, *w, second);
    }
    WordMask::of_bit(second).not()
}

/// Returns `value` modulo the modulus of `P`, for a value below twice the modulus.
#[inline]
#[must_use]
pub fn reduce_once<P: Prime>(value: &P::Limbs) -> P::Limbs {
    reduce_once_above::<P>(value, 0)
}

/// Like [`reduce_once`], for an integer with one more bit, `above`, on top of its words.
#[inline(always)]
#[must_use]
pub(crate) fn reduce_once_above<P: Prime>(value: &P::Limbs, above: u64) -> P::Limbs {
    let (reduced, borrow) = subtract::<P>(value);
    let mut out = reduced;
    let keep = WordMask::of_bit(borrow & (above ^ 1));
    for (o, w) in out.as_mut().iter_mut().zip(value.as_ref()) {
        *o = keep.choose(*w, *o);
    }
    out
}

#[inline(always)]
fn subtract<P: Prime>(value: &P::Limbs) -> (P::Limbs, u64) {
    let mut out = *value;
    let mut borrow = 0;
    for (o, m) in out.as_mut().iter_mut().zip(P::MODULUS.as_ref()) {
        (*o, borrow) = word::sbb(*o, *m, borrow);
    }
    (out, borrow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generated::P256P;

    type Limbs = <P256P as Prime>::Limbs;

    const MODULUS: Limbs = P256P::MODULUS;

    /// The modulus and a small number, which may be negative.
    fn beside(difference: i64) -> Limbs {
        sum(MODULUS, difference)
    }

    /// A number of four words and a small one, which may be negative.
    fn sum(words: Limbs, small: i64) -> Limbs {
        let mut carry = i128::from(small);
        words.map(|word| {
            carry += i128::from(word);
            let low = carry as u64;
            carry >>= 64;
            low
        })
    }

    /// Goal: bytes of every length, those that end within a word and those behind the last one, are
    /// the value's.
    #[test]
    fn bytes_of_all_lengths_are_the_values() {
        let value: Limbs = [0x0123_4567_89ab_cdef, 0xf1e2_d3c4_b5a6_9788, 0x55aa, !7];
        let byte = |at: usize| value.get(at / 8).map_or(0, |word| (word >> (8 * (at % 8))) as u8);
        for length in 0..=48 {
            let mut out = [0xee; 48];
            to_le_bytes(&value, &mut out[..length]);
            assert!((0..length).all(|at| out[at] == byte(at)), "{length}");
            to_be_bytes(&value, &mut out[..length]);
            assert!((0..length).all(|at| out[length - 1 - at] == byte(at)), "{length}");
            assert!(out[length..].iter().all(|byte| *byte == 0xee), "{length}");
        }
    }

    /// Goal: units are the numbers from 1 to the modulus less 1.
    #[test]
    fn units_are_neither_zero_nor_too_large() {
        let units = [[1, 0, 0, 0], [0, 0, 0, 1], beside(-1), beside(-2)];
        let others = [[0; 4], beside(0), beside(1), [u64::MAX; 4]];
        for (values, expected) in [(units, true), (others, false)] {
            for value in values {
                let is_unit = is_unit::<P256P>(&value).choose(1, 0) == 1;
                assert_eq!(is_unit, expected, "{value:x?}");
            }
        }
    }

    /// Goal: a number below twice the modulus loses it once, also one longer than its words.
    #[test]
    fn numbers_are_reduced_once() {
        for small in [0, 1, 77] {
            assert_eq!(reduce_once::<P256P>(&[small, 0, 0, 0]), [small, 0, 0, 0]);
            assert_eq!(reduce_once::<P256P>(&beside(small as i64)), [small, 0, 0, 0]);
            // 2^256 and a little: the modulus less the complement of that.
            let above = reduce_once_above::<P256P>(&[small, 0, 0, 0], 1);
            let expected = sum(MODULUS.map(|word| !word), small as i64 + 1);
            assert_eq!(above, expected, "{small}");
        }
        assert_eq!(reduce_once::<P256P>(&beside(-1)), beside(-1));
    }
}
