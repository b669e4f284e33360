//! Steps of the released command for pairs of secrets: the same instructions, at the same
//! addresses, from where a secret enters the process to its end.
//!
//! [`steps`] runs a program and reads its registers before every instruction, by a library beside
//! it (`steps.c`), for which [`translate`] copies its code. [`program`] knows its code and its
//! functions. [`judge`] sets two runs beside each other, [`operands`] says what an instruction
//! names. [`rows`] are the operations, [`pairs`] runs them, [`public`] is what may differ, and why.
//! [`leaks`] must be found. [`functions`] compares machine code with that of the taint test.
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
