//! The examples, by what they are made of.

#[allow(dead_code, reason = "its `main` is the example's")]
#[path = "../examples/batch.rs"]
mod batch;
#[allow(dead_code, reason = "its `main` is the example's")]
#[path = "../examples/certificate.rs"]
mod certificate;
#[allow(dead_code, reason = "its `main` is the example's")]
#[path = "../examples/jwt.rs"]
mod jwt;
#[allow(dead_code, reason = "its `main` is the example's")]
#[path = "../examples/sign_and_verify.rs"]
mod sign_and_verify;

use sealane::Algorithm;

/// Goal: an example does what it says, and checks it. Method: run it, with a batch of few items.
#[test]
fn examples_run() {
    batch::run(50).expect("the batch is signed");
    jwt::run().expect("the token is taken");
    for name in ["ed25519", "p384", "rsa2048"] {
        sign_and_verify::run(name).expect("the message is signed");
    }
    assert!(sign_and_verify::run("x25519").is_err());
    assert!(sign_and_verify::run("p255").is_err());
}

/// Goal: `x509-cert` builds certificates by every key that signs. Method: the example with each of
/// them that takes no seconds to make, and whose signatures have an identifier.
#[test]
fn certificates_are_built_by_every_algorithm() {
    let quick =
        |name: &str| !(name.starts_with("dsa") || name.starts_with("rsa") && name != "rsa2048");
    for algorithm in Algorithm::all().filter(Algorithm::signs) {
        let name = algorithm.to_string();
        if quick(&name) {
            let certificate = certificate::run(&name);
            assert!(certificate.is_ok_and(|der| der.len() > 200), "{name}");
        }
    }
}
