//! Arithmetic of one prime per file. Written by `fieldgen write`; do not edit.

use crate::prime::{Count, Facts, PrimeTask};

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

#[cfg(feature = "forms")]
pub mod forms;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
pub(crate) mod kernels;
pub mod lanes;
#[cfg(feature = "narrow")]
pub mod narrow;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
pub(crate) mod products;
pub mod quads;
pub(crate) mod ring;

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

/// Runs `task` for every prime.
pub fn each_prime(task: &mut impl PrimeTask) {
    task.run::<Brainpool256N>();
    task.run::<Brainpool256P>();
    task.run::<Brainpool384N>();
    task.run::<Brainpool384P>();
    task.run::<Brainpool512N>();
    task.run::<Brainpool512P>();
    task.run::<P192N>();
    task.run::<P192P>();
    task.run::<P224N>();
    task.run::<P224P>();
    task.run::<P25519N>();
    task.run::<P25519P>();
    task.run::<P256N>();
    task.run::<P256P>();
    task.run::<P384N>();
    task.run::<P384P>();
    task.run::<P448N>();
    task.run::<P448P>();
    task.run::<P521N>();
    task.run::<P521P>();
    task.run::<Secp256k1N>();
    task.run::<Secp256k1P>();
}

/// What the generator knows of every prime, in the order of [`each_prime`].
#[rustfmt::skip]
pub static FACTS: [Facts; 22] = [
    Facts {
        name: "brainpool256_n",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 36, carries: 64 },
        sqr: Count { products: 30, carries: 58 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "brainpool256_p",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 36, carries: 64 },
        sqr: Count { products: 30, carries: 58 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "brainpool384_n",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 78, carries: 144 },
        sqr: Count { products: 63, carries: 124 },
        add: Count { products: 0, carries: 18 },
    },
    Facts {
        name: "brainpool384_p",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 78, carries: 144 },
        sqr: Count { products: 63, carries: 124 },
        add: Count { products: 0, carries: 18 },
    },
    Facts {
        name: "brainpool512_n",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 136, carries: 256 },
        sqr: Count { products: 108, carries: 214 },
        add: Count { products: 0, carries: 24 },
    },
    Facts {
        name: "brainpool512_p",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 136, carries: 256 },
        sqr: Count { products: 108, carries: 214 },
        add: Count { products: 0, carries: 24 },
    },
    Facts {
        name: "p192_n",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 21, carries: 36 },
        sqr: Count { products: 18, carries: 34 },
        add: Count { products: 0, carries: 9 },
    },
    Facts {
        name: "p192_p",
        form: "montgomery, rows without products",
        spare_bits: 0,
        mul: Count { products: 9, carries: 27 },
        sqr: Count { products: 6, carries: 25 },
        add: Count { products: 0, carries: 9 },
    },
    Facts {
        name: "p224_n",
        form: "montgomery",
        spare_bits: 32,
        mul: Count { products: 36, carries: 64 },
        sqr: Count { products: 30, carries: 58 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "p224_p",
        form: "montgomery, rows without products",
        spare_bits: 32,
        mul: Count { products: 16, carries: 48 },
        sqr: Count { products: 10, carries: 42 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "p25519_n",
        form: "montgomery",
        spare_bits: 3,
        mul: Count { products: 32, carries: 64 },
        sqr: Count { products: 26, carries: 58 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "p25519_p",
        form: "crandall",
        spare_bits: 0,
        mul: Count { products: 21, carries: 35 },
        sqr: Count { products: 15, carries: 29 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "p256_n",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 36, carries: 64 },
        sqr: Count { products: 30, carries: 58 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "p256_p",
        form: "montgomery, rows without products",
        spare_bits: 0,
        mul: Count { products: 16, carries: 56 },
        sqr: Count { products: 10, carries: 50 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "p384_n",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 78, carries: 144 },
        sqr: Count { products: 63, carries: 124 },
        add: Count { products: 0, carries: 18 },
    },
    Facts {
        name: "p384_p",
        form: "montgomery, rows without products",
        spare_bits: 0,
        mul: Count { products: 42, carries: 144 },
        sqr: Count { products: 27, carries: 124 },
        add: Count { products: 0, carries: 18 },
    },
    Facts {
        name: "p448_n",
        form: "montgomery",
        spare_bits: 2,
        mul: Count { products: 105, carries: 196 },
        sqr: Count { products: 84, carries: 166 },
        add: Count { products: 0, carries: 21 },
    },
    Facts {
        name: "p448_p",
        form: "montgomery, rows without products",
        spare_bits: 0,
        mul: Count { products: 49, carries: 133 },
        sqr: Count { products: 28, carries: 103 },
        add: Count { products: 0, carries: 21 },
    },
    Facts {
        name: "p521_n",
        form: "montgomery",
        spare_bits: 55,
        mul: Count { products: 171, carries: 324 },
        sqr: Count { products: 135, carries: 268 },
        add: Count { products: 0, carries: 27 },
    },
    Facts {
        name: "p521_p",
        form: "crandall",
        spare_bits: 54,
        mul: Count { products: 81, carries: 162 },
        sqr: Count { products: 45, carries: 106 },
        add: Count { products: 0, carries: 27 },
    },
    Facts {
        name: "secp256k1_n",
        form: "montgomery",
        spare_bits: 0,
        mul: Count { products: 36, carries: 64 },
        sqr: Count { products: 30, carries: 58 },
        add: Count { products: 0, carries: 12 },
    },
    Facts {
        name: "secp256k1_p",
        form: "crandall",
        spare_bits: 0,
        mul: Count { products: 21, carries: 39 },
        sqr: Count { products: 15, carries: 33 },
        add: Count { products: 0, carries: 12 },
    },
];
