//! The ladder of `w v^2 = u^3 + A u^2 + u`: a step gives the double of one point and the sum of
//! both, for all multiples of a point that follow each other.
//!
//! The factor `w` is whatever number but 0. Over any field every `u` is that of a point of such a
//! curve: with `w = u^3 + A u^2 + u` and `v = 1`, or with `v = 0`. So the steps are right for `u`
//! on the curve of RFC 7748 and on its twist, without a distinction.
//!
//! A point is `[x, z]` for `u = x / z`, and infinity is `[x, 0]` with `x` other than 0. That is so
//! of all that a step gives. For `u = 0`, the point of order 2 whose sums the formula does not
//! have, every point of a walk is `[x, 0]` or `[0, z]`, and the result is 0 as RFC 7748 wants it.

use super::edwards::OfMinusOne;
use super::{P, Prover, S, both, in_case, n, names, rule, same, v};
use sealane::group::ladder::{ladder, step};
use sealane::group::quads;
use sealane_arith::field::Machine;
use sealane_arith::quads::QUAD;
use sealane_arith::secret::Secret;
use testkit::machine::each::{Each, EachMask, Together};
use testkit::machine::symbolic::polynomial::{Polynomial, Variable};
use testkit::machine::symbolic::{Case, Symbolic, Truth};

const X1: Variable = 0;
const V1: Variable = 1;
const Z1: Variable = 2;
/// The difference of the two `u`, where it is not 0.
const H: Variable = 3;
const V2: Variable = 4;
const Z2: Variable = 5;
const A24: Variable = 6;
/// The factor of the curve.
const FACTOR: Variable = 7;
/// `w v^2`, where `v` is not 0.
const SIDE: Variable = 8;
const U: Variable = 9;

type F<M> = <M as Machine>::Of<P>;

fn poly(variable: Variable) -> Polynomial {
    Polynomial::variable(variable)
}

fn int(value: i128) -> Polynomial {
    Polynomial::constant(value)
}

/// `A`.
fn a() -> Polynomial {
    int(4) * poly(A24) + int(2)
}

/// `x^3 + A x^2 + x`.
fn right_side(x: &Polynomial) -> Polynomial {
    x.clone() * (x.clone() * x.clone() + a() * x.clone() + int(1))
}

fn case() -> Case {
    let units = vec![Z1, Z2, H, FACTOR, SIDE, U];
    Case { units, constants: vec![(names::A24, poly(A24))], ..Case::default() }
}

/// Runs a step and returns both points.
fn stepped<M: Prover>(swap: Truth, points: [S; 4], u: S) -> [[S; 2]; 2] {
    let [x, z, sum_x, sum_z] =
        step::<F<M>>(M::pose(swap), points.map(M::give), M::give(u), M::give(v(A24)));
    [[x, z], [sum_x, sum_z]].map(|point| point.map(M::take))
}

#[track_caller]
fn is_infinity(what: &str, [x, z]: [S; 2]) {
    assert!(z.vanishes() && x.is_unit(), "{what}");
}

/// Checks that a point is finite with `u` this numerator over this denominator.
#[track_caller]
fn is_at(what: &str, [x, z]: [S; 2], top: S, bottom: S) {
    assert!(z.is_unit() && bottom.is_unit(), "{what}: infinity");
    assert!((x * bottom - top * z).vanishes(), "{what}");
}

/// All of it.
pub(super) fn proof<M: Prover>() {
    doubles::<M>();
    in_case(different(), sum_of_different::<M>);
    in_case(opposite(), sum_of_opposite::<M>);
    in_case(case(), sum_with_infinity::<M>);
    in_case(case(), multiples_of_order_two::<M>);
    in_case(case(), walks::<M>);
    in_case(case(), steps_of_quads::<M>);
}

