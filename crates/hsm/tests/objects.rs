//! Keys in a token: who may do what with them, and what leaves it.

use crate::common;

use common::{OFFICER, draft, init, loose, open, pin, user};
use data_encoding::HEXLOWER;
use sealane::ecc::Algorithm::{Ed448, Ed25519};
use sealane::{DecodeError, ecc};
use sealane_hsm::Error;
use sealane_hsm::key::Key;
use sealane_hsm::object::{Attributes, Class, Id, Mechanism, Usage};
use sealane_hsm::role::Role;
use sealane_hsm::token::Patch;

/// Goal: what was made is found by id and label, also after the token was opened anew, and goes
/// for ever when it is deleted.
#[test]
fn objects_are_found_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let kinds = ["p256", "ed25519", "x25519", "aes256", "rsa2048"];
    let drafts = kinds.iter().map(|kind| draft(kind, &format!("a {kind} key"))).collect();
    let made = token.generate_all(&user, drafts).unwrap();
    assert_eq!(made.len(), kinds.len());
    let spki = &made[0].public;
    let public = token.import_public(&user, spki, "theirs").unwrap();
    assert_eq!((public.class, public.kind), (Class::Public, made[0].kind));
    token.delete(&user, made[2].id).unwrap();
    assert_eq!(token.delete(&user, made[2].id).err(), Some(Error::KeyUnknown));
    drop(token);
    let token = open(folder.path()).unwrap();
    for (i, object) in made.iter().enumerate() {
        let found = token.find(object.id);
        let labelled = token.find_label(&object.attributes.label);
        if i == 2 {
            assert_eq!(
                (found.err(), labelled.err()),
                (Some(Error::KeyUnknown), Some(Error::KeyUnknown))
            );
        } else {
            assert_eq!((&found.unwrap(), &labelled.unwrap()), (object, object));
        }
    }
    assert_eq!(token.list().len(), kinds.len());
    assert_eq!(token.check().unwrap().0, kinds.len() as u64 + 2);
}

/// Goal: labels and attributes that make no sense are refused, just inside ones taken.
#[test]
fn drafts_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let label = |label: &str| token.generate(&user, draft("p256", label)).err();
    for no in ["", " x", "x ", "a\nb", "a\0b", "\u{202e}x", "a\u{200b}", &"x".repeat(129)] {
        assert_eq!(label(no), Some(Error::NameInvalid), "{no:?}");
    }
    for yes in ["x", "../../x", "ключ", &"x".repeat(128)] {
        assert_eq!(label(yes), None, "{yes:?}");
        assert_eq!(label(yes), Some(Error::NameExists), "{yes:?}");
    }
    let usage = |kind: &str, usage: Usage| {
        let mut draft = draft(kind, &format!("{kind} for {}", usage.names().join(" and ")));
        draft.attributes.usage = usage;
        token.generate(&user, draft).err()
    };
    assert_eq!(usage("p256", Usage::SIGN.with(Usage::DERIVE)), None);
    assert_eq!(usage("ed25519", Usage::DERIVE), Some(Error::UsageDenied));
    assert_eq!(usage("x25519", Usage::SIGN), Some(Error::UsageDenied));
    assert_eq!(usage("aes128", Usage::WRAP), None);
    assert_eq!(usage("aes128", Usage::WRAP.with(Usage::DECRYPT)), Some(Error::UsageDenied));
    let twice = vec![draft("p256", "same"), draft("p256", "same")];
    assert_eq!(token.generate_all(&user, twice).err(), Some(Error::NameExists));
    assert_eq!(token.find_label("same").err(), Some(Error::KeyUnknown));
    assert!(matches!(token.generate(&user, draft("rsa2049", "odd")), Err(Error::Operation(..))));
}

