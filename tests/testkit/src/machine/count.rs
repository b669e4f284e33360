//! `Count`: a machine that computes like `One` and counts what it is asked to do.
//!
//! Values are real, so that variable-time code takes the branches it takes in the product. Counts
//! are kept per thread and per prime, so that scalars do not mix with coordinates.

use num_bigint::BigUint;
use sealane_arith::ct::WordMask;
use sealane_arith::fe::Fe;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::One;
use sealane_arith::prime::Prime;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// How many of each field operation ran.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Ops {
    /// Multiplications of two elements.
    pub mul: u64,
    /// Squarings.
    pub sqr: u64,
    /// Additions.
    pub add: u64,
    /// Subtractions.
    pub sub: u64,
    /// Negations.
    pub neg: u64,
    /// Carries asked for, needed or not.
    pub carry: u64,
    /// Masked choices.
    pub select: u64,
    /// Tests for zero or for equality.
    pub zero_test: u64,
    /// Constant-time inversions.
    pub invert: u64,
    /// Variable-time inversions.
    pub invert_vartime: u64,
    /// Table entries read by `lookup` (each reads the whole table).
    pub lookup: u64,
}

impl Ops {
    /// Returns `(multiplications, squarings)`, as papers count formulas.
    pub fn products(&self) -> (u64, u64) {
        (self.mul, self.sqr)
    }
}

thread_local! {
    static COUNTS: RefCell<BTreeMap<Vec<u64>, Ops>> = const { RefCell::new(BTreeMap::new()) };
}

/// Runs `task` and returns its result with the counts of what it did modulo `P`.
pub fn counting<P: Prime, R>(task: impl FnOnce() -> R) -> (R, Ops) {
    COUNTS.with_borrow_mut(BTreeMap::clear);
    let result = task();
    let key = P::MODULUS.as_ref().to_vec();
    (result, COUNTS.with_borrow(|counts| counts.get(&key).copied().unwrap_or_default()))
}

fn tick<P: Prime>(which: impl FnOnce(&mut Ops)) {
    COUNTS.with_borrow_mut(|counts| {
        which(counts.entry(P::MODULUS.as_ref().to_vec()).or_default());
    });
}

/// The counting machine.
#[derive(Debug, Clone, Copy)]
pub struct Count;

/// An element of the counting machine.
#[derive(Debug, Clone, Copy)]
pub struct Counted<P: Prime>(Fe<P>);

impl<P: Prime> Zeroize for Counted<P> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

// Counting adds one whatever the operation.
#[allow(clippy::suspicious_arithmetic_impl)]
impl<P: Prime> Add for Counted<P> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        tick::<P>(|ops| ops.add += 1);
        Counted(self.0 + other.0)
    }
}

#[allow(clippy::suspicious_arithmetic_impl)]
impl<P: Prime> Sub for Counted<P> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        tick::<P>(|ops| ops.sub += 1);
        Counted(self.0 - other.0)
    }
}

#[allow(clippy::suspicious_arithmetic_impl)]
impl<P: Prime> Mul for Counted<P> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        tick::<P>(|ops| ops.mul += 1);
        Counted(self.0 * other.0)
    }
}

impl<P: Prime> Neg for Counted<P> {
    type Output = Self;
    fn neg(self) -> Self {
        tick::<P>(|ops| ops.neg += 1);
        Counted(-self.0)
    }
}

impl<P: Prime> Field for Counted<P> {
    type P = P;
    type Mask = WordMask;

