//! Maps of one coefficient. FIPS 204, section 7.4.
//!
//! Truth is a word of all ones or of zeros, -1 or 0: the sign of a difference.

use super::words::Words;
use super::{D, Q};

/// A map of words, each coefficient by itself.
pub trait Map<const CHANGED: usize, const GIVEN: usize> {
    /// Returns what becomes of `changed`, with what is `given`.
    fn of<W: Words>(&self, changed: [W; CHANGED], given: [W; GIVEN]) -> [W; CHANGED];
}

/// The range of low parts: a number is `2 gamma2 r1 + r0`. FIPS 204, table 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gamma2 {
    /// `(q - 1) / 88`, of ML-DSA-44.
    By88,
    /// `(q - 1) / 32`, of ML-DSA-65 and ML-DSA-87.
    By32,
}

impl Gamma2 {
    /// Every value.
    pub const ALL: [Self; 2] = [Gamma2::By88, Gamma2::By32];

    /// Returns the number itself.
    #[must_use]
    pub const fn value(self) -> i32 {
        match self {
            Gamma2::By88 => (Q - 1) / 88,
            Gamma2::By32 => (Q - 1) / 32,
        }
    }

    /// Returns how many high parts there are: 44 or 16, from 0 on.
    #[must_use]
    pub const fn classes(self) -> i32 {
        (Q - 1) / (2 * self.value())
    }

    /// `2^25 / (2 gamma2 / 2^9)`, rounded up.
    const fn reciprocal(self) -> i32 {
        // Known when it is compiled: what works on secrets has no division, not even of constants.
        match self {
            Gamma2::By88 => const { Self::reciprocal_of((Q - 1) / 88) },
            Gamma2::By32 => const { Self::reciprocal_of((Q - 1) / 32) },
        }
    }

    const fn reciprocal_of(value: i32) -> i32 {
        let divisor = (2 * value) >> ZEROS;
        ((1 << PRECISION) + divisor - 1) / divisor
    }
}

/// Zeros at the end of `2 gamma2`, for both of its values.
const ZEROS: u32 = 9;
/// Bits of a reciprocal. Of a number `n` below `2^15`, `n` times a reciprocal is below `2^31`, and
/// as the reciprocal is too large by less than `2^10 / divisor`, the quotient is too large by less
/// than `1 / divisor` and rounds down to the right one.
const PRECISION: u32 = 25;

/// See [`reduce`](super::reduce).
pub struct Reduce;

impl Map<1, 0> for Reduce {
    #[inline(always)]
    fn of<W: Words>(&self, [x]: [W; 1], _: [W; 0]) -> [W; 1] {
        let multiple = x.add(x.like(1 << 22)).shift(23);
        [x.sub(multiple.mul_low(x.like(Q)))]
    }
}

/// See [`add`](super::add).
pub struct Add;

impl Map<1, 1> for Add {
    #[inline(always)]
    fn of<W: Words>(&self, [x]: [W; 1], [y]: [W; 1]) -> [W; 1] {
        [x.add(y)]
    }
}

/// See [`subtract`](super::subtract).
pub struct Subtract;

impl Map<1, 1> for Subtract {
    #[inline(always)]
    fn of<W: Words>(&self, [x]: [W; 1], [y]: [W; 1]) -> [W; 1] {
        [x.sub(y)]
    }
}

/// See [`to_positive`](super::to_positive).
pub struct ToPositive;

impl Map<1, 0> for ToPositive {
    #[inline(always)]
    fn of<W: Words>(&self, [x]: [W; 1], _: [W; 0]) -> [W; 1] {
        [x.add(x.shift(31).and(x.like(Q)))]
    }
}

/// See [`scale_by_d`](super::scale_by_d).
pub struct ScaleByD;

impl Map<1, 0> for ScaleByD {
    #[inline(always)]
    fn of<W: Words>(&self, [x]: [W; 1], _: [W; 0]) -> [W; 1] {
        [x.mul_low(x.like(1 << D))]
    }
}

