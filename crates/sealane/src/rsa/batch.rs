//! Many signatures of RSA in one call: keys, lengths and schemes mixed as they come.
//!
//! Every item has a result of its own, in the order of the items, and it is the one that the single
//! operation gives. Items whose keys have about the same length and the same exponent are done
//! eight at a time, each with its own blinding and its own check; what is left over goes one by
//! one. How many items of which length there are is public.
//!
//! ```
//! use sealane::Hash;
//! use sealane::rsa::{PrivateKey, Scheme, SignItem, VerifyItem, sign_batch, verify_batch};
//!
//! let key = PrivateKey::generate(2048)?;
//! let scheme = Scheme::Pkcs1(Hash::Sha256);
//! let signed = sign_batch(&[
//!     SignItem::new(&key, b"one", scheme),
//!     SignItem::new(&key, b"two", Scheme::Pkcs1(Hash::Sha1)), // No longer signed with.
//!     SignItem::new(&key, b"three", Scheme::pss(Hash::Sha256)),
//! ]);
//! assert!(signed[0].is_ok() && signed[1].is_err() && signed[2].is_ok());
//!
//! let one = signed[0].as_ref().unwrap();
//! let verdicts = verify_batch(&[
//!     VerifyItem::new(key.public_key(), b"one", scheme, one),
//!     VerifyItem::new(key.public_key(), b"two", scheme, one),
//! ]);
//! assert!(verdicts[0].is_ok() && verdicts[1].is_err());
//! # Ok::<(), sealane::SignError>(())
//! ```

use super::scheme::Input;
use super::{PrivateKey, PublicKey, Scheme};
use crate::error::{BadSignature, SignError};
use crate::hash::Digest;
use crate::rsa::primitive::batch::{MAX, one, one_vartime};
use alloc::vec::Vec;

/// What is signed.
#[derive(Clone, Copy)]
enum Content<'a> {
    Message(&'a [u8]),
    Digest(&'a Digest),
}

impl<'a> Content<'a> {
    fn input(&self, scheme: Scheme) -> Input<'a> {
        match *self {
            Self::Message(message) => Input::of(message, scheme),
            Self::Digest(digest) => Input::Digest(digest.clone()),
        }
    }
}

/// One signature to be made.
#[derive(Clone, Copy)]
pub struct SignItem<'a> {
    key: &'a PrivateKey,
    content: Content<'a>,
    scheme: Scheme,
}

impl<'a> SignItem<'a> {
    /// Of a message, as [`PrivateKey::sign`] has it.
    #[must_use]
    pub fn new(key: &'a PrivateKey, message: &'a [u8], scheme: Scheme) -> Self {
        Self { key, content: Content::Message(message), scheme }
    }

    /// Of a digest, as [`PrivateKey::sign_digest`] has it.
    #[must_use]
    pub fn of_digest(key: &'a PrivateKey, digest: &'a Digest, scheme: Scheme) -> Self {
        Self { key, content: Content::Digest(digest), scheme }
    }
}

/// One signature to be verified.
#[derive(Clone, Copy)]
pub struct VerifyItem<'a> {
    key: &'a PublicKey,
    content: Content<'a>,
    scheme: Scheme,
    signature: &'a [u8],
}

impl<'a> VerifyItem<'a> {
    /// Of a message, as [`PublicKey::verify`] has it.
    #[must_use]
    pub fn new(key: &'a PublicKey, message: &'a [u8], scheme: Scheme, signature: &'a [u8]) -> Self {
        Self { key, content: Content::Message(message), scheme, signature }
    }

    /// Of a digest, as [`PublicKey::verify_digest`] has it.
    #[must_use]
    pub fn of_digest(
        key: &'a PublicKey,
        digest: &'a Digest,
        scheme: Scheme,
        signature: &'a [u8],
    ) -> Self {
        Self { key, content: Content::Digest(digest), scheme, signature }
    }
}

/// Signs each item. Errors of an item: those of [`PrivateKey::sign_digest`].
#[must_use]
pub fn sign_batch(items: &[SignItem<'_>]) -> Vec<Result<Vec<u8>, SignError>> {
    let inputs: Vec<_> = items.iter().map(|item| item.content.input(item.scheme)).collect();
    // What a group raises to private powers stands where its results will.
    let each = items.iter().zip(&inputs);
    let mut results: Vec<_> = each.map(|(item, of)| item.key.encode(of, item.scheme)).collect();
    let order = (0..items.len()).filter(|i| results[*i].is_ok()).collect();
    for group in groups(order, |i| &items[i].key.public, fit_for_pairs) {
        let encoded: Vec<(usize, &[u8])> = group
            .iter()
            .filter_map(|&i| results[i].as_ref().ok().map(|encoded| (i, &encoded[..])))
            .collect();
        let powers: Vec<_> = encoded.iter().map(|(i, x)| (&*items[*i].key.core, *x)).collect();
        let signed = match powers[..] {
            [(key, x)] => [one(key, x)].into(),
            _ => powers[0].0.apply_group(&powers),
        };
        for (i, signed) in group.into_iter().zip(signed) {
            let (key, scheme) = (items[i].key, items[i].scheme);
            results[i] = results[i].as_mut().map_err(|error| *error).and_then(|encoded| {
                key.still_encodes(&inputs[i], scheme, encoded)?;
                signed
            });
        }
    }
    results
}

/// Verifies each item. Variable-time: all is public.
#[must_use]
pub fn verify_batch(items: &[VerifyItem<'_>]) -> Vec<Result<(), BadSignature>> {
    let mut results = alloc::vec![Err(BadSignature); items.len()];
    let fits = |item: &VerifyItem<'_>| {
        item.signature.len() == item.key.signature_bytes() && item.key.permitted().has(item.scheme)
    };
    let order = (0..items.len()).filter(|i| fits(&items[*i])).collect();
    for group in groups(order, |i| items[i].key, |left| left) {
        let inputs: Vec<_> =
            group.iter().map(|&i| (&*items[i].key.0, items[i].signature)).collect();
        let found = match inputs[..] {
            [(key, x)] => [one_vartime(key, x)].into(),
            _ => inputs[0].0.apply_group_vartime(&inputs),
        };
        for (i, found) in group.into_iter().zip(found) {
            let item = &items[i];
            let good = found.is_some_and(|mut found| {
                let of = item.content.input(item.scheme);
                item.key.is_encoding_vartime(&of, item.scheme, &mut found)
            });
            results[i] = if good { Ok(()) } else { Err(BadSignature) };
        }
    }
    results
}

/// Returns how many of so many signatures that are left are done next: four take as long as one.
fn fit_for_pairs(left: usize) -> usize {
    match left {
        5 => 4,
        _ => left,
    }
}

/// Splits items into groups of at most [`MAX`] whose keys have the same room and exponent;
/// `fit` says how many of those left, at most that many, are the next group.
fn groups<'a>(
    mut order: Vec<usize>,
    key: impl Fn(usize) -> &'a PublicKey,
    fit: impl Fn(usize) -> usize,
) -> Vec<Vec<usize>> {
    let kind = |i: usize| (key(i).0.words(), key(i).exponent());
    order.sort_by_key(|i| kind(*i));
    let mut out = Vec::new();
    for alike in order.chunk_by(|a, b| kind(*a) == kind(*b)) {
        let mut rest = alike;
        while !rest.is_empty() {
            let (group, after) = rest.split_at(fit(rest.len().min(MAX)));
            out.push(group.to_vec());
            rest = after;
        }
    }
    out
}

#[cfg(test)]
mod tests;
