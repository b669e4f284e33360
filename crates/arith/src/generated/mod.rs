//! Arithmetic of one prime per file. Written by `fieldgen write`; do not edit.

mod p256_n;
mod p256_p;

#[cfg(feature = "forms")]
pub mod forms;

pub use p256_n::P256N;
pub use p256_p::P256P;
