//! The protocol by a client that shares no code with ours: docs/protocol.md is what it was written
//! from.

use crate::common::USER;
use crate::test_service::{TestService, made, verify};
use sealane_hsm::service::Options;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What the other client was told, by its names; texts and lists of texts alike.
type Told = BTreeMap<String, Vec<String>>;

/// Reads the line of JSON that it prints: texts, numbers and lists of texts.
fn read_line(line: &str) -> Told {
    let inner = line.trim().trim_start_matches('{').trim_end_matches('}');
    let mut told = Told::new();
    let mut rest = inner;
    while let Some((name, behind)) = rest.split_once("\": ") {
        let name = name.trim_start_matches([',', ' ', '"']).to_owned();
        let end = if behind.starts_with('[') {
            behind.find(']').unwrap() + 1
        } else {
            behind.find(", \"").unwrap_or(behind.len())
        };
        let (value, behind) = behind.split_at(end);
        let texts = value.trim_matches(['[', ']']).split(", ");
        told.insert(name, texts.map(|text| text.trim_matches('"').to_owned()).collect());
        rest = behind;
    }
    told
}

fn unhex(text: &str) -> Vec<u8> {
    data_encoding::HEXLOWER.decode(text.as_bytes()).unwrap()
}

/// Goal: who has read the page can talk to the service. Method: a client of standard Python says
/// hello, lists, logs in, signs with many requests outstanding, verifies, joins by a ticket, and is
/// refused what it may not; its signatures are verified here.
#[test]
fn another_client_is_served() {
    let served = TestService::new(Options::default());
    let mut user = served.user();
    let object = made(&mut user, "ed25519");
    made(&mut user, "p256");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol_client.py");
    let mut python = Command::new("python3");
    python.arg(script).arg(served.path()).args([USER, "a ed25519 key"]);
    let out = python.output().expect("python3 runs");
    let errors = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{errors}");
    let told = read_line(&String::from_utf8(out.stdout).unwrap());
    for (name, expected) in [
        ("version", &["4"][..]),
        ("token", &["a token"]),
        ("labels", &["a ed25519 key", "a p256 key"]),
        ("before", &["NOT_LOGGED_IN"]),
        ("wrong", &["PIN_WRONG"]),
        ("verify another", &["SIG_INVALID"]),
        ("unknown", &["OPERATION_UNKNOWN"]),
        ("no token", &["TOKEN_UNKNOWN"]),
        ("after", &["NOT_LOGGED_IN"]),
        ("ended", &["TICKET_ENDED"]),
        // Made there, always sensitive, never exportable.
        ("history", &["1", "1", "1"]),
        ("earlier", &["VERSION_UNSUPPORTED"]),
        ("later", &["VERSION_UNSUPPORTED"]),
    ] {
        assert_eq!(told[name], expected, "{name}");
    }
    assert_eq!(told["signatures"].len(), 20);
    for (i, signature) in told["signatures"].iter().enumerate() {
        verify(&object, format!("message {i}").as_bytes(), &unhex(signature));
    }
    verify(&object, b"message", &unhex(&told["joined"][0]));
    let [both, unknown] = &told["both"][..] else { panic!("two results") };
    verify(&object, b"both", &unhex(both));
    assert_eq!(unknown, "KEY_UNKNOWN");
}
