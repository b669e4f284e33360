//! The fields that items have, and what one item says in them.
use super::encoding::Encoding;
use crate::failure::Failure;
use crate::names;
use crate::subject::Op;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// What the values of a field are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// A text, or a whole number.
    Name,
    /// Bytes as text.
    Bytes(Encoding),
    /// true or false
    Truth,
}

/// A field that items may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The name that an item gives itself.
    Id,
    Key,
    KeyText,
    KeyBase64,
    Message,
    MessageHex,
    MessageBase64,
    File,
    Digest,
    DigestBase64,
    Mu,
    MuBase64,
    Signature,
    SignatureBase64,
    SignatureFile,
    Hash,
    Format,
    Context,
    ContextHex,
    ContextBase64,
    Scheme,
    MgfHash,
    Salt,
    Bip340,
    Prehash,
    LowS,
    Deterministic,
    Check,
}

/// What is to be known of a field.
#[derive(Debug)]
struct Row {
    field: Field,
    name: &'static str,
    kind: Kind,
    /// The operation it is for, if not for both.
    only: Option<Op>,
}

const fn row(field: Field, name: &'static str, kind: Kind) -> Row {
    Row { field, name, kind, only: None }
}

const fn only(op: Op, field: Field, name: &'static str, kind: Kind) -> Row {
    Row { field, name, kind, only: Some(op) }
}

const COUNT: usize = 28;

const HEX: Kind = Kind::Bytes(Encoding::Hex);
const BASE64: Kind = Kind::Bytes(Encoding::Base64);

/// In the order of [`Field`].
static ROWS: [Row; COUNT] = [
    row(Field::Id, "id", Kind::Name),
    row(Field::Key, "key", Kind::Text),
    // A manifest is no place for private keys.
    only(Op::Verify, Field::KeyText, "key_text", Kind::Text),
    only(Op::Verify, Field::KeyBase64, "key_base64", BASE64),
    row(Field::Message, "message", Kind::Text),
    row(Field::MessageHex, "message_hex", HEX),
    row(Field::MessageBase64, "message_base64", BASE64),
    row(Field::File, "file", Kind::Text),
    row(Field::Digest, "digest", HEX),
    row(Field::DigestBase64, "digest_base64", BASE64),
    row(Field::Mu, "mu", HEX),
    row(Field::MuBase64, "mu_base64", BASE64),
    only(Op::Verify, Field::Signature, "signature", HEX),
    only(Op::Verify, Field::SignatureBase64, "signature_base64", BASE64),
    only(Op::Verify, Field::SignatureFile, "signature_file", Kind::Text),
    row(Field::Hash, "hash", Kind::Text),
    row(Field::Format, "format", Kind::Text),
    row(Field::Context, "context", Kind::Text),
    row(Field::ContextHex, "context_hex", HEX),
    row(Field::ContextBase64, "context_base64", BASE64),
    row(Field::Scheme, "scheme", Kind::Text),
    row(Field::MgfHash, "mgf_hash", Kind::Text),
    row(Field::Salt, "salt", Kind::Text),
    row(Field::Bip340, "bip340", Kind::Truth),
    row(Field::Prehash, "prehash", Kind::Truth),
    row(Field::LowS, "low_s", Kind::Truth),
    only(Op::Sign, Field::Deterministic, "deterministic", Kind::Truth),
    only(Op::Sign, Field::Check, "check", Kind::Truth),
];

impl Field {
    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Its bit in a word that has one of each field.
    const fn bit(self) -> u32 {
        const { assert!(COUNT <= u32::BITS as usize) };
        1 << self as u32
    }

    pub fn name(self) -> &'static str {
        self.row().name
    }

    pub fn kind(self) -> Kind {
        self.row().kind
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What stands in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<'a> {
    Text(Cow<'a, str>),
    Truth(bool),
    /// A whole number.
    Number(Number),
    /// None of these.
    Other,
}

/// A whole number of 64 bits, with or without a sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    Unsigned(u64),
    Signed(i64),
}

/// The name that an item gives itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Id {
    Text(String),
    Number(Number),
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(Number::Unsigned(number)) => write!(f, "{number}"),
            Self::Number(Number::Signed(number)) => write!(f, "{number}"),
        }
    }
}

/// In results a name is what it is in the manifest.
impl Serialize for Id {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => writer.serialize_str(text),
            Self::Number(Number::Unsigned(number)) => writer.serialize_u64(*number),
            Self::Number(Number::Signed(number)) => writer.serialize_i64(*number),
        }
    }
}

/// The fields of one item that are there, in the order of its line. They are few of many, and pass
/// from hand to hand: places for all of them would be moved each time.
#[derive(Debug, PartialEq, Eq)]
pub struct Fields<'a> {
    /// A bit of each field that is there, by its row.
    there: u32,
    values: Vec<(Field, Value<'a>)>,
}

impl<'a> Fields<'a> {
    /// Places that most lines need at most.
    const USUAL: usize = 6;

    fn new() -> Self {
        Self { there: 0, values: Vec::with_capacity(Self::USUAL) }
    }

