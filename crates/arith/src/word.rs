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
    #[cfg(target_arch = "x86_64")]
    {
        let mut sum = 0;
        let carry = core::arch::x86_64::_addcarry_u64(carry_in as u8, a, b, &mut sum);
        (sum, carry as u64)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let (sum, first) = a.overflowing_add(b);
        let (sum, second) = sum.overflowing_add(carry_in);
        (sum, (first | second) as u64)
    }
}

/// Returns `(difference, borrow)` with `difference - 2^64 borrow = a - b - borrow_in`;
/// `borrow_in` must be 0 or 1.
#[inline(always)]
#[must_use]
pub fn sbb(a: u64, b: u64, borrow_in: u64) -> (u64, u64) {
    #[cfg(target_arch = "x86_64")]
    {
        let mut difference = 0;
        let borrow = core::arch::x86_64::_subborrow_u64(borrow_in as u8, a, b, &mut difference);
        (difference, borrow as u64)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let (difference, first) = a.overflowing_sub(b);
        let (difference, second) = difference.overflowing_sub(borrow_in);
        (difference, (first | second) as u64)
    }
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
