//! Goal: the items of a manifest are signed by keys of a service and verified by their public
//! halves: as files do it, again after the service was killed, and what is refused by name.
use crate::common;

use common::services::{AT, Service, log_in_once, served_with};
use common::tokens::{STORE, generate, json, refuses, run};
use common::{Folder, Outcome};
use std::fmt::Write;

const KEYS: [&str; 3] = ["p256", "ed25519", "rsa2048"];

/// A service of keys, whose public halves stand in files; two more keys that sign nothing.
fn served() -> (Folder, Service) {
    let (folder, service) = served_with(&KEYS);
    drop(service);
    generate(&folder, "x25519", "x25519", "");
    generate(&folder, "rsa2048", "mail", " --usage decrypt");
    for key in KEYS {
        run(&folder, &format!("key pubkey {key} {STORE} --out {key}.pem"));
    }
    let service = Service::start(&folder, "");
    log_in_once(&folder);
    (folder, service)
}

/// Items of all keys in turn, with messages of their own.
fn manifest(items: usize, by_file: bool) -> String {
    let mut text = String::new();
    for i in 0..items {
        let (key, end) = (KEYS[i % 3], if by_file { ".pem" } else { "" });
        let _ = writeln!(text, r#"{{"id":{i},"key":"{key}{end}","message":"message {i}"}}"#);
    }
    text
}

/// The results of signing as a manifest to verify, by keys of files or of the service.
fn to_verify(folder: &Folder, results: &str, by_file: bool) -> String {
    let mut text = String::new();
    let results = String::from_utf8(folder.read(results)).expect("text");
    for (i, line) in results.lines().enumerate() {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&row["result"], &row["id"]), (&"signed".into(), &i.into()), "{line}");
        let (key, end) = (KEYS[i % 3], if by_file { ".pem" } else { "" });
        let signature = &row["signature"];
        let _ = writeln!(
            text,
            r#"{{"id":{i},"key":"{key}{end}","message":"message {i}","signature":{signature}}}"#
        );
    }
    text
}

fn signs(more: &str) -> String {
    format!("sign-batch {AT} --manifest items --out signed {more}").trim_end().to_owned()
}

/// Goal: some thousand items by three keys are each signed, in order; the signatures are valid by
/// the public keys in files, and by those that the service gives.
#[test]
fn batches_are_signed_by_a_service() {
    let (folder, _service) = served();
    folder.write("items", manifest(2500, false));
    let report = json(&folder, &signs(""));
    assert_eq!((&report["signed"], &report["items"]), (&2500.into(), &2500.into()), "{report}");
    for by_file in [true, false] {
        let at = if by_file { "" } else { " --socket socket" };
        folder.write("check", to_verify(&folder, "signed", by_file));
        let line = format!("verify-batch{at} --manifest check --out verdicts --force");
        let report = json(&folder, &line);
        assert_eq!((&report["valid"], &report["items"]), (&2500.into(), &2500.into()), "{report}");
    }
    // One key for all, an option of the command, and a signature of another message.
    folder.write("items", "{\"message\":\"x\"}\n{\"message\":\"x\"}\n");
    run(&folder, &signs("--key p256 --hash sha512 --deterministic --format raw --force"));
    let results = String::from_utf8(folder.read("signed")).expect("text");
    let signatures: Vec<serde_json::Value> = results
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"))
        .map(|row| row["signature"].clone())
        .collect();
    assert!(signatures[0] == signatures[1] && signatures[0].as_str().map(str::len) == Some(128));
    let signature = &signatures[0];
    folder.write("check", format!("{{\"message\":\"y\",\"signature\":{signature}}}\n"));
    let verify = "verify-batch --socket socket --key p256 --hash sha512 --format raw --manifest";
    let outcome = tried(&folder, &format!("{verify} check --out verdicts --force"));
    assert_eq!(outcome.status, Some(4), "{}", outcome.stderr);
}

fn tried(folder: &Folder, line: &str) -> Outcome {
    folder.run(&line.split(' ').collect::<Vec<_>>())
}

