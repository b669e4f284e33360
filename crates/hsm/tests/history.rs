//! What a token says of a key's past, and what programs say of it: kept, and bound to the key.

use crate::common;
use crate::hardening::forge;

use common::{OFFICER, draft, init, loose, open, path, pin, user};
use rusqlite::Connection;
use sealane_hsm::Error;
use sealane_hsm::extra::{Extra, MAX_EXTRA_BYTES};
use sealane_hsm::key::Key;
use sealane_hsm::object::{Attributes, Class, History, Id, Mechanism, Object, Usage};
use sealane_hsm::permission::Permissions;
use sealane_hsm::role::Role;
use sealane_hsm::template::Template;
use sealane_hsm::token::{BackupSource, Draft, Patch, Token};
use std::path::Path;

const MADE: History = History { local: true, always_sensitive: true, never_exportable: true };

fn rows(some: &[(u64, &[u8])]) -> Vec<Extra> {
    some.iter().map(|(kind, value)| Extra { kind: *kind, value: value.to_vec() }).collect()
}

fn with_extra(draft: Draft, extra: Vec<Extra>) -> Draft {
    Draft { attributes: Attributes { extra, ..draft.attributes }, ..draft }
}

/// Goal: a key that was made here has a past by its attributes then, which no later change of them
/// betters; one from outside has none. Method: keys made, taken in and unwrapped; changed, opened
/// anew, wrapped anew, and restored from a backup.
#[test]
fn a_past_stays_with_its_key() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let made = |draft| token.generate(&session, draft).unwrap();
    let kept = made(draft("p256", "kept"));
    let open_key = made(loose("p256", "open"));
    let by = made(draft("aes256", "wraps"));
    assert_eq!((kept.history, by.history), (MADE, MADE));
    let loosely = History { local: true, ..History::default() };
    assert_eq!(open_key.history, loosely);
    let document = token.export(&session, open_key.id).unwrap();
    let usual = |label: &str| Attributes::usual(label, open_key.kind);
    let keys = vec![(Key::from_pkcs8(&document).unwrap(), usual("imported"))];
    let imported = token.import(&session, keys).unwrap().remove(0);
    let wrapped = token.wrap(&session, by.id, open_key.id).unwrap();
    let unwrapped = token.unwrap(&session, by.id, &wrapped, usual("unwrapped")).unwrap();
    let theirs = token.import_public(&session, &kept.public, "theirs").unwrap();
    let brought = [&imported, &unwrapped, &theirs].map(|it| it.history);
    assert_eq!(brought, [History::default(); 3]);
    let less = Patch { exportable: Some(false), sensitive: Some(true), ..Patch::default() };
    assert_eq!(token.modify(&session, open_key.id, less).unwrap().history, loosely);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.rekey(&officer, None).unwrap();
    let known = token.list();
    let pasts = |token: &Token| {
        let all = token.list().into_iter();
        all.map(|it| (it.id, it.history)).collect::<Vec<_>>()
    };
    let before = pasts(&token);
    assert_eq!(known.iter().filter(|it| it.history == MADE).count(), 2);
    drop((token, officer, session));
    let token = open(folder.path()).unwrap();
    assert_eq!(pasts(&token), before);
    let elsewhere = tempfile::tempdir().unwrap();
    let target = init(elsewhere.path());
    let reads = target.login(Role::Officer, &pin(OFFICER)).unwrap();
    let key = target.backup_target(&reads, "target").unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let backup = token.backup(&officer, &key.public).unwrap();
    let source = BackupSource::Token(token.status().unwrap().fingerprint);
    target.restore(&reads, key.id, &backup, source).unwrap();
    target.delete(&reads, key.id).unwrap();
    assert_eq!(pasts(&target), before);
}

