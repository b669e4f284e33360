//! Words of the ring that are intervals and no numbers.
//!
//! Running the text of a transform on them proves, for all inputs of an interval, that no sum
//! leaves its word. A refusal is a panic that names the line of the text.

use sealane_arith::ring::words::Words;
use std::panic::Location;

/// What all `LANES` lanes of a word may be: the least and the greatest number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval<const LANES: usize> {
    /// The least.
    pub low: i128,
    /// The greatest.
    pub high: i128,
}

impl<const LANES: usize> Interval<LANES> {
    /// Returns the numbers from `low` to `high`.
    #[must_use]
    pub const fn new(low: i128, high: i128) -> Self {
        Interval { low, high }
    }

    /// Returns the numbers that are at most `limit` away from zero.
    #[must_use]
    pub const fn around_zero(limit: i128) -> Self {
        Self::new(-limit, limit)
    }

    /// Returns how far a number may be away from zero.
    #[must_use]
    pub fn limit(self) -> i128 {
        self.high.max(-self.low)
    }

    fn hull(self, other: Self) -> Self {
        Self::new(self.low.min(other.low), self.high.max(other.high))
    }

    fn words() -> Self {
        Self::new(i32::MIN.into(), i32::MAX.into())
    }

    fn within(self, outer: Self) -> bool {
        outer.low <= self.low && self.high <= outer.high
    }

    #[track_caller]
    fn must_fit(self, step: &str, bits: u32) -> Self {
        let half = 1i128 << (bits - 1);
        let at = Location::caller();
        assert!(
            self.within(Self::new(-half, half - 1)),
            "{step} beyond {bits} bits at {}:{}: from {} to {}",
            at.file(),
            at.line(),
            self.low,
            self.high
        );
        self
    }

    fn product(self, other: Self) -> Self {
        let (a, b) = ([self.low, self.high], [other.low, other.high]);
        let all = a.iter().flat_map(|a| b.iter().map(move |b| Self::new(a * b, a * b)));
        all.reduce(Self::hull).expect("four products")
    }

    fn shifted(self, count: u32) -> Self {
        Self::new(self.low >> count, self.high >> count)
    }
}

impl<const LANES: usize> Words for Interval<LANES> {
    const LANES: usize = LANES;
    type Row = Self;
    type Sums = Self;

    fn like(self, constant: i32) -> Self {
        Self::new(constant.into(), constant.into())
    }
    fn constants(self, list: &[i32]) -> Self {
        let all = list[..LANES].iter().map(|constant| self.like(*constant));
        all.reduce(Self::hull).expect("a word has a lane")
    }
    fn load(self, row: &Self) -> Self {
        *row
    }
    fn store(self, row: &mut Self) {
        *row = self;
    }
    #[track_caller]
    fn add(self, other: Self) -> Self {
        Self::new(self.low + other.low, self.high + other.high).must_fit("sum", 32)
    }
    #[track_caller]
    fn sub(self, other: Self) -> Self {
        Self::new(self.low - other.high, self.high - other.low).must_fit("difference", 32)
    }
    fn mul_low(self, other: Self) -> Self {
        let product = self.product(other);
        if product.within(Self::words()) { product } else { Self::words() }
    }
    fn mul_high(self, other: Self) -> Self {
        self.product(other).shifted(32)
    }
    fn shift(self, count: u32) -> Self {
        self.shifted(count)
    }
    fn and(self, other: Self) -> Self {
        // Bits of a number that is not negative make no greater one.
        match (self.low >= 0, other.low >= 0) {
            (true, _) => Self::new(0, self.high),
            (_, true) => Self::new(0, other.high),
            _ => Self::words(),
        }
    }
    fn total(self) -> i32 {
        unreachable!("an interval has no total of its lanes")
    }
    fn no_sums(self) -> Self {
        self.like(0)
    }
    #[track_caller]
    fn add_product(self, other: Self, sums: Self) -> Self {
        let product = self.product(other);
        Self::new(sums.low + product.low, sums.high + product.high).must_fit("sum of products", 64)
    }
    fn halves(self, sums: Self) -> (Self, Self) {
        (Self::words(), sums.shifted(32))
    }
    fn exchange<const LEN: usize>(self, other: Self) -> (Self, Self) {
        (self.hull(other), self.hull(other))
    }
    fn interleave(self, other: Self) -> (Self, Self) {
        self.exchange::<1>(other)
    }
    fn separate(self, other: Self) -> (Self, Self) {
        self.exchange::<1>(other)
    }
}
