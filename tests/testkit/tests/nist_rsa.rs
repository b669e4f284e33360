//! NIST's vectors (CAVP) of RSA: keys, and signatures by PKCS#1 v1.5 and PSS. Those by ANSI X9.31
//! are of a scheme that the library does not have.

use num_bigint::BigUint;
use sealane::rsa::{Lengths, PrivateKey, PublicKey, Salt, Scheme, hazmat};
use sealane::{DecodeError, Hash, SignError};
use std::collections::{BTreeMap, BTreeSet};
use testkit::nist::{self, Case};
use testkit::reference::hash::{HASHES, HashRow};
use testkit::reference::{field, rsa};

const SHARED: &[&str] = &["n", "p", "q"];
const SHARED_OF_SIGNER: &[&str] = &["n", "e", "d"];

fn pss(hash: Hash, salt_bytes: usize) -> Scheme {
    Scheme::Pss { hash, mgf: hash, salt: Salt::Bytes(salt_bytes) }
}

fn public(case: &Case, lengths: Lengths) -> Result<PublicKey, DecodeError> {
    let [n, e] = ["n", "e"].map(|name| case.number(name).to_bytes_be());
    PublicKey::from_numbers(&n, &e, lengths)
}

/// Takes a case's key of any length. Method: one of less than 2048 bits is refused as lengths of
/// today are.
fn public_of_any_length(case: &Case) -> PublicKey {
    let key = public(case, Lengths::Legacy).expect("a key");
    assert_eq!(case.section, format!("mod = {}", key.bits()));
    match public(case, Lengths::Current) {
        Ok(current) => assert!(current == key && key.bits() >= 2048),
        Err(error) => {
            assert!(matches!(error, DecodeError::KeyRsaModulus { .. }) && key.bits() < 2048);
        }
    }
    key
}

/// Returns `n`, `e`, `d`, `p`, `q` and `1/q mod p`. Where a case has no primes, they are found.
fn numbers(case: &Case) -> [BigUint; 6] {
    let [n, e, d] = ["n", "e", "d"].map(|name| case.number(name));
    let [p, q] = if case.has("p") {
        ["p", "q"].map(|name| case.number(name))
    } else {
        rsa::primes_of(&n, &e, &d).expect("the exponents are inverse")
    };
    let inverse = q.modinv(&p).expect("p is another prime");
    [n, e, d, p, q, inverse]
}

fn private(numbers: &[BigUint; 6]) -> Result<PrivateKey, DecodeError> {
    let numbers = numbers.each_ref().map(BigUint::to_bytes_be);
    PrivateKey::from_numbers(&numbers.each_ref().map(Vec::as_slice), Lengths::Legacy)
}

/// Returns the private keys of a file by modulus.
fn signers(cases: &[Case]) -> BTreeMap<&str, PrivateKey> {
    let mut all = BTreeMap::new();
    for case in cases {
        let make = || private(&numbers(case)).expect("a key");
        all.entry(case.text("n")).or_insert_with(make);
    }
    all
}

/// Runs over cases in threads, the next case to whoever is free.
fn for_each(cases: &[Case], check: impl Fn(&Case) + Sync) {
    std::thread::scope(|scope| {
        for first in 0..2 {
            let check = &check;
            scope.spawn(move || cases.iter().skip(first).step_by(2).for_each(check));
        }
    });
}

/// Returns the published signature as the key makes it by itself. PKCS#1 v1.5 has no choices; SHA-1
/// is refused, and the private power of the encoded message, which a good signature has, is taken.
fn signed_by_pkcs1(key: &PrivateKey, case: &Case) -> Vec<u8> {
    let signed = key.sign(&case.bytes("Msg"), Scheme::Pkcs1(case.hash()));
    if case.hash() != Hash::Sha1 {
        return signed.expect("it signs");
    }
    assert_eq!(signed, Err(SignError::HashRefused));
    let encoded = hazmat::public_power_vartime(key.public_key(), &case.bytes("S"));
    power(key, &encoded.expect("it is below"))
}

