//! The loops of words below a product modulo an odd modulus. Constant-time.

use crate::word::{adc, mac};

/// A number of `2 L` words, low half first.
pub(crate) type Wide<const L: usize> = [[u64; L]; 2];

/// Returns `a b`.
#[inline(always)]
pub(crate) fn product<const L: usize>(a: &[u64; L], b: &[u64; L]) -> Wide<L> {
    let mut out = [[0; L]; 2];
    let t = out.as_flattened_mut();
    for (i, b) in b.iter().enumerate() {
        t[i + L] = add_multiple(&mut t[i..i + L], a, *b);
    }
    out
}

/// Returns `a^2`: the products of different words once, doubled, and the squares.
#[inline(always)]
pub(crate) fn square<const L: usize>(a: &[u64; L]) -> Wide<L> {
    let mut out = [[0; L]; 2];
    let t = out.as_flattened_mut();
    for i in 0..L {
        t[i + L] = add_multiple(&mut t[2 * i + 1..i + L], &a[i + 1..], a[i]);
    }
    let (mut top, mut carry) = (0, 0);
    for (pair, a) in t.chunks_exact_mut(2).zip(a) {
        let (low, high) = mac(*a, *a, 0, 0);
        let doubled = [pair[0] << 1 | top, pair[1] << 1 | pair[0] >> 63];
        top = pair[1] >> 63;
        (pair[0], carry) = adc(doubled[0], low, carry);
        (pair[1], carry) = adc(doubled[1], high, carry);
    }
    out
}

/// Returns `(t + q m) / 2^(64 L)` for the `q` below `2^(64 L)` that makes it whole, and its bit
/// `64 L`: less than `2 m` for `t` below `2^(64 L) m`. `minus_inverse` is `-1/m mod 2^64`.
#[inline(always)]
pub(crate) fn reduce<const L: usize>(
    mut t: Wide<L>,
    m: &[u64; L],
    minus_inverse: u64,
) -> ([u64; L], u64) {
    let words = t.as_flattened_mut();
    let mut above = 0;
    for i in 0..L {
        let q = words[i].wrapping_mul(minus_inverse);
        let carry = add_multiple(&mut words[i..i + L], m, q);
        (words[i + L], above) = adc(words[i + L], carry, above);
    }
    (t[1], above)
}

/// Adds `a b` to `t`, which is as long as `a`, and returns the word above.
#[inline(always)]
fn add_multiple(t: &mut [u64], a: &[u64], b: u64) -> u64 {
    let mut carry = 0;
    for (t, a) in t.iter_mut().zip(a) {
        (*t, carry) = mac(*a, b, *t, carry);
    }
    carry
}
