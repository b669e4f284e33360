//! Tables of multiples of a public point. Variable-time.

use super::model::{Entry, Model};
use alloc::vec::Vec;
use sealane_arith::field::{Field, Machine, invert_nonzero_batch};

/// Fills `entries` with `p, 2p, 3p, ..` by one inversion, and returns the last of them.
///
/// There are at most `MAX` entries, and stack is taken for that many. The order must be above the
/// number of entries plus one, so that no sum is a doubling or neutral.
#[inline(always)]
pub(super) fn multiples<G: Model, F: Field<P = G::P>, const MAX: usize>(
    p: [F; 2],
    entries: &mut [G::Entry<F>],
) -> G::Point<F> {
    let mut points = [G::point(p[0], p[1]); MAX];
    let points = &mut points[..entries.len()];
    projective::<G, F>(p, points);
    normalize_few::<G, F, MAX>(points, entries);
    points[entries.len() - 1]
}

/// Returns the first `count` multiples of `p`, at most `MAX`, and replaces `p` by `2^doublings`
/// times the last of them. The order is as for [`multiples`].
pub(super) fn row<G: Model, M: Machine, const MAX: usize>(
    machine: M,
    p: &mut [M::Of<G::P>; 2],
    count: usize,
    doublings: usize,
) -> Vec<Entry<G, M>> {
    let mut row = alloc::vec![G::entry(p[0], p[1]); count];
    *p = machine.run(
        #[inline(always)]
        || {
            let last = multiples::<G, _, MAX>(*p, &mut row);
            to_affine::<G, _>(&G::double(last, doublings))
        },
    );
    row
}

/// Like [`multiples`] of each of several points, `each` of each, all by one inversion. `points`,
/// `inverses` and `scratch` are as long as `entries`, and overwritten.
#[inline(always)]
pub(super) fn multiples_of_each<G: Model, F: Field<P = G::P>>(
    p: &[[F; 2]],
    each: usize,
    entries: &mut [G::Entry<F>],
    points: &mut [G::Point<F>],
    [inverses, scratch]: [&mut [F]; 2],
) {
    for (i, p) in p.iter().enumerate() {
        projective::<G, F>(*p, &mut points[i * each..][..each]);
    }
    normalize::<G, F>(points, entries, inverses, scratch);
}

/// Fills `points` with `p, 2p, 3p, ..`.
#[inline(always)]
fn projective<G: Model, F: Field<P = G::P>>([x, y]: [F; 2], points: &mut [G::Point<F>]) {
    let p = G::entry(x, y);
    points[0] = G::point(x, y);
    for j in 2..=points.len() {
        points[j - 1] =
            if j % 2 == 0 { G::double(points[j / 2 - 1], 1) } else { G::add(points[j - 2], p) };
    }
}

/// Fills `entries` with `p, 3p, 5p, ..`.
///
/// There are at most `MAX` entries, as for [`multiples`]. The order must be above twice the number
/// of entries: then all these multiples are below the order, none is neutral, and none but `p`
/// itself meets `2p`.
#[inline(always)]
pub(super) fn odd_multiples<G: Model, F: Field<P = G::P>, const MAX: usize>(
    p: [F; 2],
    entries: &mut [G::Entry<F>],
) {
    let mut points = [G::point(p[0], p[1]); MAX];
    let [x, y] = to_affine::<G, F>(&G::double(points[0], 1));
    let twice = G::entry(x, y);
    for j in 1..entries.len() {
        points[j] = G::add(points[j - 1], twice);
    }
    normalize_few::<G, F, MAX>(&points[..entries.len()], entries);
}

/// Returns the affine coordinates of a point that has them.
#[inline(always)]
pub(super) fn to_affine<G: Model, F: Field<P = G::P>>(p: &G::Point<F>) -> [F; 2] {
    G::affine(p, G::denominator(p).invert_vartime())
}

/// Writes the entries of at most `MAX` points by one inversion.
#[inline(always)]
fn normalize_few<G: Model, F: Field<P = G::P>, const MAX: usize>(
    points: &[G::Point<F>],
    entries: &mut [G::Entry<F>],
) {
    let mut inverses = [G::denominator(&points[0]); MAX];
    let mut scratch = inverses;
    let n = points.len();
    normalize::<G, F>(points, entries, &mut inverses[..n], &mut scratch[..n]);
}

/// Writes the entries of points, none of them neutral, by one inversion.
#[inline(always)]
fn normalize<G: Model, F: Field<P = G::P>>(
    points: &[G::Point<F>],
    entries: &mut [G::Entry<F>],
    inverses: &mut [F],
    scratch: &mut [F],
) {
    for (z, p) in inverses.iter_mut().zip(points) {
        *z = G::denominator(p);
    }
    invert_nonzero_batch(inverses, scratch, Field::invert_vartime);
    for ((entry, p), z) in entries.iter_mut().zip(points).zip(inverses.iter()) {
        let [x, y] = G::affine(p, *z);
        *entry = G::entry(x, y);
    }
}
