//! What is done to polynomials of ML-DSA, to be run on any words.

use super::maps::Map;
use super::products::reduced;
use super::words::Stored;
use super::{MlDsa, Polynomial, butterflies, maps};

/// Something to compute, on any words.
pub trait Task {
    /// What it gives, beside what it writes.
    type Result;
    /// Computes it. `like` is any word, of `N / ROWS` lanes. An implementation must be inlined
    /// always, as its instructions are those of the caller.
    fn on<W: Stored, const ROWS: usize>(self, like: W) -> Self::Result;
}

/// [`transform`](super::transform()).
pub struct Transform<'a>(pub &'a mut Polynomial);

impl Task for Transform<'_> {
    type Result = ();
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, like: W) {
        butterflies::transform::<MlDsa, W, ROWS>(like, like.rows_mut(&mut self.0.0));
    }
}

/// [`inverse`](super::inverse()).
pub struct Inverse<'a>(pub &'a mut Polynomial);

impl Task for Inverse<'_> {
    type Result = ();
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, like: W) {
        butterflies::inverse::<MlDsa, W, ROWS>(like, like.rows_mut(&mut self.0.0));
    }
}

/// [`multiply`](super::multiply()).
pub struct Multiply<'a> {
    /// One factor.
    pub a: &'a Polynomial,
    /// The other.
    pub b: &'a Polynomial,
    /// The product.
    pub out: &'a mut Polynomial,
}

impl Task for Multiply<'_> {
    type Result = ();
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, like: W) {
        let (a, b) = (like.rows::<ROWS>(&self.a.0), like.rows::<ROWS>(&self.b.0));
        let out = like.rows_mut::<ROWS>(&mut self.out.0);
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            let product = like.load(a).add_product(like.load(b), like.no_sums());
            reduced::<MlDsa, W>(like, product).store(out);
        }
    }
}

/// [`multiply_accumulate`](super::multiply_accumulate()).
pub struct MultiplyAccumulate<'a> {
    /// Factors.
    pub a: &'a [Polynomial],
    /// As many others.
    pub b: &'a [Polynomial],
    /// The sum of the products.
    pub out: &'a mut Polynomial,
}

impl Task for MultiplyAccumulate<'_> {
    type Result = ();
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, like: W) {
        let out = like.rows_mut::<ROWS>(&mut self.out.0);
        for (i, out) in out.iter_mut().enumerate() {
            let mut sums = like.no_sums();
            // No closure takes a word: one that is not inlined has not the caller's instructions.
            for (a, b) in self.a.iter().zip(self.b) {
                let (a, b) = (like.rows::<ROWS>(&a.0), like.rows::<ROWS>(&b.0));
                sums = like.load(&a[i]).add_product(like.load(&b[i]), sums);
            }
            reduced::<MlDsa, W>(like, sums).store(out);
        }
    }
}

/// A map of each coefficient of some polynomials, by others that stay.
pub struct Each<'a, M, const CHANGED: usize, const GIVEN: usize> {
    map: M,
    changed: [&'a mut Polynomial; CHANGED],
    given: [&'a Polynomial; GIVEN],
}

impl<'a, M, const CHANGED: usize, const GIVEN: usize> Each<'a, M, CHANGED, GIVEN> {
    /// The map `map` of what is `changed`, with what is `given`.
    pub const fn new(
        map: M,
        changed: [&'a mut Polynomial; CHANGED],
        given: [&'a Polynomial; GIVEN],
    ) -> Self {
        Each { map, changed, given }
    }
}

impl<M: Map<CHANGED, GIVEN>, const CHANGED: usize, const GIVEN: usize> Task
    for Each<'_, M, CHANGED, GIVEN>
{
    type Result = ();
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, like: W) {
        let mut changed = self.changed.map(|x| like.rows_mut::<ROWS>(&mut x.0));
        let given = self.given.map(|x| like.rows::<ROWS>(&x.0));
        for i in 0..ROWS {
            let (mut before, mut with) = ([like; CHANGED], [like; GIVEN]);
            for (word, rows) in before.iter_mut().zip(&changed) {
                *word = like.load(&rows[i]);
            }
            for (word, rows) in with.iter_mut().zip(&given) {
                *word = like.load(&rows[i]);
            }
            for (word, rows) in self.map.of(before, with).into_iter().zip(&mut changed) {
                word.store(&mut rows[i]);
            }
        }
    }
}

/// [`exceeds`](super::exceeds()), as how many coefficients do.
pub struct Exceeds<'a> {
    /// The polynomial.
    pub x: &'a Polynomial,
    /// The least absolute value that is too large.
    pub bound: i32,
}

impl Task for Exceeds<'_> {
    type Result = u32;
    #[inline(always)]
    fn on<W: Stored, const ROWS: usize>(self, like: W) -> u32 {
        let mut minus = like.like(0);
        for row in like.rows::<ROWS>(&self.x.0) {
            minus = minus.add(maps::exceeding(like.load(row), self.bound));
        }
        minus.total().unsigned_abs()
    }
}
