//! Goal: what the commands promise, each from files and from pipes.
use crate::common;

use common::Folder;
use common::documents::*;
use data_encoding::HEXLOWER;
use serde_json::Value;

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("private.pem", private_pem());
    folder.write("public.pem", public_pem());
    folder.write("message", "sample");
    folder
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("JSON")
}

/// RFC 6979, appendix A.2.5: the key, `sample` and `test`, through the whole command.
#[test]
fn deterministic_signatures_are_the_published_ones() {
    let folder = folder();
    let sign = ["sign", "--key", "private.pem", "--deterministic", "--format", "raw"];
    let raw = folder.pipe(&sign, b"sample").stdout;
    assert_eq!(HEXLOWER.encode(&raw), format!("{R}{S}"));
    let sign = ["sign", "--key", "private.pem", "--deterministic", "--in", "message"];
    assert_eq!(folder.succeeds(&sign), signature(R, S));
    let sha512 = "8496a60b5e9b47c825488827e0495b0e3fa109ec4568fd3f8d1097678eb97f00\
                  2362ab1adbe2b8adf9cb9edab740ea6049c028114f2460f96554f61fae3302fe";
    let sign = ["sign", "--key", "private.pem", "--deterministic", "--json", "--format", "raw"];
    let report = folder.pipe(&[&sign[..], &["--hash", "SHA-512"]].concat(), b"sample").json();
    assert_eq!(report["signature"], sha512);
    assert_eq!(report["hash"], "sha512");
}

#[test]
fn hedged_signatures_differ_and_verify() {
    let folder = folder();
    let sign = ["sign", "--key", "private.pem", "--in", "message"];
    let (first, second) = (folder.succeeds(&sign), folder.succeeds(&sign));
    assert_ne!(first, second);
    for bytes in [first, second] {
        folder.write("signature", bytes);
        let verify = ["verify", "--key", "public.pem", "--in", "message", "--signature"];
        folder.succeeds(&[&verify[..], &["signature"]].concat());
    }
}

/// Goal: every hash signs and verifies, from a message and from its digest alike.
#[test]
fn every_hash_round_trips() {
    let folder = folder();
    for hash in [
        "sha224",
        "sha256",
        "sha384",
        "sha512",
        "sha512-224",
        "sha512-256",
        "sha3-224",
        "sha3-256",
        "sha3-384",
        "sha3-512",
        "shake128",
        "shake256",
    ] {
        let sign = ["sign", "--key", "private.pem", "--in", "message", "--hash", hash];
        let sign = [&sign[..], &["--deterministic"]].concat();
        folder.write("signature", folder.succeeds(&sign));
        let verify = ["verify", "--key", "public.pem", "--signature", "signature", "--hash", hash];
        assert_eq!(folder.pipe(&verify, b"sample").status, Some(0), "{hash}");
        assert_eq!(folder.pipe(&verify, b"Sample").status, Some(4), "{hash}");
    }
    let sign = ["sign", "--key", "private.pem", "--deterministic", "--digest"];
    assert_eq!(folder.pipe(&sign, &hex(SAMPLE_SHA256)).stdout, signature(R, S));
}

