//! Instruction counts of every operation of every algorithm, on every backend that is built in,
//! exactly.
//!
//! [`cases`] runs each operation once on fixed inputs. [`callgrind`] runs the cases under valgrind
//! and reads what it counted, [`step`] runs them instruction by instruction; [`counter`] says which
//! of the two. [`table`] compares with a table of the tree. [`pairs`] sets the steps of batches in
//! lanes beside each other, for pairs of secrets. [`machine_code`] looks over what the compiler
//! made of the lanes, and runs nothing.
#![forbid(unsafe_code)]

pub mod callgrind;
pub mod cases;
pub mod counter;
pub mod lanes;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod machine_code;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod pairs;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod step;
pub mod table;
