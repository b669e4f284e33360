//! `sealane serve`: a token behind a socket.
use super::token::open;
use crate::args::service::Serve;
use crate::failure::{Failure, Status};
use crate::secrets::shown;
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Settings};
use sealane_hsm::memory;
use sealane_hsm::service::{Options, Service};
use std::net::SocketAddr;
use tracing::level_filters::LevelFilter;

/// Bytes of the name of a socket, without the zero at its end.
const MAX_SOCKET_NAME: usize = 107;

pub fn run(args: &Serve) -> Result<(), Failure> {
    let bytes = args.socket.as_os_str().len();
    if bytes > MAX_SOCKET_NAME {
        let sentence =
            format!("--socket: a name of {bytes} bytes; it has {MAX_SOCKET_NAME} at most");
        return Err(Failure::usage("USAGE", sentence));
    }
    // Before there is a secret in memory.
    let protection = memory::protect();
    write_log(args.log_level);
    let token = open(&args.store)?;
    let settings =
        Settings { policy: args.keep_keys, most_hot: args.most_keys, ..Settings::default() };
    let options = Options { loopback: args.listen, ..Options::default() };
    let options = Options {
        threads: args.threads.map_or(options.threads, usize::from),
        users: args.users.iter().copied().collect(),
        ..options
    };
    let service = Service::start(Engine::new(token, settings), &args.socket, options);
    let mut service = service.map_err(|error| about_place(args, error))?;
    service.stop_on_signals().map_err(Failure::token)?;
    let address = service.address().map(|address| address.to_string());
    let (undumpable, memory_locked) = (protection.undumpable, protection.locked);
    tracing::info!(address, undumpable, memory_locked, "ready");
    service.wait();
    Ok(())
}

/// Why a place is none to listen at, with the argument that names it: another one is to be given.
fn about_place(args: &Serve, error: Error) -> Failure {
    let Error::Permission(why) = &error else { return Failure::token(error) };
    let listens = |address: SocketAddr| why.starts_with(&format!("{address}:"));
    let name = match args.listen.filter(|address| listens(*address)) {
        Some(_) => "--listen".into(),
        None => format!("--socket {}", shown(&args.socket)),
    };
    let failure = Failure::token(error).with_status(Status::Usage);
    failure.about(|sentence| format!("{name}: {sentence}"))
}

/// Writes what is told to the log from now on to standard error, a line of JSON each.
fn write_log(level: LevelFilter) {
    let lines = tracing_subscriber::fmt().json().flatten_event(true).with_max_level(level);
    // Nobody listening on standard error changes nothing.
    let lines = lines.with_writer(std::io::stderr).log_internal_errors(false).finish();
    tracing::subscriber::set_global_default(lines).expect("nothing else takes the log");
}
