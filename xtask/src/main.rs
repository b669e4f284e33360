//! The project's own tool: `cargo xtask` runs the suites of a tier, prints the table of suites, and
//! plants faults that the suites must find.
#![forbid(unsafe_code)]

mod build;
mod counts;
mod dist;
mod index;
mod jobs;
mod page;
mod plant;
mod run;
mod shard;
mod suites;
mod targets;
mod verdict;

use clap::{Parser, Subcommand};
use shard::Shard;
use std::path::PathBuf;
use std::process::ExitCode;
use suites::Tier;

/// Runs the tests of Sealane.
#[derive(Parser)]
#[command(
    version,
    after_help = "\
Tiers:
  check  lints, tidiness, regeneration, unit tests: before each commit
  test   what continuous integration runs: each published vector, each checker's \"no\"
  full   everything; a run stores its outcome in docs/results/full-tests.md

Examples:
  cargo xtask test sealane cli       two suites of the middle tier
  cargo xtask full --shard 2/4       a quarter of everything
  cargo xtask suites                 what each suite shows, and in which tier"
)]
struct Arguments {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Runs lints, tidiness, regeneration and the unit tests
    Check(Chosen),
    /// Runs what continuous integration runs
    Test(Chosen),
    /// Runs everything, or a share of it, and stores the outcome
    Full {
        /// A share of the suites, as I/N with I from 1 to N
        #[arg(long, value_name = "I/N", default_value = "1/1")]
        shard: Shard,
        /// Only these suites
        suites: Vec<String>,
        /// Says which jobs would run, and runs none
        #[arg(long)]
        list: bool,
    },
    /// Writes the index of docs/results from its pages
    Index,
    /// Prints the table of suites, as CONTRIBUTING.md has it
    Suites,
    /// Builds and runs the library for other processors, as far as they can be had here
    Targets {
        /// A part of it alone
        part: Option<targets::Part>,
    },
    /// Prints the names of the packages that may be published
    Published,
    /// Prints the list of parts of a folder that is published, as CycloneDX
    Sbom {
        folder: PathBuf,
        /// When it was made, as RFC 3339 has it
        #[arg(long)]
        time: String,
    },
    /// Prints the licences of what others wrote and is in what is published
    ThirdParty,
    /// Plants faults, one at a time, which `test` must find, and `check` half of
    #[command(after_help = "\
Faults are compiled once, in a copy of the tree; verdicts are kept: an interrupted run is resumed by
running it again with the same seed.")]
    Plant {
        /// Draws the places
        #[arg(long, default_value_t = 20_261_125)]
        seed: u64,
        /// How many, of 1 to 200
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
        count: u16,
        /// Stores the outcome in docs/results/planted-faults.md
        #[arg(long)]
        store: bool,
    },
}

#[derive(clap::Args)]
struct Chosen {
    /// Only these suites
    suites: Vec<String>,
    /// Says which jobs would run, and runs none
    #[arg(long)]
    list: bool,
    /// Stores the seconds of each job in docs/results/test-times.tsv
    #[arg(long)]
    store: bool,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Task::Check(chosen) => run::tier(Tier::Check, &chosen.options()),
        Task::Test(chosen) => run::tier(Tier::Test, &chosen.options()),
        Task::Full { shard, suites, list } => {
            run::tier(Tier::Full, &run::Options { suites, shard, list, store: false })
        }
        Task::Plant { seed, count, store } => plant::run(seed, count.into(), store),
        Task::Index => index::write(&build::Tree::own().root).map(|()| true),
        Task::Targets { part } => Ok(targets::closed(part)),
        Task::Published => print(dist::published(&build::Tree::own())),
        Task::Sbom { folder, time } => print(dist::sbom(&build::Tree::own(), &folder, &time)),
        Task::ThirdParty => print(dist::third_party(&build::Tree::own())),
        Task::Suites => print(Ok(suites::table())),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::from(2)
        }
    }
}

fn print(text: Result<String, String>) -> Result<bool, String> {
    print!("{}", text?);
    Ok(true)
}

impl Chosen {
    fn options(self) -> run::Options {
        run::Options {
            suites: self.suites,
            shard: Shard::WHOLE,
            list: self.list,
            store: self.store,
        }
    }
}
