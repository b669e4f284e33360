//! Slow work, off the threads that serve: in lanes that do not wait for each other, fair among
//! peers, bounded, and dropped with the connection that has asked for it.

use super::pace::{LOGINS, PRIMES, Pace, Rests};
use crate::error::Error;
use crate::peer::Peer;
use crate::traces::{self, SHORT, Traces, wiped};
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Sorts of slow work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LaneName {
    /// What waits for the store, or takes some milliseconds.
    Store,
    /// Derivations from PINs: much memory, and a part of a second.
    Login,
    /// Primes are looked for: seconds, or minutes.
    Primes,
    /// A whole token is read, and perhaps written.
    Long,
}

/// A lane: threads, and what waits for them.
struct Lane {
    threads: usize,
    /// How much less than other threads these have of a processor that is wanted by both.
    niceness: i32,
    /// How long a thread rests after a job for which it had to wait for a processor.
    rests: Rests,
    /// Jobs that may wait; of one peer as many as there is room left.
    room: usize,
    state: Mutex<State>,
    wake: Condvar,
    /// For who rests: the lane is closed.
    closing: Condvar,
    panics: Arc<AtomicU64>,
    traces: Arc<Traces>,
}

#[derive(Default)]
struct State {
    /// The peers that wait, the next one first.
    turns: VecDeque<Peer>,
    jobs: HashMap<Peer, VecDeque<Job>>,
    waiting: usize,
    idle: usize,
    started: usize,
    closed: bool,
}

struct Job {
    /// Of which connection.
    connection: u64,
    work: Box<dyn FnOnce() -> After + Send>,
}

/// What follows a job on its thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// A rest, if the lane has rests and others wanted the processor.
    Rest,
    /// The same if another job waits in the lane: who asked for this one has shown a right to it,
    /// and needs not wait for a rest of its own making.
    Next,
}

/// The lanes of a service.
pub(super) struct Executor {
    lanes: [Arc<Lane>; 4],
    dropped: AtomicU64,
    panics: Arc<AtomicU64>,
}

impl Executor {
    /// Makes the lanes; threads start when they are needed.
    pub(super) fn new(traces: &Arc<Traces>) -> Self {
        let panics = Arc::new(AtomicU64::new(0));
        let lane = |threads, niceness, rests, room| {
            Arc::new(Lane::new(threads, niceness, rests, room, &panics, traces))
        };
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        // In the order of their names.
        let half = processors.div_ceil(2);
        let (store, login) = (lane(4, 0, Rests::NONE, 8192), lane(half.min(2), 0, LOGINS, 1024));
        let (primes, long) = (lane(half, 15, PRIMES, 4096), lane(1, 0, Rests::NONE, 256));
        let lanes = [store, login, primes, long];
        Self { lanes, dropped: AtomicU64::new(0), panics }
    }

    /// Lets `work` be done when its peer's turn comes. Errors: `Busy` if the peer has as much
    /// waiting as there is room left, `Closing`.
    pub(super) fn submit(
        &self,
        lane: LaneName,
        peer: Peer,
        connection: u64,
        work: impl FnOnce() -> After + Send + 'static,
    ) -> Result<(), Error> {
        self.lanes[lane as usize].submit(peer, Job { connection, work: Box::new(work) })
    }

    /// Drops what waits of a connection that has gone.
    pub(super) fn forget(&self, peer: Peer, connection: u64) {
        let dropped: usize = self.lanes.iter().map(|lane| lane.forget(peer, connection)).sum();
        self.dropped.fetch_add(dropped as u64, Ordering::Relaxed);
    }

    /// Wakes the threads that sleep, to wipe their stacks.
    pub(super) fn wake_all(&self) {
        for lane in &self.lanes {
            // Who is about to sleep has looked under the lock, or does so behind this.
            drop(lane.state());
            lane.wake.notify_all();
        }
    }

    /// How many jobs wait.
    pub(super) fn waiting(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.state().waiting as u64).sum()
    }

    /// How many were dropped with their connections.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// How many panicked.
    pub(super) fn panics(&self) -> u64 {
        self.panics.load(Ordering::Relaxed)
    }

    /// Drops all that waits, takes nothing more, and waits at most so long for what is being done:
    /// primes cannot be interrupted, and end with the process.
    pub(super) fn close(&self, most: Duration) {
        let end = Instant::now() + most;
        self.lanes.iter().for_each(|lane| lane.close());
        for lane in &self.lanes {
            while lane.state().started > 0 && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }
}

