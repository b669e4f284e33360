//! Short Weierstrass curves: every formula gives chord or tangent, in every case it claims to have.
//!
//! Two points other than infinity have different `x`, or are equal, or are opposite: where `x` is
//! the same, `y1^2 = y2^2`. With equal points of order 2, whose tangent is vertical, and infinity,
//! these are all cases there are. `b` does not occur in any formula: a point `(x, y)` is on the
//! curve with `b = y^2 - x^3 - a x`.

use super::{P, Prover, S, both, in_case, is, n, names, rule, same, v};
use sealane::curve::Curve;
use sealane::group::model::{Model, Operand};
use sealane::group::quads::chord::Walk;
use sealane::group::short::{self, Affine, Jacobian, Shape, Short};
use sealane::group::short_a0::Zero;
use sealane::group::short_a3::MinusThree;
use sealane::group::short_any::Any;
use sealane_arith::field::Field;
use testkit::machine::each::{Each, Together};
use testkit::machine::symbolic::polynomial::{Polynomial, Variable};
use testkit::machine::symbolic::{Case, Symbolic, Truth};
use testkit::toy::{Small, Whole};

const X1: Variable = 0;
const Y1: Variable = 1;
const Z1: Variable = 2;
/// `x2 - x1`, where that is not 0.
const H: Variable = 3;
const Y2: Variable = 4;
const Z2: Variable = 5;
const A: Variable = 6;
const B: Variable = 7;

type F<M> = <M as sealane_arith::field::Machine>::Of<P>;
type Pt<M> = Jacobian<F<M>>;

/// A point by its coordinates: `(x / w^2, y / w^3)`. None is infinity.
type Law = Option<[S; 3]>;

/// How two points other than infinity are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    Different,
    Equal,
    /// Equal, of order 2.
    Vertical,
    Opposite,
}

use Relation::{Different, Equal, Opposite, Vertical};

const RELATIONS: [Relation; 4] = [Different, Equal, Vertical, Opposite];

impl Relation {
    fn case(self) -> Case {
        let own = match self {
            Different => vec![H],
            Equal | Opposite => vec![Y1],
            Vertical => vec![],
        };
        let constants = vec![(names::A, Polynomial::variable(A))];
        Case { units: [own, vec![Z1, Z2]].concat(), constants, ..Case::default() }
    }

    /// The affine points.
    fn points(self) -> [[S; 2]; 2] {
        let (x, y) = (v(X1), if self == Vertical { n(0) } else { v(Y1) });
        let other = match self {
            Different => [x + v(H), v(Y2)],
            Equal | Vertical => [x, y],
            Opposite => [x, -y],
        };
        [[x, y], other]
    }

    /// The sum by chord and tangent, on a curve with the given `a`.
    fn sum(self, a: S) -> Law {
        let [[x1, y1], [x2, y2]] = self.points();
        let (rise, run) = match self {
            Different => (y2 - y1, x2 - x1),
            Equal => (n(3) * x1 * x1 + a, n(2) * y1),
            Vertical | Opposite => return None,
        };
        // With the slope s: x = s^2 - x1 - x2 and y = s (x1 - x) - y1.
        let x = rise * rise - (x1 + x2) * run * run;
        let y = rise * (x1 * run * run - x) - y1 * run * run * run;
        Some([x, y, run])
    }
}

fn affine([x, y]: [S; 2]) -> Law {
    Some([x, y, n(1)])
}

fn point<M: Prover>([x, y]: [S; 2], z: Variable) -> Pt<M> {
    let z = v(z);
    let [x, y, z] = [x * z * z, y * z * z * z, z].map(M::give);
    Jacobian { x, y, z }
}

/// Infinity with any coordinates.
fn nowhere<M: Prover>(x: Variable, y: Variable) -> Pt<M> {
    let [x, y, z] = [v(x), v(y), n(0)].map(M::give);
    Jacobian { x, y, z }
}

/// Checks that a point is what the law says.
#[track_caller]
fn gives<M: Prover>(what: &str, got: Pt<M>, law: Law) {
    let [x, y, z] = [got.x, got.y, got.z].map(M::take);
    let right = match law {
        None => z.vanishes(),
        Some([wanted_x, wanted_y, w]) => {
            let same_x = (x * w * w - wanted_x * z * z).vanishes();
            let same_y = (y * w * w * w - wanted_y * z * z * z).vanishes();
            w.is_unit() && z.is_unit() && same_x && same_y
        }
    };
    assert!(right, "{what}");
}

