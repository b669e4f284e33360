//! Why something was refused: exceptions of the package, with the stable codes.

use pyo3::prelude::*;
use pyo3::types::PyType;
use sealane::{DecodeError, DeriveError, SignError};
use sealane_columns::Refused;
use std::borrow::Cow;

/// The classes of `sealane._errors`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Argument,
    Decode,
    Invalid,
    Sign,
    Derive,
    Service,
}

impl Class {
    fn name(self) -> &'static str {
        match self {
            Self::Argument => "ArgumentError",
            Self::Decode => "DecodeError",
            Self::Invalid => "InvalidSignature",
            Self::Sign => "SignError",
            Self::Derive => "DeriveError",
            Self::Service => "ServiceError",
        }
    }
}

/// What an exception is made of, without the interpreter.
#[derive(Debug, Clone)]
pub struct Refusal {
    class: Class,
    code: Cow<'static, str>,
    sentence: String,
}

/// What most functions here return.
pub type Outcome<T = ()> = Result<T, Refusal>;

impl Refusal {
    /// An argument of a kind, a length or a value that is not taken.
    pub fn argument(code: &'static str, sentence: impl Into<String>) -> Self {
        Self { class: Class::Argument, code: code.into(), sentence: sentence.into() }
    }

    /// A column that its producer has not made as Arrow has it.
    pub fn malformed(column: &str, why: impl std::fmt::Display) -> Self {
        Self::argument("ARROW_INVALID", format!("{column}: {why}"))
    }

    /// Makes the exception.
    pub fn exception<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.import("sealane._errors")?.getattr(self.class.name())?;
        class.call1((&*self.code, &*self.sentence))
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        Self::argument(refused.code, refused.sentence)
    }
}

impl From<DecodeError> for Refusal {
    fn from(error: DecodeError) -> Self {
        let class = match error {
            DecodeError::SigInvalid => Class::Invalid,
            _ => Class::Decode,
        };
        Self { class, code: error.code().into(), sentence: error.to_string() }
    }
}

impl From<SignError> for Refusal {
    fn from(error: SignError) -> Self {
        Self { class: Class::Sign, code: error.code().into(), sentence: error.to_string() }
    }
}

impl From<DeriveError> for Refusal {
    fn from(error: DeriveError) -> Self {
        Self { class: Class::Derive, code: error.code().into(), sentence: error.to_string() }
    }
}

impl From<sealane_client::Error> for Refusal {
    fn from(error: sealane_client::Error) -> Self {
        // One verdict, whoever looked.
        if error.code() == DecodeError::SigInvalid.code() {
            return DecodeError::SigInvalid.into();
        }
        let code = error.code().to_owned().into();
        Self { class: Class::Service, code, sentence: error.to_string() }
    }
}

impl From<Refusal> for PyErr {
    fn from(refusal: Refusal) -> Self {
        Python::attach(|py| match refusal.exception(py) {
            Ok(exception) => Self::from_value(exception),
            Err(error) => error,
        })
    }
}

/// Whether a class of Python comes from a package.
pub fn is_from(class: &Bound<'_, PyType>, package: &str) -> bool {
    let module = class.module();
    module.is_ok_and(|name| name.to_str().is_ok_and(|name| name.split('.').next() == Some(package)))
}
