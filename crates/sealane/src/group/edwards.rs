//! Twisted Edwards curves `a x^2 + y^2 = 1 + d x^2 y^2` in extended coordinates.
//!
//! A point `(X, Y, Z, T)` stands for `(X / Z, Y / Z)` with `T = X Y / Z`. As `a` is a square and
//! `d` is not, the addition is complete: it is right for all operands, the neutral `(0, 1)` and the
//! points of small order included, and `Z` is never 0. Source: Hisil, Wong, Carter, Dawson,
//! "Twisted Edwards curves revisited" (2008).

use super::comb::Comb;
use super::model::{
    Entry, Model, Operand, PLimbs, Point, Stored, in_both_halves, keep_each, swapped,
};
use crate::group::plan::{Plan, of_build, of_lanes};
#[cfg(feature = "lanes")]
use crate::group::quads::QuadCurve;
#[cfg(feature = "lanes")]
use crate::group::split_comb::SplitTables;
use core::marker::PhantomData;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Eight;
#[cfg(feature = "lanes")]
use sealane_arith::machine::Soft8;
use sealane_arith::machine::{Single, Watched, Watcher};
use sealane_arith::prime::Prime;
use zeroize::Zeroize;

/// A twisted Edwards curve with a generator of prime order, and its partner in Montgomery's form.
pub trait EdwardsCurve: Copy + Send + Sync + 'static {
    /// The prime of the coordinates.
    type P: Prime;
    /// The prime order of the generator.
    type N: Prime;
    /// The formulas that depend on `a`.
    type Form: Form;
    /// `d`, plain. Not a square.
    const D: <Self::P as Prime>::Limbs;
    /// The generator's `x` and `y`, plain.
    const G: [<Self::P as Prime>::Limbs; 2];
    /// The cofactor is `2^COFACTOR_BITS`.
    const COFACTOR_BITS: usize;
    /// `(A - 2) / 4` of the Montgomery curve `v^2 = u^3 + A u^2 + u` that [`Form::montgomery_u`]
    /// leads to, plain.
    const A24: <Self::P as Prime>::Limbs;
    /// The plans of the fixed-base comb in builds with small, usual and large tables.
    const COMBS: [Plan; 3];
    /// Bits per window of the fixed-base comb. Larger is faster and takes `2^(w-1) bits/w` points.
    const COMB_WIDTH: usize = of_build(Self::COMBS).width;
    /// Windows per row of the fixed-base comb: it takes as many times less memory, and doublings.
    const COMB_SPACING: usize = of_build(Self::COMBS).spacing;
    /// Bits per window of the fixed-base comb of machines of eight lanes.
    const LANES_COMB_WIDTH: usize = of_lanes::<Self::P>();
    /// Bits per window of the fixed-base comb that is split over eight lanes: entries of three
    /// coordinates cost more to scan than those of short curves, and additions less.
    const SPLIT_COMB_WIDTH: usize = 4;
}

/// A curve whose comb of the generator is kept for machine `M`.
pub trait EdwardsTable<M: Machine>: EdwardsCurve {
    /// Returns the comb, made on first use.
    fn base_table(machine: M) -> &'static Comb<Edwards<Self>, M>;
}

/// A machine that is watched works with the table of the machine below.
impl<E: EdwardsTable<M>, M: Single, W: Watcher> EdwardsTable<Watched<M, W>> for E {
    fn base_table(machine: Watched<M, W>) -> &'static Comb<Edwards<Self>, Watched<M, W>> {
        <E as EdwardsTable<M>>::base_table(machine.below())
    }
}

/// A curve with combs for the machines of eight lanes.
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
pub trait EdwardsLaneTables:
    EdwardsTable<Eight> + EdwardsTable<Soft8> + SplitTables<Edwards<Self>> + QuadCurve
{
}
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl<E: EdwardsTable<Eight> + EdwardsTable<Soft8> + SplitTables<Edwards<E>> + QuadCurve>
    EdwardsLaneTables for E
{
}

/// A curve with combs for the machine of eight lanes.
#[cfg(all(feature = "lanes", not(all(target_arch = "x86_64", not(sealane_portable)))))]
pub trait EdwardsLaneTables: EdwardsTable<Soft8> + SplitTables<Edwards<Self>> + QuadCurve {}
#[cfg(all(feature = "lanes", not(all(target_arch = "x86_64", not(sealane_portable)))))]
impl<E: EdwardsTable<Soft8> + SplitTables<Edwards<E>> + QuadCurve> EdwardsLaneTables for E {}

/// Any curve, where no batch has lanes.
#[cfg(not(feature = "lanes"))]
pub trait EdwardsLaneTables: EdwardsCurve {}
#[cfg(not(feature = "lanes"))]
impl<E: EdwardsCurve> EdwardsLaneTables for E {}