fn coordinates<M: Prover>(p: Pt<M>) -> [F<M>; 3] {
    [p.x, p.y, p.z]
}

/// A curve of each shape, of which no number is used but `a`.
pub(super) type OfMinusThree = Whole<MinusThree, 31, 29, 15, 3, 8>;
pub(super) type OfZero = Whole<Zero, 31, 43, 3, 1, 2>;
pub(super) type OfAny = Whole<Any<Small<31, { names::A }>>, 31, 29, 15, 3, 8>;

/// A curve over the prime of these proofs.
pub(super) trait Short31: Curve<P = P> {
    /// The coefficient, made in a case.
    fn a() -> S;
}

impl Short31 for OfMinusThree {
    fn a() -> S {
        n(-3)
    }
}

impl Short31 for OfZero {
    fn a() -> S {
        n(0)
    }
}

impl Short31 for OfAny {
    fn a() -> S {
        v(A)
    }
}

/// All of it, for one shape.
pub(super) fn proof<C: Short31, M: Prover>() {
    for relation in [Equal, Vertical] {
        in_case(relation.case(), || doublings::<C, M>(relation));
    }
    for relation in RELATIONS {
        in_case(relation.case(), || additions::<C, M>(relation));
        in_case(relation.case(), || accumulations::<C, M>(relation));
        in_case(relation.case(), || comparisons::<C, M>(relation));
    }
    in_case(Different.case(), || with_infinity::<C, M>());
    in_case(Different.case(), || halves::<C, M>(Different));
    in_case(Opposite.case(), || halves::<C, M>(Opposite));
    in_case(Different.case(), || single_points::<C, M>());
    in_case(Different.case(), || tables::<C, M>());
}

/// Doublings and additions of quads.
pub(super) fn proof_of_quads<M: Prover>() {
    for relation in RELATIONS {
        let mut case = relation.case();
        case.constants.push((1, Polynomial::constant(1)));
        in_case(case, || quads::<M>(relation));
    }
}

/// Checks a quad: a point by its law, with `a Z^4` beside it.
#[track_caller]
fn quad_gives<M: Prover>(what: &str, Together([x, y, z, t]): Together<F<M>>, law: Law) {
    let (z_, t) = (M::take(z), M::take(t));
    assert!((t - OfAny::a() * z_ * z_ * z_ * z_).vanishes(), "{what}: a Z^4");
    gives::<M>(what, Jacobian { x, y, z }, law);
}

/// A doubling of quads is right for every point, and an addition unless the points are equal or one
/// is infinity: then `Z` is 0.
fn quads<M: Prover>(relation: Relation) {
    let a = [names::A];
    let walk = Walk::<OfAny, Each<M>>::new(Each(M::MACHINE), &a);
    let quad = |p: Pt<M>| {
        let z = M::take(p.z);
        Together([p.x, p.y, p.z, M::give(OfAny::a() * z * z * z * z)])
    };
    let [p, q] = relation.points();
    let full = quad(point::<M>(p, Z1));
    if relation == Equal || relation == Vertical {
        quad_gives::<M>("double", walk.doubled(full), relation.sum(OfAny::a()));
    }
    quad_gives::<M>("double", walk.doubled(quad(nowhere::<M>(X1, Y1))), None);
    let entry = |[x, y]: [S; 2]| Together([x, y, x, -y].map(M::give));
    let law = relation.sum(OfAny::a()).filter(|_| relation == Different);
    quad_gives::<M>("sum", walk.sum(full, entry(q)), law);
    quad_gives::<M>("sum", walk.sum(quad(nowhere::<M>(X1, Y1)), entry(q)), None);
    quad_gives::<M>("lifted", walk.lifted(entry(q)), affine(q));
    let negated = walk.negated(entry(q));
    same::<M>("negated", &negated.0, &entry([q[0], -q[1]]).0);
}

/// Doubling is right for every point, infinity and those of order 2 included.
fn doublings<C: Short31, M: Prover>(relation: Relation) {
    let p = point::<M>(relation.points()[0], Z1);
    gives::<M>("double", C::Shape::double(p), relation.sum(C::a()));
    gives::<M>("double", C::Shape::double(nowhere::<M>(X1, Y1)), None);
    let twice = C::Shape::double(C::Shape::double(p));
    let model = [Short::<C>::double::<F<M>>(p, 1), Short::<C>::double::<F<M>>(p, 2)];
    same::<M>("double 1", &coordinates::<M>(model[0]), &coordinates::<M>(C::Shape::double(p)));
    same::<M>("double 2", &coordinates::<M>(model[1]), &coordinates::<M>(twice));
}

