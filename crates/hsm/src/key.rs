//! Keys of every kind that a token holds.
//!
//! This file is the one place that tells kinds of keys apart.

use crate::error::Error;
use crate::surroundings::Surroundings;
use sealane::{Algorithm, PrivateKey, PublicKey, rsa};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use zeroize::Zeroizing;

/// What a key is: an algorithm and a size. Its text form is stable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum KeyKind {
    /// A key over a curve.
    Curve(Algorithm),
    /// RSA with a modulus of so many bits.
    Rsa(u16),
    /// AES with a key of so many bits.
    Aes(u16),
}

impl KeyKind {
    /// Whether keys of this kind have a public half.
    #[must_use]
    pub fn has_public(self) -> bool {
        !matches!(self, Self::Aes(_))
    }

    /// Strength in bits, about: a key must not be wrapped by a weaker one. SP 800-57, part 1.
    pub(crate) fn strength_bits(self) -> usize {
        match self {
            Self::Curve(algorithm) => (algorithm.order_bytes() * 4).min(256),
            Self::Rsa(bits) if bits < 3072 => 112,
            Self::Rsa(bits) if bits < 7680 => 128,
            Self::Rsa(_) => 192,
            Self::Aes(bits) => bits.into(),
        }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Curve(algorithm) => f.write_str(algorithm.name()),
            Self::Rsa(bits) => write!(f, "rsa-{bits}"),
            Self::Aes(bits) => write!(f, "aes-{bits}"),
        }
    }
}

impl FromStr for KeyKind {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        let number = |text: &str| text.parse::<u16>().ok().filter(|n| n.to_string() == text);
        if let Some(bits) = name.strip_prefix("rsa-").and_then(number) {
            return Ok(Self::Rsa(bits));
        }
        if let Some(bits) = name.strip_prefix("aes-").and_then(number) {
            let known = [128, 192, 256].contains(&bits);
            return if known { Ok(Self::Aes(bits)) } else { Err(Error::KeyType) };
        }
        Algorithm::from_name(name).map(Self::Curve).ok_or(Error::KeyType)
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
    /// Over a curve.
    Curve(PrivateKey),
    /// RSA.
    Rsa(rsa::PrivateKey),
    /// AES: the bytes.
    Aes(Zeroizing<Vec<u8>>),
}

impl Key {
    /// Makes a fresh key. Errors: `Random`; `KeyType` for a length that RSA does not have.
    pub fn generate(kind: KeyKind, surroundings: &Surroundings) -> Result<Self, Error> {
        Ok(match kind {
            KeyKind::Curve(algorithm) => Self::Curve(PrivateKey::generate(algorithm)?),
            KeyKind::Rsa(bits) => Self::Rsa(rsa::PrivateKey::generate(bits.into())?),
            KeyKind::Aes(bits) => {
                let mut bytes = Zeroizing::new(vec![0; usize::from(bits / 8)]);
                surroundings.random(&mut bytes)?;
                Self::Aes(bytes)
            }
        })
    }

    /// Takes an unencrypted PKCS#8 document. Errors: those of the library.
    pub fn from_pkcs8(der: &[u8]) -> Result<Self, Error> {
        match PrivateKey::from_pkcs8_der(der) {
            Ok(key) => Ok(Self::Curve(key)),
            Err(no) => match rsa::PrivateKey::from_pkcs8_der(der, rsa::Lengths::Current) {
                Ok(key) => Ok(Self::Rsa(key)),
                // A document of another algorithm says so to both.
                Err(sealane::DecodeError::KeyAlgorithm) => Err(no.into()),
                Err(no) => Err(no.into()),
            },
        }
    }

