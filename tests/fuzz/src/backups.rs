//! Backups: any bytes, and signed and wrapped ones with any objects in them.
//!
//! The first byte says which; in the second case also which of some good objects are in it, and the
//! rest is edits of them. Keys of RSA and DSA take their time to be looked at.

use crate::common::{OFFICER, pin};
use crate::edits;
use crate::forge::{self, Forged};
use crate::memory::Memory;
use crate::template::{TEMPLATE, curve_document, document, open};
use sealane::ecc::Algorithm;
use sealane_hsm::role::Role;
use sealane_hsm::token::{BackupSource, inspect_backup};
use std::sync::LazyLock;

/// What is said of each object, and its document.
static OBJECTS: LazyLock<Vec<(Vec<u8>, Vec<u8>)>> = LazyLock::new(|| {
    let kinds = [
        ("p256", curve_document(Algorithm::EcP256)),
        ("ed25519", curve_document(Algorithm::Ed25519)),
        ("rsa2048", document("rsa2048")),
        ("dsa2048", document("dsa2048")),
        ("aes256", vec![7; 32]),
    ];
    let object = |(number, (kind, document)): (usize, (&str, Vec<u8>))| {
        let label = format!("from a backup: {kind}");
        let mut forged = if matches!(kind, "rsa2048" | "dsa2048") {
            Forged::new("aes256", &label)
        } else {
            Forged::new(kind, &label)
        };
        if kind != "aes256" {
            let lengths = sealane::Lengths::Current;
            let key = sealane::PrivateKey::from_pkcs8_der(&document, lengths).expect("a key");
            forged.object.kind = kind.parse().expect("a kind");
            forged.object.class = sealane_hsm::object::Class::Private;
            let usual = sealane_hsm::object::Attributes::usual(&label, forged.object.kind);
            forged.object.attributes = usual;
            forged.object.public = key.public_key().to_spki_der();
        }
        forged.object.id = sealane_hsm::object::Id([number as u8 + 1; 16]);
        forged.document = document;
        (forged.body(), forged.document)
    };
    kinds.into_iter().enumerate().map(object).collect()
});

/// What comes in changes nothing, or leaves a whole token.
pub fn run(bytes: &[u8]) {
    let Some((how, bytes)) = bytes.split_first() else { return };
    let (backup, source) = match how % 3 {
        0 => (bytes.to_vec(), BackupSource::Unsigned),
        1 => {
            // Its signature is nobody's; what is read before it is read.
            let signer = inspect_backup(bytes).ok().and_then(|report| report.signer);
            let source = signer.map_or(BackupSource::Unsigned, BackupSource::Token);
            (bytes.to_vec(), source)
        }
        _ => {
            // A bit for each; the quick ones if there is none.
            let chosen = if how / 3 == 0 { 0b10011 } else { how / 3 };
            let mut objects = OBJECTS.clone();
            let mut bits = (0..8).map(|bit| chosen >> bit & 1 == 1);
            objects.retain(|_| bits.next().unwrap_or_default());
            if objects.is_empty() {
                return;
            }
            let fields = 2 * objects.len();
            for edit in edits::read(bytes) {
                let at = edit.field % fields;
                let object = &mut objects[at / 2];
                edit.apply(if at.is_multiple_of(2) { &mut object.0 } else { &mut object.1 });
            }
            let (backup, signer) = forge::backup_of(&TEMPLATE.target_public, &objects);
            (backup, BackupSource::Token(signer))
        }
    };
    let _ = inspect_backup(&backup);
    let memory = Memory::new(TEMPLATE.contents.clone());
    let token = open(&memory).expect("the token of before");
    let officer = token.login(Role::Officer, &pin(OFFICER)).expect("the officer");
    let before = token.status().expect("its state");
    let restored = token.restore(&officer, TEMPLATE.target, &backup, source);
    let after = token.status().expect("its state");
    let more = restored.as_ref().map_or(0, Vec::len) as u64;
    assert_eq!(after.objects, before.objects + more);
    assert!(restored.is_ok() || after == before, "it was refused, and the token has changed");
    drop(token);
    let token = open(&memory).expect("the token opens afterwards");
    token.check().expect("the token is whole");
    assert_eq!(memory.objects(), after.objects);
}

/// The forms of the first byte: without a signature, and with one.
pub const WITHOUT: u8 = 0;
pub const FORGED: u8 = 2;
/// The same with every object.
pub const FORGED_ALL: u8 = 2 + 3 * 0b11111;