/// Goal: nothing is signed with SHA-1 by any key, and what was signed with it verifies. Method: the
/// signature of RFC 6979, appendix A.2.5; a message and its digest, alone and in a batch.
#[test]
fn sha1_verifies_and_does_not_sign() {
    let folder = folder();
    let published = signature(
        "61340c88c3aaebeb4f6d667f672ca9759a6ccaa9fa8811313039ee4a35471d32",
        "6d7f147dac089441bb2e2fe8f7a3fa264b9c475098fdcf6e00d7c996e1b8b7eb",
    );
    folder.write("signature", published);
    let verify = ["verify", "--key", "public.pem", "--signature", "signature", "--hash", "sha1"];
    assert_eq!(folder.pipe(&verify, b"sample").status, Some(0));
    assert_eq!(folder.pipe(&verify, b"Sample").status, Some(4));
    folder.write("digest", [7; 20]);
    let sign = ["sign", "--key", "private.pem", "--hash", "sha1", "--out", "out"];
    for more in [&["--in", "message"][..], &["--in", "digest", "--digest"]] {
        let said = folder.refuses(&[&sign[..], more].concat(), 3, "PARAM_HASH");
        assert!(said.stderr.contains("--hash sha1: verifies only"), "{}", said.stderr);
    }
    folder.write("items", r#"{"key": "private.pem", "message": "m", "hash": "sha1"}"#);
    let batch = ["sign-batch", "--manifest", "items", "--out", "out"];
    assert_eq!(folder.run(&batch).status, Some(3));
    let result = json(&folder.read("out"));
    assert_eq!((&result["result"], &result["code"]), (&"refused".into(), &"PARAM_HASH".into()));
}

/// Goal: a key signs and verifies with the hash of its curve's size if none is named, and says so;
/// alone and in a batch.
#[test]
fn the_usual_hash_is_that_of_the_key() {
    for (algorithm, hash) in [
        ("p192", "sha256"),
        ("p224", "sha256"),
        ("p256", "sha256"),
        ("secp256k1", "sha256"),
        ("brainpoolp256r1", "sha256"),
        ("p384", "sha384"),
        ("brainpoolp384r1", "sha384"),
        ("p521", "sha512"),
        ("brainpoolp512r1", "sha512"),
        ("rsa2048", "sha256"),
    ] {
        let folder = folder();
        folder.succeeds(&["keygen", "--algorithm", algorithm, "--out", "key"]);
        let sign = ["sign", "--key", "key", "--in", "message"];
        let said = folder.run(&[&sign[..], &["--out", "usual"]].concat());
        assert_eq!(said.stderr, format!("note: signed with {hash}; --hash names another\n"));
        let report = folder.run(&[&sign[..], &["--json"]].concat());
        assert_eq!((&report.json()["hash"], &report.stderr[..]), (&hash.into(), ""));
        let other = if hash == "sha512" { "sha256" } else { "sha512" };
        for more in [&["--quiet", "--out", "quiet"][..], &["--hash", other, "--out", "named"]] {
            assert_eq!(folder.run(&[&sign[..], more].concat()).stderr, "", "{algorithm}");
        }
        folder.write("items", r#"{"message": "sample"}"#);
        folder.succeeds(&["sign-batch", "--key", "key", "--manifest", "items", "--out", "signed"]);
        let of_batch = json(&folder.read("signed"))["signature"].clone();
        folder.write("batch", hex(of_batch.as_str().expect("hex")));

        let verify = ["verify", "--key", "key", "--in", "message", "--signature"];
        for signature in ["usual", "quiet", "batch"] {
            let line = [&verify[..], &[signature]].concat();
            folder.succeeds(&line);
            folder.succeeds(&[&line[..], &["--hash", hash]].concat());
            let other = [&line[..], &["--hash", other]].concat();
            let said = folder.refuses(&other, 4, "SIG_INVALID").stderr;
            assert!(!said.contains("no --hash"), "{said}");
        }
        folder.succeeds(&[&verify[..], &["named", "--hash", other]].concat());
        let said = folder.refuses(&[&verify[..], &["named"]].concat(), 4, "SIG_INVALID").stderr;
        let hint = match algorithm {
            "rsa2048" => "; by PKCS#1 v1.5 with sha256, for neither --scheme nor --hash is given",
            _ => &format!("; with {hash}, for no --hash is given"),
        };
        assert!(said.trim_end().ends_with(hint), "{said}");
        let item = |signature: &str| {
            let signature = HEXLOWER.encode(&folder.read(signature));
            format!("{{\"message\": \"sample\", \"signature\": \"{signature}\"}}\n")
        };
        folder.write("items", item("usual") + &item("named"));
        folder.run(&["verify-batch", "--key", "key", "--manifest", "items", "--out", "verdicts"]);
        let verdicts = String::from_utf8(folder.read("verdicts")).expect("text");
        let results = verdicts.lines().map(|line| json(line.as_bytes())["result"].clone());
        assert_eq!(results.collect::<Vec<_>>(), ["valid", "invalid"], "{algorithm}");
    }
    let folder = folder();
    folder.succeeds(&["keygen", "--algorithm", "ed448", "--out", "key"]);
    let said = folder.run(&["sign", "--key", "key", "--in", "message", "--out", "signature"]);
    assert_eq!((said.status, &said.stderr[..]), (Some(0), ""), "there is no other hash");
}

#[test]
fn new_keys_work_in_every_form() {
    let folder = folder();
    for outform in ["pem", "der"] {
        let line =
            ["keygen", "--algorithm", "p256", "--outform", outform, "--out", "new", "--force"];
        folder.succeeds(&line);
        let first = folder.read("new");
        folder.succeeds(&line);
        assert_ne!(first, folder.read("new"), "two keys are one");
        folder.succeeds(&[
            "sign",
            "--key",
            "new",
            "--in",
            "message",
            "--out",
            "signature",
            "--force",
        ]);
        for public in ["pem", "der"] {
            let line =
                ["pubkey", "--key", "new", "--outform", public, "--out", "public", "--force"];
            folder.succeeds(&line);
            let verify = ["verify", "--key", "public", "--in", "message", "--signature"];
            folder.succeeds(&[&verify[..], &["signature"]].concat());
        }
        let verify = ["verify", "--key", "new", "--in", "message", "--signature", "signature"];
        folder.succeeds(&verify);
    }
}

#[test]
fn keys_go_through_pipes() {
    let folder = folder();
    let key = folder.succeeds(&["keygen", "--algorithm", "P-256"]);
    let public = folder.pipe(&["pubkey", "--key", "-"], &key);
    assert!(public.text().starts_with("-----BEGIN PUBLIC KEY-----\n"));
    let signature = folder.pipe(&["sign", "--key", "-", "--in", "message"], &key);
    folder.write("signature", signature.stdout);
    let verify = ["verify", "--key", "-", "--in", "message", "--signature", "signature"];
    assert_eq!(folder.pipe(&verify, &public.stdout).text(), "signature: valid\n");
    // A descriptor of the shell's is a file like others.
    let line = "\"$0\" pubkey --key /dev/fd/5 5< private.pem
                cat private.pem | \"$0\" pubkey --key /dev/stdin";
    let mut shell = std::process::Command::new("sh");
    let shell = shell.args(["-c", line]).arg(common::program()).current_dir(folder.path("."));
    let output = shell.output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stdout), public_pem().repeat(2));
}

