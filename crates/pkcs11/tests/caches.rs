//! What the module remembers of objects: never used after a change by anybody, and what it costs.
//!
//! `SEALANE_PKCS11_KEYS=10000 cargo test --release -p sealane-pkcs11 --test all -- caches:: \
//! --nocapture` measures searches among so many keys, and demands the times of docs/pkcs11.md.

use crate::common::{
    OFFICER, USER, configuration, make_token, open_token, past_the_module, quick_folder, serve,
    served, served_with,
};
use crate::raw::{Raw, call, plain, row};
use crate::waiting::Relay;
use cryptoki_sys::*;
use rustix::time::{ClockId, clock_gettime};
use sealane_client::connection::Connection;
use sealane_client::object::{Attributes, Patch};
use sealane_client::signer::Keys;
use sealane_hsm::role::{Pin, Role};
use sealane_hsm::service::Options;
use std::ptr::null_mut;
use std::time::{Duration, Instant};

/// How many keys are searched, where nothing is said: too few for a measurement.
const FEW: usize = 300;

fn private() -> [u8; 8] {
    CKO_PRIVATE_KEY.to_ne_bytes()
}

/// Goal: what was found once is asked for again when somebody has changed something, and only then.
/// Method: another client makes, renames and removes keys; requests are counted.
#[test]
fn changes_by_others_are_seen() {
    served("caches::changes_by_others_are_seen", || {
        let relay = Relay::start(60);
        let (raw, session) = Raw::begin(USER);
        let mut other = past_the_module();
        other.login("user", USER.as_bytes()).unwrap();
        let kind = "p256".parse().unwrap();
        let class = private();
        let all = || raw.found(session, &mut [row(CKA_CLASS, &class)]);
        let named = |label: &str| raw.found(session, &mut [row(CKA_LABEL, label.as_bytes())]).len();
        let questions = |search: &dyn Fn()| {
            let before = relay.count().1;
            search();
            relay.count().1 - before
        };
        assert!(all().is_empty());
        let made = other.generate(kind, Attributes::usual("web", kind)).unwrap();
        let found = all();
        assert_eq!(found.len(), 1);
        assert_eq!(questions(&|| assert_eq!(all(), found)), 1);
        assert_eq!(questions(&|| assert_eq!(named("web"), 2)), 1);
        assert_eq!(questions(&|| assert_eq!(named("mail"), 0)), 1);
        let label = Some("mail".to_owned());
        other.modify(made.id, Patch { label, ..Patch::default() }).unwrap();
        assert_eq!((named("web"), named("mail")), (0, 2));
        assert_eq!(all(), found, "one object has one handle");
        let mut label = [0u8; 8];
        let at = label.as_mut_ptr().cast();
        let mut asked = CK_ATTRIBUTE { type_: CKA_LABEL, pValue: at, ulValueLen: 8 };
        let mut read = || call!(raw, C_GetAttributeValue, session, found[0], &mut asked, 1);
        assert_eq!((read(), &label), (CKR_OK, b"mail\0\0\0\0"));
        other.delete(made.id).unwrap();
        assert!(all().is_empty());
        assert_eq!(read(), CKR_OBJECT_HANDLE_INVALID);
        // What nobody has is found without a question.
        let nobody = 77u64.to_ne_bytes();
        let none = || assert!(raw.found(session, &mut [row(CKA_CLASS, &nobody)]).is_empty());
        assert_eq!(questions(&none), 0);
    });
}

/// Goal: who has logged in sees no more of private keys than who has not, once the login has ended,
/// here or elsewhere.
#[test]
fn ended_logins_see_nothing() {
    served("caches::ended_logins_see_nothing", || {
        let (raw, session) = Raw::begin(USER);
        raw.pair(session);
        let class = private();
        let count = || raw.found(session, &mut [row(CKA_CLASS, &class)]).len();
        assert_eq!((count(), count()), (1, 1));
        let mut officer = past_the_module();
        officer.login("officer", OFFICER.as_bytes()).unwrap();
        officer.set_pin("user", b"another 5678").unwrap();
        assert_eq!(count(), 0, "it ended elsewhere");
        assert_eq!(raw.login(session, "another 5678"), CKR_OK);
        assert_eq!((count(), count()), (1, 1));
        assert_eq!(call!(raw, C_Logout, session), CKR_OK);
        assert_eq!(count(), 0, "it ended here");
    });
}

/// How many requests a service has had, this one too.
fn requests(client: &mut Connection) -> u64 {
    let told = client.metrics().unwrap();
    let line = told.lines().find(|line| line.starts_with("sealane_requests_total "));
    line.unwrap().rsplit(' ').next().unwrap().parse().unwrap()
}

