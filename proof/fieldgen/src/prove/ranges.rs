//! Arithmetic of ranges: the least and the greatest integer.

use super::bound::{NormalForm, Range};
use super::meaning::word;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// What a bit may be.
pub(super) fn zero_or_one() -> Range {
    (BigInt::zero(), BigInt::one())
}

/// Whether `inner` lies in `outer`.
pub(super) fn within(inner: &Range, outer: &Range) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

/// The integers `x` with `weight * x` in `range`.
pub(super) fn divided(range: &Range, weight: &BigInt) -> Range {
    let (low, high) = if weight.is_negative() {
        (-&range.1, -&range.0)
    } else {
        (range.0.clone(), range.1.clone())
    };
    let weight = weight.abs();
    (low.div_ceil(&weight), high.div_floor(&weight))
}

/// Low and high word of a total; the high part counts down if `borrow`.
pub(super) fn split(total: &Range, borrow: bool) -> Vec<Range> {
    let (low, high): Range = (&total.0 >> 64u32, &total.1 >> 64u32);
    let words = if low == high {
        (&total.0 - (&low << 64u32), &total.1 - (&high << 64u32))
    } else {
        (BigInt::zero(), word() - 1)
    };
    vec![words, if borrow { (-high, -low) } else { (low, high) }]
}

/// Low and high part of `total` at the place `bits`; the low part counts from `-half` on.
pub(super) fn split_at(total: &Range, bits: u64, half: &BigInt) -> Vec<Range> {
    let high: Range = ((&total.0 + half) >> bits, (&total.1 + half) >> bits);
    let low = if high.0 == high.1 {
        (&total.0 - (&high.0 << bits), &total.1 - (&high.1 << bits))
    } else {
        (-half, (BigInt::one() << bits) - 1 - half)
    };
    vec![low, high]
}

/// What a sum may be.
pub(super) fn sum(a: &Range, b: &Range) -> Range {
    (&a.0 + &b.0, &a.1 + &b.1)
}

/// What a difference may be.
pub(super) fn difference(a: &Range, b: &Range) -> Range {
    (&a.0 - &b.1, &a.1 - &b.0)
}

/// The least range that holds both.
pub(super) fn hull(a: &Range, b: &Range) -> Range {
    ((&a.0).min(&b.0).clone(), (&a.1).max(&b.1).clone())
}

/// A number that was bounded.
#[derive(Clone)]
pub(super) struct Bounded {
    /// Its normal form.
    pub(super) normal: NormalForm,
    /// How many changes there had been before.
    pub(super) moment: usize,
    /// What it may be.
    pub(super) range: Range,
    /// True if the words say more than the form.
    pub(super) news: bool,
}