    fn value(&self, field: Field) -> Option<&Value<'a>> {
        if self.there & field.bit() == 0 {
            return None;
        }
        self.values.iter().find_map(|(its, value)| (*its == field).then_some(value))
    }

    pub fn text(&self, field: Field) -> Option<&str> {
        match self.value(field) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    pub fn truth(&self, field: Field) -> Option<bool> {
        match self.value(field) {
            Some(Value::Truth(truth)) => Some(*truth),
            _ => None,
        }
    }

    /// The one of these fields that is there, and its text, if any is.
    ///
    /// Errors: `MANIFEST_FIELD` for more than one.
    pub fn at_most_one(&self, fields: &[Field]) -> Result<Option<(Field, &str)>, Failure> {
        let mut there = fields.iter().filter_map(|field| Some((*field, self.text(*field)?)));
        match (there.next(), there.next()) {
            (Some((first, _)), Some((second, _))) => Err(refused(format!(
                "field {second}: there is a field {first} as well; exactly 1 of both is taken"
            ))),
            (found, _) => Ok(found),
        }
    }

    /// Like [`Fields::at_most_one`]. Errors: also for none.
    pub fn one_of(&self, fields: &[Field]) -> Result<(Field, &str), Failure> {
        self.at_most_one(fields)?.ok_or_else(|| {
            let names = fields.iter().map(|field| field.name()).collect::<Vec<_>>().join(", ");
            refused(format!("there is none of the fields {names}; exactly 1 is needed"))
        })
    }

    /// Takes a value in. `None` is an empty cell or null.
    fn put(&mut self, field: Field, value: Option<Value<'a>>) -> Result<(), Failure> {
        let Some(value) = value else { return Ok(()) };
        let needed = match (&value, field.kind()) {
            (Value::Text(_), Kind::Text | Kind::Name | Kind::Bytes(_))
            | (Value::Number(_), Kind::Name)
            | (Value::Truth(_), Kind::Truth) => None,
            (_, Kind::Text | Kind::Bytes(_)) => Some("a text is needed"),
            (_, Kind::Name) => Some("a text or a whole number of 64 bits is needed"),
            (_, Kind::Truth) => Some("true or false is needed"),
        };
        if let Some(needed) = needed {
            return Err(refused(format!("field {field}: {needed}")));
        }
        if self.there & field.bit() != 0 {
            return Err(refused(format!("field {field}: it is there twice")));
        }
        self.there |= field.bit();
        self.values.push((field, value));
        Ok(())
    }
}

/// The refusal of a field.
pub fn refused(sentence: impl Into<String>) -> Failure {
    Failure::refused("MANIFEST_FIELD", sentence)
}

/// The refusal of a line that is not in the form of the manifest.
pub fn malformed(sentence: impl Into<String>) -> Failure {
    Failure::refused("MANIFEST_SYNTAX", sentence)
}

/// Which fields a manifest may have.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    pub op: Op,
    /// Whether others are passed over.
    pub ignore_others: bool,
}

impl Known {
    /// Returns the field of that name, `None` for one to pass over.
    ///
    /// Errors: `MANIFEST_FIELD`, with the nearest name.
    pub fn find(self, name: &str) -> Result<Option<Field>, Failure> {
        let rows = || ROWS.iter().filter(|row| row.only.is_none_or(|only| only == self.op));
        if let Some(row) = rows().find(|row| row.name == name) {
            return Ok(Some(row.field));
        }
        if self.ignore_others {
            return Ok(None);
        }
        let shown: String = name.chars().take(40).collect();
        let nearest = names::nearest(name, rows().map(|row| row.name));
        let hint = nearest.map_or_else(String::new, |it| format!("; did you mean {it}?"));
        Err(refused(format!("field {shown:?}: items have no field of that name{hint}")))
    }
}

/// What a line holds: its fields, or what is wrong with one of them, and then the name that the
/// item gives itself all the same.
#[derive(Debug)]
pub struct Read<'a> {
    pub fields: Result<Fields<'a>, Failure>,
    pub id: Option<Id>,
}

impl<'a> Read<'a> {
    pub fn new() -> Self {
        Self { fields: Ok(Fields::new()), id: None }
    }

    /// Takes a field in; past one that is refused, the id alone.
    pub fn put(&mut self, field: Field, value: Option<Value<'a>>) {
        if field == Field::Id && self.id.is_none() {
            self.id = match &value {
                Some(Value::Text(text)) => Some(Id::Text(text.to_string())),
                Some(Value::Number(number)) => Some(Id::Number(*number)),
                _ => None,
            };
        }
        if let Ok(fields) = &mut self.fields
            && let Err(failure) = fields.put(field, value)
        {
            self.fields = Err(failure);
        }
    }

    /// Takes a refusal in, unless there is one.
    pub fn refuse(&mut self, failure: Failure) {
        if self.fields.is_ok() {
            self.fields = Err(failure);
        }
    }
}

impl From<Failure> for Read<'_> {
    fn from(failure: Failure) -> Self {
        Self { fields: Err(failure), id: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: each field finds its own row, by its place and by its name.
    #[test]
    fn rows_stand_in_the_order_of_fields() {
        for (at, row) in ROWS.iter().enumerate() {
            assert_eq!(row.field as usize, at);
            for op in [Op::Sign, Op::Verify] {
                let known = Known { op, ignore_others: true };
                let found = row.only.is_none_or(|only| only == op).then_some(row.field);
                assert_eq!(known.find(row.name).expect("others are passed over"), found);
            }
        }
    }
}
