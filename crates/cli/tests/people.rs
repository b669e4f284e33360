//! People of a token by the command: identities, for whom keys are, limits, certificates and data,
//! on the store and through a service.
use crate::common;

use common::Folder;
use common::services::Service;
use common::tokens::{STORE, json, refuses, run, secret, token_of_user};

const OFFICER: &str = "--pin-file officer.pin";
const PEOPLE: [(&str, &str); 5] = [
    ("alice", "user"),
    ("bob", "user"),
    ("oscar", "operator"),
    ("olive", "operator"),
    ("audrey", "auditor"),
];

/// A token of these people, whose key `shared` is for some, and `open` for all.
fn peopled() -> Folder {
    let folder = token_of_user();
    for (name, role) in PEOPLE {
        secret(&folder, &format!("{name}.pin"), format!("{name} 1234\n").as_bytes());
        let pins = format!("{OFFICER} --new-pin-file {name}.pin");
        run(&folder, &format!("token identity-add {name} --role {role} {STORE} {pins}"));
    }
    for label in ["shared", "open"] {
        let line = format!("key generate {STORE} --as alice --pin-file alice.pin --algorithm");
        run(&folder, &format!("{line} ed25519 --label {label} --exportable --id 0a{}", "ff"));
    }
    let lists = "--users alice,oscar --viewers bob";
    run(&folder, &format!("key permit shared {STORE} --as officer {OFFICER} {lists}"));
    folder.write("letter", "a letter");
    folder
}

/// What comes of a command, as the code of its error; nothing if there is none.
fn code(folder: &Folder, line: &str) -> Option<String> {
    let outcome = folder.run(&line.split(' ').collect::<Vec<_>>());
    if outcome.status == Some(0) {
        return None;
    }
    let code = outcome.stderr.strip_prefix("error: ").and_then(|rest| rest.split(':').next());
    Some(code.expect("a code").to_owned())
}

/// Goal: a list that is not named stays, and nobody loses a key for good: the officer finds it, and
/// says anew whom it is for.
#[test]
fn lists_that_are_not_named_stay() {
    let folder = peopled();
    let alice = format!("{STORE} --as alice --pin-file alice.pin");
    let officer = format!("{STORE} {OFFICER} --as officer");
    let lists = |who: &str| {
        let key = json(&folder, &format!("key show shared {who}"));
        (key["users"].clone(), key["viewers"].clone())
    };
    let before = lists(&alice);
    assert_eq!(before.0, serde_json::json!(["alice", "oscar"]));
    run(&folder, &format!("key permit shared {alice} --viewers role:auditor"));
    assert_eq!(lists(&alice), (before.0, serde_json::json!(["role:auditor"])));
    run(&folder, &format!("key permit shared {alice} --users oscar"));
    assert_eq!(code(&folder, &format!("key show shared {alice}")), Some("KEY_UNKNOWN".to_owned()));
    run(&folder, &format!("key permit shared {officer} --all-users --all-viewers"));
    assert_eq!(lists(&alice), (serde_json::Value::Null, serde_json::Value::Null));
    refuses(&folder, &format!("key permit shared {alice} --users bob --all-users"), 2, "USAGE");
}

/// Goal: an officer of any name sets what officers set, and nobody else does.
#[test]
fn officers_have_names() {
    let folder = peopled();
    let add = "token identity-add erin --role officer --new-pin-file alice.pin";
    run(&folder, &format!("{add} {STORE} {OFFICER}"));
    for line in ["token guard --free 8", "token audit-setting --keep-days 3"] {
        let by = |name: &str| format!("{line} {STORE} --as {name} --pin-file alice.pin");
        run(&folder, &by("erin"));
        refuses(&folder, &by("alice"), 3, "ROLE_DENIED");
    }
    let _service = Service::start(&folder, "");
    for line in ["token status", "token check"] {
        let by = |name: &str, pin: &str| {
            format!("{line} --socket socket --as {name} --pin-file {pin}.pin")
        };
        run(&folder, &by("erin", "alice"));
        refuses(&folder, &by("erin", "officer"), 6, "PIN_WRONG");
    }
}

