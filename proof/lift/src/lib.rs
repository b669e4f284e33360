//! Straight-line functions of a release, from machine code back to programs, proven.

pub mod certificates;
pub mod changes;
pub mod contracts;
pub mod image;
pub mod judge;
pub mod kernels;
pub mod machine;
pub mod mutants;
mod names;
pub mod parts;
pub mod reason;
pub mod ring;
pub mod single;
pub mod survey;
pub mod trace;
pub mod value;
pub mod words;
