//! Goal: manifests are worked off like single commands, line by line, whatever is wrong with a line
//! and wherever a run was interrupted.
use crate::common;

use common::documents::{private_pem, public_pem};
use common::{Folder, text};
use data_encoding::HEXLOWER;
use rustix::fs::{FlockOperation, flock};
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("private.pem", private_pem());
    folder.write("public.pem", public_pem());
    folder.write("letter", "Pay 100 to Bob.");
    for algorithm in ["p384", "ed25519", "secp256k1", "x25519"] {
        folder.succeeds(&["keygen", "--algorithm", algorithm, "--out", algorithm]);
    }
    folder
}

fn jsonl(items: &[Value]) -> String {
    items.iter().map(|item| format!("{item}\n")).collect()
}

/// A manifest of the fields that items have, as a table.
fn csv(items: &[Value]) -> String {
    let mut names: Vec<&String> =
        items.iter().flat_map(|item| item.as_object().expect("fields").keys()).collect();
    names.sort();
    names.dedup();
    let cell = |value: Option<&Value>| match value {
        None => String::new(),
        Some(Value::String(text)) => format!("\"{}\"", text.replace('"', "\"\"")),
        Some(other) => other.to_string(),
    };
    let line = |item: &Value| {
        let cells: Vec<String> = names.iter().map(|name| cell(item.get(name.as_str()))).collect();
        cells.join(",") + "\n"
    };
    let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
    names.join(",") + "\n" + &items.iter().map(line).collect::<String>()
}

