//! The laboratory's command, as a process, with the product's beside it for keys and services.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod backends;
mod bad_lines;
#[path = "../../../crates/cli/tests/common/mod.rs"]
mod common;
mod load;
mod narrow;
mod parts;
mod profile;
mod readme;
mod speed;
mod vectors;
mod vectors_rsa_dsa;
mod vectors_served;
mod vectors_service;
mod vectors_wrap;

use std::path::PathBuf;

/// What the laboratory's command does; everything else is the product's.
const COMMANDS: [&str; 6] = ["speed", "profile", "fields", "tables", "load", "check-vectors"];

/// The command that these arguments are for: the one named by `SEALANE_LAB_BIN` or `SEALANE_BIN`,
/// or the one built with the tests.
fn program_of(arguments: &[&str]) -> PathBuf {
    if arguments.iter().any(|argument| COMMANDS.contains(argument)) {
        common::named_or("SEALANE_LAB_BIN", env!("CARGO_BIN_EXE_sealane-lab"))
    } else {
        common::named_or("SEALANE_BIN", env!("CARGO_BIN_EXE_sealane-beside-lab"))
    }
}