/// Returns the published signature as the key makes it of the message and the published salt, which
/// users cannot give: the private power of the reference's encoded message.
fn signed_by_pss(key: &PrivateKey, case: &Case) -> Vec<u8> {
    let row = HASHES.iter().find(|row| Hash::from_name(row.name) == Some(case.hash()));
    let row: &HashRow = row.expect("both have the same hashes");
    let bits = key.public_key().bits() as u64;
    let encoded = rsa::pss_encode(row, &case.bytes("Msg"), &case.bytes("SaltVal"), bits);
    power(key, &field::to_bytes(&encoded, key.public_key().signature_bytes()))
}

fn power(key: &PrivateKey, encoded: &[u8]) -> Vec<u8> {
    let power = hazmat::private_power(key, encoded).expect("no fault");
    power.expect("it is below").to_vec()
}

/// Asserts that the signature of a case verifies, and not with one bit changed, wherever it is.
fn assert_verifies(key: &PublicKey, case: &Case, scheme: Scheme) {
    let (message, mut signature) = (case.bytes("Msg"), case.bytes("S"));
    assert_eq!(key.verify(&message, scheme, &signature), Ok(()), "{}", case.section);
    let bit = usize::from(signature[signature.len() - 1]) % (8 * signature.len());
    signature[bit / 8] ^= 1 << (bit % 8);
    assert!(key.verify(&message, scheme, &signature).is_err(), "{}: bit {bit}", case.section);
}

/// Asserts that there are as many cases for every length and hash.
fn assert_every_length_and_hash(cases: &[Case], each: usize) {
    let mut counts = BTreeMap::new();
    for case in cases {
        *counts.entry((&*case.section, case.hash().name())).or_insert(0) += 1;
    }
    let lengths = ["mod = 1024", "mod = 1536", "mod = 2048", "mod = 3072", "mod = 4096"];
    let hashes = [Hash::Sha1, Hash::Sha224, Hash::Sha256, Hash::Sha384, Hash::Sha512];
    let all = lengths.iter().flat_map(|length| hashes.map(|hash| ((*length, hash.name()), each)));
    assert_eq!(counts, all.collect());
}

/// Signatures are good or bad as they say: the bad ones have another message, exponent or
/// signature, a hash that is moved to the left, or another end of the encoded message. Good ones
/// are made by the private key, bit for bit.
fn decide(name: &str, scheme: fn(&Case) -> Scheme, signed: fn(&PrivateKey, &Case) -> Vec<u8>) {
    let cases = nist::read(name, SHARED);
    for_each(&cases, |case| {
        let key = public_of_any_length(case);
        let verdict = key.verify(&case.bytes("Msg"), scheme(case), &case.bytes("S"));
        let (good, result) = case.verdict();
        assert_eq!(verdict.is_ok(), good, "{}: {result}", case.section);
        if good {
            let key = private(&numbers(case)).expect("a key");
            assert_eq!(signed(&key, case), case.bytes("S"), "{}", case.section);
            assert_verifies(key.public_key(), case, scheme(case));
        }
    });
    assert_every_length_and_hash(&cases, 18);
    let bad = [("F (1", 75), ("F (2", 75), ("F (3", 75), ("F (4", 75), ("F (5", 75)];
    let reasons = nist::reasons(&cases);
    assert_eq!(reasons[..5], bad);
    assert_eq!(reasons[5..], [("P", 75)]);
}

/// Goal: 450 signatures by PKCS#1 v1.5 are decided, 180 of them by keys of less than 2048 bits.
#[test]
fn signatures_of_pkcs1_are_decided() {
    let scheme = |case: &Case| Scheme::Pkcs1(case.hash());
    decide("nist-rsa-SigVer15_186-3.rsp.gz", scheme, signed_by_pkcs1);
}

/// Goal: 450 signatures by PSS with salts of ten bytes are decided.
#[test]
fn signatures_of_pss_are_decided() {
    let scheme = |case: &Case| pss(case.hash(), case.bytes("SaltVal").len());
    decide("nist-rsa-SigVerPSS_186-3.rsp.gz", scheme, signed_by_pss);
}

