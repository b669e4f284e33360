//! The service: many clients of one machine, one token.
//!
//! Each thread reads what its connections have sent, all of it, and then signs it together: so
//! short signatures need no other thread, and lanes fill under load while a lone request is signed
//! at once. Long ones go to the queue's own threads, changes of the token to threads that may wait
//! for a disk.
//!
//! Who connects to the socket is authenticated by `SO_PEERCRED`, and logs in with a role's PIN, or
//! joins the session of another connection of the same user by its ticket. Beside the socket a
//! loopback address may be listened on, for tests and for what cannot open a socket of files; who
//! connects there is not known, and is told nothing of the token before a login.
//! There are bounds on the bytes of a request, on what a connection has outstanding, on
//! connections, on the time without a request and on that which a reader takes.
//!
//! ```no_run
//! use sealane_hsm::Platform;
//! use sealane_hsm::engine::{Engine, Settings};
//! use sealane_hsm::master::Master;
//! use sealane_hsm::service::{Service, Options};
//! use sealane_hsm::sqlite::Sqlite;
//! use sealane_hsm::token::Token;
//! use std::path::Path;
//!
//! let storage = Box::new(Sqlite::open(Path::new("/var/lib/sealane/token.db"))?);
//! let master = Master::from_file(Path::new("/etc/sealane/master"))?;
//! let token = Token::open(storage, Platform::system(), &master)?;
//! let engine = Engine::new(token, Settings::default());
//! let path = Path::new("/run/sealane/socket");
//! let service = Service::start(engine, path, Options::default())?;
//! service.wait();
//! # Ok::<(), sealane_hsm::Error>(())
//! ```

mod accept_backoff;
mod admissions;
mod budgets;
mod connection;
mod event_log;
mod executor;
mod frames;
#[cfg(feature = "test-hooks")]
pub mod hooks;
mod listeners;
mod management;
mod metrics;
mod request;
mod sessions;
mod thread;

use crate::engine::Engine;
use crate::error::Error;
use crate::peer::Peer;
use crate::traces;
use crate::wire::Health;
use admissions::Admissions;
use budgets::Budgets;
use event_log::EventLog;
use executor::{Executor, LaneName};
use listeners::Listeners;
use sessions::{Ended, Sessions};
use std::collections::HashSet;
use std::net::SocketAddr;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing::Dispatch;
use tracing::dispatcher::get_default;

/// How a service works.
#[derive(Clone)]
pub struct Options {
    /// Threads that read, sign and answer. Few fill the lanes, and the queue's own threads share
    /// what is too much for them.
    pub threads: usize,
    /// Connections at a time.
    pub most_connections: usize,
    /// Requests that one connection may have outstanding; after that nothing more is read.
    pub most_outstanding: usize,
    /// Bytes of them; the same.
    pub most_bytes: usize,
    /// How long a client may take to send the rest of a frame that it has begun.
    pub frame: Duration,
    /// How long a connection may say nothing while nothing is outstanding, and how long a session
    /// with a ticket lasts without a connection.
    pub idle: Duration,
    /// The same of a connection that has not logged in.
    pub stranger_idle: Duration,
    /// How long a client may take to read a reply.
    pub write: Duration,
    /// How long what is outstanding may take when the service stops.
    pub drain: Duration,
    /// An address of this machine alone to listen on, besides the socket; port 0 lets the system
    /// choose one.
    pub loopback: Option<SocketAddr>,
    /// Users who may connect to the socket, besides root and the service's own.
    pub users: HashSet<u32>,
}

impl Default for Options {
    /// A thread for two processors, for clients are on the same machine; 1024 connections with 1024
    /// requests and 8 MiB each; ten minutes of silence, one without a login, ten seconds for a
    /// frame, to read and to drain; the socket alone, and nobody but the service's own user.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2),
            most_connections: 1024,
            most_outstanding: 1024,
            most_bytes: 8 << 20,
            frame: Duration::from_secs(10),
            idle: Duration::from_secs(600),
            stranger_idle: Duration::from_secs(60),
            write: Duration::from_secs(10),
            drain: Duration::from_secs(10),
            loopback: None,
            users: HashSet::new(),
        }
    }
}

/// How long a stop waits, behind the drain, for slow work that is being done.
const LAST_WORK: Duration = Duration::from_millis(400);
/// And for the log to be written.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What all connections share.
struct Shared {
    engine: Arc<Engine>,
    options: Options,
    /// Where the log goes: where that of who started the service goes.
    log: EventLog,
    executor: Executor,
    admissions: Admissions,
    /// What peers have used of what the token's officer lets them have.
    budgets: Budgets<Peer>,
    /// Whether it stops.
    stop: watch::Sender<bool>,
    /// How often the threads that serve were to wipe their stacks.
    wipe: watch::Sender<u64>,
    sessions: Sessions,
    /// How often each thread that serves has looked at the clock, and how often it had when that
    /// was last asked for.
    rounds: Vec<AtomicU64>,
    seen_rounds: Mutex<Vec<u64>>,
    derived: AtomicU64,
    requests: AtomicU64,
    refused: AtomicU64,
    /// Nanoseconds from threads that read to others that may wait.
    handed: AtomicU64,
    /// Nanoseconds of replies between being there and being written.
    returned: AtomicU64,
}