    /// Takes what [`Key::to_document`] gave for a key of `kind`. Errors: `StoreCorrupt`, for
    /// documents come from our own records.
    pub(crate) fn from_document(kind: KeyKind, document: &[u8]) -> Result<Self, Error> {
        let corrupt = |_| Error::StoreCorrupt("a key's document");
        let key = match kind {
            KeyKind::Curve(_) => {
                Self::Curve(PrivateKey::from_pkcs8_der(document).map_err(corrupt)?)
            }
            KeyKind::Rsa(_) => {
                let key = rsa::PrivateKey::from_pkcs8_der(document, rsa::Lengths::Current);
                Self::Rsa(key.map_err(corrupt)?)
            }
            KeyKind::Aes(_) => Self::Aes(Zeroizing::new(document.to_vec())),
        };
        if key.kind() == kind { Ok(key) } else { Err(Error::StoreCorrupt("a key's kind")) }
    }

    /// Returns the PKCS#8 document; of AES the bytes.
    pub(crate) fn to_document(&self) -> Zeroizing<Vec<u8>> {
        match self {
            Self::Curve(key) => key.to_pkcs8_der(),
            Self::Rsa(key) => key.to_pkcs8_der(),
            Self::Aes(bytes) => Zeroizing::new(bytes.to_vec()),
        }
    }

    /// Returns the SubjectPublicKeyInfo; nothing for AES.
    #[must_use]
    pub fn public_document(&self) -> Vec<u8> {
        match self {
            Self::Curve(key) => key.public_key().to_spki_der(),
            Self::Rsa(key) => key.public_key().to_spki_der(),
            Self::Aes(_) => vec![],
        }
    }

    /// Algorithm and size.
    #[must_use]
    pub fn kind(&self) -> KeyKind {
        match self {
            Self::Curve(key) => KeyKind::Curve(key.algorithm()),
            Self::Rsa(key) => KeyKind::Rsa(bits_of(key.public_key())),
            Self::Aes(bytes) => KeyKind::Aes((bytes.len() * 8) as u16),
        }
    }
}

/// Returns the kind of a SubjectPublicKeyInfo. Errors: those of the library.
pub fn public_kind(der: &[u8]) -> Result<KeyKind, Error> {
    match PublicKey::from_spki_der(der) {
        Ok(key) => Ok(KeyKind::Curve(key.algorithm())),
        Err(no) => match rsa::PublicKey::from_spki_der(der, rsa::Lengths::Current) {
            Ok(key) => Ok(KeyKind::Rsa(bits_of(&key))),
            Err(sealane::DecodeError::KeyAlgorithm) => Err(no.into()),
            Err(no) => Err(no.into()),
        },
    }
}

fn bits_of(key: &rsa::PublicKey) -> u16 {
    u16::try_from(key.bits()).expect("the library takes moduli of 8192 bits at most")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a kind survives its text, and texts that are no kinds are refused. Method: every
    /// algorithm of the library, and near misses.
    #[test]
    fn kinds_have_one_text() {
        let kinds = Algorithm::ALL.iter().map(|a| KeyKind::Curve(*a));
        for kind in kinds.chain([KeyKind::Rsa(2048), KeyKind::Rsa(4096), KeyKind::Aes(256)]) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        for text in ["", "rsa", "rsa-", "rsa-02048", "rsa-2048 ", "aes-257", "aes-99999", "p257"] {
            assert!(text.parse::<KeyKind>().is_err(), "{text}");
        }
    }

    /// Goal: each kind's document gives the key back, and no document passes for another kind.
    #[test]
    fn documents_keep_their_kind() {
        let surroundings = Surroundings::system();
        let kinds = ["p256", "ed25519", "x448", "rsa-2048", "aes-128", "aes-256"];
        let kinds = kinds.map(|name| name.parse::<KeyKind>().unwrap());
        let documents = kinds.map(|kind| Key::generate(kind, &surroundings).unwrap().to_document());
        for (i, kind) in kinds.iter().enumerate() {
            for (j, document) in documents.iter().enumerate() {
                let taken = Key::from_document(*kind, document);
                assert_eq!(taken.is_ok(), i == j, "{kind} from {}", kinds[j]);
                if let Ok(key) = taken {
                    assert_eq!(key.to_document(), *document);
                }
            }
        }
    }
}
