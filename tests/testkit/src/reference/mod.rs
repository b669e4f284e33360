//! Slow reference arithmetic on big integers: the oracle everything else is compared with.
//!
//! It shares no line and no trick with the product: affine formulas from the school book, one
//! inversion per addition, plain binary multiplication. Nothing here is silent.

pub mod curve;
mod curves;
pub mod dsa;
pub mod ecdsa;
pub mod field;
pub mod hash;
pub mod mldsa;
pub mod nonce;
pub mod ring;
pub mod rsa;
