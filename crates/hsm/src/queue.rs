//! The queue that fills the lanes.
//!
//! Signatures wait in a line for each algorithm and size; whoever works takes a group of a line,
//! keys mixed, and signs it in lanes. Ciphertexts of RSA wait in lines of their own, and are
//! decrypted one by one. Nothing is waited for: a lone signature is made at once, by the thread
//! that asks if no other works, and under load groups become large by themselves.
//!
//! - **Fair among peers and clients.** In each line the peers are taken in turn, one item each, and
//!   the clients of a peer in turn among themselves.
//! - **Fair among lines.** The line is next that has had the least of the workers' time, and a
//!   group is at most about a millisecond: long signatures do not hold up short ones.
//! - **Bounded.** Each client, and all together, may have so many items outstanding; more is
//!   [`Error::Busy`] at once. A peer may have as many as are still free, so that one who asks for
//!   all there is leaves room for the next; some items of each client do not count for that.
//! - **Closing drains.** What was taken in is done; what comes later is [`Error::Closing`].
//!
//! There is no `async` in it: results come by callbacks, or the thread that asks waits.
//!
//! ```
//! use sealane::{Algorithm, PrivateKey, PublicKey};
//! use sealane_hsm::key::Key;
//! use sealane_hsm::queue::{Content, Job, Limits, Queue};
//! use std::sync::Arc;
//!
//! let algorithm = Algorithm::from_name("p256").ok_or("no such algorithm")?;
//! let key = PrivateKey::generate(algorithm)?;
//! let public = key.public_key();
//! let key = Arc::new(Key::Private(key));
//!
//! let queue = Queue::new(Limits::default());
//! let client = queue.client();
//! let scheme = key.kind().usual_scheme()?;
//! let signature =
//!     client.sign(Job::new(key, Content::Message(b"message".to_vec()), scheme.clone())?)?;
//! public.verify(b"message", &scheme, &signature)?;
//! queue.close();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod account;
mod job;
mod scheduler;
mod statistics;
mod work;
mod worker;

use crate::error::Error;
use crate::traces::Traces;
use account::{Account, Accounts};
use job::LineName;
use scheduler::{FairScheduler, Peer, Turn};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Instant;
use zeroize::Zeroizing;

pub use job::Job;
pub use sealane_client::signer::{Ciphertext, Content};
pub use statistics::{DELAY_BOUNDS, FILL_BOUNDS, LineStatistics, Statistics};

/// How much at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Groups that are worked on at the same time, and threads for them.
    pub workers: usize,
    /// Items that one client may have outstanding.
    pub per_client: usize,
    /// Items that all clients together may have outstanding.
    pub in_all: usize,
}

impl Default for Limits {
    /// A worker for each processor; 1024 items a client, 131,072 in all, of one peer half of them.
    fn default() -> Self {
        let workers = std::thread::available_parallelism().map_or(1, Into::into);
        Self { workers, per_client: 1024, in_all: 131_072 }
    }
}

/// What a signature or a message is given to. It is called on the thread that worked, and should
/// not wait.
type Done = Box<dyn FnOnce(Result<Vec<u8>, Error>) + Send>;

struct Item {
    job: Job,
    done: Done,
    since: Instant,
    /// How much the client has outstanding, and its peer.
    client: Arc<Account>,
}

struct State {
    lines: FairScheduler<LineName, Item>,
    /// Groups that workers have now, not counting those of [`Client::work`].
    working: usize,
    /// Items that are done, and whose results are being given out.
    unanswered: usize,
    closing: bool,
    statistics: Statistics,
}

struct Shared {
    limits: Limits,
    state: Mutex<State>,
    /// Told of work that nobody has, and of the closing.
    work: Condvar,
    outstanding: AtomicUsize,
    clients: AtomicU64,
    accounts: Accounts,
    traces: Arc<Traces>,
    /// Whether there are workers; else those who wait work themselves.
    has_workers: bool,
}

/// A queue and its workers. Closed and drained when dropped.
pub struct Queue {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

/// One who asks: what the queue is fair among. A copy is the same client.
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
    turn: Turn,
    account: Arc<Account>,
}

/// [`Client::work`] ends when it has done so many items or more.
pub(crate) const MAX_WORK: usize = 1024;

