//! Goal: the wrapper says yes to what is right and no to what is not, and survives refused bytes.
use super::*;
use std::io::Write;

/// The library of the machine, or a loud skip.
fn loaded() -> Option<Rc<Libcrypto>> {
    match Libcrypto::load() {
        Ok(libcrypto) => Some(libcrypto),
        Err(why) => {
            // Past the capture of the test runner, at the start of a line.
            let _ = writeln!(std::io::stderr(), "\nSKIPPED: no libcrypto here: {why}");
            None
        }
    }
}

fn new_key(libcrypto: &Rc<Libcrypto>) -> Key {
    let mut generator = Generator::new(libcrypto, "P-256").expect("P-256 is in every OpenSSL");
    generator.generate().expect("a key")
}

#[test]
fn version_names_openssl() {
    let Some(libcrypto) = loaded() else { return };
    assert!(libcrypto.version().starts_with("OpenSSL "), "{}", libcrypto.version());
}

#[test]
fn missing_library_and_missing_symbol_are_reasons() {
    let Err(why) = Libcrypto::load_from("libsealane-is-not-here.so") else { panic!("loaded") };
    assert!(why.contains("libsealane-is-not-here.so"), "{why}");
    // A library that exists and is none of ours.
    let Err(why) = Libcrypto::load_from("libc.so.6") else { panic!("loaded") };
    assert!(why.contains("is missing") || why.contains("libc.so.6"), "{why}");
}

#[test]
fn signatures_verify_and_damaged_ones_do_not() {
    let Some(libcrypto) = loaded() else { return };
    let key = new_key(&libcrypto);
    let public = Key::from_spki_der(&libcrypto, &key.to_spki_der().expect("spki")).expect("read");
    let (mut signer, mut verifier) =
        (key.signer().expect("signer"), public.verifier().expect("verifier"));
    let digest = [7u8; 32];
    let mut signature = [0u8; 80];
    let length = signer.sign(&digest, &mut signature).expect("signed");
    let signature = &mut signature[..length];
    assert!(verifier.verify(&digest, signature));
    assert!(!verifier.verify(&[8u8; 32], signature));
    signature[length - 1] ^= 1;
    assert!(!verifier.verify(&digest, signature));
    assert!(!verifier.verify(&digest, &[]));
    assert!(signer.sign(&digest, &mut [0u8; 8]).is_none(), "a buffer too small");
}

#[test]
fn both_sides_agree_and_private_keys_survive_a_round_trip() {
    let Some(libcrypto) = loaded() else { return };
    let (a, b) = (new_key(&libcrypto), new_key(&libcrypto));
    let der = a.to_private_der().expect("private key");
    let a_again = Key::from_private_der(&libcrypto, &der).expect("read again");
    assert_eq!(a.public_octets(), a_again.public_octets());
    assert_eq!(a.public_octets().map(|point| (point.len(), point[0])), Some((65, 4)));
    let secret = |own: &Key, peer: &Key| {
        let mut out = [0u8; 32];
        let length = own.agreement(peer).expect("agreement").derive(&mut out);
        assert_eq!(length, Some(32));
        out
    };
    assert_eq!(secret(&a_again, &b), secret(&b, &a));
    assert_ne!(secret(&a, &a), secret(&b, &a));
}

/// Goal: the same for keys of octets: EdDSA of messages, agreement, raw public keys.
#[test]
fn octet_keys_work_likewise() {
    let Some(libcrypto) = loaded() else { return };
    let new_key = |name| Generator::of_octets(&libcrypto, name).and_then(|mut it| it.generate());
    for (name, public, length) in [("ed25519", 32, 64), ("ED448", 57, 114)] {
        let key = new_key(name).expect("a key");
        assert_eq!(key.public_octets().map(|octets| octets.len()), Some(public));
        let (mut signer, mut verifier) =
            (key.signer().expect("signer"), key.verifier().expect("verifier"));
        let mut signature = [0u8; 114];
        for message in [[7u8; 32], [8; 32]] {
            assert_eq!(signer.sign(&message, &mut signature), Some(length), "{name}");
            assert!(verifier.verify(&message, &signature[..length]));
            assert!(!verifier.verify(&[9; 32], &signature[..length]));
            assert!(!verifier.verify(&message, &signature[..length - 1]));
        }
        assert!(signer.sign(&[7; 32], &mut [0u8; 8]).is_none(), "a buffer too small");
        assert!(verifier.verify(&[8; 32], &signature[..length]), "after a refusal");
        assert!(key.agreement(&key).is_none());
    }
    for (name, length) in [("x25519", 32), ("X448", 56)] {
        let (a, b) = (new_key(name).expect("a key"), new_key(name).expect("a key"));
        assert_eq!(a.public_octets().map(|octets| octets.len()), Some(length));
        let secret = |own: &Key, peer: &Key| {
            let mut out = [0u8; 56];
            let got = own.agreement(peer).expect("agreement").derive(&mut out);
            assert_eq!(got, Some(length));
            out
        };
        assert_eq!(secret(&a, &b), secret(&b, &a));
        assert!(a.signer().is_none() && a.verifier().is_none());
    }
    assert!(new_key("ED25518").is_none() && new_key("EC").is_none());
}

#[test]
fn refused_bytes_are_none() {
    let Some(libcrypto) = loaded() else { return };
    assert!(Key::from_spki_der(&libcrypto, &[]).is_none());
    assert!(Key::from_spki_der(&libcrypto, b"no key").is_none());
    assert!(Key::from_private_der(&libcrypto, &[0x30, 0x82, 0xff, 0xff]).is_none());
    // Some versions look the name up only when a key is made.
    let unknown = Generator::new(&libcrypto, "P-257").and_then(|mut it| it.generate());
    assert!(unknown.is_none());
    assert!(Generator::new(&libcrypto, "P-\0").is_none());
}

#[test]
fn digests_of_any_length_are_signed_where_asked() {
    let Some(libcrypto) = loaded() else { return };
    let key = new_key(&libcrypto);
    let (mut any, mut strict) = (key.signer_of_any().expect("signer"), key.signer().expect("same"));
    let mut verifier = key.verifier_of_any().expect("verifier");
    for length in [1, 20, 32, 33, 64] {
        let (digest, mut out) = (vec![0x5a; length], [0u8; 80]);
        let written = any.sign(&digest, &mut out).expect("signed");
        assert!(verifier.verify(&digest, &out[..written]));
        assert!(!verifier.verify(&vec![0x5b; length], &out[..written]));
        assert_eq!(strict.sign(&digest, &mut out).is_some(), length == 32);
    }
}
