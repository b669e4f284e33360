//! Goal: check-vectors says what is right, and no when something is not.
use crate::common;

use common::Folder;
use common::documents::*;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn case(id: &str, op: &str, input: Value, expect: &str, out: Value) -> Value {
    let algo = if op == "ecdh" { "ECDH" } else { "ECDSA" };
    json!({ "id": id, "src": "here", "algo": algo, "curve": "P-256", "hash": "SHA-256", "op": op,
            "in": input, "expect": expect, "out": out })
}

/// One right case of each operation that a normal build has.
fn cases() -> Vec<Value> {
    let public = data_encoding::HEXLOWER.encode(&point());
    let (raw, der) = (format!("{R}{S}"), data_encoding::HEXLOWER.encode(&signature(R, S)));
    let spki = data_encoding::HEXLOWER.encode(&spki(OID_P256, &point()));
    let pkcs8 = data_encoding::HEXLOWER.encode(&pkcs8(OID_P256, &hex(SCALAR), None));
    let message = "73616d706c65";
    let item = |sig: &str| json!({ "pub": public, "msg": message, "sig_raw": sig });
    let bad = raw.replace("cda8", "cda9");
    let no = Value::Null;
    let mut all = vec![
        case("v1", "verify", item(&raw), "valid", no.clone()),
        case(
            "v2",
            "verify",
            json!({"spki": spki, "msg": message, "sig_der": der}),
            "valid",
            no.clone(),
        ),
        case(
            "v3",
            "verify",
            json!({"pkcs8": pkcs8, "digest": SAMPLE_SHA256, "sig_der": der}),
            "valid",
            no.clone(),
        ),
        case("v4", "verify", item(&bad), "invalid", no.clone()),
        case("v5", "verify", item(""), "invalid", no.clone()),
        case(
            "s1",
            "sign_det",
            json!({"priv": SCALAR, "msg": message}),
            "value",
            json!({"sig_raw": raw}),
        ),
        case(
            "s2",
            "sign_det",
            json!({"pkcs8": pkcs8, "msg": message}),
            "value",
            json!({"sig_raw": raw}),
        ),
        case("s3", "sign_det", json!({"priv": "", "msg": message}), "invalid", no.clone()),
        case("p1", "pubkey_validate", json!({"pub": public}), "valid", no.clone()),
        case("p2", "pubkey_validate", json!({"pub": "00"}), "invalid", no.clone()),
        case("d1", "pubkey_derive", json!({"priv": SCALAR}), "value", json!({"pub": public})),
        case("d2", "pubkey_derive", json!({"priv": N}), "invalid", no.clone()),
        case("e1", "ecdh", json!({"priv": SCALAR, "pub": ""}), "invalid", no.clone()),
        case("k1", "key_import", json!({"form": "spki", "der": spki}), "valid", no.clone()),
        case("k2", "key_import", json!({"form": "pkcs8", "der": pkcs8}), "valid", no.clone()),
        case("k3", "key_import", json!({"form": "spki", "der": pkcs8}), "invalid", no.clone()),
        case(
            "b1",
            "verify_batch",
            json!({"items": [item(&raw), item(&bad), item(&raw)]}),
            "value",
            json!({"mask": [true, false, true]}),
        ),
    ];
    let one = format!("{}01", "00".repeat(31));
    let z = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    let generator = format!("03{z}");
    let input = json!({"priv": one, "pub": generator});
    all.push(case("e2", "ecdh", input, "value", json!({ "z": z })));
    all
}

