//! One long number, or two half as long, lying along the lanes: a single private operation of RSA
//! has two powers, modulo `p` and `q`, and nothing else to fill lanes with.
//!
//! Numbers are of limbs of 52 bits. Limb `i` of a number lies in row `i mod R`, lane `i / R` of the
//! lanes that the number has: eight, or four where there are two numbers. So the division by 2^52
//! in each step of a product renames the rows, and one row alone moves from lane to lane. The two
//! numbers of a pair share every instruction.
//!
//! Products are Montgomery's without the last subtraction: with `S = 2^(52 limbs)`, at least 32
//! times any number of as many words as the modulus has room for, `a b / S` is below `2 m` for `a`
//! and `b` below `4 m` (Walter, "Montgomery exponentiation needs no final subtractions", 1999). A
//! *row element* of `m` is a number below `2 m` that is `x S mod m`. Nearly all limbs are taken off
//! by a multiple of `m` that is -1 modulo 2^52, so that quotients are limbs as they stand. That
//! multiple is up to 2^52 times as long, and the last two limbs are taken off by `m` itself: what a
//! product has above `a b / S` stays below `m + m / 2^52`. All functions are
//! constant-time in the numbers and in the modulus.

mod kernel;

use super::lanes::STEP;
use super::{MAX_WIDTH, Modulus, digit};
use crate::lanes::{Cell, LANES, Vector};
use crate::machine::Lanes8;
use kernel::Loaded;
use zeroize::Zeroize;

/// Rows of limbs.
pub type Rows<const R: usize> = [Cell; R];

/// Bits of a limb.
const LIMB_BITS: usize = 52;
const LIMB: u64 = (1 << LIMB_BITS) - 1;
/// How many limbs, the last ones, are taken off by multiples of the modulus itself.
pub(super) const BY_MODULUS: usize = 2;
/// The rows hold this many bits more than the words of a modulus.
const SLACK_BITS: usize = 5;

/// One modulus, or a pair of the same length, in rows.
#[derive(Clone, Copy)]
pub struct RowModuli<const R: usize> {
    pub(super) words: Rows<R>,
    /// `-1/m mod 2^52` in every lane of a number.
    pub(super) minus_inverse: Cell,
    /// `(m k + 1) / 2^52`, where `k` is `-1/m mod 2^52`.
    pub(super) shifted: Rows<R>,
    /// `S^2 mod m`, which makes elements of numbers.
    pub(super) square: Rows<R>,
    /// `S^2 2^(64 L) mod m`, for the upper halves of numbers of twice the length.
    pub(super) upper: Rows<R>,
    /// `S mod m`: the element one.
    pub(super) one: Rows<R>,
    /// How many lanes a number has: eight or four.
    pub(super) group: usize,
    /// How many limbs a product goes through.
    pub(super) limbs: usize,
}

impl<const R: usize> Zeroize for RowModuli<R> {
    fn zeroize(&mut self) {
        self.words.zeroize();
        self.minus_inverse.zeroize();
        self.shifted.zeroize();
        self.square.zeroize();
        self.upper.zeroize();
        self.one.zeroize();
    }
}

/// Returns how many limbs the numbers of moduli of `words` words take.
const fn limbs(words: usize) -> usize {
    // Whole steps of products in lanes, which take the same elements.
    (64 * words + SLACK_BITS).div_ceil(LIMB_BITS).next_multiple_of(STEP)
}

impl<const R: usize> RowModuli<R> {
    /// Takes one modulus or two, which need not have the same bit length.
    ///
    /// # Panics
    /// If the rows cannot hold `N` numbers of `L` words and four bits more.
    #[must_use]
    pub fn new<const L: usize, const N: usize>(moduli: [&Modulus<L>; N]) -> Self {
        const { assert!((N == 1 || N == 2) && limbs(L) <= R * LANES / N) };
        let (group, limbs) = (LANES / N, limbs(L));
        let mut all = Self {
            words: place(group, moduli.map(|m| m.words())),
            minus_inverse: Cell([0; LANES]),
            shifted: [Cell([0; LANES]); R],
            square: [Cell([0; LANES]); R],
            upper: [Cell([0; LANES]); R],
            one: [Cell([0; LANES]); R],
            group,
            limbs,
        };
        for (lane, word) in all.minus_inverse.0.iter_mut().enumerate() {
            *word = moduli[lane / group].minus_inverse & LIMB;
        }
        // 2^(52 limbs), a few doublings above the R of `Modulus`, and the square of that.
        let mut ones = moduli.map(|m| {
            let more = LIMB_BITS * limbs - 64 * L;
            (0..more).fold(m.square, |power, _| m.add(&power, &power))
        });
        let mut squares = ones;
        for (square, m) in squares.iter_mut().zip(moduli) {
            *square = m.sqr(square);
        }
        // An element of `Modulus` is 2^(64 L) times its number already.
        all.upper = place(group, squares.each_ref());
        for (i, m) in moduli.iter().enumerate() {
            squares[i] = m.decode(&squares[i]);
            ones[i] = m.decode(&ones[i]);
        }
        all.square = place(group, squares.each_ref());
        all.one = place(group, ones.each_ref());
        ones.zeroize();
        squares.zeroize();
        all.complete();
        all
    }

