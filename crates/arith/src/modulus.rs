//! Odd moduli of run-time value, of a few words to 256: RSA, DSA.
//!
//! A modulus has room for `L` words, little-endian, and any number of bits up to `64 L`; numbers
//! modulo it are `[u64; L]`. Products are Montgomery's ("Modular multiplication without trial
//! division", 1985) with `R = 2^(64 L)`: an *element* of a modulus `m` is `x R mod m`, always below
//! `m`, and every function that takes elements gives elements.
//!
//! Everything is constant-time in the numbers and in the modulus, which may be a secret prime. `L`,
//! bit lengths and lengths of exponents are public. Functions whose names end in `_vartime` take
//! their time from what their heads say.

pub mod integer;
mod kernel;
pub mod lanes;
pub mod rows;
#[cfg(test)]
mod tests;

use crate::ct::WordMask;
use crate::divsteps;
use kernel::Wide;
use zeroize::Zeroize;

/// An odd modulus above 1 with what its products need.
#[derive(Clone, Copy)]
pub struct Modulus<const L: usize> {
    words: [u64; L],
    /// `-1/m mod 2^64`.
    minus_inverse: u64,
    /// `R mod m`: the element one.
    one: [u64; L],
    /// `R^2 mod m`, which makes elements of numbers.
    square: [u64; L],
    bits: usize,
}

impl<const L: usize> Zeroize for Modulus<L> {
    fn zeroize(&mut self) {
        self.words.zeroize();
        self.minus_inverse.zeroize();
        self.one.zeroize();
        self.square.zeroize();
    }
}

/// The widest window of an exponent, in bits.
const MAX_WIDTH: usize = 5;

impl<const L: usize> Modulus<L> {
    /// Takes the modulus and makes what its products need.
    ///
    /// `words` must be odd and above 1, and `bits`, at most `64 L`, its bit length, which is
    /// public: for another number or length all results are without meaning, but no call panics.
    #[must_use]
    pub fn new(words: &[u64; L], bits: usize) -> Self {
        let mut all = Self {
            words: *words,
            minus_inverse: inverse_mod_2_64(words[0]).wrapping_neg(),
            one: [0; L],
            square: [0; L],
            bits: bits.clamp(1, 64 * L),
        };
        // The power of two below the modulus, doubled up to R.
        all.one[(all.bits - 1) / 64] = 1 << ((all.bits - 1) % 64);
        for _ in all.bits - 1..64 * L {
            all.one = all.add(&all.one, &all.one);
        }
        // R 2^t with t = 64 L / 2^k, squared k times, is R 2^(64 L). A square costs as much as some
        // thirty doublings, so t is from there on.
        let k = (2 * L).ilog2().min((64 * L).trailing_zeros());
        all.square = all.one;
        for _ in 0..(64 * L) >> k {
            all.square = all.add(&all.square, &all.square);
        }
        for _ in 0..k {
            all.square = all.sqr(&all.square);
        }
        all
    }

    /// Room for a modulus of `bits` bits, at most `64 L`, whose words
    /// [`each_word`](Self::each_word) is to fill in.
    #[must_use]
    pub fn blank(bits: usize) -> Self {
        let bits = bits.clamp(1, 64 * L);
        Self { words: [0; L], minus_inverse: 0, one: [0; L], square: [0; L], bits }
    }

    /// Calls `f` with every word of the modulus and of what its products need, in an order that
    /// stays: with their values, [`new`](Self::new) need not compute them again.
    pub fn each_word(&mut self, f: &mut impl FnMut(&mut u64)) {
        let Self { words, minus_inverse, one, square, bits: _ } = self;
        words.iter_mut().for_each(&mut *f);
        f(minus_inverse);
        one.iter_mut().chain(square).for_each(f);
    }

    /// The modulus, plain.
    #[must_use]
    pub fn words(&self) -> &[u64; L] {
        &self.words
    }

