//! Inversions of lone operations.

#[cfg(feature = "lanes")]
use super::lanes::{quad_inverse, quad_inverses};
use crate::ecc::inverses::Inverter;
#[cfg(feature = "lanes")]
use sealane_arith::field::Field;
#[cfg(feature = "lanes")]
use sealane_arith::machine::Phase;
use sealane_arith::machine::Single;
#[cfg(feature = "lanes")]
use sealane_arith::prime::{Prime, Words};
#[cfg(feature = "lanes")]
use zeroize::Zeroize;

/// By quads of the machine that batches run on, where that has lanes: both inversions of a
/// signature take little more time than one. Else one after the other, by plain words.
#[derive(Debug, Clone, Copy)]
pub(super) struct OneInverse;

#[cfg(not(feature = "lanes"))]
impl<M: Single> Inverter<M> for OneInverse {}

#[cfg(feature = "lanes")]
impl<M: Single> Inverter<M> for OneInverse {
    fn invert<P: Prime>(self, machine: M, x: M::Of<P>) -> M::Of<P> {
        machine.span(Phase::Inversion, || {
            let mut plain = Plain::<P>::of(machine, x);
            let inverse = quad_inverse::<P>(&plain.0[0]);
            plain.0.zeroize();
            inverse.map_or_else(|| x.invert(), |inverse| Plain::<P>([inverse]).load(machine))
        })
    }

    fn invert_both<P: Prime, Q: Prime>(
        self,
        machine: M,
        x: M::Of<P>,
        y: M::Of<Q>,
    ) -> (M::Of<P>, M::Of<Q>) {
        machine.span(Phase::Inversion, || {
            let mut plain = (Plain::<P>::of(machine, x), Plain::<Q>::of(machine, y));
            let inverses = quad_inverses::<P, Q>(&plain.0.0[0], &plain.1.0[0]);
            plain.0.0.zeroize();
            plain.1.0.zeroize();
            inverses.map_or_else(
                || (x.invert(), y.invert()),
                |(x, y)| (Plain::<P>([x]).load(machine), Plain::<Q>([y]).load(machine)),
            )
        })
    }
}

/// A plain integer below the prime.
#[cfg(feature = "lanes")]
struct Plain<P: Prime>([P::Limbs; 1]);

#[cfg(feature = "lanes")]
impl<P: Prime> Plain<P> {
    fn of<M: Single>(machine: M, x: M::Of<P>) -> Self {
        let mut plain = [P::Limbs::ZERO];
        machine.unload::<P>(x, &mut plain);
        Plain(plain)
    }

    /// Returns the element, and overwrites the integer.
    fn load<M: Single>(mut self, machine: M) -> M::Of<P> {
        let element = machine.load::<P>(&self.0);
        self.0.zeroize();
        element
    }
}