/// Goal: what programs say is kept and given back whole, found, changed as a whole, and refused
/// where it is too much. Method: rows through an opening, a change, and searches beside labels.
#[test]
fn what_programs_say_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let said = rows(&[(3, b"Web"), (0x8000_0000_0000_0102, b"")]);
    let made = token.generate(&session, with_extra(draft("p256", "web"), said.clone())).unwrap();
    let other = token.generate(&session, draft("p256", "Web")).unwrap();
    assert_eq!(made.attributes.extra, said);
    let found = |label: &str, rows: Vec<Extra>, class| {
        let label = Some(label.to_owned());
        let template = Template { label, or_extra: rows, class, ..Template::default() };
        let all = token.find_all(Some(&session), &template, None, usize::MAX);
        all.iter().map(|it| it.id).collect::<Vec<Id>>()
    };
    let row = |value: &[u8]| rows(&[(3, value)]);
    assert_eq!(found("Web", vec![], None), [other.id]);
    assert_eq!(found("Web", row(b"Web"), None), [other.id, made.id]);
    assert_eq!(found("web", row(b"Web"), None), [made.id]);
    assert_eq!(found("none", row(b"Web"), Some(Class::Secret)), []);
    assert_eq!(found("none", row(b"web"), None), []);
    let change = |extra| {
        let patch = Patch { extra: Some(extra), ..Patch::default() };
        token.modify(&session, made.id, patch).map(|it| it.attributes.extra.clone())
    };
    let most = || rows(&[(1, &[7; MAX_EXTRA_BYTES])]);
    assert_eq!(change(most()), Ok(most()));
    for bad in [rows(&[(1, &[7; MAX_EXTRA_BYTES + 1])]), rows(&[(2, b""), (1, b"")])] {
        assert_eq!(change(bad.clone()).unwrap_err().code(), "DATA_INVALID");
        let made = token.generate(&session, with_extra(draft("p256", "x"), bad));
        assert_eq!(made.unwrap_err().code(), "DATA_INVALID");
    }
    assert_eq!(found("none", row(b"Web"), None), []);
    let renamed = Patch { label: Some("renamed".to_owned()), ..Patch::default() };
    let renamed = token.modify(&session, made.id, renamed).unwrap();
    assert_eq!(renamed.attributes.extra, most());
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!(token.find(made.id).unwrap(), renamed);
    token.check().unwrap();
}

/// Goal: a copy is of the same key, permits no more, has the past of the first and its people, and
/// goes alone. Method: objects of every class copied; copies that would permit more, and copies
/// under a label that is taken, by another role, and for whom the key is not.
#[test]
fn copies_permit_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let named = |label: &str| Patch { label: Some(label.to_owned()), ..Patch::default() };
    let kept = token.generate(&session, draft("p256", "kept")).unwrap();
    let open_key = token.generate(&session, loose("aes256", "open")).unwrap();
    let theirs = token.import_public(&session, &kept.public, "theirs").unwrap();
    let value = |kind: &str| {
        let kind = kind.parse().unwrap();
        let key = Key::from_outside(kind, &[0x30, 3, 2, 1, 7]).unwrap();
        let draft = loose(&kind.to_string(), "value");
        token.import(&session, vec![(key, draft.attributes)]).unwrap().remove(0)
    };
    let all = [kept.clone(), open_key.clone(), theirs, value("certificate"), value("data")];
    for object in &all {
        let copy = token.copy(&session, object.id, named("a copy")).unwrap();
        assert_ne!(copy.id, object.id);
        let label = "a copy".to_owned();
        let attributes = Attributes { label, ..object.attributes.clone() };
        let (version, sequence) = (0, copy.sequence);
        let expected = Object {
            id: copy.id,
            attributes,
            version,
            sequence,
            created: copy.created,
            ..(**object).clone()
        };
        assert_eq!(*copy, expected);
        if object.attributes.exportable && object.class != Class::Public {
            let [one, other] = [object.id, copy.id].map(|id| token.export(&session, id).ok());
            assert_eq!(one, other);
        }
        token.delete(&session, copy.id).unwrap();
        assert!(token.find(object.id).is_ok());
    }
    let less = Patch { exportable: Some(false), sensitive: Some(true), ..named("less") };
    let less = token.copy(&session, open_key.id, less).unwrap();
    assert!(!less.attributes.exportable && less.attributes.sensitive);
    assert_eq!(less.history, open_key.history);
    let refused = |patch| token.copy(&session, kept.id, patch).unwrap_err();
    assert_eq!(refused(Patch::default()), Error::NameExists);
    assert_eq!(refused(named("open")), Error::NameExists);
    let exportable = Patch { exportable: Some(true), ..named("more") };
    assert_eq!(refused(exportable), Error::AttributeReadOnly);
    assert_eq!(
        refused(Patch { sensitive: Some(false), ..named("more") }),
        Error::AttributeReadOnly
    );
    let usage = Usage::SIGN.with(Usage::DERIVE);
    assert_eq!(refused(Patch { usage: Some(usage), ..named("more") }), Error::AttributeReadOnly);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    assert_eq!(token.copy(&officer, kept.id, named("x")).unwrap_err(), Error::RoleDenied);
    let nobody = Permissions { users: Some(vec![]), viewers: None };
    token.set_permissions(&officer, kept.id, nobody).unwrap();
    assert_eq!(refused(named("x")), Error::KeyDenied);
    token.check().unwrap();
}

