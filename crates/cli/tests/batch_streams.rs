//! Goal: results go to standard output where that is asked for; names are numbers too; fields that
//! items do not have are passed over on request; what is wrong with a field is said of it.
use crate::common;

use common::Folder;
use common::documents::{private_pem, public_pem};
use data_encoding::BASE64;
use serde_json::{Value, json};
use std::fs::OpenOptions;
use std::io::Read;
use std::process::Stdio;

/// The key of the documents, and signatures by it of `m`, in hex and in base64.
fn folder() -> (Folder, Vec<u8>) {
    let folder = Folder::new();
    folder.write("private.pem", private_pem());
    folder.write("public.pem", public_pem());
    let sign = ["sign", "--key", "private.pem", "--deterministic"];
    let signature = folder.pipe(&sign, b"m").stdout;
    (folder, signature)
}

fn jsonl(items: &[Value]) -> String {
    items.iter().map(|item| format!("{item}\n")).collect()
}

const SIGN: [&str; 6] =
    ["sign-batch", "--key", "private.pem", "--deterministic", "--manifest", "m"];

/// Goal: standard output gets what a file gets, and the summary goes to standard error; there is no
/// file named `-`, but where that is meant.
#[test]
fn results_go_to_standard_output() {
    let (folder, _) = folder();
    for manifest in ["{\"message\": \"m\", \"id\": 7}\n{\"message\": \"n\"}\n", "message\nm\nn\n"] {
        folder.write("m", manifest);
        let said = folder.succeeds(&[&SIGN[..], &["--out", "r", "--force"]].concat());
        assert_eq!(said, b"items: 2\nsigned: 2\n");
        for out in ["-", "/dev/stdout"] {
            let outcome = folder.run(&[&SIGN[..], &["--out", out, "--chunk", "1"]].concat());
            assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
            assert_eq!(outcome.stdout, folder.read("r"));
            assert_eq!(outcome.stderr, "items: 2\nsigned: 2\n");
        }
        let outcome = folder.run(&[&SIGN[..], &["--out", "-", "--json"]].concat());
        let summary: Value = serde_json::from_str(&outcome.stderr).expect("JSON");
        assert_eq!(summary, json!({"items": 2, "before": 0, "signed": 2}));
        assert!(!folder.names().contains(&"-".into()));
    }
    folder.write("m", "{\"message\": \"m\"}\n{\"massage\": \"m\"}\n");
    let outcome = folder.run(&[&SIGN[..], &["--out", "-"]].concat());
    assert_eq!((outcome.status, outcome.text().lines().count()), (Some(3), 2));
    let said = "items: 2\nsigned: 1\nrefused: 1\nerror: BATCH_REFUSED: 1 of 2 items refused";
    assert!(outcome.stderr.starts_with(said), "{}", outcome.stderr);
    let named = folder.run(&[&SIGN[..], &["--out", "./-"]].concat());
    assert_eq!(named.text(), "items: 2\nsigned: 1\nrefused: 1\n");
    assert_eq!(folder.read("-"), outcome.stdout);
}

/// Goal: a reader that goes away ends the run, without a word.
#[test]
fn a_closed_pipe_ends_the_run() {
    let (folder, _) = folder();
    folder.write("m", "{\"message\": \"m\"}\n".repeat(2000));
    let line = [&SIGN[..], &["--out", "-", "--chunk", "1"]].concat();
    let mut child = folder
        .command(&line)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut first = [0; 10];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("results");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(141), &b""[..]));
}

/// Goal: standard output that is a file is none of those read.
#[test]
fn standard_output_is_no_input() {
    let (folder, _) = folder();
    let item = "{\"message\": \"m\", \"key\": \"public.pem\"}\n";
    folder.write("m", item);
    for input in ["m", "private.pem", "public.pem"] {
        let before = folder.read(input);
        let file = OpenOptions::new().append(true).open(folder.path(input)).expect("it is there");
        let line = [&SIGN[..], &["--out", "-"]].concat();
        let output = folder.command(&line).stdout(file).output().expect("the command starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{input}: {said}");
        assert!(said.starts_with("error: OUTPUT_IS_INPUT: --out - (standard output)"), "{said}");
        assert_eq!(folder.read(input), before);
    }
}

