//! The formulas for `a = 0`.

use super::short::{Jacobian, Shape};
use sealane_arith::field::Field;

/// Curves `y^2 = x^3 + b`.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Shape for Zero {
    /// 3M + 4S: Bernstein and Lange, Explicit-Formulas Database, "dbl-2009-l" (Lange, 2009), with
    /// `X Y^2` as a product: a square that takes its place wants three sums more.
    #[inline(always)]
    fn double<F: Field>(p: Jacobian<F>) -> Jacobian<F> {
        let a = p.x.sqr();
        let b = p.y.sqr();
        let d = (p.x * b).twice().twice().carry();
        let e = (a.twice() + a).carry();
        let x = (e.sqr() - d.twice()).carry();
        // 8 b^2 = 2 (2 b)^2.
        let y = e.mul_sub_sqr2((d - x).carry(), b.twice().carry());
        let z = (p.y.twice()).carry() * p.z;
        Jacobian { x, y, z }
    }

    #[inline(always)]
    fn right_side<F: Field>(x: F, b: F) -> F {
        (x.sqr() * x + b).carry()
    }
}
