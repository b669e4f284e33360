//! How a message becomes a signature, as a value that is kept and sent.

use crate::error::Error;
use crate::key::KeyKind;
use sealane::{Hash, any, rsa, scheme};
use serde::{Deserialize, Serialize};

/// A scheme with all that belongs to it. Hashes travel by their names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scheme {
    /// ECDSA. FIPS 186-5, section 6.4.
    Ecdsa(#[serde(with = "hash_name")] Hash),
    /// EdDSA. RFC 8032.
    EdDsa {
        /// At most 255 bytes that bind the signature to a purpose.
        context: Option<Vec<u8>>,
        /// Whether the message is hashed before.
        prehashed: bool,
    },
    /// Schnorr signatures of BIP 340.
    Bip340,
    /// RSA, PKCS#1 v1.5. RFC 8017, section 8.2.
    RsaPkcs1(#[serde(with = "hash_name")] Hash),
    /// RSA, PSS. RFC 8017, section 8.1.
    RsaPss {
        /// The hash of the message.
        #[serde(with = "hash_name")]
        hash: Hash,
        /// The hash of the mask.
        #[serde(with = "hash_name")]
        mgf: Hash,
        /// How long the salt is.
        salt: Salt,
    },
    /// DSA. FIPS 186-4, section 4.
    Dsa(#[serde(with = "hash_name")] Hash),
}

/// How long the salt of a PSS signature is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Salt {
    /// So many bytes.
    Bytes(u16),
    /// As many as the digest has.
    OfHash,
    /// As many as there is room for.
    Longest,
    /// Any number: to verify only.
    Any,
}

impl Scheme {
    /// The scheme of a key when none is named. Errors: `KeyType` for keys that do not sign.
    pub fn usual(kind: KeyKind) -> Result<Self, Error> {
        let KeyKind::Pair(algorithm) = kind else { return Err(Error::KeyType) };
        algorithm.usual_scheme().ok_or(Error::KeyType)?.try_into()
    }

    /// The same for the library.
    #[must_use]
    pub fn borrowed(&self) -> any::Scheme<'_> {
        use scheme::Scheme as OfCurve;
        match self {
            Self::Ecdsa(hash) => any::Scheme::Curve(OfCurve::Ecdsa(*hash)),
            Self::EdDsa { context, prehashed } => any::Scheme::Curve(OfCurve::EdDsa {
                context: context.as_deref(),
                prehashed: *prehashed,
            }),
            Self::Bip340 => any::Scheme::Curve(OfCurve::Bip340),
            Self::RsaPkcs1(hash) => any::Scheme::Rsa(rsa::Scheme::Pkcs1(*hash)),
            Self::RsaPss { hash, mgf, salt } => {
                any::Scheme::Rsa(rsa::Scheme::Pss { hash: *hash, mgf: *mgf, salt: (*salt).into() })
            }
            Self::Dsa(hash) => any::Scheme::Dsa(*hash),
        }
    }

    /// The hash whose digests it signs; nothing for schemes that take whole messages only.
    #[must_use]
    pub fn hash(&self) -> Option<Hash> {
        match self {
            Self::Ecdsa(hash) | Self::RsaPkcs1(hash) | Self::Dsa(hash) => Some(*hash),
            Self::RsaPss { hash, .. } => Some(*hash),
            Self::EdDsa { .. } | Self::Bip340 => None,
        }
    }

    /// Whether two signatures of one message are the same: then a fault in one of them could tell
    /// the key, and they are verified before they leave.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        matches!(self, Self::EdDsa { .. } | Self::RsaPkcs1(_))
    }
}

impl From<Salt> for rsa::Salt {
    fn from(salt: Salt) -> Self {
        match salt {
            Salt::Bytes(bytes) => Self::Bytes(bytes.into()),
            Salt::OfHash => Self::OfHash,
            Salt::Longest => Self::Longest,
            Salt::Any => Self::Any,
        }
    }
}

impl TryFrom<any::Scheme<'_>> for Scheme {
    type Error = Error;

    /// Errors: `KeyType` for a scheme that tokens do not have.
    fn try_from(from: any::Scheme<'_>) -> Result<Self, Error> {
        use scheme::Scheme as OfCurve;
        Ok(match from {
            any::Scheme::Curve(OfCurve::Ecdsa(hash)) => Self::Ecdsa(hash),
            any::Scheme::Curve(OfCurve::EdDsa { context, prehashed }) => {
                Self::EdDsa { context: context.map(<[u8]>::to_vec), prehashed }
            }
            any::Scheme::Curve(OfCurve::Bip340) => Self::Bip340,
            any::Scheme::Rsa(rsa::Scheme::Pkcs1(hash)) => Self::RsaPkcs1(hash),
            any::Scheme::Rsa(rsa::Scheme::Pss { hash, mgf, salt }) => {
                let salt = match salt {
                    rsa::Salt::Bytes(bytes) => {
                        Salt::Bytes(bytes.try_into().map_err(|_| Error::KeyType)?)
                    }
                    rsa::Salt::OfHash => Salt::OfHash,
                    rsa::Salt::Longest => Salt::Longest,
                    rsa::Salt::Any => Salt::Any,
                    _ => return Err(Error::KeyType),
                };
                Self::RsaPss { hash, mgf, salt }
            }
            any::Scheme::Dsa(hash) => Self::Dsa(hash),
            _ => return Err(Error::KeyType),
        })
    }
}

/// Hashes by their names.
pub(crate) mod hash_name {
    use sealane::Hash;
    use serde::de::{Error, Unexpected, Visitor};
    use serde::{Deserializer, Serializer};
    use std::fmt;

    pub(crate) fn serialize<S: Serializer>(hash: &Hash, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(hash.name())
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

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Hash, D::Error> {
        from.deserialize_str(Name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a scheme survives its bytes and the library's form. Method: each kind; and a name
    /// that no hash has.
    #[test]
    fn schemes_travel() {
        let context = Some(b"purpose".to_vec());
        let pss = |salt| Scheme::RsaPss { hash: Hash::Sha256, mgf: Hash::Sha1, salt };
        let all = [
            Scheme::Ecdsa(Hash::Sha3_512),
            Scheme::EdDsa { context, prehashed: true },
            Scheme::EdDsa { context: None, prehashed: false },
            Scheme::Bip340,
            Scheme::RsaPkcs1(Hash::Sha512),
            pss(Salt::Bytes(20)),
            pss(Salt::OfHash),
            pss(Salt::Longest),
            pss(Salt::Any),
            Scheme::Dsa(Hash::Sha224),
        ];
        for scheme in all {
            let mut bytes = postcard::to_allocvec(&scheme).unwrap();
            assert_eq!(postcard::from_bytes::<Scheme>(&bytes).as_ref(), Ok(&scheme));
            assert_eq!(Scheme::try_from(scheme.borrowed()).as_ref(), Ok(&scheme));
            if scheme.hash().is_some() {
                let letter = bytes.iter_mut().find(|byte| **byte == b's').unwrap();
                *letter = b'x';
                assert!(postcard::from_bytes::<Scheme>(&bytes).is_err());
            }
        }
        assert_eq!(Scheme::usual("aes128".parse().unwrap()), Err(Error::KeyType));
        assert_eq!(Scheme::usual("x25519".parse().unwrap()), Err(Error::KeyType));
    }
}
