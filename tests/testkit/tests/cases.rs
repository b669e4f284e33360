//! `sealane-lab check-vectors` on the examples of the format and on cases with the answers of the
//! reference.

use sealane::ecc::Algorithm;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use testkit::cases;
use testkit::documents::unhex;
use testkit::inputs::Random;
use testkit::reference::curve::Group;
use testkit::vectors::read;

/// Returns the command: `SEALANE_LAB_BIN`, or one that was built beside this test.
fn command() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("SEALANE_LAB_BIN") {
        let named = PathBuf::from(named);
        assert!(named.exists(), "SEALANE_LAB_BIN names no file: {}", named.display());
        return Some(named);
    }
    let mut beside = std::env::current_exe().expect("this test has a path");
    beside.pop();
    beside.pop();
    beside.push("sealane-lab");
    let found = beside.exists().then_some(beside);
    if found.is_none() {
        println!("SKIPPED: check-vectors: build the command first, or set SEALANE_LAB_BIN");
    }
    found
}

/// Runs the command with lines on standard input; its output and exit status.
fn run(command: &PathBuf, arguments: &[&str], lines: &str) -> (String, i32) {
    let mut child = Command::new(command)
        .arg("check-vectors")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut input = child.stdin.take().expect("it is piped");
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("the command ends");
    writer.join().expect("no panic").expect("the command reads all");
    let text = String::from_utf8(output.stdout).expect("the answers are text");
    (text, output.status.code().expect("the command was not killed"))
}

/// Returns the cases of all curves, made once.
fn all() -> &'static [Value] {
    static ALL: LazyLock<Vec<Value>> = LazyLock::new(|| cases::all(&Random::seeded("cases")));
    &ALL
}

fn lines(cases: &[Value]) -> String {
    cases.iter().map(|case| format!("{case}\n")).collect()
}

/// Returns whether an answer is what its case expects. `None`: the command does not do this.
fn agrees(case: &Value, answer: &Value) -> Option<bool> {
    assert_eq!(case["id"], answer["id"], "answers come in order");
    match answer["result"].as_str().expect("an answer has a result") {
        "unsupported" => None,
        "value" if case["expect"] == "value" => {
            let expected = case["out"].as_object().expect("a value has an out");
            // The nonce itself leaves only a build for tests.
            let given = |name: &str| answer["out"].get(name).is_some() || name != "k";
            let equal = |(name, value): (&String, &Value)| {
                let answered = &answer["out"][name];
                answered == value || (low_s(case) && normalised(case, answered, value))
            };
            Some(expected.iter().filter(|(name, _)| given(name)).all(equal))
        }
        word => Some(case["expect"] == word),
    }
}

fn low_s(case: &Value) -> bool {
    case["flags"].as_array().is_some_and(|flags| flags.contains(&json!("low_s_normalised")))
}

/// Returns whether the answered signature is the expected one when its `s` is the lower of two.
fn normalised(case: &Value, answered: &Value, expected: &Value) -> bool {
    let name = case["curve"].as_str().expect("a name");
    let group = Group::of(Algorithm::from_name(name).expect("a curve"));
    let bytes = answered.as_str().map(unhex).filter(|it| it.len() == 2 * group.order_bytes());
    bytes.is_some_and(|bytes| {
        let (r, s) = group.read_raw(&bytes);
        let low = group.raw(&(r, (&group.n - &s).min(s)));
        *expected == json!(cases::hex(&low))
    })
}

/// Answers all cases, fails on the first wrong one, and returns how many of each operation were
/// answered and not.
fn check(command: &PathBuf, cases: &[Value]) -> BTreeMap<String, [u32; 2]> {
    let (answers, status) = run(command, &[], &lines(cases));
    assert_eq!(status, 0);
    let answers: Vec<Value> =
        answers.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), cases.len(), "an answer for each case");
    let mut counts: BTreeMap<String, [u32; 2]> = BTreeMap::new();
    for (case, answer) in cases.iter().zip(&answers) {
        let op = case["op"].as_str().expect("a case has an operation");
        let row = counts.entry(op.to_owned()).or_default();
        match agrees(case, answer) {
            None => row[1] += 1,
            Some(good) => {
                assert!(good, "{case}\nis answered by {answer}");
                row[0] += 1;
            }
        }
    }
    counts
}