/// Runs a step that doubles `point`, whichever of the two it is; the other one is any.
fn doubled<M: Prover>([x, z]: [S; 2]) -> [[S; 2]; 2] {
    let other = [v(V2), v(V1)];
    let first = stepped::<M>(both(false), [x, z, other[0], other[1]], v(U))[0];
    let second = stepped::<M>(both(true), [other[0], other[1], x, z], v(U))[0];
    [first, second]
}

/// Doubles: of a point that is not of order 2, of those that are, and of infinity.
fn doubles<M: Prover>() {
    let lower = |to: Polynomial| rule(&[(X1, 3)], to - a() * poly(X1) * poly(X1) - poly(X1));
    let rules = vec![lower(poly(SIDE))];
    in_case(Case { rules, ..case() }, || {
        let (x, side, a) = (v(X1), v(SIDE), S::new(a()));
        // With the slope s = (3 x^2 + 2 A x + 1) / (2 w v): w s^2 - A - 2 x.
        let slope = n(3) * x * x + n(2) * a * x + n(1);
        let top = slope * slope - n(4) * side * (a + n(2) * x);
        for double in doubled::<M>([x * v(Z1), v(Z1)]) {
            is_at("double", double, top, n(4) * side);
        }
    });
    // Of order 2 are 0 and the roots of x^2 + A x + 1, which is not a square: A^2 is not 4.
    in_case(case(), || {
        for double in doubled::<M>([n(0), v(Z1)]) {
            is_infinity("double of 0", double);
        }
        for double in doubled::<M>([v(U), n(0)]) {
            is_infinity("double of infinity", double);
        }
    });
    let rules = vec![rule(&[(X1, 2)], int(-1) - a() * poly(X1))];
    let nonzero = vec![(a() * a() - int(4)) * poly(X1) * poly(X1)];
    in_case(Case { rules, nonzero, ..case() }, || {
        for double in doubled::<M>([v(X1) * v(Z1), v(Z1)]) {
            is_infinity("double of a root", double);
        }
    });
}

/// Two finite points with different `u`, on the curve.
fn different() -> Case {
    let (x1, x2) = (poly(X1), poly(X1) + poly(H));
    let over = poly(FACTOR).inverse().expect("a unit");
    let rules = vec![
        rule(&[(V1, 2)], over.clone() * right_side(&x1)),
        rule(&[(V2, 2)], over * right_side(&x2)),
    ];
    let difference = chord(poly(V2) + poly(V1));
    Case { rules, nonzero: vec![difference], ..case() }
}

/// The `u` of a sum, given what the chord rises by.
fn chord(rise: Polynomial) -> Polynomial {
    let slope = rise * poly(H).inverse().expect("a unit");
    poly(FACTOR) * slope.clone() * slope - a() - poly(X1) - poly(X1) - poly(H)
}

/// The sum, given that `u` is that of the difference and not 0.
fn sum_of_different<M: Prover>() {
    let points = [v(X1) * v(Z1), v(Z1), (v(X1) + v(H)) * v(Z2), v(Z2)];
    let [sum, difference] = [poly(V2) - poly(V1), poly(V2) + poly(V1)].map(chord);
    // Which of the two is doubled need not be known.
    let [_, got] = stepped::<M>(Truth::unknown(), points, S::new(difference));
    is_at("sum", got, S::new(sum), n(1));
}

/// Two opposite points, not of order 2: the difference is the double of one, `(x^2 - 1)^2 / (4 w
/// v^2)`, and not 0.
fn opposite() -> Case {
    let square = poly(X1) * poly(X1);
    let rules = vec![rule(&[(X1, 3)], poly(SIDE) - a() * square.clone() - poly(X1))];
    let root = square - int(1);
    Case { rules, nonzero: vec![root.clone() * root], ..case() }
}

fn sum_of_opposite<M: Prover>() {
    let (x, side, a) = (v(X1), v(SIDE), S::new(a()));
    let slope = n(3) * x * x + n(2) * a * x + n(1);
    let top = slope * slope - n(4) * side * (a + n(2) * x);
    let root = x * x - n(1);
    assert!((top - root * root).vanishes(), "the difference is not 0");
    let points = [x * v(Z1), v(Z1), x * v(Z2), v(Z2)];
    let [_, got] = stepped::<M>(Truth::unknown(), points, v(U));
    is_infinity("sum of opposite points", got);
}

