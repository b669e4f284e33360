//! Hot keys: kept within bounds, given to nobody who may not have them, gone when they should be.

use crate::common;

use common::{OFFICER, draft, init, pin, user};
use sealane_hsm::Error;
use sealane_hsm::hot::{HotKeys, Policy};
use sealane_hsm::object::{Id, Mechanism, Usage};
use sealane_hsm::role::Role;
use sealane_hsm::token::{Patch, Session, Token};
use std::sync::Arc;
use std::time::Duration;

fn token(keys: usize) -> (tempfile::TempDir, Arc<Token>, Session, Vec<Id>) {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let user = user(&token);
    let drafts = (0..keys).map(|i| draft("p256", &format!("key {i}"))).collect();
    let made = token.generate_all(&user, drafts).unwrap();
    let ids = made.iter().map(|object| object.id).collect();
    (folder, Arc::new(token), user, ids)
}

/// Goal: the bound holds, and what was not used for the longest goes first.
#[test]
fn the_oldest_goes_first() {
    let (_folder, token, user, ids) = token(4);
    let hot = HotKeys::new(token, Policy::UntilLogout, 3);
    let open = |i: usize| hot.open(&user, ids[i], Mechanism::Ecdsa).unwrap();
    let first = open(0);
    for i in [1, 2, 0, 3, 0] {
        open(i);
    }
    assert!(Arc::ptr_eq(&first, &open(0)));
    let kept = |i: usize| hot.kept_key(&user, ids[i], Mechanism::Ecdsa).unwrap().is_some();
    assert_eq!([0, 1, 2, 3].map(kept), [true, false, true, true]);
    let statistics = hot.statistics();
    assert_eq!((statistics.misses, statistics.held), (4, 3));
    hot.clear();
    assert_eq!([0, 1, 2, 3].map(kept), [false; 4]);
    assert_eq!(hot.statistics().held, 0);
}

/// Goal: keys of ML-DSA, which take much memory, are bounded by their bytes, and the bound is free
/// again when they have gone. Method: two fit, of three; and one alone is kept, whatever it takes.
#[test]
fn large_keys_are_bounded_by_their_bytes() {
    let (_folder, token, user, mut ids) = token(1);
    let drafts = (0..3).map(|i| draft("mldsa44", &format!("large {i}"))).collect();
    let made = token.generate_all(&user, drafts).unwrap();
    ids.extend(made.iter().map(|object| object.id));
    let of_one = made[0].kind.unwrapped_bytes();
    let open = |hot: &HotKeys, i: usize| {
        let by = if i == 0 { Mechanism::Ecdsa } else { Mechanism::MlDsa };
        hot.open(&user, ids[i], by).map(drop).unwrap();
    };
    let hot = HotKeys::new(token.clone(), Policy::UntilLogout, 8).within(2 * of_one);
    for round in 0..2 {
        for i in [1, 2, 3, 3] {
            open(&hot, i);
        }
        assert_eq!((hot.statistics().held, hot.statistics().misses), (2, 3 + 3 * round));
        hot.clear();
    }
    open(&hot, 0);
    open(&hot, 1);
    hot.forget(ids[0]);
    open(&hot, 2);
    assert_eq!(hot.statistics().held, 2);
    let narrow = HotKeys::new(token, Policy::UntilLogout, 8).within(1);
    (1..4).for_each(|i| open(&narrow, i));
    assert_eq!(narrow.statistics().held, 1);
}

/// Goal: with a limit of 0 no key stays, whatever the policy.
#[test]
fn none_are_kept_with_a_limit_of_none() {
    let (_folder, token, user, ids) = token(1);
    let hot = HotKeys::new(token, Policy::UntilLogout, 0);
    for misses in 1..=2 {
        hot.open(&user, ids[0], Mechanism::Ecdsa).unwrap();
        assert_eq!((hot.statistics().misses, hot.statistics().held), (misses, 0));
        assert_eq!(hot.kept_key(&user, ids[0], Mechanism::Ecdsa).unwrap().map(drop), None);
    }
}

/// Goal: a key that is kept is still refused to who may not, and by what it does not permit.
#[test]
fn kept_keys_are_looked_at_anew() {
    let (_folder, token, user, ids) = token(2);
    let (_other_folder, _, stranger, _) = self::token(1);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let hot = HotKeys::new(token.clone(), Policy::UntilLogout, 8);
    hot.open(&user, ids[0], Mechanism::Ecdsa).unwrap();
    hot.open(&user, ids[1], Mechanism::Ecdsa).unwrap();
    let error = |session, id, by| hot.open(session, id, by).err();
    assert_eq!(error(&user, ids[0], Mechanism::Ecdsa), None);
    assert_eq!(error(&officer, ids[0], Mechanism::Ecdsa), Some(Error::RoleDenied));
    assert_eq!(error(&stranger, ids[0], Mechanism::Ecdsa), Some(Error::NotLoggedIn));
    assert_eq!(error(&user, ids[0], Mechanism::Agree), Some(Error::UsageDenied));
    let less = Patch { usage: Some(Usage::VERIFY), ..Patch::default() };
    token.modify(&user, ids[0], less).unwrap();
    assert_eq!(error(&user, ids[0], Mechanism::Ecdsa), Some(Error::UsageDenied));
    token.delete(&user, ids[1]).unwrap();
    assert_eq!(error(&user, ids[1], Mechanism::Ecdsa), Some(Error::KeyUnknown));
    assert_eq!(hot.statistics().held, 1);
}

/// Goal: keys are kept no longer than the policy says.
#[test]
fn policies_end() {
    let (_folder, token, user, ids) = token(1);
    let open = |hot: &HotKeys| hot.open(&user, ids[0], Mechanism::Ecdsa).map(drop);
    let off = HotKeys::new(token.clone(), Policy::Off, 8);
    let short = HotKeys::new(token.clone(), Policy::Ttl(Duration::from_millis(20)), 8);
    let long = HotKeys::new(token, Policy::Ttl(Duration::from_secs(3600)), 8);
    for hot in [&off, &short, &long] {
        open(hot).unwrap();
    }
    assert_eq!([&off, &short, &long].map(|hot| hot.statistics().held), [0, 1, 1]);
    std::thread::sleep(Duration::from_millis(30));
    for hot in [&off, &short, &long] {
        hot.expire();
    }
    assert_eq!([&off, &short, &long].map(|hot| hot.statistics().held), [0, 0, 1]);
    for hot in [&off, &short, &long] {
        open(hot).unwrap();
    }
    assert_eq!([&off, &short, &long].map(|hot| hot.statistics().misses), [2, 2, 1]);
}

/// Goal: the process leaves no dump, and says so truly. Method: what the system says afterwards.
#[test]
fn processes_are_protected() {
    let granted = sealane_hsm::memory::protect();
    assert!(granted.undumpable && granted.no_core);
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    assert_eq!(core.split_whitespace().skip(4).take(2).collect::<Vec<_>>(), ["0", "0"]);
    let behaviour = rustix::process::dumpable_behavior().unwrap();
    assert_eq!(behaviour, rustix::process::DumpableBehavior::NotDumpable);
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let locked = status.lines().find(|line| line.starts_with("VmLck")).unwrap();
    assert_eq!(granted.locked, !locked.contains(" 0 kB"), "{locked}");
}
