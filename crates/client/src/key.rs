//! Keys of every kind that a token holds.
//!
//! This file is the one place that tells kinds of keys apart.

use crate::error::Error;
use crate::traces::{LONG, SHORT, wiped};
use sealane::mldsa::ParameterSet;
use sealane::{Algorithm, Lengths, PrivateKey, PublicKey, Scheme, ecc};
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
    /// A secret of so many bits, whole bytes, for MACs.
    Secret(u16),
    /// No key: a certificate.
    Certificate,
    /// No key: bytes of somebody's.
    Data,
}

/// The most bytes of a certificate, or of data.
pub const MAX_DATA: usize = 1 << 16;
/// The most bytes of a secret for MACs.
pub const MAX_SECRET: usize = 512;

impl KeyKind {
    /// The kind of a secret for MACs of so many bytes: 1 to [`MAX_SECRET`].
    #[must_use]
    pub fn of_secret(bytes: usize) -> Option<Self> {
        (1..=MAX_SECRET).contains(&bytes).then_some(Self::Secret((8 * bytes) as u16))
    }

    /// Bytes of a key that is nothing but bytes; `None` of other kinds.
    #[must_use]
    pub fn secret_bytes(self) -> Option<usize> {
        match self {
            Self::Aes(bits) | Self::Secret(bits) => Some(usize::from(bits / 8)),
            _ => None,
        }
    }

    /// Whether keys of this kind have a public half.
    #[must_use]
    pub fn has_public(self) -> bool {
        matches!(self, Self::Pair(_))
    }

    /// Whether work with its keys is short, and takes little stack.
    #[must_use]
    pub fn is_short(self) -> bool {
        let is_curve = matches!(self, Self::Pair(Algorithm::Curve(_)));
        is_curve || !matches!(self, Self::Pair(_))
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
            // Categories 2, 3 and 5: at least as strong as SHA-256, AES-192 and AES-256. FIPS 204,
            // section 4.
            Self::Pair(Algorithm::MlDsa(ParameterSet::MlDsa44)) => 128,
            Self::Pair(Algorithm::MlDsa(ParameterSet::MlDsa65)) => 192,
            // No algorithm of the library is stronger.
            Self::Pair(_) => 256,
            Self::Aes(bits) => bits.into(),
            Self::Secret(bits) => usize::from(bits).min(256),
            Self::Certificate | Self::Data => 0,
        }
    }

    /// Bytes that an unwrapped key takes in memory, about: with what it is computed with.
    #[must_use]
    pub fn unwrapped_bytes(self) -> usize {
        match self {
            // The matrix, the private vectors and the public one, polynomials of 1 KiB.
            Self::Pair(Algorithm::MlDsa(set)) => match set {
                ParameterSet::MlDsa44 => 32 << 10,
                ParameterSet::MlDsa65 => 53 << 10,
                _ => 87 << 10,
            },
            Self::Pair(Algorithm::Rsa { bits } | Algorithm::Dsa { bits, .. }) => 2 * bits,
            _ => 1 << 10,
        }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pair(algorithm) => algorithm.fmt(f),
            Self::Aes(bits) => write!(f, "aes{bits}"),
            Self::Secret(bits) => write!(f, "secret{bits}"),
            Self::Certificate => f.write_str("certificate"),
            Self::Data => f.write_str("data"),
        }
    }
}

impl FromStr for KeyKind {
    type Err = Error;

