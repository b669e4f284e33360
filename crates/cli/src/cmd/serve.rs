//! `sealane serve`: a token behind a socket.
use super::token::open;
use crate::args::service::Serve;
use crate::failure::Failure;
use sealane_hsm::engine::{Engine, Settings};
use sealane_hsm::memory;
use sealane_hsm::service::{Event, Options, Service};
use serde_json::json;
use std::io::Write;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

pub fn run(args: &Serve) -> Result<(), Failure> {
    // Before there is a secret in memory.
    let protection = memory::protect();
    let token = open(&args.store)?;
    let settings =
        Settings { policy: args.keep_keys, most_hot: args.most_keys, ..Settings::default() };
    let options = Options { loopback: args.listen, log: Arc::new(log), ..Options::default() };
    let options = Options {
        threads: args.threads.map_or(options.threads, usize::from),
        users: args.users.iter().copied().collect(),
        ..options
    };
    let service = Service::start(Engine::new(token, settings), &args.socket, options);
    let mut service = service.map_err(Failure::token)?;
    service.stop_on_signals().map_err(Failure::token)?;
    let (undumpable, locked) = (protection.undumpable, protection.locked);
    let address = service.address();
    line(json!({
        "what": "ready", "address": address, "undumpable": undumpable, "memory_locked": locked,
    }));
    service.wait();
    Ok(())
}

fn log(event: &Event) {
    // An event has no map and no number that JSON could not hold.
    line(serde_json::to_value(event).unwrap_or_default());
}

/// One line of the log, with the seconds since 1970.
fn line(mut value: serde_json::Value) {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    value["time"] = time.into();
    // Nobody listening on standard error changes nothing.
    let _ = writeln!(std::io::stderr(), "{value}");
}
