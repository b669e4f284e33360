//! Identities: people with names, each with a role, a PIN, and perhaps a user of the machine.

use crate::common;
use crate::hardening::forge;

use common::{OFFICER, draft, init, open, path, pin, quick_folder};
use sealane_hsm::Error;
use sealane_hsm::identity::Identity;
use sealane_hsm::object::Mechanism;
use sealane_hsm::peer::Peer;
use sealane_hsm::role::{Pin, Right, Role};
use sealane_hsm::token::{Session, Token};

pub fn identity(name: &str, role: Role) -> Identity {
    Identity { name: name.to_owned(), role, uid: None }
}

/// The PIN of a name.
pub fn own(name: &str) -> Pin {
    pin(&format!("PIN of {name}"))
}

fn add(token: &Token, officer: &Session, name: &str, role: Role) -> Result<Session, Error> {
    token.add_identity(officer, &identity(name, role), &own(name))?;
    token.login(name, &own(name))
}

fn names(token: &Token) -> Vec<String> {
    token.identities().unwrap().into_iter().map(|it| it.identity.name).collect()
}

/// Goal: people of one role are apart: each has a PIN, a session and rows of the log. Method: two
/// users and an auditor beside the officer; after the store was opened anew as well.
#[test]
fn people_are_apart() {
    let folder = quick_folder();
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let alice = add(&token, &officer, "alice", Role::User).unwrap();
    let bob = add(&token, &officer, "bob.of.some-long-name@example", Role::User).unwrap();
    let audrey = add(&token, &officer, "audrey", Role::Auditor).unwrap();
    assert_eq!((alice.identity(), alice.role()), ("alice", Role::User));
    let key = token.generate(&alice, draft("p256", "web")).unwrap().id;
    token.open_key(&bob, key, Mechanism::Ecdsa).unwrap();
    assert_eq!(token.demand(&audrey, Right::Sign), Err(Error::RoleDenied));
    assert_eq!(names(&token), ["alice", "audrey", "bob.of.some-long-name@example", "officer"]);
    assert!(matches!(token.login("alice", &own("bob")), Err(Error::PinWrong { .. })));
    assert_eq!(token.login("carol", &own("carol")).err(), Some(Error::PinUnset));
    let rows = token.audit(&audrey, 0, 1000).unwrap();
    let made = rows.iter().find(|(_, row)| row.action == "generate").unwrap();
    assert_eq!(made.1.actor, "alice");
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!(token.login("alice", &own("alice")).unwrap().role(), Role::User);
    let status = token.status().unwrap();
    let roles = [Some(0), Some(0), None, Some(0)];
    assert_eq!(status.roles.iter().map(|it| it.1).collect::<Vec<_>>(), roles);
    token.check().unwrap();
}

/// Goal: what cannot be is refused by name. Method: each rule once broken, and once just kept.
#[test]
fn what_cannot_be_is_refused() {
    let folder = quick_folder();
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let alice = add(&token, &officer, "alice", Role::User).unwrap();
    let refused = |name: &str, role| add(&token, &officer, name, role).err().unwrap();
    assert_eq!(refused("alice", Role::Operator), Error::IdentityExists);
    assert!(matches!(refused("user", Role::Officer), Error::IdentityInvalid(_)));
    assert!(matches!(refused("a b", Role::User), Error::IdentityInvalid(_)));
    add(&token, &officer, "user", Role::User).unwrap();
    let denied = Err(Error::RoleDenied);
    assert_eq!(token.add_identity(&alice, &identity("x", Role::User), &pin("0000")), denied);
    assert_eq!(token.remove_identity(&alice, "user"), denied);
    assert_eq!(token.set_pin(&alice, "user", &pin("0000")), denied);
    assert_eq!(token.set_pin(&officer, "nobody", &pin("0000")), Err(Error::IdentityUnknown));
    assert_eq!(token.remove_identity(&officer, "nobody"), Err(Error::IdentityUnknown));
    let last = token.remove_identity(&officer, "officer");
    assert!(matches!(last, Err(Error::IdentityInvalid(_))));
    let second = add(&token, &officer, "olga", Role::Officer).unwrap();
    token.remove_identity(&second, "officer").unwrap();
    assert_eq!(token.demand_current(&officer), Err(Error::NotLoggedIn));
    assert!(matches!(token.remove_identity(&second, "olga"), Err(Error::IdentityInvalid(_))));
}

