//! Eight numbers, one a lane, each modulo a modulus of its own: batches of RSA have powers enough
//! to fill all lanes.
//!
//! Numbers are of limbs of 52 bits, a cell each. Moduli come from [`RowModuli`], whose `S`, bounds
//! and elements these are too: what is an element there is one here. All functions are
//! constant-time in the numbers and in the moduli.

mod kernel;

use super::rows::{RowModuli, joined, limb};
use super::{MAX_WIDTH, Modulus, digit};
use crate::lanes::{Cell, LANES, Vector};
use crate::machine::Lanes8;
use kernel::Loaded;
pub(super) use kernel::STEP;
use zeroize::Zeroize;

/// The limbs of eight numbers: limb `R g + r` of each is cell `r` of part `g`. A number that has
/// four lanes in rows has four parts, one that has eight has eight.
pub type Limbs<const R: usize, const G: usize> = [[Cell; R]; G];

/// Returns how wide windows are: 5 bits, or 4 if that keeps the table in the nearest cache, whose
/// 48 KiB hold what products read and write beside it, or half of a longer table alone.
const fn width(limbs: usize) -> usize {
    const NEAR: usize = 48 << 10;
    let number = limbs * size_of::<Cell>();
    let (table, products) = (number << MAX_WIDTH, 8 * number);
    if table + products > NEAR && table / 2 <= NEAR { MAX_WIDTH - 1 } else { MAX_WIDTH }
}

/// Eight moduli.
#[derive(Clone, Copy)]
pub struct LaneModuli<const R: usize, const G: usize> {
    words: Limbs<R, G>,
    minus_inverse: Cell,
    shifted: Limbs<R, G>,
    square: Limbs<R, G>,
    upper: Limbs<R, G>,
    one: Limbs<R, G>,
    limbs: usize,
}

impl<const R: usize, const G: usize> Zeroize for LaneModuli<R, G> {
    fn zeroize(&mut self) {
        self.minus_inverse.zeroize();
        let Self { words, minus_inverse: _, shifted, square, upper, one, limbs: _ } = self;
        for limbs in [words, shifted, square, upper, one] {
            limbs.zeroize();
        }
    }
}

const fn zeros<const R: usize, const G: usize>() -> Limbs<R, G> {
    [[Cell([0; LANES]); R]; G]
}

impl<const R: usize, const G: usize> LaneModuli<R, G> {
    /// Takes, for each lane, modulus `which` of those in rows. All were made for the same length.
    ///
    /// # Panics
    /// If there are not so many moduli, or their lengths differ.
    #[must_use]
    pub fn new(of: [(&RowModuli<R>, usize); LANES]) -> Self {
        let limbs = of[0].0.limbs;
        let mut all = Self {
            words: zeros(),
            minus_inverse: Cell([0; LANES]),
            shifted: zeros(),
            square: zeros(),
            upper: zeros(),
            one: zeros(),
            limbs,
        };
        for (lane, (rows, which)) in of.into_iter().enumerate() {
            assert!(rows.group == G && which < LANES / G && rows.limbs == limbs, "alike");
            let first = which * G;
            all.minus_inverse.0[lane] = rows.minus_inverse.0[first];
            for (to, from) in [
                (&mut all.words, &rows.words),
                (&mut all.shifted, &rows.shifted),
                (&mut all.square, &rows.square),
                (&mut all.upper, &rows.upper),
                (&mut all.one, &rows.one),
            ] {
                for (g, part) in to.iter_mut().enumerate() {
                    for (to, from) in part.iter_mut().zip(from) {
                        to.0[lane] = from.0[first + g];
                    }
                }
            }
        }
        all
    }

    /// Puts a number into each lane; what of a number is above the limbs is left out.
    #[must_use]
    pub fn place<const L: usize>(&self, numbers: [&[u64; L]; LANES]) -> Limbs<R, G> {
        let mut out = zeros::<R, G>();
        for (i, cell) in out.as_flattened_mut().iter_mut().enumerate() {
            cell.0 = numbers.map(|number| limb(number, i));
        }
        out
    }

    /// Takes the number of a lane out, an element or another number below `2 m`: modulo `m`, which
    /// is that lane's modulus.
    #[must_use]
    pub fn take<const L: usize>(
        &self,
        limbs: &Limbs<R, G>,
        lane: usize,
        modulus: &Modulus<L>,
    ) -> [u64; L] {
        let (out, above) = joined(limbs.as_flattened().iter().map(|cell| cell.0[lane]));
        modulus.reduce_once(&out, above)
    }

