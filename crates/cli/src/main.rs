//! The `sealane` command.
//!
//! - `args`: the command line.      - `secrets`: what must not stand on it.
//! - `usage`: what is wrong with it.      - `backend`: what computes.
//! - `names`: values chosen by name.
//! - `input`, `output`: files and pipes, with their limits.      - `lines`: texts line by line.
//! - `keys`, `message`: from bytes to what the library works on.   - `openssh`: its forms of keys.
//! - `scheme`: how RSA and DSA sign.
//! - `cmd`: one file for each subcommand.
//! - `failure`: codes and exit statuses.
#![forbid(unsafe_code)]

mod args;
mod backend;
mod cmd;
mod failure;
mod input;
mod keys;
mod lines;
mod message;
mod names;
mod openssh;
mod output;
mod secrets;
mod subject;
mod usage;

use args::{Command, CommandLine};
use clap::Parser;
use clap::error::ErrorKind;
use failure::Failure;
use std::ffi::OsString;
use std::process::ExitCode;

/// Counts what `speed --resources` reports; costs a few instructions an allocation.
#[global_allocator]
static HEAP: sealane_measure::heap::Counting = sealane_measure::heap::Counting;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: &[OsString]) -> Result<(), Failure> {
    secrets::refuse_secrets(arguments)?;
    let line = match CommandLine::try_parse_from(arguments) {
        Ok(line) => line,
        Err(error) if error.use_stderr() => {
            secrets::refuse_to_repeat(arguments)?;
            return Err(usage::wrong_line(&error, arguments));
        }
        Err(asked) if asked.kind() == ErrorKind::DisplayVersion => return version(arguments),
        Err(help) => return output::to_stdout(help.render().to_string().as_bytes()),
    };
    let variable = std::env::var_os(backend::VARIABLE);
    backend::choose(line.backend, variable.as_deref())?;
    match line.command {
        Command::Keygen(args) => cmd::keygen::run(&args),
        Command::Pubkey(args) => cmd::pubkey::run(&args),
        Command::Sign(args) => cmd::sign::run(&args),
        Command::Verify(args) => cmd::verify::run(&args),
        Command::SignBatch(args) => cmd::batch::sign(&args),
        Command::VerifyBatch(args) => cmd::batch::verify(&args),
        Command::Encrypt(args) => cmd::encrypt::encrypt(&args),
        Command::Decrypt(args) => cmd::encrypt::decrypt(&args),
        Command::Derive(args) => cmd::derive::run(&args),
        Command::Inspect(args) => cmd::inspect::run(&args),
        Command::Token(args) => cmd::token::run(&args),
        Command::Key(args) => cmd::key::run(&args),
        Command::Serve(args) => cmd::serve::run(&args),
        Command::Status(args) => cmd::status::run(&args),
        Command::Load(args) => cmd::load::run(&args),
        Command::Algorithms(args) => cmd::algorithms::run(&args),
        Command::SelfTest(args) => cmd::self_test::run(&args, line.backend),
        Command::CheckVectors(args) => cmd::check_vectors::run(&args),
        Command::Speed(args) => cmd::speed::run(&args),
        Command::Fields(args) => cmd::fields::run(&args),
        Command::Tables(args) => cmd::tables::run(&args),
        Command::Profile(args) => cmd::profile::run(&args),
        Command::Completions(args) => cmd::completions::run(&args),
        Command::Man(args) => cmd::man::run(&args),
    }
}

/// Says the version, and what computes. The parser stops at `--version`, so that what is before it
/// is looked at here.
fn version(arguments: &[OsString]) -> Result<(), Failure> {
    let mut arguments = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    let mut option = None;
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--backend") {
            Some("") => option = arguments.next(),
            Some(value) => option = value.strip_prefix('=').or(option),
            None => {}
        }
    }
    let variable = std::env::var_os(backend::VARIABLE);
    backend::choose(option, variable.as_deref())?;
    let text = format!("sealane {}\n{}", env!("CARGO_PKG_VERSION"), backend::description());
    output::to_stdout(text.as_bytes())
}
