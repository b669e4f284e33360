//! The `gate` command: counts instructions, writes the table, compares with it.
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use gate::callgrind;
use gate::cases::{self, WINDOW};
use gate::table::{self, Place, Verdict};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Instruction counts of every operation against a stored table.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run every case once; what valgrind runs.
    Run {
        /// Only the cases whose names contain this.
        #[arg(long, default_value = "")]
        only: String,
        /// Do one multiplication more in each case, to see the comparison fail.
        #[arg(long)]
        plant: bool,
    },
    /// Count, and write the table.
    Write {
        /// The table.
        table: PathBuf,
    },
    /// Count, and compare with the table.
    Check {
        /// The table.
        table: PathBuf,
        /// Only the cases whose names contain this.
        #[arg(long, default_value = "")]
        only: String,
        /// Do one multiplication more in each case, to see the comparison fail.
        #[arg(long)]
        plant: bool,
    },
}

fn main() -> ExitCode {
    let done = match Args::parse().command {
        Command::Run { only, plant } => {
            cases::run(&only, plant).then_some(true).ok_or("an operation failed".to_string())
        }
        Command::Write { table } => write(&table),
        Command::Check { table, only, plant } => check(&table, &only, plant),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("gate: {why}");
            ExitCode::from(2)
        }
    }
}

/// Where the counts are made; the processor is asked for what the hash functions ask for.
fn place(valgrind: String) -> Place {
    #[cfg(target_arch = "x86_64")]
    let seen = [
        ("avx2", std::arch::is_x86_feature_detected!("avx2")),
        ("bmi2", std::arch::is_x86_feature_detected!("bmi2")),
    ];
    #[cfg(not(target_arch = "x86_64"))]
    let seen: [(&str, bool); 0] = [];
    let mut processor = std::env::consts::ARCH.to_string();
    for (name, there) in seen {
        processor += &format!(" {}{name}", if there { "" } else { "no " });
    }
    Place { compiler: env!("COMPILER").into(), valgrind, processor }
}

/// Returns the place and the counts of the cases whose names contain `only`.
fn count(only: &str, plant: bool) -> Result<(Place, Vec<(String, u64)>), String> {
    let valgrind = callgrind::version().ok_or("there is no valgrind")?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut arguments = vec!["--only", only];
    if plant {
        arguments.push("--plant");
    }
    let counts = callgrind::count(&program, &arguments, WINDOW)?;
    let names: Vec<String> = cases::cases(only).iter().map(cases::Case::name).collect();
    if counts.len() != names.len() || counts.contains(&0) {
        return Err(format!("{} counts for {} cases", counts.len(), names.len()));
    }
    Ok((place(valgrind), names.into_iter().zip(counts).collect()))
}

fn write(table: &Path) -> Result<bool, String> {
    let (place, counts) = count("", false)?;
    std::fs::write(table, table::text(&place, &counts)).map_err(|error| error.to_string())?;
    eprintln!("wrote {} ({} lines)", table.display(), counts.len());
    Ok(true)
}

fn check(table: &Path, only: &str, plant: bool) -> Result<bool, String> {
    let stored = std::fs::read_to_string(table).map_err(|error| error.to_string())?;
    if callgrind::version().is_none() {
        println!("SKIPPED: instruction counts: there is no valgrind");
        return Ok(true);
    }
    let (place, counts) = count(only, plant)?;
    match table::compare(&stored, &place, &counts, only.is_empty()) {
        Verdict::Equal => println!("{} counts are equal", counts.len()),
        Verdict::NotComparable(why) => println!("SKIPPED: instruction counts: {why}"),
        Verdict::Different(lines) => {
            lines.iter().for_each(|line| println!("{line}"));
            return Ok(false);
        }
    }
    Ok(true)
}
