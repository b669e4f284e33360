//! X25519 and X448: key agreement by the `u` coordinate alone. RFC 7748, sections 5 and 6.

use super::eddsa::{NLimbs, PLimbs, prune, reduce};
use super::inverses::{ByElement, Inverter, inverses};
use crate::group::comb::MulBase;
use crate::group::edwards::{Edwards, EdwardsCurve, Form};
use crate::group::ladder::ladder;
use crate::group::model::Point;
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::field::Machine;
use sealane_arith::machine::Phase;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Returns the `u` of an encoding as long as the prime: bits above the prime's are masked, and a
/// value at or above the prime is taken modulo it, as section 5 wants both.
///
/// `encoding` has exactly `P::BYTES` bytes.
#[must_use]
pub fn decode<E: EdwardsCurve>(encoding: &[u8]) -> PLimbs<E> {
    assert_eq!(encoding.len(), E::P::BYTES, "the caller looks at the length");
    let mut u: PLimbs<E> = bytes::from_le_bytes(encoding);
    let top = E::P::BITS - 1;
    u.as_mut()[top / 64] &= u64::MAX >> (63 - top % 64);
    // The primes are so near a power of two that this is below twice the prime.
    bytes::reduce_once::<E::P>(&u)
}

/// Returns the public key of a private string, each lane of words plain. Constant-time.
///
/// The multiple of the base point is one of the Edwards curve, which `base` computes: a third of
/// the ladder's work. `u` is 0 for the neutral element, as the ladder has it. The groups, at most
/// `GROUPS`, share an inversion.
#[must_use]
pub fn public_of<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    base: &impl MulBase<Edwards<E>, M, L, GROUPS>,
    private: &[Secret<[PLimbs<E>; L]>],
) -> Secret<[[PLimbs<E>; L]; GROUPS]> {
    let scalars: [_; GROUPS] = core::array::from_fn(|i| {
        let Some(private) = private.get(i) else { return Secret::new([NLimbs::<E>::ZERO; L]) };
        private.map(|lanes| {
            let pruned = lanes.each_ref().map(prune::<E>);
            reduce::<E::N, M, _, L>(machine, &pruned, E::P::BITS)
        })
    });
    let points = base.mul_base(machine, &scalars[..private.len()]);
    let to_u = |points: &[Point<Edwards<E>, M>; GROUPS]| {
        let fractions = machine.run(
            #[inline(always)]
            || {
                let mut fractions = [E::Form::montgomery_u(&points[0]); GROUPS];
                for (fraction, point) in fractions.iter_mut().zip(points).skip(1) {
                    *fraction = E::Form::montgomery_u(point);
                }
                fractions
            },
        );
        let fractions = &fractions[..private.len()];
        quotients::<E, M, L, GROUPS>(machine, fractions, |x| base.invert(machine, x))
    };
    machine.span(Phase::Affine, || points.map(to_u))
}

/// Returns the quotients of numerators and denominators, plain, 0 for a denominator 0, by one
/// inversion. Constant-time if `invert` is.
fn quotients<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    fractions: &[[M::Of<E::P>; 2]],
    invert: impl Fn(M::Of<E::P>) -> M::Of<E::P>,
) -> [[PLimbs<E>; L]; GROUPS] {
    machine.run(
        #[inline(always)]
        || {
            let mut inverses = inverses::<M, E::P, GROUPS>(
                fractions.len(),
                #[inline(always)]
                |i| fractions[i][1],
                &invert,
            );
            let mut plain = [[PLimbs::<E>::ZERO; L]; GROUPS];
            for (([numerator, _], inverse), plain) in
                fractions.iter().zip(&inverses).zip(&mut plain)
            {
                machine.unload::<E::P>(*numerator * *inverse, plain);
            }
            inverses.zeroize();
            plain
        },
    )
}

/// The shared `u` of each lane, and the lanes where it is not 0.
#[derive(Clone, Copy)]
pub struct Shared<P, const L: usize> {
    /// Plain, below the prime.
    pub u: [P; L],
    /// Bit `i` is set if lane `i` may be used: its `u` is not 0.
    pub good: u64,
}

impl<P: Words, const L: usize> Zeroize for Shared<P, L> {
    fn zeroize(&mut self) {
        self.u.zeroize();
        self.good.zeroize();
    }
}

/// Returns the secret that a private string and a peer's `u` make in each lane of each group.
/// Constant-time in the private string. Section 6.1 and 6.2.
///
/// `u` is below the prime. The scalar is a multiple of the cofactor, so the result is 0 for `u` of
/// small order. For all others it is not 0, unless the scalar is a multiple of the prime order of
/// the curve or of its twist. Of all pruned scalars one is: `4 l` for X448, where `l` is the order
/// of edwards448, and it makes 0 of every `u` on the curve. Its public key is 0 too. The groups, at
/// most `GROUPS`, share an inversion.
#[must_use]
pub fn shared_u<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    private: &[Secret<[PLimbs<E>; L]>],
    u: &[[PLimbs<E>; L]],
) -> Secret<[Shared<PLimbs<E>, L>; GROUPS]> {
    let walk = |scalar: &_, u: &_| by_ladder::<E, M, L>(machine, scalar, u);
    shared_u_by::<E, M, L, GROUPS>(machine, ByElement, private, u, walk)
}

/// Returns what the ladder of `machine` makes of scalars and plain `u`.
pub fn by_ladder<E: EdwardsCurve, M: Machine, const L: usize>(
    machine: M,
    scalar: &Secret<[PLimbs<E>; L]>,
    u: &[PLimbs<E>; L],
) -> Secret<[M::Of<E::P>; 2]> {
    let u = machine.run(
        #[inline(always)]
        || machine.load::<E::P>(u),
    );
    ladder::<E, M, _, L>(machine, E::P::BITS, scalar, u)
}

/// Like [`shared_u`], by any `walk` that gives of pruned scalars and `u` in each lane what the
/// ladder gives. Constant-time if `walk` is.
pub fn shared_u_by<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    private: &[Secret<[PLimbs<E>; L]>],
    u: &[[PLimbs<E>; L]],
    walk: impl Fn(&Secret<[PLimbs<E>; L]>, &[PLimbs<E>; L]) -> Secret<[M::Of<E::P>; 2]>,
) -> Secret<[Shared<PLimbs<E>, L>; GROUPS]> {
    let fractions = private
        .iter()
        .zip(u)
        .map(|(private, u)| walk(&private.map(|lanes| lanes.each_ref().map(prune::<E>)), u));
    let fractions = Secret::gather::<GROUPS>(fractions);
    let to_u = |fractions: &[[M::Of<E::P>; 2]; GROUPS]| {
        let fractions = &fractions[..private.len()];
        let invert = |x| inverter.invert::<E::P>(machine, x);
        quotients::<E, M, L, GROUPS>(machine, fractions, invert).map(|u| {
            let good = u.iter().enumerate().fold(0, |good, (lane, u)| {
                let any = u.as_ref().iter().fold(0, |any, word| any | word);
                good | WordMask::of_zero(any).not().to_bits() << lane
            });
            Shared { u, good }
        })
    };
    machine.span(Phase::Affine, || fractions.map(to_u))
}
