//! Keys: made, read, written, freed; the secret that two keys share.

use crate::raw::{self, Output};
use crate::status::{Outcome, Status, guarded};
use sealane::{Algorithm, DecodeError, Lengths, ecc};
use std::ffi::c_char;

/// A private key. Made by [`sealane_private_key_generate`] and its like, freed and wiped by
/// [`sealane_private_key_free`].
pub struct PrivateKey(pub(crate) sealane::PrivateKey);

/// A public key. Freed by [`sealane_public_key_free`].
#[derive(Debug)]
pub struct PublicKey(pub(crate) sealane::PublicKey);

/// Writes points compressed.
pub const SEALANE_COMPRESSED: u32 = 32;

/// The text of a PEM block. Errors: `InputPem` for what is no text.
fn pem_text(bytes: &[u8]) -> Result<&str, Status> {
    std::str::from_utf8(bytes).map_err(|_| DecodeError::PemEncoding.into())
}

/// The algorithm of a name.
///
/// Errors: `ArgumentNull`, `ArgumentText`, `NameUnknown`.
///
/// # Safety
///
/// A pointer that is not null must point at a text with a zero behind it.
unsafe fn named(algorithm: *const c_char) -> Result<Algorithm, Status> {
    // SAFETY: the caller's promise.
    Algorithm::from_name(unsafe { raw::text(algorithm) }?).ok_or(Status::NameUnknown)
}

/// The algorithm over a curve, of which keys are bytes alone. Errors: `KeyAlgorithm`.
fn over_curve(algorithm: Algorithm) -> Result<ecc::Algorithm, Status> {
    algorithm.curve().ok_or(Status::KeyAlgorithm)
}

/// Makes a key of a caller's bytes by `make`.
///
/// # Safety
///
/// `data` must point at `length` bytes, and `key` at a place for a pointer, if they are not null.
unsafe fn read<K>(
    data: *const u8,
    length: usize,
    key: *mut *mut K,
    make: impl FnOnce(&[u8]) -> Result<K, Status>,
) -> Status {
    // SAFETY: the caller's promise.
    guarded(|| unsafe { raw::put_new(key, || make(raw::bytes(data, length)?)) })
}

/// Puts out the bytes that `make` makes of a key.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `data` for as many bytes as `*length` says.
unsafe fn write<K, B: AsRef<[u8]>>(
    key: *const K,
    data: *mut u8,
    length: *mut usize,
    make: impl FnOnce(&K) -> Result<B, Status>,
) -> Status {
    guarded(|| {
        // SAFETY: the caller's promise.
        let (key, out) = unsafe { (raw::given(key)?, Output::new(data, length)?) };
        out.put(make(key)?.as_ref())
    })
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
            let algorithm = unsafe { named(algorithm) }?;
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
    let make =
        |der: &[u8]| Ok(PrivateKey(sealane::PrivateKey::from_pkcs8_der(der, Lengths::Current)?));
    // SAFETY: the caller's promise.
    unsafe { read(der, length, key, make) }
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
    let make = |text: &[u8]| {
        Ok(PrivateKey(sealane::PrivateKey::from_pem(pem_text(text)?, Lengths::Current)?))
    };
    // SAFETY: the caller's promise.
    unsafe { read(text, length, key, make) }
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
    // SAFETY: the caller's promise.
    unsafe { write(key, der, length, |key| Ok(key.0.to_pkcs8_der())) }
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
    // SAFETY: the caller's promise.
    unsafe { write(key, text, length, |key| Ok(key.0.to_pkcs8_pem())) }
}

