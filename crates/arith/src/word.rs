//! Operations on 64-bit words that generated programs are made of.
//!
//! Each is branch-free; results are exact for all inputs unless a line says otherwise.

use crate::machine::barrier;

/// Returns `(lo, hi)` with `lo + 2^64 hi = a * b + c + d`. Never overflows.
#[inline(always)]
#[must_use]
pub const fn mac(a: u64, b: u64, c: u64, d: u64) -> (u64, u64) {
    let t = (a as u128) * (b as u128) + (c as u128) + (d as u128);
    (t as u64, (t >> 64) as u64)
}

/// Returns `(lo, hi)` with `lo + 2^64 hi = a * b`.
#[inline(always)]
#[must_use]
pub const fn mul_wide(a: u64, b: u64) -> (u64, u64) {
    let t = (a as u128) * (b as u128);
    (t as u64, (t >> 64) as u64)
}

/// Returns `(sum, carry)` with `sum + 2^64 carry = a + b + carry_in`; `carry_in` must be 0 or 1.
///
/// On x86-64 the intrinsic keeps a chain of these in the carry flag; the plain text does not
/// always.
#[inline(always)]
#[must_use]
pub fn adc(a: u64, b: u64, carry_in: u64) -> (u64, u64) {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    {
        let mut sum = 0;
        let carry = core::arch::x86_64::_addcarry_u64(carry_in as u8, a, b, &mut sum);
        (sum, carry as u64)
    }
    #[cfg(not(all(target_arch = "x86_64", not(sealane_portable))))]
    adc_plain(a, b, carry_in)
}

/// Returns `(difference, borrow)` with `difference - 2^64 borrow = a - b - borrow_in`;
/// `borrow_in` must be 0 or 1.
#[inline(always)]
#[must_use]
pub fn sbb(a: u64, b: u64, borrow_in: u64) -> (u64, u64) {
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    {
        let mut difference = 0;
        let borrow = core::arch::x86_64::_subborrow_u64(borrow_in as u8, a, b, &mut difference);
        (difference, borrow as u64)
    }
    #[cfg(not(all(target_arch = "x86_64", not(sealane_portable))))]
    sbb_plain(a, b, borrow_in)
}

/// A digit of Booth's recoding, of one lane: see [`Machine::booth`](crate::field::Machine::booth).
/// Returns the magnitude and the sign bit.
#[inline(always)]
#[must_use]
pub fn booth(low: u64, high: u64, from: u32, width: usize) -> (u64, u64) {
    let all = (2 << width) - 1;
    let window = ((u128::from(low) | u128::from(high) << 64) >> from) as u64 & all;
    let negative = window >> width;
    let folded = select(mask(negative), !window & all, window);
    ((folded + 1) >> 1, negative)
}

/// Like [`adc`], without an intrinsic.
#[cfg(any(test, not(all(target_arch = "x86_64", not(sealane_portable)))))]
#[inline(always)]
fn adc_plain(a: u64, b: u64, carry_in: u64) -> (u64, u64) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry_in);
    (sum, (first | second) as u64)
}

/// Like [`sbb`], without an intrinsic.
#[cfg(any(test, not(all(target_arch = "x86_64", not(sealane_portable)))))]
#[inline(always)]
fn sbb_plain(a: u64, b: u64, borrow_in: u64) -> (u64, u64) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow_in);
    (difference, (first | second) as u64)
}

/// Returns the word of all ones for `bit = 1` and of all zeros for `bit = 0`.
///
/// The compiler is kept from knowing that there are only two values, so that it cannot turn a later
/// select into a branch. The barrier comes last: a borrow flag becomes a mask in one instruction.
#[inline(always)]
#[must_use]
pub fn mask(bit: u64) -> u64 {
    barrier(bit.wrapping_neg())
}

/// Returns `a` where `mask` is all ones and `b` where it is all zeros.
#[inline(always)]
#[must_use]
pub const fn select(mask: u64, a: u64, b: u64) -> u64 {
    b ^ (mask & (a ^ b))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: [u64; 9] =
        [0, 1, 2, u32::MAX as u64, 1 << 32, (1 << 63) - 1, 1 << 63, u64::MAX - 1, u64::MAX];

    /// Words at the edges: each operation against wide integers, intrinsic and plain text alike.
    #[test]
    fn operations_agree_with_wide_integers() {
        for a in EDGES {
            for b in EDGES {
                for bit in [0, 1] {
                    let sum = a as u128 + b as u128 + bit as u128;
                    assert_eq!(adc(a, b, bit), (sum as u64, (sum >> 64) as u64));
                    assert_eq!(adc_plain(a, b, bit), adc(a, b, bit));
                    let difference = a as i128 - b as i128 - bit as i128;
                    let borrow = u64::from(difference < 0);
                    assert_eq!(sbb(a, b, bit), (difference as u64, borrow));
                    assert_eq!(sbb_plain(a, b, bit), sbb(a, b, bit));
                    let chosen = if bit == 1 { a } else { b };
                    assert_eq!(select(mask(bit), a, b), chosen);
                }
                for c in EDGES {
                    let total = a as u128 * b as u128 + c as u128 + c as u128;
                    assert_eq!(mac(a, b, c, c), (total as u64, (total >> 64) as u64));
                }
                assert_eq!(mul_wide(a, b), mac(a, b, 0, 0));
            }
        }
    }
}
