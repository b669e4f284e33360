//! Keys of every kind that a token holds.
//!
//! This file is the one place that tells kinds of keys apart.

use crate::error::Error;
use crate::platform::Platform;
use crate::traces::{LONG, SHORT, wiped};
use sealane::{Algorithm, Lengths, PrivateKey, PublicKey, Scheme, dsa, rsa};
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
    pub(crate) fn is_short(self) -> bool {
        matches!(self, Self::Pair(Algorithm::Curve(_)) | Self::Aes(_))
    }

    /// The scheme that its keys sign by when none is named. Errors: `KeyType` for keys that do not
    /// sign.
    pub fn usual_scheme(self) -> Result<Scheme, Error> {
        let Self::Pair(algorithm) = self else { return Err(Error::KeyType) };
        algorithm.usual_scheme().ok_or(Error::KeyType)
    }

    /// Strength in bits, about: a key must not be wrapped by a weaker one. SP 800-57, part 1.
    pub(crate) fn strength_bits(self) -> usize {
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
    /// Makes a fresh key. Errors: `Random`; those of the library, for lengths it has not.
    pub fn generate(kind: KeyKind, platform: &Platform) -> Result<Self, Error> {
        Ok(match kind {
            KeyKind::Pair(algorithm) => {
                Self::Private(wiped(LONG, || PrivateKey::generate(algorithm))?)
            }
            KeyKind::Aes(bits) => {
                let mut bytes = Zeroizing::new(vec![0; usize::from(bits / 8)]);
                platform.random(&mut bytes)?;
                Self::Aes(bytes)
            }
        })
    }

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

    /// Takes what [`Key::to_record`] gave for a key of `kind`. Errors: `StoreCorrupt`, for records
    /// are our own.
    pub(crate) fn from_record(kind: KeyKind, record: &[u8]) -> Result<Self, Error> {
        let stack = if kind.is_short() { SHORT } else { LONG };
        wiped(stack, || Self::read_record(kind, record))
    }

    fn read_record(kind: KeyKind, record: &[u8]) -> Result<Self, Error> {
        let corrupt = || Error::StoreCorrupt("a key's record");
        let key = match kind {
            KeyKind::Pair(algorithm @ (Algorithm::Rsa { .. } | Algorithm::Dsa { .. })) => {
                // Records of DSA had the document alone before.
                let (document, more) = split(record).unwrap_or((record, &[]));
                let known = if let Algorithm::Rsa { .. } = algorithm {
                    let key = rsa::PrivateKey::from_precalculated_bytes(more, Lengths::Current);
                    key.map(PrivateKey::Rsa)
                } else {
                    dsa::PrivateKey::from_precalculated_bytes(more).map(PrivateKey::Dsa)
                };
                // Of another version of the arithmetic it is no use, and the document is the key.
                let read = |_| PrivateKey::from_pkcs8_der(document, Lengths::Current);
                known.or_else(read).map(Self::Private)
            }
            KeyKind::Pair(_) => {
                PrivateKey::from_pkcs8_der(record, Lengths::Current).map(Self::Private)
            }
            KeyKind::Aes(_) => Ok(Self::Aes(Zeroizing::new(record.to_vec()))),
        };
        let key = key.map_err(|_| corrupt())?;
        if key.kind() == kind { Ok(key) } else { Err(Error::StoreCorrupt("a key's kind")) }
    }

    /// Returns the document in a record, without what was computed besides.
    pub(crate) fn document_of_record(kind: KeyKind, record: &[u8]) -> &[u8] {
        match kind {
            KeyKind::Pair(Algorithm::Rsa { .. } | Algorithm::Dsa { .. }) => {
                split(record).map_or(record, |(document, _)| document)
            }
            _ => record,
        }
    }

    /// Returns what a token keeps, to be wrapped: the document of [`Key::to_document`], and of RSA
    /// all that is computed from the primes besides, of DSA that the parameters are good and the
    /// public number: both take longer to find anew than to unwrap.
    pub(crate) fn to_record(&self) -> Zeroizing<Vec<u8>> {
        wiped(SHORT, || self.written_record())
    }

    fn written_record(&self) -> Zeroizing<Vec<u8>> {
        let document = self.to_document();
        let more = match self {
            Self::Private(PrivateKey::Rsa(key)) => key.to_precalculated_bytes(),
            Self::Private(PrivateKey::Dsa(key)) => key.to_precalculated_bytes(),
            _ => return document,
        };
        let length = (document.len() as u16).to_be_bytes();
        Zeroizing::new([&length[..], &document, &more].concat())
    }

    /// Returns the PKCS#8 document; of AES the bytes.
    pub(crate) fn to_document(&self) -> Zeroizing<Vec<u8>> {
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

/// Returns the document of a record of RSA or DSA, and what is known of the key besides.
fn split(record: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = record.split_first_chunk()?;
    rest.split_at_checked(u16::from_be_bytes(*length).into())
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

    fn generate(name: &str) -> Key {
        Key::generate(name.parse().unwrap(), &Platform::system()).unwrap()
    }

    /// Goal: each kind's record gives the key back, and no record passes for another kind.
    #[test]
    fn records_keep_their_kind() {
        let kinds = ["p256", "ed25519", "x448", "rsa2048", "dsa2048", "aes128", "aes256"];
        let records = kinds.map(|name| generate(name).to_record());
        let kinds = kinds.map(|name| name.parse::<KeyKind>().unwrap());
        for (i, kind) in kinds.iter().enumerate() {
            for (j, record) in records.iter().enumerate() {
                let taken = Key::from_record(*kind, record);
                assert_eq!(taken.is_ok(), i == j, "{kind} from {}", kinds[j]);
                if let Ok(key) = taken {
                    assert_eq!(key.to_record(), *record);
                }
            }
        }
    }

    /// Goal: documents from outside give the key back, of their own kind alone.
    #[test]
    fn documents_from_outside_have_a_kind() {
        let kinds = ["p256", "ed25519", "rsa2048", "aes128", "aes256"];
        let documents = kinds.map(|name| generate(name).to_document());
        let kinds = kinds.map(|name| name.parse::<KeyKind>().unwrap());
        for (i, kind) in kinds.iter().enumerate() {
            for (j, document) in documents.iter().enumerate() {
                let taken = Key::from_outside(*kind, document);
                assert_eq!(taken.is_ok(), i == j, "{kind} from {}", kinds[j]);
                if let Ok(key) = taken {
                    assert_eq!(key.to_document(), *document);
                }
            }
        }
    }

    /// Goal: what is known of a key may be of another version, or damaged: then the document is the
    /// key, and without it there is none; and it is found sooner than by the document.
    #[test]
    fn a_record_outlives_its_precalculation() {
        for name in ["rsa2048", "dsa2048"] {
            let key = generate(name);
            let (record, document) = (key.to_record(), key.to_document());
            let end = 2 + document.len();
            let mut damaged = record.clone();
            damaged[end + 7] ^= 3;
            for other in [&record[..end], &damaged] {
                let taken = Key::from_record(key.kind(), other).unwrap();
                assert_eq!(taken.to_document(), document);
            }
            for broken in [&record[..end - 1], &record[..1], &[]] {
                assert!(Key::from_record(key.kind(), broken).is_err());
            }
            let fastest = |record: &[u8]| {
                let taken = |_| {
                    let begun = std::time::Instant::now();
                    Key::from_record(key.kind(), record).unwrap();
                    begun.elapsed()
                };
                (0..5).map(taken).min().unwrap()
            };
            let (whole, by_document) = (fastest(&record), fastest(&record[..end]));
            assert!(whole * 3 < by_document, "{name}: {whole:?}, {by_document:?}");
        }
    }

    /// Goal: a record of DSA of before is read: it is the document alone.
    #[test]
    fn records_of_before_are_read() {
        let key = generate("dsa2048");
        let taken = Key::from_record(key.kind(), &key.to_document()).unwrap();
        assert_eq!(taken.to_record(), key.to_record());
    }
}
