//! Goal: what a token refuses is said with the argument, the role or the key that it is about, and
//! with what would be taken.
use crate::common;

use common::Folder;
use common::documents::public_pem;
use common::tokens::{STORE, generate, json, refuses, run, set_pin, token, token_of_user};

/// Goal: a wrong PIN names its file and its role.
#[test]
fn wrong_pins_name_the_role() {
    let folder = token_of_user();
    set_pin(&folder, "auditor");
    for (line, role) in [
        ("key generate --algorithm p256 --label a", "the user's"),
        ("token audit", "the auditor's"),
        ("token audit --as officer", "the officer's"),
        ("token rekey", "the officer's"),
    ] {
        let said =
            refuses(&folder, &format!("{line} {STORE} --pin-file wrong.pin"), 6, "PIN_WRONG");
        assert!(said.contains("--pin-file \"wrong.pin\"") && said.contains(role), "{said}");
    }
    let said = refuses(
        &folder,
        &format!("token audit {STORE} --as operator --pin-file wrong.pin"),
        6,
        "PIN_UNSET",
    );
    assert!(said.contains("the operator's"), "{said}");
}

/// Goal: uses and mechanisms that a key of its kind does not have are refused before there is one,
/// made or taken in, and the error lists those that it has.
#[test]
fn attributes_are_of_the_kind() {
    let folder = token_of_user();
    folder.succeeds(&["keygen", "--algorithm", "ed25519", "--out", "ed.pem"]);
    let generate =
        |more: &str| format!("key generate {STORE} --pin-file user.pin --label x {more}");
    let import =
        |more: &str| format!("key import {STORE} --pin-file user.pin --label x --in ed.pem {more}");
    for (line, code, said) in [
        (generate("--algorithm p256 --mechanism eddsa"), "KEY_TYPE", "ecdsa, agree"),
        (generate("--algorithm ed25519 --mechanism ecdsa"), "KEY_TYPE", "but: eddsa"),
        (
            generate("--algorithm rsa2048 --mechanism rsa-pss,dsa"),
            "KEY_TYPE",
            "rsa-pkcs1, rsa-pss, rsa-oaep",
        ),
        (generate("--algorithm p256 --mechanism bip340"), "KEY_TYPE", "--mechanism bip340"),
        (generate("--algorithm aes256 --mechanism ecdsa"), "KEY_TYPE", "but: aes-kwp"),
        (generate("--algorithm ed25519 --usage derive"), "USAGE_DENIED", "but: sign, verify"),
        (generate("--algorithm aes128 --usage sign"), "USAGE_DENIED", "--usage sign"),
        (generate("--algorithm rsa2048 --usage derive"), "USAGE_DENIED", "sign, verify, decrypt"),
        (generate("--algorithm aes256 --usage wrap,decrypt"), "USAGE_DENIED", "but: wrap"),
        (generate("--algorithm p256 --mechanism rsa-oaep"), "KEY_TYPE", "but: ecdsa, agree"),
        (generate("--algorithm p256 --usage decrypt"), "USAGE_DENIED", "sign, verify, derive"),
        (import("--mechanism ecdsa"), "KEY_TYPE", "but: eddsa"),
        (import("--usage sign,derive"), "USAGE_DENIED", "--usage derive"),
    ] {
        let error = refuses(&folder, &line, 3, code);
        assert!(error.contains(said), "{error}");
    }
    run(&folder, &generate("--algorithm secp256k1 --mechanism bip340,ecdsa"));
    let said = refuses(&folder, &generate("--algorithm p256"), 3, "NAME_EXISTS");
    assert!(said.contains("--label \"x\""), "{said}");
    let status = json(&folder, &format!("token status {STORE}"));
    assert_eq!(status["objects"], 1);
}

/// Goal: a label that looks like an id is found as a label, and an id by its prefix too.
#[test]
fn labels_may_look_like_ids() {
    let folder = token_of_user();
    let label = "0123456789abcdef0123456789abcdef";
    let made = generate(&folder, "p256", label, "");
    let id = made["id"].as_str().expect("an id");
    let show = |name: &str| format!("key show {name} {STORE}");
    let said = refuses(&folder, &show(label), 3, "KEY_UNKNOWN");
    assert!(said.contains(&format!("label:{label}")), "{said}");
    for name in [format!("label:{label}"), id.to_owned(), format!("id:{id}")] {
        assert_eq!(json(&folder, &show(&name)), made, "{name}");
    }
    for label in ["label:x", "id:x"] {
        let made = generate(&folder, "p256", label, "");
        assert_eq!(json(&folder, &show(&format!("label:{label}"))), made);
    }
    let said = refuses(&folder, &show("nobody"), 3, "KEY_UNKNOWN");
    assert!(said.contains("no label \"nobody\""), "{said}");
}

