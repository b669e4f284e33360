//! What a TLS handshake costs a server: CPU time of all its processes, with keys in a file and in
//! a service, by Sealane's provider and by ring's. `scripts/tls.sh` prepares what it needs.

mod load;
mod report;
mod server;

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Parser)]
#[command(about = "Full handshakes of rustls, measured: Sealane beside ring")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serves handshakes at a port of its own until its input ends; a line of input is answered by
    /// the nanoseconds of CPU time that the process has used
    Server(ServerArgs),
    /// Measures all in turn, and writes the page
    Table(TableArgs),
}

/// Who signs and verifies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Provider {
    /// rustls' own, by ring
    Ring,
    /// Sealane's
    Sealane,
}

#[derive(Args)]
struct ServerArgs {
    /// Who signs, verifies and exchanges keys
    #[arg(long)]
    provider: Provider,
    /// Certificates, the own one first (PEM)
    #[arg(long)]
    chain: PathBuf,
    /// The private key in a file (PKCS#8, PEM)
    #[arg(long, required_unless_present = "socket", conflicts_with = "socket")]
    key: Option<PathBuf>,
    /// The socket of the service that has the key
    #[arg(long, requires = "label", requires = "pin")]
    socket: Option<String>,
    /// The label of the key there
    #[arg(long)]
    label: Option<String>,
    /// The file of the PIN of `operator`
    #[arg(long = "pin-file")]
    pin: Option<PathBuf>,
    /// Connections to the service at most; else as many as the package says
    #[arg(long)]
    connections: Option<usize>,
    /// Threads, each with one handshake at a time
    #[arg(long, default_value_t = 64)]
    threads: usize,
}

#[derive(Args)]
struct TableArgs {
    /// The folder that the script has prepared
    #[arg(long)]
    folder: PathBuf,
    /// How often each is measured
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Handshakes of one run
    #[arg(long, default_value_t = 1000)]
    handshakes: usize,
    /// Clients at the same time
    #[arg(long, default_value_t = 64)]
    clients: usize,
    /// Connections of the server to the service at most; else as many as the package says
    #[arg(long)]
    connections: Option<usize>,
    /// How far the control may be from what it repeats, in percent
    #[arg(long, default_value_t = 15.0)]
    max_drift: f64,
    /// The page; without it, it is printed
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Server(args) => server::run(&args),
        Command::Table(args) => report::run(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
