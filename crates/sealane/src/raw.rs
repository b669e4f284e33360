//! The operations into the caller's buffers: no allocation and no panic on any input.
//!
//! The first operation of an algorithm makes the table of its generator, once per process, and that
//! allocates; [`prepare`] does it ahead of time. The types of [`crate::ecc::key`] are one thin
//! layer on this.

use crate::ecc::algorithm::{Algorithm, Kind, MAX_ORDER_BYTES};
use crate::ecc::key::{PrivateKey, PublicKey, Signature};
use crate::ecc::ops::{Message, Ops, SignOptions, Wide};
use crate::ecc::scheme::Scheme;
use crate::encode::signature;
use crate::error::{BufferTooSmall, DecodeError, DeriveError, SignError};
use crate::hash::Digest;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

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
    let room = out.get_mut(..needed).ok_or(BufferTooSmall { needed })?;
    let [r, s] = key.halves_of(message, options)?;
    let (room_r, room_s) = room.split_at_mut(needed / 2);
    ops.write_integer(&r, room_r);
    ops.write_integer(&s, room_s);
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
    derive_by(key.algorithm().ops(), key, peer, out)
}

/// Like [`derive_into`], by given operations.
pub(crate) fn derive_by(
    ops: &dyn Ops,
    key: &PrivateKey,
    peer: &PublicKey,
    out: &mut [u8],
) -> Result<usize, DeriveError> {
    check_pair(key, peer)?;
    let needed = key.algorithm().field_bytes();
    let room = out.get_mut(..needed).ok_or(DeriveError::BufferTooSmall { needed })?;
    write_secret(ops, &ops.agree(&key.scalar, &peer.point)?, room);
    Ok(needed)
}

/// Says whether keys can be used with each other. Errors: `Unsupported`, `KeyCurveMismatch`.
pub(crate) fn check_pair(key: &PrivateKey, peer: &PublicKey) -> Result<(), DeriveError> {
    if !key.algorithm().derives() {
        return Err(DeriveError::Unsupported);
    }
    if key.algorithm() != peer.algorithm() {
        return Err(DeriveError::KeyCurveMismatch);
    }
    Ok(())
}

/// Writes a shared secret to `out`, which has its bytes.
pub(crate) fn write_secret(ops: &dyn Ops, secret: &Secret<Wide>, out: &mut [u8]) {
    let mut words = secret.reveal("a shared secret is the caller's own");
    ops.write_integer(&words, out);
    words.zeroize();
}

/// Writes the strict DER of `signature`, or the one form of an EdDSA signature, to the start of
/// `out` and returns its bytes, at most [`MAX_DER_BYTES`].
pub fn signature_to_der(signature: &Signature, out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    let algorithm = signature.algorithm();
    let width = algorithm.order_bytes();
    let mut halves = [[0; MAX_ORDER_BYTES]; 2];
    for (half, value) in halves.iter_mut().zip(&signature.halves) {
        algorithm.ops().write_integer(value, &mut half[..width]);
    }
    let (r, s) = (&halves[0][..width], &halves[1][..width]);
    match algorithm.kind() {
        Kind::Weierstrass => signature::to_der(r, s, out),
        _ => signature::to_fixed(r, s, out),
    }
}

/// The most bytes the DER of any signature has.
pub const MAX_DER_BYTES: usize = signature::max_der_bytes(MAX_ORDER_BYTES);
