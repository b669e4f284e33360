//! Steps of the released command for pairs of secrets: the same instructions, at the same
//! addresses, from where a secret enters the process to its end.
//!
//! [`steps`] runs a program and reads its registers before every instruction, by a library in C
//! that is loaded with it (`steps.c`), for which [`translate`] copies its code. [`program`] knows
//! its code and its functions. [`judge`] compares two runs, [`operands`] tells the addresses and
//! numbers of an instruction. [`rows`] are the operations, [`pairs`] runs them, [`public`] is what
//! may differ, and why. [`leaks`] must be found. [`functions`] compares machine code with that of
//! the taint test.
#![forbid(unsafe_code)]

pub mod functions;
pub mod judge;
pub mod leaks;
pub mod operands;
pub mod pairs;
pub mod program;
pub mod public;
pub mod rows;
pub mod steps;
pub mod translate;
