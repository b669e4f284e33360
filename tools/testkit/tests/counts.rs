//! Operation counts of the formulas and of the multiplications, exactly: one that grows fails here.

use num_bigint::BigUint;
use sealane::curve::{BrainpoolP256r1, Curve, NLimbs, P256, Secp256k1};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::digits;
use sealane::group::short::{
    Affine, Jacobian, Shape as _, Short, add, add_mixed, add_mixed_complete,
};
use sealane::group::straus_vartime::double_scalar_vartime;
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine, invert_batch, sqrt};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use testkit::inputs::Random;
use testkit::machine::count::{Count, Counted, Ops, counting};
use testkit::reference::curve::Group;
use testkit::reference::field::{from_words, to_words};

type P = <P256 as Curve>::P;
type N = <P256 as Curve>::N;
type F = Counted<P>;
type Shape = <P256 as Curve>::Shape;

fn element(value: u64) -> F {
    Count.load(&[[value, 7, 7, 7]])
}

fn generator() -> Affine<F> {
    let [x, y] = P256::G.map(|c| Count.load::<P>(&[c]));
    Affine { x, y }
}

fn point() -> Jacobian<F> {
    Shape::double(generator().to_jacobian())
}

fn words(k: &BigUint) -> NLimbs<P256> {
    to_words(k, 4).try_into().expect("four words")
}

/// Goal: the formulas cost what their sources say.
#[test]
fn formulas_cost_what_they_claim() {
    let (p, q) = (point(), generator());
    let cost = |task: &dyn Fn() -> Jacobian<F>| counting::<P, _>(task).1.products();
    assert_eq!(cost(&|| Shape::double(p)), (3, 5), "doubling");
    assert_eq!(cost(&|| add_mixed(p, q).point), (8, 3), "mixed addition");
    assert_eq!(cost(&|| add(p, p).point), (12, 4), "full addition");
    let finite = Mask::splat(true);
    let complete = cost(&|| add_mixed_complete::<Shape, F>(p, q, finite));
    assert_eq!(complete, (8 + 3, 3 + 5), "complete mixed addition: a doubling beside it");
}

/// Returns what a doubling of curve `C` costs, taken over a chain of two.
fn doubling_of<C: Curve>() -> (u64, u64) {
    let [x, y] = C::G.map(|c| Count.load::<C::P>(&[c]));
    let twice = || C::Shape::double(C::Shape::double(Affine { x, y }.to_jacobian()));
    let (mul, sqr) = counting::<C::P, _>(twice).1.products();
    assert!(mul % 2 == 0 && sqr % 2 == 0, "each doubling costs the same");
    (mul / 2, sqr / 2)
}

/// Goal: the doubling of each shape costs what its source says: a = -3, a = 0 and any a.
#[test]
fn doublings_cost_what_their_sources_say() {
    assert_eq!(doubling_of::<P256>(), (3, 5));
    assert_eq!(doubling_of::<Secp256k1>(), (2, 5));
    assert_eq!(doubling_of::<BrainpoolP256r1>(), (3, 7));
}

/// Goal: no formula inverts, and none tests for zero but the complete one.
#[test]
fn formulas_have_no_inversion() {
    let (p, q) = (point(), generator());
    let (_, ops) = counting::<P, _>(|| (Shape::double(p), add_mixed(p, q)));
    assert_eq!((ops.invert, ops.invert_vartime, ops.zero_test, ops.select), (0, 0, 0, 0));
}

/// The scalars that a count is taken for.
fn scalars() -> Vec<BigUint> {
    // The least of the orders of 256 bits, so that the scalars are good for all of them.
    let n = Group::of(sealane::Algorithm::EcBrainpoolP256r1).n;
    let mut random = Random::from_seed(1);
    let mut all = vec![BigUint::from(0u32), BigUint::from(1u32), &n - 1u32, &n >> 1];
    all.extend((0..4).map(|_| random.structured(&n)));
    all
}

