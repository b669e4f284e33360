//! Many operations over curves in one call: keys, curves, hashes and schemes mixed as they come.
//!
//! Every item has a result of its own, in the order of the items, and it is the one that the single
//! operation gives: [`PrivateKey::sign`], [`PublicKey::verify`], [`PrivateKey::generate`] and
//! [`PrivateKey::derive`]. An item that is refused harms none beside it. No item is not an error.
//!
//! ```
//! use sealane::ecc::batch::{SignItem, VerifyItem, sign_batch, verify_batch};
//! use sealane::ecc::{Algorithm, PrivateKey, Scheme};
//! use sealane::{Hash, Nonces};
//!
//! let p256 = PrivateKey::generate(Algorithm::EcP256)?;
//! let ed25519 = PrivateKey::generate(Algorithm::Ed25519)?;
//! let ecdsa = Scheme::Ecdsa(Hash::Sha256);
//!
//! let signed = sign_batch(&[
//!     SignItem::new(&p256, b"one", ecdsa, Nonces::Hedged),
//!     SignItem::new(&ed25519, b"two", ecdsa, Nonces::Hedged), // Another algorithm's scheme.
//!     SignItem::new(&p256, b"three", ecdsa, Nonces::Hedged),
//! ]);
//! assert!(signed[0].is_ok() && signed[1].is_err() && signed[2].is_ok());
//!
//! let (one, three) = (signed[0].as_ref().unwrap(), signed[2].as_ref().unwrap());
//! let verdicts = verify_batch(&[
//!     VerifyItem::new(p256.public_key(), b"one", ecdsa, one),
//!     VerifyItem::new(p256.public_key(), b"one", ecdsa, three),
//! ]);
//! assert!(verdicts[0].is_ok() && verdicts[1].is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Verification decides each signature for itself: there is no equation of several signatures at
//! once, whose verdicts would be right with some probability only.
//!
//! # Memory and order
//!
//! A batch allocates its results, eight bytes an item to sort them by algorithm, 32 bytes for each
//! hedged nonce, and a fixed amount for the group of items that is being worked on; nothing grows
//! with the messages. The random bytes of all hedged nonces are drawn in one call. What is secret
//! is wiped. The time of a batch tells how many items of which algorithm, scheme and hash it has,
//! which are public, and of verifications what single ones tell.
//!
//! # Threads
//!
//! A batch runs on the thread that calls. With the feature `rayon`, `Batch::threads` spreads it
//! over threads; results are the same.

mod derive;
mod keygen;
pub(crate) mod keys;
mod sign;
mod verify;
mod work;

use crate::ecc::algorithm::Algorithm;
use crate::ecc::key::{PrivateKey, PublicKey, SharedSecret, Signature};
use crate::ecc::ops::{Message, SignOptions};
use crate::ecc::scheme::Scheme;
use crate::error::{BadSignature, DeriveError, SignError};
use crate::hash::Digest;
use alloc::vec::Vec;

pub use keys::KeyTables;

/// One signature to be made.
#[derive(Clone, Copy)]
pub struct SignItem<'a> {
    key: &'a PrivateKey,
    message: Message<'a>,
    options: SignOptions,
}

impl<'a> SignItem<'a> {
    /// Of a message, as [`PrivateKey::sign`] has it.
    #[must_use]
    pub fn new(
        key: &'a PrivateKey,
        message: &'a [u8],
        scheme: Scheme<'a>,
        options: impl Into<SignOptions>,
    ) -> Self {
        Self { key, message: Message::Whole(message, scheme), options: options.into() }
    }

    /// Of a digest, as [`PrivateKey::sign_digest`] has it.
    #[must_use]
    pub fn of_digest(
        key: &'a PrivateKey,
        digest: &'a Digest,
        options: impl Into<SignOptions>,
    ) -> Self {
        Self { key, message: Message::Digest(digest, None), options: options.into() }
    }

    /// Of a digest, as [`PrivateKey::sign_digest_with_context`] has it.
    #[must_use]
    pub fn of_digest_with_context(
        key: &'a PrivateKey,
        digest: &'a Digest,
        context: &'a [u8],
        options: impl Into<SignOptions>,
    ) -> Self {
        Self { key, message: Message::Digest(digest, Some(context)), options: options.into() }
    }
}

/// One signature to be verified.
#[derive(Clone, Copy)]
pub struct VerifyItem<'a> {
    key: &'a PublicKey,
    message: Message<'a>,
    signature: &'a Signature,
}

impl<'a> VerifyItem<'a> {
    /// Of a message, as [`PublicKey::verify`] has it.
    #[must_use]
    pub fn new(
        key: &'a PublicKey,
        message: &'a [u8],
        scheme: Scheme<'a>,
        signature: &'a Signature,
    ) -> Self {
        Self { key, message: Message::Whole(message, scheme), signature }
    }

    /// Of a digest, as [`PublicKey::verify_digest`] has it.
    #[must_use]
    pub fn of_digest(key: &'a PublicKey, digest: &'a Digest, signature: &'a Signature) -> Self {
        Self { key, message: Message::Digest(digest, None), signature }
    }

