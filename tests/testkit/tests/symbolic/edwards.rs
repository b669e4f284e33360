//! Edwards curves: every sum is that of the addition law, and its denominators are never zero.
//!
//! The law of `a x^2 + y^2 = 1 + d x^2 y^2` (Bernstein, Birkner, Joye, Lange, Peters, "Twisted
//! Edwards curves", 2008) is, with `t = d x1 x2 y1 y2`:
//!
//! `x = (x1 y2 + y1 x2) / (1 + t)` and `y = (y1 y2 - a x1 x2) / (1 - t)`.
//!
//! The formulas are shown to be it wherever `t^2` is not 1, and `t^2` is shown not to be 1 for any
//! two points if `a` is a square and `d` is none; of the curves' constants this is computed.

use super::{P, Prover, S, both, in_case, is, n, names, rule, same, v};
use num_bigint::BigUint;
use sealane::curve::{Edwards448, Edwards25519};
use sealane::group::edwards::{
    Edwards, EdwardsCurve, Extended, Form, MinusOne, PlusOne, is_on_curve,
};
use sealane::group::model::{Model, Operand};
use sealane_arith::field::{Field, Machine};
use sealane_arith::prime::Prime;
use testkit::machine::symbolic::polynomial::{Polynomial, Variable};
use testkit::machine::symbolic::{Case, Symbolic, Truth};
use testkit::reference::field::from_words;
use testkit::toy::Twisted;

const X1: Variable = 0;
const Y1: Variable = 1;
const Z1: Variable = 2;
const X2: Variable = 3;
const Y2: Variable = 4;
const Z2: Variable = 5;
const D: Variable = 6;
/// The difference of two coordinates, where it is not 0.
const H: Variable = 7;
const B: Variable = 8;

type F<M> = <M as Machine>::Of<P>;
type Pt<M> = Extended<F<M>>;

/// A curve of each form, of which no number is used.
pub(super) type OfMinusOne = Twisted<MinusOne, 31, 29, { names::D }, 8, 18, { names::A24 }, 3>;
pub(super) type OfPlusOne = Twisted<PlusOne, 31, 29, { names::D }, 8, 18, { names::A24 }, 2>;

/// A curve over the prime of these proofs.
pub(super) trait Edwards31: EdwardsCurve<P = P> {
    /// The coefficient `a`.
    const A: i128;
}

impl Edwards31 for OfMinusOne {
    const A: i128 = -1;
}

impl Edwards31 for OfPlusOne {
    const A: i128 = 1;
}

fn poly(variable: Variable) -> Polynomial {
    Polynomial::variable(variable)
}

fn int(value: i128) -> Polynomial {
    Polynomial::constant(value)
}

/// Two points, in which `t^2` is not 1. That they are on the curve is not asked.
fn two_points() -> Case {
    let t = poly(D) * poly(X1) * poly(Y1) * poly(X2) * poly(Y2);
    let [g, f] = [int(1) + t.clone(), int(1) - t];
    Case {
        units: vec![Z1, Z2, H],
        nonzero: vec![g.clone() * f.clone(), g, f],
        constants: vec![(names::D, poly(D))],
        ..Case::default()
    }
}

/// One point on the curve, in whose double `t^2` is not 1.
fn one_point(a: i128) -> Case {
    let sum = int(a) * poly(X1) * poly(X1) + poly(Y1) * poly(Y1);
    let [g, f] = [sum.clone(), int(2) - sum.clone()];
    Case {
        rules: vec![rule(&[(D, 1), (X1, 2), (Y1, 2)], sum - int(1))],
        nonzero: vec![g.clone() * f.clone(), g, f],
        ..two_points()
    }
}

fn point<M: Prover>([x, y]: [S; 2], z: S) -> Pt<M> {
    let [x, y, z, t] = [x * z, y * z, z, x * y * z].map(M::give);
    Extended { x, y, z, t }
}

fn p() -> [S; 2] {
    [v(X1), v(Y1)]
}

fn q() -> [S; 2] {
    [v(X2), v(Y2)]
}

fn coordinates<M: Prover>(p: Pt<M>) -> [F<M>; 4] {
    [p.x, p.y, p.z, p.t]
}

/// Checks that a point is the sum of two by the law.
#[track_caller]
fn gives_sum<M: Prover>(what: &str, got: Pt<M>, a: i128, [p, q]: [[S; 2]; 2]) {
    let [[x1, y1], [x2, y2]] = [p, q];
    let t = v(D) * x1 * x2 * y1 * y2;
    let top = [x1 * y2 + y1 * x2, y1 * y2 - n(a) * x1 * x2];
    gives::<M>(what, got, top, [n(1) + t, n(1) - t]);
}

