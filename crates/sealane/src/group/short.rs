//! Points of short Weierstrass curves in Jacobian coordinates, and the additions, which do not
//! depend on the curve's coefficients.
//!
//! A Jacobian point `(X, Y, Z)` stands for `(X / Z^2, Y / Z^3)`, and for infinity if `Z` is 0. All
//! formulas take and give coordinates at rest (see `sealane_arith::field`).

use super::glv::EndomorphismOf;
use super::model::{Entry, Model, Operand, Point, Stored, keep_each, swapped};
use crate::group::curve::Curve;
use core::marker::PhantomData;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::prime::Prime;
use zeroize::Zeroize;

/// What depends on the coefficient `a`.
pub trait Shape: Copy + Send + Sync + 'static {
    /// Returns `2 p`, and infinity for infinity and for points of order 2. Complete.
    fn double<F: Field>(p: Jacobian<F>) -> Jacobian<F>;
    /// Returns `x^3 + a x + b`.
    fn right_side<F: Field>(x: F, b: F) -> F;
}

/// A point other than infinity.
#[derive(Clone, Copy, Debug)]
pub struct Affine<F> {
    /// First coordinate.
    pub x: F,
    /// Second coordinate.
    pub y: F,
}

/// A point in Jacobian coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian<F> {
    /// `x Z^2`.
    pub x: F,
    /// `y Z^3`.
    pub y: F,
    /// 0 for infinity.
    pub z: F,
}

/// A sum and what is needed to see whether the formula held.
pub struct Sum<F> {
    /// The sum, right unless the operands are equal or one is infinity.
    pub point: Jacobian<F>,
    /// Zero if the operands have the same `x`.
    pub x_difference: F,
    /// Zero if the operands have the same `y`, given the same `x`.
    pub y_difference: F,
}

impl<F: Zeroize> Zeroize for Affine<F> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
    }
}

impl<F: Zeroize> Zeroize for Jacobian<F> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
    }
}

impl<F: Field> Affine<F> {
    /// Returns the point in Jacobian coordinates with `Z = 1`.
    #[inline(always)]
    #[must_use]
    pub fn to_jacobian(self) -> Jacobian<F> {
        Jacobian { x: self.x, y: self.y, z: self.x.one_like() }
    }

    /// Returns the point, negated in the lanes where `mask` is true.
    #[inline(always)]
    #[must_use]
    pub fn negate_if(self, mask: F::Mask) -> Self {
        Affine { x: self.x, y: self.y.negate_if(mask) }
    }
}

impl<F: Field> Jacobian<F> {
    /// Returns infinity; `like` is any element.
    #[inline(always)]
    #[must_use]
    pub fn infinity(like: F) -> Self {
        Jacobian { x: like.one_like(), y: like.one_like(), z: like.zero_like() }
    }

    /// Returns `a` in the lanes where `mask` is true and `b` in the others.
    #[inline(always)]
    #[must_use]
    pub fn select(mask: F::Mask, a: Self, b: Self) -> Self {
        Jacobian {
            x: F::select(mask, a.x, b.x),
            y: F::select(mask, a.y, b.y),
            z: F::select(mask, a.z, b.z),
        }
    }

    /// Returns the affine point, and (0, 0) for infinity, by the given inversion.
    #[inline(always)]
    #[must_use]
    pub fn to_affine(self, invert: impl Fn(F) -> F) -> Affine<F> {
        self.scaled(invert(self.z))
    }

    /// Returns the affine point, given `1 / Z`.
    #[inline(always)]
    #[must_use]
    pub fn scaled(self, z_inverse: F) -> Affine<F> {
        let square = z_inverse.sqr();
        Affine { x: self.x * square, y: self.y * (square * z_inverse) }
    }
}

/// Returns `p + q` for different finite points, and infinity for `q = -p`. 8M + 3S.
///
/// Chord and tangent with `Z2 = 1` (Cohen, Miyaji, Ono, "Efficient elliptic curve exponentiation
/// using mixed coordinates", 1998).
#[inline(always)]
#[must_use]
pub fn add_mixed<F: Field>(p: Jacobian<F>, q: Affine<F>) -> Sum<F> {
    let zz = p.z.sqr();
    let x_difference = (q.x * zz - p.x).carry();
    let y_difference = (q.y * (p.z * zz) - p.y).carry();
    let z = p.z * x_difference;
    chord(p.x, p.y, z, x_difference, y_difference)
}