    /// Returns the elements `a b / S`, for `a` and `b` below `4 m`, or one of them below `S` and
    /// the other one below `m`.
    #[must_use]
    pub fn mul<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &Limbs<R, G>,
        b: &Limbs<R, G>,
    ) -> Limbs<R, G> {
        let zero = machine.word();
        let mut out = zeros();
        zero.run(
            #[inline(always)]
            || {
                let mut m = Loaded::new(zero, self);
                m.product(&mut out, a, b);
                m.tighten(&mut out);
            },
        );
        out
    }

    /// Returns the elements `a^2 / S`, for `a` below `4 m`.
    #[must_use]
    pub fn sqr<V: Vector>(&self, machine: Lanes8<V>, a: &Limbs<R, G>) -> Limbs<R, G> {
        let zero = machine.word();
        let mut out = zeros();
        zero.run(
            #[inline(always)]
            || {
                let mut m = Loaded::new(zero, self);
                m.square(&mut out, a);
                m.tighten(&mut out);
            },
        );
        out
    }

    /// Returns the elements of any numbers that the limbs hold.
    #[must_use]
    pub fn encode<V: Vector>(&self, machine: Lanes8<V>, numbers: &Limbs<R, G>) -> Limbs<R, G> {
        self.mul(machine, numbers, &self.square)
    }

    /// Returns the plain numbers of elements: at most `m`, and `m` only in place of 0.
    #[must_use]
    pub fn decode<V: Vector>(&self, machine: Lanes8<V>, a: &Limbs<R, G>) -> Limbs<R, G> {
        let mut unit = zeros();
        unit[0][0] = Cell([1; LANES]);
        self.mul(machine, a, &unit)
    }

    /// Returns what `low + 2^(64 L) high` is modulo each modulus, `L` words being the length of the
    /// moduli: numbers below `4 m`, which products take.
    #[must_use]
    pub fn encode_wide<V: Vector>(
        &self,
        machine: Lanes8<V>,
        low: &Limbs<R, G>,
        high: &Limbs<R, G>,
    ) -> Limbs<R, G> {
        let mut sum = self.encode(machine, low);
        let high = self.mul(machine, high, &self.upper);
        let zero = machine.word();
        zero.run(
            #[inline(always)]
            || kernel::add(zero, sum.as_flattened_mut(), high.as_flattened()),
        );
        sum
    }

    /// Returns the elements `a^exponent`, each lane with an exponent of its own, of `bits` bits,
    /// which are public. Fixed windows, each entry read from the whole table.
    #[must_use]
    pub fn pow<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &Limbs<R, G>,
        exponents: [&[u64]; LANES],
        bits: usize,
    ) -> Limbs<R, G> {
        self.pow_by_table(machine, a, exponents, bits, &mut |_| {})
    }

    /// Like [`pow`](Self::pow); `strike` has the table of windows before it is read: for those who
    /// look at what faults do. It is no type of this function, whose code is long.
    #[must_use]
    pub fn pow_by_table<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &Limbs<R, G>,
        exponents: [&[u64]; LANES],
        bits: usize,
        strike: &mut dyn FnMut(&mut [Limbs<R, G>]),
    ) -> Limbs<R, G> {
        let zero = machine.word();
        let most = width(self.limbs);
        let mut table = [zeros(); 1 << MAX_WIDTH];
        let table = &mut table[..1 << most];
        table[0] = self.one;
        for i in 1..table.len() {
            table[i] = if i % 2 == 0 {
                self.sqr(machine, &table[i / 2])
            } else {
                self.mul(machine, &table[i - 1], a)
            };
        }
        strike(table);
        let mut both = [self.one; 2];
        let mut entry = zeros();
        // The power begins with the entry of the first window.
        let mut windows = (0..bits.div_ceil(most)).rev();
        let digits = |window: usize| {
            let at = window * most;
            Cell(exponents.map(|exponent| digit(exponent, at, most.min(bits - at))))
        };
        let power = zero.run(
            #[inline(always)]
            || {
                let mut m = Loaded::new(zero, self);
                let [power, other] = &mut both;
                if let Some(window) = windows.next() {
                    kernel::lookup(zero, power, table, &digits(window));
                }
                let (mut power, mut other) = (power, other);
                for window in windows {
                    for _ in 0..most {
                        m.square(other, power);
                        core::mem::swap(&mut power, &mut other);
                    }
                    kernel::lookup(zero, &mut entry, table, &digits(window));
                    m.product(other, power, &entry);
                    core::mem::swap(&mut power, &mut other);
                }
                m.tighten(power);
                *power
            },
        );
        both.zeroize();
        entry.zeroize();
        table.iter_mut().for_each(Zeroize::zeroize);
        power
    }

    /// Returns the elements `a^exponent`, one exponent for all lanes. Variable-time in the exponent
    /// alone, which must be public.
    #[must_use]
    pub fn pow_vartime<V: Vector>(
        &self,
        machine: Lanes8<V>,
        a: &Limbs<R, G>,
        exponent: u64,
    ) -> Limbs<R, G> {
        if exponent == 0 {
            return self.one;
        }
        let zero = machine.word();
        let mut both = [*a; 2];
        let [power, other] = &mut both;
        let (mut power, mut other) = (power, other);
        let squares = exponent.ilog2();
        zero.run(
            #[inline(always)]
            || {
                let mut m = Loaded::new(zero, self);
                for i in (0..squares).rev() {
                    m.square(other, power);
                    core::mem::swap(&mut power, &mut other);
                    if exponent >> i & 1 == 1 {
                        m.product(other, power, a);
                        core::mem::swap(&mut power, &mut other);
                    }
                }
                m.tighten(power);
                *power
            },
        )
    }
}
