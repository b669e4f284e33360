//! Who may log in, as the running token knows them.

use super::access::{Purpose, RoleKeys};
use super::crowd::Crowd;
use super::{PendingChange, Session, Token, login, objects};
use crate::error::Error;
use crate::guard::GuardRules;
use crate::identity::{Identity, IdentityRecord, IdentityStatus, MAX_IDENTITIES};
use crate::progress::Progress;
use crate::role::{Pin, Right, Role};
use crate::state::to_bytes;
use crate::storage::Record;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

/// One identity. Sessions know theirs, and so at once whether its PIN is still the one that was
/// shown.
pub(super) struct Person {
    pub(super) name: Arc<str>,
    /// One try of its PIN at a time.
    pub(super) gate: Mutex<()>,
    /// Those that wait for theirs.
    pub(super) crowd: Crowd,
    /// How often its PIN was set; [`REMOVED`] for one who is there no more.
    epoch: AtomicU32,
}

/// An epoch that no PIN has.
const REMOVED: u32 = u32::MAX;

impl Person {
    pub(super) fn epoch(&self) -> u32 {
        self.epoch.load(Ordering::Acquire)
    }
}

/// All of a token.
#[derive(Default)]
pub(super) struct People(RwLock<HashMap<String, Arc<Person>>>);

impl People {
    /// The one of a name, if there is one.
    pub(super) fn known(&self, name: &str) -> Option<Arc<Person>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The one of a name; a new one of no PIN if there is none.
    pub(super) fn person(&self, name: &str) -> Arc<Person> {
        if let Some(person) = self.known(name) {
            return person;
        }
        let mut people = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            let (gate, crowd, epoch) = (Mutex::default(), Crowd::default(), REMOVED.into());
            Arc::new(Person { name: name.into(), gate, crowd, epoch })
        };
        people.entry(name.to_owned()).or_insert_with(new).clone()
    }

    /// Takes notice of the PINs that there are.
    pub(super) fn note(&self, identities: &HashMap<String, Record>) -> Result<(), Error> {
        let mut all = vec![];
        for record in identities.values() {
            let record = IdentityRecord::read(record)?;
            let person = self.person(record.name());
            person.epoch.store(record.epoch, Ordering::Release);
            all.push(person.name.clone());
        }
        let mut people = self.0.write().unwrap_or_else(PoisonError::into_inner);
        people.retain(|_, person| {
            let stays = all.contains(&person.name);
            if !stays {
                person.epoch.store(REMOVED, Ordering::Release);
            }
            stays
        });
        Ok(())
    }
}

impl Token {
    /// Returns all identities, ordered by their names. Errors: those of the storage.
    pub fn identities(&self) -> Result<Vec<IdentityStatus>, Error> {
        let view = self.view()?;
        let mut all = vec![];
        for record in view.identities.values() {
            let record = IdentityRecord::read(record)?;
            let locked = record.tries.iter().any(|tries| view.state.guard.locks(tries));
            let (identity, wrong) = (record.identity(), record.wrong());
            all.push(IdentityStatus { identity, wrong, locked });
        }
        all.sort_by(|a, b| a.identity.name.cmp(&b.identity.name));
        Ok(all)
    }

    /// Adds an identity with its PIN.
    ///
    /// Errors: `NotLoggedIn`, `RoleDenied`; `IdentityExists`; `IdentityInvalid` for a name that is
    /// none, and for more than [`MAX_IDENTITIES`]; `Random`, and those of the storage.
    pub fn add_identity(
        &self,
        session: &Session,
        identity: &Identity,
        pin: &Pin,
    ) -> Result<(), Error> {
        self.demand(session, Right::Administer)?;
        identity.check()?;
        let record = IdentityRecord::new(identity, self.platform.random_bytes()?);
        // The writer is free while the derivation takes its time.
        let inner = record.key(self.id, pin)?;
        let mut writer = self.writer()?;
        self.demand_current(session)?;
        if writer.identities.contains_key(&identity.name) {
            return Err(Error::IdentityExists);
        }
        if writer.identities.len() >= MAX_IDENTITIES {
            return Err(Error::IdentityInvalid("a token has at most 256 identities"));
        }
        let holder = record.holder();
        if writer.identities.values().any(|other| other.id == holder.id) {
            return Err(Error::IdentityExists);
        }
        let (mut keys, _) = RoleKeys::generate(holder, &inner, &writer.keys, &self.platform)?;
        let (token, generation) = (self.id, writer.state.generation);
        let token_key = writer.token_key(session)?;
        let purpose = Purpose { token, holder, generation };
        keys.seal(purpose, &token_key, &writer.keys, &self.platform)?;
        let pending = PendingChange {
            identities: vec![(record, to_bytes(&keys))],
            subject: said_of(identity),
            ..objects::change_by(session, "add identity")
        };
        self.commit(&mut writer, pending)?;
        Ok(())
    }

