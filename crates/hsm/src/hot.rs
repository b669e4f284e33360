//! Hot keys: what was unwrapped stays so for a while, bounded, and is wiped when it leaves.
//!
//! To unwrap a key takes longer than to sign with it. A key that is kept is used only after the
//! same look at role, usage and mechanism that [`Token::open_key`] takes, against the object as it
//! is now. Keys lie in the memory of the process: see [`crate::memory`].

use crate::audit::{Use, Uses};
use crate::error::Error;
use crate::key::Key;
use crate::object::{Id, Mechanism};
use crate::token::{Session, Token};
use crate::traces::{SHORT, wiped};
use lru::LruCache;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most bytes of unwrapped keys of a token, about, unless as many keys as are kept take more of
/// `KEY_BYTES` each: some 370 of ML-DSA-87.
pub const MOST_BYTES: usize = 32 << 20;
/// What a key takes at most, but for those of ML-DSA and the longest of RSA.
const KEY_BYTES: usize = 8 << 10;

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
    /// What it takes, about.
    bytes: usize,
    version: u32,
    since: Instant,
    /// How it was used since that was last asked for: by few, in few ways.
    uses: Vec<(Use, i64)>,
}

struct Kept {
    entries: LruCache<Id, Entry>,
    /// What the entries take, about, and may take.
    bytes: usize,
    most_bytes: usize,
    statistics: HotStatistics,
    /// The same of keys that are not kept any more.
    uses: HashMap<Use, i64>,
}

impl Entry {
    fn count(&mut self, of: Use, times: i64) {
        match self.uses.iter_mut().find(|known| known.0 == of) {
            Some((_, all)) => *all += times,
            None => self.uses.push((of, times)),
        }
    }
}

impl Kept {
    /// Keeps a key, in place of those that were not used for the longest.
    fn keep(&mut self, id: Id, entry: Entry) {
        self.bytes += entry.bytes;
        let before = self.entries.push(id, entry);
        self.let_go(before.map(|(_, entry)| entry));
        while self.bytes > self.most_bytes && self.entries.len() > 1 {
            let oldest = self.entries.pop_lru();
            self.let_go(oldest.map(|(_, entry)| entry));
        }
    }

    /// Lets go of a key, and keeps how it was used.
    fn let_go(&mut self, entry: Option<Entry>) {
        self.bytes -= entry.as_ref().map_or(0, |entry| entry.bytes);
        let uses = entry.into_iter().flat_map(|entry| entry.uses);
        uses.for_each(|(of, times)| *self.uses.entry(of).or_default() += times);
    }

    /// Counts uses of a key that is perhaps kept.
    fn count(&mut self, of: Use, times: i64) {
        match self.entries.peek_mut(&of.key) {
            _ if times == 0 => {}
            Some(entry) => entry.count(of, times),
            None => *self.uses.entry(of).or_default() += times,
        }
    }

    fn forget(&mut self, id: Id) {
        let entry = self.entries.pop(&id);
        self.let_go(entry);
    }

    /// Lets go of all keys that are over.
    fn forget_all(&mut self, is_over: impl Fn(&Entry) -> bool) {
        let (uses, bytes) = (&mut self.uses, &mut self.bytes);
        self.entries.retain(|_, entry| {
            let over = is_over(entry);
            *bytes -= if over { entry.bytes } else { 0 };
            for (of, times) in entry.uses.drain(..) {
                *uses.entry(of).or_default() += times;
            }
            !over
        });
    }
}

/// The unwrapped keys of one token.
pub struct HotKeys {
    token: Arc<Token>,
    policy: Policy,
    kept: Mutex<Kept>,
}

impl HotKeys {
    /// Keeps at most `most` keys, none if it is 0, and about [`MOST_BYTES`] of them at most; the
    /// least recently used one goes first.
    #[must_use]
    pub fn new(token: Arc<Token>, policy: Policy, most: usize) -> Self {
        let limit = NonZeroUsize::new(most);
        let policy = if limit.is_some() { policy } else { Policy::Off };
        let entries = LruCache::sparse(limit.unwrap_or(NonZeroUsize::MIN));
        let (statistics, uses) = Default::default();
        let (bytes, most_bytes) = (0, most.saturating_mul(KEY_BYTES).max(MOST_BYTES));
        let kept = Mutex::new(Kept { entries, bytes, most_bytes, statistics, uses });
        Self { token, policy, kept }
    }

