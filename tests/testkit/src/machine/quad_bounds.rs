//! `QuadBounds`: quads whose elements are ceilings and no numbers: how many elements at rest each
//! may be as large as. As [`super::bounds`] does for formulas of single elements, running a formula
//! here proves for all inputs that it asks of `carry`, of products and of sums what they are proven
//! for.

use super::bounds::Either;
use sealane_arith::machine::Soft4;
use sealane_arith::quads::{QUAD, Quad, QuadMachine, QuadPrime};
use std::marker::PhantomData;
use std::ops::{Add, Mul, Sub};
use std::panic::Location;
use zeroize::Zeroize;

/// What a product may be as large as, what sums are made of, and what `carry` takes, in elements at
/// rest: the text of the contract in `sealane_arith::quads`.
pub const PRODUCT: u32 = 256;
const HALF: u32 = 3 * PRODUCT;
const SUM: u32 = 6 * PRODUCT;

/// The bounding machine of quads.
#[derive(Debug, Clone, Copy)]
pub struct QuadBounds;

/// Ceilings of four elements; 1 is at rest.
#[derive(Debug, Clone, Copy)]
pub struct Ceilings<P>(pub [u32; QUAD], PhantomData<P>);

impl<P: QuadPrime> Ceilings<P> {
    /// Four elements at rest.
    #[must_use]
    pub const fn rest() -> Self {
        Ceilings([1; QUAD], PhantomData)
    }

    #[track_caller]
    fn below(self, most: u32, step: &str) -> Self {
        let Ceilings(all, _) = self;
        let at = Location::caller();
        let fits = all.into_iter().all(|one| one <= most);
        assert!(fits, "{step} of {all:?} elements at {}:{}, of {most}", at.file(), at.line());
        self
    }

    fn zip(self, other: Self, f: impl Fn(u32, u32) -> u32) -> Self {
        Ceilings(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])), PhantomData)
    }
}

impl<P> Zeroize for Ceilings<P> {
    fn zeroize(&mut self) {
        self.0 = [1; QUAD];
    }
}

impl<P: QuadPrime> Add for Ceilings<P> {
    type Output = Self;
    #[track_caller]
    fn add(self, other: Self) -> Self {
        self.below(HALF, "sum").zip(other.below(HALF, "sum"), |a, b| a + b)
    }
}

impl<P: QuadPrime> Sub for Ceilings<P> {
    type Output = Self;
    #[track_caller]
    fn sub(self, other: Self) -> Self {
        self.below(HALF, "difference").zip(other.below(HALF, "difference"), |a, b| a + b)
    }
}

impl<P: QuadPrime> Mul for Ceilings<P> {
    type Output = Self;
    #[track_caller]
    fn mul(self, other: Self) -> Self {
        self.below(1, "product").zip(other.below(1, "product"), |_, _| PRODUCT)
    }
}

impl<P: QuadPrime> Quad for Ceilings<P> {
    type P = P;
    type Mask = Either;

    #[track_caller]
    fn sqr(self) -> Self {
        self * self
    }
    #[track_caller]
    fn carry(self) -> Self {
        self.below(SUM, "carry");
        Self::rest()
    }
    fn places<const ORDER: i32>(self) -> Self {
        let place = |lane: usize| (ORDER >> (2 * lane) & 3) as usize;
        Ceilings(std::array::from_fn(|lane| self.0[place(lane)]), PhantomData)
    }
    fn zero_like(self) -> Self {
        Self::rest()
    }
    fn select(_: Either, a: Self, b: Self) -> Self {
        a.zip(b, u32::max)
    }
}

impl QuadMachine for QuadBounds {
    const NAME: &'static str = "bounds of quads";
    type Mask = Either;
    type Digit = ();
    type Of<P: QuadPrime> = Ceilings<P>;

    fn load<P: QuadPrime>(self, _: &[P::Limbs; QUAD]) -> Ceilings<P> {
        Ceilings::rest()
    }
    #[track_caller]
    fn unload<P: QuadPrime>(self, x: Ceilings<P>) -> [P::Limbs; QUAD] {
        x.below(1, "unloading");
        [P::MODULUS; QUAD]
    }
    fn recall<P: QuadPrime>(self, _: &<Soft4 as QuadMachine>::Of<P>) -> Ceilings<P> {
        Ceilings::rest()
    }
    fn digit(self, _: u64) {}
    fn is(self, (): (), _: u64) -> Either {
        Either
    }
    fn only(self, _: u8) -> Either {
        Either
    }
}