impl Lane {
    fn new(
        threads: usize,
        niceness: i32,
        rests: Rests,
        room: usize,
        panics: &Arc<AtomicU64>,
        traces: &Arc<Traces>,
    ) -> Self {
        let (state, wake, closing) = (Mutex::default(), Condvar::new(), Condvar::new());
        let (panics, traces) = (panics.clone(), traces.clone());
        Self { threads, niceness, rests, room, state, wake, closing, panics, traces }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn submit(self: &Arc<Self>, peer: Peer, job: Job) -> Result<(), Error> {
        let mut state = self.state();
        if state.closed {
            return Err(Error::Closing);
        }
        let own = state.jobs.get(&peer).map_or(0, VecDeque::len);
        if own >= self.room.saturating_sub(state.waiting) {
            return Err(Error::Busy);
        }
        if own == 0 {
            state.turns.push_back(peer);
        }
        state.jobs.entry(peer).or_default().push_back(job);
        state.waiting += 1;
        if state.idle == 0 && state.started < self.threads {
            let lane = self.clone();
            let spawned = std::thread::Builder::new().spawn(move || lane.serve());
            state.started += usize::from(spawned.is_ok());
        }
        drop(state);
        self.wake.notify_one();
        Ok(())
    }

    fn forget(&self, peer: Peer, connection: u64) -> usize {
        let mut gone = vec![];
        let mut state = self.state();
        let Some(jobs) = state.jobs.get_mut(&peer) else { return 0 };
        let kept = jobs.drain(..).filter_map(|job| {
            let stays = job.connection != connection;
            if stays {
                Some(job)
            } else {
                gone.push(job);
                None
            }
        });
        let kept: VecDeque<Job> = kept.collect();
        *jobs = kept;
        if jobs.is_empty() {
            state.jobs.remove(&peer);
            state.turns.retain(|other| *other != peer);
        }
        state.waiting -= gone.len();
        // What jobs hold is dropped without the lock.
        drop(state);
        gone.len()
    }

    fn close(&self) {
        let mut state = self.state();
        state.closed = true;
        let jobs = std::mem::take(&mut state.jobs);
        state.turns.clear();
        state.waiting = 0;
        drop(state);
        drop(jobs);
        self.wake.notify_all();
        self.closing.notify_all();
    }

    /// Takes the lock, after a rest where the lane has rests.
    fn rested(&self, pace: Pace, after: After) -> MutexGuard<'_, State> {
        let rest = pace.rest(self.rests);
        let state = self.state();
        if rest.is_zero() || (after == After::Next && state.waiting == 0) {
            return state;
        }
        drop(state);
        // The last logout does not wake who rests.
        traces::wipe();
        let state = self.state();
        let rested = self.closing.wait_timeout_while(state, rest, |state| !state.closed);
        rested.unwrap_or_else(PoisonError::into_inner).0
    }

