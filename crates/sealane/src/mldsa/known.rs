//! Keys that verify again and again.

use super::message::{Content, MU_BYTES, Scheme};
use super::verification_vartime::Rows;
use super::{ParameterSet, PublicKey, SignItem, VerifyItem};
use crate::error::BadSignature;
use crate::hash::Digest;
use crate::often::{Often, Room};
use core::fmt;

/// A public key with its matrix expanded: verification by it does no more than what belongs to the
/// signature. It takes 20, 36 or 64 KiB.
///
/// ```
/// use sealane::Nonces;
/// use sealane::mldsa::{ParameterSet, PrivateKey, Scheme, VerifyKey};
///
/// let key = PrivateKey::generate(ParameterSet::MlDsa65)?;
/// let known = VerifyKey::new(key.public_key());
/// let signature = key.sign(b"message", Scheme::PURE, Nonces::Hedged)?;
/// assert!(known.verify(b"message", Scheme::PURE, &signature).is_ok());
/// assert!(known.verify(b"another", Scheme::PURE, &signature).is_err());
/// # Ok::<(), sealane::SignError>(())
/// ```
pub struct VerifyKey {
    key: PublicKey,
    rows: Rows,
}

impl VerifyKey {
    /// Of a public key.
    #[must_use]
    pub fn new(key: &PublicKey) -> Self {
        Self { key: key.clone(), rows: Rows::of_key(key) }
    }

    /// The public key.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.key
    }

    /// Like [`PublicKey::verify`].
    pub fn verify(
        &self,
        message: &[u8],
        scheme: Scheme<'_>,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.key.verify_by(Content::Message(message, scheme), signature, Some(&self.rows))
    }

    /// Like [`PublicKey::verify_digest`].
    pub fn verify_digest(
        &self,
        digest: &Digest,
        scheme: Scheme<'_>,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.key.verify_by(Content::Digest(digest, scheme), signature, Some(&self.rows))
    }

    /// Like [`PublicKey::verify_mu`].
    pub fn verify_mu(&self, mu: &[u8; MU_BYTES], signature: &[u8]) -> Result<(), BadSignature> {
        self.key.verify_by(Content::Mu(mu), signature, Some(&self.rows))
    }
}

impl fmt::Debug for VerifyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VerifyKey").field(&self.key).finish()
    }
}

/// Verifications after which a key gets a table. Making one takes as long as a verification does
/// without; but it may be another key's that goes for it.
const WORTH: u32 = 8;

/// Tables of the public keys that come most, for [`verify_batch_with`](super::verify_batch_with)
/// and for the checks of [`sign_batch_with`](super::sign_batch_with).
///
/// A key that has been seen eight times has its matrix kept, expanded. Verdicts are the same. The
/// tables take at most the bytes that [`KeyTables::new`] is given; the keys that have not verified
/// for the longest time go first. All of it is public: time and memory tell which keys verify
/// often.
pub struct KeyTables(Often<[u8; 64], Rows>);

impl KeyTables {
    /// None yet; together they will take at most `most_bytes`. A table takes 20, 36 or 64 KiB, by
    /// its parameter set: see [`KeyTables::table_bytes`].
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self(Often::new(most_bytes, WORTH))
    }

    /// Bytes of the table of a key.
    #[must_use]
    pub fn table_bytes(set: ParameterSet) -> usize {
        Rows::bytes(set.row())
    }

    /// Bytes of the tables that there are.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Keys that have a table.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.0.len()
    }

    /// Its bytes, for who shares them with other families.
    pub(crate) fn room(&mut self) -> &mut dyn Room {
        &mut self.0
    }

    /// Takes notice of a batch's keys, and makes the tables that pay.
    fn see<'a>(&mut self, keys: impl Iterator<Item = &'a PublicKey>) {
        self.0.begin();
        for key in keys {
            let bytes = Self::table_bytes(key.set);
            self.0.see(key.digest, 1, || Some(bytes), || Some((Rows::of_key(key), bytes)));
        }
    }

    /// Takes notice of the keys of signatures that are to be checked.
    pub(crate) fn of_signers(&mut self, items: &[SignItem<'_>]) -> &mut Self {
        let checked = items.iter().filter(|item| item.options.check);
        self.see(checked.map(|item| item.key.public_key()));
        self
    }

    /// Takes notice of the keys of signatures that are to be verified.
    pub(crate) fn of_verifiers(&mut self, items: &[VerifyItem<'_>]) -> &mut Self {
        self.see(items.iter().map(|item| item.key));
        self
    }

    /// The table of a key, if it has one.
    pub(super) fn rows(&self, key: &PublicKey) -> Option<&Rows> {
        self.0.get(&key.digest)
    }
}

impl fmt::Debug for KeyTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(often) = self;
        let (bytes, most) = (often.bytes(), often.most_bytes());
        write!(f, "KeyTables({} keys, {bytes} of {most} bytes)", self.keys())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mldsa::PrivateKey;

    /// Goal: a table is made at the eighth verification, what is oldest goes when room is wanted,
    /// those of one batch do not replace each other, and the bytes never exceed the limit.
    #[test]
    fn tables_are_bounded() {
        let key = |(set, seed)| PrivateKey::from_seed(set, &[seed; 32]).expect("a seed");
        let [first, second, third] =
            [(ParameterSet::MlDsa44, 1), (ParameterSet::MlDsa44, 2), (ParameterSet::MlDsa65, 1)]
                .map(|it| key(it).public_key().clone());
        let [first, second, third] = [&first, &second, &third];
        let one = KeyTables::table_bytes(ParameterSet::MlDsa44);
        assert_eq!(one, 20 << 10);
        let mut tables = KeyTables::new(one + one / 2);
        let mut see = |keys: &[&PublicKey], times: usize| {
            tables.see(keys.iter().flat_map(|key| core::iter::repeat_n(*key, times)));
            assert!(tables.bytes() <= one + one / 2 && tables.bytes() == tables.keys() * one);
            [first, second, third].map(|key| tables.rows(key).is_some())
        };
        assert_eq!(see(&[first], 7), [false; 3]);
        assert_eq!(see(&[first], 1), [true, false, false]);
        assert_eq!(see(&[first, second], 8), [true, false, false]);
        assert_eq!(see(&[second], 1), [false, true, false]);
        assert_eq!(see(&[third], 20), [false, true, false], "there is no room for its table");
    }
}
