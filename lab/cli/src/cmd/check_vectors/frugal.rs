//! JSON into memory under a limit of memory.
//!
//! A value in memory can take a hundred times the room of its text, so a limit of the text alone
//! is not enough: `{"a":0}` has 7 bytes and takes some seven hundred.
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::cell::Cell;
use std::fmt;

/// Bytes that the value of one text may take. A batch of a thousand items takes one to two million.
const LIMIT: usize = 16 << 20;
/// Bytes that an element of an array takes: twice its size, for arrays double when they grow.
const ELEMENT: usize = 2 * size_of::<Value>();
/// Bytes that a map with its first entries takes: maps are trees with nodes of eleven entries.
const MAP: usize = 12 * (size_of::<String>() + size_of::<Value>());
/// Bytes that an entry of a larger map takes: nodes are at least half full.
const ENTRY: usize = MAP / 5;
/// What the allocator adds to a text of its own.
const TEXT: usize = 32;

/// What the error says if the limit is what stopped it.
const TOO_LARGE: &str = "more than the limit of memory";

/// Why a text gave no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is not one value of JSON.
    Malformed,
    /// Its value would take more memory than is allowed.
    TooLarge,
}

/// Reads one value. Memory in use stays below about twice the limit, whatever the text.
pub fn read(text: &[u8]) -> Result<Value, Refusal> {
    let left = Cell::new(LIMIT);
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = Frugal(&left).deserialize(&mut reader);
    let value = value.and_then(|value| reader.end().map(|()| value));
    value.map_err(|error| {
        let large = error.to_string().starts_with(TOO_LARGE);
        if large { Refusal::TooLarge } else { Refusal::Malformed }
    })
}

/// Builds values as long as there is memory left.
#[derive(Clone, Copy)]
struct Frugal<'a>(&'a Cell<usize>);

impl Frugal<'_> {
    fn take<E: Error>(self, bytes: usize) -> Result<(), E> {
        let left = self.0.get().checked_sub(bytes).ok_or_else(|| E::custom(TOO_LARGE))?;
        self.0.set(left);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Frugal<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Frugal<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.take(TEXT + value.len())?;
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = elements.next_element_seed(self)? {
            // The first element makes room for four.
            self.take(if values.is_empty() { 4 * ELEMENT } else { ELEMENT })?;
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            let more = if map.is_empty() { MAP } else { ENTRY };
            self.take(more + TEXT + name.len())?;
            map.insert(name, entries.next_value_seed(self)?);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what is read is what the crate reads without a limit.
    #[test]
    fn values_are_those_of_the_crate() {
        for text in [
            "null",
            "true",
            "-7",
            "18446744073709551615",
            "1.5e300",
            r#""a\u00e9\n""#,
            r#"{"a":[1,{"b":null},[],{}],"c":"","a":2}"#,
            " [ ] ",
        ] {
            let plain: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(read(text.as_bytes()), Ok(plain), "{text}");
        }
        for text in ["", "{", "[1,]", "1 2", "nan", "\"\u{1}\"", "{\"a\"}"] {
            assert_eq!(read(text.as_bytes()), Err(Refusal::Malformed), "{text}");
        }
        assert_eq!(read("[".repeat(100_000).as_bytes()), Err(Refusal::Malformed), "deep nesting");
    }

    /// Goal: texts that would take far more room than they have are refused, plain ones are not.
    #[test]
    fn room_is_limited() {
        let array = |of: &str, bytes: usize| {
            let mut all = vec![of; bytes / (of.len() + 1)].join(",");
            all.insert(0, '[');
            all + "]"
        };
        for of in [r#"{"a":0}"#, "[0]", "[[]]", r#"{"":{"":{}}}"#] {
            assert_eq!(read(array(of, 1 << 20).as_bytes()), Err(Refusal::TooLarge), "{of}");
            assert!(read(array(of, 1 << 10).as_bytes()).is_ok(), "{of}");
        }
        assert!(read(format!("{:?}", "x".repeat(1 << 20)).as_bytes()).is_ok());
        let item = r#"{"pub":"04aa","msg":"00","sig_raw":"11"}"#;
        assert!(read(array(item, 1000 * item.len()).as_bytes()).is_ok(), "a long batch");
    }
}
