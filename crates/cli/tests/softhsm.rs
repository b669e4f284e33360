//! Goal: a token that SoftHSM 2.6.1 has made comes over whole, through a store and through a
//! service, and whatever does not is named. The token is in the tree: its user PIN is 314159, its
//! officer's 27182818, and nobody uses its keys elsewhere.
use crate::common;

use common::services::Service;
use common::tokens::{STORE, generate, json, refuses, run, secret, set_pin, token_of_user};
use common::{Folder, Outcome};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What the token has: kinds, labels, uses and ids, as they are here afterwards.
const OBJECTS: [[&str; 5]; 11] = [
    ["private", "dsa2048-224", "dsa", "sign,verify", "a007"],
    ["private", "ed448", "ed448", "sign,verify", "a006"],
    ["private", "p384", "leaves", "sign,verify,derive", "a004"],
    ["private", "rsa2048", "mail", "sign,verify,decrypt", "a003"],
    ["private", "p256", "web", "sign,verify,derive", "a001"],
    ["private", "ed25519", "web (2)", "sign,verify", "a002"],
    ["private", "x25519", "x", "derive", "a008"],
    ["public", "p256", "friend", "verify", "a009"],
    ["secret", "aes256", "wraps", "wrap", "a005"],
    ["certificate", "certificate", "web", "", "a001"],
    ["data", "data", "letter", "", ""],
];

fn stored() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/softhsm-2.6.1")
}

/// A folder with a token, and the files of SoftHSM's as it has them.
fn prepared() -> Folder {
    let folder = token_of_user();
    secret(&folder, "old.pin", b"314159\n");
    std::fs::create_dir_all(folder.path("tokens/1")).expect("a folder");
    for entry in std::fs::read_dir(stored()).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_str().expect("text");
        folder.write(&format!("tokens/1/{name}"), std::fs::read(&path).expect("a file"));
    }
    folder
}

const FROM: &str = "token import-softhsm --folder tokens --from-pin-file old.pin";

/// The line that brings all into a store.
fn line(to: &str) -> String {
    format!("{FROM} {to} --pin-file user.pin")
}

fn outcome(folder: &Folder, line: &str) -> Outcome {
    folder.run(&line.split(' ').collect::<Vec<_>>())
}

fn outcomes(report: &Value) -> Vec<&str> {
    let objects = report["objects"].as_array().expect("a list");
    objects.iter().map(|it| it["outcome"].as_str().expect("text")).collect()
}

/// Looks at all that came.
fn check_all(folder: &Folder, at: &str) {
    let all = ["private", "public", "secret", "certificate", "data"];
    for class in all {
        let list = json(folder, &format!("key list {at} --where class={class}"));
        let list = list["keys"].as_array().expect("a list").clone();
        let of_class = OBJECTS.iter().filter(|row| row[0] == class);
        assert_eq!(list.len(), of_class.clone().count(), "{class}");
        for [_, kind, label, uses, id] in of_class {
            let object = list.iter().find(|it| it["label"] == *label).expect(label);
            let usage: Vec<&str> = uses.split(',').filter(|it| !it.is_empty()).collect();
            assert_eq!(object["algorithm"], *kind);
            assert_eq!(object["usage"], serde_json::json!(usage), "{label}");
            assert_eq!(object["external_id"], *id, "{label}");
            let is_secret = ["private", "secret"].contains(&class);
            assert_eq!(object["sensitive"], is_secret, "{label}");
            assert_eq!(object["exportable"], !is_secret || *label == "leaves", "{label}");
        }
    }
}

/// Goal: everything comes into a store, in the form that it should have; a second run finds it
/// there; a dry one says the same and changes nothing. The public half that SoftHSM gives away
/// verifies what the key signs here.
#[test]
fn all_comes_into_a_store() {
    let folder = prepared();
    let line = line(STORE);
    let planned = json(&folder, &format!("{line} --dry-run"));
    assert_eq!(outcomes(&planned), ["to bring"; 11]);
    assert_eq!(json(&folder, &format!("key list {STORE}"))["keys"].as_array().unwrap().len(), 0);
    let report = json(&folder, &line);
    assert_eq!((&report["from"], outcomes(&report)), (&"old".into(), vec!["brought"; 11]));
    assert_eq!((&report["brought"], &report["refused"]), (&11.into(), &0.into()));
    for (object, [class, kind, label, ..]) in
        report["objects"].as_array().unwrap().iter().zip(OBJECTS)
    {
        let told = [&object["class"], &object["algorithm"], &object["label"]];
        assert_eq!(told, [class, kind, label]);
    }
    check_all(&folder, STORE);
    let again = run(&folder, &line);
    assert!(again.ends_with("from \"old\": 11 there\n"), "{again}");
    assert!(again.contains("there     private      ed25519           web (2)\n"), "{again}");
    check_all(&folder, STORE);
    run(&folder, &format!("token check {STORE}"));
    let data = format!("key export data:letter {STORE} --pin-file user.pin --out letter");
    run(&folder, &data);
    assert_eq!(folder.read("letter"), b"a letter");
    for (label, code) in [("web", "KEY_NOT_EXTRACTABLE"), ("leaves", "ATTRIBUTE_SENSITIVE")] {
        let export = format!("key export {label} {STORE} --pin-file user.pin --out never");
        refuses(&folder, &export, 3, code);
    }
    set_pin(&folder, "operator");
    let _service = Service::start(&folder, "");
    let at = "--socket socket --pin-file operator.pin";
    for label in ["web", "mail"] {
        run(&folder, &format!("sign {at} --key {label} --in letter --out s --force"));
        let public = stored().join(format!("{label}-public.der"));
        let public = public.to_str().expect("text");
        folder.succeeds(&["verify", "--key", public, "--in", "letter", "--signature", "s"]);
    }
}

