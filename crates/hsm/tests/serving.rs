//! Goal: a token is looked after while it is served: backups, looks at all of it, new keys of its
//! own and other attributes, through the socket, for the officer and nobody else, and no request of
//! who signs meanwhile is lost.

use crate::common::{OFFICER, draft};
use crate::test_service::{TestService, connect, item, logged_in, made, verify};
use rustix::io::pread;
use sealane_hsm::engine::{Keys, Signer};
use sealane_hsm::object::{Id, Patch, Usage};
use sealane_hsm::permission::MAX_NAMED;
use sealane_hsm::remote::Connection;
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::wire::{PIECE_BYTES, Reply, Request, Task};
use sealane_hsm::{Error, Progress};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

fn officer(service: &TestService) -> Connection {
    let mut connection = connect(&service.path()).unwrap();
    connection.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    connection
}

/// A service of a token with so many keys: its backup goes in several pieces.
fn filled(count: usize) -> TestService {
    TestService::with(Options::default(), |token, session| {
        let drafts = (0..count).map(|i| draft("p256", &format!("key {i:05}"))).collect();
        token.generate_all(session, drafts).unwrap();
    })
}

/// Goal: what one service backs up another restores, in pieces; before, it says that it would, and
/// afterwards that it would not; steps are told, and never more than there are.
#[test]
fn backups_go_from_service_to_service() {
    let (source, target) = (filled(1200), TestService::new(Options::default()));
    let (mut from, mut to) = (officer(&source), officer(&target));
    let reader = to.backup_target("restore").unwrap();
    let mut steps = vec![];
    let mut watch = |done, total| steps.push((done, total));
    let (backup, count) = from.backup(&reader.public, &mut watch).unwrap();
    assert_eq!(count, 1200);
    assert!(backup.len() > PIECE_BYTES, "{}", backup.len());
    assert_eq!(steps.last(), Some(&(1200, 1200)));
    assert!(steps.iter().all(|(done, total)| done <= total), "{steps:?}");
    let status = from.token_status().unwrap();
    assert_eq!((status.objects, status.label.as_str()), (1200, "a token"));
    let by = Some(status.fingerprint);
    let nothing = &mut |_, _| ();
    let other = Some([7; 32]);
    assert_eq!(to.verify_backup(reader.id, &backup, by, nothing), Ok(1200));
    let code = |result: Result<u64, Error>| result.err().map(|error| error.code().to_owned());
    let mut broken = backup.clone();
    broken[backup.len() / 2] ^= 1;
    for (id, backup, by, expected) in [
        (reader.id, &backup, other, "BACKUP_FOREIGN"),
        (reader.id, &broken, by, "BACKUP_INVALID"),
        (Id([1; 16]), &backup, by, "KEY_UNKNOWN"),
        (reader.id, &vec![], by, "BACKUP_INVALID"),
    ] {
        let refused = to.verify_backup(id, backup, by, nothing);
        assert_eq!(code(refused).as_deref(), Some(expected));
        assert_eq!(code(to.restore(id, backup, by, nothing)).as_deref(), Some(expected));
    }
    assert_eq!(to.token_status().unwrap().objects, 1);
    assert_eq!(to.restore(reader.id, &backup, by, nothing), Ok(1200));
    assert_eq!(code(to.restore(reader.id, &backup, by, nothing)).as_deref(), Some("NAME_EXISTS"));
    let refused = to.verify_backup(reader.id, &backup, by, nothing);
    assert_eq!(code(refused).as_deref(), Some("NAME_EXISTS"));
    let mut user = target.user();
    let key = user.find("key 01199").unwrap();
    verify(&key, b"m", &user.sign(item(key.id, b"m")).unwrap());
    let (records, rows) = to.check(nothing).unwrap();
    assert!(records > 1200 && rows > 3, "{records} {rows}");
}