    /// Of a digest, as [`PublicKey::verify_digest_with_context`] has it.
    #[must_use]
    pub fn of_digest_with_context(
        key: &'a PublicKey,
        digest: &'a Digest,
        context: &'a [u8],
        signature: &'a Signature,
    ) -> Self {
        Self { key, message: Message::Digest(digest, Some(context)), signature }
    }
}

/// Signs each item. Errors of an item: those of [`PrivateKey::sign`].
#[must_use]
pub fn sign_batch(items: &[SignItem<'_>]) -> Vec<Result<Signature, SignError>> {
    Batch::new().sign(items)
}

/// Verifies each item. Variable-time: all is public.
#[must_use]
pub fn verify_batch(items: &[VerifyItem<'_>]) -> Vec<Result<(), BadSignature>> {
    Batch::new().verify(items)
}

/// Makes a fresh key of each algorithm.
///
/// ```
/// use sealane::ecc::{Algorithm, keygen_batch};
///
/// let keys = keygen_batch(&[Algorithm::EcP256; 64]);
/// assert!(keys.iter().all(Result::is_ok));
/// ```
///
/// Errors of an item: `Random`.
#[must_use]
pub fn keygen_batch(algorithms: &[Algorithm]) -> Vec<Result<PrivateKey, SignError>> {
    Batch::new().keygen(algorithms)
}

/// Returns the secret that each private key shares with the public key beside it.
///
/// ```
/// use sealane::ecc::{Algorithm, PrivateKey, derive_batch};
///
/// let (mine, theirs) =
///     (PrivateKey::generate(Algorithm::X25519)?, PrivateKey::generate(Algorithm::X25519)?);
/// let secrets = derive_batch(&[(&mine, theirs.public_key()), (&theirs, mine.public_key())]);
/// let [Ok(one), Ok(other)] = &secrets[..] else { panic!("both are good") };
/// assert_eq!(one.as_bytes(), other.as_bytes());
/// # Ok::<(), sealane::SignError>(())
/// ```
///
/// Errors of an item: those of [`PrivateKey::derive`].
#[must_use]
pub fn derive_batch(items: &[(&PrivateKey, &PublicKey)]) -> Vec<Result<SharedSecret, DeriveError>> {
    Batch::new().derive(items)
}

/// How batches are done.
#[derive(Debug, Clone, Copy)]
pub struct Batch {
    threads: usize,
}

impl Default for Batch {
    fn default() -> Self {
        Self::new()
    }
}

impl Batch {
    /// On the thread that calls.
    #[must_use]
    pub fn new() -> Self {
        Self { threads: 1 }
    }

    /// On at most `threads` threads of the current pool of `rayon`: the pool of the whole process,
    /// which has a thread for each processor, or the one whose `install` this is called in.
    ///
    /// ```
    /// use sealane::ecc::Algorithm;
    /// use sealane::ecc::batch::Batch;
    ///
    /// let keys = Batch::new().threads(2).keygen(&[Algorithm::Ed25519; 100]);
    /// assert!(keys.iter().all(Result::is_ok));
    /// ```
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1) }
    }

    /// Like [`sign_batch`].
    #[must_use]
    pub fn sign(&self, items: &[SignItem<'_>]) -> Vec<Result<Signature, SignError>> {
        sign::run(self.threads, items, None)
    }

    /// Like [`sign_batch`], with faster [checks](crate::SignOptions::check) for keys that come
    /// often: see [`KeyTables`].
    #[must_use]
    pub fn sign_with(
        &self,
        tables: &mut KeyTables,
        items: &[SignItem<'_>],
    ) -> Vec<Result<Signature, SignError>> {
        let checked = items.iter().filter(|item| item.options.check);
        tables.see(&checked.map(|item| &item.key.public).collect::<Vec<_>>());
        sign::run(self.threads, items, Some(tables))
    }

    /// Like [`verify_batch`].
    #[must_use]
    pub fn verify(&self, items: &[VerifyItem<'_>]) -> Vec<Result<(), BadSignature>> {
        verify::run(self.threads, items, None)
    }

    /// Like [`verify_batch`], and faster for keys that come often: see [`KeyTables`].
    #[must_use]
    pub fn verify_with(
        &self,
        tables: &mut KeyTables,
        items: &[VerifyItem<'_>],
    ) -> Vec<Result<(), BadSignature>> {
        tables.see(&items.iter().map(|item| item.key).collect::<Vec<_>>());
        verify::run(self.threads, items, Some(tables))
    }

    /// Like [`keygen_batch`].
    #[must_use]
    pub fn keygen(&self, algorithms: &[Algorithm]) -> Vec<Result<PrivateKey, SignError>> {
        keygen::run(self.threads, algorithms)
    }

    /// Like [`derive_batch`].
    #[must_use]
    pub fn derive(
        &self,
        items: &[(&PrivateKey, &PublicKey)],
    ) -> Vec<Result<SharedSecret, DeriveError>> {
        derive::run(self.threads, items)
    }
}
