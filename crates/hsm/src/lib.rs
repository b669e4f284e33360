//! Keys at rest, and the queue that signs with them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`token`] | a token: objects, roles, changes; nothing of it knows a disk or a clock |
//! | [`storage`] | what a token asks of a store |
//! | [`sqlite`] | the store of one machine |
//! | [`object`], [`role`], [`key`] | attributes and their rules; who may what; keys of every kind |
//! | [`identity`] | who may log in |
//! | [`peer`], [`guard`] | who asks; what wrong PINs cost |
//! | [`audit`] | what the log tells of uses and refusals |
//! | [`keywrap`] | AES key wrap, padded and not |
//! | [`master`] | where the master key comes from |
//! | [`queue`] | signatures from many clients, gathered into lanes; decryptions |
//! | [`hot`], [`memory`] | keys that stay unwrapped for a while, and where they lie |
//! | [`engine`] | a token with all of this at work; the trait of who signs |
//! | `service`, [`remote`], [`wire`] | the same behind a socket; its client; their protocol |
//! | [`embedded`] | the same for a program that serves itself, without threads |
#![forbid(unsafe_code)]

mod acl;
pub mod audit;
pub mod embedded;
pub mod engine;
mod folder;
pub mod guard;
pub mod hot;
pub mod identity;
pub mod key;
pub mod master;
pub mod memory;
mod platform;
mod progress;
pub mod queue;
mod record_digest;
mod requests;
pub mod role;
mod secret;
#[cfg(feature = "service")]
pub mod service;
mod sessions;
pub mod sqlite;
mod state;
pub mod storage;
pub mod token;
mod traces;

/// What client and service share is the client's, and stands here under the names that it had.
pub use sealane_client::{
    Error, connection as remote, extra, keywrap, limits, object, peer, permission, template, wire,
};

mod error {
    pub(crate) use sealane_client::Error;
}
pub use platform::Platform;
pub use progress::Progress;
pub use secret::SymmetricKey;
pub use state::AuditRow;
