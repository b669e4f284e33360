//! `Fe8<P, W>`: eight elements of a field, one a lane.

use crate::bytes;
use crate::ct::{LaneMask, Mask};
use crate::fe::Fe;
use crate::field::{Field, invert_batch};
use crate::lanes::{
    AtRest, Decoded, Difference, Encoded, LANES, Lanes, MulSub, MulSubSqr2, Negative, OPERANDS,
    Product, Program, Square, Sum, Vector,
};
use crate::machine::barrier;
use crate::prime::{Prime, Words};
use core::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// Storage of eight elements of `P` in words `W`.
type Limbs<P, W> = <<P as Prime>::Lanes as Lanes>::Limbs<W>;

/// Bits of a limb.
const BITS: usize = 52;

/// Eight elements of the field of `P`.
#[derive(Clone, Copy, Debug)]
pub struct Fe8<P: Prime, W: Vector>(Limbs<P, W>);

impl<P: Prime, W: Vector> Fe8<P, W> {
    /// Takes plain integers below the modulus, lane `i` from `lanes[i]`; `like` is any word.
    #[inline(always)]
    #[must_use]
    pub fn new(like: W, lanes: &[P::Limbs]) -> Self {
        // Behind a call, as the way out is: both are long, and neither is in a loop of formulas.
        like.run(
            #[inline(always)]
            || {
                let mut limbs = P::Lanes::spread(like);
                for (at, limb) in limbs.as_mut().iter_mut().enumerate() {
                    let mut words = [0; LANES];
                    for (word, lane) in words.iter_mut().zip(lanes) {
                        // Hidden, or the compiler gathers lanes by one instruction, of which
                        // nobody could say that its addresses are no secrets.
                        *word = barrier(cut(lane, at));
                    }
                    *limb = like.with_lanes(words);
                }
                Fe8(limbs).after::<Encoded>()
            },
        )
    }

    /// Returns the plain integers below the modulus.
    #[inline(always)]
    #[must_use]
    pub fn plain(self) -> [P::Limbs; LANES] {
        let limbs = self.decoded();
        Self::collect(&limbs)
    }

    /// Returns the plain integer below the modulus of lane 0.
    #[inline(always)]
    pub(crate) fn plain_first(self) -> P::Limbs {
        let limbs = self.decoded();
        let (mut out, mut above) = (P::Limbs::ZERO, 0);
        for (at, limb) in limbs.as_ref().iter().enumerate() {
            above |= put(&mut out, at, limb.to_lanes()[0]);
        }
        bytes::reduce_once_above::<P>(&out, above)
    }

    #[inline(always)]
    fn decoded(self) -> Limbs<P, W> {
        self.word().run(
            #[inline(always)]
            || self.after::<AtRest>().after::<Decoded>().0,
        )
    }

    /// Returns the integers of decoded limbs.
    #[inline(always)]
    fn collect(limbs: &Limbs<P, W>) -> [P::Limbs; LANES] {
        limbs.as_ref()[0].run(
            #[inline(always)]
            || {
                let mut out = [P::Limbs::ZERO; LANES];
                let mut above = [0; LANES];
                for (at, limb) in limbs.as_ref().iter().enumerate() {
                    let words = limb.to_lanes();
                    for ((lane, above), word) in out.iter_mut().zip(&mut above).zip(words) {
                        *above |= put(lane, at, word);
                    }
                }
                // Decoding leaves up to one modulus too much, which may be a bit above the words.
                for (lane, above) in out.iter_mut().zip(above) {
                    *lane = bytes::reduce_once_above::<P>(lane, above);
                }
                out
            },
        )
    }

    #[inline(always)]
    fn of<Q: Program>([a, b, c, d]: [&Self; OPERANDS]) -> Self {
        Fe8(a.word().execute::<P::Lanes, Q>([&a.0, &b.0, &c.0, &d.0]))
    }

    #[inline(always)]
    fn with<Q: Program>(self, other: Self) -> Self {
        Self::of::<Q>([&self, &other, &self, &self])
    }

    #[inline(always)]
    fn after<Q: Program>(self) -> Self {
        self.with::<Q>(self)
    }

    /// Takes the limbs of an element at rest.
    #[inline(always)]
    pub(crate) fn from_limbs(limbs: Limbs<P, W>) -> Self {
        Fe8(limbs)
    }

    /// Returns a word of the element: the licence to compute with such words.
    #[inline(always)]
    fn word(&self) -> W {
        self.0.as_ref()[0]
    }

    /// Returns the limbs.
    #[inline(always)]
    pub(crate) fn limbs(&self) -> &Limbs<P, W> {
        &self.0
    }

    /// Returns the constant of given limbs at rest in every lane.
    #[inline(always)]
    fn constant(self, limbs: &[u64]) -> Self {
        let like = self.word();
        let mut out = self.0;
        for (limb, constant) in out.as_mut().iter_mut().zip(limbs) {
            *limb = like.like(*constant);
        }
        Fe8(out)
    }

    /// Replaces each lane by its inverse: one inversion for all of them, after zeros are masked.
    #[inline(always)]
    fn inverted(self, invert: impl Fn(Fe<P>) -> Fe<P>) -> Self {
        self.word().run(
            #[inline(always)]
            || {
                let mut plain = self.plain();
                invert_plain(&mut plain, invert);
                let inverse = Self::new(self.word(), &plain);
                plain.zeroize();
                inverse
            },
        )
    }
}

