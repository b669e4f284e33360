//! Goal: tokens and backups that earlier releases wrote are used by the command.
use crate::common;

use common::Folder;
use common::tokens::{json, refuses, run, secret};
use sealane::{Digest, Hash};
use std::path::Path;

/// The master keys and PINs are those of the page beside the fixtures.
const KEYS: &str = "--store keys.db --master-file keys.master";
const TARGET: &str = "--store target.db --master-file target.master";
const REKEYED: &str = "--store rekeyed.db --master-passphrase-file rekeyed.phrase";

/// A folder with copies of the stores of release 0.1, for their owner alone.
fn release_0_1() -> Folder {
    let folder = Folder::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hsm/tests/fixtures/v0.1");
    for name in ["keys.db", "target.db", "rekeyed.db", "backup", "facts.txt"] {
        secret(&folder, name, &std::fs::read(fixtures.join(name)).expect("a fixture"));
    }
    secret(&folder, "keys.master", &[0x5a; 32]);
    secret(&folder, "target.master", &[0x22; 32]);
    secret(&folder, "rekeyed.phrase", b"another passphrase");
    for role in ["officer", "user"] {
        secret(&folder, &format!("{role}.pin"), format!("{role} of v0.1\n").as_bytes());
    }
    secret(&folder, "second.pin", b"second PIN of v0.1\n");
    folder
}

/// Goal: a store of release 0.1 is looked over, lists its keys and gives them out; PINs are taken
/// or refused as they were; a damaged store is not read.
#[test]
fn stores_of_release_0_1_are_used() {
    let folder = release_0_1();
    let facts = String::from_utf8(folder.read("facts.txt")).expect("text");
    for store in [KEYS, REKEYED] {
        let said = refuses(&folder, &format!("token check {store}"), 5, "STORE_VERSION");
        assert!(said.contains("token migrate"), "{said}");
        let wrong = format!("token migrate {store} --pin-file user.pin");
        refuses(&folder, &wrong, 6, "PIN_WRONG");
        run(&folder, &format!("token migrate {store} --pin-file officer.pin"));
        let twice = format!("token migrate {store} --pin-file officer.pin");
        refuses(&folder, &twice, 5, "STORE_VERSION");
    }
    run(&folder, &format!("token check {KEYS}"));
    let objects = facts.lines().filter(|line| line.starts_with("keys\tobject\t"));
    let objects: Vec<Vec<&str>> = objects.map(|line| line.split('\t').collect()).collect();
    let listed = json(&folder, &format!("key list {KEYS}"));
    assert_eq!(listed["keys"].as_array().expect("keys").len(), objects.len());
    for object in objects.iter().filter(|object| object[5] == "private") {
        let (id, public) = (object[3], object[13]);
        run(&folder, &format!("key pubkey {id} {KEYS} --outform der --out {id}.der"));
        let sum = Digest::of(Hash::Sha256, &folder.read(&format!("{id}.der")));
        assert_eq!(hex(sum.as_bytes()), public, "{}", object[2]);
    }
    let user = format!("{KEYS} --pin-file user.pin");
    run(&folder, &format!("key export unwrapped {user} --out unwrapped.pem"));
    let pem = String::from_utf8(folder.read("unwrapped.pem")).expect("text");
    let body: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    let document = hex(&data_encoding::BASE64.decode(body.as_bytes()).expect("base64"));
    let kept = format!("keys\texport\tunwrapped\t{document}");
    assert!(facts.lines().any(|line| line == kept), "another key");
    run(&folder, &format!("token check {REKEYED}"));
    let generate = format!("key generate {REKEYED} --algorithm p256 --label x --pin-file");
    refuses(&folder, &format!("{generate} user.pin"), 6, "PIN_WRONG");
    run(&folder, &format!("{generate} second.pin"));
    let mut damaged = folder.read("keys.db");
    let at = damaged.len() / 2;
    damaged[at..at + 4096].fill(0x55);
    secret(&folder, "damaged.db", &damaged);
    refuses(
        &folder,
        &format!("token check {KEYS}").replace("keys.db", "damaged.db"),
        5,
        "STORE_CORRUPT",
    );
}

/// Goal: a backup of release 0.1 is restored, not twice, and not when it is damaged.
#[test]
fn the_backup_of_release_0_1_is_restored() {
    let folder = release_0_1();
    run(&folder, &format!("token migrate {TARGET} --pin-file officer.pin"));
    let listed = json(&folder, &format!("key list {TARGET}"));
    let id = listed["keys"][0]["id"].as_str().expect("its one key");
    let restore = format!("token restore {TARGET} --pin-file officer.pin --target {id}");
    let named = format!("{restore} --from {} --in backup", "0".repeat(64));
    refuses(&folder, &named, 3, "BACKUP_UNSIGNED");
    let report = json(&folder, "token backup-verify --in backup");
    assert!(report["fingerprint"].is_null() && report["format"] == 1, "{report}");
    let restore = format!("{restore} --from unsigned --in");
    let mut damaged = folder.read("backup");
    damaged[1000] ^= 1;
    secret(&folder, "damaged", &damaged);
    refuses(&folder, &format!("{restore} damaged"), 3, "BACKUP_INVALID");
    run(&folder, &format!("{restore} backup"));
    refuses(&folder, &format!("{restore} backup"), 3, "NAME_EXISTS");
    run(&folder, &format!("key pubkey unwrapped {TARGET} --out x"));
}

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}
