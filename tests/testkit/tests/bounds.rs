//! No formula goes beyond any machine's budget: every one of them on the bounding machine, from
//! rest to rest, so that any chain of them is covered.

use sealane::curve::{BrainpoolP256r1, Curve, NLimbs, P256, PLimbs, Secp256k1};
use sealane::ecc::{ecdh, ecdsa};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::short::{
    Affine, Jacobian, Shape, Short, add, add_affine, add_mixed, add_mixed_complete, is_on_curve,
};
use sealane::group::short_a0::Zero;
use sealane::group::short_a3::MinusThree;
use sealane::group::short_any::Any;
use sealane::group::split_comb::{self, SplitComb};
use sealane::group::straus_vartime::{double_scalar_vartime, mul_vartime};
use sealane::group::window::mul_point;
use sealane_arith::field::{Field, invert_batch, power, sqrt};
use sealane_arith::generated::{Brainpool256P, P256P, Secp256k1P};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use testkit::machine::bounds::{
    Bounds, Ceiling, Either, ForEachBudget, assert_rest, for_all_paths, for_each_budget, refusal,
};
use testkit::machine::budget::{Budget, Signed};
use testkit::toy::{Halved, OfRow, Subgroup};

type F<B, C> = Ceiling<B, <C as Curve>::P>;

fn jacobian<B: Budget, C: Curve>() -> Jacobian<F<B, C>> {
    Jacobian { x: Ceiling::rest(), y: Ceiling::rest(), z: Ceiling::rest() }
}

fn affine<B: Budget, C: Curve>() -> Affine<F<B, C>> {
    Affine { x: Ceiling::rest(), y: Ceiling::rest() }
}

#[track_caller]
fn point_at_rest<B: Budget, P: Prime>(what: &str, p: Jacobian<Ceiling<B, P>>) {
    assert_rest(what, &[p.x, p.y, p.z]);
}

/// Runs each formula of a curve once, from rest, and checks that it ends at rest.
fn check_formulas<B: Budget, C: Curve>() {
    let (p, q) = (jacobian::<B, C>(), affine::<B, C>());
    point_at_rest("doubling", C::Shape::double(p));
    let sums = [
        ("addition of affine points", add_affine(q, q)),
        ("mixed addition", add_mixed(p, q)),
        ("full addition", add(p, p)),
    ];
    for (what, sum) in sums {
        point_at_rest(what, sum.point);
        assert_rest(what, &[sum.x_difference, sum.y_difference]);
    }
    point_at_rest("complete addition", add_mixed_complete::<C::Shape, _>(p, q, Either));
    point_at_rest("lifting", q.to_jacobian());
    point_at_rest("infinity", Jacobian::infinity(p.x));
    point_at_rest("choice", Jacobian::select(Either, p, q.to_jacobian()));
    for Affine { x, y } in [q.negate_if(Either), p.to_affine(Field::invert), p.scaled(p.z)] {
        assert_rest("affine point", &[x, y]);
    }
    assert_rest("right side", &[C::Shape::right_side(q.x, q.x.like(&C::B))]);
    let _ = is_on_curve::<C::Shape, _>(q, q.x.like(&C::B));
}

/// Runs each field algorithm from rest and checks that it ends at rest.
fn check_field_algorithms<B: Budget, P: Prime>() {
    let x = Ceiling::<B, P>::rest();
    assert_rest("power", &[power(x, P::MODULUS.as_ref())]);
    if P::MODULUS.as_ref()[0] % 4 == 3 {
        assert_rest("square root", &[sqrt(x).0]);
    }
    assert_rest("inverse", &[x.invert(), x.invert_vartime()]);
    let mut batch = [x; 5];
    let mut scratch = batch;
    invert_batch(&mut batch, &mut scratch, Field::invert);
    assert_rest("batch of inverses", &batch);
    assert_rest("negation", &[x.negate_if(Either)]);
}

/// Runs whole multiplications and schemes: every way their branches can go.
fn check_walks<B: Budget, C: Curve>(scalar: NLimbs<C>) -> u32 {
    let machine = Bounds::<B>::new();
    let q = affine::<B, C>();
    let lanes = || Secret::new([scalar]);
    let mut ways = 0;
    for (width, spacing) in [(2, 1), (C::COMB_WIDTH, 1), (C::COMB_WIDTH, 3)] {
        let comb = Comb::<Short<C>, Bounds<B>>::spaced(machine, width, spacing);
        let sum = mul_base::<Short<C>, Bounds<B>, 1>(machine, &comb, &lanes());
        point_at_rest("fixed base", sum.reveal("a ceiling is no secret"));
        let product = mul_point::<Short<C>, Bounds<B>, 1>(machine, C::WINDOW, &lanes(), [q.x, q.y]);
        point_at_rest("variable base", product.reveal("a ceiling is no secret"));
        let split = SplitComb::<Short<C>, Bounds<B>>::build(machine, 5, 8);
        let sum = split_comb::mul_base(machine, machine, &split, &Secret::new(scalar));
        point_at_rest("fixed base in all lanes", sum.reveal("a ceiling is no secret"));
        ways += for_all_paths(|| {
            let (d, k, e) = ([lanes()], [lanes()], [[scalar]]);
            let _ = ecdsa::sign::<C, Bounds<B>, 1, 1>(machine, &comb, &d, &k, &e);
        });
        let peer = [[[PLimbs::<C>::ZERO]; 2]; 2];
        let d = [lanes(), lanes()];
        let _ = ecdh::shared_x::<C, Bounds<B>, 1, 2>(machine, &d, &peer);
    }
    ways
}

