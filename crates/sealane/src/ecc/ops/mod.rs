//! The operations on keys whose algorithm is known at run time only: plain integers in, plain
//! integers out.
//!
//! A key holds its integers as [`Wide`] words. Each algorithm has one object with the trait
//! [`Ops`], behind which its curve's types begin; the table of algorithms is where a name meets
//! them. No allocation, no panic on any input.

#[cfg_attr(not(feature = "edwards-curves"), allow(dead_code))]
pub(crate) mod edwards;
pub(crate) mod group;
#[cfg(feature = "test-hooks")]
pub(crate) mod hooks;
mod inverse;
#[cfg(feature = "lanes")]
pub(crate) mod lanes;
#[cfg_attr(not(feature = "edwards-curves"), allow(dead_code))]
pub(crate) mod montgomery;
#[cfg_attr(not(feature = "short-curves"), allow(dead_code))]
pub(crate) mod short;

use crate::ecc::algorithm::{Algorithm, Kind};
use crate::ecc::scheme::Scheme;
use crate::ecc::trial::Trial;
use crate::error::{DecodeError, DeriveError, SignError};
use crate::group::plan::Plan;
use crate::hash::Digest;
use crate::names::MAX_FIELD_BYTES;
use crate::nonce::Hedge;
pub(crate) use crate::nonce::{Nonces, SignOptions};
use alloc::boxed::Box;
use core::any::Any;
use group::{AgreeJob, SignJob, VerifyJob};
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Words enough for an integer of any curve, little-endian.
pub(crate) type Wide = [u64; 9];

/// The most bytes a public key has outside a document: an uncompressed point of P-521.
pub(crate) const MAX_PUBLIC_BYTES: usize = 1 + 2 * MAX_FIELD_BYTES;

/// What is signed.
#[derive(Clone, Copy)]
pub(crate) enum Message<'a> {
    /// A message, by a scheme.
    Whole(&'a [u8], Scheme<'a>),
    /// The digest of one; for EdDSA, with its context.
    Digest(&'a Digest, Option<&'a [u8]>),
}

impl Message<'_> {
    /// Whether it is signed by ECDSA, if by anything.
    pub(crate) fn is_ecdsa(&self) -> bool {
        matches!(self, Self::Whole(_, Scheme::Ecdsa(_)) | Self::Digest(_, None))
    }
}

/// Whether a signature by a key of `algorithm` takes fresh random bytes: the schemes of EdDSA take
/// none.
pub(crate) fn hedges(options: SignOptions, algorithm: Algorithm) -> bool {
    options.nonces == Nonces::Hedged && algorithm.kind() == Kind::Weierstrass
}

/// Multiples of a public key, for verifications in lanes.
pub(crate) struct KeyTable {
    /// What it takes.
    pub(crate) bytes: usize,
    /// The comb of a curve and a machine.
    #[cfg_attr(not(feature = "lanes"), expect(dead_code, reason = "lanes alone read it"))]
    pub(crate) comb: Box<dyn Any + Send + Sync>,
}

