//! What a worker does: takes groups, gives out their results, sleeps when nothing waits.

use super::job::LineName;
use super::{Item, Job, Shared, State, work};
use crate::error::Error;
use crate::platform::thread_time;
use crate::traces;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{MutexGuard, PoisonError};
use std::time::Instant;

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics under the lock; if it did, the lines would still be whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Wakes a worker, if there is work and a place for it.
    pub(super) fn wake_one(&self, state: MutexGuard<'_, State>) {
        let wanted = state.working < self.limits.workers && !state.lines.is_empty();
        drop(state);
        if wanted {
            self.work.notify_one();
        }
    }

    /// Takes a group and works on it, if there is one and a place is free.
    pub(super) fn take_turn(&self) -> bool {
        let mut state = self.state();
        if state.working >= self.limits.workers {
            return false;
        }
        let Some((line, items)) = state.lines.take(|_| true, work::most) else {
            return false;
        };
        state.working += 1;
        // Who works wakes the next one: nobody is idle while something waits.
        self.wake_one(state);
        self.run(line, items);
        self.state().working -= 1;
        if !self.has_workers {
            // One has a result now, and another the place.
            self.work.notify_all();
        }
        true
    }

    /// Waits, where there are no workers, until something has `arrived`, which is returned, or
    /// until there is a group to take and a place for it.
    pub(super) fn wait_for_turn<T>(&self, arrived: impl Fn() -> Option<T>) -> Option<T> {
        let mut state = self.state();
        loop {
            // Under the lock: who gives a result out takes it once more, and wakes then.
            let found = arrived();
            let may_work = state.working < self.limits.workers && !state.lines.is_empty();
            if found.is_some() || may_work {
                return found;
            }
            state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// What a worker does, until the queue is closed and empty.
    pub(super) fn serve(&self) {
        let mut seen = 0;
        loop {
            if self.take_turn() {
                self.traces.after_work(&mut seen);
                continue;
            }
            let state = self.state();
            let idle = state.lines.is_empty();
            if idle && state.closing {
                drop(state);
                return traces::wipe();
            }
            if self.traces.is_due(seen) {
                drop(state);
                self.traces.after_work(&mut seen);
                continue;
            }
            if idle || state.working >= self.limits.workers {
                drop(self.work.wait(state).unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    pub(super) fn run(&self, name: LineName, items: Vec<Item>) {
        let (start, cpu_start) = (Instant::now(), thread_time());
        let jobs: Vec<&Job> = items.iter().map(|item| &item.job).collect();
        let (results, panics) = work::do_all(&jobs);
        // Waiting for a processor is no line's fault, and on nobody's account.
        let charged = thread_time().saturating_sub(cpu_start);
        let end = Instant::now();
        let worked = end - start;
        let failed = results.iter().filter(|result| result.is_err()).count() as u64;
        let delays = items.iter().map(|item| start.saturating_duration_since(item.since));
        let count = items.len();
        let mut state = self.state();
        state.lines.charge(name, charged);
        state.statistics.panics += panics;
        let line = state.statistics.line(name);
        line.count(delays);
        line.failed += failed;
        line.worked += worked;
        state.unanswered += count;
        // Before anybody has a result: who has theirs finds it counted, and room for another.
        self.outstanding.fetch_sub(count, Ordering::Release);
        drop(state);
        for (item, result) in items.into_iter().zip(results) {
            self.answer(item, result);
        }
        let answered = end.elapsed();
        let mut state = self.state();
        state.statistics.line(name).answered += answered;
        state.unanswered -= count;
    }

    /// Gives out a result.
    pub(super) fn answer(&self, item: Item, result: Result<Vec<u8>, Error>) {
        item.client.subtract_one();
        let done = item.done;
        if catch_unwind(AssertUnwindSafe(|| done(result))).is_err() {
            self.state().statistics.panics += 1;
        }
    }
}
