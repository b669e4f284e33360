//! Powers of a fixed number: the comb of Lim and Lee ("More flexible exponentiation with
//! precomputation", 1994).
//!
//! The bits of an exponent stand in rows, and a column of a bit of each row names an entry of a
//! table: a product of powers of the number. Columns lie in blocks with a table each, so that one
//! squaring serves a column of every block.

use super::Scalar;
use crate::number::products::Products;
use alloc::vec::Vec;

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
