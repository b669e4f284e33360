//! Many operations in one call: keys of every family, and schemes mixed as they come.
//!
//! Every item has a result of its own, in the order of the items, and it is the one that the single
//! operation gives: [`PrivateKey::sign`], [`PublicKey::verify`], [`PrivateKey::generate`] and
//! [`PrivateKey::derive`]. An item that is refused harms none beside it. No item is not an error.
//!
//! ```
//! use sealane::batch::{Batch, SignItem, VerifyItem};
//! use sealane::{Algorithm, Hash, Nonces, PrivateKey, Scheme};
//!
//! let p256 = PrivateKey::generate(Algorithm::from_name("p256").ok_or("no such algorithm")?)?;
//! let rsa = PrivateKey::generate(Algorithm::Rsa { bits: 2048 })?;
//! let (ecdsa, pkcs1) = (Scheme::Ecdsa(Hash::Sha256), Scheme::RsaPkcs1(Hash::Sha256));
//!
//! let signed = Batch::new().sign(&[
//!     SignItem::new(&p256, b"one", &ecdsa, Nonces::Hedged),
//!     SignItem::new(&rsa, b"two", &ecdsa, Nonces::Hedged), // Another algorithm's scheme.
//!     SignItem::new(&rsa, b"three", &pkcs1, Nonces::Hedged),
//! ]);
//! assert!(signed[0].is_ok() && signed[1].is_err() && signed[2].is_ok());
//!
//! let (one, three) = (signed[0].as_ref().unwrap(), signed[2].as_ref().unwrap());
//! let [p256, rsa] = [p256.public_key(), rsa.public_key()];
//! let verdicts = Batch::new().verify(&[
//!     VerifyItem::new(&p256, b"one", &ecdsa, one),
//!     VerifyItem::new(&p256, b"two", &ecdsa, one),
//!     VerifyItem::new(&rsa, b"three", &pkcs1, three),
//! ]);
//! assert!(verdicts[0].is_ok() && verdicts[1].is_err() && verdicts[2].is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Items are sorted by family, each family does its own as its module says ([`ecc::batch`],
//! [`rsa::sign_batch`], `mldsa::sign_batch`; DSA one by one), and results are put back in the order
//! of the items. How many items of which family there are is public.
//!
//! A batch runs on the thread that calls. With the feature `rayon`, `Batch::threads` spreads it
//! over threads; results are the same.

use super::algorithm::Algorithm;
use super::content::{Content, curve_signature};
use super::key::{PrivateKey, PublicKey, over_curve};
use super::scheme::Scheme;
use super::signature::Signature;
use crate::ecc;
use crate::ecc::key::SharedSecret;
use crate::error::{BadSignature, DecodeError, DeriveError, SignError};
use crate::hash::Digest;
#[cfg(feature = "mldsa")]
use crate::mldsa;
use crate::nonce::SignOptions;
#[cfg(feature = "rsa")]
use crate::rsa;
use alloc::vec::Vec;

pub use super::key_tables::KeyTables;

/// One signature to be made.
#[derive(Clone, Copy)]
pub struct SignItem<'a> {
    key: &'a PrivateKey,
    content: Content<'a>,
    scheme: &'a Scheme,
    options: SignOptions,
}

impl<'a> SignItem<'a> {
    /// Of a message, as [`PrivateKey::sign`] has it.
    #[must_use]
    pub fn new(
        key: &'a PrivateKey,
        message: &'a [u8],
        scheme: &'a Scheme,
        options: impl Into<SignOptions>,
    ) -> Self {
        Self { key, content: Content::Message(message), scheme, options: options.into() }
    }

    /// Of a digest, as [`PrivateKey::sign_digest`] has it.
    #[must_use]
    pub fn of_digest(
        key: &'a PrivateKey,
        digest: &'a Digest,
        scheme: &'a Scheme,
        options: impl Into<SignOptions>,
    ) -> Self {
        Self { key, content: Content::Digest(digest), scheme, options: options.into() }
    }