impl Queue {
    /// Starts the workers, one at least.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self::with_traces(limits, Arc::default())
    }

    /// The same, whose workers wipe their stacks when `traces` says so.
    pub(crate) fn with_traces(limits: Limits, traces: Arc<Traces>) -> Self {
        Self::start(limits, traces, true)
    }

    /// A queue without threads of its own: who waits for a result takes the next group, his own or
    /// of others, if a worker's place is free; else whoever leaves a place wakes him. Only
    /// [`Client::sign`], [`Client::sign_all`] and [`Client::decrypt`] are for it.
    #[must_use]
    pub fn without_threads(limits: Limits) -> Self {
        Self::start(limits, Arc::default(), false)
    }

    fn start(limits: Limits, traces: Arc<Traces>, has_workers: bool) -> Self {
        let limits = Limits { workers: limits.workers.max(1), ..limits };
        let state = State {
            lines: FairScheduler::new(),
            working: 0,
            unanswered: 0,
            closing: false,
            statistics: Statistics::default(),
        };
        let shared = Arc::new(Shared {
            limits,
            state: Mutex::new(state),
            work: Condvar::new(),
            outstanding: AtomicUsize::new(0),
            clients: AtomicU64::new(0),
            accounts: Accounts::default(),
            traces,
            has_workers,
        });
        let worker = |_| {
            let shared = shared.clone();
            std::thread::spawn(move || shared.serve())
        };
        let workers = if has_workers { limits.workers } else { 0 };
        let workers = (0..workers).map(worker).collect();
        Self { shared, workers }
    }

    /// Makes a client, which is a peer of its own.
    #[must_use]
    pub fn client(&self) -> Client {
        self.new_client(None)
    }

    /// Makes one of the clients of a peer, which has a number.
    #[must_use]
    pub fn client_of(&self, peer: u64) -> Client {
        self.new_client(Some(peer))
    }

    fn new_client(&self, peer: Option<u64>) -> Client {
        let client = self.shared.clients.fetch_add(1, Ordering::Relaxed);
        let account = self.shared.accounts.open(peer);
        let turn = Turn { peer: peer.map_or(Peer::Alone(client), Peer::Numbered), client };
        Client { shared: self.shared.clone(), turn, account }
    }

    /// Returns how many items wait or are being done.
    #[must_use]
    pub fn outstanding(&self) -> usize {
        self.shared.outstanding.load(Ordering::Relaxed)
    }

    /// Returns what was done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let outstanding = self.outstanding();
        Statistics { outstanding, ..self.shared.state().statistics.clone() }
    }

    /// Takes nothing more, finishes what there is, and returns when all of it is answered.
    pub fn close(self) {
        drop(self);
    }

    /// Wakes the workers that sleep, to wipe their stacks.
    pub(crate) fn wake_all(&self) {
        // Who is about to sleep has looked under the lock, or does so behind this.
        drop(self.shared.state());
        self.shared.work.notify_all();
    }

    /// Takes nothing more from now on.
    pub fn stop_taking(&self) {
        self.shared.state().closing = true;
        self.shared.work.notify_all();
    }

    /// Takes nothing more, and gives up what waits: it is answered by [`Error::Closing`].
    pub fn abandon(&self) {
        self.stop_taking();
        while let Some(items) = {
            let mut state = self.shared.state();
            let taken = state.lines.take(|_| true, |_| MAX_WORK);
            taken.map(|(_, items)| {
                state.unanswered += items.len();
                self.shared.outstanding.fetch_sub(items.len(), Ordering::Release);
                items
            })
        } {
            let count = items.len();
            for item in items {
                self.shared.answer(item, Err(Error::Closing));
            }
            self.shared.state().unanswered -= count;
        }
    }
}

impl Drop for Queue {
    fn drop(&mut self) {
        self.stop_taking();
        for worker in self.workers.drain(..) {
            // Workers catch what panics; there is nothing to be told of one that ended.
            let _ = worker.join();
        }
        // A client that works for itself may still have a group.
        while self.shared.outstanding.load(Ordering::Acquire) > 0 {
            std::thread::yield_now();
        }
        while self.shared.state().unanswered > 0 {
            std::thread::yield_now();
        }
    }
}

impl Client {
    /// Signs, and gives the result to `done`, on a thread of the queue.
    ///
    /// Errors: `Busy`, `Closing`; then `done` is not called.
    pub fn submit(
        &self,
        job: Job,
        done: impl FnOnce(Result<Vec<u8>, Error>) + Send + 'static,
    ) -> Result<(), Error> {
        let state = self.push([(job, Box::new(done) as Done)])?;
        self.shared.wake_one(state);
        Ok(())
    }

    /// Like [`Client::submit`], but wakes nobody: the caller calls [`Client::work`] soon, when it
    /// has taken in what else there is. For jobs that are [short](Job::is_short); others go to the
    /// queue's own threads.
    ///
    /// Errors: as [`Client::submit`] has them.
    pub fn enqueue(
        &self,
        job: Job,
        done: impl FnOnce(Result<Vec<u8>, Error>) + Send + 'static,
    ) -> Result<(), Error> {
        let short = job.is_short();
        let state = self.push([(job, Box::new(done) as Done)])?;
        if !short {
            self.shared.wake_one(state);
        }
        Ok(())
    }

