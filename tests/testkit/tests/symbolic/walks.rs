//! The inequalities that keep the incomplete additions of combs, windows and halves right, in exact
//! integers for each curve, with every width and spacing that a table can have.
//!
//! An incomplete addition of `A G` and `D G` is right if `A`, `A + D` and `A - D` are no multiples
//! of the order `n`. Both are sums of digits at places of which none is in both, at most `2^(w-1)`
//! in magnitude, and places are powers of `2^w`. So none of the three is 0 as an integer while a
//! digit of it is not 0: the lowest of those would be a multiple of `2^w`. What is left to show is
//! that none is a multiple of `n` other than 0. What a digit can be follows from `recodings`: the
//! digits from window `t` on add up to the scalar over `2^(w t)`, rounded.

use num_bigint::{BigInt, BigUint};
use num_traits::Signed as _;
use sealane::curve::{
    BrainpoolP256r1, BrainpoolP384r1, BrainpoolP512r1, Curve, P192, P224, P256, P384, P521,
    Secp256k1,
};
use sealane::group::comb::complete_from;
use sealane::group::digits::count;
use sealane::group::model::Operand;
use sealane::group::split_comb::is_safe;
use sealane_arith::prime::Prime;
use testkit::reference::field::from_words;

/// A step of a walk: the addition of an entry, or doublings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Add(Operand),
    Double(usize),
}

/// The rows of each column of a comb in the order of the additions: the columns from high to low,
/// the rows of one from high to low, and of the only one from low to high.
fn columns(bits: usize, width: usize, spacing: usize) -> Vec<(usize, Vec<usize>)> {
    let windows = count(bits, width);
    let rows = windows.div_ceil(spacing);
    let of = |column: usize| {
        let rows = (0..rows).filter(|i| spacing * i + column < windows);
        (column, if spacing == 1 { rows.collect() } else { rows.rev().collect() })
    };
    (0..spacing).rev().map(of).collect()
}

/// Digit `t` of an integer, which is what is left of it from there on less what is left above.
pub(super) fn digit_of(k: &BigInt, width: usize, t: usize) -> BigInt {
    let upper = |t: usize| match t {
        0 => k.magnitude().clone(),
        _ => Order::upper(k.magnitude(), width, t),
    };
    let digit = BigInt::from(upper(t)) - (BigInt::from(upper(t + 1)) << width);
    if k.is_negative() { -digit } else { digit }
}

/// The steps of a comb for a scalar, with the integers of the entries.
pub(super) fn comb_steps(
    k: &BigInt,
    bits: usize,
    width: usize,
    spacing: usize,
    complete_from: usize,
) -> Vec<(Step, BigInt)> {
    let mut steps = Vec::new();
    for (column, rows) in columns(bits, width, spacing) {
        for i in rows {
            let complete = column == 0 && i >= complete_from;
            let operand = if complete { Operand::Any } else { Operand::Other };
            let entry = digit_of(k, width, spacing * i + column) << (width * spacing * i);
            steps.push((Step::Add(operand), entry));
        }
        if column > 0 {
            steps.push((Step::Double(width), BigInt::ZERO));
        }
    }
    steps
}

/// The steps of windows for the parts of a scalar, with their digits.
pub(super) fn window_steps(
    parts: &[BigInt],
    bits: usize,
    width: usize,
    complete: impl Fn(usize) -> bool,
) -> Vec<(Step, BigInt)> {
    let mut steps = Vec::new();
    for i in (0..count(bits, width)).rev() {
        let add = Step::Add(if complete(i) { Operand::Any } else { Operand::Other });
        steps.extend(parts.iter().map(|k| (add, digit_of(k, width, i))));
        if i > 0 {
            steps.push((Step::Double(width), BigInt::ZERO));
        }
    }
    steps
}

/// An order, and what the scalars of a walk can be.
struct Order {
    n: BigUint,
    bits: usize,
}

