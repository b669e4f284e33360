//! Rings Z_q\[X\]/(X^n + 1), and the powers of a root by which their transforms multiply.

/// A ring Z_q\[X\]/(X^n + 1), where q - 1 is a multiple of 2 n.
pub trait Ring {
    /// The modulus: an odd prime below `2^23`.
    const Q: i32;
    /// The degree: a power of two, two at least.
    const N: usize;
    /// `1 / q mod 2^32`.
    const INVERSE: i32 = inverse_of_word(Self::Q);
    /// Factors of the transform.
    fn forward() -> Twiddles;
    /// Factors of its inverse.
    fn backward() -> Twiddles;
}

/// The factors of a transform's butterflies: layer after layer, the one with the greatest distance
/// first, `n / 2` each.
#[derive(Clone, Copy)]
pub struct Twiddles {
    /// `2^32 z mod q`, between `-q / 2` and `q / 2`.
    pub factors: &'static [i32],
    /// Each divided by q modulo `2^32`.
    pub quotients: &'static [i32],
}

/// Memory of factors: `SIZE` is `n / 2` times the number of layers.
#[repr(align(64))]
pub struct Table<const SIZE: usize> {
    factors: [i32; SIZE],
    quotients: [i32; SIZE],
}

impl<const SIZE: usize> Table<SIZE> {
    /// Factors of the transform modulo `q` with `n` coefficients: a block `s` of a layer of `2^k`
    /// blocks has the power of `root` whose exponent is `2^k + s`, its bits reversed.
    #[must_use]
    pub const fn forward(q: i32, n: usize, root: i32) -> Self {
        Self::new(q, n, root, false)
    }

    /// Factors of the inverse: those of the transform inverted. Those of the last layer, which is
    /// the first in the table, have the factor `2^32 / n` too.
    #[must_use]
    pub const fn backward(q: i32, n: usize, root: i32) -> Self {
        Self::new(q, n, root, true)
    }

    const fn new(q: i32, n: usize, root: i32, backward: bool) -> Self {
        let bits = n.ilog2();
        assert!(SIZE == n / 2 * bits as usize, "a table has room for every layer");
        let mut table = Table { factors: [0; SIZE], quotients: [0; SIZE] };
        let mut at = 0;
        while at < SIZE {
            let layer = at / (n / 2);
            let block = at % (n / 2) * (1 << layer) / (n / 2);
            let place = (1 << layer) + block;
            let exponent = place.reverse_bits() >> (usize::BITS - bits);
            let mut z = power(root, exponent, q);
            if backward {
                z = power(z, q as usize - 2, q);
                if layer == 0 {
                    z = product(z, scale(q, n), q);
                }
            }
            table.factors[at] = factor(z, q);
            table.quotients[at] = table.factors[at].wrapping_mul(inverse_of_word(q));
            at += 1;
        }
        table
    }

    /// Returns the factors.
    #[must_use]
    pub const fn twiddles(&'static self) -> Twiddles {
        Twiddles { factors: &self.factors, quotients: &self.quotients }
    }
}

/// `2^32 / n mod q`.
pub(super) const fn scale(q: i32, n: usize) -> i32 {
    product(power(2, 32, q), power(n as i32 % q, q as usize - 2, q), q)
}

/// `2^32 z mod q`, between `-q / 2` and `q / 2`.
pub(super) const fn factor(z: i32, q: i32) -> i32 {
    let scaled = product(z, power(2, 32, q), q);
    if scaled > q / 2 { scaled - q } else { scaled }
}

/// `1 / q mod 2^32`, by Newton's iteration; each step doubles the bits that are right, and an odd
/// number is its own inverse modulo 8.
const fn inverse_of_word(q: i32) -> i32 {
    let mut inverse = q;
    let mut right = 3;
    while right < 32 {
        inverse = inverse.wrapping_mul(2i32.wrapping_sub(q.wrapping_mul(inverse)));
        right *= 2;
    }
    inverse
}

const fn product(a: i32, b: i32, q: i32) -> i32 {
    (a as i64 * b as i64 % q as i64) as i32
}

const fn power(base: i32, exponent: usize, q: i32) -> i32 {
    let (mut result, mut square, mut rest) = (1, base, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result = product(result, square, q);
        }
        square = product(square, square, q);
        rest /= 2;
    }
    result
}
