//! The `lift` command: which functions of a program are proven as machine code, and which are not.

use clap::Parser;
use fieldgen::emit;
use lift::certificates;
use lift::changes::Kind;
use lift::contracts::{CALLED, Contracts, is_single};
use lift::image::{Function, Image};
use lift::kernels::Kernel;
use lift::mutants::{self, Tally};
use lift::reason::Reason;
use lift::ring;
use lift::survey::{Row, Survey, Way, name};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// What symbols of functions contain that are listed, each with its reason: those of the ring of
/// ML-DSA and of Keccak.
const UNREAD: [&str; 3] = ["4ring", "6keccak", "7permute"];

/// Proves functions of a release from its machine code.
///
/// A function that runs straight on is followed from its first instruction to its return. Its
/// results must be those of the text that it was compiled from, which is proven: the same words for
/// all inputs. What is followed is a program too, which the provers prove once more by itself.
///
/// Exit code 0: all functions that are there and that a text is for are proven, and no change was
/// taken wrongly. 1: some are not, or there are too few. 2: the program or a text cannot be read.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// The program, as `make build` makes it; its symbols in it, or beside it in PROGRAM.debug.
    program: PathBuf,
    /// How many functions and parts are to be there and proven at the least.
    #[arg(long, default_value_t = 1, value_name = "COUNT")]
    at_least: usize,
    /// List every function, those as well that no text is for.
    #[arg(long)]
    all: bool,
    /// Change so many bytes of proven functions, one at a time; each must be refused, or leave the
    /// meaning as it was.
    #[arg(long, default_value_t = 0, value_name = "COUNT")]
    changes: usize,
    /// Which changes are chosen.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the programs of the machine code here, for the second checker to prove.
    #[arg(long, value_name = "FILE")]
    certificates: Option<PathBuf>,
    /// Folder of the generated texts; the one in this workspace if not given.
    #[arg(long)]
    texts: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("lift: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<ExitCode, String> {
    let start = Instant::now();
    let texts = args.texts.clone().unwrap_or_else(emit::folder);
    let contracts = Contracts::read(&texts)?;
    let mut image = Image::read(&args.program)?;
    let survey = Survey::new(&image, &contracts);
    survey.rows.iter().for_each(print_row);
    for missing in &survey.missing {
        println!("{missing:32} not proven: no function of the program, callers have it in them");
    }
    let (kernels, mut bad) = print_kernels(&image);
    bad += print_ring(&image, &texts)?;
    print_others(&survey, args.all);
    let proven = survey.rows.iter().filter(|row| row.outcome.is_ok());
    let bytes: usize = proven.clone().map(|row| row.subject.function.size).sum();
    let by_itself = proven
        .clone()
        .filter(|row| row.outcome.as_ref().is_ok_and(|proven| proven.by_itself.is_ok()));
    println!(
        "{} of {} functions and parts that a text is for proven, {bytes} bytes; {} of them by \
         themselves too; {:.1} s",
        proven.clone().count(),
        survey.rows.len(),
        by_itself.count(),
        start.elapsed().as_secs_f64()
    );
    if let Some(file) = &args.certificates {
        let text = certificates::certificates(&contracts, &survey)?;
        std::fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    let mut is_good = survey.all_proven() && survey.rows.len() + kernels >= args.at_least;
    is_good &= bad == 0;
    if args.changes > 0 {
        let tally = mutants::at_random(&mut image, &survey.rows, args.changes, args.seed);
        is_good &= tally.wrong.is_empty() && tally.tried() >= args.changes;
        print_tally(&tally, args.seed);
    }
    Ok(ExitCode::from(u8::from(!is_good)))
}

fn print_row(row: &Row) {
    let function = &row.subject.function;
    let (name, part) = (name(&row.subject.task), row.subject.pointers.is_some());
    print!("{name:32} {:#x} {:5} bytes  ", function.at, function.size);
    match &row.outcome {
        Ok(proven) => {
            let early = if proven.followed.writes_early { ", the result apart" } else { "" };
            let part = if part { ", a part of a function" } else { "" };
            let how = match (row.subject.way, &proven.by_itself) {
                (Way::Itself, _) => "by itself".to_string(),
                (Way::Text, Ok(())) => "by its text, and by itself".to_string(),
                (Way::Text, Err(why)) => format!("by its text, not by itself: {why}"),
            };
            let count = proven.followed.instructions;
            println!("{count:4} instructions proven {how}{early}{part}");
        }
        Err(refusal) => println!("NOT PROVEN: {refusal}"),
    }
}

/// Judges kernels of one lane; gives how many are proven, and how many are there and are not. A
/// program without curves that have them has none.
fn print_kernels(image: &Image) -> (usize, usize) {
    let (mut proven, mut bad) = (0, 0);
    for kernel in Kernel::all() {
        let Some(found) = kernel.find(image) else {
            println!("{:32} is no function of the program", kernel.name());
            continue;
        };
        print!("{:32} {:#x} {:5} bytes  ", kernel.name(), found.function.at, found.function.size);
        match found.outcome {
            Ok((_, count)) => {
                println!("{count:4} instructions proven by themselves");
                proven += 1;
            }
            Err(refusal) => {
                println!("NOT PROVEN: {refusal}");
                bad += 1;
            }
        }
    }
    println!("{proven} kernels of one lane proven");
    (proven, bad)
}

/// Judges the products of the ring on one word; gives how many are there and are not proven.
fn print_ring(image: &Image, texts: &Path) -> Result<usize, String> {
    let mut bad = 0;
    for product in ring::products(texts)? {
        let name = product.name();
        let Some(function) = product.find(image) else {
            println!("{name:32} not proven: no function of the program, callers have it in them");
            continue;
        };
        print!("{name:32} {:#x} {:5} bytes  ", function.at, function.size);
        match product.judge(image, function) {
            Ok(count) => println!("{count:4} instructions proven by its text"),
            Err(refusal) => {
                println!("NOT PROVEN: {refusal}");
                bad += 1;
            }
        }
    }
    Ok(bad)
}

/// What functions that no text is for are counted by.
fn kind_of(reason: &Reason) -> String {
    match reason {
        Reason::NoText(_) => "no text is for it".to_string(),
        other => other.to_string(),
    }
}

/// Whether a function is of Keccak or of the ring of ML-DSA, whose texts nothing here reads: it is
/// named, so that nobody takes it for proven.
fn is_unread(function: &Function) -> bool {
    let is_theirs = |part: &&str| function.symbol.contains(*part);
    function.symbol.contains("sealane_arith") && UNREAD.iter().any(is_theirs)
}

fn print_others(survey: &Survey, all: bool) {
    let mut kinds: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for other in &survey.others {
        let (count, bytes) = kinds.entry(kind_of(&other.reason)).or_default();
        *count += 1;
        *bytes += other.function.size;
        let is_named = is_unread(&other.function) || is_single(&other.function.symbol);
        if all || is_named || other.function.symbol.contains(CALLED) {
            let Function { symbol, at, size, .. } = &other.function;
            println!("{symbol} {at:#x} {size} bytes  not proven: {}", other.reason);
        }
    }
    for (reason, (count, bytes)) in kinds {
        println!("not proven: {count} functions, {bytes} bytes: {reason}");
    }
}

fn print_tally(tally: &Tally, seed: u64) {
    for kind in Kind::ALL {
        let reasons = tally.refused.iter().filter(|((of, _), _)| *of == kind);
        let reasons = reasons.map(|((_, reason), count)| format!("{count} {reason}"));
        let reasons: Vec<String> = reasons.collect();
        let same = tally.same.get(&kind).copied().unwrap_or_default();
        println!(
            "changed {}: refused: {}; the same meaning: {same}",
            kind.name(),
            reasons.join(", ")
        );
    }
    for wrong in &tally.wrong {
        println!("TAKEN WRONGLY: {wrong}");
    }
    println!(
        "{} changes (seed {seed}): {} refused, {} of them with no sample that differs; {} of the \
         same meaning; {} taken wrongly",
        tally.tried(),
        tally.refused.values().sum::<usize>(),
        tally.unseen,
        tally.same.values().sum::<usize>(),
        tally.wrong.len()
    );
}
