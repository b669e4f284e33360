//! Logging in: wrong PINs are counted on the disk before they are answered.

use super::access::{Purpose, RoleKeys};
use super::index::View;
use super::people::Person;
use super::{PendingChange, Token, Writer};
use crate::audit::Use;
use crate::error::Error;
use crate::guard::{self, Guard, GuardRules};
use crate::identity::IdentityRecord;
use crate::object::{Id, Mechanism};
use crate::peer::Peer;
use crate::role::{Pin, Right, Role};
use crate::secret::SymmetricKey;
use crate::state::{State, from_bytes, to_bytes};
use crate::storage::Record;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An identity that has shown its PIN. Its keys are wiped with the last copy.
#[derive(Clone)]
pub struct Session {
    /// Of which token.
    token: Id,
    person: Arc<Person>,
    role: Role,
    peer: Peer,
    /// That of the PIN that was shown.
    epoch: u32,
    access: Arc<Access>,
}

/// What opens the token key; the auditor's opens nothing.
struct Access {
    private: SymmetricKey,
    /// Whether the session has ended, for all its copies.
    over: AtomicBool,
    /// The token key of a generation, once it was opened.
    opened: Mutex<Option<(u32, Arc<SymmetricKey>)>>,
}

impl Session {
    /// Who it is.
    #[must_use]
    pub fn identity(&self) -> &str {
        &self.person.name
    }

    /// What it may do.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// At whose end.
    #[must_use]
    pub fn peer(&self) -> Peer {
        self.peer
    }

    /// Ends it, for all its copies: who still has one is not logged in any more.
    pub fn end(&self) {
        self.access.over.store(true, Ordering::Release);
        self.access.opened.lock().unwrap_or_else(PoisonError::into_inner).take();
    }

    /// Whether it has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.access.over.load(Ordering::Acquire)
    }

    /// Demands a right of the role. Errors: `RoleDenied`.
    pub fn demand(&self, right: Right) -> Result<(), Error> {
        if self.role.may(right) { Ok(()) } else { Err(Error::RoleDenied) }
    }

    /// A use of a key by it, to be counted.
    pub(crate) fn to_use(&self, key: Id, mechanism: Mechanism) -> Use {
        Use { who: self.who(), peer: self.peer, key, mechanism }
    }

    /// Its name, as the log has it.
    pub(crate) fn who(&self) -> Arc<str> {
        self.person.name.clone()
    }

    pub(super) fn actor(&self) -> String {
        self.identity().to_owned()
    }
}

impl Token {
    /// Opens a session of an identity by its PIN, for the user of this process.
    ///
    /// Errors: those of [`Token::login_from`].
    pub fn login(&self, who: impl AsRef<str>, pin: &Pin) -> Result<Session, Error> {
        self.login_from(Peer::own(), who, pin)
    }

    /// Opens a session of an identity by its PIN, for a peer.
    ///
    /// A wrong PIN is counted on the disk before it is answered, and an attempt that has no answer,
    /// because the process was killed or the disk was full, is none: it tells nobody anything, and
    /// costs nobody a try. What wrong PINs cost is in [`Guard`]; the counts are of an identity and
    /// a peer, and the right PIN sets its peer's back.
    ///
    /// Errors: `PinUnset`, `PinWrong`, `PinDelayed`, `PinLocked`; `Permission` for a peer that the
    /// identity or its role is not for; those of the storage.
    pub fn login_from(
        &self,
        peer: Peer,
        who: impl AsRef<str>,
        pin: &Pin,
    ) -> Result<Session, Error> {
        self.login_counted(peer, who.as_ref(), pin, &AtomicU64::new(0))
    }

    /// The same, and counts what it derives from the PIN: nothing if the same PIN has just opened
    /// a session for another of those that are [expected](Token::expect_login).
    pub(crate) fn login_counted(
        &self,
        peer: Peer,
        name: &str,
        pin: &Pin,
        derivations: &AtomicU64,
    ) -> Result<Session, Error> {
        self.admitted(peer, name).inspect_err(|error| {
            self.note_refusal(None, peer, format!("login {name}"), error);
        })?;
        let person = self.people.person(name);
        // One at a time: guesses that come at once are counted as if they came in turn.
        let gate = person.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let record = self.admitted(peer, name).inspect_err(|error| {
            self.note_refusal(None, peer, format!("login {name}"), error);
        })?;
        // The writer is free while the derivation takes its time.
        let known = person.crowd.key(&record.salt, pin);
        let is_known = known.is_some();
        let inner = match known {
            Some(inner) => inner,
            None => {
                derivations.fetch_add(1, Ordering::Relaxed);
                Arc::new(record.key(self.id, pin)?)
            }
        };
        let mut writer = self.writer()?;
        // Anew, for the master key may have changed meanwhile; the PIN may not: here is its gate.
        let (mut record, mut keys) = writer.identity(name)?;
        let Ok(access) = keys.open(record.holder(), &inner, &writer.keys) else {
            let own = guard::count(&mut record.tries, peer, self.platform.uptime_ms());
            let refusal = writer.state.guard.refusal(&own);
            let pending = change_of(&record, &keys, "login refused");
            self.commit(&mut writer, PendingChange { peer: Some(peer), ..pending })?;
            return Err(refusal);
        };
        keys.settle(&access, &inner, &writer.keys);
        if !is_known {
            person.crowd.keep(record.salt, pin, &inner);
        }
        record.forget(peer);
        let pending = change_of(&record, &keys, "login");
        self.commit(&mut writer, PendingChange { peer: Some(peer), ..pending })?;
        // Who is logged in stays so, whatever becomes of rows of before.
        let _ = self.retain_audit(&mut writer);
        let access =
            Access { private: access, over: AtomicBool::new(false), opened: Mutex::default() };
        drop(gate);
        let (token, role, epoch) = (self.id, record.role, record.epoch);
        Ok(Session { token, person, role, peer, epoch, access: Arc::new(access) })
    }