#[test]
fn points_are_written_in_both_forms() {
    let folder = folder();
    let line = ["pubkey", "--key", "public.pem", "--outform", "point"];
    assert_eq!(folder.succeeds(&line), point());
    let line = ["pubkey", "--key", "public.pem", "--outform", "point-compressed"];
    assert_eq!(folder.succeeds(&line), [&[3], &hex(X)[..]].concat());
}

/// RFC 5903, section 8.1, and both directions of a new exchange.
#[test]
fn both_sides_derive_one_secret() {
    let folder = folder();
    let own = "c88f01f510d9ac3f70a292daa2316de544e9aab8afe84049c62a9c57862d1433";
    let peer = "04d12dfb5289c8d4f81208b70270398c342296970a0bccb74c736fc7554494bf63\
                56fbf3ca366cc23e8157854c13c58d6aac23f046ada30f8353e74f33039872ab";
    let secret = "d6840f6b42f6edafd13116e0e12565202fef8e9ece7dce03812464d04b9442de";
    folder.write("own", pkcs8(OID_P256, &hex(own), None));
    folder.write("peer", spki(OID_P256, &hex(peer)));
    let derive = ["derive", "--key", "own", "--peer", "peer"];
    assert_eq!(folder.succeeds(&derive), hex(secret));
    let in_hex = folder.succeeds(&[&derive[..], &["--hex"]].concat());
    assert_eq!(in_hex, format!("{secret}\n").as_bytes());
    assert_eq!(json(&folder.succeeds(&[&derive[..], &["--json"]].concat()))["secret"], secret);

    folder.succeeds(&["pubkey", "--key", "own", "--out", "own.public"]);
    let there = folder.succeeds(&["derive", "--key", "private.pem", "--peer", "own.public"]);
    let here = folder.succeeds(&["derive", "--key", "own", "--peer", "public.pem"]);
    assert_eq!(there, here);
    // A private key is no peer.
    let line = ["derive", "--key", "own", "--peer", "private.pem", "--out", "out"];
    folder.refuses(&line, 3, "INPUT_PEM_LABEL");
}

#[test]
fn reports_are_json_and_hold_what_they_should() {
    let folder = folder();
    let report = json(&folder.succeeds(&["keygen", "--algorithm", "p256", "--json"]));
    assert!(report["private_key"].as_str().is_some_and(|it| it.contains("PRIVATE KEY")));
    let line = ["keygen", "--algorithm", "p256", "--json", "--out", "new"];
    let report = json(&folder.succeeds(&line));
    assert_eq!(report["algorithm"], "p256");
    assert!(report.get("private_key").is_none(), "the key is in the file, and only there");
    let public = folder.succeeds(&["pubkey", "--key", "new"]);
    assert_eq!(report["public_key"].as_str().map(str::as_bytes), Some(&public[..]));
    let report = json(&folder.succeeds(&["pubkey", "--key", "public.pem", "--json"]));
    assert_eq!(report["point"], HEXLOWER.encode(&point()));
    let line = ["sign", "--key", "new", "--in", "message", "--json", "--out", "signature"];
    let report = json(&folder.succeeds(&line));
    assert_eq!(report["signature"], HEXLOWER.encode(&folder.read("signature")));
}

