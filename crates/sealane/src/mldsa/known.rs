//! Keys that verify again and again.

use super::message::{Content, MU_BYTES, Scheme};
use super::verification_vartime::Rows;
use super::{ParameterSet, PublicKey};
use crate::error::BadSignature;
use crate::hash::Digest;
use alloc::collections::BTreeMap;
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
        self.key.verify_content(Content::Message(message, scheme), signature, Some(&self.rows))
    }

    /// Like [`PublicKey::verify_digest`].
    pub fn verify_digest(
        &self,
        digest: &Digest,
        scheme: Scheme<'_>,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.key.verify_content(Content::Digest(digest, scheme), signature, Some(&self.rows))
    }

    /// Like [`PublicKey::verify_mu`].
    pub fn verify_mu(&self, mu: &[u8; MU_BYTES], signature: &[u8]) -> Result<(), BadSignature> {
        self.key.verify_content(Content::Mu(mu), signature, Some(&self.rows))
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

/// Keys that are remembered. Beyond, those without a table are forgotten.
const MAX_REMEMBERED: usize = 4096;

/// Tables of the public keys that come most, for [`verify_batch_with`](super::verify_batch_with)
/// and for the checks of [`sign_batch_with`](super::sign_batch_with).
///
/// A key that has been seen eight times has its matrix kept, expanded. Verdicts are the same. The
/// tables take at most the bytes that [`KeyTables::new`] is given; the keys that have not verified
/// for the longest time go first. All of it is public: time and memory tell which keys verify
/// often.
pub struct KeyTables {
    most_bytes: usize,
    bytes: usize,
    /// Batches so far.
    now: u64,
    /// By the hash of the key.
    keys: BTreeMap<[u8; 64], Remembered>,
}

/// A key that has been seen.
#[derive(Default)]
struct Remembered {
    times: u32,
    /// The batch that had it last.
    last: u64,
    /// Its table and the bytes of it.
    table: Option<(Rows, usize)>,
}

impl KeyTables {
    /// None yet; together they will take at most `most_bytes`. A table takes 20, 36 or 64 KiB, by
    /// its parameter set: see [`KeyTables::table_bytes`].
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self { most_bytes, bytes: 0, now: 0, keys: BTreeMap::new() }
    }

    /// Bytes of the table of a key.
    #[must_use]
    pub fn table_bytes(set: ParameterSet) -> usize {
        Rows::bytes(set.row())
    }

    /// Bytes of the tables that there are.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Keys that have a table.
    #[must_use]
    pub fn keys(&self) -> usize {
        self.keys.values().filter(|key| key.table.is_some()).count()
    }

    /// Takes notice of a batch's keys, and makes the tables that pay.
    pub(super) fn see<'a>(&mut self, keys: impl Iterator<Item = &'a PublicKey>) {
        self.now += 1;
        for key in keys {
            let name = &key.digest;
            if self.keys.len() >= MAX_REMEMBERED && !self.keys.contains_key(name) {
                self.keys.retain(|_, key| key.table.is_some());
            }
            let seen = self.keys.entry(*name).or_default();
            seen.last = self.now;
            seen.times = seen.times.saturating_add(1);
            let wanted = seen.times >= WORTH && seen.table.is_none();
            if wanted && self.make_room(Self::table_bytes(key.set)) {
                self.put(key);
            }
        }
    }

    /// Drops the oldest tables until there is room for so many bytes more, and says whether there
    /// is: those of this batch stay.
    fn make_room(&mut self, bytes: usize) -> bool {
        if bytes > self.most_bytes {
            return false;
        }
        while bytes > self.most_bytes.saturating_sub(self.bytes) {
            let with_tables = self.keys.iter_mut().filter(|(_, key)| key.table.is_some());
            let old = with_tables.filter(|(_, key)| key.last < self.now);
            let Some((_, oldest)) = old.min_by_key(|(_, key)| key.last) else { return false };
            oldest.times = 0;
            self.bytes -= oldest.table.take().map_or(0, |(_, bytes)| bytes);
        }
        true
    }

    /// Makes the table of a key, for which there is room.
    fn put(&mut self, key: &PublicKey) {
        let bytes = Self::table_bytes(key.set);
        let seen = self.keys.entry(key.digest).or_default();
        seen.table = Some((Rows::of_key(key), bytes));
        self.bytes += bytes;
    }

    /// The table of a key, if it has one.
    pub(super) fn rows(&self, key: &PublicKey) -> Option<&Rows> {
        self.keys.get(&key.digest)?.table.as_ref().map(|(rows, _)| rows)
    }
}

impl fmt::Debug for KeyTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyTables({} keys, {} of {} bytes)", self.keys(), self.bytes, self.most_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mldsa::PrivateKey;

    /// Goal: a table is made at the eighth verification, what is oldest goes when room is wanted,
    /// those of one batch do not replace each other, the bytes never exceed the limit, and keys
    /// that come seldom are forgotten.
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
        let mut many = KeyTables::new(0);
        for i in 0..MAX_REMEMBERED + 10 {
            let mut key = first.clone();
            key.digest[..8].copy_from_slice(&i.to_le_bytes());
            many.see([&key].into_iter());
            assert!(many.keys.len() <= MAX_REMEMBERED);
        }
        assert_eq!((many.keys(), many.bytes()), (0, 0));
    }
}
