//! DSA with given nonces.

use crate::dsa::{PrivateKey, Signature};
use crate::hash::Digest;

/// Signs with a given big-endian nonce, and with any parameters; `None` for a nonce outside `1..q`
/// and for a zero half.
#[must_use]
pub fn sign_with_nonce_vartime(
    key: &PrivateKey,
    digest: &Digest,
    nonce: &[u8],
) -> Option<Signature> {
    key.sign_with_nonce_vartime(digest, nonce)
}
