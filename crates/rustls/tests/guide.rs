//! The guide: its programs are the examples, and its commands run.

use super::common::NAME;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGE: &str = include_str!("../../../docs/guide/rustls.md");

/// The blocks of a language.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let begins = format!("```{language}\n");
    let parts = page.split(&begins).skip(1);
    parts.map(|part| part.split("```").next().unwrap().to_owned()).collect()
}

/// Goal: the guide has the programs that are examples, whole.
#[test]
fn programs_are_the_examples() {
    let programs = blocks(PAGE, "rust,no_run");
    for (program, name) in programs.iter().zip(["server", "client"]) {
        let path = Path::new(ROOT).join("crates/rustls/examples").join(name).with_extension("rs");
        assert_eq!(*program, std::fs::read_to_string(path).unwrap(), "{name}");
    }
    assert_eq!(programs.len(), 2);
}

/// Goal: the commands run one after the other and print the page, once by the client of the guide
/// and once by curl. Method: a folder with the programs that were built in the places that the
/// guide names; `SEALANE_COMMAND` is the command `sealane`.
#[test]
fn commands_run() {
    let Some(sealane) = std::env::var_os("SEALANE_COMMAND").map(PathBuf::from) else {
        println!("SKIPPED: SEALANE_COMMAND names no command `sealane`");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let release = folder.path().join("target/release");
    std::fs::create_dir_all(&release).unwrap();
    std::os::unix::fs::symlink(sealane.canonicalize().unwrap(), release.join("sealane")).unwrap();
    // Built beside the tests.
    let own = std::env::current_exe().unwrap();
    let examples = own.parent().unwrap().with_file_name("examples");
    std::os::unix::fs::symlink(examples, release.join("examples")).unwrap();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut script = String::from("set -eu\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n");
    for block in blocks(PAGE, "sh") {
        let lines = block.lines().filter(|line| !line.starts_with("cargo build"));
        script.extend(lines.map(|line| format!("{line}\n")));
    }
    let script = script.replace("8443", &port.to_string());
    assert!(script.matches(&format!("{NAME}:{port}")).count() >= 3);
    let output = Command::new("bash").args(["-c", &script]).current_dir(&folder).output().unwrap();
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    );
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(out.matches("Hello from a key that is not here.").count(), 2, "{out}{err}");
}
