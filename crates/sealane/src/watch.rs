//! The operations, telling a watcher where they are: for profiles.
//!
//! Each function does what its namesake in [`crate::ecc::key`] does, by the same text, on the
//! machine that runs, [`Watched`](sealane_arith::machine::Watched): phases tell `W` when they are
//! entered and left, so that they can be counted and timed. What a watcher does with secrets is its
//! own affair: it sees none. Nobody who does not name a watcher gets any of this code.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::generated::watched;
use crate::ecc::key::{PrivateKey, PublicKey, SharedSecret, Signature};
use crate::ecc::ops::{Message, SignOptions};
use crate::ecc::scheme::Scheme;
use crate::error::{BadSignature, DeriveError, SignError};
use crate::nonce::{fill_random, random_hedge};

#[cfg(feature = "parts")]
pub use crate::rsa::primitive::parts::Part as RsaPart;
pub use sealane_arith::machine::{Phase, Watcher};

/// Returns what `task` does, as the work of a phase.
pub fn span<W: Watcher, T>(phase: Phase, task: impl FnOnce() -> T) -> T {
    W::enter(phase);
    let result = core::hint::black_box(task());
    W::leave();
    result
}

/// Like [`PrivateKey::generate`].
pub fn generate<W: Watcher>(algorithm: Algorithm) -> Result<PrivateKey, SignError> {
    let fill = |out: &mut [u8]| span::<W, _>(Phase::Random, || fill_random(out));
    PrivateKey::generate_with(algorithm, watched::<W>(algorithm), fill)
}

/// Like [`PrivateKey::sign`].
pub fn sign<W: Watcher>(
    key: &PrivateKey,
    message: &[u8],
    scheme: Scheme<'_>,
    options: impl Into<SignOptions>,
) -> Result<Signature, SignError> {
    let hedge = || span::<W, _>(Phase::Random, random_hedge);
    let message = Message::Whole(message, scheme);
    key.sign_with(watched::<W>(key.algorithm()), message, options.into(), hedge)
}

/// Like [`PublicKey::verify`].
pub fn verify<W: Watcher>(
    key: &PublicKey,
    message: &[u8],
    scheme: Scheme<'_>,
    signature: &Signature,
) -> Result<(), BadSignature> {
    key.verify_with(watched::<W>(key.algorithm()), Message::Whole(message, scheme), signature)
}

/// Like [`PrivateKey::derive`].
pub fn derive<W: Watcher>(key: &PrivateKey, peer: &PublicKey) -> Result<SharedSecret, DeriveError> {
    key.derive_with(watched::<W>(key.algorithm()), peer)
}

/// Does a part of a private operation of RSA by itself, with numbers that any would do for.
#[cfg(feature = "parts")]
pub fn run_rsa_part(key: &crate::rsa::PrivateKey, part: RsaPart) {
    key.core().run_part(part);
}