/// The incomplete additions are right unless the points are equal, which they show; the complete
/// ones are right.
fn additions<C: Short31, M: Prover>(relation: Relation) {
    let [p, q] = relation.points();
    let law = relation.sum(C::a());
    let (full, other) = (point::<M>(p, Z1), point::<M>(q, Z2));
    let [x, y] = q.map(M::give);
    let mixed = short::add_mixed(full, Affine { x, y });
    let [px, py] = p.map(M::give);
    let both_affine = short::add_affine(Affine { x: px, y: py }, Affine { x, y });
    let sums =
        [("add_affine", both_affine), ("add_mixed", mixed), ("add", short::add(full, other))];
    for (what, sum) in sums {
        let [dx, dy] = [sum.x_difference, sum.y_difference].map(M::take);
        match relation {
            Different => assert!(dx.is_unit(), "{what}: the same x"),
            Equal | Vertical => assert!(dx.vanishes() && dy.vanishes(), "{what}: not seen"),
            Opposite => assert!(dx.vanishes() && dy.is_unit(), "{what}: taken for equal"),
        }
        // The exception: infinity comes out in place of the double.
        gives::<M>(what, sum.point, law.filter(|_| relation != Equal));
    }
    gives::<M>("Model::add", Short::<C>::add(full, [x, y]), law.filter(|_| relation != Equal));
    let complete = short::add_mixed_complete::<C::Shape, _>;
    gives::<M>("mixed", complete(full, Affine { x, y }, M::pose(both(true))), law);
    gives::<M>("complete", short::add_complete::<C::Shape, _>(full, other), law);
    gives::<M>("sum", Short::<C>::sum(full, other), law);
    gives::<M>("add_vartime", Short::<C>::add_vartime(full, [x, y]), law);
}

/// Sums in which one or both are infinity.
fn with_infinity<C: Short31, M: Prover>() {
    let [p, q] = Different.points();
    let full = point::<M>(p, Z1);
    let [x, y] = q.map(M::give);
    let none = nowhere::<M>(X1, Y1);
    let (yes, no) = (M::pose(both(true)), M::pose(both(false)));
    let complete = short::add_mixed_complete::<C::Shape, _>;
    gives::<M>("mixed", complete(none, Affine { x, y }, no), affine(q));
    gives::<M>("add_vartime", Short::<C>::add_vartime(none, [x, y]), affine(q));
    for sum in [short::add_complete::<C::Shape, F<M>>, Short::<C>::sum::<F<M>>] {
        gives::<M>("infinity + p", sum(none, full), affine(p));
        gives::<M>("p + infinity", sum(full, none), affine(p));
        gives::<M>("infinity + infinity", sum(none, nowhere::<M>(A, B)), None);
    }
    // The exceptions of the incomplete ones: infinity comes out in place of the other point.
    gives::<M>("add_mixed", short::add_mixed(none, Affine { x, y }).point, None);
    gives::<M>("add", short::add(none, full).point, None);
    gives::<M>("add", short::add(full, none).point, None);
    for operand in [Operand::Lifted, Operand::Other, Operand::Any] {
        let mut sum = none;
        Short::<C>::accumulate(&mut sum, &[x, y], yes, no, operand);
        gives::<M>("accumulate, neutral", sum, affine(q));
        let mut sum = none;
        Short::<C>::accumulate(&mut sum, &[x, y], yes, yes, operand);
        gives::<M>("accumulate, neutral and absent", sum, None);
    }
    gives::<M>("lifted", Short::<C>::lifted(x, &[x, y], no), affine(q));
    gives::<M>("lifted, absent", Short::<C>::lifted(x, &[x, y], yes), None);
}

/// What a walk does with an entry.
fn accumulations<C: Short31, M: Prover>(relation: Relation) {
    let [p, q] = relation.points();
    let (full, entry) = (point::<M>(p, Z1), q.map(M::give));
    let (yes, no) = (M::pose(both(true)), M::pose(both(false)));
    let [x, y] = p.map(M::give);
    let lifted = Short::<C>::lifted(x, &[x, y], no);
    for (begin, operand) in
        [(lifted, Operand::Lifted), (full, Operand::Other), (full, Operand::Any)]
    {
        let mut sum = begin;
        Short::<C>::accumulate(&mut sum, &entry, no, no, operand);
        let complete = operand == Operand::Any;
        let law = relation.sum(C::a()).filter(|_| complete || relation != Equal);
        gives::<M>("accumulate", sum, law);
        let mut sum = begin;
        Short::<C>::accumulate(&mut sum, &entry, no, yes, operand);
        gives::<M>("accumulate, absent", sum, affine(p));
    }
}

