//! All keys of a token in one file, for another token's key.
//!
//! The target makes an X25519 key that does nothing but read backups. The source makes an
//! ephemeral one, agrees on a secret with it, derives a key from that and both public keys, and
//! wraps every key by a key of its own, as the store does. A MAC binds the whole, and the source
//! signs it: anybody can wrap keys for a public key, and who restores names the token that did.
//!
//! A backup holds keys that are not exportable too: it is the officer who says to whom, and the
//! audit log has the target.

use super::objects::{self, Arrival, Stored};
use super::signer::{self, Fingerprint};
use super::stored::earlier_object;
use super::{PendingChange, Session, Token, migrate};
use crate::error::Error;
use crate::key::{Key, KeyKind, generate, public_kind};
use crate::object::{Attributes, Class, Id, Mechanism, Object, Usage};
use crate::progress::Progress;
use crate::role::Right;
use crate::secret::{SymmetricKey, Tag};
use crate::state::{from_bytes, to_bytes};
use crate::storage::Table;
use sealane::ecc::{self, Algorithm, PublicKey};
use sealane::{Lengths, PrivateKey, Scheme, SignOptions};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::sync::Arc;

/// What a backup's file begins with.
const MAGIC: [u8; 8] = *b"SLbackup";
/// The form that is written.
const FORMAT: u32 = 3;
/// The first form that is signed: what is said of objects is less there, in the same way.
const FIRST_SIGNED: u32 = 2;
/// What is signed begins with this, so that no other signature of the key is one of a backup.
const SIGNED: &[u8] = b"sealane backup\0";

/// By whom a backup must be signed to be restored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupSource {
    /// The token of this fingerprint.
    Token(Fingerprint),
    /// Nobody: it is of the first form, which had no signature.
    Unsigned,
}

/// What a backup says of itself.
#[derive(Debug, Clone)]
pub struct BackupReport {
    /// Its form.
    pub format: u32,
    /// The token that it is of.
    pub token: Id,
    /// That token's label; nothing in the first form.
    pub label: Option<String>,
    /// How many changes that token had seen; nothing in the first form.
    pub sequence: Option<u64>,
    /// Seconds since 1970 when it was made; nothing in the first form.
    pub made: Option<u64>,
    /// Who has signed it; nobody in the first form.
    pub signer: Option<Fingerprint>,
    /// What is in it.
    pub objects: Vec<Object>,
}

/// Each object, in the form of its record, and its key wrapped for the backup.
type Contents = Vec<(Vec<u8>, Vec<u8>)>;

/// The same when it was read.
type Taken = Vec<(Stored, Option<Key>)>;

#[derive(Serialize, Deserialize)]
struct Bundle {
    magic: [u8; 8],
    format: u32,
    token: Id,
    label: String,
    sequence: u64,
    made: u64,
    /// The source's key that signs, a SubjectPublicKeyInfo.
    signer: Vec<u8>,
    /// The source's ephemeral public key, a SubjectPublicKeyInfo.
    ephemeral: Vec<u8>,
    objects: Contents,
    tag: Tag,
}

/// The first form, without a signature.
#[derive(Deserialize)]
struct EarlierBundle {
    magic: [u8; 8],
    format: u32,
    token: Id,
    ephemeral: Vec<u8>,
    objects: Contents,
    tag: Tag,
}

/// A backup that was read: of either form.
struct Read {
    bundle: Bundle,
    signer: Option<Fingerprint>,
}

impl Bundle {
    fn parts(&self) -> Vec<&[u8]> {
        let objects = self.objects.iter().flat_map(|(body, sealed)| [&body[..], &sealed[..]]);
        let head = [&b"backup"[..], &self.token.0];
        let more = [self.label.as_bytes(), &self.signer];
        let more = more.into_iter().filter(|_| self.format >= FIRST_SIGNED);
        head.into_iter().chain(more).chain([&self.ephemeral[..]]).chain(objects).collect()
    }
}

impl Read {
    /// Reads a backup, and demands that the signature is that of the key beside it.
    ///
    /// Errors: `BackupInvalid`.
    fn new(bytes: &[u8]) -> Result<Self, Error> {
        let head: Option<([u8; 8], u32)> = postcard::take_from_bytes(bytes).ok().map(|it| it.0);
        match head {
            Some((MAGIC, FIRST_SIGNED..=FORMAT)) => Self::signed(bytes).ok_or(Error::BackupInvalid),
            Some((MAGIC, 1)) => Self::earlier(bytes).ok_or(Error::BackupInvalid),
            _ => Err(Error::BackupInvalid),
        }
    }

