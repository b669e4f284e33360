//! `sealane serve`: a token behind a socket.
use super::token::open;
use crate::args::service::Serve;
use crate::failure::{Failure, Status};
use crate::secrets::shown;
use listenfd::ListenFd;
use sd_notify::{NotifyState, notify, watchdog_enabled};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Settings};
use sealane_hsm::memory;
use sealane_hsm::service::{Options, Service};
use std::net::SocketAddr;
use std::os::unix::net::UnixListener;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use tracing::level_filters::LevelFilter;

/// Bytes of the name of a socket, without the zero at its end.
const MAX_SOCKET_NAME: usize = 107;

pub fn run(args: &Serve) -> Result<(), Failure> {
    let bytes = args.socket.as_ref().map_or(0, |socket| socket.as_os_str().len());
    if bytes > MAX_SOCKET_NAME {
        let sentence =
            format!("--socket: a name of {bytes} bytes; it has {MAX_SOCKET_NAME} at most");
        return Err(Failure::usage("USAGE", sentence));
    }
    // Before there is a secret in memory, and before there is another thread.
    let protection = memory::protect();
    let passed = passed_socket()?;
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
    let engine = Engine::new(token, settings);
    let activated = passed.is_some();
    let service = match (passed, &args.socket) {
        (Some(socket), _) => Service::start_on(engine, socket, options),
        (None, Some(path)) if !args.activated => Service::start(engine, path, options),
        (None, _) => {
            let why = "the service manager has passed no socket (LISTEN_FDS, LISTEN_PID)";
            return Err(Failure::usage("USAGE", why));
        }
    };
    let mut service = service.map_err(|error| about_place(args, error))?;
    service.stop_on_signals().map_err(Failure::token)?;
    let address = service.address().map(|address| address.to_string());
    let (undumpable, memory_locked) = (protection.undumpable, protection.locked);
    service.tell(move || tracing::info!(address, activated, undumpable, memory_locked, "ready"));
    attend(service);
    Ok(())
}

/// Why a place is none to listen at, with the argument that names it: another one is to be given.
fn about_place(args: &Serve, error: Error) -> Failure {
    let Error::Permission(why) = &error else { return Failure::token(error) };
    let listens = |address: SocketAddr| why.starts_with(&format!("{address}:"));
    let name = match (args.listen.filter(|address| listens(*address)), &args.socket) {
        (Some(_), _) => "--listen".into(),
        (None, Some(socket)) => format!("--socket {}", shown(socket)),
        (None, None) => return Failure::token(error),
    };
    let failure = Failure::token(error).with_status(Status::Usage);
    failure.about(|sentence| format!("{name}: {sentence}"))
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
