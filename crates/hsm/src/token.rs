//! A token: keys at rest, and who may do what with them.
//!
//! # What protects what
//!
//! ```text
//! passphrase, file, credential -> master key -> integrity key: MACs of all records and the state
//!                                            \> outer wrap
//! PIN of someone -- Argon2id --> PIN key --> private key --> token key --> a key for each object
//!                  (inner wrap, under the outer)  (X25519)  (HKDF of all that is said of it)
//! ```
//!
//! What a key may be used for is part of what its own key is derived from: who has the master key
//! and no PIN can write another usage into the store, and the key does not open. A new PIN, and
//! [`Token::rekey`], give the token another key: an old copy of the store with an old PIN opens the
//! keys of that copy and none that was made later.
//!
//! A thief of the store needs the master key and a PIN to have a key; with the master key alone,
//! nothing is unwrapped. Every record has a MAC over all of it, and the state one over the digest
//! of those MACs and a sequence number: a record that is edited, exchanged, taken away or put back
//! is noticed. That a whole old store was put in the place of the newer one is noticed only by who
//! has kept the sequence number elsewhere: [`Token::status`] tells it.
//!
//! # Changes
//!
//! Each is one commit of the storage with its row of the audit log, and is acknowledged after it.
//! After a commit that fails, all is read anew before the next operation, since nobody knows what
//! it has left.

mod access;
mod audit;
mod backup;
mod copies;
mod crowd;
mod index;
mod init;
mod limits;
mod login;
mod migrate;
mod objects;
mod people;
mod permissions;
mod random;
mod recovery;
mod rekey;
mod rules;
mod signer;
mod status;
mod stored;
#[cfg(test)]
mod tests;
mod transfer;

use crate::audit::{Counted, Tally};
use crate::error::Error;
use crate::identity::IdentityRecord;
use crate::master::{Master, MasterKeys};
use crate::object::{Class, Id, Object};
use crate::peer::Peer;
use crate::platform::Platform;
use crate::record_digest::RecordDigest;
use crate::secret::Tag;
use crate::state::{FORMAT, State, chained};
use crate::storage::{Change, Reader, Record, Storage, Table};
use index::{Index, View};
use objects::Stored;
use people::People;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};

pub use crate::object::Patch;
pub use backup::{BackupReport, BackupSource, inspect_backup};
pub use crowd::ExpectedLogin;
pub use login::Session;
pub use objects::{Draft, FetchStep};
pub use permissions::Viewer;
pub use random::MAX_RANDOM;
#[cfg(feature = "test-hooks")]
pub use rules::Rule;
pub use signer::Fingerprint;
pub use status::Status;

/// A token over any storage. All of it may be used from many threads at once.
pub struct Token {
    id: Id,
    label: String,
    platform: Platform,
    writer: Mutex<Writer>,
    /// What was last committed, beside the writer: nobody who looks for a key waits for a disk.
    index: RwLock<Index>,
    /// A way to records beside the writer's, if the storage has one.
    reader: Option<Box<dyn Reader>>,
    /// A commit has failed: what the storage has is not known.
    stale: AtomicBool,
    people: People,
    /// How uses of keys come into the log, as a number.
    uses: AtomicU8,
    limits: limits::CurrentLimits,
    /// What the log is to tell that is not written yet.
    tally: Mutex<Tally>,
    rules: rules::Rules,
    /// Told of each change of an object, before who has changed it.
    told: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

/// The one who changes the store.
struct Writer {
    storage: Box<dyn Storage>,
    keys: Arc<MasterKeys>,
    state: State,
    records: RecordDigest,
    identities: Arc<HashMap<String, Record>>,
}

/// A change not committed yet: records with their objects, what goes, and what the audit log says
/// of it.
#[derive(Default)]
struct PendingChange {
    put: Vec<(Stored, Vec<u8>)>,
    identities: Vec<(IdentityRecord, Vec<u8>)>,
    delete: Vec<Id>,
    /// Identities that go.
    gone: Vec<Id>,
    /// Another state than the one there is, but for what each commit sets.
    state: Option<State>,
    /// What the log says in place of the following, if there is something.
    counted: Vec<Counted>,
    actor: String,
    peer: Option<Peer>,
    action: &'static str,
    subject: String,
}

impl Token {
    /// Opens the token of a storage, after a look at every record.
    ///
    /// Errors: `StoreMissing`, `StoreVersion`, `StoreCorrupt`, `MasterWrong`, `MasterInvalid`, and
    /// those of the storage.
    pub fn open(
        mut storage: Box<dyn Storage>,
        platform: Platform,
        master: &Master,
    ) -> Result<Self, Error> {
        let bytes = state_of(&mut *storage)?;
        let state = State::unverified(&bytes)?;
        let keys = MasterKeys::new(&master.key(&state.origin)?, state.token);
        let (state, records, identities, index) = read_all(&mut *storage, &keys)?;
        let (keys, identities) = (Arc::new(keys), Arc::new(identities));
        let writer = Writer { storage, keys, state, records, identities };
        let index = index.with_view(View::of(&writer));
        let token = Self::new(writer, index, platform)?;
        token.note_state(&*token.writer()?)?;
        Ok(token)
    }

