//! How a message becomes a signature: the encoding, its hashes, its salt.

use crate::hash::{Digest, Hash};
use crate::lengths::Salt;

/// How a message becomes a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scheme {
    /// PKCS#1 v1.5 with the digest that the hash gives. RFC 8017, section 8.2.
    Pkcs1(Hash),
    /// PSS. RFC 8017, section 8.1; RFC 8702 for the SHAKEs.
    Pss {
        /// The hash of the message.
        hash: Hash,
        /// The hash of the mask: MGF1 with it, or a SHAKE itself.
        mgf: Hash,
        /// How long the salt is.
        salt: Salt,
    },
    /// PKCS#1 v1.5 of a message that is not hashed: it stands where the DigestInfo would, and has
    /// at most eleven bytes less than the modulus. RFC 8017, section 9.2, steps 3 to 5; PKCS#11,
    /// `CKM_RSA_PKCS`.
    ///
    /// Whoever chooses the bytes chooses the hash too: it signs whatever [`Scheme::Pkcs1`] does,
    /// with any hash.
    Pkcs1Bytes,
    /// The private power of the message itself: as many bytes as the modulus has, and below it.
    /// RFC 8017, section 5.2.1; PKCS#11, `CKM_RSA_X_509`.
    ///
    /// It is no signature scheme: whoever may ask for it can make any signature of the key, and
    /// decrypt what was encrypted for it. It is for encodings that are made elsewhere.
    Raw,
}

impl Scheme {
    /// PSS with one hash for all, and a salt as long as its digest.
    #[must_use]
    pub const fn pss(hash: Hash) -> Self {
        Self::Pss { hash, mgf: hash, salt: Salt::OfHash }
    }

    /// The hash of the message; `None` for schemes that take the message as it is.
    #[must_use]
    pub fn hash(&self) -> Option<Hash> {
        match *self {
            Self::Pkcs1(hash) | Self::Pss { hash, .. } => Some(hash),
            Self::Pkcs1Bytes | Self::Raw => None,
        }
    }
}

/// What is encoded: a digest, or a message that the scheme takes as it is.
#[derive(Clone)]
pub(crate) enum Input<'a> {
    Digest(Digest),
    Bytes(&'a [u8]),
}

impl<'a> Input<'a> {
    /// Of a message.
    pub(crate) fn of(message: &'a [u8], scheme: Scheme) -> Self {
        match scheme.hash() {
            Some(hash) => Self::Digest(Digest::of(hash, message)),
            None => Self::Bytes(message),
        }
    }
}
