//! Inversions of secrets: groups of lanes share them, and lone operations have both of theirs at
//! once.

use sealane_arith::field::{Field, Machine, invert_batch, share_inverse, shared_product};
use sealane_arith::machine::Phase;
use sealane_arith::prime::Prime;
use zeroize::Zeroize;

/// How a machine's elements are inverted. Constant-time; the inverse of 0 is 0.
pub trait Inverter<M: Machine>: Copy {
    /// Returns the inverse of each lane.
    #[inline(always)]
    fn invert<P: Prime>(self, machine: M, x: M::Of<P>) -> M::Of<P> {
        machine.span(Phase::Inversion, || x.invert())
    }

    /// Returns the inverses of two elements.
    #[inline(always)]
    fn invert_both<P: Prime, Q: Prime>(
        self,
        machine: M,
        x: M::Of<P>,
        y: M::Of<Q>,
    ) -> (M::Of<P>, M::Of<Q>) {
        (self.invert::<P>(machine, x), self.invert::<Q>(machine, y))
    }
}

/// One inversion after the other, as the machine's elements have them.
#[derive(Debug, Clone, Copy)]
pub struct ByElement;

impl<M: Machine> Inverter<M> for ByElement {}

/// Returns the inverses of `count` elements, 1 to `GROUPS` of them, by one inversion; that of 0 is
/// 0. What lies behind them says nothing but repeats the first element. Constant-time if `invert`
/// is.
#[inline(always)]
pub(super) fn inverses<M: Machine, P: Prime, const GROUPS: usize>(
    count: usize,
    element: impl Fn(usize) -> M::Of<P>,
    invert: impl Fn(M::Of<P>) -> M::Of<P>,
) -> [M::Of<P>; GROUPS] {
    let (mut inverses, mut scratch) = gathered::<M, P, GROUPS>(count, element);
    invert_batch(&mut inverses[..count], &mut scratch[..count], invert);
    scratch.zeroize();
    inverses
}

/// The elements of each group in two fields.
pub(super) type Both<M, P, Q, const GROUPS: usize> =
    ([<M as Machine>::Of<P>; GROUPS], [<M as Machine>::Of<Q>; GROUPS]);

/// Like [`inverses`] in two fields, by one inversion of both. Constant-time.
#[inline(always)]
pub(super) fn inverses_of_both<M: Machine, P: Prime, Q: Prime, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    count: usize,
    x: impl Fn(usize) -> M::Of<P>,
    y: impl Fn(usize) -> M::Of<Q>,
) -> Both<M, P, Q, GROUPS> {
    let (mut x, mut before_x) = gathered::<M, P, GROUPS>(count, x);
    let (mut y, mut before_y) = gathered::<M, Q, GROUPS>(count, y);
    let of_x = shared_product(&x[..count], &mut before_x[..count]);
    let of_y = shared_product(&y[..count], &mut before_y[..count]);
    if let (Some(of_x), Some(of_y)) = (of_x, of_y) {
        let (of_x, of_y) = inverter.invert_both::<P, Q>(machine, of_x, of_y);
        share_inverse(&mut x[..count], &before_x[..count], of_x);
        share_inverse(&mut y[..count], &before_y[..count], of_y);
    }
    before_x.zeroize();
    before_y.zeroize();
    (x, y)
}

/// Returns the elements, and room for as many.
#[inline(always)]
fn gathered<M: Machine, P: Prime, const GROUPS: usize>(
    count: usize,
    element: impl Fn(usize) -> M::Of<P>,
) -> Both<M, P, P, GROUPS> {
    let mut elements = [element(0); GROUPS];
    for (i, slot) in elements.iter_mut().enumerate().take(count).skip(1) {
        *slot = element(i);
    }
    (elements, elements)
}
