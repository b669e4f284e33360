//! What only test builds can do, beside the slow reference: given nonces, multiples, field
//! programs, groups given at run time.

use num_bigint::BigUint;
use sealane::curve::{Edwards448, Edwards25519};
use sealane::ecc::{Algorithm, PrivateKey};
use sealane::group::edwards::Edwards;
use sealane::hazmat::{Encoding, Point, Scalar};
use sealane::{Digest, Hash, hooks};
use sealane_arith::prime::Prime;
use serde_json::Value;
use std::sync::LazyLock;
use testkit::cases::{self, hex};
use testkit::documents;
use testkit::inputs::{Random, edges};
use testkit::reference::curve::Group;
use testkit::reference::field;

/// Returns the bytes of a number or a string of bytes.
fn unhex(text: &Value) -> Vec<u8> {
    let text = text.as_str().expect("a text");
    documents::unhex(&if text.len() % 2 == 1 { format!("0{text}") } else { text.to_owned() })
}

/// Returns the cases of one operation that have a value, for every curve.
fn of(op: &str) -> impl Iterator<Item = &'static Value> {
    static ALL: LazyLock<Vec<Value>> = LazyLock::new(|| cases::all(&Random::seeded("hooks")));
    let chosen: Vec<&Value> =
        ALL.iter().filter(|case| case["op"] == op && case["expect"] == "value").collect();
    assert!(chosen.len() >= 24, "{} cases of {op}", chosen.len());
    chosen.into_iter()
}

/// Returns the algorithm of a case, whose curve may have `p:` or `n:` before its name.
fn algorithm(case: &Value) -> Algorithm {
    let name = case["curve"].as_str().expect("a name");
    Algorithm::from_name(name.trim_start_matches(['p', 'n'].as_slice()).trim_start_matches(':'))
        .or_else(|| Algorithm::from_name(name))
        .expect("a curve")
}

/// Goal: a given nonce makes the signature of the reference, for every hash; the deterministic
/// nonce is the reference's.
#[test]
fn given_nonces_sign_as_the_reference() {
    for case in of("sign_k") {
        let scalar = unhex(&case["in"]["priv"]);
        let key = PrivateKey::from_bytes(algorithm(case), &scalar).expect("in 1..n");
        let hash = Hash::from_name(case["hash"].as_str().expect("a name")).expect("a hash");
        let digest = Digest::of(hash, &unhex(&case["in"]["msg"]));
        let nonce = unhex(&case["in"]["k"]);
        let signature = hooks::sign_with_nonce(&key, &digest, &nonce).expect("a good nonce");
        assert_eq!(hex(&signature.to_bytes()), case["out"]["sig_raw"], "{case}");
        assert_eq!(hooks::deterministic_nonce(&key, &digest), nonce, "{case}");
    }
}

/// Goal: nonces outside 1..n are refused.
#[test]
fn nonces_out_of_range_are_refused() {
    for (algorithm, group) in Group::all() {
        let five = group.scalar(&5u32.into());
        let key = PrivateKey::from_bytes(algorithm, &five).expect("in 1..n");
        let digest = Digest::raw(&[1; 32]);
        let sign = |k: &BigUint| hooks::sign_with_nonce(&key, &digest, &group.scalar(k));
        assert!(sign(&BigUint::ZERO).is_none() && sign(&group.n).is_none());
        assert!(sign(&(&group.n - 1u32)).is_some() && sign(&BigUint::from(1u32)).is_some());
        assert!(hooks::sign_with_nonce(&key, &digest, &five[1..]).is_none());
    }
}

/// Goal: a half of zero is refused: the digest that makes `e + r d` vanish.
#[test]
fn a_zero_half_is_refused() {
    let mut random = Random::seeded("a_zero_half_is_refused");
    for (algorithm, group) in Group::all() {
        for _ in 0..4 {
            let d = random.structured(&(&group.n - 1u32)) + 1u32;
            let k = random.structured(&(&group.n - 1u32)) + 1u32;
            let r = group.public(&k).0 % &group.n;
            let vanishing = &group.n - &r * &d % &group.n;
            let key = PrivateKey::from_bytes(algorithm, &group.scalar(&d)).expect("in 1..n");
            // The digest as an integer, its lowest bits cut off where the order has not whole
            // bytes.
            let cut = 8 * group.order_bytes() as u64 - group.n.bits();
            let digest = |e: &BigUint| Digest::raw(&group.scalar(&(e << cut)));
            let sign = |e| hooks::sign_with_nonce(&key, &digest(e), &group.scalar(&k));
            assert!(sign(&vanishing).is_none(), "{algorithm}: d = {d:x}, k = {k:x}");
            assert!(sign(&(&vanishing - 1u32)).is_some());
        }
    }
}

/// Goal: multiples of points are the reference's, for factors at and above the order too.
#[test]
fn multiples_are_those_of_the_reference() {
    for case in of("point_mul") {
        let (point, k) = (unhex(&case["in"]["pub"]), unhex(&case["in"]["k"]));
        let product = hooks::point_mul(algorithm(case), &point, &k).expect("a good point");
        assert_eq!(hex(&product), case["out"]["pub"], "{case}");
    }
}

