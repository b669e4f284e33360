//! The Edwards formulas and the ladder on the bounding machine, from rest to rest, and on the
//! counting machine, exactly.

use num_bigint::BigUint;
use sealane::curve::{Edwards448, Edwards25519};
use sealane::ecc::{eddsa, xdh};
use sealane::group::comb::{Comb, mul_base};
use sealane::group::edwards::{Edwards, EdwardsCurve, Extended, Form, MinusOne, is_on_curve};
use sealane::group::ladder::ladder;
use sealane::group::model::Model;
use sealane::group::split_comb::{self, SplitComb};
use sealane::group::straus_vartime::{double_scalar_vartime, mul_vartime};
use sealane::group::window::mul_point;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use testkit::inputs::Random;
use testkit::machine::bounds::{
    Bounds, Ceiling, Either, ForEachBudget, assert_rest, for_all_paths, for_each_budget, refusal,
};
use testkit::machine::budget::{Budget, Signed};
use testkit::machine::count::{Count, counting};
use testkit::reference::field::{from_words, to_words};
use testkit::toy::Twisted;

type Seen<B, E> = Extended<Ceiling<B, <E as EdwardsCurve>::P>>;

#[track_caller]
fn point_at_rest<B: Budget, P: Prime>(what: &str, p: Extended<Ceiling<B, P>>) {
    assert_rest(what, &[p.x, p.y, p.z, p.t]);
}

/// Runs each formula of a curve once, from rest, and checks that it ends at rest.
fn check_formulas<B: Budget, E: EdwardsCurve>() {
    let x = Ceiling::<B, E::P>::rest();
    let p: Seen<B, E> = Extended { x, y: x, z: x, t: x };
    let entry = Edwards::<E>::entry(x, x);
    assert_rest("entry", &entry);
    assert_rest("negated entry", &Edwards::<E>::negate_if(Either, entry));
    point_at_rest("lifting", Edwards::<E>::point(x, x));
    point_at_rest("lifted entry", Edwards::<E>::lifted::<Ceiling<B, E::P>>(x, &entry, Either));
    point_at_rest("neutral", Edwards::<E>::neutral(x));
    point_at_rest("addition", Edwards::<E>::add(p, entry));
    for n in 1..=3 {
        point_at_rest("doubling", Edwards::<E>::double(p, n));
    }
    point_at_rest("choice", Edwards::<E>::select(Either, p, p));
    assert_rest("affine point", &Edwards::<E>::affine(&p, x));
    let [up, down] = E::Form::montgomery_u(&p);
    assert_rest("u", &[up * down.invert()]);
    let _ = (Edwards::<E>::is_neutral(&p), is_on_curve::<E, _>(x, x));
}

/// Runs whole multiplications and schemes.
fn check_walks<B: Budget, E: EdwardsCurve>() {
    let machine = Bounds::<B>::new();
    let x = Ceiling::<B, E::P>::rest();
    let mut k = <E::N as Prime>::Limbs::ZERO;
    k.as_mut().fill(0xaaaa_0f0f_8000_0001);
    let [k] = eddsa::reduce::<E::N, Bounds<B>, _, 1>(machine, &[k], 64 * k.as_ref().len());
    let lanes = || Secret::new([k]);
    let comb = Comb::<Edwards<E>, Bounds<B>>::build(machine, 2);
    let sum = mul_base::<Edwards<E>, Bounds<B>, 1>(machine, &comb, &lanes());
    point_at_rest("fixed base", sum.reveal("a ceiling is no secret"));
    let split = SplitComb::<Edwards<E>, Bounds<B>>::build(machine, E::SPLIT_COMB_WIDTH, 8);
    let sum = split_comb::mul_base(machine, machine, &split, &Secret::new(k));
    point_at_rest("fixed base in all lanes", sum.reveal("a ceiling is no secret"));
    let product = mul_point::<Edwards<E>, Bounds<B>, 1>(machine, 5, &lanes(), [x, x]);
    point_at_rest("variable base", product.reveal("a ceiling is no secret"));
    let _ = eddsa::multiple_of_base::<E, Bounds<B>, 1, 2>(machine, &comb, &[lanes(), lanes()]);
    let _ = eddsa::response::<E::N, Bounds<B>, 1>(machine, &lanes(), &[k], &lanes());
    let private = || Secret::new([<E::P as Prime>::Limbs::ZERO]);
    let u = ladder::<E, Bounds<B>, _, 1>(machine, E::P::BITS, &private(), x);
    assert_rest("ladder", &u.reveal("a ceiling is no secret"));
    let two = || [private(), private()];
    let _ = xdh::public_of::<E, Bounds<B>, 1, 2>(machine, &comb, &two());
    for_all_paths(|| {
        let _ = xdh::shared_u::<E, Bounds<B>, 1, 2>(machine, &two(), &[[E::P::MODULUS]; 2]);
    });
}

