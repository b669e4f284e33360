//! A new token key, and perhaps a new master key: everything is wrapped anew in one change.

use super::access::{Purpose, RoleKeys};
use super::objects::{self, Stored};
use super::{PendingChange, Session, Token, Writer, signer};
use crate::error::Error;
use crate::identity::IdentityRecord;
use crate::master::{Master, MasterKeys, Origin};
use crate::progress::Progress;
use crate::role::Right;
use crate::secret::SymmetricKey;
use crate::state::{State, to_bytes};
use crate::storage::Table;
use std::sync::Arc;

impl Token {
    /// Makes a new token key and wraps every key by it; with `master`, also changes the master
    /// key, without anybody's PIN. All of it or nothing: a crash leaves the old state or the new.
    ///
    /// Errors: `NotLoggedIn`, `RoleDenied`, `Random`, `StoreCorrupt`, `MasterInvalid`, those of the
    /// storage.
    pub fn rekey(&self, session: &Session, master: Option<&Master>) -> Result<(), Error> {
        self.rekey_watched(session, master, &Progress::default())
    }

    /// The same for who watches. Errors: also `Closing`.
    pub fn rekey_watched(
        &self,
        session: &Session,
        master: Option<&Master>,
        progress: &Progress,
    ) -> Result<(), Error> {
        self.demand(session, Right::Administer)?;
        let fresh = match master {
            Some(master) => Some(master.chosen(self.platform.random_bytes()?)?),
            None => None,
        };
        let mut writer = self.writer()?;
        let writer = &mut *writer;
        let fresh = fresh.map(|(key, origin)| (MasterKeys::new(&key, writer.state.token), origin));
        progress.begin(writer.state.objects);
        let renewed = self.renewed(writer, session, fresh.as_ref(), None, None, progress)?;
        let by = objects::change_by(session, "rekey");
        let pending = PendingChange { actor: by.actor, peer: by.peer, action: "rekey", ..renewed };
        self.commit_under(writer, pending, fresh.map(|(keys, _)| keys))
    }

    /// Returns the change that wraps everything by a new token key, which it seals to all
    /// identities: under other master keys if there are any, with one identity's record replaced,
    /// or without one.
    pub(super) fn renewed(
        &self,
        writer: &mut Writer,
        session: &Session,
        fresh: Option<&(MasterKeys, Origin)>,
        replaced: Option<(IdentityRecord, RoleKeys)>,
        removed: Option<&str>,
        progress: &Progress,
    ) -> Result<PendingChange, Error> {
        let old_key = writer.token_key(session)?;
        let token_key = SymmetricKey::filled(|out| self.platform.random(out))?;
        let mut pending = PendingChange::default();
        let sequence = writer.state.sequence + 1;
        let old_keys = &*writer.keys;
        writer.storage.records(&mut |record| {
            super::verify(old_keys, &record)?;
            if record.table == Table::Roles {
                return Ok(());
            }
            let mut stored = Stored::read(&record)?;
            let key = objects::unseal(&old_key, &record)?;
            if let Some(name) = removed {
                stored.object.attributes.permissions.forget(name);
            }
            stored.object.version += 1;
            stored.object.sequence = sequence;
            let sealed = key.map_or(vec![], |key| objects::seal(&token_key, &stored, &key));
            pending.put.push((stored, sealed));
            progress.step(1)
        })?;
        let generation = writer.state.generation + 1;
        let keys = fresh.map_or(&*writer.keys, |(keys, _)| keys);
        let mut names: Vec<String> = writer.identities.keys().cloned().collect();
        names.retain(|name| removed != Some(name));
        if let Some((record, _)) = &replaced {
            names.retain(|name| name != record.name());
            names.push(record.name().to_owned());
        }
        for name in names {
            let (record, mut of_role) = match &replaced {
                Some((record, of_role)) if record.name() == name => {
                    (record.clone(), of_role.clone())
                }
                _ => {
                    let (record, of_role) = writer.identity(&name)?;
                    of_role.demand_own(record.holder(), &old_key)?;
                    (record, of_role)
                }
            };
            if fresh.is_some() {
                of_role.under(&writer.keys, keys)?;
            }
            let (token, holder) = (writer.state.token, record.holder());
            let purpose = Purpose { token, holder, generation };
            of_role.seal(purpose, &token_key, keys, &self.platform)?;
            pending.identities.push((record, to_bytes(&of_role)));
        }
        let secret = signer::open(&writer.state, &old_key, &writer.keys)?;
        let state = writer.state.clone();
        pending.state = Some(State {
            origin: fresh.map_or(state.origin, |(_, origin)| origin.clone()),
            check: keys.check,
            generation,
            signer_sealed: signer::sealed(&secret, &token_key, keys),
            ..state
        });
        Ok(pending)
    }