/// Goal: who has the master key and the file, and no PIN, changes neither a past nor what programs
/// say. Method: bytes of a record are edited, and all MACs made right; as it was, the key opens.
#[test]
fn what_is_said_is_bound_to_the_key() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let said = with_extra(loose("p256", "web"), rows(&[(3, b"Web")]));
    let key = token.generate(&session, said).unwrap();
    drop((token, session));
    let path = path(folder.path());
    let whole = std::fs::read(&path).unwrap();
    let opened = |edit: &dyn Fn(&mut [u8])| {
        std::fs::write(&path, &whole).unwrap();
        let before = forge::digest_of(&path);
        let file = Connection::open(&path).unwrap();
        let query = "SELECT body FROM record WHERE kind = 0";
        let mut body: Vec<u8> = file.query_row(query, [], |row| row.get(0)).unwrap();
        edit(&mut body);
        file.execute("UPDATE record SET body = ? WHERE kind = 0", [body]).unwrap();
        drop(file);
        forge::mend(&path, before);
        let token = open(folder.path()).unwrap();
        let session = token.login(Role::User, &pin(common::USER)).unwrap();
        let object = token.find(key.id).unwrap();
        let opened = token.open_key(&session, key.id, Mechanism::Ecdsa).map(drop);
        (opened, object)
    };
    // The record ends with three flags and one row: a count, a number, a length and three bytes.
    let flag = |body: &mut [u8]| {
        let at = body.len() - 8;
        assert_eq!(body[at - 1..], [1, 0, 0, 1, 3, 3, b'W', b'e', b'b']);
        body[at] = 1;
    };
    let row = |body: &mut [u8]| *body.last_mut().unwrap() = b'x';
    for (what, edit) in [("a past", &flag as &dyn Fn(&mut [u8])), ("a row", &row)] {
        let (said, object) = opened(edit);
        assert!(matches!(said, Err(Error::StoreCorrupt(_))), "{what}: {said:?}");
        assert_ne!(object, key, "{what}");
    }
    assert_eq!(opened(&|_| ()), (Ok(()), key));
}

/// Makes a store say that it has another format, with all its MACs right.
fn set_format(path: &Path, format: u8) {
    let before = forge::digest_of(path);
    let file = Connection::open(path).unwrap();
    let mut state: Vec<u8> =
        file.query_row("SELECT body FROM state", [], |row| row.get(0)).unwrap();
    // It stands behind the MAC, in one byte.
    state[32] = format;
    file.execute("UPDATE state SET body = ?", [state]).unwrap();
    drop(file);
    forge::mend(path, before);
}

fn format(path: &Path) -> u8 {
    let file = Connection::open(path).unwrap();
    let state: Vec<u8> = file.query_row("SELECT body FROM state", [], |row| row.get(0)).unwrap();
    state[32]
}

/// Goal: a store of format 2 opens as it is, its keys without a past, and is of this format from
/// its first change on; other formats are refused. Method: a store whose records are those of
/// format 2, and formats around the two.
#[test]
fn stores_of_format_2_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let key = sealane::PrivateKey::generate("p256".parse().unwrap()).unwrap();
    let (key, kind) = (Key::Private(key), "p256".parse().unwrap());
    let keys = vec![(key, Attributes::usual("before", kind))];
    let before = token.import(&session, keys).unwrap().remove(0);
    drop((token, session));
    let path = path(folder.path());
    for other in [1, 4] {
        set_format(&path, other);
        let expected = Error::StoreVersion { read: 3, found: other.into() };
        assert_eq!(open(folder.path()).err(), Some(expected));
    }
    set_format(&path, 2);
    let token = open(folder.path()).unwrap();
    assert_eq!(token.find(before.id).unwrap(), before);
    assert_eq!(before.history, History::default());
    token.check().unwrap();
    drop(token);
    assert_eq!(format(&path), 2);
    let token = open(folder.path()).unwrap();
    let session = token.login(Role::User, &pin(common::USER)).unwrap();
    let made = token.generate(&session, draft("p256", "after")).unwrap();
    assert_eq!(made.history, MADE);
    drop((token, session));
    assert_eq!(format(&path), 3);
    let token = open(folder.path()).unwrap();
    assert_eq!(token.list().len(), 2);
    token.check().unwrap();
}