/// Like `check_walks`, for variable-time code, on a group so small that all ways can be walked.
fn check_vartime_walks<B: Budget, E: EdwardsCurve>(scalar: <E::N as Prime>::Limbs) -> u32 {
    let machine = Bounds::<B>::new();
    let q = [Ceiling::<B, E::P>::rest(); 2];
    let comb = Comb::<Edwards<E>, Bounds<B>>::build(machine, 2);
    let mut ways = for_all_paths(|| {
        point_at_rest(
            "sliding windows",
            mul_vartime::<Edwards<E>, Bounds<B>>(machine, 2, &scalar, q),
        );
    });
    ways += for_all_paths(|| {
        let sum =
            double_scalar_vartime::<Edwards<E>, Bounds<B>>(machine, &comb, &scalar, &scalar, q);
        point_at_rest("joint multiplication", sum);
    });
    let bytes = [0; eddsa::MAX_POINT_BYTES];
    let bytes = &bytes[..eddsa::point_bytes::<E::P>()];
    ways += for_all_paths(|| {
        let _ = eddsa::decode_vartime::<E, Bounds<B>>(machine, bytes);
    });
    ways += for_all_paths(|| {
        let point = [<E::P as Prime>::Limbs::ZERO; 2];
        let _ =
            eddsa::verify_vartime::<E, Bounds<B>>(machine, &comb, &point, bytes, &scalar, &scalar);
    });
    ways
}

type SmallMinus = Twisted<MinusOne, 37, 7, 5, 3, 5, 30, 2>;
type SmallPlus = Twisted<sealane::group::edwards::PlusOne, 31, 7, 6, 13, 16, 25, 2>;

struct Formulas {
    ways: u32,
}

impl ForEachBudget for Formulas {
    fn on<B: Budget>(&mut self) {
        check_formulas::<B, Edwards25519>();
        check_formulas::<B, Edwards448>();
        check_walks::<B, Edwards25519>();
        check_walks::<B, Edwards448>();
        self.ways += check_vartime_walks::<B, SmallMinus>([5]);
        self.ways += check_vartime_walks::<B, SmallPlus>([5]);
    }
}

/// Goal: every formula and every walk of both kinds of curve stays within every budget and leads
/// from rest to rest, whichever way its branches go.
#[test]
fn every_formula_and_walk_stays_within_every_budget() {
    let mut formulas = Formulas { ways: 0 };
    assert!(for_each_budget(&mut formulas).len() >= 4);
    assert!(formulas.ways > 40, "{} ways", formulas.ways);
}

/// Goal: the checker says no to these formulas when a budget is too small, and names their line.
#[test]
fn a_smaller_budget_is_refused_by_the_formulas_line() {
    let refused = [
        refusal(check_formulas::<Signed<0, 1>, Edwards25519>),
        refusal(check_formulas::<Signed<0, 1>, Edwards448>),
    ];
    for no in refused {
        let no = no.expect("this budget is too small");
        assert!(no.contains("crates/sealane/src/group/edwards.rs"), "{no}");
    }
}

fn element<P: Prime>(value: u64) -> <Count as Machine>::Of<P> {
    let mut limbs = P::MODULUS;
    limbs.as_mut()[1] ^= value;
    limbs.as_mut()[0] = value;
    Count.load::<P>(&[limbs])
}

/// Returns the products of addition, doubling, and eight doublings in a row.
fn costs<E: EdwardsCurve>() -> [(u64, u64); 3] {
    let [x, y] = E::G.map(|c| Count.load::<E::P>(&[c]));
    let p = Edwards::<E>::double(Edwards::<E>::point(x, y), 1);
    let entry = Edwards::<E>::entry(x, y);
    let cost = |task: &dyn Fn() -> Extended<_>| counting::<E::P, _>(task).1.products();
    [
        cost(&|| Edwards::<E>::add(p, entry)),
        cost(&|| Edwards::<E>::double(p, 1)),
        cost(&|| Edwards::<E>::double(p, 8)),
    ]
}

