//! The operations into the caller's buffers: no allocation and no panic on any input.
//!
//! The first operation of an algorithm makes the table of its generator, once per process, and that
//! allocates; [`prepare`] does it ahead of time. The types of [`crate::key`] are one thin layer on
//! this.

use crate::algorithm::{Algorithm, MAX_ORDER_BYTES};
use crate::encode::signature;
use crate::error::{BufferTooSmall, DecodeError, DeriveError, SignError};
use crate::hash::Digest;
use crate::key::{PrivateKey, PublicKey, Signature};
use crate::ops::{Nonces, Ops};
use sealane_arith::bytes;

/// Makes the tables of `algorithm`, so that the first operation costs no more than the others.
pub fn prepare(algorithm: Algorithm) {
    algorithm.ops().prepare();
}

/// Bytes of the tables of `algorithm`, which are made if they are not there yet.
pub fn table_bytes(algorithm: Algorithm) -> usize {
    algorithm.ops().table_bytes()
}

/// Writes the signature of `digest`, `r` then `s`, to the start of `out` and returns its bytes.
///
/// Errors: `BufferTooSmall` with the need, before anything is computed; `Random`.
pub fn sign_digest_into(
    key: &PrivateKey,
    digest: &Digest,
    nonces: Nonces,
    out: &mut [u8],
) -> Result<usize, SignError> {
    let needed = 2 * key.algorithm().order_bytes();
    let room = out.get_mut(..needed).ok_or(BufferTooSmall { needed })?;
    let [r, s] = key.algorithm().ops().ecdsa_sign(&key.scalar, digest, nonces)?;
    let (room_r, room_s) = room.split_at_mut(needed / 2);
    bytes::to_be_bytes(&r, room_r);
    bytes::to_be_bytes(&s, room_s);
    Ok(needed)
}

/// Verifies `signature`, `r` then `s`, of `digest` under `key`.
///
/// Errors: those of [`Signature::from_bytes`]; `SigInvalid` for a signature that does not belong to
/// the digest and the key.
pub fn verify_digest(
    key: &PublicKey,
    digest: &Digest,
    signature: &[u8],
) -> Result<(), DecodeError> {
    let signature = Signature::from_bytes(key.algorithm(), signature)?;
    let good = key.algorithm().ops().ecdsa_verify(&key.point, digest, &signature.halves);
    if good { Ok(()) } else { Err(DecodeError::SigInvalid) }
}

/// Writes the secret shared with `peer` to the start of `out` and returns its bytes: the `x`
/// coordinate of the product at full width. SP 800-56A, section 5.7.1.2.
///
/// Errors: `KeyCurveMismatch`; `BufferTooSmall` with the need.
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
    if key.algorithm() != peer.algorithm() {
        return Err(DeriveError::KeyCurveMismatch);
    }
    let needed = key.algorithm().field_bytes();
    let room = out.get_mut(..needed).ok_or(DeriveError::BufferTooSmall { needed })?;
    let x = ops.ecdh(&key.scalar, &peer.point);
    bytes::to_be_bytes(&x.reveal("a shared secret is the caller's own"), room);
    Ok(needed)
}

/// Writes the strict DER of `signature` to the start of `out` and returns its bytes, at most
/// [`MAX_DER_BYTES`].
pub fn signature_to_der(signature: &Signature, out: &mut [u8]) -> Result<usize, BufferTooSmall> {
    let width = signature.algorithm().order_bytes();
    let mut halves = [[0; MAX_ORDER_BYTES]; 2];
    for (half, value) in halves.iter_mut().zip(&signature.halves) {
        bytes::to_be_bytes(value, &mut half[..width]);
    }
    signature::to_der(&halves[0][..width], &halves[1][..width], out)
}

/// The most bytes the DER of any signature has.
pub const MAX_DER_BYTES: usize = signature::max_der_bytes(MAX_ORDER_BYTES);
