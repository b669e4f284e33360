//! Keys in a token: made, taken in, changed, removed, unwrapped.

use super::rules::Rule;
pub(super) use super::stored::{Arrival, Stored};
use super::{PendingChange, Session, Token, Writer};
use crate::error::Error;
use crate::key::{Key, KeyKind, KeyRecord, generate, has_small_order, public_kind};
use crate::object::{Attributes, Class, History, Id, Mechanism, Object, Patch, Usage};
use crate::role::Right;
use crate::secret::{SymmetricKey, Tag};
use crate::storage::{Record, Table};
use crate::traces::{SHORT, wiped};
use sealane::ecc::keygen_batch;
use sealane::rsa::Permitted;
use sealane::{Algorithm, DecodeError, Lengths, PrivateKey, PublicKey};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use zeroize::Zeroizing;

/// A key to be made.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Algorithm and size.
    pub kind: KeyKind,
    /// What its maker says.
    pub attributes: Attributes,
}

/// A step on the way of a key out of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchStep {
    /// Role, usage and mechanism.
    Permit,
    /// The record read, and its MAC; the token key unwrapped by the session's.
    Read,
    /// The object's own key derived, and the record unwrapped by it.
    Unwrap,
    /// The key made of its bytes.
    Decode,
}

impl Token {
    /// Makes a key, or a key pair, and returns its object when it is safe.
    ///
    /// Errors: `RoleDenied`, `NameInvalid`, `NameExists`, `UsageDenied`, `UsageConflict`,
    /// `KeyType`, `Random`, and those of the storage.
    pub fn generate(&self, session: &Session, draft: Draft) -> Result<Arc<Object>, Error> {
        let mut made = self.generate_all(session, vec![draft])?;
        Ok(made.remove(0))
    }

    /// Makes all the keys, or none, in one change. Errors: as [`Token::generate`] has them.
    pub fn generate_all(
        &self,
        session: &Session,
        drafts: Vec<Draft>,
    ) -> Result<Vec<Arc<Object>>, Error> {
        self.demand(session, Right::Manage)?;
        for draft in &drafts {
            draft.attributes.check(draft.kind, class_of(draft.kind))?;
            self.demand_makeable(session, &draft.attributes)?;
        }
        let keys = wiped(SHORT, || self.fresh_keys(&drafts))?;
        let attributes = drafts.into_iter().map(|draft| draft.attributes);
        let keys = keys.iter().zip(attributes).collect();
        self.add(session, keys, Arrival::Generated, "generate")
    }

    /// Takes keys in. Errors: as [`Token::generate`] has them.
    pub fn import(
        &self,
        session: &Session,
        keys: Vec<(Key, Attributes)>,
    ) -> Result<Vec<Arc<Object>>, Error> {
        self.demand(session, Right::Manage)?;
        self.take_in(session, keys, Arrival::Imported, "import")
    }

    /// Takes keys in that came from outside. Errors: as [`Token::import`] has them.
    pub(super) fn take_in(
        &self,
        session: &Session,
        keys: Vec<(Key, Attributes)>,
        arrival: Arrival,
        action: &'static str,
    ) -> Result<Vec<Arc<Object>>, Error> {
        for (key, attributes) in &keys {
            attributes.check(key.kind(), class_of(key.kind()))?;
            demand_usable(key, attributes)?;
            self.demand_makeable(session, attributes)?;
        }
        let keys = keys.iter().map(|(key, attributes)| (key, attributes.clone())).collect();
        self.add(session, keys, arrival, action)
    }

    /// Takes somebody's public key in, a SubjectPublicKeyInfo. Errors: also those of the library,
    /// and `KeyPointInvalid` for a key of EdDSA of small order, for which anybody can sign.
    pub fn import_public(
        &self,
        session: &Session,
        spki: &[u8],
        label: &str,
    ) -> Result<Arc<Object>, Error> {
        let attributes = Attributes::usual(label, public_kind(spki)?);
        self.import_public_as(session, spki, attributes)
    }

    /// The same with the names and the rows of programs of these attributes; the others are those
    /// of a public key.
    pub fn import_public_as(
        &self,
        session: &Session,
        spki: &[u8],
        attributes: Attributes,
    ) -> Result<Arc<Object>, Error> {
        self.demand(session, Right::Manage)?;
        let key = PublicKey::from_spki_der(spki, Lengths::Current)?;
        if has_small_order(&key) {
            return Err(DecodeError::KeyPointInvalid.into());
        }
        let kind = KeyKind::Pair(key.algorithm());
        let usage =
            if Usage::possible(kind).has(Usage::VERIFY) { Usage::VERIFY } else { Usage::NONE };
        let Attributes { label, external_id, extra, .. } = attributes;
        let usual = Attributes::usual(&label, kind);
        let (exportable, sensitive) = (true, false);
        let attributes = Attributes { usage, exportable, sensitive, external_id, extra, ..usual };
        attributes.check(kind, Class::Public)?;
        let mut writer = self.writer()?;
        self.demand_free_labels([(Class::Public, label.as_str())])?;
        let object = self.object(&writer, Class::Public, kind, attributes, spki.to_vec())?;
        let subject = object.id.to_string();
        let stored = Stored { object, arrival: Arrival::Imported, once_exportable: true };
        let pending = PendingChange {
            put: vec![(stored, vec![])],
            subject,
            ..change_by(session, "import public")
        };
        Ok(self.commit(&mut writer, pending)?.remove(0))
    }