/// Goal: while nothing changes a search asks nobody, but once a second; what others change it sees
/// at once, and that the service is gone. Method: another client counts requests, makes and removes
/// keys, and stops the service.
#[test]
fn searches_ask_nobody() {
    served("caches::searches_ask_nobody", || {
        let (raw, session) = Raw::begin(USER);
        let mut other = past_the_module();
        other.login("user", USER.as_bytes()).unwrap();
        raw.pair(session);
        let class = private();
        let count = || raw.found(session, &mut [row(CKA_CLASS, &class)]).len();
        assert_eq!(count(), 1);
        let asks_nobody = |other: &mut Connection| {
            let (before, begun) = (requests(other), Instant::now());
            (0..100).for_each(|_| assert_eq!(count(), 1));
            let asked = requests(other) - before - 1;
            assert!(asked <= begun.elapsed().as_secs() + 1, "{asked}");
        };
        asks_nobody(&mut other);
        // The end of somebody's login moves the number: it asks once, and then nobody again.
        let mut third = past_the_module();
        third.login("user", USER.as_bytes()).unwrap();
        third.logout().unwrap();
        asks_nobody(&mut other);
        let kind = "p256".parse().unwrap();
        for _ in 0..5 {
            let made = other.generate(kind, Attributes::usual("another", kind)).unwrap();
            assert_eq!((count(), count()), (2, 2));
            other.delete(made.id).unwrap();
            assert_eq!((count(), count()), (1, 1));
        }
        other.stop().unwrap();
        let begins = || {
            let mut wanted = [row(CKA_CLASS, &class)];
            call!(raw, C_FindObjectsInit, session, wanted.as_mut_ptr(), 1)
        };
        let gone = Instant::now() + Duration::from_secs(60);
        while begins() == CKR_OK {
            assert_eq!(call!(raw, C_FindObjectsFinal, session), CKR_OK);
            assert!(Instant::now() < gone, "it finds by a service that is gone");
        }
    });
}

/// Goal: behind a restart nothing is believed that the service before it has said, were it a moment
/// ago. Method: a key goes while no service runs.
#[test]
fn a_dead_service_is_not_believed() {
    served("caches::a_dead_service_is_not_believed", || {
        let folder = quick_folder();
        let start = |token| serve(folder.path(), token, Options::default());
        let service = start(make_token(folder.path(), 3));
        let place = folder.path().join("socket");
        std::fs::write(configuration(), format!("socket = {place:?}\n")).unwrap();
        let (raw, session) = Raw::begin(USER);
        let class = private();
        let count = || raw.found(session, &mut [row(CKA_CLASS, &class)]).len();
        let public = CKO_PUBLIC_KEY.to_ne_bytes();
        let publics = || raw.found(session, &mut [row(CKA_CLASS, &public)]).len();
        assert_eq!((count(), count(), publics()), (3, 3, 3));
        service.stop();
        let token = open_token(folder.path());
        let user = token.login(Role::User, &Pin::new(USER.as_bytes()).unwrap()).unwrap();
        let doomed = token.list()[0].id;
        token.delete(&user, doomed).unwrap();
        drop(user);
        let service = start(token);
        assert_eq!(count(), 0, "the login has ended with its service");
        assert_eq!(raw.login(session, USER), CKR_OK);
        assert_eq!((count(), count(), publics()), (2, 2, 2));
        service.stop();
    });
}

/// The processor time of this thread.
fn used() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// The least time of some rounds that a search takes, of so many each.
fn least(count: usize, mut search: impl FnMut(usize)) -> f64 {
    let round = |_| {
        let before = used();
        (0..count).for_each(&mut search);
        (used() - before).as_secs_f64() * 1e6 / count as f64
    };
    (0..7).map(round).fold(f64::MAX, f64::min)
}

/// Goal: searches among many keys take little time, and the first signature waits for none of them.
/// Method: processor time of this thread, in which the module works; the service is elsewhere.
#[test]
fn searches_among_many_are_quick() {
    let keys = std::env::var("SEALANE_PKCS11_KEYS").ok().map(|text| text.parse().unwrap());
    let keys: usize = keys.unwrap_or(FEW);
    let name = "caches::searches_among_many_are_quick";
    served_with((Options::default(), keys), name, || {
        let (begun, raw) = (Instant::now(), Raw::new());
        assert_eq!(call!(raw, C_Initialize, null_mut()), CKR_OK);
        let session = raw.session();
        let before_login = Instant::now();
        assert_eq!(raw.login(session, USER), CKR_OK);
        let login = before_login.elapsed();
        let class = private();
        let find = |kind: CK_ATTRIBUTE_TYPE, value: &[u8]| {
            let found = raw.found(session, &mut [row(CKA_CLASS, &class), row(kind, value)]);
            assert_eq!(found.len(), 1);
            found[0]
        };
        let label = |number: usize| format!("key {}", number * 37 % keys).into_bytes();
        let key = find(CKA_LABEL, &label(1));
        let (mut ecdsa, mut out, mut length) = (plain(CKM_ECDSA), [0u8; 64], 64);
        assert_eq!(call!(raw, C_SignInit, session, &mut ecdsa, key), CKR_OK);
        let digest = [7u8; 32];
        let digest = digest.as_ptr().cast_mut();
        assert_eq!(call!(raw, C_Sign, session, digest, 32, out.as_mut_ptr(), &mut length), CKR_OK);
        let first = (begun.elapsed() - login).as_secs_f64() * 1e6;
        let (count, id) = (500, |number: usize| ((number * 37 % keys) as u32).to_be_bytes());
        let asked = least(count, |number| assert_ne!(find(CKA_LABEL, &label(number)), 0));
        let before = Instant::now();
        raw.found(session, &mut [row(CKA_CLASS, &class)]);
        let all = before.elapsed().as_secs_f64() * 1e6;
        let by_label = least(count, |number| assert_ne!(find(CKA_LABEL, &label(number)), 0));
        let by_id = least(count, |number| assert_ne!(find(CKA_ID, &id(number)), 0));
        println!(
            "{keys} keys: beginning and first signature {first:.0} us; find by label {asked:.1} us \
             of the service's tables; all {all:.0} us once; then by label {by_label:.1} us, by id \
             {by_id:.1} us"
        );
        if keys >= 10_000 && !cfg!(debug_assertions) {
            assert!(first <= 50_000.0, "{first} us");
            assert!(by_label <= 20.0 && by_id <= 20.0, "{by_label} us, {by_id} us");
        }
    });
}
