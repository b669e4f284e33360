//! Products of eight numbers, one a lane, over any words of eight lanes.
//!
//! Five limbs of one operand at a time, with the five quotients that they make: each limb of the
//! other operand and of the modulus is loaded once for ten products, and sums stay in registers for
//! twenty. Sums lie in memory between, so that the length is no matter of registers.
//!
//! Bounds: limbs of operands are below 2^52. A sum takes four parts below 2^52 of each of at most
//! 2^8 limbs, and a carry below 2^12: it stays below 2^63, where shifts with and without a sign are
//! the same.
//!
//! Where the machine has instructions of its own, what products leave is *loose*: the limbs are the
//! low 52 bits of their words, which are all that such products take, and what is above them stays.

use super::{LaneModuli, Limbs, zeros};
use crate::lanes::{Cell, Factors, LANES, Vector};

/// How many limbs of one operand are taken at a time. Lengths are multiples of it.
pub(in crate::modulus) const STEP: usize = 5;

/// Limbs below the first ones that count.
const NOTHING: [Cell; STEP] = [Cell([0; LANES]); STEP];

/// What products need.
pub(super) struct Loaded<'a, V: Vector, const R: usize, const G: usize> {
    zero: V,
    words: &'a [Cell],
    minus_inverse: &'a Cell,
    limbs: usize,
    /// Sums of whole products, where the machine has instructions of its own for them.
    sums: [Limbs<R, G>; 2],
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

    /// Adds to `sum` what the factors have at the newest limb's place: the lower halves of the
    /// factors from `L0` to `L1`, and the upper ones of those from `H0` to `H1`.
    #[inline(always)]
    fn add_to<const L0: usize, const L1: usize, const H0: usize, const H1: usize>(
        &self,
        mut sum: V,
        factors: &[V; STEP],
    ) -> V {
        let Window(a, b, c, d, e, f) = *self;
        macro_rules! parts {
            ($($s:literal $low:ident $high:ident)*) => {$(
                if L0 <= $s && $s < L1 {
                    sum = sum.madd_low($low, factors[$s]);
                }
                if H0 <= $s && $s < H1 {
                    sum = sum.madd_high($high, factors[$s]);
                }
            )*};
        }
        parts!(0 a b 1 b c 2 c d 3 d e 4 e f);
        sum
    }

    /// Adds all of it.
    #[inline(always)]
    fn add_all_to(&self, sum: V, factors: &[V; STEP]) -> V {
        self.add_to::<0, STEP, 0, STEP>(sum, factors)
    }
}

/// The limbs and factors of both products of a step.
struct Running<V> {
    of_x: Window<V>,
    of_m: Window<V>,
    factors: [V; STEP],
    quotients: [V; STEP],
    carry: V,
}

#[inline(always)]
fn load<V: Vector>(zero: V, cell: &Cell) -> V {
    zero.with_lanes(cell.0)
}

impl<'a, V: Vector, const R: usize, const G: usize> Loaded<'a, V, R, G> {
    #[inline(always)]
    pub(super) fn new(zero: V, of: &'a LaneModuli<R, G>) -> Self {
        let limbs = of.limbs;
        Loaded {
            zero,
            words: &of.words.as_flattened()[..limbs],
            minus_inverse: &of.minus_inverse,
            limbs,
            sums: [zeros(); 2],
        }
    }

    /// Sets `out` to `a b / S`, loose.
    #[inline(always)]
    pub(super) fn product(&mut self, out: &mut Limbs<R, G>, a: &Limbs<R, G>, b: &Limbs<R, G>) {
        let (a, b) = (&a.as_flattened()[..self.limbs], &b.as_flattened()[..self.limbs]);
        if self.by_own_instructions(out, a, Some(b)) {
            return;
        }
        *out = zeros();
        let sums = out.as_flattened_mut();
        for b in b.chunks_exact(STEP) {
            self.step(sums, a, 0, b);
        }
        self.settle(sums);
    }

    /// Sets `out` to `a b / S` or `a^2 / S`, loose, if the machine has instructions of its own for
    /// that length; returns whether it has.
    #[inline(always)]
    fn by_own_instructions(
        &mut self,
        out: &mut Limbs<R, G>,
        a: &[Cell],
        b: Option<&[Cell]>,
    ) -> bool {
        let (zero, n) = (self.zero, self.limbs);
        let (words, minus_inverse) = (self.words, self.minus_inverse);
        let sums = &mut self.sums.as_flattened_mut().as_flattened_mut()[..2 * n];
        let done = zero.reduced_product(sums, &Factors { a, b, words, minus_inverse });
        if done {
            let mut above = zero;
            for (cell, sum) in out.as_flattened_mut().iter_mut().zip(&sums[n..]) {
                let sum = load(zero, sum) + above;
                above = sum.split::<52>().1;
                *cell = Cell(sum.to_lanes());
            }
        }
        done
    }

    /// Cuts off what is above the limbs of `out`, which may be loose.
    #[inline(always)]
    pub(super) fn tighten(&self, out: &mut Limbs<R, G>) {
        for cell in &mut out.as_flattened_mut()[..self.limbs] {
            *cell = Cell(load(self.zero, cell).split::<52>().0.to_lanes());
        }
    }

