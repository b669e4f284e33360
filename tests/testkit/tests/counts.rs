//! Operation counts of the formulas and of the multiplications, exactly: one that grows fails here.

use num_bigint::BigUint;
use sealane::curve::{BrainpoolP256r1, Curve, NLimbs, P256, Secp256k1};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::digits;
use sealane::group::short::{
    Affine, Jacobian, Shape as _, Short, add, add_affine, add_mixed, add_mixed_complete,
};
use sealane::group::split_comb::{self, SplitComb};
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
    assert_eq!(cost(&|| Shape::double(p)), (4, 4), "doubling");
    assert_eq!(cost(&|| add_mixed(p, q).point), (8, 3), "mixed addition");
    assert_eq!(cost(&|| add_affine(q, q).point), (4, 2), "addition of affine points");
    assert_eq!(cost(&|| add(p, p).point), (12, 4), "full addition");
    let finite = Mask::splat(true);
    let complete = cost(&|| add_mixed_complete::<Shape, F>(p, q, finite));
    assert_eq!(complete, (8 + 4, 3 + 4), "complete mixed addition: a doubling beside it");
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
    assert_eq!(doubling_of::<P256>(), (4, 4));
    assert_eq!(doubling_of::<Secp256k1>(), (3, 4));
    assert_eq!(doubling_of::<BrainpoolP256r1>(), (4, 6));
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
    let n = Group::of(sealane::ecc::Algorithm::EcBrainpoolP256r1).n;
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
            assert_eq!(ops.products(), (8 * rows + 4, 3 * rows + 4), "width {width}");
            assert_eq!(ops.lookup, rows);
            assert_eq!((ops.invert, ops.invert_vartime), (0, 0));
        }
    }
}

/// Goal: with several windows a row, the doublings between the columns come in, and the addition is
/// complete in the top row of the last column at most; the same for every scalar.
#[test]
fn spacing_costs_a_doubling_for_each_bit_between_columns() {
    let mut seen = [false; 2];
    for (width, spacing) in [(4, 2), (4, 13), (5, 2), (5, 3), (6, 2), (6, 4), (7, 3)] {
        let comb = Comb::<Short<P256>, Count>::spaced(Count, width, spacing);
        let (windows, complete) = comb.additions();
        let doublings = width * (spacing - 1);
        assert_eq!((windows, comb.doublings()), (digits::count(256, width), doublings));
        let rows = windows.div_ceil(spacing);
        assert_eq!(comb.bytes(), rows * (1 << (width - 1)) * 64);
        let top_is_near = width * ((rows - 1) * spacing + 1) + 3 > 256;
        assert_eq!(complete, usize::from(top_is_near), "width {width}, spacing {spacing}");
        seen[complete] = true;
        for k in scalars() {
            let k = Secret::new([words(&k)]);
            let (_, ops) = counting::<P, _>(|| mul_base::<Short<P256>, Count, 1>(Count, &comb, &k));
            let (windows, doublings) = (windows as u64, (doublings + complete) as u64);
            let products = (8 * windows + 4 * doublings, 3 * windows + 4 * doublings);
            assert_eq!(ops.products(), products, "width {width}, spacing {spacing}");
            assert_eq!((ops.lookup, ops.invert, ops.invert_vartime), (windows, 0, 0));
        }
    }
    assert_eq!(seen, [true; 2], "both kinds of top row were among them");
}

/// Goal: one multiple in all lanes costs each lane one mixed addition a row but for the first two,
/// one of affine points for those, and then half of a full addition for each doubling of what is
/// summed up; no doubling, no test for zero, and the same for every scalar. As pinned for P-256:
/// one, five and three.
#[test]
fn a_split_multiplication_costs_one_addition_a_row() {
    for (width, parts, additions) in
        [(4, 8, (9, 3)), (5, 8, (7, 3)), (6, 8, (6, 3)), (5, 4, (13, 2))]
    {
        let comb = SplitComb::<Short<P256>, Count>::build(Count, width, parts);
        assert_eq!(comb.additions(), additions, "width {width}");
        let (rows, sums) = (additions.0 as u64, additions.1 as u64);
        for k in scalars() {
            let k = Secret::new(words(&k));
            let product = || split_comb::mul_base(Count, Count, &comb, &k);
            let (_, ops) = counting::<P, _>(product);
            let products = (4 + 8 * (rows - 2) + 6 * sums, 2 + 3 * (rows - 2) + 2 * sums);
            assert_eq!(ops.products(), products, "width {width}");
            assert_eq!((ops.lookup, ops.zero_test), (rows, 0));
            assert_eq!((ops.invert, ops.invert_vartime), (0, 0));
        }
    }
}