/// Goal: the key that reads backups is removed by the officer alone, and all others by the user
/// alone.
#[test]
fn backup_targets_are_the_officers() {
    let folder = token_of_user();
    let officer = format!("{STORE} --pin-file officer.pin");
    run(&folder, &format!("token backup-target {officer} --label t --out t.pem"));
    generate(&folder, "p256", "web", "");
    let delete = |key: &str, role: &str| {
        format!("key delete {key} {STORE} --as {role} --pin-file {role}.pin")
    };
    let said = refuses(&folder, &delete("t", "user"), 3, "ROLE_DENIED");
    assert!(said.contains("the officer may"), "{said}");
    let said = refuses(&folder, &delete("web", "officer"), 3, "ROLE_DENIED");
    assert!(said.contains("the user may"), "{said}");
    run(&folder, &delete("t", "officer"));
    run(&folder, &delete("web", "user"));
    assert_eq!(json(&folder, &format!("token status {STORE}"))["objects"], 0);
    let said = refuses(
        &folder,
        &format!("token backup {officer} --for x.pem --out b"),
        3,
        "INPUT_MISSING",
    );
    assert!(said.contains("--for"), "{said}");
}

/// Goal: a key that was made is named when the report of it cannot be written.
#[test]
fn keys_without_a_report_are_named() {
    let folder = token_of_user();
    let script = "exec \"$0\" \"$@\" > /dev/full";
    let line = format!("key generate {STORE} --pin-file user.pin --algorithm p256 --label web");
    let output = std::process::Command::new("sh")
        .args(["-c", script, common::text(&common::program())])
        .args(line.split(' '))
        .current_dir(folder.path("."))
        .output()
        .expect("a shell");
    let outcome = common::Outcome::from_output(output);
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    let made = json(&folder, &format!("key show web {STORE}"));
    let id = made["id"].as_str().expect("an id");
    assert!(outcome.stderr.starts_with("error: OUTPUT_FAILED: "), "{}", outcome.stderr);
    assert!(outcome.stderr.contains(id), "{}", outcome.stderr);
}

/// Goal: times are dates for people and seconds for programs.
#[test]
fn times_are_dates_in_text() {
    let folder = token_of_user();
    let made = generate(&folder, "p256", "web", "");
    assert!(made["created"].as_u64().is_some_and(|seconds| seconds > 1_600_000_000), "{made}");
    let is_date = |text: &str| {
        text.len() == 20 && text.starts_with("20") && text.ends_with('Z') && &text[10..11] == "T"
    };
    let shown = run(&folder, &format!("key show web {STORE}"));
    let created = shown.lines().find_map(|line| line.strip_prefix("created:"));
    assert!(is_date(created.expect("a row").trim()), "{shown}");
    let log = run(&folder, &format!("token audit {STORE} --as officer --pin-file officer.pin"));
    assert!(log.lines().all(|row| is_date(row.split('\t').nth(1).expect("a cell"))), "{log}");
}

/// Goal: the public half of a key comes out in each form, and is that of the key.
#[test]
fn public_keys_come_out() {
    let folder = token_of_user();
    let made = generate(&folder, "p256", "web", "");
    generate(&folder, "aes128", "wrapping", "");
    let pem = run(&folder, &format!("key pubkey web {STORE}"));
    assert_eq!(made["public_key"].as_str(), Some(&pem[..]));
    run(&folder, &format!("key pubkey web {STORE} --out web.pem"));
    run(&folder, &format!("key pubkey web {STORE} --outform der --out web.der"));
    run(&folder, &format!("key pubkey web {STORE} --outform openssh --out web.pub"));
    for name in ["web.pem", "web.der", "web.pub"] {
        assert_eq!(run(&folder, &format!("pubkey --key {name}")), pem, "{name}");
    }
    let said = refuses(&folder, &format!("key pubkey wrapping {STORE}"), 3, "KEY_TYPE");
    assert!(said.contains("aes128"), "{said}");
    let out = format!("key pubkey web {STORE} --out master.key --force");
    refuses(&folder, &out, 2, "OUTPUT_IS_INPUT");
}

