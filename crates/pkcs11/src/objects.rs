//! Objects and their handles: a key pair of the token is two objects of the standard.

use crate::attributes;
use crate::known::Row;
use crate::raw::{self, Attributes};
use crate::rv::Rv;
use crate::said;
use crate::session_keys::SessionKey;
use cryptoki_sys::*;
use sealane_client::key::KeyKind;
use sealane_client::object::{Class, Id, Object};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use zeroize::Zeroizing;

/// Which object of the standard one of the token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The private half of a pair.
    Private,
    /// The public half, or somebody's public key.
    Public,
    /// An AES key, or a secret for MACs.
    Secret,
    /// A certificate.
    Certificate,
    /// Data.
    Data,
}

impl Part {
    /// The parts of an object of the token.
    #[must_use]
    pub fn of(class: Class) -> &'static [Self] {
        match class {
            Class::Private => &[Self::Private, Self::Public],
            Class::Public => &[Self::Public],
            Class::Secret => &[Self::Secret],
            Class::Certificate => &[Self::Certificate],
            Class::Data => &[Self::Data],
        }
    }

    /// The part of an object of a kind that has a template of its own, and its class in the token.
    #[must_use]
    pub fn of_kind(kind: KeyKind) -> (Self, Class) {
        match kind {
            KeyKind::Pair(_) => (Self::Private, Class::Private),
            KeyKind::Certificate => (Self::Certificate, Class::Certificate),
            KeyKind::Data => (Self::Data, Class::Data),
            _ => (Self::Secret, Class::Secret),
        }
    }

    /// `CKA_CLASS`.
    #[must_use]
    pub fn class(self) -> CK_OBJECT_CLASS {
        match self {
            Self::Private => CKO_PRIVATE_KEY,
            Self::Public => CKO_PUBLIC_KEY,
            Self::Secret => CKO_SECRET_KEY,
            Self::Certificate => CKO_CERTIFICATE,
            Self::Data => CKO_DATA,
        }
    }

    /// The part of a class. Errors: `CKR_ATTRIBUTE_VALUE_INVALID`.
    pub fn from_class(class: CK_OBJECT_CLASS) -> Result<Self, Rv> {
        let all = [Self::Private, Self::Public, Self::Secret, Self::Certificate, Self::Data];
        all.into_iter().find(|part| part.class() == class).ok_or(Rv::VALUE_INVALID)
    }

    /// `CKA_PRIVATE`: whether it is hidden from who has not logged in.
    #[must_use]
    pub fn is_private(self) -> bool {
        matches!(self, Self::Private | Self::Secret)
    }
}

/// What is behind a handle.
#[derive(Clone)]
pub enum Kept {
    /// A part of an object of the token.
    Token {
        /// Where.
        slot: CK_SLOT_ID,
        /// As it was seen last.
        object: Arc<Object>,
        /// Which part.
        part: Part,
    },
    /// An object that a session has made, in the memory of this process.
    Session {
        /// Whose.
        session: CK_SESSION_HANDLE,
        /// Where.
        slot: CK_SLOT_ID,
        /// What it is.
        object: Arc<SessionObject>,
    },
    /// A part of a key that a session has.
    Key {
        /// Whose.
        session: CK_SESSION_HANDLE,
        /// Where.
        slot: CK_SLOT_ID,
        /// The key.
        key: Arc<SessionKey>,
        /// Which part.
        part: Part,
    },
}

/// Who has a key, and works with it.
#[derive(Clone)]
pub enum Holder {
    /// The token, under this name.
    Token(Id),
    /// This process.
    Session(Arc<SessionKey>),
}

/// An object of a session: what its template said, and what the module added.
#[derive(Default)]
pub struct SessionObject(HashMap<CK_ATTRIBUTE_TYPE, Zeroizing<Vec<u8>>>);