    /// The item of a batch over curves, if it is one.
    fn over_curve(&self) -> Option<ecc::batch::SignItem<'a>> {
        use ecc::batch::SignItem as Item;
        let Self { key, content, scheme, options } = *self;
        let (key, scheme) = (key.curve()?, scheme.of_curves()?);
        Some(match content {
            Content::Message(message) => Item::new(key, message, scheme, options),
            Content::Digest(digest) => match scheme.context_of_digests()? {
                None => Item::of_digest(key, digest, options),
                Some(context) => Item::of_digest_with_context(key, digest, context, options),
            },
        })
    }

    /// The item of a batch of RSA, if it is one.
    #[cfg(feature = "rsa")]
    fn of_rsa(&self) -> Option<rsa::SignItem<'a>> {
        let (PrivateKey::Rsa(key), Some(scheme)) = (self.key, self.scheme.of_rsa()) else {
            return None;
        };
        Some(match self.content {
            Content::Message(message) => rsa::SignItem::new(key, message, scheme),
            Content::Digest(digest) => rsa::SignItem::of_digest(key, digest, scheme),
        })
    }

    /// The item of a batch of ML-DSA, if it is one.
    #[cfg(feature = "mldsa")]
    fn of_mldsa(&self) -> Option<mldsa::SignItem<'a>> {
        let PrivateKey::MlDsa(key) = self.key else { return None };
        let content = self.content.of_mldsa(self.scheme)?;
        Some(mldsa::SignItem { key, content, options: self.options })
    }

    /// Whether its family takes no batches, or not this item.
    fn is_alone(&self) -> bool {
        #[cfg(feature = "mldsa")]
        if self.of_mldsa().is_some() {
            return false;
        }
        self.key.signs_alone()
    }
}

/// One signature to be verified.
#[derive(Clone, Copy)]
pub struct VerifyItem<'a> {
    key: &'a PublicKey,
    content: Content<'a>,
    scheme: &'a Scheme,
    signature: &'a [u8],
}

impl<'a> VerifyItem<'a> {
    /// Of a message, as [`PublicKey::verify`] has it.
    #[must_use]
    pub fn new(
        key: &'a PublicKey,
        message: &'a [u8],
        scheme: &'a Scheme,
        signature: &'a [u8],
    ) -> Self {
        Self { key, content: Content::Message(message), scheme, signature }
    }

    /// Of a digest, as [`PublicKey::verify_digest`] has it.
    #[must_use]
    pub fn of_digest(
        key: &'a PublicKey,
        digest: &'a Digest,
        scheme: &'a Scheme,
        signature: &'a [u8],
    ) -> Self {
        Self { key, content: Content::Digest(digest), scheme, signature }
    }

    /// The signature of an item over a curve, read; `None` for items of other families.
    ///
    /// Errors: as [`PublicKey::verify`] has them.
    fn read_over_curve(&self) -> Option<Result<ecc::Signature, DecodeError>> {
        let (key, scheme) = (self.key.curve()?, self.scheme.of_curves()?);
        Some(curve_signature(key, scheme, self.signature))
    }

