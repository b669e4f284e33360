//! What is free to choose of the tables of the generators.

use sealane_arith::prime::Prime;

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

/// Returns the bits per window of the combs of short curves that are split over eight lanes: where
/// each lane scans a row of its own, twice as many entries cost more than the additions that they
/// save.
pub(crate) const fn of_split() -> usize {
    of_build([4, 5, 5])
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