/// Checks that a point has these affine coordinates, numerators and denominators.
#[track_caller]
fn gives<M: Prover>(what: &str, got: Pt<M>, top: [S; 2], bottom: [S; 2]) {
    let [x, y, z, t] = coordinates::<M>(got).map(M::take);
    assert!(z.is_unit(), "{what}: z may be 0");
    assert!(bottom.iter().all(|bottom| bottom.is_unit()), "{what}: not a case of the law");
    assert!((x * bottom[0] - top[0] * z).vanishes(), "{what}: x");
    assert!((y * bottom[1] - top[1] * z).vanishes(), "{what}: y");
    assert!((t * z - x * y).vanishes(), "{what}: t");
}

/// All of it, for one form.
pub(super) fn proof<E: Edwards31, M: Prover>() {
    in_case(two_points(), sums::<E, M>);
    in_case(two_points(), single_points::<E, M>);
    in_case(two_points(), tables::<E, M>);
    in_case(one_point(E::A), doublings::<E, M>);
    in_case(two_points(), comparisons::<E, M>);
    in_case(two_points(), partners::<E, M>);
    equations::<E, M>();
}

/// Every sum is that of the law.
fn sums<E: Edwards31, M: Prover>() {
    let law = |what: &str, got: Pt<M>| gives_sum::<M>(what, got, E::A, [p(), q()]);
    let (full, other) = (point::<M>(p(), v(Z1)), point::<M>(q(), v(Z2)));
    law("sum", Edwards::<E>::sum(full, other));
    let entry = Edwards::<E>::entry(M::give(v(X2)), M::give(v(Y2)));
    law("add", Edwards::<E>::add(full, entry));
    law("add_vartime", Edwards::<E>::add_vartime(full, entry));
    let (yes, no) = (M::pose(both(true)), M::pose(both(false)));
    let operands = [Operand::Lifted, Operand::Other, Operand::Any];
    for (neutral, operand) in operands.into_iter().flat_map(|it| [(yes, it), (no, it)]) {
        let mut sum = full;
        Edwards::<E>::accumulate(&mut sum, &entry, neutral, no, operand);
        law("accumulate", sum);
        let mut sum = full;
        Edwards::<E>::accumulate(&mut sum, &entry, neutral, yes, operand);
        same::<M>("accumulate, absent", &coordinates::<M>(sum), &coordinates::<M>(full));
    }
    let negated = Edwards::<E>::negate_if::<F<M>>(yes, entry);
    let [x, y] = q();
    gives_sum::<M>("negated", Edwards::<E>::add(full, negated), E::A, [p(), [-x, y]]);
    law("kept", Edwards::<E>::add(full, Edwards::<E>::negate_if::<F<M>>(no, entry)));
    let lanes = |lower: F<M>, upper: F<M>| M::give(S::lanes(M::take(lower), M::take(upper)));
    let halves = Extended {
        x: lanes(full.x, other.x),
        y: lanes(full.y, other.y),
        z: lanes(full.z, other.z),
        t: lanes(full.t, other.t),
    };
    let upper = M::pose(Truth::lanes(false, true));
    law("add_halves", Edwards::<E>::add_halves(M::MACHINE, &halves, upper, no));
}

/// Tables of entries: each is found, and zeros where the digit is 0.
fn tables<E: Edwards31, M: Prover>() {
    let entries = [[X1, Y1, D], [X2, Y2, H], [D, B, X1]].map(|entry| entry.map(|x| M::give(v(x))));
    let stored = entries.map(|entry| Edwards::<E>::keep(M::MACHINE, &[entry]));
    let zero = [n(0); 3].map(M::give);
    for (i, wanted) in [zero].iter().chain(&entries).enumerate() {
        let digit = M::MACHINE.digit(&[i as u64; 2]);
        same::<M>("lookup", &Edwards::<E>::lookup(M::MACHINE, &stored, digit), wanted);
        same::<M>("lookup_own", &Edwards::<E>::lookup_own(M::MACHINE, &entries, digit), wanted);
        if i > 0 {
            same::<M>("recall", &Edwards::<E>::recall(M::MACHINE, &stored, i - 1), wanted);
        }
    }
}

