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

use super::comb::{lane_digits, step};
use super::digits;
use super::glv::{self, Signed};
use super::model::{Model, NLimbs, Point};
use super::table_vartime;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Machine};
use sealane_arith::machine::Room;
use sealane_arith::secret::Secret;

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
    assert!((2..=6).contains(&width), "windows have 2 to 6 bits");
    machine.span(Room::Multiplication, || match G::ENDOMORPHISM {
        None => {
            let whole = k.map(|k| [k.map(Signed::positive)]);
            walk::<G, M, L, 1>(machine, width, &whole, p)
        }
        Some(endomorphism) => {
            let split = |k: &[NLimbs<G>; L]| {
                let halves = k.each_ref().map(|k| endomorphism.split(k));
                [halves.map(|[first, _]| first), halves.map(|[_, second]| second)]
            };
            let halves = machine.span(Room::Halves, || k.map(split));
            walk::<G, M, L, 2>(machine, width, &halves, p)
        }
    })
}

/// Returns the sum of the `parts` of a scalar times `p` and, from the second on, its images.
#[inline(always)]
fn walk<G: Model, M: Machine, const L: usize, const PARTS: usize>(
    machine: M,
    width: usize,
    parts: &Secret<[[Signed<NLimbs<G>>; L]; PARTS]>,
    p: [M::Of<G::P>; 2],
) -> Secret<Point<G, M>> {
    let entries = 1 << (width - 1);
    let mut tables = [[G::entry::<M::Of<G::P>>(p[0], p[1]); MOST]; PARTS];
    let mut tables = tables.each_mut().map(|table| &mut table[..entries]);
    machine.span(Room::Table, || {
        table_vartime::multiples::<G, M::Of<G::P>, MOST>(p, tables[0]);
        glv::images::<G, M::Of<G::P>>(p[0], &mut tables);
    });
    parts.map(|parts| {
        let mut sum = G::neutral(machine.load::<G::P>(&[G::GENERATOR[0]; L]));
        let mut neutral = M::Mask::splat(true);
        for i in (0..digits::count(glv::bits::<G>(), width)).rev() {
            let complete = !G::COMPLETE
                && G::ENDOMORPHISM
                    .map_or(i == 0, |endomorphism| endomorphism.is_complete(i, width));
            for (part, table) in parts.iter().zip(&tables) {
                let digit = |k: &Signed<NLimbs<G>>| k.digit(i, width);
                let (magnitude, negative) = lane_digits(machine, part, digit);
                let entry = machine.span(Room::Lookup, || {
                    let entry = G::lookup_own(machine, table, magnitude);
                    G::negate_if(negative.equals(1), entry)
                });
                if complete && PARTS > 1 {
                    // The multiples of two parts could cancel before the last digit.
                    neutral = G::is_neutral::<M::Of<G::P>>(&sum);
                }
                (sum, neutral) = machine.span(Room::Addition, || {
                    step::<G, M>(sum, neutral, entry, magnitude.equals(0), complete)
                });
            }
            if i > 0 {
                sum = machine.span(Room::Doubling, || G::double(sum, width));
            }
        }
        sum
    })
}
