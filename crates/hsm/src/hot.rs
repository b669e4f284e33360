//! Hot keys: what was unwrapped stays so for a while, bounded, and is wiped when it leaves.
//!
//! To unwrap a key takes longer than to sign with it. A key that is kept is used only after the
//! same look at role, usage and mechanism that [`Token::open_key`] takes, against the object as it
//! is now. Keys lie in the memory of the process: see [`crate::memory`].

use crate::error::Error;
use crate::key::Key;
use crate::object::{Id, Mechanism};
use crate::token::{Session, Token};
use crate::traces::{SHORT, wiped};
use lru::LruCache;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long an unwrapped key is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// For the one operation.
    Off,
    /// For so long after it was unwrapped.
    Ttl(Duration),
    /// Until the last session has ended: [`HotKeys::logged_out`].
    UntilLogout,
}

/// What was done so far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HotStatistics {
    /// Keys that were there.
    pub hits: u64,
    /// Keys that had to be unwrapped.
    pub misses: u64,
    /// Keys that are there now.
    pub held: usize,
    /// The time that unwrapping took.
    pub unwrapped: Duration,
}

struct Entry {
    key: Arc<Key>,
    version: u32,
    since: Instant,
}

struct Kept {
    entries: LruCache<Id, Entry>,
    statistics: HotStatistics,
}

/// The unwrapped keys of one token.
pub struct HotKeys {
    token: Arc<Token>,
    policy: Policy,
    kept: Mutex<Kept>,
}

impl HotKeys {
    /// Keeps at most `most` keys, none if it is 0; the least recently used one goes first.
    #[must_use]
    pub fn new(token: Arc<Token>, policy: Policy, most: usize) -> Self {
        let limit = NonZeroUsize::new(most);
        let policy = if limit.is_some() { policy } else { Policy::Off };
        let entries = LruCache::sparse(limit.unwrap_or(NonZeroUsize::MIN));
        let kept = Mutex::new(Kept { entries, statistics: HotStatistics::default() });
        Self { token, policy, kept }
    }

    /// Returns a key to be used by `mechanism`: the one that is kept, or unwrapped now.
    ///
    /// Errors: as [`Token::open_key`] has them.
    pub fn open(&self, session: &Session, id: Id, mechanism: Mechanism) -> Result<Arc<Key>, Error> {
        if let Some(key) = self.kept_key(session, id, mechanism)? {
            return Ok(key);
        }
        let start = Instant::now();
        let (object, key) = wiped(SHORT, || {
            let (object, key) = self.token.open_key(session, id, mechanism)?;
            Ok::<_, Error>((object, Arc::new(key)))
        })?;
        let mut kept = self.kept();
        kept.statistics.misses += 1;
        kept.statistics.unwrapped += start.elapsed();
        // A session that has ended meanwhile may have been the last: what it has unwrapped is used
        // once and not kept. Whoever ends one ends it before all is let go.
        if self.policy != Policy::Off && !session.is_over() {
            let version = object.version;
            let entry = Entry { key: key.clone(), version, since: Instant::now() };
            kept.entries.put(id, entry);
        }
        Ok(key)
    }

    /// Returns the key only if it is kept: without a wait for the store.
    ///
    /// Errors: `RoleDenied`, `KeyUnknown`, `KeyType`, `UsageDenied`, `NotLoggedIn`.
    pub fn kept_key(
        &self,
        session: &Session,
        id: Id,
        mechanism: Mechanism,
    ) -> Result<Option<Arc<Key>>, Error> {
        let permitted = self.token.permit(session, id, mechanism);
        let mut kept = self.kept();
        if permitted == Err(Error::KeyUnknown) {
            kept.entries.pop(&id);
        }
        let object = permitted?;
        let fresh = |entry: &Entry| entry.version == object.version && !self.is_over(entry);
        if kept.entries.peek(&id).is_some_and(|entry| !fresh(entry)) {
            kept.entries.pop(&id);
        }
        let key = kept.entries.get(&id).map(|entry| entry.key.clone());
        kept.statistics.hits += u64::from(key.is_some());
        Ok(key)
    }

    /// Lets go what has been kept for long enough; to be called from time to time.
    pub fn expire(&self) {
        self.kept().entries.retain(|_, entry| !self.is_over(entry));
    }

    /// Lets go of one key.
    pub fn forget(&self, id: Id) {
        self.kept().entries.pop(&id);
    }

    /// Lets go of all. A key in use is wiped after its use.
    pub fn clear(&self) {
        self.kept().entries.clear();
    }

    /// Says that the last session has ended.
    pub fn logged_out(&self) {
        if self.policy == Policy::UntilLogout {
            self.clear();
        }
    }

    /// Returns what was done so far.
    #[must_use]
    pub fn statistics(&self) -> HotStatistics {
        let kept = self.kept();
        HotStatistics { held: kept.entries.len(), ..kept.statistics }
    }

    fn is_over(&self, entry: &Entry) -> bool {
        match self.policy {
            Policy::Off => true,
            Policy::Ttl(time) => entry.since.elapsed() >= time,
            Policy::UntilLogout => false,
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