/// Goal: fixed-base multiplication costs one mixed addition a window, a doubling where the addition
/// must be complete, and nothing else; the same for every scalar, and as pinned for P-256.
#[test]
fn fixed_base_multiplication_costs_one_addition_a_window() {
    for width in [4, 5, 6, 7] {
        let comb = Comb::<Short<P256>, Count>::build(Count, width);
        let (rows, complete) = comb.additions();
        assert_eq!(complete, 1, "only the last row, at width {width}");
        for k in scalars() {
            let k = Secret::new([words(&k)]);
            let (_, ops) = counting::<P, _>(|| mul_base::<Short<P256>, Count, 1>(Count, &comb, &k));
            let rows = rows as u64;
            assert_eq!(ops.products(), (8 * rows + 3, 3 * rows + 5), "width {width}");
            assert_eq!(ops.lookup, rows);
            assert_eq!((ops.invert, ops.invert_vartime), (0, 0));
        }
    }
}

/// Counts variable-base multiplication on a curve whose doubling costs as given.
fn check_variable_base<C: Curve>(doubling: (u64, u64)) {
    let width = C::WINDOW as u64;
    let windows = C::N::BITS as u64 / width + 1;
    let entries = 1 << (width - 1);
    let base = C::G.map(|c| Count.load::<C::P>(&[c]));
    let mut seen: Vec<Ops> = Vec::new();
    for k in scalars() {
        let mut limbs = NLimbs::<C>::ZERO;
        limbs.as_mut().copy_from_slice(&words(&k));
        let k = Secret::new([limbs]);
        let task = || mul_point::<Short<C>, Count, 1>(Count, C::WINDOW, &k, base);
        seen.push(counting::<C::P, _>(task).1);
    }
    seen.dedup();
    let [ops] = seen[..] else { panic!("the cost depends on the scalar: {seen:?}") };
    // The walk: a doubling for each bit below the top window, a mixed addition a window, and a
    // doubling beside the last of them. The table: for each entry from the second on a doubling,
    // for every odd one a mixed addition; one inversion for all (3M each); three products and a
    // squaring to make each affine.
    let doublings = (windows - 1) * width + 1 + entries - 1;
    let additions = windows + entries / 2 - 1;
    let mul = doubling.0 * doublings + 8 * additions + (3 + 3) * entries;
    let sqr = doubling.1 * doublings + 3 * additions + entries;
    assert_eq!(ops.products(), (mul, sqr));
    assert_eq!((ops.invert, ops.invert_vartime, ops.lookup), (0, 1, windows));
}

/// Goal: variable-base multiplication costs the same for every scalar, and what its parts add up
/// to, on a curve of each shape. (The scalars are below the orders of all three.)
#[test]
fn variable_base_multiplication_costs_the_same_for_every_scalar() {
    check_variable_base::<P256>((3, 5));
    check_variable_base::<Secp256k1>((2, 5));
    check_variable_base::<BrainpoolP256r1>((3, 7));
}

/// Returns how many digits the non-adjacent form of `b` has, whose odd digits are below `2^width`
/// in magnitude, and how many of them are not zero. Written from the definition, on big integers.
fn non_adjacent_form(b: &BigUint, width: u32) -> (u64, u64) {
    let (mut rest, mut length, mut weight) = (b.clone(), 0, 0);
    while rest.bits() > 0 {
        if rest.bit(0) {
            let window = 2u64 << width;
            let digit = rest.iter_u64_digits().next().expect("it is odd") % window;
            rest = if digit > window / 2 { rest + (window - digit) } else { rest - digit };
            weight += 1;
        }
        rest >>= 1u32;
        length += 1;
    }
    (length, weight)
}

