//! A token with keys of every kind, which each input meets anew.

use crate::common::{OFFICER, USER, draft, loose, master, pin};
use crate::memory::{Contents, Memory};
use sealane::ecc::{Algorithm, PrivateKey};
use sealane_hsm::extra::Extra;
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::object::{Attributes, Id};
use sealane_hsm::role::Role;
use sealane_hsm::token::{Draft, Token};
use sealane_hsm::{Error, Platform};
use sha2::{Digest, Sha256};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Keys of RSA and DSA that a release wrote.
const PRECALCULATED: &str =
    include_str!("../../../crates/hsm/tests/fixtures/v0.1/precalculated.txt");

/// The token, and its key that reads backups.
pub struct Template {
    pub contents: Contents,
    pub target: Id,
    pub target_public: Vec<u8>,
}

pub static TEMPLATE: LazyLock<Template> = LazyLock::new(template);

/// Random bytes and times that are the same each time, so that an input has one effect: ids of
/// objects above all.
pub fn platform(start: u64) -> Platform {
    let counter = AtomicU64::new(start << 32);
    let fill = move |out: &mut [u8]| -> Result<(), Error> {
        for part in out.chunks_mut(32) {
            let number = counter.fetch_add(1, Ordering::Relaxed);
            part.copy_from_slice(&Sha256::digest(number.to_be_bytes())[..part.len()]);
        }
        Ok(())
    };
    Platform::new(fill, || 1_767_225_600).with_uptime(|| 5_000_000)
}

/// Opens what is in memory. Errors: those of [`Token::open`].
pub fn open(memory: &Memory) -> Result<Token, Error> {
    Token::open(Box::new(memory.clone()), platform(2), &master())
}

/// The document of a key of RSA or DSA.
pub fn document(kind: &str) -> Vec<u8> {
    let row = |line: &'static str| {
        let mut cells = line.split('\t');
        (cells.next() == Some(kind)).then(|| cells.next())?
    };
    let text = PRECALCULATED.lines().find_map(row).expect("a key of the kind");
    data_encoding::HEXLOWER.decode(text.as_bytes()).expect("digits")
}

/// The document of a key over a curve, the same each time.
pub fn curve_document(algorithm: Algorithm) -> Vec<u8> {
    let length = PrivateKey::generate(algorithm).expect("random bytes").to_bytes().len();
    let mut bytes = vec![0x25; length];
    bytes[0] = 0;
    PrivateKey::from_bytes(algorithm, &bytes).expect("a scalar").to_pkcs8_der().to_vec()
}

/// A key and what is said of it, as they come in from outside.
pub fn from_outside(kind: &str, draft: Draft) -> (Key, Attributes) {
    let document = match kind.parse().expect("a kind") {
        KeyKind::Pair(sealane::Algorithm::Curve(algorithm)) => curve_document(algorithm),
        KeyKind::Pair(_) => document(kind),
        KeyKind::Aes(bits) | KeyKind::Secret(bits) => vec![0x25; usize::from(bits / 8)],
        // The least that passes for a value of DER.
        KeyKind::Certificate | KeyKind::Data => vec![0x30, 3, 2, 1, 7],
    };
    let key = Key::from_outside(kind.parse().expect("a kind"), &document).expect("a key");
    let extra = vec![Extra { kind: 3, value: kind.into() }];
    (key, Attributes { extra, ..draft.attributes })
}

fn template() -> Template {
    let memory = Memory::default();
    let officer = pin(OFFICER);
    let storage = Box::new(memory.clone());
    let token = Token::init(storage, platform(1), &master(), "a token", &officer).expect("a token");
    let officer = token.login(Role::Officer, &officer).expect("the officer");
    for role in [Role::User, Role::Operator, Role::Auditor] {
        token.set_pin(&officer, role, &pin(USER)).expect("a PIN");
    }
    let user = token.login(Role::User, &pin(USER)).expect("the user");
    let mut keys: Vec<_> =
        ["p256", "ed25519", "x25519", "secp256k1", "rsa2048", "dsa2048", "aes256"]
            .map(|kind| from_outside(kind, draft(kind, kind)))
            .into();
    let open = ["p384", "ed448", "certificate", "data"];
    keys.extend(open.map(|kind| from_outside(kind, loose(kind, kind))));
    let made = token.import(&user, keys).expect("keys");
    token.import_public(&user, &made[0].public, "somebody's").expect("a public key");
    let target = token.backup_target(&officer, "target").expect("a target");
    Template {
        contents: memory.contents(),
        target: target.id,
        target_public: target.public.clone(),
    }
}
