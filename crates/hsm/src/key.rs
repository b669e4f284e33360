//! Keys as a token makes and keeps them.

use crate::error::Error;
use crate::platform::Platform;
use crate::traces::{LONG, SHORT, wiped};
use sealane::{Algorithm, Lengths, PrivateKey, dsa, rsa};
use zeroize::Zeroizing;

pub use sealane_client::key::{Key, KeyKind, MAX_DATA, MAX_SECRET, has_small_order, public_kind};

/// Makes a fresh key. Errors: `Random`; those of the library, for lengths it has not.
pub fn generate(kind: KeyKind, platform: &Platform) -> Result<Key, Error> {
    Ok(match kind {
        KeyKind::Pair(algorithm) => Key::Private(wiped(LONG, || PrivateKey::generate(algorithm))?),
        KeyKind::Aes(_) | KeyKind::Secret(_) => {
            let mut bytes = Zeroizing::new(vec![0; kind.secret_bytes().unwrap_or_default()]);
            platform.random(&mut bytes)?;
            Key::of_bytes(kind, &bytes)?
        }
        // Nobody makes these from nothing.
        KeyKind::Certificate | KeyKind::Data => return Err(Error::KeyType),
    })
}

/// A key as a record of a token.
pub(crate) trait KeyRecord: Sized {
    /// Takes what [`KeyRecord::to_record`] gave for a key of `kind`. Errors: `StoreCorrupt`, for
    /// records are our own.
    fn from_record(kind: KeyKind, record: &[u8]) -> Result<Self, Error>;

    /// Returns the document in a record, without what was computed besides.
    fn document_of_record(kind: KeyKind, record: &[u8]) -> &[u8];

    /// Returns what a token keeps, to be wrapped: the document of [`Key::to_document`], and of RSA
    /// all that is computed from the primes besides, of DSA that the parameters are good and the
    /// public number: both take longer to find anew than to unwrap.
    fn to_record(&self) -> Zeroizing<Vec<u8>>;
}

impl KeyRecord for Key {
    fn from_record(kind: KeyKind, record: &[u8]) -> Result<Self, Error> {
        let stack = if kind.is_short() { SHORT } else { LONG };
        wiped(stack, || read_record(kind, record))
    }

    fn document_of_record(kind: KeyKind, record: &[u8]) -> &[u8] {
        match kind {
            KeyKind::Pair(Algorithm::Rsa { .. } | Algorithm::Dsa { .. }) => {
                split(record).map_or(record, |(document, _)| document)
            }
            _ => record,
        }
    }

    fn to_record(&self) -> Zeroizing<Vec<u8>> {
        wiped(SHORT, || written_record(self))
    }
}

fn read_record(kind: KeyKind, record: &[u8]) -> Result<Key, Error> {
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
            known.or_else(read).map(Key::Private)
        }
        KeyKind::Pair(_) => PrivateKey::from_pkcs8_der(record, Lengths::Current).map(Key::Private),
        KeyKind::Aes(_) => Ok(Key::Aes(Zeroizing::new(record.to_vec()))),
        KeyKind::Secret(_) => Ok(Key::Secret(Zeroizing::new(record.to_vec()))),
        KeyKind::Data => Ok(Key::Data(Zeroizing::new(record.to_vec()))),
        KeyKind::Certificate => return Err(corrupt()),
    };
    let key = key.map_err(|_| corrupt())?;
    if key.kind() == kind { Ok(key) } else { Err(Error::StoreCorrupt("a key's kind")) }
}

fn written_record(key: &Key) -> Zeroizing<Vec<u8>> {
    let document = key.to_document();
    let more = match key {
        Key::Private(PrivateKey::Rsa(key)) => key.to_precalculated_bytes(),
        Key::Private(PrivateKey::Dsa(key)) => key.to_precalculated_bytes(),
        _ => return document,
    };
    let length = (document.len() as u16).to_be_bytes();
    Zeroizing::new([&length[..], &document, &more].concat())
}

/// Returns the document of a record of RSA or DSA, and what is known of the key besides.
fn split(record: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = record.split_first_chunk()?;
    rest.split_at_checked(u16::from_be_bytes(*length).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generate(name: &str) -> Key {
        super::generate(name.parse().unwrap(), &Platform::system()).unwrap()
    }

    /// Goal: each kind's record gives the key back, and none passes for another kind; but secrets
    /// are bytes of their length and nothing else.
    #[test]
    fn records_keep_their_kind() {
        let kinds = [
            "p256",
            "ed25519",
            "x448",
            "rsa2048",
            "dsa2048",
            "mldsa44",
            "mldsa87",
            "aes128",
            "aes256",
            "secret408",
        ];
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
        let kinds = ["p256", "ed25519", "rsa2048", "mldsa65", "aes128", "aes256", "secret8"];
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
