//! Logging in: wrong PINs are counted on the disk before they are answered.

use super::access::{Purpose, RoleKeys};
use super::index::View;
use super::{PendingChange, Token, Writer, role_of};
use crate::audit::Use;
use crate::error::Error;
use crate::guard::{self, Guard, GuardRules};
use crate::master::Cost;
use crate::object::{Id, Mechanism};
use crate::peer::Peer;
use crate::role::{Pin, Right, Role, RoleRecord};
use crate::secret::SymmetricKey;
use crate::state::{State, from_bytes, to_bytes};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// A role that has shown its PIN. Its keys are wiped with the last copy.
#[derive(Clone)]
pub struct Session {
    /// Of which token.
    token: Id,
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
        Use { role: self.role, peer: self.peer, key, mechanism }
    }

    pub(super) fn actor(&self) -> String {
        self.role.name().to_owned()
    }
}

impl Token {
    /// Opens a session of a role by its PIN, for the user of this process.
    ///
    /// Errors: those of [`Token::login_from`].
    pub fn login(&self, role: Role, pin: &Pin) -> Result<Session, Error> {
        self.login_from(Peer::own(), role, pin)
    }

    /// Opens a session of a role by its PIN, for a peer.
    ///
    /// A wrong PIN is counted on the disk before it is answered, and an attempt that has no answer,
    /// because the process was killed or the disk was full, is none: it tells nobody anything, and
    /// costs nobody a try. What wrong PINs cost is in [`Guard`]; the counts are of a role and a
    /// peer, and the right PIN sets its peer's back.
    ///
    /// Errors: `PinUnset`, `PinWrong`, `PinDelayed`, `PinLocked`; `Permission` for a peer that the
    /// role is not for; those of the storage.
    pub fn login_from(&self, peer: Peer, role: Role, pin: &Pin) -> Result<Session, Error> {
        // One at a time: guesses that come at once are counted as if they came in turn.
        let _gate = self.gates[role as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let record = self.admitted(peer, role).inspect_err(|error| {
            self.note_refusal(None, peer, format!("login {}", role.name()), error);
        })?;
        // The writer is free while the derivation takes its time.
        let inner = record.key(self.id, pin)?;
        let mut writer = self.writer()?;
        // Anew, for the master key may have changed meanwhile; the PIN may not: here is its gate.
        let (mut record, mut keys) = writer.role(role)?;
        let Ok(access) = keys.open(role, &inner, &writer.keys) else {
            let own = guard::count(&mut record.tries, peer, self.platform.uptime_ms());
            let refusal = writer.state.guard.refusal(&own);
            let pending = change_of(&record, &keys, "login refused");
            self.commit(&mut writer, PendingChange { peer: Some(peer), ..pending })?;
            return Err(refusal);
        };
        keys.settle(&access, &inner, &writer.keys);
        record.forget(peer);
        let pending = change_of(&record, &keys, "login");
        self.commit(&mut writer, PendingChange { peer: Some(peer), ..pending })?;
        // Who is logged in stays so, whatever becomes of rows of before.
        let _ = self.retain_audit(&mut writer);
        let access =
            Access { private: access, over: AtomicBool::new(false), opened: Mutex::default() };
        Ok(Session { token: self.id, role, peer, epoch: record.epoch, access: Arc::new(access) })
    }

    /// Returns the record of a role whose PIN a peer may give now. Errors: those of
    /// [`Token::login_from`] but for `PinWrong`.
    fn admitted(&self, peer: Peer, role: Role) -> Result<RoleRecord, Error> {
        let writer = self.writer()?;
        let (record, _) = writer.role(role)?;
        writer.state.guard.admit(role, peer, &record.tries, self.platform.uptime_ms())?;
        Ok(record)
    }

    /// Demands that a session is of this token and of the PIN that its role has now, and that its
    /// role has a right; the log tells who has it not. Errors: `NotLoggedIn`, `RoleDenied`.
    pub fn demand(&self, session: &Session, right: Right) -> Result<(), Error> {
        self.demand_current(session)?;
        self.noted(session, || format!("the right to {}", right.name()), session.demand(right))
    }

    /// Demands that a session is of this token and of the PIN that its role has now, and has not
    /// ended. Errors: `NotLoggedIn`.
    pub fn demand_current(&self, session: &Session) -> Result<(), Error> {
        let epoch = self.epochs[session.role as usize].load(Ordering::Acquire);
        let current = session.token == self.id && session.epoch == epoch && !session.is_over();
        if current { Ok(()) } else { Err(Error::NotLoggedIn) }
    }

    /// Sets the PIN of a role, which also lifts its delays and locks: the officer may for every
    /// role, the others for themselves. The auditor, who cannot open keys, cannot set one.
    ///
    /// The role's sessions are over with it, and so is what its PIN of before could open: the role
    /// gets another pair of keys, and the token another key, under which everything is wrapped
    /// anew.
    ///
    /// Errors: `NotLoggedIn`, `RoleDenied`, `Random`, and those of the storage.
    pub fn set_pin(&self, session: &Session, role: Role, pin: &Pin) -> Result<(), Error> {
        self.demand_current(session)?;
        if session.role != role || !role.opens_keys() {
            self.demand(session, Right::Administer)?;
        }
        // A login under way would put the old PIN back.
        let _gate = self.gates[role as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let salt = self.platform.random_bytes()?;
        let mut record = RoleRecord { role, salt, cost: Cost::LEAST, epoch: 1, tries: vec![] };
        // The writer is free while the derivation takes its time.
        let inner = record.key(self.id, pin)?;
        let mut writer = self.writer()?;
        self.demand_current(session)?;
        if let Ok((before, _)) = writer.role(role) {
            record.epoch = before.epoch + 1;
        }
        let (keys, _) = RoleKeys::generate(role, &inner, &writer.keys, &self.platform)?;
        let mut pending = change_of(&record, &keys, "set PIN");
        if role.opens_keys() {
            let renewed = self.renewed(&mut writer, session, None, Some((record, keys)))?;
            pending = PendingChange { action: "set PIN", subject: pending.subject, ..renewed };
        }
        (pending.actor, pending.peer) = (session.actor(), Some(session.peer));
        self.commit(&mut writer, pending)?;
        Ok(())
    }

    /// Lifts the delays and the lock of a role. Who has opened the token has its master key.
    ///
    /// Errors: `PinUnset`, and those of the storage.
    pub fn unlock(&self, role: Role) -> Result<(), Error> {
        self.lift(role, Peer::own(), "master key")
    }

    /// The same at the end of a peer, who is `actor` and may.
    pub(crate) fn unlock_for(&self, role: Role, peer: Peer, actor: &str) -> Result<(), Error> {
        self.lift(role, peer, actor)
    }

    /// The same, by the code that [`Token::init_recoverable`] gave, for a peer.
    ///
    /// Errors: `RecoveryWrong`, `PinUnset`, and those of the storage.
    pub fn recover(&self, peer: Peer, role: Role, code: &[u8]) -> Result<(), Error> {
        let digest = super::recovery::digest(self.id, code);
        if digest.is_none() || self.writer()?.state.recovery != digest {
            let (what, error) = (format!("unlock {}", role.name()), Error::RecoveryWrong);
            self.note_refusal(None, peer, what, &error);
            return Err(error);
        }
        self.lift(role, peer, "recovery code")
    }

    fn lift(&self, role: Role, peer: Peer, actor: &str) -> Result<(), Error> {
        let mut writer = self.writer()?;
        let (mut record, keys) = writer.role(role)?;
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
    /// Returns the record of a role and what is wrapped in it. Errors: `PinUnset`, `StoreCorrupt`.
    pub(super) fn role(&self, role: Role) -> Result<(RoleRecord, RoleKeys), Error> {
        View::of(self).role(role)
    }

    /// Returns the token key. Errors: `RoleDenied` for a session that opens no keys;
    /// `StoreCorrupt`.
    pub(super) fn token_key(&self, session: &Session) -> Result<Arc<SymmetricKey>, Error> {
        View::of(self).token_key(session)
    }
}

impl View {
    /// Returns the record of a role and what is wrapped in it. Errors: `PinUnset`, `StoreCorrupt`.
    fn role(&self, role: Role) -> Result<(RoleRecord, RoleKeys), Error> {
        let record = self.roles.get(&role).ok_or(Error::PinUnset)?;
        let keys = from_bytes(&record.sealed).ok_or(Error::StoreCorrupt("a role's record"))?;
        Ok((role_of(record)?, keys))
    }

    /// Returns the token key. Errors: `RoleDenied` for a session that opens no keys;
    /// `StoreCorrupt`.
    pub(super) fn token_key(&self, session: &Session) -> Result<Arc<SymmetricKey>, Error> {
        let role = session.role;
        if !role.opens_keys() {
            return Err(Error::RoleDenied);
        }
        let (token, generation) = (self.state.token, self.state.generation);
        let mut opened = session.access.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, key)) = &*opened
            && *of == generation
        {
            return Ok(key.clone());
        }
        let (_, keys) = self.role(role)?;
        let purpose = Purpose { token, role, generation };
        let key = Arc::new(keys.unseal(purpose, &session.access.private, &self.keys)?);
        // Of a session that has ended meanwhile, nothing stays.
        if !session.is_over() {
            *opened = Some((generation, key.clone()));
        }
        Ok(key)
    }
}

pub(super) fn change_of(
    record: &RoleRecord,
    keys: &RoleKeys,
    action: &'static str,
) -> PendingChange {
    PendingChange {
        roles: vec![(record.clone(), to_bytes(keys))],
        action,
        subject: record.role.name().to_owned(),
        ..PendingChange::default()
    }
}
