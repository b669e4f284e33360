//! Goal: every machine that is built in can be chosen, by option and by environment, computes the
//! same bytes, and is named wherever a figure or an answer hangs on it.
use crate::common;

use common::documents::*;
use common::{Folder, Outcome};
use serde_json::Value;

/// The machines that are built in, and whether this CPU can run them, as `--version` says.
fn built_in(folder: &Folder) -> Vec<(String, bool)> {
    let text = String::from_utf8(folder.succeeds(&["--version"])).expect("text");
    let list = text.lines().find_map(|line| line.strip_prefix("built in: ")).expect("a list");
    let (names, absent) = list.split_once(" (this CPU cannot run ").unwrap_or((list, ")"));
    let absent: Vec<&str> = absent.trim_end_matches(')').split(", ").collect();
    names.split(", ").map(|name| (name.to_owned(), !absent.contains(&name))).collect()
}

fn with_environment(folder: &Folder, line: &[&str], backend: &str) -> Outcome {
    let mut command = folder.command(line);
    Outcome::from_output(command.env("SEALANE_BACKEND", backend).output().expect("it starts"))
}

/// Goal: a machine that this CPU can run is taken, and the self-test then tests that one alone; one
/// that it cannot run is refused by name, with what it needs.
#[test]
fn every_backend_is_taken_or_refused_by_name() {
    let folder = Folder::new();
    let all = built_in(&folder);
    for name in ["portable", "soft8"] {
        assert!(all.contains(&(name.into(), true)), "{all:?}");
    }
    assert_eq!(cfg!(target_arch = "x86_64"), all.iter().any(|(name, _)| name == "eight"));
    for (name, runs) in &all {
        if !runs {
            let refused =
                folder.refuses(&["--backend", name, "self-test"], 2, "BACKEND_UNAVAILABLE");
            assert!(refused.stderr.contains(&format!("{name} needs ")), "{}", refused.stderr);
            let refused = with_environment(&folder, &["self-test"], name);
            assert_eq!(refused.status, Some(2));
            assert!(refused.stderr.contains("SEALANE_BACKEND"), "{}", refused.stderr);
            continue;
        }
        let report = folder.succeeds(&["self-test", "--json", "--backend", name]);
        let report: Value = serde_json::from_slice(&report).expect("JSON");
        assert_eq!(report["backends"], serde_json::json!([name]));
        assert_eq!(report["failed"], serde_json::json!([]));
        let said = with_environment(&folder, &["--version"], name);
        assert!(said.text().contains(&format!("batches on {name}")), "{}", said.text());
    }
}

/// Goal: a name that is none is refused with all that there are, in one line; the option weighs
/// more than an environment that is wrong.
#[test]
fn wrong_names_are_told_all_names() {
    let folder = Folder::new();
    let all = built_in(&folder);
    let option = folder.refuses(&["--backend", "abacus", "self-test"], 2, "USAGE").stderr;
    let variable = with_environment(&folder, &["self-test"], "abacus");
    assert_eq!(variable.status, Some(2));
    assert!(variable.stderr.contains("SEALANE_BACKEND"), "{}", variable.stderr);
    for said in [option, variable.stderr] {
        assert_eq!(said.lines().count(), 1, "{said}");
        for (name, _) in &all {
            assert!(said.contains(name.as_str()), "{name}: {said}");
        }
    }
    let outcome = with_environment(&folder, &["--backend", "portable", "algorithms"], "abacus");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    folder.refuses(&["--backend=abacus", "--version"], 2, "USAGE");
}

