//! The library from outside, with features that tests alone turn on.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod batches;
mod common;
mod examples;
mod forms;
#[cfg(feature = "test-hooks")]
mod key_tables;
mod keys;
mod low_s;
mod narrow;
mod permitted;
mod pkcs8_info;
mod random;
mod tables;
mod traits;
#[cfg(feature = "serde")]
mod values;
