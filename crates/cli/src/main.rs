//! The `sealane` command.
//!
//! - `args`: the command line.      - `secrets`: what must not stand on it.
//! - `names`: values chosen by name.
//! - `input`, `output`: files and pipes, with their limits.      - `lines`: texts line by line.
//! - `keys`, `message`: from bytes to what the library works on.   - `openssh`: its forms of keys.
//! - `scheme`: how RSA and DSA sign.
//! - `cmd`: one file for each subcommand.
//! - `failure`: codes and exit statuses.
#![forbid(unsafe_code)]

mod args;
mod cmd;
mod failure;
mod input;
mod keys;
mod lines;
mod message;
mod names;
mod openssh;
mod output;
mod scheme;
mod secrets;

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
            return Err(wrong_line(&error));
        }
        // Help or version were asked for.
        Err(help) => return output::to_stdout(help.render().to_string().as_bytes()),
    };
    choose_backend(std::env::var_os(BACKEND_VARIABLE))?;
    if let Some(name) = &line.backend {
        // The command line knows only names that there are.
        sealane::backend::force(name).map_err(|no| Failure::usage("USAGE", no.to_string()))?;
    }
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
        Command::SelfTest(args) => cmd::self_test::run(&args, line.backend.as_deref()),
        Command::CheckVectors(args) => cmd::check_vectors::run(&args),
        Command::Speed(args) => cmd::speed::run(&args),
        Command::Fields(args) => cmd::fields::run(&args),
        Command::Tables(args) => cmd::tables::run(&args),
        Command::Profile(args) => cmd::profile::run(&args),
        Command::Completions(args) => cmd::completions::run(&args),
        Command::Man(args) => cmd::man::run(&args),
    }
}

/// Makes operations run on this backend, in every command; `--backend` weighs more.
const BACKEND_VARIABLE: &str = "SEALANE_BACKEND";

fn choose_backend(name: Option<OsString>) -> Result<(), Failure> {
    let Some(name) = name.filter(|name| !name.is_empty()) else { return Ok(()) };
    let forced = name.to_str().is_some_and(|name| sealane::backend::force(name).is_ok());
    if forced {
        return Ok(());
    }
    let names: Vec<&str> = sealane::backend::names().collect();
    let sentence = format!("{BACKEND_VARIABLE} is none of: {}", names.join(", "));
    Err(Failure::usage("USAGE", sentence))
}

/// The parser's message, nearest name included, in our shape.
fn wrong_line(error: &clap::Error) -> Failure {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Failure::usage("USAGE", format!("a command is needed\n\n{}", error.render()));
    }
    let text = error.render().to_string();
    Failure::usage("USAGE", text.strip_prefix("error: ").unwrap_or(&text))
}