/// Reads a private key over a curve from its bytes alone: a scalar, big-endian and as wide as the
/// group order, or the octets of RFC 8032 or RFC 7748.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`, `KEY_ALGORITHM`,
/// `KEY_LENGTH`, `KEY_RANGE`.
///
/// # Safety
///
/// `algorithm` must point at a text with a zero behind it, `data` at `length` bytes, and `key` at a
/// place for a pointer, if they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_from_bytes(
    algorithm: *const c_char,
    data: *const u8,
    length: usize,
    key: *mut *mut PrivateKey,
) -> Status {
    let make = |bytes: &[u8]| {
        // SAFETY: the caller's promise.
        let curve = over_curve(unsafe { named(algorithm) }?)?;
        Ok(PrivateKey(ecc::PrivateKey::from_bytes(curve, bytes)?.into()))
    };
    // SAFETY: the caller's promise.
    unsafe { read(data, length, key, make) }
}

/// Writes what [`sealane_private_key_from_bytes`] takes; lengths by query. The caller wipes it.
///
/// Returns `ARGUMENT_NULL`, `BUFFER_TOO_SMALL`, `KEY_ALGORITHM`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `data` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_private_key_to_bytes(
    key: *const PrivateKey,
    data: *mut u8,
    length: *mut usize,
) -> Status {
    let make = |key: &PrivateKey| match &key.0 {
        sealane::PrivateKey::Curve(key) => Ok(key.to_bytes()),
        _ => Err(Status::KeyAlgorithm),
    };
    // SAFETY: the caller's promise.
    unsafe { write(key, data, length, make) }
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
    let make =
        |der: &[u8]| Ok(PublicKey(sealane::PublicKey::from_spki_der(der, Lengths::Current)?));
    // SAFETY: the caller's promise.
    unsafe { read(der, length, key, make) }
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
    let make = |text: &[u8]| {
        Ok(PublicKey(sealane::PublicKey::from_pem(pem_text(text)?, Lengths::Current)?))
    };
    // SAFETY: the caller's promise.
    unsafe { read(text, length, key, make) }
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
    // SAFETY: the caller's promise.
    unsafe { write(key, der, length, |key| Ok(key.0.to_spki_der())) }
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
    // SAFETY: the caller's promise.
    unsafe { write(key, text, length, |key| Ok(key.0.to_spki_pem())) }
}

/// Reads a public key over a curve from its bytes alone: a point (SEC 1, section 2.3.4), compressed
/// or not, or the octets of RFC 8032 or RFC 7748.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`, `KEY_ALGORITHM`,
/// `KEY_LENGTH`, `KEY_ENCODING`, `KEY_POINT_INVALID`.
///
/// # Safety
///
/// `algorithm` must point at a text with a zero behind it, `data` at `length` bytes, and `key` at a
/// place for a pointer, if they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_from_bytes(
    algorithm: *const c_char,
    data: *const u8,
    length: usize,
    key: *mut *mut PublicKey,
) -> Status {
    let make = |bytes: &[u8]| {
        // SAFETY: the caller's promise.
        let curve = over_curve(unsafe { named(algorithm) }?)?;
        Ok(PublicKey(ecc::PublicKey::from_bytes(curve, bytes)?.into()))
    };
    // SAFETY: the caller's promise.
    unsafe { read(data, length, key, make) }
}

/// Writes what [`sealane_public_key_from_bytes`] takes, a point uncompressed without the flag
/// `SEALANE_COMPRESSED`; lengths by query.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_FLAGS`, `BUFFER_TOO_SMALL`, `KEY_ALGORITHM`.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `data` for as many bytes as `*length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_public_key_to_bytes(
    key: *const PublicKey,
    flags: u32,
    data: *mut u8,
    length: *mut usize,
) -> Status {
    let make = |key: &PublicKey| match &key.0 {
        _ if flags & !SEALANE_COMPRESSED != 0 => Err(Status::ArgumentFlags),
        sealane::PublicKey::Curve(key) => Ok(key.to_sec1(flags != 0)),
        _ => Err(Status::KeyAlgorithm),
    };
    // SAFETY: the caller's promise.
    unsafe { write(key, data, length, make) }
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
    // SAFETY: the caller's promise.
    unsafe { write(key, name.cast(), length, |key| Ok(format!("{}\0", key.0.algorithm()))) }
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