/// Goal: 250 signatures by PKCS#1 v1.5 come out bit for bit: 50 of them with SHA-1, by the power
/// alone.
#[test]
fn signatures_of_pkcs1_come_out() {
    let cases = nist::read("nist-rsa-SigGen15_186-2.txt.gz", SHARED_OF_SIGNER);
    let signers = signers(&cases);
    for_each(&cases, |case| {
        let key = &signers[case.text("n")];
        assert_eq!(key.public_key(), &public_of_any_length(case));
        assert_verifies(key.public_key(), case, Scheme::Pkcs1(case.hash()));
        assert_eq!(signed_by_pkcs1(key, case), case.bytes("S"), "{}", case.section);
    });
    assert_every_length_and_hash(&cases, 10);
}

/// Goal: 250 signatures by PSS with given salts come out bit for bit.
#[test]
fn signatures_of_pss_come_out() {
    let cases = nist::read("nist-rsa-SigGenPSS_186-2.txt.gz", SHARED_OF_SIGNER);
    let signers = signers(&cases);
    for_each(&cases, |case| {
        let key = &signers[case.text("n")];
        assert_eq!(key.public_key(), &public_of_any_length(case));
        assert_verifies(key.public_key(), case, pss(case.hash(), 20));
        assert_eq!(signed_by_pss(key, case), case.bytes("S"), "{}", case.section);
    });
    assert_every_length_and_hash(&cases, 10);
}

/// Goal: 500 signatures that were generated verify: by PKCS#1 v1.5, and by PSS without a salt. Of
/// the latter the file has some many times: 58 are different.
#[test]
fn generated_signatures_verify() {
    type OfCase = fn(&Case) -> Scheme;
    let files: [(&str, OfCase, usize); 2] = [
        ("nist-rsa-SigGen15_186-3.rsp.gz", |case| Scheme::Pkcs1(case.hash()), 250),
        ("nist-rsa-SigGenPSS_186-3.rsp.gz", |case| pss(case.hash(), 0), 58),
    ];
    for (name, scheme, different) in files {
        let cases = nist::read(name, SHARED_OF_SIGNER);
        for case in &cases {
            assert_verifies(&public_of_any_length(case), case, scheme(case));
        }
        assert_every_length_and_hash(&cases, 10);
        let signatures: BTreeSet<&str> = cases.iter().map(|case| case.text("S")).collect();
        assert_eq!(signatures.len(), different, "{name}");
    }
}

/// Goal: 30 keys with the exponents 3, 17 and 65537 are taken with all of their numbers, and sign
/// and verify; with one bit of any of them changed they are refused.
#[test]
fn keys_are_taken() {
    let cases = nist::read("nist-rsa-KeyGenRSA.rsp.gz", &[]);
    let counts = std::sync::Mutex::new(BTreeMap::new());
    for_each(&cases, |case| {
        let numbers = numbers(case);
        assert_eq!(&numbers[3] * &numbers[4], numbers[0], "{}", case.section);
        let key = private(&numbers).expect("a key");
        assert_eq!(key.public_key(), &public_of_any_length(case));
        let signed = key.sign(b"message", Scheme::Pkcs1(Hash::Sha256)).expect("it signs");
        let verdict = key.public_key().verify(b"message", Scheme::Pkcs1(Hash::Sha256), &signed);
        assert_eq!(verdict, Ok(()));
        for place in 0..numbers.len() {
            let mut changed = numbers.clone();
            changed[place] ^= BigUint::from(8u32);
            let refused = private(&changed).map(|_| ());
            assert_eq!(refused, Err(DecodeError::KeyRsaInconsistent), "{place}");
        }
        let exponent = key.public_key().exponent();
        let mut counts = counts.lock().expect("nobody failed with it");
        *counts.entry((key.public_key().bits(), exponent)).or_insert(0) += 1;
    });
    let lengths = [1024, 1536, 2048, 3072, 4096];
    let all = lengths.iter().flat_map(|bits| [3, 17, 65537].map(|e| ((*bits, e), 2)));
    assert!(counts.into_inner().expect("nobody failed with it").into_iter().eq(all));
}
