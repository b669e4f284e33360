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
#[inline(always)]
#[must_use]
pub const fn adc(a: u64, b: u64, carry_in: u64) -> (u64, u64) {
    let t = (a as u128) + (b as u128) + (carry_in as u128);
    (t as u64, (t >> 64) as u64)
}

/// Returns `(difference, borrow)` with `difference - 2^64 borrow = a - b - borrow_in`; `borrow_in` must be 0 or 1.
#[inline(always)]
#[must_use]
pub const fn sbb(a: u64, b: u64, borrow_in: u64) -> (u64, u64) {
    let t = (a as u128).wrapping_sub(b as u128).wrapping_sub(borrow_in as u128);
    (t as u64, ((t >> 64) as u64) & 1)
}

/// Returns the word of all ones for `bit = 1` and of all zeros for `bit = 0`.
///
/// The compiler is kept from knowing that there are only two values, so that it cannot turn a later
/// select into a branch.
#[inline(always)]
#[must_use]
pub fn mask(bit: u64) -> u64 {
    barrier(bit).wrapping_neg()
}

/// Returns `a` where `mask` is all ones and `b` where it is all zeros.
#[inline(always)]
#[must_use]
pub const fn select(mask: u64, a: u64, b: u64) -> u64 {
    b ^ (mask & (a ^ b))
}
