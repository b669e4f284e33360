//! The arguments of the service and of its clients.
use super::forms::source;
use super::token::{KeyName, PinFile, Store};
use crate::input::Source;
use crate::names;
use clap::Args;
use sealane_hsm::hot::Policy;
use sealane_hsm::key::KeyKind;
use sealane_hsm::remote::Endpoint;
use sealane_hsm::role::Role;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
use tracing::level_filters::LevelFilter;

pub const SERVE_HELP: &str = "\
Example:
  sealane serve --store token.db --master-file master.key --socket sealane.socket
  sealane load --socket sealane.socket --pin-file operator.pin --key web --clients 16

Signs for the processes of this machine, until SIGTERM or SIGINT; then it finishes what it was
asked for and removes the socket. Clients are authenticated by SO_PEERCRED: the service's own user
and root may connect, and those that --user names. A connection logs in with a role's PIN. --listen
accepts connections of any user of this machine, who must log in before they are told anything; the
line of the log that says \"ready\" has the address. The log is one line of JSON for each event, on
standard error, without secrets. The process leaves no core dump; its memory stays out of swap where
the system lets it lock as much as it wants (LimitMEMLOCK=infinity).";

pub const LOAD_HELP: &str = "\
Example:
  sealane load --socket sealane.socket --pin-file operator.pin --key web --clients 64 --count 10000
  sealane load --socket sealane.socket --pin-file operator.pin --key web --batch 64 --json
  sealane load --socket sealane.socket --pin-file operator.pin --key web --files-from list.txt \
    --out-dir signatures

Each client has a connection of its own, and asks again when it has its answer. With more than one
client the same number of signatures is made by one client before, for the speed-up. The last
signature of each client is verified. Latencies are those of a request; with --batch N a request is
for N signatures. CPU is that of the service and of the clients, a signature.

With --files-from the clients share the files among them, and each signature is written; by one
client none is made before. The folder has its name when all signatures are in it: a run that fails
leaves nothing there.";

pub const STATUS_HELP: &str = "\
Example:
  sealane status --socket sealane.socket
  sealane status --socket sealane.socket --metrics > sealane.prom

Says what the service has: its token, objects, requests that wait or are being done, connections,
unwrapped keys, and whether it is closing. --metrics prints operations, requests, how full lanes
were, times in the queue and of each part, as a collector of Prometheus reads them. Over a
socket SO_PEERCRED authenticates the client; over an address --metrics takes a PIN.";

/// How long keys stay unwrapped.
fn policy(text: &str) -> Result<Policy, String> {
    let seconds = |text: &str| text.parse().ok().filter(|seconds| (1..=86_400).contains(seconds));
    match text {
        "off" => Ok(Policy::Off),
        "until-logout" => Ok(Policy::UntilLogout),
        text => seconds(text)
            .map(|seconds| Policy::Ttl(Duration::from_secs(seconds)))
            .ok_or_else(|| "off, until-logout, or from 1 to 86400 seconds".to_owned()),
    }
}

#[derive(Debug, Args)]
pub struct Serve {
    #[command(flatten)]
    pub store: Store,
    /// The socket to make
    #[arg(long, value_name = "FILE")]
    pub socket: PathBuf,
    /// An address of this machine alone to listen on too, 127.0.0.1:PORT; port 0 is any free one
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// Users who may connect, by number, besides root and the service's own
    #[arg(long = "user", value_name = "UID", value_delimiter = ',')]
    pub users: Vec<u32>,
    /// Threads that read, sign and answer; one for two processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// How long keys stay unwrapped in memory: off, until-logout, or seconds
    #[arg(long, value_name = "WHEN", default_value = "until-logout", value_parser = policy)]
    pub keep_keys: Policy,
    /// How many keys stay unwrapped
    #[arg(long, value_name = "N", default_value_t = 1024)]
    pub most_keys: usize,
    /// What the log tells: off, error, warn, info, debug or trace, and all that is worse
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub log_level: LevelFilter,
}

/// A service, and who asks it.
#[derive(Debug, Args)]
pub struct ServiceArgs {
    /// The socket of the service, or the address that it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Endpoint,
    /// Who signs: the operator or the user
    #[arg(long = "as", value_name = "ROLE", default_value = "operator",
          value_parser = super::token::role)]
    pub role: Role,
    #[command(flatten)]
    pub pin: PinFile,
}

/// A service that has the key, for commands that take keys of files too.
#[derive(Debug, Args)]
pub struct RemoteKeyArgs {
    /// The service whose key --key names, by label or id: its socket, or the address it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Option<Endpoint>,
    /// Who asks the service: the operator or the user
    #[arg(long = "as", value_name = "ROLE", default_value = "operator", requires = "socket",
          value_parser = super::token::role)]
    pub role: Role,
    /// The PIN of who asks the service: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", requires = "socket",
          value_parser = super::source())]
    pub pin: Option<Source>,
}

#[derive(Debug, Args)]
pub struct Status {
    /// The socket of the service, or the address that it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Endpoint,
    /// Print its figures, in the text format of Prometheus
    #[arg(long, conflicts_with = "json")]
    pub metrics: bool,
    /// Who asks for figures by an address: the operator or the user
    #[arg(long = "as", value_name = "ROLE", default_value = "operator", requires = "pin",
          value_parser = super::token::role)]
    pub role: Role,
    /// The PIN of who asks by an address: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Option<Source>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}

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
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub clients: u16,
    /// Threads that share the connections; one for each processor if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Signatures in all; more, so that each client has as many requests
    #[arg(short = 'n', long, value_name = "N", default_value_t = 10_000,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub count: u32,
    /// Signatures of one request
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
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
