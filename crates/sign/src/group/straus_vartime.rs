//! `a G + b Q` for public scalars and points, in variable time.
//!
//! `b Q` by the sliding signed windows of non-adjacent form with odd multiples of `Q`; `a G` by the
//! comb, which needs no doublings, onto the same accumulator (Straus, 1964, with the rows of the
//! comb in place of the second table).

use super::comb::Comb;
use super::digits;
use super::short::{Affine, Jacobian, Shape, add_mixed};
use super::window::normalize;
use crate::curve::{Curve, NLimbs};
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::prime::{Prime, Words};

/// Digits are odd and below `2^WIDTH` in magnitude, unless the group is smaller than that.
const WIDTH: usize = 4;
/// Entries of the largest table of odd multiples: widths up to 5.
const MOST: usize = 16;
/// Digits that a scalar of up to 576 bits can have.
const MOST_DIGITS: usize = 577;

/// Returns `a G + b q` with one lane. Variable-time: everything here must be public.
///
/// `a` and `b` must be below the order and `q` a point other than infinity.
#[must_use]
pub fn double_scalar_vartime<C: Curve, M: Machine>(
    machine: M,
    comb: &Comb<M, C::P>,
    a: &NLimbs<C>,
    b: &NLimbs<C>,
    q: Affine<M::Of<C::P>>,
) -> Jacobian<M::Of<C::P>> {
    assert_eq!(M::LANES, 1, "variable time has one lane");
    let mut sum = mul_vartime::<C, _>(WIDTH.min(C::N::BITS - 1), b, q);
    for i in 0..comb.rows() {
        let (magnitude, negative) = digits::booth(a, i, comb.width());
        if magnitude != 0 {
            let [x, y] = machine.recall(&comb.row(i)[magnitude as usize - 1]);
            let point = Affine { x, y: if negative == 1 { (-y).carry() } else { y } };
            sum = add_vartime::<C::Shape, _>(sum, point);
        }
    }
    sum
}

/// Returns `b q` by windows whose odd digits are below `2^width`. Variable-time.
///
/// `width` is 2 to 5 and the order above `2^width`.
#[must_use]
pub fn mul_vartime<C: Curve, F: Field<P = C::P>>(
    width: usize,
    b: &NLimbs<C>,
    q: Affine<F>,
) -> Jacobian<F> {
    assert!((2..=5).contains(&width), "windows have 2 to 5 bits");
    let mut naf = [0i8; MOST_DIGITS];
    let naf = &mut naf[..=C::N::BITS];
    non_adjacent_form(b, width, naf);
    let top = naf.iter().rposition(|&digit| digit != 0).map_or(0, |i| i + 1);
    let mut table = [[q.x, q.y]; MOST];
    odd_multiples::<C::Shape, F>(q, &mut table[..1 << (width - 1)]);
    let mut sum = Jacobian::infinity(q.x);
    for &digit in naf[..top].iter().rev() {
        sum = C::Shape::double(sum);
        if digit != 0 {
            let [x, y] = table[usize::from(digit.unsigned_abs() / 2)];
            let point = Affine { x, y: if digit < 0 { (-y).carry() } else { y } };
            sum = add_vartime::<C::Shape, _>(sum, point);
        }
    }
    sum
}

/// Returns `p + q` in every case.
#[inline(always)]
fn add_vartime<S: Shape, F: Field>(p: Jacobian<F>, q: Affine<F>) -> Jacobian<F> {
    if p.z.is_zero().to_bool_vartime() {
        return q.to_jacobian();
    }
    let sum = add_mixed(p, q);
    if sum.x_difference.is_zero().to_bool_vartime() && sum.y_difference.is_zero().to_bool_vartime()
    {
        return S::double(p);
    }
    sum.point
}

/// Writes `q, 3q, 5q, ..` in affine coordinates.
///
/// As all these multiples stay below the order, none is infinity and none but `q` itself meets
/// `2q`.
fn odd_multiples<S: Shape, F: Field>(q: Affine<F>, table: &mut [[F; 2]]) {
    let mut points = [q.to_jacobian(); MOST];
    let mut twice = [[q.x, q.y]];
    normalize(&[S::double(points[0])], &mut twice);
    let twice = Affine { x: twice[0][0], y: twice[0][1] };
    for j in 1..table.len() {
        points[j] = add_mixed(points[j - 1], twice).point;
    }
    normalize(&points[..table.len()], table);
}

/// Writes the digits of `k`: 0 or odd and below `2^width` in magnitude, any two of them more than
/// `width` apart.
fn non_adjacent_form<L: Words>(k: &L, width: usize, naf: &mut [i8]) {
    let words = k.as_ref();
    let bits = |from: usize, n: usize| {
        let at = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
        ((at(from / 64) | at(from / 64 + 1) << 64) >> (from % 64)) as u64 & ((1 << n) - 1)
    };
    let (mut i, mut carry) = (0, 0);
    while i < naf.len() {
        if bits(i, 1) == carry {
            // The bit and the carry make 0 or 2: the digit is 0 and the carry stays as it is.
            i += 1;
            continue;
        }
        let window = (bits(i, width + 1) + carry) as i64;
        carry = (window >> width) as u64 & 1;
        naf[i] = (window - ((carry as i64) << (width + 1))) as i8;
        i += width + 1;
    }
}
