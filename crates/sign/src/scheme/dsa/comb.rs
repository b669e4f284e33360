//! Powers of a fixed number: the comb of Lim and Lee ("More flexible exponentiation with
//! precomputation", 1994).
//!
//! The bits of an exponent stand in rows, and a column of a bit of each row names an entry of a
//! table: a product of powers of the number. Columns lie in blocks with a table each, so that one
//! squaring serves a column of every block.

use super::Scalar;
use alloc::vec::Vec;
use sealane_arith::lanes::Vector;
use sealane_arith::machine::InLanes;
use sealane_arith::modulus::Modulus;
use sealane_arith::modulus::rows::{RowModuli, Rows};

/// Products modulo a number of `F` words, in any form.
pub(super) trait Products<const F: usize> {
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
pub(super) struct InRows<'a, V: Vector, const F: usize, const R: usize> {
    pub(super) machine: InLanes<V>,
    pub(super) rows: &'a RowModuli<R>,
    pub(super) p: &'a Modulus<F>,
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

/// Rows of an exponent: a table has two to their number of entries.
const ROWS: usize = 6;
/// Blocks of columns: as many tables. More of them take more memory than they save squarings.
const BLOCKS: usize = 2;

/// The tables of a number.
pub(super) struct Comb<E> {
    /// `BLOCKS` tables, one after the other.
    entries: Vec<E>,
    /// Columns of an exponent.
    columns: usize,
}

impl<E: Copy> Comb<E> {
    /// Makes the tables of `g` for exponents of so many bits.
    pub(super) fn new<const F: usize, P: Products<F, Element = E>>(
        products: &P,
        g: &E,
        bits: usize,
    ) -> Self {
        let columns = bits.div_ceil(ROWS);
        let mut entries = Vec::with_capacity(BLOCKS << ROWS);
        for block in 0..BLOCKS {
            entries.push(products.one());
            let mut power = *g;
            for _ in 0..block * columns.div_ceil(BLOCKS) {
                power = products.mul(&power, &power);
            }
            for row in 0..ROWS {
                let first = block << ROWS;
                for i in 0..1 << row {
                    let entry = products.mul(&entries[first + i], &power);
                    entries.push(entry);
                }
                for _ in 0..columns {
                    power = products.mul(&power, &power);
                }
            }
        }
        Self { entries, columns }
    }

    /// Returns `g^k`. Constant-time in `k`, of which bits above those of the comb are left out.
    pub(super) fn power<const F: usize, P: Products<F, Element = E>>(
        &self,
        products: &P,
        k: &Scalar,
    ) -> E {
        let in_block = self.columns.div_ceil(BLOCKS);
        let mut power = products.one();
        for column in (0..in_block).rev() {
            power = products.mul(&power, &power);
            for (block, table) in self.entries.chunks_exact(1 << ROWS).enumerate() {
                let at = block * in_block + column;
                if at < self.columns {
                    power = products.mul_entry(&power, table, self.digit(k, at));
                }
            }
        }
        power
    }

    /// Returns the bits of a column, the lowest row's lowest.
    fn digit(&self, k: &Scalar, column: usize) -> u64 {
        let mut digit = 0;
        for row in 0..ROWS {
            let at = row * self.columns + column;
            let word = k.get(at / 64).copied().unwrap_or(0);
            digit |= (word >> (at % 64) & 1) << row;
        }
        digit
    }
}
