//! Arithmetic of one prime per file. Written by `fieldgen write`; do not edit.

mod p256_p;
mod p256_n;

pub use p256_p::P256P;
pub use p256_n::P256N;
