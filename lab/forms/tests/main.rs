//! The forms of the field of P-256.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod budgets;
mod equal;
