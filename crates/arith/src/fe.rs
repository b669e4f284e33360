//! `Fe<P>`: one lane of 64-bit words in the internal form of `P`, whose words need not be unique.

use crate::ct::{Mask, WordMask};
use crate::divsteps;
use crate::field::Field;
use crate::prime::{Prime, Words};
use core::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// One element of the field of `P`.
#[derive(Clone, Copy, Debug)]
pub struct Fe<P: Prime>(P::Limbs);

impl<P: Prime> Fe<P> {
    /// Takes a plain integer, which must be below the modulus.
    #[inline(always)]
    #[must_use]
    pub fn new(plain: &P::Limbs) -> Self {
        Fe(P::encode(plain))
    }

    /// Returns the plain integer below the modulus.
    #[inline(always)]
    #[must_use]
    pub fn plain(self) -> P::Limbs {
        P::decode(&self.0)
    }

    /// The words, in internal form.
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    #[inline(always)]
    pub(crate) fn words(&self) -> &P::Limbs {
        &self.0
    }

    /// An element of its words, in internal form.
    #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
    #[inline(always)]
    pub(crate) fn from_words(words: P::Limbs) -> Self {
        Fe(words)
    }

    /// Returns the elements `of` `table[index - 1]`, or zeros for `index` 0, reading every entry.
    #[inline(always)]
    pub(crate) fn scan<E, const K: usize>(
        table: &[[E; K]],
        index: u64,
        of: impl Fn(&E) -> &Self,
    ) -> [Self; K] {
        let mut found: [Self; K] = [Fe(P::Limbs::ZERO); K];
        for (at, entry) in table.iter().enumerate() {
            let here = crate::word::mask(WordMask::of_zero(index ^ (at as u64 + 1)).to_bits());
            for (out, x) in found.iter_mut().zip(entry) {
                let words: &[u64] = of(x).0.as_ref();
                for (o, w) in out.0.as_mut().iter_mut().zip(words) {
                    *o |= w & here;
                }
            }
        }
        found
    }
}

impl<P: Prime> Zeroize for Fe<P> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<P: Prime> Add for Fe<P> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Fe(P::add(&self.0, &other.0))
    }
}

impl<P: Prime> Sub for Fe<P> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Fe(P::sub(&self.0, &other.0))
    }
}

impl<P: Prime> Mul for Fe<P> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Fe(P::mul(&self.0, &other.0))
    }
}

impl<P: Prime> Neg for Fe<P> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Fe(P::neg(&self.0))
    }
}

/// Runs `work` behind a call: a formula alone has the registers to itself, and runs faster than in
/// the loop around it. No element is handed over, which would have to lie in memory.
#[inline(never)]
fn called<R>(work: impl FnOnce() -> R) -> R {
    work()
}

impl<P: Prime> Field for Fe<P> {
    type P = P;
    type Mask = WordMask;

    #[inline(always)]
    fn outlined<R>(self, work: impl FnOnce() -> R) -> R {
        called(work)
    }
    #[inline(always)]
    fn sqr(self) -> Self {
        Fe(P::sqr(&self.0))
    }
    #[inline(always)]
    fn carry(self) -> Self {
        Fe(P::carry(&self.0))
    }
    #[inline(always)]
    fn like(self, plain: &P::Limbs) -> Self {
        Fe::new(plain)
    }
    #[inline(always)]
    fn one_like(self) -> Self {
        Fe(P::ONE)
    }
    #[inline(always)]
    fn zero_like(self) -> Self {
        Fe(P::Limbs::ZERO)
    }
    #[inline(always)]
    fn is_zero(self) -> WordMask {
        let words = P::canonical(&self.0);
        WordMask::of_zero(words.as_ref().iter().fold(0, |all, w| all | w))
    }
    #[inline(always)]
    fn equals(self, other: Self) -> WordMask {
        // Canonical words: equal values have equal words.
        let (a, b) = (P::canonical(&self.0), P::canonical(&other.0));
        let pairs = a.as_ref().iter().zip(b.as_ref());
        WordMask::of_zero(pairs.fold(0, |all, (a, b)| all | (a ^ b)))
    }
    #[inline(always)]
    fn select(mask: WordMask, a: Self, b: Self) -> Self {
        let mut out = b;
        for (o, a) in out.0.as_mut().iter_mut().zip(a.0.as_ref()) {
            *o = mask.choose(*a, *o);
        }
        out
    }
    fn invert(self) -> Self {
        Fe(P::encode(&divsteps::invert::<P>(&P::decode(&self.0))))
    }
    fn invert_vartime(self) -> Self {
        Fe(P::encode(&divsteps::invert_vartime::<P>(&P::decode(&self.0))))
    }
}
