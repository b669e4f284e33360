//! Goal: speed says how fast and how large operations are, and nothing when a result is wrong.
use crate::common;

use common::Folder;
use serde_json::Value;

/// Bytes of stack that signing and verifying with P-256 may take, as it ships and in a build for
/// tests, where the hashes are not optimized. docs/resources.md says where they go.
const P256_STACK: [[f64; 2]; 2] = [[4608.0, 8192.0], [12288.0, 12288.0]];

/// And any operation of RSA and DSA: what a group of eight has of lanes, at most.
const OTHERS_STACK: f64 = 512e3;

/// Whether what is tested is built as it ships.
fn ships() -> bool {
    std::env::var_os("SEALANE_LAB_BIN").is_some()
}

/// Goal: a FIFO in the place of a library is refused, not waited for.
#[test]
fn speed_does_not_wait_for_a_fifo() {
    let folder = Folder::new();
    if common::tool(&folder, "mkfifo", &["fifo"]).is_some() {
        folder.refuses(&["speed", "--libcrypto", "./fifo"], 3, "INPUT_LIBRARY");
    }
}

#[test]
fn speed_prints_rows_that_a_harness_reads() {
    let folder = Folder::new();
    let line = ["speed", "--tsv", "--seconds", "0.01", "^ecdsa-p256 sign$|^ecdh-p256 derive$"];
    let text = String::from_utf8(folder.succeeds(&line)).expect("text");
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|it| it.starts_with("# version sealane ")), "{text}");
    for name in [["ecdsa-p256", "sign"], ["ecdh-p256", "derive"]] {
        let fields: Vec<&str> = lines.next().expect("a row").split('\t').collect();
        assert_eq!(fields[..2], name);
        assert!(fields[2].parse::<f64>().is_ok_and(|rate| rate > 1.0), "{text}");
        // And a result, for the harness to check.
        let fields: Vec<&str> = lines.next().expect("a sample").split('\t').collect();
        assert_eq!((fields[0], &fields[1..3], fields.len()), ("sample", &name[..], 6));
    }
    assert_eq!(lines.next(), None);
    let line = ["speed", "--tsv", "--seconds", "0.01", "--batch", "40"];
    let text = folder.succeeds(&[&line[..], &["p256 |25519 "]].concat());
    let text = String::from_utf8(text).expect("text");
    for row in BATCHES {
        let rows = text.lines().filter(|it| it.starts_with(&format!("{row}\t"))).count();
        assert_eq!(rows, 1, "{row} {text}");
        let shown = text.lines().any(|it| it.starts_with(&format!("sample\t{row}\t")));
        assert!(shown, "{row} {text}");
    }
    // Those of RSA and ML-DSA are asked for by the names of single operations, as a harness does.
    let line = ["speed", "--tsv", "--seconds", "0.001", "--batch", "9", "--batches-alone"];
    let rows = [("rsa-2048", "sign"), ("rsa-2048", "verify"), ("mldsa44", "keygen")];
    let rows =
        rows.into_iter().chain(["sign", "verify", "verify-cached"].map(|it| ("mldsa44", it)));
    let parts: Vec<String> = rows.clone().map(|(algo, op)| format!("^{algo} {op}$")).collect();
    let pattern = parts.join("|");
    let text = folder.succeeds(&[&line[..], &[&pattern[..]]].concat());
    let text = String::from_utf8(text).expect("text");
    for row in rows.map(|(algo, op)| format!("{algo}\t{op}")) {
        assert!(text.contains(&format!("\n{row}\t")), "{row} {text}");
        assert!(text.contains(&format!("\nsample\t{row}\t")), "{row} {text}");
    }
    let nothing = folder.succeeds(&["speed", "--tsv", "--seconds", "0.01", "no such row"]);
    assert_eq!(String::from_utf8_lossy(&nothing).lines().count(), 1);
}

