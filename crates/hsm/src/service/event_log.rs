//! What a service tells its log, off the threads that serve: a log that is slow, or that nobody
//! reads, holds up nobody.
//!
//! Events wait for a thread of their own in a bounded queue; one that finds it full is dropped and
//! counted. What strangers can cause again and again is told some times a second, and then how
//! often it was left out.

use crate::error::Error;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tracing::Dispatch;
use tracing::dispatcher::with_default;

/// The events that may wait: some hundred kilobytes.
const MAX_WAITING: usize = 1024;
/// The refusals of one sort that are told in a [`SPAN`].
const MAX_OF_SORT: u64 = 20;
/// For how long refusals are counted together.
const SPAN: Duration = Duration::from_secs(1);

type Event = Box<dyn FnOnce() + Send>;

/// What waits for the thread that writes.
enum Message {
    Event(Event),
    /// Answers when all before it is written.
    Flush(SyncSender<()>),
}

/// Where a service's events go.
pub(super) struct EventLog {
    sender: SyncSender<Message>,
    dropped: AtomicU64,
    sorts: Mutex<HashMap<&'static str, Window>>,
}

/// How often something was told since then, and how often not.
struct Window {
    since: Instant,
    told: u64,
    left_out: u64,
}

impl EventLog {
    /// Starts the thread that writes to `log`.
    pub(super) fn new(log: Dispatch) -> Self {
        let (sender, receiver) = sync_channel(MAX_WAITING);
        // It ends with the last sender; if the log takes nothing any more, with the process.
        std::thread::spawn(move || with_default(&log, || write(receiver)));
        Self { sender, dropped: AtomicU64::new(0), sorts: Mutex::default() }
    }

    /// Tells an event, if there is room for it.
    pub(super) fn tell(&self, event: impl FnOnce() + Send + 'static) {
        if self.sender.try_send(Message::Event(Box::new(event))).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Tells that something has happened, and for which user.
    pub(super) fn info(&self, what: &'static str, uid: Option<u32>) {
        self.tell(move || tracing::info!(uid, "{what}"));
    }

    /// Tells what was refused or given up, and why; with a limit, for strangers can cause it.
    pub(super) fn warn(&self, what: &'static str, uid: Option<u32>, error: Option<&Error>) {
        let Some(left_out) = self.admitted(what) else {
            self.dropped.fetch_add(1, Ordering::Relaxed);
            return;
        };
        let code = error.map(|error| error.code().to_owned());
        let left_out = (left_out > 0).then_some(left_out);
        self.tell(move || tracing::warn!(uid, code, left_out, "{what}"));
    }

    /// How many events were told to nobody.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// Waits until what was told is written, or for so long. Returns whether it is.
    pub(super) fn flush(&self, most: Duration) -> bool {
        let (sender, written) = sync_channel(1);
        let begun = Instant::now();
        while self.sender.try_send(Message::Flush(sender.clone())).is_err() {
            if begun.elapsed() >= most {
                return false;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        written.recv_timeout(most.saturating_sub(begun.elapsed())).is_ok()
    }

    /// Returns how often an event of this sort was left out before; nothing if it is now.
    fn admitted(&self, what: &'static str) -> Option<u64> {
        let now = Instant::now();
        let mut sorts = self.sorts.lock().unwrap_or_else(PoisonError::into_inner);
        let window = sorts.entry(what).or_insert(Window { since: now, told: 0, left_out: 0 });
        if now.duration_since(window.since) >= SPAN {
            (window.since, window.told) = (now, 0);
        }
        if window.told >= MAX_OF_SORT {
            window.left_out += 1;
            return None;
        }
        window.told += 1;
        Some(std::mem::take(&mut window.left_out))
    }
}

fn write(messages: Receiver<Message>) {
    for message in messages {
        match message {
            Message::Event(event) => event(),
            // Who has asked may have waited for long enough.
            Message::Flush(done) => drop(done.try_send(())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: events beyond the room are dropped and counted, and nobody waits. Method: a first
    /// event that blocks the thread that writes, which may take it early or late.
    #[test]
    fn full_logs_drop_and_count() {
        let log = EventLog::new(Dispatch::none());
        let (release, held) = sync_channel::<()>(0);
        log.tell(move || {
            let _ = held.recv();
        });
        let begun = Instant::now();
        (0..MAX_WAITING + 100).for_each(|_| log.tell(|| ()));
        assert!(!log.flush(Duration::from_millis(20)));
        assert!(begun.elapsed() < Duration::from_secs(5));
        assert!((100..=101).contains(&log.dropped()), "{}", log.dropped());
        release.send(()).unwrap();
        assert!(log.flush(Duration::from_secs(10)));
    }

    /// Goal: what is refused again and again is told some times, and the rest counted; another sort
    /// is told all the same.
    #[test]
    fn refusals_have_a_limit() {
        let log = EventLog::new(Dispatch::none());
        let told = (0..1000).filter(|_| log.admitted("one").is_some()).count() as u64;
        // The second may have ended once meanwhile.
        assert!([MAX_OF_SORT, 2 * MAX_OF_SORT].contains(&told), "{told}");
        assert_eq!(log.admitted("another"), Some(0));
    }
}
