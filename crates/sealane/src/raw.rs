//! The operations into the caller's buffers: no allocation and no panic on any input.
//!
//! The first operation of an algorithm makes the table of its generator, once per process, and that
//! allocates; [`prepare`] does it ahead of time. The types of [`crate::ecc::key`] are one thin
//! layer on this.

use crate::ecc::agree;
use crate::ecc::algorithm::Algorithm;
pub use crate::ecc::key::der::{MAX_DER_BYTES, signature_to_der};
use crate::ecc::key::{PrivateKey, PublicKey, Signature};
use crate::ecc::ops::{Message, SignOptions};
use crate::ecc::scheme::Scheme;
use crate::error::{BufferTooSmall, DecodeError, DeriveError, SignError};
use crate::hash::Digest;

/// Makes the tables of `algorithm`, so that the first operation costs no more than the others.
pub fn prepare(algorithm: Algorithm) {
    algorithm.ops().prepare();
}

/// Bytes of the tables of `algorithm`, which are made if they are not there yet.
pub fn table_bytes(algorithm: Algorithm) -> usize {
    algorithm.ops().table_bytes()
}

/// Writes the signature of a message, `r` then `s`, to the start of `out` and returns its bytes.
///
/// Errors: `BufferTooSmall` with the need, before anything is computed; those of
/// [`PrivateKey::sign`].
pub fn sign_into(
    key: &PrivateKey,
    message: &[u8],
    scheme: Scheme<'_>,
    options: impl Into<SignOptions>,
    out: &mut [u8],
) -> Result<usize, SignError> {
    sign_by(key, Message::Whole(message, scheme), options.into(), out)
}

/// Like [`sign_into`], for a digest: ECDSA, and Ed25519ph and Ed448ph for one of their own hash.
pub fn sign_digest_into(
    key: &PrivateKey,
    digest: &Digest,
    options: impl Into<SignOptions>,
    out: &mut [u8],
) -> Result<usize, SignError> {
    sign_by(key, Message::Digest(digest, None), options.into(), out)
}

fn sign_by(
    key: &PrivateKey,
    message: Message<'_>,
    options: SignOptions,
    out: &mut [u8],
) -> Result<usize, SignError> {
    let ops = key.algorithm().ops();
    let needed = 2 * key.algorithm().order_bytes();
    let slot = out.get_mut(..needed).ok_or(BufferTooSmall { needed })?;
    let [r, s] = key.halves_of(message, options)?;
    let (slot_r, slot_s) = slot.split_at_mut(needed / 2);
    ops.write_integer(&r, slot_r);
    ops.write_integer(&s, slot_s);
    Ok(needed)
}

/// Verifies `signature`, `r` then `s`, of a message under `key`.
///
/// Errors: those of [`Signature::from_bytes`]; `SigInvalid` for a signature that does not belong to
/// the message and the key by this scheme.
pub fn verify(
    key: &PublicKey,
    message: &[u8],
    scheme: Scheme<'_>,
    signature: &[u8],
) -> Result<(), DecodeError> {
    let signature = Signature::from_bytes(key.algorithm(), signature)?;
    key.verify(message, scheme, &signature).map_err(|_| DecodeError::SigInvalid)
}

/// Like [`verify`], for a digest: ECDSA, and Ed25519ph and Ed448ph for one of their own hash.
pub fn verify_digest(
    key: &PublicKey,
    digest: &Digest,
    signature: &[u8],
) -> Result<(), DecodeError> {
    let signature = Signature::from_bytes(key.algorithm(), signature)?;
    key.verify_digest(digest, &signature).map_err(|_| DecodeError::SigInvalid)
}

/// Writes the secret shared with `peer` to the start of `out` and returns its bytes: the `x` or `u`
/// coordinate of the product at full width. SP 800-56A, section 5.7.1.2; RFC 7748, section 6.
///
/// Errors: `Unsupported`; `KeyCurveMismatch`; `SmallOrder`; `BufferTooSmall` with the need.
pub fn derive_into(
    key: &PrivateKey,
    peer: &PublicKey,
    out: &mut [u8],
) -> Result<usize, DeriveError> {
    agree::derive_by(key.algorithm().ops(), key, peer, out)
}
