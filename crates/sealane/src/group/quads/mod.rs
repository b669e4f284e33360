//! Four products a level: formulas of four independent products at a time, for one operation alone.
//!
//! A *quad* holds four elements ([`sealane_arith::quads`]). A level is one product of quads, sums
//! of what it gives in fixed orders, and one `carry`. What formulas cost is the number of levels,
//! one after the other: how many of the four products of a level are of use does not matter.

pub mod chord;
mod edwards;
pub mod short;

pub use edwards::*;

/// The entry for an odd digit.
#[inline(always)]
pub(super) fn entry_of<T>(table: &[T], digit: i8) -> &T {
    &table[usize::from(digit.unsigned_abs() / 2)]
}
