//! Stores of format 1, and backups of the form that had no signature.
//!
//! A migration takes the officer's PIN, for every key is wrapped anew, and is one change: a crash
//! leaves the old store or the new one. The other roles keep their PINs; each gets its own pair of
//! keys, wrapped by the key that all roles shared in format 1, until it logs in for the first time.

use super::access::{Purpose, RoleKeys};
use super::objects::{Arrival, Stored};
use super::stored::earlier_object;
use super::{Index, PendingChange, Token, Writer, audit, signer};
use crate::audit::AuditSettings;
use crate::error::Error;
use crate::guard::Guard;
use crate::identity::IdentityRecord;
use crate::key::{Key, KeyRecord};
use crate::limits::PeerLimits;
use crate::master::{Cost, Master, MasterKeys, Origin};
use crate::object::{Class, Id, Object};
use crate::platform::Platform;
use crate::record_digest::RecordDigest;
use crate::role::{MAX_WRONG, Pin, Role};
use crate::secret::{SymmetricKey, Tag};
use crate::state::{AuditRow, FORMAT, State, from_bytes, to_bytes};
use crate::storage::{Record, Storage, Table};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use zeroize::Zeroizing;

const EARLIER: u32 = 1;

/// The state of format 1.
#[derive(Deserialize)]
struct EarlierState {
    format: u32,
    token: Id,
    label: String,
    origin: Origin,
    check: Tag,
    sequence: u64,
    objects: u64,
    records: Tag,
    audit_rows: u64,
    audit_head: Tag,
    generation: u32,
    token_key: Vec<u8>,
}

impl EarlierState {
    /// The state in this format, without what the migration adds.
    fn carried_over(self) -> State {
        State {
            format: FORMAT,
            token: self.token,
            label: self.label,
            origin: self.origin,
            check: self.check,
            sequence: self.sequence,
            objects: self.objects,
            records: self.records,
            audit_rows: self.audit_rows,
            audit_head: self.audit_head,
            audit_first: 0,
            audit_base: [0; 32],
            generation: self.generation,
            guard: Guard::default(),
            signer: vec![],
            signer_sealed: vec![],
            recovery: None,
            audit: AuditSettings::default(),
            limits: PeerLimits::default(),
        }
    }
}

/// A role of format 1; its counter of wrong PINs is not taken over.
#[derive(Deserialize)]
struct EarlierRole {
    role: Role,
    salt: [u8; 16],
    cost: Cost,
    _wrong: u32,
}

/// What the log of a store says of its keys.
#[derive(Default)]
struct Told {
    generated: HashSet<String>,
    left: HashSet<String>,
}

impl Token {
    /// Brings a store of format 1 to this one, and opens its token.
    ///
    /// Errors: `StoreVersion` for a store of another format; `PinWrong`; `StoreMissing`,
    /// `StoreCorrupt`, `MasterWrong`, `MasterInvalid`, `Random`, and those of the storage.
    pub fn migrate(
        mut storage: Box<dyn Storage>,
        platform: Platform,
        master: &Master,
        officer: &Pin,
    ) -> Result<Self, Error> {
        let bytes = super::state_of(&mut *storage)?;
        let (tag, body) = bytes.split_at_checked(size_of::<Tag>()).ok_or(state_corrupt())?;
        let format: u32 = postcard::take_from_bytes(body).map_err(|_| state_corrupt())?.0;
        if format != EARLIER {
            return Err(Error::StoreVersion { read: EARLIER, found: format });
        }
        let old: EarlierState = from_bytes(body).ok_or(state_corrupt())?;
        let keys = MasterKeys::new(&master.key(&old.origin)?, old.token);
        if old.check != keys.check {
            return Err(Error::MasterWrong);
        }
        if !keys.integrity.is_tag(&[b"state", body], tag) {
            return Err(state_corrupt());
        }
        let (records, objects, roles) = read_all(&mut *storage, &keys, &old)?;
        let role = roles.get(&Role::Officer).ok_or(Error::PinUnset)?;
        let (record, sealed) = (role_record(role)?, &role.sealed);
        let inner = record.key(old.token, officer)?;
        let access = opened(&keys, &inner, sealed).map_err(|_| wrong_pin())?;
        let by = access.derive("token key", &old.generation.to_be_bytes());
        let old_key = opened(&keys, &by, &old.token_key);
        let old_key = old_key.map_err(|_| Error::StoreCorrupt("the token key"))?;
        let state = old.carried_over();
        let told = told_by_log(&mut *storage, &state)?;
        let mut pending = PendingChange { action: "migrate", ..PendingChange::default() };
        pending.actor = Role::Officer.name().to_owned();
        pending.peer = Some(crate::peer::Peer::own());
        let token_key = SymmetricKey::filled(|out| platform.random(out))?;
        for record in objects {
            let (stored, key) = taken(&record, &old_key, &told)?;
            let sealed = key.map_or(vec![], |key| super::objects::seal(&token_key, &stored, &key));
            pending.put.push((stored, sealed));
        }
        let generation = state.generation + 1;
        for (role, row) in &roles {
            let record = role_record(row)?;
            let holder = record.holder();
            let mut of_role = if *role == Role::Officer {
                RoleKeys::generate(holder, &inner, &keys, &platform)?.0
            } else {
                RoleKeys::carried_over(holder, &row.sealed, &access, &keys, &platform)?
            };
            let purpose = Purpose { token: state.token, holder, generation };
            of_role.seal(purpose, &token_key, &keys, &platform)?;
            pending.identities.push((record, to_bytes(&of_role)));
        }
        let (seed, public) = signer::generate(&platform)?;
        let signer_sealed = signer::sealed(&seed, &token_key, &keys);
        pending.state = Some(State { generation, signer: public, signer_sealed, ..state.clone() });
        let (keys, identities) = (Arc::new(keys), Arc::default());
        let writer = Writer { storage, keys, state, records, identities };
        let token = Self::new(writer, Index::default(), platform)?;
        token.commit(&mut *token.writer()?, pending)?;
        Ok(token)
    }
}

