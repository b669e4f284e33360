//! Parts of commands by themselves, for who gives them any bytes.
//!
//! Exists only with the feature `test-hooks`.

use crate::args::{Command, CommandLine};
use crate::cmd::{self, inspect, token};
use crate::config::{Config, Fault};
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::keys;
use clap::Parser;
use sealane::{Lengths, ecc};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;

/// Why something was refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The stable code.
    pub code: String,
    /// The sentence for people.
    pub sentence: String,
}

impl From<Failure> for Said {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::ClosedPipe => unreachable!("nothing is written"),
            Failure::Said { code, sentence, .. } => Self { code: code.into_owned(), sentence },
        }
    }
}

/// What is said of a document.
#[derive(Debug)]
pub struct Report {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
}

/// Reads a command line, and returns what it says; `None` if it asks for help or the version. The
/// first argument is the name of the program.
pub fn read_line(arguments: &[OsString]) -> Result<Option<String>, Said> {
    match crate::read_line::<CommandLine>(arguments)? {
        Ok(line) => Ok(Some(format!("{line:?}"))),
        Err(_) => Ok(None),
    }
}

/// Reads a configuration of `serve`, and returns what it says, or what is wrong in which line.
pub fn read_config(text: &str) -> Result<String, Vec<(usize, String)>> {
    let read = Config::from_text(text, Path::new("/etc/sealane/sealane.toml"));
    let said = |faults: Vec<Fault>| -> Vec<(usize, String)> {
        faults.into_iter().map(|fault| (fault.line, fault.to_string())).collect()
    };
    let all = |it: Config| {
        let service = (it.socket, it.activated, it.listen, it.metrics, it.users, it.threads);
        format!(
            "{service:?} {:?}",
            (it.keep_keys, it.most_keys, it.log_level, it.limits, it.tokens)
        )
    };
    read.map(all).map_err(said)
}

/// Reads the PIN of a file, and says why there is none.
pub fn read_pin(file: &[u8]) -> Result<(), Said> {
    let source = Source::Here(file.to_vec());
    Ok(token::pin("--pin-file", &source).map(drop)?)
}

/// Reads a key of any form, and returns the document of its public key.
pub fn read_key(file: &[u8], lengths: Lengths) -> Result<Vec<u8>, Said> {
    let source = Source::Here(file.to_vec());
    Ok(keys::of_bytes(Input::new("--key", &source), file, lengths)?.to_spki_der())
}

/// Says what is in a file.
pub fn inspect(file: &[u8], wanted: Option<ecc::Algorithm>) -> Result<Vec<Report>, Said> {
    let source = Source::Here(file.to_vec());
    let reports = inspect::reports(Input::new("FILE", &source), wanted)?;
    let said = |it: &inspect::Report| Report { text: it.to_text(), json: it.to_json() };
    Ok(reports.iter().map(said).collect())
}

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
