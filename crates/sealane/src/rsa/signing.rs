//! What is signed becomes what is raised to the private power, and the power a signature.

use super::scheme::Input;
use super::{PrivateKey, Salt, Scheme, encoding};
use crate::error::SignError;
use crate::hash::{Digest, Hash};
use crate::nonce::fill_random;
use alloc::vec::Vec;

impl PrivateKey {
    /// Signs what a scheme encodes.
    pub(super) fn sign_input(&self, of: &Input<'_>, scheme: Scheme) -> Result<Vec<u8>, SignError> {
        self.sign_input_by(of, scheme, |encoded, out| self.core.apply(encoded, out))
    }

    /// The same, with the private power given.
    pub(crate) fn sign_input_by(
        &self,
        of: &Input<'_>,
        scheme: Scheme,
        power: impl FnOnce(&mut [u8], &mut [u8]) -> Result<(), SignError>,
    ) -> Result<Vec<u8>, SignError> {
        self.finish(of, scheme, self.encode(of, scheme)?, power)
    }

    /// Raises what is encoded to the private power.
    fn finish(
        &self,
        of: &Input<'_>,
        scheme: Scheme,
        mut encoded: Vec<u8>,
        power: impl FnOnce(&mut [u8], &mut [u8]) -> Result<(), SignError>,
    ) -> Result<Vec<u8>, SignError> {
        let mut signature = alloc::vec![0; encoded.len()];
        power(&mut encoded, &mut signature)?;
        self.still_encodes(of, scheme, &mut encoded)?;
        Ok(signature)
    }

    /// Like [`sign_digest`](Self::sign_digest), with the bytes of a salt by `fill`.
    pub(crate) fn sign_digest_salted(
        &self,
        digest: &Digest,
        scheme: Scheme,
        fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Vec<u8>, SignError> {
        let of = Input::Digest(digest.clone());
        let encoded = self.encode_salted(&of, scheme, fill)?;
        self.finish(&of, scheme, encoded, |encoded, out| self.core.apply(encoded, out))
    }

    /// A power was of these bytes; whether they are still what was to be signed, a fault may have
    /// settled otherwise. They can be had from the signature: nothing of them is secret. Errors:
    /// `Fault`.
    pub(super) fn still_encodes(
        &self,
        of: &Input<'_>,
        scheme: Scheme,
        encoded: &mut [u8],
    ) -> Result<(), SignError> {
        let good = self.public.is_encoding_vartime(of, scheme, encoded);
        if good { Ok(()) } else { Err(SignError::Fault) }
    }

    /// Returns what is raised to the private power.
    pub(super) fn encode(&self, of: &Input<'_>, scheme: Scheme) -> Result<Vec<u8>, SignError> {
        self.encode_salted(of, scheme, fill_random)
    }

    /// The same, with the bytes of a salt by `fill`.
    fn encode_salted(
        &self,
        of: &Input<'_>,
        scheme: Scheme,
        fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Vec<u8>, SignError> {
        if !self.public.permitted().has(scheme) {
            return Err(SignError::Unsupported);
        }
        let digest = match of {
            Input::Bytes(message) => return self.encode_bytes(message, scheme),
            Input::Digest(digest) => digest,
        };
        let hash = scheme.hash().ok_or(SignError::Unsupported)?;
        if !hash.signs() || digest.hash() != Some(hash) {
            return Err(SignError::HashRefused);
        }
        let mut encoded = alloc::vec![0; self.public.signature_bytes()];
        match scheme {
            Scheme::Pkcs1(_) => {
                if !encoding::pkcs1::encode(digest, &mut encoded) {
                    return Err(SignError::HashRefused);
                }
            }
            Scheme::Pss { mgf, salt, .. } => {
                let salt = self.salt(digest, salt, fill)?;
                self.encode_pss(digest, mgf, &salt, &mut encoded)?;
            }
            Scheme::Pkcs1Bytes | Scheme::Raw => return Err(SignError::Unsupported),
        }
        Ok(encoded)
    }

    /// The same, for a message that is not hashed. Errors: `MessageTooLong`, `MessageRange`.
    fn encode_bytes(&self, message: &[u8], scheme: Scheme) -> Result<Vec<u8>, SignError> {
        let bytes = self.public.signature_bytes();
        let mut encoded = alloc::vec![0; bytes];
        match scheme {
            Scheme::Pkcs1Bytes => {
                if !encoding::pkcs1::encode_bytes(message, &mut encoded) {
                    return Err(SignError::MessageTooLong { most: bytes.saturating_sub(11) });
                }
            }
            Scheme::Raw => {
                if message.len() != bytes || message >= &self.public.0.modulus()[..] {
                    return Err(SignError::MessageRange);
                }
                encoded.copy_from_slice(message);
            }
            Scheme::Pkcs1(_) | Scheme::Pss { .. } => return Err(SignError::Unsupported),
        }
        Ok(encoded)
    }

    /// Returns the bytes of a salt. Errors: `SaltLength`, `Unsupported`, and those of `fill`.
    fn salt(
        &self,
        digest: &Digest,
        salt: Salt,
        fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Vec<u8>, SignError> {
        let bits = self.public.bits() - 1;
        let most = digest.hash().and_then(|hash| encoding::pss::longest_salt(hash, bits));
        let too_long = SignError::SaltLength { most };
        let longest = most.ok_or(too_long)?;
        let bytes = match salt {
            Salt::Bytes(bytes) => bytes,
            Salt::OfHash => digest.as_bytes().len(),
            Salt::Longest => longest,
            Salt::Any => return Err(SignError::Unsupported),
        };
        if bytes > longest {
            return Err(too_long);
        }
        let mut salt = alloc::vec![0; bytes];
        fill(&mut salt)?;
        Ok(salt)
    }

    fn encode_pss(
        &self,
        digest: &Digest,
        mgf: Hash,
        salt: &[u8],
        out: &mut [u8],
    ) -> Result<(), SignError> {
        let bits = self.public.bits() - 1;
        let encoded = &mut out[self.public.signature_bytes() - bits.div_ceil(8)..];
        let fits = encoding::pss::encode(digest, mgf, salt, bits, encoded);
        let most = digest.hash().and_then(|hash| encoding::pss::longest_salt(hash, bits));
        if fits { Ok(()) } else { Err(SignError::SaltLength { most }) }
    }
}
