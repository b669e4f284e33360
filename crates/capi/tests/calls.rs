//! Every function as it is meant, and what a caller can get wrong.

use super::built::{Linkage, built, object, output, program, source, watched};
use std::process::Command;

/// Goal: functions do what the header says, in C and in C++, by both libraries.
#[test]
fn calls_do_what_the_header_says() {
    for (language, linkage) in
        [("c", Linkage::Shared), ("c", Linkage::Static), ("c++", Linkage::Shared)]
    {
        let folder = tempfile::tempdir().unwrap();
        let calls = built(folder.path(), &[source("calls")], language, linkage);
        assert_eq!(output(&calls, &[], "", false), "all good\n", "{language} {linkage:?}");
    }
}

/// Goal: the example in the guide compiles and runs unchanged, by both libraries; a program that is
/// linked with the static one does not ask for the shared one.
#[test]
fn the_guide_works() {
    let page = include_str!("../../../docs/guide/c.md");
    let (_, rest) = page.split_once("```c\n").expect("an example");
    let (text, _) = rest.split_once("```").expect("its end");
    for linkage in Linkage::ALL {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("guide.c");
        std::fs::write(&file, text).unwrap();
        let guide = built(folder.path(), &[file], "c", linkage);
        assert_eq!(output(&guide, &[], "", false), "OK\n");
        let needed = Command::new("readelf").arg("-d").arg(&guide).output().unwrap();
        let asks = String::from_utf8_lossy(&needed.stdout).contains("libsealane");
        assert_eq!(asks, linkage == Linkage::Shared, "{linkage:?}");
    }
}

/// Goal: a batch is made and verified, each item by itself.
#[test]
fn batches_are_made_and_verified() {
    let folder = tempfile::tempdir().unwrap();
    let batch = program(folder.path(), "batch", Linkage::Shared);
    assert_eq!(output(&batch, &["1000"], "", false), "1000 items\n");
    assert_eq!(output(&batch, &["3"], "", false), "3 items\n");
}

/// Goal: nothing is lost, and nothing read that is not the caller's, under valgrind. The variable
/// `SEALANE_WATCHED_ITEMS` says how many items the batch has.
#[test]
fn nothing_is_lost() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        return println!("SKIPPED: no valgrind on this machine");
    }
    let folder = tempfile::tempdir().unwrap();
    let batch = program(folder.path(), "batch", Linkage::Shared);
    let items = std::env::var("SEALANE_WATCHED_ITEMS").unwrap_or_else(|_| "40".into());
    assert_eq!(output(&batch, &[&items], "", true), format!("{items} items\n"));
    // A key that is lost is found.
    let lost = watched(&batch).args(["3", "lose"]).output().unwrap();
    assert_eq!(lost.status.code(), Some(99), "{}", String::from_utf8_lossy(&lost.stderr));
}

/// The functions that the header declares, sorted.
pub fn declared() -> Vec<&'static str> {
    let header = include_str!("../include/sealane.h");
    let mut declared: Vec<&str> = header
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with("sealane_"))
        .filter(|word| header.contains(&format!("{word}(")))
        .collect();
    declared.sort_unstable();
    declared.dedup();
    declared
}

/// Goal: the shared object shows what the header declares, and nothing else of ours.
#[test]
fn the_header_declares_what_there_is() {
    let declared = declared();
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
