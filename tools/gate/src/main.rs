//! The `gate` command: counts instructions, writes a table, compares with it.
#![forbid(unsafe_code)]

use clap::{Args, Parser, Subcommand};
use gate::cases;
use gate::counter::Counter;
use gate::table::{self, Verdict};
use std::path::PathBuf;
use std::process::ExitCode;

/// Instruction counts of every operation against stored tables.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run cases once each; what the counters run.
    Run {
        /// These cases, by their names.
        #[arg(long = "case", value_name = "NAME")]
        cases: Vec<String>,
        /// Do one multiplication more in each case, to see the comparison fail.
        #[arg(long)]
        plant: bool,
        /// Say where the window is and wait for the end of the input.
        #[arg(long)]
        wait: bool,
    },
    /// Count, and print the lines.
    Count(Counting),
    /// Count, and write the table of a counter.
    Write(Counting),
    /// Count, and compare with the table of a counter.
    Check(Counting),
}

#[derive(Args)]
struct Counting {
    /// The table; not for `count`.
    #[arg(default_value = "")]
    table: PathBuf,
    /// The counter; of the backends, those that take it are counted. `count` takes all.
    #[arg(long, value_enum, default_value = "callgrind")]
    by: Counter,
    /// Only the cases whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
    /// Do one multiplication more in each case, to see the comparison fail.
    #[arg(long)]
    plant: bool,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Run { cases, plant, wait } => run(&cases, plant, wait),
        Command::Count(counting) => count(&counting),
        Command::Write(counting) => write(&counting),
        Command::Check(counting) => check(&counting),
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

fn run(names: &[String], plant: bool, wait: bool) -> Result<bool, String> {
    if wait {
        println!("{:x}", cases::window());
        std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?;
    }
    let mut chosen = cases::cases("");
    chosen.retain(|case| names.contains(&case.name()));
    cases::run(&chosen, plant).then_some(true).ok_or("an operation failed".to_string())
}

fn count(counting: &Counting) -> Result<bool, String> {
    if let Some(why) = counting.by.missing() {
        return Err(why.into());
    }
    for (name, count) in counting.by.count(&cases::cases(&counting.only), counting.plant)? {
        println!("{name}\t{count}");
    }
    Ok(true)
}

fn write(counting: &Counting) -> Result<bool, String> {
    let (by, table) = (counting.by, &counting.table);
    let cases = by.cases("");
    if cases.is_empty() {
        return Ok(true);
    }
    if let Some(why) = by.missing() {
        return Err(why.into());
    }
    let counts = by.count(&cases, false)?;
    std::fs::write(table, table::text(&by.place(), &counts)).map_err(|error| error.to_string())?;
    eprintln!("wrote {} ({} lines)", table.display(), counts.len());
    Ok(true)
}

/// Prints nothing if no backend is counted so.
fn check(counting: &Counting) -> Result<bool, String> {
    let by = counting.by;
    let cases = by.cases(&counting.only);
    if cases.is_empty() {
        return Ok(true);
    }
    let stored = std::fs::read_to_string(&counting.table).map_err(|error| error.to_string())?;
    if let Some(why) = by.missing() {
        println!("SKIPPED: instruction counts: {why}");
        return Ok(true);
    }
    // What cannot be compared need not be counted.
    let place = by.place();
    if let Verdict::NotComparable(why) = table::compare(&stored, &place, &[], false) {
        println!("SKIPPED: instruction counts: {why}");
        return Ok(true);
    }
    let counts = by.count(&cases, counting.plant)?;
    match table::compare(&stored, &place, &counts, counting.only.is_empty()) {
        Verdict::Different(lines) => {
            lines.iter().for_each(|line| println!("{line}"));
            Ok(false)
        }
        _ => {
            println!("{} counts are equal", counts.len());
            Ok(true)
        }
    }
}
