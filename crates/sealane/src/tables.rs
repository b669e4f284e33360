//! Tables of the generator of other widths than the one in use: what they hold, what they cost,
//! and the multiplication that reads them, to be measured. Nothing else of the crate uses them.

use crate::ecc::algorithm::Algorithm;
pub use crate::ecc::trial::Size;
use crate::ecc::trial::Trial;
use crate::group::plan::of_build;
pub use crate::group::plan::{BUILD, Plan};
use alloc::boxed::Box;
use core::ops::RangeInclusive;

/// The widths that a table can have, in bits of the scalar.
pub const WIDTHS: RangeInclusive<usize> = 2..=8;

/// The spacings that are worth a look, in windows.
pub const SPACINGS: [usize; 5] = [1, 2, 3, 4, 8];

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

/// A table of the generator, with room for products.
pub struct Table(Box<dyn Trial>);

impl Table {
    /// Computes the table of `algorithm` by a plan, with a width of [`WIDTHS`] and a spacing of at
    /// least 1, and makes room for `slots` products.
    #[must_use]
    pub fn build(algorithm: Algorithm, plan: Plan, slots: usize) -> Self {
        Table(algorithm.ops().table(plan, slots))
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
