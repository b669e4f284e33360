//! The forms of the field of P-256.
//!
//! One program, so that generic code is compiled once. A module is a suite, which `cargo xtask` runs
//! in a process of its own.

mod budgets;
mod equal;
