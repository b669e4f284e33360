//! Logging in: the counter of wrong PINs is safe before a PIN is looked at.

use super::{PendingChange, Token, Writer, role_of};
use crate::error::Error;
use crate::master::{Cost, MasterKeys};
use crate::object::Id;
use crate::platform::Platform;
use crate::role::{MAX_WRONG, Pin, Right, Role, RoleRecord};
use crate::secret::SymmetricKey;
use crate::state::State;
use std::sync::{Arc, PoisonError};

/// A role that has shown its PIN. Its key is wiped with the last copy.
#[derive(Clone)]
pub struct Session {
    /// Of which token.
    token: Id,
    role: Role,
    /// What opens the token key; the auditor's opens nothing.
    access: Arc<SymmetricKey>,
}

impl Session {
    /// Who it is.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Demands a right. Errors: `RoleDenied`.
    pub fn demand(&self, right: Right) -> Result<(), Error> {
        if self.role.may(right) { Ok(()) } else { Err(Error::RoleDenied) }
    }

    pub(super) fn token(&self) -> Id {
        self.token
    }

    pub(super) fn access(&self) -> &SymmetricKey {
        &self.access
    }

    pub(super) fn actor(&self) -> String {
        self.role.name().to_owned()
    }
}

impl Token {
    /// Opens a session of a role by its PIN.
    ///
    /// The counter of wrong PINs is one more on the disk before the PIN is looked at, and 0 after
    /// a right one: no crash and no second session gives a try for nothing. After ten wrong ones
    /// in a row the role is locked, and not even the right PIN opens it; the officer sets another
    /// one by [`Token::set_pin`]. An officer who is locked out stays so: there is the backup.
    ///
    /// Errors: `PinUnset`, `PinLocked`, `PinWrong`, and those of the storage.
    pub fn login(&self, role: Role, pin: &Pin) -> Result<Session, Error> {
        // One at a time: else so many right PINs at once would look like guesses.
        let _gate = self.gates[role as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let tried = {
            let mut writer = self.writer()?;
            let (mut tried, sealed) = writer.role(role)?;
            if tried.wrong >= MAX_WRONG {
                return Err(Error::PinLocked);
            }
            tried.wrong += 1;
            self.commit(&mut writer, change_of(&tried, &sealed, "login tried"))?;
            tried
        };
        // The writer is free while the derivation takes its time.
        let key = tried.key(self.id, pin)?;
        let mut writer = self.writer()?;
        // Anew, for the master key may have changed meanwhile; the PIN may not: here is its gate.
        let (_, sealed) = writer.role(role)?;
        let access = opened(&writer.keys, &key, &sealed);
        let Ok(access) = access else {
            let left = MAX_WRONG - tried.wrong;
            return Err(if left == 0 { Error::PinLocked } else { Error::PinWrong { left } });
        };
        let right = RoleRecord { wrong: 0, ..tried };
        self.commit(&mut writer, change_of(&right, &sealed, "login"))?;
        Ok(Session { token: self.id, role, access: Arc::new(access) })
    }

    /// Sets the PIN of a role, which also unlocks it: the officer may for every role, the others
    /// for themselves. The auditor, who cannot open keys, cannot set one.
    ///
    /// Errors: `RoleDenied`, `Random`, and those of the storage.
    pub fn set_pin(&self, session: &Session, role: Role, pin: &Pin) -> Result<(), Error> {
        if session.role != role || !role.opens_keys() {
            session.demand(Right::Administer)?;
        }
        // A login under way would put the old PIN back.
        let _gate = self.gates[role as usize].lock().unwrap_or_else(PoisonError::into_inner);
        let salt = self.platform.random_bytes()?;
        let record = RoleRecord { role, salt, cost: Cost::LEAST, wrong: 0 };
        // The writer is free while the derivation takes its time.
        let inner = record.key(self.id, pin)?;
        let mut writer = self.writer()?;
        let access = session.access();
        let sealed = sealed_access(&inner, role, access, &writer.keys, &self.platform)?;
        let mut pending = change_of(&record, &sealed, "set PIN");
        pending.actor = session.actor();
        self.commit(&mut writer, pending)?;
        Ok(())
    }
}

impl Writer {
    /// Returns the record of a role and what is wrapped in it. Errors: `PinUnset`, `StoreCorrupt`.
    fn role(&self, role: Role) -> Result<(RoleRecord, Vec<u8>), Error> {
        let record = self.roles.get(&role).ok_or(Error::PinUnset)?;
        Ok((role_of(record)?, record.sealed.clone()))
    }

    /// Returns the token key. Errors: `RoleDenied` for a session that opens no keys.
    pub(super) fn token_key(&self, session: &Session) -> Result<SymmetricKey, Error> {
        if !session.role.opens_keys() {
            return Err(Error::RoleDenied);
        }
        let inner = token_wrap(session.access(), self.state.generation);
        let opened = opened(&self.keys, &inner, &self.state.token_key);
        opened.map_err(|_| Error::StoreCorrupt("the token key"))
    }
}

fn change_of(record: &RoleRecord, sealed: &[u8], action: &'static str) -> PendingChange {
    PendingChange {
        roles: vec![(record.clone(), sealed.to_vec())],
        action,
        subject: record.role.name().to_owned(),
        ..PendingChange::default()
    }
}

/// Returns the record of a role and what is wrapped in it.
pub(super) fn role_record(
    role: Role,
    pin: &Pin,
    access: &SymmetricKey,
    state: &State,
    keys: &MasterKeys,
    platform: &Platform,
) -> Result<(RoleRecord, Vec<u8>), Error> {
    let salt = platform.random_bytes()?;
    let record = RoleRecord { role, salt, cost: Cost::LEAST, wrong: 0 };
    let inner = record.key(state.token, pin)?;
    let sealed = sealed_access(&inner, role, access, keys, platform)?;
    Ok((record, sealed))
}

/// Wraps the access key for a role; for the auditor a key that opens nothing.
fn sealed_access(
    inner: &SymmetricKey,
    role: Role,
    access: &SymmetricKey,
    keys: &MasterKeys,
    platform: &Platform,
) -> Result<Vec<u8>, Error> {
    if role.opens_keys() {
        return Ok(twice_wrapped(access, inner, keys));
    }
    let nothing = SymmetricKey::filled(|out| platform.random(out))?;
    Ok(twice_wrapped(&nothing, inner, keys))
}

/// Returns the token key as the state has it.
pub(super) fn wrapped_token_key(
    token_key: &SymmetricKey,
    access: &SymmetricKey,
    generation: u32,
    keys: &MasterKeys,
) -> Vec<u8> {
    twice_wrapped(token_key, &token_wrap(access, generation), keys)
}

fn token_wrap(access: &SymmetricKey, generation: u32) -> SymmetricKey {
    access.derive("token key", &generation.to_be_bytes())
}

/// Wraps a key by `inner` and the result by the outer key: both are needed, and the outer one can
/// be exchanged without the inner.
fn twice_wrapped(key: &SymmetricKey, inner: &SymmetricKey, keys: &MasterKeys) -> Vec<u8> {
    keys.outer.wrap(&key.wrapped_by(inner))
}

fn opened(keys: &MasterKeys, inner: &SymmetricKey, sealed: &[u8]) -> Result<SymmetricKey, Error> {
    SymmetricKey::unwrapped_by(inner, &keys.outer.unwrap(sealed)?)
}
