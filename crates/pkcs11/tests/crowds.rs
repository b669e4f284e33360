//! Threads whose signatures are asked for together, by a service that refuses a group, and by one
//! that does not answer.

use crate::common::{USER, loaded, past_the_module, served, served_by, user_session};
use crate::raw::{P256, Raw, call, plain};
use crate::waiting::Relay;
use cryptoki::mechanism::Mechanism;
use cryptoki::object::Attribute;
use cryptoki_sys::*;
use sealane_hsm::engine::Settings;
use sealane_hsm::queue::Limits;
use std::time::{Duration, Instant};

const THREADS: usize = 16;
/// The least that a group needs to be refused.
const TOO_MANY: usize = 4;

/// Goal: a group that is refused as a whole is no end of anybody's signature. Method: a service
/// that takes three at a time of a connection, and threads that want one each; groups were refused,
/// and every signature is right.
#[test]
fn a_refused_group_is_asked_for_one_by_one() {
    let name = "crowds::a_refused_group_is_asked_for_one_by_one";
    let limits = Limits { per_client: TOO_MANY - 1, ..Limits::default() };
    let settings = Settings { limits, ..Settings::default() };
    served_by(settings, name, || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let curve = Attribute::EcParams(P256.to_vec());
        let public = [Attribute::Token(true), curve];
        let own = [Attribute::Token(true), Attribute::Sign(true)];
        let made = session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own);
        let (public, private) = made.unwrap();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let session = module.open_ro_session(slot).unwrap();
                scope.spawn(move || {
                    for number in 0..50 {
                        let message = format!("{thread} {number}").into_bytes();
                        let mechanism = Mechanism::EcdsaSha256;
                        let signature = session.sign(&mechanism, private, &message).unwrap();
                        session.verify(&mechanism, public, &message, &signature).unwrap();
                    }
                });
            }
        });
        let figures = past_the_module().metrics().unwrap();
        let busy = figures.lines().find(|line| line.starts_with("sealane_busy_total "));
        let busy: f64 = busy.unwrap().rsplit(' ').next().unwrap().parse().unwrap();
        assert!(busy >= TOO_MANY as f64, "no group was refused");
    });
}

/// Goal: behind a service that hangs all threads wait as long as one, and go on when it answers.
/// Method: many more threads than ask at once, whose requests are kept.
#[test]
fn waits_do_not_add_up() {
    served("crowds::waits_do_not_add_up", || {
        const WAIT: u64 = 3;
        let relay = Relay::start(WAIT);
        let (raw, session) = Raw::begin(USER);
        let (_, key) = raw.pair(session);
        let sessions: Vec<_> = (0..THREADS).map(|_| raw.session()).collect();
        let sign = |session: CK_SESSION_HANDLE| {
            let (mut ecdsa, mut out, mut length) = (plain(CKM_ECDSA), [0; 64], 64);
            assert_eq!(call!(raw, C_SignInit, session, &mut ecdsa, key), CKR_OK);
            let digest = [7; 32].as_ptr().cast_mut();
            call!(raw, C_Sign, session, digest, 32, out.as_mut_ptr(), &mut length)
        };
        let all = || -> Vec<CK_RV> {
            std::thread::scope(|scope| {
                let threads = sessions.iter().map(|session| scope.spawn(|| sign(*session)));
                let threads: Vec<_> = threads.collect();
                threads.into_iter().map(|thread| thread.join().unwrap()).collect()
            })
        };
        assert_eq!(all(), [CKR_OK; THREADS]);
        relay.keep(true);
        let begun = Instant::now();
        assert_eq!(all(), [CKR_DEVICE_ERROR; THREADS]);
        let passed = begun.elapsed();
        assert!(passed < Duration::from_secs(2 * WAIT), "{passed:?}");
        relay.keep(false);
        assert_eq!(all(), [CKR_OK; THREADS]);
    });
}