/// Goal: the operations that only a build for tests has are right there, and absent elsewhere.
#[test]
fn hooks_answer_in_a_build_for_tests_only() {
    let folder = Folder::new();
    let of = |algo: &str, curve: &str, op: &str, input: Value, out: Value| {
        json!({ "id": op, "algo": algo, "curve": curve, "hash": "SHA-256", "op": op, "in": input,
                "expect": "value", "out": out })
    };
    // RFC 6979, appendix A.2.5; SP 800-186's generator, doubled; x = 2.
    let k = "a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60";
    let input = json!({ "priv": SCALAR, "k": k, "msg": "73616d706c65" });
    let generator = "036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296";
    let double = "037cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978";
    let minus_two = format!("{}fd", &P[..62]);
    let half = "7fffffff80000000800000000000000000000000800000000000000000000000";
    let field = json!({
        "sqr_after_adds": ["4", "10"], "mul_after_adds": ["4", "8"],
        "sub": minus_two, "neg": minus_two, "inv": half,
    });
    let cases = [
        of("ECDSA", "P-256", "sign_k", input, json!({ "sig_raw": format!("{R}{S}") })),
        of(
            "EC",
            "P-256",
            "point_mul",
            json!({"pub": generator, "k": "02"}),
            json!({"pub": double}),
        ),
        of("EC", "P-256", "point_mul", json!({"pub": generator, "k": N}), json!({"pub": "00"})),
        of("FIELD", "p:P-256", "field_eval", json!({"x": "2", "program": "j = 0..1"}), field),
    ];
    folder.write("cases", lines(&cases));
    // The command that ships has none of them, whatever that of the tests was built with.
    let ships = std::env::var_os("SEALANE_LAB_BIN").filter(|path| !path.is_empty());
    let programs = [
        (Some(env!("CARGO_BIN_EXE_sealane-lab").into()), cfg!(feature = "test-hooks")),
        (ships, false),
    ];
    for (program, has_hooks) in programs {
        let Some(program) = program else { continue };
        let mut command = std::process::Command::new(program);
        let command = command.args(["check-vectors", "--in"]).arg(folder.path("cases"));
        let outcome = common::Outcome::from_output(command.output().expect("the command starts"));
        for (case, line) in cases.iter().zip(outcome.text().lines()) {
            let answer: Value = serde_json::from_str(line).expect("JSON");
            if has_hooks {
                assert_eq!(answer["out"], case["out"], "{case}");
            } else {
                assert_eq!(answer["result"], "unsupported", "{answer}");
            }
        }
        assert_eq!(outcome.text().lines().count(), cases.len());
    }
}

fn lines(cases: &[Value]) -> Vec<u8> {
    cases.iter().map(|case| format!("{case}\n")).collect::<String>().into_bytes()
}

#[test]
fn cases_are_answered_one_line_each() {
    let folder = Folder::new();
    let cases = cases();
    for line in
        [&["check-vectors"][..], &["check-vectors", "--backend", "portable", "--via", "library"]]
    {
        let outcome = folder.pipe(line, &lines(&cases));
        assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
        let answers: Vec<Value> =
            outcome.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(answers.len(), cases.len());
        for (case, answer) in cases.iter().zip(&answers) {
            assert_eq!(answer["id"], case["id"]);
            assert_eq!(answer["result"], case["expect"], "{answer}");
            if answer["result"] == "invalid" {
                assert!(answer["code"].as_str().is_some_and(|code| code.len() > 3), "{answer}");
            }
        }
        assert_eq!(answers[5]["out"]["sig_raw"], cases[5]["out"]["sig_raw"]);
    }
}

#[test]
fn summary_agrees_and_then_names_what_does_not() {
    let folder = Folder::new();
    let mut cases = cases();
    let outcome = folder.pipe(&["check-vectors", "--summary"], &lines(&cases));
    assert_eq!(outcome.status, Some(0), "{}", outcome.text());
    // Each case, expected otherwise, must be found.
    for index in 0..cases.len() {
        let right = cases[index].clone();
        let other = if right["expect"] == "invalid" { "valid" } else { "invalid" };
        cases[index]["expect"] = json!(other);
        let outcome = folder.pipe(&["check-vectors", "--summary"], &lines(&cases));
        assert_eq!(outcome.status, Some(1), "{right}");
        let id = right["id"].as_str().expect("a text");
        assert!(outcome.text().contains(&format!("disagrees: {id}: ")), "{}", outcome.text());
        cases[index] = right;
    }
}

