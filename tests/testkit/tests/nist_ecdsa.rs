//! NIST's vectors (CAVP) of ECDSA, of its keys, and of ECDH: every case over our curves. Binary
//! curves are not the library's: their sections are counted.

use num_bigint::BigUint;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Signature};
use sealane::{DecodeError, Digest, hooks};
use std::collections::BTreeMap;
use testkit::nist::{self, Case};
use testkit::reference::field;

const OURS: [(&str, Algorithm); 5] = [
    ("P-192", Algorithm::EcP192),
    ("P-224", Algorithm::EcP224),
    ("P-256", Algorithm::EcP256),
    ("P-384", Algorithm::EcP384),
    ("P-521", Algorithm::EcP521),
];
/// Koblitz curves and random ones, over fields of characteristic two.
const BINARY: [&str; 10] =
    ["B-163", "B-233", "B-283", "B-409", "B-571", "K-163", "K-233", "K-283", "K-409", "K-571"];

/// Reads the cases of a file that are over our curves. Method: as many as it has for each of them
/// it has for each binary curve, and for no other.
fn cases(name: &str, each: usize) -> Vec<(Algorithm, Case)> {
    let all = nist::read(name, &["N"]);
    let mut counts = BTreeMap::new();
    let curve = |case: &Case| case.section.split(',').next().unwrap_or_default().to_owned();
    for case in &all {
        *counts.entry(curve(case)).or_insert(0) += 1;
    }
    let ours = OURS.map(|(name, _)| name);
    let expected = BINARY.iter().chain(&ours).map(|curve| ((*curve).to_owned(), each));
    assert!(counts.into_iter().eq(expected), "{name}");
    let algorithm = |case: &Case| {
        let row = OURS.iter().find(|(name, _)| *name == curve(case))?;
        Some(row.1)
    };
    all.into_iter().filter_map(|case| Some((algorithm(&case)?, case))).collect()
}

/// Returns the public key of two coordinates, each at its full length or, if it is too great for
/// that, at its own.
fn public(
    algorithm: Algorithm,
    case: &Case,
    coordinates: [&str; 2],
) -> Result<PublicKey, DecodeError> {
    let bytes = algorithm.field_bytes();
    let coordinate = |name: &str| {
        let number = case.number(name);
        let bytes = bytes.max(number.bits().div_ceil(8) as usize);
        field::to_bytes(&number, bytes)
    };
    let [x, y] = coordinates.map(coordinate);
    PublicKey::from_sec1(algorithm, &[&[4], &x[..], &y[..]].concat())
}

/// Returns the signature, if its halves are in range.
fn signature(algorithm: Algorithm, case: &Case) -> Result<Signature, DecodeError> {
    let half = |name: &str| field::to_bytes(&case.number(name), algorithm.order_bytes());
    Signature::from_bytes(algorithm, &["R", "S"].map(half).concat())
}

fn private(algorithm: Algorithm, case: &Case, name: &str) -> Result<PrivateKey, DecodeError> {
    let bytes = field::to_bytes(&case.number(name), algorithm.order_bytes());
    PrivateKey::from_bytes(algorithm, &bytes)
}

/// Goal: 375 signatures with given nonces come out bit for bit, and verify; with one bit changed
/// they are refused.
#[test]
fn signatures_come_out() {
    let cases = cases("nist-ecdsa-SigGen.txt.gz", 75);
    for (algorithm, case) in &cases {
        let key = private(*algorithm, case, "d").expect("in range");
        assert_eq!(Ok(key.public_key()), public(*algorithm, case, ["Qx", "Qy"]).as_ref());
        let digest = Digest::of(case.hash(), &case.bytes("Msg"));
        let nonce = field::to_bytes(&case.number("k"), algorithm.order_bytes());
        let expected = signature(*algorithm, case).expect("in range");
        let found = hooks::sign_with_nonce(&key, &digest, &nonce);
        assert_eq!(found.as_ref(), Some(&expected), "{}", case.section);
        assert_eq!(key.public_key().verify_digest(&digest, &expected), Ok(()));
        let mut bytes = expected.to_bytes();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let verdict = Signature::from_bytes(*algorithm, &bytes)
            .is_ok_and(|changed| key.public_key().verify_digest(&digest, &changed).is_ok());
        assert!(!verdict, "{}", case.section);
    }
    assert_eq!(cases.len(), 375);
}

/// Goal: 375 signatures are good or bad as they say: a bad one has another message, half or key.
#[test]
fn signatures_are_decided() {
    let cases = cases("nist-ecdsa-SigVer.rsp.gz", 75);
    for (algorithm, case) in &cases {
        let digest = Digest::of(case.hash(), &case.bytes("Msg"));
        let verdict = public(*algorithm, case, ["Qx", "Qy"]).is_ok_and(|key| {
            let signature = signature(*algorithm, case);
            signature.is_ok_and(|signature| key.verify_digest(&digest, &signature).is_ok())
        });
        assert_eq!(verdict, case.verdict().0, "{} {:?}", case.section, case.verdict());
    }
    let cases: Vec<Case> = cases.into_iter().map(|(_, case)| case).collect();
    let reasons = nist::reasons(&cases);
    assert_eq!(reasons, [("F (1", 75), ("F (2", 75), ("F (3", 75), ("F (4", 75), ("P", 75)]);
}

