//! Products modulo q: of a word and a constant, and sums of products of words.

use super::table::{Ring, inverse_of_word};
use super::words::Words;

/// A constant to multiply by: `2^32 z mod q`, and that divided by q modulo `2^32`.
#[derive(Clone, Copy)]
pub(super) struct Factor<W> {
    pub(super) value: W,
    pub(super) quotient: W,
}

impl<W: Words> Factor<W> {
    /// Returns `x z mod q`: between `-c` and `c`, where `c` is `|x| / 2^10 + q / 2 + 1` if the
    /// value is at most `q / 2` and `q < 2^23`. Montgomery 1985, for words with a sign.
    #[inline(always)]
    pub(super) fn times<R: Ring>(self, x: W) -> W {
        // Both products have the same lower half: their difference is one of the upper halves.
        let multiple = x.mul_low(self.quotient).mul_high(x.like(R::Q));
        x.mul_high(self.value).sub(multiple)
    }
}

/// Returns sums of 64 bits divided by `2^32`, modulo q.
///
/// Bounds: gives at most `q / 2 + 1` more than the absolute value of a sum, divided by `2^32`.
#[inline(always)]
pub fn reduced<R: Ring, W: Words>(like: W, sums: W::Sums) -> W {
    let (low, high) = like.halves(sums);
    let inverse = const { inverse_of_word(R::Q) };
    let multiple = low.mul_low(like.like(inverse)).mul_high(like.like(R::Q));
    high.sub(multiple)
}