    /// The bit length of the modulus.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.bits
    }

    /// The element one.
    #[must_use]
    pub fn one(&self) -> &[u64; L] {
        &self.one
    }

    /// Returns the element of `x mod m`, for any `x`.
    #[must_use]
    pub fn encode(&self, x: &[u64; L]) -> [u64; L] {
        self.mul(x, &self.square)
    }

    /// Returns the plain number below `m` of an element.
    #[must_use]
    pub fn decode(&self, a: &[u64; L]) -> [u64; L] {
        self.reduce_wide([*a, [0; L]])
    }

    /// Returns the element of `low + 2^(64 L) high mod m`, for any number.
    #[must_use]
    pub fn encode_wide(&self, low: &[u64; L], high: &[u64; L]) -> [u64; L] {
        self.add(&self.encode(low), &self.encode(&self.encode(high)))
    }

    /// Returns the element `a b / R mod m`. One of both may be any number below `R`.
    #[must_use]
    pub fn mul(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        self.reduce_wide(kernel::product(a, b))
    }

    /// Returns the element `a b / R mod m`, where `b` is entry `digit` of the table, every word of
    /// which is read.
    #[must_use]
    pub fn mul_entry(&self, a: &[u64; L], table: &[[u64; L]], digit: u64) -> [u64; L] {
        self.mul(a, &lookup(table, digit))
    }

    /// Returns the element `a^2 / R mod m`.
    #[must_use]
    pub fn sqr(&self, a: &[u64; L]) -> [u64; L] {
        self.reduce_wide(kernel::square(a))
    }

    /// Returns `a + b mod m`, for numbers below `m`.
    #[must_use]
    pub fn add(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let (sum, carry) = integer::add(a, b);
        self.reduce_once(&sum, carry)
    }

    /// Returns `a - b mod m`, for numbers below `m`.
    #[must_use]
    pub fn sub(&self, a: &[u64; L], b: &[u64; L]) -> [u64; L] {
        let (difference, borrow) = integer::sub(a, b);
        let negative = WordMask::of_bit(borrow);
        integer::add(&difference, &self.words.map(|w| negative.choose(w, 0))).0
    }

    /// Returns whether `x` is below `m`.
    #[must_use]
    pub fn is_above(&self, x: &[u64; L]) -> WordMask {
        WordMask::of_bit(integer::sub(x, &self.words).1)
    }

    /// Returns the element `a^exponent`, for an exponent of `bits` bits, which are public, in
    /// little-endian words; bits above are left out.
    ///
    /// Fixed windows, each entry read from the whole table. Constant-time in the exponent.
    #[must_use]
    pub fn pow(&self, a: &[u64; L], exponent: &[u64], bits: usize) -> [u64; L] {
        self.pow_by_table(a, exponent, bits, |_| {})
    }

    /// Like [`pow`](Self::pow); `strike` has the table of windows before it is read: for those who
    /// look at what faults do.
    #[must_use]
    pub fn pow_by_table(
        &self,
        a: &[u64; L],
        exponent: &[u64],
        bits: usize,
        strike: impl FnOnce(&mut [[u64; L]]),
    ) -> [u64; L] {
        let width = window_width(bits);
        let mut table = [self.one; 1 << MAX_WIDTH];
        for i in 1..1 << width {
            table[i] =
                if i % 2 == 0 { self.sqr(&table[i / 2]) } else { self.mul(&table[i - 1], a) };
        }
        strike(&mut table[..1 << width]);
        let mut power = self.one;
        for window in (0..bits.div_ceil(width)).rev() {
            if (window + 1) * width < bits {
                for _ in 0..width {
                    power = self.sqr(&power);
                }
            }
            let at = window * width;
            let digit = digit(exponent, at, width.min(bits - at));
            power = self.mul(&power, &lookup(&table[..1 << width], digit));
        }
        table.zeroize();
        power
    }

    /// Returns the element `a^exponent`. Variable-time in the exponent alone, which must be public.
    #[must_use]
    pub fn pow_vartime(&self, a: &[u64; L], exponent: &[u64]) -> [u64; L] {
        let bits = integer::bits_vartime(exponent);
        if bits == 0 {
            return self.one;
        }
        let mut power = *a;
        for i in (0..bits - 1).rev() {
            power = self.sqr(&power);
            if exponent[i / 64] >> (i % 64) & 1 == 1 {
                power = self.mul(&power, a);
            }
        }
        power
    }

    /// Returns `1 / x mod m`, plain, for a plain `x` below `m`, and whether there is one; if not,
    /// the number is of no meaning. Division steps: see [`divsteps`].
    #[must_use]
    pub fn invert(&self, x: &[u64; L]) -> ([u64; L], WordMask) {
        let mut out = [0; L];
        // Limbs of 62 bits: twice as many as words always suffice.
        let mut rooms = [[[0; 2]; L]; 5];
        let limbs = divsteps::slot_limbs(self.bits);
        let parts = rooms.each_mut().map(|room| &mut room.as_flattened_mut()[..limbs]);
        divsteps::invert_in(parts, self.bits, x, &self.words, &mut out);
        rooms.zeroize();
        let mut unit = [0; L];
        unit[0] = 1;
        let good = integer::equal(&self.mul(&self.encode(x), &out), &unit);
        (out, good)
    }

    /// Returns `t / R mod m` for `t` below `R m`.
    fn reduce_wide(&self, t: Wide<L>) -> [u64; L] {
        let (high, above) = kernel::reduce(t, &self.words, self.minus_inverse);
        self.reduce_once(&high, above)
    }

    /// Returns `value + 2^(64 L) above`, a number below `2 m`, modulo `m`.
    fn reduce_once(&self, value: &[u64; L], above: u64) -> [u64; L] {
        let (reduced, borrow) = integer::sub(value, &self.words);
        integer::select(WordMask::of_bit(borrow & (above ^ 1)), value, &reduced)
    }
}

/// Returns the width of windows for exponents of so many bits: the one with the fewest products.
const fn window_width(bits: usize) -> usize {
    match bits {
        0..=8 => 1,
        9..=24 => 2,
        25..=80 => 3,
        81..=240 => 4,
        _ => MAX_WIDTH,
    }
}

/// Returns `width` bits of the exponent from bit `at` on, which are public places.
fn digit(exponent: &[u64], at: usize, width: usize) -> u64 {
    let (word, shift) = (at / 64, at % 64);
    let low = exponent.get(word).copied().unwrap_or(0) >> shift;
    let above = exponent.get(word + 1).copied().unwrap_or(0);
    // Twice, for a shift of 64 in all where there is none.
    (low | above << 1 << (63 - shift)) & ((1 << width) - 1)
}

/// Returns entry `digit` of the table, every word of which is read.
fn lookup<const L: usize>(table: &[[u64; L]], digit: u64) -> [u64; L] {
    let mut out = [0; L];
    for (i, entry) in table.iter().enumerate() {
        let here = WordMask::of_zero(i as u64 ^ digit);
        for (o, e) in out.iter_mut().zip(entry) {
            *o |= here.choose(*e, 0);
        }
    }
    out
}

/// Returns the inverse of an odd word modulo 2^64: Newton's iteration doubles the correct bits.
const fn inverse_mod_2_64(odd: u64) -> u64 {
    let mut x = odd.wrapping_mul(3) ^ 2;
    let mut bits = 5;
    while bits < 64 {
        x = x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)));
        bits *= 2;
    }
    x
}