/// Goal: every operation on every curve answers as the reference does, and the command's own
/// summary says the same. A normal build leaves out what
/// only tests may do; that it does so is said, not counted as right.
#[test]
fn cases_of_the_reference_are_answered_right() {
    let Some(command) = command() else { return };
    let counts = check(&command, all());
    for (op, [answered, unsupported]) in &counts {
        println!("{op}: {answered} right, {unsupported} unsupported");
    }
    for op in [
        "verify",
        "sign_det",
        "pubkey_validate",
        "pubkey_derive",
        "ecdh",
        "verify_batch",
        "key_import",
    ] {
        let [answered, unsupported] = counts[op];
        assert!(answered > 0 && unsupported == 0, "{op}: {answered}, {unsupported} unsupported");
    }
    for op in ["sign_k", "point_mul", "field_eval", "small_group"] {
        let [answered, unsupported] = counts[op];
        assert!(answered == 0 || unsupported == 0, "{op} is done by halves");
    }
    let (summary, status) = run(&command, &["--summary"], &lines(all()));
    assert_eq!(status, 0, "{summary}");
}

/// Goal: the examples of the format are answered, and none is answered wrong: what is outside the
/// written scope is unsupported, the rest right.
#[test]
fn examples_of_the_format_are_answered() {
    let Some(command) = command() else { return };
    let text = read("case-examples.jsonl");
    let cases: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let counts = check(&command, &cases);
    let answered: u32 = counts.values().map(|row| row[0]).sum();
    assert!(answered >= 1, "{counts:?}");
    let (summary, status) = run(&command, &["--summary"], &text);
    assert_eq!(status, 0, "{summary}");
}

/// Goal: a wrong expectation is named and the exit status says so; lines that are no case are
/// answered and stop nothing.
#[test]
fn disagreement_is_named_and_nonsense_survived() {
    let Some(command) = command() else { return };
    let mut cases = all().to_vec();
    cases.retain(|case| case["op"] == "verify");
    let wrong = cases.iter_mut().find(|case| case["expect"] == "invalid").expect("there is one");
    wrong["expect"] = json!("valid");
    let id = wrong["id"].as_str().expect("an id").to_owned();
    let (summary, status) = run(&command, &["--summary"], &lines(&cases));
    assert_eq!(status, 1, "{summary}");
    assert!(summary.contains(&id), "{id} is not in\n{summary}");

    let nonsense = "{\n[]\n\u{feff}{}\n{\"op\":7}\n{\"op\":\"verify\",\"in\":{\"pub\":\"zz\"}}\n";
    let (answers, status) = run(&command, &[], nonsense);
    assert_eq!((answers.lines().count(), status), (5, 0), "{answers}");
    assert!(answers.lines().all(|line| !line.contains("\"valid\"")), "{answers}");
}

/// Goal: the comparison says no to a wrong answer of each kind.
#[test]
fn wrong_answers_are_seen() {
    let case = json!({ "id": "a", "expect": "value", "out": { "z": "01" } });
    let answer = |result: &str, z: &str| json!({ "id": "a", "result": result, "out": { "z": z } });
    assert_eq!(agrees(&case, &answer("value", "01")), Some(true));
    assert_eq!(agrees(&case, &answer("value", "02")), Some(false));
    assert_eq!(agrees(&case, &answer("invalid", "01")), Some(false));
    assert_eq!(agrees(&case, &answer("unsupported", "")), None);
    // A signature with the other s agrees only where the case says so.
    let group = Group::of(Algorithm::EcP224);
    let raw = |s| json!({ "sig_raw": cases::hex(&group.raw(&(5u32.into(), s))) });
    let mut case = json!({
        "id": "a", "curve": "P-224", "expect": "value", "out": raw(7u32.into()),
    });
    let answer = |s| json!({ "id": "a", "result": "value", "out": raw(s) });
    assert_eq!(agrees(&case, &answer(&group.n - 7u32)), Some(false));
    case["flags"] = json!(["low_s_normalised"]);
    assert_eq!(agrees(&case, &answer(&group.n - 7u32)), Some(true));
    assert_eq!(agrees(&case, &answer(&group.n - 8u32)), Some(false));
}
