//! The service: many clients of one machine, and one token or several.
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
mod change_mark;
mod connection;
mod counts;
mod event_log;
mod executor;
mod frames;
#[cfg(feature = "test-hooks")]
pub mod hooks;
mod http;
mod listeners;
mod metrics;
mod options;
mod pace;
mod request;
mod socket;
mod tasks;
mod thread;
mod tokens;

use crate::error::Error;
use crate::hot::HotStatistics;
use crate::peer::Peer;
use crate::sessions::{Ended, Sessions};
use crate::traces;
use crate::wire::Health;
use admissions::Admissions;
use budgets::Budgets;
use counts::Counts;
use event_log::EventLog;
use executor::{After, Executor, LaneName};
use http::Place;
use listeners::Listeners;
use std::net::SocketAddr;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;
use tracing::Dispatch;
use tracing::dispatcher::get_default;

pub use options::Options;
pub use tokens::Tokens;

/// How long a stop waits, behind the drain, for slow work that is being done.
const LAST_WORK: Duration = Duration::from_millis(400);
/// And for the log to be written.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What all connections share.
struct Shared {
    tokens: Tokens,
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
    /// Whether they are to once more, for a token whose sessions have ended while others have some.
    wipe_again: AtomicBool,
    sessions: Sessions,
    /// How often each thread that serves has looked at the clock, and how often it had when that
    /// was last asked for.
    rounds: Vec<AtomicU64>,
    seen_rounds: Mutex<Vec<u64>>,
    derived: AtomicU64,
    requests: AtomicU64,
    refused: AtomicU64,
    counts: Counts,
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
    /// The sockets that the service has made.
    paths: Vec<PathBuf>,
    address: Option<SocketAddr>,
    metrics_address: Option<SocketAddr>,
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
    pub fn start(tokens: impl Into<Tokens>, path: &Path, options: Options) -> Result<Self, Error> {
        let figures = options.metrics.as_ref().map(Place::open).transpose()?;
        let listeners = Listeners::open(path, options.loopback)?;
        Self::start_with(tokens.into(), listeners, figures, Some(path.to_owned()), options)
    }

    /// Like [`Service::start`], on a socket that is listened on already, by a service manager say:
    /// it stays when the service stops.
    ///
    /// Errors: as [`Service::start`] has them.
    pub fn start_on(
        tokens: impl Into<Tokens>,
        socket: UnixListener,
        options: Options,
    ) -> Result<Self, Error> {
        let figures = options.metrics.as_ref().map(Place::open).transpose()?;
        let listeners = Listeners::passed(socket, options.loopback)?;
        Self::start_with(tokens.into(), listeners, figures, None, options)
    }

    fn start_with(
        tokens: Tokens,
        listeners: Listeners,
        figures: Option<Place>,
        path: Option<PathBuf>,
        options: Options,
    ) -> Result<Self, Error> {
        let sessions = Sessions::new(options.idle)?;
        let threads = options.threads.max(1);
        let executor = Executor::new(tokens.traces());
        let shared = Arc::new(Shared {
            tokens,
            admissions: Admissions::new(options.most_connections),
            options,
            log: EventLog::new(get_default(Dispatch::clone)),
            executor,
            budgets: Budgets::new(),
            stop: watch::Sender::new(false),
            wipe: watch::Sender::new(0),
            wipe_again: AtomicBool::new(false),
            sessions,
            rounds: (0..threads).map(|_| AtomicU64::new(1)).collect(),
            seen_rounds: Mutex::new(vec![0; threads]),
            derived: AtomicU64::new(0),
            requests: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            counts: Counts::default(),
            handed: AtomicU64::new(0),
            returned: AtomicU64::new(0),
        });
        let address = listeners.address();
        let paths = path.into_iter().collect();
        let mut service = Self { shared, threads: vec![], paths, address, metrics_address: None };
        if let Some(figures) = figures {
            let figures = figures.serve(service.shared.clone())?;
            service.threads.push(figures.thread);
            service.paths.extend(figures.path);
            service.metrics_address = figures.address;
        }
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

    /// Returns the address where it tells figures, with its port.
    #[must_use]
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
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

    /// Returns how it is, and its first token.
    #[must_use]
    pub fn health(&self) -> Health {
        self.shared.health(0)
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
        self.shared.tokens.queue().abandon();
        self.shared.executor.close(LAST_WORK);
        self.shared.write_audit_now();
        self.shared.log.info("stopped", None);
        self.shared.log.flush(LAST_WORDS);
        for path in &self.paths {
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
        if ended.any {
            // Who has lost his login goes on with nothing that he has seen.
            self.tokens.mark_all();
            self.write_audit();
        }
        self.on_last_logout(ended);
    }

    /// Lets what was counted for the log be written by a thread that may wait for the disk; if none
    /// can take it, it is counted on.
    fn write_audit(self: &Arc<Self>) {
        let shared = self.clone();
        let write = move || {
            shared.write_audit_now();
            After::Next
        };
        // Of no connection, so that it goes with none.
        let _ = self.executor.submit(LaneName::Store, Peer::own(), u64::MAX, write);
    }

    fn write_audit_now(&self) {
        for engine in self.tokens.engines() {
            if let Err(error) = engine.write_audit() {
                self.log.warn("the audit log failed", None, Some(&error));
            }
        }
    }

    /// Takes notice of the ends of the last sessions of tokens.
    fn on_last_logout(&self, ended: Ended) {
        for token in &ended.tokens {
            self.tokens.at(*token).end_sessions(ended.is_last);
        }
        if !ended.tokens.is_empty() {
            // What waits of the sessions that have ended may come after it.
            self.wipe_again.store(!ended.is_last, Ordering::Relaxed);
            self.executor.wake_all();
            self.wipe.send_modify(|rounds| *rounds += 1);
        }
    }

    /// Wipes once more what work that was begun before a token's last logout has left.
    fn wipe_behind(&self) {
        if self.wipe_again.swap(false, Ordering::Relaxed) {
            self.tokens.at(0).wipe_stacks();
            self.executor.wake_all();
            self.wipe.send_modify(|rounds| *rounds += 1);
        }
    }

    fn components(&self) -> Components {
        let lines = self.tokens.queue().statistics().lines;
        let nanoseconds = |sum: &AtomicU64| Duration::from_nanos(sum.load(Ordering::Relaxed));
        Components {
            signatures: lines.values().map(|line| line.items).sum(),
            handed: nanoseconds(&self.handed),
            unwrapped: self.hot().unwrapped,
            waited: lines.values().map(|line| line.waited).sum(),
            worked: lines.values().map(|line| line.worked).sum(),
            returned: nanoseconds(&self.returned),
        }
    }

    /// What was done with unwrapped keys, of all tokens.
    fn hot(&self) -> HotStatistics {
        let all = self.tokens.engines().map(|engine| engine.hot().statistics());
        all.fold(HotStatistics::default(), |sum, one| HotStatistics {
            hits: sum.hits + one.hits,
            misses: sum.misses + one.misses,
            held: sum.held + one.held,
            unwrapped: sum.unwrapped + one.unwrapped,
        })
    }

    /// How it is, and the token of that place in it.
    fn health(&self, token: usize) -> Health {
        let engine = self.tokens.at(token);
        Health {
            token: engine.token().label().to_owned(),
            objects: engine.token().count() as u64,
            outstanding: self.tokens.queue().outstanding() as u64,
            connections: self.admissions.count() as u64,
            hot: engine.hot().statistics().held as u64,
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
