//! A new token key, and perhaps a new master key: everything is wrapped anew in one change.

use super::{PendingChange, Session, Token, login, objects, role_of};
use crate::error::Error;
use crate::master::{Master, MasterKeys};
use crate::object::{Class, Object};
use crate::role::Right;
use crate::secret::SymmetricKey;
use crate::state::{State, from_bytes};
use crate::storage::Table;

impl Token {
    /// Makes a new token key and wraps every key by it; with `master`, also changes the master
    /// key, without anybody's PIN. All of it or nothing: a crash leaves the old state or the new.
    ///
    /// Errors: `RoleDenied`, `Random`, `StoreCorrupt`, `MasterInvalid`, those of the storage.
    pub fn rekey(&self, session: &Session, master: Option<&Master>) -> Result<(), Error> {
        session.demand(Right::Administer)?;
        let fresh = match master {
            Some(master) => Some(master.chosen(self.platform.random_bytes()?)?),
            None => None,
        };
        let mut writer = self.writer()?;
        let writer = &mut *writer;
        let old_key = writer.token_key(session)?;
        let token_key = SymmetricKey::filled(|out| self.platform.random(out))?;
        let mut records = Vec::new();
        writer.storage.records(&mut |record| {
            super::verify(&writer.keys, &record)?;
            records.push(record);
            Ok(())
        })?;
        let mut pending = objects::change_by(session, "rekey");
        for record in records.iter().filter(|record| record.table == Table::Objects) {
            let mut object: Object =
                from_bytes(&record.body).ok_or(Error::StoreCorrupt("an object's attributes"))?;
            let key = match object.class {
                Class::Public => None,
                Class::Private | Class::Secret => {
                    Some(objects::unseal(&old_key, &object, &record.sealed)?)
                }
            };
            object.version += 1;
            object.sequence = writer.state.sequence + 1;
            let sealed = key.map_or(vec![], |key| objects::seal(&token_key, &object, &key));
            pending.put.push((object, sealed));
        }
        let generation = writer.state.generation + 1;
        let (keys, origin) = match fresh {
            Some((key, origin)) => (Some(MasterKeys::new(&key, writer.state.token)), origin),
            None => (None, writer.state.origin.clone()),
        };
        if let Some(keys) = &keys {
            for record in writer.roles.values() {
                let inner = writer.keys.outer.unwrap(&record.sealed);
                let inner = inner.map_err(|_| Error::StoreCorrupt("a role's record"))?;
                pending.roles.push((role_of(record)?, keys.outer.wrap(&inner)));
            }
        }
        let used = keys.as_ref().unwrap_or(&writer.keys);
        pending.state = Some(State {
            origin,
            check: used.check,
            generation,
            token_key: login::wrapped_token_key(&token_key, session.access(), generation, used),
            ..writer.state.clone()
        });
        self.commit_under(writer, pending, keys)
    }

    /// Commits under new master keys, if there are any; they count if the commit does.
    fn commit_under(
        &self,
        writer: &mut super::Writer,
        pending: PendingChange,
        keys: Option<MasterKeys>,
    ) -> Result<(), Error> {
        let Some(keys) = keys else { return self.commit(writer, pending).map(drop) };
        let old = std::mem::replace(&mut writer.keys, keys);
        self.commit(writer, pending).map(drop).inspect_err(|_| {
            // If the storage has taken it all the same, the next reading says so.
            writer.keys = old;
        })
    }
}
