//! The formulas for any `a`.

use super::short::{Jacobian, Shape};
use core::fmt::Debug;
use core::marker::PhantomData;
use sealane_arith::field::Field;
use sealane_arith::prime::{Prime, Words};

/// Says what `a` is.
pub trait CoefficientA: Copy + Debug + Send + Sync + 'static {
    /// The prime of the coordinates.
    type P: Prime;
    /// `a`, plain.
    const A: <Self::P as Prime>::Limbs;
}

/// Curves `y^2 = x^3 + a x + b` with the `a` of `C`.
#[derive(Clone, Copy, Debug)]
pub struct Any<C>(PhantomData<C>);

impl<C: CoefficientA> Any<C> {
    /// Returns `a`, like `x`. The formulas are written for any field; `C` knows the only one.
    #[inline(always)]
    fn a<F: Field>(x: F) -> F {
        let mut plain = <F::P as Prime>::Limbs::ZERO;
        plain.as_mut().copy_from_slice(C::A.as_ref());
        x.like(&plain)
    }
}

impl<C: CoefficientA> Shape for Any<C> {
    #[inline(always)]
    fn double<F: Field>(p: Jacobian<F>) -> Jacobian<F> {
        double(p, Self::a(p.x))
    }

    #[inline(always)]
    fn right_side<F: Field>(x: F, b: F) -> F {
        right_side(x, Self::a(x), b)
    }
}

/// Returns `2 p` on a curve with the given `a`. 4M + 6S: Bernstein and Lange, Explicit-Formulas
/// Database, "dbl-2007-bl" (Bernstein and Lange, 2007), with `X Y^2` and `2 Y Z` as products.
#[inline(always)]
pub(crate) fn double<F: Field>(p: Jacobian<F>, a: F) -> Jacobian<F> {
    let xx = p.x.sqr();
    let yy = p.y.sqr();
    let zz = p.z.sqr();
    let beta4 = (p.x * yy).twice().twice().carry();
    let alpha = (xx.twice() + xx + a * zz.sqr()).carry();
    let x = (alpha.sqr() - beta4.twice()).carry();
    // 8 Y^4 = 2 (2 Y^2)^2.
    let y = alpha.mul_sub_sqr2((beta4 - x).carry(), yy.twice().carry());
    let z = p.y.twice().carry() * p.z;
    Jacobian { x, y, z }
}

/// Returns `x^3 + a x + b`.
#[inline(always)]
pub(crate) fn right_side<F: Field>(x: F, a: F, b: F) -> F {
    ((x.sqr() + a).carry() * x + b).carry()
}
