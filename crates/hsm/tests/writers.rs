//! Several writers of one store: none loses what another has written, and who reads waits for none.

use crate::common;
use crate::hardening::hooked::{Call, Hook, Hooked};
use crate::hardening::memory::Memory;

use common::{OFFICER, USER, draft, init, init_in, master, open, path, pin, quick_folder, user};
use sealane_hsm::object::Mechanism;
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::{Change, Storage};
use sealane_hsm::token::{Session, Token};
use sealane_hsm::{Error, Platform};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Makes a key, again if another writer was faster. Returns how often it was refused.
fn generate(token: &Token, session: &Session, label: &str) -> usize {
    for refused in 0..10_000 {
        match token.generate(session, draft("ed25519", label)) {
            Ok(_) => return refused,
            Err(error) => assert_eq!(error, Error::StoreConflict),
        }
    }
    panic!("{label}: others are always faster");
}

/// Goal: of two writers, one is refused by name and nothing of either is lost. Method: two tokens
/// over one store, in turns and at once; the one that was refused sees what the other did.
#[test]
fn two_writers_lose_nothing() {
    let store = Memory::default();
    let one = init_in(Box::new(store.clone()));
    let first = user(&one);
    let other = Token::open(Box::new(store), Platform::system(), &master()).unwrap();
    let second = other.login(Role::User, &pin(USER)).unwrap();
    let refused = one.generate(&first, draft("p256", "of one")).err();
    assert_eq!(refused, Some(Error::StoreConflict), "the login of the other came first");
    assert_eq!(generate(&one, &first, "of one"), 0);
    assert_eq!(generate(&other, &second, "of the other"), 1);
    assert!(other.find_label("of one").is_ok());
    let refused: usize = std::thread::scope(|scope| {
        let work = [(&one, &first, "one"), (&other, &second, "other")].map(|(token, by, name)| {
            scope.spawn(move || {
                (0..50).map(|n| generate(token, by, &format!("{name} {n}"))).sum::<usize>()
            })
        });
        work.into_iter().map(|it| it.join().unwrap()).sum()
    });
    println!("writers: 100 keys by two, {refused} changes refused and made again");
    for token in [&one, &other] {
        // Whoever was not the last one writes once more, and so sees all.
        let session = token.login(Role::User, &pin(USER));
        let session = session.or_else(|_| token.login(Role::User, &pin(USER))).unwrap();
        token.demand_current(&session).unwrap();
        assert_eq!(token.list().len(), 102);
        token.check().unwrap();
    }
}

/// Goal: what another writer did to a PIN and to the token's own keys counts here too. Method: a
/// rekey and a PIN by one; the other's next change is refused, and then its session is over.
#[test]
fn sessions_follow_another_writer() {
    let store = Memory::default();
    let one = init_in(Box::new(store.clone()));
    let first = user(&one);
    let key = one.generate(&first, draft("p256", "key")).unwrap();
    let other = Token::open(Box::new(store), Platform::system(), &master()).unwrap();
    let second = other.login(Role::User, &pin(USER)).unwrap();
    assert_eq!(generate(&other, &second, "another"), 0);
    let login = |token: &Token| token.login(Role::Officer, &pin(OFFICER));
    let officer = login(&one).or_else(|_| login(&one)).unwrap();
    one.rekey(&officer, None).unwrap();
    assert_eq!(other.delete(&second, key.id), Err(Error::StoreConflict));
    other.open_key(&second, key.id, Mechanism::Ecdsa).unwrap();
    one.set_pin(&officer, Role::User, &pin("another PIN")).unwrap();
    assert_eq!(other.delete(&second, key.id), Err(Error::StoreConflict));
    assert_eq!(other.delete(&second, key.id), Err(Error::NotLoggedIn));
}

/// Goal: the store of one machine compares numbers, and a refused change changes nothing. Method:
/// changes that expect the number just below, the right one, and the one just above.
#[test]
fn a_change_follows_the_last_one() {
    let folder = quick_folder();
    let mut store = Sqlite::create(&path(folder.path())).unwrap();
    let mut commit = |expected: u64, sequence: u64| {
        let state = sequence.to_string().into_bytes();
        store.commit(&Change { expected, sequence, state, ..Change::default() })?;
        Ok::<_, Error>(store.state()?.unwrap())
    };
    assert_eq!(commit(1, 2), Err(Error::StoreConflict));
    assert_eq!(commit(0, 1), Ok(b"1".to_vec()));
    for expected in [0, 2] {
        assert_eq!(commit(expected, 3), Err(Error::StoreConflict));
    }
    assert_eq!(commit(1, 4), Ok(b"4".to_vec()));
}

