//! The commands that print text of one prime and cases for it.

use super::c::Functions;
use super::{c64, cases, limbs64};
use crate::field::Field;
use crate::prove::Refusal;
use crate::table::{self, Row};
use clap::{Args, ValueEnum};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Which text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// Rust over 64-bit words, as `write` writes it.
    Rust,
    /// C99 over 64-bit words, with a 128-bit product where the compiler has one.
    C64,
}

/// Which text of which prime.
#[derive(Debug, Args)]
pub struct Target {
    /// Name of the prime, as `fieldgen primes` lists it.
    #[arg(long, value_name = "NAME", value_parser = row)]
    prime: &'static Row,
    /// Language of the text.
    #[arg(long)]
    language: Language,
}

/// Prints the text of one prime.
#[derive(Debug, Args)]
pub struct Print {
    #[command(flatten)]
    target: Target,
    /// Print the table of its functions for tools/fieldgen/c/run_cases.c instead.
    #[arg(long)]
    table: bool,
    /// Where to write; standard output if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Print {
    /// Does it.
    pub fn run(&self) -> io::Result<ExitCode> {
        let text = match (self.target.language, self.table) {
            (Language::Rust, false) => Ok(limbs64::file(&Field::build(self.target.prime))),
            (Language::Rust, true) => return Err(io::Error::other("--table goes with a C text")),
            (Language::C64, false) => self.target.functions().map(|list| c64::file(&list)),
            (Language::C64, true) => self.target.functions().map(|list| c64::table(&list)),
        };
        put(self.out.as_deref(), self.target.prime, text)
    }
}

/// Prints cases for the C text.
#[derive(Debug, Args)]
pub struct Cases {
    #[command(flatten)]
    target: Target,
    /// Cases of each function.
    #[arg(long, default_value_t = 3000)]
    count: usize,
    /// Seed of the random ones.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write; standard output if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Cases {
    /// Does it.
    pub fn run(&self) -> io::Result<ExitCode> {
        let functions = self.target.functions();
        let text = functions.map(|found| cases::lines(&found.list, self.count, self.seed));
        put(self.out.as_deref(), self.target.prime, text)
    }
}

impl Target {
    fn functions(&self) -> Result<Functions, Refusal> {
        c64::functions(&Field::build(self.prime))
    }
}

fn row(name: &str) -> Result<&'static Row, String> {
    table::find(name).ok_or_else(|| "no such prime; `fieldgen primes` lists them".to_string())
}

/// Writes the text, or why there is none.
fn put(out: Option<&Path>, prime: &Row, text: Result<String, Refusal>) -> io::Result<ExitCode> {
    match (out, text) {
        (_, Err(refusal)) => {
            eprintln!("fieldgen: {}: refused: {refusal}", prime.name);
            return Ok(ExitCode::FAILURE);
        }
        (Some(path), Ok(text)) => std::fs::write(path, text)?,
        (None, Ok(text)) => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