    /// Removes a key for ever: the officer the keys that read backups, the user all others.
    ///
    /// Errors: `RoleDenied`, `KeyUnknown`, and those of the storage.
    pub fn delete(&self, session: &Session, id: Id) -> Result<(), Error> {
        let mut writer = self.writer()?;
        let object = self.noted(session, || format!("delete {id}"), self.usable(session, id))?;
        self.demand(session, right_over(&object.attributes))?;
        let pending = PendingChange {
            delete: vec![id],
            subject: id.to_string(),
            ..change_by(session, "delete")
        };
        self.commit(&mut writer, pending)?;
        Ok(())
    }

    /// Changes attributes; who may is as for [`Token::delete`].
    ///
    /// Errors: `AttributeReadOnly` for a change that would permit more; `RoleDenied`, `KeyUnknown`,
    /// `NameInvalid`, `NameExists`, `DATA_INVALID`, and those of the storage.
    pub fn modify(&self, session: &Session, id: Id, patch: Patch) -> Result<Arc<Object>, Error> {
        let mut writer = self.writer()?;
        self.noted(session, || format!("modify {id}"), self.usable(session, id))?;
        let record = writer.sealed(id)?;
        let mut stored = Stored::read(&record)?;
        let object = &mut stored.object;
        self.demand(session, right_over(&object.attributes))?;
        let attributes = patch.applied_to(&object.attributes)?;
        if attributes.label != object.attributes.label {
            self.demand_free_labels([(object.class, &attributes.label[..])])?;
        }
        attributes.check(object.kind, object.class)?;
        object.attributes = attributes;
        let by = PendingChange { subject: id.to_string(), ..change_by(session, "modify") };
        self.rewrite(&mut writer, session, (record, stored), by)
    }

    /// Writes an object again of which something else is said now.
    pub(super) fn rewrite(
        &self,
        writer: &mut Writer,
        session: &Session,
        (record, mut stored): (Record, Stored),
        by: PendingChange,
    ) -> Result<Arc<Object>, Error> {
        stored.object.sequence = writer.state.sequence + 1;
        let token_key = writer.token_key(session)?;
        // What is said of a key is part of what wraps it.
        let key = unseal(&token_key, &record)?;
        let sealed = key.map_or(vec![], |key| seal(&token_key, &stored, &key));
        let pending = PendingChange { put: vec![(stored, sealed)], ..by };
        Ok(self.commit(writer, pending)?.remove(0))
    }

    /// Demands that a session may use a key by `mechanism`, without unwrapping it.
    ///
    /// Errors: `NotLoggedIn` for a session of another token; `RoleDenied`, `KeyUnknown`,
    /// `KeyType`, `UsageDenied`.
    pub fn permit(
        &self,
        session: &Session,
        id: Id,
        mechanism: Mechanism,
    ) -> Result<Arc<Object>, Error> {
        self.demand_current(session)?;
        let permitted = || {
            session.demand(right_for(mechanism))?;
            let object = self.usable(session, id)?;
            if self.rules.holds(Rule::KeysAreUsedAsTheySay) {
                object.check_use(mechanism)?;
            }
            Ok(object)
        };
        self.noted(session, || format!("{} by {id}", mechanism.name()), permitted())
    }

    /// Returns a key to be used by `mechanism`, unwrapped, and its object.
    ///
    /// The key is looked at anew on each call: right of the role, usage and mechanisms of the key.
    /// It is the caller's to keep, and is wiped when dropped; whoever keeps it for another use, or
    /// another session, asks [`Token::permit`] first.
    ///
    /// Errors: those of [`Token::permit`]; `StoreCorrupt`, and those of the storage.
    pub fn open_key(
        &self,
        session: &Session,
        id: Id,
        mechanism: Mechanism,
    ) -> Result<(Arc<Object>, Key), Error> {
        self.open_key_in_steps(session, id, mechanism, |_| ())
    }

