//! What the multiplications need to know of a kind of curve.

use super::each::each;
use super::glv::EndomorphismOf;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::prime::Prime;
use zeroize::Zeroize;

/// Words of a coordinate of `G`.
pub type PLimbs<G> = <<G as Model>::P as Prime>::Limbs;
/// Words of a scalar of `G`.
pub type NLimbs<G> = <<G as Model>::N as Prime>::Limbs;
/// A point of `G` on machine `M`.
pub type Point<G, M> = <G as Model>::Point<<M as Machine>::Of<<G as Model>::P>>;
/// A table entry of `G` on machine `M`.
pub type Entry<G, M> = <G as Model>::Entry<<M as Machine>::Of<<G as Model>::P>>;
/// A table entry of `G` as machine `M` stores it.
pub type Stored<G, M> = <G as Model>::Entry<<M as Machine>::Stored<<G as Model>::P>>;

/// What is known of a point that the point of an entry is added to. It may be neutral, if the
/// lanes are told where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// It was [lifted](Model::lifted), so that its denominator is 1, and is not that of the entry.
    Lifted,
    /// It is not the point of the entry.
    Other,
    /// Nothing.
    Any,
}

/// A curve with a generator of prime order in a certain model: its coordinates and its formulas.
///
/// Points are projective and may be neutral; entries are affine, perhaps with products worked out
/// beforehand, and not neutral in a model that has no affine neutral element.
pub trait Model: Copy + Send + Sync + 'static {
    /// The prime of the coordinates.
    type P: Prime;
    /// The prime order of the generator.
    type N: Prime;
    /// A point.
    type Point<F: Field<P = Self::P>>: Copy + Zeroize;
    /// A table entry with coordinates of type `T`.
    type Entry<T: Copy>: Copy;
    /// The generator's affine coordinates, plain.
    const GENERATOR: [PLimbs<Self>; 2];
    /// Whether [`Model::add`] is right for all operands.
    const COMPLETE: bool;
    /// The endomorphism that multiples of any point are taken by, if there is one.
    const ENDOMORPHISM: Option<EndomorphismOf<Self>> = None;

    /// Returns the entry of an affine point.
    fn entry<F: Field<P = Self::P>>(x: F, y: F) -> Self::Entry<F>;
    /// Returns the point of an affine point.
    fn point<F: Field<P = Self::P>>(x: F, y: F) -> Self::Point<F>;
    /// Returns the image of an entry under the endomorphism with the factor `beta`. A model without
    /// one is not asked.
    #[must_use]
    fn image<F: Field<P = Self::P>>(_: Self::Entry<F>, _: F) -> Self::Entry<F> {
        unreachable!("the model has no endomorphism")
    }
    /// Returns the neutral element; `like` is any element.
    fn neutral<F: Field<P = Self::P>>(like: F) -> Self::Point<F>;
    /// Replaces `p` by `2^n p`, `n` at least 1. Complete. In place, as points of lanes are long to
    /// move.
    fn double_in_place<F: Field<P = Self::P>>(p: &mut Self::Point<F>, n: usize);
    /// Returns `2^n p`, `n` at least 1. Complete.
    #[inline(always)]
    #[must_use]
    fn double<F: Field<P = Self::P>>(mut p: Self::Point<F>, n: usize) -> Self::Point<F> {
        Self::double_in_place(&mut p, n);
        p
    }
    /// Returns `p + q`. Unless the model is complete, `p` must be neither neutral nor `q`.
    fn add<F: Field<P = Self::P>>(p: Self::Point<F>, q: Self::Entry<F>) -> Self::Point<F>;
    /// Replaces `p` by `p + q`, but for the lanes where `q` is `absent`. `p` is neutral where
    /// `neutral` is true, and else what `operand` says, unless the model is complete.
    fn accumulate<F: Field<P = Self::P>>(
        p: &mut Self::Point<F>,
        q: &Self::Entry<F>,
        neutral: F::Mask,
        absent: F::Mask,
        operand: Operand,
    );
    /// Returns the point of an entry, and the neutral element in the lanes where it is `absent`;
    /// `like` is any element.
    #[inline(always)]
    #[must_use]
    fn lifted<F: Field<P = Self::P>>(
        like: F,
        q: &Self::Entry<F>,
        absent: F::Mask,
    ) -> Self::Point<F> {
        let mut p = Self::neutral(like);
        Self::accumulate(&mut p, q, F::Mask::splat(true), absent, Operand::Other);
        p
    }
    /// Returns, in each lane of the lower half, the sum of the point there and of that as many
    /// lanes further as the half has: points that are not equal, unless the model is complete.
    /// `upper` tells the lanes of the upper half, and `neutral` those where the point is neutral.
    #[inline(always)]
    #[must_use]
    fn add_halves<M: Machine>(
        machine: M,
        p: &Point<Self, M>,
        upper: M::Mask,
        neutral: M::Mask,
    ) -> Point<Self, M> {
        let _ = (upper, neutral);
        let other = Self::map(
            p,
            #[inline(always)]
            |x| machine.turn::<Self::P>(x, M::LANES / 2),
        );
        Self::sum::<M::Of<Self::P>>(*p, other)
    }
    /// Returns the point whose coordinates are `f` of those of `p`.
    fn map<F: Field<P = Self::P>, H: Field<P = Self::P>>(
        p: &Self::Point<F>,
        f: impl Fn(F) -> H,
    ) -> Self::Point<H>;
    /// Returns `p + q` in all cases. Variable-time.
    fn add_vartime<F: Field<P = Self::P>>(p: Self::Point<F>, q: Self::Entry<F>) -> Self::Point<F>;
    /// Returns `p + q` in all cases, both projective. Constant-time.
    fn sum<F: Field<P = Self::P>>(p: Self::Point<F>, q: Self::Point<F>) -> Self::Point<F>;
    /// Returns the point, negated in the lanes where `mask` is true.
    fn negate_point_if<F: Field<P = Self::P>>(mask: F::Mask, p: Self::Point<F>) -> Self::Point<F>;
    /// Returns the lanes where the points are equal, whatever their denominators.
    fn equal<F: Field<P = Self::P>>(p: &Self::Point<F>, q: &Self::Point<F>) -> F::Mask;
    /// Returns the entry, negated in the lanes where `mask` is true.
    fn negate_if<F: Field<P = Self::P>>(mask: F::Mask, entry: Self::Entry<F>) -> Self::Entry<F>;
    /// Returns `a` in the lanes where `mask` is true and `b` in the others.
    fn select<F: Field<P = Self::P>>(
        mask: F::Mask,
        a: Self::Point<F>,
        b: Self::Point<F>,
    ) -> Self::Point<F>;
    /// Returns the projective denominator, which is not zero unless the point has no affine form.
    fn denominator<F: Field<P = Self::P>>(p: &Self::Point<F>) -> F;
    /// Returns the affine coordinates of a point, given the inverse of its denominator.
    fn affine<F: Field<P = Self::P>>(p: &Self::Point<F>, inverse: F) -> [F; 2];
    /// Returns the lanes where `p` is neutral.
    fn is_neutral<F: Field<P = Self::P>>(p: &Self::Point<F>) -> F::Mask;

    /// `Machine::keep` of each coordinate of a group of entries.
    fn keep<M: Machine>(machine: M, group: &[Entry<Self, M>]) -> Stored<Self, M>;
    /// `Machine::recall` of an entry.
    fn recall<M: Machine>(machine: M, table: &[Stored<Self, M>], at: usize) -> Entry<Self, M>;
    /// `Machine::lookup` of an entry.
    fn lookup<M: Machine>(machine: M, table: &[Stored<Self, M>], index: M::Digit)
    -> Entry<Self, M>;
    /// `Machine::lookup_own` of an entry.
    fn lookup_own<M: Machine>(
        machine: M,
        table: &[Entry<Self, M>],
        index: M::Digit,
    ) -> Entry<Self, M>;
}