    /// Errors: those of the storage.
    fn new(mut writer: Writer, index: Index, platform: Platform) -> Result<Self, Error> {
        let (id, label) = (writer.state.token, writer.state.label.clone());
        let reader = writer.storage.reader()?;
        // No token that was open before has had this number, but by chance.
        let changes = RandomState::new().build_hasher().finish();
        let index = index.with_changes(changes);
        let (writer, index) = (Mutex::new(writer), RwLock::new(index));
        let (people, rules, uses, limits, stale) = Default::default();
        let told = OnceLock::new();
        let tally = Mutex::new(Tally::since(platform.now()));
        Ok(Self {
            id,
            label,
            platform,
            writer,
            index,
            reader,
            stale,
            people,
            uses,
            limits,
            tally,
            rules,
            told,
        })
    }

    /// Takes notice of the PINs that there are now, and of what is set for the log.
    fn note_state(&self, writer: &Writer) -> Result<(), Error> {
        self.note_settings(&writer.state);
        self.people.note(&writer.identities)
    }

    fn note_settings(&self, state: &State) {
        self.uses.store(state.audit.uses as u8, Ordering::Relaxed);
        self.limits.note(state.limits);
    }

    /// Its label.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// How many objects there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.index().objects.len()
    }

    /// Returns a number that is another one after each change of an object, and each opening: who
    /// has read objects between two equal numbers has them as they are.
    #[must_use]
    pub fn changes(&self) -> u64 {
        self.index().changes
    }

    /// Lets `tell` be called behind each change of an object, once it can be seen and before who
    /// has made it knows. The first who asks for this has it.
    #[cfg(feature = "service")]
    pub(crate) fn tell_changes(&self, tell: impl Fn() + Send + Sync + 'static) {
        // There is one service, if any.
        let _ = self.told.set(Box::new(tell));
    }

    fn tell_change(&self) {
        if let Some(tell) = self.told.get() {
            tell();
        }
    }

    /// Returns the object of an id. Errors: `KeyUnknown`.
    pub fn find(&self, id: Id) -> Result<Arc<Object>, Error> {
        self.index().objects.get(&id).cloned().ok_or(Error::KeyUnknown)
    }

    /// Returns the key of a label. Errors: `KeyUnknown`.
    pub fn find_label(&self, label: &str) -> Result<Arc<Object>, Error> {
        self.index().of_label(Class::Private, label).cloned().ok_or(Error::KeyUnknown)
    }

    /// Returns all keys, ordered by their labels.
    #[must_use]
    pub fn list(&self) -> Vec<Arc<Object>> {
        let index = self.index();
        index.sorted().iter().filter(|it| it.class.is_key()).cloned().collect()
    }

    fn index(&self) -> std::sync::RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes in what other processes have changed in a store that is shared. Returns whether all
    /// was read anew; it may also be that somebody of this process has changed something.
    ///
    /// Errors: those of the storage.
    pub(crate) fn follow(&self) -> Result<bool, Error> {
        let before = self.changes();
        drop(self.writer()?);
        Ok(self.changes() != before)
    }

