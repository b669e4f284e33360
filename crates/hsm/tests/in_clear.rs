//! What is unwrapped for who keeps it elsewhere, and documents that others have filled up.

use crate::common::{OFFICER, draft, init, loose, pin, user};
use crate::test_service::by_both;
use sealane_hsm::Error;
use sealane_hsm::engine::Keys;
use sealane_hsm::key::{Key, MAX_SECRET};
use sealane_hsm::keywrap::{self, Form, Wrapping};
use sealane_hsm::object::{Id, Usage};
use sealane_hsm::role::Role;
use sealane_hsm::token::{Session, Token};

/// An AES key that is known outside.
const KNOWN: [u8; 32] = [0x4b; 32];

/// Keys that wrap, of which the first could never leave, and keys that may leave in the clear.
fn fill(token: &Token, session: &Session) {
    let some = ["p256", "aes128", "secret320"].map(|kind| loose(kind, kind));
    let wraps = [draft("aes256", "stays"), loose("aes256", "leaves")];
    token.generate_all(session, some.into_iter().chain(wraps).collect()).unwrap();
    let known = Key::from_outside("aes256".parse().unwrap(), &KNOWN).unwrap();
    let attributes = draft("aes256", "known").attributes;
    token.import(session, vec![(known, attributes)]).unwrap();
}

fn id(keys: &mut dyn Keys, label: &str) -> Id {
    keys.find(label).unwrap().id
}

/// Goal: what is wrapped comes out as an export gives it, and stays nowhere; not by a key that
/// wraps what is sensitive, and not if it is changed, or no key.
fn by_keys(keys: &mut dyn Keys) {
    let (stays, leaves, known) = (id(keys, "stays"), id(keys, "leaves"), id(keys, "known"));
    let before = keys.list().unwrap();
    for label in ["p256", "aes128", "secret320"] {
        let key = id(keys, label);
        let document = keys.export(key).unwrap();
        for by in [leaves, known] {
            let mut blob = keys.wrap(by.into(), key).unwrap();
            assert_eq!(keys.unwrap_in_clear(by.into(), &blob), Ok(document.clone()), "{label}");
            blob[9] ^= 1;
            let refused = keys.unwrap_in_clear(by.into(), &blob);
            assert_eq!(refused, Err(Error::WrapInvalid), "{label}");
        }
        let blob = keys.wrap(stays.into(), key).unwrap();
        let refused =
            keys.unwrap_in_clear(stays.into(), &blob).err().map(|it| it.code().to_owned());
        assert_eq!(refused.as_deref(), Some("ATTRIBUTE_SENSITIVE"), "{label}");
        assert!(keys.unwrap_in_clear(key.into(), &blob).is_err(), "{label}: by another key");
    }
    for (bytes, is_taken) in [(1, true), (MAX_SECRET, true), (MAX_SECRET + 1, false)] {
        let blob = keywrap::wrap(Form::Padded, &KNOWN, &vec![7; bytes]).unwrap();
        assert_eq!(keys.unwrap_in_clear(known.into(), &blob).is_ok(), is_taken, "{bytes}");
    }
    assert_eq!(keys.list().unwrap(), before);
}

/// Goal: documents that another token has filled up with zeros are taken in, as the key that they
/// are, and others are not.
fn filled_up(keys: &mut dyn Keys) {
    let (known, key) = (id(keys, "known"), id(keys, "p256"));
    let (document, public) = (keys.export(key).unwrap(), keys.find_id(key).unwrap().public);
    let by = Wrapping { by: known, form: Form::Whole };
    let zeros = document.len().next_multiple_of(8) - document.len();
    assert!(zeros > 0, "the document is not filled up");
    for (rest, is_taken) in
        [(vec![0; zeros], true), (vec![0; zeros + 8], false), (vec![1; zeros], false)]
    {
        let blob = keywrap::wrap(Form::Whole, &KNOWN, &[&document[..], &rest].concat()).unwrap();
        let made = keys.unwrap(by, &blob, loose("p256", "filled up").attributes);
        assert_eq!(made.is_ok(), is_taken, "{rest:?}");
        if let Ok(made) = made {
            assert_eq!(made.public, public);
            keys.delete(made.id).unwrap();
        }
    }
}

/// Goal: an engine of this process and a service give the same; the log tells of it.
#[test]
fn what_is_wrapped_comes_out() {
    let (_folder, engine) = by_both(fill, |keys| {
        by_keys(keys);
        filled_up(keys);
    });
    engine.write_audit().unwrap();
    let officer = engine.token().login(Role::Officer, &pin(OFFICER)).unwrap();
    let rows = engine.token().audit(&officer, 0, usize::MAX).unwrap();
    let told = rows.iter().filter(|(_, row)| row.action == "unwrap in the clear");
    assert_eq!(told.count(), 3 * 2 + 2);
}

/// Goal: only users get what is unwrapped, by keys that wrap. Method: every role, and a key that
/// signs.
#[test]
fn users_alone_unwrap_in_the_clear() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    fill(&token, &session);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let [known, signs] = ["known", "p256"].map(|label| token.find_label(label).unwrap());
    assert!(signs.attributes.usage.has(Usage::SIGN));
    let blob = keywrap::wrap(Form::Padded, &KNOWN, b"a secret").unwrap();
    let refused = |session: &Session, id| token.unwrap_in_clear(session, id, &blob).err();
    for role in [Role::Operator, Role::Auditor] {
        token.set_pin(&officer, role, &pin(role.name())).unwrap();
        let other = token.login(role, &pin(role.name())).unwrap();
        assert_eq!(refused(&other, known.id), Some(Error::RoleDenied), "{role:?}");
    }
    assert_eq!(refused(&officer, known.id), Some(Error::RoleDenied));
    assert_eq!(refused(&session, signs.id), Some(Error::KeyType));
    assert_eq!(refused(&session, known.id), None);
}
