//! The library from outside, with features that tests alone turn on.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod examples;
mod narrow;
mod random;
mod tables;
#[cfg(feature = "serde")]
mod values;
