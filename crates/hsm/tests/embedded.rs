//! A token that a program serves itself, and a store that several have open.

use crate::common;

use common::{OFFICER, USER, init, master, path, pin, quick_folder, user};
use sealane_hsm::embedded::Embedded;
use sealane_hsm::engine::{Keys, Settings, SignItem, Signer};
use sealane_hsm::object::Attributes;
use sealane_hsm::queue::Content;
use sealane_hsm::remote::Connection;
use sealane_hsm::role::Role;
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use sealane_hsm::wire::{Request, TokenName};
use sealane_hsm::{Error, Platform};
use std::io::{Read, Write};
use std::path::Path;
use tempfile::TempDir;

/// A folder with a token that has a user, in the hands of nobody.
fn folder() -> TempDir {
    let folder = quick_folder();
    let token = init(folder.path());
    drop(user(&token));
    folder
}

/// The token of a folder, as another process would open it.
fn embedded(folder: &Path) -> Embedded {
    let store = Sqlite::open_shared(&path(folder)).unwrap();
    let token = Token::open(Box::new(store), Platform::system(), &master()).unwrap();
    Embedded::new(token, Settings::default()).unwrap()
}

fn connection(of: &Embedded) -> Connection {
    Connection::over(Box::new(of.channel())).unwrap()
}

fn logged_in(of: &Embedded, who: Role, pin: &str) -> Connection {
    let mut connection = connection(of);
    connection.login(who, pin.as_bytes()).unwrap();
    connection
}

fn generate(connection: &mut Connection, kind: &str, label: &str) -> sealane_hsm::object::Id {
    let kind = kind.parse().unwrap();
    connection.generate(kind, Attributes::usual(label, kind)).unwrap().id
}

fn item(key: sealane_hsm::object::Id) -> SignItem {
    SignItem {
        key,
        scheme: None,
        content: Content::Message(b"letter".to_vec()),
        deterministic: false,
    }
}

/// Goal: a connection over a channel does what one to a service does: logins and tickets, keys,
/// signatures alone and in a list, searches, PINs.
#[test]
fn a_channel_serves_a_connection() {
    let folder = folder();
    let embedded = embedded(folder.path());
    let mut first = logged_in(&embedded, Role::User, USER);
    assert_eq!(first.token(), "a token");
    assert_eq!(first.tokens().unwrap().len(), 1);
    let before = first.changes().unwrap();
    let key = generate(&mut first, "p256", "key");
    assert_ne!(first.changes().unwrap(), before);
    let mut second = connection(&embedded);
    let said = second.sign(item(key)).unwrap_err();
    assert_eq!(said.code(), "NOT_LOGGED_IN");
    second.join(&first.ticket().unwrap()).unwrap();
    let signature = second.sign(item(key)).unwrap();
    first.verify(item(key), &signature).unwrap();
    let signed = second.sign_all(vec![item(key), item(sealane_hsm::object::Id([9; 16]))]).unwrap();
    first.verify(item(key), signed[0].as_ref().unwrap()).unwrap();
    assert_eq!(signed[1].as_ref().unwrap_err().code(), "KEY_UNKNOWN");
    assert_eq!(second.list().unwrap().len(), 1);
    assert_eq!(second.find("key").unwrap().id, key);
    first.set_pin(Role::User, b"another PIN").unwrap();
    assert_eq!(second.sign(item(key)).unwrap_err().code(), "NOT_LOGGED_IN");
    let mut third = connection(&embedded);
    assert_eq!(third.login(Role::User, USER.as_bytes()).unwrap_err().code(), "PIN_WRONG");
    third.login(Role::User, b"another PIN").unwrap();
    third.logout().unwrap();
    assert_eq!(third.delete(key).unwrap_err().code(), "NOT_LOGGED_IN");
}

