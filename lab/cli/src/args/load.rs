//! The arguments of `sealane-lab load`.
use clap::Args;
use sealane_cli::input::Source;
use sealane_cli::names;
use sealane_cli::service::{KeyName, ServiceArgs};
use sealane_cli::{number, source};
use sealane_hsm::key::KeyKind;
use std::path::PathBuf;

pub const LOAD_HELP: &str = "\
Example:
  sealane-lab load --socket sealane.socket --pin-file operator.pin --key web -c 64 -n 10000
  sealane-lab load --socket sealane.socket --pin-file operator.pin --key web --batch 64 --json
  sealane-lab load --socket sealane.socket --pin-file operator.pin --key web --files-from list.txt \
    --out-dir signatures

Each client has a connection of its own, and asks again when it has its answer. With more than one
client the same number of signatures is made by one client before, for the speed-up. The last
signature of each client is verified. Latencies are those of a request; with --batch N a request is
for N signatures. CPU is that of the service and of the clients, a signature.

With --files-from the clients share the files among them, and each signature is written; by one
client none is made before. The folder has its name when all signatures are in it: a run that fails
leaves nothing there.";

#[derive(Debug, Args)]
pub struct Load {
    #[command(flatten)]
    pub at: ServiceArgs,
    /// Label or id of the key
    #[arg(long, value_name = "KEY", required_unless_present = "algorithm")]
    pub key: Option<KeyName>,
    /// In place of --key: the first key of this algorithm that may sign
    #[arg(short = 'a', long, value_name = "NAME", conflicts_with = "key",
          value_parser = names::key_kinds())]
    pub algorithm: Option<KeyKind>,
    /// Connections, each with one request at a time
    #[arg(short = 'c', long, value_name = "N", default_value_t = 16,
          value_parser = number(1_u16, 1024),
          allow_negative_numbers = true)]
    pub clients: u16,
    /// Threads that share the connections; one for each processor if not given
    #[arg(long, value_name = "N", value_parser = number(1_u16, 1024),
          allow_negative_numbers = true)]
    pub threads: Option<u16>,
    /// Signatures in all; more, so that each client has as many requests
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10_000,
          value_parser = number(1, u32::MAX),
          allow_negative_numbers = true)]
    pub count: u32,
    /// Signatures of one request
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = number(1_u16, 1024),
          allow_negative_numbers = true)]
    pub batch: u16,
    /// Sign the files that this one names, a path a line, each once
    #[arg(long, value_name = "FILE", value_parser = source(), conflicts_with = "count",
          requires = "out_dir")]
    pub files_from: Option<Source>,
    /// Make this folder, and in it a signature for each file: its name with .sig
    #[arg(long, value_name = "DIR", requires = "files_from", conflicts_with = "count")]
    pub out_dir: Option<PathBuf>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}
