//! Multiples of any point: fixed windows of signed digits, highest first.
//!
//! # Why the incomplete addition is right
//!
//! Before digit `d[i]` is added, the accumulator holds `A = 2^w (floor(k / 2^(w (i+1))) + bit)`, a
//! multiple of `2^w`, and `|d[i]| <= 2^(w-1)`. As integers `A = d[i]` or `A = -d[i]` only if both
//! are 0. Modulo the order `n` they could meet only if `A + |d[i]| >= n`; but
//! `A + |d[i]| <= k / 2^(w i) + 2^w`, which is below `n` for `i >= 1` as soon as there are three
//! digits, that is `n >= 2^(2w - 1)`. With two digits the first of them finds the accumulator
//! neutral. So only the last addition, `i = 0`, needs to be complete: `k = n - 2 |d[0]|` makes it a
//! doubling. A model whose addition is complete needs none of this, and one with an endomorphism
//! takes the halves of the scalar together, for which `glv` has the argument.

use super::comb::lane_digits;
use super::digits;
use super::glv::{self, Signed};
use super::model::{Entry, Model, NLimbs, PLimbs, Point};
use super::table_vartime;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Machine};
use sealane_arith::machine::Room;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// The most entries a table has: windows of up to 6 bits.
const MOST: usize = 32;

/// Returns `k p` in each lane. Constant-time in `k`; `p` is public.
///
/// `k` must be below the order, `p` a point of that order other than the neutral one, and the order
/// above `2^width`; `width` is 2 to 6.
#[must_use]
pub fn mul_point<G: Model, M: Machine, const L: usize>(
    machine: M,
    width: usize,
    k: &Secret<[NLimbs<G>; L]>,
    p: [M::Of<G::P>; 2],
) -> Secret<Point<G, M>> {
    k.map(|k| multiple::<G, M, L>(machine, width, k, p))
}

/// Like [`mul_point`]: the same steps, whatever `k` is. The coordinates are plain.
pub(crate) fn multiple_plain<G: Model, M: Machine, const L: usize>(
    machine: M,
    width: usize,
    k: &[NLimbs<G>; L],
    [x, y]: &[[PLimbs<G>; L]; 2],
) -> Point<G, M> {
    let p = machine.run(
        #[inline(always)]
        || [machine.load::<G::P>(x), machine.load::<G::P>(y)],
    );
    multiple::<G, M, L>(machine, width, k, p)
}

/// Like [`mul_point`]: the same steps, whatever `k` is.
pub(crate) fn multiple<G: Model, M: Machine, const L: usize>(
    machine: M,
    width: usize,
    k: &[NLimbs<G>; L],
    p: [M::Of<G::P>; 2],
) -> Point<G, M> {
    assert!((2..=6).contains(&width), "windows have 2 to 6 bits");
    machine.span(Room::Multiplication, || match G::ENDOMORPHISM {
        None => {
            let mut whole = [k.map(Signed::positive)];
            let sum = walk::<G, M, L, 1>(machine, width, &whole, p);
            whole.zeroize();
            sum
        }
        Some(endomorphism) => {
            let split = || k.each_ref().map(|k| endomorphism.split(k));
            let mut halves = machine.span(Room::Halves, split);
            let mut parts = [halves.map(|[first, _]| first), halves.map(|[_, second]| second)];
            let sum = walk::<G, M, L, 2>(machine, width, &parts, p);
            halves.zeroize();
            parts.zeroize();
            sum
        }
    })
}

/// Returns the sum of the `parts` of a scalar times `p` and, from the second on, its images.
#[inline(always)]
fn walk<G: Model, M: Machine, const L: usize, const PARTS: usize>(
    machine: M,
    width: usize,
    parts: &[[Signed<NLimbs<G>>; L]; PARTS],
    p: [M::Of<G::P>; 2],
) -> Point<G, M> {
    machine.run(
        #[inline(always)]
        || {
            let entries = 1 << (width - 1);
            let mut tables = [[G::entry::<M::Of<G::P>>(p[0], p[1]); MOST]; PARTS];
            let mut tables = tables.each_mut().map(|table| &mut table[..entries]);
            machine.span(
                Room::Table,
                #[inline(always)]
                || {
                    table_vartime::multiples::<G, M::Of<G::P>, MOST>(p, tables[0]);
                    glv::images::<G, M::Of<G::P>>(p[0], &mut tables);
                },
            );
            sum_of_entries::<G, M, L, PARTS>(machine, width, parts, &tables)
        },
    )
}

/// The doublings and additions of [`walk`].
#[inline(always)]
fn sum_of_entries<G: Model, M: Machine, const L: usize, const PARTS: usize>(
    machine: M,
    width: usize,
    parts: &[[Signed<NLimbs<G>>; L]; PARTS],
    tables: &[&mut [Entry<G, M>]; PARTS],
) -> Point<G, M> {
    let mut sum = G::neutral(machine.load::<G::P>(&[G::GENERATOR[0]; L]));
    let mut neutral = M::Mask::splat(true);
    for i in (0..digits::count(glv::bits::<G>(), width)).rev() {
        let complete = !G::COMPLETE
            && G::ENDOMORPHISM.map_or(i == 0, |endomorphism| endomorphism.is_complete(i, width));
        for (part, table) in parts.iter().zip(tables) {
            let (magnitude, negative) = lane_digits(
                machine,
                part,
                #[inline(always)]
                |k| k.digit(i, width),
            );
            let entry = machine.span(
                Room::Lookup,
                #[inline(always)]
                || {
                    let entry = G::lookup_own(machine, table, magnitude);
                    G::negate_if(negative.equals(1), entry)
                },
            );
            if complete && PARTS > 1 {
                // The multiples of two parts could cancel before the last digit.
                neutral = G::is_neutral::<M::Of<G::P>>(&sum);
            }
            let absent = magnitude.equals(0);
            machine.span(
                Room::Addition,
                #[inline(always)]
                || G::accumulate::<M::Of<G::P>>(&mut sum, &entry, neutral, absent, complete),
            );
            neutral = neutral.and(absent);
        }
        if i > 0 {
            machine.span(
                Room::Doubling,
                #[inline(always)]
                || G::double_in_place::<M::Of<G::P>>(&mut sum, width),
            );
        }
    }
    sum
}