    /// Like [`Token::open_key`], and tells `done` of each step behind it: for who measures them.
    ///
    /// Errors: as [`Token::open_key`] has them.
    pub fn open_key_in_steps(
        &self,
        session: &Session,
        id: Id,
        mechanism: Mechanism,
        mut done: impl FnMut(FetchStep),
    ) -> Result<(Arc<Object>, Key), Error> {
        let object = self.permit(session, id, mechanism)?;
        done(FetchStep::Permit);
        let (_, key) = self.unsealed(session, &object, done)?;
        Ok((object, key))
    }

    /// Returns a key, unwrapped, and what is kept of it: the caller has looked at who may.
    pub(super) fn unsealed(
        &self,
        session: &Session,
        object: &Object,
        mut done: impl FnMut(FetchStep),
    ) -> Result<(Stored, Key), Error> {
        let read = match self.read_beside(session, object.id) {
            Some(read) => Ok(read),
            None => self
                .writer()
                .and_then(|mut writer| Ok((writer.token_key(session)?, writer.sealed(object.id)?))),
        };
        let (token_key, record) = read?;
        done(FetchStep::Read);
        // Of the record, which has just been looked at, and not of the index, which may be older.
        let stored = Stored::read(&record)?;
        if matches!(stored.object.class, Class::Public | Class::Certificate) {
            return Err(Error::KeyType);
        }
        let opened = unwrapped(&token_key, &record)?;
        done(FetchStep::Unwrap);
        let key = Key::from_record(stored.object.kind, &opened)?;
        done(FetchStep::Decode);
        Ok((stored, key))
    }

    /// Returns the token key and the record of an object without a wait for who changes the store;
    /// nothing if it must be looked for there: what is here may be older, or not whole.
    fn read_beside(&self, session: &Session, id: Id) -> Option<(Arc<SymmetricKey>, Record)> {
        let reader = self.reader.as_ref().filter(|_| !self.stale.load(Ordering::Acquire))?;
        let (view, object) = {
            let index = self.index();
            (index.view.clone()?, index.objects.get(&id)?.clone())
        };
        let record = reader.record(Table::Objects, id).ok()??;
        super::verify(&view.keys, &record).ok()?;
        // Each time it was written it got another sequence number.
        let current = Stored::read(&record).ok()?.object.sequence == object.sequence;
        Some((view.token_key(session).ok()?, record)).filter(|_| current)
    }

    /// Demands that who makes a key could also change it: a key that reads backups is the
    /// officer's, and no user makes one or takes one in. Errors: `RoleDenied`.
    fn demand_makeable(&self, session: &Session, attributes: &Attributes) -> Result<(), Error> {
        if self.rules.holds(Rule::OfficersKeysAreMadeByOfficers) {
            self.demand(session, right_over(attributes))?;
        }
        self.demand_known_names(&attributes.permissions)
    }

    /// Demands that no object of its sort has one of the labels, and that they differ. The caller
    /// holds the writer. Errors: `NameExists`.
    pub(super) fn demand_free_labels<'a>(
        &self,
        labels: impl IntoIterator<Item = (Class, &'a str)>,
    ) -> Result<(), Error> {
        let index = self.index();
        let mut seen = HashSet::new();
        let free = |(class, label): (Class, &'a str)| {
            let sort = if class.is_key() { Class::Private } else { class };
            index.of_label(class, label).is_none() && seen.insert((sort, label))
        };
        if labels.into_iter().all(free) { Ok(()) } else { Err(Error::NameExists) }
    }

    fn fresh_keys(&self, drafts: &[Draft]) -> Result<Vec<Key>, Error> {
        let curves: Vec<_> = drafts
            .iter()
            .filter_map(|draft| match draft.kind {
                KeyKind::Pair(Algorithm::Curve(curve)) => Some(curve),
                _ => None,
            })
            .collect();
        let made = keygen_batch(&curves);
        let mut curves = made.iter();
        // All the room at once, and copies of what was made: what moves or grows leaves keys
        // behind.
        let mut keys = Vec::with_capacity(drafts.len());
        for draft in drafts {
            keys.push(match draft.kind {
                KeyKind::Pair(Algorithm::Curve(_)) => {
                    let made = curves.next().expect("one was made for each");
                    Key::Private(made.as_ref().map_err(|error| *error)?.clone().into())
                }
                kind => generate(kind, &self.platform)?,
            });
        }
        Ok(keys)
    }