    /// Returns the record of an identity whose PIN a peer may give now. Errors: those of
    /// [`Token::login_from`] but for `PinWrong`.
    fn admitted(&self, peer: Peer, name: &str) -> Result<IdentityRecord, Error> {
        let writer = self.writer()?;
        let (record, _) = writer.identity(name)?;
        record.demand_peer(peer)?;
        writer.state.guard.admit(record.role, peer, &record.tries, self.platform.uptime_ms())?;
        Ok(record)
    }

    /// Demands that a session is of this token and of the PIN that it has now, and that its
    /// role has a right; the log tells who has it not. Errors: `NotLoggedIn`, `RoleDenied`.
    pub fn demand(&self, session: &Session, right: Right) -> Result<(), Error> {
        self.demand_current(session)?;
        self.noted(session, || format!("the right to {}", right.name()), session.demand(right))
    }

    /// Demands that a session is of this token and of the PIN that its role has now, and has not
    /// ended. Errors: `NotLoggedIn`.
    pub fn demand_current(&self, session: &Session) -> Result<(), Error> {
        let is_own = session.token == self.id && session.epoch == session.person.epoch();
        let current = is_own && !session.is_over();
        if current { Ok(()) } else { Err(Error::NotLoggedIn) }
    }

    /// Lifts the delays and the lock of an identity. Who has opened the token has its master key.
    ///
    /// Errors: `PinUnset`, and those of the storage.
    pub fn unlock(&self, who: impl AsRef<str>) -> Result<(), Error> {
        self.lift(who.as_ref(), Peer::own(), "master key")
    }

    /// The same at the end of a peer, who is `actor` and may.
    pub(crate) fn unlock_for(&self, name: &str, peer: Peer, actor: &str) -> Result<(), Error> {
        self.lift(name, peer, actor)
    }

    /// The same, by the code that [`Token::init_recoverable`] gave, for a peer.
    ///
    /// Errors: `RecoveryWrong`, `PinUnset`, and those of the storage.
    pub fn recover(&self, peer: Peer, who: impl AsRef<str>, code: &[u8]) -> Result<(), Error> {
        let name = who.as_ref();
        let digest = super::recovery::digest(self.id, code);
        if digest.is_none() || self.writer()?.state.recovery != digest {
            let (what, error) = (format!("unlock {name}"), Error::RecoveryWrong);
            self.note_refusal(None, peer, what, &error);
            return Err(error);
        }
        self.lift(name, peer, "recovery code")
    }

    fn lift(&self, name: &str, peer: Peer, actor: &str) -> Result<(), Error> {
        let mut writer = self.writer()?;
        let (mut record, keys) = writer.identity(name)?;
        record.tries.clear();
        let pending = change_of(&record, &keys, "unlock");
        let pending = PendingChange { actor: actor.to_owned(), peer: Some(peer), ..pending };
        self.commit(&mut writer, pending)?;
        Ok(())
    }

    /// Returns what wrong PINs cost. Errors: those of the storage.
    pub fn guard(&self) -> Result<Guard, Error> {
        Ok(self.view()?.state.guard.clone())
    }

    /// Sets what wrong PINs cost.
    ///
    /// Errors: `RoleDenied`; `GuardInvalid`, also if it would shut out the one who sets it; those
    /// of the storage.
    pub fn set_guard(&self, session: &Session, guard: Guard) -> Result<(), Error> {
        self.demand(session, Right::Administer)?;
        guard.check()?;
        if !guard.permits(session.role, session.peer) {
            return Err(Error::GuardInvalid("it would shut out the officer who sets it"));
        }
        let mut writer = self.writer()?;
        let state = State { guard, ..writer.state.clone() };
        let pending = super::objects::change_by(session, "set guard");
        self.commit(&mut writer, PendingChange { state: Some(state), ..pending })?;
        Ok(())
    }
}

