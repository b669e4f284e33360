//! Products of eight numbers, one a lane, over any words of eight lanes.
//!
//! Five limbs of one operand at a time, with the five quotients that they make: each limb of the
//! other operand and of the modulus is loaded once for ten products, and sums stay in registers for
//! twenty. Sums lie in memory between, so that the length is no matter of registers.
//!
//! Quotients are limbs as they stand, of multiples of `n = m k` that is -1 modulo 2^52, but for the
//! last [`BY_MODULUS`]: as in [rows](super::super::rows), which leave the same numbers. `n` is a
//! limb longer than the modulus, and so are the sums before the last step.
//!
//! Bounds: limbs of operands are below 2^52. A sum takes four parts below 2^52 of each of at most
//! 2^8 limbs, and a carry below 2^12: it stays below 2^63, where shifts with and without a sign are
//! the same.
//!
//! Where the machine has instructions of its own, what products leave is *loose*: the limbs are the
//! low 52 bits of their words, which are all that such products take, and what is above them stays.

use super::{LaneModuli, Limbs, zeros};
use crate::lanes::{Cell, Factors, LANES, Vector};
use crate::modulus::rows::BY_MODULUS;
use core::ops::Range;

/// How many limbs of one operand are taken at a time. Lengths are multiples of it.
pub(in crate::modulus) const STEP: usize = 5;

/// Limbs below the first ones that count.
const NOTHING: [Cell; STEP] = [Cell([0; LANES]); STEP];

/// What products need.
pub(super) struct Loaded<'a, V: Vector, const R: usize, const G: usize> {
    of: Moduli<'a, V>,
    /// Sums of whole products.
    sums: [Limbs<R, G>; 2],
}

/// The moduli, and what goes with them.
#[derive(Clone, Copy)]
struct Moduli<'a, V> {
    zero: V,
    words: &'a [Cell],
    minus_inverse: &'a Cell,
    shifted: &'a [Cell],
    limbs: usize,
}

/// The last limbs that were loaded, newest first. Names, as an array in a loop would lie in memory.
#[derive(Clone, Copy)]
struct Window<V>(V, V, V, V, V, V);

impl<V: Vector> Window<V> {
    #[inline(always)]
    fn new(zero: V) -> Self {
        Window(zero, zero, zero, zero, zero, zero)
    }

    #[inline(always)]
    fn push(&mut self, limb: V) {
        *self = Window(limb, self.0, self.1, self.2, self.3, self.4);
    }

    /// Adds to `sum` what the factors have at the newest limb's place: the lower halves of those
    /// in `low`, and the upper ones of those in `high`. Both are known where it is compiled.
    #[inline(always)]
    fn add_to(&self, mut sum: V, factors: &[V; STEP], low: Range<usize>, high: Range<usize>) -> V {
        let Window(a, b, c, d, e, f) = *self;
        macro_rules! parts {
            ($($s:literal $low:ident $high:ident)*) => {$(
                if low.start <= $s && $s < low.end {
                    sum = sum.madd_low($low, factors[$s]);
                }
                if high.start <= $s && $s < high.end {
                    sum = sum.madd_high($high, factors[$s]);
                }
            )*};
        }
        parts!(0 a b 1 b c 2 c d 3 d e 4 e f);
        sum
    }
}

/// The limbs and factors of the products of a step.
struct Running<V> {
    of_x: Window<V>,
    /// Of `n + 1`, whose lowest limb is 0.
    of_n: Window<V>,
    of_m: Window<V>,
    factors: [V; STEP],
    quotients: [V; STEP],
    /// How many quotients are of `n`; the others are of `m`.
    standing: usize,
    carry: V,
}

impl<V: Vector> Running<V> {
    /// Adds to `sum` what the quotients have at the newest limbs' place.
    #[inline(always)]
    fn add_multiples(&self, sum: V, low: Range<usize>, high: Range<usize>) -> V {
        let s = self.standing;
        let n = |of: &Range<usize>| of.start.min(s)..of.end.min(s);
        let m = |of: &Range<usize>| of.start.max(s)..of.end.max(s);
        let sum = self.of_n.add_to(sum, &self.quotients, n(&low), n(&high));
        self.of_m.add_to(sum, &self.quotients, m(&low), m(&high))
    }
}