/// Returns `p + q` for different finite points, and infinity for `q = -p`. 4M + 2S: [`add_mixed`]
/// with `Z1 = 1` as well.
#[inline(always)]
#[must_use]
pub fn add_affine<F: Field>(p: Affine<F>, q: Affine<F>) -> Sum<F> {
    let x_difference = (q.x - p.x).carry();
    let y_difference = (q.y - p.y).carry();
    chord(p.x, p.y, x_difference, x_difference, y_difference)
}

/// Returns `p + q` for different finite points, and infinity for `q = -p`. 12M + 4S.
#[inline(always)]
#[must_use]
pub fn add<F: Field>(p: Jacobian<F>, q: Jacobian<F>) -> Sum<F> {
    let (zz_p, zz_q) = (p.z.sqr(), q.z.sqr());
    let x_p = p.x * zz_q;
    let y_p = p.y * (q.z * zz_q);
    let x_difference = (q.x * zz_p - x_p).carry();
    let y_difference = (q.y * (p.z * zz_p) - y_p).carry();
    let z = p.z * q.z * x_difference;
    chord(x_p, y_p, z, x_difference, y_difference)
}

/// The common end of these additions: `h` and `r` are the differences, `x` and `y` the first
/// operand.
#[inline(always)]
fn chord<F: Field>(x: F, y: F, z: F, h: F, r: F) -> Sum<F> {
    let hh = h.sqr();
    let hhh = h * hh;
    let v = x * hh;
    let x3 = (r.sqr() - hhh - v.twice()).carry();
    let y3 = r.mul_sub((v - x3).carry(), y, hhh);
    Sum { point: Jacobian { x: x3, y: y3, z }, x_difference: h, y_difference: r }
}

/// Returns `p + q` in the lower half of the lanes, for different finite points: `p` in the lower
/// half and `q` in the upper one, as many lanes further. `upper` tells the upper half. 6M + 2S: two
/// products of [`add`] at a time, one in each half.
#[inline(always)]
#[must_use]
pub fn add_halves<P: Prime, M: Machine>(
    machine: M,
    p: Jacobian<M::Of<P>>,
    upper: M::Mask,
) -> Jacobian<M::Of<P>> {
    // Beside each line: what is in the lower half, and what is in the upper one.
    let z_other = swapped::<P, M>(machine, p.z); // z2, z1
    let zz_other = swapped::<P, M>(machine, p.z.sqr()); // z2^2, z1^2
    let x = p.x * zz_other; // x1, x2 by a common denominator
    let y = p.y * (z_other * zz_other); // y1, y2
    let x_other = swapped::<P, M>(machine, x); // x2, x1
    let y_other = swapped::<P, M>(machine, y); // y2, y1
    let h = upper_less_lower(upper, x, x_other); // in both halves: x2 - x1
    let r = upper_less_lower(upper, y, y_other); // in both halves: y2 - y1
    let squares = Field::select(upper, r, h).sqr(); // h^2, r^2
    let squares_other = swapped::<P, M>(machine, squares);
    let other_factors = Field::select(upper, squares_other, z_other);
    let products = Field::select(upper, h, p.z) * other_factors; // z1 z2, h^3
    let products_other = swapped::<P, M>(machine, products);
    let other_factors = Field::select(upper, h, squares);
    let ends = Field::select(upper, products_other, x) * other_factors; // x1 h^2, z
    let x = (squares_other - products_other - ends.twice()).carry();
    let other_factors = Field::select(upper, products, (ends - x).carry());
    let terms = Field::select(upper, y_other, r) * other_factors; // r (x1 h^2 - x), y1 h^3
    let y = (terms - swapped::<P, M>(machine, terms)).carry();
    Jacobian { x, y, z: swapped::<P, M>(machine, ends) }
}

/// Returns in both halves what the upper half has less what the lower half has, of elements at rest
/// and the same ones [`swapped`].
#[inline(always)]
fn upper_less_lower<F: Field>(upper: F::Mask, x: F, other: F) -> F {
    (F::select(upper, x, other) - F::select(upper, other, x)).carry()
}

/// Returns `p + q` for any `p` and finite `q`; `finite` tells the lanes where `p` is not infinity.
/// Complete.
#[inline(always)]
#[must_use]
pub fn add_mixed_complete<S: Shape, F: Field>(
    p: Jacobian<F>,
    q: Affine<F>,
    finite: F::Mask,
) -> Jacobian<F> {
    let sum = add_mixed(p, q);
    let same = sum.x_difference.is_zero().and(sum.y_difference.is_zero());
    let point = Jacobian::select(same, S::double(p), sum.point);
    Jacobian::select(finite, point, q.to_jacobian())
}