/// What depends on the coefficient `a`.
pub trait Form: Copy + Send + Sync + 'static {
    /// Returns `a x`.
    fn times_a<F: Field>(x: F) -> F;
    /// Returns what an addition needs of the affine point `(x, y)`.
    fn entry<F: Field>(x: F, y: F, d: F) -> [F; 3];
    /// Returns the entry, negated in the lanes where `mask` is true.
    fn negate_if<F: Field>(mask: F::Mask, entry: [F; 3]) -> [F; 3];
    /// Returns the point of an entry.
    fn lifted<F: Field>(entry: [F; 3]) -> Extended<F>;
    /// Returns `E`, `F`, `G`, `H` of the sum of a point and an entry.
    fn sum<F: Field>(p: &Extended<F>, entry: [F; 3]) -> [F; 4];
    /// Returns the numerator and the denominator of the `u` that the point has on the partner in
    /// Montgomery's form. RFC 7748, sections 4.1 and 4.2.
    fn montgomery_u<F: Field>(p: &Extended<F>) -> [F; 2];
}

/// A point in extended coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Extended<F> {
    /// `x Z`.
    pub x: F,
    /// `y Z`.
    pub y: F,
    /// Never 0.
    pub z: F,
    /// `x y Z`.
    pub t: F,
}

impl<F: Zeroize> Zeroize for Extended<F> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.y.zeroize();
        self.z.zeroize();
        self.t.zeroize();
    }
}

/// `a = -1`, which saves a product: entries are `(y + x, y - x, 2 d x y)`.
#[derive(Clone, Copy, Debug)]
pub struct MinusOne;

impl Form for MinusOne {
    #[inline(always)]
    fn times_a<F: Field>(x: F) -> F {
        -x
    }
    #[inline(always)]
    fn entry<F: Field>(x: F, y: F, d: F) -> [F; 3] {
        [(y + x).carry(), (y - x).carry(), x * y * d.twice().carry()]
    }
    #[inline(always)]
    fn negate_if<F: Field>(mask: F::Mask, [plus, minus, product]: [F; 3]) -> [F; 3] {
        let first = F::select(mask, minus, plus);
        let second = F::select(mask, plus, minus);
        [first, second, product.negate_if(mask)]
    }
    /// `(2 x, 2 y)` with `Z = 2`, and all of it by 2, so that one product gives `T`.
    #[inline(always)]
    fn lifted<F: Field>([plus, minus, _]: [F; 3]) -> Extended<F> {
        let (x, y) = ((plus - minus).carry(), (plus + minus).carry());
        let z = plus.one_like().twice().carry();
        Extended { x: x.twice().carry(), y: y.twice().carry(), z: z.twice().carry(), t: x * y }
    }
    /// 7M with the products of the caller: Explicit-Formulas Database, "madd-2008-hwcd-3".
    #[inline(always)]
    fn sum<F: Field>(p: &Extended<F>, [plus, minus, product]: [F; 3]) -> [F; 4] {
        let a = (p.y - p.x).carry() * minus;
        let b = (p.y + p.x).carry() * plus;
        let c = p.t * product;
        let d = p.z.twice();
        [(b - a).carry(), (d - c).carry(), (d + c).carry(), (b + a).carry()]
    }
    /// `(1 + y) / (1 - y)`, the birational map.
    #[inline(always)]
    fn montgomery_u<F: Field>(p: &Extended<F>) -> [F; 2] {
        [(p.z + p.y).carry(), (p.z - p.y).carry()]
    }
}

/// `a = 1`: entries are `(x, y, d x y)`.
#[derive(Clone, Copy, Debug)]
pub struct PlusOne;

impl Form for PlusOne {
    #[inline(always)]
    fn times_a<F: Field>(x: F) -> F {
        x
    }
    #[inline(always)]
    fn entry<F: Field>(x: F, y: F, d: F) -> [F; 3] {
        [x, y, x * y * d]
    }
    #[inline(always)]
    fn negate_if<F: Field>(mask: F::Mask, [x, y, product]: [F; 3]) -> [F; 3] {
        [x.negate_if(mask), y, product.negate_if(mask)]
    }
    #[inline(always)]
    fn lifted<F: Field>([x, y, _]: [F; 3]) -> Extended<F> {
        Extended { x, y, z: x.one_like(), t: x * y }
    }
    /// 8M with the products of the caller: Explicit-Formulas Database, "madd-2008-hwcd".
    #[inline(always)]
    fn sum<F: Field>(p: &Extended<F>, [x, y, product]: [F; 3]) -> [F; 4] {
        let a = p.x * x;
        let b = p.y * y;
        let c = p.t * product;
        let e = ((p.x + p.y).carry() * (x + y).carry() - a - b).carry();
        [e, (p.z - c).carry(), (p.z + c).carry(), (b - a).carry()]
    }
    /// `y^2 / x^2`, an isogeny of degree 4 that leads the generator to the base point `u = 5`.
    #[inline(always)]
    fn montgomery_u<F: Field>(p: &Extended<F>) -> [F; 2] {
        [p.y.sqr(), p.x.sqr()]
    }
}

