//! The arguments of the service and of its clients.
use super::forms::{number, source};
use super::token::{MasterArgs, PinFile, PinOrTicket, Who};
use crate::failure::Failure;
use crate::input::Source;
use clap::Args;
use sealane_hsm::hot::Policy;
use sealane_hsm::remote::Endpoint;
use sealane_hsm::wire::TokenName;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tracing::level_filters::LevelFilter;

pub const SERVE_HELP: &str = "\
Example:
  sealane serve --store token.db --master-file master.key --socket sealane.socket
  sealane serve --config sealane.toml --check
  sealane sign --socket sealane.socket --pin-file operator.pin --key web --in letter.txt

Signs for the processes of this machine, until SIGTERM or SIGINT; then it finishes what it was
asked for and removes the socket. Clients are authenticated by SO_PEERCRED: the service's own user
and root may connect, and those that --user names. A connection logs in with a role's PIN. --listen
accepts connections of any user of this machine, who must log in before they are told anything; the
line of the log that says \"ready\" has the address. The log is one line of JSON for each event, on
standard error, without secrets; lines that nobody takes in time are dropped and counted. The
process leaves no core dump; its memory stays out of swap where the system lets it lock as much as
it wants (LimitMEMLOCK=infinity).
Several tokens, each in a slot of its own, and all that the options say can stand in one TOML file
(packaging/sealane.toml is an example); --check tells every mistake in it, with its line; it opens
no store and no socket.
A service manager may pass the socket (LISTEN_FDS), is told when all is ready and when it ends
(NOTIFY_SOCKET), and that the threads which serve still do (WATCHDOG_USEC).";

pub const STATUS_HELP: &str = "\
Example:
  sealane status --socket sealane.socket
  sealane status --socket sealane.socket --metrics > sealane.prom

Says what the service has: its token, objects, requests that wait or are being done, connections,
unwrapped keys, and whether it is closing. --metrics prints operations, requests, how full lanes
were, times in the queue and of each part, as a collector of Prometheus reads them. Over a
socket SO_PEERCRED authenticates the client; over an address it takes a PIN.";

pub const LOGIN_HELP: &str = "\
Example:
  sealane login --socket sealane.socket --as operator --pin-file operator.pin
  sealane sign --socket sealane.socket --key web --in letter.txt --out letter.sig
  sealane logout --socket sealane.socket

Leaves a ticket, a file of this user alone, in the folder sealane of XDG_RUNTIME_DIR, or in the one
that --ticket or SEALANE_TICKET names where there is none (cron, CI). Commands with --socket take it
where no PIN is given, until nobody has used it for ten minutes, a logout, or another PIN of the
role. It is good for this user, this service as it runs now, and until the machine starts anew.";

pub const LOGOUT_HELP: &str = "\
Example:
  sealane logout --socket sealane.socket

Ends the session of the ticket at the service, for whoever else has it, and takes the file away.";

/// How long keys stay unwrapped.
pub fn policy(text: &str) -> Result<Policy, String> {
    let seconds = |text: &str| text.parse().ok().filter(|seconds| (1..=86_400).contains(seconds));
    match text {
        "off" => Ok(Policy::Off),
        "until-logout" => Ok(Policy::UntilLogout),
        text => seconds(text)
            .map(|seconds| Policy::Ttl(Duration::from_secs(seconds)))
            .ok_or_else(|| "off, until-logout, or from 1 to 86400 seconds".to_owned()),
    }
}

pub fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "needs an address and a port, such as 127.0.0.1:8000".into())
}

fn user(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "needs the number of a user, which `id -u NAME` prints".into())
}

pub fn log_level(text: &str) -> Result<LevelFilter, String> {
    text.parse().map_err(|_| "needs off, error, warn, info, debug or trace".into())
}

#[derive(Debug, Args)]
pub struct Serve {
    /// The configuration: a TOML file, of which the options here win over the keys; without this
    /// and without --store it is /etc/sealane/sealane.toml
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Say what is wrong with the configuration, all of it, and serve nothing
    #[arg(long)]
    pub check: bool,
    /// The file of the token, which is then the only one, in slot 0
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
    #[command(flatten)]
    pub master: MasterArgs,
    /// The socket to make; one that the service manager passes takes its place
    #[arg(long, value_name = "FILE")]
    pub socket: Option<PathBuf>,
    /// Serve on the socket that the service manager passes, or not at all
    #[arg(long)]
    pub activated: bool,
    /// An address of this machine alone to listen on too, 127.0.0.1:PORT; port 0 is any free one
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Where figures are told over HTTP, GET /metrics: an address of this machine alone with its
    /// port, which every user of it reaches, or a socket to make
    #[arg(long, value_name = "PLACE")]
    pub metrics: Option<Endpoint>,
    /// Users who may connect, by number, besides root and the service's own
    #[arg(long = "user", value_name = "UID", value_delimiter = ',', value_parser = user)]
    pub users: Vec<u32>,
    /// Threads that read, sign and answer; one for two processors if not given
    #[arg(long, value_name = "N", value_parser = number(1_u16, 1024),
          allow_negative_numbers = true)]
    pub threads: Option<u16>,
    /// How long keys stay unwrapped in memory: off, until-logout, or seconds; until-logout if not
    /// given
    #[arg(long, value_name = "WHEN", value_parser = policy)]
    pub keep_keys: Option<Policy>,
    /// How many keys of each token stay unwrapped; 1024 if not given
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub most_keys: Option<usize>,
    /// What the log tells: off, error, warn, info, debug or trace, and all that is worse; info if
    /// not given
    #[arg(long, value_name = "LEVEL", value_parser = log_level)]
    pub log_level: Option<LevelFilter>,
}

