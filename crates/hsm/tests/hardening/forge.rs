//! What somebody can do who has the master key, or the public key that backups are for, and no PIN.

use crate::common;
use common::draft;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sealane::ecc::{Algorithm, PrivateKey, PublicKey};
use sealane_hsm::key::KeyKind;
use sealane_hsm::keywrap::{self, Form};
use sealane_hsm::object::{Attributes, Class, History, Id, Mechanism, Object, Usage};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::{Record, Storage, Table};
use sealane_hsm::token::Fingerprint;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// HKDF-SHA-256 without salt, as the token derives its keys.
fn derive(key: &[u8], purpose: &str, context: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    let info = [purpose.as_bytes(), &[0], context].concat();
    Hkdf::<Sha256>::new(None, key).expand(&info, &mut out).unwrap();
    out
}

/// HMAC-SHA-256 of the parts, each behind its length.
fn tag(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).unwrap();
    for part in parts {
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

fn records(path: &Path) -> Vec<Record> {
    let mut all = vec![];
    let each = &mut |record| {
        all.push(record);
        Ok(())
    };
    Sqlite::open(path).unwrap().records(each).unwrap();
    all
}

/// The digest of all records, as the state has it.
pub fn digest(records: &[Record]) -> [u8; 32] {
    let mut buckets = vec![BTreeMap::new(); 256];
    for it in records {
        buckets[usize::from(it.id.0[0])].insert((it.table, it.id), it.tag);
    }
    let of_bucket = |bucket: &BTreeMap<(Table, Id), [u8; 32]>| {
        let mut hash = Sha256::new();
        for ((table, id), tag) in bucket {
            hash.update([*table as u8]);
            hash.update(id.0);
            hash.update(tag);
        }
        hash.finalize()
    };
    let mut all = Sha256::new();
    buckets.iter().for_each(|bucket| all.update(of_bucket(bucket)));
    all.finalize().into()
}

/// The digest of the records that a store has now.
pub fn digest_of(path: &Path) -> [u8; 32] {
    digest(&records(path))
}

/// Makes all MACs of a store right again, whatever is in it, by the master key of `common`: its
/// state has the digest `before`.
pub fn mend(path: &Path, before: [u8; 32]) {
    let state = Sqlite::open(path).unwrap().state().unwrap().unwrap();
    let mut all = records(path);
    let state = mended(&state, &mut all, before).expect("the digest");
    let file = rusqlite::Connection::open(path).unwrap();
    for it in &all {
        let row = rusqlite::params![it.tag, it.table as u8, it.id.0];
        file.execute("UPDATE record SET tag = ? WHERE kind = ? AND id = ?", row).unwrap();
    }
    file.execute("UPDATE state SET body = ?", [state]).unwrap();
}

/// The same of what a store has: sets the MACs of records, and returns the state; nothing if the
/// digest of before is not in it.
pub fn mended(state: &[u8], records: &mut [Record], before: [u8; 32]) -> Option<Vec<u8>> {
    let (token, master) = (state.get(33..49)?, derive(&[0x5a; 32], "master", &[]));
    let integrity = derive(&master, "integrity", token);
    for it in &mut *records {
        let parts = [&b"record"[..], &[it.table as u8], &it.id.0, &it.body, &it.sealed];
        it.tag = tag(&integrity, &parts);
    }
    let mut body = state[32..].to_vec();
    let at = body.windows(32).position(|part| part == before)?;
    body[at..at + 32].copy_from_slice(&digest(records));
    Some([&tag(&integrity, &[b"state", &body])[..], &body].concat())
}

/// What a record says of an object, before how it came there.
type Fields =
    (Id, Class, KeyKind, String, Usage, bool, bool, Vec<Mechanism>, Vec<u8>, u32, u64, u64);

/// Reads an object out of a record, and returns what is behind it.
pub fn read_object(body: &[u8]) -> (Object, &[u8]) {
    let (fields, rest): (Fields, _) = postcard::take_from_bytes(body).unwrap();
    let (id, class, kind, label, usage, exportable, sensitive, mechanisms, public, ..) = fields;
    let (version, sequence, created) = (fields.9, fields.10, fields.11);
    let usual = Attributes::usual(&label, kind);
    let attributes = Attributes { usage, exportable, sensitive, mechanisms, ..usual };
    let history = History::default();
    (Object { id, class, kind, attributes, public, version, sequence, created, history }, rest)
}

/// The bytes of an object as a record has them.
pub fn object_bytes(it: &Object) -> Vec<u8> {
    let Object { id, class, kind, attributes, public, version, sequence, created, .. } = it.clone();
    let Attributes { label, usage, exportable, sensitive, mechanisms, .. } = attributes;
    let fields: Fields = (
        id, class, kind, label, usage, exportable, sensitive, mechanisms, public, version,
        sequence, created,
    );
    postcard::to_allocvec(&fields).unwrap()
}

/// An object, and the document of its key; nothing for a public key.
#[derive(Clone)]
pub struct Forged {
    pub object: Object,
    pub document: Vec<u8>,
}

impl Forged {
    /// A good one.
    pub fn new(kind: &str, label: &str) -> Self {
        let mut id = Id([0; 16]);
        getrandom::fill(&mut id.0).unwrap();
        let draft = draft(kind, label);
        let mut document = vec![0; 32];
        getrandom::fill(&mut document).unwrap();
        let mut public = vec![];
        if let Some(algorithm) = sealane::Algorithm::from_name(kind) {
            let key = sealane::PrivateKey::generate(algorithm).unwrap();
            document = key.to_pkcs8_der().to_vec();
            public = key.public_key().to_spki_der();
        }
        let class = if public.is_empty() { Class::Secret } else { Class::Private };
        let (kind, attributes) = (draft.kind, draft.attributes);
        let (version, sequence, created) = (3, 7, 9);
        let history = History::default();
        let object =
            Object { id, class, kind, attributes, public, version, sequence, created, history };
        Self { object, document }
    }

    /// What is said of it: made in a token, and could never leave it.
    pub fn body(&self) -> Vec<u8> {
        [object_bytes(&self.object), vec![0, 0]].concat()
    }
}

/// A backup of what is given, for the holder of `target`, by somebody who has a key of their own;
/// and the fingerprint of that.
pub fn backup(target: &[u8], contents: &[Forged]) -> (Vec<u8>, Fingerprint) {
    let parts: Vec<_> = contents.iter().map(|it| (it.body(), it.document.clone())).collect();
    backup_of(target, &parts)
}

/// The same of what is said of each object, and the document of its key.
pub fn backup_of(target: &[u8], contents: &[(Vec<u8>, Vec<u8>)]) -> (Vec<u8>, Fingerprint) {
    let ephemeral = PrivateKey::generate(Algorithm::X25519).unwrap();
    let public = ephemeral.public_key().to_spki_der();
    let shared = ephemeral.derive(&PublicKey::from_spki_der(target).unwrap()).unwrap();
    let both = Sha256::digest([&public[..], target].concat());
    let key = derive(shared.as_bytes(), "backup", &both);
    let objects: Vec<(Vec<u8>, Vec<u8>)> = contents
        .iter()
        .map(|(body, document)| {
            let by = derive(&key, "object of a backup", &Sha256::digest(body));
            let wrap = |document: &[u8]| keywrap::wrap(Form::Padded, &by, document).unwrap();
            let sealed = if document.is_empty() { vec![] } else { wrap(document) };
            (body.clone(), sealed)
        })
        .collect();
    let signer = PrivateKey::generate(Algorithm::Ed25519).unwrap();
    let spki = signer.public_key().to_spki_der();
    let (token, label) = (Id([9; 16]), "somebody's");
    let mut parts = vec![&b"backup"[..], &token.0, label.as_bytes(), &spki, &public];
    parts.extend(objects.iter().flat_map(|(body, sealed)| [&body[..], &sealed[..]]));
    let mac = tag(&key, &parts);
    let bundle = (b"SLbackup", 2u32, token, label, 5u64, 6u64, &spki, &public, &objects, mac);
    let body = postcard::to_allocvec(&bundle).unwrap();
    let key = sealane::PrivateKey::Curve(signer);
    let scheme = key.algorithm().usual_scheme().unwrap();
    let message = [&b"sealane backup\0"[..], &body].concat();
    let signature = key.sign(&message, &scheme, sealane::SignOptions::default()).unwrap();
    (([body, signature.into()].concat()), Fingerprint(Sha256::digest(&spki).into()))
}
