//! Goal: a token by the command alone: made, filled, locked, unlocked, backed up, made anew, and
//! every refusal with its code.
use crate::common;

use common::tokens::{STORE, generate, json, refuses, run, secret, set_pin, token, token_of_user};
use common::tool;
use std::os::unix::fs::PermissionsExt;

/// Goal: keys of every kind are made, found by label and by id, listed, and gone when deleted; what
/// the report says is public is that of the key.
#[test]
fn keys_are_made_found_and_deleted() {
    let folder = token_of_user();
    for (algorithm, label) in [("p256", "web"), ("ed25519", "code"), ("aes256", "wrapping")] {
        let made = generate(&folder, algorithm, label, "");
        let by_label = json(&folder, &format!("key show {label} {STORE}"));
        let id = made["id"].as_str().expect("an id");
        let by_id = json(&folder, &format!("key show {id} {STORE}"));
        assert!(made == by_label && made == by_id, "{made}\n{by_label}\n{by_id}");
        assert_eq!((&made["exportable"], &made["sensitive"]), (&false.into(), &true.into()));
    }
    let listed = json(&folder, &format!("key list {STORE}"));
    let labels: Vec<_> =
        listed["keys"].as_array().expect("keys").iter().map(|key| key["label"].clone()).collect();
    assert_eq!(labels, ["code", "web", "wrapping"]);
    assert_eq!(run(&folder, &format!("key list {STORE}")).lines().count(), 3);
    run(&folder, &format!("key delete web {STORE} --pin-file user.pin"));
    refuses(&folder, &format!("key show web {STORE}"), 3, "KEY_UNKNOWN");
    assert_eq!(json(&folder, &format!("token status {STORE}"))["objects"], 2);
    let pin = "--pin-file user.pin";
    let line = format!("key generate {STORE} {pin} --algorithm p265 --label typo");
    let said = refuses(&folder, &line, 2, "USAGE");
    assert!(said.contains("did you mean"), "{said}");
}

