//! DSA: an extreme key beside random ones, and the length of a nonce as it showed in OpenSSL until
//! CVE-2018-0734.
//!
//! One message beside many, with nonces made of them, is no case: an order that is not close to a
//! power of two refuses one candidate for a nonce in some eight, and how many were refused shows.

use crate::cases::{Case, Make, Operation};
use operations::{Action, Operation as Row, keys};
use sealane::dsa::{Parameters, PrivateKey};
use sealane::{Algorithm, Digest, Hash, Nonces};
use sealane_arith::modulus::Modulus;
use std::hint::black_box;
use testkit::inputs::Random;

const ALGORITHM: Algorithm = Algorithm::Dsa { bits: 2048, order_bits: 256 };
/// Bytes of a private key.
const BYTES: usize = 32;

/// Every case of DSA.
pub fn all() -> Vec<Case> {
    let case = |name: &str, action: Option<Action>, make: fn(&[usize]) -> Operation| {
        let of = action.map(|action| Row { algorithm: ALGORITHM, action });
        let make: Make = Box::new(make);
        Case { name: name.into(), planted: of.is_none(), of, make }
    };
    vec![
        case("dsa-2048-sign", Some(Action::Sign), sign),
        case("dsa-2048-import", Some(Action::Keygen), import),
        case("planted-dsa-length", None, power_as_long_as_the_nonce),
    ]
}

fn parameters() -> Parameters {
    let pem = keys::document(ALGORITHM).expect("there is a key");
    let key = PrivateKey::from_pem(pem).expect("the key is good");
    key.public_key().parameters().clone()
}

/// The key 1, or random bytes below every order of 256 bits.
fn numbers(classes: &[usize]) -> Vec<[u8; BYTES]> {
    let mut random = Random::from_clock();
    let number = |class: &usize| {
        let mut number = [0; BYTES];
        number[BYTES - 1] = 1;
        if *class == 1 {
            number[1..].fill_with(|| random.word() as u8);
        }
        number
    };
    classes.iter().map(number).collect()
}

fn keys(classes: &[usize]) -> Vec<PrivateKey> {
    let of = parameters();
    let key = |x: &[u8; BYTES]| PrivateKey::from_number(&of, x).expect("it is in range");
    numbers(classes).iter().map(key).collect()
}

fn sign(classes: &[usize]) -> Operation {
    let (keys, digest) = (keys(classes), Digest::of(Hash::Sha256, b"timing"));
    Box::new(move |i| {
        // The nonce of a fixed key would be fixed: hedged, it is random in both classes.
        black_box(keys[i].sign_digest(&digest, Nonces::Hedged).expect("it signs"));
    })
}

fn import(classes: &[usize]) -> Operation {
    let (of, numbers) = (parameters(), numbers(classes));
    Box::new(move |i| {
        black_box(PrivateKey::from_number(&of, &numbers[i]).expect("it is in range"));
    })
}

/// A power with as many windows as the nonce has bits: 248 beside 256.
fn power_as_long_as_the_nonce(classes: &[usize]) -> Operation {
    let m = Modulus::new(&[u64::MAX; 32], 2048);
    let bits: Vec<usize> =
        classes.iter().map(|class| if *class == 0 { 248 } else { 256 }).collect();
    let exponent = [u64::MAX; 4];
    Box::new(move |i| {
        black_box(m.pow(black_box(m.one()), &exponent, bits[i]));
    })
}