/// Goal: people are added, listed and removed by the command, by both ways, and who is removed is
/// out; what cannot be is refused by name.
#[test]
fn people_come_and_go() {
    let folder = peopled();
    let listed = run(&folder, &format!("token identities {STORE}"));
    let names = ["user      alice\n", "auditor   audrey\n", "officer   officer\n"];
    assert!(names.iter().all(|name| listed.contains(name)), "{listed}");
    let _service = Service::start(&folder, "");
    assert_eq!(run(&folder, "token identities --socket socket"), listed);
    let add = |name: &str, more: &str| {
        let pins = "--pin-file officer.pin --new-pin-file alice.pin";
        format!("token identity-add {name} --socket socket {pins} --role {more}")
    };
    run(&folder, &add("carol", "officer --uid 4000000"));
    refuses(&folder, &add("alice", "user"), 3, "IDENTITY_EXISTS");
    refuses(&folder, &add("user", "officer"), 3, "IDENTITY_INVALID");
    refuses(&folder, &add("dora", "root"), 2, "USAGE");
    let line = "token limits --socket socket --as carol --pin-file alice.pin --slow-jobs 5";
    assert_eq!(code(&folder, line).as_deref(), Some("PERMISSION"));
    let listed = json(&folder, "token identities --socket socket");
    assert_eq!(listed["identities"][3]["uid"], 4_000_000);
    let pins = "--pin-file officer.pin --new-pin-file audrey.pin";
    run(&folder, &format!("token set-pin --socket socket {pins} --for oscar"));
    let sign = "sign --socket socket --as oscar --key shared --in letter --out s --force";
    refuses(&folder, &format!("{sign} --pin-file oscar.pin"), 6, "PIN_WRONG");
    run(&folder, &format!("{sign} --pin-file audrey.pin"));
    run(&folder, "token identity-remove oscar --socket socket --pin-file officer.pin");
    refuses(&folder, &format!("{sign} --pin-file audrey.pin"), 6, "PIN_UNSET");
    let remove = "token identity-remove nobody --socket socket --pin-file officer.pin";
    refuses(&folder, remove, 3, "IDENTITY_UNKNOWN");
    let audit = "token audit --as officer --pin-file officer.pin --socket socket";
    let told = run(&folder, audit);
    for said in ["\talice\tgenerate\t", "\tadd identity\tcarol, officer, uid 4000000"] {
        assert!(told.contains(said), "{said}: {told}");
    }
}

/// Goal: limits are shown and set by both ways.
#[test]
fn limits_by_store_and_service() {
    let folder = token_of_user();
    let limits = format!("token limits {STORE} {OFFICER} --requests 100000 --bytes 0");
    let set = json(&folder, &limits);
    assert_eq!((&set["requests_a_second"], &set["slow_jobs"]), (&100_000.into(), &0.into()));
    refuses(&folder, &format!("token limits {STORE} --requests 1"), 2, "USAGE");
    let _service = Service::start(&folder, "");
    assert_eq!(json(&folder, "token limits --socket socket"), set);
    run(&folder, &format!("token limits --socket socket {OFFICER} --slow-jobs 50"));
    let line = "token limits --socket socket --as user --pin-file user.pin --requests 1";
    refuses(&folder, line, 3, "ROLE_DENIED");
    assert_eq!(json(&folder, "token limits --socket socket")["slow_jobs"], 50);
}

/// Goal: certificates and data are taken in, found by each part, and written as they were, beside a
/// key of the same label; what is none is refused.
#[test]
fn certificates_and_data_by_the_command() {
    let folder = token_of_user();
    // A certificate as far as its outer form goes.
    let der = [&[0x30, 0x82, 1, 0][..], &[5; 256]].concat();
    folder.write("cert.der", &der);
    secret(&folder, "notes", b"bytes \x00 of somebody");
    let _service = Service::start(&folder, "");
    let at = "--socket socket --pin-file user.pin";
    let import = format!("key import {at} --label web");
    run(&folder, &format!("key generate {at} --algorithm p256 --label web --id 0abc"));
    run(&folder, &format!("{import} --certificate --in cert.der --id 0abc"));
    run(&folder, &format!("{import} --data --in notes"));
    refuses(&folder, &format!("{import} --data --in notes"), 3, "NAME_EXISTS");
    let line = format!("key import {at} --label no --certificate --in notes");
    refuses(&folder, &line, 3, "DATA_INVALID");
    run(&folder, &format!("key export certificate:web {at} --out cert.pem"));
    let pem = String::from_utf8(folder.read("cert.pem")).unwrap();
    assert!(pem.starts_with("-----BEGIN CERTIFICATE-----\n"), "{pem}");
    run(&folder, &format!("{import}2 --certificate --in cert.pem"));
    run(&folder, &format!("key export certificate:web2 {at} --out again.pem"));
    assert_eq!(folder.read("again.pem"), pem.as_bytes());
    run(&folder, &format!("key export data:web {at} --out again"));
    assert_eq!(folder.read("again"), b"bytes \x00 of somebody");
    let found = |parts: &str| {
        let list = json(&folder, &format!("key list {at} {parts}"));
        list["keys"].as_array().unwrap().len()
    };
    for (parts, count) in [
        ("--where label=web", 3),
        ("--where id=0abc", 2),
        ("--where id=0abc --where class=certificate", 1),
        ("--where kind=p256", 1),
        ("--where usage=sign", 1),
        ("--where class=data", 1),
        ("--where label=none", 0),
    ] {
        assert_eq!(found(parts), count, "{parts}");
    }
    assert_eq!(json(&folder, &format!("key list {at}"))["keys"].as_array().unwrap().len(), 1);
    refuses(&folder, &format!("key list {at} --where size=4"), 2, "USAGE");
}
