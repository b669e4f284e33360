//! Goal: `fields` and `tables` have a row for all there is, and refuse what there is not.
use crate::common;

use common::Folder;
use serde_json::Value;

const QUICK: [&str; 2] = ["--seconds", "0.0001"];

fn rows(arguments: &[&str]) -> Vec<Value> {
    let bytes = Folder::new().succeeds(&[arguments, &["--json"], &QUICK].concat());
    let report: Value = serde_json::from_slice(&bytes).expect("JSON");
    report["rows"].as_array().expect("rows").clone()
}

fn positive(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| number > 0.0)
}

#[test]
fn every_prime_has_a_row() {
    let rows = rows(&["fields"]);
    let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
    let all = sealane_arith::generated::FACTS.iter().map(|facts| facts.name);
    assert_eq!(names, all.collect::<Vec<_>>());
    for row in &rows {
        for op in ["mul", "sqr", "add", "invert"] {
            assert!(positive(&row[op]["cycles"]), "{row}");
        }
        assert!(positive(&row["mul"]["products"]) && positive(&row["add"]["carries"]), "{row}");
        let (bits, words) = (row["bits"].as_u64(), row["words"].as_u64());
        let spare = row["spare_bits"].as_u64().expect("a number");
        assert!(bits.expect("bits") + spare <= 64 * words.expect("words"), "{row}");
    }
}

#[test]
fn every_table_has_its_rows() {
    let rows = rows(&["tables"]);
    let curves = sealane::ecc::Algorithm::ALL.iter().filter(|row| row.signs());
    let (widths, spacings) = ([3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 8]);
    let mut count = 0;
    for algorithm in curves {
        let own: Vec<&Value> =
            rows.iter().filter(|row| row["algorithm"] == algorithm.name()).collect();
        let plan = |row: &&Value| Some((row["spacing"].as_u64()?, row["width"].as_u64()?));
        let plans: Vec<(u64, u64)> = own.iter().filter_map(plan).collect();
        let all = spacings.map(|spacing| widths.map(|width| (spacing, width)));
        assert_eq!(plans, all.concat(), "{algorithm}");
        count += plans.len();
        let used: Vec<&&Value> = own.iter().filter(|row| row["in_use"] == true).collect();
        assert_eq!(used.len(), 1, "{algorithm}");
        assert_eq!(used[0]["bytes"], sealane::raw::table_bytes(*algorithm));
        assert!(own.iter().all(|row| positive(&row["ops_per_s"]) && positive(&row["build_ns"])));
    }
    assert_eq!(rows.len(), count);
}

/// Goal: the mark is at the table that this build has, which the features decide.
#[test]
fn the_mark_is_at_the_table_of_this_build() {
    let bytes =
        Folder::new().succeeds(&[&["tables", "--algorithm=p521", "--json"], &QUICK[..]].concat());
    let report: Value = serde_json::from_slice(&bytes).expect("JSON");
    let (build, plan) = if cfg!(feature = "tables-small") {
        ("small", (5, 8))
    } else if cfg!(feature = "tables-large") {
        ("large", (6, 1))
    } else {
        ("usual", (6, 2))
    };
    assert_eq!(report["build"], build);
    let rows = report["rows"].as_array().expect("rows").iter();
    let marked: Vec<&Value> = rows.filter(|row| row["in_use"] == true).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!((&marked[0]["width"], &marked[0]["spacing"]), (&plan.0.into(), &plan.1.into()));
    assert!(marked[0]["bytes"].as_u64() <= marked[0]["budget_bytes"].as_u64(), "{report}");
}

#[test]
fn text_has_a_line_for_each_row() {
    let folder = Folder::new();
    let text = folder.succeeds(&[&["fields", "^p256_p"], &QUICK[..]].concat());
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("\np256_p ") && text.contains("full words"), "{text}");
    let text = folder.succeeds(&[&["tables", "--algorithm", "X25519"], &QUICK[..]].concat());
    let text = String::from_utf8(text).expect("text");
    assert_eq!(text.lines().filter(|line| line.starts_with("x25519 ")).count(), 30, "{text}");
    assert_eq!(text.lines().filter(|line| line.contains("* ")).count(), 1, "{text}");
}

#[test]
fn unknown_names_are_refused_with_the_nearest() {
    let folder = Folder::new();
    let refused = folder.run(&["fields", "p265_p"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("did you mean 'p256_p'?"), "{}", refused.stderr);
    let refused = folder.run(&["tables", "--algorithm", "ed25591"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("did you mean 'ed25519'?"), "{}", refused.stderr);
}

/// Goal: a wrong result means no figures.
#[test]
fn wrong_results_are_refused() {
    let refused = Folder::new().run(&["fields", "p192_p", "--damage", "--seconds", "0.0001"]);
    assert_eq!(refused.status, Some(1));
    assert!(refused.stderr.contains("SPEED_WRONG_RESULT"), "{}", refused.stderr);
}