    /// What a thread does, until the lane is closed.
    fn serve(&self) {
        if self.niceness > 0 {
            // Without it all goes on, at the cost of those who sign.
            let _ = rustix::process::nice(self.niceness);
        }
        let mut seen = 0;
        let mut state = self.state();
        loop {
            if let Some(job) = state.next() {
                drop(state);
                let pace = Pace::begin();
                let work = || catch_unwind(AssertUnwindSafe(job.work));
                let after = wiped(SHORT, work).unwrap_or_else(|_| {
                    self.panics.fetch_add(1, Ordering::Relaxed);
                    After::Rest
                });
                self.traces.after_work(&mut seen);
                state = self.rested(pace, after);
            } else if state.closed {
                drop(state);
                traces::wipe();
                self.state().started -= 1;
                return;
            } else if self.traces.is_due(seen) {
                drop(state);
                self.traces.after_work(&mut seen);
                state = self.state();
            } else {
                state.idle += 1;
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
    }
}

impl State {
    /// Takes the next job: one of each peer in turn.
    fn next(&mut self) -> Option<Job> {
        let peer = self.turns.pop_front()?;
        let jobs = self.jobs.get_mut(&peer)?;
        let job = jobs.pop_front();
        if jobs.is_empty() {
            self.jobs.remove(&peer);
        } else {
            self.turns.push_back(peer);
        }
        self.waiting -= 1;
        job
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::thread_time;
    use std::sync::mpsc::channel;

    /// An executor, the only thread of whose lane of primes waits for a word.
    fn held() -> (Executor, std::sync::mpsc::Sender<()>) {
        let lane = |threads| {
            Arc::new(Lane::new(threads, 0, LOGINS, 100, &Arc::default(), &Arc::default()))
        };
        let lanes = [lane(1), lane(1), lane(1), lane(1)];
        let executor = Executor { lanes, dropped: AtomicU64::new(0), panics: Arc::default() };
        let (release, word) = channel();
        let wait = move || {
            let _ = word.recv();
            After::Rest
        };
        executor.submit(LaneName::Primes, Peer::Uid(0), 0, wait).unwrap();
        while executor.waiting() > 0 {
            std::thread::yield_now();
        }
        (executor, release)
    }

    /// Goal: peers are taken in turn, whatever one has waiting; each may have as much as is free;
    /// another lane does not wait; a panic ends its job alone.
    #[test]
    fn peers_are_taken_in_turn() {
        let (executor, release) = held();
        let (sender, order) = channel();
        let submit = |uid: u32, connection| {
            let sender = sender.clone();
            let work = move || {
                sender.send(uid).unwrap_or_default();
                After::Rest
            };
            executor.submit(LaneName::Primes, Peer::Uid(uid), connection, work)
        };
        assert!((0..50).all(|i| submit(1, i).is_ok()));
        assert_eq!(submit(1, 7), Err(Error::Busy));
        assert!((0..3).all(|i| submit(2, i).is_ok()));
        let (other, done) = channel();
        executor.submit(LaneName::Login, Peer::Uid(1), 1, || panic!("planted")).unwrap();
        let tell = move || {
            other.send(()).unwrap();
            After::Next
        };
        executor.submit(LaneName::Login, Peer::Uid(1), 1, tell).unwrap();
        done.recv_timeout(Duration::from_secs(10)).unwrap();
        release.send(()).unwrap();
        let first: Vec<u32> = order.iter().take(7).collect();
        assert_eq!(first, [1, 2, 1, 2, 1, 2, 1]);
        executor.close(Duration::from_secs(10));
    }

    /// Goal: what a connection has waiting goes with it, and no more; closing drops the rest, and
    /// waits no longer than it is told for what is being done.
    #[test]
    fn jobs_go_with_their_connection() {
        let (executor, release) = held();
        let (sender, order) = channel();
        for i in 0..40 {
            let sender = sender.clone();
            let work = move || {
                sender.send(i).unwrap_or_default();
                After::Rest
            };
            executor.submit(LaneName::Primes, Peer::Uid(1), i % 2, work).unwrap();
        }
        executor.forget(Peer::Uid(1), 0);
        assert_eq!((executor.waiting(), executor.dropped()), (20, 20));
        executor.forget(Peer::Uid(1), 1);
        assert_eq!((executor.waiting(), executor.dropped()), (0, 40));
        let begun = Instant::now();
        executor.close(Duration::from_millis(50));
        assert!(begun.elapsed() < Duration::from_secs(5));
        let refused = executor.submit(LaneName::Store, Peer::Uid(1), 1, || After::Next);
        assert_eq!(refused, Err(Error::Closing));
        drop((sender, release));
        assert_eq!(order.iter().count(), 0);
    }

    /// Goal: a thread that had to wait for a processor rests after its job; not if the job says
    /// that the next one may follow, and none waits. Method: a job that computes and then sleeps,
    /// and the next one: when it begins, asked for while the first is at work, or well behind it.
    #[test]
    fn some_jobs_are_followed_at_once() {
        let (executor, release) = held();
        release.send(()).unwrap();
        let millis = Duration::from_millis;
        let gap = |after, crowd: bool| {
            let (sender, times) = channel();
            let again = sender.clone();
            let compute = move || {
                let begun = thread_time();
                while thread_time() - begun < millis(40) {
                    std::hint::spin_loop();
                }
                std::thread::sleep(millis(40));
                sender.send(Instant::now()).unwrap();
                after
            };
            executor.submit(LaneName::Login, Peer::Uid(1), 1, compute).unwrap();
            let early = if crowd { None } else { Some(times.recv().unwrap()) };
            if early.is_some() {
                std::thread::sleep(millis(100));
            }
            let tell = move || {
                again.send(Instant::now()).unwrap();
                After::Next
            };
            executor.submit(LaneName::Login, Peer::Uid(1), 1, tell).unwrap();
            let first = early.unwrap_or_else(|| times.recv().unwrap());
            times.recv().unwrap() - first
        };
        let next = gap(After::Next, false);
        for (after, crowd) in [(After::Next, true), (After::Rest, true), (After::Rest, false)] {
            let rest = gap(after, crowd);
            assert!(next * 2 < rest, "{after:?} {crowd} {next:?} {rest:?}");
        }
        executor.close(millis(10_000));
    }
}
