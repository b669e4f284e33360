//! ML-DSA with given random bytes.

use crate::mldsa::{MU_BYTES, PrivateKey};
use alloc::vec::Vec;
use sealane_arith::secret::Secret;

/// Signs the hash that stands for a message, hedged by the given random bytes.
#[must_use]
pub fn sign_with_random(key: &PrivateKey, mu: &[u8; MU_BYTES], random: &[u8; 32]) -> Vec<u8> {
    key.sign_by(mu, &Secret::new(*random))
}
