//! What comes into a token: keys from outside, their names and what they can be used for;
//! identities; stores of the first form, which are brought to this one.

use crate::common::{OFFICER, draft, init, loose, path, pin, user};
use rusqlite::{Connection, params};
use sealane_hsm::identity::{Identity, MAX_IDENTITIES};
use sealane_hsm::key::Key;
use sealane_hsm::master::Master;
use sealane_hsm::object::Usage;
use sealane_hsm::peer::Peer;
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use sealane_hsm::{Error, Platform, SymmetricKey};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Goal: keys from outside have labels as others have. Method: one that is too long, one that is
/// taken.
#[test]
fn labels_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let made = token.generate(&session, loose("p256", "a key")).unwrap();
    let document = token.export(&session, made.id).unwrap();
    let import = |label: &str| {
        let draft = draft("p256", label);
        let key = Key::from_outside(draft.kind, &document).unwrap();
        token.import(&session, vec![(key, draft.attributes)]).err()
    };
    let import_public = |label: &str| token.import_public(&session, &made.public, label).err();
    let long = "long".repeat(100);
    for said in [import(&long), import_public(&long)] {
        assert!(matches!(said, Some(Error::NameInvalid)), "{said:?}");
    }
    for said in [import("a key"), import_public("a key")] {
        assert_eq!(said, Some(Error::NameExists));
    }
    assert_eq!((import("another"), import_public("a third")), (None, None));
}

/// Goal: a public key is for verifying, if its kind verifies.
#[test]
fn public_keys_verify_what_they_can() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    for (kind, usage) in [("p256", Usage::VERIFY), ("x25519", Usage::NONE)] {
        let made = token.generate(&session, draft(kind, kind)).unwrap();
        let label = format!("the public half of {kind}");
        let taken = token.import_public(&session, &made.public, &label).unwrap();
        assert!(taken.attributes.usage == usage, "{kind}");
    }
}

/// Goal: an RSA key whose document is for signatures by PSS alone is not taken for decrypting.
#[test]
fn keys_for_signatures_do_not_decrypt() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let made = token.generate(&session, loose("rsa2048", "a key")).unwrap();
    let document = token.export(&session, made.id).unwrap();
    // SEQUENCE, version, the algorithm's OID with NULL: the other OID has no parameters.
    let (head, rest) = document.split_at(4);
    let name = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1, 5, 0];
    assert_eq!((&rest[..7], &rest[7..18]), (&[2, 1, 0, 0x30, 13, 6, 9][..], &name[..]));
    let length = u16::from_be_bytes([head[2], head[3]]) - 2;
    let [high, low] = length.to_be_bytes();
    let of_pss = [&[0x30, 0x82, high, low, 2, 1, 0, 0x30, 11, 6, 9], &name[..8], &[10]].concat();
    let of_pss = [of_pss, rest[18..].to_vec()].concat();
    for (usage, taken) in [(Usage::SIGN, true), (Usage::SIGN.with(Usage::DECRYPT), false)] {
        let mut draft = draft("rsa2048", "of PSS");
        draft.attributes.usage = usage;
        let key = Key::from_outside(draft.kind, &of_pss).unwrap();
        let said = token.import(&session, vec![(key, draft.attributes)]).err();
        assert_eq!(said, if taken { None } else { Some(Error::UsageDenied) });
    }
}

/// Goal: a token has as many identities as it may, and not one more.
#[test]
fn identities_have_a_bound() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let add = |number: usize| {
        let name = format!("user{number}");
        let identity = Identity { name, role: Role::User, uid: None };
        token.add_identity(&officer, &identity, &pin("somebody's PIN"))
    };
    let there = token.identities().unwrap().len();
    (there..MAX_IDENTITIES).for_each(|number| add(number).unwrap());
    let said = add(MAX_IDENTITIES);
    assert_eq!(said, Err(Error::IdentityInvalid("a token has at most 256 identities")));
}

/// A copy of a store of the first form, changed by SQL, brought to this one.
fn migrated(folder: &Path, change: impl Fn(&Connection)) -> Result<Token, Error> {
    let path = path(folder);
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0.1/keys.db");
    std::fs::copy(fixture, &path).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    change(&Connection::open(&path).unwrap());
    let storage = Box::new(Sqlite::open(&path)?);
    let master = Master::Key(SymmetricKey::from_bytes(&[0x5a; 32]).unwrap());
    Token::migrate(storage, Platform::system(), &master, &pin("officer of v0.1"))
}

/// Goal: the log tells who has brought a store of the first form to this one.
#[test]
fn migrations_are_logged() {
    let folder = tempfile::tempdir().unwrap();
    let token = migrated(folder.path(), |_| ()).unwrap();
    let officer = token.login(Role::Officer, &pin("officer of v0.1")).unwrap();
    let rows = token.audit(&officer, 0, usize::MAX).unwrap();
    let (_, row) = rows.iter().find(|(_, row)| row.action == "migrate").unwrap();
    assert_eq!((&*row.actor, row.peer), ("officer", Some(Peer::own())));
}

/// Goal: a store of the first form that was edited is not brought to this one. Method: a letter of
/// a label; a role that is gone, of which nothing has the number.
#[test]
fn edited_stores_are_not_migrated() {
    let relabelled = |connection: &Connection| {
        let query = "SELECT id, body FROM record WHERE kind = 0 AND instr(body, x'727361') LIMIT 1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let (id, mut body): (Vec<u8>, Vec<u8>) = connection.query_row(query, [], row).unwrap();
        let letters = body.windows(3).position(|some| some == b"rsa");
        body[letters.unwrap()] ^= 1;
        let update = "UPDATE record SET body = ? WHERE kind = 0 AND id = ?";
        assert_eq!(connection.execute(update, params![body, id]).unwrap(), 1);
    };
    let folder = tempfile::tempdir().unwrap();
    let said = migrated(folder.path(), relabelled).err();
    assert_eq!(said, Some(Error::StoreCorrupt("a record was edited")));
    let without_user = |connection: &Connection| {
        let last = "SELECT max(id) FROM record WHERE kind = 1";
        let delete = format!("DELETE FROM record WHERE kind = 1 AND id = ({last})");
        assert_eq!(connection.execute(&delete, []).unwrap(), 1);
    };
    let said = migrated(folder.path(), without_user).err();
    let missing = Error::StoreCorrupt("records are missing, or old ones were put back");
    assert_eq!(said, Some(missing));
}
