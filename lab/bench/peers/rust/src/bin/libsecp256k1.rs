//! libsecp256k1 by its C calls with one context, randomised once, as a C program uses it.
//!
//! The crate's own calls randomise their context again after every secret operation, which halves
//! keygen and sign: the rows of those are `keygen-crate` and `sign-crate`. An agreement hashes the
//! point with SHA-256, as the library does by default.

use peers::{Bench, digests, hex, pair, sample};
use secp256k1::{Message, PublicKey, Secp256k1, SecretKey, ecdh, ecdsa, ffi, rand};
use std::ptr::null;

const ECDSA: &str = "ecdsa-secp256k1";

fn main() {
    let version = format!("libsecp256k1 of crate secp256k1 {}", env!("PEER_VERSION"));
    let bench = Bench::new(&version);
    let raw = digests();
    let messages: Vec<Message> = raw.iter().map(|it| Message::from_digest(*it)).collect();
    let mut random = rand::rng();
    let mut owner = Secp256k1::new();
    owner.randomize(&mut random);
    let context = owner.ctx().as_ptr().cast_const();
    let key = SecretKey::new(&mut random);
    let scalar = key.to_secret_bytes();
    let public = PublicKey::from_secret_key(&key);
    let bytes = public.serialize_uncompressed();

    let made = bench.op(ECDSA, "keygen", |_| {
        let scalar = SecretKey::new(&mut rand::rng()).to_secret_bytes();
        // SAFETY: an empty place, filled by the call below.
        let mut out = unsafe { ffi::PublicKey::new() };
        // SAFETY: the context lives, and the places have the lengths the call wants.
        let done = unsafe { ffi::secp256k1_ec_pubkey_create(context, &mut out, scalar.as_ptr()) };
        assert_eq!(done, 1);
        (scalar, out)
    });
    if let Some((_, (scalar, point))) = made {
        let point = PublicKey::from(point).serialize_uncompressed();
        pair(ECDSA, "keygen", &point, Some(&scalar));
    }
    let signed = bench.op(ECDSA, "sign", |i| {
        // SAFETY: as above.
        let mut out = unsafe { ffi::Signature::new() };
        // SAFETY: a constant of the library.
        let nonces = unsafe { ffi::secp256k1_nonce_function_rfc6979 };
        let (digest, key) = (raw[i].as_ptr(), scalar.as_ptr());
        // SAFETY: as above; the nonces are the library's own.
        let done =
            unsafe { ffi::secp256k1_ecdsa_sign(context, &mut out, digest, key, nonces, null()) };
        assert_eq!(done, 1);
        out
    });
    let shown = |op: &str, i: usize, signature: &ecdsa::Signature| {
        let output = format!("raw:{}", hex(&signature.serialize_compact()));
        sample(ECDSA, op, &bytes, &format!("digest:{}", hex(&raw[i])), &output);
    };
    if let Some((i, signature)) = signed {
        shown("sign", i, &ecdsa::Signature::from(signature));
    }
    let signatures: Vec<_> = messages.iter().map(|it| ecdsa::sign(*it, &key)).collect();
    let verify = |m: usize, s: usize| ecdsa::verify(&signatures[s], messages[m], &public).is_ok();
    if let Some(i) = bench.verify(ECDSA, verify) {
        shown("verify", i, &signatures[i]);
    }
    let new = |_| {
        let key = SecretKey::new(&mut rand::rng());
        (PublicKey::from_secret_key(&key), key)
    };
    if let Some((_, (public, key))) = bench.op(ECDSA, "keygen-crate", new) {
        let point = public.serialize_uncompressed();
        pair(ECDSA, "keygen-crate", &point, Some(&key.to_secret_bytes()));
    }
    let sign = |i: usize| ecdsa::sign(messages[i], &key);
    if let Some((i, signature)) = bench.op(ECDSA, "sign-crate", sign) {
        shown("sign-crate", i, &signature);
    }
    agreement(&bench, &key, &new(0).0);
}

fn agreement(bench: &Bench, key: &SecretKey, other: &PublicKey) {
    let agree = |_| ecdh::SharedSecret::new(other, key);
    if let Some((_, secret)) = bench.op("ecdh-secp256k1", "derive", agree) {
        let output = format!("sha256:{}", hex(&secret.to_secret_bytes()));
        let public = other.serialize_uncompressed();
        sample("ecdh-secp256k1", "derive", &public, &hex(&key.to_secret_bytes()), &output);
    }
}
