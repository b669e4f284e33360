//! Items as lines of JSON, strictly.
use super::fields::{Field, Known, Number, Read, Value, malformed};
use crate::failure::Failure;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use std::borrow::Cow;
use std::fmt;

/// Reads an item from an object of JSON. Errors: `MANIFEST_SYNTAX`, `MANIFEST_FIELD`.
pub fn read(known: Known, line: &[u8]) -> Read<'_> {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let read = reader.deserialize_map(Item(known));
    let read = read.and_then(|item| reader.end().map(|()| item));
    read.unwrap_or_else(|error| {
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        malformed(format!("no JSON object: {why}, column {}", error.column())).into()
    })
}

struct Item(Known);

impl<'de> Visitor<'de> for Item {
    type Value = Read<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut read = Read::new();
        while let Some(found) = map.next_key_seed(Name(self.0))? {
            match found {
                Ok(Some(field)) => read.put(field, map.next_value()?),
                Ok(None) => drop(map.next_value::<IgnoredAny>()?),
                // Past a field that is refused, the line is looked at for its form and its id only.
                Err(failure) => {
                    map.next_value::<IgnoredAny>()?;
                    read.refuse(failure);
                }
            }
        }
        Ok(read)
    }
}

/// The name of a field.
struct Name(Known);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Result<Option<Field>, Failure>;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Self::Value, D::Error> {
        reader.deserialize_str(self)
    }
}

impl Visitor<'_> for Name {
    type Value = Result<Option<Field>, Failure>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(self.0.find(name))
    }
}

impl<'de> Deserialize<'de> for Value<'de> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value<'de>, E> {
        Ok(Value::Truth(truth))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    /// A text with escapes.
    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value<'de>, E> {
        Ok(Value::Number(Number::Signed(number)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value<'de>, E> {
        Ok(Value::Number(Number::Unsigned(number)))
    }

    /// A fraction, or a number of more than 64 bits.
    fn visit_f64<E: Error>(self, _: f64) -> Result<Value<'de>, E> {
        Ok(Value::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value<'de>, A::Error> {
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value<'de>, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }
}