/// Goal: a file of the form without numbers is opened, and counts from its next change on. Method:
/// the column taken away, as it was before.
#[test]
fn a_store_without_numbers_is_opened() {
    let folder = quick_folder();
    let token = init(folder.path());
    let session = user(&token);
    token.generate(&session, draft("p256", "before")).unwrap();
    drop(token);
    let file = rusqlite::Connection::open(path(folder.path())).unwrap();
    file.execute_batch("ALTER TABLE state DROP COLUMN sequence; PRAGMA user_version = 1").unwrap();
    drop(file);
    let token = open(folder.path()).unwrap();
    let session = token.login(Role::User, &pin(USER)).unwrap();
    token.generate(&session, draft("p256", "after")).unwrap();
    let sequence = token.status().unwrap().sequence;
    drop(token);
    let file = rusqlite::Connection::open(path(folder.path())).unwrap();
    let number =
        |query: &str| file.query_row(query, [], |row| row.get::<_, i64>(0)).unwrap() as u64;
    assert_eq!(number("SELECT sequence FROM state"), sequence);
    assert_eq!(number("PRAGMA user_version"), 2);
    drop(file);
    let token = open(folder.path()).unwrap();
    assert_eq!(token.list().len(), 2);
}

/// Goal: a number that somebody has edited is damage, and no other writer. Method: one more, in the
/// file.
#[test]
fn an_edited_number_is_damage() {
    let folder = quick_folder();
    drop(init(folder.path()));
    let file = rusqlite::Connection::open(path(folder.path())).unwrap();
    file.execute_batch("UPDATE state SET sequence = sequence + 1").unwrap();
    drop(file);
    let token = open(folder.path()).unwrap();
    let said = token.login(Role::Officer, &pin(OFFICER)).err();
    assert_eq!(said, Some(Error::StoreCorrupt("the number of its last change")));
}

/// A commit that waits for a word, once there is a receiver.
fn held(word: Arc<Mutex<Option<Receiver<()>>>>, waits: std::sync::mpsc::Sender<()>) -> Hook {
    Box::new(move |call| {
        let word = word.lock().unwrap().take().filter(|_| call == Call::Commit);
        if let Some(word) = word {
            waits.send(()).unwrap();
            let _ = word.recv_timeout(Duration::from_secs(60));
        }
        Ok(())
    })
}

/// Goal: who uses a key, looks for one or asks for the token's state waits for no commit. Method: a
/// commit is held, and all of that is done meanwhile; without a way beside it, it waits.
#[test]
fn reads_do_not_wait_for_commits() {
    for beside in [true, false] {
        let folder = quick_folder();
        let inner = Sqlite::create(&path(folder.path())).unwrap();
        let (hold, (waits, waiting)) = (Arc::new(Mutex::new(None)), channel());
        let before = held(hold.clone(), waits);
        let nothing: Hook = Box::new(|_| Ok(()));
        let beside = beside.then(|| Arc::new(Mutex::new(nothing)));
        let is_beside = beside.is_some();
        let token = init_in(Box::new(Hooked { inner, before, beside }));
        let session = user(&token);
        let key = token.generate(&session, draft("p256", "cold")).unwrap();
        let (release, word) = channel();
        *hold.lock().unwrap() = Some(word);
        std::thread::scope(|scope| {
            scope.spawn(|| token.generate(&session, draft("p256", "held")).unwrap());
            waiting.recv_timeout(Duration::from_secs(60)).unwrap();
            let (done, read) = channel();
            let (token, session, id) = (&token, &session, key.id);
            scope.spawn(move || {
                token.open_key(session, id, Mechanism::Ecdsa).unwrap();
                let _ = done.send(());
            });
            let wait = Duration::from_millis(if is_beside { 60_000 } else { 200 });
            assert_eq!(read.recv_timeout(wait).is_ok(), is_beside);
            assert_eq!(token.status().unwrap().objects, 1);
            assert!(token.find_label("cold").is_ok() && token.find_label("held").is_err());
            assert!(token.guard().is_ok() && token.audit_settings().is_ok());
            release.send(()).unwrap();
        });
        assert!(token.find_label("held").is_ok());
    }
}