/// Like `check_walks`, for variable-time code, on a group so small that all ways can be walked.
fn check_vartime_walks<B: Budget, C: Curve>(scalar: NLimbs<C>) -> u32 {
    let machine = Bounds::<B>::new();
    let q = affine::<B, C>();
    let [comb, spaced] =
        [1, 2].map(|spacing| Comb::<Short<C>, Bounds<B>>::spaced(machine, 2, spacing));
    let mut ways = for_all_paths(|| {
        point_at_rest(
            "sliding windows",
            mul_vartime::<Short<C>, Bounds<B>>(machine, 2, &scalar, [q.x, q.y]),
        );
    });
    for comb in [&comb, &spaced] {
        ways += for_all_paths(|| {
            let point = [q.x, q.y];
            let sum = double_scalar_vartime::<Short<C>, _>(machine, comb, &scalar, &scalar, point);
            point_at_rest("joint multiplication", sum);
        });
    }
    ways += for_all_paths(|| {
        let point = [PLimbs::<C>::ZERO; 2];
        let _ = ecdsa::verify_vartime::<C, Bounds<B>>(
            machine, &comb, &point, &scalar, &scalar, &scalar,
        );
    });
    ways
}

struct Formulas;

impl ForEachBudget for Formulas {
    fn on<B: Budget>(&mut self) {
        check_formulas::<B, P256>();
        check_formulas::<B, Secp256k1>();
        check_formulas::<B, BrainpoolP256r1>();
    }
}

/// Goal: every formula of the group stays within every budget and leads from rest to rest, for each
/// shape: a = -3, a = 0 and any a.
#[test]
fn every_formula_stays_within_every_budget() {
    let names = for_each_budget(&mut Formulas);
    assert_eq!(names.len(), 5, "{names:?}");
}

struct FieldAlgorithms;

impl ForEachBudget for FieldAlgorithms {
    fn on<B: Budget>(&mut self) {
        check_field_algorithms::<B, <P256 as Curve>::P>();
        check_field_algorithms::<B, <P256 as Curve>::N>();
    }
}

/// Goal: every field algorithm stays within every budget, modulo the prime and modulo the order.
#[test]
fn every_field_algorithm_stays_within_every_budget() {
    for_each_budget(&mut FieldAlgorithms);
}

struct Walks {
    ways: u32,
}

impl ForEachBudget for Walks {
    fn on<B: Budget>(&mut self) {
        self.ways += check_walks::<B, P256>([u64::MAX, 3, 1 << 63, 0xaaaa_aaaa]);
        self.ways += check_walks::<B, Secp256k1>([u64::MAX, 3, 1 << 63, 0xaaaa_aaaa]);
        self.ways += check_walks::<B, BrainpoolP256r1>([u64::MAX, 3, 1 << 63, 0xaaaa_aaaa]);
        self.ways += check_vartime_walks::<B, Subgroup<MinusThree, P256P, 4, 13, 22>>([11]);
        self.ways += check_vartime_walks::<B, Subgroup<Zero, Secp256k1P, 4, 7, 40>>([5]);
        type Halves = Halved<Subgroup<Zero, Secp256k1P, 4, 199, 42>, 12>;
        self.ways += check_vartime_walks::<B, Halves>([5]);
        type AnyA = Any<OfRow<Brainpool256P, 4, 44>>;
        self.ways += check_vartime_walks::<B, Subgroup<AnyA, Brainpool256P, 4, 7, 44>>([5]);
    }
}

/// Goal: whole multiplications and schemes stay within every budget, whichever way their branches
/// go.
#[test]
fn every_walk_stays_within_every_budget() {
    let mut walks = Walks { ways: 0 };
    for_each_budget(&mut walks);
    println!("{} ways walked", walks.ways);
    assert!(walks.ways > 100, "{} ways", walks.ways);
}

/// Returns the refusal of all formulas under a budget, if there is one.
fn refused<B: Budget>() -> Option<String> {
    refusal(|| {
        check_formulas::<B, P256>();
        check_field_algorithms::<B, <P256 as Curve>::P>();
    })
}

/// Goal: the checker says no to the product's own formulas when a budget is too small, and names
/// the line of the formula. The margins are pinned: how much less each machine could do with.
#[test]
fn a_smaller_budget_is_refused_by_the_formulas_line() {
    assert_eq!(refused::<Signed<0, 2>>(), None, "no sum of more than four goes anywhere");
    assert_eq!(refused::<Signed<0, 5>>(), None, "no sum goes into a product uncarried");
    let no = refused::<Signed<0, 1>>().expect("this budget is too small");
    println!("{no}");
    assert!(no.contains("crates/sealane/src/group/short"), "{no}");
}
