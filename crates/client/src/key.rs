//! Keys of every kind that a token holds.
//!
//! This file is the one place that tells kinds of keys apart.

use crate::error::Error;
use crate::traces::{LONG, SHORT, wiped};
use sealane::{Algorithm, Lengths, PrivateKey, PublicKey, Scheme};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use zeroize::Zeroizing;

/// What a key is: an algorithm and a size. Its text form is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum KeyKind {
    /// A pair of keys that the library knows.
    Pair(Algorithm),
    /// AES with a key of so many bits.
    Aes(u16),
}

impl KeyKind {
    /// Whether keys of this kind have a public half.
    #[must_use]
    pub fn has_public(self) -> bool {
        !matches!(self, Self::Aes(_))
    }

    /// Whether work with its keys is short, and takes little stack.
    #[must_use]
    pub fn is_short(self) -> bool {
        matches!(self, Self::Pair(Algorithm::Curve(_)) | Self::Aes(_))
    }

    /// The scheme that its keys sign by when none is named. Errors: `KeyType` for keys that do not
    /// sign.
    pub fn usual_scheme(self) -> Result<Scheme, Error> {
        let Self::Pair(algorithm) = self else { return Err(Error::KeyType) };
        algorithm.usual_scheme().ok_or(Error::KeyType)
    }

    /// Strength in bits, about: a key must not be wrapped by a weaker one. SP 800-57, part 1.
    #[must_use]
    pub fn strength_bits(self) -> usize {
        match self {
            Self::Pair(Algorithm::Curve(curve)) => (curve.order_bytes() * 4).min(256),
            Self::Pair(Algorithm::Rsa { bits } | Algorithm::Dsa { bits, .. }) => match bits {
                ..3072 => 112,
                3072..7680 => 128,
                _ => 192,
            },
            // No algorithm of the library is stronger.
            Self::Pair(_) => 256,
            Self::Aes(bits) => bits.into(),
        }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pair(algorithm) => algorithm.fmt(f),
            Self::Aes(bits) => write!(f, "aes{bits}"),
        }
    }
}

impl FromStr for KeyKind {
    type Err = Error;

    /// Takes the names that the library has, those of keys taken in with other lengths, and
    /// `aes128`, `aes192`, `aes256`. Errors: `KeyType`.
    fn from_str(name: &str) -> Result<Self, Error> {
        let number =
            |text: &str| text.parse::<usize>().ok().filter(|n| *n <= 8192 && n.to_string() == text);
        if let Some(algorithm) = Algorithm::from_name(name) {
            return Ok(Self::Pair(algorithm));
        }
        if let Some(bits) = name.strip_prefix("rsa").and_then(number) {
            return Ok(Self::Pair(Algorithm::Rsa { bits }));
        }
        let lengths = name.strip_prefix("dsa").and_then(|rest| rest.split_once('-'));
        if let Some((bits, order_bits)) = lengths.and_then(|(p, q)| number(p).zip(number(q))) {
            return Ok(Self::Pair(Algorithm::Dsa { bits, order_bits }));
        }
        match name.strip_prefix("aes").and_then(number) {
            Some(bits @ (128 | 192 | 256)) => Ok(Self::Aes(bits as u16)),
            _ => Err(Error::KeyType),
        }
    }
}

impl TryFrom<String> for KeyKind {
    type Error = Error;

    fn try_from(name: String) -> Result<Self, Error> {
        name.parse()
    }
}

impl From<KeyKind> for String {
    fn from(kind: KeyKind) -> Self {
        kind.to_string()
    }
}

/// A key that is not wrapped. Wiped on drop; it cannot be printed.
pub enum Key {
    /// A private key that the library knows.
    Private(PrivateKey),
    /// AES: the bytes.
    Aes(Zeroizing<Vec<u8>>),
}

impl Key {
    /// Takes an unencrypted PKCS#8 document. Errors: those of the library.
    pub fn from_pkcs8(der: &[u8]) -> Result<Self, Error> {
        let key = wiped(LONG, || PrivateKey::from_pkcs8_der(der, Lengths::Current))?;
        Ok(Self::Private(key))
    }

    /// Takes a document from outside: PKCS#8, or the bytes of an AES key.
    ///
    /// Errors: `KeyType` for a key of another kind; those of the library.
    pub fn from_outside(kind: KeyKind, document: &[u8]) -> Result<Self, Error> {
        let key = match kind {
            KeyKind::Pair(_) => Self::from_pkcs8(document)?,
            KeyKind::Aes(bits) if document.len() != usize::from(bits / 8) => {
                return Err(Error::KeyType);
            }
            KeyKind::Aes(_) => Self::Aes(Zeroizing::new(document.to_vec())),
        };
        if key.kind() == kind { Ok(key) } else { Err(Error::KeyType) }
    }

    /// Returns the PKCS#8 document; of AES the bytes.
    #[must_use]
    pub fn to_document(&self) -> Zeroizing<Vec<u8>> {
        match self {
            Self::Private(key) => wiped(SHORT, || key.to_pkcs8_der()),
            Self::Aes(bytes) => Zeroizing::new(bytes.to_vec()),
        }
    }

    /// Returns the SubjectPublicKeyInfo; nothing for AES.
    #[must_use]
    pub fn public_document(&self) -> Vec<u8> {
        match self {
            Self::Private(key) => key.public_key().to_spki_der(),
            Self::Aes(_) => vec![],
        }
    }

    /// Algorithm and size.
    #[must_use]
    pub fn kind(&self) -> KeyKind {
        match self {
            Self::Private(key) => KeyKind::Pair(key.algorithm()),
            Self::Aes(bytes) => KeyKind::Aes((bytes.len() * 8) as u16),
        }
    }
}

/// Returns the kind of a SubjectPublicKeyInfo. Errors: those of the library.
pub fn public_kind(der: &[u8]) -> Result<KeyKind, Error> {
    Ok(KeyKind::Pair(PublicKey::from_spki_der(der, Lengths::Current)?.algorithm()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a kind survives its text, and texts that are no kinds are refused. Method: every
    /// algorithm of the library, and near misses.
    #[test]
    fn kinds_have_one_text() {
        let odd = [Algorithm::Rsa { bits: 2056 }, Algorithm::Dsa { bits: 2048, order_bits: 160 }];
        let kinds = Algorithm::all().chain(odd).map(KeyKind::Pair);
        for kind in kinds.chain([128, 192, 256].map(KeyKind::Aes)) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let no = ["", "rsa", "rsa-2048", "rsa02048", "rsa2048 ", "aes257", "aes99999", "p257"];
        for text in no {
            assert!(text.parse::<KeyKind>().is_err(), "{text}");
        }
    }
}
