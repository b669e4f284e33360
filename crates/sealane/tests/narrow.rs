//! The machine of signed limbs gives the bytes that the machine of words gives, and really runs.
#![cfg(feature = "narrow")]

use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{Nonces, backend};

const WORDS: &str = "portable";
const LIMBS: &str = "narrow";

/// Runs `task` on a machine and says by the counters of both that no other has run.
fn on<T>(name: &str, task: impl FnOnce() -> T) -> T {
    let other = if name == WORDS { LIMBS } else { WORDS };
    let count = |name| backend::entered(name).expect("a machine");
    backend::force(name).expect("a machine that runs everywhere");
    assert_eq!(backend::current(), name);
    let (before, apart) = (count(name), count(other));
    let result = task();
    assert!(count(name) > before, "{name} has not run");
    assert_eq!(count(other), apart, "{other} has run as well");
    result
}

/// Private keys at both ends and between, in range for integers of either byte order.
fn keys(bytes: usize) -> Vec<Vec<u8>> {
    let mut small = vec![0; bytes];
    small[bytes - 1] = 2;
    let middle = (0..bytes).map(|i| if i == 0 { 0 } else { (37 * i + 11) as u8 }).collect();
    let mut runs = vec![0xff; bytes];
    runs[0] = 0;
    vec![small, middle, runs]
}

/// What one key does: its public key, read again; its signature as made and with its lower `s`; a
/// secret shared with itself. Empty is what the algorithm does not do.
fn work(algorithm: Algorithm, private: &[u8], text: &[u8]) -> [Vec<u8>; 4] {
    let key = PrivateKey::from_bytes(algorithm, private).expect("a key in range");
    let public = key.public_key().to_bytes();
    let read = PublicKey::from_bytes(algorithm, &public).expect("a point");
    if algorithm.partner().is_none() {
        // A short curve, whose points have a form that needs a root.
        let compressed = key.public_key().to_sec1(true);
        let whole = PublicKey::from_sec1(algorithm, &compressed).expect("a point");
        assert_eq!(whole.to_bytes(), public, "{algorithm}");
    }
    let [mut signature, mut low, mut secret] = [const { Vec::new() }; 3];
    if let Some(scheme) = algorithm.usual_scheme() {
        let signed = key.sign(text, scheme, Nonces::Deterministic).expect("signs");
        assert!(read.verify(text, scheme, &signed).is_ok(), "{algorithm}");
        assert!(read.verify(b"another text", scheme, &signed).is_err(), "{algorithm}");
        (signature, low) = (signed.to_bytes(), signed.to_low_s().to_bytes());
    }
    if algorithm.derives() {
        secret = key.derive(&read).expect("one curve").as_bytes().to_vec();
    }
    [public, signature, low, secret]
}

/// Whether the text is what the key signed. All as bytes.
fn verifies(algorithm: Algorithm, public: &[u8], text: &[u8], signature: &[u8]) -> bool {
    let key = PublicKey::from_bytes(algorithm, public).expect("a point");
    let signature = Signature::from_bytes(algorithm, signature).expect("two halves");
    let scheme = algorithm.usual_scheme().expect("it signs");
    key.verify(text, scheme, &signature).is_ok()
}

/// Goal: on every algorithm both machines make the same keys, signatures and secrets, each takes
/// what the other made and refuses what is wrong, and the counters say which of them ran.
/// One test, because the choice of the machine is one for the process.
#[test]
fn both_machines_give_the_same_bytes() {
    let mut names: Vec<_> = backend::names().collect();
    assert_eq!(backend::current(), names[0], "the best one until another is chosen");
    assert!(backend::force("abacus").is_err() && backend::current() == names[0]);
    names.sort_unstable();
    // Kernels are for the processors that have the instructions.
    names.retain(|name| *name != "mulx");
    assert_eq!(names, [LIMBS, WORDS]);
    for &algorithm in Algorithm::ALL {
        for private in keys(algorithm.order_bytes()) {
            let text = [algorithm.name().as_bytes(), &private].concat();
            let limbs = on(LIMBS, || work(algorithm, &private, &text));
            let words = on(WORDS, || work(algorithm, &private, &text));
            assert_eq!(limbs, words, "{algorithm} {private:x?}");
            let [public, signature, ..] = words;
            if algorithm.signs() {
                on(LIMBS, || assert!(verifies(algorithm, &public, &text, &signature)));
                on(LIMBS, || assert!(!verifies(algorithm, &public, b"another", &signature)));
            }
        }
    }
    bip340_is_the_same();
    fresh_keys_cross_over();
    // The counters say no when the wrong machine runs.
    let astray = || {
        backend::force(WORDS).expect("it runs everywhere");
        work(Algorithm::EcP256, &keys(32)[0], b"text")
    };
    assert!(std::panic::catch_unwind(|| on(LIMBS, astray)).is_err());
}

/// The second scheme of secp256k1 too.
fn bip340_is_the_same() {
    let text = b"text";
    let [limbs, words] = [LIMBS, WORDS].map(|name| {
        on(name, || {
            let key = PrivateKey::from_bytes(Algorithm::EcSecp256k1, &keys(32)[1]).expect("a key");
            let signed = key.sign(text, Scheme::Bip340, Nonces::Deterministic).expect("signs");
            assert!(key.public_key().verify(text, Scheme::Bip340, &signed).is_ok());
            assert!(key.public_key().verify(b"other", Scheme::Bip340, &signed).is_err());
            signed.to_bytes()
        })
    });
    assert_eq!(limbs, words);
}

/// Keys made on one machine, and what they sign with random nonces, are good on the other.
fn fresh_keys_cross_over() {
    for &algorithm in Algorithm::ALL {
        for [one, other] in [[LIMBS, WORDS], [WORDS, LIMBS]] {
            let key = on(one, || PrivateKey::generate(algorithm).expect("random bytes"));
            let public = key.public_key().to_bytes();
            let again = on(other, || PrivateKey::from_bytes(algorithm, &key.to_bytes()));
            assert_eq!(again.expect("a key").public_key().to_bytes(), public, "{algorithm}");
            if let Some(scheme) = algorithm.usual_scheme() {
                let signed = on(one, || key.sign(b"text", scheme, Nonces::Hedged).expect("signs"));
                let bytes = signed.to_bytes();
                assert!(on(other, || verifies(algorithm, &public, b"text", &bytes)), "{algorithm}");
            }
        }
    }
}
