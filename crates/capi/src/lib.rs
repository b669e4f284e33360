//! Sealane for C, and for all that calls C: keys, signatures, secrets and batches.
//!
//! Keys and schemes are opaque; byte strings go in by pointer and length, and come out into the
//! caller's memory. Every function returns a [`Status`], or nothing; there is no state besides
//! what callers hold, and no thread of its own. Several threads may use one key or scheme at the
//! same time; calls with the same [`KeyTables`] wait for each other.
//!
//! **Lengths by query.** Where bytes come out, the caller passes a buffer and a pointer to its
//! length. With no buffer the length that suffices is put there, and nothing else is done. A buffer
//! that is too short is left alone, and the length is put there too: `BufferTooSmall`.
//!
//! **Caller's mistakes.** A missing pointer, a length that no memory has, a text that is not UTF-8
//! are refused (`ArgumentNull`, `ArgumentLength`, `ArgumentText`). What pointers point at is the
//! caller's promise. No panic crosses the border: `Internal`, and nothing is put out.
//!
//! | module | what it holds |
//! |---|---|
//! | [`status`] | what functions return, its names and texts |
//! | [`keys`] | keys: made, read, written, freed; shared secrets |
//! | [`schemes`] | schemes by their names |
//! | [`items`] | what is signed or verified; flags |
//! | [`signatures`] | one signature |
//! | [`batches`] | many in one call, in lanes |
//! | `raw` | what callers pass |

pub mod batches;
pub mod items;
pub mod keys;
mod raw;
pub mod schemes;
pub mod signatures;
pub mod status;

pub use batches::KeyTables;
pub use keys::{PrivateKey, PublicKey};
pub use schemes::Scheme;
pub use status::Status;
