//! Every prime with a form for four elements together. Written by `fieldgen write`; do
//! not edit.

mod p25519_p;

pub use p25519_p::P25519P;

use crate::quads::QuadPrime;

impl QuadPrime for super::P25519P {
    type Quads = P25519P;
}
