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
//! so does an accumulator still at infinity take the entry as it is.

use super::digits;
use super::short::{Affine, Jacobian, add_mixed, add_mixed_complete};
use crate::curve::{Curve, NLimbs};
use alloc::vec::Vec;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine, invert_batch};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// The comb of a curve's generator for machine `M`.
pub struct Comb<M: Machine, P: Prime> {
    width: usize,
    rows: usize,
    complete_from: usize,
    table: Vec<[M::Stored<P>; 2]>,
}

impl<M: Machine, P: Prime> Comb<M, P> {
    /// Computes the comb with windows of `width` bits, 2 to 8. The order must be above `2^width`.
    #[must_use]
    pub fn build<C: Curve<P = P>>(machine: M, width: usize) -> Self {
        assert!((2..=8).contains(&width), "a comb has windows of 2 to 8 bits");
        let rows = digits::count(C::N::BITS, width);
        let entries = 1 << (width - 1);
        let mut base = generator::<C, M>(machine).to_jacobian();
        let mut points = Vec::with_capacity(rows * entries);
        for _ in 0..rows {
            let first = points.len();
            let affine = base.to_affine(Field::invert_vartime);
            points.push(affine.to_jacobian());
            for j in 2..=entries {
                let half = points[first + j / 2 - 1];
                let even = <C::Shape as super::short::Shape>::double(half);
                points.push(if j % 2 == 0 { even } else { add_mixed(even, affine).point });
            }
            base = <C::Shape as super::short::Shape>::double(points[first + entries - 1]);
        }
        let mut inverses: Vec<_> = points.iter().map(|p| p.z).collect();
        let mut scratch = inverses.clone();
        invert_batch(&mut inverses, &mut scratch, Field::invert_vartime);
        let keep = |(p, z): (&Jacobian<_>, &M::Of<P>)| {
            let Affine { x, y } = p.scaled(*z);
            [machine.keep(x), machine.keep(y)]
        };
        let table = points.iter().zip(&inverses).map(keep).collect();
        Comb { width, rows, complete_from: complete_from::<C::N>(width, rows), table }
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

    /// How many additions one multiplication does, and how many of them are complete.
    #[must_use]
    pub fn additions(&self) -> (usize, usize) {
        (self.rows, self.rows - self.complete_from)
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    pub(super) fn row(&self, i: usize) -> &[[M::Stored<P>; 2]] {
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

/// Returns the generator in every lane.
pub(super) fn generator<C: Curve, M: Machine>(machine: M) -> Affine<M::Of<C::P>> {
    let load = |plain| {
        let lanes = [plain; 16];
        machine.load::<C::P>(&lanes[..M::LANES])
    };
    Affine { x: load(C::G[0]), y: load(C::G[1]) }
}

/// Returns `k G` in each lane, and infinity for 0. Constant-time.
///
/// `k` must be below the order; `L` is the number of lanes.
#[must_use]
pub fn mul_base<C: Curve, M: Machine, const L: usize>(
    machine: M,
    comb: &Comb<M, C::P>,
    k: &Secret<[NLimbs<C>; L]>,
) -> Secret<Jacobian<M::Of<C::P>>> {
    k.map(|k| {
        let mut sum = Jacobian::infinity(generator::<C, M>(machine).x);
        let mut finite = M::Mask::splat(false);
        for i in 0..comb.rows {
            let (point, absent) = entry::<M, C::P, NLimbs<C>, L>(machine, comb, k, i);
            let next = if i < comb.complete_from {
                let next = add_mixed(sum, point).point;
                Jacobian::select(finite, next, point.to_jacobian())
            } else {
                add_mixed_complete::<C::Shape, _>(sum, point, finite)
            };
            sum = Jacobian::select(absent, sum, next);
            finite = finite.or(absent.not());
        }
        sum
    })
}

/// Returns the signed entry of row `i` for each lane and the lanes where the digit is 0.
#[inline(always)]
fn entry<M: Machine, P: Prime, K: Words, const L: usize>(
    machine: M,
    comb: &Comb<M, P>,
    k: &[K; L],
    i: usize,
) -> (Affine<M::Of<P>>, M::Mask) {
    let (magnitude, negative) = lane_digits::<M, K, L>(machine, k, i, comb.width);
    let [x, y] = machine.lookup(comb.row(i), magnitude);
    (Affine { x, y }.negate_if(negative.equals(1)), magnitude.equals(0))
}

/// Returns digit `i` of each lane's scalar: magnitude and sign bit.
#[inline(always)]
pub(super) fn lane_digits<M: Machine, K: Words, const L: usize>(
    machine: M,
    k: &[K; L],
    i: usize,
    width: usize,
) -> (M::Digit, M::Digit) {
    let mut magnitudes = [0; L];
    let mut signs = [0; L];
    for ((magnitude, sign), k) in magnitudes.iter_mut().zip(&mut signs).zip(k) {
        (*magnitude, *sign) = digits::booth(k, i, width);
    }
    (machine.digit(&magnitudes), machine.digit(&signs))
}