#[inline(always)]
fn load<V: Vector>(zero: V, cell: &Cell) -> V {
    zero.with_lanes(cell.0)
}

impl<'a, V: Vector, const R: usize, const G: usize> Loaded<'a, V, R, G> {
    #[inline(always)]
    pub(super) fn new(zero: V, of: &'a LaneModuli<R, G>) -> Self {
        let limbs = of.limbs;
        let of = Moduli {
            zero,
            words: &of.words.as_flattened()[..limbs],
            minus_inverse: &of.minus_inverse,
            shifted: &of.shifted.as_flattened()[..limbs],
            limbs,
        };
        Loaded { of, sums: [zeros(); 2] }
    }

    /// Sets `out` to `a b / S`, loose.
    #[inline(always)]
    pub(super) fn product(&mut self, out: &mut Limbs<R, G>, a: &Limbs<R, G>, b: &Limbs<R, G>) {
        let n = self.of.limbs;
        let (a, b) = (&a.as_flattened()[..n], &b.as_flattened()[..n]);
        let out = &mut out.as_flattened_mut()[..n];
        if !self.by_own_instructions(out, a, Some(b)) {
            self.of.product(out, self.sums.as_flattened_mut().as_flattened_mut(), a, b);
        }
    }

    /// Sets `out` to `a^2 / S`, loose.
    #[inline(always)]
    pub(super) fn square(&mut self, out: &mut Limbs<R, G>, a: &Limbs<R, G>) {
        let n = self.of.limbs;
        let (out, a) = (&mut out.as_flattened_mut()[..n], &a.as_flattened()[..n]);
        if !self.by_own_instructions(out, a, None) {
            // The limbs of 2 a.
            let mut twice = zeros::<R, G>();
            let twice = &mut twice.as_flattened_mut()[..n];
            self.of.square(out, self.sums.as_flattened_mut().as_flattened_mut(), a, twice);
        }
    }

    /// Sets `out` to `a b / S` or `a^2 / S`, loose, if the machine has instructions of its own for
    /// that length; returns whether it has.
    #[inline(always)]
    fn by_own_instructions(&mut self, out: &mut [Cell], a: &[Cell], b: Option<&[Cell]>) -> bool {
        let Moduli { zero, words, minus_inverse, shifted, limbs } = self.of;
        let sums = &mut self.sums.as_flattened_mut().as_flattened_mut()[..2 * limbs];
        zero.reduced_product(out, sums, &Factors { a, b, words, minus_inverse, shifted })
    }

    /// Cuts off what is above the limbs of `out`, which may be loose.
    #[inline(always)]
    pub(super) fn tighten(&self, out: &mut Limbs<R, G>) {
        let zero = self.of.zero;
        for cell in &mut out.as_flattened_mut()[..self.of.limbs] {
            *cell = Cell(load(zero, cell).split::<52>().0.to_lanes());
        }
    }
}

