//! Multiples of the generator: windows without doublings.
//!
//! Row `i` of the comb holds `j 2^(w i) G` for `j = 1 ..= 2^(w-1)`, so `k G` is the sum of one
//! entry of each row, negated where the digit is. The rows are added from low to high.
//!
//! # Why the incomplete addition is right
//!
//! Let `A = sum(d[j] 2^(w j), j < i)` be the sum so far and `D = d[i] 2^(w i)` with `d[i]` not 0.
//! By the recoding (see `digits`), `|A| <= 2^(w i - 1) < |D|`, so `A + D` and `A - D` are not 0 as
//! integers, and `A` is 0 only if all its digits are. They are not 0 modulo the order `n` either as
//! long as `|A| + |D| <= 2^(w i) (2^(w-1) + 1/2) < n`. [`Comb::build`] finds the first row for
//! which that bound fails and uses the complete addition from there on: it is the last row, or the
//! last two for orders just above a power of two. Digit 0 keeps the accumulator under a mask, and
//! so does a neutral accumulator take the entry as it is. A model whose addition is complete needs
//! none of this.

use super::digits;
use super::model::{Entry, Model, NLimbs, Point, Stored, generator};
use super::table_vartime;
use alloc::vec::Vec;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Machine};
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;

/// The most entries a row has: windows of 8 bits.
const MOST: usize = 128;

/// The comb of a curve's generator for machine `M`.
pub struct Comb<G: Model, M: Machine> {
    width: usize,
    rows: usize,
    complete_from: usize,
    table: Vec<Stored<G, M>>,
}

impl<G: Model, M: Machine> Comb<G, M> {
    /// Computes the comb with windows of `width` bits, 2 to 8. The order must be above `2^width`.
    #[must_use]
    pub fn build(machine: M, width: usize) -> Self {
        assert!((2..=8).contains(&width), "a comb has windows of 2 to 8 bits");
        let rows = digits::count(G::N::BITS, width);
        let entries = 1 << (width - 1);
        let mut first = generator::<G, M>(machine);
        let mut table = Vec::with_capacity(rows * entries);
        for _ in 0..rows {
            let mut row = alloc::vec![G::entry(first[0], first[1]); entries];
            let last = table_vartime::multiples::<G, _, MOST>(first, &mut row);
            table.extend(row.into_iter().map(|entry| G::keep(machine, entry)));
            first = table_vartime::to_affine::<G, _>(&G::double(last, 1));
        }
        let complete_from = if G::COMPLETE { rows } else { complete_from::<G::N>(width, rows) };
        Comb { width, rows, complete_from, table }
    }

    /// Bits per window.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.table.as_slice())
    }

    /// How many additions one multiplication does, and how many of them are the complete kind.
    #[must_use]
    pub fn additions(&self) -> (usize, usize) {
        (self.rows, self.rows - self.complete_from)
    }

    pub(super) fn row(&self, i: usize) -> &[Stored<G, M>] {
        let entries = 1 << (self.width - 1);
        &self.table[i * entries..][..entries]
    }
}

/// Returns the first row whose addition must be complete: `2^(w i) (2^(w-1) + 1/2) < n` holds below
/// it.
fn complete_from<N: Prime>(width: usize, rows: usize) -> usize {
    let bit = |i: usize| N::MODULUS.as_ref()[i / 64] >> (i % 64) & 1 == 1;
    let safe = |i: usize| {
        let top = width * i + width;
        // For top = BITS the bound is 2^(BITS-1) (1 + 2^-w): a further bit among the next w
        // decides.
        top < N::BITS
            || (top == N::BITS && (1..=width).any(|k| k < N::BITS && bit(N::BITS - 1 - k)))
    };
    (0..rows).find(|&i| !safe(i)).expect("the last row starts at the top bit")
}

/// Returns `k G` in each lane. Constant-time.
///
/// `k` must be below the order; `L` is the number of lanes.
#[must_use]
pub fn mul_base<G: Model, M: Machine, const L: usize>(
    machine: M,
    comb: &Comb<G, M>,
    k: &Secret<[NLimbs<G>; L]>,
) -> Secret<Point<G, M>> {
    k.map(|k| {
        let like = machine.load::<G::P>(&[G::GENERATOR[0]; L]);
        let mut sum = G::neutral(like);
        let mut neutral = M::Mask::splat(true);
        for i in 0..comb.rows {
            let digit = |k: &NLimbs<G>| digits::booth(k, i, comb.width);
            let (magnitude, negative) = lane_digits(machine, k, digit);
            let entry = G::lookup(machine, comb.row(i), magnitude);
            let entry = G::negate_if(negative.equals(1), entry);
            let complete = i >= comb.complete_from;
            (sum, neutral) = step::<G, M>(sum, neutral, entry, magnitude.equals(0), complete);
        }
        sum
    })
}

/// Adds an entry to the sum, except in the lanes where it is absent. Also returns where the sum is
/// still neutral because every entry so far was absent.
#[inline(always)]
pub(super) fn step<G: Model, M: Machine>(
    sum: Point<G, M>,
    neutral: M::Mask,
    entry: Entry<G, M>,
    absent: M::Mask,
    complete: bool,
) -> (Point<G, M>, M::Mask) {
    let next = G::accumulate::<M::Of<G::P>>(sum, entry, neutral, complete);
    (G::select::<M::Of<G::P>>(absent, sum, next), neutral.and(absent))
}

/// Returns a digit of each lane's scalar: magnitude and sign bit.
#[inline(always)]
pub(super) fn lane_digits<M: Machine, K, const L: usize>(
    machine: M,
    k: &[K; L],
    digit: impl Fn(&K) -> (u64, u64),
) -> (M::Digit, M::Digit) {
    let mut magnitudes = [0; L];
    let mut signs = [0; L];
    for ((magnitude, sign), k) in magnitudes.iter_mut().zip(&mut signs).zip(k) {
        (*magnitude, *sign) = digit(k);
    }
    (machine.digit(&magnitudes), machine.digit(&signs))
}