/// Where the time of a service's signatures went: sums by the clock on the wall over all of them,
/// and over the other requests that go the same way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Components {
    /// Signatures.
    pub signatures: u64,
    /// From the thread that reads to one that may wait for the store.
    pub handed: Duration,
    /// Keys unwrapped: looked for, read and decoded.
    pub unwrapped: Duration,
    /// In the queue.
    pub waited: Duration,
    /// Signed, for each group once.
    pub worked: Duration,
    /// From a reply's being there to its being written, on the thread that reads.
    pub returned: Duration,
}

/// A service that runs. It stops when dropped.
pub struct Service {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    /// The socket, if the service has made it.
    path: Option<PathBuf>,
    address: Option<SocketAddr>,
}

/// Stops a service from elsewhere: from a thread that waits for signals.
#[derive(Clone)]
pub struct Stopper(Arc<Shared>);

impl Stopper {
    /// Takes nothing more; what is outstanding is finished.
    pub fn stop(&self) {
        self.0.stop.send_replace(true);
    }

    /// Waits until somebody stops it: what is outstanding then is finished behind that.
    pub fn wait_for_stop(&self) {
        let mut stop = self.0.stop.subscribe();
        let wait = tokio::runtime::Builder::new_current_thread().build();
        if let Ok(runtime) = wait {
            runtime.block_on(stopped(&mut stop));
        }
    }
}

impl Service {
    /// Starts to serve on a Unix socket, which it makes, readable by whoever may reach its folder:
    /// who may do something is looked at when they connect. What happens is told to the `tracing`
    /// subscriber of the caller: never a secret, a PIN or a message.
    ///
    /// Errors: `Permission` if a place is taken or cannot be made, or is an address that other
    /// machines reach; `StoreFailed` without threads.
    pub fn start(engine: Engine, path: &Path, options: Options) -> Result<Self, Error> {
        let listeners = Listeners::open(path, options.loopback)?;
        Self::start_with(engine, listeners, Some(path.to_owned()), options)
    }

    /// Like [`Service::start`], on a socket that is listened on already, by a service manager say:
    /// it stays when the service stops.
    ///
    /// Errors: as [`Service::start`] has them.
    pub fn start_on(engine: Engine, socket: UnixListener, options: Options) -> Result<Self, Error> {
        let listeners = Listeners::passed(socket, options.loopback)?;
        Self::start_with(engine, listeners, None, options)
    }

    fn start_with(
        engine: Engine,
        listeners: Listeners,
        path: Option<PathBuf>,
        options: Options,
    ) -> Result<Self, Error> {
        let sessions = Sessions::new(options.idle)?;
        let threads = options.threads.max(1);
        let executor = Executor::new(engine.traces());
        let shared = Arc::new(Shared {
            engine: Arc::new(engine),
            admissions: Admissions::new(options.most_connections),
            options,
            log: EventLog::new(get_default(Dispatch::clone)),
            executor,
            budgets: Budgets::new(),
            stop: watch::Sender::new(false),
            wipe: watch::Sender::new(0),
            sessions,
            rounds: (0..threads).map(|_| AtomicU64::new(1)).collect(),
            seen_rounds: Mutex::new(vec![0; threads]),
            derived: AtomicU64::new(0),
            requests: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            handed: AtomicU64::new(0),
            returned: AtomicU64::new(0),
        });
        let address = listeners.address();
        let mut service = Self { shared, threads: vec![], path, address };
        for number in 0..threads {
            let listeners = listeners.try_clone()?;
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .map_err(failed)?;
            let shared = service.shared.clone();
            let serve = move || {
                runtime.block_on(thread::serve(shared, listeners, number));
                traces::wipe();
            };
            service.threads.push(std::thread::spawn(serve));
        }
        service.shared.log.info("started", None);
        Ok(service)
    }