/// Replaces plain integers below the modulus by their inverses.
#[inline(never)]
fn invert_plain<P: Prime>(plain: &mut [P::Limbs; LANES], invert: impl Fn(Fe<P>) -> Fe<P>) {
    let mut lanes = plain.each_ref().map(Fe::<P>::new);
    let mut scratch = lanes;
    invert_batch(&mut lanes, &mut scratch, invert);
    *plain = lanes.map(Fe::plain);
    lanes.zeroize();
    scratch.zeroize();
}

/// Returns limb `at` of the integer.
#[inline(always)]
fn cut<L: Words>(from: &L, at: usize) -> u64 {
    cut_bits(from, at, BITS)
}

/// Returns the limb of `bits` bits at place `at` of the integer.
#[inline(always)]
pub(crate) fn cut_bits<L: Words>(from: &L, at: usize, bits: usize) -> u64 {
    let words = from.as_ref();
    let (word, shift) = (at * bits / 64, at * bits % 64);
    let word_at = |k: usize| words.get(k).copied().unwrap_or(0);
    let low = word_at(word) >> shift;
    let high = if shift > 64 - bits { word_at(word + 1) << (64 - shift) } else { 0 };
    (low | high) & ((1 << bits) - 1)
}

/// Adds limb `at` to the integer; returns the bits of it that lie above the words.
#[inline(always)]
fn put<L: Words>(to: &mut L, at: usize, limb: u64) -> u64 {
    put_bits(to, at, BITS, limb)
}

/// Adds the limb at place `at`, where limbs are `bits` bits apart, to the integer, whose bits from
/// there on are 0; returns the bits of the limb that lie above the words.
#[inline(always)]
pub(crate) fn put_bits<L: Words>(to: &mut L, at: usize, bits: usize, limb: u64) -> u64 {
    let words = to.as_mut();
    let (word, shift) = (at * bits / 64, at * bits % 64);
    let Some(low) = words.get_mut(word) else { return limb };
    *low |= limb << shift;
    // Limbs have one bit more than their distance at most.
    let rest = if shift + bits >= 64 { limb >> (64 - shift) } else { 0 };
    let Some(high) = words.get_mut(word + 1) else { return rest };
    *high |= rest;
    0
}

impl<P: Prime, W: Vector> Zeroize for Fe8<P, W> {
    fn zeroize(&mut self) {
        self.0.as_mut().iter_mut().for_each(Zeroize::zeroize);
    }
}

impl<P: Prime, W: Vector> Add for Fe8<P, W> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.with::<Sum>(other)
    }
}

impl<P: Prime, W: Vector> Sub for Fe8<P, W> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.with::<Difference>(other)
    }
}

impl<P: Prime, W: Vector> Mul for Fe8<P, W> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.with::<Product>(other)
    }
}

impl<P: Prime, W: Vector> Neg for Fe8<P, W> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self.after::<Negative>()
    }
}

impl<P: Prime, W: Vector> Field for Fe8<P, W> {
    type P = P;
    type Mask = LaneMask;

    #[inline(always)]
    fn sqr(self) -> Self {
        self.after::<Square>()
    }
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self, d: Self) -> Self {
        Self::of::<MulSub>([&self, &b, &c, &d])
    }
    #[inline(always)]
    fn mul_sub_sqr2(self, b: Self, c: Self) -> Self {
        Self::of::<MulSubSqr2>([&self, &b, &c, &c])
    }
    #[inline(always)]
    fn carry(self) -> Self {
        self.after::<AtRest>()
    }
    #[inline(always)]
    fn like(self, plain: &P::Limbs) -> Self {
        let like = self.word();
        let mut limbs = self.0;
        for (at, limb) in limbs.as_mut().iter_mut().enumerate() {
            *limb = like.like(cut(plain, at));
        }
        Fe8(limbs).after::<Encoded>()
    }
    #[inline(always)]
    fn one_like(self) -> Self {
        self.constant(P::Lanes::ONE)
    }
    #[inline(always)]
    fn zero_like(self) -> Self {
        Fe8(P::Lanes::spread(self.word().like(0)))
    }
    #[inline(always)]
    fn is_zero(self) -> LaneMask {
        // Decoded, zero is 0 or the modulus.
        let plain = self.decoded();
        let mut zero = LaneMask::splat(true);
        let mut modulus = zero;
        for (limb, p) in plain.as_ref().iter().zip(P::Lanes::MODULUS) {
            zero = zero.and(limb.equals(0));
            modulus = modulus.and(limb.equals(*p));
        }
        zero.or(modulus)
    }
    #[inline(always)]
    fn select(mask: LaneMask, a: Self, b: Self) -> Self {
        let mut out = b;
        for (o, a) in out.0.as_mut().iter_mut().zip(a.0.as_ref()) {
            *o = W::select(mask, *a, *o);
        }
        out
    }
    #[inline(always)]
    fn outlined<R>(self, work: impl FnOnce() -> R) -> R {
        self.word().run(work)
    }
    #[inline(never)]
    fn invert(self) -> Self {
        self.inverted(Field::invert)
    }
    #[inline(never)]
    fn invert_vartime(self) -> Self {
        self.inverted(Field::invert_vartime)
    }
}
