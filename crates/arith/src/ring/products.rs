//! Products modulo q: of a word and a constant, and sums of products of words. The arithmetic is
//! generated, and proven for all inputs within its bounds.

use super::table::Ring;
use super::words::Words;
use crate::generated::ring;

/// A constant to multiply by: `2^32 z mod q`, and that divided by q modulo `2^32`.
#[derive(Clone, Copy)]
pub(super) struct Factor<W> {
    pub(super) value: W,
    pub(super) quotient: W,
}

impl<W: Words> Factor<W> {
    /// Returns `x z mod q`: between `-c` and `c`, where `c` is `|x| / 2^10 + q / 2 + 1` if the
    /// value is at most `q / 2` and `q < 2^23`.
    #[inline(always)]
    pub(super) fn times<R: Ring>(self, x: W) -> W {
        ring::times::<R, W>(x, self.value, self.quotient)
    }
}

/// Returns sums of 64 bits divided by `2^32`, modulo q.
///
/// Bounds: gives at most `q / 2 + 1` more than the absolute value of a sum, divided by `2^32`.
#[inline(always)]
pub fn reduced<R: Ring, W: Words>(like: W, sums: W::Sums) -> W {
    let (low, high) = like.halves(sums);
    ring::fold::<R, W>(low, high)
}
