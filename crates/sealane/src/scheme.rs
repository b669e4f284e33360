//! How a message becomes a signature: one type for keys of every family, kept and sent as a value.

use crate::algorithm::Algorithm;
use crate::ecc;
use crate::hash::Hash;
use crate::lengths::Salt;
#[cfg(feature = "rsa")]
use crate::rsa;
use alloc::vec::Vec;

/// A scheme with all that belongs to it. A key signs and verifies by the schemes of its algorithm,
/// and refuses others.
///
/// With the feature `serde` it is a value that travels; hashes go by their names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Scheme {
    /// ECDSA of the digest that the hash gives. FIPS 186-5, section 6.4.
    Ecdsa(Hash),
    /// EdDSA. RFC 8032. See [`ecc::Scheme::EdDsa`].
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
}

impl Scheme {
    /// Ed25519 and Ed448 as they are.
    pub const PURE_EDDSA: Self = Self::EdDsa { context: None, prehashed: false };

    /// RSA by PSS, with one hash for all and a salt as long as its digest.
    #[must_use]
    pub const fn rsa_pss(hash: Hash) -> Self {
        Self::RsaPss { hash, mgf: hash, salt: Salt::OfHash }
    }

    /// The scheme that signatures of `algorithm` use when none is named: see
    /// [`Algorithm::usual_scheme`].
    #[must_use]
    pub fn usual(algorithm: Algorithm) -> Option<Self> {
        algorithm.usual_scheme()
    }

    /// The hash whose digests it signs; `None` for schemes that hash in their own way.
    #[must_use]
    pub fn hash(&self) -> Option<Hash> {
        match self {
            Self::Ecdsa(hash) | Self::RsaPkcs1(hash) | Self::Dsa(hash) => Some(*hash),
            Self::RsaPss { hash, .. } => Some(*hash),
            Self::EdDsa { .. } | Self::Bip340 => None,
        }
    }

    /// Whether two signatures of one message are the same: then a fault in one of them could tell
    /// the key, and it is worth verifying them before they leave.
    #[must_use]
    pub fn is_deterministic(&self) -> bool {
        matches!(self, Self::EdDsa { .. } | Self::RsaPkcs1(_))
    }

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
            Self::RsaPkcs1(_) | Self::RsaPss { .. } | Self::Dsa(_) => None,
        }
    }

    /// The same for RSA keys; `None` for the schemes of other keys.
    #[cfg(feature = "rsa")]
    #[must_use]
    pub fn of_rsa(&self) -> Option<rsa::Scheme> {
        match *self {
            Self::RsaPkcs1(hash) => Some(rsa::Scheme::Pkcs1(hash)),
            Self::RsaPss { hash, mgf, salt } => Some(rsa::Scheme::Pss { hash, mgf, salt }),
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
impl From<rsa::Scheme> for Scheme {
    fn from(scheme: rsa::Scheme) -> Self {
        match scheme {
            rsa::Scheme::Pkcs1(hash) => Self::RsaPkcs1(hash),
            rsa::Scheme::Pss { hash, mgf, salt } => Self::RsaPss { hash, mgf, salt },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a scheme is one of one family, and comes back from it. Method: each kind, both ways.
    #[test]
    fn schemes_come_back_from_their_family() {
        let context = Some(b"purpose".to_vec());
        let pss = |salt| Scheme::RsaPss { hash: Hash::Sha256, mgf: Hash::Sha1, salt };
        let of_curves = [
            Scheme::Ecdsa(Hash::Sha3_512),
            Scheme::EdDsa { context, prehashed: true },
            Scheme::PURE_EDDSA,
            Scheme::Bip340,
        ];
        let of_rsa = [
            Scheme::RsaPkcs1(Hash::Sha512),
            pss(Salt::Bytes(20)),
            pss(Salt::OfHash),
            pss(Salt::Longest),
            pss(Salt::Any),
        ];
        for scheme in &of_curves {
            assert_eq!(scheme.of_curves().map(Scheme::from).as_ref(), Some(scheme));
            assert_eq!(scheme.of_rsa(), None);
        }
        for scheme in &of_rsa {
            assert_eq!(scheme.of_rsa().map(Scheme::from).as_ref(), Some(scheme));
            assert_eq!(scheme.of_curves(), None);
        }
        let dsa = Scheme::Dsa(Hash::Sha224);
        assert_eq!((dsa.of_curves(), dsa.of_rsa()), (None, None));
    }
}
