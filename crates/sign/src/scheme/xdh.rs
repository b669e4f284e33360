//! X25519 and X448: key agreement by the `u` coordinate alone. RFC 7748, sections 5 and 6.

use super::eddsa::{NLimbs, PLimbs, prune, reduce};
use crate::group::comb::{Comb, mul_base};
use crate::group::edwards::{Edwards, EdwardsCurve, Form};
use crate::group::ladder::ladder;
use crate::group::model::Point;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::Room;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

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
/// The multiple of the base point comes from the comb of the Edwards curve, by one inversion: a
/// third of the ladder's work. `u` is 0 for the neutral element, as the ladder has it.
#[must_use]
pub fn public_of<E: EdwardsCurve, M: Machine, const L: usize>(
    machine: M,
    comb: &Comb<Edwards<E>, M>,
    private: &Secret<[PLimbs<E>; L]>,
) -> Secret<[PLimbs<E>; L]> {
    let scalar = private.map(|lanes| {
        lanes.map(|k| -> NLimbs<E> { reduce::<E::N, M>(machine, prune::<E>(&k).as_ref()) })
    });
    let point = mul_base::<Edwards<E>, M, L>(machine, comb, &scalar);
    let to_u = |point: &Point<Edwards<E>, M>| {
        let [numerator, denominator] = E::Form::montgomery_u(point);
        let inverse = machine.span(Room::Inversion, || denominator.invert());
        let mut plain = [PLimbs::<E>::ZERO; L];
        machine.unload::<E::P>(numerator * inverse, &mut plain);
        plain
    };
    machine.span(Room::Affine, || point.map(to_u))
}

/// The shared `u` of each lane, and the lanes where it is not 0.
#[derive(Clone, Copy)]
pub struct Shared<P, const L: usize> {
    /// Plain, below the prime.
    pub u: [P; L],
    /// Bit `i` is set if lane `i` may be used: the peer's point has more than a small order.
    pub good: u64,
}

impl<P: Words, const L: usize> zeroize::Zeroize for Shared<P, L> {
    fn zeroize(&mut self) {
        self.u.zeroize();
        self.good.zeroize();
    }
}

/// Returns the secret that a private string and a peer's `u` make in each lane. Constant-time in
/// the private string. Section 6.1 and 6.2.
///
/// `u` is below the prime. Whether the result is 0 depends on `u` alone, for the scalar is a
/// multiple of the cofactor and not of a larger order.
#[must_use]
pub fn shared_u<E: EdwardsCurve, M: Machine, const L: usize>(
    machine: M,
    private: &Secret<[PLimbs<E>; L]>,
    u: &[PLimbs<E>; L],
) -> Secret<Shared<PLimbs<E>, L>> {
    let scalar = private.map(|lanes| lanes.map(|k| prune::<E>(&k)));
    let u = machine.load::<E::P>(u);
    ladder::<E::P, M, _, L>(machine, E::P::BITS, &E::A24, &scalar, u).map(|shared| {
        let mut plain = [PLimbs::<E>::ZERO; L];
        machine.unload::<E::P>(*shared, &mut plain);
        Shared { u: plain, good: shared.is_zero().not().to_bits() }
    })
}
