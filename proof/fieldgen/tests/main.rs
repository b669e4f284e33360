//! The generator, its provers and its mutants.
//!
//! One program, so that generic code is compiled once. A module is a suite of its own: `cargo
//! xtask` runs it in a process of its own.

mod asm;
mod cli;
mod common;
mod explain;
mod kernel;
mod lanes;
mod mutants;
mod planted;
mod proofs;
mod quads;
mod regen;
mod ring;
mod signed;
mod table;
mod text;
mod worst_case;
