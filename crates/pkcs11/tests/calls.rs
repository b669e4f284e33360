//! Calls that no careful program makes, and forks, by a small program in C.

use crate::common::{Served, USER, module};
use sealane_client::object::Attributes;
use sealane_client::signer::Keys;
use std::path::PathBuf;
use std::process::Command;

/// Builds the program.
fn program(served: &Served) -> PathBuf {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/calls.c");
    let program = served.folder.path().join("calls");
    let mut cc = Command::new("cc");
    cc.args(["-O1", "-w", "-std=gnu11", "-pthread", "-o"]).arg(&program).args([source, "-ldl"]);
    assert!(cc.status().unwrap().success(), "it compiles");
    program
}

fn said(words: &[&str]) -> String {
    let served = Served::new();
    let kind = "p256".parse().unwrap();
    served.user().generate(kind, Attributes::usual("key", kind)).unwrap();
    said_beside(&served, words)
}

fn said_beside(served: &Served, words: &[&str]) -> String {
    let mut command = served.command(program(served));
    let output = command.arg(module()).args(words).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?} {errors}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Goal: null pointers, handles of nobody and lengths that no memory has crash nothing.
#[test]
fn bad_calls_are_refused() {
    assert!(said(&["abuse"]).contains("calls"));
}

/// Goal: the child of a fork goes on with what its parent had, and takes nothing from it.
#[test]
fn children_go_on() {
    assert_eq!(said(&["fork", USER]), "forked\n");
}

/// Goal: a child that the C library does not know of goes on as well, beside its parent.
#[test]
fn clones_go_on() {
    assert_eq!(said(&["clone", USER]), "cloned\n");
}

/// Goal: a fork while other threads sign leaves no lock behind, and no connection of those threads
/// open in the child. Method: the child counts its sockets.
#[test]
fn forks_beside_threads() {
    assert_eq!(said(&["threads", USER]), "forked beside threads\n");
}

/// Goal: the same where the module serves its token itself: a child opens the store anew, and must
/// log in.
#[test]
fn children_open_the_store_anew() {
    let served = Served::embedded(1);
    let said = said_beside(&served, &["embedded", USER]);
    assert_eq!(said, "forked beside threads\n");
}
