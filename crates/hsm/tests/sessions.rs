//! Sessions of a service: one login for many connections, its end, and guesses that lock.

use crate::common;
use crate::test_service;

use common::{OFFICER, USER, open};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Settings, Signer};
use sealane_hsm::remote::{Connection, Endpoint, Ticket};
use sealane_hsm::role::{MAX_WRONG, Role};
use sealane_hsm::service::{Options, Service};
use std::path::Path;
use std::sync::Barrier;
use std::time::Duration;
use test_service::{TestService, connect, item, logged_in, made};

fn joined(path: &Path, ticket: &Ticket) -> Result<Connection, Error> {
    let mut connection = connect(path)?;
    connection.join(ticket)?;
    Ok(connection)
}

fn derivations(connection: &mut Connection) -> u64 {
    let metrics = connection.metrics().unwrap();
    let figure = metrics.lines().find_map(|it| it.strip_prefix("sealane_derivations_total "));
    figure.expect("the figure").parse().unwrap()
}

/// Goal: 64 connections sign after one derivation; a logout of any of them ends the session for
/// all, and the ticket with it; what is no ticket joins nothing.
#[test]
fn many_connections_have_one_login() {
    let served = TestService::new(Options::default());
    let mut first = served.user();
    let object = made(&mut first, "p256");
    let ticket = first.ticket().unwrap();
    let mut others: Vec<_> = (0..64).map(|_| joined(&served.path(), &ticket).unwrap()).collect();
    for connection in &mut others {
        connection.sign(item(object.id, b"x")).unwrap();
    }
    assert_eq!(derivations(&mut first), 1);
    // The first one goes; its session stays, for others have it.
    drop(first);
    others[1].sign(item(object.id, b"x")).unwrap();
    let fresh = others[1].ticket().unwrap();
    assert_eq!(joined(&served.path(), &ticket).err(), Some(Error::TicketEnded));
    let mut last = joined(&served.path(), &fresh).unwrap();
    last.sign(item(object.id, b"x")).unwrap();
    others[7].logout().unwrap();
    for connection in others.iter_mut().chain([&mut last]) {
        assert_eq!(connection.sign(item(object.id, b"x")), Err(Error::NotLoggedIn));
    }
    assert_eq!(joined(&served.path(), &fresh).err(), Some(Error::TicketEnded));
    let none = Ticket::from_bytes(&[7; 32]);
    assert_eq!(joined(&served.path(), &none).err(), Some(Error::TicketUnknown));
    assert_eq!(others[0].health().unwrap().hot, 0);
    assert_eq!(connect(&served.path()).unwrap().ticket().err(), Some(Error::NotLoggedIn));
}

/// Goal: logins that wait together need one derivation by the right PIN, and one for each wrong
/// one; a new PIN is another one, and behind the last of them nothing is kept. Method: some are
/// expected by the test itself, so that all of them wait together.
#[test]
fn crowds_derive_once() {
    let mut expected = vec![];
    let served = TestService::with(Options::default(), |token, _| {
        expected.extend((0..3).map(|_| token.expect_login("user")));
        assert!(token.expect_login("nobody").is_none());
    });
    let crowd: Vec<_> = (0..20).map(|_| served.user()).collect();
    let mut last = connect(&served.path()).unwrap();
    assert_eq!(derivations(&mut last), 1);
    let wrong = |connection: &mut Connection| {
        connection.login(Role::User, b"a guess").unwrap_err().code().to_owned()
    };
    assert_eq!([wrong(&mut last), wrong(&mut last)], ["PIN_WRONG", "PIN_WRONG"]);
    assert_eq!(derivations(&mut last), 3);
    last.login(Role::User, USER.as_bytes()).unwrap();
    assert_eq!(derivations(&mut last), 3);
    last.set_pin(Role::User, b"another PIN").unwrap();
    assert_eq!(derivations(&mut last), 4);
    assert_eq!(last.login(Role::User, USER.as_bytes()).unwrap_err().code(), "PIN_WRONG");
    for _ in 0..5 {
        last.login(Role::User, b"another PIN").unwrap();
    }
    assert_eq!(derivations(&mut last), 6);
    // Who comes later keeps nothing alive.
    expected.drain(1..);
    last.login(Role::User, b"another PIN").unwrap();
    assert_eq!(derivations(&mut last), 6);
    expected.clear();
    last.login(Role::User, b"another PIN").unwrap();
    last.login(Role::User, b"another PIN").unwrap();
    assert_eq!(derivations(&mut last), 8);
    drop(crowd);
}

