//! Elliptic-curve Diffie-Hellman. SP 800-56A rev. 3, section 5.7.1.2; SEC 1, section 3.3.1.

use crate::curve::{Curve, NLimbs, PLimbs};
use crate::group::model::Point;
use crate::group::short::Short;
use crate::group::window::mul_point;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::Room;
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;

/// Returns `x(d q)` for each lane, plain. Constant-time in `d`.
///
/// `d` is in `1..n` and `q` a point of the curve other than infinity, so that the product is one
/// too.
#[must_use]
pub fn shared_x<C: Curve, M: Machine, const L: usize>(
    machine: M,
    d: &Secret<[NLimbs<C>; L]>,
    q: &[[PLimbs<C>; L]; 2],
) -> Secret<[PLimbs<C>; L]> {
    let point = [machine.load::<C::P>(&q[0]), machine.load::<C::P>(&q[1])];
    let point = mul_point::<Short<C>, M, L>(machine, C::WINDOW, d, point);
    let to_x = |point: &Point<Short<C>, M>| {
        let x = point.to_affine(|z| machine.span(Room::Inversion, || z.invert())).x;
        let mut plain = [PLimbs::<C>::ZERO; L];
        machine.unload::<C::P>(x, &mut plain);
        plain
    };
    machine.span(Room::Affine, || point.map(to_x))
}
