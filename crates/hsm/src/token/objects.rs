//! Keys in a token: made, taken in, changed, removed, unwrapped.

use super::{PendingChange, Session, Token, Writer};
use crate::error::Error;
use crate::key::{Key, KeyKind, public_kind};
use crate::object::{Attributes, Class, Id, Mechanism, Object, Usage};
use crate::role::Right;
use crate::secret::SymmetricKey;
use sealane::Algorithm;
use sealane::ecc::keygen_batch;
use std::collections::HashSet;
use std::sync::Arc;
use zeroize::Zeroizing;

/// A key to be made.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Algorithm and size.
    pub kind: KeyKind,
    /// What its maker says.
    pub attributes: Attributes,
}

/// What may be changed of a key: towards less only, but for the label.
#[derive(Debug, Clone, Default)]
pub struct Patch {
    /// Another label.
    pub label: Option<String>,
    /// A part of the usage it has.
    pub usage: Option<Usage>,
    /// Whether it may leave the token; `false` only.
    pub exportable: Option<bool>,
    /// Whether it leaves the token wrapped only; `true` only.
    pub sensitive: Option<bool>,
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
        session.demand(Right::Manage)?;
        for draft in &drafts {
            draft.attributes.check(draft.kind, class_of(draft.kind))?;
        }
        let keys = self.fresh_keys(&drafts)?;
        let attributes = drafts.into_iter().map(|draft| draft.attributes);
        self.add(session, keys.into_iter().zip(attributes).collect(), "generate")
    }

    /// Takes keys in. Errors: as [`Token::generate`] has them.
    pub fn import(
        &self,
        session: &Session,
        keys: Vec<(Key, Attributes)>,
    ) -> Result<Vec<Arc<Object>>, Error> {
        session.demand(Right::Manage)?;
        for (key, attributes) in &keys {
            attributes.check(key.kind(), class_of(key.kind()))?;
        }
        self.add(session, keys, "import")
    }

    /// Takes somebody's public key in, a SubjectPublicKeyInfo. Errors: also those of the library.
    pub fn import_public(
        &self,
        session: &Session,
        spki: &[u8],
        label: &str,
    ) -> Result<Arc<Object>, Error> {
        session.demand(Right::Manage)?;
        let kind = public_kind(spki)?;
        let usage =
            if Usage::possible(kind).has(Usage::VERIFY) { Usage::VERIFY } else { Usage::NONE };
        let attributes = Attributes {
            label: label.to_owned(),
            usage,
            exportable: true,
            sensitive: false,
            mechanisms: vec![],
        };
        attributes.check(kind, Class::Public)?;
        let mut writer = self.writer()?;
        self.demand_free_labels([label])?;
        let object = self.object(&writer, Class::Public, kind, attributes, spki.to_vec())?;
        let subject = object.id.to_string();
        let pending = PendingChange {
            put: vec![(object, vec![])],
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
        session.demand(right_over(&*self.find(id)?))?;
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
    /// `NameInvalid`, `NameExists`, and those of the storage.
    pub fn modify(&self, session: &Session, id: Id, patch: Patch) -> Result<Arc<Object>, Error> {
        let mut writer = self.writer()?;
        let mut object = (*self.find(id)?).clone();
        session.demand(right_over(&object))?;
        let attributes = &mut object.attributes;
        let more = patch.usage.is_some_and(|usage| !attributes.usage.has(usage))
            || patch.exportable.is_some_and(|yes| yes && !attributes.exportable)
            || patch.sensitive.is_some_and(|yes| !yes && attributes.sensitive);
        if more {
            return Err(Error::AttributeReadOnly);
        }
        attributes.usage = patch.usage.unwrap_or(attributes.usage);
        attributes.exportable = patch.exportable.unwrap_or(attributes.exportable);
        attributes.sensitive = patch.sensitive.unwrap_or(attributes.sensitive);
        if let Some(label) = patch.label.filter(|label| *label != attributes.label) {
            self.demand_free_labels([&label[..]])?;
            attributes.label = label;
        }
        attributes.check(object.kind, object.class)?;
        object.sequence = writer.state.sequence + 1;
        let sealed = writer.sealed(id)?.sealed;
        let subject = id.to_string();
        let pending =
            PendingChange { put: vec![(object, sealed)], subject, ..change_by(session, "modify") };
        Ok(self.commit(&mut writer, pending)?.remove(0))
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
        if session.token() != self.id {
            return Err(Error::NotLoggedIn);
        }
        session.demand(right_for(mechanism))?;
        let object = self.find(id)?;
        object.check_use(mechanism)?;
        Ok(object)
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
        let key = self.unsealed(session, &object, done)?;
        Ok((object, key))
    }

    /// Returns a key, unwrapped: the caller has looked at who may.
    pub(super) fn unsealed(
        &self,
        session: &Session,
        object: &Object,
        mut done: impl FnMut(FetchStep),
    ) -> Result<Key, Error> {
        let (token_key, record) = {
            let mut writer = self.writer()?;
            (writer.token_key(session)?, writer.sealed(object.id)?)
        };
        done(FetchStep::Read);
        // Of the record, which has just been looked at, and not of the index, which may be older.
        let stored: Object = crate::state::from_bytes(&record.body)
            .ok_or(Error::StoreCorrupt("an object's attributes"))?;
        let opened = unwrapped(&token_key, &stored, &record.sealed)?;
        done(FetchStep::Unwrap);
        let key = Key::from_record(stored.kind, &opened)?;
        done(FetchStep::Decode);
        Ok(key)
    }

    /// Demands that no object has one of the labels, and that they differ. The caller holds the
    /// writer. Errors: `NameExists`.
    pub(super) fn demand_free_labels<'a>(
        &self,
        labels: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), Error> {
        let index = self.index();
        let mut seen = HashSet::new();
        let free = |label: &'a str| !index.labels.contains_key(label) && seen.insert(label);
        if labels.into_iter().all(free) { Ok(()) } else { Err(Error::NameExists) }
    }

    fn fresh_keys(&self, drafts: &[Draft]) -> Result<Vec<Key>, Error> {
        let curves: Vec<_> = drafts
            .iter()
            .filter_map(|draft| match draft.kind {
                KeyKind::Pair(Algorithm::Curve(curve)) => Some(curve),
                KeyKind::Pair(_) | KeyKind::Aes(_) => None,
            })
            .collect();
        let mut curves = keygen_batch(&curves).into_iter();
        let one = |draft: &Draft| match draft.kind {
            KeyKind::Pair(Algorithm::Curve(_)) => {
                let key = curves.next().expect("one was made for each")?;
                Ok(Key::Private(key.into()))
            }
            kind => Key::generate(kind, &self.platform),
        };
        drafts.iter().map(one).collect()
    }

    pub(super) fn add(
        &self,
        session: &Session,
        keys: Vec<(Key, Attributes)>,
        action: &'static str,
    ) -> Result<Vec<Arc<Object>>, Error> {
        let mut writer = self.writer()?;
        self.demand_free_labels(keys.iter().map(|(_, attributes)| &attributes.label[..]))?;
        let token_key = writer.token_key(session)?;
        let mut put = Vec::with_capacity(keys.len());
        for (key, attributes) in keys {
            let (class, kind) = (class_of(key.kind()), key.kind());
            let object = self.object(&writer, class, kind, attributes, key.public_document())?;
            let sealed = seal(&token_key, &object, &key);
            put.push((object, sealed));
        }
        let subject = match &put[..] {
            [(object, _)] => object.id.to_string(),
            many => format!("{} keys", many.len()),
        };
        self.commit(&mut writer, PendingChange { put, subject, ..change_by(session, action) })
    }

    fn object(
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
        })
    }
}