    /// Commits under new master keys, if there are any; they count if the commit does.
    fn commit_under(
        &self,
        writer: &mut Writer,
        pending: PendingChange,
        keys: Option<MasterKeys>,
    ) -> Result<(), Error> {
        let Some(keys) = keys else { return self.commit(writer, pending).map(drop) };
        let old = std::mem::replace(&mut writer.keys, Arc::new(keys));
        self.commit(writer, pending).map(drop).inspect_err(|_| {
            // If the storage has taken it all the same, the next reading says so.
            writer.keys = old;
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Edited, OFFICER, draft, init, master, nothing, user};
    use super::*;
    use crate::platform::Platform;
    use crate::role::{Pin, Role};
    use crate::sqlite::Sqlite;
    use sealane::PrivateKey;

    /// Goal: a rekey counts its steps, and each object tells it as the change that has last written
    /// it. Method: two keys, one step each.
    #[test]
    fn steps_are_counted_and_objects_tell_the_change() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        let user = user(&token);
        let keys = ["a", "b"].map(|label| token.generate(&user, draft("p256", label)).unwrap());
        let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
        let progress = Progress::default();
        token.rekey_watched(&officer, None, &progress).unwrap();
        assert_eq!(progress.steps(), (2, 2));
        for key in keys {
            let after = token.find(key.id).unwrap();
            assert_eq!(after.sequence, token.status().unwrap().sequence);
            assert_eq!(after.version, key.version + 1);
        }
    }

    /// Goal: what was edited in the store is not renewed, and so made right. Method: one bit of a
    /// public key's record, of which nothing is sealed.
    #[test]
    fn edited_records_are_not_renewed() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        let user = user(&token);
        let key = PrivateKey::generate("p256".parse().unwrap()).unwrap();
        let spki = key.public_key().to_spki_der();
        token.import_public(&user, &spki, "theirs").unwrap();
        let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
        Edited::stands_before(&token, |edited| edited.are_records = true);
        let said = token.rekey(&officer, None);
        assert_eq!(said, Err(Error::StoreCorrupt("a record was edited")));
    }
    /// Goal: a new token key is sealed to nobody whose key was put there by who has the master key
    /// alone. Method: keys that were made for the user's record, and not by the token.
    #[test]
    fn keys_are_not_sealed_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let token = init(&folder.path().join("token.db"));
        user(&token);
        let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
        token.rekey(&officer, None).unwrap();
        {
            let mut writer = token.writer().unwrap();
            let (record, _) = writer.identity("user").unwrap();
            let inner = SymmetricKey::from_bytes(&[5; 32]).unwrap();
            let made =
                RoleKeys::generate(record.holder(), &inner, &writer.keys, &Platform::system());
            let identities = vec![(record, to_bytes(&made.unwrap().0))];
            let change =
                PendingChange { action: "set pin", identities, ..PendingChange::default() };
            token.commit(&mut writer, change).unwrap();
        }
        let refused = Err(Error::StoreCorrupt("a role's key"));
        assert_eq!(token.rekey(&officer, None), refused);
    }

    /// Goal: a rekey that the store did not take leaves the master key as it was. Method: a store
    /// that refuses one change; the next one, and all there is, by the old key.
    #[test]
    fn refused_rekeys_change_no_master_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token.db");
        let token = init(&path);
        let user = user(&token);
        let officer = token.login(Role::Officer, &Pin::new(OFFICER).unwrap()).unwrap();
        let refused = Error::StoreFailed("full".to_owned());
        Edited::stands_before(&token, |edited| edited.refuses = Some(refused.clone()));
        let other = Master::Key(SymmetricKey::from_bytes(&[8; 32]).unwrap());
        assert_eq!(token.rekey(&officer, Some(&other)), Err(refused));
        {
            // One after the other: a store is open once.
            let mut writer = token.writer().unwrap();
            writer.storage = nothing();
            writer.storage = Box::new(Sqlite::open(&path).unwrap());
        }
        token.generate(&user, draft("p256", "a key")).unwrap();
        assert!(token.check().is_ok());
        drop(token);
        let storage = Box::new(Sqlite::open(&path).unwrap());
        assert!(Token::open(storage, Platform::system(), &master()).is_ok());
    }
}