/// One is infinity and the other, up to its sign, the point that the walk began with.
fn sum_with_infinity<M: Prover>() {
    let base = [v(U) * v(Z1), v(Z1)];
    let none = [v(Z2), n(0)];
    for [p, q] in [[none, base], [base, none]] {
        let [_, got] = stepped::<M>(Truth::unknown(), [p[0], p[1], q[0], q[1]], v(U));
        is_at("sum with infinity", got, v(U), n(1));
    }
}

/// With `u = 0` points stay `[x, 0]` or `[0, z]`, zeros too.
fn multiples_of_order_two<M: Prover>() {
    let forms = |x: Variable| [[v(x), n(0)], [n(0), v(x)]];
    for (p, q) in forms(X1).into_iter().flat_map(|p| forms(V1).map(|q| (p, q))) {
        for swap in [false, true] {
            let got = stepped::<M>(both(swap), [p[0], p[1], q[0], q[1]], n(0));
            for [x, z] in got {
                assert!(x.vanishes() || z.vanishes(), "the result is 0");
            }
        }
    }
}

/// The ladder is its steps, each with the points in the order that the bit says.
fn walks<M: Prover>() {
    let u = v(U);
    for k in 0..4 {
        let mut points = [[n(1), n(0)], [u, n(1)]];
        for at in [1, 0] {
            let [[x2, z2], [x3, z3]] = points;
            let one = k >> at & 1 == 1;
            let [double, sum] = stepped::<M>(both(one), [x2, z2, x3, z3], u);
            points = if one { [sum, double] } else { [double, sum] };
        }
        let k = Secret::new([[k]; 2]);
        let got = ladder::<OfMinusOne, M, _, 2>(M::MACHINE, 2, &k, M::give(u));
        same::<M>("walk", &got.reveal("a test may look"), &points[0].map(M::give));
    }
}

/// A step of quads gives what a step gives, the double times 4, whatever its points are.
fn steps_of_quads<M: Prover>() {
    let [x2, z2, x3, z3, u] = [X1, Z1, V2, Z2, U].map(v);
    for swap in [false, true] {
        let [[x, z], [sum_x, sum_z]] = stepped::<M>(both(swap), [x2, z2, x3, z3], u);
        let points = Together([x3 + z3, x3 - z3, x2 + z2, x2 - z2].map(M::give));
        let factors = Together([n(1), u, v(SIDE), S::new(a())].map(M::give));
        let swap = EachMask([M::pose(both(swap)); QUAD]);
        let Together(got) = quads::step::<P, Each<M>>(Each(M::MACHINE), swap, points, factors);
        let wanted = [sum_x + sum_z, sum_x - sum_z, n(4) * (x + z), n(4) * (x - z)];
        same::<M>("step of quads", &got, &wanted.map(M::give));
    }
}

/// Goal: the ladder's steps are doubling and addition, and its walk takes them in order.
#[test]
fn ladder_steps_double_and_add() {
    proof::<Symbolic>();
}

/// Goal: the judge says no: to a sum with another difference, and to a double on another curve.
#[test]
fn wrong_steps_are_refused() {
    let refused =
        |case: Case, proof: fn()| std::panic::catch_unwind(|| in_case(case, proof)).is_err();
    assert!(refused(different(), || {
        let points = [v(X1) * v(Z1), v(Z1), (v(X1) + v(H)) * v(Z2), v(Z2)];
        let [_, got] = stepped::<Symbolic>(both(false), points, v(U));
        is_at("sum", got, S::new(chord(poly(V2) - poly(V1))), n(1));
    }));
    assert!(refused(case(), || {
        let [double, _] = stepped::<Symbolic>(both(false), [v(X1), v(Z1), v(U), n(0)], v(U));
        is_infinity("any double", double);
    }));
}
