//! Multiples of the generator: windows with a table for each, or for every few of them.
//!
//! Row `i` of the comb holds `j 2^(w s i) G` for `j = 1 ..= 2^(w-1)`, where `w` is the width of a
//! window and `s` the spacing. With spacing 1 every window has its row, and `k G` is the sum of one
//! entry of each, negated where the digit is; the rows are added from low to high. With more, a row
//! serves `s` windows, in as many columns: column `c` is that of the windows `s i + c`. The columns
//! are taken from high to low, with `w` doublings from one to the next, and the rows of a column
//! from high to low. This takes an `s`-th of the memory.
//!
//! # Why the incomplete addition is right
//!
//! Let `A` be the integer whose multiple of `G` the accumulator is, and `D` the one of the entry to
//! be added, with a digit that is not 0. Both are sums of digits in `[-2^(w-1), 2^(w-1)]` at
//! different powers of `2^w`. Such a sum is 0 only if all its digits are: the lowest digit that is
//! not 0 would have to be a multiple of `2^w`. So `A + D` and `A - D` are not 0 as integers, and
//! `A` is 0 only if all its digits are. The same holds modulo the order `n` as long as
//! `|A| + |D| < n`.
//!
//! Spacing 1: by the recoding (see `digits`), `|A| <= 2^(w i - 1)`, so that bound holds if
//! `2^(w i) (2^(w-1) + 1/2) < n`. [`Rows::build`] finds the first row for which that fails and uses
//! the complete addition from there on: it is the last row, or the last two for orders just above a
//! power of two.
//!
//! More: the scalar is made at most `n / 2`, taking `n - k` and every digit the other way round
//! where `k` is above. Let `n` have `m` bits. The top digit is at most `2^(m-1)` at its place, and
//! 0 if it stands at bit `m`; the digits below it sum up to at most two thirds of its place's
//! weight in magnitude. So all together they are at most `5/3 2^(m-1)`, and a quarter of that in
//! every column but the last, below `n`. In the last column `A + D + R = k` with the rows `R` that
//! are still to come, so that `A`, `A + D` and `A - D` are at most `n / 2 + 2 |D| + |R|` in
//! magnitude, where `|D| <= 2^(w s i + w - 1)` and `|R|` is a fifteenth of that at most. This is
//! below `n` if `w s i + w + 3 <= m`. Where it is not, which is in the top row at most, or in two
//! where `w s` is 4, the addition is complete and asks whether the accumulator is neutral.
//!
//! Digit 0 keeps the accumulator under a mask, and so does a neutral accumulator take the entry as
//! it is. A model whose addition is complete needs none of this.

use super::digits::{self, Digits};
use super::each::each;
use super::glv::Signed;
use super::model::{Model, NLimbs, Operand, Point, generator};
use super::table_vartime;
use alloc::vec::Vec;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::machine::Phase;
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// The most entries a row has: windows of 8 bits.
const MAX: usize = 128;

/// The comb of a curve's generator for machine `M`, and for every machine that stores what `M`
/// stores.
pub type Comb<G, M> = Rows<G, <M as Machine>::Stored<<G as Model>::P>>;

/// The rows of a comb, of coordinates as some machine stores them.
pub struct Rows<G: Model, T: Copy> {
    /// How many entries are stored together.
    group: usize,
    width: usize,
    spacing: usize,
    windows: usize,
    /// The first row whose addition must be complete, in the last column.
    complete_from: usize,
    table: Vec<G::Entry<T>>,
}

impl<G: Model, T: Copy> Rows<G, T> {
    /// Computes the comb with windows of `width` bits, 2 to 8, each with its row. The order must be
    /// above `2^width`.
    #[must_use]
    pub fn build<M: Machine<Stored<G::P> = T>>(machine: M, width: usize) -> Self {
        Self::spaced(machine, width, 1)
    }

    /// Like [`build`](Self::build), with a row for every `spacing` windows, 1 at least.
    #[must_use]
    pub fn spaced<M: Machine<Stored<G::P> = T>>(machine: M, width: usize, spacing: usize) -> Self {
        Self::of_point(machine, generator::<G, M>(machine), width, spacing)
    }

    /// Like [`build`](Self::build) for another point of the generator's order, the same in every
    /// lane. Variable-time: the point is public.
    #[must_use]
    pub fn of<M: Machine<Stored<G::P> = T>>(machine: M, p: [M::Of<G::P>; 2], width: usize) -> Self {
        Self::of_point(machine, p, width, 1)
    }

