//! Goal: what the README says can be typed works, and says what the README shows.
use crate::common;

use crate::program_of;
use common::{Folder, program, tool};
use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// A line of a shell and what it prints, if that is shown.
type Line<'a> = (&'a str, Option<Vec<&'a str>>);

/// The lines of all blocks of one kind of shell text.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut found: Vec<Line> = vec![];
    let mut kind = None;
    for line in text.lines() {
        match (kind, line.strip_prefix("```")) {
            (None, Some(name)) => kind = Some(name),
            (Some(_), Some(_)) => kind = None,
            (Some("sh"), None) => found.push((line, None)),
            (Some("console"), None) => match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(typed), _) => found.push((typed, Some(vec![]))),
                (None, Some((_, Some(shown)))) => shown.push(line),
                _ => panic!("nothing was typed before {line:?}"),
            },
            _ => {}
        }
    }
    found
}

#[test]
fn every_line_of_the_readme_works() {
    let folder = Folder::new();
    if tool(&folder, "openssl", &["version"]).is_none() {
        return;
    }
    std::fs::create_dir_all(folder.path("target/release")).expect("a folder");
    for (program, name) in [(program(), "sealane"), (program_of(&["speed"]), "sealane-lab")] {
        let place = folder.path("target/release").join(name);
        std::os::unix::fs::symlink(program, place).expect("a link");
    }
    let mut count = 0;
    for (typed, shown) in lines(README) {
        // These build the program under test and run this test.
        if typed.starts_with("make ") {
            continue;
        }
        let mut command = Command::new("sh");
        command.args(["-c", typed]).current_dir(folder.path(".")).env_remove("SEALANE_BACKEND");
        let output = command.output().expect("a shell");
        let said = [&output.stdout[..], &output.stderr].concat();
        let said = String::from_utf8(said).expect("text");
        let Some(shown) = shown else {
            assert!(output.status.success(), "{typed}\n{said}");
            count += 1;
            continue;
        };
        assert_eq!(said.lines().collect::<Vec<_>>(), shown, "{typed}");
        count += 1;
    }
    assert!(count > 20, "{count} lines");
}

/// Goal: the reader of the blocks sees what is typed, what is shown and what is neither.
#[test]
fn blocks_are_read() {
    let text =
        "a\n```sh\none\n```\n```rust\ntwo\n```\n```console\n$ three\nfour\n$ five\n```\n$ six\n";
    let expected = [("one", None), ("three", Some(vec!["four"])), ("five", Some(vec![]))];
    assert_eq!(lines(text), expected);
}
