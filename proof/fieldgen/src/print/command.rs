//! The commands that print text of one prime and cases for it.

use super::c::Functions;
use super::{c32, c64, cases, limbs64};
use crate::build::signed::Signed;
use crate::build::signed::sequence::Sequence;
use crate::field::Field;
use crate::narrow;
use crate::read;
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
    /// C99 over signed limbs of at most 32 bits.
    C32,
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
    /// For C32, bits of a limb; all four of these, or the set is chosen.
    #[arg(long, requires_all = ["limbs", "adds", "sequence"])]
    limb_bits: Option<u32>,
    /// Limbs of an element.
    #[arg(long, requires = "limb_bits")]
    limbs: Option<usize>,
    /// Additions that a factor may have behind it.
    #[arg(long, requires = "limb_bits")]
    adds: Option<u32>,
    /// Carries and reductions after a product, as `fieldgen explain` names them.
    #[arg(long, requires = "limb_bits")]
    sequence: Option<Sequence>,
}

/// Prints the text of one prime.
#[derive(Debug, Args)]
pub struct Print {
    #[command(flatten)]
    target: Target,
    /// Print the table of its functions for proof/fieldgen/c/run_cases.c instead.
    #[arg(long)]
    table: bool,
    /// Where to write; standard output if not given.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Print {
    /// Does it.
    pub fn run(&self) -> io::Result<ExitCode> {
        let target = &self.target;
        let text = match (target.language, self.table) {
            (Language::Rust, false) => {
                target.narrow().map(|narrow| limbs64::file(&Field::build(target.prime), &narrow))
            }
            (Language::Rust, true) => return Err(io::Error::other("--table goes with a C text")),
            (_, false) => target.functions().and_then(|list| target.proven(&list)),
            (_, true) => target.functions().map(|list| target.table(&list)),
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
    fn functions(&self) -> Result<Functions, String> {
        match self.language {
            Language::C32 => c32::functions(&self.signed()?),
            _ => c64::functions(&Field::build(self.prime)).map_err(|refusal| refusal.to_string()),
        }
    }

    /// The field on signed limbs: in the given set, or in one that is chosen.
    fn signed(&self) -> Result<Field, String> {
        let given = (self.limb_bits, self.limbs, self.adds, self.sequence.clone());
        let (Some(bits), Some(limbs), Some(adds), Some(sequence)) = given else {
            return self.narrow();
        };
        let set = Signed::new(self.prime, bits, limbs, adds, sequence);
        let set = set.ok_or("an element does not fit these limbs")?;
        Field::signed(self.prime, set).map_err(|unfit| format!("not safe: {unfit:?}"))
    }

    fn narrow(&self) -> Result<Field, String> {
        narrow::choose(self.prime).ok_or_else(|| "no set with limbs of 32 bits is safe".into())
    }

    fn file(&self, functions: &Functions) -> String {
        if self.language == Language::C32 { c32::file(functions) } else { c64::file(functions) }
    }

    /// The text, proven as it is read back.
    fn proven(&self, functions: &Functions) -> Result<String, String> {
        let text = self.file(functions);
        let is_narrow = self.language == Language::C32;
        let dialect = if is_narrow { &c32::DIALECT } else { &c64::DIALECT };
        read::c::prove(&text, dialect, functions)?;
        Ok(text)
    }

    fn table(&self, functions: &Functions) -> String {
        if self.language == Language::C32 { c32::table(functions) } else { c64::table(functions) }
    }
}

fn row(name: &str) -> Result<&'static Row, String> {
    table::find(name).ok_or_else(|| "no such prime; `fieldgen primes` lists them".to_string())
}

/// Writes the text, or why there is none.
fn put(out: Option<&Path>, prime: &Row, text: Result<String, String>) -> io::Result<ExitCode> {
    match (out, text) {
        (_, Err(reason)) => {
            eprintln!("fieldgen: {}: refused: {reason}", prime.name);
            return Ok(ExitCode::FAILURE);
        }
        (Some(path), Ok(text)) => std::fs::write(path, text)?,
        (None, Ok(text)) => io::stdout().write_all(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}
