//! Limits of a peer: what the officer sets, by which code more is refused, and what the log tells.

use crate::common;
use crate::test_service::{TestService, connect};

use common::{OFFICER, USER, draft, init, open, pin, quick_folder, user};
use sealane_hsm::Error;
use sealane_hsm::audit::AuditSettings;
use sealane_hsm::engine::Keys;
use sealane_hsm::limits::PeerLimits;
use sealane_hsm::object::Attributes;
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use sealane_hsm::token::Token;

fn set(token: &Token, limits: PeerLimits) {
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    token.set_limits(&officer, limits).unwrap();
}

fn served(limits: PeerLimits) -> TestService {
    TestService::with(Options::default(), |token, _| set(token, limits))
}

/// What the log tells of refusals by a limit: how often.
fn told(service: &mut TestService, what: &str) -> u64 {
    service.service.take().unwrap().stop();
    let token = open(service.folder.path()).unwrap();
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let rows = token.audit(&officer, 0, 10_000).unwrap();
    let counts = rows.into_iter().filter(|(_, row)| row.subject == what);
    let counts = counts.map(|(_, row)| row.count.unwrap());
    counts.inspect(|count| assert_eq!(count.by, "BUSY")).map(|count| count.times).sum()
}

/// Goal: limits are kept, and only the officer sets them. Method: set beside other settings, and
/// the store opened anew.
#[test]
fn limits_are_the_officers() {
    let folder = quick_folder();
    let token = init(folder.path());
    let user = user(&token);
    let limits = PeerLimits { requests_a_second: 7, bytes_a_second: 1 << 40, slow_jobs: 3 };
    assert_eq!(token.set_limits(&user, limits), Err(Error::RoleDenied));
    assert_eq!(token.limits(), PeerLimits::default());
    set(&token, limits);
    assert_eq!(token.limits(), limits);
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!((token.limits(), token.audit_settings()), (limits, Ok(AuditSettings::default())));
    let officer = token.login(Role::Officer, &pin(OFFICER)).unwrap();
    let settings = AuditSettings { keep_days: 9, ..AuditSettings::default() };
    token.set_audit_settings(&officer, settings).unwrap();
    drop(token);
    let token = open(folder.path()).unwrap();
    assert_eq!((token.limits(), token.audit_settings()), (limits, Ok(settings)));
    set(&token, PeerLimits::default());
    drop(token);
    assert_eq!(open(folder.path()).unwrap().limits(), PeerLimits::default());
}

/// Goal: more requests than a peer may have in a second are refused by a code that says to try
/// again, over all its connections, and a second later there are as many again.
#[test]
fn requests_have_a_limit() {
    const LIMIT: u32 = 20;
    let limits = PeerLimits { requests_a_second: LIMIT, ..PeerLimits::default() };
    let mut service = served(limits);
    let mut clients = [connect(&service.path()).unwrap(), connect(&service.path()).unwrap()];
    let begun = std::time::Instant::now();
    let (mut good, mut busy) = (0, 0);
    while busy < 100 || good <= LIMIT {
        for client in &mut clients {
            match client.health() {
                Ok(_) => good += 1,
                Err(error) => {
                    assert_eq!(error, Error::Busy);
                    busy += 1;
                }
            }
        }
    }
    let seconds = begun.elapsed().as_secs() as u32 + 2;
    assert!(good <= LIMIT * seconds, "{good} requests in {seconds} s");
    drop(clients);
    assert_eq!(told(&mut service, "requests a second"), busy);
}

/// Goal: slow jobs of a peer have a limit. Method: keys of RSA, one allowed at a time, asked for by
/// three at once; each gets its key after some refusals.
#[test]
fn slow_jobs_have_a_limit() {
    let mut service = served(PeerLimits { slow_jobs: 1, ..PeerLimits::default() });
    let path = service.path();
    // A login is a slow job too, and the one before may not have ended altogether.
    let mut refused_logins = 0;
    let clients = [0, 1, 2].map(|_| {
        let mut client = connect(&path).unwrap();
        while let Err(error) = client.login(Role::User, USER.as_bytes()) {
            assert_eq!(error, Error::Busy);
            refused_logins += 1;
        }
        client
    });
    let refused: u64 = std::thread::scope(|scope| {
        let work = clients.into_iter().enumerate().map(|(n, mut client)| {
            scope.spawn(move || {
                let kind = "rsa2048".parse().unwrap();
                for refused in 0.. {
                    match client.generate(kind, Attributes::usual(&n.to_string(), kind)) {
                        Ok(_) => return refused,
                        Err(error) => assert_eq!(error, Error::Busy),
                    }
                    std::thread::sleep(std::time::Duration::from_millis(5));
                }
                unreachable!("it ends by a key")
            })
        });
        let work: Vec<_> = work.collect();
        work.into_iter().map(|it| it.join().unwrap()).sum()
    });
    assert!(refused > 0);
    assert_eq!(told(&mut service, "slow jobs"), refused + refused_logins);
}

/// Goal: bytes of a peer have a limit. Method: long messages to be signed, of which two fit.
#[test]
fn bytes_have_a_limit() {
    let mut key = None;
    let limits = PeerLimits { bytes_a_second: 250_000, ..PeerLimits::default() };
    let mut service = TestService::with(Options::default(), |token, session| {
        key = Some(token.generate(session, draft("ed25519", "key")).unwrap().id);
        set(token, limits);
    });
    let mut client = service.user();
    let item = crate::test_service::item(key.unwrap(), &[7; 100_000]);
    let mut busy = 0;
    for _ in 0..50 {
        match sealane_hsm::engine::Signer::sign(&mut client, item.clone()) {
            Ok(_) => {}
            Err(error) => {
                assert_eq!(error, Error::Busy);
                busy += 1;
            }
        }
    }
    drop(client);
    assert!(busy > 0);
    assert_eq!(told(&mut service, "bytes a second"), busy);
}