/// The digest of all records of a store, its objects, and its roles.
type All = (RecordDigest, Vec<Record>, HashMap<Role, Record>);

/// Everything in a store of format 1, verified.
fn read_all(
    storage: &mut dyn Storage,
    keys: &MasterKeys,
    state: &EarlierState,
) -> Result<All, Error> {
    debug_assert_eq!(state.format, EARLIER);
    let (mut digest, mut objects, mut roles) = (RecordDigest::new(), vec![], HashMap::new());
    storage.records(&mut |record| {
        super::verify(keys, &record)?;
        digest.set_later(record.table, record.id, Some(record.tag));
        match record.table {
            Table::Objects => objects.push(record),
            Table::Roles => {
                roles.insert(role_record(&record)?.role, record);
            }
        }
        Ok(())
    })?;
    digest.settle();
    if digest.digest() != state.records || objects.len() as u64 != state.objects {
        return Err(Error::StoreCorrupt("records are missing, or old ones were put back"));
    }
    Ok((digest, objects, roles))
}

/// Nothing is counted here: who has the file has as many tries as they want.
fn wrong_pin() -> Error {
    Error::PinWrong { left: MAX_WRONG }
}

fn state_corrupt() -> Error {
    Error::StoreCorrupt("the token's state")
}

fn role_record(record: &Record) -> Result<IdentityRecord, Error> {
    let old: EarlierRole =
        from_bytes(&record.body).ok_or(Error::StoreCorrupt("a role's record"))?;
    let EarlierRole { role, salt, cost, .. } = old;
    Ok(IdentityRecord::of_role(role, salt, cost))
}

fn opened(keys: &MasterKeys, inner: &SymmetricKey, sealed: &[u8]) -> Result<SymmetricKey, Error> {
    SymmetricKey::unwrapped_by(inner, &keys.outer.unwrap(sealed)?)
}

/// What the chain of the log, which is whole, says: which keys were made in the token, and which
/// have left it.
fn told_by_log(storage: &mut dyn Storage, state: &State) -> Result<Told, Error> {
    let mut told = Told::default();
    audit::walk(storage, state, |_, row| {
        let row = AuditRow::read(row)?;
        match &row.action[..] {
            "generate" | "backup target" => drop(told.generated.insert(row.subject)),
            "export" | "wrap" => drop(told.left.insert(row.subject)),
            _ => {}
        }
        Ok(())
    })?;
    Ok(told)
}

/// Returns an object of format 1 and its key. Errors: `StoreCorrupt`.
fn taken(
    record: &Record,
    token_key: &SymmetricKey,
    told: &Told,
) -> Result<(Stored, Option<Key>), Error> {
    let object =
        earlier_object(&record.body).ok_or(Error::StoreCorrupt("an object's attributes"))?;
    let id = object.id.to_string();
    let generated = told.generated.contains(&id);
    let arrival = if generated { Arrival::Generated } else { Arrival::Unknown };
    let once_exportable = object.attributes.exportable || told.left.contains(&id);
    let key = if object.class == Class::Public {
        None
    } else {
        let opened = object_key(token_key, &object).unwrap(&record.sealed);
        let opened = opened.map_err(|_| Error::StoreCorrupt("a wrapped key"))?;
        Some(Key::from_record(object.kind, &opened)?)
    };
    Ok((Stored { object, arrival, once_exportable }, key))
}

/// The key of format 1 that wraps one version of one object.
fn object_key(token_key: &SymmetricKey, object: &Object) -> SymmetricKey {
    let name = [&object.id.0[..], &object.version.to_be_bytes()].concat();
    token_key.derive("object", &name)
}

/// Returns the document of a key in a backup of the first form, without what was computed besides:
/// from outside, that is not taken for true. Errors: `BackupInvalid`.
pub(super) fn earlier_document(
    backup_key: &SymmetricKey,
    object: &Object,
    sealed: &[u8],
) -> Result<Zeroizing<Vec<u8>>, Error> {
    let record = object_key(backup_key, object).unwrap(sealed);
    let record = record.map_err(|_| Error::BackupInvalid)?;
    let document = Key::document_of_record(object.kind, &record);
    Ok(Zeroizing::new(document.to_vec()))
}
