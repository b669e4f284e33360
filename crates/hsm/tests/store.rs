//! A store that was damaged, edited, put back, torn or locked: noticed, or harmless.

use crate::common;

use common::{all_bytes, draft, init, open, path, quick_folder, user};
use rusqlite::Connection;
use sealane_hsm::Error;
use sealane_hsm::object::Object;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::Storage;
use sealane_hsm::token::{Status, Token};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

/// Makes a token with a few objects and closes it.
fn filled(folder: &Path) {
    let token = init(folder);
    let user = user(&token);
    let drafts = ["p256", "ed25519", "aes256"].map(|kind| draft(kind, kind));
    token.generate_all(&user, drafts.to_vec()).unwrap();
    let gone = token.generate(&user, draft("p256", "gone")).unwrap();
    token.delete(&user, gone.id).unwrap();
}

/// What everybody can see of a token.
fn seen(token: &Token) -> (Vec<Arc<Object>>, Status) {
    (token.list(), token.status().unwrap())
}

/// Goal: no byte of a store can change unnoticed and to an effect. Method: each byte of a small
/// store in turn, two kinds of damage; the token refuses to open, its check says no, or nothing
/// that counts is different.
#[test]
fn every_byte_is_noticed_or_harmless() {
    let folder = quick_folder();
    filled(folder.path());
    let path = path(folder.path());
    let connection = Connection::open(&path).unwrap();
    connection
        .execute_batch("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM;")
        .unwrap();
    drop(connection);
    let token = open(folder.path()).unwrap();
    let whole = seen(&token);
    drop(token);
    let bytes = fs::read(&path).unwrap();
    let (mut noticed, mut harmless) = (0, 0);
    for at in 0..bytes.len() {
        let flips: &[u8] = if bytes[at] == 0 { &[0xff] } else { &[0x01, 0x80] };
        for flip in flips {
            let mut damaged = bytes.clone();
            damaged[at] ^= flip;
            fs::write(&path, &damaged).unwrap();
            match open(folder.path()) {
                Err(Error::StoreExists | Error::StoreMissing | Error::StoreLocked) => {
                    panic!("byte {at}: the wrong refusal")
                }
                Err(_) => noticed += 1,
                Ok(token) => match token.check() {
                    Err(_) => noticed += 1,
                    Ok(_) => {
                        assert_eq!(seen(&token), whole, "byte {at}");
                        harmless += 1;
                    }
                },
            }
            for log in ["token.db-wal", "token.db-journal"] {
                let _ = fs::remove_file(folder.path().join(log));
            }
        }
    }
    println!("bytes changed: {}: {noticed} noticed, {harmless} harmless", noticed + harmless);
    assert!(noticed > harmless, "{noticed} noticed, {harmless} harmless");
    fs::write(&path, &bytes).unwrap();
    open(folder.path()).unwrap().check().unwrap();
}

/// Goal: records are not exchanged, doubled, dropped or put back without notice. Method: what
/// somebody with SQLite and without the master key can do.
#[test]
fn edits_are_noticed() {
    let edits = [
        "DELETE FROM record WHERE kind = 0 AND id = (SELECT min(id) FROM record WHERE kind = 0)",
        "DELETE FROM record WHERE kind = 1",
        "UPDATE record SET sealed = (SELECT sealed FROM record WHERE kind = 1) WHERE kind = 0",
        "UPDATE record SET body = (SELECT max(body) FROM record WHERE kind = 0) WHERE kind = 0",
        "UPDATE record SET id = zeroblob(16) WHERE id = (SELECT min(id) FROM record)",
        "UPDATE record SET kind = 1 - kind",
        "INSERT INTO record SELECT kind, zeroblob(16), body, sealed, tag FROM record LIMIT 1",
        "DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)",
        "DELETE FROM audit WHERE number = 2",
        "UPDATE audit SET body = (SELECT body FROM audit WHERE number = 2) WHERE number = 3",
        "INSERT INTO audit SELECT number + 1, body FROM audit ORDER BY number DESC LIMIT 1",
        "UPDATE state SET body = zeroblob(300)",
        "DELETE FROM state",
        "PRAGMA user_version = 1",
        "PRAGMA user_version = 3",
        "PRAGMA application_id = 5",
        "DROP TABLE audit",
    ];
    let folder = quick_folder();
    filled(folder.path());
    let path = path(folder.path());
    let bytes = fs::read(&path).unwrap();
    let noticed = || open(folder.path()).and_then(|token| token.check()).is_err();
    for edit in edits {
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(edit).unwrap();
        drop(connection);
        assert!(noticed(), "{edit}");
        fs::write(&path, &bytes).unwrap();
        assert!(!noticed(), "before {edit}");
    }
}

