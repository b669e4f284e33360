//! Signatures of columns: rows of keys, digests or messages, and signatures, as Arrow has them.
//!
//! | module | what it holds |
//! |---|---|
//! | [`terms`] | how keys are read and signatures verified, by names |
//! | [`column`] | byte strings, wherever they lie |
//! | [`rows`] | rows verified in batches, keys kept from call to call |
//! | [`batches`] | record batches: which columns are read, what is returned |
//! | [`pieces`] | threads |
//!
//! A row that is null or malformed harms no other: it has no verdict, and the code of its reason.
#![forbid(unsafe_code)]

pub mod batches;
pub mod column;
pub mod pieces;
pub mod rows;
pub mod terms;

use std::error::Error;
use std::fmt;

/// Why columns or names are refused as a whole, before any row is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The stable code: `NAME_UNKNOWN`, `ARGUMENT_TYPE`, `ARROW_INVALID`.
    pub code: &'static str,
    /// What is refused, and what would be taken.
    pub sentence: String,
}

impl Refused {
    /// Makes one of its parts.
    pub fn new(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into() }
    }

    /// A name of an algorithm, a scheme or a form that is none.
    #[must_use]
    pub fn name(argument: &str, given: &str) -> Self {
        Self::new("NAME_UNKNOWN", format!("{argument}: no such name: {given:?}"))
    }

    /// A column that its producer has not made as Arrow has it.
    pub fn malformed(column: &str, why: impl fmt::Display) -> Self {
        Self::new("ARROW_INVALID", format!("{column}: {why}"))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.sentence)
    }
}

impl Error for Refused {}
