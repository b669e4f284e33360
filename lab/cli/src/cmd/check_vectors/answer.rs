//! What is answered to a case.
use super::case::{Case, MALFORMED, Malformed};
use sealane::{BadSignature, DecodeError, DeriveError, SignError};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Valid,
    Invalid(Cow<'static, str>),
    Value(Map<String, Value>),
    /// The operation or curve is outside the written scope.
    Unsupported,
    /// A service has no such operation, or not for such a key: the sentence says what it has.
    NotServed(String),
}

impl Answer {
    pub fn refused(code: &'static str) -> Self {
        Self::Invalid(code.into())
    }

    /// One value by its name, in hex.
    pub fn hex(name: &str, bytes: &[u8]) -> Self {
        Self::Value(Map::from_iter([(name.to_owned(), json!(sealane_cli::hex(bytes)))]))
    }

    /// The word of the answer.
    pub fn result(&self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Invalid(_) => "invalid",
            Self::Value(_) => "value",
            Self::Unsupported | Self::NotServed(_) => "unsupported",
        }
    }

    pub fn to_json(&self, case: &Case) -> Value {
        let mut line = json!({ "id": case.id, "result": self.result() });
        match self {
            Self::Value(out) => line["out"] = Value::Object(out.clone()),
            Self::Invalid(code) => line["code"] = json!(code),
            Self::NotServed(why) => line["why"] = json!(why),
            Self::Valid | Self::Unsupported => {}
        }
        line
    }
}

impl From<DecodeError> for Answer {
    fn from(error: DecodeError) -> Self {
        Self::Invalid(error.code().into())
    }
}

impl From<SignError> for Answer {
    fn from(error: SignError) -> Self {
        Self::Invalid(error.code().into())
    }
}

impl From<DeriveError> for Answer {
    fn from(error: DeriveError) -> Self {
        Self::Invalid(error.code().into())
    }
}

impl From<BadSignature> for Answer {
    fn from(error: BadSignature) -> Self {
        Self::Invalid(error.code().into())
    }
}

impl From<Malformed> for Answer {
    fn from(_: Malformed) -> Self {
        Self::Invalid(MALFORMED.into())
    }
}
