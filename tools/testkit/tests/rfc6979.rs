//! Deterministic signatures of RFC 6979, appendix A.2.5, by the reference and by the library.

use num_bigint::BigUint;
use sealane::{Algorithm, Digest, Hash, Nonces, PrivateKey, Signature};
use testkit::cases::hex;
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::reference::field::to_bytes;
use testkit::reference::{hash, nonce};
use testkit::vectors::{deterministic_table, read};

fn key(x: &BigUint) -> PrivateKey {
    PrivateKey::from_bytes(Algorithm::EcP256, &to_bytes(x, 32)).expect("a scalar in 1..n")
}

fn raw(r: &BigUint, s: &BigUint) -> Vec<u8> {
    [to_bytes(r, 32), to_bytes(s, 32)].concat()
}

/// Goal: the reference is right. Nonce and signature of each published row.
#[test]
fn the_reference_gives_the_published_table() {
    let table = deterministic_table(&read("rfc6979-p256.txt"));
    let group = Group::p256();
    assert_eq!(table.q, group.n);
    assert_eq!(group.curve.mul(&table.x, &group.g), Some(table.u));
    for case in &table.cases {
        let row = hash::by_name(&case.hash);
        let digest = (row.of)(case.message.as_bytes());
        let (signature, k) = group.sign_deterministic(&table.x, &digest, &[], row);
        assert_eq!((&signature, &k), (&(case.r.clone(), case.s.clone()), &case.k), "{}", case.hash);
    }
}

/// Goal: the library is right, from message bytes to signature bytes, for each published row.
#[test]
fn the_library_gives_the_published_table() {
    let table = deterministic_table(&read("rfc6979-p256.txt"));
    let key = key(&table.x);
    let public = [vec![4], to_bytes(&table.u.0, 32), to_bytes(&table.u.1, 32)].concat();
    assert_eq!(key.public_key().to_sec1(false), public);
    for case in &table.cases {
        let hash = Hash::from_name(&case.hash).expect("a hash of the table");
        let message = case.message.as_bytes();
        let signature = key.sign(message, hash, Nonces::Deterministic).expect("signs");
        assert_eq!(signature.to_bytes(), raw(&case.r, &case.s), "{}", case.hash);
        assert_eq!(key.public_key().verify(message, hash, &signature), Ok(()));
    }
}

/// Goal: every hash, also those without a published row, gives what the reference gives, for keys
/// and messages at random and at the edges.
#[test]
fn every_hash_agrees_with_the_reference() {
    let group = Group::p256();
    let mut random = Random::seeded("every_hash_agrees_with_the_reference");
    for row in hash::HASHES {
        let hash = Hash::from_name(row.name).unwrap_or_else(|| panic!("no {}", row.name));
        for round in 0..6 {
            let d = match round {
                0 => BigUint::from(1u32),
                1 => &group.n - 1u32,
                _ => random.structured(&(&group.n - 1u32)) + 1u32,
            };
            let length = random.below(200);
            let message = random.bytes(length);
            let digest = (row.of)(&message);
            let ((r, s), _) = group.sign_deterministic(&d, &digest, &[], row);
            let signature = key(&d).sign(&message, hash, Nonces::Deterministic).expect("signs");
            assert_eq!(signature.to_bytes(), raw(&r, &s), "{} with d = {d:x}", row.name);
        }
    }
}

/// Goal: a digest given as bytes signs like its message, and a raw digest of any length is cut
/// left.
#[test]
fn digests_are_cut_to_their_leftmost_bits() {
    let group = Group::p256();
    let d = BigUint::from(12345u32);
    let q = group.curve.mul(&d, &group.g);
    let mut random = Random::seeded("digests_are_cut_to_their_leftmost_bits");
    for length in [0, 1, 31, 32, 33, 48, 64, 66, 67, 100] {
        for bytes in [random.bytes(length), vec![0xff; length], vec![0; length]] {
            let digest = Digest::raw(&bytes);
            let signature = key(&d).sign_digest(&digest, Nonces::Hedged).expect("signs");
            let pair = signature.to_bytes();
            let half = |part: &[u8]| BigUint::from_bytes_be(part);
            let pair = (half(&pair[..32]), half(&pair[32..]));
            assert!(group.verify(&q, &bytes, &pair), "{length} bytes: {bytes:02x?}");
            assert_eq!(key(&d).public_key().verify_digest(&digest, &signature), Ok(()));
        }
    }
}

/// Goal: hedged nonces differ from call to call and from the deterministic one.
#[test]
fn hedged_signatures_differ() {
    let key = key(&BigUint::from(99u32));
    let digest = Digest::of(Hash::Sha256, b"the same message");
    let plain = key.sign_digest(&digest, Nonces::Deterministic).expect("signs");
    let mut seen: Vec<Signature> = vec![plain.clone()];
    for _ in 0..20 {
        let hedged = key.sign_digest(&digest, Nonces::Hedged).expect("signs");
        assert!(!seen.contains(&hedged));
        assert_eq!(key.public_key().verify_digest(&digest, &hedged), Ok(()));
        seen.push(hedged);
    }
    assert_eq!(key.sign_digest(&digest, Nonces::Deterministic).expect("signs"), plain);
}

/// Goal: the loop over candidates is right. A published case whose first candidate is not below the
/// order, as chance has it once in 2^32: C2SP, CCTV, RFC6979, "wv[vnX" under the key of A.2.5.
#[test]
fn a_rejected_candidate_is_followed_by_the_right_one() {
    let table = deterministic_table(&read("rfc6979-p256.txt"));
    let (group, message) = (Group::p256(), b"wv[vnX");
    let row = hash::by_name("SHA-256");
    let digest = (row.of)(message);
    // The first candidate, by the definition, is at or above the order: the case is what it says.
    let (n, any) = (&group.n, BigUint::from(1u32) << 256);
    let first = nonce::candidates_below(&table.x, n, &any, &digest, &[], row).next();
    assert!(first.is_some_and(|first| first >= *n), "nothing is rejected here");
    let ((r, s), k) = group.sign_deterministic(&table.x, &digest, &[], row);
    let nonce = "2ae40df9d9dab61d688de3dcb9867a98ecc70dd4d6c0f6c228b6e4e0b18b29bc";
    assert_eq!(hex(&to_bytes(&k, 32)), nonce);
    let published = "efd9073b652e76da1b5a019c0e4a2e3fa529b035a6abb91ef67f0ed7a1f21234\
                     3db4706c9d9f4a4fe13bb5e08ef0fab53a57dbab2061c83a35fa411c68d2ba33";
    assert_eq!(hex(&raw(&r, &s)), published);
    let signature = key(&table.x).sign(message, Hash::Sha256, Nonces::Deterministic);
    assert_eq!(hex(&signature.expect("signs").to_bytes()), published);
}

/// Goal: a digest without a hash makes its nonces with SHA-256, whatever its length.
#[test]
fn raw_digests_make_nonces_with_sha256() {
    let group = Group::p256();
    let d = BigUint::from(77u32);
    let mut random = Random::seeded("raw_digests_make_nonces_with_sha256");
    for length in [1, 20, 32, 48, 64] {
        let bytes = random.bytes(length);
        let ((r, s), _) = group.sign_deterministic(&d, &bytes, &[], hash::by_name("SHA-256"));
        let signature = key(&d).sign_digest(&Digest::raw(&bytes), Nonces::Deterministic);
        assert_eq!(signature.expect("signs").to_bytes(), raw(&r, &s), "{length} bytes");
    }
}