    /// Removes an identity, whose sessions are over with it. The token gets another key: who has an
    /// old copy of the store opens nothing that was made later. What keys say of it is taken out;
    /// a key that was for nobody else is for nobody then, until the officer says otherwise.
    ///
    /// Errors: `NotLoggedIn`, `RoleDenied`; `IdentityUnknown`; `IdentityInvalid` for the last
    /// officer; `Random`, and those of the storage.
    pub fn remove_identity(&self, session: &Session, name: &str) -> Result<(), Error> {
        self.demand(session, Right::Administer)?;
        let person = self.people.person(name);
        // A login under way would write its record again.
        let _gate = person.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let mut writer = self.writer()?;
        self.demand_current(session)?;
        let Ok((record, _)) = writer.identity(name) else { return Err(Error::IdentityUnknown) };
        let officers = writer.identities.values().map(IdentityRecord::read);
        let officers = officers.filter(|it| it.as_ref().is_ok_and(|it| it.role == Role::Officer));
        if record.role == Role::Officer && officers.count() < 2 {
            return Err(Error::IdentityInvalid("the last officer stays"));
        }
        let renewed =
            self.renewed(&mut writer, session, None, None, Some(name), &Progress::default())?;
        let by = objects::change_by(session, "remove identity");
        let pending = PendingChange {
            actor: by.actor,
            peer: by.peer,
            action: by.action,
            subject: said_of(&record.identity()),
            gone: vec![record.holder().id],
            ..renewed
        };
        self.commit(&mut writer, pending)?;
        Ok(())
    }

    /// Sets the PIN of an identity, which also lifts its delays and locks: the officer may for
    /// every one, the others for themselves. The auditor, who cannot open keys, cannot set one. An
    /// identity that is named like its role is made, if there is none.
    ///
    /// Its sessions are over with it, and so is what its PIN of before could open: it gets another
    /// pair of keys, and the token another key, under which everything is wrapped anew.
    ///
    /// Errors: `NotLoggedIn`, `RoleDenied`, `IdentityUnknown`, `Random`, and those of the storage.
    pub fn set_pin(&self, session: &Session, who: impl AsRef<str>, pin: &Pin) -> Result<(), Error> {
        let name = who.as_ref();
        self.demand_current(session)?;
        if session.identity() != name || !session.role().opens_keys() {
            self.demand(session, Right::Administer)?;
        }
        let (identity, _) = self.known_or_role(name)?;
        let person = self.people.person(name);
        // A login under way would put the old PIN back.
        let _gate = person.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let mut record = IdentityRecord::new(&identity, self.platform.random_bytes()?);
        // The writer is free while the derivation takes its time.
        let inner = record.key(self.id, pin)?;
        let mut writer = self.writer()?;
        self.demand_current(session)?;
        // Somebody else may have removed it, and made another one.
        let (now, epoch) = self.known_or_role(name)?;
        if now != identity {
            return Err(Error::IdentityUnknown);
        }
        record.epoch = epoch + 1;
        let (keys, _) = RoleKeys::generate(record.holder(), &inner, &writer.keys, &self.platform)?;
        let mut pending = login::change_of(&record, &keys, "set PIN");
        if record.role.opens_keys() {
            let replaced = Some((record, keys));
            let unwatched = Progress::default();
            let renewed = self.renewed(&mut writer, session, None, replaced, None, &unwatched)?;
            pending = PendingChange { action: "set PIN", subject: pending.subject, ..renewed };
        }
        (pending.actor, pending.peer) = (session.actor(), Some(session.peer()));
        self.commit(&mut writer, pending)?;
        Ok(())
    }

    /// The identity of a name and how often its PIN was set; of the name of a role that role's.
    ///
    /// Errors: `IdentityUnknown`.
    fn known_or_role(&self, name: &str) -> Result<(Identity, u32), Error> {
        if let Some(record) = self.view()?.identities.get(name) {
            let record = IdentityRecord::read(record)?;
            return Ok((record.identity(), record.epoch));
        }
        let role = Role::from_name(name).map_err(|_| Error::IdentityUnknown)?;
        Ok((Identity { name: name.to_owned(), role, uid: None }, 0))
    }
}

/// What the log says of an identity.
fn said_of(identity: &Identity) -> String {
    let Identity { name, role, uid } = identity;
    let uid = uid.map(|uid| format!(", uid {uid}")).unwrap_or_default();
    format!("{name}, {}{uid}", role.name())
}
