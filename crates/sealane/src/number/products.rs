//! Products modulo a public number, on words or on rows of eight lanes.

use sealane_arith::lanes::Vector;
use sealane_arith::machine::Lanes8;
use sealane_arith::modulus::Modulus;
use sealane_arith::modulus::rows::{RowModuli, Rows};

/// Products modulo a number of `F` words, in any form.
pub(crate) trait Products<const F: usize> {
    /// A number in that form.
    type Element: Copy;
    /// Returns the element of a number below the modulus.
    fn encode(&self, x: &[u64; F]) -> Self::Element;
    /// Returns the number of an element.
    fn decode(&self, a: &Self::Element) -> [u64; F];
    /// The element one.
    fn one(&self) -> Self::Element;
    /// Returns `a b`.
    fn mul(&self, a: &Self::Element, b: &Self::Element) -> Self::Element;
    /// Returns `a` times entry `digit` of the table, all of which is read.
    fn mul_entry(&self, a: &Self::Element, table: &[Self::Element], digit: u64) -> Self::Element;
    /// Returns `a^exponent`, for an exponent of `bits` bits. Constant-time in it.
    fn pow(&self, a: &Self::Element, exponent: &[u64], bits: usize) -> Self::Element;
}

impl<const F: usize> Products<F> for Modulus<F> {
    type Element = [u64; F];

    fn encode(&self, x: &[u64; F]) -> [u64; F] {
        self.encode(x)
    }
    fn decode(&self, a: &[u64; F]) -> [u64; F] {
        self.decode(a)
    }
    fn one(&self) -> [u64; F] {
        *self.one()
    }
    fn mul(&self, a: &[u64; F], b: &[u64; F]) -> [u64; F] {
        self.mul(a, b)
    }
    fn mul_entry(&self, a: &[u64; F], table: &[[u64; F]], digit: u64) -> [u64; F] {
        self.mul_entry(a, table, digit)
    }
    fn pow(&self, a: &[u64; F], exponent: &[u64], bits: usize) -> [u64; F] {
        self.pow(a, exponent, bits)
    }
}

/// Products on a machine of lanes.
pub(crate) struct InRows<'a, V: Vector, const F: usize, const R: usize> {
    pub(crate) machine: Lanes8<V>,
    pub(crate) rows: &'a RowModuli<R>,
    pub(crate) p: &'a Modulus<F>,
}

impl<V: Vector, const F: usize, const R: usize> Products<F> for InRows<'_, V, F, R> {
    type Element = Rows<R>;

    fn encode(&self, x: &[u64; F]) -> Rows<R> {
        self.rows.encode(self.machine, &self.rows.place([x]))
    }
    fn decode(&self, a: &Rows<R>) -> [u64; F] {
        self.rows.take(&self.rows.decode(self.machine, a), 0, self.p)
    }
    fn one(&self) -> Rows<R> {
        *self.rows.one()
    }
    fn mul(&self, a: &Rows<R>, b: &Rows<R>) -> Rows<R> {
        self.rows.mul(self.machine, a, b)
    }
    fn mul_entry(&self, a: &Rows<R>, table: &[Rows<R>], digit: u64) -> Rows<R> {
        self.rows.mul_entry(self.machine, a, table, digit)
    }
    fn pow(&self, a: &Rows<R>, exponent: &[u64], bits: usize) -> Rows<R> {
        self.rows.pow(self.machine, a, [exponent], bits)
    }
}
