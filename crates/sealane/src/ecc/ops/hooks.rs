//! What published vectors need of an algorithm and no user may have: see [`hooks`](crate::hooks).

use super::Wide;
use crate::hash::Digest;
use crate::nonce::HEDGE_BYTES;
use alloc::vec::Vec;
use sealane_arith::secret::Secret;

/// The random bytes of a hedged nonce.
pub type Hedge = [u8; HEDGE_BYTES];

/// The hooks of one algorithm, behind the functions of that module.
pub(crate) trait Hooks {
    /// `None` also where nonces are no scalars of ECDSA.
    fn sign_once(
        &self,
        _scalar: &Secret<Wide>,
        _nonce: &Secret<Wide>,
        _digest: &Digest,
    ) -> Option<[Wide; 2]> {
        None
    }
    /// Like [`Hooks::sign_once`].
    fn nonce(&self, _: &Secret<Wide>, _: &Digest, _: Option<&Hedge>) -> Option<Vec<u8>> {
        None
    }
    fn point_mul(&self, point: &[Wide; 2], k: &[u8]) -> Vec<u8>;
    fn field_eval(&self, order: bool, x: &[u8], adds: usize) -> FieldProgram;
}

/// What a field program gives: element `j` of the lists is for `x 2^j`.
pub struct FieldProgram {
    /// `(x 2^j)^2`.
    pub sqr_after_adds: Vec<Vec<u8>>,
    /// `x 2^j x`.
    pub mul_after_adds: Vec<Vec<u8>>,
    /// `x - 2x`.
    pub sub: Vec<u8>,
    /// `-x`.
    pub neg: Vec<u8>,
    /// `1/x`, 0 for 0.
    pub inv: Vec<u8>,
}