    /// Sets `out` to `a^2 / S`, loose: products of limbs of different steps once, doubled.
    #[inline(always)]
    pub(super) fn square(&mut self, out: &mut Limbs<R, G>, a: &Limbs<R, G>) {
        let a = &a.as_flattened()[..self.limbs];
        if self.by_own_instructions(out, a, None) {
            return;
        }
        *out = zeros();
        let zero = self.zero;
        // The limbs of 2 a; in front of a step's first one nothing comes from below.
        let mut twice = zeros::<R, G>();
        let twice = twice.as_flattened_mut();
        let mut above = zero;
        for (twice, a) in twice[..self.limbs].iter_mut().zip(a) {
            let (low, high) = load(zero, a).shl::<1>().split::<52>();
            *twice = Cell((low + above).to_lanes());
            above = high;
        }
        let sums = out.as_flattened_mut();
        for from in (0..self.limbs).step_by(STEP) {
            let b = &a[from..from + STEP];
            twice[from..from + STEP].copy_from_slice(b);
            if let Some(next) = twice[..self.limbs].get_mut(from + STEP) {
                let (low, _) = load(zero, &a[from + STEP]).shl::<1>().split::<52>();
                *next = Cell(low.to_lanes());
            }
            self.step(sums, twice, from, b);
        }
        self.settle(sums);
    }

    /// Sets `sums` to `(sums + x b + q m) / 2^(52 STEP)`, with the `q` that makes it whole. Limbs
    /// of `x` below `from`, a multiple of `STEP`, count as 0.
    #[inline(always)]
    fn step(&self, sums: &mut [Cell], x: &[Cell], from: usize, b: &[Cell]) {
        let (zero, n) = (self.zero, self.limbs);
        let (words, x, sums) = (&self.words[..n], &x[..n], &mut sums[..n]);
        let mut run = Running {
            of_x: Window::new(zero),
            of_m: Window::new(zero),
            factors: core::array::from_fn(
                #[inline(always)]
                |s| load(zero, &b[s]),
            ),
            quotients: [zero; STEP],
            carry: zero,
        };
        let first = if from == 0 { &x[..STEP] } else { &NOTHING[..] };
        self.quotient::<0, 1, 0>(&mut run, &first[0], &sums[0]);
        self.quotient::<1, 2, 0>(&mut run, &first[1], &sums[1]);
        self.quotient::<2, 3, 1>(&mut run, &first[2], &sums[2]);
        self.quotient::<3, 4, 2>(&mut run, &first[3], &sums[3]);
        self.quotient::<4, 5, 3>(&mut run, &first[4], &sums[4]);
        sums[STEP] = Cell((load(zero, &sums[STEP]) + run.carry).to_lanes());
        for p in STEP..from {
            run.of_m.push(load(zero, &words[p]));
            // Two sums, as one alone would wait for each product.
            let sum = run.of_m.add_to::<0, STEP, 0, 0>(load(zero, &sums[p]), &run.quotients);
            let sum = sum + run.of_m.add_to::<0, 0, 0, STEP>(zero, &run.quotients);
            sums[p - STEP] = Cell(sum.to_lanes());
        }
        for p in from.max(STEP)..n {
            run.of_x.push(load(zero, &x[p]));
            run.of_m.push(load(zero, &words[p]));
            let sum = run.of_x.add_all_to(load(zero, &sums[p]), &run.factors);
            let sum = sum + run.of_m.add_all_to(zero, &run.quotients);
            sums[p - STEP] = Cell(sum.to_lanes());
        }
        sums[n - 5] = self.last::<1, 0>(&mut run);
        sums[n - 4] = self.last::<2, 1>(&mut run);
        sums[n - 3] = self.last::<3, 2>(&mut run);
        sums[n - 2] = self.last::<4, 3>(&mut run);
        sums[n - 1] = self.last::<5, 4>(&mut run);
    }

    /// Makes quotient `AT` of a step, with which that limb of the sum is 0; `NEXT` is `AT + 1`, and
    /// `OLD` one less than `AT`, but for the first one.
    ///
    /// From one quotient to the next it is two products and three sums: what hangs on the last one
    /// is added last.
    #[inline(always)]
    fn quotient<const AT: usize, const NEXT: usize, const OLD: usize>(
        &self,
        run: &mut Running<V>,
        x: &Cell,
        sum: &Cell,
    ) {
        let zero = self.zero;
        run.of_x.push(load(zero, x));
        run.of_m.push(load(zero, &self.words[AT]));
        let mut low = run.of_x.add_to::<0, NEXT, 0, AT>(load(zero, sum), &run.factors);
        low = low + run.of_m.add_to::<0, OLD, 0, OLD>(zero, &run.quotients);
        if AT > 0 {
            low = run.of_m.add_to::<OLD, AT, 0, 0>(low, &run.quotients);
            low = low + (run.of_m.add_to::<0, 0, OLD, AT>(zero, &run.quotients) + run.carry);
        }
        let quotient = zero.madd_low(low, load(zero, self.minus_inverse));
        run.quotients[AT] = quotient;
        let lowest = load(zero, &self.words[0]);
        run.carry = low.madd_low(lowest, quotient).split::<52>().1;
    }

    /// Returns a sum above the last limb: the lower halves of factors from `LOW` on, and the upper
    /// ones from `HIGH` on.
    #[inline(always)]
    fn last<const LOW: usize, const HIGH: usize>(&self, run: &mut Running<V>) -> Cell {
        let zero = self.zero;
        run.of_x.push(zero);
        run.of_m.push(zero);
        let sum = run.of_x.add_to::<LOW, STEP, HIGH, STEP>(zero, &run.factors);
        let sum = sum + run.of_m.add_to::<LOW, STEP, HIGH, STEP>(zero, &run.quotients);
        Cell(sum.to_lanes())
    }

    /// Brings the limbs of sums below 2^52.
    #[inline(always)]
    fn settle(&self, sums: &mut [Cell]) {
        let mut above = self.zero;
        for cell in &mut sums[..self.limbs] {
            *cell = limb(load(self.zero, cell), &mut above);
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