    fn of_point<M: Machine<Stored<G::P> = T>>(
        machine: M,
        mut first: [M::Of<G::P>; 2],
        width: usize,
        spacing: usize,
    ) -> Self {
        assert!((2..=8).contains(&width), "a comb has windows of 2 to 8 bits");
        assert!(spacing > 0, "a row serves a window at least");
        let windows = digits::count(G::N::BITS, width);
        let rows = windows.div_ceil(spacing);
        let entries: usize = 1 << (width - 1);
        let mut table = Vec::with_capacity(rows * entries.div_ceil(M::GROUP));
        for _ in 0..rows {
            let doublings = 1 + width * (spacing - 1);
            let row = table_vartime::row::<G, M, MAX>(machine, &mut first, entries, doublings);
            table.extend(row.chunks(M::GROUP).map(|group| G::keep(machine, group)));
        }
        let complete_from = if G::COMPLETE { rows } else { complete_from::<G::N>(width, spacing) };
        Rows { group: M::GROUP, width, spacing, windows, complete_from, table }
    }

    /// Size in bytes of a comb with windows of `width` bits, each with its row.
    #[must_use]
    pub fn bytes_of<M: Machine<Stored<G::P> = T>>(width: usize) -> usize {
        let groups = (1usize << (width - 1)).div_ceil(M::GROUP);
        digits::count(G::N::BITS, width) * groups * size_of::<G::Entry<T>>()
    }

    /// Bits per window.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Windows from one row to the next.
    #[must_use]
    pub fn spacing(&self) -> usize {
        self.spacing
    }

    /// Size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.table.as_slice())
    }

    /// How many additions one multiplication does, and how many of them are the complete kind.
    #[must_use]
    pub fn additions(&self) -> (usize, usize) {
        (self.windows, self.rows() - self.complete_from)
    }

    /// How many doublings one multiplication does, besides those of complete additions.
    #[must_use]
    pub fn doublings(&self) -> usize {
        self.width * (self.spacing - 1)
    }

    fn rows(&self) -> usize {
        self.windows.div_ceil(self.spacing)
    }

    /// Returns the multiples of `2^(w s i) G`.
    pub(super) fn row(&self, i: usize) -> &[G::Entry<T>] {
        let groups = (1usize << (self.width - 1)).div_ceil(self.group);
        &self.table[i * groups..][..groups]
    }

    /// Returns the windows of a column with their rows, in the order of the additions.
    fn column(&self, column: usize) -> impl Iterator<Item = (usize, &[G::Entry<T>])> {
        let rows = self.rows();
        let row = move |i: usize| if self.spacing == 1 { i } else { rows - 1 - i };
        let window = move |i: usize| (self.spacing * i + column, self.row(i));
        (0..rows).map(row).map(window).filter(|&(window, _)| window < self.windows)
    }
}

/// Returns the first row of a comb for the order `N` whose addition must be complete in the last
/// column, unless the model is: see the head of this file.
///
/// With spacing 1, `2^(w i) (2^(w-1) + 1/2) < n` holds below it.
#[must_use]
pub fn complete_from<N: Prime>(width: usize, spacing: usize) -> usize {
    let rows = digits::count(N::BITS, width).div_ceil(spacing);
    let bit = |i: usize| N::MODULUS.as_ref()[i / 64] >> (i % 64) & 1 == 1;
    let safe = |i: usize| {
        if spacing > 1 {
            return width * (spacing * i + 1) + 3 <= N::BITS;
        }
        let top = width * i + width;
        // For top = BITS the bound is 2^(BITS-1) (1 + 2^-w): a further bit among the next w
        // decides.
        top < N::BITS
            || (top == N::BITS && (1..=width).any(|k| k < N::BITS && bit(N::BITS - 1 - k)))
    };
    (0..rows).find(|&i| !safe(i)).unwrap_or(rows)
}

/// What computes multiples of the generator on machine `M`, in `L` lanes of up to `GROUPS` groups:
/// a comb, or something that has others.
pub trait MulBase<G: Model, M: Machine, const L: usize, const GROUPS: usize> {
    /// Returns `k G` in each lane of each group, as [`mul_base_groups`] does.
    fn mul_base(&self, machine: M, k: &[Secret<[NLimbs<G>; L]>]) -> Secret<[Point<G, M>; GROUPS]>;

    /// Returns the inverse of a denominator of what that returns, or of several. Constant-time.
    #[inline(always)]
    fn invert(&self, machine: M, denominator: M::Of<G::P>) -> M::Of<G::P> {
        machine.span(Phase::Inversion, || denominator.invert())
    }
}

