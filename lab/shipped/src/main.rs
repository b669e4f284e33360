//! The `shipped` command: follows a released command for pairs of secrets.
#![forbid(unsafe_code)]

mod report;

use clap::{Args, Parser, Subcommand};
use shipped::leaks;
use shipped::pairs::{Stage, Verdict};
use shipped::program::Program;
use shipped::public::{self, EXCEPTIONS, Exception, Leave};
use shipped::rows::{self, From, Row};
use shipped::steps::{self, Library};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Steps of the released command for pairs of secrets: the same instructions at the same addresses.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Follow every operation of a released command: none may differ.
    Pairs(Pairs),
    /// Follow planted leaks in a program that is built in the same way: each must differ.
    Leaks {
        /// The program, with its symbols.
        program: PathBuf,
    },
    /// Compare the machine code of functions that `pairs --functions` has followed with that of the
    /// taint test.
    Functions {
        /// The released command; its symbols stand beside it.
        program: PathBuf,
        /// The taint test, with its symbols.
        taint: PathBuf,
        /// What `pairs --functions` wrote.
        list: PathBuf,
    },
}

#[derive(Args)]
struct Pairs {
    /// The released command; its symbols stand beside it.
    program: PathBuf,
    /// Only the operations whose names contain this.
    #[arg(long, default_value = "")]
    only: String,
    /// Only the operation of this name.
    #[arg(long, value_name = "NAME")]
    row: Option<String>,
    /// Begin at the functions whose names contain this, wherever an operation would.
    #[arg(long, value_name = "PART")]
    from: Option<String>,
    /// End at the functions whose names contain this, wherever an operation would.
    #[arg(long, value_name = "PART")]
    until: Option<String>,
    /// How many equal pairs each operation needs.
    #[arg(long, default_value_t = 1)]
    pairs: usize,
    /// Follow those as well that take long: RSA of 8192 bits, and reading such keys.
    #[arg(long)]
    long: bool,
    /// Write the functions that were followed, with their steps, to this file.
    #[arg(long, value_name = "FILE")]
    functions: Option<PathBuf>,
}

impl Pairs {
    fn chosen(&self, row: &Row) -> bool {
        row.name.contains(&self.only) && self.row.as_ref().is_none_or(|name| *name == row.name)
    }

    fn is_everything(&self) -> bool {
        let parts = [&self.row, &self.from, &self.until];
        self.only.is_empty() && parts.into_iter().all(Option::is_none)
    }
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Pairs(pairs) => follow_pairs(&pairs),
        Command::Leaks { program } => follow_leaks(&program),
        Command::Functions { program, taint, list } => report::compare(&program, &taint, &list)
            .map(|page| {
                print!("{page}");
                true
            }),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("shipped: {why}");
            ExitCode::from(2)
        }
    }
}

/// The end of the names of operations in AVX-512 lanes.
const LANES: &str = "eight";

/// What the runs have shown beside their verdicts.
#[derive(Default)]
struct Seen {
    /// What was used of the table of exceptions.
    used: BTreeSet<&'static str>,
    /// Steps of each function, by where it begins.
    functions: BTreeMap<u64, u64>,
}

/// Makes ready what follows a program. Errors: it cannot be read, or steps cannot be made.
fn stage(program: &Path, root: &Path) -> Result<Stage, String> {
    let program = Program::read(program)?;
    let library = Library::build(root)?;
    steps::fix_addresses()?;
    let (differing, ends) = (BTreeSet::new(), BTreeSet::new());
    Ok(Stage { program, library, root: root.to_path_buf(), differing, ends, ends_all: false })
}