/// A comb of an order.
#[derive(Debug, Clone, Copy)]
struct Comb {
    width: usize,
    spacing: usize,
    /// The first row whose addition is complete, in the last column.
    complete_from: usize,
}

fn power(bits: usize) -> BigUint {
    BigUint::from(1_u32) << bits
}

impl Order {
    fn of<N: Prime>() -> Self {
        Order { n: from_words(N::MODULUS.as_ref()), bits: N::BITS }
    }

    /// The most that the digits of a scalar up to `most` from window `t` on add up to, over its
    /// place.
    fn upper(most: &BigUint, width: usize, t: usize) -> BigUint {
        if t == 0 { most.clone() } else { (most + power(width * t - 1)) >> (width * t) }
    }

    /// The greatest digit of window `t`, at the place `2^at`.
    fn digit(most: &BigUint, width: usize, t: usize, at: usize) -> BigUint {
        power(width - 1).min(Self::upper(most, width, t)) << at
    }

    /// Whether no incomplete addition of a comb is wrong, for any scalar.
    fn comb_is_right(&self, Comb { width, spacing, complete_from }: Comb) -> bool {
        if spacing == 1 {
            // From low to high. Below window i digits add up to at most 2^(w i - 1).
            let windows = count(self.bits, width);
            let most = &self.n - 1_u32;
            return (1..windows).all(|i| {
                let below = power(width * i - 1);
                let both = &below + Self::digit(&most, width, i, width * i);
                // A complete one has to know whether the accumulator is neutral.
                if i < complete_from { both < self.n } else { below < self.n }
            });
        }
        self.columns_are_right(Comb { width, spacing, complete_from })
    }

    /// With columns, of which the last one comes to the scalar itself, at most half of the order.
    fn columns_are_right(&self, Comb { width, spacing, complete_from }: Comb) -> bool {
        let (windows, most) = (count(self.bits, width), &self.n >> 1);
        let mut met = vec![0; windows];
        // The most that the accumulator can be.
        let mut reach = BigUint::ZERO;
        for (column, rows) in columns(self.bits, width, spacing) {
            reach <<= width;
            for i in rows {
                met[spacing * i + column] += 1;
                let digit =
                    |i: usize| Self::digit(&most, width, spacing * i + column, width * spacing * i);
                let entry = digit(i);
                let mut bound = &reach + &entry;
                if column == 0 {
                    // A + D is the scalar less the rows that are still to come.
                    let rest: BigUint = (0..i).map(digit).sum();
                    bound = bound.min(&most + rest + (&entry << 1));
                    if i >= complete_from {
                        // A multiple of 2^w below 2 n is not n: it is neutral only as 0.
                        let is_known = i > 0 && reach < &self.n << 1;
                        bound = if is_known { BigUint::ZERO } else { self.n.clone() };
                    }
                }
                if bound >= self.n {
                    return false;
                }
                reach += entry;
            }
        }
        met.iter().all(|times| *times == 1)
    }

    /// Whether no incomplete addition of a fixed window is wrong: all but the last one, which is
    /// complete, from high to low.
    fn window_is_right(&self, width: usize, complete: usize) -> bool {
        let most = &self.n - 1_u32;
        (complete..count(self.bits, width)).all(|i| {
            // A multiple of 2^w, so that A = D and A = -D only if both are 0.
            let before = Self::upper(&most, width, i + 1) << width;
            before + Self::digit(&most, width, i, 0) < self.n
        })
    }

    /// Whether no addition of a comb that is split over lanes is wrong: the three steps of the
    /// head of `split_comb.rs`.
    fn split_is_right(&self, width: usize, parts: usize) -> bool {
        let (windows, most) = (count(self.bits, width), &self.n >> 1);
        let half = windows.div_ceil(parts) * parts / 2;
        let sum = |many: usize| -> BigUint {
            (0..many).map(|t| Self::digit(&most, width, t, width * t)).sum()
        };
        // Nothing but n and -n is left to exclude, and they are odd.
        let all = sum(windows) < &self.n << 1 && self.n.bit(0);
        let lower = sum(half.min(windows)) < self.n;
        let last = power(width * half - 1) << 2 < self.n;
        all && lower && last
    }
}