    fn signed(bytes: &[u8]) -> Option<Self> {
        let (bundle, signature): (Bundle, _) = postcard::take_from_bytes(bytes).ok()?;
        let body = &bytes[..bytes.len() - signature.len()];
        let key = sealane::PublicKey::from_spki_der(&bundle.signer, Lengths::Current).ok()?;
        let ed25519 = sealane::Algorithm::Curve(Algorithm::Ed25519);
        let own = key.algorithm() == ed25519 && key.to_spki_der() == bundle.signer;
        let valid = key.verify(&[SIGNED, body].concat(), &eddsa(), signature).is_ok();
        let signer = Some(Fingerprint::of_key(&bundle.signer));
        (own && valid).then_some(Self { bundle, signer })
    }

    fn earlier(bytes: &[u8]) -> Option<Self> {
        let EarlierBundle { magic, format, token, ephemeral, objects, tag } = from_bytes(bytes)?;
        let (label, signer, sequence, made) = (String::new(), vec![], 0, 0);
        let bundle =
            Bundle { magic, format, token, label, sequence, made, signer, ephemeral, objects, tag };
        Some(Self { bundle, signer: None })
    }

    fn is_earlier(&self) -> bool {
        self.signer.is_none()
    }

    /// What is said of each object. Errors: `BackupInvalid`.
    fn stored(&self, body: &[u8]) -> Result<Stored, Error> {
        let stored = if self.is_earlier() {
            // Nothing says where it came from, so nobody can say who knows it.
            let of = |object| Stored { object, arrival: Arrival::Unknown, once_exportable: true };
            earlier_object(body).map(of)
        } else {
            Stored::from_body(body)
        };
        stored.ok_or(Error::BackupInvalid)
    }

    /// Returns an object and its key, if they belong together and could be in a token.
    ///
    /// Errors: `BackupInvalid`, and those of attributes that make no sense.
    fn taken(
        &self,
        by: &SymmetricKey,
        body: &[u8],
        sealed: &[u8],
    ) -> Result<(Stored, Option<Key>), Error> {
        let stored = self.stored(body)?;
        let Object { class, kind, ref attributes, ref public, .. } = stored.object;
        attributes.check(kind, class)?;
        if !stored.is_possible() {
            return Err(Error::BackupInvalid);
        }
        if class == Class::Certificate {
            let own = sealed.is_empty() && Key::from_outside(kind, public).is_ok();
            return if own { Ok((stored, None)) } else { Err(Error::BackupInvalid) };
        }
        if class == Class::Public {
            // What is read and written is what was there: one form of one key.
            let key = sealane::PublicKey::from_spki_der(public, Lengths::Current);
            let whole = key.is_ok_and(|key| key.to_spki_der() == *public);
            let own = whole && sealed.is_empty() && public_kind(public)? == kind;
            return if own { Ok((stored, None)) } else { Err(Error::BackupInvalid) };
        }
        let document = if self.is_earlier() {
            migrate::earlier_document(by, &stored.object, sealed)?
        } else {
            wrapping(by, body).unwrap(sealed).map_err(|_| Error::BackupInvalid)?
        };
        // All of a key is looked at, as of any other from outside.
        let key = Key::from_outside(kind, &document).map_err(|_| Error::BackupInvalid)?;
        let own = objects::class_of(kind) == class && key.public_document() == *public;
        if own { Ok((stored, Some(key))) } else { Err(Error::BackupInvalid) }
    }
}

/// Says what is in a backup, as far as everybody can read it, and who has signed it. Whether its
/// keys can be restored, the target's token alone can say.
///
/// Errors: `BackupInvalid`, also if the signature is none.
pub fn inspect_backup(bytes: &[u8]) -> Result<BackupReport, Error> {
    let read = Read::new(bytes)?;
    let objects = read.bundle.objects.iter();
    let objects = objects.map(|(body, _)| Ok(read.stored(body)?.object));
    let objects = objects.collect::<Result<_, Error>>()?;
    let signed = !read.is_earlier();
    let Bundle { format, token, label, sequence, made, .. } = read.bundle;
    let signer = read.signer;
    let (label, sequence) = (signed.then_some(label), signed.then_some(sequence));
    let made = signed.then_some(made);
    Ok(BackupReport { format, token, label, sequence, made, signer, objects })
}

