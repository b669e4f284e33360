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
