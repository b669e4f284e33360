//! Many threads, each with a session of its own, sign at once by one login.

use crate::common::{both_ways, loaded, user_session};
use cryptoki::error::{Error, RvError};
use cryptoki::mechanism::Mechanism;
use cryptoki::mechanism::eddsa::{EddsaParams, EddsaSignatureScheme};
use cryptoki::object::Attribute;
use std::sync::atomic::{AtomicUsize, Ordering};

const P256: [u8; 10] = [6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7];
const THREADS: usize = 16;
const SIGNATURES: usize = 50;

/// Goal: threads do not disturb each other. Method: each signs messages of its own, and verifies
/// what it got.
#[test]
fn threads_sign_at_once() {
    both_ways("threads::threads_sign_at_once", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let public = [Attribute::Token(true), Attribute::EcParams(P256.to_vec())];
        let own = [Attribute::Token(true), Attribute::Sign(true)];
        let made = session.generate_key_pair(&Mechanism::EccKeyPairGen, &public, &own);
        let (public, private) = made.unwrap();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let session = module.open_ro_session(slot).unwrap();
                scope.spawn(move || {
                    for number in 0..SIGNATURES {
                        let message = format!("{thread} {number}").into_bytes();
                        let mechanism = Mechanism::EcdsaSha256;
                        let signature = session.sign(&mechanism, private, &message).unwrap();
                        session.verify(&mechanism, public, &message, &signature).unwrap();
                    }
                });
            }
        });
    });
}

/// How keys of the test below sign, by their places.
fn mechanism(place: usize) -> Mechanism<'static> {
    match place {
        1 => Mechanism::Eddsa(EddsaParams::new(EddsaSignatureScheme::Pure)),
        2 => Mechanism::Sha256RsaPkcs,
        _ => Mechanism::EcdsaSha256,
    }
}

/// Goal: threads whose signatures are asked for together are told each its own end. Method: keys of
/// three kinds and one that another thread destroys; who signs by that is told that it is no key,
/// and all others get what verifies.
#[test]
fn threads_end_each_for_itself() {
    both_ways("threads::threads_end_each_for_itself", || {
        let (module, slot) = loaded();
        let session = user_session(&module, slot);
        let pair = |making: &Mechanism, parameter| {
            let public = [Attribute::Token(true), parameter];
            let own = [Attribute::Token(true), Attribute::Sign(true)];
            session.generate_key_pair(making, &public, &own).unwrap()
        };
        let curve = || Attribute::EcParams(P256.to_vec());
        let of_ed25519 = Attribute::EcParams(b"\x13\x0cedwards25519".to_vec());
        let keys = [
            pair(&Mechanism::EccKeyPairGen, curve()),
            pair(&Mechanism::EccEdwardsKeyPairGen, of_ed25519),
            pair(&Mechanism::RsaPkcsKeyPairGen, Attribute::ModulusBits(2048.into())),
            pair(&Mechanism::EccKeyPairGen, curve()),
        ];
        let (_, doomed) = keys[3];
        let refused = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (session, refused) = (module.open_ro_session(slot).unwrap(), &refused);
                let (public, private) = keys[thread % 4];
                scope.spawn(move || {
                    let mechanism = &mechanism(thread % 4);
                    for number in 0..SIGNATURES {
                        let message = format!("{thread} {number}").into_bytes();
                        match session.sign(mechanism, private, &message) {
                            Err(Error::Pkcs11(RvError::KeyHandleInvalid, _))
                                if private == doomed =>
                            {
                                refused.fetch_add(1, Ordering::Relaxed);
                            }
                            signed => {
                                let signed = signed.unwrap();
                                // Its public half goes with it.
                                if private != doomed {
                                    session.verify(mechanism, public, &message, &signed).unwrap();
                                }
                            }
                        }
                    }
                });
            }
            session.destroy_object(doomed).unwrap();
        });
        assert!(refused.into_inner() > 0);
    });
}

/// Goal: a program may let go of the module before threads have ended that called it: the standard
/// library has a function of the module run at the end of each. Method: it is let go of, with
/// nothing under way, and is still in memory.
#[test]
fn threads_may_end_behind_the_module() {
    both_ways("threads::threads_may_end_behind_the_module", || {
        let is_there = || {
            let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
            maps.contains("libsealane_pkcs11.so")
        };
        assert!(!is_there());
        let (loaded, _) = loaded();
        loaded.finalize().unwrap();
        assert!(is_there());
    });
}