/// Goal: 60 public keys are good or bad as they say: coordinates at or above the prime, points off
/// the curve. Method: what is not below the prime is refused as an encoding or as a coordinate.
#[test]
fn public_keys_are_decided() {
    let cases = cases("nist-ecdsa-PKV.rsp.gz", 12);
    let mut codes = BTreeMap::new();
    for (algorithm, case) in &cases {
        let key = public(*algorithm, case, ["Qx", "Qy"]);
        assert_eq!(key.is_ok(), case.verdict().0, "{} {:?}", case.section, case.verdict());
        if let Err(error) = key {
            *codes.entry((case.verdict().1, error.code())).or_insert(0) += 1;
        }
    }
    // Too great by a whole byte; or, on P-521 alone, within the highest byte.
    let too_great = [(("F (1", "KEY_ENCODING"), 16), (("F (1", "KEY_POINT_INVALID"), 4)];
    let off_the_curve = [(("F (2", "KEY_POINT_INVALID"), 20)];
    assert!(codes.into_iter().eq(too_great.into_iter().chain(off_the_curve)));
    let cases: Vec<Case> = cases.into_iter().map(|(_, case)| case).collect();
    assert_eq!(nist::reasons(&cases), [("F (1", 20), ("F (2", 20), ("P", 20)]);
}

/// Goal: 50 private keys have their public keys, and not with one bit changed.
#[test]
fn keys_are_pairs() {
    let cases = cases("nist-ecdsa-KeyPair.rsp.gz", 10);
    for (algorithm, case) in &cases {
        assert_eq!(case.text("N"), "10");
        let expected = public(*algorithm, case, ["Qx", "Qy"]).expect("a point");
        let key = private(*algorithm, case, "d").expect("in range");
        assert_eq!(key.public_key(), &expected);
        let changed = case.number("d") ^ BigUint::from(2u32);
        let changed = field::to_bytes(&changed, algorithm.order_bytes());
        let changed = PrivateKey::from_bytes(*algorithm, &changed).expect("in range");
        assert_ne!(changed.public_key(), &expected);
    }
    assert_eq!(cases.len(), 50);
}

/// What a party finds that has its key pair and the other's public key.
fn agreed(algorithm: Algorithm, case: &Case) -> Result<Vec<u8>, &'static str> {
    let theirs = public(algorithm, case, ["QsCAVSx", "QsCAVSy"]).map_err(|_| "their public key")?;
    let own = public(algorithm, case, ["QsIUTx", "QsIUTy"]).map_err(|_| "our public key")?;
    let key = private(algorithm, case, "dsIUT").map_err(|_| "our private key")?;
    if key.public_key() != &own {
        return Err("not a pair");
    }
    let secret = key.derive(&theirs).map_err(|_| "no secret")?;
    Ok(secret.as_bytes().to_vec())
}

/// Goal: 300 agreements in both roles end as they say: the secret is theirs, one that begins with a
/// zero too; or a public key is none, a private key another's, or the secret another.
#[test]
fn secrets_are_agreed() {
    let expected = |result: &str, section: &str| match result {
        "P" | "P (13" => "the secret",
        "F (1" | "F (2" => "their public key",
        "F (5" | "F (6" => "our public key",
        // The changed bit is above the order there.
        "F (7" if section.starts_with("EE") => "our private key",
        "F (7" => "not a pair",
        "F (8" => "another secret",
        _ => panic!("unknown: {result}"),
    };
    for role in ["init", "resp"] {
        let cases = nist::read(&format!("nist-ecdh-ZZOnly_{role}.fax.gz"), &[]);
        for case in &cases {
            let names = ["EA", "EB", "EC", "ED", "EE"];
            let row = names.iter().position(|name| case.section.starts_with(name));
            let (_, algorithm) = OURS[row.expect("a set of parameters")];
            let bytes = algorithm.field_bytes();
            let z = field::to_bytes(&case.number("Z"), bytes);
            let found = match agreed(algorithm, case) {
                Ok(secret) if secret == z => "the secret",
                Ok(_) => "another secret",
                Err(reason) => reason,
            };
            let (good, result) = case.verdict();
            let place = format!("{role} {} {}", case.section, case.text("COUNT"));
            assert_eq!(found, expected(result, &case.section), "{place}: {result}");
            assert_eq!(found == "the secret", good, "{place}");
            let hash = Digest::of(case.hash(), &z);
            if good {
                assert_eq!(hash.as_bytes(), case.bytes("CAVSHashZZ"), "{place}");
                assert!(result != "P (13" || z[0] < 16, "{place}");
            }
        }
        let reasons = nist::reasons(&cases);
        let bad = [("F (1", 10), ("F (2", 10), ("F (5", 10), ("F (6", 10), ("F (7", 10)];
        assert_eq!(reasons[..5], bad);
        assert_eq!(reasons[5..], [("F (8", 10), ("P", 80), ("P (13", 10)]);
    }
}