/// The sum of two halves of the lanes. The points are not equal.
fn halves<C: Short31, M: Prover>(relation: Relation) {
    let [p, q] = relation.points();
    let law = relation.sum(C::a());
    let both_finite = [point::<Symbolic>(p, Z1), point::<Symbolic>(q, Z2)];
    let [none, other] = [nowhere::<Symbolic>(X1, Y1), nowhere::<Symbolic>(Y2, X1)];
    let cases = [
        (both_finite, Truth::lanes(false, false), law),
        ([none, both_finite[1]], Truth::lanes(true, false), affine(q)),
        ([both_finite[0], none], Truth::lanes(false, true), affine(p)),
        ([none, other], Truth::lanes(true, true), None),
    ];
    for ([lower, upper], neutral, law) in cases {
        let lane = |l: S, u: S| M::give(S::lanes(l, u));
        let [x, y] = [lane(lower.x, upper.x), lane(lower.y, upper.y)];
        let p = Jacobian { x, y, z: lane(lower.z, upper.z) };
        let upper = M::pose(Truth::lanes(false, true));
        let sum = Short::<C>::add_halves(M::MACHINE, &p, upper, M::pose(neutral));
        gives::<M>("add_halves", sum, law);
    }
}

/// Comparisons see the same point whatever its denominator is.
fn comparisons<C: Short31, M: Prover>(relation: Relation) {
    let [p, q] = relation.points();
    let (full, other) = (point::<M>(p, Z1), point::<M>(q, Z2));
    let [none, nowhere] = [nowhere::<M>(X1, Y1), nowhere::<M>(B, A)];
    let equal = Short::<C>::equal::<F<M>>;
    if relation != Different {
        is::<M>("equal", equal(&full, &other), relation != Opposite);
        return;
    }
    is::<M>("equal, different x", equal(&full, &other), false);
    is::<M>("equal, one infinity", equal(&none, &other), false);
    is::<M>("equal, one infinity", equal(&full, &none), false);
    is::<M>("equal, infinity", equal(&none, &nowhere), true);
    is::<M>("is_neutral", Short::<C>::is_neutral::<F<M>>(&full), false);
    is::<M>("is_neutral", Short::<C>::is_neutral::<F<M>>(&none), true);
}

/// Tables of entries: each is found, and zeros where the digit is 0.
fn tables<C: Short31, M: Prover>() {
    let entries = [[X1, Y1], [H, Y2], [A, B]].map(|entry| entry.map(|x| M::give(v(x))));
    let stored = entries.map(|entry| Short::<C>::keep(M::MACHINE, &[entry]));
    let zero = [n(0); 2].map(M::give);
    for (i, wanted) in [zero].iter().chain(&entries).enumerate() {
        let digit = M::MACHINE.digit(&[i as u64; 2]);
        same::<M>("lookup", &Short::<C>::lookup(M::MACHINE, &stored, digit), wanted);
        same::<M>("lookup_own", &Short::<C>::lookup_own(M::MACHINE, &entries, digit), wanted);
        if i > 0 {
            same::<M>("recall", &Short::<C>::recall(M::MACHINE, &stored, i - 1), wanted);
        }
    }
    let [x, y] = entries[0];
    let beta = M::give(v(B));
    let image = [M::give(v(X1) * v(B)), y];
    same::<M>("image", &Short::<C>::image([x, y], beta), &image);
}

