//! Every prime over limbs of 52 bits, for machines of eight lanes. Written by `fieldgen
//! write`; do not edit.

mod brainpool256_n;
mod brainpool256_p;
mod brainpool384_n;
mod brainpool384_p;
mod brainpool512_n;
mod brainpool512_p;
mod p192_n;
mod p192_p;
mod p224_n;
mod p224_p;
mod p25519_n;
mod p25519_p;
mod p256_n;
mod p256_p;
mod p384_n;
mod p384_p;
mod p448_n;
mod p448_p;
mod p521_n;
mod p521_p;
mod secp256k1_n;
mod secp256k1_p;

pub use brainpool256_n::Brainpool256N;
pub use brainpool256_p::Brainpool256P;
pub use brainpool384_n::Brainpool384N;
pub use brainpool384_p::Brainpool384P;
pub use brainpool512_n::Brainpool512N;
pub use brainpool512_p::Brainpool512P;
pub use p192_n::P192N;
pub use p192_p::P192P;
pub use p224_n::P224N;
pub use p224_p::P224P;
pub use p256_n::P256N;
pub use p256_p::P256P;
pub use p384_n::P384N;
pub use p384_p::P384P;
pub use p448_n::P448N;
pub use p448_p::P448P;
pub use p521_n::P521N;
pub use p521_p::P521P;
pub use p25519_n::P25519N;
pub use p25519_p::P25519P;
pub use secp256k1_n::Secp256k1N;
pub use secp256k1_p::Secp256k1P;