/// Goal: an old record under a newer state is noticed. Method: everything of an older copy of the
/// store is put back but the state, table by table and all together; also a flag's old record.
#[test]
fn old_records_are_noticed() {
    let folder = quick_folder();
    filled(folder.path());
    let path = path(folder.path());
    let old = folder.path().join("old");
    fs::copy(&path, &old).unwrap();
    let token = open(folder.path()).unwrap();
    let session = token.login(sealane_hsm::role::Role::User, &common::pin(common::USER)).unwrap();
    let id = token.find_label("p256").unwrap().id;
    let usage = Some(sealane_hsm::object::Usage::NONE);
    let patch = sealane_hsm::token::Patch { usage, ..Default::default() };
    token.modify(&session, id, patch).unwrap();
    // A counter of wrong PINs is a record too.
    token.login(sealane_hsm::role::Role::User, &common::pin("guess")).err().unwrap();
    drop(token);
    let new = fs::read(&path).unwrap();
    for put_back in ["kind = 0", "kind = 1", "1 = 1"] {
        let connection = Connection::open(&path).unwrap();
        let attach = format!("ATTACH '{}' AS old", old.display());
        connection.execute_batch(&attach).unwrap();
        let edit = format!("REPLACE INTO record SELECT * FROM old.record WHERE {put_back}");
        connection.execute_batch(&edit).unwrap();
        drop(connection);
        assert!(matches!(open(folder.path()).err(), Some(Error::StoreCorrupt(_))), "{put_back}");
        fs::write(&path, &new).unwrap();
    }
    assert!(open(folder.path()).is_ok());
}

/// What a store has when its process is killed in the middle of a large commit.
struct HalfDone {
    file: Vec<u8>,
    journal: Vec<u8>,
    /// What was acknowledged.
    last: (Vec<Arc<Object>>, Status),
}

impl HalfDone {
    fn new() -> Self {
        let folder = quick_folder();
        let token = init(folder.path());
        let session = user(&token);
        for n in 0..40 {
            token.generate(&session, draft("p256", &format!("key {n}"))).unwrap();
        }
        let last = seen(&token);
        drop(token);
        let store = path(folder.path());
        let connection = Connection::open(&store).unwrap();
        // So few pages in memory that the others are written before the commit.
        connection
            .execute_batch("PRAGMA cache_size = 3; BEGIN; UPDATE record SET tag = zeroblob(32);")
            .unwrap();
        let journal = fs::read(folder.path().join("token.db-journal")).unwrap();
        Self { file: fs::read(&store).unwrap(), journal, last }
    }

    /// Opens a copy of it with another journal. Errors: those of the token and its check.
    fn opened(&self, copy: &Path, journal: &[u8]) -> Result<(Vec<Arc<Object>>, Status), Error> {
        write_store(copy, &self.file);
        fs::write(copy.join("token.db-journal"), journal).unwrap();
        let token = open(copy)?;
        token.check()?;
        Ok(seen(&token))
    }

