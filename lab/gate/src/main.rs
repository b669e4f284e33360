//! The `gate` command: counts instructions, writes a table, compares with it.
#![forbid(unsafe_code)]

use clap::{Args, Parser, Subcommand};
use gate::cases;
use gate::counter::Counter;
use gate::lanes;
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
        /// These cases, by their names; `nothing` alone is no operation.
        #[arg(long = "case", value_name = "NAME")]
        cases: Vec<String>,
        /// Do one multiplication more in each case, to see the comparison fail.
        #[arg(long)]
        plant: bool,
        /// Say where the window is and wait for the end of the input.
        #[arg(long)]
        wait: bool,
    },
    /// Run an operation of a batch with a secret; what `pairs` follows.
    RunLanes {
        /// One of the operations.
        operation: String,
        /// The secret, by a number.
        secret: u64,
    },
    /// Follow batches in lanes step by step, for pairs of secrets: instructions and addresses must
    /// be the same, and those of a planted leak must not.
    Pairs {
        /// How many pairs for each operation: a minute or so each.
        #[arg(default_value_t = 2)]
        pairs: u64,
        /// Only the operations whose names contain this, and the planted leaks.
        #[arg(long, default_value = "")]
        only: String,
    },
    /// Look over the machine code of lanes: calls, jumps, instructions and sizes.
    Lanes {
        /// The program, with its symbols; this one if none is named.
        program: Option<PathBuf>,
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
        Command::RunLanes { operation, secret } => run_lanes(&operation, secret),
        Command::Pairs { pairs, only } => follow_pairs(pairs, &only),
        Command::Lanes { program } => look_over_lanes(program),
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
    let nothing = names == [cases::NOTHING];
    if wait {
        println!("{:x}", if nothing { cases::empty_window() } else { cases::window() });
        std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?;
    }
    if nothing {
        cases::run_nothing(plant);
        return Ok(true);
    }
    let mut chosen = cases::cases("");
    chosen.retain(|case| names.contains(&case.name()));
    cases::run(&chosen, plant).then_some(true).ok_or("an operation failed".to_string())
}

fn run_lanes(operation: &str, secret: u64) -> Result<bool, String> {
    println!("{:x}", lanes::window());
    std::io::read_to_string(std::io::stdin()).map_err(|error| error.to_string())?;
    lanes::run(operation, secret)
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn follow_pairs(_: u64, _: &str) -> Result<bool, String> {
    println!("SKIPPED: pairs of secrets: single steps are made on x86-64 and Linux only");
    Ok(true)
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn follow_pairs(pairs: u64, only: &str) -> Result<bool, String> {
    use gate::pairs::{difference, follow};
    if !lanes::there_are_lanes() {
        println!("SKIPPED: pairs of secrets: this processor has no AVX-512 IFMA");
        return Ok(true);
    }
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut good = true;
    let (chosen, leaks) = (lanes::operations(), lanes::leaks());
    let chosen = chosen.iter().filter(|name| name.contains(only));
    for operation in chosen.chain(&leaks) {
        let secrets = (1..=pairs + 1).map(|number| lanes::secret(operation, number));
        let traces = follow(&program, operation, secrets)?;
        let differ = traces.runs.windows(2).find_map(|pair| difference(&pair[0], &pair[1]));
        let first = traces.runs.first().ok_or("the window was never open")?;
        let steps = first.path.len();
        let planted = leaks.contains(operation);
        // A batch that did not run in lanes shows nothing of them.
        let in_lanes = traces.wide > lanes::least_wide(operation);
        let right = planted || in_lanes && traces.refused.is_empty();
        let right = right && differ.is_some() == planted;
        good &= right;
        println!(
            "{} {operation}: {pairs} pairs, {steps} steps, {} addresses, {} instructions of 512 \
             bits{}{}",
            if right { "ok    " } else { "FAILED" },
            first.memory.len(),
            traces.wide,
            differ.map(|it| format!("; they differ: {it}")).unwrap_or_default(),
            if traces.refused.is_empty() {
                String::new()
            } else {
                format!("; {:?}", traces.refused)
            },
        );
    }
    Ok(good)
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn look_over_lanes(_: Option<PathBuf>) -> Result<bool, String> {
    println!("SKIPPED: machine code of lanes: it is read on x86-64 and Linux only");
    Ok(true)
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn look_over_lanes(program: Option<PathBuf>) -> Result<bool, String> {
    use gate::machine_code::{BUDGET, Program};
    let own = || std::env::current_exe().map_err(|error| error.to_string());
    let program = Program::read(&program.map_or_else(own, Ok)?)?;
    let found = program.look_over(&BUDGET);
    found.refused.iter().for_each(|line| println!("{line}"));
    let good = found.refused.is_empty();
    let divisions = found.mnemonics.get("div").copied().unwrap_or(0);
    println!(
        "{} machine code of lanes: {} functions of {} ({} others left out), {} bytes of {}, the \
         largest {} of {}, {} mnemonics, {divisions} divisions of {}, {} jumps on lanes of {}",
        if good { "ok    " } else { "FAILED" },
        program.functions.len(),
        BUDGET.functions,
        program.left_out,
        found.bytes,
        BUDGET.bytes,
        found.largest,
        BUDGET.largest,
        found.mnemonics.len(),
        BUDGET.divisions,
        found.jumps_on_lanes.len(),
        BUDGET.jumps_on_lanes,
    );
    Ok(good)
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
    let cases = by.cases(&counting.only);
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