fn results(folder: &Folder, name: &str) -> Vec<Value> {
    let text = String::from_utf8(folder.read(name)).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The cells of a column of a table without quotes in it.
fn column(folder: &Folder, name: &str, column: &str) -> Vec<String> {
    let text = String::from_utf8(folder.read(name)).expect("text");
    let mut lines = text.lines();
    let names = lines.next().expect("names").split(',').position(|it| it == column);
    let at = names.expect("the column");
    lines.map(|line| line.split(',').nth(at).expect("a cell").to_owned()).collect()
}

/// Items, and the arguments of the single command that does the same.
fn items() -> Vec<(Value, Vec<&'static str>)> {
    let letter = ["--in", "letter"];
    let each = |item: Value, key, more: &[&'static str]| {
        (item, [&["--key", key][..], &letter, more].concat())
    };
    vec![
        each(json!({"id": "a", "file": "letter"}), "private.pem", &[]),
        each(
            json!({"id": "b", "message": "Pay 100 to Bob.", "hash": "SHA-512"}),
            "private.pem",
            &["--hash", "sha512"],
        ),
        each(
            json!({"key": "ed25519", "file": "letter", "context": "x, \"y\""}),
            "ed25519",
            &["--context", "x, \"y\""],
        ),
        each(
            json!({"key": "ed25519", "file": "letter", "prehash": true}),
            "ed25519",
            &["--prehash"],
        ),
        each(
            json!({"key": "p384", "file": "letter", "format": "raw", "low_s": true}),
            "p384",
            &["--format", "raw", "--low-s"],
        ),
        each(
            json!({"key": "secp256k1", "file": "letter", "bip340": true}),
            "secp256k1",
            &["--bip340"],
        ),
        each(
            json!({"key": "secp256k1", "message_hex": HEXLOWER.encode(b"Pay 100 to Bob.")}),
            "secp256k1",
            &[],
        ),
    ]
}

/// Goal: results of both forms are those of `sign` and, of its signatures, of `verify`.
#[test]
fn batches_agree_with_single_commands() {
    let folder = folder();
    let items = items();
    let all: Vec<Value> = items.iter().map(|(item, _)| item.clone()).collect();
    folder.write("items.jsonl", jsonl(&all));
    folder.write("items.csv", csv(&all));
    let common = ["--key", "private.pem", "--deterministic"];
    for (manifest, out) in [("items.jsonl", "signed.jsonl"), ("items.csv", "signed.csv")] {
        let line = ["sign-batch", "--manifest", manifest, "--out", out, "--threads", "2"];
        let said = folder.succeeds(&[&line[..], &common].concat());
        assert_eq!(text(&String::from_utf8(said).unwrap()), "items: 7\nsigned: 7\n");
    }
    let signed = results(&folder, "signed.jsonl");
    let tabled = column(&folder, "signed.csv", "signature");
    let mut to_verify = Vec::new();
    for (at, (item, single)) in items.iter().enumerate() {
        let single = folder.succeeds(&[&["sign", "--deterministic"][..], single].concat());
        let signature = HEXLOWER.encode(&single);
        assert_eq!(signed[at]["signature"], signature, "{item}");
        assert_eq!(tabled[at], signature, "{item}");
        assert_eq!(signed[at]["id"], item["id"]);
        assert_eq!(signed[at]["line"], 1 + at);
        for altered in [false, true] {
            let mut item = item.clone();
            let mut signature = single.clone();
            if altered {
                *signature.last_mut().unwrap() ^= 1;
                item["id"] = json!(format!("altered {at}"));
            }
            item["signature"] = json!(HEXLOWER.encode(&signature));
            if altered && at % 2 == 0 {
                folder.write(&format!("signature-{at}"), signature);
                item.as_object_mut().unwrap().remove("signature");
                item["signature_file"] = json!(format!("signature-{at}"));
            }
            to_verify.push(item);
        }
    }
    folder.write("verify.jsonl", jsonl(&to_verify));
    folder.write("verify.csv", csv(&to_verify));
    for (manifest, out) in [("verify.jsonl", "verdicts.jsonl"), ("verify.csv", "verdicts.csv")] {
        let line = ["verify-batch", "--manifest", manifest, "--out", out, "--key", "private.pem"];
        let outcome = folder.run(&line);
        assert_eq!(outcome.status, Some(4));
        assert_eq!(outcome.text(), "items: 14\nvalid: 7\ninvalid: 7\n");
        assert!(
            outcome.stderr.starts_with("error: SIG_INVALID: 7 of 14 items invalid; the first:")
        );
    }
    let verdicts: Vec<Value> =
        results(&folder, "verdicts.jsonl").iter().map(|it| it["result"].clone()).collect();
    assert_eq!(verdicts, ["valid", "invalid"].repeat(7));
    assert_eq!(column(&folder, "verdicts.csv", "result"), ["valid", "invalid"].repeat(7));
}

/// Goal: what is wrong with a line is said of that line, with its field, and harms no other.
#[test]
fn bad_lines_are_named_and_harm_no_other() {
    let folder = folder();
    let good = r#"{"message": "m"}"#;
    let huge = format!(r#"{{"message": "{}"}}"#, "m".repeat(2 << 20));
    let cases: &[(&str, &str, &str)] = &[
        (r#"{"message": "m"#, "MANIFEST_SYNTAX", "no JSON object"),
        (r#"{"message": "m"} x"#, "MANIFEST_SYNTAX", "no JSON object"),
        ("[]", "MANIFEST_SYNTAX", "no JSON object"),
        ("{\"message\": \"a\0b\"}", "MANIFEST_SYNTAX", "control character"),
        (&huge, "MANIFEST_LINE_TOO_LONG", "1048576"),
        (r#"{"massage": "m"}"#, "MANIFEST_FIELD", "did you mean message?"),
        (r#"{"signature": "00", "message": "m"}"#, "MANIFEST_FIELD", "signature"),
        (r#"{"message": 5}"#, "MANIFEST_FIELD", "field message: a text"),
        (r#"{"message": "m", "low_s": 1}"#, "MANIFEST_FIELD", "field low_s: true or false"),
        (r#"{"message": "m", "file": "letter"}"#, "MANIFEST_FIELD", "field file"),
        (r#"{"key": "p384"}"#, "MANIFEST_FIELD", "none of the fields message"),
        (r#"{"message_hex": "0"}"#, "MANIFEST_FIELD", "field message_hex: needs pairs"),
        (r#"{"message": "m", "hash": "sha257"}"#, "MANIFEST_FIELD", "field hash: no hash"),
        (r#"{"message": "m", "format": "pem"}"#, "MANIFEST_FIELD", "der, raw"),
        (r#"{"digest": "00"}"#, "DIGEST_LENGTH", "field digest"),
        (r#"{"message": "m", "key": "missing"}"#, "INPUT_MISSING", "field key"),
        (r#"{"message": "m", "key": "letter"}"#, "INPUT_FORMAT", "field key"),
        (r#"{"message": "m", "key": "public.pem"}"#, "INPUT_PEM_LABEL", "field key"),
        (r#"{"message": "m", "key": "x25519"}"#, "SCHEME_UNSUPPORTED", "field key"),
        (r#"{"message": "m", "key": "ed25519", "hash": "sha256"}"#, "SCHEME_UNSUPPORTED", "hash"),
        (r#"{"message": "m", "bip340": true}"#, "SCHEME_UNSUPPORTED", "field bip340"),
        (r#"{"file": "nothing"}"#, "INPUT_MISSING", "field file"),
        (r#"{"file": "."}"#, "INPUT_DIRECTORY", "field file"),
        (r#"{"file": "/dev/zero"}"#, "INPUT_NOT_A_FILE", "field file"),
        (r#"{"message": "m", "id": "a\nb"}"#, "MANIFEST_FIELD", "field id"),
        (r#"{"message": "m", "id": "twice"}"#, "MANIFEST_FIELD", "field id: an earlier line"),
    ];
    let twice = r#"{"message": "m", "id": "twice"}"#;
    for ending in ["\n", "\r\n"] {
        let mut manifest = format!("{twice}{ending}{ending}");
        for (line, ..) in cases {
            manifest += &format!("{line}{ending}{good}{ending}");
        }
        folder.write("manifest", manifest);
        let line = ["sign-batch", "--key", "private.pem", "--manifest", "manifest", "--out", "r"];
        let outcome = folder.run(&[&line[..], &["--force", "--chunk", "3"]].concat());
        assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
        let counts = format!("{0} of {1} items refused; the first: line 3: ", 26, 53);
        assert!(outcome.stderr.starts_with(&format!("error: BATCH_REFUSED: {counts}")));
        let results = results(&folder, "r");
        assert_eq!(results.len(), 1 + 2 * cases.len());
        for (at, (line, code, why)) in cases.iter().enumerate() {
            let line = &line[..line.len().min(80)];
            let [bad, good] = [&results[1 + 2 * at], &results[2 + 2 * at]];
            assert_eq!([&bad["result"], &bad["code"]], ["refused", code], "{line}: {bad}");
            let said = bad["why"].as_str().expect("a sentence");
            let start = format!("line {}: ", 3 + 2 * at);
            assert!(said.starts_with(&start) && said.contains(why), "{line}: {said}");
            assert_eq!(good["result"], "signed");
        }
    }
}

/// Goal: an item without a key is told of the field and of the option, each by its name.
#[test]
fn keys_that_are_nowhere_are_named() {
    let folder = folder();
    folder.write("manifest", r#"{"message": "m"}"#);
    let outcome = folder.run(&["sign-batch", "--manifest", "manifest", "--out", "r"]);
    let why = "line 1: field key: it is not there, and the command has no --key";
    assert!(outcome.stderr.contains(why), "{}", outcome.stderr);
}

/// Goal: what an earlier run refused stays refused until the batch begins again, and is told so.
#[test]
fn refusals_of_earlier_runs_are_told() {
    let folder = folder();
    folder.write("manifest", "{\"file\": \"later\"}\n{\"file\": \"letter\"}\n");
    let line = ["sign-batch", "--key", "private.pem", "--manifest", "manifest", "--out", "r"];
    let first = folder.run(&line);
    assert!(first.status == Some(3) && !first.stderr.contains("--force"), "{}", first.stderr);
    folder.write("later", "here now");
    let again = folder.run(&line);
    let told = "; 1 by an earlier run: --force tries again\n";
    assert!(again.status == Some(3) && again.stderr.ends_with(told), "{}", again.stderr);
    folder.succeeds(&[&line[..], &["--force"]].concat());
}

/// Goal: a manifest that is none is refused as a whole, and leaves no results behind.
#[test]
fn what_is_no_manifest_is_refused() {
    let folder = folder();
    let line = |out| ["sign-batch", "--key", "private.pem", "--manifest", "manifest", "--out", out];
    folder.write("manifest", "\u{feff}{\"message\": \"m\"}\n");
    folder.refuses(&line("results"), 3, "INPUT_BOM");
    folder.write("manifest", b"\xff\xfe{\0");
    folder.refuses(&line("results"), 3, "INPUT_BOM");
    for table in ["id,massage\na,m\n", "id,id\n", "Dear Bob,\n", "id,\"message\na\n", "a\0b\n"] {
        folder.write("manifest", table);
        let outcome = folder.pipe(&line("results"), b"");
        assert_eq!(outcome.status, Some(3), "{table:?} {}", outcome.stderr);
        assert!(outcome.stderr.contains("line 1: "), "{}", outcome.stderr);
        assert!(!folder.names().contains(&"results".into()), "{table:?}");
    }
    folder.write("manifest", "{\"message\": \"m\"}\n");
    folder.refuses(&line("manifest"), 2, "OUTPUT_IS_INPUT");
    folder.refuses(&line("."), 2, "OUTPUT_DIRECTORY");
    folder.refuses(&line("nowhere/results"), 2, "OUTPUT_DIRECTORY");
    folder.refuses(&line("/dev/null"), 2, "OUTPUT_NOT_A_FILE");
    folder.refuses(&["sign-batch", "--manifest", "missing", "--out", "r"], 3, "INPUT_MISSING");
    folder.refuses(&["sign-batch", "--manifest", ".", "--out", "r"], 3, "INPUT_DIRECTORY");
    folder.refuses(&[&line("r")[..], &["--threads", "0"]].concat(), 2, "USAGE");
}

/// Goal: no items, and items from a pipe, are batches like others.
#[test]
fn empty_and_piped_manifests() {
    let folder = folder();
    let line = ["sign-batch", "--key", "private.pem", "--manifest", "-", "--out", "r", "--json"];
    for (manifest, items) in [("", 0), ("\n\r\n", 0), ("file\n", 0), ("file\nletter\n", 1)] {
        let outcome = folder.pipe(&[&line[..], &["--force"]].concat(), manifest.as_bytes());
        assert_eq!(outcome.status, Some(0), "{manifest:?} {}", outcome.stderr);
        assert_eq!(outcome.json()["items"], items);
        let again = folder.pipe(&line, manifest.as_bytes());
        assert_eq!((again.status, &again.json()["before"]), (Some(0), &json!(items)));
    }
}

/// Goal: wherever the results end, a rerun makes them whole, byte by byte, and does no more; what
/// does not belong to the manifest is left alone.
#[test]
fn interrupted_runs_are_gone_on_with() {
    let folder = folder();
    let items: Vec<Value> =
        (0..12).map(|at| json!({"id": format!("{at}"), "file": "letter"})).collect();
    for (manifest, text) in [("m.jsonl", jsonl(&items)), ("m.csv", csv(&items))] {
        folder.write(manifest, &text);
        let line =
            ["sign-batch", "--key", "private.pem", "--deterministic", "--manifest", manifest];
        let line = [&line[..], &["--out", "r", "--chunk", "5"]].concat();
        folder.succeeds(&[&line[..], &["--force"]].concat());
        let whole = folder.read("r");
        for end in (0..=whole.len()).step_by(97).chain([whole.len() - 1, whole.len()]) {
            folder.write("r", &whole[..end]);
            folder.succeeds(&line);
            assert!(folder.read("r") == whole, "{manifest}, cut at {end}");
        }
        let refuses = |line: &[&str]| {
            let before = folder.read("r");
            folder.refuses(line, 3, "RESULTS_MISMATCH");
            assert_eq!(folder.read("r"), before);
        };
        refuses(&[&line[..], &["--hash", "sha384"]].concat());
        refuses(&[&line[..], &["--low-s"]].concat());
        folder.write(manifest, text.replace("letter", "public.pem"));
        refuses(&line);
        folder.write(manifest, &text[..text.len() / 2]);
        refuses(&line);
        folder.write(manifest, &text);
        for strange in ["Dear Bob\n", "{\"line\": 1}\n"] {
            folder.write("r", strange);
            refuses(&line);
        }
        let verify = ["verify-batch", "--key", "public.pem", "--manifest", manifest, "--out", "r"];
        folder.write("r", &whole);
        if manifest == "m.jsonl" {
            refuses(&verify);
        }
        // A run is resumed after its manifest has grown.
        folder.write(
            manifest,
            text.clone() + text.lines().last().unwrap().replace("11", "12").as_str(),
        );
        folder.succeeds(&line);
        let grown = folder.read("r");
        assert!(grown.starts_with(&whole) && grown.len() > whole.len());
    }
}

/// Goal: a run that is killed leaves results to go on with. Method: killed as soon as there are
/// some, twice; the results of one item after the other.
#[test]
fn killed_runs_are_gone_on_with() {
    let folder = folder();
    let items: Vec<Value> = (0..3000).map(|at| json!({"message": format!("{at}")})).collect();
    folder.write("m", jsonl(&items));
    let line = ["sign-batch", "--key", "private.pem", "--deterministic", "--manifest", "m"];
    let line = [&line[..], &["--out", "r", "--chunk", "1"]].concat();
    let length = || std::fs::metadata(folder.path("r")).map_or(0, |it| it.len());
    for _ in 0..2 {
        let (before, begun) = (length(), Instant::now());
        let mut child = folder.command(&line).stdout(Stdio::null()).spawn().expect("it starts");
        while length() < before + 1000 && begun.elapsed() < Duration::from_secs(60) {
            std::thread::yield_now();
        }
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        assert!(length() >= before + 1000);
    }
    folder.succeeds(&[&line[..line.len() - 1], &["100"]].concat());
    let results = results(&folder, "r");
    assert_eq!(results.len(), items.len());
    for (at, result) in results.iter().enumerate() {
        assert_eq!((&result["line"], &result["result"]), (&json!(at + 1), &json!("signed")));
    }
    assert_eq!(results[2999]["signature"], {
        let single = ["sign", "--key", "private.pem", "--deterministic"];
        HEXLOWER.encode(&folder.pipe(&single, b"2999").stdout)
    });
}

/// Goal: two runs do not write to one file.
#[test]
fn results_have_one_writer() {
    let folder = folder();
    folder.write("m", "{\"message\": \"m\"}\n");
    folder.write("r", "");
    let held = OpenOptions::new().append(true).open(folder.path("r")).expect("it is there");
    flock(&held, FlockOperation::LockExclusive).expect("a lock");
    let line = ["sign-batch", "--key", "private.pem", "--manifest", "m", "--out", "r"];
    folder.refuses(&line, 2, "RESULTS_BUSY");
    drop(held);
    folder.succeeds(&line);
}

/// Goal: memory does not grow with the manifest. Method: a line of 64 MiB and 100,000 short ones
/// under a limit of address space, through a pipe.
#[test]
fn memory_is_bounded() {
    let folder = folder();
    let script = "ulimit -v 400000; exec \"$0\" verify-batch --key public.pem --manifest - --out r";
    let mut child = std::process::Command::new("sh")
        .args(["-c", script, text(&common::program())])
        .current_dir(folder.path("."))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&vec![b'{'; 64 << 20]);
        for at in 0..100_000 {
            let item = format!("\n{{\"id\": \"{at}\", \"signature\": \"00\", \"message\": \"m\"}}");
            let _ = stdin.write_all(item.as_bytes());
        }
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(3), "{stderr}");
    assert_eq!(said, "items: 100001\nrefused: 1\ninvalid: 100000\n");
}

/// Goal: the result of an item has its id beside a field that is wrong, wherever that stands; a
/// name that is none stands nowhere.
#[test]
fn refused_items_keep_their_names() {
    let folder = folder();
    folder.write(
        "m.jsonl",
        "{\"id\": \"a\", \"massage\": \"m\"}\n{\"low_s\": 1, \"id\": \"b\", \"message\": \"m\"}\n\
         {\"id\": \"c\\n\", \"low_s\": 1}\n{\"id\": 7.5, \"message\": \"m\"}\n",
    );
    folder.write("m.csv", "low_s,id,message\n1,a,m\nyes,b,m\n1,c\td,m\n1,,m\n");
    for (manifest, out) in [("m.jsonl", "r.jsonl"), ("m.csv", "r.csv")] {
        let line = ["sign-batch", "--key", "private.pem", "--manifest", manifest, "--out", out];
        let outcome = folder.run(&line);
        assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
        assert_eq!(outcome.text(), "items: 4\nrefused: 4\n");
    }
    let ids: Vec<Value> =
        results(&folder, "r.jsonl").iter().map(|result| result["id"].clone()).collect();
    assert_eq!(ids, [json!("a"), json!("b"), Value::Null, Value::Null]);
    assert_eq!(column(&folder, "r.csv", "id"), ["a", "b", "", ""]);
}