impl Token {
    /// Makes the key that backups for this token are made for. Its public half is the object's.
    ///
    /// Errors: `RoleDenied`, `NameInvalid`, `NameExists`, `Random`, and those of the storage.
    pub fn backup_target(&self, session: &Session, label: &str) -> Result<Arc<Object>, Error> {
        self.demand(session, Right::Administer)?;
        let attributes = Attributes {
            usage: Usage::DERIVE,
            exportable: false,
            sensitive: true,
            mechanisms: vec![Mechanism::Restore],
            ..Attributes::usual(label, KeyKind::Pair(Algorithm::X25519.into()))
        };
        let kind = KeyKind::Pair(Algorithm::X25519.into());
        attributes.check(kind, Class::Private)?;
        let key = generate(kind, &self.platform)?;
        let keys = vec![(&key, attributes)];
        Ok(self.add(session, keys, Arrival::Generated, "backup target")?.remove(0))
    }

    /// Returns all objects and keys for the holder of `target`, an X25519 SubjectPublicKeyInfo,
    /// signed by the token.
    ///
    /// Errors: `RoleDenied`; `KeyType` for another key; `StoreCorrupt`, `Random`, and those of the
    /// storage.
    pub fn backup(&self, session: &Session, target: &[u8]) -> Result<Vec<u8>, Error> {
        let (backup, _) = self.backup_watched(session, target, &Progress::default())?;
        Ok(backup)
    }

