//! `Each<M>`: quads of four elements of any machine, the same in all its lanes, one after the
//! other. What runs on that machine runs in formulas of quads: numbers, counts, polynomials,
//! faults.

use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::machine::Soft4;
use sealane_arith::quads::{QUAD, Quad, QuadMachine, QuadPrime};
use std::ops::{Add, Mul, Sub};
use zeroize::Zeroize;

/// The machine of quads over machine `M`.
#[derive(Debug, Clone, Copy)]
pub struct Each<M>(pub M);

/// Four elements.
#[derive(Debug, Clone, Copy)]
pub struct Together<F>(pub [F; QUAD]);

/// Four truths.
#[derive(Debug, Clone, Copy)]
pub struct EachMask<K>(pub [K; QUAD]);

impl<F> Together<F> {
    fn zip(self, other: Self, f: impl Fn(F, F) -> F) -> Self {
        let mut others = other.0.into_iter();
        Together(self.0.map(|x| f(x, others.next().expect("as many"))))
    }
}

impl<F: Zeroize> Zeroize for Together<F> {
    fn zeroize(&mut self) {
        self.0.iter_mut().for_each(Zeroize::zeroize);
    }
}

impl<F: Field> Add for Together<F> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.zip(other, F::add)
    }
}

impl<F: Field> Sub for Together<F> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(other, F::sub)
    }
}

impl<F: Field> Mul for Together<F> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.zip(other, F::mul)
    }
}

impl<F: Field> Quad for Together<F> {
    type P = F::P;
    type Mask = EachMask<F::Mask>;

    fn sqr(self) -> Self {
        Together(self.0.map(F::sqr))
    }
    fn carry(self) -> Self {
        Together(self.0.map(F::carry))
    }
    fn places<const ORDER: i32>(self) -> Self {
        Together(std::array::from_fn(|lane| self.0[(ORDER >> (2 * lane) & 3) as usize]))
    }
    fn zero_like(self) -> Self {
        Together(self.0.map(F::zero_like))
    }
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self {
        let each = |lane: usize| F::select(mask.0[lane], a.0[lane], b.0[lane]);
        Together(std::array::from_fn(each))
    }
}

impl<K: Mask> Zeroize for EachMask<K> {
    fn zeroize(&mut self) {
        self.0.iter_mut().for_each(Zeroize::zeroize);
    }
}

impl<K: Mask> EachMask<K> {
    fn zip(self, other: Self, f: impl Fn(K, K) -> K) -> Self {
        EachMask(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl<K: Mask> Mask for EachMask<K> {
    fn splat(truth: bool) -> Self {
        EachMask([K::splat(truth); QUAD])
    }
    fn and(self, other: Self) -> Self {
        self.zip(other, K::and)
    }
    fn or(self, other: Self) -> Self {
        self.zip(other, K::or)
    }
    fn xor(self, other: Self) -> Self {
        self.zip(other, K::xor)
    }
    fn not(self) -> Self {
        EachMask(self.0.map(K::not))
    }
    fn to_bits(self) -> u64 {
        self.0.iter().rev().fold(0, |bits, lane| bits << 1 | lane.to_bits())
    }
}

impl<M: Machine> QuadMachine for Each<M> {
    const NAME: &'static str = M::NAME;
    type Mask = EachMask<M::Mask>;
    type Digit = M::Digit;
    type Of<P: QuadPrime> = Together<M::Of<P>>;

    fn load<P: QuadPrime>(self, lanes: &[P::Limbs; QUAD]) -> Self::Of<P> {
        Together(lanes.map(|lane| self.0.load::<P>(&vec![lane; M::LANES])))
    }
    fn unload<P: QuadPrime>(self, x: Self::Of<P>) -> [P::Limbs; QUAD] {
        x.0.map(|x| self.0.unload_first::<P>(x))
    }
    fn recall<P: QuadPrime>(self, stored: &<Soft4 as QuadMachine>::Of<P>) -> Self::Of<P> {
        self.load::<P>(&Soft4::MACHINE.unload::<P>(*stored))
    }
    fn digit(self, number: u64) -> M::Digit {
        self.0.digit(&vec![number; M::LANES])
    }
    fn is(self, digit: M::Digit, constant: u64) -> Self::Mask {
        EachMask([digit.equals(constant); QUAD])
    }
    fn only(self, lanes: u8) -> Self::Mask {
        EachMask(std::array::from_fn(|lane| M::Mask::splat(lanes >> lane & 1 == 1)))
    }
}
