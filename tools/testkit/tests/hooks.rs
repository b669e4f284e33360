//! What only test builds can do, beside the slow reference: given nonces, multiples, field
//! programs.

use num_bigint::BigUint;
use sealane::{Algorithm, Digest, Hash, PrivateKey, hooks};
use serde_json::Value;
use testkit::cases::{self, hex};
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::to_bytes;

const P256: Algorithm = Algorithm::EcP256;

fn unhex(text: &Value) -> Vec<u8> {
    let text = text.as_str().expect("a text");
    let even = if text.len() % 2 == 1 { format!("0{text}") } else { text.to_owned() };
    let byte = |i: usize| u8::from_str_radix(&even[i..i + 2], 16).expect("hexadecimal");
    (0..even.len()).step_by(2).map(byte).collect()
}

/// Returns the cases of one operation.
fn of(op: &str) -> Vec<Value> {
    let mut all = cases::p256(Random::seeded(op));
    all.retain(|case| case["op"] == op);
    assert!(all.len() >= 10, "{} cases of {op}", all.len());
    all
}

/// Goal: a given nonce makes the signature of the reference, for every hash; the deterministic
/// nonce is the reference's.
#[test]
fn given_nonces_sign_as_the_reference() {
    for case in of("sign_k") {
        let key = PrivateKey::from_bytes(P256, &unhex(&case["in"]["priv"])).expect("in 1..n");
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
    let n = Group::p256().n;
    let key = PrivateKey::from_bytes(P256, &to_bytes(&BigUint::from(5u32), 32)).expect("in 1..n");
    let digest = Digest::raw(&[1; 32]);
    let sign = |k: &BigUint| hooks::sign_with_nonce(&key, &digest, &to_bytes(k, 32));
    assert!(sign(&BigUint::ZERO).is_none() && sign(&n).is_none());
    assert!(sign(&(&n - 1u32)).is_some() && sign(&BigUint::from(1u32)).is_some());
    assert!(hooks::sign_with_nonce(&key, &digest, &[1; 31]).is_none());
}

/// Goal: a half of zero is refused: the digest that makes `e + r d` vanish.
#[test]
fn a_zero_half_is_refused() {
    let group = Group::p256();
    let mut random = Random::seeded("a_zero_half_is_refused");
    for _ in 0..20 {
        let d = random.structured(&(&group.n - 1u32)) + 1u32;
        let k = random.structured(&(&group.n - 1u32)) + 1u32;
        let r = group.curve.mul(&k, &group.g).expect("k is not 0").0 % &group.n;
        let vanishing = &group.n - &r * &d % &group.n;
        let key = PrivateKey::from_bytes(P256, &to_bytes(&d, 32)).expect("in 1..n");
        let sign = |e: &BigUint| {
            hooks::sign_with_nonce(&key, &Digest::raw(&to_bytes(e, 32)), &to_bytes(&k, 32))
        };
        assert!(sign(&vanishing).is_none(), "d = {d:x}, k = {k:x}");
        assert!(sign(&(vanishing - 1u32)).is_some());
    }
}

/// Goal: multiples of points are the reference's, for factors at and above the order too.
#[test]
fn multiples_are_those_of_the_reference() {
    for case in of("point_mul") {
        let (point, k) = (unhex(&case["in"]["pub"]), unhex(&case["in"]["k"]));
        let product = hooks::point_mul(P256, &point, &k).expect("a good point");
        assert_eq!(hex(&product), case["out"]["pub"], "{case}");
    }
}

/// Goal: field programs give what big integers give: values at, around and above the modulus, and
/// with limbs as high as they go.
#[test]
fn field_programs_are_those_of_the_reference() {
    let text = |bytes: &[u8]| format!("{:x}", BigUint::from_bytes_be(bytes));
    for case in of("field_eval") {
        let order = case["curve"] == "n:P-256";
        let program = hooks::field_eval(P256, order, &unhex(&case["in"]["x"]), 4);
        let list = |values: &[Vec<u8>]| -> Value { values.iter().map(|v| text(v)).collect() };
        assert_eq!(list(&program.sqr_after_adds), case["out"]["sqr_after_adds"], "{case}");
        assert_eq!(list(&program.mul_after_adds), case["out"]["mul_after_adds"], "{case}");
        for (name, value) in [("sub", program.sub), ("neg", program.neg), ("inv", program.inv)] {
            assert_eq!(text(&value), case["out"][name], "{name}: {case}");
        }
    }
}
