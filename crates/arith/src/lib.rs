//! Constant-time prime-field arithmetic for Sealane.
//!
//! | module | what it holds |
//! |---|---|
//! | [`word`] | operations on 64-bit words that generated programs are made of |
//! | [`bytes`] | words from and to big-endian bytes, range checks |
//! | [`ct`], [`secret`] | masks instead of `bool`; secret values and their one way out |
//! | [`prime`] | the contract of what the generator emits, and the emitted files in [`generated`] |
//! | `signed`, `generated::narrow` | feature `narrow`: signed limbs, without 128-bit products |
//! | `generated::forms` | feature `forms`: other sets of signed limbs, for comparison |
//! | [`field`] | THE contract page: what formulas may do with elements, on every machine |
//! | [`fe`], [`divsteps`] | one lane of 64-bit words; inversion |
//! | [`lanes`], [`fe8`] | eight lanes of 52-bit limbs: words, primes, elements |
//! | [`quads`], [`fe4`] | four elements of one operation together: words, primes, elements |
//! | [`ring`] | the ring of ML-DSA: transforms, products, maps of coefficients |
//! | [`sha`] | the compression functions of SHA-2, over many messages at once |
//! | [`keccak`] | the permutation of SHA-3, of one state and of eight at once |
//! | [`modulus`] | odd moduli of run-time value: RSA, DSA |
//! | [`machine`] | the machines and which of them this CPU can run; the only `unsafe` |
//!
//! One prime on one machine:
//!
//! ```
//! use sealane_arith::field::{Field, Machine};
//! use sealane_arith::generated::P256P;
//! use sealane_arith::machine::One;
//!
//! let x = One.load::<P256P>(&[[2, 0, 0, 0]]);
//! assert_eq!((x.sqr() * x.invert()).plain(), [2, 0, 0, 0]);
//! ```
#![no_std]

pub mod bytes;
pub mod ct;
pub mod divsteps;
pub mod fe;
pub mod fe4;
pub mod fe8;
pub mod field;
pub mod generated;
pub mod keccak;
pub mod lanes;
pub mod machine;
pub mod modulus;
pub mod prime;
pub mod quads;
pub mod ring;
pub mod secret;
pub mod sha;
#[cfg(any(test, feature = "narrow"))]
pub mod signed;
pub mod word;
