//! The `sealane-lab` command: it measures, and answers test cases.
//!
//! - `args`: the command line.
//! - `cmd`: one file for each subcommand.
#![forbid(unsafe_code)]

mod args;
mod cmd;

use args::{Command, CommandLine};
use sealane_cli::{Failure, backend};
use std::ffi::OsString;
use std::process::ExitCode;

/// Counts what `speed --resources` reports; costs a few instructions an allocation.
#[global_allocator]
static HEAP: sealane_measure::heap::Counting = sealane_measure::heap::Counting;

fn main() -> ExitCode {
    sealane_cli::with_arguments(run)
}

fn run(arguments: &[OsString]) -> Result<(), Failure> {
    let Some(line) = sealane_cli::parsed::<CommandLine>(arguments)? else { return Ok(()) };
    let line = line.line;
    backend::choose_or_usual(line.backend)?;
    match line.command {
        Command::Load(args) => cmd::load::run(&args),
        Command::CheckVectors(args) => cmd::check_vectors::run(&args),
        Command::Speed(args) => cmd::speed::run(&args),
        Command::Fields(args) => cmd::fields::run(&args),
        Command::Tables(args) => cmd::tables::run(&args),
        Command::Profile(args) => cmd::profile::run(&args),
    }
}
