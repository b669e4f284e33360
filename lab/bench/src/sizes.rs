//! How many items a second batches make, by how many items they have, on one thread and on more.
//!
//! [`measure`] lets the sizes of an operation take turns, forwards and backwards, around the
//! control; [`work`] is what it measures, [`report`] writes the tables and [`plot`] draws them. One
//! thread is timed by its CPU time. Several are timed by the clock on the wall, for the time of one
//! does not hold what the others do; their control is one that works on all of them at once.

pub mod plot;
pub mod report;
pub mod work;

use crate::control::{self, Control};
use crate::turn::Took;
use sealane_measure::Figures;
use sealane_measure::clock::ThreadTime;
use std::collections::BTreeMap;
use std::time::Instant;

/// The sizes that are measured unless told otherwise.
pub const SIZES: [usize; 20] =
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048, 4096];
/// The largest size there may be.
pub const MAX_ITEMS: usize = 4096;
/// Fewer items are not spread over threads: they are one group of lanes.
pub const LEAST_SHARED: usize = 8;
/// Aim of the length of a sample.
const SAMPLE_NS: f64 = 1e6;

/// An operation in batches.
pub trait Batches {
    /// Algorithm and operation, as rows of other runs name them.
    fn name(&self) -> String;

    /// Does the first `items` items on so many threads, and keeps the results. Timed. Returns
    /// `false` if one of them says that it failed.
    fn run(&mut self, threads: usize, items: usize) -> bool;

    /// Shows that the kept results are right: all of them, or those whose turn it is. Not timed.
    /// Returns how many Sealane and the libcrypto of the machine have found right. The error says
    /// what is wrong.
    fn check(&mut self, threads: usize, items: usize, all: bool) -> Result<[usize; 2], String>;
}

/// How much is measured.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many items a batch has.
    pub sizes: Vec<usize>,
    /// On how many threads.
    pub threads: Vec<usize>,
    /// How many rounds.
    pub rounds: usize,
    /// How many turns a size has in a round.
    pub turns: usize,
    /// Seconds a turn.
    pub seconds: f64,
    /// The round in which the control is slowed on purpose, from 1.
    pub slow: Option<usize>,
}

impl Plan {
    /// Refuses what cannot be measured, where so many threads can run at once.
    pub fn judge(&self, threads: usize) -> Result<(), String> {
        if let Some(bad) = self.sizes.iter().find(|it| !(1..=MAX_ITEMS).contains(*it)) {
            return Err(format!("--sizes are 1 to {MAX_ITEMS}, not {bad}"));
        }
        if !self.sizes.is_sorted_by(|a, b| a < b) || self.sizes.len() < 2 {
            return Err("--sizes are two or more, each larger than the one before".into());
        }
        if !self.threads.is_sorted_by(|a, b| a < b) || self.threads.is_empty() {
            return Err("--threads are one or more, each larger than the one before".into());
        }
        if let Some(bad) = self.threads.iter().find(|it| !(1..=threads).contains(*it)) {
            return Err(format!("--threads are 1 to {threads} on these CPUs, not {bad}"));
        }
        if !(0.001..=10.0).contains(&self.seconds) {
            return Err(format!("--secs is 0.001 to 10, not {}", self.seconds));
        }
        let shared = |threads| self.sizes_on(threads).next().is_some();
        match self.threads.iter().find(|it| !shared(**it)) {
            Some(it) => Err(format!("--sizes for {it} threads need one from {LEAST_SHARED} up")),
            None => Ok(()),
        }
    }

    fn sizes_on(&self, threads: usize) -> impl DoubleEndedIterator<Item = usize> {
        let least = if threads > 1 { LEAST_SHARED } else { 1 };
        self.sizes.iter().copied().filter(move |items| *items >= least)
    }
}

/// What is measured: the operation by its number, on so many threads, of so many items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The number of the operation.
    pub op: usize,
    /// How many threads.
    pub threads: usize,
    /// How many items.
    pub items: usize,
}