/// Goal: the same through a service.
#[test]
fn all_comes_through_a_service() {
    let folder = prepared();
    set_pin(&folder, "operator");
    let _service = Service::start(&folder, "");
    let operator = format!("{FROM} --socket socket --as operator --pin-file operator.pin");
    let refused = outcome(&folder, &operator);
    assert_eq!(refused.status, Some(3));
    assert!(refused.stderr.starts_with("error: ROLE_DENIED: --as operator"), "{}", refused.stderr);
    assert!(refused.text().ends_with("from \"old\": 10 left, 1 refused\n"), "{}", refused.text());
    let line = line("--socket socket");
    assert_eq!(outcomes(&json(&folder, &line)), ["brought"; 11]);
    check_all(&folder, "--socket socket");
    assert_eq!(outcomes(&json(&folder, &line)), ["there"; 11]);
}

/// Goal: one damaged file keeps nothing else away; the status tells, and when it is whole again
/// another run brings what was missing alone.
#[test]
fn damage_is_told_and_can_be_mended() {
    let folder = prepared();
    // The private half of "web", by its size and place.
    let name = "tokens/1/c5541743-c278-6c83-6cbf-e221cb258b04.object";
    let whole = folder.read(name);
    folder.write(name, &whole[..whole.len() - 3]);
    let told = outcome(&folder, &line(STORE));
    assert_eq!(told.status, Some(3));
    assert!(told.stderr.starts_with("error: IMPORT_INCOMPLETE: 1 of "), "{}", told.stderr);
    let text = told.text();
    assert!(
        text.contains("c5541743-c278-6c83-6cbf-e221cb258b04.object: OBJECT_DAMAGED: "),
        "{text}"
    );
    folder.write(name, &whole);
    let mended = run(&folder, &line(STORE));
    assert!(mended.contains("brought   private      "), "{mended}");
    assert!(mended.ends_with(": 1 brought, 10 there\n"), "{mended}");
}

/// Goal: labels that the token has already are left to those that have them.
#[test]
fn labels_are_told_apart() {
    let folder = prepared();
    generate(&folder, "p256", "web", "");
    generate(&folder, "p256", "friend", "");
    let text = run(&folder, &line(STORE));
    let note = |label: &str| format!("(the label {label:?} is another object's)\n");
    for row in ["p256              web (2)  ", "ed25519           web (3)  "] {
        assert!(text.contains(&format!("{row}{}", note("web"))), "{text}");
    }
    assert!(text.contains(&format!("friend (2)  {}", note("friend"))), "{text}");
    let again = run(&folder, &line(STORE));
    assert!(again.ends_with("from \"old\": 11 there\n"), "{again}");
}

/// Goal: what is wrong with the source is said by its argument, and nothing is done. Each stands
/// beside a line that is taken.
#[test]
fn wrong_sources_are_refused() {
    let folder = prepared();
    let dry = format!("{} --dry-run", line(STORE));
    let no = |from: &str, to: &str, status: i32, code: &str, says: &str| {
        let said = refuses(&folder, &dry.replacen(from, to, 1), status, code);
        assert!(said.contains(says), "{says}: {said}");
    };
    run(&folder, &dry);
    secret(&folder, "empty.pin", b"\n");
    no("old.pin", "wrong.pin", 6, "PIN_WRONG", "--from-pin-file \"wrong.pin\"");
    no("old.pin", "empty.pin", 6, "PIN_LENGTH", "--from-pin-file");
    no("old.pin", "none.pin", 3, "INPUT_MISSING", "--from-pin-file");
    no("--folder tokens", "--folder none", 3, "INPUT_MISSING", "--folder \"none\"");
    no("--folder tokens", "--folder old.pin", 3, "INPUT_FORMAT", "softhsm2.conf");
    no("--folder tokens ", "", 2, "USAGE", "--folder");
    no("--dry-run", "--module x", 2, "USAGE", "--module");
    no("--dry-run", "--slot x", 2, "USAGE", "--slot");
    let pipes = dry.replace("user.pin", "-").replace("old.pin", "-");
    assert!(refuses(&folder, &pipes, 2, "USAGE").contains("standard input"));
    no("--folder tokens", "--module master.key", 3, "MODULE_INVALID", "--module \"master.key\"");
    std::fs::create_dir(folder.path("bare")).expect("a folder");
    no("--folder tokens", "--folder bare", 3, "TOKEN_UNKNOWN", "has no token");
    no("--dry-run", "--token-label x", 3, "TOKEN_UNKNOWN", "\"old\" (slot 839211796)");
    no("--dry-run", "--slot 7", 3, "TOKEN_UNKNOWN", "\"old\" (slot 839211796)");
    for named in ["--token-label old", "--slot 839211796"] {
        run(&folder, &format!("{dry} {named}"));
    }
    folder.write("softhsm2.conf", format!("directories.tokendir = {}\n", text(&folder, "tokens")));
    run(&folder, &dry.replace("--folder tokens", "--folder softhsm2.conf"));
    run(&folder, &dry.replace("--folder tokens", "--folder tokens/1"));
    std::fs::create_dir(folder.path("tokens/2")).expect("a folder");
    std::fs::copy(folder.path("tokens/1/token.object"), folder.path("tokens/2/token.object"))
        .expect("a copy");
    no("--dry-run", "--token-label old", 2, "USAGE", "several tokens");
    folder.write("tokens/2/token.object", "no token");
    run(&folder, &dry);
    no("--dry-run", "--token-label x", 3, "OBJECT_DAMAGED", "tokens/2");
}

fn text(folder: &Folder, name: &str) -> String {
    folder.path(name).to_str().expect("text").to_owned()
}
