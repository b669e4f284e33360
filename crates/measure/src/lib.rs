//! Measures operations fairly and compares them with the OpenSSL of the machine.
//!
//! - [`clock`]: CPU time of the thread, and how fast the core really runs.
//! - [`figures`]: median, minimum and spread of samples.
//! - [`contest`]: contestants measured in turn, every result checked outside the timed part.
//! - [`pattern`]: which rows a user asked for.
//! - [`libcrypto`]: OpenSSL, loaded when the program runs; the only unsafe code here.
#![deny(unsafe_code)]

pub mod clock;
pub mod contest;
pub mod figures;
#[allow(unsafe_code)]
// A C library can be called in no other way; each call states why it is sound.
pub mod libcrypto;
pub mod pattern;

pub use contest::{INPUTS, Work, contest, digests, rehearse};
pub use figures::{Figures, paired_quartiles, paired_ratio};
pub use pattern::Pattern;