/// Goal: a PEM block of another kind is called what it is.
#[test]
fn pem_blocks_are_called_what_they_are() {
    let folder = token();
    folder.write("public.pem", public_pem());
    folder.write("letter", "m");
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "private.pem"]);
    let certificate = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";
    folder.write("certificate.pem", certificate);
    for (line, needed, found) in [
        ("sign --key public.pem --in letter --out s", "a private key", "is a public key"),
        ("sign --key certificate.pem --in letter --out s", "a private key", "is a certificate"),
        (
            "derive --key private.pem --peer private.pem --out s",
            "the public key",
            "is a private key",
        ),
        ("pubkey --key certificate.pem --out s", "a key", "is a certificate"),
    ] {
        let said = refuses(&folder, line, 3, "INPUT_PEM_LABEL");
        assert!(said.contains(needed) && said.contains(found), "{said}");
    }
}

/// Goal: a certificate or a request in the place of a key is called what it is, in PEM and in DER.
#[test]
fn certificates_and_requests_are_called_what_they_are() {
    let folder = Folder::new();
    folder.write("m", "m");
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "key.pem"]);
    for (option, found) in [("-new", "a certificate request, "), ("-x509", "a certificate, ")] {
        let line = ["req", option, "-key", "key.pem", "-subj", "/CN=x", "-out", "file"];
        for (form, code) in [("PEM", "INPUT_PEM_LABEL"), ("DER", "KEY_ENCODING")] {
            let line = [&line[..], &["-outform", form]].concat();
            if common::tool(&folder, "openssl", &line).is_none() {
                return;
            }
            for line in ["sign --key file --in m --out x", "pubkey --key file --out x"] {
                let said = refuses(&folder, line, 3, code);
                assert!(said.contains("--key \"file\": ") && said.contains(found), "{said}");
            }
        }
    }
}

/// Goal: what the key of `encrypt` is refused for names the key.
#[test]
fn errors_of_encryption_name_the_key() {
    let folder = Folder::new();
    folder.write("m", "m");
    let pss = ["genpkey", "-algorithm", "RSA-PSS", "-out", "pss.pem"];
    if common::tool(&folder, "openssl", &pss).is_none() {
        return;
    }
    for line in ["encrypt --key pss.pem --in m --out x", "decrypt --key pss.pem --in m --out x"] {
        let said = refuses(&folder, line, 3, "SCHEME_UNSUPPORTED");
        assert!(said.contains("--key \"pss.pem\""), "{said}");
    }
    let report = run(&folder, "inspect pss.pem");
    assert!(
        report.contains("id-RSASSA-PSS") && report.contains("1.2.840.113549.1.1.10"),
        "{report}"
    );
    folder.succeeds(&["keygen", "--algorithm", "rsa2048", "--out", "rsa.pem"]);
    let said = refuses(&folder, "decrypt --key rsa.pem --in m --out x", 3, "CIPHERTEXT_LENGTH");
    assert!(said.contains("--in \"m\": 1 bytes; ") && said.contains("the 256 of"), "{said}");
    let help = run(&folder, "decrypt --help");
    assert!(help.contains("CIPHERTEXT_LENGTH") && help.contains("256 for rsa2048"), "{help}");
}

/// Goal: the help of `key generate` lists each use, each mechanism and each AES key.
#[test]
fn help_lists_what_is_taken() {
    let help = run(&Folder::new(), "key generate --help");
    let words: Vec<&str> = help.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
    let uses = sealane_hsm::object::Usage::ALL.map(|(_, name)| name);
    let mechanisms = sealane_hsm::object::Mechanism::ALL.map(|(_, name)| name);
    for name in uses.iter().chain(&mechanisms).chain(&["p256", "aes128", "aes192", "aes256"]) {
        assert!(words.contains(name), "{name}\n{help}");
    }
}

/// Goal: what ships does not know the cheap derivations of builds for tests: a token with one is
/// refused, whoever made it.
#[test]
fn a_release_refuses_the_derivations_of_tests() {
    let cheap = env!("CARGO_BIN_EXE_sealane");
    if common::program() == std::path::Path::new(cheap) || !cfg!(feature = "test-hooks") {
        return common::skipped("no released command beside one built for tests (SEALANE_BIN)");
    }
    let folder = token();
    const CHEAP: &str = "--store cheap.db --master-file master.key";
    let line = format!("token init {CHEAP} --label cheap --new-pin-file officer.pin");
    let made = std::process::Command::new(cheap)
        .args(line.split(' '))
        .current_dir(folder.path("."))
        .status();
    assert!(made.expect("the command starts").success());
    let pins = "--pin-file officer.pin --for user --new-pin-file user.pin";
    refuses(&folder, &format!("token set-pin {CHEAP} {pins}"), 3, "MASTER_INVALID");
}
