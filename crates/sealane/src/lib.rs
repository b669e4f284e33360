//! Public-key signatures, key agreement and encryption: ECDSA, EdDSA, BIP 340 and Diffie-Hellman
//! over the NIST, Brainpool, secp256k1 and Edwards curves; RSA; DSA; ML-DSA.
//!
//! ```
//! use sealane::{Algorithm, Lengths, Nonces, PrivateKey, PublicKey};
//!
//! let p256 = Algorithm::from_name("p256").ok_or("no such algorithm")?;
//! let key = PrivateKey::generate(p256)?;
//! let scheme = p256.usual_scheme().ok_or("it does not sign")?;
//! let signature = key.sign(b"message", &scheme, Nonces::Hedged)?;
//! let public = PublicKey::from_pem(&key.public_key().to_spki_pem(), Lengths::Current)?;
//! public.verify(b"message", &scheme, &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | the root | one type a concept, for keys of every family |
//! | [`batch`] | many operations in one call, each with its own result |
//! | [`ecc`] | keys over curves: immutable values, right by construction |
//! | [`rsa`], [`dsa`], [`mldsa`] | RSA, DSA and ML-DSA keys and signatures |
//! | [`raw`] | operations over curves into the caller's buffers, without allocation |
//! | [`hazmat`] | scalars and points, for those who build protocols |
//! | [`backend`] | which machine runs |
//! | [`random`] | where random bytes come from: the system, or the caller |
//!
//! Keys and signatures have the traits of the crates `signature`, `spki` and `pkcs8`, so that
//! `x509-cert` and others take them; `examples/` shows it. With the feature `serde` public keys,
//! signatures, algorithms and schemes are values that travel; private keys never are.
//!
//! What is hidden here, formulas among it, is public so that this project can measure it, and run
//! it on other machines and on toy groups. It is no interface: it changes without notice.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(not(any(feature = "short-curves", feature = "edwards-curves")))]
compile_error!(
    "sealane needs a curve at least: a feature `p192`, `p224`, `p256`, `p384`, `p521`, \
     `secp256k1`, `brainpoolp256r1`, `brainpoolp384r1`, `brainpoolp512r1`, `curve25519` or \
     `curve448`, or `ecc` for all of them"
);

extern crate alloc;
#[cfg(any(feature = "rayon", test))]
extern crate std;

pub mod backend;
mod dispatch;
#[cfg(feature = "dsa")]
pub mod dsa;
pub mod ecc;
#[doc(hidden)]
pub mod encode;
mod error;
#[doc(hidden)]
pub mod group;
mod hash;
pub mod hazmat;
#[doc(hidden)]
#[cfg(feature = "test-hooks")]
pub mod hooks;
mod lengths;
#[cfg(feature = "mldsa")]
pub mod mldsa;
mod names;
mod nonce;
#[cfg(any(feature = "rsa", feature = "dsa"))]
mod number;
mod often;
pub mod random;
pub mod raw;
#[cfg(feature = "rsa")]
pub mod rsa;
#[cfg(test)]
mod samples;
#[doc(hidden)]
pub mod tables;
mod traits;
#[doc(hidden)]
pub mod watch;

pub use dispatch::batch::{
    Batch, SignItem, VerifyItem, derive_batch, keygen_batch, sign_batch, verify_batch,
};
pub use dispatch::{Algorithm, PrivateKey, PublicKey, Scheme, Signature, batch};
pub use ecc::SharedSecret;
pub use error::{BadSignature, BufferTooSmall, DecodeError, DeriveError, SignError, UnknownName};
#[doc(hidden)]
pub use group::curve;
pub use hash::hmac::Hmac;
pub use hash::{Digest, Hash, Hasher};
pub use lengths::{Lengths, Salt};
pub use nonce::{Nonces, SignOptions};

/// The example of the README and those of the guide, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
#[doc = include_str!("../../../docs/guide/library.md")]
struct Readme;