    /// Adds keys, which stay in the caller's hands: what moves is not wiped where it was.
    pub(super) fn add(
        &self,
        session: &Session,
        keys: Vec<(&Key, Attributes)>,
        arrival: Arrival,
        action: &'static str,
    ) -> Result<Vec<Arc<Object>>, Error> {
        let mut writer = self.writer()?;
        let labels = keys.iter().map(|(key, it)| (class_of(key.kind()), &it.label[..]));
        self.demand_free_labels(labels)?;
        // Somebody may have gone while the key was made, and another one come by that name.
        keys.iter().try_for_each(|(_, it)| writer.demand_known_names(&it.permissions))?;
        let token_key = writer.token_key(session)?;
        let mut put = Vec::with_capacity(keys.len());
        for (key, attributes) in keys {
            let (class, kind) = (class_of(key.kind()), key.kind());
            let once_exportable = attributes.exportable;
            let history = match arrival {
                Arrival::Generated => History::of_new(&attributes),
                _ => History::default(),
            };
            let object = self.object(&writer, class, kind, attributes, key.public_document())?;
            let object = Object { history, ..object };
            let stored = Stored { object, arrival, once_exportable };
            let sealed = seal(&token_key, &stored, key);
            put.push((stored, sealed));
        }
        let subject = match &put[..] {
            [(stored, _)] => stored.object.id.to_string(),
            many => format!("{} keys", many.len()),
        };
        self.commit(&mut writer, PendingChange { put, subject, ..change_by(session, action) })
    }

    /// An object that comes into the token now.
    pub(super) fn object(
        &self,
        writer: &Writer,
        class: Class,
        kind: KeyKind,
        attributes: Attributes,
        public: Vec<u8>,
    ) -> Result<Object, Error> {
        Ok(Object {
            id: Id(self.platform.random_bytes()?),
            class,
            kind,
            attributes,
            public,
            version: 0,
            sequence: writer.state.sequence + 1,
            created: self.platform.now(),
            history: History::default(),
        })
    }
}

/// Demands that a key from outside can be used for what it is to be: one of RSA whose document is
/// for signatures alone decrypts nothing. Errors: `UsageDenied`.
fn demand_usable(key: &Key, attributes: &Attributes) -> Result<(), Error> {
    let Key::Private(PrivateKey::Rsa(pair)) = key else { return Ok(()) };
    let signs_alone = pair.public_key().permitted() != Permitted::Everything;
    if signs_alone && attributes.usage.has(Usage::DECRYPT) {
        return Err(Error::UsageDenied);
    }
    Ok(())
}

/// An empty change, by a session.
pub(super) fn change_by(session: &Session, action: &'static str) -> PendingChange {
    let peer = Some(session.peer());
    PendingChange { actor: session.actor(), peer, action, ..PendingChange::default() }
}

pub(super) fn class_of(kind: KeyKind) -> Class {
    match kind {
        KeyKind::Pair(_) => Class::Private,
        KeyKind::Aes(_) | KeyKind::Secret(_) => Class::Secret,
        KeyKind::Certificate => Class::Certificate,
        KeyKind::Data => Class::Data,
    }
}

/// The right to make, change or delete a key. What reads backups is the officer's.
pub(super) fn right_over(attributes: &Attributes) -> Right {
    let reads_backups = attributes.mechanisms.contains(&Mechanism::Restore);
    if reads_backups { Right::Administer } else { Right::Manage }
}

fn right_for(mechanism: Mechanism) -> Right {
    match mechanism.usage() {
        // It decrypts too.
        _ if mechanism == Mechanism::RsaRaw => Right::Use,
        Usage::SIGN | Usage::VERIFY => Right::Sign,
        _ => Right::Use,
    }
}

/// The key that wraps one object's: of all that is said of it, so that none of that can change
/// without the token key.
fn object_key(token_key: &SymmetricKey, body: &[u8]) -> SymmetricKey {
    let digest: Tag = Sha256::digest(body).into();
    token_key.derive("object and attributes", &digest)
}

/// Returns the key wrapped for its object; nothing for a certificate.
pub(super) fn seal(token_key: &SymmetricKey, stored: &Stored, key: &Key) -> Vec<u8> {
    if stored.object.class == Class::Certificate {
        return vec![];
    }
    object_key(token_key, &stored.body()).wrap(&key.to_record())
}

/// Returns the key of a record; nothing for a public key or a certificate. Errors: `StoreCorrupt`.
pub(super) fn unseal(token_key: &SymmetricKey, record: &Record) -> Result<Option<Key>, Error> {
    let object = Stored::read(record)?.object;
    if matches!(object.class, Class::Public | Class::Certificate) {
        return Ok(None);
    }
    Key::from_record(object.kind, &unwrapped(token_key, record)?).map(Some)
}

/// Returns what is wrapped in the record of a key. Errors: `StoreCorrupt`.
fn unwrapped(token_key: &SymmetricKey, record: &Record) -> Result<Zeroizing<Vec<u8>>, Error> {
    let opened = object_key(token_key, &record.body).unwrap(&record.sealed);
    opened.map_err(|_| Error::StoreCorrupt("a wrapped key, or what is said of it"))
}
