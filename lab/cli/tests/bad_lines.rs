//! Goal: wrong command lines and closed pipes are answered as by the product's command.
use crate::common;

use common::Folder;
use std::io::{Read, Write};
use std::process::Stdio;

#[test]
fn row_44_command_line() {
    let folder = Folder::new();
    let table: [(&[&str], &str); 2] =
        [(&["speed", "--seconds", "1e9"], "3600"), (&["speed", "no such row"], "matches no row")];
    for (line, hint) in table {
        let outcome = folder.refuses(line, 2, "USAGE");
        assert!(outcome.stderr.contains(hint), "{line:?}: {}", outcome.stderr);
        assert_eq!(outcome.stderr.lines().count(), 1, "{line:?}: {}", outcome.stderr);
    }
}

/// Goal: who stops reading ends the run without a word.
#[test]
fn row_44_closed_pipe() {
    let folder = Folder::new();
    // Many lines, so that the pipe is closed for certain when the last is written.
    let mut command = folder.command(&["check-vectors"]);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    while input.write_all(b"{}\n{}\n{}\n{}\n").is_ok() {}
    let status = child.wait().expect("an end");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert_eq!((status.code(), &*said), (Some(141), ""));
}

/// Goal: the help lists the commands, and each of them teaches by example.
#[test]
fn help_teaches_by_example() {
    let folder = Folder::new();
    for command in crate::COMMANDS {
        let help = String::from_utf8(folder.succeeds(&[command, "--help"])).expect("text");
        assert!(help.contains(&format!("Example:\n  sealane-lab {command}")), "{help}");
    }
}
