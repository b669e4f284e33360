//! Integers of several words, little-endian, that are below no modulus. Constant-time in the
//! values; lengths are public.

use crate::ct::WordMask;
use crate::divsteps;
use crate::word;
use zeroize::Zeroize;

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

/// Returns the low half of `a b`.
#[must_use]
pub fn mul_low<const L: usize>(a: &[u64; L], b: &[u64; L]) -> [u64; L] {
    mul(a, b)[0]
}

/// Returns the inverse of an odd number modulo `2^(64 L)`: Newton's iteration doubles the correct
/// words.
#[must_use]
pub fn invert_low<const L: usize>(odd: &[u64; L]) -> [u64; L] {
    let mut inverse = [0; L];
    inverse[0] = super::inverse_mod_2_64(odd[0]);
    let mut two = [0; L];
    two[0] = 2;
    let mut words = 1;
    while words < L {
        inverse = mul_low(&inverse, &sub(&two, &mul_low(odd, &inverse)).0);
        words *= 2;
    }
    inverse
}

/// Returns the greatest common divisor of two numbers below `2^bits`, the first one odd.
#[must_use]
pub fn gcd<const L: usize>(odd: &[u64; L], other: &[u64; L], bits: usize) -> [u64; L] {
    let mut out = [0; L];
    let mut rooms = [[[0; 2]; L]; 2];
    let limbs = divsteps::slot_limbs(bits);
    let parts = rooms.each_mut().map(|room| &mut room.as_flattened_mut()[..limbs]);
    divsteps::gcd_in(parts, bits, odd, other, &mut out);
    rooms.zeroize();
    out
}

/// Returns the bit length. Variable-time: the number must be public.
#[must_use]
pub fn bits_vartime(words: &[u64]) -> usize {
    let top = words.iter().rposition(|&w| w != 0);
    top.map_or(0, |i| 64 * i + 64 - words[i].leading_zeros() as usize)
}

/// Returns the bit length, in constant time.
#[must_use]
pub fn bits(words: &[u64]) -> u64 {
    let mut bits = 0;
    for (i, w) in words.iter().enumerate() {
        // The lowest bit changes nothing but a 0, for which there would be a branch.
        let here = 64 * (i as u64 + 1) - u64::from((w | 1).leading_zeros());
        bits = WordMask::of_zero(*w).choose(bits, here);
    }
    bits
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

/// Returns `number / 2^shift`, in constant time in the shift too. Zeros come from above.
#[must_use]
pub fn shift_right<const L: usize>(number: &[u64; L], shift: u64) -> [u64; L] {
    let mut out = *number;
    for k in 0..=(64 * L).ilog2() {
        let (words, bits) = ((1 << k) / 64, (1 << k) % 64);
        let at = |i: usize| out.get(i).copied().unwrap_or(0);
        let moved = core::array::from_fn(|i| {
            // Twice, for a shift of 64 in all where there is none.
            at(i + words) >> bits | at(i + words + 1) << 1 << (63 - bits)
        });
        out = select(WordMask::of_bit(shift >> k & 1), &moved, &out);
    }
    out
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
