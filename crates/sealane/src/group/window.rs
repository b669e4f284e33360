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

use super::digits::{self, Digits};
use super::each::each;
use super::glv::{self, Signed};
use super::model::{Entry, Model, NLimbs, Operand, PLimbs, Point};
use super::table_vartime;
use core::slice::from_ref;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Machine};
use sealane_arith::machine::Phase;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// The most entries a table has: windows of up to 6 bits.
const MAX: usize = 32;

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
    k.map(|k| multiples::<G, M, L, 1>(machine, width, from_ref(k), &[p])[0])
}

/// Like [`mul_point`] in each of several groups, the same steps, whatever `k` is: one group at
/// least, at most `GROUPS`; unused trailing groups are neutral. The coordinates are plain.
pub(crate) fn multiples_plain<G: Model, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    width: usize,
    k: &[[NLimbs<G>; L]],
    p: &[[[PLimbs<G>; L]; 2]],
) -> [Point<G, M>; GROUPS] {
    machine.run(
        #[inline(always)]
        || {
            let mut points = [load::<G, M, L>(machine, &p[0]); GROUPS];
            for (point, p) in points.iter_mut().zip(p).skip(1) {
                *point = load::<G, M, L>(machine, p);
            }
            multiples::<G, M, L, GROUPS>(machine, width, k, &points[..p.len()])
        },
    )
}

/// Takes the point of each lane in.
#[inline(always)]
fn load<G: Model, M: Machine, const L: usize>(
    machine: M,
    [x, y]: &[[PLimbs<G>; L]; 2],
) -> [M::Of<G::P>; 2] {
    [machine.load::<G::P>(x), machine.load::<G::P>(y)]
}

/// Like [`multiples_plain`]; the coordinates are elements. Groups share the inversion of their
/// tables.
#[inline(never)]
pub(crate) fn multiples<G: Model, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    width: usize,
    k: &[[NLimbs<G>; L]],
    p: &[[M::Of<G::P>; 2]],
) -> [Point<G, M>; GROUPS] {
    assert!((2..=6).contains(&width), "windows have 2 to 6 bits");
    assert_eq!(k.len(), p.len(), "a point for each group of scalars");
    // A condition that the compiler knows: what is not for this model is not compiled for it.
    if const { G::ENDOMORPHISM.is_some() }
        && let Some(endomorphism) = G::ENDOMORPHISM
    {
        let halves = |k: &[NLimbs<G>; L]| {
            let split = || each(k, |k| endomorphism.split(k));
            let mut halves = machine.span(Phase::Halves, split);
            let parts = [each(&halves, |halves| halves[0]), each(&halves, |halves| halves[1])];
            halves.zeroize();
            parts
        };
        return machine.span(Phase::Multiplication, || {
            walks::<G, M, L, GROUPS, 2>(machine, width, k, p, halves)
        });
    }
    let whole = |k: &[NLimbs<G>; L]| [each(k, |k| Signed::positive(*k))];
    machine.span(Phase::Multiplication, || walks::<G, M, L, GROUPS, 1>(machine, width, k, p, whole))
}

/// A scalar of each lane in `PARTS` parts.
type Parts<G, const L: usize, const PARTS: usize> = [[Signed<NLimbs<G>>; L]; PARTS];

/// Returns, for each group, the sum of the `PARTS` of a scalar times `p` and, from the second on,
/// its images.
#[inline(always)]
fn walks<G: Model, M: Machine, const L: usize, const GROUPS: usize, const PARTS: usize>(
    machine: M,
    width: usize,
    k: &[[NLimbs<G>; L]],
    p: &[[M::Of<G::P>; 2]],
    parts: impl Fn(&[NLimbs<G>; L]) -> Parts<G, L, PARTS>,
) -> [Point<G, M>; GROUPS] {
    let entries = p.len() << (width - 1);
    let [x, y] = p[0];
    let like = G::entry::<M::Of<G::P>>(x, y);
    if const { GROUPS == 1 } {
        let mut tables = [[like; MAX]; PARTS];
        return walks_over::<G, M, L, GROUPS, PARTS>(
            machine,
            width,
            k,
            x,
            &mut tables.as_flattened_mut()[..entries * PARTS],
            #[inline(always)]
            |table| {
                table_vartime::multiples::<G, M::Of<G::P>, MAX>(p[0], table);
            },
            parts,
        );
    }
    let mut tables = alloc::vec![like; entries * PARTS];
    // Not where instructions of lanes are at hand: what allocates may fail, and is no kernel.
    let mut points = alloc::vec![G::point::<M::Of<G::P>>(x, y); entries];
    let [mut inverses, mut scratch] = [alloc::vec![x; entries], alloc::vec![x; entries]];
    walks_over::<G, M, L, GROUPS, PARTS>(
        machine,
        width,
        k,
        x,
        &mut tables,
        #[inline(always)]
        |table| {
            let workspace = [&mut inverses[..], &mut scratch];
            let each = 1 << (width - 1);
            table_vartime::multiples_of_each::<G, M::Of<G::P>>(
                p,
                each,
                table,
                &mut points,
                workspace,
            );
        },
        parts,
    )
}

