//! Signed digits of scalars.
//!
//! A scalar `k` of `bits` bits is `sum(d[i] * 2^(w i))` with digits in `[-2^(w-1), 2^(w-1)]`:
//! Booth's recoding, in which digit `i` depends on the bits `w i - 1 ..= w i + w - 1` alone. It has
//! two properties that the multiplications rest on:
//!
//! - the lower digits sum up to `sum(d[j] 2^(w j), j < i)`, which lies in `[-2^(wi-1), 2^(wi-1))`;
//! - the upper digits sum up to `sum(d[j] 2^(w (j-i)), j >= i) = floor(k / 2^(wi)) + bit(wi - 1)`.

use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::prime::Words;

/// How many digits of `width` bits a scalar of `bits` bits has; the top one takes the last carry.
#[must_use]
pub const fn count(bits: usize, width: usize) -> usize {
    bits / width + 1
}

/// Returns the magnitude of digit `i` and the bit that says whether it is negative. Constant-time
/// in `k`.
#[inline(always)]
#[must_use]
pub fn booth<L: Words>(k: &L, i: usize, width: usize) -> (u64, u64) {
    let window = bits_from(k, width * i, width);
    let negative = window >> width;
    let mask = WordMask::of_bit(negative);
    let folded = mask.choose(!window & ((2 << width) - 1), window);
    ((folded + 1) >> 1, mask.to_bits())
}

/// Returns the `width + 1` bits of `k` that start one below bit `from`; bits outside `k` are 0.
#[inline(always)]
fn bits_from<L: Words>(k: &L, from: usize, width: usize) -> u64 {
    let words = k.as_ref();
    let mask = (2 << width) - 1;
    if from == 0 {
        return (words[0] << 1) & mask;
    }
    let (word, shift) = ((from - 1) / 64, (from - 1) % 64);
    let at = |k: usize| u128::from(words.get(k).copied().unwrap_or(0));
    ((at(word) | at(word + 1) << 64) >> shift) as u64 & mask
}