/// What is done with one point.
fn single_points<E: Edwards31, M: Prover>() {
    let full = point::<M>(p(), v(Z1));
    let [x, y] = p().map(M::give);
    let (yes, no) = (M::pose(both(true)), M::pose(both(false)));
    let one = [n(1), n(1)];
    let entry = Edwards::<E>::entry(x, y);
    gives::<M>("lifted", Edwards::<E>::lifted(x, &entry, no), p(), one);
    let _ = x * full.z;
    gives::<M>("point", Edwards::<E>::point(x, y), p(), one);
    gives::<M>("neutral", Edwards::<E>::neutral(x), [n(0), n(1)], one);
    gives::<M>("absent", Edwards::<E>::lifted(x, &entry, yes), [n(0), n(1)], one);
    let negated = Edwards::<E>::negate_point_if::<F<M>>(yes, full);
    gives::<M>("negate_point_if", negated, [-v(X1), v(Y1)], one);
    let kept = Edwards::<E>::negate_point_if::<F<M>>(no, full);
    gives::<M>("negate_point_if not", kept, p(), one);
    let other = point::<M>(q(), v(Z2));
    gives::<M>("select", Edwards::<E>::select::<F<M>>(yes, full, other), p(), one);
    gives::<M>("select", Edwards::<E>::select::<F<M>>(no, full, other), q(), one);
    same::<M>("denominator", &[Edwards::<E>::denominator(&full)], &[full.z]);
    same::<M>("affine", &Edwards::<E>::affine(&full, full.z.invert()), &[x, y]);
    let mapped = Edwards::<E>::map::<F<M>, F<M>>(&full, |x| x.twice());
    same::<M>("map", &coordinates::<M>(mapped), &coordinates::<M>(full).map(|x| x.twice()));
}

/// The double is the sum of a point and itself; many doublings are one after the other, and the
/// product of coordinates, which those before the last leave out, is not read by them.
fn doublings<E: Edwards31, M: Prover>() {
    let full = point::<M>(p(), v(Z1));
    let twice = Edwards::<E>::double(full, 1);
    gives_sum::<M>("double", twice, E::A, [p(), p()]);
    let unknown = Extended { t: M::give(v(B)), ..full };
    let four = Edwards::<E>::double(Edwards::<E>::double(full, 1), 1);
    let got = Edwards::<E>::double(unknown, 2);
    same::<M>("double 2", &coordinates::<M>(got), &coordinates::<M>(four));
}

/// Comparisons see the same point whatever its denominator is. Two points that differ do so in a
/// coordinate; with `x = 0` there are the neutral one and that of order 2 alone.
fn comparisons<E: Edwards31, M: Prover>() {
    let equal = Edwards::<E>::equal::<F<M>>;
    let neutral = Edwards::<E>::is_neutral::<F<M>>;
    let [x, y] = p();
    let full = point::<M>(p(), v(Z1));
    for (what, other, wanted) in [
        ("the same", [x, y], true),
        ("another x", [x + v(H), v(Y2)], false),
        ("another y", [v(X2), y + v(H)], false),
    ] {
        is::<M>(what, equal(&full, &point::<M>(other, v(Z2))), wanted);
    }
    is::<M>("neutral", neutral(&point::<M>([n(0), n(1)], v(Z1))), true);
    is::<M>("order 2", neutral(&point::<M>([n(0), n(-1)], v(Z1))), false);
    is::<M>("another x", neutral(&point::<M>([v(H), y], v(Z1))), false);
}

/// The way to Montgomery's form, as a fraction.
fn partners<E: Edwards31, M: Prover>() {
    let [x, y, z] = [X1, Y1, Z1].map(v);
    let got = E::Form::montgomery_u(&point::<M>(p(), z));
    let wanted = match E::A {
        -1 => [(n(1) + y) * z, (n(1) - y) * z],
        _ => [y * y * z * z, x * x * z * z],
    };
    same::<M>("u", &got, &wanted.map(M::give));
}

/// A point that the equation is `off` of, which says what `d` is.
fn off_curve(a: i128, off: Polynomial) -> Case {
    let [x, y] = [X1, Y1].map(poly);
    let over = (x.clone() * y.clone()).inverse().expect("a unit");
    let d = (int(a) * x.clone() * x + y.clone() * y - int(1) + off) * over.clone() * over;
    Case { units: vec![X1, Y1, H], constants: vec![(names::D, d)], ..Case::default() }
}

/// The curve's equation.
fn equations<E: Edwards31, M: Prover>() {
    for (off, truth) in [(int(0), true), (poly(H), false)] {
        in_case(off_curve(E::A, off), || {
            let [x, y] = p().map(M::give);
            is::<M>("is_on_curve", is_on_curve::<E, F<M>>(x, y), truth);
        });
    }
    in_case(two_points(), || {
        let [zero, one] = [n(0), n(1)].map(M::give);
        is::<M>("is_on_curve", is_on_curve::<E, F<M>>(zero, one), true);
        is::<M>("is_on_curve", is_on_curve::<E, F<M>>(zero, zero), false);
    });
}