/// Goal: a PIN and its end are of one identity. Method: PINs set by themselves and by the officer;
/// an identity removed and made again; other sessions go on.
#[test]
fn pins_are_of_one_identity() {
    let folder = quick_folder();
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let alice = add(&token, &officer, "alice", Role::User).unwrap();
    let bob = add(&token, &officer, "bob", Role::User).unwrap();
    let key = token.generate(&alice, draft("p256", "web")).unwrap().id;
    token.set_pin(&alice, "alice", &pin("another")).unwrap();
    assert_eq!(token.demand_current(&alice), Err(Error::NotLoggedIn));
    token.open_key(&bob, key, Mechanism::Ecdsa).unwrap();
    let alice = token.login("alice", &pin("another")).unwrap();
    token.open_key(&alice, key, Mechanism::Ecdsa).unwrap();
    token.remove_identity(&officer, "alice").unwrap();
    assert_eq!(token.demand_current(&alice), Err(Error::NotLoggedIn));
    assert_eq!(token.login("alice", &pin("another")).err(), Some(Error::PinUnset));
    let again = add(&token, &officer, "alice", Role::User).unwrap();
    assert_eq!(token.demand_current(&alice), Err(Error::NotLoggedIn));
    token.open_key(&again, key, Mechanism::Ecdsa).unwrap();
    token.open_key(&bob, key, Mechanism::Ecdsa).unwrap();
    token.rekey(&officer, None).unwrap();
    token.open_key(&again, key, Mechanism::Ecdsa).unwrap();
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!(names(&token), ["alice", "bob", "officer"]);
}

/// Goal: a key for somebody who goes while it is made is not stored, so that nobody who comes by
/// that name has it. Method: keys of RSA, which take their time, for one whom the officer removes
/// meanwhile; whatever came first, the log never has the key behind the removal.
#[test]
fn names_are_looked_at_again_when_a_key_is_stored() {
    let folder = quick_folder();
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let user = common::user(&token);
    let mut refused = 0;
    for round in 0..200 {
        add(&token, &officer, "alice", Role::User).unwrap();
        let mut draft = draft("rsa2048", &round.to_string());
        let names = ["alice", "user"].map(|name| name.parse().unwrap());
        draft.attributes.permissions.users = Some(names.to_vec());
        let made = std::thread::scope(|scope| {
            let made = scope.spawn(|| token.generate(&user, draft));
            std::thread::sleep(std::time::Duration::from_millis(1 + round % 8));
            token.remove_identity(&officer, "alice").unwrap();
            made.join().unwrap()
        });
        let rows = token.audit(&officer, 0, 10_000).unwrap();
        let last = |action: &str| rows.iter().rposition(|(_, row)| row.action == action);
        assert!(last("generate") < last("remove identity"), "it was made for nobody");
        match made {
            Err(Error::IdentityUnknown) => refused += 1,
            made => drop(made.unwrap()),
        }
        if refused == 5 {
            return;
        }
    }
    panic!("{refused} of 200 removals came in time");
}