/// Returns `p + q` for any two points. Complete: an addition and a doubling, always both.
#[inline(always)]
#[must_use]
pub fn add_complete<S: Shape, F: Field>(p: Jacobian<F>, q: Jacobian<F>) -> Jacobian<F> {
    let sum = add(p, q);
    let same = sum.x_difference.is_zero().and(sum.y_difference.is_zero());
    let point = Jacobian::select(same, S::double(p), sum.point);
    let point = Jacobian::select(q.z.is_zero(), p, point);
    Jacobian::select(p.z.is_zero(), q, point)
}

/// Returns the lanes where `p` satisfies the curve's equation.
#[must_use]
pub fn is_on_curve<S: Shape, F: Field>(p: Affine<F>, b: F) -> F::Mask {
    p.y.sqr().equals(S::right_side(p.x, b))
}

/// The model of curve `C`: Jacobian points, affine entries.
#[derive(Clone, Copy, Debug)]
pub struct Short<C>(PhantomData<C>);

impl<C: Curve> Model for Short<C> {
    type P = C::P;
    type N = C::N;
    type Point<F: Field<P = C::P>> = Jacobian<F>;
    type Entry<T: Copy> = [T; 2];
    const GENERATOR: [super::model::PLimbs<Self>; 2] = C::G;
    const COMPLETE: bool = false;
    const ENDOMORPHISM: Option<EndomorphismOf<Self>> = C::ENDOMORPHISM;

