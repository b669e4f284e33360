//! All keys of a token in one file, for another token's key.
//!
//! The target makes an X25519 key that does nothing but read backups. The source makes an
//! ephemeral one, agrees on a secret with it, derives a key from that and both public keys, and
//! wraps every key by a key of its own, as the store does. A MAC binds the whole.
//!
//! A backup holds keys that are not exportable too: it is the officer who says to whom, and the
//! audit log has the target. Anybody can make a backup for a public key; what it says is believed
//! because the officer of the target says `restore`.

use super::{PendingChange, Session, Token, objects};
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::object::{Attributes, Class, Id, Mechanism, Object, Usage};
use crate::role::Right;
use crate::secret::{SymmetricKey, Tag};
use crate::state::{from_bytes, to_bytes};
use crate::storage::Table;
use sealane::PrivateKey;
use sealane::ecc::{self, Algorithm, PublicKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// What a backup's file begins with.
const MAGIC: [u8; 8] = *b"SLbackup";

#[derive(Serialize, Deserialize)]
struct Bundle {
    magic: [u8; 8],
    format: u32,
    /// The token that it is of.
    token: Id,
    /// The source's ephemeral public key, a SubjectPublicKeyInfo.
    ephemeral: Vec<u8>,
    /// Each object, in the form of its record, and its key wrapped for the backup.
    objects: Vec<(Vec<u8>, Vec<u8>)>,
    tag: Tag,
}

impl Bundle {
    fn parts(&self) -> Vec<&[u8]> {
        let objects = self.objects.iter().flat_map(|(body, sealed)| [&body[..], &sealed[..]]);
        [&b"backup"[..], &self.token.0, &self.ephemeral].into_iter().chain(objects).collect()
    }
}

impl Token {
    /// Makes the key that backups for this token are made for. Its public half is the object's.
    ///
    /// Errors: `RoleDenied`, `NameInvalid`, `NameExists`, `Random`, and those of the storage.
    pub fn backup_target(&self, session: &Session, label: &str) -> Result<Arc<Object>, Error> {
        session.demand(Right::Administer)?;
        let attributes = Attributes {
            label: label.to_owned(),
            usage: Usage::DERIVE,
            exportable: false,
            sensitive: true,
            mechanisms: vec![Mechanism::Restore],
        };
        let kind = KeyKind::Pair(Algorithm::X25519.into());
        attributes.check(kind, Class::Private)?;
        let key = Key::generate(kind, &self.platform)?;
        Ok(self.add(session, vec![(key, attributes)], "backup target")?.remove(0))
    }

    /// Returns all objects and keys for the holder of `target`, an X25519 SubjectPublicKeyInfo.
    ///
    /// Errors: `RoleDenied`; `KeyType` for another key; `StoreCorrupt`, `Random`, and those of the
    /// storage.
    pub fn backup(&self, session: &Session, target: &[u8]) -> Result<Vec<u8>, Error> {
        session.demand(Right::Administer)?;
        let target = PublicKey::from_spki_der(target)?;
        let ephemeral = ecc::PrivateKey::generate(Algorithm::X25519)?;
        let public = ephemeral.public_key().to_spki_der();
        let backup_key = agreed(&ephemeral, &target, &public, &target.to_spki_der())?;
        let mut writer = self.writer()?;
        let token_key = writer.token_key(session)?;
        let (keys, storage) = {
            let writer = &mut *writer;
            (&writer.keys, &mut writer.storage)
        };
        let mut objects = Vec::new();
        storage.records(&mut |record| {
            super::verify(keys, &record)?;
            if record.table == Table::Roles {
                return Ok(());
            }
            let object: Object =
                from_bytes(&record.body).ok_or(Error::StoreCorrupt("an object's attributes"))?;
            let sealed = match object.class {
                Class::Public => vec![],
                Class::Private | Class::Secret => {
                    let key = objects::unseal(&token_key, &object, &record.sealed)?;
                    objects::seal(&backup_key, &object, &key)
                }
            };
            objects.push((record.body, sealed));
            Ok(())
        })?;
        let token = writer.state.token;
        let mut bundle =
            Bundle { magic: MAGIC, format: 1, token, ephemeral: public, objects, tag: [0; 32] };
        bundle.tag = backup_key.tag(&bundle.parts());
        let digest: Tag = Sha256::digest(target.to_spki_der()).into();
        let subject = format!("for {}", Id(*digest.first_chunk().expect("32 bytes have 16")));
        self.commit(
            &mut writer,
            PendingChange { subject, ..objects::change_by(session, "backup") },
        )?;
        Ok(to_bytes(&bundle))
    }

    /// Takes all objects of a backup that was made for the key `id`, and returns them. All of them
    /// or none.
    ///
    /// Errors: `BackupInvalid`; `NameExists` if the token has one of the objects or labels;
    /// `RoleDenied`, `KeyUnknown`, `UsageDenied`, and those of the storage.
    pub fn restore(
        &self,
        session: &Session,
        id: Id,
        backup: &[u8],
    ) -> Result<Vec<Arc<Object>>, Error> {
        session.demand(Right::Administer)?;
        let target = self.find(id)?;
        target.check_use(Mechanism::Restore)?;
        let Key::Private(PrivateKey::Curve(key)) = self.unsealed(session, &target, |_| ())? else {
            return Err(Error::KeyType);
        };
        let bundle: Bundle = from_bytes(backup).ok_or(Error::BackupInvalid)?;
        if bundle.magic != MAGIC || bundle.format != 1 {
            return Err(Error::BackupInvalid);
        }
        let ephemeral =
            PublicKey::from_spki_der(&bundle.ephemeral).map_err(|_| Error::BackupInvalid)?;
        let backup_key = agreed(&key, &ephemeral, &bundle.ephemeral, &target.public)
            .map_err(|_| Error::BackupInvalid)?;
        if !backup_key.is_tag(&bundle.parts(), &bundle.tag) {
            return Err(Error::BackupInvalid);
        }
        let mut writer = self.writer()?;
        let token_key = writer.token_key(session)?;
        let mut pending = objects::change_by(session, "restore");
        for (body, sealed) in &bundle.objects {
            let mut object: Object = from_bytes(body).ok_or(Error::BackupInvalid)?;
            object.attributes.check(object.kind, object.class)?;
            if self.find(object.id).is_ok() {
                return Err(Error::NameExists);
            }
            let key = match object.class {
                Class::Public => None,
                Class::Private | Class::Secret => Some(
                    objects::unseal(&backup_key, &object, sealed)
                        .map_err(|_| Error::BackupInvalid)?,
                ),
            };
            object.version = 0;
            object.sequence = writer.state.sequence + 1;
            let sealed = key.map_or(vec![], |key| objects::seal(&token_key, &object, &key));
            pending.put.push((object, sealed));
        }
        let labels = pending.put.iter().map(|(object, _)| &object.attributes.label[..]);
        self.demand_free_labels(labels)?;
        pending.subject = format!("{} objects of {}", pending.put.len(), bundle.token);
        self.commit(&mut writer, pending)
    }
}

/// Returns the key of one backup: HKDF of the shared secret, bound to both public keys.
fn agreed(
    own: &ecc::PrivateKey,
    other: &PublicKey,
    ephemeral: &[u8],
    target: &[u8],
) -> Result<SymmetricKey, Error> {
    if own.algorithm() != Algorithm::X25519 || other.algorithm() != Algorithm::X25519 {
        return Err(Error::KeyType);
    }
    let shared = own.derive(other)?;
    let both: Tag = Sha256::new().chain_update(ephemeral).chain_update(target).finalize().into();
    Ok(SymmetricKey::from_bytes(shared.as_bytes())?.derive("backup", &both))
}
