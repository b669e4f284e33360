//! Signatures in their two forms: as documents hold them, and at fixed width.

use super::common::{RSA, dsa_key};
use sealane::{Algorithm, DecodeError, Lengths, Nonces, PrivateKey, Signature};

/// A key of every algorithm that signs, those of RSA and DSA from tables.
fn keys() -> Vec<PrivateKey> {
    let mut keys = vec![PrivateKey::from_pem(RSA, Lengths::Current).expect("a key")];
    keys.push(dsa_key().into());
    for algorithm in Algorithm::all().filter(Algorithm::signs) {
        if algorithm.curve().is_some() || algorithm.to_string().starts_with("mldsa") {
            keys.push(PrivateKey::generate(algorithm).expect("a key"));
        }
    }
    keys
}

/// Goal: a signature comes back from fixed width as it was, is as long as its algorithm says, and
/// no longer than the most. Method: a key of every algorithm, by its usual scheme.
#[test]
fn signatures_come_back_from_fixed_width() {
    let mut in_der = 0;
    for key in keys() {
        let algorithm = key.algorithm();
        let scheme = algorithm.usual_scheme().expect("it signs");
        let made = key.sign(b"message", &scheme, Nonces::Deterministic).expect("signed");
        assert!(made.len() <= algorithm.max_signature_bytes(&scheme), "{algorithm}");
        let fixed = made.to_fixed(&algorithm, &scheme).expect("of this key");
        match algorithm.integer_bytes(&scheme) {
            Some(width) => {
                in_der += 1;
                assert_eq!(fixed.len(), 2 * width, "{algorithm}");
                let cut = Signature::from_fixed(&algorithm, &scheme, &fixed[1..]);
                let (expected, got) = (2 * width, 2 * width - 1);
                assert_eq!(cut, Err(DecodeError::SigLength { expected, got }), "{algorithm}");
                assert!(fixed.to_fixed(&algorithm, &scheme).is_err(), "{algorithm}");
            }
            None => {
                assert_eq!(made.len(), algorithm.max_signature_bytes(&scheme), "{algorithm}");
                assert_eq!(fixed, made, "{algorithm}");
            }
        }
        let back = Signature::from_fixed(&algorithm, &scheme, &fixed).expect("as it was");
        assert_eq!(back, made, "{algorithm}");
        key.public_key().verify(b"message", &scheme, &back).expect("good");
    }
    assert_eq!(in_der, 10, "those of nine curves and DSA");
}

/// Goal: signatures are equal by their bytes, wherever these are kept.
#[test]
fn signatures_are_their_bytes() {
    for length in [1, 64, 139, 140, 141, 142, 143, 256, 4627] {
        let bytes: Vec<u8> = (0..length).map(|i| i as u8).collect();
        let (taken, copied) =
            (Signature::from(bytes.clone()), Signature::try_from(&bytes[..]).expect("some bytes"));
        assert_eq!(taken, copied);
        assert_eq!(Vec::from(copied.clone()), bytes);
        assert_ne!(copied, Signature::from(bytes[1..].to_vec()));
    }
    assert!(Signature::try_from(&[][..]).is_err());
    assert!(Signature::try_from(&[0; 4628][..]).is_err());
}