/// Goal: a batch whose service is killed ends with a code, and leaves no wrong result; run again it
/// goes on behind those that there are, and all are signed once.
#[test]
fn batches_go_on_after_their_service() {
    let (folder, mut service) = served();
    folder.write("items", manifest(3000, false));
    let line = signs("--chunk 50");
    let mut child = folder
        .command(&line.split(' ').collect::<Vec<_>>())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    let lines = || std::fs::read(folder.path("signed")).unwrap_or_default();
    while lines().iter().filter(|byte| **byte == b'\n').count() < 100 {
        assert!(child.try_wait().expect("a status").is_none(), "it is done before");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert_eq!(service.signal("-KILL"), None);
    let outcome = Outcome::from_output(child.wait_with_output().expect("it ends"));
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("error: DISCONNECTED: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains("run again"), "{}", outcome.stderr);
    let before = lines();
    assert!(before.iter().filter(|byte| **byte == b'\n').count() < 3000);
    // Nobody is there yet.
    assert_eq!(tried(&folder, &line).status, Some(1));
    drop(service);
    let _service = Service::start(&folder, "");
    let report = json(&folder, &line);
    assert_eq!((&report["signed"], &report["items"]), (&3000.into(), &3000.into()), "{report}");
    assert!(lines().starts_with(&before), "what was signed stays");
    folder.write("check", to_verify(&folder, "signed", true));
    let report = json(&folder, "verify-batch --manifest check --out verdicts");
    assert_eq!(report["valid"], 3000, "{report}");
}

/// Goal: items are refused one by one with their codes, and the others are signed.
#[test]
fn items_are_refused_by_name() {
    let (folder, _service) = served();
    let long = "x".repeat(1_000_001);
    let fits = "y".repeat(900_000);
    let rows = [
        (r#""key":"p256","message":"a""#.to_owned(), "signed", ""),
        (r#""key":"nobody","message":"a""#.to_owned(), "refused", "KEY_UNKNOWN"),
        (r#""key":"mail","message":"a""#.to_owned(), "refused", "USAGE_DENIED"),
        (r#""key":"x25519","message":"a""#.to_owned(), "refused", "SCHEME_UNSUPPORTED"),
        (r#""key":"p256","message":"a","low_s":true"#.to_owned(), "refused", "MANIFEST_FIELD"),
        (r#""key":"p256","message":"a","check":true"#.to_owned(), "refused", "MANIFEST_FIELD"),
        (r#""key":"rsa2048","message":"a","hash":"sha1""#.to_owned(), "refused", "PARAM_HASH"),
        (r#""message":"a""#.to_owned(), "refused", "MANIFEST_FIELD"),
        (format!(r#""key":"ed25519","message":"{long}""#), "refused", "INPUT_TOO_LARGE"),
        (format!(r#""key":"ed25519","message":"{fits}""#), "signed", ""),
        (format!(r#""key":"ed25519","message":"{fits}""#), "signed", ""),
        (format!(r#""key":"ed25519","prehash":true,"message":"{long}""#), "signed", ""),
        (r#""key":"rsa2048","scheme":"pss","message":"b""#.to_owned(), "signed", ""),
    ];
    let items: String = rows.iter().map(|(row, ..)| format!("{{{row}}}\n")).collect();
    folder.write("items", items);
    assert_eq!(tried(&folder, &signs("")).status, Some(3));
    let results = String::from_utf8(folder.read("signed")).expect("text");
    assert_eq!(results.lines().count(), rows.len());
    for (line, (_, result, code)) in results.lines().zip(&rows) {
        let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(row["result"], *result, "{line}");
        assert_eq!(row["code"].as_str().unwrap_or_default(), *code, "{line}");
    }
}

/// Goal: what is true of all items ends the batch before there is a result: nobody logged in, a
/// role that does not sign, options that the service does not take.
#[test]
fn batches_are_refused_as_a_whole() {
    let (folder, _service) = served();
    folder.write("items", manifest(3, false));
    let line = "sign-batch --manifest items --out - --socket socket";
    let said = refuses(&folder, line, 6, "NOT_LOGGED_IN");
    assert!(said.contains("--pin-file is needed"), "{said}");
    let officer = format!("{line} --as officer --pin-file officer.pin");
    let said = refuses(&folder, &officer, 3, "ROLE_DENIED");
    assert!(said.contains("--as officer: "), "{said}");
    refuses(&folder, &format!("{line} --pin-file wrong.pin"), 6, "PIN_WRONG");
    for (more, status, code) in [
        ("--pin-file operator.pin --low-s", 2, "USAGE"),
        ("--pin-file operator.pin --check", 2, "USAGE"),
        ("--pin-file operator.pin --threads 2", 2, "USAGE"),
        ("--pin-file operator.pin --manifest -", 2, "USAGE"),
    ] {
        refuses(&folder, &format!("{line} {more}"), status, code);
    }
    refuses(&folder, "sign-batch --manifest items --out - --pin-file user.pin", 2, "USAGE");
    let nobody = "verify-batch --manifest items --out - --socket none --key p256";
    refuses(&folder, nobody, 1, "DISCONNECTED");
}
