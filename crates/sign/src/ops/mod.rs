//! The operations on keys whose algorithm is known at run time only: plain integers in, plain
//! integers out.
//!
//! A key holds its integers as [`Wide`] words. Each algorithm has one object with the trait
//! [`Ops`], behind which its curve's types begin; the table of algorithms is where a name meets
//! them. No allocation, no panic on any input.

pub(crate) mod short;

use crate::encode::sec1_point::PointBytes;
use crate::error::{DecodeError, SignError};
use crate::hash::Digest;
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;

/// Words enough for an integer of any curve, little-endian.
pub(crate) type Wide = [u64; 9];

/// How the nonce of a signature is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nonces {
    /// RFC 6979 with 32 fresh random bytes mixed in (its section 3.6). Neither a broken random
    /// generator nor a fault that repeats a computation makes two signatures share a nonce.
    #[default]
    Hedged,
    /// RFC 6979 as it stands: the same message gives the same signature.
    Deterministic,
}

/// What an algorithm can do. Private scalars are in `1..n` and points are on the curve and not
/// infinity, wherever they stand as arguments: the functions that make them see to it.
pub(crate) trait Ops: Sync {
    /// Makes the tables.
    fn prepare(&self);
    /// Returns the bytes of the tables, which it makes.
    fn table_bytes(&self) -> usize;
    /// Returns a private scalar, given its big-endian bytes. Errors: `KeyLength`, `KeyRange`.
    fn scalar_from_bytes(&self, scalar: &[u8]) -> Result<Secret<Wide>, DecodeError>;
    /// Returns a fresh private scalar. Errors: `Random`.
    fn generate_scalar(&self) -> Result<Secret<Wide>, SignError>;
    /// Returns the public point of a private scalar. Constant-time.
    fn public_point(&self, scalar: &Secret<Wide>) -> [Wide; 2];
    /// Returns the point of an encoding. Errors: `KeyPointInvalid` for a coordinate at or above the
    /// prime, for an `x` that no point has and for a point off the curve. Variable-time: the point
    /// is public.
    fn point(&self, encoding: &PointBytes<'_>) -> Result<[Wide; 2], DecodeError>;
    /// Returns `r` and `s` of the ECDSA signature of a digest. Constant-time in the key and the
    /// nonce.
    fn ecdsa_sign(
        &self,
        scalar: &Secret<Wide>,
        digest: &Digest,
        nonces: Nonces,
    ) -> Result<[Wide; 2], SignError>;
    /// Returns whether `r` and `s`, both in `1..n`, sign the digest. Variable-time: all is public.
    fn ecdsa_verify(&self, point: &[Wide; 2], digest: &Digest, signature: &[Wide; 2]) -> bool;
    /// Returns the integer of big-endian bytes if it is in `1..n`. Variable-time: it is public.
    fn signature_half(&self, half: &[u8]) -> Option<Wide>;
    /// Returns the lower of `s`, in `1..n`, and `n - s`. Variable-time: it is public.
    fn low_s(&self, s: &Wide) -> Wide;
    /// Returns the shared `x` of a private scalar and a peer's point. Constant-time in the scalar.
    fn ecdh(&self, scalar: &Secret<Wide>, peer: &[Wide; 2]) -> Secret<Wide>;
    /// What published vectors need and no user may have.
    #[cfg(feature = "test-hooks")]
    fn hooks(&self) -> &dyn crate::hooks::Hooks;
}

/// Widens or narrows words; the dropped ones are zero by the caller's range checks.
pub(crate) fn fit<A: Words, B: Words>(from: &A) -> B {
    let mut to = B::ZERO;
    let n = A::LEN.min(B::LEN);
    to.as_mut()[..n].copy_from_slice(&from.as_ref()[..n]);
    to
}
