//! MACs by secrets of a token: by the token of this process and through a service, for who may.

use crate::common::{OFFICER, draft, init, loose, pin, user};
use crate::test_service::{TestService, by_both, connect};
use hmac::{Hmac, KeyInit, Mac};
use sealane::Hash;
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, MacInput, Settings};
use sealane_hsm::key::{Key, KeyKind};
use sealane_hsm::keywrap::{Form, Wrapping};
use sealane_hsm::object::{Attributes, Class, Id, Usage};
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::token::{BackupSource, Patch, Session, Token};
use sha2::Sha256;
use std::sync::Arc;

const SECRET: [u8; 40] = [0x2b; 40];

fn of(hash: Hash, message: &[u8]) -> MacInput {
    MacInput { hash, message: message.to_vec() }
}

/// The MAC that another library makes with SHA-256.
fn theirs(secret: &[u8], message: &[u8]) -> Vec<u8> {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret).unwrap();
    mac.update(message);
    mac.finalize().into_bytes().to_vec()
}

fn taken_in(token: &Token, session: &Session, label: &str, usage: Usage) {
    let key = Key::Secret(SECRET.to_vec().into());
    let attributes = Attributes { usage, ..loose("secret320", label).attributes };
    token.import(session, vec![(key, attributes)]).unwrap();
}

fn fill(token: &Token, session: &Session) {
    taken_in(token, session, "both", Usage::SIGN.with(Usage::VERIFY));
    taken_in(token, session, "makes", Usage::SIGN);
    taken_in(token, session, "looks", Usage::VERIFY);
    let drafts = vec![draft("aes256", "wraps"), loose("secret8", "short"), draft("p256", "pair")];
    token.generate_all(session, drafts).unwrap();
}

fn id(keys: &mut dyn Keys, label: &str) -> Id {
    keys.find(label).unwrap().id
}

/// Goal: MACs are those of another library; each is looked at whole or cut short, wherever a key
/// may; what is changed, empty or too long is none, and keys of other kinds make none.
fn by_keys(keys: &mut dyn Keys) {
    let [both, makes, looks] = ["both", "makes", "looks"].map(|label| id(keys, label));
    let right = theirs(&SECRET, b"message");
    let sha256 = of(Hash::Sha256, b"message");
    for key in [both, makes] {
        assert_eq!(keys.mac(key, sha256.clone()).as_ref(), Ok(&right));
    }
    assert_eq!(keys.mac(looks, sha256.clone()), Err(Error::UsageDenied));
    assert_eq!(keys.verify_mac(makes, sha256.clone(), &right), Err(Error::UsageDenied));
    let mut wrong = right.clone();
    wrong[31] ^= 1;
    for key in [both, looks] {
        let mut verify = |mac: &[u8]| keys.verify_mac(key, sha256.clone(), mac);
        for good in [&right[..], &right[..16], &right[..1]] {
            verify(good).unwrap();
        }
        for bad in [&wrong[..], &right[1..], &[], &[&right[..], &[0]].concat()] {
            assert_eq!(verify(bad).unwrap_err().code(), "SIG_INVALID");
        }
        let other = keys.verify_mac(key, of(Hash::Sha256, b"another"), &right);
        assert_eq!(other.unwrap_err().code(), "SIG_INVALID");
    }
    for hash in [Hash::Sha1, Hash::Sha3_384, Hash::Sha512] {
        let mac = keys.mac(both, of(hash, &[7; 100_000])).unwrap();
        assert_eq!(mac.len(), hash.output_bytes());
        keys.verify_mac(looks, of(hash, &[7; 100_000]), &mac).unwrap();
    }
    for label in ["wraps", "pair"] {
        let key = id(keys, label);
        assert_eq!(keys.mac(key, sha256.clone()), Err(Error::KeyType));
        assert_eq!(keys.verify_mac(key, sha256.clone(), &right), Err(Error::KeyType));
    }
    let item = crate::test_service::item(both, b"message");
    assert_eq!(keys.sign(item).unwrap_err(), Error::KeyType);
}

