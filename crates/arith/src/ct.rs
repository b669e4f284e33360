//! Masks: truth without `bool`.

use crate::word;
use zeroize::Zeroize;

/// One truth value per lane, held as words of all ones or all zeros.
///
/// A mask made from a secret must stay a mask: choose with [`Field::select`](crate::field::Field),
/// combine with the functions below. The one way to a `bool` is [`Mask::to_bool_vartime`].
pub trait Mask: Copy + Zeroize {
    /// The same public truth value in every lane.
    #[must_use]
    fn splat(truth: bool) -> Self;
    /// Returns the lanes where both are true.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Returns the lanes where one or both are true.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Returns the lanes where one alone is true.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Returns the lanes where this is false.
    #[must_use]
    fn not(self) -> Self;
    /// Returns the lanes as the low bits of a word, lane 0 lowest.
    #[must_use]
    fn to_bits(self) -> u64;

    /// Returns whether any lane is true. The mask must come from public data: callers branch on it.
    #[must_use]
    fn to_bool_vartime(self) -> bool {
        self.to_bits() != 0
    }
}

/// The mask of a machine with one lane.
#[derive(Clone, Copy, Debug)]
pub struct WordMask(u64);

impl WordMask {
    /// Returns the mask that is true for `bit = 1` and false for `bit = 0`.
    #[inline(always)]
    #[must_use]
    pub fn of_bit(bit: u64) -> Self {
        WordMask(word::mask(bit))
    }

    /// Returns the mask that is true where `word` is zero.
    #[inline(always)]
    #[must_use]
    pub fn of_zero(word: u64) -> Self {
        Self::of_bit(((word | word.wrapping_neg()) >> 63) ^ 1)
    }

    /// Returns `a` if true, else `b`.
    #[inline(always)]
    #[must_use]
    pub fn choose(self, a: u64, b: u64) -> u64 {
        word::select(self.0, a, b)
    }
}

impl Zeroize for WordMask {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Mask for WordMask {
    #[inline(always)]
    fn splat(truth: bool) -> Self {
        WordMask(u64::from(truth).wrapping_neg())
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        WordMask(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        WordMask(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        WordMask(self.0 ^ other.0)
    }
    #[inline(always)]
    fn not(self) -> Self {
        WordMask(!self.0)
    }
    #[inline(always)]
    fn to_bits(self) -> u64 {
        self.0 & 1
    }
}

/// The mask of a machine with eight lanes: a bit each, lane 0 lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneMask(u8);

impl LaneMask {
    /// Returns the mask of the given bits.
    #[inline(always)]
    #[must_use]
    pub fn of_bits(bits: u8) -> Self {
        LaneMask(bits)
    }

    /// Returns the bits.
    #[inline(always)]
    #[must_use]
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Returns the mask whose lane `i` is lane `i + by` of this one, modulo eight.
    #[inline(always)]
    #[must_use]
    pub fn turned(self, by: usize) -> Self {
        LaneMask(self.0.rotate_right(by as u32 % u8::BITS))
    }
}

impl Zeroize for LaneMask {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl Mask for LaneMask {
    #[inline(always)]
    fn splat(truth: bool) -> Self {
        LaneMask(u8::from(truth).wrapping_neg())
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        LaneMask(self.0 & other.0)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        LaneMask(self.0 | other.0)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        LaneMask(self.0 ^ other.0)
    }
    #[inline(always)]
    fn not(self) -> Self {
        LaneMask(!self.0)
    }
    #[inline(always)]
    fn to_bits(self) -> u64 {
        u64::from(self.0)
    }
}
