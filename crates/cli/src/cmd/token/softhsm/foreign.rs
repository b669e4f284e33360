//! An object of another token: its attributes, wherever they were read.
use super::numbers::Kind;
use cryptoki_sys::*;
use std::borrow::Cow;
use std::collections::BTreeMap;
use zeroize::Zeroizing;

/// Why one object is not brought; the others are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The stable code.
    pub code: Cow<'static, str>,
    /// The sentence for people. It holds no byte of the object.
    pub reason: String,
}

impl Refusal {
    pub fn new(code: &'static str, reason: impl Into<String>) -> Self {
        Self { code: code.into(), reason: reason.into() }
    }

    /// An object that is not as its token wrote it.
    pub fn damaged(reason: impl Into<String>) -> Self {
        Self::new("OBJECT_DAMAGED", reason)
    }

    /// An object that this token has no place for.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Self::new("OBJECT_UNSUPPORTED", reason)
    }
}

impl From<sealane_hsm::Error> for Refusal {
    fn from(error: sealane_hsm::Error) -> Self {
        Self { code: error.code().to_owned().into(), reason: error.to_string() }
    }
}

impl From<sealane::DecodeError> for Refusal {
    fn from(error: sealane::DecodeError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

/// The value of an attribute. Bytes may be a key, and are wiped on drop.
pub enum Value {
    Truth(bool),
    Number(CK_ULONG),
    Bytes(Zeroizing<Vec<u8>>),
    /// Mechanisms by their numbers.
    Mechanisms(Vec<CK_MECHANISM_TYPE>),
    /// It is there, and could not be read.
    Unreadable,
}

/// An object of another token.
#[derive(Default)]
pub struct Foreign {
    /// How its token calls it: a file, a number.
    pub name: String,
    pub values: BTreeMap<Kind, Value>,
    /// A private key that its token has wrapped: PKCS#8.
    pub document: Option<Zeroizing<Vec<u8>>>,
    /// Why it cannot be brought, where reading it has told.
    pub refusal: Option<Refusal>,
}

impl Foreign {
    pub fn truth(&self, kind: Kind) -> Option<bool> {
        match self.values.get(&kind) {
            Some(Value::Truth(value)) => Some(*value),
            _ => None,
        }
    }

    /// Whether an attribute is there and true.
    pub fn is(&self, kind: Kind) -> bool {
        self.truth(kind) == Some(true)
    }

    pub fn number(&self, kind: Kind) -> Option<CK_ULONG> {
        match self.values.get(&kind) {
            Some(Value::Number(value)) => Some(*value),
            _ => None,
        }
    }

    pub fn bytes(&self, kind: Kind) -> Option<&[u8]> {
        match self.values.get(&kind) {
            Some(Value::Bytes(value)) => Some(value),
            _ => None,
        }
    }

    /// Bytes that the object must have. Errors: `OBJECT_DAMAGED`.
    pub fn required(&self, kind: Kind) -> Result<&[u8], Refusal> {
        let name = name_of(kind);
        match self.values.get(&kind) {
            Some(Value::Bytes(value)) if !value.is_empty() => Ok(value),
            Some(Value::Unreadable) => Err(Refusal::damaged(format!("{name} cannot be read"))),
            _ => Err(Refusal::damaged(format!("it has no {name}"))),
        }
    }

    /// `CKA_ID`; nothing where there is none.
    pub fn id(&self) -> &[u8] {
        self.bytes(CKA_ID).unwrap_or_default()
    }
}

/// How messages call an attribute.
fn name_of(kind: Kind) -> String {
    let known = [
        (CKA_VALUE, "CKA_VALUE"),
        (CKA_MODULUS, "CKA_MODULUS"),
        (CKA_PUBLIC_EXPONENT, "CKA_PUBLIC_EXPONENT"),
        (CKA_PRIVATE_EXPONENT, "CKA_PRIVATE_EXPONENT"),
        (CKA_PRIME_1, "CKA_PRIME_1"),
        (CKA_PRIME_2, "CKA_PRIME_2"),
        (CKA_COEFFICIENT, "CKA_COEFFICIENT"),
        (CKA_PRIME, "CKA_PRIME"),
        (CKA_SUBPRIME, "CKA_SUBPRIME"),
        (CKA_BASE, "CKA_BASE"),
        (CKA_EC_PARAMS, "CKA_EC_PARAMS"),
        (CKA_EC_POINT, "CKA_EC_POINT"),
    ];
    let name = known.iter().find(|(number, _)| *number == kind);
    name.map_or_else(|| format!("attribute {kind:#x}"), |(_, name)| (*name).to_owned())
}