/// `Machine::keep` of each of the `K` coordinates of a group of entries.
pub(super) fn keep_each<P: Prime, M: Machine, const K: usize>(
    machine: M,
    group: &[[M::Of<P>; K]],
) -> [M::Stored<P>; K] {
    core::array::from_fn(|k| {
        let mut column = [group[0][k]; MAX_GROUP];
        for (x, entry) in column.iter_mut().zip(group) {
            *x = entry[k];
        }
        machine.keep(&column[..group.len()])
    })
}

/// Returns the element with both halves of the lanes in each other's place.
#[inline(always)]
pub(super) fn swapped<P: Prime, M: Machine>(machine: M, x: M::Of<P>) -> M::Of<P> {
    machine.turn::<P>(x, M::LANES / 2)
}

/// Returns what the lower half of the lanes has, in both halves, and what the upper half has.
/// `upper` tells the upper half.
#[inline(always)]
pub(super) fn in_both_halves<P: Prime, M: Machine>(
    machine: M,
    upper: M::Mask,
    x: M::Of<P>,
) -> [M::Of<P>; 2] {
    let other = swapped::<P, M>(machine, x);
    [Field::select(upper, other, x), Field::select(upper, x, other)]
}

/// The most entries a machine stores together.
const MAX_GROUP: usize = 8;

/// Returns the generator's affine coordinates in every lane.
pub(crate) fn generator<G: Model, M: Machine>(machine: M) -> [M::Of<G::P>; 2] {
    each(&G::GENERATOR, |plain| {
        let lanes = [*plain; 16];
        machine.load::<G::P>(&lanes[..M::LANES])
    })
}