/// Goal: a name may be a whole number, and stays one in JSON; it is the same name as its digits.
#[test]
fn names_may_be_numbers() {
    let (folder, _) = folder();
    let manifest = "{\"id\": 7, \"message\": \"m\"}\n{\"id\": \"7\", \"message\": \"m\"}\n\
                    {\"id\": 18446744073709551615, \"message\": \"m\"}\n\
                    {\"id\": -9223372036854775808, \"message\": \"m\"}\n\
                    {\"id\": 18446744073709551616, \"message\": \"m\"}\n\
                    {\"id\": 1.5, \"message\": \"m\"}\n{\"id\": 7, \"message\": \"m\"}\n";
    folder.write("m", manifest);
    let outcome = folder.run(&[&SIGN[..], &["--out", "r"]].concat());
    assert_eq!(outcome.text(), "items: 7\nsigned: 3\nrefused: 4\n");
    let results = String::from_utf8(folder.read("r")).expect("text");
    let results: Vec<Value> =
        results.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let ids: Vec<&Value> = results.iter().map(|result| &result["id"]).collect();
    let none = &Value::Null;
    let [seven, digits] = [&json!(7), &json!("7")];
    assert_eq!(ids, [seven, digits, &json!(u64::MAX), &json!(i64::MIN), none, none, seven]);
    for (at, why) in [
        (1, "line 2: field id: an earlier line has the same"),
        (4, "line 5: field id: a text or a whole number of 64 bits is needed"),
        (5, "line 6: field id: a text or a whole number of 64 bits is needed"),
        (6, "line 7: field id: an earlier line has the same"),
    ] {
        assert_eq!(results[at]["why"], why);
        assert_eq!(results[at]["code"], "MANIFEST_FIELD");
    }
    // What an earlier run has done is known, by name too.
    let whole = folder.read("r");
    let half = whole.len() / 2;
    folder.write("r", &whole[..half]);
    folder.run(&[&SIGN[..], &["--out", "r"]].concat());
    assert_eq!(folder.read("r"), whole);
}

/// Goal: fields that items do not have are refused, and passed over on request, in both forms and
/// by both commands; results of the one are not resumed by the other.
#[test]
fn other_fields_are_passed_over_on_request() {
    let (folder, _) = folder();
    let signature = "00".repeat(8);
    for (manifest, refused) in [
        (format!("note,id,message,signature\n\"a, b\",1,m,{signature}\n"), "MANIFEST_FIELD"),
        (
            format!("{{\"note\": {{}}, \"message\": \"m\", \"signature\": \"{signature}\"}}\n"),
            "BATCH_REFUSED",
        ),
    ] {
        folder.write("m", manifest);
        let line = |out| [&SIGN[..], &["--out", out]].concat();
        let outcome = folder.run(&line("r"));
        assert_eq!(outcome.status, Some(3));
        let start = format!("error: {refused}: ");
        assert!(outcome.stderr.starts_with(&start), "{}", outcome.stderr);
        assert!(outcome.stderr.contains("field \"note\""), "{}", outcome.stderr);
        let ignoring = [&line("s")[..], &["--ignore-unknown"]].concat();
        folder.succeeds(&ignoring);
        folder.refuses(&line("s"), 3, refused_or_mismatch(refused));
        let verify = ["verify-batch", "--key", "public.pem", "--manifest", "m", "--out", "v"];
        let outcome = folder.run(&[&verify[..], &["--ignore-unknown", "--force"]].concat());
        assert_eq!(outcome.text(), "items: 1\ninvalid: 1\n", "{}", outcome.stderr);
        for name in ["r", "s", "v"] {
            let _ = std::fs::remove_file(folder.path(name));
        }
    }
}