/// Goal: the formulas cost what their sources say.
#[test]
fn formulas_cost_what_they_claim() {
    assert_eq!(costs::<Edwards25519>(), [(7, 0), (4, 4), (3 * 8 + 1, 4 * 8)]);
    assert_eq!(costs::<Edwards448>(), [(8, 0), (4, 4), (3 * 8 + 1, 4 * 8)]);
}

/// Checks that fixed-base multiplication and the ladder cost the same for every scalar, and what.
fn same_for_every_scalar<E: EdwardsCurve>(addition: u64) {
    let n = from_words(E::N::MODULUS.as_ref());
    let comb = Comb::<Edwards<E>, Count>::build(Count, E::COMB_WIDTH);
    let mut random = Random::from_seed(3);
    let mut scalars = vec![BigUint::from(0u32), BigUint::from(1u32), &n - 1u32];
    scalars.extend((0..4).map(|_| random.structured(&n)));
    for k in scalars {
        let mut words = <E::N as Prime>::Limbs::ZERO;
        let len = <E::N as Prime>::Limbs::LEN;
        words.as_mut().copy_from_slice(&to_words(&k, len));
        let k = Secret::new([words]);
        let (_, ops) = counting::<E::P, _>(|| mul_base::<Edwards<E>, Count, 1>(Count, &comb, &k));
        let rows = comb.additions().0 as u64;
        assert_eq!((ops.products(), ops.lookup), ((addition * rows, 0), rows));
        assert_eq!((ops.invert, ops.invert_vartime, ops.zero_test), (0, 0, 0));
        let u = element::<E::P>(9);
        let bits = E::P::BITS;
        let (_, ops) = counting::<E::P, _>(|| ladder::<E, Count, _, 1>(Count, bits, &k, u));
        let bits = bits as u64;
        // The quotient is left to the caller.
        assert_eq!(ops.products(), (6 * bits, 4 * bits));
        assert_eq!((ops.invert, ops.invert_vartime, ops.zero_test), (0, 0, 0));
    }
}

/// Goal: fixed-base multiplication costs one addition a window; the ladder six multiplications and
/// four squarings a bit, and one inversion: the same for every scalar.
#[test]
fn secret_multiplications_cost_the_same_for_every_scalar() {
    same_for_every_scalar::<Edwards25519>(7);
    same_for_every_scalar::<Edwards448>(8);
}

/// Checks the cost of a multiple by all lanes.
fn split_costs<E: EdwardsCurve>(addition: u64, rows: [usize; 3]) {
    let n = from_words(E::N::MODULUS.as_ref());
    let mut random = Random::from_seed(4);
    for (rows, width) in rows.into_iter().zip([4, 5, 6]) {
        let comb = SplitComb::<Edwards<E>, Count>::build(Count, width, 8);
        assert_eq!(comb.additions(), (rows, 3), "width {width}");
        for k in [BigUint::ZERO, BigUint::from(1u32), &n - 1u32, random.structured(&n)] {
            let mut words = <E::N as Prime>::Limbs::ZERO;
            words.as_mut().copy_from_slice(&to_words(&k, <E::N as Prime>::Limbs::LEN));
            let k = Secret::new(words);
            let product = || split_comb::mul_base(Count, Count, &comb, &k);
            let (_, ops) = counting::<E::P, _>(product);
            let rows = rows as u64;
            assert_eq!(ops.products(), (1 + addition * (rows - 1) + 5 * 3, 0), "width {width}");
            assert_eq!((ops.lookup, ops.zero_test), (rows, 0));
            assert_eq!((ops.invert, ops.invert_vartime), (0, 0));
        }
    }
}

/// Goal: one multiple in all lanes costs one product for the first row, one addition for each row
/// after it, and half of a full addition, five products, for each doubling of what is summed up:
/// the same for every scalar.
#[test]
fn multiples_by_all_lanes_cost_the_same_for_every_scalar() {
    split_costs::<Edwards25519>(7, [8, 7, 6]);
    split_costs::<Edwards448>(8, [14, 12, 10]);
}

/// Goal: the masks of this test's own machines are what it thinks they are: a formula that tests
/// for zero is seen.
#[test]
fn a_zero_test_is_counted() {
    let x = element::<<Edwards448 as EdwardsCurve>::P>(1);
    let (truth, ops) = counting::<<Edwards448 as EdwardsCurve>::P, _>(|| x.is_zero());
    assert_eq!((truth.to_bits(), ops.zero_test), (0, 1));
}