impl<G: Model, M: Machine, const L: usize, const GROUPS: usize> MulBase<G, M, L, GROUPS>
    for Rows<G, M::Stored<G::P>>
{
    fn mul_base(&self, machine: M, k: &[Secret<[NLimbs<G>; L]>]) -> Secret<[Point<G, M>; GROUPS]> {
        mul_base_groups(machine, self, k)
    }
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
    k.map(|k| multiples::<G, M, L, 1>(machine, comb, core::slice::from_ref(k))[0])
}

/// Like [`mul_base`] in each of several groups: one at least, at most `GROUPS`, and what is left
/// over of the result is neutral.
#[must_use]
pub fn mul_base_groups<G: Model, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<G, M>,
    k: &[Secret<[NLimbs<G>; L]>],
) -> Secret<[Point<G, M>; GROUPS]> {
    Secret::gather::<GROUPS>(k).map(|all| multiples(machine, comb, &all[..k.len()]))
}

/// Like [`mul_base_groups`]: the same steps, whatever `k` is.
#[inline(never)]
pub(crate) fn multiples<G: Model, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<G, M>,
    k: &[[NLimbs<G>; L]],
) -> [Point<G, M>; GROUPS] {
    let must_fold = comb.spacing > 1 && !G::COMPLETE;
    let fold = |k: &NLimbs<G>| {
        if must_fold { Signed::lower_half::<G::N>(*k) } else { Signed::positive(*k) }
    };
    machine.span(Phase::Multiplication, || {
        let mut folded = [each(&k[0], fold); GROUPS];
        for (folded, k) in folded.iter_mut().zip(k).skip(1) {
            *folded = each(k, fold);
        }
        let mut scalars = [Digits::of(&folded[0]); GROUPS];
        for (scalars, folded) in scalars.iter_mut().zip(&folded[..k.len()]).skip(1) {
            *scalars = Digits::of(folded);
        }
        folded.zeroize();
        let sums = machine.run(
            #[inline(always)]
            || sums_of_entries(machine, comb, &scalars[..k.len()]),
        );
        scalars.zeroize();
        sums
    })
}

/// The additions of [`multiples`]. Every group takes its entry of a row before the next row comes:
/// a row is fetched from memory once for all of them.
///
/// In lanes, the first entry is no addition, and the second one is added to it as one affine point
/// to another. On one lane the compiler makes slower code of that for most curves: 2 to 3 % more
/// instructions a key (docs/notes/2026-11-30-combs.md).
#[inline(always)]
fn sums_of_entries<G: Model, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<G, M>,
    scalars: &[Digits<L>],
) -> [Point<G, M>; GROUPS] {
    let like = machine.load::<G::P>(&[G::GENERATOR[0]; L]);
    let mut sums = [G::neutral(like); GROUPS];
    let mut neutral = [M::Mask::splat(true); GROUPS];
    for column in (0..comb.spacing).rev() {
        for (number, (window, row)) in comb.column(column).enumerate() {
            let complete = column == 0 && window >= comb.spacing * comb.complete_from;
            let begins = M::LANES > 1 && column == comb.spacing - 1;
            let operand = match number {
                _ if complete => Operand::Any,
                1 if begins => Operand::Lifted,
                _ => Operand::Other,
            };
            for ((scalar, sum), neutral) in scalars.iter().zip(&mut sums).zip(&mut neutral) {
                let (magnitude, negative) = scalar.at(machine, window, comb.width);
                let entry = machine.span(
                    Phase::Lookup,
                    #[inline(always)]
                    || {
                        let entry = G::lookup(machine, row, magnitude);
                        G::negate_if(negative, entry)
                    },
                );
                if complete && comb.spacing > 1 {
                    // Digits of the other columns may add up to the order.
                    *neutral = neutral.or(G::is_neutral::<M::Of<G::P>>(sum));
                }
                let absent = magnitude.equals(0);
                machine.span(
                    Phase::Addition,
                    #[inline(always)]
                    || {
                        if begins && number == 0 {
                            *sum = G::lifted(like, &entry, absent);
                        } else {
                            let neutral = *neutral;
                            G::accumulate::<M::Of<G::P>>(sum, &entry, neutral, absent, operand);
                        }
                    },
                );
                *neutral = neutral.and(absent);
            }
        }
        if column > 0 {
            for sum in sums.iter_mut().take(scalars.len()) {
                machine.span(
                    Phase::Doubling,
                    #[inline(always)]
                    || G::double_in_place::<M::Of<G::P>>(sum, comb.width),
                );
            }
        }
    }
    sums
}