/// Goal: wrong PINs are counted for an identity and a peer, and an identity with a user is for that
/// one alone, before its PIN is looked at.
#[test]
fn delays_and_users_are_of_an_identity() {
    let folder = quick_folder();
    let token = init(folder.path());
    common::long_delays(&token);
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let (first, other) = (Peer::Uid(1000), Peer::Uid(1001));
    add(&token, &officer, "alice", Role::User).unwrap();
    let bob = Identity { uid: Some(1000), ..identity("bob", Role::User) };
    token.add_identity(&officer, &bob, &own("bob")).unwrap();
    for _ in 0..10 {
        assert!(token.login_from(first, "alice", &pin("guess")).is_err());
    }
    let delayed = token.login_from(first, "alice", &own("alice")).err();
    assert!(matches!(delayed, Some(Error::PinDelayed { .. })));
    token.login_from(other, "alice", &own("alice")).unwrap();
    token.login_from(first, "bob", &own("bob")).unwrap();
    for peer in [other, Peer::Address] {
        let said = token.login_from(peer, "bob", &own("bob")).err();
        assert!(matches!(said, Some(Error::Permission(_))), "{peer}: {said:?}");
    }
    let alice = &token.identities().unwrap()[0];
    assert_eq!((alice.wrong, alice.locked), (10, false));
    token.unlock("alice").unwrap();
    token.login_from(first, "alice", &own("alice")).unwrap();
    assert_eq!(token.unlock("carol"), Err(Error::PinUnset));
}

/// Goal: who has the master key and no PIN gives no identity another role or user. Method: the
/// record of one is edited, and all MACs made right; as it was it opens.
#[test]
fn hardening_d8_roles_and_users_are_bound() {
    let folder = quick_folder();
    let store = path(folder.path());
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    add(&token, &officer, "alice", Role::Operator).unwrap();
    drop(token);
    let whole = std::fs::read(&store).unwrap();
    let edit = |edit: &dyn Fn(&mut Vec<u8>)| {
        std::fs::write(&store, &whole).unwrap();
        let before = forge::digest_of(&store);
        let file = rusqlite::Connection::open(&store).unwrap();
        let mut id = [0; 16];
        id[..5].copy_from_slice(b"alice");
        let query = "SELECT body FROM record WHERE kind = 1 AND id = ?";
        let mut body: Vec<u8> = file.query_row(query, [id], |row| row.get(0)).unwrap();
        edit(&mut body);
        file.execute("UPDATE record SET body = ? WHERE id = ?", (body, id)).unwrap();
        drop(file);
        forge::mend(&store, before);
        let token = open(folder.path())?;
        token.login("alice", &own("alice")).map(|session| session.role())
    };
    assert_eq!(edit(&|_| ()), Ok(Role::Operator));
    for role in [Role::Officer, Role::User, Role::Auditor] {
        let said = edit(&|body| body[0] = role as u8);
        assert!(matches!(said, Err(Error::PinWrong { .. })), "{role:?}: {said:?}");
    }
    let uid = Some(Peer::own()).and_then(|peer| match peer {
        Peer::Uid(uid) => u8::try_from(uid).ok(),
        Peer::Address => None,
    });
    let said = edit(&|body| {
        body.pop();
        body.extend([1, uid.unwrap_or(0)]);
    });
    assert!(said.is_err(), "{said:?}");
}

/// Goal: a PIN that is set while its sessions open keys ends them, and nothing that is whole is
/// called damaged. Method: two threads open a key without a pause, through twelve changes.
#[test]
fn pins_are_set_under_use() {
    let folder = quick_folder();
    let token = init(folder.path());
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let first = add(&token, &officer, "alice", Role::User).unwrap();
    let key = token.generate(&first, draft("p256", "web")).unwrap().id;
    for _ in 0..12 {
        let session = token.login("alice", &own("alice")).unwrap();
        std::thread::scope(|scope| {
            let users = [(); 2].map(|()| {
                let opened = || loop {
                    if let Err(error) = token.open_key(&session, key, Mechanism::Ecdsa) {
                        return error;
                    }
                };
                scope.spawn(opened)
            });
            token.set_pin(&officer, "alice", &own("alice")).unwrap();
            let ends = users.map(|user| user.join().unwrap());
            assert_eq!(ends, [Error::NotLoggedIn, Error::NotLoggedIn]);
        });
    }
}
