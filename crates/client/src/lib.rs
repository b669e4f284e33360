//! The protocol of Sealane's service and its client, which needs no store and no runtime.
//!
//! | module | what it holds |
//! |---|---|
//! | [`connection`] | a connection to a service |
//! | [`signer`] | the traits of who signs and keeps keys: a connection, or a token in the process |
//! | [`object`], [`patch`], [`key`] | attributes, their rules, what changes; keys of every kind |
//! | [`permission`], [`template`] | who may use and see an object; what is looked for |
//! | [`extra`] | what programs say of an object |
//! | [`wrapping`], [`keywrap`] | how one wraps another, and AES key wrap |
//! | [`identity`], [`role`], [`peer`] | who may log in; who may what; who asks |
//! | [`guard`], [`limits`] | what wrong PINs cost; how much a peer may have |
//! | [`audit`] | rows of the log |
//! | [`wire`] | what client and service say to each other |
//! | [`traces`] | work with keys that leaves nothing on the stack |
#![forbid(unsafe_code)]

pub mod audit;
pub mod connection;
mod error;
pub mod extra;
mod folder;
pub mod guard;
pub mod identity;
pub mod key;
pub mod keywrap;
pub mod limits;
pub mod object;
pub mod patch;
pub mod peer;
pub mod permission;
pub mod role;
pub mod signer;
pub mod template;
pub mod traces;
pub mod wire;
pub mod wrapping;

pub use error::Error;
