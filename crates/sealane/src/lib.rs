//! Public-key signatures and key agreement: ECDSA, EdDSA and Diffie-Hellman over the
//! NIST, Brainpool, secp256k1 and Edwards curves.
//!
//! ```
//! use sealane::{Algorithm, Hash, Nonces, PrivateKey, Scheme};
//!
//! let key = PrivateKey::generate(Algorithm::EcP256)?;
//! let scheme = Scheme::Ecdsa(Hash::Sha256);
//! let signature = key.sign(b"message", scheme, Nonces::Hedged)?;
//! key.public_key().verify(b"message", scheme, &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`key`] | keys, signatures, shared secrets: immutable values, right by construction |
//! | [`batch`] | many operations in one call, each with its own result |
//! | [`raw`] | the same operations into the caller's buffers, without allocation |
//! | [`rsa`], [`dsa`] | RSA and DSA keys and signatures |
//! | [`any`] | keys of any of these kinds |
//! | [`encode`] | DER, PKCS#8, SEC1 and PEM, knowing nothing of curves |
//! | [`backend`] | which machine runs |
//! | [`random`] | where random bytes come from: the system, or the caller |
//! | [`tables`] | tables of the generator of other widths, to be measured |
//! | [`watch`] | the operations, telling a watcher where they are: for profiles |
//! | [`curve`], [`group`], [`scheme`] | constants, formulas and equations, once for every machine |
//!
//! The last row is public so that formulas can be run on other machines and on toy groups. It is no
//! stable interface.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(feature = "rayon", test))]
extern crate std;

mod algorithm;
pub mod any;
pub mod backend;
pub mod batch;
pub mod curve;
pub mod dsa;
pub mod encode;
mod error;
mod generated;
pub mod group;
mod hash;
pub mod hazmat;
#[cfg(feature = "test-hooks")]
pub mod hooks;
pub mod key;
mod nonce;
mod ops;
pub mod random;
pub mod raw;
pub mod rsa;
#[cfg(test)]
mod samples;
pub mod scheme;
pub mod tables;
mod traits;
pub mod watch;

pub use algorithm::Algorithm;
pub use batch::{derive_batch, keygen_batch, sign_batch, verify_batch};
pub use error::{BadSignature, BufferTooSmall, DecodeError, DeriveError, SignError};
pub use hash::{Digest, Hash, Hasher};
pub use key::{PrivateKey, PublicKey, SharedSecret, Signature};
pub use ops::{Nonces, SignOptions};
pub use scheme::Scheme;

/// The example of the README and those of the guide, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/guide/library.md")]
struct Readme;
