//! `Narrow`: one lane of signed limbs, whose products need no 128-bit word.
//!
//! An element of `P` is held in the narrow form of `P`. Plain integers come in and go out in the
//! words of `P`, so that nothing outside of the machine knows of limbs. Inversion is that of every
//! machine: by division steps on words, between a way out and a way in.

use super::One;
use super::wrapped::{as_inside, sums, tables};
use crate::ct::WordMask;
use crate::divsteps;
use crate::fe::Fe;
use crate::field::{Field, Machine};
use crate::prime::{Prime, Words};
use core::ops::{Add, Mul, Neg, Sub};
use zeroize::Zeroize;

/// The machine of signed limbs. Every CPU can run it.
#[derive(Clone, Copy, Debug)]
pub struct Narrow;

/// One element of the field of `P` in the narrow form of `P`.
#[derive(Clone, Copy, Debug)]
pub struct Limbs<P: Prime>(Fe<P::Narrow>);

impl<P: Prime> Limbs<P> {
    /// Takes a plain integer, which must be below the modulus.
    #[inline(always)]
    #[must_use]
    pub fn new(plain: &P::Limbs) -> Self {
        Limbs(Fe::new(&words(plain)))
    }

    /// Returns the plain integer below the modulus.
    #[inline(always)]
    #[must_use]
    pub fn plain(self) -> P::Limbs {
        words(&self.0.plain())
    }
}

/// Returns the same integer in other words; the ones that are dropped must be zero, as those above
/// a plain integer below the modulus are.
#[inline(always)]
fn words<A: Words, B: Words>(from: &A) -> B {
    let mut out = B::ZERO;
    for (to, from) in out.as_mut().iter_mut().zip(from.as_ref()) {
        *to = *from;
    }
    out
}

sums!(Limbs);

impl<P: Prime> Mul for Limbs<P> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Limbs(self.0 * other.0)
    }
}

impl<P: Prime> Field for Limbs<P> {
    type P = P;
    type Mask = WordMask;

    as_inside!(Limbs);

    #[inline(always)]
    fn sqr(self) -> Self {
        Limbs(self.0.sqr())
    }
    #[inline(always)]
    fn like(self, plain: &P::Limbs) -> Self {
        Self::new(plain)
    }
    fn invert(self) -> Self {
        Self::new(&divsteps::invert::<P>(&self.plain()))
    }
    fn invert_vartime(self) -> Self {
        Self::new(&divsteps::invert_vartime::<P>(&self.plain()))
    }
}

impl Machine for Narrow {
    const NAME: &'static str = "narrow";
    const LANES: usize = One::LANES;
    type Mask = WordMask;
    type Of<P: Prime> = Limbs<P>;
    type Digit = u64;
    type Stored<P: Prime> = Limbs<P>;
    const GROUP: usize = 1;

    #[inline(always)]
    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Limbs<P> {
        Limbs::new(&lanes[0])
    }
    #[inline(always)]
    fn unload<P: Prime>(self, x: Limbs<P>, lanes: &mut [P::Limbs]) {
        lanes[0] = x.plain();
    }

    tables!(Limbs);
}
