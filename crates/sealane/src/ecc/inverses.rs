//! Groups of lanes that share an inversion.

use sealane_arith::field::{Machine, invert_batch};
use sealane_arith::machine::Phase;
use sealane_arith::prime::Prime;
use zeroize::Zeroize;

/// Returns the inverses of `count` elements, 1 to `GROUPS` of them, by one inversion; that of 0 is
/// 0. What lies behind them says nothing but repeats the first element. Constant-time if `invert`
/// is.
#[inline(always)]
pub(super) fn inverses<M: Machine, P: Prime, const GROUPS: usize>(
    machine: M,
    count: usize,
    element: impl Fn(usize) -> M::Of<P>,
    invert: impl Fn(M::Of<P>) -> M::Of<P>,
) -> [M::Of<P>; GROUPS] {
    let mut inverses = [element(0); GROUPS];
    for (i, inverse) in inverses.iter_mut().enumerate().take(count).skip(1) {
        *inverse = element(i);
    }
    let mut scratch = inverses;
    invert_batch(
        &mut inverses[..count],
        &mut scratch[..count],
        #[inline(always)]
        |x| machine.span(Phase::Inversion, || invert(x)),
    );
    scratch.zeroize();
    inverses
}