/// A table is refused by its first line.
fn refused_or_mismatch(refused: &'static str) -> &'static str {
    if refused == "MANIFEST_FIELD" { refused } else { "RESULTS_MISMATCH" }
}

/// What is changed in a good item, null for a field that goes; the code and a part of the sentence.
/// PEM and DER stand for a private key.
const BAD_VALUES: &[(&str, &str, &str)] = &[
    (r#"{"signature_base64": "MEU"}"#, "MANIFEST_FIELD", "field signature_base64: needs base64"),
    (r#"{"signature_base64": "MEU_"}"#, "MANIFEST_FIELD", "field signature_base64: needs base64"),
    (r#"{"signature_base64": "00"}"#, "MANIFEST_FIELD", "field signature_base64: needs base64"),
    (r#"{"signature_base64": "AAAA"}"#, "SIG_LENGTH", "field signature_base64"),
    (r#"{"signature": "00"}"#, "MANIFEST_FIELD", "field signature_base64: there is a field sig"),
    (
        r#"{"message": null, "message_base64": "b"}"#,
        "MANIFEST_FIELD",
        "field message_base64: needs",
    ),
    (
        r#"{"message": null, "message_hex": "b"}"#,
        "MANIFEST_FIELD",
        "field message_hex: needs pairs",
    ),
    (r#"{"message": null, "digest_base64": "AAAA"}"#, "DIGEST_LENGTH", "field digest_base64: 3 b"),
    (
        r#"{"digest_base64": "AAAA"}"#,
        "MANIFEST_FIELD",
        "field digest_base64: there is a field mess",
    ),
    (r#"{"context_base64": "="}"#, "MANIFEST_FIELD", "field context_base64: needs base64"),
    (r#"{"context_base64": "AAAA", "context": "x"}"#, "MANIFEST_FIELD", "field context_base64: th"),
    (r#"{"key_text": "no key"}"#, "INPUT_FORMAT", "field key_text"),
    (r#"{"key_text": ""}"#, "INPUT_FORMAT", "field key_text"),
    (r#"{"key_text": "PEM"}"#, "INPUT_PEM_LABEL", "field key_text: the public key alone"),
    (r#"{"key_text": null, "key_base64": "DER"}"#, "KEY_ENCODING", "field key_base64"),
    (r#"{"key_text": null, "key_base64": "AAAA"}"#, "INPUT_FORMAT", "field key_base64"),
    (
        r#"{"key_text": null, "key_base64": "%"}"#,
        "MANIFEST_FIELD",
        "field key_base64: needs base64",
    ),
    (r#"{"key": "public.pem"}"#, "MANIFEST_FIELD", "field key_text: there is a field key"),
    (r#"{"key_text": null}"#, "MANIFEST_FIELD", "field key: it is not there"),
    (r#"{"key_text": 7}"#, "MANIFEST_FIELD", "field key_text: a text is needed"),
    (r#"{"digest": 7}"#, "MANIFEST_FIELD", "field digest: a text is needed"),
];

/// The base64 in a PEM block.
fn base64_of(pem: &str) -> String {
    pem.lines().filter(|line| !line.starts_with('-')).collect()
}

/// Goal: what is wrong with a value in any encoding, or with a key in its row, is said with line,
/// code and field, and nothing of a private key is repeated.
#[test]
fn bad_values_are_named() {
    let (folder, signature) = folder();
    let (pem, der) = (private_pem(), base64_of(&private_pem()));
    let good = json!({
        "message": "m", "signature_base64": BASE64.encode(&signature), "key_text": public_pem()
    });
    let mut items = Vec::new();
    for (changes, ..) in BAD_VALUES {
        let changes: Value = serde_json::from_str(changes).expect("JSON");
        let mut item = good.clone();
        for (name, value) in changes.as_object().expect("fields") {
            match value.as_str() {
                Some("PEM") => item[name] = json!(pem),
                Some("DER") => item[name] = json!(der),
                _ => item[name] = value.clone(),
            }
        }
        items.extend([item, good.clone()]);
    }
    folder.write("m", jsonl(&items));
    let outcome = folder.run(&["verify-batch", "--manifest", "m", "--out", "-"]);
    assert_eq!(outcome.status, Some(3), "{}", outcome.stderr);
    let results: Vec<Value> =
        outcome.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (at, (item, code, why)) in BAD_VALUES.iter().enumerate() {
        let [bad, good] = [&results[2 * at], &results[2 * at + 1]];
        assert_eq!(bad["code"], *code, "{item}: {bad}");
        let said = bad["why"].as_str().expect("a sentence");
        let start = format!("line {}: ", 2 * at + 1);
        assert!(said.starts_with(&start) && said.contains(why), "{item}: {said}");
        assert!(!said.contains(&der[..16]), "{said}");
        assert_eq!(good["result"], "valid");
    }
    // A private key is no field of those who sign by it.
    folder.write("m", jsonl(&[json!({"message": "m", "key_text": pem})]));
    let said = folder.run(&[&SIGN[..], &["--out", "-"]].concat()).stderr;
    assert!(said.contains("field \"key_text\": items have no field"), "{said}");
}

/// Goal: in a table an empty cell is no value, and a name is a text, whatever it looks like.
#[test]
fn cells_are_texts() {
    let (folder, signature) = folder();
    let (key, good) = (base64_of(&public_pem()), BASE64.encode(&signature));
    let rows = format!("07,{key},m,{good}\n7,,m,{good}\n7,{key},m,%\n8,{key},m,%\n");
    folder.write("m", format!("id,key_base64,message,signature_base64\n{rows}"));
    let outcome = folder.run(&["verify-batch", "--manifest", "m", "--out", "-"]);
    let lines: Vec<&str> = outcome.text().lines().collect();
    assert!(lines[1].starts_with("2,07,valid,"), "{lines:?}");
    assert!(lines[2].contains("line 3: field key: it is not there"), "{lines:?}");
    assert!(lines[3].contains("line 4: field id: an earlier line has the same"), "{lines:?}");
    assert!(lines[4].contains("line 5: field signature_base64: needs base64"), "{lines:?}");
}
