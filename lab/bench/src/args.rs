//! The command line.

use bench::{folder, root, sizes};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Sealane and its peers, measured beside each other.
#[derive(Parser)]
#[command(version)]
pub struct Command {
    #[command(subcommand)]
    pub act: Act,
}

#[derive(Subcommand)]
pub enum Act {
    /// Build the peers, measure them in rounds, and print the table
    Run(Run),
    /// Measure as Nettle's own benchmarks do: operations a millisecond of Sealane, Nettle and
    /// OpenSSL, microseconds a primitive of each curve, the share of inversion, the stack
    Hogweed(Run),
    /// Set our backends against the portable one, and both against OpenSSL
    BeforeAfter(Run),
    /// Set batches beside peers that do one operation at a time, and beside libcrypto_mb
    Batch(Run),
    /// Set single RSA and DSA operations beside those of OpenSSL, with their floors
    Rsa(Run),
    /// Set ML-DSA, single and in batches, beside its fastest peer, with its floors
    Mldsa(Run),
    /// Measure batches by how many items they have, on one thread and on two, and draw the graph
    Sizes(Sizes),
    /// Copy the short table of the stored run into docs/guide/speed.md
    Guide,
    /// Say whether one of our rows is slower, against the reference, than the stored run of this
    /// processor says
    Check(Run),
    /// Say whether two stored runs agree: each ratio within 10 %, 5 % in the median
    Compare {
        /// The tab-separated lines of a run
        a: PathBuf,
        /// Those of another
        b: PathBuf,
    },
}

#[derive(Args)]
pub struct Run {
    /// Show the peers and what differs in each, and do nothing
    #[arg(long)]
    pub list: bool,
    /// These peers alone
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub only: Vec<String>,
    /// All peers of the list, not the core set alone
    #[arg(long)]
    pub all: bool,
    /// Our backends too, those that are built on demand with them: a column each
    #[arg(long)]
    pub backends: bool,
    /// Without these
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    pub skip: Vec<String>,
    /// Rows that match: parts of `algo op` joined with `|`, `^` and `$` allowed
    #[arg(long, default_value = "", value_name = "PATTERN")]
    pub ops: String,
    /// How many rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..1000))]
    pub rounds: u16,
    /// How many turns a row has in a round
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..1000))]
    pub turns: u16,
    /// CPU seconds a turn
    #[arg(long, default_value_t = 0.01, value_name = "S")]
    pub secs: f64,
    /// The peer that ratios are to
    #[arg(long, default_value = "openssl", value_name = "NAME")]
    pub baseline: String,
    /// The CPU to pin everything to; the last one if not given
    #[arg(long, value_name = "N")]
    pub cpu: Option<usize>,
    /// Take the peers as they were built before
    #[arg(long)]
    pub no_build: bool,
    /// Build and do not measure
    #[arg(long)]
    pub build_only: bool,
    /// Write peers.md and peers.tsv, if the control and every result allow it
    #[arg(long)]
    pub store: bool,
    /// Where to write them
    #[arg(long, value_name = "DIR", default_value_os_t = root().join("docs/results"))]
    pub out: PathBuf,
    /// Names of the files without their ends
    #[arg(long, value_name = "NAME", default_value = "peers")]
    pub name: String,
    /// Write every turn to this file, for those who want to judge the method
    #[arg(long, value_name = "FILE")]
    pub each_turn: Option<PathBuf>,
    /// Where peers are built
    #[arg(long, value_name = "DIR", default_value_os_t = root().join("target/peers"))]
    pub build: PathBuf,
    /// The list of peers
    #[arg(long, value_name = "FILE", default_value_os_t = folder().join("peers.toml"))]
    pub peers: PathBuf,
    /// Slow the control down in this round, to see the run refuse
    #[arg(long, value_name = "ROUND", hide = true)]
    pub slow_control: Option<usize>,
}

#[derive(Args)]
pub struct Sizes {
    /// How many items batches have
    #[arg(long, value_delimiter = ',', value_name = "N", default_values_t = sizes::SIZES)]
    pub sizes: Vec<usize>,
    /// On how many threads
    #[arg(long, value_delimiter = ',', value_name = "N", default_values_t = [1, 2])]
    pub threads: Vec<usize>,
    /// How many rounds
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..1000))]
    pub rounds: u16,
    /// How many turns a size has in a round
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..1000))]
    pub turns: u16,
    /// Seconds a turn
    #[arg(long, default_value_t = 0.01, value_name = "S")]
    pub secs: f64,
    /// The CPU to pin one thread to; the last one if not given
    #[arg(long, value_name = "N")]
    pub cpu: Option<usize>,
    /// Write batch-sizes.md, .tsv and .svg, if the control allows it
    #[arg(long)]
    pub store: bool,
    /// Where to write them
    #[arg(long, value_name = "DIR", default_value_os_t = root().join("docs/results"))]
    pub out: PathBuf,
    /// Slow the control down in this round, to see the run refuse
    #[arg(long, value_name = "ROUND", hide = true)]
    pub slow_control: Option<usize>,
}
