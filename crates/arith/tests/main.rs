//! The arithmetic from outside.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod forms;
mod keccak;
mod machines;
mod random;
mod sha;
mod turns;
