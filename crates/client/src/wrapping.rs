//! How a key wraps another.

use crate::object::{Id, Mechanism};
use serde::{Deserialize, Serialize};

/// How what is wrapped is made into blocks of eight bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    /// KW: it has whole blocks, two at least. RFC 3394.
    Whole,
    /// KWP: it is padded; one byte at least. RFC 5649.
    Padded,
}

/// A wrapping key of a token, and how it wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wrapping {
    /// The AES key.
    pub by: Id,
    /// The form.
    pub form: Form,
}

impl From<Id> for Wrapping {
    /// Padded: what keys of all kinds take.
    fn from(by: Id) -> Self {
        Self { by, form: Form::Padded }
    }
}

impl Form {
    /// The mechanism that it is.
    #[must_use]
    pub fn mechanism(self) -> Mechanism {
        match self {
            Self::Whole => Mechanism::Wrap,
            Self::Padded => Mechanism::WrapPadded,
        }
    }
}