/// Goal: each is refused to who is not the officer, and to who has not logged in but for what the
/// service's own user may; what is not there is not watched.
#[test]
fn others_are_refused() {
    let service = TestService::new(Options::default());
    let (mut user, mut stranger) = (service.user(), connect(&service.path()).unwrap());
    let key = made(&mut user, "p256");
    let nothing = &mut |_, _| ();
    let (id, none) = (Id([1; 16]), None);
    for (connection, expected) in
        [(&mut user, Error::RoleDenied), (&mut stranger, Error::NotLoggedIn)]
    {
        let refused = [
            connection.backup(&key.public, nothing).err(),
            connection.restore(id, b"x", none, nothing).err(),
            connection.restore(id, b"", none, nothing).err(),
            connection.verify_backup(id, b"", none, nothing).err(),
            connection.rekey(nothing).err(),
            connection.backup_target("restore").err(),
            connection.trim_audit(1).err(),
        ];
        for (number, error) in refused.into_iter().enumerate() {
            assert_eq!(error, Some(expected.clone()), "{number}");
        }
    }
    assert_eq!(user.check(nothing), Err(Error::RoleDenied));
    assert!(stranger.check(nothing).is_ok(), "who runs the service has the store");
    let patch = Patch { label: Some("other".into()), ..Patch::default() };
    assert_eq!(stranger.modify(key.id, patch.clone()), Err(Error::NotLoggedIn));
    assert_eq!(officer(&service).modify(key.id, patch), Err(Error::RoleDenied));
}

/// Goal: attributes of a key that is unwrapped change through the service, towards less, and count
/// from the next use on.
#[test]
fn attributes_change_while_serving() {
    let service = TestService::new(Options::default());
    let mut user = service.user();
    let key = made(&mut user, "p256");
    user.sign(item(key.id, b"m")).unwrap();
    let patch = Patch { label: Some("other".into()), ..Patch::default() };
    assert_eq!(user.modify(key.id, patch).unwrap().attributes.label, "other");
    verify(&key, b"m", &user.sign(item(key.id, b"m")).unwrap());
    let more = Patch { exportable: Some(true), ..Patch::default() };
    assert_eq!(user.modify(key.id, more).unwrap_err().code(), "ATTRIBUTE_READ_ONLY");
    let less = Patch { usage: Some(Usage::VERIFY), ..Patch::default() };
    assert_eq!(user.modify(key.id, less).unwrap().attributes.usage, Usage::VERIFY);
    assert_eq!(user.sign(item(key.id, b"m")), Err(Error::UsageDenied));
}

