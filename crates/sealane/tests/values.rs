//! Public values through `serde`: in a format that people read, and in a compact one.

use sealane::{Algorithm, Hash, Lengths, Nonces, PrivateKey, PublicKey, Scheme, Signature};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).expect("JSON");
    assert_eq!(&serde_json::from_str::<T>(&json).expect("the same type"), value);
    let bytes = postcard::to_allocvec(value).expect("bytes");
    assert_eq!(&postcard::from_bytes::<T>(&bytes).expect("the same type"), value);
    json
}

/// Goal: values come back as they went. Method: one of each type, both formats, and for JSON what
/// it looks like.
#[test]
fn values_come_back() {
    let key = PrivateKey::generate("p256".parse().expect("a name")).expect("a key");
    let scheme = Scheme::Ecdsa(Hash::Sha256);
    let signature: Signature = key.sign(b"message", &scheme, Nonces::Hedged).expect("signed");
    assert_eq!(comes_back(&key.algorithm()), "\"p256\"");
    assert_eq!(comes_back(&"rsa2560".parse::<Algorithm>().expect("a name")), "\"rsa2560\"");
    assert!(comes_back(&key.public_key()).starts_with("\"-----BEGIN PUBLIC KEY-----\\n"));
    assert!(comes_back(&signature).starts_with("[48,"));
    comes_back(&scheme);
    comes_back(&(Lengths::Legacy, Nonces::Deterministic));
}

/// Goal: what is none is refused. Method: near misses in both formats.
#[test]
fn other_values_are_refused() {
    assert!(serde_json::from_str::<Algorithm>("\"p255\"").is_err());
    assert!(serde_json::from_str::<PublicKey>("\"\"").is_err());
    assert!(serde_json::from_str::<Signature>("[]").is_err());
    assert!(serde_json::from_str::<Signature>("[256]").is_err());
    assert!(postcard::from_bytes::<PublicKey>(&[3, 1, 2, 3]).is_err());
}
