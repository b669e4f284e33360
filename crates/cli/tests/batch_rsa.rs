//! Goal: manifests of RSA and DSA keys, between those over curves, are worked off like single
//! commands.
use crate::common;

use common::{Folder, tool};
use data_encoding::HEXLOWER;
use serde_json::{Value, json};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("letter", "Pay 100 to Bob.");
    for algorithm in ["rsa2048", "rsa3072", "p256"] {
        folder.succeeds(&["keygen", "--algorithm", algorithm, "--out", algorithm]);
    }
    folder.write("dsa", include_str!("../src/cmd/self_test/dsa2048.pem"));
    folder
}

fn jsonl(items: &[Value]) -> String {
    items.iter().map(|item| format!("{item}\n")).collect()
}

fn results(folder: &Folder, name: &str) -> Vec<Value> {
    let text = String::from_utf8(folder.read(name)).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Items of each kind of key and scheme, mixed, and the options of the single command.
fn items() -> Vec<(Value, &'static str)> {
    let mut all = vec![
        (json!({"key": "rsa2048", "file": "letter"}), "--key rsa2048"),
        (json!({"key": "p256", "file": "letter"}), "--key p256"),
        (
            json!({"key": "rsa3072", "file": "letter", "hash": "sha512"}),
            "--key rsa3072 --hash sha512",
        ),
        (
            json!({"key": "rsa2048", "file": "letter", "scheme": "pss", "hash": "sha384"}),
            "--key rsa2048 --scheme pss --hash sha384",
        ),
        (json!({"key": "dsa", "file": "letter"}), "--key dsa"),
        (
            json!({"key": "dsa", "file": "letter", "format": "raw", "hash": "sha224"}),
            "--key dsa --hash sha224 --format raw",
        ),
        (
            json!({"key": "rsa3072", "file": "letter", "scheme": "pss", "salt": "0",
                   "mgf_hash": "sha512"}),
            "--key rsa3072 --scheme pss --salt 0 --mgf-hash sha512",
        ),
    ];
    // More than a group of lanes.
    let more = all[0].clone();
    all.extend(std::iter::repeat_n(more, 9));
    all
}

/// Goal: signatures are those of `sign`, or valid where they are random; of the signatures of
/// single commands those that were changed are the bad ones. On one thread, and on three.
#[test]
fn batches_agree_with_single_commands() {
    let folder = folder();
    let items = items();
    let mut to_verify = Vec::new();
    let all: Vec<Value> = items.iter().map(|(item, _)| item.clone()).collect();
    folder.write("items", jsonl(&all));
    for threads in ["1", "3"] {
        let line = ["sign-batch", "--manifest", "items", "--out", "r", "--force", "--threads"];
        folder.succeeds(&[&line[..], &[threads, "--deterministic"]].concat());
        for (at, ((item, options), done)) in items.iter().zip(results(&folder, "r")).enumerate() {
            assert_eq!((&done["result"], &done["line"]), (&json!("signed"), &json!(1 + at)));
            let line = format!("sign --in letter --deterministic {options}");
            let single = folder.succeeds(&line.split(' ').collect::<Vec<_>>());
            let single = HEXLOWER.encode(&single);
            // Salts are random, but one of no bytes.
            if item["scheme"] != "pss" || item["salt"] == "0" {
                assert_eq!(done["signature"], single, "{item}");
            }
            for signature in [done["signature"].as_str().expect("a signature"), &single] {
                let mut good = item.clone();
                good["signature"] = json!(signature);
                let mut bad = good.clone();
                let mut bytes = HEXLOWER.decode(signature.as_bytes()).expect("hex");
                *bytes.last_mut().expect("bytes") ^= 1;
                bad["signature"] = json!(HEXLOWER.encode(&bytes));
                to_verify.extend([good, bad]);
            }
        }
    }
    folder.write("to-verify", jsonl(&to_verify));
    for threads in ["1", "3"] {
        let line = ["verify-batch", "--manifest", "to-verify", "--out", "v", "--force"];
        let outcome = folder.run(&[&line[..], &["--threads", threads]].concat());
        assert_eq!(outcome.status, Some(4), "{}", outcome.stderr);
        let verdicts = results(&folder, "v");
        assert_eq!(verdicts.len(), to_verify.len());
        for (at, verdict) in verdicts.iter().enumerate() {
            let expected = ["valid", "invalid"][at % 2];
            assert_eq!(verdict["result"], expected, "{}: {verdict}", to_verify[at]);
        }
    }
}

/// Goal: the hash of the command line is that of the items which choose one and name none, of RSA
/// and DSA too, and harms none that has its own.
#[test]
fn the_hash_of_the_command_line_is_for_those_who_choose() {
    let folder = folder();
    folder.succeeds(&["keygen", "--algorithm", "ed25519", "--out", "ed25519"]);
    let keys = ["rsa2048", "dsa", "p256", "ed25519"];
    let items: Vec<Value> = keys.iter().map(|key| json!({"key": key, "file": "letter"})).collect();
    folder.write("items", jsonl(&items));
    let line = ["sign-batch", "--manifest", "items", "--out", "r", "--deterministic"];
    folder.succeeds(&[&line[..], &["--hash", "sha512"]].concat());
    for (key, done) in keys.iter().zip(results(&folder, "r")) {
        let mut line = vec!["sign", "--in", "letter", "--deterministic", "--key", key];
        if *key != "ed25519" {
            line.extend(["--hash", "sha512"]);
        }
        assert_eq!(done["signature"], HEXLOWER.encode(&folder.succeeds(&line)), "{key}");
    }
}

/// Goal: what is wrong with an item of RSA or DSA is said of its line, with its field.
#[test]
fn bad_items_are_named() {
    let folder = folder();
    let cases = [
        (json!({"key": "rsa2048", "message": "m", "hash": "sha1"}), "PARAM_HASH", "hash"),
        (json!({"key": "rsa2048", "digest": "00", "hash": "none"}), "PARAM_HASH", "field hash"),
        (json!({"key": "rsa2048", "message": "m", "low_s": true}), "SCHEME_UNSUPPORTED", "low_s"),
        (
            json!({"key": "rsa2048", "message": "m", "scheme": "oaep"}),
            "MANIFEST_FIELD",
            "field scheme: needs one of pkcs1, pss",
        ),
        (
            json!({"key": "rsa2048", "message": "m", "scheme": "pss", "salt": "long"}),
            "MANIFEST_FIELD",
            "field salt: needs a number",
        ),
        (
            json!({"key": "rsa2048", "message": "m", "scheme": "pss", "salt": "223"}),
            "PARAM_PSS_SALT",
            "field salt",
        ),
        (
            json!({"key": "rsa2048", "message": "m", "scheme": "pss", "mgf_hash": "sha257"}),
            "MANIFEST_FIELD",
            "field mgf_hash: no hash",
        ),
        (json!({"key": "rsa2048", "message": "m", "salt": "7"}), "SCHEME_UNSUPPORTED", "salt"),
        (json!({"key": "dsa", "message": "m", "scheme": "pss"}), "SCHEME_UNSUPPORTED", "scheme"),
        (json!({"key": "p256", "message": "m", "scheme": "pss"}), "SCHEME_UNSUPPORTED", "scheme"),
        (json!({"key": "dsa", "message": "m", "context": "x"}), "SCHEME_UNSUPPORTED", "context"),
    ];
    let good = json!({"key": "rsa2048", "message": "m"});
    let items: Vec<Value> =
        cases.iter().flat_map(|(bad, ..)| [bad.clone(), good.clone()]).collect();
    folder.write("items", jsonl(&items));
    let outcome = folder.run(&["sign-batch", "--manifest", "items", "--out", "r"]);
    assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
    for ((item, code, why), done) in cases.iter().zip(results(&folder, "r").chunks(2)) {
        assert_eq!([&done[0]["result"], &done[0]["code"]], ["refused", code], "{item} {done:?}");
        let said = done[0]["why"].as_str().expect("a sentence");
        assert!(said.contains(why), "{item}: {said}");
        assert_eq!(done[1]["result"], "signed");
    }
    let short = json!({"key": "rsa2048", "message": "m", "signature": "00"});
    folder.write("items", jsonl(&[short]));
    folder.run(&["verify-batch", "--manifest", "items", "--out", "v"]);
    assert_eq!(results(&folder, "v")[0]["code"], "SIG_LENGTH");
}

/// Goal: signatures that OpenSSL made with a key of 1024 bits are verified by name of that option
/// alone.
#[test]
fn old_keys_verify_where_that_is_asked_for() {
    let folder = folder();
    let openssl = |line: &str| {
        let line: Vec<&str> = line.split(' ').collect();
        tool(&folder, "openssl", &line).is_some_and(|output| output.status.success())
    };
    if !openssl("genrsa -out old 1024") {
        return;
    }
    assert!(openssl("dgst -sha256 -sign old -out s letter"));
    folder.write("items", "{\"key\": \"old\", \"file\": \"letter\", \"signature_file\": \"s\"}\n");
    let line = ["verify-batch", "--manifest", "items", "--out", "v", "--force"];
    let outcome = folder.run(&line);
    assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
    assert_eq!(results(&folder, "v")[0]["code"], "KEY_RSA_MODULUS");
    folder.succeeds(&[&line[..], &["--legacy"]].concat());
}