impl SessionObject {
    /// One of these attributes.
    #[must_use]
    pub fn new(attributes: &Attributes) -> Self {
        let own =
            |(kind, value): (CK_ATTRIBUTE_TYPE, &[u8])| (kind, Zeroizing::new(value.to_vec()));
        let mut made = Self(attributes.iter().map(own).collect());
        made.set(CKA_TOKEN, &[CK_FALSE]);
        made
    }

    /// Another one, of which a template says something else; neither is in the token.
    #[must_use]
    pub fn copy(&self, given: &Attributes) -> Self {
        let mut made = Self(self.0.clone());
        made.0.remove(&CKA_UNIQUE_ID);
        given.iter().for_each(|(kind, value)| made.set(kind, value));
        made.set(CKA_TOKEN, &[CK_FALSE]);
        made
    }

    /// All of it, as a template says it.
    #[must_use]
    pub fn into_attributes(self) -> Attributes {
        let pairs = self.0.iter().map(|(kind, value)| (*kind, &value[..]));
        Attributes::from_pairs(&pairs.collect::<Vec<_>>())
    }

    /// Sets an attribute.
    pub fn set(&mut self, kind: CK_ATTRIBUTE_TYPE, value: &[u8]) {
        self.0.insert(kind, Zeroizing::new(value.to_vec()));
    }

    /// An attribute, if it has it.
    #[must_use]
    pub fn get(&self, kind: CK_ATTRIBUTE_TYPE) -> Option<&[u8]> {
        self.0.get(&kind).map(|value| &value[..])
    }

    /// What an attribute says that its maker has not given.
    fn usual(&self, kind: CK_ATTRIBUTE_TYPE) -> Option<&'static [u8]> {
        let class = self.get(CKA_CLASS)?;
        let part = raw::number(class).and_then(Part::from_class).ok()?;
        match kind {
            CKA_PRIVATE => Some(&[CK_FALSE]),
            CKA_LABEL => Some(&[]),
            _ => said::usual(part, kind),
        }
    }

    fn is(&self, kind: CK_ATTRIBUTE_TYPE) -> bool {
        self.get(kind) == Some(&[CK_TRUE])
    }

    /// Whether an attribute is told: the value of a key that is sensitive is not.
    fn is_told(&self, kind: CK_ATTRIBUTE_TYPE) -> bool {
        let is_secret_key = self.get(CKA_CLASS) == Some(&CKO_SECRET_KEY.to_ne_bytes());
        let may_leave = self.is(CKA_EXTRACTABLE) && !self.is(CKA_SENSITIVE);
        kind != CKA_VALUE || !is_secret_key || may_leave
    }
}

impl Kept {
    /// Returns the bytes of an attribute.
    ///
    /// Errors: `CKR_ATTRIBUTE_TYPE_INVALID`, `CKR_ATTRIBUTE_SENSITIVE`.
    pub fn value(&self, kind: CK_ATTRIBUTE_TYPE) -> Result<Zeroizing<Vec<u8>>, Rv> {
        match self {
            Self::Token { object, part, .. } => {
                attributes::value(object, *part, kind).map(Zeroizing::new)
            }
            Self::Key { key, part, .. } => key.value(*part, kind),
            Self::Session { object, .. } if !object.is_told(kind) => {
                Err(Rv(CKR_ATTRIBUTE_SENSITIVE))
            }
            Self::Session { object, .. } => {
                let told = object.get(kind).or_else(|| object.usual(kind));
                let told = told.ok_or(Rv(CKR_ATTRIBUTE_TYPE_INVALID))?;
                Ok(Zeroizing::new(told.to_vec()))
            }
        }
    }

    /// Whether all that a template says is so.
    #[must_use]
    pub fn fits(&self, template: &Attributes) -> bool {
        template.iter().all(|(kind, value)| self.value(kind).is_ok_and(|own| *own == value))
    }

    /// The slot that it is in.
    #[must_use]
    pub fn slot(&self) -> CK_SLOT_ID {
        match self {
            Self::Token { slot, .. } | Self::Session { slot, .. } | Self::Key { slot, .. } => *slot,
        }
    }

