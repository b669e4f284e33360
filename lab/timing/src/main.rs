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
const SUSPECT_TIMES: &[f64] = &[4.0];
/// How much longer a planted leak is measured that has not been seen yet.
const PLANTED_TIMES: &[f64] = &[4.0, 16.0, 64.0];
/// Inputs of a round, of both classes.
const INPUTS: usize = 512;
/// Seconds of a round, at most: then others are drawn, for how many inputs there are bounds what
/// can be told, as the number of samples does.
const ROUND: f64 = 0.2;

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
    let bound = if case.planted { CERTAIN } else { threshold(seconds) };
    let mut verdict = measure(case, seconds);
    let times = if case.planted { PLANTED_TIMES } else { SUSPECT_TIMES };
    for times in times {
        // Noise passes the lower bound now and then; a leak does so again, and higher, as samples
        // grow: with the root of their number. So a small planted leak in a slow operation is seen
        // late, and never in too few samples.
        let settled = if case.planted { verdict.t > bound } else { verdict.t <= SUSPECT };
        if settled {
            break;
        }
        verdict = measure(case, times * seconds);
    }
    let found = verdict.t > bound;
    (verdict, found)
}

/// A short run on a busy machine judges by what is certain; a long one by what is suspect.
fn threshold(seconds: f64) -> f64 {
    if seconds < 10.0 { CERTAIN } else { SUSPECT }
}

/// Times the operation on inputs in random order until the time is up.
fn measure(case: &Case, seconds: f64) -> Verdict {
    let mut random = Random::from_clock();
    let mut samples = Vec::new();
    let rounds = (seconds / ROUND).ceil();
    for round in 0..rounds as usize {
        let classes: Vec<usize> = (0..INPUTS).map(|_| (random.word() >> 63) as usize).collect();
        let mut operation = (case.make)(&classes);
        (0..32).for_each(&mut operation);
        let start = ThreadTime::now();
        while start.elapsed_ns() < 1e9 * seconds / rounds {
            // Which input is next says nothing of its class.
            for _ in 0..64 {
                let input = (random.word() % INPUTS as u64) as usize;
                let begun = ThreadTime::now();
                operation(input);
                let time = begun.elapsed_ns();
                samples.push(Sample { class: classes[input], input: round * INPUTS + input, time });
            }
        }
    }
    Verdict { t: welch::largest_t(&samples), samples: samples.len() }
}