fn follow_pairs(choice: &Pairs) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut stage = stage(&choice.program, folder.path())?;
    stage.differing = public::functions(&stage.program, Leave::Differs)?;
    stage.ends = public::functions(&stage.program, Leave::Ends)?;
    if let Some(part) = &choice.until {
        stage.ends = stage.program.named(part)?.into_iter().collect();
        stage.ends_all = true;
    }
    let (mut rows, left_out) = rows::rows(&rows::algorithms(&stage.program.path)?);
    rows.retain(|row| choice.chosen(row));
    if let Some(part) = &choice.from {
        rows.iter_mut().for_each(|row| row.from = From::Function(part.clone().into()));
    }
    let (mut passed, mut failed, mut skipped, mut seen) = (0, 0, 0, Seen::default());
    for row in &rows {
        if row.is_long && !choice.long {
            println!("left   {}: it takes long; --long follows it", row.name);
            continue;
        }
        if row.name.ends_with(LANES) && !has_lanes() {
            println!("SKIPPED: {}: this processor has no AVX-512 IFMA", row.name);
            skipped += 1;
            continue;
        }
        if judge(&stage, row, choice.pairs, &mut seen) {
            passed += 1;
        } else {
            failed += 1;
        }
    }
    for it in &left_out {
        println!("left   {}: {}", it.name, it.why);
    }
    if choice.is_everything() {
        for row in EXCEPTIONS.iter().filter(|row| !seen.used.contains(row.function)) {
            println!("FAILED exception {}: nothing used it", row.function);
            failed += 1;
        }
    }
    if let Some(file) = &choice.functions {
        let text = report::list(&stage.program, &seen.functions);
        std::fs::write(file, text).map_err(|why| format!("{}: {why}", file.display()))?;
    }
    println!("{passed} passed, {failed} failed, {skipped} skipped");
    Ok(failed == 0 && passed > 0)
}

fn follow_leaks(program: &Path) -> Result<bool, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let stage = stage(program, folder.path())?;
    let (mut passed, mut failed) = (0, 0);
    for name in leaks::names(&stage)? {
        let found = leaks::follow(&stage, &name)?;
        let right = found.difference.is_some() != (name == leaks::NONE);
        let verdict = match &found.difference {
            Some((secret, difference)) => format!("secrets 0 and {secret} differ: {difference}"),
            None => "no pair differs".into(),
        };
        let mark = if right { "ok    " } else { "FAILED" };
        println!("{mark} planted {name}: {} steps; {verdict}", found.steps);
        if right { passed += 1 } else { failed += 1 }
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    Ok(failed == 0)
}

fn has_lanes() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx512ifma");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Follows an operation, says what came of it, and returns whether it is right.
fn judge(stage: &Stage, row: &Row, pairs: usize, seen: &mut Seen) -> bool {
    let start = std::time::Instant::now();
    let verdict = match stage.follow(row, pairs) {
        Ok(verdict) => verdict,
        Err(why) => {
            println!("FAILED {}: {why}", row.name);
            return false;
        }
    };
    let used = used(stage, &verdict);
    let Verdict { told, pair, difference, .. } = verdict;
    let refused: Vec<&String> = told.refused.iter().collect();
    // A batch that did not run in the lanes shows nothing of them.
    let ran = !row.name.ends_with(LANES) || told.wide > 0;
    let right = difference.is_none() && refused.is_empty() && ran;
    let list = |what: &str, all: &[&str]| match all {
        [] => String::new(),
        all => format!("; {what}: {}", all.join(", ")),
    };
    println!(
        "{} {}: secrets {} and {}, {} steps, {} addresses, {} functions, {:.0} s{}{}{}{}",
        if right { "ok    " } else { "FAILED" },
        row.name,
        pair[0],
        pair[1],
        told.steps,
        told.addresses,
        told.functions.len(),
        start.elapsed().as_secs_f64(),
        list("but for", &used),
        if refused.is_empty() { String::new() } else { format!("; refused {refused:?}") },
        if ran { "" } else { "; it did not run in lanes" },
        difference.map(|it| format!("; they differ: {it}")).unwrap_or_default(),
    );
    seen.used.extend(used);
    for (at, steps) in told.functions {
        *seen.functions.entry(at).or_default() += steps;
    }
    right
}

/// The exceptions that an operation used.
fn used(stage: &Stage, verdict: &Verdict) -> Vec<&'static str> {
    let is_used = |row: &&Exception| match row.leave {
        Leave::Decides => verdict.decided.iter().any(|it| it.function == row.function),
        Leave::Ends => named(stage, row.function, &verdict.told.ended.into_iter().collect()),
        Leave::Differs => named(stage, row.function, &verdict.told.differed),
        Leave::After(_) => {
            let followed = verdict.told.functions.keys().copied().collect();
            named(stage, row.function, &followed)
        }
    };
    EXCEPTIONS.iter().filter(is_used).map(|row| row.function).collect()
}

fn named(stage: &Stage, part: &str, functions: &BTreeSet<u64>) -> bool {
    functions.iter().any(|at| stage.program.functions[at].name.contains(part))
}