/// Goal: a key of OpenSSL's comes in and goes out as it was, if it may; one that may not does not.
#[test]
fn keys_come_in_and_go_out() {
    let folder = token_of_user();
    let line = "genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-384 -out theirs.pem";
    let Some(made) = tool(&folder, "openssl", &line.split(' ').collect::<Vec<_>>()) else { return };
    assert!(made.status.success());
    let import = format!("key import {STORE} --pin-file user.pin --in theirs.pem");
    run(&folder, &format!("{import} --label open --exportable"));
    run(&folder, &format!("{import} --label closed"));
    run(&folder, &format!("{import} --label public --public"));
    refuses(&folder, &format!("{import} --label open"), 3, "NAME_EXISTS");
    run(&folder, &format!("key export open {STORE} --pin-file user.pin --out ours.pem"));
    let key = |name: &str| run(&folder, &format!("pubkey --key {name}"));
    assert_eq!(key("ours.pem"), key("theirs.pem"));
    assert_eq!(folder.path("ours.pem").metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let export = |label: &str| format!("key export {label} {STORE} --pin-file user.pin --out x");
    refuses(&folder, &export("closed"), 3, "KEY_NOT_EXTRACTABLE");
    refuses(&folder, &export("public"), 3, "KEY_TYPE");
    let public = json(&folder, &format!("key show public {STORE}"))["public_key"].clone();
    assert_eq!(public.as_str().expect("PEM"), key("theirs.pem"));
    generate(&folder, "aes128", "aes", " --exportable");
    refuses(&folder, &export("aes"), 3, "KEY_TYPE");
}

/// Goal: after ten wrong PINs the next has to wait, each said with what is left and kept between
/// processes; the officer's new PIN and the master key lift it; roles have no right that is not
/// theirs.
#[test]
fn wrong_pins_delay() {
    let folder = token_of_user();
    let long = "--first-delay 3600 --longest-delay 7200";
    let guard = run(&folder, &format!("token guard {STORE} --pin-file officer.pin {long}"));
    assert_eq!(run(&folder, &format!("token guard {STORE}")), guard);
    let generate = format!("key generate {STORE} --algorithm p256 --label a --pin-file");
    for left in (1..10).rev() {
        let said = refuses(&folder, &format!("{generate} wrong.pin"), 6, "PIN_WRONG");
        let tries =
            if left == 1 { "; 1 try is left".into() } else { format!("; {left} tries are left") };
        assert!(said.trim_end().ends_with(&tries), "{said}");
    }
    for pin in ["wrong", "user"] {
        let said = refuses(&folder, &format!("{generate} {pin}.pin"), 6, "PIN_DELAYED");
        assert!(said.contains("the user's"), "{said}");
    }
    let roles = &json(&folder, &format!("token status {STORE}"))["roles"];
    assert_eq!(roles["user"], "delayed, 10 wrong PINs in a row");
    run(&folder, &format!("token unlock {STORE} --role user"));
    run(&folder, &format!("{generate} user.pin").replace("label a", "label b"));
    for _ in 0..9 {
        refuses(&folder, &format!("{generate} wrong.pin"), 6, "PIN_WRONG");
    }
    refuses(&folder, &format!("{generate} wrong.pin"), 6, "PIN_DELAYED");
    set_pin(&folder, "user");
    run(&folder, &format!("{generate} user.pin"));
    set_pin(&folder, "auditor");
    let audit = format!("token audit {STORE} --pin-file auditor.pin");
    let log = run(&folder, &audit);
    assert!(log.contains("set PIN") && log.contains("generate"), "{log}");
    let rows = run(&folder, &format!("{audit} --first 1 --most 2 --json"));
    let numbers: Vec<_> = rows.lines().map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(rows.lines().count(), 2, "{numbers:?}");
    assert!(rows.lines().all(|row| row.contains("\"peer\":\"uid ")), "{rows}");
    run(&folder, &format!("token audit-trim {STORE} --pin-file officer.pin --before 3"));
    assert!(run(&folder, &format!("{audit} --most 1")).starts_with("3\t"));
    assert!(run(&folder, &format!("token check {STORE}")).contains("as written"));
    refuses(&folder, &format!("{audit} --as operator"), 6, "PIN_UNSET");
    let of_user = format!("token audit {STORE} --as user --pin-file user.pin");
    let said = refuses(&folder, &of_user, 3, "ROLE_DENIED");
    assert!(said.contains("--as user: ") && said.contains("the auditor and the officer"), "{said}");
    refuses(&folder, &format!("{audit} --as clerk"), 6, "PIN_UNSET");
    refuses(&folder, &format!("{audit} --as no,clerk"), 2, "USAGE");
}

/// Goal: what is in a backup comes up in another token, and in no third one; the store is whole
/// after the token's keys and the master key were changed, and the old master key is no good.
#[test]
fn backups_and_new_keys() {
    let (source, target) = (token_of_user(), token());
    let made = generate(&source, "p256", "web", "");
    let officer = format!("{STORE} --pin-file officer.pin");
    run(&target, &format!("token backup-target {officer} --label restore --out target.pem"));
    source.write("target.pem", target.read("target.pem"));
    run(&source, &format!("token backup {officer} --for target.pem --out backup"));
    target.write("backup", source.read("backup"));
    let status = json(&source, &format!("token status {STORE}"));
    let fingerprint = status["fingerprint"].as_str().expect("a fingerprint");
    let restore = format!("token restore {officer} --target restore --in backup");
    let said = refuses(&target, &restore, 2, "USAGE");
    assert!(said.contains("--from FINGERPRINT") && said.contains("token status"), "{said}");
    let other = format!("{restore} --from {}", "0".repeat(64));
    refuses(&target, &other, 3, "BACKUP_FOREIGN");
    refuses(&target, &format!("{restore} --from unsigned"), 3, "BACKUP_FOREIGN");
    let verify = format!("token backup-verify --in backup --from {fingerprint}");
    let report = json(&target, &verify);
    assert_eq!((&report["keys"][0]["label"], &report["label"]), (&"web".into(), &"signing".into()));
    assert!(run(&target, &verify).contains(fingerprint));
    let restore = format!("{restore} --from {fingerprint}");
    run(&target, &restore);
    let there = json(&target, &format!("key show web {STORE}"));
    assert_eq!(there["public_key"], made["public_key"]);
    let mut bytes = source.read("backup");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    target.write("backup", bytes);
    refuses(&target, &restore, 3, "BACKUP_INVALID");
    refuses(&target, &verify, 3, "BACKUP_INVALID");
    secret(&source, "fresh.key", "0f".repeat(32).as_bytes());
    let said = run(&source, &format!("token rekey {officer} --new-master-file fresh.key"));
    assert!(said.contains("wrapped anew, by the new master key"), "{said}");
    refuses(&source, &format!("key list {STORE}"), 6, "MASTER_WRONG");
    let said = run(&source, "token check --store token.db --master-file fresh.key");
    assert!(said.contains("as written"), "{said}");
    let status = run(&source, "token status --store token.db --master-file fresh.key");
    assert!(status.contains("generation: 2"), "{status}");
}

/// Goal: commands that change a token say what they have done, where nothing else is printed.
#[test]
fn changes_are_told() {
    let folder = token();
    let init = "token init --store made/new.db --master-file master.key --label x";
    let said = run(&folder, &format!("{init} --new-pin-file officer.pin"));
    let made = "token \"x\" is made in \"made/new.db\"\nrecovery code: ";
    assert!(said.starts_with(made) && said.ends_with("shown this once.\n"), "{said}");
    let officer = format!("{STORE} --pin-file officer.pin");
    let said = run(&folder, &format!("token set-pin {officer} --for user --new-pin-file user.pin"));
    assert_eq!(said, "the user's PIN is set\n");
    let target = format!("token backup-target {officer} --label t");
    assert_eq!(
        run(&folder, &format!("{target} --out t.pem")),
        "key \"t\" is made, its public half is in \"t.pem\"\n"
    );
    let backup = format!("token backup {officer} --for t.pem");
    assert_eq!(run(&folder, &format!("{backup} --out backup")), "1 key backed up\n");
    generate(&folder, "p256", "web", "");
    assert_eq!(run(&folder, &format!("{backup} --out again")), "2 keys backed up\n");
    // Standard output has what was made, and that alone.
    assert!(run(&folder, &target.replace("label t", "label u")).starts_with("-----BEGIN PUBLIC"));
    let line = format!("{backup} --out -");
    let piped = folder.succeeds(&line.split(' ').collect::<Vec<_>>());
    assert!(!piped.ends_with(b" backed up\n"));
}

/// Goal: no output replaces the store, the master key or a PIN, whatever is forced.
#[test]
fn outputs_are_no_inputs() {
    let folder = token_of_user();
    generate(&folder, "p256", "web", " --exportable");
    generate(&folder, "x25519", "x", "");
    let officer = format!("{STORE} --pin-file officer.pin");
    run(&folder, &format!("token backup-target {officer} --label t --out t.pem"));
    for out in ["token.db", "master.key", "officer.pin", "./token.db"] {
        for line in [
            format!("key export web {STORE} --pin-file officer.pin"),
            format!("token backup {officer} --for t.pem"),
            format!("token backup-target {officer} --label u"),
        ] {
            refuses(&folder, &format!("{line} --out {out} --force"), 2, "OUTPUT_IS_INPUT");
        }
    }
    assert!(run(&folder, &format!("token check {STORE}")).contains("as written"));
}

/// Goal: what is no token, no master key, no PIN or no label is refused before anything is written.
#[test]
fn refusals() {
    let folder = token();
    let init = "--label x --new-pin-file officer.pin";
    refuses(&folder, &format!("token init {STORE} {init}"), 2, "STORE_EXISTS");
    let said = refuses(&folder, "key list --store token.db", 2, "MASTER_UNSET");
    let needed = "--master-file, --master-passphrase-file or --master-credential is needed";
    assert!(said.contains(needed), "{said}");
    let credential = "key list --store token.db --master-credential x";
    let said = refuses(&folder, credential, 2, "MASTER_UNSET");
    assert!(said.contains("--master-credential \"x\": CREDENTIALS_DIRECTORY"), "{said}");
    refuses(&folder, "key list --store none.db --master-file master.key", 5, "STORE_MISSING");
    let others = std::fs::Permissions::from_mode(0o644);
    folder.write("open.key", [7; 32]);
    std::fs::set_permissions(folder.path("open.key"), others).expect("permissions");
    refuses(&folder, "key list --store token.db --master-file open.key", 5, "PERMISSION");
    secret(&folder, "other.key", &[8; 32]);
    let other = "key list --store token.db --master-file other.key";
    let said = refuses(&folder, other, 6, "MASTER_WRONG");
    assert!(said.contains("--master-file \"other.key\""), "{said}");
    let two = "--master-file master.key --master-credential x";
    refuses(&folder, &format!("key list --store token.db {two}"), 2, "USAGE");
    secret(&folder, "short.pin", b"123\n");
    let fresh = "--store fresh.db --master-file master.key --label x";
    let short = format!("token init {fresh} --new-pin-file short.pin");
    let said = refuses(&folder, &short, 3, "PIN_LENGTH");
    assert!(said.contains("--new-pin-file \"short.pin\": 3 bytes: "), "{said}");
    let bad = "--store fresh.db --master-file master.key --new-pin-file officer.pin --label";
    let mut line: Vec<&str> = "token init".split(' ').chain(bad.split(' ')).collect();
    line.push("a\tb");
    let said = folder.refuses(&line, 3, "NAME_INVALID").stderr;
    assert!(said.contains("--label \"a\\tb\": "), "{said}");
    refuses(&folder, &format!("token init {fresh} --pin 1234"), 2, "USAGE");
    // Damage anywhere is said, not used.
    let mut store = folder.read("token.db");
    let label = b"signing";
    let at = store.windows(label.len()).position(|part| part == label).expect("the label");
    store[at] ^= 1;
    secret(&folder, "token.db", &store);
    refuses(&folder, &format!("token status {STORE}"), 5, "STORE_CORRUPT");
}