/// See [`power2round`](super::power2round).
pub struct Power2Round;

impl Map<2, 0> for Power2Round {
    #[inline(always)]
    fn of<W: Words>(&self, [r, _]: [W; 2], _: [W; 0]) -> [W; 2] {
        let high = r.add(r.like((1 << (D - 1)) - 1)).shift(D);
        [r.sub(high.mul_low(r.like(1 << D))), high]
    }
}

/// Returns the low and the high part of each number.
#[inline(always)]
fn parts<W: Words>(gamma2: Gamma2, r: W) -> [W; 2] {
    let (width, classes) = (2 * gamma2.value(), gamma2.classes());
    let rounded = r.add(r.like(gamma2.value() - 1)).shift(ZEROS);
    let high = rounded.mul_low(r.like(gamma2.reciprocal())).shift(PRECISION);
    // The numbers just below q belong to the class of zero, and are one further down.
    let last = r.like(classes - 1).sub(high).shift(31);
    let low = r.sub(high.mul_low(r.like(width))).add(last);
    [low, high.sub(high.and(last))]
}

/// See [`decompose`](super::decompose).
pub struct Decompose(pub Gamma2);

impl Map<2, 0> for Decompose {
    #[inline(always)]
    fn of<W: Words>(&self, [r, _]: [W; 2], _: [W; 0]) -> [W; 2] {
        parts(self.0, r)
    }
}

/// See [`high_bits`](super::high_bits).
pub struct HighBits(pub Gamma2);

impl Map<1, 0> for HighBits {
    #[inline(always)]
    fn of<W: Words>(&self, [r]: [W; 1], _: [W; 0]) -> [W; 1] {
        let [_, high] = parts(self.0, r);
        [high]
    }
}

/// See [`low_bits`](super::low_bits).
pub struct LowBits(pub Gamma2);

impl Map<1, 0> for LowBits {
    #[inline(always)]
    fn of<W: Words>(&self, [r]: [W; 1], _: [W; 0]) -> [W; 1] {
        let [low, _] = parts(self.0, r);
        [low]
    }
}

/// See [`make_hint`](super::make_hint).
pub struct MakeHint(pub Gamma2);

impl Map<1, 1> for MakeHint {
    #[inline(always)]
    fn of<W: Words>(&self, [low]: [W; 1], [high]: [W; 1]) -> [W; 1] {
        let (zero, gamma2) = (low.like(0), low.like(self.0.value()));
        let above = gamma2.sub(low).shift(31);
        // Where the high part is zero, the interval has one number more at its lower end.
        let end = low.add(gamma2).add(zero.sub(high).shift(31));
        [zero.sub(above).sub(end.shift(31))]
    }
}

/// See [`use_hint`](super::use_hint).
pub struct UseHint(pub Gamma2);

impl Map<1, 1> for UseHint {
    #[inline(always)]
    fn of<W: Words>(&self, [r]: [W; 1], [hint]: [W; 1]) -> [W; 1] {
        let zero = r.like(0);
        let [low, high] = parts(self.0, r);
        // 1 if the low part is above zero, else -1.
        let positive = zero.sub(low).shift(31);
        let step = r.like(-1).sub(positive).sub(positive);
        let moved = high.add(step.and(zero.sub(hint)));
        // Around the circle of classes.
        let raised = moved.add(moved.shift(31).and(r.like(self.0.classes())));
        let over = r.like(self.0.classes() - 1).sub(raised).shift(31);
        [raised.sub(raised.and(over))]
    }
}

/// Returns -1 where the absolute value is `bound` or more, and 0 elsewhere.
#[inline(always)]
pub fn exceeding<W: Words>(x: W, bound: i32) -> W {
    let largest = x.like(bound - 1);
    largest.sub(x).shift(31).add(largest.add(x).shift(31))
}
