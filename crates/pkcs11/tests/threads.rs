//! Many threads, each with a session of its own, sign at once by one login.

use crate::common::{both_ways, loaded, user_session};
use cryptoki::mechanism::Mechanism;
use cryptoki::object::Attribute;

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