    /// Whether it is hidden from who has not logged in.
    #[must_use]
    pub fn is_private(&self) -> bool {
        match self {
            Self::Token { part, .. } => part.is_private(),
            Self::Session { object, .. } => object.is(CKA_PRIVATE),
            Self::Key { key, part, .. } => part.is_private() && key.is_private,
        }
    }

    /// The session that has it, if it is not in the token.
    fn session(&self) -> Option<CK_SESSION_HANDLE> {
        match self {
            Self::Token { .. } => None,
            Self::Session { session, .. } | Self::Key { session, .. } => Some(*session),
        }
    }

    /// What is said of a key that works by itself, which part of it this is, and who has it.
    ///
    /// Errors: `CKR_KEY_TYPE_INCONSISTENT`.
    pub fn key(&self) -> Result<(&Object, Part, Holder), Rv> {
        match self {
            Self::Token { object, part, .. } => Ok((object, *part, Holder::Token(object.id))),
            Self::Key { key, part, .. } => Ok((key.object(), *part, Holder::Session(key.clone()))),
            Self::Session { .. } => Err(Rv(CKR_KEY_TYPE_INCONSISTENT)),
        }
    }
}

/// A handle that no object had before, also before another beginning of the module.
fn next_handle() -> CK_OBJECT_HANDLE {
    static LAST: AtomicU64 = AtomicU64::new(0);
    1 + LAST.fetch_add(1, Ordering::Relaxed) as CK_OBJECT_HANDLE
}

/// Objects by their handles. A handle is given to one object, and to no other one later.
#[derive(Default)]
pub struct Handles {
    kept: HashMap<CK_OBJECT_HANDLE, Kept>,
    /// Of these, the objects of sessions, in the order in which they came: most often few.
    of_sessions: BTreeSet<CK_OBJECT_HANDLE>,
    of_token: HashMap<(CK_SLOT_ID, Id, Part), CK_OBJECT_HANDLE>,
    /// Of parts whose object went with another part.
    outlived: HashSet<CK_OBJECT_HANDLE>,
}

impl Handles {
    /// Returns the handle of a part of an object of the token, as it is seen now.
    pub fn see(&mut self, slot: CK_SLOT_ID, object: &Arc<Object>, part: Part) -> CK_OBJECT_HANDLE {
        let handle = *self.of_token.entry((slot, object.id, part)).or_insert_with(next_handle);
        let object = object.clone();
        self.kept.insert(handle, Kept::Token { slot, object, part });
        handle
    }

    /// Shows an object as it is now by the handles that it has.
    pub fn renew(&mut self, slot: CK_SLOT_ID, object: &Arc<Object>) {
        for part in Part::of(object.class) {
            if self.of_token.contains_key(&(slot, object.id, *part)) {
                self.see(slot, object, *part);
            }
        }
    }

    /// Shows all objects of a slot as they are now by the handles that they have; handles of those
    /// that there are no more are forgotten.
    pub fn renew_all(&mut self, slot: CK_SLOT_ID, rows: &[Row]) {
        let now: HashMap<(Id, Part), &Arc<Object>> =
            rows.iter().map(|(object, part)| ((object.id, *part), object)).collect();
        self.of_token.retain(|(own, id, part), handle| match now.get(&(*id, *part)) {
            _ if *own != slot => true,
            Some(object) => {
                let (object, part) = (Arc::clone(object), *part);
                self.kept.insert(*handle, Kept::Token { slot, object, part });
                true
            }
            None => {
                self.kept.remove(handle);
                false
            }
        });
    }

    /// Forgets the handle of one part of an object, while the others stay.
    pub fn forget_part(&mut self, handle: CK_OBJECT_HANDLE) {
        if let Some(Kept::Token { slot, object, part }) = self.kept.remove(&handle) {
            self.of_token.remove(&(slot, object.id, part));
        }
    }