/// The model of curve `E`: extended points, entries with products.
#[derive(Clone, Copy, Debug)]
pub struct Edwards<E>(PhantomData<E>);

impl<E: EdwardsCurve> Model for Edwards<E> {
    type P = E::P;
    type N = E::N;
    type Point<F: Field<P = E::P>> = Extended<F>;
    type Entry<T: Copy> = [T; 3];
    const GENERATOR: [PLimbs<Self>; 2] = E::G;
    const COMPLETE: bool = true;

    #[inline(always)]
    fn entry<F: Field<P = E::P>>(x: F, y: F) -> [F; 3] {
        E::Form::entry(x, y, x.like(&E::D))
    }
    #[inline(always)]
    fn point<F: Field<P = E::P>>(x: F, y: F) -> Extended<F> {
        Extended { x, y, z: x.one_like(), t: x * y }
    }
    #[inline(always)]
    fn neutral<F: Field<P = E::P>>(like: F) -> Extended<F> {
        let (zero, one) = (like.zero_like(), like.one_like());
        Extended { x: zero, y: one, z: one, t: zero }
    }
    /// 4M + 4S for the last doubling and 3M + 4S for those before it: "dbl-2008-hwcd".
    #[inline(always)]
    fn double_in_place<F: Field<P = E::P>>(p: &mut Extended<F>, n: usize) {
        p.x.outlined(
            #[inline(always)]
            || {
                for left in (0..n).rev() {
                    let a = p.x.sqr();
                    let b = p.y.sqr();
                    let c = p.z.sqr().twice();
                    let d = E::Form::times_a(a);
                    let e = ((p.x + p.y).carry().sqr() - a - b).carry();
                    let g = (d + b).carry();
                    let f = (g - c).carry();
                    let h = (d - b).carry();
                    *p = Extended { x: e * f, y: g * h, z: f * g, t: p.t };
                    // The product of coordinates is read by additions alone.
                    if left == 0 {
                        p.t = e * h;
                    }
                }
            },
        );
    }
    #[inline(always)]
    fn add<F: Field<P = E::P>>(p: Extended<F>, q: [F; 3]) -> Extended<F> {
        p.x.outlined(
            #[inline(always)]
            || {
                let [e, f, g, h] = E::Form::sum(&p, q);
                Extended { x: e * f, y: g * h, z: f * g, t: e * h }
            },
        )
    }
    #[inline(always)]
    fn accumulate<F: Field<P = E::P>>(
        p: &mut Extended<F>,
        q: &[F; 3],
        _neutral: F::Mask,
        absent: F::Mask,
        _operand: Operand,
    ) {
        p.x.outlined(
            #[inline(always)]
            || {
                let [e, f, g, h] = E::Form::sum(p, *q);
                let sum = Extended { x: e * f, y: g * h, z: f * g, t: e * h };
                *p = Self::select::<F>(absent, *p, sum);
            },
        );
    }
    #[inline(always)]
    fn lifted<F: Field<P = E::P>>(like: F, q: &[F; 3], absent: F::Mask) -> Extended<F> {
        like.outlined(
            #[inline(always)]
            || Self::select::<F>(absent, Self::neutral(like), E::Form::lifted(*q)),
        )
    }
    /// 5M: two products of [`sum`](Model::sum) at a time, one in each half.
    #[inline(always)]
    fn add_halves<M: Machine>(
        machine: M,
        p: &Point<Self, M>,
        upper: M::Mask,
        _neutral: M::Mask,
    ) -> Point<Self, M> {
        p.x.outlined(
            #[inline(always)]
            || add_halves::<E, M>(machine, p, upper),
        )
    }
    #[inline(always)]
    fn add_vartime<F: Field<P = E::P>>(p: Extended<F>, q: [F; 3]) -> Extended<F> {
        Self::add(p, q)
    }
    #[inline(always)]
    fn map<F: Field<P = E::P>, H: Field<P = E::P>>(
        p: &Extended<F>,
        f: impl Fn(F) -> H,
    ) -> Extended<H> {
        Extended { x: f(p.x), y: f(p.y), z: f(p.z), t: f(p.t) }
    }
    /// 10M with the product by `d`: "add-2008-hwcd", complete as `a` is a square and `d` is not.
    #[inline(always)]
    fn sum<F: Field<P = E::P>>(p: Extended<F>, q: Extended<F>) -> Extended<F> {
        p.x.outlined(
            #[inline(always)]
            || {
                let a = p.x * q.x;
                let b = p.y * q.y;
                let c = p.t * q.t * p.x.like(&E::D);
                let d = p.z * q.z;
                let e = ((p.x + p.y).carry() * (q.x + q.y).carry() - a - b).carry();
                let f = (d - c).carry();
                let g = (d + c).carry();
                let h = (b - E::Form::times_a(a)).carry();
                Extended { x: e * f, y: g * h, z: f * g, t: e * h }
            },
        )
    }
    #[inline(always)]
    fn negate_point_if<F: Field<P = E::P>>(mask: F::Mask, p: Extended<F>) -> Extended<F> {
        Extended { x: p.x.negate_if(mask), t: p.t.negate_if(mask), ..p }
    }
    #[inline(always)]
    fn equal<F: Field<P = E::P>>(p: &Extended<F>, q: &Extended<F>) -> F::Mask {
        (p.x * q.z).equals(q.x * p.z).and((p.y * q.z).equals(q.y * p.z))
    }
    #[inline(always)]
    fn negate_if<F: Field<P = E::P>>(mask: F::Mask, entry: [F; 3]) -> [F; 3] {
        E::Form::negate_if(mask, entry)
    }
    #[inline(always)]
    fn select<F: Field<P = E::P>>(mask: F::Mask, a: Extended<F>, b: Extended<F>) -> Extended<F> {
        Extended {
            x: F::select(mask, a.x, b.x),
            y: F::select(mask, a.y, b.y),
            z: F::select(mask, a.z, b.z),
            t: F::select(mask, a.t, b.t),
        }
    }
    #[inline(always)]
    fn denominator<F: Field<P = E::P>>(p: &Extended<F>) -> F {
        p.z
    }
    #[inline(always)]
    fn affine<F: Field<P = E::P>>(p: &Extended<F>, inverse: F) -> [F; 2] {
        [p.x * inverse, p.y * inverse]
    }
    #[inline(always)]
    fn is_neutral<F: Field<P = E::P>>(p: &Extended<F>) -> F::Mask {
        p.x.is_zero().and(p.y.equals(p.z))
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

/// Returns `p + q` in the lower half of the lanes: `p` in the lower half and `q` in the upper one,
/// as many lanes further. `upper` tells the upper half.
#[inline(always)]
fn add_halves<E: EdwardsCurve, M: Machine>(
    machine: M,
    p: &Extended<M::Of<E::P>>,
    upper: M::Mask,
) -> Extended<M::Of<E::P>> {
    let x_and_y = (p.x + p.y).carry();
    // Beside each product: what is in the lower half, and what is in the upper one.
    let others = Field::select(upper, swapped::<E::P, M>(machine, p.z), p.x.like(&E::D));
    let first = Field::select(upper, p.z, p.t) * others; // d t1, z1 z2
    let others = swapped::<E::P, M>(machine, Field::select(upper, p.t, p.y));
    let second = Field::select(upper, p.y, first) * others; // d t1 t2, y1 y2
    let others = swapped::<E::P, M>(machine, Field::select(upper, p.x, x_and_y));
    let third = Field::select(upper, x_and_y, p.x) * others; // x1 x2, (x1 + y1) (x2 + y2)
    let [_, d] = in_both_halves::<E::P, M>(machine, upper, first);
    let [c, b] = in_both_halves::<E::P, M>(machine, upper, second);
    let [a, all] = in_both_halves::<E::P, M>(machine, upper, third);
    let e = (all - a - b).carry();
    let f = (d - c).carry();
    let g = (d + c).carry();
    let h = (b - E::Form::times_a(a)).carry();
    let x_and_y = Field::select(upper, g, e) * Field::select(upper, h, f); // e f, g h
    let z_and_t = Field::select(upper, e, f) * Field::select(upper, h, g); // f g, e h
    Extended {
        x: x_and_y,
        y: swapped::<E::P, M>(machine, x_and_y),
        z: z_and_t,
        t: swapped::<E::P, M>(machine, z_and_t),
    }
}

/// Returns the lanes where `(x, y)` satisfies the curve's equation.
#[must_use]
pub fn is_on_curve<E: EdwardsCurve, F: Field<P = E::P>>(x: F, y: F) -> F::Mask {
    let (xx, yy) = (x.sqr(), y.sqr());
    let right = xx * yy * x.like(&E::D) + x.one_like();
    (E::Form::times_a(xx) + yy).carry().equals(right.carry())
}
