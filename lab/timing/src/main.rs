//! Timing test: each secret operation on one extreme secret and on random ones, in random order,
//! until a t-test sees a difference or the time is up; planted leaks must be seen.
//!
//! It measures what the taint test proves for one build, on real hardware: instructions whose time
//! depends on operands, and caches, are in it. A pass says that nothing was found in so many
//! samples, no more.

mod cases;
mod dsa;
mod mldsa;
mod rsa;
mod welch;

use cases::Case;
use clap::{Parser, Subcommand};
use sealane_measure::clock::ThreadTime;
use std::process::ExitCode;
use testkit::inputs::Random;
use welch::Sample;

/// Beyond this the classes differ for certain; dudect's own bound.
const CERTAIN: f64 = 10.0;
/// From here on the classes may differ, and the case is measured again.
const SUSPECT: f64 = 4.5;
/// How much longer a case is measured that may leak.
const SUSPECT_TIMES: f64 = 4.0;
/// How much longer a planted leak is measured that has not been seen yet, each time on top of what
/// was measured before: 256 times as long as the first in all.
const PLANTED_TIMES: &[f64] = &[3.0, 12.0, 48.0, 192.0];
/// Inputs of a round, of both classes.
const INPUTS: usize = 512;
/// Seconds of a round, at most: then others are drawn, for how many inputs there are bounds what
/// can be told, as the number of samples does.
const ROUND: f64 = 0.2;
/// Samples in a row whose times are taken relative to each other.
const STRETCH: usize = 64;

/// Timing test of secret operations.
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Measure cases and judge them; exit code 1 if a leak is found or a planted one is not.
    Run {
        /// Seconds of CPU time for each case.
        #[arg(long, default_value_t = 0.4, value_parser = seconds)]
        seconds: f64,
        /// Only cases whose name contains this.
        #[arg(default_value = "")]
        pattern: String,
    },
    /// Name the cases.
    List,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    if (0.01..=36_000.0).contains(&seconds) { Ok(seconds) } else { Err("0.01 to 36000".into()) }
}

/// What a case came to.
struct Verdict {
    t: f64,
    samples: usize,
}

fn main() -> ExitCode {
    match Args::parse().command {
        Command::List => {
            cases::all().iter().for_each(|case| println!("{}", case.name));
            ExitCode::SUCCESS
        }
        Command::Run { seconds, pattern } => run(seconds, &pattern),
    }
}

fn run(seconds: f64, pattern: &str) -> ExitCode {
    let (mut passed, mut failed) = (0, 0);
    for case in cases::all().iter().filter(|case| case.name.contains(pattern)) {
        let (verdict, found) = judge(case, seconds);
        let right = found == case.planted;
        *if right { &mut passed } else { &mut failed } += 1;
        println!(
            "{} {:32} |t| = {:6.2} over {} samples{}",
            if right { "ok    " } else { "FAILED" },
            case.name,
            verdict.t,
            verdict.samples,
            if case.planted { ", a planted leak" } else { "" }
        );
    }
    println!("{passed} passed, {failed} failed, 0 skipped");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Measures a case, again where one run leaves a doubt, and says whether it leaks.
fn judge(case: &Case, seconds: f64) -> (Verdict, bool) {
    let verdict = if case.planted { seek(case, seconds) } else { doubt(case, seconds) };
    let found = verdict.t > if case.planted { CERTAIN } else { threshold(seconds) };
    (verdict, found)
}

/// Measures a planted leak until it is seen, or for as long as it may take. What a leak comes to
/// grows with the root of the number of samples: a small one in a slow operation is seen late, and
/// later on a busy machine.
fn seek(case: &Case, seconds: f64) -> Verdict {
    let mut samples = Samples::default();
    samples.measure(case, seconds);
    for times in PLANTED_TIMES {
        if samples.verdict().t > CERTAIN {
            break;
        }
        samples.measure(case, times * seconds);
    }
    samples.verdict()
}

/// Measures what must not leak, and afresh if it may. Noise passes the lower bound now and then; a
/// leak does so again, and higher.
fn doubt(case: &Case, seconds: f64) -> Verdict {
    let fresh = |seconds| {
        let mut samples = Samples::default();
        samples.measure(case, seconds);
        samples.verdict()
    };
    let verdict = fresh(seconds);
    if verdict.t <= SUSPECT { verdict } else { fresh(SUSPECT_TIMES * seconds) }
}

/// A short run on a busy machine judges by what is certain; a long one by what is suspect.
fn threshold(seconds: f64) -> f64 {
    if seconds < 10.0 { CERTAIN } else { SUSPECT }
}

/// What was measured of a case, in one stretch or in several.
#[derive(Default)]
struct Samples {
    taken: Vec<Sample>,
    /// Rounds so far, each with inputs of its own.
    rounds: usize,
}

impl Samples {
    /// Times the operation on inputs in random order until the time is up.
    fn measure(&mut self, case: &Case, seconds: f64) {
        let mut random = Random::from_clock();
        let rounds = (seconds / ROUND).ceil();
        for _ in 0..rounds as usize {
            let classes: Vec<usize> = (0..INPUTS).map(|_| (random.word() >> 63) as usize).collect();
            let mut operation = (case.make)(&classes);
            (0..32).for_each(&mut operation);
            let start = ThreadTime::now();
            while start.elapsed_ns() < 1e9 * seconds / rounds {
                let stretch = self.taken.len();
                // Which input is next says nothing of its class.
                for _ in 0..STRETCH {
                    let index = (random.word() % INPUTS as u64) as usize;
                    let begun = ThreadTime::now();
                    operation(index);
                    let time = begun.elapsed_ns();
                    let input = self.rounds * INPUTS + index;
                    self.taken.push(Sample { class: classes[index], input, time });
                }
                welch::make_relative(&mut self.taken[stretch..]);
            }
            self.rounds += 1;
        }
    }

    fn verdict(&self) -> Verdict {
        Verdict { t: welch::largest_t(&self.taken), samples: self.taken.len() }
    }
}