    /// Returns the address that it listens on besides the socket, with its port.
    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.address
    }

    /// Returns what stops it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        Stopper(self.shared.clone())
    }

    /// Waits until somebody has stopped it and all is answered.
    pub fn wait(mut self) {
        self.join();
    }

    /// Stops it, and waits until all is answered.
    pub fn stop(self) {
        self.stopper().stop();
        self.wait();
    }

    /// Tells its log something more, without waiting for it: `event` is called on the log's own
    /// thread, if there is room for it.
    pub fn tell(&self, event: impl FnOnce() + Send + 'static) {
        self.shared.log.tell(event);
    }

    /// Waits until what it has told its log so far is written, or for so long. Returns whether it
    /// is.
    #[must_use]
    pub fn flush_log(&self, most: Duration) -> bool {
        self.shared.log.flush(most)
    }

    /// Whether each thread that serves has come round since it was last asked; a thread that is
    /// idle comes round too. Asked for the first time, it says yes.
    #[must_use]
    pub fn is_alive(&self) -> bool {
        let rounds: Vec<u64> =
            self.shared.rounds.iter().map(|rounds| rounds.load(Ordering::Relaxed)).collect();
        let mut seen = self.shared.seen_rounds.lock().unwrap_or_else(PoisonError::into_inner);
        let alive = rounds.iter().zip(&*seen).all(|(now, before)| now != before);
        *seen = rounds;
        alive
    }

    /// Returns how it is.
    #[must_use]
    pub fn health(&self) -> Health {
        self.shared.health()
    }

    /// Returns where the time went so far.
    #[must_use]
    pub fn components(&self) -> Components {
        self.shared.components()
    }

    /// Returns figures in the text format of Prometheus.
    #[must_use]
    pub fn metrics(&self) -> String {
        metrics::text(&self.shared)
    }

    /// Lets the signals that ask a program to end, SIGTERM and SIGINT, stop it.
    ///
    /// Errors: `StoreFailed` if the system takes no handler.
    pub fn stop_on_signals(&mut self) -> Result<(), Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(failed)?;
        let (mut terminate, mut interrupt) = {
            let _inside = runtime.enter();
            let terminate = signal(SignalKind::terminate()).map_err(failed)?;
            (terminate, signal(SignalKind::interrupt()).map_err(failed)?)
        };
        let (stopper, mut stop) = (self.stopper(), self.shared.stop.subscribe());
        let wait = async move {
            tokio::select! {
                _ = terminate.recv() => stopper.stop(),
                _ = interrupt.recv() => stopper.stop(),
                () = stopped(&mut stop) => {}
            }
        };
        self.threads.push(std::thread::spawn(move || runtime.block_on(wait)));
        Ok(())
    }

    fn join(&mut self) {
        if self.threads.is_empty() {
            return;
        }
        for thread in self.threads.drain(..) {
            // What panics in a connection ends that connection; nothing is left to be told.
            let _ = thread.join();
        }
        // Who is still there had their time.
        self.shared.engine.queue().abandon();
        self.shared.executor.close(LAST_WORK);
        if let Err(error) = self.shared.engine.write_audit() {
            self.shared.log.warn("the audit log failed", None, Some(&error));
        }
        self.shared.log.info("stopped", None);
        self.shared.log.flush(LAST_WORDS);
        if let Some(path) = &self.path {
            // Somebody may have taken it away already.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.shared.stop.send_replace(true);
        self.join();
    }
}

impl Shared {
    /// Takes notice of sessions that have ended, perhaps all: what was counted for the log is
    /// written.
    fn on_logout(self: &Arc<Self>, ended: Ended) {
        if ended != Ended::None {
            self.write_audit();
        }
        self.on_last_logout(ended == Ended::All);
    }

    /// Lets what was counted for the log be written by a thread that may wait for the disk; if none
    /// can take it, it is counted on.
    fn write_audit(self: &Arc<Self>) {
        let shared = self.clone();
        let write = move || {
            if let Err(error) = shared.engine.write_audit() {
                shared.log.warn("the audit log failed", None, Some(&error));
            }
        };
        // Of no connection, so that it goes with none.
        let _ = self.executor.submit(LaneName::Store, Peer::own(), u64::MAX, write);
    }

    /// Takes notice of the end of the last session.
    fn on_last_logout(&self, was_last: bool) {
        if was_last {
            self.engine.logged_out();
            self.executor.wake_all();
            self.wipe.send_modify(|rounds| *rounds += 1);
        }
    }

    fn components(&self) -> Components {
        let lines = self.engine.queue().statistics().lines;
        let nanoseconds = |sum: &AtomicU64| Duration::from_nanos(sum.load(Ordering::Relaxed));
        Components {
            signatures: lines.values().map(|line| line.items).sum(),
            handed: nanoseconds(&self.handed),
            unwrapped: self.engine.hot().statistics().unwrapped,
            waited: lines.values().map(|line| line.waited).sum(),
            worked: lines.values().map(|line| line.worked).sum(),
            returned: nanoseconds(&self.returned),
        }
    }

    fn health(&self) -> Health {
        Health {
            token: self.engine.token().label().to_owned(),
            objects: self.engine.token().count() as u64,
            outstanding: self.engine.queue().outstanding() as u64,
            connections: self.admissions.count() as u64,
            hot: self.engine.hot().statistics().held as u64,
            closing: *self.stop.borrow(),
        }
    }
}

/// Adds the time since then to a sum.
fn add_since(sum: &AtomicU64, since: Instant) {
    let nanoseconds = u64::try_from(since.elapsed().as_nanos()).unwrap_or(u64::MAX);
    sum.fetch_add(nanoseconds, Ordering::Relaxed);
}

fn failed(error: std::io::Error) -> Error {
    Error::StoreFailed(error.to_string())
}

/// Waits until the service stops.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    // The sender lives as long as what all connections share.
    let _ = stop.wait_for(|stop| *stop).await;
}