    /// Takes the names that the library has, those of keys taken in with other lengths, `aes128`,
    /// `aes192`, `aes256`, `secret8` to `secret4096` for whole bytes, `certificate` and `data`.
    /// Errors: `KeyType`.
    fn from_str(name: &str) -> Result<Self, Error> {
        let number =
            |text: &str| text.parse::<usize>().ok().filter(|n| *n <= 8192 && n.to_string() == text);
        if let Some(algorithm) = Algorithm::from_name(name) {
            return Ok(Self::Pair(algorithm));
        }
        match name {
            "certificate" => return Ok(Self::Certificate),
            "data" => return Ok(Self::Data),
            _ => {}
        }
        if let Some(bits) = name.strip_prefix("rsa").and_then(number) {
            return Ok(Self::Pair(Algorithm::Rsa { bits }));
        }
        let lengths = name.strip_prefix("dsa").and_then(|rest| rest.split_once('-'));
        if let Some((bits, order_bits)) = lengths.and_then(|(p, q)| number(p).zip(number(q))) {
            return Ok(Self::Pair(Algorithm::Dsa { bits, order_bits }));
        }
        if let Some(bits) = name.strip_prefix("secret").and_then(number) {
            return Self::of_secret(bits / 8).filter(|_| bits % 8 == 0).ok_or(Error::KeyType);
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
    /// A secret for MACs: the bytes.
    Secret(Zeroizing<Vec<u8>>),
    /// No key, but kept and wrapped like one: bytes of somebody's.
    Data(Zeroizing<Vec<u8>>),
    /// No key, and nothing that is secret: a certificate in DER.
    Certificate(Vec<u8>),
}

impl Key {
    /// Takes an unencrypted PKCS#8 document. Errors: those of the library.
    pub fn from_pkcs8(der: &[u8]) -> Result<Self, Error> {
        let key = wiped(LONG, || PrivateKey::from_pkcs8_der(der, Lengths::Current))?;
        Ok(Self::Private(key))
    }

    /// Takes an unencrypted PKCS#8 document that was wrapped, behind which zeros may stand, fewer
    /// than the eight bytes of a block: SoftHSM fills the last block of AES key wrap with them.
    ///
    /// Errors: those of the library, also for eight bytes more, and others than zeros.
    pub fn from_wrapped_pkcs8(der: &[u8]) -> Result<Self, Error> {
        Self::from_pkcs8(without_padding(der))
    }

    /// Takes a document from outside: PKCS#8, the bytes of an AES key or a secret, a certificate in
    /// DER, of which the outer form alone is looked at, or data of one byte at least.
    ///
    /// Errors: `KeyType` for a key of another kind; `DATA_INVALID`; those of the library.
    pub fn from_outside(kind: KeyKind, document: &[u8]) -> Result<Self, Error> {
        let key = match kind {
            KeyKind::Pair(_) => Self::from_pkcs8(document)?,
            KeyKind::Aes(_) | KeyKind::Secret(_) => Self::of_bytes(kind, document)?,
            KeyKind::Data if (1..=MAX_DATA).contains(&document.len()) => {
                Self::Data(Zeroizing::new(document.to_vec()))
            }
            KeyKind::Certificate if is_sequence(document) => Self::Certificate(document.to_vec()),
            KeyKind::Data | KeyKind::Certificate => {
                let why = "a certificate is one value of DER; it and data have at most 64 KiB";
                return Err(Error::Decode("DATA_INVALID", why.to_owned()));
            }
        };
        if key.kind() == kind { Ok(key) } else { Err(Error::KeyType) }
    }

    /// Takes the bytes of a key that is nothing else, exactly as many as its kind has. Errors:
    /// `KeyType`.
    pub fn of_bytes(kind: KeyKind, bytes: &[u8]) -> Result<Self, Error> {
        if kind.secret_bytes() != Some(bytes.len()) {
            return Err(Error::KeyType);
        }
        let bytes = Zeroizing::new(bytes.to_vec());
        match kind {
            KeyKind::Aes(_) => Ok(Self::Aes(bytes)),
            _ => Ok(Self::Secret(bytes)),
        }
    }

    /// Returns the PKCS#8 document; of all else the bytes.
    #[must_use]
    pub fn to_document(&self) -> Zeroizing<Vec<u8>> {
        match self {
            Self::Private(key) => wiped(SHORT, || key.to_pkcs8_der()),
            Self::Aes(bytes) | Self::Secret(bytes) | Self::Data(bytes) => {
                Zeroizing::new(bytes.to_vec())
            }
            Self::Certificate(der) => Zeroizing::new(der.clone()),
        }
    }

    /// Returns the SubjectPublicKeyInfo, or the certificate; nothing for secrets and data.
    #[must_use]
    pub fn public_document(&self) -> Vec<u8> {
        match self {
            Self::Private(key) => key.public_key().to_spki_der(),
            Self::Aes(_) | Self::Secret(_) | Self::Data(_) => vec![],
            Self::Certificate(der) => der.clone(),
        }
    }

    /// Algorithm and size.
    #[must_use]
    pub fn kind(&self) -> KeyKind {
        match self {
            Self::Private(key) => KeyKind::Pair(key.algorithm()),
            Self::Aes(bytes) => KeyKind::Aes((bytes.len() * 8) as u16),
            Self::Secret(bytes) => KeyKind::Secret((bytes.len() * 8) as u16),
            Self::Data(_) => KeyKind::Data,
            Self::Certificate(_) => KeyKind::Certificate,
        }
    }
}

/// Whether bytes are one SEQUENCE of DER, of a length that is taken.
fn is_sequence(der: &[u8]) -> bool {
    sequence_bytes(der) == Some(der.len()) && der.len() <= MAX_DATA
}

/// The bytes of the SEQUENCE of DER that others begin with. X.690, section 8.1.3.
fn sequence_bytes(der: &[u8]) -> Option<usize> {
    Some(match *der {
        [0x30, length @ 0..=0x7f, ..] => 2 + usize::from(length),
        [0x30, 0x81, length @ 0x80..=0xff, ..] => 3 + usize::from(length),
        [0x30, 0x82, high @ 1..=0xff, low, ..] => 4 + usize::from(u16::from_be_bytes([high, low])),
        _ => return None,
    })
}

/// A document without the zeros, seven at most, behind it.
fn without_padding(document: &[u8]) -> &[u8] {
    let parts = sequence_bytes(document).and_then(|bytes| document.split_at_checked(bytes));
    match parts {
        Some((inner, rest)) if rest.len() < 8 && rest.iter().all(|byte| *byte == 0) => inner,
        _ => document,
    }
}

/// Returns whether a public key of EdDSA is a point of small order, for which anybody can sign.
///
/// The equation of verification, with `R` the neutral point and `S = 0`, is `8 h A = 0` (4 for
/// Ed448): it holds for each message if the order is small, and otherwise for none that somebody
/// could find. RFC 8032, sections 5.1.7 and 5.2.7.
#[must_use]
pub fn has_small_order(key: &PublicKey) -> bool {
    let PublicKey::Curve(curve) = key else { return false };
    if !matches!(curve.algorithm(), ecc::Algorithm::Ed25519 | ecc::Algorithm::Ed448) {
        return false;
    }
    // `R` and `S` are as long as a public key.
    let mut signature = vec![0; 2 * curve.to_bytes().len()];
    signature[0] = 1;
    key.verify(b"", &Scheme::PURE_EDDSA, &signature).is_ok()
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
        let others = [KeyKind::Certificate, KeyKind::Data];
        let secrets = [8, 16, 256, 4096].map(KeyKind::Secret);
        for kind in kinds.chain([128, 192, 256].map(KeyKind::Aes)).chain(secrets).chain(others) {
            assert_eq!(kind.to_string().parse(), Ok(kind));
        }
        let no = ["", "rsa", "rsa-2048", "rsa02048", "rsa2048 ", "aes257", "aes99999", "p257"];
        let no_secrets = ["secret", "secret0", "secret1", "secret12", "secret4104", "secret08"];
        for text in no.into_iter().chain(no_secrets) {
            assert!(text.parse::<KeyKind>().is_err(), "{text}");
        }
    }

    /// Goal: a secret has the bytes that its kind says, and bytes of one kind are no other's.
    #[test]
    fn secrets_have_their_length() {
        for bytes in [1, 16, 32, MAX_SECRET] {
            let kind = KeyKind::of_secret(bytes).unwrap();
            let key = Key::from_outside(kind, &vec![7; bytes]).unwrap();
            assert_eq!((key.kind(), key.to_document().len()), (kind, bytes));
            assert!(Key::from_outside(kind, &vec![7; bytes + 1]).is_err());
            assert!(Key::from_outside(kind, &vec![7; bytes - 1]).is_err());
        }
        assert_eq!(KeyKind::of_secret(0), None);
        assert_eq!(KeyKind::of_secret(MAX_SECRET + 1), None);
        assert!(Key::of_bytes(KeyKind::Data, &[7; 16]).is_err());
        assert_eq!(Key::of_bytes(KeyKind::Aes(128), &[7; 16]).unwrap().kind(), KeyKind::Aes(128));
    }

    /// Goal: a wrapped document may be filled up with zeros to a whole block, with nothing else;
    /// one from a file may not. Method: documents of three lengths of their length, and all rests.
    #[test]
    fn wrapped_documents_may_be_filled_up() {
        let made = |name| PrivateKey::generate(Algorithm::from_name(name).unwrap()).unwrap();
        let text = include_str!("../../sealane/src/rsa/example.pem");
        let rsa = PrivateKey::from_pem(text, Lengths::Current).unwrap();
        for key in [made("ed25519"), made("p256"), rsa] {
            let (name, document) = (key.algorithm(), key.to_pkcs8_der());
            let with = |rest: &[u8]| [&document[..], rest].concat();
            for zeros in 0..=16 {
                let filled = with(&vec![0; zeros]);
                assert_eq!(Key::from_wrapped_pkcs8(&filled).is_ok(), zeros < 8, "{name} {zeros}");
                assert_eq!(Key::from_pkcs8(&filled).is_ok(), zeros == 0, "{name} {zeros}");
            }
            for rest in [&[1][..], &[0, 0, 1], &[0, 0x80]] {
                assert!(Key::from_wrapped_pkcs8(&with(rest)).is_err(), "{name} {rest:?}");
            }
            assert!(Key::from_wrapped_pkcs8(&document[..document.len() - 1]).is_err());
        }
        assert!(Key::from_wrapped_pkcs8(&[]).is_err() && Key::from_wrapped_pkcs8(&[0; 7]).is_err());
    }

    /// Goal: what is no key has a form too. Method: lengths at their edges, and other values.
    #[test]
    fn certificates_and_data_are_bounded() {
        let taken = |kind, bytes: &[u8]| Key::from_outside(kind, bytes).is_ok();
        for (length, good) in [(0, false), (1, true), (MAX_DATA, true), (MAX_DATA + 1, false)] {
            assert_eq!(taken(KeyKind::Data, &vec![7; length]), good, "{length}");
        }
        let sequence = |head: &[u8], bytes: usize| [head, &vec![5; bytes]].concat();
        for (head, bytes) in [
            (&[0x30, 0x7f][..], 0x7f),
            (&[0x30, 0x81, 0x80], 0x80),
            (&[0x30, 0x82, 1, 0], 256),
            (&[0x30, 0x82, 0xff, 0xfc], MAX_DATA - 4),
        ] {
            assert!(taken(KeyKind::Certificate, &sequence(head, bytes)), "{head:?}");
            assert!(!taken(KeyKind::Certificate, &sequence(head, bytes - 1)), "{head:?}");
            assert!(!taken(KeyKind::Certificate, &sequence(head, bytes + 1)), "{head:?}");
        }
        for no in [&[][..], &[0x30], &[0x30, 0x81, 1, 5], &[0x30, 0x80, 0, 0], &[0x31, 1, 5]] {
            assert!(!taken(KeyKind::Certificate, no), "{no:?}");
        }
    }
}
