//! What the log keeps, and for how long.

use super::super::tests::{OFFICER, master};
use super::*;
use crate::audit::Use;
use crate::object::{Id, Mechanism};
use crate::platform::Platform;
use crate::role::{Pin, Role};
use crate::sqlite::Sqlite;
use std::sync::atomic::AtomicU64;

/// A token whose time is set.
struct Timed {
    token: Token,
    officer: Session,
    now: Arc<AtomicU64>,
    _folder: tempfile::TempDir,
}

/// A full minute.
const BEGINNING: u64 = 1_000_000_020;

impl Timed {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let now = Arc::new(AtomicU64::new(BEGINNING));
        let fill = |out: &mut [u8]| getrandom::fill(out).map_err(|_| Error::Random);
        let platform = Platform::new(fill, {
            let now = now.clone();
            move || now.load(Ordering::Relaxed)
        });
        let storage = Box::new(Sqlite::create(&folder.path().join("token.db")).unwrap());
        let pin = Pin::new(OFFICER).unwrap();
        let token = Token::init(storage, platform, &master(), "a token", &pin).unwrap();
        let officer = token.login(Role::Officer, &pin).unwrap();
        Self { token, officer, now, _folder: folder }
    }

    /// Lets so many seconds pass.
    fn pass(&self, seconds: u64) {
        self.now.fetch_add(seconds, Ordering::Relaxed);
    }

    /// Writes a row.
    fn add(&self) {
        let mut writer = self.token.writer().unwrap();
        let change = PendingChange { action: "set audit", ..PendingChange::default() };
        self.token.commit(&mut writer, change).unwrap();
    }

    fn keep(&self, keep_rows: u64, keep_days: u32) {
        let settings = AuditSettings { keep_rows, keep_days, ..AuditSettings::default() };
        self.token.set_audit_settings(&self.officer, settings).unwrap();
    }

    /// Lets go what is not kept. Returns the first row that is, and how many there are with those
    /// that went.
    fn retained(&self) -> (u64, u64) {
        self.token.retain_audit(&mut self.token.writer().unwrap()).unwrap();
        let state = self.token.view().unwrap();
        (state.state.audit_first, state.state.audit_rows)
    }
}

/// Goal: rows go when there are an eighth and sixteen more than are kept, and not one earlier.
/// Method: limits whose eighth is none, and is not a ninth.
#[test]
fn rows_are_kept_by_number() {
    for (keep, slack) in [(1, 16), (72, 9 + 16)] {
        let timed = Timed::new();
        timed.keep(keep, 0);
        while timed.retained().1 < keep + slack {
            timed.add();
        }
        assert_eq!(timed.retained(), (0, keep + slack));
        timed.add();
        // The row that tells of it comes behind the others.
        assert_eq!(timed.retained(), (slack + 1, keep + slack + 2));
    }
    let timed = Timed::new();
    timed.keep(0, 0);
    (0..40).for_each(|_| timed.add());
    assert_eq!(timed.retained().0, 0);
}

/// Goal: rows go when the first is an hour older than what is kept; then all go that are older than
/// that. Method: rows at times of the test's choice, and a second before the first is due.
#[test]
fn rows_are_kept_by_time() {
    let timed = Timed::new();
    timed.keep(0, 1);
    let old = timed.retained().1;
    // One that is as old as is kept, to the second, stays.
    timed.pass(3600);
    timed.add();
    timed.pass(1);
    timed.add();
    // The last row stays always, however old it is: it is not what this looks at.
    timed.pass(10);
    timed.add();
    timed.add();
    timed.pass(86_389);
    assert_eq!(timed.retained(), (0, old + 4));
    timed.pass(1);
    assert_eq!(timed.retained(), (old + 1, old + 5));
    assert_eq!(timed.retained(), (old + 1, old + 5));
}

/// Goal: uses are told by the settings under which they were counted, and when a minute is over.
#[test]
fn uses_are_written_before_settings_change() {
    let timed = Timed::new();
    let (who, peer, key) = ("user".into(), Peer::Uid(7), Id([9; 16]));
    timed.token.count_uses([(Use { who, peer, key, mechanism: Mechanism::Ecdsa }, 1)]);
    timed.pass(59);
    assert!(!timed.token.is_audit_due());
    timed.pass(1);
    assert!(timed.token.is_audit_due());
    timed.keep(5, 5);
    let rows = timed.token.audit(&timed.officer, 0, usize::MAX).unwrap();
    let actions: Vec<&str> = rows.iter().map(|(_, row)| &*row.action).collect();
    assert!(actions.ends_with(&["use", "set audit"]), "{actions:?}");
    // No more than are asked for.
    assert_eq!(timed.token.audit(&timed.officer, 0, 2).unwrap().len(), 2);
}

/// Goal: each row of the log is a step of who watches.
#[test]
fn rows_are_steps() {
    let timed = Timed::new();
    timed.add();
    let progress = Progress::default();
    let mut writer = timed.token.writer().unwrap();
    let writer = &mut *writer;
    let rows = verify(&mut *writer.storage, &writer.state, &progress).unwrap();
    assert_eq!(progress.steps().0, rows);
    assert!(rows > 1);
}