    /// Keeps an object of a session.
    pub fn keep(
        &mut self,
        slot: CK_SLOT_ID,
        session: CK_SESSION_HANDLE,
        mut object: SessionObject,
    ) -> CK_OBJECT_HANDLE {
        let handle = next_handle();
        object.set(CKA_UNIQUE_ID, format!("session-{handle}").as_bytes());
        let object = Arc::new(object);
        self.kept.insert(handle, Kept::Session { session, slot, object });
        self.of_sessions.insert(handle);
        handle
    }

    /// Keeps a part of a key of a session.
    pub fn keep_key(
        &mut self,
        slot: CK_SLOT_ID,
        session: CK_SESSION_HANDLE,
        key: &Arc<SessionKey>,
        part: Part,
    ) -> CK_OBJECT_HANDLE {
        let (handle, key) = (next_handle(), key.clone());
        self.kept.insert(handle, Kept::Key { session, slot, key, part });
        self.of_sessions.insert(handle);
        handle
    }

    /// Shows a key of a session as it is now by the handles that it has.
    pub fn renew_key(&mut self, now: &Arc<SessionKey>) {
        for handle in &self.of_sessions {
            if let Some(Kept::Key { key, .. }) = self.kept.get_mut(handle)
                && key.object().id == now.object().id
            {
                *key = now.clone();
            }
        }
    }

    /// What is behind a handle, for a session of a slot.
    ///
    /// Errors: `CKR_OBJECT_HANDLE_INVALID`.
    pub fn get(&self, slot: CK_SLOT_ID, handle: CK_OBJECT_HANDLE) -> Result<&Kept, Rv> {
        let kept = self.kept.get(&handle).filter(|kept| kept.slot() == slot);
        kept.ok_or(Rv(CKR_OBJECT_HANDLE_INVALID))
    }

    /// The objects of sessions in a slot, in the order in which they came.
    #[must_use]
    pub fn of_sessions(&self, slot: CK_SLOT_ID) -> Vec<CK_OBJECT_HANDLE> {
        let of_slot = |handle: &CK_OBJECT_HANDLE| {
            self.kept.get(handle).is_some_and(|kept| kept.slot() == slot)
        };
        self.of_sessions.iter().copied().filter(of_slot).collect()
    }

    /// Forgets what is behind a handle; of an object of the token, all parts.
    ///
    /// Many programs destroy the other half of a pair next: [`Handles::was_outlived`] knows it.
    pub fn forget(&mut self, handle: CK_OBJECT_HANDLE) {
        self.of_sessions.remove(&handle);
        let Some(Kept::Token { slot, object, .. }) = self.kept.remove(&handle) else { return };
        for part in Part::of(object.class) {
            let Some(other) = self.of_token.remove(&(slot, object.id, *part)) else { continue };
            if self.kept.remove(&other).is_some() {
                self.outlived.insert(other);
            }
        }
    }

    /// Whether a handle was of a part that has gone with another part; this is told once.
    pub fn was_outlived(&mut self, handle: CK_OBJECT_HANDLE) -> bool {
        self.outlived.remove(&handle)
    }

    /// Forgets what a session has made.
    pub fn forget_session(&mut self, session: CK_SESSION_HANDLE) {
        let is_own = |handle: &CK_OBJECT_HANDLE| {
            self.kept.get(handle).is_some_and(|kept| kept.session() == Some(session))
        };
        let gone: Vec<_> = self.of_sessions.iter().copied().filter(is_own).collect();
        gone.into_iter().for_each(|handle| self.forget(handle));
    }

    /// Forgets what is hidden from who has not logged in.
    pub fn forget_private(&mut self, slot: CK_SLOT_ID) {
        self.kept.retain(|_, kept| kept.slot() != slot || !kept.is_private());
        let kept = &self.kept;
        self.of_sessions.retain(|handle| kept.contains_key(handle));
        self.of_token.retain(|_, handle| kept.contains_key(handle));
    }
}
