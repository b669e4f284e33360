//! What a batch leaves of its secrets: nothing on the stack that its lanes have used.

use num_bigint::BigUint;
use sealane::ecc::batch::{SignItem, sign_batch};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, derive_batch};
use sealane::{Nonces, backend};
use sealane_arith::generated::{P448N, P25519N};
use sealane_arith::prime::Prime;
use sealane_measure::stack::{depth, residue};
use std::hint::black_box;
use std::sync::{Mutex, PoisonError};
use testkit::reference::field::from_words;

/// Items of a batch, in lanes without one left over.
const ITEMS: usize = 64;

/// Private keys of bytes that are nowhere else.
fn keys(algorithm: Algorithm) -> Vec<PrivateKey> {
    let byte = |item: usize, at: usize| (item * 151 + at * 59 + at * at * 7 + 13) as u8;
    let key = |item| {
        let mut bytes: Vec<u8> = (0..algorithm.order_bytes()).map(|at| byte(item, at)).collect();
        // Below every order.
        bytes[0] = 0;
        PrivateKey::from_bytes(algorithm, &bytes).expect("it is in range")
    };
    (0..ITEMS).map(key).collect()
}

/// Eight bytes of the middle of a key as words have them, and as they are written.
fn patterns(algorithm: Algorithm, item: usize) -> [[u8; 8]; 2] {
    let byte = |at: usize| (item * 151 + at * 59 + at * at * 7 + 13) as u8;
    let length = algorithm.order_bytes();
    let word: [u8; 8] = std::array::from_fn(|at| byte(length - 16 + at));
    let mut reversed = word;
    reversed.reverse();
    [word, reversed]
}

/// Tests that force a machine wait for each other.
static FORCED: Mutex<()> = Mutex::new(());

/// Goal: no word of a private key is left on the stack of a batch, in lanes or one by one. Method:
/// the stack is memory of ours and is searched afterwards; of a key in the first lanes, and of the
/// last one.
#[test]
fn nothing_is_left_on_the_stack() {
    let _forced = FORCED.lock().unwrap_or_else(PoisonError::into_inner);
    let usual = backend::current_batch();
    let single = backend::current();
    for machine in [Some(usual), (usual != single).then_some(single)].into_iter().flatten() {
        backend::force(machine).expect("this CPU can run it");
        println!("{machine}");
        for name in ["p192", "p256", "secp256k1", "p384", "p521", "ed25519", "x25519"] {
            nothing_is_left_of(name);
        }
    }
    backend::force(usual).expect("it ran before");
}

fn nothing_is_left_of(name: &str) {
    let algorithm = Algorithm::from_name(name).expect("an algorithm");
    let keys = keys(algorithm);
    let peers: Vec<&PublicKey> = keys.iter().rev().map(PrivateKey::public_key).collect();
    let pairs: Vec<_> = keys.iter().zip(peers).collect();
    let mut sign = || {
        let Some(scheme) = algorithm.usual_scheme() else { return };
        let item = |key| SignItem::new(key, b"wiped", scheme, Nonces::Deterministic);
        let items: Vec<SignItem<'_>> = keys.iter().map(item).collect();
        assert!(sign_batch(&items).iter().all(Result::is_ok));
    };
    let mut derive = || {
        // Keys of EdDSA agree on nothing.
        let good = derive_batch(&pairs).iter().all(Result::is_ok);
        assert_eq!(good, name != "ed25519");
    };
    for item in [0, 5, ITEMS - 1] {
        for pattern in patterns(algorithm, item) {
            assert_eq!(residue(&mut sign, &pattern), Ok(0), "{name} sign, key {item}");
            assert_eq!(residue(&mut derive, &pattern), Ok(0), "{name} derive, key {item}");
        }
    }
    println!("{name}: {:?} {:?}", depth(&mut sign), depth(&mut derive));
}

/// Goal: no word of a private key is left on the stack where one secret was computed by quads.
/// Method: as above, and a copy that somebody keeps is found.
#[test]
fn nothing_is_left_of_one_secret() {
    let _forced = FORCED.lock().unwrap_or_else(PoisonError::into_inner);
    if backend::current_batch() == backend::current() {
        eprintln!("\nSKIPPED: secrets are computed on one lane here");
        return;
    }
    for name in ["p224", "p256", "p521", "x25519"] {
        let algorithm = Algorithm::from_name(name).expect("an algorithm");
        let [key, other, ..] = &keys(algorithm)[..] else { panic!("there are keys") };
        let mut derive = || assert!(key.derive(other.public_key()).is_ok());
        derive();
        for pattern in patterns(algorithm, 0) {
            assert_eq!(residue(&mut derive, &pattern), Ok(0), "{name}");
            let mut keep = || {
                black_box(&mut pattern.clone());
                derive();
            };
            assert!(residue(&mut keep, &pattern).is_ok_and(|found| found > 0), "{name}");
        }
        println!("{name}: {:?}", depth(&mut derive));
    }
}

/// The scalar of a string of RFC 7748 modulo the order: pruned to `bits` bits, of which the lowest
/// `zeros` are 0.
fn reduced(string: &[u8], [zeros, bits]: [u64; 2], order: &[u64]) -> BigUint {
    let mut scalar = BigUint::from_bytes_le(string);
    for bit in (0..zeros).chain(bits..8 * string.len() as u64) {
        scalar.set_bit(bit, false);
    }
    scalar.set_bit(bits - 1, true);
    scalar % from_words(order)
}

/// Goal: no part of a private scalar is left on the stack where one multiple was computed by all
/// lanes. Method: as above; the parts of twice the scalar that lanes have, which nothing else has.
#[test]
fn nothing_is_left_of_the_parts_of_a_scalar() {
    const LANES: usize = 8;
    let _forced = FORCED.lock().unwrap_or_else(PoisonError::into_inner);
    if backend::current_batch() == backend::current() {
        eprintln!("\nSKIPPED: multiples are computed on one lane here");
        return;
    }
    for (name, bits) in [
        ("p192", 25),
        ("p256", 35),
        ("secp256k1", 35),
        ("p384", 50),
        ("p521", 70),
        ("x25519", 32),
        ("x448", 56),
    ] {
        let algorithm = Algorithm::from_name(name).expect("an algorithm");
        let length = algorithm.order_bytes();
        // In the lower half of every order: it is taken as it is.
        let mut bytes: Vec<u8> = (0..length).map(|at| (at * 59 + at * at * 7 + 13) as u8).collect();
        bytes[0] = 0;
        let twice = match name {
            "x25519" => reduced(&bytes, [3, 255], &P25519N::MODULUS),
            "x448" => reduced(&bytes, [2, 448], &P448N::MODULUS),
            _ => BigUint::from_bytes_be(&bytes),
        } << 1u32;
        let mut make = || assert!(PrivateKey::from_bytes(algorithm, &bytes).is_ok());
        make();
        for part in 0..LANES {
            let pattern = (&twice >> (bits * part)).iter_u64_digits().next().unwrap_or(0);
            // Short ones are of many other things, and whole bytes are of the scalar itself.
            if pattern >> 32 == 0 || bits * part % 8 == 1 {
                continue;
            }
            let left = residue(&mut make, &pattern.to_ne_bytes());
            assert_eq!(left, Ok(0), "{name}, part {part}: {pattern:x}");
        }
        println!("{name}: {:?}", depth(&mut make));
    }
}
