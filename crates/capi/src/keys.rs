//! Keys: made, read, written, freed; the secret that two keys share.

use crate::raw::{self, Output};
use crate::status::{Outcome, Status, guarded};
use sealane::{Algorithm, DecodeError, Lengths};
use std::ffi::c_char;

/// A private key. Made by [`sealane_private_key_generate`] and its like, freed and wiped by
/// [`sealane_private_key_free`].
pub struct PrivateKey(pub(crate) sealane::PrivateKey);

/// A public key. Freed by [`sealane_public_key_free`].
#[derive(Debug)]
pub struct PublicKey(pub(crate) sealane::PublicKey);

/// The text of a PEM block. Errors: `InputPem` for what is no text.
fn pem_text(bytes: &[u8]) -> Result<&str, Status> {
    std::str::from_utf8(bytes).map_err(|_| DecodeError::PemEncoding.into())
}

/// Makes a fresh key of an algorithm by its name: `p256`, `ed25519`, `x25519`, `rsa3072`,
/// `mldsa65`.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`, `RANDOM`.
///
/// # Safety
///
/// `algorithm` must point at a text with a zero behind it, and `key` at a place for a pointer, if
/// they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_generate(
    algorithm: *const c_char,
    key: *mut *mut PrivateKey,
) -> Status {
    guarded(|| {
        let make = || {
            // SAFETY: the caller's promise.
            let name = unsafe { raw::text(algorithm) }?;
            let algorithm = Algorithm::from_name(name).ok_or(Status::NameUnknown)?;
            Ok(PrivateKey(sealane::PrivateKey::generate(algorithm)?))
        };
        // SAFETY: the caller's promise.
        unsafe { raw::put_new(key, make) }
    })
}

/// Reads a private key from an unencrypted PKCS#8 document in DER.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys.
///
/// # Safety
///
/// `der` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_from_der(
    der: *const u8,
    length: usize,
    key: *mut *mut PrivateKey,
) -> Status {
    guarded(|| {
        let make = || {
            // SAFETY: the caller's promise.
            let der = unsafe { raw::bytes(der, length) }?;
            Ok(PrivateKey(sealane::PrivateKey::from_pkcs8_der(der, Lengths::Current)?))
        };
        // SAFETY: the caller's promise.
        unsafe { raw::put_new(key, make) }
    })
}

/// Reads a private key from the one PEM block of a text: `PRIVATE KEY`, `EC PRIVATE KEY`,
/// `RSA PRIVATE KEY` or `DSA PRIVATE KEY`. The text needs no zero behind it.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys and of PEM.
///
/// # Safety
///
/// `text` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_from_pem(
    text: *const u8,
    length: usize,
    key: *mut *mut PrivateKey,
) -> Status {
    guarded(|| {
        let make = || {
            // SAFETY: the caller's promise.
            let text = pem_text(unsafe { raw::bytes(text, length) }?)?;
            Ok(PrivateKey(sealane::PrivateKey::from_pem(text, Lengths::Current)?))
        };
        // SAFETY: the caller's promise.
        unsafe { raw::put_new(key, make) }
    })
}

/// Writes a private key as a PKCS#8 document in DER; lengths by query. The caller wipes it.
///
/// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `der` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_to_der(
    key: *const PrivateKey,
    der: *mut u8,
    length: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (key, out) = unsafe { (raw::given(key)?, Output::new(der, length)?) };
        out.put(&key.0.to_pkcs8_der())
    })
}

/// Writes a private key as the PEM block `PRIVATE KEY`, without a zero behind it; lengths by query.
/// The caller wipes it.
///
/// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `text` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_to_pem(
    key: *const PrivateKey,
    text: *mut u8,
    length: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (key, out) = unsafe { (raw::given(key)?, Output::new(text, length)?) };
        out.put(key.0.to_pkcs8_pem().as_bytes())
    })
}

