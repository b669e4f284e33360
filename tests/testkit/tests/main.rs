//! Everything about the library that needs vectors, references or other libraries.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod api;
mod attacks;
mod batch;
mod bip340;
mod bounds;
mod cases;
mod counts;
mod crafted_keys;
mod differential;
mod documents;
mod dsa;
mod eddsa_rule;
mod edwards_machines;
mod faults;
mod fields;
mod fork;
mod guard_pages;
mod halves;
mod hazmat;
mod hmac_interop;
mod hooks;
mod lanes;
mod libraries;
mod mldsa;
mod mldsa_known;
mod mldsa_oracles;
mod modulus;
mod nist_dsa;
mod nist_ecdsa;
mod nist_rsa;
mod operations;
mod options;
mod regressions;
mod reveals;
mod rfc6979;
mod rfc7748;
mod rfc8032;
mod ring;
mod rsa;
mod rsa_faults;
mod rsa_interop;
mod rsa_laboratories;
mod split_comb;
mod tidy;
mod toy_edwards;
mod toy_groups;
mod toy_schemes;
mod wiped;
mod wycheproof;
mod wycheproof_dsa;
mod wycheproof_mldsa;
mod wycheproof_octets;
mod wycheproof_rsa;
