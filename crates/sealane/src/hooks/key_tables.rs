//! What tables of keys hold, and when batches make and read them.

use crate::dispatch::key_tables as of_families;
use crate::ecc::batch::{KeyTables, keys};
use crate::ecc::{Algorithm, PublicKey};
use alloc::vec::Vec;

/// After how many verifications a key has a table.
pub const WORTH: u32 = keys::WORTH;
/// How many items of a batch read a table.
pub const LEAST: usize = keys::LEAST;
/// After how many batches a family that comes no more leaves its room.
pub const IDLE: u64 = of_families::IDLE;

/// The bytes of a key's table; none where batches have one lane.
#[must_use]
pub fn table_bytes(algorithm: Algorithm) -> Option<usize> {
    algorithm.ops().key_table_bytes()
}

/// Counts the keys of a batch.
pub fn see(tables: &mut KeyTables, keys: &[&PublicKey]) {
    tables.see(keys);
}

/// Whether a key has a table.
#[must_use]
pub fn has(tables: &KeyTables, key: &PublicKey) -> bool {
    tables.has(key)
}

/// The number of the table that each item of a batch reads; 0 is none.
#[must_use]
pub fn numbers(tables: &KeyTables, keys: &[&PublicKey]) -> Vec<u16> {
    tables.of_keys(keys).1
}

/// How many keys of curves have tables, and how many of ML-DSA.
#[must_use]
pub fn keys_of_families(tables: &crate::batch::KeyTables) -> [usize; 2] {
    tables.keys_of_families()
}
