//! Goal: `--backend narrow` reaches every command, and the bytes that come out are those of the
//! other backend.
#![cfg(feature = "narrow")]
use crate::common;

use common::documents::*;
use common::{Folder, Outcome};

/// One algorithm of each kind, and the widest.
const ALGORITHMS: [&str; 7] =
    ["p256", "p521", "brainpoolp384r1", "ed25519", "ed448", "x25519", "x448"];

/// What a command writes on a backend.
fn on(folder: &Folder, backend: &str, line: &[&str]) -> Vec<u8> {
    folder.succeeds(&[&["--backend", backend], line].concat())
}

/// What a command writes on each backend, which must be the same.
fn same(folder: &Folder, line: &[&str]) -> Vec<u8> {
    let [limbs, words] = ["narrow", "portable"].map(|backend| on(folder, backend, line));
    assert_eq!(limbs, words, "{line:?}");
    limbs
}

/// Goal: keys, signatures and secrets are the same on both backends; each takes the other's and
/// refuses what is wrong.
#[test]
fn every_command_gives_the_same_bytes() {
    let folder = Folder::new();
    folder.write("message", "a message");
    folder.write("other", "another message");
    for name in ALGORITHMS {
        let public = format!("{name}.public");
        on(&folder, "narrow", &["keygen", "--algorithm", name, "--out", name]);
        folder.write(&public, same(&folder, &["pubkey", "--key", name]));
        if !name.starts_with('x') {
            // Signatures of EdDSA repeat by themselves.
            let sign = ["sign", "--key", name, "--in", "message", "--deterministic"];
            let sign = if name.starts_with("ed") { &sign[..5] } else { &sign };
            folder.write("signature", same(&folder, sign));
            let line = ["verify", "--key", &public, "--signature", "signature", "--in"];
            let valid = same(&folder, &[&line[..], &["message"]].concat());
            assert_eq!(valid, b"signature: valid\n");
            let forged = [&line[..], &["other", "--backend", "narrow"]].concat();
            folder.refuses(&forged, 4, "SIG_INVALID");
        }
        if !name.starts_with("ed") {
            same(&folder, &["derive", "--key", name, "--peer", &public]);
        }
    }
}

/// Goal: the published answers come out, and the reports name the backend that ran. The self-test
/// reads its counter: without a run of that backend no answer counts.
#[test]
fn the_backend_that_is_asked_for_runs() {
    let folder = Folder::new();
    let text = folder.succeeds(&["--backend", "narrow", "self-test"]);
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("p256/narrow/sign ") && !text.contains("/portable/"), "{text}");
    let report = folder.succeeds(&["self-test", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&report).expect("JSON");
    let all = sealane::backend::names().chain(sealane::backend::lane_names()).count();
    assert_eq!(report["backends"].as_array().map(Vec::len), Some(all), "{report}");
    let broken = ["self-test", "--backend", "narrow", "--break", "x448/narrow/derive"];
    assert_eq!(folder.run(&broken).status, Some(1));
    let absent = ["self-test", "--backend", "narrow", "--break", "p256/portable/sign"];
    folder.refuses(&absent, 2, "USAGE");

    folder.write("private.pem", private_pem());
    folder.write("sample", "sample");
    let sign = ["sign", "--key", "private.pem", "--deterministic", "--format", "raw", "--in"];
    let sign = [&sign[..], &["sample"]].concat();
    assert_eq!(on(&folder, "narrow", &sign), hex(&format!("{R}{S}")));
}

/// Goal: the option weighs more than the environment, and a name that is none is refused.
#[test]
fn names_of_backends_are_checked() {
    let folder = Folder::new();
    let mut command = folder.command(&["--backend", "portable", "self-test"]);
    let outcome =
        Outcome::from_output(command.env("SEALANE_BACKEND", "narrow").output().expect("starts"));
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(!outcome.text().contains("/narrow/"), "{}", outcome.text());
    folder.refuses(&["--backend", "abacus", "self-test"], 2, "USAGE");
}
