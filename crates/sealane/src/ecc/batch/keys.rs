//! Tables of public keys that verify again and again.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::key::PublicKey;
use crate::ecc::ops::{KeyTable, Wide};
use crate::often::{Often, Room};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

/// Verifications after which a table pays: it takes about as long to make as they save.
pub(crate) const WORTH: u32 = 128;

/// Items of a key from which on its table is read: fewer would not fill a set of lanes, and do
/// better among those of other keys.
pub(crate) const LEAST: usize = 8;

/// Tables of the public keys that come most, for [`Batch::verify_with`](super::Batch::verify_with)
/// and for the checks of [`Batch::sign_with`](super::Batch::sign_with).
///
/// A key that has been seen 128 times, in batches with at least eight items of it, gets a table of
/// its multiples, as the generator has one, and from then on its verifications need no doublings.
/// Verdicts are the same. The tables take at most the bytes that [`KeyTables::new`] is given; the
/// keys that have not verified for the longest time go first. All of it is public: time and memory
/// tell which keys verify often.
///
/// Only where batches run in lanes, and only for keys of ECDSA and EdDSA; others are verified as
/// ever, and so are the items of a key that has fewer than eight of them in a batch.
///
/// ```
/// use sealane::ecc::batch::{Batch, KeyTables, SignItem, VerifyItem, sign_batch};
/// use sealane::ecc::{Algorithm, PrivateKey, Scheme};
/// use sealane::{Hash, Nonces};
///
/// let key = PrivateKey::generate(Algorithm::EcP256)?;
/// let scheme = Scheme::Ecdsa(Hash::Sha256);
/// let letters: Vec<[u8; 4]> = (0..200u32).map(u32::to_le_bytes).collect();
/// let item = |letter| SignItem::new(&key, letter, scheme, Nonces::Hedged);
/// let signed = sign_batch(&letters.iter().map(|letter| item(letter)).collect::<Vec<_>>());
///
/// let mut tables = KeyTables::new(1 << 20);
/// let signed: Vec<_> = signed.into_iter().collect::<Result<_, _>>()?;
/// let item = |(letter, signature)| VerifyItem::new(key.public_key(), letter, scheme, signature);
/// let items: Vec<_> = letters.iter().map(|it| &it[..]).zip(&signed).map(item).collect();
/// let verdicts = Batch::new().verify_with(&mut tables, &items);
/// assert!(verdicts.iter().all(Result::is_ok));
/// assert!(tables.bytes() <= 1 << 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct KeyTables(Often<Name, KeyTable>);

/// What tells a key from all others: its point, and the number of its algorithm.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Name([Wide; 2], usize);

impl Name {
    fn of(key: &PublicKey) -> Self {
        Name(key.point, key.algorithm as usize)
    }
}

impl fmt::Debug for KeyTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(often) = self;
        let mut shown = f.debug_struct("KeyTables");
        shown.field("keys", &often.len()).field("bytes", &often.bytes());
        shown.field("most_bytes", &often.most_bytes());
        shown.finish_non_exhaustive()
    }
}

impl KeyTables {
    /// None yet; together they will take at most `most_bytes`. A table of a 256-bit curve takes
    /// about 190,000 bytes, of Ed25519 about 285,000, one of P-521 about 760,000.
    #[must_use]
    pub fn new(most_bytes: usize) -> Self {
        Self(Often::new(most_bytes, WORTH))
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

    /// Whether a key has a table.
    #[cfg(feature = "test-hooks")]
    pub(crate) fn has(&self, key: &PublicKey) -> bool {
        self.0.get(&Name::of(key)).is_some()
    }

    /// Its bytes, for who shares them with other families.
    #[cfg(feature = "mldsa")]
    pub(crate) fn room(&mut self) -> &mut dyn Room {
        &mut self.0
    }

    /// Takes notice of a batch's keys, and makes the tables that pay: those of keys with fewer than
    /// [`LEAST`] items would not be read.
    pub(crate) fn see(&mut self, keys: &[&PublicKey]) {
        self.0.begin();
        let mut items = BTreeMap::new();
        for run in keys.chunk_by(|a, b| core::ptr::eq(*a, *b)) {
            *items.entry(Name::of(run[0])).or_insert(0) += run.len();
        }
        items.retain(|_, count| *count >= LEAST);
        // Those that have tables first: no table of this batch makes room for another one.
        let (with, without): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|(name, _)| self.0.get(name).is_some());
        for (name, count) in with.into_iter().chain(without) {
            let ops = Algorithm::ALL[name.1].ops();
            let sized = |table: KeyTable| {
                let bytes = table.bytes;
                (table, bytes)
            };
            let make = || ops.key_table(&name.0).map(sized);
            self.0.see(name, count, || ops.key_table_bytes(), make);
        }
    }

    /// Returns the tables, and for the key of each item which of them it has, counted from 1; 0
    /// for none that would be read.
    pub(crate) fn of_keys(&self, keys: &[&PublicKey]) -> (Vec<&KeyTable>, Vec<u16>) {
        // By key, its number and how many items it has.
        let mut numbers = BTreeMap::new();
        let mut tables = Vec::with_capacity(self.0.len());
        for (name, table) in self.0.iter() {
            tables.push(table);
            numbers.insert(*name, (tables.len() as u16, 0));
        }
        let runs = || keys.chunk_by(|a, b| core::ptr::eq(*a, *b));
        for run in runs() {
            if let Some((_, items)) = numbers.get_mut(&Name::of(run[0])) {
                *items += run.len();
            }
        }
        let mut of_keys = Vec::with_capacity(keys.len());
        for run in runs() {
            let found = numbers.get(&Name::of(run[0])).filter(|(_, items)| *items >= LEAST);
            let number = found.map_or(0, |(number, _)| *number);
            of_keys.extend(core::iter::repeat_n(number, run.len()));
        }
        (tables, of_keys)
    }
}
