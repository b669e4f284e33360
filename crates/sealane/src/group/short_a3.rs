//! The formulas for `a = -3`.

use super::short::{Jacobian, Shape};
use sealane_arith::field::Field;

/// Curves `y^2 = x^3 - 3 x + b`.
#[derive(Clone, Copy, Debug)]
pub struct MinusThree;

impl Shape for MinusThree {
    /// 4M + 4S: Bernstein and Lange, Explicit-Formulas Database, "dbl-2001-b" (Bernstein, 2001),
    /// with
    /// `2 Y Z` as a product: a square that takes its place wants three sums more.
    #[inline(always)]
    fn double<F: Field>(p: Jacobian<F>) -> Jacobian<F> {
        let delta = p.z.sqr();
        let gamma = p.y.sqr();
        let beta = p.x * gamma;
        // 3 (x^2 - z^4) as a product of two factors: this is where a = -3 saves a squaring.
        let third = ((p.x - delta).carry()) * ((p.x + delta).carry());
        let alpha = (third.twice() + third).carry();
        let beta4 = beta.twice().twice().carry();
        let x = (alpha.sqr() - beta4.twice()).carry();
        let z = p.y.twice().carry() * p.z;
        // 8 gamma^2 = 2 (2 gamma)^2.
        let y = alpha.mul_sub_sqr2((beta4 - x).carry(), gamma.twice().carry());
        Jacobian { x, y, z }
    }

    #[inline(always)]
    fn right_side<F: Field>(x: F, b: F) -> F {
        let x3 = (x.sqr() - x.one_like().twice() - x.one_like()).carry() * x;
        (x3 + b).carry()
    }
}
