//! `sealane serve`: tokens behind a socket.
pub mod serving;
mod settled;

use crate::args::service::Serve;
use crate::failure::Failure;
use listenfd::ListenFd;
use sd_notify::{NotifyState, notify, watchdog_enabled};
use sealane_hsm::Error;
use sealane_hsm::memory;
use sealane_hsm::service::Service;
use settled::Settled;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use tracing::level_filters::LevelFilter;

pub fn run(args: &Serve) -> Result<(), Failure> {
    let settled = Settled::new(args)?;
    if args.check {
        return settled.check();
    }
    // Before there is a secret in memory, and before there is another thread.
    let protection = memory::protect();
    let passed = passed_socket()?;
    write_log(settled.log_level);
    let tokens = settled.open_tokens()?;
    let activated = passed.is_some();
    let place = passed.as_ref().and_then(serving::place_of).or_else(|| settled.socket.clone());
    let options = settled.options.clone();
    let service = match (passed, &settled.socket) {
        (Some(socket), _) => Service::start_on(tokens, socket, options),
        (None, Some(path)) if !settled.activated => Service::start(tokens, path, options),
        (None, _) => {
            let why = "the service manager has passed no socket (LISTEN_FDS, LISTEN_PID)";
            return Err(Failure::usage("USAGE", why));
        }
    };
    let mut service = service.map_err(|error| settled.about_place(error))?;
    service.stop_on_signals().map_err(Failure::token)?;
    let notes = settled.notes(&place);
    let address = service.address().map(|address| address.to_string());
    let metrics = service.metrics_address().map(|address| address.to_string());
    let (undumpable, memory_locked) = (protection.undumpable, protection.locked);
    service.tell(move || {
        tracing::info!(address, metrics, activated, undumpable, memory_locked, "ready");
    });
    attend(service);
    drop(notes);
    Ok(())
}

/// Returns the socket that the service manager has passed, if it has.
fn passed_socket() -> Result<Option<UnixListener>, Failure> {
    let mut passed = ListenFd::from_env();
    let refused = |why: String| Failure::token(Error::Permission(why));
    match passed.len() {
        0 => Ok(None),
        1 => {
            let socket = passed.take_unix_listener(0);
            socket.map_err(|why| refused(format!("the socket of the service manager: {why}")))
        }
        many => Err(refused(format!("the service manager has passed {many} sockets, not one"))),
    }
}

/// Waits for the end of a service, and tells the service manager how it is: ready now, alive while
/// its threads come round, and stopping.
fn attend(service: Service) {
    // Nobody listening changes nothing.
    let tell = |state| drop(notify(&[state]));
    tell(NotifyState::Ready);
    let (ended, end): (Sender<()>, _) = channel();
    let service = Arc::new(service);
    let stopping = service.stopper();
    let watchdog = watchdog_enabled();
    let watched = service.clone();
    let watch = std::thread::spawn(move || {
        // Twice in the time, as service managers advise.
        let every = watchdog.map(|time| time / 2);
        loop {
            let waited = match every {
                Some(every) => end.recv_timeout(every),
                None => end.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            if waited != Err(RecvTimeoutError::Timeout) {
                return;
            }
            if watched.is_alive() {
                tell(NotifyState::Watchdog);
            }
        }
    });
    stopping.wait_for_stop();
    tell(NotifyState::Stopping);
    drop(ended);
    let _ = watch.join();
    if let Ok(service) = Arc::try_unwrap(service) {
        service.wait();
    }
}

/// Writes what is told to the log from now on to standard error, a line of JSON each.
fn write_log(level: LevelFilter) {
    let lines = tracing_subscriber::fmt().json().flatten_event(true).with_max_level(level);
    // Nobody listening on standard error changes nothing.
    let lines = lines.with_writer(std::io::stderr).log_internal_errors(false).finish();
    tracing::subscriber::set_global_default(lines).expect("nothing else takes the log");
}