/// What is done with one point.
fn single_points<C: Short31, M: Prover>() {
    let [p, q] = Different.points();
    let full = point::<M>(p, Z1);
    let [x, y] = p.map(M::give);
    for truth in [false, true] {
        let mask = M::pose(both(truth));
        let wanted = if truth { [p[0], -p[1]] } else { p };
        gives::<M>("negate", Short::<C>::negate_point_if::<F<M>>(mask, full), affine(wanted));
        let entry = Short::<C>::negate_if::<F<M>>(mask, [x, y]);
        same::<M>("negate_if", &entry, &wanted.map(M::give));
        let Affine { x, y } = Affine { x, y }.negate_if(mask);
        same::<M>("Affine::negate_if", &[x, y], &wanted.map(M::give));
        let chosen = Short::<C>::select::<F<M>>(mask, full, point::<M>(q, Z2));
        gives::<M>("select", chosen, affine(if truth { p } else { q }));
    }
    same::<M>("entry", &Short::<C>::entry(x, y), &[x, y]);
    gives::<M>("point", Short::<C>::point(x, y), affine(p));
    gives::<M>("neutral", Short::<C>::neutral(x), None);
    same::<M>("denominator", &[Short::<C>::denominator(&full)], &[full.z]);
    same::<M>("affine", &Short::<C>::affine(&full, full.z.invert()), &[x, y]);
    let Affine { x: zero, y: other } = nowhere::<M>(X1, Y1).to_affine(Field::invert);
    same::<M>("to_affine", &[zero, other], &[n(0), n(0)].map(M::give));
    let mapped = Short::<C>::map::<F<M>, F<M>>(&full, |x| x.twice());
    same::<M>("map", &coordinates::<M>(mapped), &coordinates::<M>(full).map(|x| x.twice()));
    let right = C::Shape::right_side(x, M::give(v(B)));
    let [x, y] = p;
    same::<M>("right_side", &[right], &[M::give(x * x * x + C::a() * x + v(B))]);
    let b = y * y - x * x * x - C::a() * x;
    for (b, truth) in [(b, true), (b + v(H), false)] {
        let [x, y, b] = [x, y, b].map(M::give);
        is::<M>("is_on_curve", short::is_on_curve::<C::Shape, _>(Affine { x, y }, b), truth);
    }
}

/// Goal: the formulas are the group law on curves with any `a`, with `a = -3` and with `a = 0`.
#[test]
fn short_formulas_are_chord_and_tangent() {
    proof::<OfAny, Symbolic>();
    proof::<OfMinusThree, Symbolic>();
    proof::<OfZero, Symbolic>();
    proof_of_quads::<Symbolic>();
}

/// Goal: the judge says no. The doubling for `a = -3` is none for `a = 0`, the addition is not
/// right for equal points, and a branch is not taken on what is not known.
#[test]
fn wrong_claims_are_refused() {
    let refused = |relation: Relation, proof: fn()| {
        std::panic::catch_unwind(|| in_case(relation.case(), proof)).is_err()
    };
    fn operand() -> Pt<Symbolic> {
        point::<Symbolic>(Equal.points()[0], Z1)
    }
    assert!(!refused(Equal, || {
        gives::<Symbolic>("right", MinusThree::double(operand()), Equal.sum(n(-3)));
    }));
    assert!(refused(Equal, || {
        gives::<Symbolic>("wrong a", MinusThree::double(operand()), Equal.sum(n(0)));
    }));
    assert!(refused(Equal, || {
        let [x, y] = Equal.points()[0];
        let sum = short::add_mixed(operand(), Affine { x, y }).point;
        gives::<Symbolic>("equal points", sum, Equal.sum(n(0)));
    }));
    // A point whose denominator is not 1 was not lifted.
    assert!(refused(Different, || {
        let (no, mut sum) = (Symbolic::pose(both(false)), operand());
        let entry = Different.points()[1];
        Short::<OfAny>::accumulate(&mut sum, &entry, no, no, Operand::Lifted);
        gives::<Symbolic>("not lifted", sum, Different.sum(OfAny::a()));
    }));
    // Of two points whatever nobody knows whether they are equal.
    assert!(refused(Vertical, || {
        let [p, q] = [[v(X1), v(Y1)], [v(H), v(Y2)]];
        Short::<OfAny>::add_vartime(point::<Symbolic>(p, Z1), q);
    }));
}

/// Goal: `(beta x, y)` with `beta^3 = 1` is a homomorphism of `y^2 = x^3 + b`: the image of a sum
/// is the sum of the images.
#[test]
fn images_of_sums_are_sums_of_images() {
    let one = Polynomial::constant(1);
    for relation in [Different, Equal] {
        let rules = vec![rule(&[(B, 3)], one.clone())];
        in_case(Case { rules, ..relation.case() }, || {
            let beta = v(B);
            let [[x1, y1], [x2, y2]] = relation.points();
            let [x, y] = Short::<OfZero>::image([x1, y1], beta);
            same::<Symbolic>("image", &[x, y], &[x1 * beta, y1]);
            let (rise, run) = match relation {
                Different => (y2 - y, beta * x2 - x),
                _ => (n(3) * x * x, n(2) * y),
            };
            let sum_x = rise * rise - (x + beta * x2) * run * run;
            let sum_y = rise * (x * run * run - sum_x) - y * run * run * run;
            let [law_x, law_y, w] = relation.sum(n(0)).expect("a finite sum");
            same::<Symbolic>("x", &[sum_x * w * w], &[beta * law_x * run * run]);
            same::<Symbolic>("y", &[sum_y * w * w * w], &[law_y * run * run * run]);
        });
    }
}
