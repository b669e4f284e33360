//! Keys over curves: ECDSA, EdDSA, BIP 340 and Diffie-Hellman.

pub(crate) mod agree;
pub mod algorithm;
pub mod batch;
pub mod documents;
pub mod ecdh;
pub mod ecdsa;
pub mod eddsa;
pub(crate) mod generated;
mod inverses;
pub mod key;
pub(crate) mod ops;
pub mod scheme;
pub mod schnorr;
pub(crate) mod trial;
pub mod xdh;

pub use algorithm::Algorithm;
pub use batch::{derive_batch, keygen_batch, sign_batch, verify_batch};
pub use key::{PrivateKey, PublicKey, SharedSecret, Signature};
pub use scheme::Scheme;
