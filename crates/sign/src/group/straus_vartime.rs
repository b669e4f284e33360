//! `a G + b Q` for public scalars and points, in variable time.
//!
//! One run of doublings for both (Straus, 1964), and sliding signed windows of non-adjacent form.
//! `Q` and, where there is an endomorphism, its image have tables of odd multiples, and the parts
//! of `b` their digits. The digits of `a` are cut into pieces that are no longer than those parts,
//! and each piece begins where a row of the comb of `G` does, whose odd multiples it takes. So `a`
//! needs no halves: the comb has its upper pieces without a doubling and without an image.

use super::comb::Comb;
use super::glv::{self, Signed};
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
    let mut digits = [0i8; MOST_DIGITS];
    let digits = &mut digits[..=G::N::BITS];
    non_adjacent_form(a, comb.width() - 1, digits);
    let row_bits = comb.width() * comb.spacing();
    let rows = (places::<G>() / row_bits).max(1);
    let pieces = || digits.chunks(rows * row_bits).zip((0..).step_by(rows));
    let longest = pieces().map(|(piece, _)| piece.len()).max().unwrap_or(0);
    let width = WIDTH.min(G::N::BITS - 1);
    sum_vartime::<G, _, ENTRIES>(width, b, q, longest, |sum, place| {
        for (piece, row) in pieces() {
            let digit = piece.get(place).copied().unwrap_or(0);
            if digit != 0 {
                let entry = &comb.row(row)[usize::from(digit.unsigned_abs()) - 1];
                sum.add(G::recall(machine, entry), digit);
            }
        }
    })
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
    sum_vartime::<G, F, MOST>(width, b, q, 0, |_, _| ())
}

/// How many digits the parts of a scalar have.
fn places<G: Model>() -> usize {
    glv::bits::<G>() + 1
}

/// A sum of entries, and doublings that wait until the next one comes.
struct Sum<G: Model, F: Field<P = G::P>> {
    point: G::Point<F>,
    waiting: usize,
    /// Whether there is an entry in it: before the first, doublings would double nothing.
    started: bool,
}

impl<G: Model, F: Field<P = G::P>> Sum<G, F> {
    /// Adds an entry, negated if its digit is below 0.
    #[inline(always)]
    fn add(&mut self, entry: G::Entry<F>, digit: i8) {
        self.double();
        let entry = G::negate_if(Mask::splat(digit < 0), entry);
        self.point = G::add_vartime(self.point, entry);
        self.started = true;
    }

    /// Does the doublings that wait.
    #[inline(always)]
    fn double(&mut self) {
        if self.waiting > 0 {
            self.point = G::double(self.point, self.waiting);
            self.waiting = 0;
        }
    }
}

/// Returns `b q` and what `others` adds: at each place below `longest`, before the doublings of the
/// places below. As of [`mul_vartime`], with stack for tables of `ROOM` entries, `2^(width-1)` at
/// least.
#[inline(always)]
fn sum_vartime<G: Model, F: Field<P = G::P>, const ROOM: usize>(
    width: usize,
    b: &NLimbs<G>,
    q: [F; 2],
    longest: usize,
    others: impl Fn(&mut Sum<G, F>, usize),
) -> G::Point<F> {
    match G::ENDOMORPHISM {
        None => walk_vartime::<G, F, ROOM, 1>(width, [Signed::positive(*b)], q, longest, others),
        Some(endomorphism) => {
            walk_vartime::<G, F, ROOM, 2>(width, endomorphism.split(b), q, longest, others)
        }
    }
}

/// Like [`sum_vartime`], for the parts of a scalar, which are those of `q` and of its images.
#[inline(always)]
fn walk_vartime<G: Model, F: Field<P = G::P>, const ROOM: usize, const PARTS: usize>(
    width: usize,
    parts: [Signed<NLimbs<G>>; PARTS],
    q: [F; 2],
    longest: usize,
    others: impl Fn(&mut Sum<G, F>, usize),
) -> G::Point<F> {
    let mut digits = [[0i8; MOST_DIGITS]; PARTS];
    for (digits, part) in digits.iter_mut().zip(&parts) {
        let digits = &mut digits[..places::<G>()];
        non_adjacent_form(&part.magnitude, width, digits);
        if part.negative == 1 {
            digits.iter_mut().for_each(|digit| *digit = -*digit);
        }
    }
    let mut tables = [[G::entry(q[0], q[1]); ROOM]; PARTS];
    table_vartime::odd_multiples::<G, F, ROOM>(q, &mut tables[0][..1 << (width - 1)]);
    glv::images::<G, F>(q[0], &mut tables.each_mut().map(|table| &mut table[..1 << (width - 1)]));
    let mut sum = Sum::<G, F> { point: G::neutral(q[0]), waiting: 0, started: false };
    for place in (0..longest.max(places::<G>())).rev() {
        sum.waiting += usize::from(sum.started);
        for (digits, table) in digits.iter().zip(&tables) {
            let digit = digits[place];
            if digit != 0 {
                sum.add(table[usize::from(digit.unsigned_abs() / 2)], digit);
            }
        }
        others(&mut sum, place);
    }
    sum.double();
    sum.point
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
