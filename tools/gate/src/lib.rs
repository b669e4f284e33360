//! Instruction counts of every operation of every algorithm, on every backend that is built in,
//! exactly.
//!
//! [`cases`] runs each operation once on fixed inputs. [`callgrind`] runs the cases under valgrind
//! and reads what it counted, [`step`] runs them instruction by instruction; [`counter`] says which
//! of the two. [`table`] compares with a table of the tree.
#![forbid(unsafe_code)]

pub mod callgrind;
pub mod cases;
pub mod counter;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub mod step;
pub mod table;
