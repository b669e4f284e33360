//! Elliptic-curve Diffie-Hellman. SP 800-56A rev. 3, section 5.7.1.2; SEC 1, section 3.3.1.

use crate::ecc::ecdsa::affine_x;
use crate::ecc::inverses::{ByElement, Inverter};
use crate::group::curve::{Curve, NLimbs, PLimbs};
use crate::group::model::Point;
use crate::group::short::Short;
use crate::group::window::multiples_plain;
use sealane_arith::field::Machine;
use sealane_arith::machine::Phase;
use sealane_arith::secret::Secret;

/// Returns `x(d q)` for each lane of each group, plain. Constant-time in `d`.
///
/// `d` is in `1..n` and `q` a point of the curve other than infinity, so that the product is one
/// too. The groups, at most `GROUPS`, share an
/// inversion.
#[must_use]
pub fn shared_x<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    d: &[Secret<[NLimbs<C>; L]>],
    q: &[[[PLimbs<C>; L]; 2]],
) -> Secret<[[PLimbs<C>; L]; GROUPS]> {
    let all = Secret::gather::<GROUPS>(d);
    let points = all.map(|all| {
        let d = &all[..d.len()];
        multiples_plain::<Short<C>, M, L, GROUPS>(machine, C::WINDOW, d, q)
    });
    shared_x_of::<C, M, L, GROUPS>(machine, ByElement, &points, d.len())
}

/// Returns the `x` of the products of the first `used` groups, plain. Constant-time.
#[must_use]
pub(super) fn shared_x_of<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    points: &Secret<[Point<Short<C>, M>; GROUPS]>,
    used: usize,
) -> Secret<[[PLimbs<C>; L]; GROUPS]> {
    let to_x =
        |points: &[_; GROUPS]| affine_x::<C, M, L, GROUPS>(machine, inverter, &points[..used]);
    machine.span(Phase::Affine, || points.map(to_x))
}
