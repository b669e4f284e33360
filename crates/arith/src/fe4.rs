//! `Fe4<P, W>`: four elements of a field, in words `W` of four lanes.

use crate::bytes;
use crate::ct::LaneMask;
use crate::fe8::{cut_bits, put_bits};
use crate::machine::barrier;
use crate::prime::Words;
use crate::quads::{QUAD, Quad, QuadPrime, QuadWord, Quads};
use core::ops::{Add, Mul, Sub};
use zeroize::Zeroize;

/// Storage of four elements of `P` in words `W`.
type Limbs<P, W> = <<P as QuadPrime>::Quads as Quads>::Limbs<W>;

/// Whether limbs are those of one.
const fn is_one(limbs: &[u64]) -> bool {
    let mut others = 0;
    let mut at = 1;
    while at < limbs.len() {
        others |= limbs[at];
        at += 1;
    }
    limbs[0] == 1 && others == 0
}

/// Four elements of the field of `P`.
#[derive(Clone, Copy, Debug)]
pub struct Fe4<P: QuadPrime, W: QuadWord>(Limbs<P, W>);

impl<P: QuadPrime, W: QuadWord> Fe4<P, W> {
    /// Takes plain integers below the modulus; `like` is any word.
    #[inline(always)]
    #[must_use]
    pub fn new(like: W, lanes: &[P::Limbs; QUAD]) -> Self {
        let mut limbs = P::Quads::spread(like);
        for (at, limb) in limbs.as_mut().iter_mut().enumerate() {
            // Hidden for the same reason as in `Fe8::new`.
            let lane = |lane: &P::Limbs| barrier(cut_bits(lane, at, P::Quads::BITS));
            let [a, b, c, d] = lanes;
            *limb = like.with_quad([lane(a), lane(b), lane(c), lane(d)]);
        }
        if const { is_one(P::Quads::RADIX_SQUARED) } {
            return Fe4(limbs);
        }
        let mut factor = P::Quads::spread(like);
        for (limb, word) in factor.as_mut().iter_mut().zip(P::Quads::RADIX_SQUARED) {
            *limb = like.like(*word);
        }
        Fe4(P::Quads::carry(&P::Quads::mul(&limbs, &factor)))
    }

    /// Takes an element of any words; `like` is any word.
    #[inline(always)]
    #[must_use]
    pub fn recalled<V: QuadWord>(like: W, stored: &Fe4<P, V>) -> Self {
        let mut limbs = P::Quads::spread(like);
        for (limb, stored) in limbs.as_mut().iter_mut().zip(stored.0.as_ref()) {
            *limb = like.with_quad(stored.to_quad());
        }
        Fe4(limbs)
    }

    /// Returns the plain integers below the modulus of elements at rest.
    #[inline(always)]
    #[must_use]
    pub fn plain(self) -> [P::Limbs; QUAD] {
        let limbs = P::Quads::decode(&self.0);
        let mut out = [P::Limbs::ZERO; QUAD];
        let mut above = [0; QUAD];
        for (at, limb) in limbs.as_ref().iter().enumerate() {
            let words = limb.to_quad();
            for ((lane, above), word) in out.iter_mut().zip(&mut above).zip(words) {
                *above |= put_bits(lane, at, P::Quads::BITS, word);
            }
        }
        for (lane, above) in out.iter_mut().zip(above) {
            *lane = bytes::reduce_once_above::<P>(lane, above);
        }
        out
    }

    /// Returns `f` of each limb.
    #[inline(always)]
    fn each(mut self, f: impl Fn(W) -> W) -> Self {
        for limb in self.0.as_mut() {
            *limb = f(*limb);
        }
        self
    }
}

impl<P: QuadPrime, W: QuadWord> Zeroize for Fe4<P, W> {
    fn zeroize(&mut self) {
        self.0.as_mut().iter_mut().for_each(Zeroize::zeroize);
    }
}

impl<P: QuadPrime, W: QuadWord> Add for Fe4<P, W> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Fe4(P::Quads::add(&self.0, &other.0))
    }
}

impl<P: QuadPrime, W: QuadWord> Sub for Fe4<P, W> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Fe4(P::Quads::sub(&self.0, &other.0))
    }
}

impl<P: QuadPrime, W: QuadWord> Mul for Fe4<P, W> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Fe4(P::Quads::mul(&self.0, &other.0))
    }
}

impl<P: QuadPrime, W: QuadWord> Quad for Fe4<P, W> {
    type P = P;
    type Mask = LaneMask;

    #[inline(always)]
    fn sqr(self) -> Self {
        Fe4(P::Quads::sqr(&self.0))
    }
    #[inline(always)]
    fn carry(self) -> Self {
        Fe4(P::Quads::carry(&self.0))
    }
    #[inline(always)]
    fn places<const ORDER: i32>(self) -> Self {
        self.each(
            #[inline(always)]
            |limb| limb.places::<ORDER>(),
        )
    }
    #[inline(always)]
    fn zero_like(self) -> Self {
        Fe4(P::Quads::spread(self.0.as_ref()[0].like(0)))
    }
    #[inline(always)]
    fn select(mask: LaneMask, a: Self, b: Self) -> Self {
        let mut out = b;
        for (o, a) in out.0.as_mut().iter_mut().zip(a.0.as_ref()) {
            *o = W::select(mask, *a, *o);
        }
        out
    }
}
