//! The file of an object of SoftHSM: a number that grows with each change, then attributes.
//!
//! All numbers have eight bytes, the highest first. An attribute is its number, the form of its
//! value (1 a truth, 2 a number, 3 bytes, 4 attributes, 5 mechanisms), and the value: one byte; a
//! number; a length and as many bytes; the same, with attributes in them; a count and as many
//! numbers.
use super::foreign::Value;
use super::numbers::{Kind, of_file};
use std::collections::BTreeMap;
use zeroize::Zeroizing;

/// What is left of a file.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_be_bytes(*taken))
    }

    /// A length or a count that the rest of the file can have.
    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok().filter(|length| *length <= self.0.len())
    }

    fn value(&mut self) -> Option<Value> {
        Some(match self.number()? {
            1 => match self.take(1)? {
                [0] => Value::Truth(false),
                [_] => Value::Truth(true),
                _ => return None,
            },
            2 => of_file(self.number()?).map_or(Value::Unreadable, Value::Number),
            3 => {
                let length = self.length()?;
                Value::Bytes(Zeroizing::new(self.take(length)?.to_vec()))
            }
            // Templates for keys that it wraps, of which nothing is taken.
            4 => {
                let length = self.length()?;
                self.take(length)?;
                Value::Unreadable
            }
            5 => {
                let count = self.length()?;
                let numbers = (0..count).map(|_| of_file(self.number()?));
                Value::Mechanisms(numbers.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }
}

/// Returns the attributes of a file; nothing for one that is cut off, has an attribute twice, or
/// is no such file.
pub fn read(bytes: &[u8]) -> Option<BTreeMap<Kind, Value>> {
    let mut rest = Rest(bytes);
    rest.number()?;
    let mut values = BTreeMap::new();
    while !rest.0.is_empty() {
        let kind = of_file(rest.number()?)?;
        if values.insert(kind, rest.value()?).is_some() {
            return None;
        }
    }
    Some(values)
}
