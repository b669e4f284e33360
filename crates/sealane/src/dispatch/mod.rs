//! The one place that names every family: which algorithms there are, and which family does what a
//! key of any is asked to do. A new family is its folder, and its rows here.

mod algorithm;
pub mod batch;
pub(crate) mod content;
mod documents;
mod key;
pub(crate) mod key_tables;
mod scheme;
mod signature;

pub use algorithm::Algorithm;
pub use key::{PrivateKey, PublicKey};
pub use scheme::Scheme;
pub use signature::Signature;
