//! The module as programs see it: loaded from its file, with a real service at the other end.
//!
//! One program. A module is a suite of its own: `cargo xtask` runs it in a process of its own.

mod caches;
mod calls;
mod clients;
mod common;
#[cfg(feature = "embedded")]
mod embedded;
mod objects;
mod operations;
mod raw;
mod rules;
mod said;
mod sequences;
mod session_keys;
mod signatures;
mod threads;
mod waiting;
