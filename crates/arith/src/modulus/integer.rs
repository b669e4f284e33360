//! Integers of several words, little-endian, that are below no modulus. Constant-time in the
//! values; lengths are public.

use crate::ct::WordMask;
use crate::word;

/// Returns `a + b` and the carry.
#[must_use]
pub fn add<const L: usize>(a: &[u64; L], b: &[u64; L]) -> ([u64; L], u64) {
    let (mut out, mut carry) = ([0; L], 0);
    for i in 0..L {
        (out[i], carry) = word::adc(a[i], b[i], carry);
    }
    (out, carry)
}

/// Returns `a - b` and the borrow: 1 for `a < b`.
#[must_use]
pub fn sub<const L: usize>(a: &[u64; L], b: &[u64; L]) -> ([u64; L], u64) {
    let (mut out, mut borrow) = ([0; L], 0);
    for i in 0..L {
        (out[i], borrow) = word::sbb(a[i], b[i], borrow);
    }
    (out, borrow)
}

/// Returns `a` where `mask` is true and `b` elsewhere.
#[must_use]
pub fn select<const L: usize>(mask: WordMask, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
    core::array::from_fn(|i| mask.choose(a[i], b[i]))
}

/// Returns whether both are equal.
#[must_use]
pub fn equal<const L: usize>(a: &[u64; L], b: &[u64; L]) -> WordMask {
    WordMask::of_zero(a.iter().zip(b).fold(0, |all, (a, b)| all | (a ^ b)))
}

/// Returns `a b` as its low and its high half.
#[must_use]
pub fn mul<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [[u64; L]; 2] {
    super::kernel::product(a, b)
}

/// Returns the bit length. Variable-time: the number must be public.
#[must_use]
pub fn bits_vartime(words: &[u64]) -> usize {
    let top = words.iter().rposition(|&w| w != 0);
    top.map_or(0, |i| 64 * i + 64 - words[i].leading_zeros() as usize)
}

/// Returns the remainder of `number` by `divisor`, which may be even, and must not be 0.
///
/// Bit by bit: for what is done once a key. The remainder is below the divisor for a number of any
/// length. Constant-time in both.
#[must_use]
pub fn remainder<const L: usize>(number: &[u64], divisor: &[u64; L]) -> [u64; L] {
    let mut rest = [0; L];
    for word in number.iter().rev() {
        for bit in (0..64).rev() {
            // Below twice the divisor, with its top bit apart.
            let mut carry = word >> bit & 1;
            for limb in &mut rest {
                (*limb, carry) = (*limb << 1 | carry, *limb >> 63);
            }
            let (less, borrow) = sub(&rest, divisor);
            rest = select(WordMask::of_bit(borrow & (carry ^ 1)), &rest, &less);
        }
    }
    rest
}

/// Returns the integer of big-endian `bytes`, and whether it fits.
///
/// Time depends on the length of `bytes` alone.
#[must_use]
pub fn from_be_bytes<const L: usize>(bytes: &[u8]) -> ([u64; L], WordMask) {
    let split = bytes.len().saturating_sub(8 * L);
    let above = bytes[..split].iter().fold(0, |all, b| all | u64::from(*b));
    (crate::bytes::from_be_bytes(&bytes[split..]), WordMask::of_zero(above))
}