/// Over any words, and for any length that is a multiple of `STEP`. Doors of their own: such code
/// is long, and stands once.
impl<V: Vector> Moduli<'_, V> {
    /// Sets `out` to `a b / S`.
    fn product(self, out: &mut [Cell], sums: &mut [Cell], a: &[Cell], b: &[Cell]) {
        self.zero.run(
            #[inline(always)]
            || {
                let sums = self.cleared(sums);
                let (b, last) = b.split_at(self.limbs - STEP);
                for b in b.chunks_exact(STEP) {
                    self.step(sums, a, 0, b, STEP);
                }
                self.step(sums, a, 0, last, STEP - BY_MODULUS);
                self.settle(out, sums);
            },
        );
    }

    /// Sets `out` to `a^2 / S`: products of limbs of different steps once, doubled. `twice` is room
    /// for `2 a`.
    fn square(self, out: &mut [Cell], sums: &mut [Cell], a: &[Cell], twice: &mut [Cell]) {
        self.zero.run(
            #[inline(always)]
            || {
                let (zero, sums) = (self.zero, self.cleared(sums));
                // In front of a step's first limb nothing comes from below.
                let mut above = zero;
                for (twice, a) in twice.iter_mut().zip(a) {
                    let (low, high) = load(zero, a).shl::<1>().split::<52>();
                    *twice = Cell((low + above).to_lanes());
                    above = high;
                }
                let mut from = 0;
                while from < self.limbs {
                    let b = &a[from..from + STEP];
                    twice[from..from + STEP].copy_from_slice(b);
                    if let Some(next) = twice.get_mut(from + STEP) {
                        let (low, _) = load(zero, &a[from + STEP]).shl::<1>().split::<52>();
                        *next = Cell(low.to_lanes());
                        self.step(sums, twice, from, b, STEP);
                    } else {
                        self.step(sums, twice, from, b, STEP - BY_MODULUS);
                    }
                    from += STEP;
                }
                self.settle(out, sums);
            },
        );
    }

    /// Returns room for the sums of a step, which are none.
    #[inline(always)]
    fn cleared<'s>(&self, sums: &'s mut [Cell]) -> &'s mut [Cell] {
        let sums = &mut sums[..=self.limbs];
        sums.fill(Cell([0; LANES]));
        sums
    }

    /// Sets `sums`, a limb longer than the moduli, to `(sums + x b + q n + r m) / 2^(52 STEP)`,
    /// with the `q` of `standing` limbs and the `r` of the others that make it whole. Limbs of `x`
    /// below `from`, a multiple of `STEP`, count as 0.
    #[inline(always)]
    fn step(&self, sums: &mut [Cell], x: &[Cell], from: usize, b: &[Cell], standing: usize) {
        let (zero, n) = (self.zero, self.limbs);
        // Slices of one length, so that no place in the loops has to be looked at.
        let (x, sums) = (&x[..n], &mut sums[..=n]);
        let own = Self { words: &self.words[..n], shifted: &self.shifted[..n], ..*self };
        let mut run = Running {
            of_x: Window::new(zero),
            of_n: Window::new(zero),
            of_m: Window::new(zero),
            factors: core::array::from_fn(
                #[inline(always)]
                |s| load(zero, &b[s]),
            ),
            quotients: [zero; STEP],
            standing,
            carry: zero,
        };
        let first = if from == 0 { &x[..STEP] } else { &NOTHING[..] };
        own.quotient(&mut run, &first[0], &sums[0], 0);
        own.quotient(&mut run, &first[1], &sums[1], 1);
        own.quotient(&mut run, &first[2], &sums[2], 2);
        own.quotient(&mut run, &first[3], &sums[3], 3);
        own.quotient(&mut run, &first[4], &sums[4], 4);
        sums[STEP] = Cell((load(zero, &sums[STEP]) + run.carry).to_lanes());
        for p in STEP..from {
            own.push_multiples(&mut run, p);
            // Two sums, as one alone would wait for each product.
            let sum = run.add_multiples(load(zero, &sums[p]), 0..STEP, 0..0);
            let sum = sum + run.add_multiples(zero, 0..0, 0..STEP);
            sums[p - STEP] = Cell(sum.to_lanes());
        }
        for p in from.max(STEP)..n {
            run.of_x.push(load(zero, &x[p]));
            own.push_multiples(&mut run, p);
            let sum = run.of_x.add_to(load(zero, &sums[p]), &run.factors, 0..STEP, 0..STEP);
            let sum = sum + run.add_multiples(zero, 0..STEP, 0..STEP);
            sums[p - STEP] = Cell(sum.to_lanes());
        }
        sums[n - 5] = own.last(&mut run, load(zero, &sums[n]), 0);
        sums[n - 4] = own.last(&mut run, zero, 1);
        sums[n - 3] = own.last(&mut run, zero, 2);
        sums[n - 2] = own.last(&mut run, zero, 3);
        sums[n - 1] = own.last(&mut run, zero, 4);
        sums[n] = own.last(&mut run, zero, 5);
    }

    /// Takes limb `at` of `n + 1` and of `m`.
    #[inline(always)]
    fn push_multiples(&self, run: &mut Running<V>, at: usize) {
        let zero = self.zero;
        let of_n = at.checked_sub(1).and_then(|at| self.shifted.get(at));
        run.of_n.push(of_n.map_or(zero, |limb| load(zero, limb)));
        if run.standing < STEP {
            run.of_m.push(self.words.get(at).map_or(zero, |limb| load(zero, limb)));
        }
    }

    /// Makes quotient `at` of a step, with which that limb of the sum is 0.
    ///
    /// From one quotient to the next it is a product and a sum, or two products and three sums:
    /// what hangs on the last one is added last.
    #[inline(always)]
    fn quotient(&self, run: &mut Running<V>, x: &Cell, sum: &Cell, at: usize) {
        let (zero, old) = (self.zero, at.saturating_sub(1));
        run.of_x.push(load(zero, x));
        self.push_multiples(run, at);
        let mut low = run.of_x.add_to(load(zero, sum), &run.factors, 0..at + 1, 0..at);
        low = low + run.add_multiples(zero, 0..old, 0..old);
        low = run.add_multiples(low, old..at, 0..0);
        low = low + (run.add_multiples(zero, 0..0, old..at) + run.carry);
        if at < run.standing {
            run.quotients[at] = low;
        } else {
            let quotient = zero.madd_low(low, load(zero, self.minus_inverse));
            run.quotients[at] = quotient;
            low = low.madd_low(load(zero, &self.words[0]), quotient);
        }
        run.carry = low.split::<52>().1;
    }

    /// Returns a sum at limb `past` after the last one of the moduli.
    #[inline(always)]
    fn last(&self, run: &mut Running<V>, sum: V, past: usize) -> Cell {
        run.of_x.push(self.zero);
        self.push_multiples(run, self.limbs + past);
        // The factors from which on the limbs reach so far; `n + 1` has one more.
        let (x, longer) = (past + 1, past);
        let low = |of: usize| of.min(STEP)..STEP;
        let high = |of: usize| of.saturating_sub(1).min(STEP)..STEP;
        let sum = run.of_x.add_to(sum, &run.factors, low(x), high(x));
        let sum = sum + run.add_multiples(self.zero, low(longer), high(longer));
        Cell(sum.to_lanes())
    }

    /// Sets `out` to the limbs of sums, below 2^52; what is above them all is left out.
    #[inline(always)]
    fn settle(&self, out: &mut [Cell], sums: &[Cell]) {
        let mut above = self.zero;
        for (out, sum) in out.iter_mut().zip(sums) {
            *out = limb(load(self.zero, sum), &mut above);
        }
    }
}