    /// Counts journals that give all that was acknowledged, and those with which the token is
    /// refused: there is nothing between.
    fn count(&self, journals: impl Iterator<Item = (usize, Vec<u8>)>) -> (u32, u32) {
        let (copy, mut whole, mut refused) = (quick_folder(), 0, 0);
        for (at, journal) in journals {
            match self.opened(copy.path(), &journal) {
                Ok(now) => {
                    assert_eq!(now, self.last, "byte {at}");
                    whole += 1;
                }
                Err(Error::StoreCorrupt(_)) => refused += 1,
                Err(other) => panic!("byte {at}: {other}"),
            }
        }
        (whole, refused)
    }
}

/// Makes these bytes the file of a store, with nothing beside it.
fn write_store(folder: &Path, bytes: &[u8]) {
    for beside in ["token.db-wal", "token.db-journal"] {
        let _ = fs::remove_file(folder.join(beside));
    }
    fs::write(path(folder), bytes).unwrap();
    fs::set_permissions(path(folder), fs::Permissions::from_mode(0o600)).unwrap();
}

/// Goal: a loss of power leaves the old state or the new, or what is lost is said. Method: a store
/// in the middle of a large commit, with its journal, cut at every 512 bytes; whole it gives the
/// state before, and cut it gives that or is refused.
#[test]
fn torn_logs_leave_a_whole_state() {
    let half_done = HalfDone::new();
    let journal = &half_done.journal;
    let cuts = (0..=journal.len()).step_by(512).chain([journal.len()]);
    let (whole, refused) = half_done.count(cuts.map(|cut| (cut, journal[..cut].to_vec())));
    println!("torn: {} bytes of journal: {whole} cuts whole, {refused} refused", journal.len());
    assert!(whole > 0 && refused > 0, "{whole}, {refused}");
    let copy = quick_folder();
    assert_eq!(half_done.opened(copy.path(), journal), Ok(half_done.last.clone()));
}

/// How many bits are flipped in a store; more for a long run.
const FLIPS: &str = "SEALANE_FLIPS";

/// The bytes with one bit flipped, and where: so often, at random.
fn flipped(bytes: &[u8], times: usize) -> impl Iterator<Item = (usize, Vec<u8>)> {
    (0..times).map(|_| {
        let mut random = [0; 8];
        getrandom::fill(&mut random).unwrap();
        let bit = (u64::from_le_bytes(random) % (8 * bytes.len() as u64)) as usize;
        let mut flipped = bytes.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        (bit / 8, flipped)
    })
}

/// Goal: a flipped bit takes nothing away that was acknowledged, or it is said. Method: one bit at
/// a random place of the journal that a killed process has left, whose pages are needed; one bit of
/// the file of a store of 200 keys.
#[test]
fn flipped_bits_are_noticed_or_harmless() {
    let flips = std::env::var(FLIPS).map_or(100, |text| text.parse().unwrap());
    let half_done = HalfDone::new();
    let (whole, refused) = half_done.count(flipped(&half_done.journal, 60));
    println!("flips in the journal: 60: {whole} give all that was acknowledged, {refused} refused");
    assert!(refused > 0, "{whole} whole");
    let folder = quick_folder();
    let token = init(folder.path());
    let session = user(&token);
    let drafts = (0..200).map(|n| draft("p256", &format!("key {n}"))).collect();
    token.generate_all(&session, drafts).unwrap();
    let last = seen(&token);
    drop(token);
    let bytes = fs::read(path(folder.path())).unwrap();
    let (mut noticed, mut harmless) = (0, 0);
    for (at, damaged) in flipped(&bytes, flips) {
        write_store(folder.path(), &damaged);
        match open(folder.path()).and_then(|token| token.check().map(|_| seen(&token))) {
            Ok(now) => {
                assert_eq!(now, last, "byte {at}");
                harmless += 1;
            }
            Err(Error::StoreExists | Error::StoreMissing | Error::StoreLocked) => {
                panic!("byte {at}: the wrong refusal")
            }
            Err(_) => noticed += 1,
        }
    }
    println!("flips in the file: {flips}: {noticed} noticed, {harmless} harmless");
    assert!(noticed > flips / 2, "{noticed} noticed");
    write_store(folder.path(), &bytes);
    assert_eq!(open(folder.path()).map(|token| seen(&token)), Ok(last));
}