/// An empty change, by a session.
pub(super) fn change_by(session: &Session, action: &'static str) -> PendingChange {
    PendingChange { actor: session.actor(), action, ..PendingChange::default() }
}

fn class_of(kind: KeyKind) -> Class {
    if kind.has_public() { Class::Private } else { Class::Secret }
}

/// The right to change or delete a key. What reads backups is the officer's, who made it.
fn right_over(object: &Object) -> Right {
    let reads_backups = object.attributes.mechanisms.contains(&Mechanism::Restore);
    if reads_backups { Right::Administer } else { Right::Manage }
}

fn right_for(mechanism: Mechanism) -> Right {
    match mechanism.usage() {
        Usage::SIGN => Right::Sign,
        _ => Right::Use,
    }
}

/// The key that wraps one version of one object.
fn object_key(token_key: &SymmetricKey, object: &Object) -> SymmetricKey {
    let name = [&object.id.0[..], &object.version.to_be_bytes()].concat();
    token_key.derive("object", &name)
}

/// Returns the key wrapped for its object; nothing for a public key.
pub(super) fn seal(token_key: &SymmetricKey, object: &Object, key: &Key) -> Vec<u8> {
    object_key(token_key, object).wrap(&key.to_record())
}

/// Returns the key of an object. Errors: `KeyType` for a public key; `StoreCorrupt`.
pub(super) fn unseal(
    token_key: &SymmetricKey,
    object: &Object,
    sealed: &[u8],
) -> Result<Key, Error> {
    Key::from_record(object.kind, &unwrapped(token_key, object, sealed)?)
}

/// Returns the record of a key. Errors: as [`unseal`] has them.
fn unwrapped(
    token_key: &SymmetricKey,
    object: &Object,
    sealed: &[u8],
) -> Result<Zeroizing<Vec<u8>>, Error> {
    if object.class == Class::Public {
        return Err(Error::KeyType);
    }
    let record = object_key(token_key, object).unwrap(sealed);
    record.map_err(|_| Error::StoreCorrupt("a wrapped key"))
}
