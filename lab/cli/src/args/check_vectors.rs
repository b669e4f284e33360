//! The arguments of `sealane-lab check-vectors`.
use clap::{Args, ValueEnum};
use sealane_cli::input::Source;
use sealane_cli::source;

#[derive(Debug, Args)]
pub struct CheckVectors {
    /// The cases
    #[arg(long = "in", value_name = "FILE", default_value = "-", value_parser = source())]
    pub input: Source,
    /// Print counts and the ids that disagree
    #[arg(long)]
    pub summary: bool,
    /// The way in
    #[arg(long, value_name = "WAY", default_value = "library")]
    pub via: VectorTarget,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VectorTarget {
    /// Calls of the Rust library
    Library,
    /// A service of a token made for it, over its socket: what signs, verifies, agrees and wraps
    Daemon,
}
