//! The functions of the standard, by its chapters.

pub mod absent;
pub mod copies;
pub mod decryption;
pub mod digests;
pub mod encryption;
pub mod general;
pub mod keys;
mod made;
pub mod objects;
pub mod random;
pub mod sessions;
pub mod signatures;
pub mod slots;
mod under_way;
pub mod verification;
