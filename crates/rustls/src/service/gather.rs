//! Signatures that many threads ask for at the same time, made into groups without anybody waiting.
//!
//! A thread that comes while a line is free leads: it takes the line and what waits, asks for all
//! of it at once, and tells the others what has come. One that comes while all lines are taken
//! waits; when a line becomes free, the one that waits longest leads the next group.
//!
//! Short work takes two lines at most: fewer groups are fuller, and while one is on its way the
//! other gathers. Slow work, which takes far longer than its way, leaves one line to the short.

use sealane_client::Error;
use sealane_client::signer::SignItem;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The most signatures of a group: as many as a connection may always have outstanding at the
/// service, and a full group of its lanes.
pub(super) const MAX_SHORT: usize = 64;
/// The same where they are slow: about as many as the service makes one after the other.
pub(super) const MAX_SLOW: usize = 8;
/// The most groups of short work on their way.
const SHORT_AT_ONCE: usize = 2;

/// A signature, or why there is none.
pub(super) type Answer = Result<Vec<u8>, Error>;

/// One signature that is asked for.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) item: SignItem,
    /// Whether it takes so long that no short one should be in its group.
    pub(super) is_slow: bool,
}

/// Who asks for groups, over lines of some kind.
pub(super) trait Signs {
    /// What one group at a time goes over.
    type Line;

    /// Returns an answer for each job, in their order. There may be no line yet; one that is no
    /// good any more is not left there.
    fn sign(&self, line: &mut Option<Self::Line>, jobs: &[Job]) -> Vec<Answer>;
}

/// Gathers jobs of any number of threads, and lets them sign in groups.
pub(super) struct Gatherer<S: Signs> {
    signs: S,
    /// How many lines there are at most.
    most: usize,
    state: Mutex<State<S::Line>>,
}

struct State<L> {
    /// Lines that nobody has.
    idle: Vec<L>,
    /// How many groups of short work and of slow work are on their way.
    taken: [usize; 2],
    waiting: VecDeque<Waiting>,
}

impl<L> State<L> {
    /// Whether a group of such work may begin, where there are so many lines at most.
    fn is_free(&self, most: usize, is_slow: bool) -> bool {
        let [short, slow] = self.taken;
        let own = if is_slow { slow < most.max(2) - 1 } else { short < SHORT_AT_ONCE };
        own && short + slow < most
    }

    /// Takes the one away that waits longest and may begin, and counts its group.
    fn next(&mut self, most: usize) -> Option<Waiting> {
        let may_begin = |waiting: &Waiting| self.is_free(most, waiting.job.is_slow);
        let next = self.waiting.iter().position(may_begin)?;
        let next = self.waiting.remove(next)?;
        self.taken[usize::from(next.job.is_slow)] += 1;
        Some(next)
    }
}

struct Waiting {
    job: Job,
    slot: Arc<Slot>,
}

/// Where a thread that waits is told how it goes on.
#[derive(Default)]
struct Slot {
    told: Mutex<Option<Told>>,
    is_told: Condvar,
}

enum Told {
    Answer(Answer),
    /// The line that has become free is this thread's, and its job is its own again.
    Leads(Job),
}

impl Slot {
    fn tell(&self, told: Told) {
        *lock(&self.told) = Some(told);
        self.is_told.notify_one();
    }

    fn wait(&self) -> Told {
        let mut told = lock(&self.told);
        loop {
            if let Some(told) = told.take() {
                return told;
            }
            told = self.is_told.wait(told).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What is under these locks is whole at any time, also where somebody has panicked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S: Signs> Gatherer<S> {
    pub(super) fn new(signs: S, most: usize) -> Self {
        let state = State { idle: vec![], taken: [0; 2], waiting: VecDeque::new() };
        Self { signs, most, state: Mutex::new(state) }
    }

    /// Signs one, in a group with others where there are some.
    pub(super) fn sign(&self, job: Job) -> Answer {
        let mut state = lock(&self.state);
        if state.is_free(self.most, job.is_slow) {
            state.taken[usize::from(job.is_slow)] += 1;
            drop(state);
            return self.lead(job);
        }
        let slot = Arc::new(Slot::default());
        state.waiting.push_back(Waiting { job, slot: slot.clone() });
        drop(state);
        match slot.wait() {
            Told::Answer(answer) => answer,
            Told::Leads(job) => self.lead(job),
        }
    }

    /// Asks for a group with this job first. A line has been counted as taken.
    fn lead(&self, job: Job) -> Answer {
        let is_slow = job.is_slow;
        let (others, answers) = (vec![], vec![]);
        let mut group = Group { gatherer: self, is_slow, line: None, others, answers };
        let mut jobs = vec![job];
        {
            let mut state = lock(&self.state);
            group.line = state.idle.pop();
            let most = if is_slow { MAX_SLOW } else { MAX_SHORT };
            let mut left = VecDeque::new();
            for waiting in state.waiting.drain(..) {
                if jobs.len() < most && waiting.job.is_slow == is_slow {
                    jobs.push(waiting.job);
                    group.others.push(waiting.slot);
                } else {
                    left.push_back(waiting);
                }
            }
            state.waiting = left;
        }
        let mut answers = self.signs.sign(&mut group.line, &jobs);
        answers.reverse();
        let own = answers.pop().unwrap_or(Err(Error::Internal));
        group.answers = answers;
        own
    }

    /// Works with a line outside of groups: one that nobody has, or a new one.
    pub(super) fn with_line<T>(&self, work: impl FnOnce(&S, &mut Option<S::Line>) -> T) -> T {
        let mut line = lock(&self.state).idle.pop();
        let result = work(&self.signs, &mut line);
        let mut state = lock(&self.state);
        if state.idle.len() < self.most {
            state.idle.extend(line);
        }
        result
    }

    /// Drops the lines that nobody has, unless that would have to wait for a lock.
    pub(super) fn abandon(&self) {
        if let Ok(mut state) = self.state.try_lock() {
            state.idle.clear();
        }
    }
}

/// A group on its way. However it ends, its line becomes free for the next one, and nobody who is
/// in it waits for ever.
struct Group<'a, S: Signs> {
    gatherer: &'a Gatherer<S>,
    is_slow: bool,
    line: Option<S::Line>,
    others: Vec<Arc<Slot>>,
    /// Those of the others, the first one last.
    answers: Vec<Answer>,
}

impl<S: Signs> Drop for Group<'_, S> {
    fn drop(&mut self) {
        // The next group first: what it takes is longer.
        let mut state = lock(&self.gatherer.state);
        state.idle.extend(self.line.take());
        state.taken[usize::from(self.is_slow)] -= 1;
        // More than one, if what has ended kept others from beginning.
        while let Some(next) = state.next(self.gatherer.most) {
            next.slot.tell(Told::Leads(next.job));
        }
        drop(state);
        for slot in self.others.drain(..) {
            slot.tell(Told::Answer(self.answers.pop().unwrap_or(Err(Error::Internal))));
        }
    }
}

#[cfg(test)]
mod tests;
