//! The timing test as a command: what it lists, and what it refuses.

use std::process::{Command, Output};

fn timing(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_timing")).args(words).output().expect("the command starts")
}

#[test]
fn it_lists_its_cases_and_refuses_other_words() {
    let list = timing(&["list"]);
    assert!(list.status.success() && !list.stdout.is_empty());
    assert_eq!(timing(&["sing"]).status.code(), Some(2));
    assert_eq!(timing(&["run", "--seconds", "0"]).status.code(), Some(2));
}
