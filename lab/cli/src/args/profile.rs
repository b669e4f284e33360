//! The arguments of `sealane-lab profile`.
use super::measure::seconds;
use clap::{Args, ValueEnum};
use operations::Action;
use sealane::Algorithm;
use sealane_cli::names;
use sealane_cli::output::Target;
use sealane_cli::target;

#[derive(Debug, Args)]
pub struct Profile {
    /// The operation
    #[arg(value_name = "OP", required_unless_present = "service")]
    pub operation: Option<Operation>,
    /// The parts of a signature that a client asks a service for
    #[arg(long, conflicts_with_all = ["operation", "flame"])]
    pub service: bool,
    /// Algorithm of the key: p256 if not given, and with --service rsa2048
    #[arg(long, value_name = "NAME", value_parser = names::algorithms())]
    pub algorithm: Option<Algorithm>,
    /// Seconds of CPU time to measure for
    #[arg(long, value_name = "S", default_value = "1", value_parser = seconds,
          allow_negative_numbers = true)]
    pub seconds: f64,
    /// Write a flame graph (SVG) too
    #[arg(long, value_name = "FILE", value_parser = target())]
    pub flame: Option<Target>,
    /// Replace the flame graph if there is one
    #[arg(long, requires = "flame")]
    pub force: bool,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

/// What is profiled, as a user has it: from a message to the bytes of a signature, and so on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Operation {
    /// A fresh key pair
    Keygen,
    /// From a message to the bytes of its signature
    Sign,
    /// From the bytes of a signature to the verdict
    Verify,
    /// From a peer's public key to the shared secret
    Derive,
}

impl Operation {
    /// The row of the catalogue.
    pub fn action(self) -> Action {
        match self {
            Self::Keygen => Action::Keygen,
            Self::Sign => Action::Sign,
            Self::Verify => Action::Verify,
            Self::Derive => Action::Derive,
        }
    }
}