/// Goal: joint multiplication for public data costs a doubling for each digit of the second scalar
/// but the top one and a mixed addition for each digit of either that is not zero, but for the
/// first. Exact for 200 pairs.
#[test]
fn joint_multiplication_costs_one_addition_a_digit() {
    const WIDTH: u32 = 4;
    let comb = Comb::<Short<P256>, Count>::build(Count, P256::COMB_WIDTH);
    let mut random = Random::from_seed(2);
    let n = Group::of(sealane::Algorithm::EcP256).n;
    let rounds = 200;
    let mut total = (0, 0);
    for _ in 0..rounds {
        let (a, b) = (random.integer(&n), random.integer(&n));
        let task = || {
            double_scalar_vartime::<Short<P256>, Count>(
                Count,
                &comb,
                &words(&a),
                &words(&b),
                [generator().x, generator().y],
            )
        };
        let (_, ops) = counting::<P, _>(task);
        let (length, weight) = non_adjacent_form(&b, WIDTH);
        let comb_digits = (0..comb.additions().0)
            .filter(|&i| digits::booth(&words(&a), i, P256::COMB_WIDTH).0 != 0)
            .count() as u64;
        // The table: 2q made affine, an addition for each odd multiple but q, all made affine.
        let entries = 1 << (WIDTH - 1);
        let doublings = length;
        let additions = weight - 1 + comb_digits + entries - 1;
        let made_affine = entries + 1;
        // The batch of entries shares an inversion at three products each; 2q has its own.
        let mul = 3 * doublings + 8 * additions + (3 + 3) * entries + 3;
        let sqr = 5 * doublings + 3 * additions + made_affine;
        assert_eq!(ops.products(), (mul, sqr), "a = {a:x}, b = {b:x}");
        assert_eq!((ops.invert, ops.invert_vartime), (0, 2));
        total = (total.0 + mul, total.1 + sqr);
    }
    println!("joint multiplication: {}M + {}S in the mean", total.0 / rounds, total.1 / rounds);
}

/// Goal: a square root is one power, and a batch shares one inversion at three products each.
#[test]
fn field_algorithms_cost_what_they_claim() {
    let (_, ops) = counting::<P, _>(|| sqrt(element(5)));
    assert_eq!((ops.invert, ops.zero_test), (0, 1));
    assert!(ops.mul + ops.sqr <= 256 + 64 + 16 + 1, "{ops:?}");
    for size in [1, 2, 10] {
        let mut batch: Vec<F> = (1..=size).map(element).collect();
        let mut scratch = batch.clone();
        let (_, ops) = counting::<P, _>(|| invert_batch(&mut batch, &mut scratch, F::invert));
        assert_eq!((ops.products(), ops.invert), ((3 * size, 0), 1));
    }
}

/// Goal: signing does one inversion modulo the order, verifying one in variable time. (Modulo the
/// prime, verifying inverts in variable time for its table: the test above counts that.)
#[test]
fn schemes_invert_once() {
    use sealane::scheme::ecdsa;
    let comb = Comb::<Short<P256>, Count>::build(Count, P256::COMB_WIDTH);
    let (d, k, e) = ([5, 0, 0, 0], [7, 0, 0, 1], [11, 0, 0, 2]);
    let sign = || {
        let (d, k) = (Secret::new([d]), Secret::new([k]));
        ecdsa::sign::<P256, Count, 1>(Count, &comb, &d, &k, &[e])
    };
    let (signed, scalars) = counting::<N, _>(sign);
    assert_eq!(signed.good, 1);
    assert_eq!((scalars.invert, scalars.invert_vartime, scalars.products()), (1, 0, (2, 0)));
    let (_, coordinates) = counting::<P, _>(sign);
    assert_eq!((coordinates.invert, coordinates.invert_vartime), (1, 0));
    let group = Group::of(sealane::Algorithm::EcP256);
    let (x, y) = group.curve.mul(&BigUint::from(5u32), &group.g).expect("a finite point");
    let q = [words(&x), words(&y)];
    let [r] = signed.r;
    let [s] = signed.s;
    let verify = || ecdsa::verify_vartime::<P256, Count>(Count, &comb, &q, &e, &r, &s);
    let (good, scalars) = counting::<N, _>(verify);
    assert!(good, "r = {:x}", from_words(&r));
    assert_eq!((scalars.invert, scalars.invert_vartime, scalars.products()), (0, 1, (2, 0)));
    let (_, coordinates) = counting::<P, _>(verify);
    assert_eq!(coordinates.invert, 0);
}
