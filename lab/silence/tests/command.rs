//! The taint test as a command: what it lists, and what it refuses.

use std::process::{Command, Output};

fn silence(words: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_silence")).args(words).output();
    command.expect("the command starts")
}

/// Goal: leaks are among the cases, and words that are none of the command's are refused.
#[test]
fn it_lists_its_cases_and_refuses_other_words() {
    let list = silence(&["list"]);
    let text = String::from_utf8(list.stdout).expect("text");
    assert!(list.status.success() && text.lines().count() > 30, "{text}");
    assert!(text.lines().any(|line| line.starts_with("planted-")), "{text}");
    assert_eq!(silence(&["sing"]).status.code(), Some(2));
    assert_eq!(silence(&["case", "no such case"]).status.code(), Some(2));
    // Outside valgrind nothing would be found, so a case does not run.
    let first = text.split('\t').next().expect("a name");
    assert_eq!(silence(&["case", first]).status.code(), Some(3));
}
