//! The formulas for `a = 0`.

use super::short::{Jacobian, Shape};
use sealane_arith::field::Field;

/// Curves `y^2 = x^3 + b`.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Shape for Zero {
    /// 2M + 5S: Bernstein and Lange, Explicit-Formulas Database, "dbl-2009-l" (Lange, 2009).
    #[inline(always)]
    fn double<F: Field>(p: Jacobian<F>) -> Jacobian<F> {
        let a = p.x.sqr();
        let b = p.y.sqr();
        let c = b.sqr();
        // 4 x y^2 by a square: 2 ((x + y^2)^2 - x^2 - y^4).
        let d = ((p.x + b).carry().sqr() - a - c).carry().twice().carry();
        let e = (a.twice() + a).carry();
        let x = (e.sqr() - d.twice()).carry();
        let c8 = c.twice().carry().twice().twice().carry();
        let y = (e * (d - x).carry() - c8).carry();
        let z = (p.y.twice()).carry() * p.z;
        Jacobian { x, y, z }
    }

    #[inline(always)]
    fn right_side<F: Field>(x: F, b: F) -> F {
        (x.sqr() * x + b).carry()
    }
}
