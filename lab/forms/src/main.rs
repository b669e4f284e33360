//! The `forms` command: the table of P-256's forms, each with its proof.

use clap::{Parser, Subcommand};
use forms::{proof, report, table};
use sealane_measure::Provenance;
use sealane_measure::libcrypto::Libcrypto;
use std::path::PathBuf;
use std::process::ExitCode;

/// P-256 over limbs of several forms: proven equal, measured beside each other.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure every form and write the table.
    Table {
        /// Seconds of CPU time for each cell.
        #[arg(long, default_value_t = 2.0, value_parser = seconds)]
        seconds: f64,
        /// The document; standard output if not given.
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if (0.01..=600.0).contains(&seconds) { Ok(seconds) } else { Err("0.01 to 600".into()) }
}

fn main() -> ExitCode {
    let Command::Table { seconds, out } = Args::parse().command;
    match write(seconds, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("forms: {why}");
            ExitCode::FAILURE
        }
    }
}

fn write(seconds: f64, out: Option<PathBuf>) -> Result<(), String> {
    let proofs = proof::proofs()?;
    let libcrypto =
        Libcrypto::load().map_err(|why| format!("no OpenSSL to compare with: {why}"))?;
    let (place, openssl) = (Provenance::find(&report::MEASURED), libcrypto.version());
    let place = report::Circumstances { place, openssl, seconds };
    let columns = table::measure(seconds, &libcrypto, |column| eprintln!("measuring {column}"))?;
    table::control(&columns)?;
    let text = report::document(&place, &proofs, &columns);
    match out {
        None => print!("{text}"),
        Some(path) => {
            std::fs::write(&path, text).map_err(|why| format!("{}: {why}", path.display()))?;
            eprintln!("wrote {}", path.display());
        }
    }
    Ok(())
}
