//! Tables of the generator by other plans than the one in use, to be measured: see
//! [`tables`](crate::tables).

use crate::ecc::ops::short::unload;
use crate::ecc::ops::{Wide, fit};
use crate::group::comb::{Comb, Rows, mul_base};
use crate::group::model::{Model, NLimbs, Point, Stored, generator};
use crate::group::plan::Plan;
use alloc::boxed::Box;
use alloc::vec::Vec;
use sealane_arith::field::Field;
use sealane_arith::machine::Single;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// What a table of the generator holds, and what one multiplication by it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Multiples of the generator.
    pub entries: usize,
    /// Bytes of all entries.
    pub bytes: usize,
    /// Additions of an entry.
    pub additions: usize,
    /// How many of these are of the complete kind, where a curve has two kinds.
    pub complete_additions: usize,
    /// Doublings, besides those of complete additions.
    pub doublings: usize,
}

/// A table whose curve is not known, with room for products.
pub(crate) trait Trial {
    fn size(&self) -> Size;
    fn multiply(&mut self, slot: usize, scalar: &Wide);
    fn is_right_vartime(&self, slot: usize, scalar: &Wide) -> bool;
}

/// Makes the table of `G`.
pub(crate) fn build<G: Model, M: Single>(machine: M, plan: Plan, slots: usize) -> Box<dyn Trial> {
    let products = (0..slots).map(|_| None).collect();
    let comb = Rows::spaced(machine, plan.width, plan.spacing);
    Box::new(Held::<G, M> { comb, products })
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
            entries: bytes / size_of::<Stored<G, M>>(),
            bytes,
            additions,
            complete_additions,
            doublings: self.comb.doublings(),
        }
    }

    fn multiply(&mut self, slot: usize, scalar: &Wide) {
        let scalar = Secret::new([fit::<_, NLimbs<G>>(&below_order::<G>(scalar))]);
        self.products[slot] = Some(mul_base::<G, M, 1>(M::machine(), &self.comb, &scalar));
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
    G::affine(p, G::denominator(p).invert()).map(|c| unload::<G::P, M>(M::machine(), c))
}

/// Returns `k G`, from the highest bit on.
fn plain_product_vartime<G: Model, M: Single>(k: &Wide) -> Point<G, M> {
    let [x, y] = generator::<G, M>(M::machine());
    let mut sum = G::neutral(x);
    for i in (0..64 * Wide::LEN).rev() {
        sum = G::double(sum, 1);
        if k[i / 64] >> (i % 64) & 1 == 1 {
            sum = G::add_vartime(sum, G::entry(x, y));
        }
    }
    sum
}
