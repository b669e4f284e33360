//! A storage whose calls fail, one after the other: a clear error, nothing half done, and the next
//! call works.

use crate::common;

use common::operations::OPERATIONS;
use common::{OFFICER, draft, init_in, master, path, pin, quick_folder, user};
use sealane_hsm::object::Id;
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::storage::{Change, EachRecord, EachRow, Record, Storage, Table};
use sealane_hsm::token::Token;
use sealane_hsm::{Error, Platform};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// When a call that fails does so.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Moment {
    Before,
    /// It was done, and the answer is lost.
    After,
}

/// A storage one of whose calls fails.
struct Faulty {
    inner: Sqlite,
    /// Calls until then; below zero, none fails.
    left: Arc<AtomicI64>,
    moment: Moment,
}

impl Faulty {
    fn call<T>(&mut self, call: impl FnOnce(&mut Sqlite) -> Result<T, Error>) -> Result<T, Error> {
        let fails = self.left.fetch_sub(1, Ordering::Relaxed) == 0;
        let broken = || Err(Error::StoreFailed("planted".into()));
        if fails && self.moment == Moment::Before {
            return broken();
        }
        let done = call(&mut self.inner)?;
        if fails { broken() } else { Ok(done) }
    }
}

impl Storage for Faulty {
    fn state(&mut self) -> Result<Option<Vec<u8>>, Error> {
        self.call(Storage::state)
    }

    fn records(&mut self, each: &mut EachRecord<'_>) -> Result<(), Error> {
        self.call(|inner| inner.records(each))
    }

    fn record(&mut self, table: Table, id: Id) -> Result<Option<Record>, Error> {
        self.call(|inner| inner.record(table, id))
    }

    fn commit(&mut self, change: &Change) -> Result<(), Error> {
        self.call(|inner| inner.commit(change))
    }

    fn audit(&mut self, first: u64, each: &mut EachRow<'_>) -> Result<(), Error> {
        self.call(|inner| inner.audit(first, each))
    }

    fn check(&mut self) -> Result<(), Error> {
        self.call(Storage::check)
    }
}

/// Goal: whichever call of an operation fails, the token is as before or as after, says so, and
/// goes on. Method: all calls of eight operations, failing before they are done and after.
#[test]
fn every_failing_call_leaves_a_whole_token() {
    let (mut failures, mut lost_answers) = (0, 0);
    for moment in [Moment::Before, Moment::After] {
        let folder = quick_folder();
        let left = Arc::new(AtomicI64::new(-1));
        let inner = Sqlite::create(&path(folder.path())).unwrap();
        let storage = Faulty { inner, left: left.clone(), moment };
        let token = init_in(Box::new(storage));
        let user = user(&token);
        let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
        let drafts = ["p256", "ed25519", "p384"].map(|kind| draft(kind, kind));
        token.generate_all(&user, drafts.to_vec()).unwrap();
        token.backup_target(&officer, "target").unwrap();
        let mut n = 0;
        for (name, operation) in OPERATIONS {
            for k in 0.. {
                n += 1;
                let before = token.status().unwrap().sequence;
                left.store(k, Ordering::Relaxed);
                let done = operation(&token, &user, &officer, n);
                let met = left.swap(-1, Ordering::Relaxed) < 0;
                assert!(k < 20, "{name} makes no end");
                match done {
                    Ok(()) if !met => break,
                    Ok(()) => panic!("{name}, {moment:?}: a failure was swallowed"),
                    Err(Error::StoreFailed(_)) => failures += 1,
                    Err(other) => panic!("{name}, call {k}: {other}"),
                }
                token.check().unwrap_or_else(|no| panic!("{name}, {moment:?}, call {k}: {no}"));
                let after = token.status().unwrap();
                assert_eq!(token.list().len() as u64, after.objects, "{name}");
                lost_answers += u32::from(after.sequence != before);
            }
        }
        drop(token);
        let storage = Box::new(Sqlite::open(&path(folder.path())).unwrap());
        let token = Token::open(storage, Platform::system(), &master()).unwrap();
        token.check().unwrap();
    }
    println!("calls: {failures} of the storage fail, {lost_answers} of them after the deed");
    assert!(failures >= 20 && lost_answers >= 8, "{failures}, {lost_answers}");
}

/// Goal: without random bytes there is no key, no id and no salt.
#[test]
fn no_random_bytes_no_key() {
    let folder = quick_folder();
    let storage = Box::new(Sqlite::create(&path(folder.path())).unwrap());
    let none = Platform::new(|_| Err(Error::Random), || 0);
    let refused = Token::init(storage, none, &master(), "a token", &pin(OFFICER));
    assert_eq!(refused.err(), Some(Error::Random));
    assert!(matches!(common::open(folder.path()).err(), Some(Error::StoreMissing)));
}

/// Goal: a clock that jumps decides nothing. Method: the start of 1970, far ahead, and back.
#[test]
fn clocks_decide_nothing() {
    use std::sync::atomic::AtomicU64;
    let folder = quick_folder();
    let time = Arc::new(AtomicU64::new(0));
    let clock = time.clone();
    let fill = |out: &mut [u8]| getrandom::fill(out).map_err(|_| Error::Random);
    let platform = Platform::new(fill, move || clock.load(Ordering::Relaxed));
    let storage = Box::new(Sqlite::create(&path(folder.path())).unwrap());
    let token = Token::init(storage, platform, &master(), "a token", &pin(OFFICER)).unwrap();
    let jumps = [(u64::MAX, 9), (0, 8), (4_102_444_800, 7), (1, 6)];
    for (now, left) in jumps {
        time.store(now, Ordering::Relaxed);
        let wrong = token.login(Role::Officer, &pin("a guess")).err();
        assert_eq!(wrong, Some(Error::PinWrong { left }));
    }
    assert!(token.login(Role::Officer, &pin(OFFICER)).is_ok());
    println!("clocks: {} jumps, no wrong PIN forgotten or counted twice", jumps.len());
}
