//! Schemes of keys over curves: how a message becomes a signature.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::key::Signature;
use crate::ecc::key::der::{MAX_DER_BYTES, signature_to_der};
use crate::hash::Hash;
use alloc::vec::Vec;
use der::asn1::ObjectIdentifier;

/// How a message becomes a signature. A key signs and verifies by the schemes of its algorithm, and
/// refuses others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scheme<'a> {
    /// ECDSA of the digest that the hash gives. FIPS 186-5, section 6.4.
    Ecdsa(Hash),
    /// EdDSA. RFC 8032.
    ///
    /// Signatures are deterministic, whatever nonces are asked for. Verification follows one rule,
    /// *cofactored, canonical*: the public key and `R` are canonical encodings of points, `S` is
    /// below the order, and the equation holds after multiplication by the cofactor. Points of
    /// small order are points like others.
    EdDsa {
        /// At most 255 bytes that bind the signature to a purpose: `Some` makes Ed25519 into
        /// Ed25519ctx. For Ed448, and with `prehashed`, `None` is the empty context.
        context: Option<&'a [u8]>,
        /// Whether the message is hashed before: Ed25519ph, Ed448ph.
        prehashed: bool,
    },
    /// Schnorr signatures over secp256k1 as Bitcoin has them. BIP 340.
    ///
    /// A key stands for its `x`: keys that differ in `y` alone verify the same signatures. Messages
    /// may have any length. Nonces follow the document, with 32 fresh random bytes or with zeros.
    Bip340,
}

impl<'a> Scheme<'a> {
    /// Ed25519 and Ed448 as they are.
    pub const PURE_EDDSA: Self = Self::EdDsa { context: None, prehashed: false };

    /// Returns a signature in the form that its standard has: 64 bytes for BIP 340, else DER, which
    /// for EdDSA is the bytes of RFC 8032.
    #[must_use]
    pub fn signature_bytes(self, signature: &Signature) -> Vec<u8> {
        let mut out = [0; MAX_DER_BYTES];
        let length = self.write_signature(signature, &mut out);
        out[..length].to_vec()
    }

    /// Writes what [`Scheme::signature_bytes`] returns to the start of `out`, and returns its
    /// bytes.
    pub(crate) fn write_signature(
        self,
        signature: &Signature,
        out: &mut [u8; MAX_DER_BYTES],
    ) -> usize {
        match self {
            Self::Bip340 => signature.write_bytes(out),
            Self::Ecdsa(_) | Self::EdDsa { .. } => {
                signature_to_der(signature, out).expect("the buffer takes the longest form")
            }
        }
    }

    /// The identifier of signatures of the scheme by keys of `algorithm`, which has no parameters;
    /// `None` for what has none. RFC 5758, section 3.2; NIST CSOR; RFC 8410, section 3.
    pub(crate) fn signature_oid(self, algorithm: Algorithm) -> Option<ObjectIdentifier> {
        let hash = match self {
            Self::Ecdsa(hash) => hash,
            Self::EdDsa { context: None, prehashed: false } => return Some(algorithm.key_oid()),
            Self::EdDsa { .. } | Self::Bip340 => return None,
        };
        Some(ObjectIdentifier::new_unwrap(match hash {
            Hash::Sha224 => "1.2.840.10045.4.3.1",
            Hash::Sha256 => "1.2.840.10045.4.3.2",
            Hash::Sha384 => "1.2.840.10045.4.3.3",
            Hash::Sha512 => "1.2.840.10045.4.3.4",
            Hash::Sha3_224 => "2.16.840.1.101.3.4.3.9",
            Hash::Sha3_256 => "2.16.840.1.101.3.4.3.10",
            Hash::Sha3_384 => "2.16.840.1.101.3.4.3.11",
            Hash::Sha3_512 => "2.16.840.1.101.3.4.3.12",
            _ => return None,
        }))
    }

    /// The context of a scheme that signs digests; `None` for one that does not.
    pub(crate) fn context_of_digests(self) -> Option<Option<&'a [u8]>> {
        match self {
            Self::Ecdsa(_) => Some(None),
            Self::EdDsa { context, prehashed: true } => Some(context),
            _ => None,
        }
    }
}
