//! Points of a group, and their multiples.

use super::encoding::Encoding;
use super::scalar::{Choice, Scalar};
use crate::error::{BufferTooSmall, DecodeError};
use crate::group::comb::{Comb, mul_base};
use crate::group::curve::BaseTable;
use crate::group::edwards::{Edwards, EdwardsTable};
use crate::group::model::{self, Model};
use crate::group::secret_point::{SLOTS, mul_secret_point};
use crate::group::short::Short;
use crate::group::straus_vartime::double_scalar_vartime;
use alloc::vec::Vec;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::machine::One;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

type Inner<G> = model::Point<G, One>;

/// A group with a table of its generator.
pub trait Group: Model {
    /// Returns the table, made on first use.
    fn base_table() -> &'static Comb<Self, One>;
}

impl<C: BaseTable<One>> Group for Short<C> {
    fn base_table() -> &'static Comb<Self, One> {
        C::base_table(One)
    }
}

impl<E: EdwardsTable<One>> Group for Edwards<E> {
    fn base_table() -> &'static Comb<Self, One> {
        E::base_table(One)
    }
}

/// Room for one point, for tables of the caller's.
pub type Slot<G> = Inner<G>;

/// What may want a table of the caller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// Additions, negation, selection, comparison, encoding, multiples of the generator.
    Simple,
    /// [`Point::mul`].
    Mul,
    /// [`Scalar::invert_batch_in`], for so many scalars.
    InvertBatch(usize),
}

impl Operation {
    /// Returns how many slots the operation's twin with `_in` takes.
    #[must_use]
    pub const fn slots(self) -> usize {
        match self {
            Self::Simple => 0,
            Self::Mul => SLOTS,
            Self::InvertBatch(count) => count,
        }
    }

    /// Returns how many bytes that is for group `G`: exactly what the slice of slots occupies.
    #[must_use]
    pub const fn scratch_bytes<G: Model>(self) -> usize {
        let slot = match self {
            Self::InvertBatch(_) => size_of::<model::NLimbs<G>>(),
            _ => size_of::<Slot<G>>(),
        };
        self.slots() * slot
    }
}

/// Returns a slot with nothing secret in it.
#[must_use]
pub fn empty_slot<G: Model>() -> Slot<G> {
    G::neutral(Fe::<G::P>::new(&G::GENERATOR[0]))
}

/// A point of `G`, which may be the neutral one. Wiped on drop.
pub struct Point<G: Model>(Secret<Inner<G>>);

impl<G: Model> Point<G> {
    /// Returns the generator.
    #[must_use]
    pub fn generator() -> Self {
        let [x, y] = G::GENERATOR.map(|plain| Fe::<G::P>::new(&plain));
        Point(Secret::new(G::point(x, y)))
    }

    /// Returns the neutral element.
    #[must_use]
    pub fn neutral() -> Self {
        Point(Secret::new(empty_slot::<G>()))
    }

    /// Returns the sum. Complete.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Point(self.0.zip(&other.0, |p, q| G::sum(*p, *q)))
    }

    /// Returns the difference. Complete.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// Returns twice the point. Complete.
    #[must_use]
    pub fn double(&self) -> Self {
        Point(self.0.map(|p| G::double(*p, 1)))
    }

    /// Returns the negative.
    #[must_use]
    pub fn neg(&self) -> Self {
        Point(self.0.map(|p| G::negate_point_if(WordMask::splat(true), *p)))
    }

    /// Returns the sum if `choice` is true, and this point if not. Both are computed.
    #[must_use]
    pub fn add_if(&self, choice: &Choice, other: &Self) -> Self {
        Self::select(choice, &self.add(other), self)
    }

    /// Returns the difference if `choice` is true, and this point if not. Both are computed.
    #[must_use]
    pub fn sub_if(&self, choice: &Choice, other: &Self) -> Self {
        Self::select(choice, &self.sub(other), self)
    }

    /// Returns `a` if `choice` is true and `b` if not.
    #[must_use]
    pub fn select(choice: &Choice, a: &Self, b: &Self) -> Self {
        // A closure sees two secrets at a time.
        let chosen = choice.bit().zip(&a.0, |bit, a| (WordMask::of_bit(*bit), *a));
        Point(chosen.zip(&b.0, |(mask, a), b| G::select(*mask, *a, *b)))
    }

    /// Returns whether both are the same point.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Choice {
        Choice::from_bit(self.0.zip(&other.0, |p, q| G::equal(p, q).to_bits()))
    }

    /// Returns whether it is the neutral element.
    #[must_use]
    pub fn is_neutral(&self) -> Choice {
        Choice::from_bit(self.0.map(|p| G::is_neutral(p).to_bits()))
    }

    /// Returns `k` times the point. Constant-time in both.
    #[must_use]
    pub fn mul(&self, k: &Scalar<G>) -> Self {
        let mut table = [empty_slot::<G>(); SLOTS];
        let product = self.mul_in(k, &mut table).expect("the table has the size asked for");
        table.iter_mut().for_each(Zeroize::zeroize);
        product
    }

    /// Like [`Point::mul`], with a table of the caller's, which is the caller's to wipe.
    ///
    /// Errors: `BufferTooSmall` with the bytes needed, before anything is computed.
    pub fn mul_in(&self, k: &Scalar<G>, table: &mut [Slot<G>]) -> Result<Self, BufferTooSmall> {
        let needed = Operation::Mul.scratch_bytes::<G>();
        let table = table.get_mut(..SLOTS).ok_or(BufferTooSmall { needed })?;
        let k = k.0.map(|k| [*k]);
        Ok(Point(mul_secret_point::<G, One, 1>(One, &k, &self.0, table)))
    }
}