/// Goal: the list has every algorithm, and every name on it makes a key.
#[test]
fn algorithms_are_listed_and_all_their_names_are_taken() {
    let folder = folder();
    let list = json(&folder.succeeds(&["algorithms", "--json"]));
    let table = String::from_utf8(folder.succeeds(&["algorithms"])).expect("text");
    let rows = list.as_array().expect("rows");
    assert!(rows.len() >= 9, "{table}");
    for row in rows {
        let name = row["name"].as_str().expect("a name");
        let line = table.lines().find(|it| it.starts_with(&format!("{name} "))).expect("a line");
        assert!(line.contains(row["oid"].as_str().expect("an identifier")), "{line}");
        for other in row["other_names"].as_array().expect("names") {
            let other = other.as_str().expect("a name");
            assert!(line.contains(other), "{line}");
            let key = folder.succeeds(&["keygen", "--json", "--algorithm", other]);
            assert_eq!(json(&key)["algorithm"], name, "{other}");
        }
    }
}

#[test]
fn help_teaches_by_example() {
    let folder = folder();
    let commands = folder.succeeds(&["--help"]);
    let commands = String::from_utf8(commands).expect("text");
    let list = commands.split("Commands:\n").nth(1).and_then(|it| it.split("\n\n").next());
    let names = list.expect("commands").lines().filter_map(|it| it.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() >= 12, "{commands}");
    for command in names {
        let help = String::from_utf8(folder.succeeds(&[command, "--help"])).expect("text");
        assert!(help.contains(&format!("Example:\n  sealane {command}")), "{help}");
    }
}

/// Goal: BIP 340 by the command, and the options that do not go with it refused by name.
#[test]
fn bip340_signs_and_verifies() {
    let folder = Folder::new();
    folder.succeeds(&["keygen", "--algorithm", "secp256k1", "--out", "key"]);
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "other"]);
    folder.write("message", b"a message");
    let sign = ["sign", "--key", "key", "--bip340", "--in", "message", "--out", "signature"];
    folder.succeeds(&[&sign[..], &["--check"]].concat());
    assert_eq!(folder.read("signature").len(), 64);
    let verify =
        ["verify", "--key", "key", "--in", "message", "--signature", "signature", "--bip340"];
    folder.succeeds(&verify);
    folder.refuses(&verify[..7], 4, "SIG_INVALID");
    folder.write("message", b"another");
    folder.refuses(&verify, 4, "SIG_INVALID");
    folder.refuses(
        &[&sign[..], &["--force", "--hash", "sha256"]].concat(),
        2,
        "SCHEME_UNSUPPORTED",
    );
    // No signature has a twin here, and none of another key is looked at.
    let low = [&sign[..], &["--force", "--low-s"]].concat();
    folder.refuses(&low, 2, "SCHEME_UNSUPPORTED");
    folder.refuses(&[&verify[..], &["--low-s"]].concat(), 2, "SCHEME_UNSUPPORTED");
    let other =
        ["verify", "--key", "other", "--in", "message", "--signature", "signature", "--bip340"];
    folder.refuses(&other, 2, "SCHEME_UNSUPPORTED");
    let other = ["sign", "--key", "other", "--bip340", "--in", "message", "--out", "never"];
    folder.refuses(&other, 2, "SCHEME_UNSUPPORTED");
}

/// Goal: with --low-s no signature is refused by verify --low-s.
#[test]
fn low_s_is_made_and_demanded() {
    let folder = Folder::new();
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "key"]);
    folder.write("message", b"a message");
    for _ in 0..8 {
        let sign = ["sign", "--key", "key", "--in", "message", "--low-s", "--force", "--out", "s"];
        folder.succeeds(&sign);
        folder.succeeds(&[
            "verify",
            "--key",
            "key",
            "--in",
            "message",
            "--signature",
            "s",
            "--low-s",
        ]);
    }
}

/// Goal: processes share no state of random bytes: keys and hedged signatures of one message by a
/// hundred of them are all different (CVE-2016-6313 and the like).
#[test]
fn keys_of_many_processes_differ() {
    let folder = Folder::new();
    folder.write("message", "a message");
    folder.succeeds(&["keygen", "--algorithm", "p256", "--out", "key"]);
    let mut seen = std::collections::HashSet::new();
    for _ in 0..100 {
        for line in [
            &["keygen", "--algorithm", "p256", "--outform", "der"][..],
            &["keygen", "--algorithm", "ed25519", "--outform", "der"],
            &["sign", "--key", "key", "--in", "message", "--format", "raw"],
        ] {
            let made = folder.succeeds(line);
            // The halves of a signature, or the secret that a document ends or begins with.
            assert!(seen.insert(made[..made.len() / 2].to_vec()), "{line:?} repeats");
        }
    }
}
