//! The `primitives` command.
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use primitives::{keccak, mldsa, report, works};
use sealane::mldsa::ParameterSet;
use sealane_measure::Provenance;
use std::path::PathBuf;
use std::process::ExitCode;

/// Megabytes a second of the primitives that the project uses.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure this build; what `table` calls of the other.
    Run {
        /// Seconds of CPU time a row.
        #[arg(long, default_value_t = 0.2)]
        seconds: f64,
    },
    /// Compare the permutation of SHA-3 in eight lanes with one lane and with the hash crates, in
    /// turn.
    Keccak {
        /// Fail if eight lanes are less than so many times as fast as one on plain words.
        #[arg(long, value_name = "TIMES")]
        least: Option<f64>,
        /// Seconds of CPU time a row.
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
    },
    /// Measure keys, signatures and verifications of ML-DSA, alone and 64 at a time.
    Mldsa {
        /// The parameter set; all if not given.
        #[arg(long)]
        set: Option<ParameterSet>,
        /// Seconds of CPU time a row.
        #[arg(long, default_value_t = 1.0)]
        seconds: f64,
    },
    /// Measure this build and the portable one in turn, and write the table.
    Table {
        /// The other build.
        #[arg(long, value_name = "PROGRAM")]
        portable: PathBuf,
        /// How often both are measured.
        #[arg(long, default_value_t = 7)]
        rounds: usize,
        /// Seconds of CPU time a row and round.
        #[arg(long, default_value_t = 0.2)]
        seconds: f64,
        /// The document; standard output if not given.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("primitives: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), String> {
    match command {
        Command::Run { seconds } => print!("{}", report::lines(&works::measure(seconds)?)),
        Command::Keccak { least, seconds } => {
            let found = keccak::measure(seconds)?;
            print!("{}", found.text);
            keccak::hold(&found, least.unwrap_or(0.0))?;
        }
        Command::Mldsa { set, seconds } => {
            let sets = set.map_or(ParameterSet::ALL.to_vec(), |set| vec![set]);
            print!("{}", mldsa::measure(&sets, seconds)?);
        }
        Command::Table { portable, rounds, seconds, out } => {
            let place = Provenance::find(&["lab/primitives", "lab/measure", "Cargo.lock"]);
            let rounds = rounds.max(1);
            let rows = report::measure(&portable, rounds, seconds)?;
            let drift = report::control(&rows)?;
            let text = report::document(&rows, drift, rounds, &place);
            match out {
                None => print!("{text}"),
                Some(path) => {
                    std::fs::write(&path, text).map_err(|why| why.to_string())?;
                    eprintln!("wrote {}", path.display());
                }
            }
        }
    }
    Ok(())
}
