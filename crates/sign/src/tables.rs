//! Tables of the generator of other widths than the one in use: what they hold, what they cost,
//! and the multiplication that reads them, to be measured. Nothing else of the crate uses them.

use crate::algorithm::Algorithm;
use crate::group::comb::{Comb, mul_base};
use crate::group::model::{Model, NLimbs, Point, Stored, generator};
use crate::ops::short::unload;
use crate::ops::{Wide, fit};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use sealane_arith::field::Field;
use sealane_arith::machine::Single;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// The widths that a table can have, in bits of the scalar.
pub const WIDTHS: RangeInclusive<usize> = 2..=8;

/// Returns the width of the table in use.
#[must_use]
pub fn width_in_use(algorithm: Algorithm) -> usize {
    algorithm.ops().comb_width()
}

/// What a table of the generator holds, and what one multiplication by it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Bits of the scalar that one entry stands for.
    pub width: usize,
    /// Bits of the scalar between two rows. Rows stand next to each other, so it is the width, and
    /// no doubling is needed.
    pub spacing: usize,
    /// Multiples of the generator.
    pub entries: usize,
    /// Bytes of all entries.
    pub bytes: usize,
    /// Additions of an entry.
    pub additions: usize,
    /// How many of these are of the complete kind, where a curve has two kinds.
    pub complete_additions: usize,
    /// Doublings.
    pub doublings: usize,
}

/// A table of the generator, with room for products.
pub struct Table(Box<dyn Trial>);

impl Table {
    /// Computes the table of `algorithm` with windows of `width` bits, one of [`WIDTHS`], and makes
    /// room for `room` products.
    #[must_use]
    pub fn build(algorithm: Algorithm, width: usize, room: usize) -> Self {
        Table(algorithm.ops().table(width, room))
    }

    /// What it holds.
    #[must_use]
    pub fn size(&self) -> Size {
        self.0.size()
    }

    /// Multiplies the generator by a scalar, little-endian, of which the bits below the top one of
    /// the order count, and keeps the product in place `slot` of the room. Constant-time, as with
    /// the table in use; no inversion.
    pub fn multiply(&mut self, slot: usize, scalar: &[u64; 9]) {
        self.0.multiply(slot, scalar);
    }

    /// Returns whether the product in place `slot` is that of `scalar`, by doubling and adding
    /// without any table; not, if nothing is there. Variable-time: the scalar is public.
    #[must_use]
    pub fn is_right_vartime(&self, slot: usize, scalar: &[u64; 9]) -> bool {
        self.0.is_right_vartime(slot, scalar)
    }
}

/// A [`Table`] whose curve is not known.
pub(crate) trait Trial {
    fn size(&self) -> Size;
    fn multiply(&mut self, slot: usize, scalar: &Wide);
    fn is_right_vartime(&self, slot: usize, scalar: &Wide) -> bool;
}

/// Makes the table of `G`. See [`Table::build`].
pub(crate) fn build<G: Model, M: Single>(machine: M, width: usize, room: usize) -> Box<dyn Trial> {
    let products = (0..room).map(|_| None).collect();
    Box::new(Held::<G, M> { comb: Comb::build(machine, width), products })
}

struct Held<G: Model, M: Single> {
    comb: Comb<G, M>,
    products: Vec<Option<Secret<Point<G, M>>>>,
}

impl<G: Model, M: Single> Trial for Held<G, M> {
    fn size(&self) -> Size {
        let (additions, complete_additions) = self.comb.additions();
        let bytes = self.comb.bytes();
        Size {
            width: self.comb.width(),
            spacing: self.comb.width(),
            entries: bytes / size_of::<Stored<G, M>>(),
            bytes,
            additions,
            complete_additions,
            doublings: 0,
        }
    }

    fn multiply(&mut self, slot: usize, scalar: &Wide) {
        let scalar = Secret::new([fit::<_, NLimbs<G>>(&below_order::<G>(scalar))]);
        self.products[slot] = Some(mul_base::<G, M, 1>(M::MACHINE, &self.comb, &scalar));
    }

    fn is_right_vartime(&self, slot: usize, scalar: &Wide) -> bool {
        let Some(product) = &self.products[slot] else { return false };
        let product = product.reveal("the scalar of a trial of tables is a published constant");
        affine::<G, M>(&product)
            == affine::<G, M>(&plain_product_vartime::<G, M>(&below_order::<G>(scalar)))
    }
}

/// Returns the scalar without the bits that could take it to the order or above.
fn below_order<G: Model>(scalar: &Wide) -> Wide {
    let mut short = [0; Wide::LEN];
    for (i, (to, from)) in short.iter_mut().zip(scalar).enumerate() {
        let bits = (G::N::BITS - 1).saturating_sub(64 * i);
        *to = if bits < 64 { from & ((1 << bits) - 1) } else { *from };
    }
    short
}

fn affine<G: Model, M: Single>(p: &Point<G, M>) -> [Wide; 2] {
    G::affine(p, G::denominator(p).invert()).map(|c| unload::<G::P, M>(M::MACHINE, c))
}

/// Returns `k G`, from the highest bit on.
fn plain_product_vartime<G: Model, M: Single>(k: &Wide) -> Point<G, M> {
    let [x, y] = generator::<G, M>(M::MACHINE);
    let mut sum = G::neutral(x);
    for i in (0..64 * Wide::LEN).rev() {
        sum = G::double(sum, 1);
        if k[i / 64] >> (i % 64) & 1 == 1 {
            sum = G::add_vartime(sum, G::entry(x, y));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every width of every table gives the plain product, and a wrong one is seen.
    #[test]
    fn tables_of_every_width_agree_with_doubling_and_adding() {
        for &algorithm in Algorithm::ALL {
            for width in WIDTHS {
                let mut table = Table::build(algorithm, width, 4);
                let one = core::array::from_fn(|i| u64::from(i == 0));
                let mixed =
                    core::array::from_fn(|i| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(i as u64 + 1));
                for (slot, scalar) in [one, [u64::MAX; 9], mixed].iter().enumerate() {
                    assert!(!table.is_right_vartime(slot, scalar), "nothing is there yet");
                    table.multiply(slot, scalar);
                    assert!(table.is_right_vartime(slot, scalar), "{algorithm} {width} {slot}");
                    let mut other = *scalar;
                    other[2] ^= 1;
                    assert!(!table.is_right_vartime(slot, &other));
                }
            }
        }
    }

    /// Goal: the size of a row is that of the table, and the width in use is among the choices.
    #[test]
    fn sizes_follow_the_width() {
        for &algorithm in Algorithm::ALL {
            assert!(WIDTHS.contains(&width_in_use(algorithm)));
            for width in WIDTHS {
                let size = Table::build(algorithm, width, 0).size();
                assert_eq!((size.width, size.spacing, size.doublings), (width, width, 0));
                assert_eq!(size.entries, size.additions << (width - 1));
                assert!(size.complete_additions <= 2);
                if width == width_in_use(algorithm) {
                    assert_eq!(size.bytes, crate::raw::table_bytes(algorithm));
                }
            }
        }
    }
}
