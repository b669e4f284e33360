//! ML-DSA: published known answers of keys and signatures, to the bit.

use sealane::Nonces;
use sealane::mldsa::{ParameterSet, PrivateKey, PublicKey, Scheme};
use std::collections::HashMap;
use testkit::documents::unhex;
use testkit::vectors;

/// The cases of a file of known answers: each begins with its number.
fn cases(text: &str) -> Vec<HashMap<&str, Vec<u8>>> {
    let mut cases: Vec<HashMap<&str, Vec<u8>>> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(" = ").expect("a name and a value");
        match name {
            "count" => cases.push(HashMap::new()),
            "mlen" | "smlen" => (),
            _ => {
                let case = cases.last_mut().expect("a case has a number");
                assert!(case.insert(name, unhex(value)).is_none(), "twice: {name}");
            }
        }
    }
    cases
}

/// Goal: 3 x 100 known answers: public and expanded private keys of seeds, and deterministic
/// signatures of messages with contexts, which also verify.
#[test]
fn keys_and_signatures_are_the_known_ones() {
    for set in ParameterSet::ALL {
        let title = set.name().trim_start_matches("mldsa");
        let text = vectors::unpacked(&format!("kat_MLDSA_{title}_det_pure.rsp.gz"));
        let cases = cases(&text);
        assert_eq!(cases.len(), 100, "{set}");
        for (i, case) in cases.iter().enumerate() {
            let value = |name: &str| case[name].as_slice();
            let key = PrivateKey::from_seed(set, value("xi")).expect("a seed");
            assert_eq!(key.public_key().as_bytes(), value("pk"), "{set} {i}");
            assert_eq!(**key.to_expanded_bytes(), *value("sk"), "{set} {i}");
            let message = value("msg");
            let scheme = Scheme { context: value("ctx"), prehash: None };
            let signature = key.sign(message, scheme, Nonces::Deterministic).expect("it signs");
            assert_eq!([&signature, message].concat(), value("sm"), "{set} {i}");
            assert_eq!(key.public_key().verify(message, scheme, &signature), Ok(()), "{set} {i}");
        }
    }
}

/// Goal: 75 keys of NIST's ACVP, public and expanded private, are those of their seeds.
#[test]
fn keys_are_those_of_acvp() {
    let text = vectors::unpacked("acvp-mldsa-keyGen.json.gz");
    let all: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let array = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    let mut keys = 0;
    for group in array(&all["testGroups"]) {
        let set: ParameterSet =
            group["parameterSet"].as_str().expect("a name").parse().expect("one of the sets");
        for test in array(&group["tests"]) {
            let value = |name: &str| unhex(test[name].as_str().expect("hexadecimal digits"));
            let key = PrivateKey::from_seed(set, &value("seed")).expect("a seed");
            assert_eq!(key.public_key().as_bytes(), value("pk"), "{test}");
            assert_eq!(**key.to_expanded_bytes(), *value("sk"), "{test}");
            let again = PrivateKey::from_expanded_bytes(set, &value("sk")).expect("it is good");
            assert_eq!(again.public_key(), key.public_key());
            keys += 1;
        }
    }
    assert_eq!(keys, 75);
}

/// Goal: the documents of RFC 9881, appendix C, are read and written as they stand, and so is one
/// of another library with an expanded key.
#[test]
fn documents_are_the_known_ones() {
    for set in ParameterSet::ALL {
        let title = set.name().trim_start_matches("mldsa");
        let read = |what: &str| vectors::read(&format!("rfc9881-ML-DSA-{title}-{what}.pem"));
        let key = PrivateKey::from_pem(&read("seed")).expect("it is good");
        let public = PublicKey::from_pem(&read("public")).expect("it is good");
        assert_eq!((key.parameter_set(), key.public_key()), (set, &public));
        assert_eq!(**key.to_pkcs8_pem(), *read("seed"));
        assert_eq!(public.to_spki_pem(), read("public"));
    }
    let der = vectors::read_bytes("mldsa65_noseed_priv.der");
    let key = PrivateKey::from_pkcs8_der(&der).expect("it is good");
    assert!(key.to_seed().is_none());
    assert_eq!(*key.to_pkcs8_der(), der);
}
