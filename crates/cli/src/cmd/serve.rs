//! `sealane serve`: a token behind a socket.
use super::token::open;
use crate::args::service::Serve;
use crate::failure::Failure;
use sealane_hsm::engine::{Engine, Settings};
use sealane_hsm::memory;
use sealane_hsm::service::{Options, Service};
use tracing::level_filters::LevelFilter;

pub fn run(args: &Serve) -> Result<(), Failure> {
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
    let mut service = service.map_err(Failure::token)?;
    service.stop_on_signals().map_err(Failure::token)?;
    let address = service.address().map(|address| address.to_string());
    let (undumpable, memory_locked) = (protection.undumpable, protection.locked);
    tracing::info!(address, undumpable, memory_locked, "ready");
    service.wait();
    Ok(())
}

/// Writes what is told to the log from now on to standard error, a line of JSON each.
fn write_log(level: LevelFilter) {
    let lines = tracing_subscriber::fmt().json().flatten_event(true).with_max_level(level);
    // Nobody listening on standard error changes nothing.
    let lines = lines.with_writer(std::io::stderr).log_internal_errors(false).finish();
    tracing::subscriber::set_global_default(lines).expect("nothing else takes the log");
}
