//! Keys over curves: ECDSA, EdDSA, BIP 340 and Diffie-Hellman.

pub(crate) mod agree;
pub mod algorithm;
pub mod batch;
#[doc(hidden)]
pub mod documents;
#[doc(hidden)]
pub mod ecdh;
#[doc(hidden)]
pub mod ecdsa;
#[doc(hidden)]
pub mod eddsa;
pub(crate) mod generated;
mod inverses;
pub mod key;
pub(crate) mod ops;
pub mod scheme;
#[doc(hidden)]
pub mod schnorr;
pub(crate) mod trial;
#[doc(hidden)]
pub mod xdh;

pub use algorithm::Algorithm;
pub use batch::{derive_batch, keygen_batch, sign_batch, verify_batch};
pub use key::{PrivateKey, PublicKey, SharedSecret, Signature};
pub use scheme::Scheme;
