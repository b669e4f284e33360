//! D1 and D5: wrong PINs cost who gives them time, and nobody else the token; a session is of the
//! PIN that the role has.

use super::hooked::{Call, Hook, Hooked};
use crate::common;
use common::{OFFICER, USER, draft, init, master, open, path, pin, quick_folder, user};
use sealane_hsm::guard::Guard;
use sealane_hsm::object::Mechanism;
use sealane_hsm::peer::Peer;
use sealane_hsm::role::{Right, Role};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{Patch, Token};
use sealane_hsm::{Error, Platform};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const STRANGER: Peer = Peer::Uid(4_000_000_000);

/// Opens the token of a folder with a clock that the test moves, in milliseconds.
fn with_clock(folder: &Path, clock: &Arc<AtomicU64>) -> Token {
    let clock = clock.clone();
    let platform = Platform::system().with_uptime(move || clock.load(Ordering::Relaxed));
    Token::open(Box::new(Sqlite::open(&path(folder)).unwrap()), platform, &master()).unwrap()
}

/// Gives every role a PIN, its name.
fn all_roles(token: &Token) {
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    for role in [Role::User, Role::Operator, Role::Auditor] {
        token.set_pin(&officer, role, &pin(role.name())).unwrap();
    }
}

fn pin_of(role: Role) -> sealane_hsm::role::Pin {
    pin(if role == Role::Officer { OFFICER } else { role.name() })
}

/// Goal: strangers who guess at every role lock nobody out but themselves, and are slowed down.
/// Method: a user of the machine and somebody at an address guess as fast as they can for ten
/// days; the owner logs in to every role at once, in between and afterwards.
#[test]
fn hardening_d1_strangers_lock_nobody_out() {
    let folder = quick_folder();
    all_roles(&init(folder.path()));
    let clock = Arc::new(AtomicU64::new(77));
    let mut token = with_clock(folder.path(), &clock);
    let mut answered = 0;
    for hour in 0..240 {
        for (role, peer) in Role::ALL.into_iter().flat_map(|r| [(r, STRANGER), (r, Peer::Address)])
        {
            for _ in 0..20 {
                let said = token.login_from(peer, role, &pin("a guess")).err();
                match said {
                    Some(Error::PinWrong { .. }) => answered += 1,
                    Some(Error::PinDelayed { .. }) => {}
                    Some(Error::PinLocked) if peer == STRANGER => {}
                    other => panic!("{other:?}"),
                }
            }
        }
        for role in Role::ALL.into_iter().filter(|_| hour % 60 == 0) {
            assert!(token.login(role, &pin_of(role)).is_ok(), "{}", role.name());
        }
        clock.fetch_add(3_600_000, Ordering::Relaxed);
        // A restart forgives nothing.
        if hour == 5 {
            drop(token);
            token = with_clock(folder.path(), &clock);
            clock.fetch_sub(1_000_000, Ordering::Relaxed);
        }
    }
    assert_eq!(answered, 2 * 4 * 9, "nine each before the first delay");
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.set_pin(&officer, Role::User, &pin("user")).unwrap();
}

/// Goal: delays double and are on the disk before the answer. Method: the store is read anew by
/// another process in effect after each answer.
#[test]
fn hardening_d1_delays_grow_and_are_persistent() {
    let folder = quick_folder();
    let token = init(folder.path());
    user(&token);
    drop(token);
    let clock = Arc::new(AtomicU64::new(1_000_000));
    let guess = || with_clock(folder.path(), &clock).login(Role::User, &pin("a guess")).err();
    let right = || with_clock(folder.path(), &clock).login(Role::User, &pin(USER)).err();
    for left in (1..10).rev() {
        assert_eq!(guess(), Some(Error::PinWrong { left }));
    }
    for doubled in 0..8 {
        let seconds = 1 << doubled;
        assert_eq!(guess(), Some(Error::PinDelayed { seconds }));
        assert_eq!(right(), Some(Error::PinDelayed { seconds }), "not even the right one");
        clock.fetch_add(1000 * seconds - 1, Ordering::Relaxed);
        assert_eq!(right(), Some(Error::PinDelayed { seconds: 1 }));
        clock.fetch_add(1, Ordering::Relaxed);
    }
    assert_eq!(right(), None);
    assert_eq!(guess(), Some(Error::PinWrong { left: 9 }), "the right one sets it back");
}

/// Goal: an attempt without an answer is none: the right PIN is right afterwards, and a wrong one
/// was told nothing. Method: thirty attempts of each kind at a store that takes no commit.
#[test]
fn hardening_d1_attempts_without_an_answer_are_none() {
    let folder = quick_folder();
    let full = Arc::new(AtomicBool::new(false));
    let inner = Sqlite::create(&path(folder.path())).unwrap();
    let fails = full.clone();
    // A full disk; a process that is killed before the commit leaves the same.
    let before: Hook = Box::new(move |call| match call {
        Call::Commit if fails.load(Ordering::Relaxed) => {
            Err(Error::StoreFailed("the disk is full".to_owned()))
        }
        _ => Ok(()),
    });
    let token = common::init_in(Box::new(Hooked { inner, before, beside: None }));
    user(&token);
    full.store(true, Ordering::Relaxed);
    for text in [USER, "a guess"] {
        for _ in 0..30 {
            let said = token.login(Role::User, &pin(text)).err();
            assert!(matches!(said, Some(Error::StoreFailed(_))), "{said:?}");
        }
    }
    full.store(false, Ordering::Relaxed);
    assert_eq!(token.login(Role::User, &pin("a guess")).err(), Some(Error::PinWrong { left: 9 }));
    assert!(token.login(Role::User, &pin(USER)).is_ok());
    drop(token);
    // Nor does a process that ends in between leave a count.
    for _ in 0..12 {
        drop(open(folder.path()).unwrap());
    }
    assert_eq!(open(folder.path()).unwrap().status().unwrap().roles[1], (Role::User, Some(0)));
}