/// Goal: the formulas are the addition law for `a = -1` and `a = 1`.
#[test]
fn edwards_formulas_are_the_law() {
    proof::<OfMinusOne, Symbolic>();
    proof::<OfPlusOne, Symbolic>();
}

/// Goal: no denominator of the law is 0 where `a` is a square and `d` is none. If `t` is 1 or -1,
/// `d` is the square of `(s x1 + t y1) / (x1 y1 (s x2 + y2))` with `s^2 = a`, and of the same with
/// `-y1` and `-y2`. One of them has no 0 below: `x1 y1 y2` is not 0, because `t` is not.
#[test]
fn the_law_has_no_exceptions() {
    let s = H;
    for t in [1, -1] {
        let product = rule(&[(D, 1), (X1, 1), (X2, 1), (Y1, 1), (Y2, 1)], int(t));
        in_case(Case { rules: vec![product], ..Case::default() }, || {
            let [x1, y1, x2, y2, d, s] = [X1, Y1, X2, Y2, D, s].map(v);
            // Zero of a point on the curve.
            let off = |x: S, y: S| s * s * x * x + y * y - n(1) - d * x * x * y * y;
            for sign in [1, -1] {
                let root = |sign: i128| s * x1 + n(sign * t) * y1;
                let below = x1 * y1 * (s * x2 + n(sign) * y2);
                let zero = off(x1, y1) - d * x1 * x1 * y1 * y1 * off(x2, y2);
                let squares = |root: S| root * root - d * below * below;
                assert!((squares(root(sign)) - zero).vanishes(), "d is a square");
                assert!(!(squares(root(-sign)) - zero).vanishes(), "the judge says no");
            }
        });
    }
}

fn is_square(x: &BigUint, p: &BigUint) -> bool {
    x.modpow(&((p - 1u32) / 2u32), p) == BigUint::from(1u32)
}

fn constants<E: EdwardsCurve>(a: i32) {
    let [p, d, a24] = [&E::P::MODULUS, &E::D, &E::A24].map(|words| from_words(words.as_ref()));
    let a_plain = if a < 0 { &p - 1u32 } else { BigUint::from(1u32) };
    assert!(is_square(&a_plain, &p) && !is_square(&d, &p), "the law is complete");
    let wanted = if a < 0 {
        // (A - 2) / 4 with A = 2 (a + d) / (a - d) is d / (a - d).
        let below = (&p + &a_plain - &d) % &p;
        d * below.modpow(&(&p - 2u32), &p) % &p
    } else {
        // (A - 2) / 4 with A = 2 - 4 d.
        &p - d
    };
    assert_eq!(a24, wanted, "the partner in Montgomery's form");
}

/// Goal: of the curves in use `a` is a square and `d` is none, and the constant of the ladder is
/// that of the partner in Montgomery's form, by computation.
#[test]
fn constants_are_those_of_complete_curves() {
    constants::<Edwards25519>(-1);
    constants::<Edwards448>(1);
    assert!(
        std::panic::catch_unwind(|| constants::<Edwards25519>(1)).is_err(),
        "the check says no"
    );
}

/// Goal: the maps lead to the partner `w v^2 = u^3 + A u^2 + u`: for `a = -1` with
/// `u = (1 + y) / (1 - y)`, `v = u / x`, `A = 2 (a + d) / (a - d)` and `w = 4 / (a - d)`, and for
/// `a = 1` with `u = y^2 / x^2`, `v = (2 - x^2 - y^2) y / x^3`, `A = 2 - 4 d` and `w = 1`.
#[test]
fn montgomery_partners_are_reached() {
    in_case(one_point(-1), || {
        let ([x, y], d) = (p(), v(D));
        let (top, below, a) = (n(1) + y, n(1) - y, n(-1));
        // Both sides times (a - d) x^2 (1 - y)^2 / u.
        let left = n(4) * top * below;
        let right = x * x * ((a - d) * (top * top + below * below) + n(2) * (a + d) * top * below);
        assert!((left - right).vanishes());
    });
    in_case(one_point(1), || {
        let ([x, y], d) = (p(), v(D));
        let (xx, yy) = (x * x, y * y);
        // Both sides times x^6 / y^2.
        let left = (n(2) - xx - yy) * (n(2) - xx - yy);
        let right = yy * yy + (n(2) - n(4) * d) * xx * yy + xx * xx;
        assert!((left - right).vanishes());
    });
}
