//! Excerpts of NIST's vectors (CAVP): signatures of RSA by PKCS#1 v1.5 and of DSA that are to be
//! verified, and signatures of DSA with given nonces.

use num_bigint::BigUint;
use sealane::dsa::{self, Parameters, PrivateKey, Signature};
use sealane::hooks::dsa::sign_with_nonce_vartime;
use sealane::rsa::{Lengths, PublicKey, Scheme};
use sealane::{Digest, Hash, SignError};
use std::collections::HashMap;
use testkit::reference::field;
use testkit::vectors;

/// A case: the values of its lines, and of the lines above it that are for all of its group.
type Case = HashMap<String, String>;

/// Splits a file of NIST's: a line of brackets begins a group, a line of `last` ends a case.
fn cases(text: &str, last: &str) -> Vec<Case> {
    let (mut all, mut case, mut group) = (Vec::new(), Case::new(), Case::new());
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
        let (name, value) = inner.unwrap_or(line).split_once(" = ").expect("a name and a value");
        case.insert(name.into(), value.into());
        match name {
            "mod" => case = Case::from([(name.into(), value.into())]),
            "n" | "G" => group = case.clone(),
            _ if name == last => all.push(std::mem::replace(&mut case, group.clone())),
            _ => {}
        }
    }
    all
}

fn number(case: &Case, name: &str) -> BigUint {
    field::hex(&case[name])
}

/// The bytes of a message.
fn bytes(case: &Case, name: &str) -> Vec<u8> {
    field::to_bytes(&number(case, name), case[name].len() / 2)
}

fn hash(name: &str) -> Hash {
    let name = if name.starts_with("SHA-") { name.into() } else { name.replacen("SHA", "SHA-", 1) };
    Hash::from_name(&name).expect("we have it")
}

/// Goal: 9 signatures of 1024-bit keys are good or bad as they say: the bad ones have another
/// message, exponent or signature, a hash that is moved to the left, or no zero after the padding.
#[test]
fn signatures_of_rsa_are_decided() {
    let cases = cases(&vectors::read("nist-rsa-sigver15.rsp"), "Result");
    let (mut good, mut reasons) = (0, Vec::new());
    for case in &cases {
        let [n, e] = ["n", "e"].map(|name| number(case, name).to_bytes_be());
        let refused = PublicKey::from_numbers(&n, &e, Lengths::Current).map(|_| ());
        assert_eq!(refused.map_err(|error| error.code()), Err("KEY_RSA_MODULUS"));
        let key = PublicKey::from_numbers(&n, &e, Lengths::Legacy).expect("a key");
        let scheme = Scheme::Pkcs1(hash(&case["SHAAlg"]));
        let verdict = key.verify(&bytes(case, "Msg"), scheme, &bytes(case, "S"));
        assert_eq!(verdict.is_ok(), case["Result"] == "P", "{}", case["Result"]);
        match verdict {
            Ok(()) => good += 1,
            Err(_) => reasons.push(case["Result"].as_bytes()[3]),
        }
    }
    assert_eq!((cases.len(), good), (9, 2));
    reasons.sort_unstable();
    assert_eq!(reasons, b"1234455");
}

/// Goal: 3 signatures of DSA with 1024 bits come out with their nonces, and verify; without a given
/// nonce such keys do not sign.
#[test]
fn signatures_of_dsa_come_out() {
    let cases = cases(&vectors::read("nist-dsa-siggen.rsp"), "S");
    for case in &cases {
        let [p, q, g] = ["P", "Q", "G"].map(|name| number(case, name).to_bytes_be());
        let parameters = Parameters::from_numbers(&p, &q, &g).expect("they are good");
        let key = PrivateKey::from_number(&parameters, &bytes(case, "X")).expect("in range");
        assert_eq!(key.public_key().number(), bytes(case, "Y"));
        let (_, name) = case["mod"].rsplit_once(", ").expect("the hash is named last");
        let digest = Digest::of(hash(name), &bytes(case, "Msg"));
        let expected = ["R", "S"].map(|half| bytes(case, half)).concat();
        let expected = Signature::from_bytes(&parameters, &expected).expect("in range");
        assert_eq!(
            sign_with_nonce_vartime(&key, &digest, &bytes(case, "K")).as_ref(),
            Some(&expected)
        );
        assert_eq!(key.public_key().verify_digest(&digest, &expected), Ok(()));
        let other = Digest::of(hash(name), b"another");
        assert!(key.public_key().verify_digest(&other, &expected).is_err());
        let refused = key.sign_digest(&digest, sealane::Nonces::Hedged);
        assert_eq!(refused, Err(SignError::Unsupported));
    }
    assert_eq!(cases.len(), 3);
}

/// Goal: 15 signatures of DSA with 1024 bits are good or bad as they say: the bad ones have another
/// message, public key or half of the signature. Method: public keys are those of the private ones
/// as well, but for those that were changed.
#[test]
fn signatures_of_dsa_are_decided() {
    let cases = cases(&vectors::read("nist-dsa-sigver.rsp"), "Result");
    let mut results = std::collections::BTreeMap::new();
    for case in &cases {
        let [p, q, g] = ["P", "Q", "G"].map(|name| number(case, name).to_bytes_be());
        let parameters = Parameters::from_numbers(&p, &q, &g).expect("they are good");
        let result = &case["Result"][..5.min(case["Result"].len())];
        *results.entry(result.to_owned()).or_insert(0) += 1;
        let private = PrivateKey::from_number(&parameters, &bytes(case, "X")).expect("in range");
        let public = bytes(case, "Y");
        assert_eq!(private.public_key().number() == public, result != "F (2 ", "{result}");
        let (_, name) = case["mod"].rsplit_once(", ").expect("the hash is named last");
        let digest = Digest::of(hash(name), &bytes(case, "Msg"));
        let signature = ["R", "S"].map(|half| bytes(case, half)).concat();
        let verdict = dsa::PublicKey::from_number(&parameters, &public).map(|key| {
            let signature = Signature::from_bytes(&parameters, &signature);
            signature.is_ok_and(|signature| key.verify_digest(&digest, &signature).is_ok())
        });
        assert_eq!(verdict == Ok(true), result == "P", "{result}");
    }
    let results: Vec<_> = results.iter().map(|(result, times)| (&**result, *times)).collect();
    assert_eq!(results, [("F (1 ", 2), ("F (2 ", 2), ("F (3 ", 2), ("F (4 ", 2), ("P", 7)]);
}
