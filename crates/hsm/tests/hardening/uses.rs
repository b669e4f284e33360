//! D11: the log says who used which key when, who was refused what, and keeps no more than it is
//! to.

use super::hooked::{Call, Hook, Hooked};
use crate::common::{self, OFFICER, draft, init, init_in, master, open, pin, quick_folder};
use crate::test_service::{TestService, item, logged_in, made};
use common::{path, user};
use sealane_hsm::audit::{AuditSettings, Uses};
use sealane_hsm::engine::{Engine, Keys, Settings, Signer};
use sealane_hsm::object::{Id, Mechanism};
use sealane_hsm::peer::Peer;
use sealane_hsm::queue::Limits;
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{Session, Token};
use sealane_hsm::{AuditRow, Error, Platform};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn officer(token: &Token) -> Session {
    token.login(Role::Officer, &pin(OFFICER)).unwrap()
}

/// A session of another user of the machine.
fn operator(token: &Token, uid: u32) -> Session {
    token.set_pin(&officer(token), Role::Operator, &pin("operator's PIN")).unwrap();
    token.login_from(Peer::Uid(uid), Role::Operator, &pin("operator's PIN")).unwrap()
}

fn rows(token: &Token) -> Vec<AuditRow> {
    let rows = token.audit(&officer(token), 0, usize::MAX).unwrap();
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The counted rows of an action: who, of what, by what, how often.
fn counted(token: &Token, action: &str) -> Vec<(String, Option<Peer>, String, String, u64)> {
    let own = rows(token).into_iter().filter(|row| row.action == action);
    let counted = own.filter_map(|row| {
        let count = row.count?;
        Some((row.actor, row.peer, row.subject, count.by, count.times))
    });
    counted.collect()
}

fn set(token: &Token, settings: AuditSettings) {
    token.set_audit_settings(&officer(token), settings).unwrap();
}

/// Goal: each who, key and mechanism has one row with the number of its uses, however they came:
/// alone, many at once, with keys that were let go of meanwhile. Method: two users, three keys, two
/// of which the keys in memory have room for; nothing is written before, and nothing twice.
#[test]
fn hardening_d11_uses_are_counted() {
    let folder = quick_folder();
    let token = init(folder.path());
    let user = user(&token);
    let other = operator(&token, 4321);
    let ids: Vec<Id> = ["p256", "ed25519", "x25519"]
        .map(|kind| token.generate(&user, draft(kind, kind)).unwrap().id)
        .to_vec();
    let engine = Engine::new(token, Settings { most_hot: 2, ..Settings::default() });
    let engine = Arc::new(engine);
    let public = engine.token().find(ids[2]).unwrap().public.clone();
    let mut clients = [engine.client(Some(user)), engine.client(Some(other))];
    for round in 0..3 {
        for client in &mut clients {
            for id in &ids[..2] {
                client.sign(item(*id, b"alone")).unwrap();
            }
            // One key after the other, and in turn.
            let order = (0..20).map(|i| if round == 0 { i % 2 } else { i / 10 });
            let items = order.map(|key| item(ids[key], b"together")).collect();
            assert!(client.sign_all(items).unwrap().iter().all(Result::is_ok));
        }
        clients[0].derive(ids[2], &public).unwrap();
    }
    assert_eq!(counted(engine.token(), "use"), []);
    engine.write_audit().unwrap();
    let own = |role: &str, peer, id: Id, by: &str, times| {
        (role.to_owned(), Some(peer), id.to_string(), by.to_owned(), times)
    };
    let mut expected = vec![own("user", Peer::own(), ids[2], "agree", 3)];
    for (id, by) in ids.iter().zip(["ecdsa", "eddsa"]) {
        expected.push(own("user", Peer::own(), *id, by, 33));
        expected.push(own("operator", Peer::Uid(4321), *id, by, 33));
    }
    let mut told = counted(engine.token(), "use");
    told.sort();
    expected.sort();
    assert_eq!(told, expected);
    engine.write_audit().unwrap();
    assert_eq!(counted(engine.token(), "use").len(), expected.len());
    engine.token().check().unwrap();
}

/// Goal: what was counted is in the log after a logout and after a stop; a request some of whose
/// keys are unwrapped late is not counted twice. Method: uses through a socket, by two connections,
/// and what the store then says.
#[test]
fn hardening_d11_uses_are_written_in_time() {
    let mut served = TestService::new(Options::default());
    let mut first = served.user();
    let (one, two) = (made(&mut first, "p256"), made(&mut first, "ed25519"));
    let mut second = logged_in(&served.path());
    for n in 0..10u8 {
        first.sign(item(one.id, &[n])).unwrap();
        // The first time one of the keys is unwrapped, and the other is not.
        let both = [item(one.id, &[n]), item(two.id, &[n]), item(one.id, &[n])];
        assert!(second.sign_all(both.to_vec()).unwrap().iter().all(Result::is_ok));
    }
    first.logout().unwrap();
    let mut auditor = crate::test_service::connect(&served.path()).unwrap();
    auditor.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    let of = |rows: &[(u64, AuditRow)], id: Id| -> u64 {
        let own = rows.iter().filter(|(_, row)| row.action == "use");
        let own = own.filter(|(_, row)| row.subject == id.to_string());
        own.map(|(_, row)| row.count.as_ref().unwrap().times).sum()
    };
    let begun = std::time::Instant::now();
    loop {
        let rows = auditor.audit(0, usize::MAX).unwrap();
        if (of(&rows, one.id), of(&rows, two.id)) == (30, 10) {
            break;
        }
        assert!(begun.elapsed().as_secs() < 5, "it is not written after a logout: {rows:?}");
    }
    second.sign(item(two.id, b"the last one")).unwrap();
    served.service.take().unwrap().stop();
    let token = open(served.folder.path()).unwrap();
    let rows = token.audit(&officer(&token), 0, usize::MAX).unwrap();
    assert_eq!((of(&rows, one.id), of(&rows, two.id)), (30, 11));
    token.check().unwrap();
}

/// Goal: a service writes what it has counted when a minute has ended, without a logout. Method: a
/// clock that is set on.
#[test]
fn hardening_d11_uses_are_written_each_minute() {
    let folder = quick_folder();
    drop(user(&init(folder.path())));
    let time = Arc::new(AtomicU64::new(6000));
    let clock = time.clone();
    let fill = |out: &mut [u8]| getrandom::fill(out).map_err(|_| Error::Random);
    let platform = Platform::new(fill, move || clock.load(Ordering::Relaxed));
    let storage = Box::new(Sqlite::open(&path(folder.path())).unwrap());
    let token = Token::open(storage, platform, &master()).unwrap();
    let socket = folder.path().join("socket");
    let engine = Engine::new(token, Settings::default());
    let _service =
        sealane_hsm::service::Service::start(engine, &socket, Options::default()).unwrap();
    let mut connection = logged_in(&socket);
    let key = made(&mut connection, "p256");
    connection.sign(item(key.id, b"x")).unwrap();
    let mut auditor = crate::test_service::connect(&socket).unwrap();
    auditor.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    let mut uses = || {
        let rows = auditor.audit(0, usize::MAX).unwrap().into_iter().map(|(_, row)| row);
        rows.filter(|row| row.action == "use").collect::<Vec<_>>()
    };
    assert_eq!(uses(), []);
    time.store(6060, Ordering::Relaxed);
    let begun = std::time::Instant::now();
    let told = loop {
        let told = uses();
        if !told.is_empty() {
            break told;
        }
        assert!(begun.elapsed().as_secs() < 10, "the minute has ended");
    };
    let count = told[0].count.as_ref().unwrap();
    assert_eq!((told.len(), told[0].time, count.times, count.since), (1, 6060, 1, 6000));
}

/// Goal: where each use is to have a row, it is there before the key is used, and a use whose row
/// cannot be written is none; where none is to, there is none.
#[test]
fn hardening_d11_uses_have_a_row_each_or_none() {
    let folder = quick_folder();
    let full = Arc::new(AtomicBool::new(false));
    let is_full = full.clone();
    let inner = Sqlite::create(&path(folder.path())).unwrap();
    let before: Hook = Box::new(move |call| {
        let fails = call == Call::Commit && is_full.load(Ordering::Relaxed);
        if fails { Err(Error::StoreFailed("the disk is full".into())) } else { Ok(()) }
    });
    let token = init_in(Box::new(Hooked { inner, before, beside: None }));
    let session = user(&token);
    let key = token.generate(&session, draft("p256", "web")).unwrap().id;
    let engine = Arc::new(Engine::new(token, Settings::default()));
    let mut client = engine.client(Some(session));
    let settings = |uses| AuditSettings { uses, ..AuditSettings::default() };
    set(engine.token(), settings(Uses::Each));
    for times in 1..=3 {
        client.sign(item(key, b"x")).unwrap();
        assert_eq!(counted(engine.token(), "use").len(), times);
    }
    client.sign_all(vec![item(key, b"x"); 5]).unwrap();
    assert_eq!(counted(engine.token(), "use").last().unwrap().4, 5);
    full.store(true, Ordering::Relaxed);
    assert_eq!(client.sign(item(key, b"x")).err().unwrap().code(), "STORE_FAILED");
    full.store(false, Ordering::Relaxed);
    set(engine.token(), settings(Uses::None));
    client.sign(item(key, b"x")).unwrap();
    engine.write_audit().unwrap();
    assert_eq!(counted(engine.token(), "use").len(), 4);
    // What cannot be written is counted on.
    set(engine.token(), AuditSettings::default());
    client.sign(item(key, b"x")).unwrap();
    full.store(true, Ordering::Relaxed);
    engine.write_audit().unwrap_err();
    full.store(false, Ordering::Relaxed);
    client.sign(item(key, b"x")).unwrap();
    engine.write_audit().unwrap();
    let told = counted(engine.token(), "use");
    assert_eq!((told.len(), told[4].4), (5, 2));
    // Settings outlast the process.
    set(engine.token(), AuditSettings { keep_rows: 7000, keep_days: 3, uses: Uses::Each });
    drop((client, engine));
    let token = open(folder.path()).unwrap();
    let kept = AuditSettings { keep_rows: 7000, keep_days: 3, uses: Uses::Each };
    assert_eq!(token.audit_settings(), Ok(kept));
    token.check().unwrap();
}

/// Goal: who asks for what is not theirs is told, with the code and how often: a right, a key that
/// is not there, a use or a mechanism that it is not for, a login too early; and there is a bound
/// on what strangers put there.
#[test]
fn hardening_d11_refusals_are_told_and_bounded() {
    let folder = quick_folder();
    let token = init(folder.path());
    let user = user(&token);
    let other = operator(&token, 4321);
    let key = token.generate(&user, draft("p256", "web")).unwrap().id;
    let none = Id([7; 16]);
    for _ in 0..3 {
        token.generate(&other, draft("p256", "theirs")).unwrap_err();
    }
    token.permit(&other, none, Mechanism::Ecdsa).err().unwrap();
    token.permit(&user, key, Mechanism::Agree).err().unwrap();
    token.permit(&other, key, Mechanism::Agree).err().unwrap();
    token.export(&user, key).err().unwrap();
    token.delete(&user, none).unwrap_err();
    token.recover(Peer::Address, Role::Officer, b"no code").unwrap_err();
    common::long_delays(&token);
    for _ in 0..12 {
        token.login_from(Peer::Uid(77), Role::User, &pin("a guess")).err().unwrap();
    }
    token.write_audit().unwrap();
    let told = counted(&token, "refused");
    let has = |actor: &str, peer, subject: &str, by: &str, times| {
        let row = (actor.to_owned(), Some(peer), subject.to_owned(), by.to_owned(), times);
        assert!(told.contains(&row), "{row:?}\n{told:#?}");
    };
    has("operator", Peer::Uid(4321), "the right to manage keys", "ROLE_DENIED", 3);
    has("operator", Peer::Uid(4321), &format!("ecdsa by {none}"), "KEY_UNKNOWN", 1);
    has("operator", Peer::Uid(4321), &format!("agree by {key}"), "ROLE_DENIED", 1);
    has("user", Peer::own(), &format!("agree by {key}"), "USAGE_DENIED", 1);
    has("user", Peer::own(), &format!("export {key}"), "KEY_NOT_EXTRACTABLE", 1);
    has("user", Peer::own(), &format!("delete {none}"), "KEY_UNKNOWN", 1);
    has("", Peer::Address, "unlock officer", "RECOVERY_WRONG", 1);
    has("", Peer::Uid(77), "login user", "PIN_DELAYED", 2);
    let before = rows(&token).len();
    for n in 0..1000u32 {
        let id = Id(u128::from(n).to_be_bytes());
        token.permit(&other, id, Mechanism::Ecdsa).err().unwrap();
    }
    token.write_audit().unwrap();
    let told = rows(&token);
    // A login to look at them is one more.
    assert!(told.len() < before + 70, "{} rows", told.len() - before);
    let times: u64 = told[before..].iter().filter_map(|row| Some(row.count.as_ref()?.times)).sum();
    assert_eq!(times, 1000);
    // Whoever ends without a word has told all the same.
    token.permit(&other, none, Mechanism::Ecdsa).err().unwrap();
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!(counted(&token, "refused").last().unwrap().4, 1);
    token.check().unwrap();
}

/// Goal: the log keeps as many rows as it is to, and not many more; rows go when they are older
/// than they are to be; what stays is proven, and who kept the others can prove them.
#[test]
fn hardening_d11_the_log_keeps_what_it_is_to() {
    const DAY: u64 = 86_400;
    let folder = quick_folder();
    drop(init(folder.path()));
    let time = Arc::new(AtomicU64::new(100 * DAY));
    let clock = time.clone();
    let fill = |out: &mut [u8]| getrandom::fill(out).map_err(|_| Error::Random);
    let platform = Platform::new(fill, move || clock.load(Ordering::Relaxed));
    let storage = Box::new(Sqlite::open(&path(folder.path())).unwrap());
    let token = Token::open(storage, platform, &master()).unwrap();
    set(&token, AuditSettings { keep_rows: 40, ..AuditSettings::default() });
    let mut most = 0;
    for _ in 0..200 {
        officer(&token);
        most = most.max(token.check().unwrap().1);
    }
    assert!((40..=40 + 5 + 16 + 2).contains(&most), "{most}");
    let kept = token.audit(&officer(&token), 0, usize::MAX).unwrap();
    let first = kept[0].0;
    assert!(kept.len() >= 40 && first > 100);
    let trims = kept.iter().filter(|(_, row)| row.action == "trim audit").collect::<Vec<_>>();
    let last = &trims.last().unwrap().1;
    assert!(last.actor == "settings" && last.subject.starts_with(&format!("before {first}, ")));
    // By days: nothing goes before, and all that is too old at once.
    set(&token, AuditSettings { keep_days: 30, ..AuditSettings::default() });
    time.store(129 * DAY, Ordering::Relaxed);
    token.write_audit().unwrap();
    assert_eq!(token.audit(&officer(&token), 0, 1).unwrap()[0].0, first);
    time.store(131 * DAY, Ordering::Relaxed);
    token.write_audit().unwrap();
    let rows = token.audit(&officer(&token), 0, usize::MAX).unwrap();
    assert!(rows.iter().all(|(_, row)| row.time >= 101 * DAY), "{rows:#?}");
    assert!(rows.len() >= 3);
    token.check().unwrap();
    drop(token);
    open(folder.path()).unwrap().check().unwrap();
}

/// Goal: counting costs next to nothing: nobody who signs waits for the log. Method: a store that
/// takes no commit while a thousand signatures are made.
#[test]
fn hardening_d11_signatures_wait_for_no_row() {
    let folder = quick_folder();
    let full = Arc::new(AtomicBool::new(false));
    let is_full = full.clone();
    let inner = Sqlite::create(&path(folder.path())).unwrap();
    let before: Hook = Box::new(move |call| {
        assert!(call != Call::Commit || !is_full.load(Ordering::Relaxed), "a commit");
        Ok(())
    });
    let token = init_in(Box::new(Hooked { inner, before, beside: None }));
    let session = user(&token);
    let key = token.generate(&session, draft("p256", "web")).unwrap().id;
    let limits = Limits { per_client: 10_000, ..Limits::default() };
    let engine = Arc::new(Engine::new(token, Settings { limits, ..Settings::default() }));
    let mut client = engine.client(Some(session));
    full.store(true, Ordering::Relaxed);
    for _ in 0..10 {
        assert_eq!(client.sign_all(vec![item(key, b"x"); 100]).unwrap().len(), 100);
    }
    full.store(false, Ordering::Relaxed);
    engine.write_audit().unwrap();
    assert_eq!(counted(engine.token(), "use")[0].4, 1000);
}
