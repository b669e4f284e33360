//! Schemes: what is computed from scalars and points.

pub mod ecdh;
pub mod ecdsa;
pub mod eddsa;
pub mod schnorr;
pub mod xdh;
