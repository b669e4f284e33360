//! Tables of the generator of other widths than the one in use: what they hold, what they cost,
//! and the multiplication that reads them, to be measured. Nothing else of the crate uses them.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::ops::short::unload;
use crate::ecc::ops::{Wide, fit};
use crate::group::comb::{Comb, Rows, mul_base};
use crate::group::model::{Model, NLimbs, Point, Stored, generator};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use sealane_arith::field::Field;
use sealane_arith::machine::Single;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// The widths that a table can have, in bits of the scalar.
pub const WIDTHS: RangeInclusive<usize> = 2..=8;

/// The spacings that are worth a look, in windows.
pub const SPACINGS: [usize; 5] = [1, 2, 3, 4, 8];

/// Which tables this build has: `small`, `usual` or `large`, by the features `tables-small` and
/// `tables-large`. With both they are small: memory that is not there is worse than lost time.
pub const BUILD: &str = of_build(["small", "usual", "large"]);

/// Returns what belongs to the tables of this build, of small, usual and large ones.
pub(crate) const fn of_build<T: Copy>([small, usual, large]: [T; 3]) -> T {
    if cfg!(feature = "tables-small") {
        small
    } else if cfg!(feature = "tables-large") {
        large
    } else {
        usual
    }
}

/// Returns the bits per window of the combs of machines of eight lanes, which have a row for each
/// window: an entry of the widest costs no more to look up than it saves (docs/tables.md).
pub(crate) const fn of_lanes<P: Prime>() -> usize {
    of_build(if P::BITS <= 256 { [5, 7, 7] } else { [4, 6, 6] })
}

/// What is free to choose of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Bits of the scalar that one entry stands for: the width of a window.
    pub width: usize,
    /// Windows per row. With 1 each has its own and no doubling is needed.
    pub spacing: usize,
}

impl Plan {
    /// Returns a plan of this width and spacing.
    #[must_use]
    pub const fn of(width: usize, spacing: usize) -> Self {
        Self { width, spacing }
    }
}

/// Returns the plans of builds with small, usual and large tables.
#[must_use]
pub fn plans(algorithm: Algorithm) -> [Plan; 3] {
    algorithm.ops().table_plans()
}

/// Returns the plan of the table in use.
#[must_use]
pub fn in_use(algorithm: Algorithm) -> Plan {
    of_build(plans(algorithm))
}

/// Returns the most bytes that the table in use may have, in this build.
#[must_use]
pub fn budget_bytes(algorithm: Algorithm) -> usize {
    of_build(budgets_bytes(algorithm))
}

/// Returns the budgets of small, usual and large tables.
#[must_use]
pub fn budgets_bytes(algorithm: Algorithm) -> [usize; 3] {
    let kib = if algorithm.field_bytes() <= 32 { [8, 96, 384] } else { [32, 256, 768] };
    kib.map(|kib| kib * 1024)
}

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

/// A table of the generator, with room for products.
pub struct Table(Box<dyn Trial>);

impl Table {
    /// Computes the table of `algorithm` by a plan, with a width of [`WIDTHS`] and a spacing of at
    /// least 1, and makes room for `room` products.
    #[must_use]
    pub fn build(algorithm: Algorithm, plan: Plan, room: usize) -> Self {
        Table(algorithm.ops().table(plan, room))
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
pub(crate) fn build<G: Model, M: Single>(machine: M, plan: Plan, room: usize) -> Box<dyn Trial> {
    let products = (0..room).map(|_| None).collect();
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