/// Returns the limb of a sum and what came from below, which becomes what goes above.
#[inline(always)]
fn limb<V: Vector>(sum: V, above: &mut V) -> Cell {
    let (low, high) = (sum + *above).split::<52>();
    *above = high;
    Cell(low.to_lanes())
}

/// Adds `b` to `a`, settled.
#[inline(always)]
pub(super) fn add<V: Vector>(zero: V, a: &mut [Cell], b: &[Cell]) {
    let mut above = zero;
    for (a, b) in a.iter_mut().zip(b) {
        *a = limb(load(zero, a) + load(zero, b), &mut above);
    }
}

/// Sets `out`, in each lane, to the entry that its digit names; every entry is read.
#[inline(always)]
pub(super) fn lookup<V: Vector, const R: usize, const G: usize>(
    zero: V,
    out: &mut Limbs<R, G>,
    table: &[Limbs<R, G>],
    digits: &Cell,
) {
    // As many limbs at a time as registers can keep: for each time, all digits are compared.
    if R * G <= 20 {
        lookup_parts::<V, R, G, G>(zero, out, table, digits);
    } else {
        lookup_parts::<V, R, G, 2>(zero, out, table, digits);
    }
}

/// Like [`lookup`], `K` parts at a time.
#[inline(always)]
fn lookup_parts<V: Vector, const R: usize, const G: usize, const K: usize>(
    zero: V,
    out: &mut Limbs<R, G>,
    table: &[Limbs<R, G>],
    digits: &Cell,
) {
    let digits = load(zero, digits);
    for (n, parts) in out.chunks_exact_mut(K).enumerate() {
        let mut found = [[zero; R]; K];
        for (i, entry) in table.iter().enumerate() {
            let here = digits.equals(i as u64);
            let cells = entry[n * K..][..K].as_flattened();
            for (found, cell) in found.as_flattened_mut().iter_mut().zip(cells) {
                *found = V::select(here, load(zero, cell), *found);
            }
        }
        for (cell, found) in parts.as_flattened_mut().iter_mut().zip(found.as_flattened()) {
            *cell = Cell(found.to_lanes());
        }
    }
}
