//! Megabytes a second of the primitives that the project uses: two builds of one program, portable
//! code alone and what the processor has instructions for, measured in turn.
#![forbid(unsafe_code)]

pub mod keccak;
pub mod mldsa;
pub mod report;
pub mod works;
