//! Where random bytes come from, with the operating system and without: `cargo run -p xtask --
//! targets` runs both.

#[cfg(not(feature = "getrandom"))]
use sealane::SignError;
use sealane::ecc::{Algorithm, PrivateKey};
use sealane::random::{SourceExists, SourceFailed, provide};
#[cfg(not(feature = "getrandom"))]
use sealane::{Hash, Nonces, ecc::Scheme};
use std::sync::atomic::{AtomicU64, Ordering};

static CALLS: AtomicU64 = AtomicU64::new(0);
static FAILS: AtomicU64 = AtomicU64::new(0);

/// Numbers of calls, each eight bytes of them another one: no random bytes, but those of no two
/// calls are the same.
fn counting(out: &mut [u8]) -> Result<(), SourceFailed> {
    if FAILS.load(Ordering::Relaxed) == 1 {
        return Err(SourceFailed);
    }
    for chunk in out.chunks_mut(8) {
        let number = CALLS.fetch_add(1, Ordering::Relaxed) + 1;
        chunk.copy_from_slice(&number.to_le_bytes()[..chunk.len()]);
    }
    Ok(())
}

/// Goal: with the operating system's source no other one is taken, nor asked.
#[cfg(feature = "getrandom")]
#[test]
fn the_systems_source_stays() {
    assert_eq!(provide(counting), Err(SourceExists));
    assert!(PrivateKey::generate(Algorithm::EcP256).is_ok());
    assert_eq!((CALLS.load(Ordering::Relaxed), FAILS.load(Ordering::Relaxed)), (0, 0));
}

/// Goal: without any source, and with one that fails, what needs random bytes says so, in
/// batches too, and the rest runs; with a source that works they come from it, and a second one
/// is refused. One test, as a source is for good.
#[cfg(not(feature = "getrandom"))]
#[test]
fn a_provided_source_is_the_only_one() {
    let ecdsa = Scheme::Ecdsa(Hash::Sha256);
    let key = PrivateKey::from_bytes(Algorithm::EcP256, &[7; 32]).unwrap();
    let refused = || {
        assert_eq!(PrivateKey::generate(Algorithm::EcP256).err(), Some(SignError::Random));
        let hedged = key.sign(b"message", ecdsa, Nonces::Hedged);
        assert_eq!(hedged.err(), Some(SignError::Random));
        assert_eq!(sealane::rsa::PrivateKey::generate(2048).err(), Some(SignError::Random));
        let keys = sealane::ecc::keygen_batch(&[Algorithm::Ed25519; 9]);
        assert!(keys.iter().all(|key| matches!(key, Err(SignError::Random))));
        let signature = key.sign(b"message", ecdsa, Nonces::Deterministic).unwrap();
        key.public_key().verify(b"message", ecdsa, &signature).unwrap();
    };
    refused();
    assert_eq!(provide(counting), Ok(()));
    assert_eq!(provide(|_| Ok(())), Err(SourceExists));
    FAILS.store(1, Ordering::Relaxed);
    refused();
    assert_eq!(CALLS.load(Ordering::Relaxed), 0);
    FAILS.store(0, Ordering::Relaxed);
    let fresh = PrivateKey::generate(Algorithm::EcP256).unwrap();
    let told = CALLS.load(Ordering::Relaxed);
    assert!(told >= 4, "{told}");
    let [first, second] = [(); 2].map(|()| fresh.sign(b"message", ecdsa, Nonces::Hedged));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(CALLS.load(Ordering::Relaxed) > told && first != second);
    fresh.public_key().verify(b"message", ecdsa, &first).unwrap();
    fresh.public_key().verify(b"message", ecdsa, &second).unwrap();
    let keys = sealane::ecc::keygen_batch(&[Algorithm::Ed25519; 9]);
    assert!(keys.iter().all(Result::is_ok));
}