/// Goal: what is of a service, of another token or no request is refused, and the nearest that is
/// one is not.
#[test]
fn what_it_does_not_do_is_refused() {
    let folder = folder();
    let embedded = embedded(folder.path());
    let mut open = connection(&embedded);
    for request in [Request::Stop, Request::Metrics, Request::Progress, Request::Health] {
        let said = open.ask(&request).err().map(|error| error.code().to_owned());
        assert_eq!(said.as_deref(), Some("OPERATION_UNKNOWN"));
    }
    assert!(open.ask(&Request::Status).is_ok());
    for (name, known) in [
        (TokenName::Slot(1), false),
        (TokenName::Label("another".to_owned()), false),
        (TokenName::Label("a token".to_owned()), true),
    ] {
        assert_eq!(open.select(name).is_ok(), known);
    }
    let mut channel = embedded.channel();
    assert!(channel.write_all(&[0, 0x10, 0, 1]).is_err(), "longer than any request");
    let mut channel = embedded.channel();
    channel.write_all(&[0, 0, 0, 7, 0, 0, 0, 9, 0, 70]).unwrap();
    assert_eq!(channel.read(&mut [0; 9]).unwrap(), 0, "it is not whole");
    channel.write_all(&[0]).unwrap();
    let mut reply = [0; 64];
    let length = channel.read(&mut reply).unwrap();
    let text = String::from_utf8_lossy(&reply[..length]);
    assert!(text.contains("FRAME_INVALID") && text.contains("hello"), "{text}");
}

/// Goal: of two who share a store, each finds what the other has made, and nothing is lost. Method:
/// both make keys at once, and find and use all of them.
#[test]
fn two_share_a_store() {
    let folder = folder();
    let both = [embedded(folder.path()), embedded(folder.path())];
    std::thread::scope(|scope| {
        for (of, name) in both.iter().zip(["one", "other"]) {
            scope.spawn(move || {
                let mut own = logged_in(of, Role::User, USER);
                (0..20).for_each(|n| {
                    generate(&mut own, "ed25519", &format!("{name} {n}"));
                });
            });
        }
    });
    for of in &both {
        let mut own = logged_in(of, Role::User, USER);
        assert_eq!(own.list().unwrap().len(), 40);
        for label in ["one 19", "other 19"] {
            let key = own.find(label).unwrap().id;
            own.sign(item(key)).unwrap();
        }
    }
    let mut one = logged_in(&both[0], Role::User, USER);
    let mut other = logged_in(&both[1], Role::User, USER);
    let key = one.find("one 3").unwrap().id;
    other.sign(item(key)).unwrap();
    one.delete(key).unwrap();
    assert_eq!(other.sign(item(key)).unwrap_err().code(), "KEY_UNKNOWN", "it was unwrapped there");
    drop((one, other, both));
    common::open(folder.path()).unwrap().check().unwrap();
}

/// Goal: wrong PINs count for all who share a store, and so does what ends a login.
#[test]
fn pins_are_of_all() {
    let folder = folder();
    let (one, other) = (embedded(folder.path()), embedded(folder.path()));
    let wrong = |of: &Embedded| {
        let roles = connection(of).token_status().unwrap().roles;
        roles.iter().find(|row| row.0 == Role::User).unwrap().1
    };
    for (guess, of) in [&one, &other, &one].into_iter().enumerate() {
        let said = connection(of).login(Role::User, b"a guess").unwrap_err();
        assert_eq!(said.code(), "PIN_WRONG");
        assert_eq!((wrong(&one), wrong(&other)), (Some(guess as u32 + 1), Some(guess as u32 + 1)));
    }
    let mut user = logged_in(&other, Role::User, USER);
    assert_eq!((wrong(&one), wrong(&other)), (Some(0), Some(0)));
    let key = generate(&mut user, "p256", "key");
    let mut officer = logged_in(&one, Role::Officer, OFFICER);
    user.sign(item(key)).unwrap();
    officer.set_pin(Role::User, b"another PIN").unwrap();
    assert_eq!(user.sign(item(key)).unwrap_err().code(), "NOT_LOGGED_IN");
    let mut user = logged_in(&other, Role::User, "another PIN");
    user.sign(item(key)).unwrap();
}

/// Goal: who has a store alone keeps those out who share it, before and after, and they go on
/// behind it with what it has changed.
#[test]
fn one_alone_keeps_others_out() {
    let folder = folder();
    let shared = embedded(folder.path());
    let mut own = logged_in(&shared, Role::User, USER);
    let alone = common::open(folder.path()).unwrap();
    assert_eq!(own.find("made alone").unwrap_err().code(), "STORE_LOCKED");
    let said = Sqlite::open_shared(&path(folder.path())).err();
    assert_eq!(said, Some(Error::StoreLocked));
    let session = alone.login(Role::User, &pin(USER)).unwrap();
    alone.generate(&session, common::draft("p256", "made alone")).unwrap();
    drop((session, alone));
    let key = own.find("made alone").unwrap().id;
    own.sign(item(key)).unwrap();
}