const WIDTHS: std::ops::RangeInclusive<usize> = 2..=8;

/// All tables of a curve: any width and spacing, those in use among them.
fn tables_are_right<C: Curve>() {
    let order = Order::of::<C::N>();
    let comb = |width, spacing| Comb {
        width,
        spacing,
        complete_from: complete_from::<C::N>(width, spacing),
    };
    for width in WIDTHS {
        for spacing in 1..=8 {
            assert!(order.comb_is_right(comb(width, spacing)), "{:?}", comb(width, spacing));
        }
        let rows = count(C::N::BITS, width);
        let never = Comb { complete_from: rows, ..comb(width, 1) };
        assert!(!order.comb_is_right(never), "the check says no: {width}");
    }
    for plan in C::COMBS {
        assert!(WIDTHS.contains(&plan.width) && (1..=8).contains(&plan.spacing));
    }
    for width in 2..=6 {
        assert!(order.window_is_right(width, 1), "windows of {width} bits");
        assert!(!order.window_is_right(width, 0), "the last addition may be a doubling");
        for parts in [2, 4, 8] {
            let safe = is_safe::<C::N>(width, parts);
            assert!(!safe || order.split_is_right(width, parts), "{width} bits, {parts} parts");
        }
    }
    assert!(is_safe::<C::N>(C::SPLIT_COMB_WIDTH, 8) && is_safe::<C::N>(4, 8));
}

/// Goal: no incomplete addition of a comb, of a window or of a comb in lanes meets a case that its
/// formula does not have, on any curve.
#[test]
fn incomplete_additions_meet_no_exception() {
    tables_are_right::<P192>();
    tables_are_right::<P224>();
    tables_are_right::<P256>();
    tables_are_right::<P384>();
    tables_are_right::<P521>();
    tables_are_right::<Secp256k1>();
    tables_are_right::<BrainpoolP256r1>();
    tables_are_right::<BrainpoolP384r1>();
    tables_are_right::<BrainpoolP512r1>();
}

/// Goal: the checks say no: to a split whose bound is missed by one bit, to an even order, and to a
/// comb with columns of which the top row is not complete.
#[test]
fn walks_that_are_not_safe_are_refused() {
    let order = |bits: usize| Order { n: power(bits - 1) + 1_u32, bits };
    // Four blocks of a window of 6 bits in the lower half.
    assert!(order(26).split_is_right(6, 8));
    assert!(!order(25).split_is_right(6, 8));
    assert!(!Order { n: power(25), bits: 26 }.split_is_right(6, 8), "an even order");
    let comb = |complete_from| Comb { width: 5, spacing: 2, complete_from };
    assert!(order(41).comb_is_right(comb(4)));
    assert!(!order(41).comb_is_right(comb(5)), "the top row is not complete");
}

/// The lattice of an endomorphism, by its constants.
struct Lattice {
    n: BigInt,
    lambda: BigInt,
    basis: [[BigInt; 2]; 2],
    quotients: [BigInt; 2],
    shift: usize,
}

/// Reads words in two's complement.
fn complement(words: &[u64]) -> BigInt {
    let value = BigInt::from(from_words(words));
    let bits = 64 * words.len();
    if words[words.len() - 1] >> 63 == 1 { value - (BigInt::from(1) << bits) } else { value }
}

impl Lattice {
    fn of<C: Curve>() -> Self {
        let found = C::ENDOMORPHISM.expect("a curve with an endomorphism");
        let plain = |words: &[u64]| BigInt::from(from_words(words));
        Lattice {
            n: plain(C::N::MODULUS.as_ref()),
            lambda: plain(found.lambda.as_ref()),
            basis: found.minus_basis.map(|vector| vector.map(|x| -complement(x.as_ref()))),
            quotients: found.quotients.map(|x| plain(x.as_ref())),
            shift: found.shift,
        }
    }

