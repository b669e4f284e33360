//! How a message becomes a signature: the encoding, its hashes, its salt.

use crate::hash::Hash;
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
}

impl Scheme {
    /// PSS with one hash for all, and a salt as long as its digest.
    #[must_use]
    pub const fn pss(hash: Hash) -> Self {
        Self::Pss { hash, mgf: hash, salt: Salt::OfHash }
    }

    /// The hash of the message.
    #[must_use]
    pub fn hash(&self) -> Hash {
        match *self {
            Self::Pkcs1(hash) | Self::Pss { hash, .. } => hash,
        }
    }
}
