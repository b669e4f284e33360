//! Services that are reached otherwise: one that answers late, and one at an address.

use crate::common::{USER, configuration, loaded, served, served_with, socket, user_session};
use crate::raw::{Raw, call, plain};
use crate::signals::interrupted;
use cryptoki::mechanism::Mechanism;
use cryptoki::object::Attribute;
use cryptoki_sys::*;
use sealane_hsm::service::Options;
use std::io::{Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Stands between the module and its service.
#[derive(Clone, Default)]
pub struct Relay {
    /// Whether replies are kept.
    keeps: Arc<AtomicBool>,
    connections: Arc<AtomicUsize>,
    asked: Arc<AtomicUsize>,
}

impl Relay {
    /// Begins, and lets the module ask here and wait for so many seconds at most.
    pub fn start(wait_seconds: u64) -> Self {
        let relay = Self::default();
        let place = configuration().with_file_name("relay");
        let listener = UnixListener::bind(&place).unwrap();
        let text = format!("socket = {place:?}\nwait_seconds = {wait_seconds}\n");
        std::fs::write(configuration(), text).unwrap();
        let own = relay.clone();
        std::thread::spawn(move || {
            for client in listener.incoming() {
                own.connections.fetch_add(1, Ordering::SeqCst);
                let (client, service) = (client.unwrap(), UnixStream::connect(socket()).unwrap());
                let ends = (client.try_clone().unwrap(), service.try_clone().unwrap());
                let (asks, replies) = (own.clone(), own.clone());
                std::thread::spawn(move || {
                    passed(client, service, || {
                        asks.asked.fetch_add(1, Ordering::SeqCst);
                    });
                });
                std::thread::spawn(move || passed(ends.1, ends.0, || replies.wait()));
            }
        });
        relay
    }

    /// Lets replies be kept from now on, or come.
    pub fn keep(&self, keeps: bool) {
        self.keeps.store(keeps, Ordering::SeqCst);
    }

    /// Waits while replies are kept.
    fn wait(&self) {
        while self.keeps.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// How many connections there were, and how often something was asked.
    pub fn count(&self) -> (usize, usize) {
        (self.connections.load(Ordering::SeqCst), self.asked.load(Ordering::SeqCst))
    }
}

/// Passes on what comes, after `before` of each piece.
fn passed(mut from: UnixStream, mut to: UnixStream, before: impl Fn()) {
    let mut some = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut some) {
        before();
        if to.write_all(&some[..length]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(std::net::Shutdown::Both);
}

/// Goal: what is not answered in time fails, is not asked again, and ends its own connection alone;
/// its late reply is nobody's.
#[test]
fn late_answers_are_given_up() {
    served("waiting::late_answers_are_given_up", || {
        // A login must be possible in this time.
        let relay = Relay::start(3);
        let (raw, session) = Raw::begin(USER);
        let (public, key) = raw.pair(session);
        let sign = |digest: &[u8; 32], out: &mut [u8; 64]| {
            let (mut ecdsa, mut length) = (plain(CKM_ECDSA), 64);
            assert_eq!(call!(raw, C_SignInit, session, &mut ecdsa, key), CKR_OK);
            let digest = digest.as_ptr().cast_mut();
            call!(raw, C_Sign, session, digest, 32, out.as_mut_ptr(), &mut length)
        };
        let mut out = [0; 64];
        assert_eq!(sign(&[1; 32], &mut out), CKR_OK);
        let before = relay.count();
        relay.keep(true);
        let begun = Instant::now();
        assert_eq!(sign(&[2; 32], &mut out), CKR_DEVICE_ERROR);
        assert!(begun.elapsed() >= Duration::from_millis(2900), "{:?}", begun.elapsed());
        assert_eq!(
            relay.count(),
            (before.0, before.1 + 1),
            "asked once, by a connection there was"
        );
        relay.keep(false);
        for byte in 3..9 {
            assert_eq!(sign(&[byte; 32], &mut out), CKR_OK);
            let mut ecdsa = plain(CKM_ECDSA);
            assert_eq!(call!(raw, C_VerifyInit, session, &mut ecdsa, public), CKR_OK);
            let digest = [byte; 32];
            let (digest, out) = (digest.as_ptr().cast_mut(), out.as_mut_ptr());
            let said = call!(raw, C_Verify, session, digest, 32, out, 64);
            assert_eq!(said, CKR_OK, "its own reply");
        }
    });
}

/// Goal: signals let nobody wait for longer. Method: many of them to the thread that waits, which
/// is woken by each.
#[test]
fn signals_do_not_begin_a_wait_anew() {
    served("waiting::signals_do_not_begin_a_wait_anew", || {
        const WAIT: u64 = 3;
        let relay = Relay::start(WAIT);
        let (raw, session) = Raw::begin(USER);
        let (_, key) = raw.pair(session);
        relay.keep(true);
        let begun = Instant::now();
        interrupted(Duration::from_secs(4 * WAIT), || {
            let (mut ecdsa, mut out, mut length) = (plain(CKM_ECDSA), [0; 64], 64);
            assert_eq!(call!(raw, C_SignInit, session, &mut ecdsa, key), CKR_OK);
            let digest = [7; 32].as_ptr().cast_mut();
            let said = call!(raw, C_Sign, session, digest, 32, out.as_mut_ptr(), &mut length);
            assert_eq!(said, CKR_DEVICE_ERROR);
        });
        let passed = begun.elapsed();
        assert!(passed < Duration::from_secs(2 * WAIT), "{passed:?}");
    });
}

/// Goal: an address of this machine serves as a socket does, but for what it tells before a login.
#[test]
fn an_address_serves() {
    let any = Some("127.0.0.1:0".parse().unwrap());
    let options = Options { loopback: any, ..Options::default() };
    served_with((options, 0), "waiting::an_address_serves", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let curve = vec![6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
        let public = [Attribute::Token(true), Attribute::EcParams(curve)];
        let own = [Attribute::Token(true), Attribute::Sign(true)];
        let made = session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own);
        let (public, private) = made.unwrap();
        let signature = session.sign(&Mechanism::EcdsaSha256, private, b"m").unwrap();
        session.verify(&Mechanism::EcdsaSha256, public, b"m", &signature).unwrap();
        for _ in 0..2 {
            assert_eq!(session.find_objects(&[Attribute::Token(true)]).unwrap().len(), 2);
        }
    });
}