    fn sqr(self) -> Self {
        tick::<P>(|ops| ops.sqr += 1);
        Counted(self.0.sqr())
    }
    fn carry(self) -> Self {
        tick::<P>(|ops| ops.carry += 1);
        Counted(self.0.carry())
    }
    fn like(self, plain: &P::Limbs) -> Self {
        Counted(self.0.like(plain))
    }
    fn one_like(self) -> Self {
        Counted(self.0.one_like())
    }
    fn zero_like(self) -> Self {
        Counted(self.0.zero_like())
    }
    fn is_zero(self) -> WordMask {
        tick::<P>(|ops| ops.zero_test += 1);
        self.0.is_zero()
    }
    fn equals(self, other: Self) -> WordMask {
        tick::<P>(|ops| ops.zero_test += 1);
        self.0.equals(other.0)
    }
    fn select(mask: WordMask, a: Self, b: Self) -> Self {
        tick::<P>(|ops| ops.select += 1);
        Counted(Fe::select(mask, a.0, b.0))
    }
    fn invert(self) -> Self {
        tick::<P>(|ops| ops.invert += 1);
        Counted(self.0.invert())
    }
    fn invert_vartime(self) -> Self {
        tick::<P>(|ops| ops.invert_vartime += 1);
        Counted(self.0.invert_vartime())
    }
}

impl Machine for Count {
    const NAME: &'static str = "count";
    const LANES: usize = 1;
    type Mask = WordMask;
    type Of<P: Prime> = Counted<P>;
    type Digit = u64;
    type Stored<P: Prime> = Fe<P>;
    const GROUP: usize = One::GROUP;

    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Counted<P> {
        Counted(One.load(lanes))
    }
    fn unload<P: Prime>(self, x: Counted<P>, lanes: &mut [P::Limbs]) {
        One.unload(x.0, lanes);
    }
    fn digit(self, lanes: &[u64]) -> u64 {
        lanes[0]
    }
    fn keep<P: Prime>(self, group: &[Counted<P>]) -> Fe<P> {
        group[0].0
    }
    fn lookup<P: Prime, const K: usize>(self, table: &[[Fe<P>; K]], index: u64) -> [Counted<P>; K] {
        tick::<P>(|ops| ops.lookup += 1);
        One.lookup(table, index).map(Counted)
    }
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[Counted<P>; K]],
        index: u64,
    ) -> [Counted<P>; K] {
        tick::<P>(|ops| ops.lookup += 1);
        let plain: Vec<[Fe<P>; K]> = table.iter().map(|entry| entry.map(|x| x.0)).collect();
        One.lookup_own(&plain, index).map(Counted)
    }
    fn recall<P: Prime, const K: usize>(self, table: &[[Fe<P>; K]], at: usize) -> [Counted<P>; K] {
        One.recall(table, at).map(Counted)
    }
}

/// Returns the plain integer of an element.
pub fn value<P: Prime>(x: Counted<P>) -> BigUint {
    crate::reference::field::from_words(x.0.plain().as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::ToyPrime;

    type P = ToyPrime<31>;
    type N = ToyPrime<29>;

    /// Goal: each operation is counted once, under its own prime, and values stay right.
    #[test]
    fn every_operation_is_counted_once() {
        let (result, ops) = counting::<P, _>(|| {
            let x: Counted<P> = Count.load(&[[5]]);
            let other: Counted<N> = Count.load(&[[5]]);
            let _ = other * other;
            let y = (x * x + x.sqr() - x).carry();
            let chosen = Counted::select(y.is_zero(), x, -y);
            (chosen.twice(), y.equals(x), y.invert(), y.invert_vartime())
        });
        assert_eq!(value(result.0), BigUint::from((2 * (31 - 45 % 31)) as u32 % 31));
        let expected = Ops {
            mul: 1,
            sqr: 1,
            add: 2,
            sub: 1,
            neg: 1,
            carry: 1,
            select: 1,
            zero_test: 2,
            invert: 1,
            invert_vartime: 1,
            lookup: 0,
        };
        assert_eq!(ops, expected);
    }

    /// Goal: the counter says no. One multiplication more is another count.
    #[test]
    fn one_product_more_is_seen() {
        let x: Counted<P> = Count.load(&[[5]]);
        let (_, ops) = counting::<P, _>(|| x * x);
        let (_, grown) = counting::<P, _>(|| x * x * x);
        assert_ne!(ops, grown);
    }
}