/// Makes the public key that belongs to a private one.
///
/// Returns `ARGUMENT_NULL`.
///
/// # Safety
///
/// `key` must be one that is not freed yet, and `public_key` point at a place for a pointer, if
/// they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_public_key(
    key: *const PrivateKey,
    public_key: *mut *mut PublicKey,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        unsafe { raw::put_new(public_key, || Ok(PublicKey(raw::given(key)?.0.public_key()))) }
    })
}

/// Frees and wipes a private key; nothing for a null pointer.
///
/// # Safety
///
/// `key` must be one that is not freed yet, and that no call uses, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_free(key: *mut PrivateKey) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(key) }
}

/// Reads a public key from a SubjectPublicKeyInfo in DER.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys.
///
/// # Safety
///
/// `der` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_from_der(
    der: *const u8,
    length: usize,
    key: *mut *mut PublicKey,
) -> Status {
    guarded(|| {
        let make = || {
            // SAFETY: the caller's promise.
            let der = unsafe { raw::bytes(der, length) }?;
            Ok(PublicKey(sealane::PublicKey::from_spki_der(der, Lengths::Current)?))
        };
        // SAFETY: the caller's promise.
        unsafe { raw::put_new(key, make) }
    })
}

/// Reads a public key from the one PEM block of a text: `PUBLIC KEY` or `RSA PUBLIC KEY`. The text
/// needs no zero behind it.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, and the statuses of keys and of PEM.
///
/// # Safety
///
/// `text` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_from_pem(
    text: *const u8,
    length: usize,
    key: *mut *mut PublicKey,
) -> Status {
    guarded(|| {
        let make = || {
            // SAFETY: the caller's promise.
            let text = pem_text(unsafe { raw::bytes(text, length) }?)?;
            Ok(PublicKey(sealane::PublicKey::from_pem(text, Lengths::Current)?))
        };
        // SAFETY: the caller's promise.
        unsafe { raw::put_new(key, make) }
    })
}

/// Writes a public key as a SubjectPublicKeyInfo in DER; lengths by query.
///
/// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `der` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_to_der(
    key: *const PublicKey,
    der: *mut u8,
    length: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (key, out) = unsafe { (raw::given(key)?, Output::new(der, length)?) };
        out.put(&key.0.to_spki_der())
    })
}

/// Writes a public key as the PEM block `PUBLIC KEY`, without a zero behind it; lengths by query.
///
/// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `text` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_to_pem(
    key: *const PublicKey,
    text: *mut u8,
    length: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (key, out) = unsafe { (raw::given(key)?, Output::new(text, length)?) };
        out.put(key.0.to_spki_pem().as_bytes())
    })
}

/// Writes the name of a key's algorithm, `p256` for one, with a zero behind it; lengths by query.
///
/// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `name` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_algorithm(
    key: *const PublicKey,
    name: *mut c_char,
    length: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (key, out) = unsafe { (raw::given(key)?, Output::new(name.cast(), length)?) };
        out.put(format!("{}\0", key.0.algorithm()).as_bytes())
    })
}

/// Frees a public key; nothing for a null pointer.
///
/// # Safety
///
/// `key` must be one that is not freed yet, and that no call uses, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_free(key: *mut PublicKey) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(key) }
}

/// Computes the secret that a private key shares with another's public key: ECDH, X25519, X448, as
/// many bytes as the field has. Lengths by query. The caller wipes it.
///
/// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`, `DERIVE_UNSUPPORTED`, `KEY_CURVE_MISMATCH`,
/// `PEER_LOW_ORDER`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `secret` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_derive(
    key: *const PrivateKey,
    peer: *const PublicKey,
    secret: *mut u8,
    length: *mut usize,
) -> Status {
    guarded(|| -> Outcome {
        // SAFETY: the caller's promise.
        let (key, peer) = unsafe { (raw::given(key)?, raw::given(peer)?) };
        // SAFETY: the caller's promise.
        let out = unsafe { Output::new(secret, length) }?;
        out.put(key.0.derive(&peer.0)?.as_bytes())
    })
}
