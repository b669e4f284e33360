//! What a key may be used for, as its documents say. RFC 4055, section 1.2; RFC 8017, appendix
//! A.2.3.

use super::{PrivateKey, PublicKey, Salt, Scheme};
use crate::error::SignError;
use crate::hash::Hash;
use crate::rsa::encoding::pkcs1;

/// What a key may be used for. It holds for signing, verifying, encryption and decryption by the
/// key; the bare powers of [`hazmat`](super::hazmat) do not look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Permitted {
    /// All there is: documents of `rsaEncryption`.
    Everything,
    /// Signatures by PSS: documents of `id-RSASSA-PSS` without parameters.
    Pss,
    /// Signatures by PSS with this hash and this mask, and a salt that is not shorter: documents of
    /// `id-RSASSA-PSS` with parameters.
    PssWith {
        /// The hash of the message.
        hash: Hash,
        /// The hash of the mask, MGF1.
        mgf: Hash,
        /// Bytes of the shortest salt.
        least_salt_bytes: u8,
    },
}

impl Permitted {
    /// Whether a scheme is among it. [`Salt::Any`] is: a signature with a salt that is too short is
    /// not valid for this key, which verification finds.
    #[must_use]
    pub fn has(self, scheme: Scheme) -> bool {
        match (self, scheme) {
            (Self::Everything, _) | (Self::Pss, Scheme::Pss { .. }) => true,
            (_, Scheme::Pkcs1(_) | Scheme::Pkcs1Bytes | Scheme::Raw) => false,
            (Self::PssWith { hash, mgf, least_salt_bytes }, Scheme::Pss { salt, .. }) => {
                let long = match salt {
                    Salt::Bytes(bytes) => bytes >= least_salt_bytes.into(),
                    Salt::OfHash => hash.output_bytes() >= least_salt_bytes.into(),
                    Salt::Longest | Salt::Any => true,
                };
                long && scheme.hash() == Some(hash)
                    && matches!(scheme, Scheme::Pss { mgf: it, .. } if it == mgf)
            }
        }
    }

    /// The scheme that signatures use when none is named: PKCS#1 v1.5 with SHA-256; PSS where the
    /// key is for that alone, with a salt as long as the digest, or longer if it must be.
    #[must_use]
    pub fn usual_scheme(self) -> Scheme {
        match self {
            Self::Everything => Scheme::Pkcs1(Hash::Sha256),
            Self::Pss => Scheme::pss(Hash::Sha256),
            Self::PssWith { hash, mgf, least_salt_bytes } => {
                let bytes = hash.output_bytes().max(least_salt_bytes.into());
                Scheme::Pss { hash, mgf, salt: Salt::Bytes(bytes) }
            }
        }
    }

    /// Bytes of the shortest salt.
    pub(super) fn least_salt_bytes(self) -> usize {
        match self {
            Self::PssWith { least_salt_bytes, .. } => least_salt_bytes.into(),
            Self::Everything | Self::Pss => 0,
        }
    }

    /// Whether there are documents that say so: the hashes have identifiers.
    pub(super) fn has_document(self) -> bool {
        let named = |hash| pkcs1::identifier(hash).is_some();
        match self {
            Self::Everything | Self::Pss => true,
            Self::PssWith { hash, mgf, .. } => named(hash) && named(mgf),
        }
    }
}

impl PublicKey {
    /// What the key may be used for.
    #[must_use]
    pub fn permitted(&self) -> Permitted {
        self.1
    }
}

impl PrivateKey {
    /// Returns the key with another use, which its documents then name, PKCS#1 aside: that form has
    /// no room for it. Errors: `HashRefused` for a SHAKE, which these documents do not name.
    pub fn with_permitted(self, permitted: Permitted) -> Result<Self, SignError> {
        if permitted.has_document() {
            Ok(self.permitting(permitted))
        } else {
            Err(SignError::HashRefused)
        }
    }

    /// The same, for what a document says.
    pub(super) fn permitting(mut self, permitted: Permitted) -> Self {
        self.public.1 = permitted;
        self
    }
}
