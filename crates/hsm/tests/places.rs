//! Where stores lie: what is refused there, what is made there, and what is removed.

use crate::common::{draft, init, init_in, master, open, path, user};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::{Storage, Table};
use sealane_hsm::token::Token;
use sealane_hsm::{Error, Platform};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn give_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Goal: what is no file of a store is named as what it is. Method: one of each kind.
#[test]
fn other_things_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let said = |name: &str| Sqlite::open(&folder.path().join(name)).err();
    let corrupt = |what| Some(Error::StoreCorrupt(what));
    let file = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).unwrap();
        give_mode(&folder.path().join(name), 0o600);
    };
    file("empty", b"");
    assert_eq!(said("empty"), corrupt("the file is empty, and no token was ever made in it"));
    file("short", b"S");
    assert_eq!(said("short"), corrupt("the file is no store of a token"));
    fs::create_dir(folder.path().join("folder")).unwrap();
    assert_eq!(said("folder"), corrupt("it is a directory, not a file"));
    let pipe = folder.path().join("pipe");
    let kind = rustix::fs::FileType::Fifo;
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, kind, 0o600.into(), 0).unwrap();
    assert_eq!(said("pipe"), corrupt("it is a FIFO, not a file"));
    let _listener = UnixListener::bind(folder.path().join("socket")).unwrap();
    assert_eq!(said("socket"), corrupt("it is a socket or a device, not a file"));
}

/// Goal: the owner must be able to read and to write a store. Method: each permission left out.
#[test]
fn owners_read_and_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = path(folder.path());
    drop(init_in(Box::new(Sqlite::create(&path).unwrap())));
    for mode in [0o400, 0o200, 0o000] {
        give_mode(&path, mode);
        let said = Sqlite::open(&path).err();
        let named = format!("mode {mode:03o}");
        assert!(matches!(said, Some(Error::Permission(why)) if why.contains(&named)), "{mode:o}");
    }
    give_mode(&path, 0o600);
    assert!(Sqlite::open(&path).is_ok());
}

/// Goal: a folder that is made for a store is its owner's alone, and none is taken where others
/// write. Method: a folder that is missing, and one of everybody.
#[test]
fn folders_are_private() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    drop(Sqlite::create(&path(&missing)).unwrap());
    assert_eq!(fs::metadata(&missing).unwrap().permissions().mode() & 0o777, 0o700);
    let open = folder.path().join("open");
    fs::create_dir(&open).unwrap();
    give_mode(&open, 0o777);
    assert!(matches!(Sqlite::create(&path(&open)).err(), Some(Error::Permission(_))));
    assert_eq!(names(&open), [""; 0]);
}

/// Goal: a store whose journal cannot be written is not made. Method: a folder lies in its place.
#[test]
fn journals_must_be_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("token.db-journal")).unwrap();
    let said = Sqlite::create(&path(folder.path())).err();
    assert!(matches!(said, Some(Error::StoreFailed(_))), "{said:?}");
}

/// Goal: a store that is not whole yet has a name that nobody guesses, and nothing of it is left,
/// nor what lies beside it.
#[test]
fn half_a_store_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut seen = vec![];
    for _ in 0..2 {
        let made = Sqlite::create_whole(&path(folder.path()), |_| {
            let mut all = names(folder.path()).into_iter();
            let name = all.find(|name| !name.ends_with("-journal")).unwrap();
            fs::write(folder.path().join(format!("{name}-shm")), b"").unwrap();
            seen.push(name);
            Err(Error::Random)
        });
        assert_eq!(made, Err(Error::Random));
        assert_eq!(names(folder.path()), [""; 0]);
    }
    assert!(seen[0] != seen[1], "{seen:?}");
}

/// Goal: what was read of keys is there without the file. Method: all records of a token, and the
/// reader of a store that has read them.
#[test]
fn records_are_copied_when_read() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let made = token.generate(&session, draft("p256", "a key")).unwrap();
    drop(token);
    let mut storage = Sqlite::open(&path(folder.path())).unwrap();
    let reader = storage.reader().unwrap().unwrap();
    assert_eq!(reader.record(Table::Objects, made.id), Ok(None));
    storage.records(&mut |_| Ok(())).unwrap();
    let copy = reader.record(Table::Objects, made.id).unwrap();
    assert!(copy.is_some() && copy == storage.record(Table::Objects, made.id).unwrap());
}

/// Goal: a store behind a pointer is the same store. Method: a token's, read both ways.
#[test]
fn pointers_to_stores_are_stores() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    user(&token);
    drop(token);
    /// What a store of some type says of records and log.
    fn told(mut storage: impl Storage) -> Vec<String> {
        let mut told = vec![];
        let mut each = |record| {
            told.push(format!("{record:?}"));
            Ok(())
        };
        storage.records(&mut each).unwrap();
        let mut each = |number, row: &[u8]| {
            told.push(format!("{number} {row:?}"));
            Ok(())
        };
        storage.audit(0, &mut each).unwrap();
        told
    }
    let opened = || Sqlite::open(&path(folder.path())).unwrap();
    let direct = told(opened());
    let behind = told(Box::new(opened()) as Box<dyn Storage>);
    assert!(direct.len() > 3 && direct == behind);
}

/// Goal: damage below the records is told by a check. Method: a number in the header of the file
/// that nothing else reads, how many of its pages are free.
#[test]
fn damage_below_records_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = path(folder.path());
    drop(init_in(Box::new(Sqlite::create(&path).unwrap())));
    let mut whole: Box<dyn Storage> = Box::new(Sqlite::open(&path).unwrap());
    assert_eq!(whole.check(), Ok(()));
    drop(whole);
    let mut bytes = fs::read(&path).unwrap();
    bytes[36..40].copy_from_slice(&5u32.to_be_bytes());
    fs::write(&path, bytes).unwrap();
    let mut damaged: Box<dyn Storage> = Box::new(Sqlite::open(&path).unwrap());
    assert_eq!(damaged.check(), Err(Error::StoreCorrupt("the file itself")));
}

/// Goal: a change by another is told once. Method: two who share a store.
#[test]
fn changes_are_told_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = path(folder.path());
    drop(init_in(Box::new(Sqlite::create(&path).unwrap())));
    let [mut one, other] = [(); 2].map(|()| Sqlite::open_shared(&path).unwrap());
    assert_eq!(one.has_changed(), Ok(false));
    let token = Token::open(Box::new(other), Platform::system(), &master()).unwrap();
    user(&token);
    assert_eq!(one.has_changed(), Ok(true));
    assert_eq!(one.has_changed(), Ok(false));
}

/// Goal: a log whose end was changed is noticed when a token is opened, not only by a check.
/// Method: its last row gone, and one more.
#[test]
fn ends_of_logs_are_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = path(folder.path());
    drop(init(folder.path()));
    let bytes = fs::read(&path).unwrap();
    for edit in [
        "DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)",
        "INSERT INTO audit SELECT number + 1, body FROM audit ORDER BY number DESC LIMIT 1",
    ] {
        rusqlite::Connection::open(&path).unwrap().execute_batch(edit).unwrap();
        let said = open(folder.path()).err();
        assert_eq!(said, Some(Error::StoreCorrupt("the end of the audit log")), "{edit}");
        fs::write(&path, &bytes).unwrap();
    }
}