/// What a cell took in its turns, and the control before each.
type Turns = Vec<(Took, Took)>;

/// What a run has given. All results that were looked at are right: else there is none.
#[derive(Debug, Default)]
pub struct Results {
    /// The names of the operations.
    pub ops: Vec<String>,
    /// How many results Sealane and libcrypto have found right.
    pub checked: [usize; 2],
    /// By round.
    cells: BTreeMap<Cell, Vec<Turns>>,
    /// By the number of threads.
    controls: BTreeMap<usize, Control>,
}

impl Results {
    /// The numbers of threads.
    pub fn threads(&self) -> impl Iterator<Item = usize> + '_ {
        self.controls.keys().copied()
    }

    /// The control on so many threads.
    pub fn control(&self, threads: usize) -> Option<&Control> {
        self.controls.get(&threads)
    }

    /// The sizes that were measured on so many threads.
    pub fn sizes(&self, threads: usize) -> Vec<usize> {
        let cells = self.cells.keys().filter(|cell| cell.op == 0 && cell.threads == threads);
        cells.map(|cell| cell.items).collect()
    }

    /// Nanoseconds an item, by round: the medians, made comparable by the control.
    pub fn medians(&self, cell: Cell) -> Option<Figures> {
        let (rounds, control) = (self.cells.get(&cell)?, self.control(cell.threads)?);
        let median = |turns: &Turns| {
            let (took, beside): (Vec<Took>, Vec<Took>) = turns.iter().copied().unzip();
            control::median_ns(&took) * control.scale(&beside)
        };
        Some(Figures::new(rounds.iter().map(median).collect(), rounds.len() as u64))
    }

    /// Nanoseconds an item in the fastest turn but one: one turn that is faster than all others by
    /// itself could be a fault of the clock.
    pub fn fastest_ns(&self, cell: Cell) -> Option<f64> {
        let turns: Vec<Took> = self.cells.get(&cell)?.iter().flatten().map(|it| it.0).collect();
        Some(control::fastest_ns(&turns))
    }

    /// Items a second, by the same.
    pub fn items_per_s(&self, cell: Cell) -> Option<f64> {
        Some(1e9 / self.fastest_ns(cell)?)
    }

    /// Whether the figures may be kept.
    pub fn worth_keeping(&self) -> Result<(), String> {
        for (threads, control) in &self.controls {
            control.judge().map_err(|why| format!("{}: {why}", counted(*threads)))?;
        }
        Ok(())
    }

    /// Takes a turn of a cell and what the control took before it.
    fn take(&mut self, round: usize, cell: Cell, took: Took, beside: Took) {
        let rounds = self.cells.entry(cell).or_default();
        rounds.resize(rounds.len().max(round + 1), Turns::new());
        rounds[round].push((took, beside));
        self.controls.entry(cell.threads).or_default().add(round, beside);
    }

    fn count(&mut self, checked: [usize; 2]) {
        for (sum, more) in self.checked.iter_mut().zip(checked) {
            *sum += more;
        }
    }
}

/// `1 thread`, `2 threads`.
pub fn counted(threads: usize) -> String {
    format!("{threads} thread{}", if threads == 1 { "" } else { "s" })
}

