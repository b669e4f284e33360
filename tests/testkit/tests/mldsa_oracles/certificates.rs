//! Certificates, both ways: those of the library's example, and those that others make.

use super::{Seed, programs};
use sealane::mldsa::ParameterSet;
use sealane::{Algorithm, PublicKey};
use testkit::inputs::Random;
use x509_cert::Certificate;
use x509_cert::der::{Decode, Encode};

#[allow(dead_code, reason = "its `main` is the example's")]
#[path = "../../../../crates/sealane/examples/certificate.rs"]
mod example;

/// Whether a certificate is signed by its own key, of that set.
fn is_issued(set: ParameterSet, certificate: &[u8]) -> bool {
    let read = Certificate::from_der(certificate).expect("a certificate");
    let body = read.tbs_certificate();
    let key = body.subject_public_key_info().to_der().expect("it was read");
    let key = PublicKey::try_from(&key[..]).expect("a key");
    assert_eq!(key.algorithm(), Algorithm::MlDsa(set));
    let scheme = key.algorithm().usual_scheme().expect("it signs");
    let body = body.to_der().expect("it was read");
    key.verify(&body, &scheme, read.signature().raw_bytes()).is_ok()
}

/// The same with the last byte of the signature changed.
fn changed(certificate: &[u8]) -> Vec<u8> {
    let mut changed = certificate.to_vec();
    *changed.last_mut().expect("it has bytes") ^= 1;
    changed
}

/// Goal: each side takes the other's certificates, of every set, and none whose signature was
/// changed.
#[test]
fn certificates_are_taken_both_ways() {
    let all = programs::rows();
    let all: Vec<_> = all.iter().filter(|it| it.can().certificates).collect();
    if all.is_empty() {
        println!("SKIPPED: no library with certificates; {} names programs", programs::COMMANDS);
    }
    let mut random = Random::seeded("certificates of ML-DSA");
    for (it, set) in all.iter().flat_map(|it| ParameterSet::ALL.map(|set| (it, set))) {
        let own = example::run(&Algorithm::MlDsa(set).to_string()).expect("the example runs");
        assert!(it.is_issued(&own), "{set} by {}", it.name());
        assert!(!it.is_issued(&changed(&own)), "{set} by {}", it.name());
        let seed: Seed = random.bytes(32).try_into().expect("32 bytes");
        let theirs = it.certificate(set, &seed).expect("it makes certificates");
        assert!(is_issued(set, &theirs), "{set} by {}", it.name());
        assert!(!is_issued(set, &changed(&theirs)), "{set} by {}", it.name());
    }
}
