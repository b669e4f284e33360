//! Multiples of any point: fixed windows of signed digits, highest first.
//!
//! # Why the incomplete addition is right
//!
//! Before digit `d[i]` is added, the accumulator holds `A = 2^w (floor(k / 2^(w (i+1))) + bit)`, a
//! multiple of `2^w`, and `|d[i]| <= 2^(w-1)`. As integers `A = d[i]` or `A = -d[i]` only if both
//! are 0. Modulo the order `n` they could meet only if `A + |d[i]| >= n`; but `A + |d[i]| <= k /
//! 2^(w i) + 2^w`, which is below `n` for `i >= 1` as soon as there are three digits, that is `n >=
//! 2^(2w - 1)`. With two digits the first of them finds the accumulator at infinity. So only the
//! last addition, `i = 0`, needs to be complete: `k = n - 2 |d[0]|` makes it a doubling.

use super::comb::lane_digits;
use super::digits;
use super::short::{Affine, Jacobian, Shape, add_mixed, add_mixed_complete};
use crate::curve::{Curve, NLimbs};
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine, invert_batch};
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;

/// The most entries a table has: windows of up to 6 bits.
const MOST: usize = 32;

/// Returns `k p` in each lane, and infinity for `k = 0`. Constant-time in `k`; `p` is public.
///
/// `k` must be below the order, `p` a point of that order other than infinity, and the order above
/// `2^width`; `width` is 2 to 6.
#[must_use]
pub fn mul_point<C: Curve, M: Machine, const L: usize>(
    machine: M,
    width: usize,
    k: &Secret<[NLimbs<C>; L]>,
    p: Affine<M::Of<C::P>>,
) -> Secret<Jacobian<M::Of<C::P>>> {
    assert!((2..=6).contains(&width), "windows have 2 to 6 bits");
    let entries = 1 << (width - 1);
    let mut table = [[p.x, p.y]; MOST];
    multiples::<C::Shape, _>(p, &mut table[..entries]);
    let table = &table[..entries];
    k.map(|k| {
        let mut sum = Jacobian::infinity(p.x);
        let mut finite = M::Mask::splat(false);
        for i in (0..digits::count(C::N::BITS, width)).rev() {
            let (magnitude, negative) = lane_digits::<M, _, L>(machine, k, i, width);
            let [x, y] = machine.lookup_own::<C::P, 2>(table, magnitude);
            let point = Affine { x, y }.negate_if(negative.equals(1));
            let next = if i > 0 {
                let next = add_mixed(sum, point).point;
                Jacobian::select(finite, next, point.to_jacobian())
            } else {
                add_mixed_complete::<C::Shape, _>(sum, point, finite)
            };
            let absent = magnitude.equals(0);
            sum = Jacobian::select(absent, sum, next);
            finite = finite.or(absent.not());
            if i > 0 {
                for _ in 0..width {
                    sum = C::Shape::double(sum);
                }
            }
        }
        sum
    })
}

/// Fills `table` with `p, 2p, 3p, ..` in affine coordinates, by one inversion. Variable-time: `p`
/// is public.
fn multiples<S: Shape, F: Field>(p: Affine<F>, table: &mut [[F; 2]]) {
    let mut points = [p.to_jacobian(); MOST];
    for j in 2..=table.len() {
        let even = S::double(points[j / 2 - 1]);
        points[j - 1] = if j % 2 == 0 { even } else { add_mixed(even, p).point };
    }
    normalize(&points[..table.len()], table);
}

/// Writes the affine coordinates of finite points, by one variable-time inversion: points are
/// public.
pub(super) fn normalize<F: Field>(points: &[Jacobian<F>], table: &mut [[F; 2]]) {
    let mut inverses = [points[0].z; MOST];
    let mut scratch = inverses;
    for (z, p) in inverses.iter_mut().zip(points) {
        *z = p.z;
    }
    let n = points.len();
    invert_batch(&mut inverses[..n], &mut scratch[..n], Field::invert_vartime);
    for ((entry, p), z) in table.iter_mut().zip(points).zip(&inverses) {
        let Affine { x, y } = p.scaled(*z);
        *entry = [x, y];
    }
}