    /// Computes `shifted`.
    fn complete(&mut self) {
        for which in 0..self.numbers() {
            let first = which * self.group;
            let k = u128::from(self.minus_inverse.0[first] & LIMB);
            // The lowest limb of `m k + 1` is 0, and leaves its carry.
            let mut above = (u128::from(self.words[0].0[first] & LIMB) * k + 1) >> LIMB_BITS;
            for i in 1..=R * self.group {
                let word = |i: usize| self.words[i % R].0[first + i / R] & LIMB;
                let next = if i < R * self.group { word(i) } else { 0 };
                above += u128::from(next) * k;
                self.shifted[(i - 1) % R].0[first + (i - 1) / R] = above as u64 & LIMB;
                above >>= LIMB_BITS;
            }
        }
    }

    /// Room for `N` moduli of `L` words, whose words [`each_word`](Self::each_word) is to fill in.
    #[must_use]
    pub fn blank<const L: usize, const N: usize>() -> Self {
        const { assert!((N == 1 || N == 2) && limbs(L) <= R * LANES / N) };
        let (none, rows) = (Cell([0; LANES]), [Cell([0; LANES]); R]);
        Self {
            words: rows,
            minus_inverse: none,
            shifted: rows,
            square: rows,
            upper: rows,
            one: rows,
            group: LANES / N,
            limbs: limbs(L),
        }
    }

    /// Calls `f` with every word of the moduli and of what their products need, in an order that
    /// stays: with their values, [`new`](Self::new) need not compute them again. What is soon
    /// computed has no part in it, and follows what `f` has set.
    pub fn each_word(&mut self, f: &mut impl FnMut(&mut u64)) {
        let Self { words, minus_inverse, shifted: _, square, upper, one, group: _, limbs: _ } =
            self;
        let rows = [words, square, upper, one].into_iter().flatten();
        rows.chain([minus_inverse]).flat_map(|cell| &mut cell.0).for_each(f);
        self.complete();
    }

    /// How many numbers there are: one or two.
    #[must_use]
    pub fn numbers(&self) -> usize {
        LANES / self.group
    }

    /// Puts numbers into rows; what of a number is above the rows is left out.
    #[must_use]
    pub fn place<const L: usize, const N: usize>(&self, numbers: [&[u64; L]; N]) -> Rows<R> {
        place(self.group, numbers)
    }

    /// Takes number `which`, an element or another number below `2 m`, out of rows: modulo `m`,
    /// which is the modulus it was made for.
    #[must_use]
    pub fn take<const L: usize>(
        &self,
        rows: &Rows<R>,
        which: usize,
        modulus: &Modulus<L>,
    ) -> [u64; L] {
        let limb = |i: usize| rows[i % R].0[which * self.group + i / R];
        let (out, above) = joined((0..R * self.group).map(limb));
        modulus.reduce_once(&out, above)
    }

    /// Returns the element `a b / S`, for `a` and `b` below `4 m`, or one of them below `S / 2` and
    /// the other one below `m`.
    #[must_use]
    pub fn mul<V: Vector>(&self, machine: Lanes8<V>, a: &Rows<R>, b: &Rows<R>) -> Rows<R> {
        let zero = machine.word();
        zero.run(
            #[inline(always)]
            || {
                let m = Loaded::new(zero, self);
                kernel::store(&m.product(&kernel::load(zero, a), b))
            },
        )
    }