/// Counts variable-base multiplication on a curve whose doubling costs as given.
fn check_variable_base<C: Curve>(doubling: (u64, u64)) {
    let width = C::WINDOW as u64;
    // With an endomorphism two halves are walked at once; else the last addition is complete.
    let (parts, bits) = C::ENDOMORPHISM.map_or((1, C::N::BITS), |by| (2, by.bits()));
    let complete = C::ENDOMORPHISM.map_or(1, |by| 2 * u64::from(by.is_complete(0, C::WINDOW)));
    let windows = bits as u64 / width + 1;
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
    // The walk: a doubling for each bit below the top window, a mixed addition a window and part,
    // and a doubling beside those that are complete. The table: for every even entry a doubling,
    // for every odd one but the first a mixed addition; one inversion for all (3M for each but the
    // first); three products and a squaring to make each affine; a product for the image of each.
    let doublings = (windows - 1) * width + complete + entries / 2;
    let additions = windows * parts + entries / 2 - 1;
    let mul = doubling.0 * doublings + 8 * additions + (3 + 3 + parts - 1) * entries - 3;
    let sqr = doubling.1 * doublings + 3 * additions + entries;
    assert_eq!(ops.products(), (mul, sqr));
    assert_eq!((ops.invert, ops.invert_vartime, ops.lookup), (0, 1, windows * parts));
    println!("variable base: {mul}M + {sqr}S");
}

/// Goal: variable-base multiplication costs the same for every scalar, and what its parts add up
/// to, on a curve of each shape. (The scalars are below the orders of all three.)
#[test]
fn variable_base_multiplication_costs_the_same_for_every_scalar() {
    check_variable_base::<P256>((4, 4));
    check_variable_base::<Secp256k1>((3, 4));
    check_variable_base::<BrainpoolP256r1>((4, 6));
}

/// Returns the places of the digits that are not zero in the non-adjacent form of `b`, lowest
/// first, whose odd digits are below `2^width` in magnitude. Written from the definition, on big
/// integers.
fn non_adjacent_form(b: &BigUint, width: u32) -> Vec<u64> {
    let (mut rest, mut place, mut places) = (b.clone(), 0, Vec::new());
    while rest.bits() > 0 {
        if rest.bit(0) {
            let window = 2u64 << width;
            let digit = rest.iter_u64_digits().next().expect("it is odd") % window;
            rest = if digit > window / 2 { rest + (window - digit) } else { rest - digit };
            places.push(place);
        }
        rest >>= 1u32;
        place += 1;
    }
    places
}