/// Goal: only less is permitted later. Method: every flag both ways.
#[test]
fn attributes_change_towards_less() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let id = token.generate(&user, loose("p256", "key")).unwrap().id;
    let change = |patch: Patch| token.modify(&user, id, patch).map(|it| it.attributes.clone());
    let usage = |usage| Patch { usage: Some(usage), ..Patch::default() };
    let read_only = Err(Error::AttributeReadOnly);
    assert_eq!(change(usage(Usage::SIGN.with(Usage::DERIVE))), read_only);
    assert_eq!(change(usage(Usage::SIGN)).unwrap().usage, Usage::SIGN);
    assert_eq!(change(usage(Usage::SIGN.with(Usage::VERIFY))), read_only);
    let exportable = |yes| Patch { exportable: Some(yes), ..Patch::default() };
    let sensitive = |yes| Patch { sensitive: Some(yes), ..Patch::default() };
    assert!(change(exportable(true)).is_ok() && change(sensitive(false)).is_ok());
    assert!(token.export(&user, id).is_ok());
    assert!(change(sensitive(true)).unwrap().sensitive);
    assert_eq!(change(sensitive(false)), read_only);
    assert_eq!(token.export(&user, id).err(), Some(Error::AttributeSensitive));
    assert!(!change(exportable(false)).unwrap().exportable);
    assert_eq!(change(exportable(true)), read_only);
    assert_eq!(token.export(&user, id).err(), Some(Error::KeyNotExportable));
    token.generate(&user, draft("p256", "other")).unwrap();
    let label = |label: &str| Patch { label: Some(label.to_owned()), ..Patch::default() };
    assert_eq!(change(label("other")), Err(Error::NameExists));
    assert_eq!(change(label("")), Err(Error::NameInvalid));
    assert_eq!(change(label("renamed")).unwrap().label, "renamed");
    assert_eq!(token.find_label("key").err(), Some(Error::KeyUnknown));
    assert_eq!(token.find_label("renamed").unwrap().id, id);
}

/// Goal: a key that left the token comes back the same, in the clear and wrapped, and one that
/// must stay does not leave.
#[test]
fn keys_leave_as_they_may() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let make = |draft| token.generate(&user, draft).unwrap();
    let (strong, weak) = (make(draft("aes256", "strong")), make(draft("aes128", "weak")));
    let signs = make(draft("p256", "stays"));
    for kind in ["p521", "ed448", "rsa2048"] {
        let out = make(loose(kind, &format!("{kind} out")));
        let document = token.export(&user, out.id).unwrap();
        let wrapped = token.wrap(&user, strong.id, out.id).unwrap();
        let weaker = token.wrap(&user, weak.id, out.id).err();
        assert_eq!(weaker, (kind != "rsa2048").then_some(Error::WrapTooWeak), "{kind}");
        let attributes = |label: &str| Attributes::usual(&format!("{kind} {label}"), out.kind);
        let key = Key::from_pkcs8(&document).unwrap();
        let plain = token.import(&user, vec![(key, attributes("plain"))]).unwrap();
        let again = token.unwrap(&user, strong.id, &wrapped, attributes("again")).unwrap();
        assert_eq!((&plain[0].public, &again.public), (&out.public, &out.public));
        let mut damaged = wrapped.clone();
        damaged[9] ^= 1;
        let refused = token.unwrap(&user, strong.id, &damaged, attributes("no")).err();
        assert_eq!(refused, Some(Error::WrapInvalid));
        let short = token.unwrap(&user, strong.id, &wrapped[..wrapped.len() - 1], attributes("no"));
        assert_eq!(short.err(), Some(Error::WrapLength));
    }
    assert_eq!(token.export(&user, signs.id).err(), Some(Error::KeyNotExportable));
    assert_eq!(token.wrap(&user, strong.id, signs.id).err(), Some(Error::KeyNotExportable));
    assert_eq!(token.wrap(&user, signs.id, signs.id).err(), Some(Error::KeyType));
    let nobody = Id([0; 16]);
    assert_eq!(token.wrap(&user, strong.id, nobody).err(), Some(Error::KeyUnknown));
}

/// Goal: roles do what they may. Method: every operation by a role that may not.
#[test]
fn roles_are_demanded() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let key = token.generate(&user, loose("p256", "key")).unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    for role in [Role::Operator, Role::Auditor] {
        token.set_pin(&officer, role, &pin(role.name())).unwrap();
    }
    let operator = token.login(Role::Operator, &pin("operator")).unwrap();
    let auditor = token.login(Role::Auditor, &pin("auditor")).unwrap();
    let denied = Some(Error::RoleDenied);
    for session in [&officer, &operator, &auditor] {
        assert_eq!(token.generate(session, draft("p256", "no")).err(), denied);
        assert_eq!(token.import(session, vec![]).err(), denied);
        assert_eq!(token.delete(session, key.id).err(), denied);
        assert_eq!(token.export(session, key.id).err(), denied);
        assert_eq!(token.modify(session, key.id, Patch::default()).err(), denied);
    }
    for session in [&user, &operator, &auditor] {
        assert_eq!(token.rekey(session, None).err(), denied);
        assert_eq!(token.backup(session, &[]).err(), denied);
        assert_eq!(token.backup_target(session, "no").err(), denied);
        assert_eq!(token.set_pin(session, Role::Officer, &pin("1234")).err(), denied);
    }
    assert_eq!(token.set_pin(&auditor, Role::Auditor, &pin("1234")).err(), denied);
    for session in [&user, &operator] {
        assert_eq!(token.audit(session, 0, 10).err(), denied);
        assert!(token.set_pin(session, session.role(), &pin("another")).is_ok());
        assert!(token.login(session.role(), &pin("another")).is_ok());
    }
    for session in [&officer, &auditor] {
        let rows = token.audit(session, 0, usize::MAX).unwrap();
        assert_eq!((rows[0].0, &rows[0].1.action[..]), (0, "init"));
        assert!(rows.iter().any(|(_, row)| row.action == "generate" && row.actor == "user"));
    }
}