/// What an algorithm can do.
///
/// Private integers and public points are right by construction wherever they stand as arguments:
/// the functions that make them see to it. What they are is each algorithm's own: a scalar in
/// `1..n` and a finite point, a seed and an affine point, a string and `u`.
pub(crate) trait Ops: Sync {
    /// Makes the tables.
    fn prepare(&self);
    /// Returns the bytes of the tables, which it makes.
    fn table_bytes(&self) -> usize;
    /// Returns the plans of builds with small, usual and large tables.
    fn table_plans(&self) -> [Plan; 3];
    /// Makes a table by another plan, with room for `slots` products.
    fn table(&self, plan: Plan, slots: usize) -> Box<dyn Trial>;
    /// Returns a private integer, given its bytes. Errors: `KeyLength`, `KeyRange`.
    fn private_from_bytes(&self, bytes: &[u8]) -> Result<Secret<Wide>, DecodeError>;
    /// Returns the private integer that random bytes stand for, as many as a private key of the
    /// algorithm has; `None` where they stand for none and others are to be drawn.
    fn private_of_random(&self, random: &[u8]) -> Option<Secret<Wide>>;
    /// Returns the public point of a private integer. Constant-time.
    fn public_of(&self, private: &Secret<Wide>) -> [Wide; 2];
    /// Returns the point of an encoding. Errors: `KeyEncoding` or, where there is one form only,
    /// `KeyLength` for a length or a form that is none;
    /// `KeyPointInvalid` for a coordinate at or above the prime, for one that no point has and for
    /// a point off the curve. Variable-time: the point is public.
    fn public_from_bytes(
        &self,
        algorithm: Algorithm,
        bytes: &[u8],
    ) -> Result<[Wide; 2], DecodeError>;
    /// Writes the encoding of a point to the start of `out`, compressed if there are two, and
    /// returns its bytes.
    fn write_public(
        &self,
        public: &[Wide; 2],
        compressed: bool,
        out: &mut [u8; MAX_PUBLIC_BYTES],
    ) -> usize;
    /// Writes an integer as private keys, signatures and secrets of this algorithm hold it; it
    /// fills `out`.
    fn write_integer(&self, integer: &Wide, out: &mut [u8]);
    /// Returns both halves of a signature. Constant-time in the key and the nonce. Errors:
    /// `Unsupported`, `ContextLength`.
    ///
    /// `hedge` are fresh random bytes for the nonce, or nothing where it is to be deterministic; it
    /// is not read where the scheme has no such choice.
    fn sign(
        &self,
        private: &Secret<Wide>,
        public: &[Wide; 2],
        message: Message<'_>,
        hedge: Option<&Hedge>,
    ) -> Result<[Wide; 2], SignError>;
    /// Returns whether the halves sign the message; not, if the scheme is another algorithm's.
    /// Variable-time: all is public.
    fn verify(&self, public: &[Wide; 2], message: Message<'_>, signature: &[Wide; 2]) -> bool;
    /// Returns the integers of a signature's halves if they are in range, each as wide as the
    /// algorithm has them. Errors: `SigInvalid`, `SigUnsupported`. Variable-time: it is public.
    fn signature_halves(&self, r: &[u8], s: &[u8]) -> Result<[Wide; 2], DecodeError>;
    /// Like [`Ops::signature_halves`], for the ranges of BIP 340. Errors: also `SigUnsupported`,
    /// for an algorithm without that scheme.
    fn bip340_halves(&self, _: &[u8], _: &[u8]) -> Result<[Wide; 2], DecodeError> {
        Err(DecodeError::SigUnsupported)
    }
    /// Returns the lower of `s` and `n - s`; `s` itself, if the algorithm has no two right ones.
    /// Variable-time: it is public.
    fn low_s(&self, s: &Wide) -> Wide;
    /// Returns the secret shared with a peer. Constant-time in the private integer. Errors:
    /// `Unsupported`, `SmallOrder`.
    fn agree(&self, private: &Secret<Wide>, peer: &[Wide; 2]) -> Result<Secret<Wide>, DeriveError>;
    /// Like [`Ops::public_of`], for each of a group. See [`group`] for the four of this kind.
    fn public_of_group(&self, privates: &[Secret<Wide>], out: &mut [[Wide; 2]]) {
        for (private, out) in privates.iter().zip(out) {
            *out = self.public_of(private);
        }
    }
    /// Like [`Ops::sign`], for each of a group.
    fn sign_group(&self, jobs: &[SignJob<'_>], out: &mut [Result<[Wide; 2], SignError>]) {
        for (job, out) in jobs.iter().zip(out) {
            *out = self.sign(job.private, job.public, job.message, job.hedge.as_ref());
        }
    }
    /// Like [`Ops::verify`], for each of a group.
    fn verify_group(&self, jobs: &[VerifyJob<'_>], out: &mut [bool]) {
        for (job, out) in jobs.iter().zip(out) {
            *out = self.verify(job.public, job.message, job.signature);
        }
    }
    /// Returns the bytes of a table of a public key, if batches have use for one.
    fn key_table_bytes(&self) -> Option<usize> {
        None
    }
    /// Makes it, from a point as public keys hold it.
    fn key_table(&self, _public: &[Wide; 2]) -> Option<KeyTable> {
        None
    }
    /// Like [`Ops::agree`], for each of a group.
    fn agree_group(&self, jobs: &[AgreeJob<'_>], out: &mut [Result<Secret<Wide>, DeriveError>]) {
        for (job, out) in jobs.iter().zip(out) {
            *out = self.agree(job.private, job.peer);
        }
    }
    /// What published vectors need and no user may have.
    #[cfg(feature = "test-hooks")]
    fn hooks(&self) -> Option<&dyn hooks::Hooks> {
        None
    }
}

/// Widens or narrows words; the dropped ones are zero by the caller's range checks.
pub(crate) fn fit<A: Words, B: Words>(from: &A) -> B {
    let mut to = B::ZERO;
    let n = A::LEN.min(B::LEN);
    to.as_mut()[..n].copy_from_slice(&from.as_ref()[..n]);
    to
}

/// Returns the secret integer of exactly `expected` little-endian bytes. Errors: `KeyLength`.
#[cfg_attr(not(feature = "edwards-curves"), allow(dead_code))]
fn octets(expected: usize, bytes: &[u8]) -> Result<Secret<Wide>, DecodeError> {
    if bytes.len() != expected {
        return Err(DecodeError::KeyLength { expected, got: bytes.len() });
    }
    Ok(Secret::new(sealane_arith::bytes::from_le_bytes(bytes)))
}

/// Returns a fresh private integer of an algorithm whose private keys have `width` bytes, by random
/// bytes that `fill` writes. Errors: its own.
pub(crate) fn generate(
    ops: &dyn Ops,
    width: usize,
    mut fill: impl FnMut(&mut [u8]) -> Result<(), SignError>,
) -> Result<Secret<Wide>, SignError> {
    let mut random = [0; size_of::<Wide>()];
    let random = &mut random[..width];
    loop {
        fill(random)?;
        let private = ops.private_of_random(random);
        random.zeroize();
        if let Some(private) = private {
            return Ok(private);
        }
    }
}