/// How a service is reached: who may serve, besides root and this user, where tickets are, and
/// which of its tokens is meant.
#[derive(Debug, Args)]
pub struct ServiceUsers {
    /// The user that the service runs as, by number, if that is neither root nor this one; or
    /// SEALANE_SERVICE_USER. Any other is told nothing
    #[arg(long = "service-user", value_name = "UID", requires = "socket")]
    service_user: Option<u32>,
    /// The folder of the ticket that `sealane login` leaves; or SEALANE_TICKET; or else the folder
    /// sealane of XDG_RUNTIME_DIR
    #[arg(long = "ticket", value_name = "DIR", requires = "socket")]
    ticket: Option<PathBuf>,
    /// Which token of the service: its label, or the number of its slot; that of slot 0 if not
    /// given
    #[arg(long = "token", value_name = "LABEL|SLOT", requires = "socket",
          value_parser = token_name)]
    token: Option<TokenName>,
}

/// A token of a service: `label:` and what is one whatever it looks like; a number, which is that
/// of a slot; and all else is a label.
fn token_name(text: &str) -> Result<TokenName, String> {
    let label = text.strip_prefix("label:");
    Ok(match (label, text.parse()) {
        (None, Ok(slot)) => TokenName::Slot(slot),
        (label, _) => TokenName::Label(label.unwrap_or(text).to_owned()),
    })
}

/// Names the users that may serve, where no option does.
const SERVICE_USER: &str = "SEALANE_SERVICE_USER";

impl ServiceUsers {
    /// The folder of tickets, if an option names one.
    pub fn ticket(&self) -> Option<&Path> {
        self.ticket.as_deref()
    }

    /// The token that is asked for, if it is named.
    pub fn token(&self) -> Option<&TokenName> {
        self.token.as_ref()
    }

    /// Returns their numbers. Errors: of a variable that is no number.
    pub fn uids(&self) -> Result<Vec<u32>, Failure> {
        if let Some(uid) = self.service_user {
            return Ok(vec![uid]);
        }
        let Some(text) = std::env::var_os(SERVICE_USER) else { return Ok(vec![]) };
        match text.to_str().and_then(|text| text.parse().ok()) {
            Some(uid) => Ok(vec![uid]),
            None => Err(Failure::usage("USAGE", format!("{SERVICE_USER} is no user's number"))),
        }
    }
}

/// A service, and who asks it.
#[derive(Debug, Args)]
pub struct ServiceArgs {
    /// The socket of the service, or the address that it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Endpoint,
    /// Who may serve.
    #[command(flatten)]
    pub users: ServiceUsers,
    /// Who signs: the name of an identity, an operator's or a user's
    #[arg(long = "as", value_name = "NAME", default_value = "operator",
          value_parser = super::token::who)]
    pub role: Who,
    /// The PIN of who signs.
    #[command(flatten)]
    pub pin: PinOrTicket,
}

/// A service that has the key, for commands that take keys of files too.
#[derive(Debug, Args)]
pub struct RemoteKeyArgs {
    /// The service whose key --key names, by label or id: its socket, or the address it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Option<Endpoint>,
    #[command(flatten)]
    pub users: ServiceUsers,
    /// Who asks the service: the name of an identity, an operator's or a user's
    #[arg(long = "as", value_name = "NAME", default_value = "operator", requires = "socket",
          value_parser = super::token::who)]
    pub role: Who,
    /// The PIN of who asks the service: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", requires = "socket",
          value_parser = super::source())]
    pub pin: Option<Source>,
}

#[derive(Debug, Args)]
pub struct Login {
    /// The socket of the service, or the address that it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Endpoint,
    #[command(flatten)]
    pub users: ServiceUsers,
    /// Who logs in: the name of an identity
    #[arg(long = "as", value_name = "NAME", default_value = "operator",
          value_parser = super::token::who)]
    pub role: Who,
    #[command(flatten)]
    pub pin: PinFile,
}

#[derive(Debug, Args)]
pub struct Logout {
    /// The socket of the service, or the address that it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Endpoint,
    #[command(flatten)]
    pub users: ServiceUsers,
}

#[derive(Debug, Args)]
pub struct Status {
    /// The socket of the service, or the address that it listens on
    #[arg(long, value_name = "FILE")]
    pub socket: Endpoint,
    #[command(flatten)]
    pub users: ServiceUsers,
    /// Print its figures, in the text format of Prometheus
    #[arg(long, conflicts_with = "json")]
    pub metrics: bool,
    /// Who asks for figures by an address: the operator or the user
    #[arg(long = "as", value_name = "NAME", default_value = "operator", requires = "pin",
          value_parser = super::token::who)]
    pub role: Who,
    /// The PIN of who asks by an address: the first line of this file
    #[arg(long = "pin-file", value_name = "FILE", value_parser = source())]
    pub pin: Option<Source>,
    /// Report as JSON on standard output
    #[arg(long)]
    pub json: bool,
}