/// Goal: a session without a ticket ends with its connection, one with a ticket at the end of the
/// idle time; then its keys are wrapped again.
#[test]
fn sessions_end_by_themselves() {
    let idle = Duration::from_millis(1500);
    let served = TestService::new(Options { idle, ..Options::default() });
    let mut alone = served.user();
    let object = made(&mut alone, "p256");
    alone.sign(item(object.id, b"x")).unwrap();
    let hot = || connect(&served.path()).unwrap().health().unwrap().hot;
    let until = |hot_keys: u64| {
        let reached = || {
            std::thread::sleep(Duration::from_millis(20));
            hot() == hot_keys
        };
        (0..500).any(|_| reached())
    };
    assert_eq!(hot(), 1);
    drop(alone);
    assert!(until(0), "it ends with its connection");
    let mut first = served.user();
    first.sign(item(object.id, b"x")).unwrap();
    let ticket = first.ticket().unwrap();
    drop(first);
    joined(&served.path(), &ticket).unwrap().sign(item(object.id, b"x")).unwrap();
    assert_eq!(hot(), 1);
    assert!(until(0), "it ends with the idle time");
    assert_eq!(joined(&served.path(), &ticket).err(), Some(Error::TicketExpired));
}

/// Goal: a new PIN ends the sessions that the old one has opened, and no others.
#[test]
fn new_pins_end_sessions() {
    let served = TestService::new(Options::default());
    let mut user = served.user();
    let object = made(&mut user, "p256");
    let ticket = user.ticket().unwrap();
    let mut officer = connect(&served.path()).unwrap();
    officer.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    assert_eq!(user.set_pin(Role::Officer, b"1234"), Err(Error::RoleDenied));
    user.sign(item(object.id, b"x")).unwrap();
    officer.set_pin(Role::User, b"another PIN").unwrap();
    assert_eq!(user.sign(item(object.id, b"x")), Err(Error::NotLoggedIn));
    assert_eq!(joined(&served.path(), &ticket).err(), Some(Error::TicketPinChanged));
    assert_eq!(user.login(Role::User, USER.as_bytes()).unwrap_err().code(), "PIN_WRONG");
    user.login(Role::User, b"another PIN").unwrap();
    user.sign(item(object.id, b"x")).unwrap();
    officer.set_pin(Role::Operator, b"1234").unwrap();
    user.sign(item(object.id, b"x")).unwrap();
}

/// Goal: a ticket is its peer's, while its session lasts and afterwards. Method: the same ticket by
/// an address, of whom nobody knows who comes.
#[test]
fn tickets_are_of_their_peer() {
    let any = "127.0.0.1:0".parse().unwrap();
    let served = TestService::new(Options { loopback: Some(any), ..Options::default() });
    let address = served.service.as_ref().unwrap().address().unwrap();
    let by_address = || Connection::connect(&Endpoint::Loopback(address), None).unwrap();
    let mut user = served.user();
    let ticket = user.ticket().unwrap();
    assert_eq!(by_address().join(&ticket), Err(Error::TicketForeign));
    let mut other = by_address();
    other.login(Role::User, USER.as_bytes()).unwrap();
    let theirs = other.ticket().unwrap();
    assert_eq!(joined(&served.path(), &theirs).err(), Some(Error::TicketForeign));
    by_address().join(&theirs).unwrap();
    user.logout().unwrap();
    assert_eq!(by_address().join(&ticket), Err(Error::TicketForeign));
    assert_eq!(joined(&served.path(), &ticket).err(), Some(Error::TicketEnded));
}

/// Goal: 64 sessions that guess one PIN at once have ten tries between them, however the service
/// is restarted; then the right PIN has to wait, too.
#[test]
fn many_guesses_are_delayed() {
    const GUESSERS: usize = 64;
    let mut served = TestService::new(Options::default());
    served.service.take().unwrap().stop();
    let token = open(served.folder.path()).unwrap();
    crate::common::long_delays(&token);
    let engine = Engine::new(token, Settings::default());
    served.service = Some(Service::start(engine, &served.path(), Options::default()).unwrap());
    let mut tried = 0;
    // Some tries are made before a restart, the rest after it.
    for guessers in [4, GUESSERS] {
        let barrier = Barrier::new(guessers);
        let guess = |number: usize| {
            let mut connection = connect(&served.path()).unwrap();
            barrier.wait();
            connection.login(Role::User, format!("guess {number}").as_bytes()).unwrap_err()
        };
        let said: Vec<Error> = std::thread::scope(|scope| {
            let guess = &guess;
            let all: Vec<_> = (0..guessers).map(|i| scope.spawn(move || guess(i))).collect();
            all.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        let wrong = said.iter().filter(|error| error.code() == "PIN_WRONG").count();
        let delayed = said.iter().filter(|error| error.code() == "PIN_DELAYED").count();
        assert_eq!(wrong + delayed, guessers, "{said:?}");
        tried += wrong;
        served.service.take().unwrap().stop();
        let engine = Engine::new(open(served.folder.path()).unwrap(), Settings::default());
        let service = Service::start(engine, &served.path(), Options::default()).unwrap();
        served.service = Some(service);
    }
    // The tenth wrong one says that the next has to wait.
    assert_eq!(tried, MAX_WRONG as usize - 1);
    let mut connection = connect(&served.path()).unwrap();
    let said = connection.login(Role::User, USER.as_bytes()).unwrap_err();
    assert_eq!(said.code(), "PIN_DELAYED");
    connection.login(Role::Officer, OFFICER.as_bytes()).unwrap();
    connection.set_pin(Role::User, USER.as_bytes()).unwrap();
    logged_in(&served.path());
}
