//! The catalogue of operations: what can be done with keys of each algorithm, once. What measures,
//! counts, times or watches operations takes them from here.
//!
//! - [`operation`]: the list, with its names.
//! - [`tools`]: which tool leaves what out, and why; and what a tool lacks.
//! - [`keys`]: a key of every algorithm, the same in every run.
//! - [`curve`] and [`number`]: what operations over curves, and those of RSA and DSA, work on.
//! - [`one_off`]: operations over curves one at a time, prepared, to be run and checked;
//!   [`batch`], [`rsa_batch`], [`mldsa_batch`]: many at once.
//! - [`judge`]: another implementation that checks results.
//! - [`attempts`]: how many attempts a signature of ML-DSA takes, for those who compare secrets;
//!   [`leaks`] and [`word_leaks`]: what they have to find.
#![forbid(unsafe_code)]

pub mod attempts;
pub mod batch;
pub mod curve;
pub mod judge;
pub mod keys;
pub mod leaks;
pub mod mldsa_batch;
pub mod number;
pub mod one_off;
pub mod operation;
pub mod rsa_batch;
pub mod tools;
pub mod word_leaks;

pub use judge::{Judge, Ourselves};
pub use operation::{Action, Form, Operation};
pub use tools::{Tool, gaps};

/// The text of an error.
pub(crate) fn text(error: impl ToString) -> String {
    error.to_string()
}
