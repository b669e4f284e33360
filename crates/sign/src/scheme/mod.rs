//! Schemes: what is computed from scalars and points.

pub mod ecdh;
pub mod ecdsa;