/// Rows of batches.
const BATCHES: [&str; 13] = [
    "ecdsa-p256\tkeygen-batch",
    "ecdsa-p256\tsign-batch",
    "ecdsa-p256\tverify-batch",
    "ecdsa-p256\tverify-batch-cached",
    "ecdsa-p256\tverify-batch-cached-64",
    "ecdh-p256\tderive-batch",
    "ed25519\tkeygen-batch",
    "ed25519\tsign-batch",
    "ed25519\tverify-batch",
    "ed25519\tverify-batch-cached",
    "ed25519\tverify-batch-cached-64",
    "x25519\tkeygen-batch",
    "x25519\tderive-batch",
];

/// Goal: the bench calls the turns of each row, and a row that it does not want has none.
#[test]
fn speed_waits_for_turns_of_a_harness() {
    let folder = Folder::new();
    let rows = "^ed25519 sign$|^ed25519 verify$";
    let line = ["speed", "--tsv", "--turns", "--seconds", "0.01", rows];
    let outcome = folder.pipe(&line, b"turn\nturn\nend\nend\n");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let begin = |line: &str| line.split('\t').take(3).collect::<Vec<_>>().join(" ");
    let lines: Vec<String> = outcome.text().lines().skip(1).map(begin).collect();
    let turn = |line: &String| line.starts_with("ed25519 sign ");
    assert_eq!(lines[0], "ready ed25519 sign", "{lines:?}");
    assert!(turn(&lines[1]) && turn(&lines[2]), "{lines:?}");
    assert_eq!(lines[3..], ["sample ed25519 sign", "ready ed25519 verify"]);
    let rates: Vec<&str> = outcome.text().lines().nth(2).expect("a turn").split('\t').collect();
    let [median, fastest] = [rates[2], rates[3]].map(|it| it.parse::<f64>().expect("a rate"));
    assert!(median > 1.0 && fastest >= median, "{rates:?}");
    let damaged = [&line[..], &["--damage"]].concat();
    let outcome = folder.pipe(&damaged, b"turn\n");
    assert!(outcome.stderr.contains("SPEED_WRONG_RESULT"), "{}", outcome.stderr);
}

#[test]
fn speed_reports_all_rows_as_json() {
    let folder = Folder::new();
    // Of what is not optimised, two rows that make keys would take longer than all others.
    let all_but_two = "ec|ed25519|ed448|x25519|x448|dsa|sign|verify|decrypt|rsa-2048";
    let pattern = if ships() { "" } else { all_but_two };
    let line = ["speed", "--json", "--seconds", "0.01", pattern];
    let report: Value = serde_json::from_slice(&folder.succeeds(&line)).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    let names: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row["algo"], row["op"])).collect();
    let names = names.join(", ").replace('"', "");
    assert!(
        names.contains(
            "ecdsa-p256 keygen, ecdsa-p256 sign, ecdsa-p256 sign-into, ecdsa-p256 verify, \
             ecdh-p256 derive"
        ),
        "{names}"
    );
    for row in [
        "rsa-2048 keygen",
        "rsa-4096 verify",
        "dsa-2048 sign",
        "ed25519 verify",
        "ed448 sign",
        "x25519 derive",
        "x448 keygen",
    ] {
        assert!(names.contains(row), "{names}");
    }
    for curve in ["p192", "p224", "p384", "p521", "secp256k1", "brainpoolp512r1"] {
        assert!(names.contains(&format!("ecdh-{curve} derive")), "{names}");
    }
    for row in rows {
        assert!(row["ours"]["ops_per_s"].as_f64() > Some(1.0), "{row}");
        // Theirs make keys over curves alone, and have no ML-DSA.
        let algo = row["algo"].as_str().expect("a name");
        let begins = |names: &[&str]| names.iter().any(|it| algo.starts_with(it));
        let ours_alone = begins(&["mldsa"]) || row["op"] == "keygen" && begins(&["rsa-", "dsa-"]);
        let alone = ours_alone || report["openssl"].is_null();
        assert_eq!(row["ratio"].is_null(), alone, "{row}");
    }
    assert!(rows[2]["layer_overhead"].is_number());
}

