//! What the command `sealane` does; its program calls [`main`], and no more.
//!
//! - `args`: the command line.      - `secrets`: what must not stand on it.
//! - `usage`: what is wrong with it.      - `backend`: what computes.
//! - `names`: values chosen by name.
//! - `input`, `output`: files and pipes, with their limits.      - `lines`: texts line by line.
//! - `keys`, `message`: from bytes to what the library works on.   - `openssh`: its forms of keys.
//! - `subject`: what is signed, and how.      - `tickets`: logins that last.
//! - `config`: the configuration of `serve`.
//! - `cmd`: one file for each subcommand.
//! - `failure`: codes and exit statuses.      - `hooks`: for tests alone.
//!
//! What is public is for `sealane-lab`, whose command line, messages and outputs are like these. It
//! is no interface for other programs: those use the crate `sealane`.
#![forbid(unsafe_code)]

mod args;
pub mod backend;
mod cmd;
mod config;
mod failure;
#[cfg(feature = "test-hooks")]
pub mod hooks;
pub mod input;
mod keys;
pub mod lines;
mod message;
pub mod names;
mod openssh;
pub mod output;
mod secrets;
mod subject;
mod tickets;
mod usage;

pub use args::line::{Line, without_example};
pub use args::{number, source, target};
pub use cmd::self_test::known;
pub use cmd::{hex, print_json};
pub use failure::{Failure, Status};
pub use message::hashed;
pub use secrets::shown;

use args::{Command, CommandLine};
use clap::Parser;
use clap::error::ErrorKind;
use std::ffi::OsString;
use std::process::ExitCode;

/// How a command asks a service: where it is, who asks, which key.
pub mod service {
    pub use crate::args::KeyName;
    pub use crate::args::service::ServiceArgs;
    pub use crate::cmd::served::{WAIT, about_signer, found, join, log_in};
}

/// Runs the command on the arguments of this process.
pub fn main() -> ExitCode {
    with_arguments(run)
}

/// Runs a command on the arguments of this process, and says why it failed.
pub fn with_arguments(run: fn(&[OsString]) -> Result<(), Failure>) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Returns what a command line says, or `None` if it asks for help or the version, which are then
/// printed. Errors: `USAGE`, without repeating what may be a secret.
pub fn parsed<L: Parser>(arguments: &[OsString]) -> Result<Option<L>, Failure> {
    match read_line::<L>(arguments)? {
        Ok(line) => return Ok(Some(line)),
        Err(asked) if asked.kind() == ErrorKind::DisplayVersion => {
            version(L::command().get_name(), arguments)?;
        }
        Err(help) => output::to_stdout(help.render().to_string().as_bytes())?,
    }
    Ok(None)
}

/// Returns what a command line says, or the help or version that it asks for. Errors: as
/// [`parsed`] has them.
fn read_line<L: Parser>(arguments: &[OsString]) -> Result<Result<L, clap::Error>, Failure> {
    secrets::refuse_secrets(arguments)?;
    match L::try_parse_from(arguments) {
        Err(error) if error.use_stderr() => {
            secrets::refuse_to_repeat(arguments)?;
            Err(usage::wrong_line(&error, &L::command(), arguments))
        }
        read => Ok(read),
    }
}

fn run(arguments: &[OsString]) -> Result<(), Failure> {
    let Some(line) = parsed::<CommandLine>(arguments)? else { return Ok(()) };
    let line = line.line;
    backend::choose_or_usual(line.backend)?;
    match line.command {
        Command::Keygen(args) => cmd::keygen::run(&args),
        Command::Pubkey(args) => cmd::pubkey::run(&args),
        Command::Sign(args) => cmd::sign::run(&args),
        Command::Verify(args) => cmd::verify::run(&args),
        Command::SignBatch(args) => cmd::batch::sign(&args),
        Command::VerifyBatch(args) => cmd::batch::verify(&args),
        Command::Encrypt(args) => cmd::encrypt::encrypt(&args),
        Command::Decrypt(args) => cmd::encrypt::decrypt(&args),
        Command::Mu(args) => cmd::mu::run(&args),
        Command::Derive(args) => cmd::derive::run(&args),
        Command::Inspect(args) => cmd::inspect::run(&args),
        Command::Token(args) => cmd::token::run(&args),
        Command::Key(args) => cmd::key::run(&args),
        Command::Serve(args) => cmd::serve::run(&args),
        Command::Status(args) => cmd::status::run(&args),
        Command::Login(args) => cmd::login::login(&args),
        Command::Logout(args) => cmd::login::logout(&args),
        Command::Agent(args) => cmd::agent::run(&args),
        Command::Algorithms(args) => cmd::algorithms::run(&args),
        Command::SelfTest(args) => cmd::self_test::run(&args, line.backend),
        Command::Completions(args) => cmd::completions::run(&args),
        Command::Man(args) => cmd::man::run(&args),
    }
}

/// Says the version, and what computes. The parser stops at `--version`, so that what is before it
/// is looked at here.
fn version(name: &str, arguments: &[OsString]) -> Result<(), Failure> {
    let mut arguments = arguments.iter().skip(1).filter_map(|argument| argument.to_str());
    let mut option = None;
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("--backend") {
            Some("") => option = arguments.next(),
            Some(value) => option = value.strip_prefix('=').or(option),
            None => {}
        }
    }
    backend::choose_or_usual(option)?;
    let text = format!("{name} {}\n{}", env!("CARGO_PKG_VERSION"), backend::description());
    output::to_stdout(text.as_bytes())
}