/// [`walks`] over the tables of all groups, those of each part together; `fill` fills those of the
/// first part.
#[inline(always)]
fn walks_over<G: Model, M: Machine, const L: usize, const GROUPS: usize, const PARTS: usize>(
    machine: M,
    width: usize,
    k: &[[NLimbs<G>; L]],
    like: M::Of<G::P>,
    tables: &mut [Entry<G, M>],
    mut fill: impl FnMut(&mut [Entry<G, M>]),
    parts: impl Fn(&[NLimbs<G>; L]) -> Parts<G, L, PARTS>,
) -> [Point<G, M>; GROUPS] {
    let entries = 1 << (width - 1);
    let of_part = tables.len() / PARTS;
    machine.run(
        #[inline(always)]
        || {
            machine.span(
                Phase::Table,
                #[inline(always)]
                || {
                    fill(&mut tables[..of_part]);
                    glv::images::<G, M::Of<G::P>>(like, tables, of_part);
                },
            );
            let mut sums = [G::neutral::<M::Of<G::P>>(like); GROUPS];
            for (i, (sum, k)) in sums.iter_mut().zip(k).enumerate() {
                let mut own = [&tables[..0]; PARTS];
                for (part, own) in own.iter_mut().enumerate() {
                    *own = &tables[part * of_part + i * entries..][..entries];
                }
                let mut parts = parts(k);
                *sum = sum_of_entries::<G, M, L, PARTS>(machine, width, &parts, &own);
                parts.zeroize();
            }
            sums
        },
    )
}

/// The doublings and additions of one group.
#[inline(always)]
fn sum_of_entries<G: Model, M: Machine, const L: usize, const PARTS: usize>(
    machine: M,
    width: usize,
    parts: &[[Signed<NLimbs<G>>; L]; PARTS],
    tables: &[&[Entry<G, M>]; PARTS],
) -> Point<G, M> {
    let mut sum = G::neutral(machine.load::<G::P>(&[G::GENERATOR[0]; L]));
    let mut neutral = M::Mask::splat(true);
    let mut scalars = [Digits::of(&parts[0]); PARTS];
    for (scalar, part) in scalars.iter_mut().zip(parts).skip(1) {
        *scalar = Digits::of(part);
    }
    for i in (0..digits::count(glv::bits::<G>(), width)).rev() {
        let complete = !G::COMPLETE
            && G::ENDOMORPHISM.map_or(i == 0, |endomorphism| endomorphism.is_complete(i, width));
        let operand = if complete { Operand::Any } else { Operand::Other };
        for (scalar, table) in scalars.iter().zip(tables) {
            let (magnitude, negative) = scalar.at(machine, i, width);
            let entry = machine.span(
                Phase::Lookup,
                #[inline(always)]
                || {
                    let entry = G::lookup_own(machine, table, magnitude);
                    G::negate_if(negative, entry)
                },
            );
            if complete && PARTS > 1 {
                // The multiples of two parts could cancel before the last digit.
                neutral = G::is_neutral::<M::Of<G::P>>(&sum);
            }
            let absent = magnitude.equals(0);
            machine.span(
                Phase::Addition,
                #[inline(always)]
                || G::accumulate::<M::Of<G::P>>(&mut sum, &entry, neutral, absent, operand),
            );
            neutral = neutral.and(absent);
        }
        if i > 0 {
            machine.span(
                Phase::Doubling,
                #[inline(always)]
                || G::double_in_place::<M::Of<G::P>>(&mut sum, width),
            );
        }
    }
    scalars.zeroize();
    sum
}
