//! How a message becomes a signature: one type for keys of every family, kept and sent as a value.

mod names;

use crate::ecc;
use crate::hash::Hash;
use crate::lengths::Salt;
#[cfg(feature = "mldsa")]
use crate::mldsa;
#[cfg(feature = "rsa")]
use crate::rsa;
use alloc::vec::Vec;

/// A scheme with all that belongs to it. A key signs and verifies by the schemes of its algorithm,
/// and refuses others.
///
/// With the feature `serde` it is a value that travels; hashes go by their names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Scheme {
    /// ECDSA of the digest that the hash gives. FIPS 186-5, section 6.4.
    Ecdsa(Hash),
    /// EdDSA. RFC 8032. See [`ecc::Scheme::EdDsa`](crate::ecc::Scheme::EdDsa).
    EdDsa {
        /// At most 255 bytes that bind the signature to a purpose.
        context: Option<Vec<u8>>,
        /// Whether the message is hashed before: Ed25519ph, Ed448ph.
        prehashed: bool,
    },
    /// Schnorr signatures over secp256k1. BIP 340.
    Bip340,
    /// RSA, PKCS#1 v1.5. RFC 8017, section 8.2.
    RsaPkcs1(Hash),
    /// RSA, PSS. RFC 8017, section 8.1; RFC 8702 for the SHAKEs.
    RsaPss {
        /// The hash of the message.
        hash: Hash,
        /// The hash of the mask: MGF1 with it, or a SHAKE itself.
        mgf: Hash,
        /// How long the salt is.
        salt: Salt,
    },
    /// DSA. FIPS 186-4, section 4.
    Dsa(Hash),
    /// RSA, PKCS#1 v1.5 of a message that is not hashed. See
    /// [`rsa::Scheme::Pkcs1Bytes`](crate::rsa::Scheme::Pkcs1Bytes).
    RsaPkcs1Bytes,
    /// RSA, the private power of the message itself, for encodings that are made elsewhere. See
    /// [`rsa::Scheme::Raw`](crate::rsa::Scheme::Raw).
    RsaRaw,
    /// ML-DSA. FIPS 204. See `sealane::mldsa::Scheme`.
    MlDsa {
        /// At most 255 bytes that bind the signature to a purpose; usually none.
        context: Vec<u8>,
        /// The hash of messages that are prehashed (HashML-DSA).
        prehash: Option<Hash>,
    },
    /// ML-DSA of the 64 bytes that stand for a message, its context and its public key, in place
    /// of the message: `mu`, which `sealane::mldsa::MuHasher` computes. FIPS 204, algorithm 7, step
    /// 6. The signature is that of the message by [`Scheme::MlDsa`].
    MlDsaMu,
}

impl Scheme {
    /// ML-DSA of messages as they are, without a context.
    pub const PURE_MLDSA: Self = Self::MlDsa { context: Vec::new(), prehash: None };

    /// Ed25519 and Ed448 as they are.
    pub const PURE_EDDSA: Self = Self::EdDsa { context: None, prehashed: false };

    /// RSA by PSS, with one hash for all and a salt as long as its digest.
    #[must_use]
    pub const fn rsa_pss(hash: Hash) -> Self {
        Self::RsaPss { hash, mgf: hash, salt: Salt::OfHash }
    }

    /// The hash whose digests it signs; `None` for schemes that hash in their own way, or not.
    #[must_use]
    pub fn hash(&self) -> Option<Hash> {
        match self {
            Self::Ecdsa(hash) | Self::RsaPkcs1(hash) | Self::Dsa(hash) => Some(*hash),
            Self::RsaPss { hash, .. } => Some(*hash),
            Self::MlDsa { prehash, .. } => *prehash,
            Self::EdDsa { .. } | Self::Bip340 | Self::RsaPkcs1Bytes | Self::RsaRaw => None,
            Self::MlDsaMu => None,
        }
    }

    /// Whether two signatures of one message are the same: then a fault in one of them could tell
    /// the key, and it is worth verifying them before they leave.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        matches!(self, Self::EdDsa { .. } | Self::RsaPkcs1(_) | Self::RsaPkcs1Bytes | Self::RsaRaw)
    }
}

impl Scheme {
    /// The same for keys over curves; `None` for the schemes of other keys.
    #[must_use]
    pub fn of_curves(&self) -> Option<ecc::Scheme<'_>> {
        match self {
            Self::Ecdsa(hash) => Some(ecc::Scheme::Ecdsa(*hash)),
            Self::EdDsa { context, prehashed } => {
                let (context, prehashed) = (context.as_deref(), *prehashed);
                Some(ecc::Scheme::EdDsa { context, prehashed })
            }
            Self::Bip340 => Some(ecc::Scheme::Bip340),
            _ => None,
        }
    }
}

impl From<ecc::Scheme<'_>> for Scheme {
    fn from(scheme: ecc::Scheme<'_>) -> Self {
        match scheme {
            ecc::Scheme::Ecdsa(hash) => Self::Ecdsa(hash),
            ecc::Scheme::EdDsa { context, prehashed } => {
                Self::EdDsa { context: context.map(<[u8]>::to_vec), prehashed }
            }
            ecc::Scheme::Bip340 => Self::Bip340,
        }
    }
}

#[cfg(feature = "rsa")]
impl Scheme {
    /// The same for RSA keys; `None` for the schemes of other keys.
    #[must_use]
    pub fn of_rsa(&self) -> Option<rsa::Scheme> {
        match *self {
            Self::RsaPkcs1(hash) => Some(rsa::Scheme::Pkcs1(hash)),
            Self::RsaPss { hash, mgf, salt } => Some(rsa::Scheme::Pss { hash, mgf, salt }),
            Self::RsaPkcs1Bytes => Some(rsa::Scheme::Pkcs1Bytes),
            Self::RsaRaw => Some(rsa::Scheme::Raw),
            _ => None,
        }
    }
}

#[cfg(feature = "mldsa")]
impl Scheme {
    /// The same for ML-DSA keys; `None` for the schemes of other keys, and where the message is
    /// hashed elsewhere.
    #[must_use]
    pub fn of_mldsa(&self) -> Option<mldsa::Scheme<'_>> {
        match self {
            Self::MlDsa { context, prehash } => Some(mldsa::Scheme { context, prehash: *prehash }),
            _ => None,
        }
    }
}

#[cfg(feature = "mldsa")]
impl From<mldsa::Scheme<'_>> for Scheme {
    fn from(scheme: mldsa::Scheme<'_>) -> Self {
        Self::MlDsa { context: scheme.context.to_vec(), prehash: scheme.prehash }
    }
}

#[cfg(feature = "rsa")]
impl From<rsa::Scheme> for Scheme {
    fn from(scheme: rsa::Scheme) -> Self {
        match scheme {
            rsa::Scheme::Pkcs1(hash) => Self::RsaPkcs1(hash),
            rsa::Scheme::Pss { hash, mgf, salt } => Self::RsaPss { hash, mgf, salt },
            rsa::Scheme::Pkcs1Bytes => Self::RsaPkcs1Bytes,
            rsa::Scheme::Raw => Self::RsaRaw,
        }
    }
}
