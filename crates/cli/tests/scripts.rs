//! Goal: scripts that measure for minutes look at their arguments first.
use crate::common;

use common::{Folder, Outcome};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs a script where `cargo` does nothing but leave a file, and fails; says whether it was
/// called.
fn run(folder: &Folder, script: &str, arguments: &[&str]) -> (Outcome, bool) {
    let _ = std::fs::remove_file(folder.path("called"));
    folder.write("cargo", "#!/bin/sh\n: >\"$CALLED\"\nexit 9\n");
    let executable = std::fs::Permissions::from_mode(0o700);
    std::fs::set_permissions(folder.path("cargo"), executable).expect("it is ours");
    let path = std::env::var("PATH").expect("a path");
    let path = format!("{}:{path}", folder.path("").display());
    let mut command = Command::new("bash");
    command.arg(format!("{ROOT}/scripts/{script}")).args(arguments);
    command.env("PATH", path).env("CALLED", folder.path("called"));
    let outcome = Outcome::from_output(command.output().expect("there is bash"));
    (outcome, folder.path("called").exists())
}

#[test]
fn arguments_are_looked_at_before_anything_is_measured() {
    let folder = Folder::new();
    let page = folder.path("page.md");
    let page = common::text(&page);
    let is_folder = folder.path(".");
    let below_a_file = folder.path("cargo/page.md");
    for (script, wrong) in [
        ("service-load.sh", &[][..]),
        ("service-load.sh", &[""]),
        ("service-load.sh", &[page, "0"]),
        ("service-load.sh", &[page, "five"]),
        ("service-load.sh", &[page, "1", "more"]),
        ("service-load.sh", &[common::text(&is_folder)]),
        ("service-load.sh", &[common::text(&below_a_file)]),
        ("primitives.sh", &[]),
    ] {
        let (outcome, called) = run(&folder, script, wrong);
        assert_eq!((outcome.status, called), (Some(2), false), "{wrong:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(&format!("usage: scripts/{script} FILE")), "{wrong:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{}", outcome.stderr);
    }
    // And with right ones it begins: with a build.
    for (script, right) in [("service-load.sh", &[page, "1"][..]), ("primitives.sh", &[page])] {
        let (outcome, called) = run(&folder, script, right);
        assert_eq!((outcome.status, called), (Some(9), true), "{}", outcome.stderr);
    }
}