/// Goal: a full disk is an error of the one operation. Method: a store that may not grow; what was
/// there stays, reading goes on, and with room again writing does.
#[test]
fn full_disks_harm_nothing_old() {
    let folder = quick_folder();
    filled(folder.path());
    let storage = Sqlite::open(&path(folder.path())).unwrap();
    storage.limit_pages(1).unwrap();
    let platform = sealane_hsm::Platform::system();
    let token = Token::open(Box::new(storage), platform, &common::master()).unwrap();
    let role = sealane_hsm::role::Role::User;
    let session = token.login(role, &common::pin(common::USER)).unwrap();
    let before = token.list();
    let many = (0..200).map(|n| draft("p256", &format!("key {n}"))).collect();
    assert!(matches!(token.generate_all(&session, many), Err(Error::StoreFailed(_))));
    assert_eq!(token.list(), before);
    token.check().unwrap();
    println!("full disk: 200 keys refused, {} objects stay", before.len());
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!(token.list(), before);
    let session = token.login(role, &common::pin(common::USER)).unwrap();
    token.generate(&session, draft("p256", "now there is room")).unwrap();
}

/// Goal: one process has the store, and only its owner can. Method: a second opener; files and
/// folders that others may touch; a link in its place.
#[test]
fn stores_are_private() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    assert_eq!(open(folder.path()).err(), Some(Error::StoreLocked));
    drop(token);
    let path = path(folder.path());
    assert_eq!(Sqlite::create(&path).err(), Some(Error::StoreExists));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let folders = [0o770, 0o1777].map(|bad| (folder.path(), bad, 0o700));
    for (place, bad, good) in [(&*path, 0o640, 0o600)].into_iter().chain(folders) {
        mode(place, bad);
        assert!(matches!(open(folder.path()).err(), Some(Error::Permission(_))), "{place:?}");
        mode(place, good);
        assert!(open(folder.path()).is_ok());
    }
    let moved = folder.path().join("moved");
    fs::rename(&path, &moved).unwrap();
    assert_eq!(open(folder.path()).err(), Some(Error::StoreMissing));
    std::os::unix::fs::symlink(&moved, &path).unwrap();
    assert!(matches!(open(folder.path()).err(), Some(Error::Permission(_))));
    assert!(!all_bytes(folder.path()).is_empty());
    let mut storage = Sqlite::open(&moved).unwrap();
    assert!(storage.state().unwrap().is_some());
}

/// Goal: a store has its name when there is a token in it, and never before; what fails leaves
/// nothing, and what has the name meanwhile stays.
#[test]
fn stores_are_made_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = path(folder.path());
    let names = || fs::read_dir(folder.path()).unwrap().count();
    let failed = Sqlite::create_whole(&path, |_| Err(Error::Random));
    assert_eq!((failed, names()), (Err(Error::Random), 0));
    let raced = Sqlite::create_whole(&path, |storage| {
        drop(common::init_in(Box::new(storage)));
        fs::write(&path, "somebody's").unwrap();
        Ok(())
    });
    assert_eq!((raced, names()), (Err(Error::StoreExists), 1));
    assert_eq!(fs::read(&path).unwrap(), b"somebody's");
    fs::remove_file(&path).unwrap();
    let made = Sqlite::create_whole(&path, |storage| {
        assert!(!path.exists());
        drop(common::init_in(Box::new(storage)));
        Ok(())
    });
    assert_eq!((made, names()), (Ok(()), 1));
    open(folder.path()).unwrap().check().unwrap();
    let again = Sqlite::create_whole(&path, |_| panic!("there is nothing to fill"));
    assert_eq!(again, Err(Error::StoreExists));
}
