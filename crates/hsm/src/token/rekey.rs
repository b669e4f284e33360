//! A new token key, and perhaps a new master key: everything is wrapped anew in one change.

use super::access::{Purpose, RoleKeys};
use super::objects::{self, Stored};
use super::{PendingChange, Session, Token, Writer, signer};
use crate::error::Error;
use crate::master::{Master, MasterKeys, Origin};
use crate::role::{Right, Role, RoleRecord};
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
        self.demand(session, Right::Administer)?;
        let fresh = match master {
            Some(master) => Some(master.chosen(self.platform.random_bytes()?)?),
            None => None,
        };
        let mut writer = self.writer()?;
        let writer = &mut *writer;
        let fresh = fresh.map(|(key, origin)| (MasterKeys::new(&key, writer.state.token), origin));
        let renewed = self.renewed(writer, session, fresh.as_ref(), None)?;
        let by = objects::change_by(session, "rekey");
        let pending = PendingChange { actor: by.actor, peer: by.peer, action: "rekey", ..renewed };
        self.commit_under(writer, pending, fresh.map(|(keys, _)| keys))
    }

    /// Returns the change that wraps everything by a new token key, which it seals to every role:
    /// under other master keys if there are any, and with one role's record replaced.
    pub(super) fn renewed(
        &self,
        writer: &mut Writer,
        session: &Session,
        fresh: Option<&(MasterKeys, Origin)>,
        replaced: Option<(RoleRecord, RoleKeys)>,
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
            stored.object.version += 1;
            stored.object.sequence = sequence;
            let sealed = key.map_or(vec![], |key| objects::seal(&token_key, &stored, &key));
            pending.put.push((stored, sealed));
            Ok(())
        })?;
        let generation = writer.state.generation + 1;
        let keys = fresh.map_or(&*writer.keys, |(keys, _)| keys);
        for role in Role::ALL {
            let (record, mut of_role) = match (&replaced, writer.role(role)) {
                (Some((record, of_role)), _) if record.role == role => {
                    (record.clone(), of_role.clone())
                }
                (_, Err(Error::PinUnset)) => continue,
                (_, before) => {
                    let (record, of_role) = before?;
                    of_role.demand_own(role, &old_key)?;
                    (record, of_role)
                }
            };
            if fresh.is_some() {
                of_role.under(&writer.keys, keys)?;
            }
            let purpose = Purpose { token: writer.state.token, role, generation };
            of_role.seal(purpose, &token_key, keys, &self.platform)?;
            pending.roles.push((record, to_bytes(&of_role)));
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
