//! `a G + b Q` for public scalars and points, in variable time.
//!
//! One run of doublings for both (Straus, 1964), and sliding signed windows of non-adjacent form.
//! `Q` and, where there is an endomorphism, its image have tables of odd multiples, and the parts
//! of `b` their digits. The digits of `a` are cut into pieces that are no longer than those parts,
//! and each piece begins where a row of the comb of `G` does, whose odd multiples it takes. So `a`
//! needs no halves: the comb has its upper pieces without a doubling and without an image.

use super::comb::Comb;
use super::glv::{self, Signed};
use super::model::{Entry, Model, NLimbs, Point};
use super::table_vartime;
use sealane_arith::ct::Mask;
use sealane_arith::field::Machine;
use sealane_arith::machine::Phase;
use sealane_arith::prime::{Prime, Words};

/// Digits are odd and below `2^WIDTH` in magnitude, unless the group is smaller than that.
const WIDTH: usize = 4;
/// Odd multiples for digits of that width.
const ENTRIES: usize = 1 << (WIDTH - 1);
/// Odd multiples for the widest digits there are: 5 bits.
const MAX: usize = 16;
/// Digits that a scalar of up to 576 bits can have.
pub(super) const MAX_DIGITS: usize = 577;

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
    machine.span(Phase::Multiplication, || {
        let mut digits = [0i8; MAX_DIGITS];
        let digits = &mut digits[..=G::N::BITS];
        non_adjacent_form(a, comb.width() - 1, digits);
        let row_bits = comb.width() * comb.spacing();
        let rows = (places::<G>() / row_bits).max(1);
        let pieces = || digits.chunks(rows * row_bits).zip((0..).step_by(rows));
        let longest = pieces().map(|(piece, _)| piece.len()).max().unwrap_or(0);
        let width = WIDTH.min(G::N::BITS - 1);
        sum_vartime::<G, M, ENTRIES>(machine, width, b, q, longest, |sum, place| {
            for (piece, row) in pieces() {
                let digit = piece.get(place).copied().unwrap_or(0);
                if digit != 0 {
                    let entry = usize::from(digit.unsigned_abs()) - 1;
                    sum.add(G::recall(machine, comb.row(row), entry), digit);
                }
            }
        })
    })
}

/// Returns `b q` by windows whose odd digits are below `2^width`. Variable-time.
///
/// `width` is 2 to 5 and the order above `2^width`.
#[must_use]
pub fn mul_vartime<G: Model, M: Machine>(
    machine: M,
    width: usize,
    b: &NLimbs<G>,
    q: [M::Of<G::P>; 2],
) -> Point<G, M> {
    assert!((2..=5).contains(&width), "windows have 2 to 5 bits");
    let multiply = || sum_vartime::<G, M, MAX>(machine, width, b, q, 0, |_, _| ());
    machine.span(Phase::Multiplication, multiply)
}

/// How many digits the parts of a scalar have.
fn places<G: Model>() -> usize {
    glv::bits::<G>() + 1
}

/// A sum of entries, and doublings that wait until the next one comes.
struct Sum<G: Model, M: Machine> {
    machine: M,
    point: Point<G, M>,
    waiting: usize,
    /// Whether there is an entry in it: before the first, doublings would double nothing.
    started: bool,
}

impl<G: Model, M: Machine> Sum<G, M> {
    /// Adds an entry, negated if its digit is below 0.
    #[inline(always)]
    fn add(&mut self, entry: Entry<G, M>, digit: i8) {
        self.double();
        let entry = G::negate_if(Mask::splat(digit < 0), entry);
        let add = || G::add_vartime(self.point, entry);
        self.point = self.machine.span(Phase::Addition, add);
        self.started = true;
    }

    /// Does the doublings that wait.
    #[inline(always)]
    fn double(&mut self) {
        if self.waiting > 0 {
            let double = || G::double(self.point, self.waiting);
            self.point = self.machine.span(Phase::Doubling, double);
            self.waiting = 0;
        }
    }
}

/// Returns `b q` and what `others` adds: at each place below `longest`, before the doublings of the
/// places below. As of [`mul_vartime`], with stack for tables of `ROOM` entries, `2^(width-1)` at
/// least.
#[inline(always)]
fn sum_vartime<G: Model, M: Machine, const ROOM: usize>(
    machine: M,
    width: usize,
    b: &NLimbs<G>,
    q: [M::Of<G::P>; 2],
    longest: usize,
    others: impl Fn(&mut Sum<G, M>, usize),
) -> Point<G, M> {
    // A condition that the compiler knows: what is not for this model is not compiled for it.
    if const { G::ENDOMORPHISM.is_some() }
        && let Some(endomorphism) = G::ENDOMORPHISM
    {
        let halves = machine.span(Phase::Halves, || endomorphism.split(b));
        return walk_vartime::<G, M, ROOM, 2>(machine, width, halves, q, longest, others);
    }
    let whole = [Signed::positive(*b)];
    walk_vartime::<G, M, ROOM, 1>(machine, width, whole, q, longest, others)
}

/// Like [`sum_vartime`], for the parts of a scalar, which are those of `q` and of its images.
#[inline(always)]
fn walk_vartime<G: Model, M: Machine, const ROOM: usize, const PARTS: usize>(
    machine: M,
    width: usize,
    parts: [Signed<NLimbs<G>>; PARTS],
    q: [M::Of<G::P>; 2],
    longest: usize,
    others: impl Fn(&mut Sum<G, M>, usize),
) -> Point<G, M> {
    let mut digits = [[0i8; MAX_DIGITS]; PARTS];
    for (digits, part) in digits.iter_mut().zip(&parts) {
        let digits = &mut digits[..places::<G>()];
        non_adjacent_form(&part.magnitude, width, digits);
        if part.negative == 1 {
            digits.iter_mut().for_each(|digit| *digit = -*digit);
        }
    }
    let entries = 1 << (width - 1);
    let mut tables = [[G::entry(q[0], q[1]); ROOM]; PARTS];
    let tables = &mut tables.as_flattened_mut()[..entries * PARTS];
    machine.span(Phase::Table, || {
        table_vartime::odd_multiples::<G, _, ROOM>(q, &mut tables[..entries]);
        glv::images::<G, M::Of<G::P>>(q[0], tables, entries);
    });
    let point = G::neutral(q[0]);
    let mut sum = Sum::<G, M> { machine, point, waiting: 0, started: false };
    for place in (0..longest.max(places::<G>())).rev() {
        sum.waiting += usize::from(sum.started);
        for (part, digits) in digits.iter().enumerate() {
            let digit = digits[place];
            if digit != 0 {
                let entry = usize::from(digit.unsigned_abs() / 2);
                sum.add(tables[part * entries + entry], digit);
            }
        }
        others(&mut sum, place);
    }
    sum.double();
    sum.point
}

/// Writes the digits of `k`: 0 or odd and below `2^width` in magnitude, any two of them more than
/// `width` apart.
pub(super) fn non_adjacent_form<L: Words>(k: &L, width: usize, naf: &mut [i8]) {
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
