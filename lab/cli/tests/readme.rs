//! Goal: what README.md and the guide say can be typed works, and says what they show.
//!
//! Method: one shell runs the `sh` blocks of a page one after the other in a fresh folder, as if
//! they were pasted. A `text` block right behind one shows all that it prints; blocks without one
//! must succeed, each of their commands.
use crate::common;

use crate::program_of;
use common::{Folder, program, tool};
use std::path::PathBuf;
use std::process::Command;

/// An `sh` block and what it prints, if that is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Block {
    typed: String,
    shown: Option<String>,
}

/// The `sh` blocks of a page.
fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = vec![];
    let (mut kind, mut shows_last) = (None, false);
    for line in page.lines() {
        match (kind, line.strip_prefix("```")) {
            (None, Some("sh")) => {
                found.push(Block { typed: String::new(), shown: None });
                (kind, shows_last) = (Some("sh"), false);
            }
            (None, Some("text")) if shows_last => {
                found.last_mut().expect("a block before").shown = Some(String::new());
                kind = Some("text");
            }
            (None, Some(_)) => (kind, shows_last) = (Some("other"), false),
            (None, None) => shows_last &= line.is_empty(),
            (Some(was), Some(_)) => (kind, shows_last) = (None, was == "sh"),
            (Some("sh"), None) => {
                let block = found.last_mut().expect("it was begun");
                block.typed += &format!("{line}\n");
            }
            (Some("text"), None) => {
                let shown = found.last_mut().and_then(|it| it.shown.as_mut()).expect("begun");
                *shown += &format!("{line}\n");
            }
            _ => {}
        }
    }
    found
}

/// The pages whose blocks can be pasted: README.md and all of the guide.
fn pages() -> Vec<PathBuf> {
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let guide = std::fs::read_dir(root.join("docs/guide")).expect("the guide");
    let mut pages: Vec<PathBuf> = guide.map(|entry| entry.expect("an entry").path()).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

/// A script of the blocks that says after each which one it was.
fn script(blocks: &[Block]) -> String {
    let mut script = "exec 2>&1\n".to_owned();
    for (i, block) in blocks.iter().enumerate() {
        let strict = if block.shown.is_some() { "set +e" } else { "set -e" };
        script += &format!("{strict}\n{}\nprintf '@@ {i}\\n'\n", block.typed);
    }
    script
}

/// Runs the blocks of a page and compares what they print with what is shown.
fn check(page: &str, blocks: &[Block]) {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path("target/release")).expect("a folder");
    for (name, program) in [("sealane", program()), ("sealane-lab", program_of(&["speed"]))] {
        let link = folder.path("target/release").join(name);
        std::os::unix::fs::symlink(program, link).expect("a link");
    }
    // Pages are read in the root of the project.
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates");
    std::os::unix::fs::symlink(crates, folder.path("crates")).expect("a link");
    let mut command = Command::new("sh");
    command.args(["-c", &script(blocks)]).current_dir(folder.path("."));
    let output = command.env_remove("SEALANE_BACKEND").output().expect("a shell");
    let said = String::from_utf8(output.stdout).expect("text");
    let mut rest = said.as_str();
    for (i, Block { typed, shown }) in blocks.iter().enumerate() {
        let end = rest.split_once(&format!("@@ {i}\n"));
        let (printed, after) = end.unwrap_or_else(|| panic!("{page}: {typed}\n{rest}"));
        if let Some(shown) = shown {
            assert_eq!(printed, shown, "{page}: {typed}");
        }
        rest = after;
    }
}

#[test]
fn every_block_of_readme_and_guide_works() {
    let folder = Folder::new();
    if tool(&folder, "openssl", &["version"]).is_none() {
        return;
    }
    let (mut commands, mut shown) = (0, 0);
    for path in pages() {
        let name = path.file_name().expect("a name").display().to_string();
        // It is of programs that ask an ssh-agent.
        if name == "agent.md" && tool(&folder, "ssh-add", &["-?"]).is_none() {
            continue;
        }
        // Its programs are built apart, with ring, and so is the test that runs it.
        if name == "rustls.md" {
            continue;
        }
        let mut blocks = blocks(&std::fs::read_to_string(&path).expect("a page"));
        // These build the program under test and run this test.
        blocks.retain(|block| !block.typed.starts_with("make "));
        check(&name, &blocks);
        commands += blocks.iter().map(|it| it.typed.matches('\n').count()).sum::<usize>();
        shown += blocks.iter().filter(|it| it.shown.is_some()).count();
    }
    assert!(commands > 60 && shown > 2, "{commands} commands, {shown} blocks with what they print");
}

/// Goal: the reader of the blocks sees what is typed, what is shown and what is neither.
#[test]
fn blocks_are_read() {
    let text = "a\n```sh\none\ntwo\n```\n\n```text\nthree\n```\n```rust\nfour\n```\n\
                ```sh\nfive\n```\nsix\n```text\nseven\n```\n";
    let block = |typed: &str, shown: Option<&str>| Block {
        typed: typed.to_owned(),
        shown: shown.map(str::to_owned),
    };
    assert_eq!(blocks(text), [block("one\ntwo\n", Some("three\n")), block("five\n", None)]);
}

/// Goal: a block that fails and one that prints something else are refused.
#[test]
fn wrong_blocks_are_refused() {
    let wrong = [("false\ntrue\n", None), ("echo a\n", Some("b\n")), ("echo a\n", Some(""))];
    for (typed, shown) in wrong {
        let block = Block { typed: typed.to_owned(), shown: shown.map(str::to_owned) };
        let run = || check("a page", std::slice::from_ref(&block));
        assert!(std::panic::catch_unwind(run).is_err(), "{typed}");
    }
    check("a page", &[Block { typed: "echo a\nfalse\n".into(), shown: Some("a\n".into()) }]);
}