    /// The same for who watches; returns also how many objects are in it. Errors: also `Closing`.
    pub fn backup_watched(
        &self,
        session: &Session,
        target: &[u8],
        progress: &Progress,
    ) -> Result<(Vec<u8>, u64), Error> {
        self.demand(session, Right::Administer)?;
        let target = PublicKey::from_spki_der(target)?;
        let ephemeral = ecc::PrivateKey::generate(Algorithm::X25519)?;
        let public = ephemeral.public_key().to_spki_der();
        let backup_key = agreed(&ephemeral, &target, &public, &target.to_spki_der())?;
        let mut writer = self.writer()?;
        let token_key = writer.token_key(session)?;
        let seed = signer::open(&writer.state, &token_key, &writer.keys)?;
        progress.begin(writer.state.objects);
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
            let key = objects::unseal(&token_key, &record)?;
            let by = wrapping(&backup_key, &record.body);
            let sealed = key.map_or(vec![], |key| by.wrap(&key.to_document()));
            objects.push((record.body, sealed));
            progress.step(1)
        })?;
        let count = objects.len() as u64;
        let state = &writer.state;
        let mut bundle = Bundle {
            magic: MAGIC,
            format: FORMAT,
            token: state.token,
            label: state.label.clone(),
            sequence: state.sequence,
            made: self.platform.now(),
            signer: state.signer.clone(),
            ephemeral: public,
            objects,
            tag: [0; 32],
        };
        bundle.tag = backup_key.tag(&bundle.parts());
        let body = to_bytes(&bundle);
        let signer = PrivateKey::Curve(signer::key_of(&seed)?);
        let message = [SIGNED, &body].concat();
        let signature = signer.sign(&message, &eddsa(), SignOptions::default())?;
        let digest: Tag = Sha256::digest(target.to_spki_der()).into();
        let subject = format!("for {}", Id(*digest.first_chunk().expect("32 bytes have 16")));
        self.commit(
            &mut writer,
            PendingChange { subject, ..objects::change_by(session, "backup") },
        )?;
        Ok(([body, signature.into()].concat(), count))
    }

    /// Takes all objects of a backup that was made for the key `id` by `source`, and returns them.
    /// All of it is looked at before anything changes: all of them are taken or none.
    ///
    /// Errors: `BackupForeign` if another token has signed it, `BackupUnsigned` if nobody has;
    /// `BackupInvalid` for one that is damaged, is for another key, or has what could not be in a
    /// token; `NameExists` if the token has one of the objects or labels; `NameInvalid`,
    /// `UsageDenied`, `UsageConflict` and `KeyType` for attributes that make no sense;
    /// `RoleDenied`, `KeyUnknown`, and those of the storage.
    pub fn restore(
        &self,
        session: &Session,
        id: Id,
        backup: &[u8],
        source: BackupSource,
    ) -> Result<Vec<Arc<Object>>, Error> {
        self.restore_watched(session, id, backup, source, &Progress::default())
    }

    /// The same for who watches. Errors: also `Closing`.
    pub fn restore_watched(
        &self,
        session: &Session,
        id: Id,
        backup: &[u8],
        source: BackupSource,
        progress: &Progress,
    ) -> Result<Vec<Arc<Object>>, Error> {
        let (taken, from) = self.all_taken(session, id, backup, source, progress)?;
        let mut writer = self.writer()?;
        self.demand_absent(&taken)?;
        let token_key = writer.token_key(session)?;
        let mut pending = objects::change_by(session, "restore");
        for (mut stored, key) in taken {
            stored.object.version = 0;
            stored.object.sequence = writer.state.sequence + 1;
            let sealed = key.map_or(vec![], |key| objects::seal(&token_key, &stored, &key));
            pending.put.push((stored, sealed));
        }
        pending.subject = format!("{} objects of {from}", pending.put.len());
        self.commit(&mut writer, pending)
    }

    /// Looks whether [`Token::restore`] would take a backup, without a change; returns how many
    /// objects are in it. Errors: those of [`Token::restore_watched`].
    pub fn verify_backup(
        &self,
        session: &Session,
        id: Id,
        backup: &[u8],
        source: BackupSource,
        progress: &Progress,
    ) -> Result<u64, Error> {
        let (taken, _) = self.all_taken(session, id, backup, source, progress)?;
        self.demand_absent(&taken)?;
        Ok(taken.len() as u64)
    }

    /// Demands that nothing of a backup is in the token. Errors: `NameExists`.
    fn demand_absent(&self, taken: &Taken) -> Result<(), Error> {
        if taken.iter().any(|(stored, _)| self.find(stored.object.id).is_ok()) {
            return Err(Error::NameExists);
        }
        let label = |object: &Object| (object.class, object.attributes.label.clone());
        let labels: Vec<_> = taken.iter().map(|(stored, _)| label(&stored.object)).collect();
        self.demand_free_labels(labels.iter().map(|(class, label)| (*class, &label[..])))
    }

    /// Reads a backup that was made for the key `id` by `source`: all that is in it, and the token
    /// that it is of. Errors: those of [`Token::restore`].
    fn all_taken(
        &self,
        session: &Session,
        id: Id,
        backup: &[u8],
        source: BackupSource,
        progress: &Progress,
    ) -> Result<(Taken, Id), Error> {
        self.demand(session, Right::Administer)?;
        let target = self.usable(session, id)?;
        target.check_use(Mechanism::Restore)?;
        let read = Read::new(backup)?;
        match (source, read.signer) {
            (BackupSource::Token(named), Some(signer)) if named == signer => {}
            (BackupSource::Unsigned, None) => {}
            (BackupSource::Token(_), None) => return Err(Error::BackupUnsigned),
            _ => return Err(Error::BackupForeign),
        }
        let (_, key) = self.unsealed(session, &target, |_| ())?;
        let Key::Private(PrivateKey::Curve(key)) = key else { return Err(Error::KeyType) };
        let bundle = &read.bundle;
        let ephemeral =
            PublicKey::from_spki_der(&bundle.ephemeral).map_err(|_| Error::BackupInvalid)?;
        let backup_key = agreed(&key, &ephemeral, &bundle.ephemeral, &target.public)
            .map_err(|_| Error::BackupInvalid)?;
        if !backup_key.is_tag(&bundle.parts(), &bundle.tag) {
            return Err(Error::BackupInvalid);
        }
        // Keys are looked at before the token is anybody's, for that takes its time.
        progress.begin(bundle.objects.len() as u64);
        let objects = bundle.objects.iter();
        let taken = objects.map(|(body, sealed)| {
            progress.step(1)?;
            read.taken(&backup_key, body, sealed)
        });
        let taken = taken.collect::<Result<Vec<_>, Error>>()?;
        let mut seen = HashSet::new();
        if !taken.iter().all(|(stored, _)| seen.insert(stored.object.id)) {
            return Err(Error::BackupInvalid);
        }
        let mut seen = HashSet::new();
        let sort = |class: Class| if class.is_key() { Class::Private } else { class };
        let name = |object: &Object| (sort(object.class), object.attributes.label.clone());
        if !taken.iter().all(|(stored, _)| seen.insert(name(&stored.object))) {
            return Err(Error::BackupInvalid);
        }
        Ok((taken, bundle.token))
    }
}

fn eddsa() -> Scheme {
    let algorithm = sealane::Algorithm::Curve(Algorithm::Ed25519);
    algorithm.usual_scheme().expect("Ed25519 signs")
}

/// The key that wraps one object's in a backup: of all that is said of it.
fn wrapping(backup_key: &SymmetricKey, body: &[u8]) -> SymmetricKey {
    let digest: Tag = Sha256::digest(body).into();
    backup_key.derive("object of a backup", &digest)
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

#[cfg(test)]
mod tests;