    /// Whether both vectors are in the lattice and span it: their determinant is the order.
    fn is_whole(&self) -> bool {
        let [[a1, b1], [a2, b2]] = &self.basis;
        let inside = |x: &BigInt, y: &BigInt| {
            ((x + y * &self.lambda) % &self.n).sign() == num_bigint::Sign::NoSign
        };
        inside(a1, b1) && inside(a2, b2) && a1 * b2 - a2 * b1 == self.n
    }

    /// The greatest magnitude that a half can have, for any scalar: a half is what the rounding of
    /// both factors leaves of the vectors. A factor is off by a half, and by what its quotient is
    /// off, as often as the scalar has it.
    fn greatest_half(&self) -> BigInt {
        let [[a1, b1], [a2, b2]] = &self.basis;
        let one = BigInt::from(1);
        let off = |quotient: &BigInt, exact: &BigInt| {
            let difference = (quotient * &self.n - (exact << self.shift)).abs();
            // Over 2 n 2^shift.
            (&self.n << self.shift) + (&self.n - &one) * difference * 2
        };
        let factors = [off(&self.quotients[0], b2), off(&self.quotients[1], &-b1)];
        let coordinate = |first: &BigInt, second: &BigInt| -> BigInt {
            (&factors[0] * first.abs() + &factors[1] * second.abs()) / (&self.n << (self.shift + 1))
        };
        coordinate(a1, a2).max(coordinate(b1, b2))
    }

    /// Whether every vector but zero has a coordinate of at least `bound` in magnitude. One with
    /// smaller coordinates would be small multiples of the basis, by Cramer's rule: all of those
    /// are tried.
    fn has_none_below(&self, bound: &BigInt) -> bool {
        let size = |v: &[BigInt; 2]| v[0].abs() + v[1].abs();
        let most = |other: &[BigInt; 2]| i64::try_from(bound * size(other) / &self.n);
        let [first, second] = [&self.basis[1], &self.basis[0]].map(|v| most(v).expect("few"));
        let mut all = (-first..=first).flat_map(|s| (-second..=second).map(move |t| (s, t)));
        all.all(|(s, t)| {
            let at = |i: usize| (&self.basis[0][i] * s + &self.basis[1][i] * t).abs();
            (s, t) == (0, 0) || at(0) >= *bound || at(1) >= *bound
        })
    }
}

/// The walk over halves: `A`, `A + D` and `A - D` are vectors with coordinates of at most the half
/// from this window on, and `2^w`, and none is zero. If that is below the shortest vector of the
/// lattice, none of them is in it.
fn halves_are_right<C: Curve>() {
    let found = C::ENDOMORPHISM.expect("a curve with an endomorphism");
    let lattice = Lattice::of::<C>();
    assert!(lattice.is_whole());
    let plain = |words: &[u64]| from_words(words);
    let [most, shortest] = [found.most, found.shortest].map(|x| plain(x.as_ref()));
    assert!(lattice.greatest_half() <= BigInt::from(most.clone()));
    assert!(lattice.has_none_below(&BigInt::from(shortest.clone())));
    assert!(!lattice.has_none_below(&(BigInt::from(shortest.clone()) + 1)), "the check says no");
    let p = plain(C::P::MODULUS.as_ref());
    let beta = plain(found.beta.as_ref());
    assert!(beta != BigUint::from(1_u32) && beta.modpow(&3_u32.into(), &p) == 1_u32.into());
    for (width, i) in (2..=6).flat_map(|w| (0..count(found.bits(), w)).map(move |i| (w, i))) {
        let reach = Order::upper(&most, width, i) + power(width);
        assert!(found.is_complete(i, width) || reach < shortest, "window {i} of {width} bits");
    }
}

/// Goal: the additions of the walk over halves meet no exception where they are not complete, and
/// the bounds of halves and of the lattice that this takes are right for every scalar.
#[test]
fn halves_meet_no_exception() {
    halves_are_right::<Secp256k1>();
}