    /// Returns the writer, after reading all anew if a commit has failed, or others have changed
    /// the store.
    fn writer(&self) -> Result<MutexGuard<'_, Writer>, Error> {
        // A panic inside has left the storage as it was, and the rest is read anew.
        let mut writer = self.writer.lock().unwrap_or_else(|poisoned| {
            self.stale.store(true, Ordering::Release);
            self.writer.clear_poison();
            poisoned.into_inner()
        });
        if writer.storage.has_changed()? {
            self.stale.store(true, Ordering::Release);
        }
        if self.stale.load(Ordering::Acquire) {
            let writer = &mut *writer;
            let (state, records, identities, index) = read_all(&mut *writer.storage, &writer.keys)?;
            if state.sequence < writer.state.sequence {
                return Err(Error::StoreCorrupt("it was put back to an older state"));
            }
            (writer.state, writer.records) = (state, records);
            writer.identities = Arc::new(identities);
            let index = index.with_view(View::of(writer));
            let mut known = self.index.write().unwrap_or_else(PoisonError::into_inner);
            *known = index.with_changes(known.changes.wrapping_add(1));
            drop(known);
            self.tell_change();
            self.note_state(writer)?;
            self.stale.store(false, Ordering::Release);
        }
        Ok(writer)
    }

    /// Returns what was last committed, without a wait for a commit under way. Errors: those of the
    /// storage, where it must be read anew.
    fn view(&self) -> Result<Arc<View>, Error> {
        if !self.stale.load(Ordering::Acquire)
            && let Some(view) = &self.index().view
        {
            return Ok(view.clone());
        }
        Ok(View::of(&*self.writer()?).into())
    }

    /// Makes the planned change safe, then known. Returns the new objects.
    fn commit(
        &self,
        writer: &mut Writer,
        pending: PendingChange,
    ) -> Result<Vec<Arc<Object>>, Error> {
        let (change, next) = writer.change(&pending, self.platform.now());
        let tags = change.put.iter().map(|record| (record.table, record.id, Some(record.tag)));
        let tags = tags.chain(change.delete.iter().map(|(table, id)| (*table, *id, None)));
        let tags: Vec<(Table, Id, Option<Tag>)> = tags.collect();
        let many = tags.len() > 64;
        for (table, id, tag) in tags {
            if many {
                writer.records.set_later(table, id, tag);
            } else {
                writer.records.set(table, id, tag);
            }
        }
        if many {
            writer.records.settle();
        }
        let state = State { records: writer.records.digest(), ..next };
        let change = Change { state: state.to_bytes(&writer.keys), ..change };
        let committed = writer.storage.commit(&change);
        // Until the storage has said yes, nobody knows what it has.
        self.stale.store(committed.is_err(), Ordering::Release);
        committed.map_err(|error| writer.conflict(error))?;
        writer.state = state;
        let are_people = !pending.identities.is_empty() || !pending.gone.is_empty();
        if are_people {
            let identities = Arc::make_mut(&mut writer.identities);
            identities.retain(|_, record| !pending.gone.contains(&record.id));
            let records = change.put.into_iter().filter(|record| record.table == Table::Roles);
            let names = pending.identities.iter().map(|(it, _)| it.name().to_owned());
            identities.extend(names.zip(records));
        }
        let objects: Vec<Arc<Object>> =
            pending.put.into_iter().map(|(stored, _)| stored.object.into()).collect();
        let has_changed = !pending.delete.is_empty() || !objects.is_empty();
        {
            let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
            pending.delete.iter().for_each(|id| index.remove(*id));
            objects.iter().for_each(|object| index.insert(object.clone()));
            if has_changed {
                index.changes = index.changes.wrapping_add(1);
            }
            // Together with the objects: their keys are opened by what is here.
            index.view = Some(View::of(writer).into());
        }
        if has_changed {
            self.tell_change();
        }
        self.note_settings(&writer.state);
        if are_people {
            self.people.note(&writer.identities)?;
        }
        Ok(objects)
    }
}

impl Writer {
    /// Returns a pending change as the storage takes it, but for the state's bytes, and the state
    /// but for the digest.
    fn change(&self, pending: &PendingChange, time: u64) -> (Change, State) {
        let base = pending.state.as_ref().unwrap_or(&self.state);
        let sequence = self.state.sequence + 1;
        let record = |table, id: Id, body: Vec<u8>, sealed: &[u8]| {
            let tag = tag_of(&self.keys, table, id, &body, sealed);
            Record { table, id, body, sealed: sealed.to_vec(), tag }
        };
        let objects = pending
            .put
            .iter()
            .map(|(it, sealed)| record(Table::Objects, it.object.id, it.body(), sealed));
        let identities = pending
            .identities
            .iter()
            .map(|(it, sealed)| record(Table::Roles, it.holder().id, it.body(), sealed));
        let put: Vec<Record> = objects.chain(identities).collect();
        let delete = pending.delete.iter().map(|id| (Table::Objects, *id));
        let delete = delete.chain(pending.gone.iter().map(|id| (Table::Roles, *id))).collect();
        let rows = pending.rows(time, sequence);
        let fresh = pending.put.iter();
        let fresh =
            fresh.filter(|(it, _)| self.records.tag(Table::Objects, it.object.id).is_none());
        let state = State {
            format: FORMAT,
            sequence,
            objects: base.objects + fresh.count() as u64 - pending.delete.len() as u64,
            audit_rows: base.audit_rows + rows.len() as u64,
            audit_head: rows.iter().fold(base.audit_head, |head, row| chained(&head, row)),
            ..base.clone()
        };
        let audit = (base.audit_rows..).zip(rows).collect();
        let audit_first = state.audit_first;
        let (expected, state_bytes) = (self.state.sequence, vec![]);
        let change =
            Change { expected, sequence, put, delete, state: state_bytes, audit, audit_first };
        (change, state)
    }

