//! The machine of four lanes for quads, over any words that have them.

use super::soft8::Soft;
use crate::ct::LaneMask;
use crate::divsteps::joint;
use crate::fe4::Fe4;
use crate::machine::barrier;
use crate::prime::Prime;
use crate::quads::{QUAD, QuadMachine, QuadPrime, QuadWord};

/// The machine of four lanes over words `W`. To have one is to know that this CPU can run it.
#[derive(Clone, Copy, Debug)]
pub struct Lanes4<W: QuadWord>(W);

impl<W: QuadWord> Lanes4<W> {
    /// Returns the machine. `word`, any word, is the licence.
    #[must_use]
    pub(super) const fn of(word: W) -> Self {
        Lanes4(word)
    }

    /// Returns the licence.
    #[cfg(test)]
    pub(crate) fn word(self) -> W {
        self.0
    }
}

impl<W: QuadWord> QuadMachine for Lanes4<W> {
    const NAME: &'static str = W::MACHINE;
    type Mask = LaneMask;
    type Digit = W;
    type Of<P: QuadPrime> = Fe4<P, W>;

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.run(work)
    }
    #[inline(always)]
    fn load<P: QuadPrime>(self, lanes: &[P::Limbs; QUAD]) -> Fe4<P, W> {
        Fe4::new(self.0, lanes)
    }
    #[inline(always)]
    fn recall<P: QuadPrime>(self, stored: &Fe4<P, Soft<QUAD>>) -> Fe4<P, W> {
        Fe4::recalled(self.0, stored)
    }
    #[inline(always)]
    fn unload<P: QuadPrime>(self, x: Fe4<P, W>) -> [P::Limbs; QUAD] {
        x.plain()
    }
    fn inverse<P: Prime>(self, x: &P::Limbs) -> P::Limbs {
        joint::one::<W, P>(self.0, x)
    }
    fn inverses<P: Prime, Q: Prime>(self, x: &P::Limbs, y: &Q::Limbs) -> (P::Limbs, Q::Limbs) {
        joint::both::<W, P, Q>(self.0, x, y)
    }
    #[inline(always)]
    fn digit(self, number: u64) -> W {
        // Each lane is hidden by itself: of a number that it knows to be the same in all lanes, the
        // compiler might make a branch.
        let lane = || barrier(number);
        self.0.with_quad([lane(), lane(), lane(), lane()])
    }
    #[inline(always)]
    fn is(self, digit: W, constant: u64) -> LaneMask {
        digit.equals(constant)
    }
    #[inline(always)]
    fn only(self, lanes: u8) -> LaneMask {
        // Hidden: of a mask that it knows the compiler makes a blend behind each sum, where the sum
        // by itself may leave lanes as they are.
        LaneMask::of_bits(barrier(u64::from(lanes)) as u8)
    }
}
