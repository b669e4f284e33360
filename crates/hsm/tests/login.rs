//! PINs: ten wrong ones lock, whatever happens between them; and what an officer does.

use crate::common;

use common::{OFFICER, USER, draft, init, master, open, path, pin, user};
use sealane_hsm::master::Master;
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::{BackupSource, Token};
use sealane_hsm::{Error, Platform, SymmetricKey};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Goal: no try is for nothing. Method: 64 sessions guess at once, the token is closed without a
/// word between rounds; ten answers, then a delay for the right PIN too, until the officer says so.
#[test]
fn ten_wrong_pins_delay() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    user(&token);
    common::long_delays(&token);
    let answers = AtomicUsize::new(0);
    let guess = |token: &Token| match token.login(Role::User, &pin("a guess")) {
        Err(Error::PinWrong { left }) => {
            assert!((1..10).contains(&left));
            answers.fetch_add(1, Ordering::Relaxed);
        }
        Err(Error::PinDelayed { .. }) => {}
        other => panic!("{:?}", other.err()),
    };
    for _ in 0..4 {
        guess(&token);
    }
    assert!(token.login(Role::User, &pin(USER)).is_ok(), "a right PIN sets the counter back");
    answers.store(0, Ordering::Relaxed);
    (0..3).for_each(|_| guess(&token));
    drop(token);
    let token = open(folder.path()).unwrap();
    std::thread::scope(|scope| {
        (0..64).for_each(|_| drop(scope.spawn(|| guess(&token))));
    });
    // The tenth is answered by the delay itself.
    assert_eq!(answers.into_inner(), 9);
    let delayed = |token: &Token| {
        let said = token.login(Role::User, &pin(USER)).err();
        matches!(said, Some(Error::PinDelayed { .. }))
    };
    assert!(delayed(&token));
    drop(token);
    let token = open(folder.path()).unwrap();
    assert!(delayed(&token));
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.set_pin(&officer, Role::User, &pin("a new one")).unwrap();
    assert!(token.login(Role::User, &pin("a new one")).is_ok());
    assert_eq!(token.login(Role::User, &pin(USER)).err(), Some(Error::PinWrong { left: 9 }));
    assert_eq!(token.login(Role::Auditor, &pin(USER)).err(), Some(Error::PinUnset));
}

/// Goal: the log tells of every guess that a delay refuses, also of those that were let in and
/// waited in turn when it began. Method: 64 at once, of which the tenth is answered by the delay.
#[test]
fn guesses_that_wait_in_turn_are_noted() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    user(&token);
    common::long_delays(&token);
    let guess = || drop(token.login(Role::User, &pin("a guess")));
    std::thread::scope(|scope| (0..64).for_each(|_| drop(scope.spawn(guess))));
    token.write_audit().unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let rows = token.audit(&officer, 0, usize::MAX).unwrap().into_iter();
    let counts = rows.filter_map(|(_, row)| Some((row.subject, row.count?)));
    let counts = counts.filter(|(subject, _)| subject == "login user");
    let counts = counts.inspect(|(_, count)| assert_eq!(count.by, "PIN_DELAYED"));
    assert_eq!(counts.map(|(_, count)| count.times).sum::<u64>(), 64 - 10);
}

/// Goal: the master key is needed, and that of another origin or token is told apart.
#[test]
fn master_key_is_demanded() {
    let folder = tempfile::tempdir().unwrap();
    drop(init(folder.path()));
    let open_by = |master: &Master| {
        let storage = Box::new(Sqlite::open(&path(folder.path())).unwrap());
        Token::open(storage, Platform::system(), master).err()
    };
    let other = Master::Key(SymmetricKey::from_bytes(&[0x5b; 32]).unwrap());
    assert_eq!(open_by(&other), Some(Error::MasterWrong));
    let text = Master::from_passphrase(b"correct horse").unwrap();
    assert!(matches!(open_by(&text), Some(Error::MasterInvalid(_))));
    assert_eq!(open_by(&master()), None);
    let folder = tempfile::tempdir().unwrap();
    let storage = Box::new(Sqlite::create(&path(folder.path())).unwrap());
    let label = "by passphrase";
    Token::init(storage, Platform::system(), &text, label, &pin(OFFICER)).unwrap();
    let open_by = |master: &Master| {
        let storage = Box::new(Sqlite::open(&path(folder.path())).unwrap());
        Token::open(storage, Platform::system(), master).err()
    };
    assert_eq!(open_by(&text), None);
    let near = Master::from_passphrase(b"correct horsf").unwrap();
    assert_eq!(open_by(&near), Some(Error::MasterWrong));
    assert!(matches!(open_by(&master()), Some(Error::MasterInvalid(_))));
    assert!(Master::from_passphrase(b"7 bytes").is_err());
}

