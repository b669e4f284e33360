//! Key agreement into a buffer.

use crate::ecc::key::{PrivateKey, PublicKey};
use crate::ecc::ops::{Ops, Wide};
use crate::error::DeriveError;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Writes the secret shared with `peer` to the start of `out` and returns its bytes, by given
/// operations. Errors: as [`derive_into`](crate::raw::derive_into) has them.
pub(crate) fn derive_by(
    ops: &dyn Ops,
    key: &PrivateKey,
    peer: &PublicKey,
    out: &mut [u8],
) -> Result<usize, DeriveError> {
    check_pair(key, peer)?;
    let needed = key.algorithm().field_bytes();
    let slot = out.get_mut(..needed).ok_or(DeriveError::BufferTooSmall { needed })?;
    write_secret(ops, &ops.agree(&key.scalar, &peer.point)?, slot);
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
