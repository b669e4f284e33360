//! Public-key signatures and key agreement: fast, silent, proven.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod algorithm;
pub mod backend;
pub mod curve;
pub mod encode;
mod error;
pub mod group;
mod hash;
#[cfg(feature = "test-hooks")]
pub mod hooks;
pub mod key;
mod nonce;
mod ops;
pub mod raw;
#[cfg(test)]
mod samples;
pub mod scheme;
mod traits;

pub use algorithm::Algorithm;
pub use error::{BadSignature, BufferTooSmall, DecodeError, SignError};
pub use hash::{Digest, Hash, Hasher};
pub use key::{PrivateKey, PublicKey, SharedSecret, Signature};
pub use ops::Nonces;
