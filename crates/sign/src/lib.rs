//! Public-key signatures and key agreement: fast, silent, proven.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod algorithm;
pub mod encode;
mod error;
mod hash;
#[cfg(test)]
mod samples;

pub use algorithm::Algorithm;
pub use error::{BadSignature, BufferTooSmall, DecodeError, SignError};
pub use hash::{Digest, Hash, Hasher};
