//! `sealane-lab speed`: operations a second, ours beside the OpenSSL of the machine.
mod entries;
mod report;
mod resources;
mod their_numbers;
mod theirs;

use crate::args::Speed;
use entries::{Choice, entries};
use report::{Report, Row};
use sealane_cli::Failure;
use sealane_measure::libcrypto::Libcrypto;
use sealane_measure::{Figures, Pattern, Turns, Work, contest, paired_ratio, rehearse};
use std::rc::Rc;
use theirs::Reference;

/// Whose work a contestant does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Ours,
    Theirs,
}

/// Contestants that are measured in turn: one operation in its ways.
struct Entry {
    algo: String,
    contestants: Vec<(Side, &'static str, Box<dyn Work>)>,
}

pub fn run(args: &Speed) -> Result<(), Failure> {
    if args.resources {
        return resources::run(args);
    }
    let libcrypto = reference(args)?;
    let choice = Choice {
        pattern: Pattern::new(&args.pattern),
        reference: Reference(libcrypto.as_ref().ok().cloned()),
        with_theirs: !args.tsv,
        items: batch_items(args),
        batches_alone: args.batches_alone,
        damage: args.damage,
    };
    // All sides show right results before the first figure is printed.
    let mut entries = entries(&choice, |entry| entry.run(rehearse))?;
    // A harness asks every program for every row, ours or not.
    if entries.is_empty() && !args.tsv {
        let sentence = format!("PATTERN {:?} matches no row", args.pattern);
        return Err(Failure::usage("USAGE", sentence));
    }
    let mut report = Report::new(args, libcrypto.as_ref().map(|it| it.version()))?;
    for entry in &mut entries {
        if args.turns {
            entry.turns(&report, args.seconds)?;
            continue;
        }
        let figures = entry.run(|works| contest(works, args.seconds))?;
        for row in rows(entry, &figures) {
            report.add(row)?;
        }
        for (_, op, work) in &entry.contestants {
            report.show(&entry.algo, op, work.shown(0))?;
        }
    }
    report.finish()
}

/// How many items a batch has, 0 if there are none: batches take long, so the table of all rows has
/// them only when they are asked for.
fn batch_items(args: &Speed) -> usize {
    const USUAL: usize = 1024;
    let asked = args.tsv || args.pattern.contains("batch");
    args.batch.unwrap_or(if asked { USUAL } else { 0 })
}

/// The library to compare with; its absence is a fact to report, unless it was asked for by name.
fn reference(args: &Speed) -> Result<Result<Rc<Libcrypto>, String>, Failure> {
    if args.no_libcrypto {
        return Ok(Err("not looked for".into()));
    }
    let Some(path) = &args.libcrypto else { return Ok(Libcrypto::load()) };
    // The loader would wait for a FIFO to be written.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        let sentence = format!("--libcrypto {path:?} is not a file");
        return Err(Failure::refused("INPUT_LIBRARY", sentence));
    }
    match path.to_str().ok_or("not a name in UTF-8".to_owned()).and_then(Libcrypto::load_from) {
        Ok(libcrypto) => Ok(Ok(libcrypto)),
        Err(why) => Err(Failure::refused("INPUT_LIBRARY", format!("--libcrypto: {why}"))),
    }
}

impl Entry {
    /// Runs all contestants; the failure names the one that was wrong.
    fn run<T>(
        &mut self,
        act: impl FnOnce(&mut [&mut dyn Work]) -> Result<T, (usize, String)>,
    ) -> Result<T, Failure> {
        let mut works: Vec<&mut dyn Work> = Vec::new();
        for (_, _, work) in &mut self.contestants {
            works.push(&mut **work);
        }
        act(&mut works).map_err(|(number, why)| self.wrong(number, &why))
    }

    fn wrong(&self, number: usize, why: &str) -> Failure {
        let (side, op, _) = &self.contestants[number];
        let who = if *side == Side::Ours { "ours" } else { "OpenSSL's" };
        let sentence = format!("{} {op}, {who}: {why}; no figures", self.algo);
        Failure::failed("SPEED_WRONG_RESULT", sentence)
    }

    /// Measures each contestant as often as a line on standard input says `turn`, up to another
    /// line or the end, and hands a result out.
    fn turns(&mut self, report: &Report, seconds: f64) -> Result<(), Failure> {
        for number in 0..self.contestants.len() {
            let (_, op, work) = &mut self.contestants[number];
            report.ready(&self.algo, op)?;
            let mut turns = Turns::new(&mut **work, seconds);
            let (mut made, mut wrong) = (false, None);
            while wrong.is_none() && called() {
                match turns.turn() {
                    Ok(figures) => report.turn(&self.algo, op, &figures)?,
                    Err(why) => wrong = Some(why),
                }
                made = true;
            }
            if let Some(why) = wrong {
                return Err(self.wrong(number, &why));
            }
            if made {
                report.show(&self.algo, op, work.shown(0))?;
            }
        }
        Ok(())
    }
}

/// Whether the next line on standard input calls another turn.
fn called() -> bool {
    let mut word = String::new();
    std::io::stdin().read_line(&mut word).is_ok() && word == "turn\n"
}

/// A row for each contestant of ours, set beside theirs; `-into` rows also beside the plain one.
fn rows(entry: &Entry, figures: &[Figures]) -> Vec<Row> {
    let all = || entry.contestants.iter().zip(figures);
    let theirs = all().find(|((side, _, _), _)| *side == Side::Theirs).map(|(_, figures)| figures);
    let plain = |op: &str| {
        let plain = op.strip_suffix("-into")?;
        all().find(|((side, op, _), _)| *side == Side::Ours && *op == plain).map(|(_, it)| it)
    };
    let row = |op: &'static str, ours: &Figures| Row {
        algo: entry.algo.clone(),
        op,
        ours: ours.clone(),
        theirs: theirs.cloned(),
        ratio: theirs.map(|theirs| paired_ratio(theirs, ours)),
        layer_overhead: plain(op).map(|plain| paired_ratio(plain, ours) - 1.0),
    };
    all()
        .filter(|((side, _, _), _)| *side == Side::Ours)
        .map(|((_, op, _), figures)| row(op, figures))
        .collect()
}