impl<G: Group> Point<G> {
    /// Returns `k` times the generator, by the table. Constant-time.
    #[must_use]
    pub fn mul_base(k: &Scalar<G>) -> Self {
        Point(mul_base::<G, One, 1>(One, G::base_table(), &k.0.map(|k| [*k])))
    }
}

impl<G: Group + Encoding> Point<G> {
    /// Returns `a G + b Q` for an encoded point `Q`. Variable-time: all three must be public.
    ///
    /// Errors: those of [`Point::decode_vartime`]. Where the curve has a cofactor, `Q` may be any
    /// of its points, the neutral one and those of small order included.
    pub fn double_scalar_vartime(
        a: &Scalar<G>,
        b: &Scalar<G>,
        encoded: &[u8],
    ) -> Result<Self, DecodeError> {
        let [x, y] = G::decode_vartime(encoded)?;
        let q = [Fe::<G::P>::new(&x), Fe::new(&y)];
        let a = a.0.reveal("variable time takes public scalars: the caller's name says so");
        let b = b.0.reveal("variable time takes public scalars: the caller's name says so");
        let sum = double_scalar_vartime::<G, One>(One, G::base_table(), &a, &b, q);
        Ok(Point(Secret::new(sum)))
    }
}

impl<G: Encoding> Point<G> {
    /// Takes the encoding of a point: SEC 1 or RFC 8032. Variable-time: the point is public.
    ///
    /// Errors: `KeyEncoding`, `KeyPointInvalid`. On a curve with a cofactor, points outside the
    /// group of prime order are taken.
    pub fn decode_vartime(encoded: &[u8]) -> Result<Self, DecodeError> {
        let [x, y] = G::decode_vartime(encoded)?;
        Ok(Point(Secret::new(G::point(Fe::<G::P>::new(&x), Fe::new(&y)))))
    }

    /// Hands the point out, encoded; `None` if it is neutral and the model has no bytes for that.
    #[must_use]
    pub fn encode(&self) -> Option<Vec<u8>> {
        let affine = self.0.map(|p| {
            let z = G::denominator(p);
            let [x, y] = G::affine(p, z.invert());
            (z.is_zero().to_bits(), x, y)
        });
        let (none, x, y) = affine.reveal("a point is given out because its owner asks");
        (none == 0).then(|| G::encode(&[x.plain(), y.plain()]))
    }
}

impl<G: Model> Scalar<G> {
    /// Replaces each scalar by its inverse, and 0 by 0: one inversion and three products for each.
    /// Constant-time; leaks how many there are.
    ///
    /// Errors: `BufferTooSmall` with the bytes needed if `scratch` has fewer items.
    pub fn invert_batch_in(
        scalars: &mut [Self],
        scratch: &mut [Scalar<G>],
    ) -> Result<(), BufferTooSmall> {
        let needed = Operation::InvertBatch(scalars.len()).scratch_bytes::<G>();
        let scratch = scratch.get_mut(..scalars.len()).ok_or(BufferTooSmall { needed })?;
        let one = Self::from_u64(1);
        let factor = |x: &Self| Self::select(&x.is_zero(), &one, x);
        let mut product = Self::from_u64(1);
        for (x, before) in scalars.iter().zip(scratch.iter_mut()) {
            let next = product.mul(&factor(x));
            *before = core::mem::replace(&mut product, next);
        }
        let mut inverse = product.invert();
        for (x, before) in scalars.iter_mut().zip(scratch.iter()).rev() {
            let own = inverse.mul(before);
            inverse = inverse.mul(&factor(x));
            *x = Self::select(&x.is_zero(), x, &own);
        }
        Ok(())
    }
}
