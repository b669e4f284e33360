//! Sealane for rustls: a provider of signatures, verification and key exchange, and keys of TLS
//! that stay in a service.
//!
//! ```
//! use rustls::ServerConfig;
//! use std::sync::Arc;
//!
//! let builder = ServerConfig::builder_with_provider(Arc::new(sealane_rustls::provider()))
//!     .with_safe_default_protocol_versions()?
//!     .with_no_client_auth();
//! # drop(builder);
//! # Ok::<(), rustls::Error>(())
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`kx_group`] | key exchange: X25519, P-256, P-384, P-521, X448 |
//! | [`verify`] | the signatures that certificates and handshakes are verified by |
//! | [`sign`] | keys of this process as rustls wants them, and the schemes of each kind of key |
//! | [`service`] | keys of a service, which never enter this process |
//!
//! Suites, hashes and tickets are those of ring; see [`provider`].
#![forbid(unsafe_code)]

pub mod kx_group;
mod random;
pub mod service;
pub mod sign;
pub mod verify;

use rustls::crypto::CryptoProvider;

/// Returns the provider: key exchange, signatures, verification and random bytes are Sealane's,
/// suites and hashes are those of ring.
///
/// Its groups are X25519, P-256 and P-384, in this order. It takes keys of ECDSA over P-256, P-384
/// and P-521, of Ed25519, Ed448, RSA from 2048 bits to 8192, and ML-DSA; keys for RSA-PSS alone
/// (`id-RSASSA-PSS`), which rustls has no schemes for, are refused.
#[must_use]
pub fn provider() -> CryptoProvider {
    CryptoProvider {
        kx_groups: kx_group::DEFAULT.to_vec(),
        signature_verification_algorithms: verify::SUPPORTED,
        secure_random: &random::Random,
        key_provider: &sign::Keys,
        ..rustls::crypto::ring::default_provider()
    }
}

/// The examples of the guide, which must build.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/rustls.md")]
struct Guide;