    /// The item of a batch over curves, if it is one.
    fn over_curve<'b>(
        &'b self,
        signature: &'b ecc::Signature,
    ) -> Option<ecc::batch::VerifyItem<'b>> {
        use ecc::batch::VerifyItem as Item;
        let (key, scheme) = (self.key.curve()?, self.scheme.of_curves()?);
        Some(match self.content {
            Content::Message(message) => Item::new(key, message, scheme, signature),
            Content::Digest(digest) => match scheme.context_of_digests()? {
                None => Item::of_digest(key, digest, signature),
                Some(context) => Item::of_digest_with_context(key, digest, context, signature),
            },
        })
    }

    /// The item of a batch of RSA, if it is one and its signature is as long as the modulus.
    #[cfg(feature = "rsa")]
    fn of_rsa(&self) -> Option<rsa::VerifyItem<'a>> {
        let (PublicKey::Rsa(key), Some(scheme)) = (self.key, self.scheme.of_rsa()) else {
            return None;
        };
        let whole = self.signature.len() == key.signature_bytes();
        whole.then(|| match self.content {
            Content::Message(message) => rsa::VerifyItem::new(key, message, scheme, self.signature),
            Content::Digest(digest) => {
                rsa::VerifyItem::of_digest(key, digest, scheme, self.signature)
            }
        })
    }

    /// The item of a batch of ML-DSA, if it is one and its signature has the right length.
    #[cfg(feature = "mldsa")]
    fn of_mldsa(&self) -> Option<mldsa::VerifyItem<'a>> {
        let (PublicKey::MlDsa(key), signature) = (self.key, self.signature) else { return None };
        let whole = signature.len() == key.parameter_set().signature_bytes();
        let content = self.content.of_mldsa(self.scheme).filter(|_| whole)?;
        Some(mldsa::VerifyItem { key, content, signature })
    }

    /// Whether its family takes no batches, or not this item.
    fn is_alone(&self) -> bool {
        #[cfg(feature = "rsa")]
        if self.of_rsa().is_some() {
            return false;
        }
        #[cfg(feature = "mldsa")]
        if self.of_mldsa().is_some() {
            return false;
        }
        self.key.curve().is_none()
    }
}