    #[inline(always)]
    fn entry<F: Field<P = C::P>>(x: F, y: F) -> [F; 2] {
        [x, y]
    }
    #[inline(always)]
    fn point<F: Field<P = C::P>>(x: F, y: F) -> Jacobian<F> {
        Affine { x, y }.to_jacobian()
    }
    #[inline(always)]
    fn image<F: Field<P = C::P>>([x, y]: [F; 2], beta: F) -> [F; 2] {
        [x * beta, y]
    }
    #[inline(always)]
    fn neutral<F: Field<P = C::P>>(like: F) -> Jacobian<F> {
        Jacobian::infinity(like)
    }
    #[inline(always)]
    fn double_in_place<F: Field<P = C::P>>(p: &mut Jacobian<F>, n: usize) {
        p.x.outlined(
            #[inline(always)]
            || {
                for _ in 0..n {
                    *p = C::Shape::double(*p);
                }
            },
        );
    }
    #[inline(always)]
    fn add<F: Field<P = C::P>>(mut p: Jacobian<F>, [x, y]: [F; 2]) -> Jacobian<F> {
        x.outlined(
            #[inline(always)]
            || p = add_mixed(p, Affine { x, y }).point,
        );
        p
    }
    #[inline(always)]
    fn accumulate<F: Field<P = C::P>>(
        p: &mut Jacobian<F>,
        q: &[F; 2],
        neutral: F::Mask,
        absent: F::Mask,
        operand: Operand,
    ) {
        let q = Affine { x: q[0], y: q[1] };
        match operand {
            Operand::Lifted => p.x.outlined(
                #[inline(always)]
                || {
                    let sum = add_affine(Affine { x: p.x, y: p.y }, q).point;
                    let sum = Jacobian::select(neutral, q.to_jacobian(), sum);
                    *p = Jacobian::select(absent, *p, sum);
                },
            ),
            Operand::Other => p.x.outlined(
                #[inline(always)]
                || {
                    let sum = Jacobian::select(neutral, q.to_jacobian(), add_mixed(*p, q).point);
                    *p = Jacobian::select(absent, *p, sum);
                },
            ),
            Operand::Any => p.x.outlined(
                #[inline(always)]
                || {
                    let sum = add_mixed_complete::<C::Shape, _>(*p, q, neutral.not());
                    *p = Jacobian::select(absent, *p, sum);
                },
            ),
        }
    }
    #[inline(always)]
    fn lifted<F: Field<P = C::P>>(like: F, q: &[F; 2], absent: F::Mask) -> Jacobian<F> {
        let q = Affine { x: q[0], y: q[1] };
        Jacobian::select(absent, Jacobian::infinity(like), q.to_jacobian())
    }
    #[inline(always)]
    fn add_halves<M: Machine>(
        machine: M,
        p: &Point<Self, M>,
        upper: M::Mask,
        neutral: M::Mask,
    ) -> Point<Self, M> {
        let other_neutral = machine.turn_mask(neutral, M::LANES / 2);
        p.x.outlined(
            #[inline(always)]
            || {
                let sum = add_halves::<C::P, M>(machine, *p, upper);
                let sum = Jacobian::select(other_neutral, *p, sum);
                let other = Jacobian {
                    x: swapped::<C::P, M>(machine, p.x),
                    y: swapped::<C::P, M>(machine, p.y),
                    z: swapped::<C::P, M>(machine, p.z),
                };
                Jacobian::select(neutral, other, sum)
            },
        )
    }
    #[inline(always)]
    fn map<F: Field<P = C::P>, H: Field<P = C::P>>(
        p: &Jacobian<F>,
        f: impl Fn(F) -> H,
    ) -> Jacobian<H> {
        Jacobian { x: f(p.x), y: f(p.y), z: f(p.z) }
    }
    #[inline(always)]
    fn add_vartime<F: Field<P = C::P>>(p: Jacobian<F>, [x, y]: [F; 2]) -> Jacobian<F> {
        let q = Affine { x, y };
        if p.z.is_zero().to_bool_vartime() {
            return q.to_jacobian();
        }
        let sum = add_mixed(p, q);
        let same = |difference: F| difference.is_zero().to_bool_vartime();
        if same(sum.x_difference) && same(sum.y_difference) {
            return C::Shape::double(p);
        }
        sum.point
    }
    #[inline(always)]
    fn sum<F: Field<P = C::P>>(p: Jacobian<F>, q: Jacobian<F>) -> Jacobian<F> {
        p.x.outlined(
            #[inline(always)]
            || add_complete::<C::Shape, F>(p, q),
        )
    }
    #[inline(always)]
    fn negate_point_if<F: Field<P = C::P>>(mask: F::Mask, p: Jacobian<F>) -> Jacobian<F> {
        Jacobian { y: p.y.negate_if(mask), ..p }
    }
    #[inline(always)]
    fn equal<F: Field<P = C::P>>(p: &Jacobian<F>, q: &Jacobian<F>) -> F::Mask {
        let (zz_p, zz_q) = (p.z.sqr(), q.z.sqr());
        let same_x = (p.x * zz_q).equals(q.x * zz_p);
        let same_y = (p.y * (q.z * zz_q)).equals(q.y * (p.z * zz_p));
        let (no_p, no_q) = (p.z.is_zero(), q.z.is_zero());
        let finite = no_p.or(no_q).not();
        same_x.and(same_y).and(finite).or(no_p.and(no_q))
    }
    #[inline(always)]
    fn negate_if<F: Field<P = C::P>>(mask: F::Mask, [x, y]: [F; 2]) -> [F; 2] {
        [x, y.negate_if(mask)]
    }
    #[inline(always)]
    fn select<F: Field<P = C::P>>(mask: F::Mask, a: Jacobian<F>, b: Jacobian<F>) -> Jacobian<F> {
        Jacobian::select(mask, a, b)
    }
    #[inline(always)]
    fn denominator<F: Field<P = C::P>>(p: &Jacobian<F>) -> F {
        p.z
    }
    #[inline(always)]
    fn affine<F: Field<P = C::P>>(p: &Jacobian<F>, inverse: F) -> [F; 2] {
        let Affine { x, y } = p.scaled(inverse);
        [x, y]
    }
    #[inline(always)]
    fn is_neutral<F: Field<P = C::P>>(p: &Jacobian<F>) -> F::Mask {
        p.z.is_zero()
    }
    #[inline(always)]
    fn keep<M: Machine>(machine: M, group: &[Entry<Self, M>]) -> Stored<Self, M> {
        keep_each(machine, group)
    }
    #[inline(always)]
    fn recall<M: Machine>(machine: M, table: &[Stored<Self, M>], at: usize) -> Entry<Self, M> {
        machine.recall(table, at)
    }
    #[inline(always)]
    fn lookup<M: Machine>(
        machine: M,
        table: &[Stored<Self, M>],
        index: M::Digit,
    ) -> Entry<Self, M> {
        machine.lookup(table, index)
    }
    #[inline(always)]
    fn lookup_own<M: Machine>(
        machine: M,
        table: &[Entry<Self, M>],
        index: M::Digit,
    ) -> Entry<Self, M> {
        machine.lookup_own(table, index)
    }
}
