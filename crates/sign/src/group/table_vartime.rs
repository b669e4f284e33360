//! Tables of multiples of a public point. Variable-time.

use super::model::Model;
use sealane_arith::field::{Field, invert_batch};

/// Fills `entries` with `p, 2p, 3p, ..` by one inversion, and returns the last of them.
///
/// There are at most `MOST` entries, and stack is taken for that many. The order must be above the
/// number of entries plus one, so that no sum is a doubling or neutral.
#[inline(always)]
pub(super) fn multiples<G: Model, F: Field<P = G::P>, const MOST: usize>(
    p: [F; 2],
    entries: &mut [G::Entry<F>],
) -> G::Point<F> {
    let mut points = [G::point(p[0], p[1]); MOST];
    let p = G::entry(p[0], p[1]);
    for j in 2..=entries.len() {
        points[j - 1] =
            if j % 2 == 0 { G::double(points[j / 2 - 1], 1) } else { G::add(points[j - 2], p) };
    }
    normalize::<G, F, MOST>(&points[..entries.len()], entries);
    points[entries.len() - 1]
}

/// Fills `entries` with `p, 3p, 5p, ..`.
///
/// There are at most `MOST` entries, as for [`multiples`]. The order must be above twice the number
/// of entries: then all these multiples are below the order, none is neutral, and none but `p`
/// itself meets `2p`.
#[inline(always)]
pub(super) fn odd_multiples<G: Model, F: Field<P = G::P>, const MOST: usize>(
    p: [F; 2],
    entries: &mut [G::Entry<F>],
) {
    let mut points = [G::point(p[0], p[1]); MOST];
    let [x, y] = to_affine::<G, F>(&G::double(points[0], 1));
    let twice = G::entry(x, y);
    for j in 1..entries.len() {
        points[j] = G::add(points[j - 1], twice);
    }
    normalize::<G, F, MOST>(&points[..entries.len()], entries);
}

/// Returns the affine coordinates of a point that has them.
#[inline(always)]
pub(super) fn to_affine<G: Model, F: Field<P = G::P>>(p: &G::Point<F>) -> [F; 2] {
    G::affine(p, G::denominator(p).invert_vartime())
}

/// Writes the entries of points by one inversion.
#[inline(always)]
fn normalize<G: Model, F: Field<P = G::P>, const MOST: usize>(
    points: &[G::Point<F>],
    entries: &mut [G::Entry<F>],
) {
    let mut inverses = [G::denominator(&points[0]); MOST];
    let mut scratch = inverses;
    for (z, p) in inverses.iter_mut().zip(points) {
        *z = G::denominator(p);
    }
    let n = points.len();
    invert_batch(&mut inverses[..n], &mut scratch[..n], Field::invert_vartime);
    for ((entry, p), z) in entries.iter_mut().zip(points).zip(&inverses) {
        let [x, y] = G::affine(p, *z);
        *entry = G::entry(x, y);
    }
}
