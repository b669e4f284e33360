//! Measures operations fairly and compares them with the OpenSSL of the machine.
//!
//! - [`clock`]: CPU time of the thread, and how fast the core really runs.
//! - [`figures`]: median, minimum and spread of samples.
//! - [`contest`]: contestants measured in turn, every result checked outside the timed part.
//! - [`pattern`]: which rows a user asked for.
//! - [`provenance`]: processor, compiler and commit of a result.
//! - [`profile`]: where the time of an operation goes, by [`spans`] timed in [`ticks`].
//! - [`heap`]: allocations of a thread. - [`stack`]: how much stack an operation uses.
//! - [`libcrypto`]: OpenSSL, loaded when the program runs.
//! - [`guard`]: values at the very end of memory. - [`fork`]: what a copy of the process does.
//!
//! [`fork`], [`guard`], [`heap`], [`stack`], [`libcrypto`] and [`ticks`] are the only ones with
//! unsafe code.
#![deny(unsafe_code)]

pub mod clock;
pub mod contest;
pub mod figures;
#[allow(unsafe_code)]
// The system's call is unsafe, for what else the process does.
pub mod fork;
#[allow(unsafe_code)]
// Pages are asked for and closed by the system's own calls.
pub mod guard;
#[allow(unsafe_code)]
// An allocator is unsafe code by its trait.
pub mod heap;
#[allow(unsafe_code)]
// A C library can be called in no other way; each call states why it is sound.
pub mod libcrypto;
pub mod pattern;
pub mod profile;
pub mod provenance;
pub mod spans;
#[allow(unsafe_code)]
// A thread on memory of ours is made by the C library alone.
pub mod stack;
#[allow(unsafe_code)]
// The counter of the processor is read by an instruction.
pub mod ticks;

pub use contest::{INPUTS, Turns, Work, contest, digests, rehearse};
pub use figures::{Figures, paired_quartiles, paired_ratio};
pub use pattern::Pattern;
pub use provenance::Provenance;
