//! The module as programs see it: loaded from its file, with a real service at the other end.
//!
//! One program. A module is a suite of its own: `cargo xtask` runs it in a process of its own.

mod bad_calls;
mod bad_keys;
mod bad_signatures;
mod caches;
mod calls;
mod clients;
mod common;
mod crowds;
#[cfg(feature = "embedded")]
mod embedded;
mod encryption;
mod kills;
mod mldsa;
mod mldsa_keys;
mod objects;
mod operations;
mod raw;
mod rules;
mod said;
mod sequences;
mod session_keys;
// Not with the other calls of C, which the fuzzer's targets are built with too.
#[path = "raw/signals.rs"]
mod signals;
mod signatures;
mod standard;
mod templates;
mod threads;
mod user;
mod waiting;