/// Goal: batches give the same bytes on every machine. Method: deterministic signatures, more of
/// them than there are lanes, of a curve and of EdDSA.
#[test]
fn batches_give_the_same_bytes_on_every_backend() {
    let folder = Folder::new();
    folder.write("p256", private_pem());
    folder.succeeds(&["keygen", "--algorithm", "ed448", "--out", "ed448"]);
    let item = |at: usize| {
        let key = ["p256", "ed448"][at % 2];
        format!("{{\"id\":\"{at}\",\"key\":\"{key}\",\"message\":\"message {at}\"}}\n")
    };
    folder.write("manifest.jsonl", (0..21).map(item).collect::<String>());
    let mut results: Vec<Vec<u8>> = vec![];
    for (name, runs) in built_in(&folder) {
        let line = ["sign-batch", "--manifest", "manifest.jsonl", "--deterministic"];
        let out = format!("{name}.jsonl");
        let line = [&line[..], &["--out", &out, "--backend", &name]].concat();
        if runs {
            let outcome = folder.run(&line);
            assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
            results.push(folder.read(&out));
        }
    }
    assert!(results.len() >= 2 && results.iter().all(|it| *it == results[0]));
    assert_eq!(String::from_utf8_lossy(&results[0]).matches("\"signature\":").count(), 21);
}

/// Goal: `--version` says what single operations and what batches run on.
#[test]
fn what_computes_is_told() {
    let folder = Folder::new();
    let version = |line: &[&str]| {
        let text = String::from_utf8(folder.succeeds(line)).expect("text");
        let first = format!("sealane {}", env!("CARGO_PKG_VERSION"));
        assert_eq!(text.lines().next(), Some(&*first));
        text
    };
    for line in [&["--backend", "soft8", "--version"][..], &["--backend=soft8", "-V"]] {
        let text = version(line);
        let single = sealane::backend::names().next().expect("a machine");
        assert!(text.contains(&format!("\nsingle operations on {single}\n")), "{text}");
        assert!(text.contains("\nbatches on soft8, "), "{text}");
    }
    let text = version(&["--backend", "portable", "--version"]);
    assert!(text.contains("\nbatches on portable, "), "{text}");
}

/// Goal: the help says what a machine of several lanes means for single operations.
#[test]
fn help_says_what_lanes_mean() {
    let folder = Folder::new();
    let help = |line: &[&str]| {
        let help = String::from_utf8(folder.succeeds(line)).expect("text");
        help.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (main, sign) = (help(&["--help"]), help(&["sign", "--help"]));
    for part in ["single operations over curves stay on", "SEALANE_BACKEND", "soft8"] {
        assert!(main.contains(part), "{main}");
    }
    assert!(sign.contains("--backend <NAME>") && sign.contains("soft8"), "{sign}");
}

/// Goal: documents show the names of this option as they are. Method: each name behind `--backend`
/// in them is one that is built in, and the page of lanes has all machines of several.
#[test]
fn documents_name_backends_that_there_are() {
    let known: Vec<&str> = sealane::backend::built_in().chain(["narrow", "NAME", "X"]).collect();
    for (page, text) in [
        ("README.md", include_str!("../../../README.md")),
        ("docs/guide/files.md", include_str!("../../../docs/guide/files.md")),
        ("docs/guide/batches.md", include_str!("../../../docs/guide/batches.md")),
        ("CHANGELOG.md", include_str!("../../../CHANGELOG.md")),
        ("docs/lanes.md", include_str!("../../../docs/lanes.md")),
        ("docs/bounds.md", include_str!("../../../docs/bounds.md")),
    ] {
        assert_eq!(unknown_backends(text, &known), Vec::<&str>::new(), "{page}");
    }
    assert_eq!(unknown_backends("a `--backend abacus` b --backend eight.", &["eight"]), ["abacus"]);
}

/// The names behind `--backend` that are not known.
fn unknown_backends<'a>(text: &'a str, known: &[&str]) -> Vec<&'a str> {
    let is_part = |c: char| c.is_ascii_alphanumeric();
    let names = text.split("--backend ").skip(1);
    let names = names.map(|rest| rest.split(|c| !is_part(c)).next().unwrap_or(""));
    names.filter(|name| !name.is_empty() && !known.contains(name)).collect()
}
