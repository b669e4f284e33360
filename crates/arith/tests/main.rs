//! The arithmetic from outside.
//!
//! One program, so that generic code is compiled once. A module is a suite, which `cargo xtask` runs
//! in a process of its own.

mod forms;
mod machines;
mod sha;
