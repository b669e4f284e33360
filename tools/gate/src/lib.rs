//! Instruction counts of every operation of every algorithm, on every backend that is built in,
//! exactly.
//!
//! [`cases`] runs each operation once on fixed inputs; [`callgrind`] runs the cases under valgrind
//! and reads what it counted; [`table`] compares that with the table of the tree.
#![forbid(unsafe_code)]

pub mod callgrind;
pub mod cases;
pub mod table;