    /// The same with another bound of bytes. One key is kept whatever it takes.
    #[must_use]
    pub fn within(self, most_bytes: usize) -> Self {
        self.kept().most_bytes = most_bytes;
        self
    }

    /// Returns a key to be used by `mechanism`: the one that is kept, or unwrapped now.
    ///
    /// Errors: as [`Token::open_key`] has them.
    pub fn open(&self, session: &Session, id: Id, mechanism: Mechanism) -> Result<Arc<Key>, Error> {
        self.open_for(session, id, mechanism, 1)
    }

    /// The same, for so many uses.
    pub(crate) fn open_for(
        &self,
        session: &Session,
        id: Id,
        mechanism: Mechanism,
        times: u64,
    ) -> Result<Arc<Key>, Error> {
        let of = session.to_use(id, mechanism);
        let uses = self.token.uses();
        if uses == Uses::Each {
            self.token.permit(session, id, mechanism)?;
            self.token.count_use(of.clone(), times)?;
        }
        let counted = if uses == Uses::Minute { times as i64 } else { 0 };
        if let Some(key) = self.find(session, id, mechanism, counted)? {
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
            let (key, bytes) = (key.clone(), object.kind.unwrapped_bytes());
            kept.keep(id, Entry { key, bytes, version, since: Instant::now(), uses: vec![] });
        }
        kept.count(of, counted);
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
        self.kept_key_for(session, id, mechanism, 1)
    }

    /// The same, for so many uses. Where each has its row, none is kept without one.
    pub(crate) fn kept_key_for(
        &self,
        session: &Session,
        id: Id,
        mechanism: Mechanism,
        times: u64,
    ) -> Result<Option<Arc<Key>>, Error> {
        match self.token.uses() {
            Uses::Minute => self.find(session, id, mechanism, times as i64),
            Uses::None => self.find(session, id, mechanism, 0),
            Uses::Each => self.token.permit(session, id, mechanism).map(|_| None),
        }
    }

    fn find(
        &self,
        session: &Session,
        id: Id,
        mechanism: Mechanism,
        counted: i64,
    ) -> Result<Option<Arc<Key>>, Error> {
        let permitted = self.token.permit(session, id, mechanism);
        let mut kept = self.kept();
        if permitted == Err(Error::KeyUnknown) {
            kept.forget(id);
        }
        let object = permitted?;
        let Some(entry) = kept.entries.get_mut(&id) else { return Ok(None) };
        if entry.version != object.version || self.is_over(entry) {
            kept.forget(id);
            return Ok(None);
        }
        if counted != 0 {
            entry.count(session.to_use(id, mechanism), counted);
        }
        let key = entry.key.clone();
        kept.statistics.hits += 1;
        Ok(Some(key))
    }

    /// Lets go what has been kept for long enough; to be called from time to time.
    pub fn expire(&self) {
        self.kept().forget_all(|entry| self.is_over(entry));
    }

    /// Lets go of one key.
    pub fn forget(&self, id: Id) {
        self.kept().forget(id);
    }

    /// Lets go of all. A key in use is wiped after its use.
    pub fn clear(&self) {
        self.kept().forget_all(|_| true);
    }

    /// Says that the last session has ended.
    pub fn logged_out(&self) {
        if self.policy == Policy::UntilLogout {
            self.clear();
        }
    }

    /// Takes back uses that did not come about.
    #[cfg(feature = "service")]
    pub(crate) fn take_back(&self, of: Use, times: u64) {
        if self.token.uses() == Uses::Minute {
            self.kept().count(of, -(times as i64));
        }
    }

    /// Gives how keys were used to the token, which counts it for its log.
    pub(crate) fn hand_over_uses(&self) {
        let mut kept = self.kept();
        kept.forget_all(|_| false);
        let uses = std::mem::take(&mut kept.uses);
        drop(kept);
        self.token.count_uses(uses);
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
