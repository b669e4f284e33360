//! Signatures as documents hold them, into a buffer.

use super::Signature;
use crate::ecc::algorithm::Kind;
use crate::encode::signature;
use crate::error::BufferTooSmall;
use crate::names::MAX_ORDER_BYTES;

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
