//! Every prime with a form for four elements together. Written by `fieldgen write`; do
//! not edit.

mod p224_p;
mod p25519_p;
mod p256_p;
mod p521_p;
mod secp256k1_p;

pub use p224_p::P224P;
pub use p256_p::P256P;
pub use p521_p::P521P;
pub use p25519_p::P25519P;
pub use secp256k1_p::Secp256k1P;

use crate::quads::QuadPrime;

impl QuadPrime for super::P224P {
    type Quads = P224P;
}

impl QuadPrime for super::P256P {
    type Quads = P256P;
}

impl QuadPrime for super::P521P {
    type Quads = P521P;
}

impl QuadPrime for super::Secp256k1P {
    type Quads = Secp256k1P;
}

impl QuadPrime for super::P25519P {
    type Quads = P25519P;
}
