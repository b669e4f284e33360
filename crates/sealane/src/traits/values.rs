//! Algorithms, public keys and signatures as values of `serde`. Private keys are none: nothing
//! stores or sends one by accident.

use crate::dispatch::{Algorithm, PublicKey, Signature};
use crate::lengths::Lengths;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// By its name.
impl Serialize for Algorithm {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Algorithm {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// As PEM in formats that people read, else as DER. RSA and DSA keys come back with
/// [`Lengths::Legacy`]: what was a key stays one.
impl Serialize for PublicKey {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            to.serialize_str(&self.to_spki_pem())
        } else {
            to.serialize_bytes(&self.to_spki_der())
        }
    }
}

impl<'de> Deserialize<'de> for PublicKey {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let key = if from.is_human_readable() {
            Self::from_pem(&String::deserialize(from)?, Lengths::Legacy)
        } else {
            Self::from_spki_der(&from.deserialize_byte_buf(Bytes)?, Lengths::Legacy)
        };
        key.map_err(D::Error::custom)
    }
}

/// As bytes.
impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(self.as_bytes())
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let bytes = from.deserialize_byte_buf(Bytes)?;
        Self::try_from(&bytes[..]).map_err(D::Error::custom)
    }
}

/// Takes bytes, in formats that have none a list of them.
struct Bytes;

impl<'de> Visitor<'de> for Bytes {
    type Value = Vec<u8>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
        Ok(bytes.to_vec())
    }

    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
        Ok(bytes)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
        let mut bytes = Vec::new();
        while let Some(byte) = list.next_element()? {
            bytes.push(byte);
        }
        Ok(bytes)
    }
}