/// Goal: field programs give what big integers give: values at, around and above the modulus, and
/// with limbs as high as they go.
#[test]
fn field_programs_are_those_of_the_reference() {
    let text = |bytes: &[u8]| format!("{:x}", BigUint::from_bytes_be(bytes));
    for case in of("field_eval") {
        let order = case["curve"].as_str().is_some_and(|name| name.starts_with("n:"));
        let program = hooks::field_eval(algorithm(case), order, &unhex(&case["in"]["x"]), 4);
        let program = program.expect("a short curve");
        let list = |values: &[Vec<u8>]| -> Value { values.iter().map(|v| text(v)).collect() };
        assert_eq!(list(&program.sqr_after_adds), case["out"]["sqr_after_adds"], "{case}");
        assert_eq!(list(&program.mul_after_adds), case["out"]["mul_after_adds"], "{case}");
        for (name, value) in [("sub", program.sub), ("neg", program.neg), ("inv", program.inv)] {
            assert_eq!(text(&value), case["out"][name], "{name}: {case}");
        }
    }
}

/// Multiples of public keys by the hook beside those of the low-level module, which walks another
/// way: factors at random, at the ends, at and above the order.
fn edwards_multiples<G: Encoding>(algorithm: Algorithm) {
    let order = field::from_words(G::N::MODULUS.as_ref());
    let mut random = Random::seeded("edwards_multiples");
    let key = PrivateKey::generate(algorithm).expect("randomness").public_key().to_bytes();
    let point = Point::<G>::decode_vartime(&key).expect("a point");
    let edges = [0u32, 1, 2, 15, 16].map(BigUint::from);
    let tops = edges.clone().map(|k| &order + &order - k);
    let drawn = (0..10).map(|_| random.structured(&order));
    for k in edges.into_iter().chain(tops).chain([order.clone(), &order - 1u32]).chain(drawn) {
        let product = hooks::point_mul(algorithm, &key, &k.to_bytes_be()).expect("a good point");
        let scalar = Scalar::<G>::reduce_le_bytes(&k.to_bytes_le()).expect("short");
        assert_eq!(Some(product), point.mul(&scalar).encode(), "{algorithm}: {k:x}");
    }
    assert!(hooks::point_mul(algorithm, &key[1..], &[1]).is_err());
}

/// Field programs modulo the primes of an Edwards curve.
fn edwards_programs<G: Encoding>(algorithm: Algorithm, prime: &BigUint) {
    let order = field::from_words(G::N::MODULUS.as_ref());
    for (is_order, p) in [(false, prime), (true, &order)] {
        for x in edges(p).iter().step_by(7).chain([p, &(p + p - 1u32)]) {
            let program = hooks::field_eval(algorithm, is_order, &x.to_bytes_be(), 3);
            let program = program.expect("an algorithm with hooks");
            let r = x % p;
            let same = |bytes: &[u8], value: BigUint| {
                assert_eq!(BigUint::from_bytes_be(bytes), value, "{algorithm} {x:x}");
            };
            for (j, square) in program.sqr_after_adds.iter().enumerate() {
                same(square, (&r << j) * (&r << j) % p);
                same(&program.mul_after_adds[j], (&r << j) * &r % p);
            }
            same(&program.sub, field::neg(&r, p));
            same(&program.neg, field::neg(&r, p));
            let inverse = if r == BigUint::ZERO { r.clone() } else { field::inv(&r, p) };
            same(&program.inv, inverse);
        }
    }
}

/// Goal: on Edwards curves too, multiples and field programs are right.
#[test]
fn edwards_curves_have_their_hooks() {
    let two = BigUint::from(2u32);
    let p448 = two.pow(448) - two.pow(224) - 1u32;
    edwards_multiples::<Edwards<Edwards25519>>(Algorithm::Ed25519);
    edwards_multiples::<Edwards<Edwards448>>(Algorithm::Ed448);
    for algorithm in [Algorithm::Ed25519, Algorithm::X25519] {
        edwards_programs::<Edwards<Edwards25519>>(algorithm, &(two.pow(255) - 19u32));
    }
    edwards_programs::<Edwards<Edwards448>>(Algorithm::Ed448, &p448);
    assert!(hooks::point_mul(Algorithm::X25519, &[9; 32], &[1]).is_err());
}

/// Goal: a group given at run time has the reference's multiples, and what is no group of the order
/// claimed is refused: a generator off the curve, another order, a prime of no kind we take.
#[test]
fn groups_given_at_run_time_are_those_of_the_reference() {
    for case in of("small_group") {
        let [p, a, b, x, y] = ["p", "a", "b", "gx", "gy"].map(|name| unhex(&case["in"][name]));
        let order = case["in"]["order"].as_u64().expect("an order");
        let group = |p, y| hooks::SmallGroup { p, a: &a, b: &b, g: [&x, y] };
        let multiples = group(&p, &y).multiples(order);
        let multiples = multiples.unwrap_or_else(|| panic!("no group: {case}"));
        assert_eq!(multiples.len() as u64, order);
        let integer = |bytes: &Vec<u8>| BigUint::from_bytes_be(bytes);
        let curve =
            testkit::reference::curve::Curve { p: integer(&p), a: integer(&a), b: integer(&b) };
        let expected = curve.multiples(&Some((integer(&x), integer(&y))), order);
        for (i, (ours, theirs)) in multiples.iter().zip(&expected).enumerate() {
            let ours = ours.as_ref().map(|[x, y]| (integer(x), integer(y)));
            assert_eq!(&ours, theirs, "{i} G of {case}");
        }
        for wrong in [0, 1, order - 1, order + 1, 2 * order, hooks::MAX_MULTIPLES + 1] {
            assert!(group(&p, &y).multiples(wrong).is_none(), "order {wrong} of {case}");
        }
        assert!(group(&p, &p).multiples(order).is_none(), "a coordinate not reduced");
        let mut even = p.clone();
        *even.last_mut().expect("a byte") &= 0xfe;
        assert!(group(&even, &y).multiples(order).is_none(), "no prime");
    }
}