/// Goal: clients that sign lose no request to backups, checks and new keys of the token's own, and
/// every signature is right. Method: four that sign without a pause, cold keys among theirs, while
/// the officer does all of it some times.
#[test]
fn nothing_is_lost_meanwhile() {
    let service = filled(400);
    let path = service.path();
    let (stop, signed) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for client in 0..4 {
            let (path, stop, signed) = (&path, &stop, &signed);
            scope.spawn(move || {
                let mut user = logged_in(path);
                let mut keys = user.list().unwrap();
                // The officer's may be among them already.
                keys.retain(|key| key.attributes.label.starts_with("key "));
                for round in (client..).step_by(7) {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let key = &keys[round % keys.len()];
                    let signature = user.sign(item(key.id, b"m")).unwrap();
                    if round % 50 < 7 {
                        verify(key, b"m", &signature);
                    }
                    signed.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        let mut officer = officer(&service);
        let reader = officer.backup_target("restore").unwrap();
        let nothing = &mut |_, _| ();
        for _ in 0..4 {
            let before = signed.load(Ordering::Relaxed);
            assert_eq!(officer.backup(&reader.public, nothing).unwrap().1, 401);
            assert_eq!(officer.rekey(nothing), Ok(401));
            officer.check(nothing).unwrap();
            while signed.load(Ordering::Relaxed) < before + 100 {
                std::thread::yield_now();
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(officer(&service).token_status().unwrap().generation, 5);
}

/// Goal: how far work is, and what it has made, is told in the session alone that has begun it.
#[test]
fn work_is_of_its_session() {
    let service = TestService::new(Options::default());
    let mut connection = officer(&service);
    let mut ask = |request: &Request| connection.ask(request);
    let watched = [Request::Progress, Request::Take { offset: 0 }];
    ask(&Request::Begin(Task::Check)).unwrap();
    while !matches!(ask(&watched[0]), Ok(Reply::Progress { end: Some(_), .. })) {}
    assert!(matches!(ask(&watched[1]), Ok(Reply::Bytes(_))));
    ask(&Request::Logout).unwrap();
    for request in &watched {
        assert_eq!(ask(request).map(drop), Err(Error::NotLoggedIn));
    }
}

/// Goal: a list that is longer than a key may have is refused before its request waits. Method: by
/// somebody whom the token itself would refuse for another reason.
#[test]
fn long_lists_do_not_wait() {
    let service = TestService::new(Options::default());
    let mut officer = officer(&service);
    let mut refusal = |count: usize| {
        let mut attributes = draft("ed25519", "a").attributes;
        attributes.permissions.users = Some(vec!["user".parse().unwrap(); count]);
        officer.generate("ed25519".parse().unwrap(), attributes).unwrap_err()
    };
    assert_eq!(refusal(MAX_NAMED), Error::RoleDenied);
    assert_eq!(refusal(MAX_NAMED + 1).code(), "IDENTITY_INVALID");
}

/// Goal: work that nobody wants any more ends at its next step, and changes nothing.
#[test]
fn work_is_given_up() {
    let folder = crate::common::quick_folder();
    let token = crate::common::init(folder.path());
    let user = crate::common::user(&token);
    let key = token.generate(&user, draft("p256", "a")).unwrap();
    let officer = token.login(Role::Officer, &crate::common::pin(OFFICER)).unwrap();
    let reader = token.backup_target(&officer, "restore").unwrap();
    let before = token.status().unwrap().sequence;
    let progress = Progress::default();
    progress.give_up();
    assert_eq!(token.rekey_watched(&officer, None, &progress), Err(Error::Closing));
    assert_eq!(progress.steps().1, token.status().unwrap().objects, "of how many, is told");
    assert_eq!(token.check_watched(&progress), Err(Error::Closing));
    let backup = token.backup_watched(&officer, &reader.public, &progress);
    assert_eq!(backup.map(drop), Err(Error::Closing));
    assert_eq!(token.status().unwrap().sequence, before);
    assert!(token.find(key.id).is_ok());
}

/// Goal: who watches the number of changes sees each change and each end of a login without a
/// request, and nothing else. Method: the file comes beside requests that are under way; then all
/// that changes objects, and what uses them.
#[test]
fn changes_are_watched() {
    let service = filled(1);
    let (mut user, mut other) = (service.user(), service.user());
    let under_way: Vec<_> = (0..3).map(|_| user.send(&Request::Changes).unwrap()).collect();
    let (number, file) = user.watch_changes().unwrap();
    for pending in under_way {
        assert!(matches!(user.receive(pending), Ok(Reply::Changes(same)) if same == number));
    }
    let file = file.expect("a file");
    let read = || {
        let mut number = [0; 8];
        assert_eq!(pread(&file, &mut number, 0), Ok(8));
        number
    };
    let mut known = vec![read()];
    let mut changed = || {
        let number = read();
        let is_new = !known.contains(&number);
        known.push(number);
        is_new
    };
    let key = made(&mut other, "p256").id;
    assert!(changed(), "a new key");
    let label = Some("another".to_owned());
    other.modify(key, Patch { label, ..Patch::default() }).unwrap();
    assert!(changed(), "another label");
    other.sign(item(key, b"message")).unwrap();
    user.list().unwrap();
    assert!(!changed(), "uses change no object");
    other.delete(key).unwrap();
    assert!(changed(), "a key that is gone");
    other.logout().unwrap();
    assert!(changed(), "a login that has ended");
    drop(other);
    assert_eq!(user.watch_changes().unwrap().0, user.changes().unwrap());
    assert!(!changed(), "the end of who had no login");
    let mut stranger = connect(&service.path()).unwrap();
    assert!(stranger.watch_changes().is_ok(), "the system says who it is");
}

/// Goal: who remembers objects learns of each change of one by one number, and of nothing else.
/// Method: all that changes objects, by another client; what uses them; and another start.
#[test]
fn changes_of_objects_are_told() {
    let service = filled(2);
    let (mut user, mut other) = (service.user(), service.user());
    let mut known = vec![user.changes().unwrap()];
    let mut changed = |user: &mut Connection| {
        let number = user.changes().unwrap();
        let is_new = !known.contains(&number);
        known.push(number);
        is_new
    };
    let key = made(&mut other, "p256").id;
    assert!(changed(&mut user), "a new key");
    let label = Some("another".to_owned());
    other.modify(key, Patch { label, ..Patch::default() }).unwrap();
    assert!(changed(&mut user), "another label");
    other.permit(key, Default::default()).unwrap();
    assert!(changed(&mut user), "other rights");
    other.sign(item(key, b"message")).unwrap();
    user.list().unwrap();
    officer(&service).set_limits(Default::default()).unwrap();
    assert!(!changed(&mut user), "uses change no object");
    other.delete(key).unwrap();
    assert!(changed(&mut user), "a key that is gone");
    officer(&service).rekey(&mut |_, _| ()).unwrap();
    assert!(changed(&mut user), "objects are wrapped anew");
    let another = filled(2);
    assert!(changed(&mut another.user()), "another service has numbers of its own");
}