/// Goal: a secret leaves wrapped and comes back as a secret, and only as that; wrapped bytes that
/// are too many are none.
fn wrapped(keys: &mut dyn Keys) {
    let (wraps, both, short) = (id(keys, "wraps"), id(keys, "both"), id(keys, "short"));
    let padded = Wrapping { by: wraps, form: Form::Padded };
    let whole = Wrapping { by: wraps, form: Form::Whole };
    for (by, key) in [(padded, both), (whole, both), (padded, short)] {
        let blob = keys.wrap(by, key).unwrap();
        let attributes = loose("secret8", "again").attributes;
        let again = keys.unwrap_secret(by, &blob, attributes).unwrap();
        assert_eq!((again.class, again.kind), (Class::Secret, keys.find_id(key).unwrap().kind));
        let expected = keys.mac(key, of(Hash::Sha256, b"message"));
        assert_eq!(keys.mac(again.id, of(Hash::Sha256, b"message")), expected);
        keys.delete(again.id).unwrap();
        let as_pair = loose("p256", "no pair").attributes;
        assert!(keys.unwrap(by, &blob, as_pair).is_err());
    }
    let data = Key::Data(vec![7; 513].into());
    let plain = Attributes { usage: Usage::NONE, ..loose("data", "long").attributes };
    let long = keys.import(data, plain).unwrap().id;
    assert_eq!(keys.wrap(padded, long), Err(Error::KeyType));
}

/// Goal: an engine of this process and a service make the same MACs.
#[test]
fn macs_are_made_and_looked_at() {
    by_both(fill, |keys| {
        by_keys(keys);
        wrapped(keys);
    });
}

/// Goal: those who may sign make MACs and look at them, and nobody else. Method: every role, and
/// nobody.
#[test]
fn roles_make_macs_as_they_may() {
    let served = TestService::with(Options::default(), |token, session| {
        fill(token, session);
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        for role in [Role::Operator, Role::Auditor] {
            token.set_pin(&officer, role, &pin(role.name())).unwrap();
        }
    });
    let mut connection = connect(&served.path()).unwrap();
    let (key, sha256) = (id(&mut connection, "both"), of(Hash::Sha256, b"message"));
    let right = theirs(&SECRET, b"message");
    assert_eq!(connection.mac(key, sha256.clone()), Err(Error::NotLoggedIn));
    assert_eq!(connection.verify_mac(key, sha256.clone(), &right), Err(Error::NotLoggedIn));
    for role in Role::ALL {
        let own = match role {
            Role::Officer => OFFICER,
            Role::User => crate::common::USER,
            Role::Operator | Role::Auditor => role.name(),
        };
        connection.login(role, own.as_bytes()).unwrap();
        let may = matches!(role, Role::User | Role::Operator);
        let denied = (!may).then_some(Error::RoleDenied);
        assert_eq!(connection.mac(key, sha256.clone()).err(), denied, "{role:?}");
        assert_eq!(connection.verify_mac(key, sha256.clone(), &right).err(), denied, "{role:?}");
    }
}

/// Goal: a secret keeps its rights through changes, a backup and its restoring; rights become fewer
/// only, and attributes of other kinds are refused.
#[test]
fn secrets_are_kept_like_keys() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [from, to] = folders.each_ref().map(|folder| init(folder.path()));
    let session = user(&from);
    fill(&from, &session);
    let both = from.find_label("both").unwrap().id;
    let patch = |usage| Patch { usage: Some(usage), ..Patch::default() };
    from.modify(&session, both, patch(Usage::VERIFY)).unwrap();
    let more = from.modify(&session, both, patch(Usage::SIGN.with(Usage::VERIFY)));
    assert_eq!(more.err(), Some(Error::AttributeReadOnly));
    let officers = [&from, &to].map(|it| it.login(Role::Officer, &pin(OFFICER)).unwrap());
    let target = to.backup_target(&officers[1], "target").unwrap();
    let backup = from.backup(&officers[0], &target.public).unwrap();
    let source = BackupSource::Token(from.status().unwrap().fingerprint);
    to.restore(&officers[1], target.id, &backup, source).unwrap();
    let session = user(&to);
    let engine = Arc::new(Engine::new(to, Settings::default()));
    let mut keys = engine.client(Some(session));
    let right = theirs(&SECRET, b"message");
    let sha256 = of(Hash::Sha256, b"message");
    assert_eq!(keys.mac(both, sha256.clone()), Err(Error::UsageDenied));
    keys.verify_mac(both, sha256, &right).unwrap();
    assert_eq!(keys.export(both).unwrap()[..], SECRET);
    let kind: KeyKind = "secret256".parse().unwrap();
    for usage in [Usage::WRAP, Usage::DERIVE, Usage::DECRYPT] {
        let attributes = Attributes { usage, ..Attributes::usual("no", kind) };
        assert_eq!(keys.generate(kind, attributes).err(), Some(Error::UsageDenied));
    }
}