impl Writer {
    /// Returns the record of an identity and what is wrapped in it. Errors: `PinUnset`,
    /// `StoreCorrupt`.
    pub(super) fn identity(&self, name: &str) -> Result<(IdentityRecord, RoleKeys), Error> {
        of_record(self.identities.get(name).ok_or(Error::PinUnset)?)
    }

    /// Returns the token key. Errors: `RoleDenied` for a session that opens no keys;
    /// `StoreCorrupt`.
    pub(super) fn token_key(&self, session: &Session) -> Result<Arc<SymmetricKey>, Error> {
        View::of(self).token_key(session)
    }
}

impl View {
    /// Returns the token key. Errors: `RoleDenied` for a session that opens no keys;
    /// `NotLoggedIn` where the view has another PIN than the session; `StoreCorrupt`.
    pub(super) fn token_key(&self, session: &Session) -> Result<Arc<SymmetricKey>, Error> {
        if !session.role.opens_keys() {
            return Err(Error::RoleDenied);
        }
        let (token, generation) = (self.state.token, self.state.generation);
        let mut opened = session.access.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, key)) = &*opened
            && *of == generation
        {
            return Ok(key.clone());
        }
        let record = self.identities.get(session.identity()).ok_or(Error::NotLoggedIn)?;
        let (record, keys) = of_record(record)?;
        // A PIN may have been set since the session was found current: its pair of keys is gone
        // then, which is no damage.
        if record.epoch != session.epoch || session.person.epoch() != session.epoch {
            return Err(Error::NotLoggedIn);
        }
        let purpose = Purpose { token, holder: record.holder(), generation };
        let key = Arc::new(keys.unseal(purpose, &session.access.private, &self.keys)?);
        // Of a session that has ended meanwhile, nothing stays.
        if !session.is_over() {
            *opened = Some((generation, key.clone()));
        }
        Ok(key)
    }
}

fn of_record(record: &Record) -> Result<(IdentityRecord, RoleKeys), Error> {
    let keys = from_bytes(&record.sealed).ok_or(Error::StoreCorrupt("a role's record"))?;
    Ok((IdentityRecord::read(record)?, keys))
}

pub(super) fn change_of(
    record: &IdentityRecord,
    keys: &RoleKeys,
    action: &'static str,
) -> PendingChange {
    PendingChange {
        identities: vec![(record.clone(), to_bytes(keys))],
        action,
        subject: record.name().to_owned(),
        ..PendingChange::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{OFFICER, init, user};
    use super::*;
    use crate::platform::Platform;

    /// Goal: of a session that has ended, the key of the token is not kept.
    #[test]
    fn ended_sessions_keep_no_key() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        let user = user(&token);
        let has_opened = || user.access.opened.lock().unwrap().is_some();
        assert!(token.writer().unwrap().token_key(&user).is_ok() && has_opened());
        user.end();
        assert!(!has_opened());
        assert!(token.writer().unwrap().token_key(&user).is_ok() && !has_opened());
    }
    /// Goal: the first login to a token of an earlier form wraps what was carried over by the PIN
    /// alone. Method: a user's keys as a migration leaves them.
    #[test]
    fn first_logins_settle_keys() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        let session = user(&token);
        let (pin, platform) = (Pin::new(b"user's PIN").unwrap(), Platform::system());
        let mut writer = token.writer().unwrap();
        let (record, _) = writer.identity("user").unwrap();
        let (holder, inner) = (record.holder(), record.key(token.id, &pin).unwrap());
        let access = SymmetricKey::from_bytes(&[8; 32]).unwrap();
        let earlier = writer.keys.outer.wrap(&access.wrapped_by(&inner));
        let keys = writer.keys.clone();
        let carried = RoleKeys::carried_over(holder, &earlier, &access, &keys, &platform);
        let (mut carried, generation) = (carried.unwrap(), writer.state.generation);
        let purpose = Purpose { token: token.id, holder, generation };
        let token_key = writer.token_key(&session).unwrap();
        carried.seal(purpose, &token_key, &keys, &platform).unwrap();
        token.commit(&mut writer, change_of(&record, &carried, "login")).unwrap();
        drop(writer);
        let session = token.login("user", &pin).unwrap();
        let writer = token.writer().unwrap();
        let (_, mut after) = writer.identity("user").unwrap();
        let opened = after.open(holder, &inner, &keys).unwrap();
        assert!(!after.settle(&opened, &inner, &keys));
        assert!(writer.token_key(&session).is_ok());
    }
    /// Goal: a view of before a PIN was set does not open keys for a session of then.
    #[test]
    fn old_views_open_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        let session = user(&token);
        let view = token.view().unwrap();
        let officer = token.login("officer", &Pin::new(OFFICER).unwrap()).unwrap();
        token.set_pin(&officer, "user", &Pin::new(b"another PIN").unwrap()).unwrap();
        assert_eq!(view.token_key(&session).err(), Some(Error::NotLoggedIn));
    }
}