/// Goal: only many deliberate guesses of a user of the machine lock, that user alone, and the lock
/// is lifted by the master key, by the recovery code and by the officer.
#[test]
fn hardening_d1_locks_are_lifted() {
    let folder = quick_folder();
    let storage = Box::new(Sqlite::create(&path(folder.path())).unwrap());
    let (label, officer) = ("a token", pin(OFFICER));
    let platform = Platform::system();
    let (token, code) =
        Token::init_recoverable(storage, platform, &master(), label, &officer).unwrap();
    assert_eq!((code.len(), code.matches('-').count()), (39, 7), "eight groups of four");
    user(&token);
    let session = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let guard = Guard { first_ms: 0, longest_ms: 0, lock_after: 15, ..Guard::default() };
    token.set_guard(&session, guard).unwrap();
    let lock = || {
        let last = (0..15).map(|_| token.login_from(STRANGER, Role::Officer, &pin("no!!")).err());
        assert_eq!(last.last().flatten(), Some(Error::PinLocked));
    };
    let login = || token.login_from(STRANGER, Role::Officer, &pin(OFFICER)).err();
    for lift in 0..2 {
        lock();
        assert_eq!(login(), Some(Error::PinLocked));
        assert_eq!(token.status().unwrap().locked, [Role::Officer]);
        assert!(token.login(Role::Officer, &pin(OFFICER)).is_ok(), "the owner is not locked out");
        let wrong = code.replace(char::is_alphanumeric, "0");
        for bad in ["", "1234", &wrong, &code[1..]] {
            let said = token.recover(STRANGER, Role::Officer, bad.as_bytes());
            assert_eq!(said, Err(Error::RecoveryWrong), "{bad}");
        }
        match lift {
            0 => token.unlock(Role::Officer).unwrap(),
            _ => token.recover(STRANGER, Role::Officer, code.to_uppercase().as_bytes()).unwrap(),
        }
        assert_eq!((login(), token.status().unwrap().locked.len()), (None, 0));
    }
    for peer in [Peer::Address, STRANGER] {
        for _ in 0..40 {
            token.login_from(peer, Role::User, &pin("no!!")).err().unwrap();
        }
    }
    assert!(token.login_from(Peer::Address, Role::User, &pin(USER)).is_ok(), "nobody is named");
    assert_eq!(token.login_from(STRANGER, Role::User, &pin(USER)).err(), Some(Error::PinLocked));
    let session = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.set_pin(&session, Role::User, &pin(USER)).unwrap();
    assert!(token.login_from(STRANGER, Role::User, &pin(USER)).is_ok());
}

/// Goal: strangers do not reach a role whose users are named, and the officer cannot shut
/// themselves out.
#[test]
fn hardening_d1_roles_are_for_named_users() {
    let folder = quick_folder();
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let Peer::Uid(own) = Peer::own() else { panic!("the system names us") };
    let for_uid = |uid| Guard { permitted: vec![(Role::Officer, uid)], ..Guard::default() };
    let shut_out = token.set_guard(&officer, for_uid(own + 1));
    assert!(matches!(shut_out, Err(Error::GuardInvalid(_))));
    token.set_guard(&officer, for_uid(own)).unwrap();
    let before = token.status().unwrap().sequence;
    for peer in [STRANGER, Peer::Address] {
        for text in [OFFICER, "a guess"] {
            let said = token.login_from(peer, Role::Officer, &pin(text)).err();
            assert!(matches!(said, Some(Error::Permission(_))), "{said:?}");
        }
    }
    assert_eq!(token.status().unwrap().sequence, before, "nothing was counted");
    assert!(token.login(Role::Officer, &pin(OFFICER)).is_ok());
}

/// Goal: a session of a PIN that was changed is none, for whatever it is used. Method: logins whose
/// answers are held back while the PIN is set.
#[test]
fn hardening_d5_sessions_end_with_their_pin() {
    let folder = quick_folder();
    let token = init(folder.path());
    let session = user(&token);
    let key = token.generate(&session, draft("p256", "web")).unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let late = token.login(Role::User, &pin(USER)).unwrap();
    token.set_pin(&officer, Role::User, &pin("another PIN")).unwrap();
    for session in [&session, &late] {
        let over = Some(Error::NotLoggedIn);
        assert_eq!(token.demand(session, Right::Sign).err(), over);
        assert_eq!(token.permit(session, key.id, Mechanism::Ecdsa).err(), over);
        assert_eq!(token.open_key(session, key.id, Mechanism::Ecdsa).err(), over);
        assert_eq!(token.generate(session, draft("p256", "x")).err(), over);
        assert_eq!(token.modify(session, key.id, Patch::default()).err(), over);
        assert_eq!(token.export(session, key.id).err(), over);
        assert_eq!(token.delete(session, key.id).err(), over);
        assert_eq!(token.set_pin(session, Role::User, &pin(USER)).err(), over);
    }
    let fresh = token.login(Role::User, &pin("another PIN")).unwrap();
    assert!(token.open_key(&fresh, key.id, Mechanism::Ecdsa).is_ok());
    token.set_pin(&officer, Role::Officer, &pin("the officer's next")).unwrap();
    assert_eq!(token.rekey(&officer, None), Err(Error::NotLoggedIn));
    assert!(token.open_key(&fresh, key.id, Mechanism::Ecdsa).is_ok(), "others go on");
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!(token.demand_current(&late), Err(Error::NotLoggedIn));
    assert_eq!(token.demand_current(&fresh), Ok(()));
}
