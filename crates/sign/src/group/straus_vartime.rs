//! `a G + b Q` for public scalars and points, in variable time.
//!
//! `b Q` by the sliding signed windows of non-adjacent form with odd multiples of `Q`; `a G` by the
//! comb, which needs no doublings, onto the same accumulator (Straus, 1964, with the rows of the
//! comb in place of the second table).

use super::comb::Comb;
use super::digits;
use super::model::{Model, NLimbs, Point};
use super::table_vartime;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::prime::{Prime, Words};

/// Digits are odd and below `2^WIDTH` in magnitude, unless the group is smaller than that.
const WIDTH: usize = 4;
/// Odd multiples for digits of that width.
const ENTRIES: usize = 1 << (WIDTH - 1);
/// Odd multiples for the widest digits there are: 5 bits.
const MOST: usize = 16;
/// Digits that a scalar of up to 576 bits can have.
const MOST_DIGITS: usize = 577;

/// Returns `a G + b q` with one lane. Variable-time: everything here must be public.
///
/// `a` and `b` must be below the order and `q` a point other than the neutral one.
#[must_use]
pub fn double_scalar_vartime<G: Model, M: Machine>(
    machine: M,
    comb: &Comb<G, M>,
    a: &NLimbs<G>,
    b: &NLimbs<G>,
    q: [M::Of<G::P>; 2],
) -> Point<G, M> {
    assert_eq!(M::LANES, 1, "variable time has one lane");
    let mut sum = walk_vartime::<G, _, ENTRIES>(WIDTH.min(G::N::BITS - 1), b, q);
    for i in 0..comb.rows() {
        let (magnitude, negative) = digits::booth(a, i, comb.width());
        if magnitude != 0 {
            let entry = G::recall(machine, &comb.row(i)[magnitude as usize - 1]);
            let entry = G::negate_if(Mask::splat(negative == 1), entry);
            sum = G::add_vartime(sum, entry);
        }
    }
    sum
}

/// Returns `b q` by windows whose odd digits are below `2^width`. Variable-time.
///
/// `width` is 2 to 5 and the order above `2^width`.
#[must_use]
pub fn mul_vartime<G: Model, F: Field<P = G::P>>(
    width: usize,
    b: &NLimbs<G>,
    q: [F; 2],
) -> G::Point<F> {
    assert!((2..=5).contains(&width), "windows have 2 to 5 bits");
    walk_vartime::<G, F, MOST>(width, b, q)
}

/// Like [`mul_vartime`], with stack for a table of `ROOM` entries, `2^(width-1)` at least.
fn walk_vartime<G: Model, F: Field<P = G::P>, const ROOM: usize>(
    width: usize,
    b: &NLimbs<G>,
    q: [F; 2],
) -> G::Point<F> {
    let mut naf = [0i8; MOST_DIGITS];
    let naf = &mut naf[..=G::N::BITS];
    non_adjacent_form(b, width, naf);
    let mut table = [G::entry(q[0], q[1]); ROOM];
    table_vartime::odd_multiples::<G, F, ROOM>(q, &mut table[..1 << (width - 1)]);
    let mut sum = G::neutral(q[0]);
    // Doublings wait until the next digit; those before the first would double the neutral element.
    let mut doublings = 0;
    let mut digits = naf.iter().rev().skip_while(|&&digit| digit == 0).peekable();
    while let Some(&digit) = digits.next() {
        if digit != 0 {
            let entry = table[usize::from(digit.unsigned_abs() / 2)];
            let entry = G::negate_if(Mask::splat(digit < 0), entry);
            sum = G::add_vartime(sum, entry);
        }
        doublings += 1;
        if digits.peek().is_none_or(|&&next| next != 0) {
            let last = digits.peek().is_none();
            if doublings > usize::from(last) {
                sum = G::double(sum, doublings - usize::from(last));
            }
            doublings = 0;
        }
    }
    sum
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
