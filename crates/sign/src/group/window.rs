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
//! doubling. A model whose addition is complete needs none of this.

use super::comb::{lane_digits, step};
use super::digits;
use super::model::{Entry, Model, NLimbs, Point};
use super::table_vartime;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Machine};
use sealane_arith::prime::Prime;
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
    let first: Entry<G, M> = G::entry(p[0], p[1]);
    let mut table = [first; MOST];
    let table = &mut table[..1 << (width - 1)];
    table_vartime::multiples::<G, M::Of<G::P>, MOST>(p, table);
    k.map(|k| {
        let mut sum = G::neutral(machine.load::<G::P>(&[G::GENERATOR[0]; L]));
        let mut neutral = M::Mask::splat(true);
        for i in (0..digits::count(G::N::BITS, width)).rev() {
            let (magnitude, negative) = lane_digits::<M, _, L>(machine, k, i, width);
            let entry = G::lookup_own(machine, table, magnitude);
            let entry = G::negate_if(negative.equals(1), entry);
            (sum, neutral) = step::<G, M>(sum, neutral, entry, magnitude.equals(0), i == 0);
            if i > 0 {
                sum = G::double(sum, width);
            }
        }
        sum
    })
}
