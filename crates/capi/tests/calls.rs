//! Every function as it is meant, and what a caller can get wrong.

use super::built::{built, object, output, program};
use std::process::Command;

/// Goal: functions do what the header says, in C and in C++.
#[test]
fn calls_do_what_the_header_says() {
    for language in ["c", "c++"] {
        let folder = tempfile::tempdir().unwrap();
        let calls = program(folder.path(), "calls", language);
        assert_eq!(output(&calls, &[], "", false), "all good\n", "{language}");
    }
}

/// Goal: the example in the guide compiles and runs unchanged.
#[test]
fn the_guide_works() {
    let page = include_str!("../../../docs/guide/c.md");
    let (_, rest) = page.split_once("```c\n").expect("an example");
    let (source, _) = rest.split_once("```").expect("its end");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("guide.c");
    std::fs::write(&file, source).unwrap();
    assert_eq!(output(&built(folder.path(), &file, "c"), &[], "", false), "OK\n");
}

/// Goal: a batch is made and verified, each item by itself.
#[test]
fn batches_are_made_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let batch = program(folder.path(), "batch", "c");
    assert_eq!(output(&batch, &["1000"], "", false), "1000 items\n");
    assert_eq!(output(&batch, &["3"], "", false), "3 items\n");
}

/// Goal: nothing is lost, and nothing read that is not the caller's, under valgrind.
#[test]
fn nothing_is_lost() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return println!("SKIPPED: no valgrind on this machine");
    }
    let folder = tempfile::tempdir().unwrap();
    let batch = program(folder.path(), "batch", "c");
    assert_eq!(output(&batch, &["40"], "", true), "40 items\n");
}

/// Goal: the shared object shows what the header declares, and nothing else of ours.
#[test]
fn the_header_declares_what_there_is() {
    let header = include_str!("../include/sealane.h");
    let mut declared: Vec<&str> = header
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with("sealane_"))
        .filter(|word| header.contains(&format!("{word}(")))
        .collect();
    declared.sort_unstable();
    declared.dedup();
    let listed = Command::new("nm").args(["-D", "--defined-only"]).arg(object()).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let mut shown: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().nth(2))
        .filter(|name| name.starts_with("sealane_"))
        .collect();
    shown.sort_unstable();
    assert_eq!(declared, shown);
    assert!(declared.len() >= 20, "{}", declared.len());
}