/// Goal: all keys live through a change of token key and master key, nobody's PIN changes, and the
/// old master key opens nothing.
#[test]
fn rekeyed_tokens_keep_their_keys() {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    let drafts = (0..20).map(|n| common::loose("p256", &format!("key {n}"))).collect();
    let made = token.generate_all(&session, drafts).unwrap();
    let documents: Vec<_> =
        made.iter().map(|object| token.export(&session, object.id).unwrap()).collect();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.rekey(&officer, None).unwrap();
    let other = || Master::Key(SymmetricKey::from_bytes(&[0x77; 32]).unwrap());
    token.rekey(&officer, Some(&other())).unwrap();
    // A session of before goes on.
    assert_eq!(token.export(&session, made[0].id).unwrap(), documents[0]);
    drop(token);
    assert_eq!(open(folder.path()).err(), Some(Error::MasterWrong));
    let storage = Box::new(Sqlite::open(&path(folder.path())).unwrap());
    let token = Token::open(storage, Platform::system(), &other()).unwrap();
    // The user's PIN has made one, too.
    assert_eq!(token.status().unwrap().generation, 3);
    let session = token.login(Role::User, &pin(USER)).unwrap();
    for (object, document) in made.iter().zip(&documents) {
        assert_eq!(token.find(object.id).unwrap().version, 2);
        assert_eq!(token.export(&session, object.id).unwrap(), *document);
    }
    token.generate(&session, draft("p256", "one more")).unwrap();
    token.check().unwrap();
}

/// Goal: a backup gives its target every key, and nobody else one. Method: another token, the
/// wrong key, every byte damaged.
#[test]
fn backups_are_for_their_target() {
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (source, target) = (init(from.path()), init(to.path()));
    let session = user(&source);
    let kinds = ["p256", "ed25519", "aes256", "rsa2048"];
    let drafts = kinds.iter().map(|kind| common::loose(kind, kind)).collect();
    let made = source.generate_all(&session, drafts).unwrap();
    source.generate(&session, draft("p384", "stays")).unwrap();
    source.import_public(&session, &made[0].public, "public").unwrap();
    let user = user(&target);
    let officer = target.login(Role::Officer, &pin(OFFICER)).unwrap();
    let key = target.backup_target(&officer, "for backups").unwrap();
    let wrong = target.backup_target(&officer, "for others").unwrap();
    let backup = {
        let officer = source.login(Role::Officer, &pin(OFFICER)).unwrap();
        assert_eq!(source.backup(&officer, &made[0].public).err(), Some(Error::KeyType));
        source.rekey(&officer, None).unwrap();
        source.backup(&officer, &key.public).unwrap()
    };
    let from = BackupSource::Token(source.status().unwrap().fingerprint);
    let other = target.restore(&officer, wrong.id, &backup, from).err();
    assert_eq!(other, Some(Error::BackupInvalid));
    for at in (0..backup.len()).step_by(3) {
        let mut damaged = backup.clone();
        damaged[at] ^= 0x10;
        let refused = target.restore(&officer, key.id, &damaged, from).err();
        assert_eq!(refused, Some(Error::BackupInvalid), "byte {at}");
    }
    let cut = target.restore(&officer, key.id, &backup[..backup.len() - 1], from).err();
    assert_eq!(cut, Some(Error::BackupInvalid));
    let back = target.restore(&officer, key.id, &backup, from).unwrap();
    assert_eq!(back.len(), kinds.len() + 2);
    for object in &made {
        let there = target.find(object.id).unwrap();
        assert_eq!(there.attributes, object.attributes);
        // How often the source was rekeyed is not taken over: its number could be the last one.
        assert_eq!((source.find(object.id).unwrap().version, there.version), (1, 0));
        let (one, other) = (source.export(&session, object.id), target.export(&user, object.id));
        assert_eq!(one.unwrap(), other.unwrap());
    }
    let stays = target.find_label("stays").unwrap();
    assert_eq!(target.export(&user, stays.id).err(), Some(Error::KeyNotExportable));
    let again = target.restore(&officer, key.id, &backup, from).err();
    assert_eq!(again, Some(Error::NameExists));
    target.check().unwrap();
}
