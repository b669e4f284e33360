//! P-256 over limbs of several forms: proven, proven equal, and measured beside each other.
//!
//! - [`curves`]: the curve over each form.
//! - [`proof`]: what the generator proves of a form.
//! - [`works`]: what is timed, and how each result is shown to be right.
//! - [`table`]: the measurement and its control.
//! - [`report`]: the document.

pub mod curves;
pub mod proof;
pub mod report;
pub mod table;
pub mod works;