/// Counts the joint multiplication of 200 pairs on a curve whose doubling costs as given, and
/// returns the mean cost.
fn check_joint<C: Curve<N: Prime<Limbs = [u64; 4]>>>(doubling: (u64, u64)) -> (u64, u64) {
    const WIDTH: u32 = 4;
    let comb = Comb::<Short<C>, Count>::build(Count, C::COMB_WIDTH);
    let mut random = Random::from_seed(2);
    let n = from_words(&C::N::MODULUS);
    // Another point than the generator, which would meet its own multiples at the top.
    let [x, y] = C::G.map(|c| Count.load::<C::P>(&[c]));
    let q = (0..99).fold(Affine { x, y }.to_jacobian(), |q, _| C::Shape::double(q));
    let Affine { x, y } = q.to_affine(Field::invert);
    let q = [x, y];
    let rounds = 200;
    let mut total = (0, 0);
    for _ in 0..rounds {
        let (a, b) = (random.integer(&n), random.integer(&n));
        let task =
            || double_scalar_vartime::<Short<C>, Count>(Count, &comb, &words(&a), &words(&b), q);
        let (_, ops) = counting::<C::P, _>(task);
        let (parts, bits) = match C::ENDOMORPHISM {
            None => (vec![b.clone()], C::N::BITS),
            Some(by) => {
                let halves = by.split(&words(&b)).map(|half| from_words(&half.magnitude));
                (halves.to_vec(), by.bits())
            }
        };
        let mut places: Vec<u64> =
            parts.iter().flat_map(|part| non_adjacent_form(part, WIDTH)).collect();
        // The digits of G go to the row of the comb below them that begins a piece.
        let piece = ((bits + 1) / C::COMB_WIDTH * C::COMB_WIDTH) as u64;
        let base = non_adjacent_form(&a, C::COMB_WIDTH as u32 - 1);
        places.extend(base.iter().map(|place| place % piece));
        let (weight, top) = (places.len() as u64, places.iter().max().expect("not zero"));
        // The table: 2q made affine, an addition for each odd multiple but q, all made affine, and
        // a product for the image of each.
        let entries = 1 << (WIDTH - 1);
        let doublings = top + 1;
        let additions = weight - 1 + entries - 1;
        let images = entries * (parts.len() as u64 - 1);
        // The batch of entries shares an inversion at three products for each but the first; 2q has
        // its own.
        let affine = 3 * (entries - 1) + 3 * entries + 3;
        let mul = doubling.0 * doublings + 8 * additions + affine + images;
        let sqr = doubling.1 * doublings + 3 * additions + entries + 1;
        assert_eq!(ops.products(), (mul, sqr), "a = {a:x}, b = {b:x}");
        assert_eq!((ops.invert, ops.invert_vartime), (0, 2));
        total = (total.0 + mul, total.1 + sqr);
    }
    println!("joint multiplication: {}M + {}S in the mean", total.0 / rounds, total.1 / rounds);
    (total.0 / rounds, total.1 / rounds)
}

/// Goal: joint multiplication for public data costs a doubling for each place below the top one,
/// and a mixed addition for each digit that is not zero, but for the first. Exact for 200 pairs on
/// a curve with an endomorphism and on one without; with it, three quarters or less.
#[test]
fn joint_multiplication_costs_one_addition_a_digit() {
    let whole = check_joint::<P256>((4, 4));
    let halves = check_joint::<Secp256k1>((3, 4));
    assert!(halves.0 + halves.1 <= (whole.0 + whole.1) * 3 / 4, "{halves:?} and {whole:?}");
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
        let products = if size == 1 { 0 } else { 3 * size };
        assert_eq!((ops.products(), ops.invert), ((products, 0), 1));
    }
}

/// Goal: signing does one inversion modulo the order, verifying one in variable time. (Modulo the
/// prime, verifying inverts in variable time for its table: the test above counts that.)
#[test]
fn schemes_invert_once() {
    use sealane::ecc::ecdsa;
    let comb = Comb::<Short<P256>, Count>::build(Count, P256::COMB_WIDTH);
    let (d, k, e) = ([5, 0, 0, 0], [7, 0, 0, 1], [11, 0, 0, 2]);
    let sign = || {
        let (d, k) = ([Secret::new([d])], [Secret::new([k])]);
        let [signed] = ecdsa::sign::<P256, Count, 1, 1>(Count, &comb, &d, &k, &[[e]]);
        signed
    };
    let (signed, scalars) = counting::<N, _>(sign);
    assert_eq!(signed.good, 1);
    assert_eq!((scalars.invert, scalars.invert_vartime, scalars.products()), (1, 0, (2, 0)));
    let (_, coordinates) = counting::<P, _>(sign);
    assert_eq!((coordinates.invert, coordinates.invert_vartime), (1, 0));
    let group = Group::of(sealane::ecc::Algorithm::EcP256);
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
