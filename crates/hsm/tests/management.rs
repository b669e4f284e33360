//! Goal: what is done to the token itself is done through the socket too, by who may do it on the
//! store, and by nobody else.

use crate::common::{OFFICER, USER, long_delays, master, path, pin};
use crate::test_service::{TestService, WAIT, connect};
use sealane_hsm::audit::{AuditSettings, Uses};
use sealane_hsm::engine::{Engine, Keys, Settings};
use sealane_hsm::guard::Guard;
use sealane_hsm::identity::Identity;
use sealane_hsm::limits::PeerLimits;
use sealane_hsm::remote::{Connection, Endpoint};
use sealane_hsm::role::Role;
use sealane_hsm::service::{Options, Service};
use sealane_hsm::sqlite::Sqlite;
use sealane_hsm::token::Token;
use sealane_hsm::{Error, Platform};

/// A service that also listens on an address, where nobody knows who comes; and the token's
/// recovery code.
fn served() -> (tempfile::TempDir, Service, Endpoint, String) {
    let folder = tempfile::tempdir().unwrap();
    let storage = Box::new(Sqlite::create(&path(folder.path())).unwrap());
    let (token, code) =
        Token::init_recoverable(storage, Platform::system(), &master(), "a token", &pin(OFFICER))
            .unwrap();
    drop(crate::common::user(&token));
    long_delays(&token);
    let options = Options { loopback: Some("127.0.0.1:0".parse().unwrap()), ..Options::default() };
    let engine = Engine::new(token, Settings::default());
    let service = Service::start(engine, &folder.path().join("socket"), options).unwrap();
    let endpoint = Endpoint::Loopback(service.address().unwrap());
    (folder, service, endpoint, code.to_string())
}

fn at(endpoint: &Endpoint) -> Connection {
    Connection::connect(endpoint, WAIT).unwrap()
}

/// Lets a role have to wait, for who comes by the address.
fn delay(endpoint: &Endpoint, role: Role) {
    let mut connection = at(endpoint);
    let last = (0..10).map(|_| connection.login(role, b"a guess").unwrap_err()).last();
    assert_eq!(last.unwrap().code(), "PIN_DELAYED");
}

fn login(endpoint: &Endpoint, role: Role) -> Result<Connection, Error> {
    let mut connection = at(endpoint);
    let pin = if role == Role::Officer { OFFICER } else { USER };
    connection.login(role, pin.as_bytes())?;
    Ok(connection)
}

/// Goal: a role is unlocked by the service's own user, by the officer and by the recovery code; not
/// by a stranger, the user, or another code; the log tells all of it.
#[test]
fn roles_are_unlocked_through_the_service() {
    let (folder, _service, address, code) = served();
    delay(&address, Role::User);
    let mut stranger = at(&address);
    assert_eq!(stranger.unlock(Role::User), Err(Error::NotLoggedIn));
    for wrong in ["", "no code", &code.replace(['0', '1', '2', '3'], "4")] {
        let refused = stranger.recover(Role::User, wrong.as_bytes()).err().unwrap();
        assert_eq!(refused.code(), "RECOVERY_WRONG", "{wrong}");
    }
    assert_eq!(login(&address, Role::User).err().unwrap().code(), "PIN_DELAYED");
    // By the code.
    stranger.recover(Role::User, code.as_bytes()).unwrap();
    let mut user = login(&address, Role::User).unwrap();
    // Who is logged in as another role may not.
    delay(&address, Role::Officer);
    assert_eq!(user.unlock(Role::Officer), Err(Error::RoleDenied));
    // By the service's own user, who has the store and its master key.
    let mut own = connect(&folder.path().join("socket")).unwrap();
    own.unlock(Role::Officer).unwrap();
    let mut officer = login(&address, Role::Officer).unwrap();
    // By the officer.
    delay(&address, Role::User);
    officer.unlock(Role::User).unwrap();
    login(&address, Role::User).unwrap();
    assert_eq!(officer.unlock(Role::Auditor), Err(Error::PinUnset));
    let rows = officer.audit(0, usize::MAX).unwrap();
    let unlocks = rows.iter().filter(|(_, row)| row.action == "unlock");
    let actors: Vec<_> = unlocks.map(|(_, row)| &row.actor[..]).collect();
    assert_eq!(actors, ["recovery code", "master key", "officer"]);
}