/// Signs each item. Errors of an item: those of [`PrivateKey::sign`].
#[must_use]
pub fn sign_batch(items: &[SignItem<'_>]) -> Vec<Result<Signature, SignError>> {
    Batch::new().sign(items)
}

/// Verifies each item. Variable-time: all is public. Errors of an item: those of
/// [`PublicKey::verify`].
#[must_use]
pub fn verify_batch(items: &[VerifyItem<'_>]) -> Vec<Result<(), DecodeError>> {
    Batch::new().verify(items)
}

/// Makes a fresh key of each algorithm. Errors of an item: those of [`PrivateKey::generate`].
#[must_use]
pub fn keygen_batch(algorithms: &[Algorithm]) -> Vec<Result<PrivateKey, SignError>> {
    Batch::new().keygen(algorithms)
}

/// Returns the secret that each private key shares with the public key beside it. Errors of an
/// item: those of [`PrivateKey::derive`].
#[must_use]
pub fn derive_batch(items: &[(&PrivateKey, &PublicKey)]) -> Vec<Result<SharedSecret, DeriveError>> {
    Batch::new().derive(items)
}

/// The result of a verification, as families give it.
type Verdict = Result<(), BadSignature>;

/// How batches are done.
#[derive(Debug, Clone, Copy)]
pub struct Batch {
    curves: ecc::batch::Batch,
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
        Self { curves: ecc::batch::Batch::new(), threads: 1 }
    }

    /// On at most `threads` threads of the current pool of `rayon`: the pool of the whole process,
    /// which has a thread for each processor, or the one whose `install` this is called in.
    ///
    /// ```
    /// use sealane::Algorithm;
    /// use sealane::batch::Batch;
    ///
    /// let ed25519 = Algorithm::from_name("ed25519").ok_or("no such algorithm")?;
    /// let keys = Batch::new().threads(2).keygen(&[ed25519; 100]);
    /// assert!(keys.iter().all(Result::is_ok));
    /// # Ok::<(), &str>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { curves: self.curves.threads(threads), threads: threads.max(1) }
    }

    /// Like [`sign_batch`].
    #[must_use]
    pub fn sign(&self, items: &[SignItem<'_>]) -> Vec<Result<Signature, SignError>> {
        self.sign_each(None, items)
    }

    /// Like [`sign_batch`], with faster [checks](crate::SignOptions::check) for keys that come
    /// often: see [`KeyTables`].
    #[must_use]
    pub fn sign_with(
        &self,
        tables: &mut KeyTables,
        items: &[SignItem<'_>],
    ) -> Vec<Result<Signature, SignError>> {
        self.sign_each(Some(tables), items)
    }

    fn sign_each(
        &self,
        mut tables: Option<&mut KeyTables>,
        items: &[SignItem<'_>],
    ) -> Vec<Result<Signature, SignError>> {
        let mut results = alloc::vec![Err(SignError::Unsupported); items.len()];
        let curves = Family::of(items, SignItem::over_curve);
        let signed = match &mut tables {
            None => self.curves.sign(&curves.items),
            Some(tables) => self.curves.sign_with(tables.of_curves(), &curves.items),
        };
        let encoded = curves.places.iter().zip(signed);
        for (place, signed) in encoded {
            let scheme = items[*place].scheme.of_curves();
            results[*place] = signed.and_then(|signature| {
                let scheme = scheme.ok_or(SignError::Unsupported)?;
                Ok(Signature::over_curve(scheme, &signature))
            });
        }
        #[cfg(feature = "rsa")]
        {
            let rsa = Family::of(items, SignItem::of_rsa);
            let signed = self.in_pieces(&rsa.items, rsa::sign_batch);
            rsa.put(signed.into_iter().map(|it| it.map(Signature::from)), &mut results);
        }
        #[cfg(feature = "mldsa")]
        {
            let mldsa = Family::of(items, SignItem::of_mldsa);
            let tables = tables.map(|tables| &*tables.of_mldsa().of_signers(&mldsa.items));
            let signed = self.in_pieces(&mldsa.items, |piece| mldsa::sign_each(tables, piece));
            mldsa.put(signed.into_iter().map(|it| it.map(Signature::from)), &mut results);
        }
        let alone = Family::of(items, |item| item.is_alone().then_some(*item));
        let sign = |item: &SignItem<'_>| {
            item.content.sign(item.key.as_family(), item.scheme, item.options)
        };
        let signed = self.in_pieces(&alone.items, |piece| piece.iter().map(sign).collect());
        alone.put(signed, &mut results);
        results
    }

    /// Like [`verify_batch`].
    #[must_use]
    pub fn verify(&self, items: &[VerifyItem<'_>]) -> Vec<Result<(), DecodeError>> {
        self.verify_each(None, items)
    }

    /// Like [`verify_batch`], and faster for keys that come often: see [`KeyTables`].
    #[must_use]
    pub fn verify_with(
        &self,
        tables: &mut KeyTables,
        items: &[VerifyItem<'_>],
    ) -> Vec<Result<(), DecodeError>> {
        self.verify_each(Some(tables), items)
    }

    fn verify_each(
        &self,
        mut tables: Option<&mut KeyTables>,
        items: &[VerifyItem<'_>],
    ) -> Vec<Result<(), DecodeError>> {
        let verdict = |good: Verdict| good.map_err(|_| DecodeError::SigInvalid);
        let mut results = alloc::vec![Err(DecodeError::SigUnsupported); items.len()];
        let mut read = Vec::new();
        for (place, item) in items.iter().enumerate() {
            match item.read_over_curve() {
                Some(Ok(signature)) => read.push((place, signature)),
                Some(Err(error)) => results[place] = Err(error),
                None => {}
            }
        }
        let curves = Family::of(&read, |(place, signature)| items[*place].over_curve(signature));
        let found = match &mut tables {
            None => self.curves.verify(&curves.items),
            Some(tables) => self.curves.verify_with(tables.of_curves(), &curves.items),
        };
        for (at, good) in curves.places.iter().zip(found) {
            results[read[*at].0] = verdict(good);
        }
        #[cfg(feature = "rsa")]
        {
            let rsa = Family::of(items, VerifyItem::of_rsa);
            let found = self.in_pieces(&rsa.items, rsa::verify_batch);
            rsa.put(found.into_iter().map(verdict), &mut results);
        }
        #[cfg(feature = "mldsa")]
        {
            let mldsa = Family::of(items, VerifyItem::of_mldsa);
            let tables = tables.map(|tables| &*tables.of_mldsa().of_verifiers(&mldsa.items));
            let found = self.in_pieces(&mldsa.items, |piece| mldsa::verify_each(tables, piece));
            mldsa.put(found.into_iter().map(verdict), &mut results);
        }
        // Those of families with batches that are left have the wrong length or another's scheme.
        let others = Family::of(items, |item| item.is_alone().then_some(*item));
        let verify =
            |it: &VerifyItem<'_>| it.content.verify(it.key.as_family(), it.scheme, it.signature);
        let found = self.in_pieces(&others.items, |piece| piece.iter().map(verify).collect());
        others.put(found, &mut results);
        results
    }

    /// Like [`keygen_batch`].
    #[must_use]
    pub fn keygen(&self, algorithms: &[Algorithm]) -> Vec<Result<PrivateKey, SignError>> {
        let curves = Family::of(algorithms, |algorithm| algorithm.curve());
        let mut made = self.curves.keygen(&curves.items).into_iter();
        #[cfg(feature = "mldsa")]
        let mut lattices = {
            let sets = Family::of(algorithms, |algorithm| algorithm.mldsa());
            self.in_pieces(&sets.items, mldsa::keygen_batch).into_iter()
        };
        let key = |algorithm: &Algorithm| match algorithm {
            Algorithm::Curve(_) => made.next().expect("one for each").map(PrivateKey::Curve),
            #[cfg(feature = "mldsa")]
            Algorithm::MlDsa(_) => lattices.next().expect("one for each").map(PrivateKey::MlDsa),
            #[cfg(any(feature = "rsa", feature = "dsa"))]
            other => PrivateKey::generate(*other),
        };
        algorithms.iter().map(key).collect()
    }

    /// Like [`derive_batch`].
    #[must_use]
    pub fn derive(
        &self,
        items: &[(&PrivateKey, &PublicKey)],
    ) -> Vec<Result<SharedSecret, DeriveError>> {
        let pairs: Vec<_> = items.iter().map(|(key, peer)| over_curve(key, peer)).collect();
        let curves: Vec<_> = pairs.iter().filter_map(|pair| pair.ok()).collect();
        let mut derived = self.curves.derive(&curves).into_iter();
        let secret = |pair: Result<_, _>| pair.and_then(|_| derived.next().expect("one for each"));
        pairs.into_iter().map(secret).collect()
    }

    /// Does items that a family takes all at once, cut into as many pieces as there are threads.
    #[cfg(feature = "rayon")]
    fn in_pieces<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(&[T]) -> Vec<R> + Sync + Send,
    ) -> Vec<R> {
        use rayon::prelude::*;
        if self.threads == 1 || items.is_empty() {
            return work(items);
        }
        let pieces = items.par_chunks(items.len().div_ceil(self.threads));
        pieces.flat_map_iter(work).collect()
    }

    #[cfg(not(feature = "rayon"))]
    fn in_pieces<T, R>(&self, items: &[T], work: impl Fn(&[T]) -> Vec<R>) -> Vec<R> {
        debug_assert_eq!(self.threads, 1);
        work(items)
    }
}

/// The items of one family, with their places among all.
struct Family<T> {
    places: Vec<usize>,
    items: Vec<T>,
}

impl<T> Family<T> {
    /// Those of `all` that `own` takes.
    fn of<'a, A>(all: &'a [A], own: impl Fn(&'a A) -> Option<T>) -> Self {
        let own = all.iter().enumerate().filter_map(|(place, item)| Some((place, own(item)?)));
        let (places, items) = own.unzip();
        Self { places, items }
    }

    /// Puts the results of the items where they belong.
    fn put<R>(&self, found: impl IntoIterator<Item = R>, results: &mut [R]) {
        self.places.iter().zip(found).for_each(|(place, result)| results[*place] = result);
    }
}
