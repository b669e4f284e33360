//! Hashes as values that travel: by their names.

use super::Hash;
use core::fmt;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

struct Name;

impl Visitor<'_> for Name {
    type Value = Hash;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a hash")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Hash, E> {
        let hash = Hash::from_name(name);
        hash.ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Name)
    }
}