    /// Returns what a failed commit says: there is no conflict with nobody. Errors are told as they
    /// are.
    fn conflict(&mut self, error: Error) -> Error {
        let found = self.storage.state().ok().flatten();
        let found = found.and_then(|bytes| Some(State::unverified(&bytes).ok()?.sequence));
        match error {
            Error::StoreConflict if found == Some(self.state.sequence) => {
                Error::StoreCorrupt("the number of its last change")
            }
            other => other,
        }
    }

    /// Returns what is wrapped of an object, after a look whether it is what was written.
    ///
    /// Errors: `KeyUnknown`, `StoreCorrupt`, and those of the storage.
    fn sealed(&mut self, id: Id) -> Result<Record, Error> {
        let known = self.records.tag(Table::Objects, id).ok_or(Error::KeyUnknown)?;
        let record = self.storage.record(Table::Objects, id)?;
        let record = record.ok_or(Error::StoreCorrupt("a key's record is gone"))?;
        if record.tag != *known {
            return Err(Error::StoreCorrupt("a key's record was exchanged"));
        }
        verify(&self.keys, &record)?;
        Ok(record)
    }
}

fn tag_of(keys: &MasterKeys, table: Table, id: Id, body: &[u8], sealed: &[u8]) -> Tag {
    keys.integrity.tag(&[b"record", &[table as u8], &id.0, body, sealed])
}

fn verify(keys: &MasterKeys, record: &Record) -> Result<(), Error> {
    let parts = [b"record", &[record.table as u8][..], &record.id.0, &record.body, &record.sealed];
    let whole = keys.integrity.is_tag(&parts, &record.tag);
    if whole { Ok(()) } else { Err(Error::StoreCorrupt("a record was edited")) }
}

/// Returns the state's bytes. Errors: `StoreMissing` if nothing was ever committed; `StoreCorrupt`
/// if it is the state alone that is not there; those of the storage.
fn state_of(storage: &mut dyn Storage) -> Result<Vec<u8>, Error> {
    if let Some(bytes) = storage.state()? {
        return Ok(bytes);
    }
    storage.records(&mut |_| Err(Error::StoreCorrupt("the token's state is gone")))?;
    Err(Error::StoreMissing)
}

/// All that counts in a store, but for the audit log.
type All = (State, RecordDigest, HashMap<String, Record>, Index);

/// How often a store is read that others change meanwhile.
const READINGS: usize = 100;

/// Reads and verifies all that counts; of the audit log the last row alone is looked at.
fn read_all(storage: &mut dyn Storage, keys: &MasterKeys) -> Result<All, Error> {
    let mut readings = 0;
    loop {
        let bytes = state_of(storage)?;
        let read = read_under(storage, keys, &bytes);
        readings += 1;
        // Records of two states do not fit together, and nobody has damaged them.
        if read.is_ok() || readings == READINGS || state_of(storage)? == bytes {
            return read;
        }
    }
}

fn read_under(storage: &mut dyn Storage, keys: &MasterKeys, bytes: &[u8]) -> Result<All, Error> {
    let state = State::unverified(bytes)?;
    state.verify(bytes, keys)?;
    let (mut records, mut identities, mut index) =
        (RecordDigest::new(), HashMap::new(), Index::default());
    storage.records(&mut |record| {
        verify(keys, &record)?;
        records.set_later(record.table, record.id, Some(record.tag));
        match record.table {
            Table::Objects => {
                index.insert(Arc::new(Stored::read(&record)?.object));
            }
            Table::Roles => {
                let name = IdentityRecord::read(&record)?.name().to_owned();
                identities.insert(name, record);
            }
        }
        Ok(())
    })?;
    records.settle();
    if records.digest() != state.records || index.objects.len() as u64 != state.objects {
        return Err(Error::StoreCorrupt("records are missing, or old ones were put back"));
    }
    audit::verify_last(storage, &state)?;
    Ok((state, records, identities, index))
}