/// Goal: the guard is shown to who is known, and set by the officer alone; what does not guard is
/// refused; it holds at once.
#[test]
fn the_guard_is_set_through_the_service() {
    let (folder, _service, address, _) = served();
    assert_eq!(at(&address).guard(), Err(Error::NotLoggedIn));
    let mut own = connect(&folder.path().join("socket")).unwrap();
    let before = own.guard().unwrap();
    assert_eq!(own.set_guard(before.clone()), Err(Error::NotLoggedIn));
    own.login(Role::User, USER.as_bytes()).unwrap();
    assert_eq!(own.set_guard(before.clone()), Err(Error::RoleDenied));
    own.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    let bad = own.set_guard(Guard { free: 0, ..before.clone() }).err().unwrap();
    assert_eq!(bad.code(), "GUARD_INVALID");
    let strict = Guard { free: 2, permitted: vec![(Role::Operator, 7)], ..before };
    own.set_guard(strict.clone()).unwrap();
    assert_eq!(own.guard(), Ok(strict));
    let mut guesser = at(&address);
    let said: Vec<_> = (0..2)
        .map(|_| guesser.login(Role::User, b"a guess").unwrap_err().code().to_owned())
        .collect();
    assert_eq!(said, ["PIN_WRONG", "PIN_DELAYED"]);
}

/// Goal: the log is read through the service by the auditor and the officer alone, as the store has
/// it, and in parts; what it tells is set by the officer alone.
#[test]
fn the_log_is_read_through_the_service() {
    let served = TestService::new(Options::default());
    let mut user = served.user();
    assert_eq!(user.audit(0, 10).err(), Some(Error::RoleDenied));
    let settings = AuditSettings { uses: Uses::Each, keep_rows: 500, keep_days: 0 };
    assert_eq!(user.set_audit_settings(settings), Err(Error::RoleDenied));
    let mut officer = connect(&served.path()).unwrap();
    assert_eq!(officer.audit(0, 10).err(), Some(Error::NotLoggedIn));
    officer.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    officer.set_audit_settings(settings).unwrap();
    assert_eq!(officer.audit_settings(), Ok(settings));
    let all = officer.audit(0, usize::MAX).unwrap();
    assert!(all.len() > 4 && all.iter().enumerate().all(|(at, row)| at as u64 == row.0));
    assert_eq!(officer.audit(2, 2).unwrap(), all[2..4]);
    assert_eq!(officer.audit(1_000_000, 2).unwrap(), []);
    assert_eq!(officer.audit(0, 0).unwrap(), []);
}

/// Goal: people and limits are looked after through the service as on the store: by the officer
/// alone, and who is removed or has another PIN is out at once.
#[test]
fn people_are_looked_after_through_the_service() {
    let service = TestService::new(Options::default());
    let mut officer = connect(&service.path()).unwrap();
    officer.login("officer", OFFICER.as_bytes()).unwrap();
    let alice = Identity { name: "alice".to_owned(), role: Role::Operator, uid: None };
    officer.add_identity(&alice, b"alice's").unwrap();
    let mut hers = connect(&service.path()).unwrap();
    hers.login("alice", b"alice's").unwrap();
    assert_eq!(hers.add_identity(&alice, b"0000"), Err(Error::RoleDenied));
    assert_eq!(hers.remove_identity("user"), Err(Error::RoleDenied));
    assert_eq!(officer.add_identity(&alice, b"0000"), Err(Error::IdentityExists));
    let names = |of: &mut Connection| {
        let all = of.identities().unwrap().into_iter();
        all.map(|it| it.identity.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&mut hers), ["alice", "officer", "user"]);
    assert_eq!(hers.random(4).map(|bytes| bytes.len()), Ok(4));
    hers.set_pin("alice", b"another").unwrap();
    assert_eq!(hers.random(4).err(), Some(Error::NotLoggedIn));
    hers.login("alice", b"another").unwrap();
    officer.remove_identity("alice").unwrap();
    assert_eq!(hers.random(4).err(), Some(Error::NotLoggedIn));
    assert_eq!(hers.login("alice", b"another"), Err(Error::PinUnset));
    assert_eq!(officer.remove_identity("alice"), Err(Error::IdentityUnknown));
    let limits = PeerLimits { slow_jobs: 9, ..PeerLimits::default() };
    let mut user = service.user();
    assert_eq!(user.set_limits(limits), Err(Error::RoleDenied));
    officer.set_limits(limits).unwrap();
    assert_eq!(user.limits(), Ok(limits));
}