/// Goal: a mechanism is permitted by kind, usage and list, and refused by each of them.
#[test]
fn mechanisms_are_demanded() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let make = |kind: &str, label: &str, mechanisms: Vec<Mechanism>| {
        let mut draft = draft(kind, label);
        draft.attributes.mechanisms = mechanisms;
        token.generate(&user, draft).unwrap()
    };
    let k1 = make("secp256k1", "k1", vec![Mechanism::Bip340]);
    assert_eq!(k1.check_use(Mechanism::Bip340), Ok(()));
    assert_eq!(k1.check_use(Mechanism::Ecdsa), Err(Error::UsageDenied));
    assert_eq!(k1.check_use(Mechanism::EdDsa), Err(Error::KeyType));
    let p256 = make("p256", "p256", vec![]);
    assert_eq!(p256.check_use(Mechanism::Ecdsa), Ok(()));
    assert_eq!(p256.check_use(Mechanism::Agree), Err(Error::UsageDenied));
    assert_eq!(p256.check_use(Mechanism::Bip340), Err(Error::KeyType));
    assert_eq!(p256.check_use(Mechanism::RsaPss), Err(Error::KeyType));
    let x25519 = make("x25519", "x25519", vec![]);
    assert_eq!(x25519.check_use(Mechanism::Agree), Ok(()));
    assert_eq!(x25519.check_use(Mechanism::Restore), Err(Error::UsageDenied));
    let public = token.import_public(&user, &p256.public, "public").unwrap();
    assert_eq!(public.check_use(Mechanism::Ecdsa), Err(Error::UsageDenied));
}

/// Goal: a token takes no public key of EdDSA of small order, for which anybody can sign.
/// Method: the eight points of Ed25519 and the four of Ed448, and a key of each that is good.
#[test]
fn keys_of_small_order_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let import = |algorithm, point: &[u8], label| {
        let key = ecc::PublicKey::from_bytes(algorithm, point).unwrap();
        token.import_public(&user, &key.to_spki_der(), label).map(drop)
    };
    let with_sign = |mut point: Vec<u8>| {
        *point.last_mut().unwrap() |= 0x80;
        point
    };
    let one = |bytes: usize| [&[1][..], &vec![0; bytes - 1]].concat();
    let order_8 = [
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    ];
    let order_8 = order_8.map(|text| HEXLOWER.decode(text.as_bytes()).unwrap());
    let last_25519 = [&[0xec][..], &[0xff; 30], &[0x7f]].concat();
    let last_448 = [&[0xfe][..], &[0xff; 27], &[0xfe], &[0xff; 27], &[0]].concat();
    let mut small = vec![(Ed25519, one(32)), (Ed25519, last_25519), (Ed25519, vec![0; 32])];
    small.extend([(Ed448, one(57)), (Ed448, last_448), (Ed448, vec![0; 57])]);
    small.extend(order_8.iter().map(|point| (Ed25519, point.clone())));
    let more = order_8.iter().map(|point| (Ed25519, with_sign(point.clone())));
    small.extend(more.chain([(Ed25519, with_sign(vec![0; 32]))]));
    small.push((Ed448, with_sign(vec![0; 57])));
    for (algorithm, point) in &small {
        let said = import(*algorithm, point, "small");
        assert_eq!(said, Err(DecodeError::KeyPointInvalid.into()), "{point:02x?}");
    }
    for algorithm in [Ed25519, Ed448] {
        let good = ecc::PrivateKey::generate(algorithm).unwrap().public_key().to_bytes();
        import(algorithm, &good, algorithm.name()).unwrap();
    }
}