    /// Like [`Client::enqueue`], for all the jobs or none; `done` gets all results, in order.
    ///
    /// Errors: as [`Client::submit`] has them.
    pub fn enqueue_all(
        &self,
        jobs: Vec<Job>,
        done: impl FnOnce(Vec<Result<Vec<u8>, Error>>) + Send + 'static,
    ) -> Result<(), Error> {
        if jobs.is_empty() {
            done(vec![]);
            return Ok(());
        }
        let short = jobs.iter().all(Job::is_short);
        let collected: Vec<Result<Vec<u8>, Error>> =
            jobs.iter().map(|_| Err(Error::Internal)).collect();
        let all = Arc::new(Mutex::new((jobs.len(), collected, Some(done))));
        let with_done = jobs.into_iter().enumerate().map(|(i, job)| {
            let all = all.clone();
            let done = move |result| {
                let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
                all.1[i] = result;
                all.0 -= 1;
                let finished = (all.0 == 0).then(|| (std::mem::take(&mut all.1), all.2.take()));
                drop(all);
                if let Some((results, Some(done))) = finished {
                    done(results);
                }
            };
            (job, Box::new(done) as Done)
        });
        let state = self.push(with_done)?;
        if !short {
            self.shared.wake_one(state);
        }
        Ok(())
    }

    /// Works on this thread until no short job waits, whoever asked for it, or until it has done
    /// about a thousand, so that it looks at other things from time to time; what is more than one
    /// group the queue's own threads share. Returns how many jobs this thread has done.
    pub fn work(&self) -> usize {
        let mut done = 0;
        let mut state = self.shared.state();
        while done < MAX_WORK
            && let Some((line, items)) = state.lines.take(LineName::is_short, work::most)
        {
            self.shared.wake_one(state);
            done += items.len();
            self.shared.run(line, items);
            state = self.shared.state();
        }
        if done >= MAX_WORK {
            // What is left may be for somebody who sleeps.
            self.shared.wake_one(state);
        }
        done
    }

    /// Signs and waits for it: on this thread, if a worker's place is free.
    ///
    /// Errors: `Busy`, `Closing`, `Internal`, and those of the library.
    pub fn sign(&self, job: Job) -> Result<Vec<u8>, Error> {
        self.sign_all(vec![job])?.remove(0)
    }

    /// Decrypts and waits for it, in the same way. Errors: as [`Client::sign`] has them.
    pub fn decrypt(&self, job: Job) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.sign(job).map(Zeroizing::new)
    }

    /// Signs all and waits for it; results are in the order of the jobs.
    ///
    /// Errors: `Busy`, `Closing` for all of them; of an item those of the library and `Internal`.
    pub fn sign_all(&self, jobs: Vec<Job>) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
        let count = jobs.len();
        let (sender, receiver) = mpsc::channel();
        let with_done = jobs.into_iter().enumerate().map(|(i, job)| {
            let sender = sender.clone();
            // The receiver waits for all of them, so it is there.
            let done = move |result| drop(sender.send((i, result)));
            (job, Box::new(done) as Done)
        });
        drop(self.push(with_done)?);
        drop(sender);
        let mut results: Vec<_> = (0..count).map(|_| Err(Error::Internal)).collect();
        let mut left = count;
        while left > 0 {
            // Whatever is first in its turn, until the own ones are done.
            let worked = self.shared.take_turn();
            let arrived = match worked {
                true => receiver.try_recv().ok(),
                false if self.shared.has_workers => receiver.recv().ok(),
                false => self.shared.wait_for_turn(|| receiver.try_recv().ok()),
            };
            for (i, result) in arrived.into_iter().chain(receiver.try_iter()) {
                results[i] = result;
                left -= 1;
            }
        }
        self.shared.wake_one(self.shared.state());
        Ok(results)
    }

    /// Takes all the jobs in, or none.
    fn push(
        &self,
        jobs: impl IntoIterator<IntoIter: ExactSizeIterator<Item = (Job, Done)>>,
    ) -> Result<MutexGuard<'_, State>, Error> {
        let jobs = jobs.into_iter();
        let count = jobs.len();
        let limits = &self.shared.limits;
        let mut state = self.shared.state();
        if state.closing {
            return Err(Error::Closing);
        }
        // Counted up under the lock alone, so that no two pass the bound together.
        let outstanding = self.shared.outstanding.load(Ordering::Relaxed);
        let Limits { per_client, in_all, .. } = *limits;
        if !self.account.has_room(count, per_client, in_all, outstanding) {
            state.statistics.busy += count as u64;
            return Err(Error::Busy);
        }
        self.account.add(count);
        self.shared.outstanding.fetch_add(count, Ordering::Relaxed);
        let since = Instant::now();
        for (job, done) in jobs {
            let line = job.line();
            let item = Item { job, done, since, client: self.account.clone() };
            state.lines.push(line, self.turn, item);
        }
        Ok(state)
    }
}
