//! Keys at rest, and the queue that signs with them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`token`] | a token: objects, roles, changes; nothing of it knows a disk or a clock |
//! | [`storage`] | what a token asks of a store |
//! | [`sqlite`] | the store of one machine |
//! | [`object`], [`role`], [`key`] | attributes and their rules; who may what; keys of every kind |
//! | [`master`] | where the master key comes from |
#![forbid(unsafe_code)]

mod error;
pub mod key;
pub mod master;
pub mod object;
pub mod role;
mod roster;
mod secret;
pub mod sqlite;
mod state;
pub mod storage;
mod surroundings;
pub mod token;

pub use error::Error;
pub use secret::SymmetricKey;
pub use state::AuditRow;
pub use surroundings::Surroundings;