/// Measures the operations. `tell` is told how far it is. Errors: an operation fails, or a result
/// is wrong.
pub fn measure(
    works: &mut [Box<dyn Batches + '_>],
    plan: &Plan,
    mut tell: impl FnMut(&str),
) -> Result<Results, String> {
    let ops = works.iter().map(|work| work.name()).collect();
    let mut results = Results { ops, ..Results::default() };
    let mut calls = BTreeMap::new();
    for (op, work) in works.iter_mut().enumerate() {
        tell(&format!("rehearsal of {}", work.name()));
        for threads in &plan.threads {
            for items in plan.sizes_on(*threads) {
                let cell = Cell { op, threads: *threads, items };
                let (count, checked) = rehearse(&mut **work, cell)?;
                calls.insert(cell, count);
                results.count(checked);
            }
        }
    }
    for round in 0..plan.rounds {
        let slow = plan.slow == Some(round + 1);
        for (op, work) in works.iter_mut().enumerate() {
            // One thread and several in turn too.
            for turn in 0..plan.turns * plan.threads.len() {
                let threads = plan.threads[turn % plan.threads.len()];
                let mut sizes: Vec<usize> = plan.sizes_on(threads).collect();
                if (round + turn / plan.threads.len()) % 2 == 1 {
                    sizes.reverse();
                }
                for items in sizes {
                    let cell = Cell { op, threads, items };
                    let beside = control_on(threads, slow);
                    let took = a_turn(&mut **work, cell, calls[&cell], plan.seconds)?;
                    results.count(checked(&mut **work, cell, false)?);
                    results.take(round, cell, took, beside);
                }
            }
        }
        tell(&format!("round {} of {}: {} operations", round + 1, plan.rounds, works.len()));
    }
    Ok(results)
}

/// Measures the control on so many threads.
fn control_on(threads: usize, slow: bool) -> Took {
    if threads == 1 { control::measure(slow) } else { control::measure_on(threads, slow) }
}

/// The clock that holds all that so many threads do.
enum Clock {
    OfThread(ThreadTime),
    OfWall(Instant),
}

impl Clock {
    fn start(threads: usize) -> Self {
        match threads {
            1 => Self::OfThread(ThreadTime::now()),
            _ => Self::OfWall(Instant::now()),
        }
    }

    fn elapsed_ns(self) -> f64 {
        match self {
            Self::OfThread(start) => start.elapsed_ns(),
            Self::OfWall(start) => start.elapsed().as_nanos() as f64,
        }
    }
}

/// Runs a cell a few times, looks at every result, and says how many batches make a sample.
fn rehearse(work: &mut dyn Batches, cell: Cell) -> Result<(usize, [usize; 2]), String> {
    sample(work, cell, 1)?;
    let all = checked(work, cell, true)?;
    let once_ns = sample(work, cell, 1)? * cell.items as f64;
    Ok((((SAMPLE_NS / once_ns) as usize).max(1), all))
}

fn checked(work: &mut dyn Batches, cell: Cell, all: bool) -> Result<[usize; 2], String> {
    work.check(cell.threads, cell.items, all).map_err(|why| named(work, cell, &why))
}

fn named(work: &dyn Batches, cell: Cell, why: &str) -> String {
    let (items, threads) = (cell.items, counted(cell.threads));
    format!("wrong results, no figures: {}, {items} items, {threads}: {why}", work.name())
}

/// Samples of so many batches for so many seconds, at least one.
fn a_turn(work: &mut dyn Batches, cell: Cell, calls: usize, secs: f64) -> Result<Took, String> {
    // The control and the check have used the caches since: one batch outside the clock. Large ones
    // have a memory of their own to warm, and would take as long again.
    if calls > 1 {
        sample(work, cell, 1)?;
    }
    let (mut samples, mut used_ns) = (Vec::new(), 0.0);
    while used_ns < secs * 1e9 {
        let ns = sample(work, cell, calls)?;
        used_ns += (ns * (calls * cell.items) as f64).max(1.0);
        samples.push(ns);
    }
    let count = samples.len() as u64;
    let figures = Figures::new(samples, count);
    Ok(Took { median_ns: figures.median_ns(), fastest_ns: figures.min_ns() })
}

/// Nanoseconds an item over so many batches.
fn sample(work: &mut dyn Batches, cell: Cell, calls: usize) -> Result<f64, String> {
    let mut all_ran = true;
    let clock = Clock::start(cell.threads);
    for _ in 0..calls {
        all_ran &= work.run(cell.threads, cell.items);
    }
    let spent_ns = clock.elapsed_ns();
    match all_ran {
        true => Ok(spent_ns / (calls * cell.items) as f64),
        false => Err(named(work, cell, "an operation failed")),
    }
}

#[cfg(test)]
mod tests;