/// Goal: no line of input stops the run; each gets its answer.
#[test]
fn odd_lines_are_answered_too() {
    let folder = Folder::new();
    let of_p256 = r#""algo":"ECDSA","curve":"P-256""#;
    let texts = [
        "{".to_owned(),
        "[]".to_owned(),
        "null".to_owned(),
        r#""x""#.to_owned(),
        "{}".to_owned(),
        r#"{"op":7}"#.to_owned(),
        r#"{"op":"verify"}"#.to_owned(),
        r#"{"id":"c","algo":"ECDSA","curve":"P-999","op":"verify","in":{}}"#.to_owned(),
        format!(r#"{{"id":"a",{of_p256},"op":"verify"}}"#),
        format!(r#"{{"id":"b",{of_p256},"op":"verify","in":{{"pub":7}}}}"#),
        format!(r#"{{"id":"e",{of_p256},"op":"verify_batch","in":{{"items":7}}}}"#),
        format!(
            r#"{{"id":"d",{of_p256},"hash":"MD5","op":"sign_det","in":{{"priv":"01","msg":""}}}}"#
        ),
    ];
    let mut odd: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
    odd.push(b"\xff\xfe\x00");
    let mut input = odd.join(&b'\n');
    // Blank lines are none; the last line may lack its end.
    input.extend(b"\n\n  \n");
    input.extend(&lines(&cases())[..]);
    input.pop();
    let outcome = folder.pipe(&["check-vectors"], &input);
    assert_eq!((outcome.status, &*outcome.stderr), (Some(0), ""));
    let answers: Vec<Value> =
        outcome.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), odd.len() + cases().len());
    for answer in &answers[..odd.len()] {
        assert!(answer["result"] == "invalid" || answer["result"] == "unsupported", "{answer}");
    }
    assert_eq!(answers[0], json!({"id": "line-1", "result": "invalid", "code": "CASE_MALFORMED"}));
    assert_eq!(answers[7], json!({"id": "c", "result": "unsupported"}));
    assert_eq!(answers[odd.len()]["result"], "valid");
    let summary = folder.pipe(&["check-vectors", "--summary"], b"{\"id\":\"x\"\n");
    assert_eq!(summary.status, Some(1), "an unread line is no success");
}

/// Goal: a batch has an answer for each item, whatever the items are, and a limit. None; items of
/// two curves, malformed ones between them; as many as are taken, and one more; a great many, which
/// must be refused in no time.
#[test]
fn row_46_batches() {
    let right = &cases()[0]["in"];
    let mixed = |curve: &str| {
        let mut item = right.clone();
        item["curve"] = json!(curve);
        item
    };
    let items =
        [mixed("P-256"), json!(7), mixed("P-384"), json!({}), mixed("P-999"), right.clone()];
    let answer = |items: Vec<Value>| {
        let case = json!({
            "id": "b", "op": "verify_batch", "algo": "ECDSA", "curve": "P-256", "hash": "SHA-256",
            "in": { "items": items },
        });
        let start = Instant::now();
        let outcome = Folder::new().pipe(&["check-vectors"], &lines(&[case]));
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
        outcome.json()
    };
    assert_eq!(answer(vec![])["out"]["mask"], json!([]));
    let mask = json!([true, false, false, false, false, true]);
    assert_eq!(answer(items.to_vec())["out"]["mask"], mask);
    assert_eq!(answer(vec![json!({}); 2048])["out"]["mask"], json!(vec![false; 2048]));
    for count in [2049, 100_000] {
        let refused = json!({ "id": "b", "result": "invalid", "code": "BATCH_LIMIT" });
        assert_eq!(answer(vec![json!({}); count]), refused, "{count} items");
    }
}

/// Goal: a line takes no more memory than it should, however much its value would take. Method: an
/// address space in which the value of a line of full length would not fit.
#[test]
fn memory_of_a_line_is_limited() {
    let folder = Folder::new();
    let of = r#"{"a":0},"#;
    let mut line = r#"{"id":"big","op":"verify","in":["#.to_owned();
    line += &of.repeat(((1 << 20) - 100) / of.len());
    line += "0]}\n{}\n";
    folder.write("cases", &line);
    let shell = r#"ulimit -v 80000; exec "$0" check-vectors --in cases"#;
    let mut command = std::process::Command::new("sh");
    let command = command
        .args(["-c", shell])
        .arg(crate::program_of(&["check-vectors"]))
        .current_dir(folder.path("."));
    let outcome = common::Outcome::from_output(command.output().expect("a shell"));
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let codes = outcome.text().lines().map(|line| {
        let answer: Value = serde_json::from_str(line).expect("JSON");
        answer["code"].as_str().map(str::to_owned)
    });
    let codes: Vec<_> = codes.collect();
    assert_eq!(codes, [Some("CASE_TOO_LARGE".to_owned()), Some("CASE_MALFORMED".to_owned())]);
}

/// Goal: texts of a case cannot write lines of the summary.
#[test]
fn summary_shows_control_characters_escaped() {
    let case = json!({ "id": "a\n\u{1b}[2Jb", "op": "", "expect": "x\ny" });
    let outcome = Folder::new().pipe(&["check-vectors", "--summary"], &lines(&[case]));
    assert_eq!(outcome.status, Some(1));
    let last = outcome.text().lines().last().expect("a line");
    assert_eq!(last, r"disagrees: a\n\u{1b}[2Jb: invalid CASE_MALFORMED, expected x\ny");
}