/// Goal: the table of resources has a row for each operation of each algorithm, and what ought to
/// allocate nothing does not; what has a small stack keeps it. RSA and DSA have no table, and give
/// what is allocated.
#[test]
fn speed_reports_resources() {
    let folder = Folder::new();
    // Lanes overwrite their stack, so that it is as large as what they overwrite.
    let line = ["speed", "--resources", "--json", "--seconds", "0.001", "--backend", "portable"];
    let report: Value = serde_json::from_slice(&folder.succeeds(&line)).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    let over_curves = |row: &&Value| row["table_bytes"].is_number();
    assert!(rows.iter().filter(over_curves).count() >= 36, "{report}");
    for algo in ["rsa-2048", "rsa-3072", "rsa-4096", "dsa-2048", "dsa-3072"] {
        for op in ["sign", "verify"] {
            let row = rows.iter().find(|row| row["algo"] == algo && row["op"] == op);
            let row = row.expect("a row");
            let number = |name: &str| row[name].as_f64().expect("a number");
            assert!(number("first_ns") > number("warm_ns") && number("warm_ns") > 0.0, "{row}");
            assert!((500.0..=OTHERS_STACK).contains(&number("stack_bytes")), "{row}");
            assert!(op == "verify" || number("allocations") >= 1.0, "{row}");
        }
    }
    let [sign_limit, verify_limit] = P256_STACK[usize::from(!ships())];
    let number = |row: &Value, name: &str| row[name].as_f64().expect("a number");
    for row in rows.iter().filter(over_curves) {
        assert_eq!(row["allocations"], 0, "{row}");
        assert!(number(row, "first_ns") > 0.0 && number(row, "warm_ns") > 0.0, "{row}");
        assert!(number(row, "table_bytes") > 10_000.0, "{row}");
        let limit = match row["op"].as_str() {
            _ if row["algo"] != "ecdsa-p256" => 64e3,
            Some("sign") => sign_limit,
            Some("verify") => verify_limit,
            _ => 64e3,
        };
        assert!((500.0..=limit).contains(&number(row, "stack_bytes")), "{row}");
    }
    // A first call makes the table, so it takes longer.
    let sign = rows.iter().find(|row| row["algo"] == "ecdsa-p256" && row["op"] == "sign");
    let sign = sign.expect("a row");
    assert!(number(sign, "first_ns") > number(sign, "warm_ns"), "{sign}");
    folder.refuses(&["speed", "--resources", "no such row", "--json"], 2, "USAGE");
    for row in ["p256:nothing", "rsa-4096:keygen"] {
        folder.refuses(&["speed", "--resources", "--first-call", row], 1, "SPEED_SETUP");
    }
}

/// Goal: a wrong signature means no figure at all, whoever would check it.
#[test]
fn speed_fails_on_a_planted_wrong_signature() {
    let folder = Folder::new();
    for row in ["ed25519 sign$", "ecdsa-p521 sign$", "ecdsa-p256 sign-batch"] {
        let line = ["speed", "--seconds", "0.01", "--damage", row];
        folder.refuses(&line, 1, "SPEED_WRONG_RESULT");
    }
    for form in ["--tsv", "--json", "--damage"] {
        let mut line = vec!["speed", "--seconds", "0.01", "--damage", "--batch", "0"];
        if form != "--damage" {
            line.push(form);
        }
        folder.refuses(&line, 1, "SPEED_WRONG_RESULT");
    }
}

#[test]
fn speed_without_openssl_has_no_ratio_and_says_so() {
    let folder = Folder::new();
    let missing = ["speed", "--libcrypto", "no-such-library.so", "--seconds", "0.01"];
    folder.refuses(&missing, 3, "INPUT_LIBRARY");
    // An empty search path hides the libraries of the system from the loader in no portable way;
    // the flag for tests does.
    let outcome = folder.run(&["speed", "--no-libcrypto", "--seconds", "0.01", "sign$"]);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    assert!(outcome.text().contains("no OpenSSL found"), "{}", outcome.text());
    let damaged = ["speed", "--no-libcrypto", "--seconds", "0.01", "--damage"];
    folder.refuses(&damaged, 1, "SPEED_WRONG_RESULT");
}
