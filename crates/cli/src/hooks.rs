//! Parts of commands by themselves, for who gives them any bytes.
//!
//! Exists only with the feature `test-hooks`.

use crate::args::{Command, CommandLine};
use crate::cmd;
use crate::input::Source;
use clap::Parser;

/// Verifies the items of a manifest in the form of that name, and returns the numbers of their
/// lines; none of a manifest that names files, nothing of one that is refused as a whole.
///
/// # Panics
/// If there is no form of that name.
#[must_use]
pub fn read_manifest(bytes: &[u8], form: &str, ignore_unknown: bool) -> Option<Vec<u64>> {
    let line = ["sealane", "verify-batch", "--manifest", "x", "--out", "-", "--form", form];
    let line = CommandLine::try_parse_from(line).expect("it is a command line");
    let Command::VerifyBatch(mut args) = line.line.command else { unreachable!("it says so") };
    args.files.manifest = Source::Here(bytes.to_vec());
    args.files.ignore_unknown = ignore_unknown;
    cmd::batch::verified_lines(&args).ok()
}