    /// Returns the element `a b / S`, where `b` is entry `digit` of the table, every word of which
    /// is read. For one modulus.
    #[must_use]
    pub fn mul_entry<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &Rows<R>,
        table: &[Rows<R>],
        digit: u64,
    ) -> Rows<R> {
        let zero = machine.word();
        let mut entry = zero.run(
            #[inline(always)]
            || kernel::store(&kernel::lookup(zero, table, &Cell([digit; LANES]))),
        );
        let out = self.mul(machine, &entry, a);
        entry.zeroize();
        out
    }

    /// Returns the element one of each modulus.
    #[must_use]
    pub fn one(&self) -> &Rows<R> {
        &self.one
    }

    /// Returns the element of numbers below `S / 2`, as all are that have the moduli's words.
    #[must_use]
    pub fn encode<V: Vector>(&self, machine: Lanes8<V>, numbers: &Rows<R>) -> Rows<R> {
        self.mul(machine, numbers, &self.square)
    }

    /// Returns the plain number of an element, below `2 m`: [`take`](Self::take) makes it smaller.
    #[must_use]
    pub fn decode<V: Vector>(&self, machine: Lanes8<V>, a: &Rows<R>) -> Rows<R> {
        let mut unit = [Cell([0; LANES]); R];
        unit[0].0.iter_mut().step_by(self.group).for_each(|limb| *limb = 1);
        self.mul(machine, a, &unit)
    }

    /// Returns what `low + 2^(64 L) high` is modulo each modulus, `L` words being the length of the
    /// moduli that were given: numbers below `4 m`, which products take.
    #[must_use]
    pub fn encode_wide<V: Vector>(
        &self,
        machine: Lanes8<V>,
        low: &Rows<R>,
        high: &Rows<R>,
    ) -> Rows<R> {
        let (low, high) = (self.encode(machine, low), self.mul(machine, high, &self.upper));
        kernel::sum(machine.word(), &low, &high, self)
    }

    /// Returns the elements `a^exponent`, each number with an exponent of its own, of `bits` bits,
    /// which are public. Fixed windows of 5 bits, each entry read from the whole table.
    #[must_use]
    pub fn pow<V: Vector, const N: usize>(
        &self,
        machine: Lanes8<V>,
        a: &Rows<R>,
        exponents: [&[u64]; N],
        bits: usize,
    ) -> Rows<R> {
        self.pow_by_table(machine, a, exponents, bits, |_| {})
    }

    /// Like [`pow`](Self::pow); `strike` has the table of windows before it is read: for those who
    /// look at what faults do.
    #[must_use]
    pub fn pow_by_table<V: Vector, const N: usize>(
        &self,
        machine: Lanes8<V>,
        a: &Rows<R>,
        exponents: [&[u64]; N],
        bits: usize,
        strike: impl FnOnce(&mut [Rows<R>]),
    ) -> Rows<R> {
        let mut table = [self.one; 1 << MAX_WIDTH];
        for i in 1..1 << MAX_WIDTH {
            let (half, odd) = (table[i / 2], table[i - 1]);
            table[i] = if i % 2 == 0 {
                self.mul(machine, &half, &half)
            } else {
                self.mul(machine, &odd, a)
            };
        }
        strike(&mut table);
        let mut power = self.one;
        for window in (0..bits.div_ceil(MAX_WIDTH)).rev() {
            let at = window * MAX_WIDTH;
            let width = MAX_WIDTH.min(bits - at);
            let digits = exponents.map(|exponent| digit(exponent, at, width));
            let digits = Cell(core::array::from_fn(|lane| digits[lane / self.group]));
            power = self.step(machine, &power, &table, &digits);
        }
        table.zeroize();
        power
    }

    /// Returns `a^32` times the entry of the table that the digits name.
    fn step<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &Rows<R>,
        table: &[Rows<R>; 1 << MAX_WIDTH],
        digits: &Cell,
    ) -> Rows<R> {
        let zero = machine.word();
        zero.run(
            #[inline(always)]
            || {
                let m = Loaded::new(zero, self);
                let mut power = *a;
                // One place where a product stands, for squares and the entry.
                for round in 0..=MAX_WIDTH {
                    let other = if round < MAX_WIDTH {
                        kernel::load(zero, &power)
                    } else {
                        kernel::lookup(zero, table, digits)
                    };
                    power = kernel::store(&m.product(&other, &power));
                }
                power
            },
        )
    }

    /// Returns the element `a^exponent`. Variable-time in the exponent alone, which must be public.
    #[must_use]
    pub fn pow_vartime<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &Rows<R>,
        exponent: u64,
    ) -> Rows<R> {
        if exponent == 0 {
            return self.one;
        }
        let mut power = *a;
        for i in (0..exponent.ilog2()).rev() {
            power = self.mul(machine, &power, &power);
            if exponent >> i & 1 == 1 {
                power = self.mul(machine, &power, a);
            }
        }
        power
    }
}

/// Puts numbers into rows, each into `group` lanes.
fn place<const R: usize, const L: usize, const N: usize>(
    group: usize,
    numbers: [&[u64; L]; N],
) -> Rows<R> {
    let mut rows = [Cell([0; LANES]); R];
    for (which, number) in numbers.iter().enumerate() {
        for i in 0..R * group {
            rows[i % R].0[which * group + i / R] = limb(number, i);
        }
    }
    rows
}

/// Returns limb `i` of a number.
#[inline(always)]
pub(super) fn limb<const L: usize>(number: &[u64; L], i: usize) -> u64 {
    let (word, shift) = (LIMB_BITS * i / 64, LIMB_BITS * i % 64);
    let at = |k: usize| number.get(k).copied().unwrap_or(0);
    // Twice, for a shift of 64 in all where nothing of the next word is needed.
    (at(word) >> shift | at(word + 1) << 1 << (63 - shift)) & LIMB
}

/// Returns the number of limbs, lowest first, and what is above its words.
#[inline(always)]
pub(super) fn joined<const L: usize>(limbs: impl Iterator<Item = u64>) -> ([u64; L], u64) {
    let (mut out, mut above) = ([0; L], 0);
    for (i, limb) in limbs.enumerate() {
        let (word, shift) = (LIMB_BITS * i / 64, LIMB_BITS * i % 64);
        // Twice, for a shift of 64 in all where nothing goes to the next word.
        for (word, part) in [(word, limb << shift), (word + 1, limb >> 1 >> (63 - shift))] {
            *out.get_mut(word).unwrap_or(&mut above) |= part;
        }
    }
    (out, above)
}
