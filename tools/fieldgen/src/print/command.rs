//! The commands that print text of one prime and cases for it.

use super::{c64, cases, limbs64};
use crate::field::Field;
use crate::prove::prove;
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
        let field = Field::build(self.target.prime);
        if !self.table && !proven(&field) {
            return Ok(ExitCode::FAILURE);
        }
        let text = match (self.target.language, self.table) {
            (Language::Rust, false) => limbs64::file(&field),
            (Language::C64, false) => c64::file(&field),
            (Language::C64, true) => c64::table(&field),
            (Language::Rust, true) => return Err(io::Error::other("--table goes with a C text")),
        };
        put(self.out.as_deref(), &text)
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
        let field = Field::build(self.target.prime);
        put(self.out.as_deref(), &cases::lines(&field, self.count, self.seed))
    }
}

/// A text says that it is proven, so it is, before anybody reads it.
fn proven(field: &Field) -> bool {
    let refusals =
        field.programs.iter().filter_map(|program| prove(program, &field.contract(program)).err());
    let refused = refusals.map(|refusal| {
        eprintln!("fieldgen: {}: refused: {refusal}", field.row.name);
    });
    refused.count() == 0
}

fn row(name: &str) -> Result<&'static Row, String> {
    table::find(name).ok_or_else(|| "no such prime; `fieldgen primes` lists them".to_string())
}

fn put(out: Option<&Path>, text: &str) -> io::Result<ExitCode> {
    match out {
        Some(path) => std::fs::write(path, text)?,
        None => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
