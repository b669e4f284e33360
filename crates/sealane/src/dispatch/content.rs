//! What is signed, and what keys of each family do with it: here a scheme meets its family.

use super::algorithm::Algorithm;
use super::scheme::Scheme;
use super::signature::Signature;
#[cfg(feature = "dsa")]
use crate::dsa;
use crate::ecc;
#[cfg(feature = "mldsa")]
use crate::error::BadSignature;
use crate::error::{DecodeError, SignError};
use crate::hash::{Digest, Hash};
#[cfg(feature = "mldsa")]
use crate::mldsa;
use crate::nonce::SignOptions;
#[cfg(feature = "rsa")]
use crate::rsa;
use spki::AlgorithmIdentifierOwned;

/// What is signed.
#[derive(Clone, Copy)]
pub(crate) enum Content<'a> {
    /// A message.
    Message(&'a [u8]),
    /// The digest of one.
    Digest(&'a Digest),
}

/// A public key of any family.
#[derive(Clone, Copy)]
pub(crate) enum PublicRef<'a> {
    Curve(&'a ecc::PublicKey),
    #[cfg(feature = "rsa")]
    Rsa(&'a rsa::PublicKey),
    #[cfg(feature = "dsa")]
    Dsa(&'a dsa::PublicKey),
    #[cfg(feature = "mldsa")]
    MlDsa(&'a mldsa::PublicKey),
}

/// A private key of any family.
#[derive(Clone, Copy)]
pub(crate) enum PrivateRef<'a> {
    Curve(&'a ecc::PrivateKey),
    #[cfg(feature = "rsa")]
    Rsa(&'a rsa::PrivateKey),
    #[cfg(feature = "dsa")]
    Dsa(&'a dsa::PrivateKey),
    #[cfg(feature = "mldsa")]
    MlDsa(&'a mldsa::PrivateKey),
}

impl PublicRef<'_> {
    /// The key's algorithm.
    pub(crate) fn algorithm(self) -> Algorithm {
        match self {
            Self::Curve(key) => Algorithm::Curve(key.algorithm()),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => Algorithm::Rsa { bits: key.bits() },
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => {
                let of = key.parameters();
                Algorithm::Dsa { bits: of.bits(), order_bits: of.order_bits() }
            }
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => Algorithm::MlDsa(key.parameter_set()),
        }
    }

    /// The scheme that signatures use when none is named, among those that the key is for; `None`
    /// for keys that do not sign.
    pub(crate) fn usual_scheme(self) -> Option<Scheme> {
        match self {
            Self::Curve(key) => key.algorithm().usual_scheme().map(Scheme::from),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => Some(key.permitted().usual_scheme().into()),
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => key.parameters().signs().then_some(Scheme::Dsa(Hash::Sha256)),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(_) => Some(Scheme::PURE_MLDSA),
        }
    }

    /// Returns the digest that a prehash stands for, by the usual scheme.
    ///
    /// ECDSA and DSA take any length but zero, of which the leftmost bits count. A prehash as long
    /// as the usual hash gives is taken for one of it, so that nonces are made with it. The others
    /// take what their hash gives.
    pub(crate) fn prehash(self, prehash: &[u8]) -> Option<Digest> {
        if prehash.is_empty() {
            return None;
        }
        match (self, self.usual_scheme()?) {
            (_, Scheme::Ecdsa(hash) | Scheme::Dsa(hash)) => {
                Some(Digest::from_bytes(hash, prehash).unwrap_or_else(|_| Digest::raw(prehash)))
            }
            (Self::Curve(key), _) => {
                Digest::from_bytes(key.algorithm().fixed_hash()?, prehash).ok()
            }
            #[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
            (_, Scheme::MlDsa { .. }) => Digest::from_bytes(MLDSA_PREHASH, prehash).ok(),
            #[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
            (_, scheme) => Digest::from_bytes(scheme.hash()?, prehash).ok(),
        }
    }

    /// The scheme that signs prehashes: the usual one, of EdDSA and ML-DSA its form for them.
    pub(crate) fn prehash_scheme(self) -> Option<Scheme> {
        match self.usual_scheme()? {
            Scheme::EdDsa { context, .. } => Some(Scheme::EdDsa { context, prehashed: true }),
            Scheme::MlDsa { context, .. } => {
                Some(Scheme::MlDsa { context, prehash: Some(MLDSA_PREHASH) })
            }
            scheme => Some(scheme),
        }
    }
}

/// The hash of a prehash for ML-DSA: one that keeps the strength of every parameter set.
const MLDSA_PREHASH: Hash = Hash::Sha512;

impl<'a> PrivateRef<'a> {
    /// The public key that belongs to it.
    pub(crate) fn public(self) -> PublicRef<'a> {
        match self {
            Self::Curve(key) => PublicRef::Curve(key.public_key()),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => PublicRef::Rsa(key.public_key()),
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => PublicRef::Dsa(key.public_key()),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => PublicRef::MlDsa(key.public_key()),
        }
    }
}

impl Content<'_> {
    /// Calls `use_it` with the digest that the hash gives, or the one there is.
    #[cfg(feature = "dsa")]
    fn with_digest<T>(self, hash: Hash, use_it: impl FnOnce(&Digest) -> T) -> T {
        match self {
            Self::Message(message) => use_it(&Digest::of(hash, message)),
            Self::Digest(digest) => use_it(digest),
        }
    }

    /// As [`PublicKey::verify`](super::PublicKey::verify) has it. Variable-time: all is public.
    pub(crate) fn verify(
        self,
        key: PublicRef<'_>,
        scheme: &Scheme,
        signature: &[u8],
    ) -> Result<(), DecodeError> {
        let good = match key {
            PublicRef::Curve(key) => {
                let scheme = scheme.of_curves().ok_or(DecodeError::SigUnsupported)?;
                let signature = curve_signature(key, scheme, signature)?;
                match self {
                    Self::Message(message) => key.verify(message, scheme, &signature),
                    Self::Digest(digest) => {
                        let context = scheme.context_of_digests();
                        match context.ok_or(DecodeError::SigUnsupported)? {
                            None => key.verify_digest(digest, &signature),
                            Some(context) => {
                                key.verify_digest_with_context(digest, context, &signature)
                            }
                        }
                    }
                }
            }
            #[cfg(feature = "rsa")]
            PublicRef::Rsa(key) => {
                let scheme = scheme.of_rsa().ok_or(DecodeError::SigUnsupported)?;
                let (expected, got) = (key.signature_bytes(), signature.len());
                if got != expected {
                    return Err(DecodeError::SigLength { expected, got });
                }
                match self {
                    Self::Message(message) => key.verify(message, scheme, signature),
                    Self::Digest(_) if scheme.hash().is_none() => {
                        return Err(DecodeError::SigUnsupported);
                    }
                    Self::Digest(digest) => key.verify_digest(digest, scheme, signature),
                }
            }
            #[cfg(feature = "dsa")]
            PublicRef::Dsa(key) => {
                let Scheme::Dsa(hash) = scheme else { return Err(DecodeError::SigUnsupported) };
                let signature = dsa::Signature::from_der(key.parameters(), signature)?;
                self.with_digest(*hash, |it| key.verify_digest(it, &signature))
            }
            #[cfg(feature = "mldsa")]
            PublicRef::MlDsa(key) => self.verify_by_mldsa(key, scheme, signature)?,
        };
        good.map_err(|_| DecodeError::SigInvalid)
    }

    /// As [`PrivateKey::sign`](super::PrivateKey::sign) has it.
    pub(crate) fn sign(
        self,
        key: PrivateRef<'_>,
        scheme: &Scheme,
        options: SignOptions,
    ) -> Result<Signature, SignError> {
        match key {
            PrivateRef::Curve(key) => {
                let scheme = scheme.of_curves().ok_or(SignError::Unsupported)?;
                let signature = match self {
                    Self::Message(message) => key.sign(message, scheme, options)?,
                    Self::Digest(digest) => {
                        match scheme.context_of_digests().ok_or(SignError::Unsupported)? {
                            None => key.sign_digest(digest, options)?,
                            Some(context) => {
                                key.sign_digest_with_context(digest, context, options)?
                            }
                        }
                    }
                };
                Ok(Signature::over_curve(scheme, &signature))
            }
            #[cfg(feature = "rsa")]
            PrivateRef::Rsa(key) => {
                let scheme = scheme.of_rsa().ok_or(SignError::Unsupported)?;
                let signed = match self {
                    Self::Message(message) => key.sign(message, scheme),
                    Self::Digest(digest) => key.sign_digest(digest, scheme),
                };
                signed.map(Signature::from)
            }
            #[cfg(feature = "dsa")]
            PrivateRef::Dsa(key) => {
                let Scheme::Dsa(hash) = scheme else { return Err(SignError::Unsupported) };
                let signature = self.with_digest(*hash, |it| key.sign_digest(it, options))?;
                Ok(signature.to_der().into())
            }
            #[cfg(feature = "mldsa")]
            PrivateRef::MlDsa(key) => self.sign_by_mldsa(key, scheme, options),
        }
    }
}

#[cfg(feature = "mldsa")]
impl Content<'_> {
    /// See [`Content::verify`].
    fn verify_by_mldsa(
        self,
        key: &mldsa::PublicKey,
        scheme: &Scheme,
        signature: &[u8],
    ) -> Result<Result<(), BadSignature>, DecodeError> {
        let is_own = scheme.of_mldsa().is_some() || *scheme == Scheme::MlDsaMu;
        if !is_own {
            return Err(DecodeError::SigUnsupported);
        }
        let (expected, got) = (key.parameter_set().signature_bytes(), signature.len());
        if got != expected {
            return Err(DecodeError::SigLength { expected, got });
        }
        match (self.of_mldsa(scheme), self) {
            (Some(content), _) => Ok(key.verify_content(content, signature)),
            (None, Self::Message(_)) => Err(DecodeError::SigInvalid),
            (None, Self::Digest(_)) => Err(DecodeError::SigUnsupported),
        }
    }

    /// See [`Content::sign`].
    fn sign_by_mldsa(
        self,
        key: &mldsa::PrivateKey,
        scheme: &Scheme,
        options: SignOptions,
    ) -> Result<Signature, SignError> {
        match (self.of_mldsa(scheme), self) {
            (Some(content), _) => key.sign_content(content, options).map(Signature::from),
            (None, Self::Message(mu)) if *scheme == Scheme::MlDsaMu => {
                Err(SignError::MuLength { got: mu.len() })
            }
            _ => Err(SignError::Unsupported),
        }
    }
}

#[cfg(feature = "mldsa")]
impl<'a> Content<'a> {
    /// What ML-DSA signs, if a scheme of its own takes this.
    pub(super) fn of_mldsa(self, scheme: &'a Scheme) -> Option<mldsa::Content<'a>> {
        match (scheme.of_mldsa(), self) {
            (Some(given), Self::Message(message)) => Some(mldsa::Content::Message(message, given)),
            (Some(given), Self::Digest(digest)) => {
                given.prehash.map(|_| mldsa::Content::Digest(digest, given))
            }
            (None, Self::Message(mu)) if *scheme == Scheme::MlDsaMu => {
                mu.try_into().ok().map(mldsa::Content::Mu)
            }
            _ => None,
        }
    }
}

impl PrivateRef<'_> {
    /// Signs a message by the usual scheme, with all that is random in the signature by `fill`: the
    /// bytes that a nonce is hedged with, and salts. What blinds RSA is the library's own.
    ///
    /// Errors: as [`PrivateKey::sign`](super::PrivateKey::sign) has them, and those of `fill`.
    pub(crate) fn sign_by_random(
        self,
        message: &[u8],
        fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Signature, SignError> {
        let scheme = self.public().usual_scheme().ok_or(SignError::Unsupported)?;
        match self {
            Self::Curve(key) => {
                let scheme = scheme.of_curves().ok_or(SignError::Unsupported)?;
                let signature = key.sign_by_random(message, scheme, fill)?;
                Ok(Signature::over_curve(scheme, &signature))
            }
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => {
                let scheme = scheme.of_rsa().ok_or(SignError::Unsupported)?;
                let digest = Digest::of(scheme.hash().ok_or(SignError::Unsupported)?, message);
                key.sign_digest_salted(&digest, scheme, fill).map(Signature::from)
            }
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => {
                let Scheme::Dsa(hash) = scheme else { return Err(SignError::Unsupported) };
                Ok(key.sign_by_random(&Digest::of(hash, message), fill)?.to_der().into())
            }
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => key.sign_by_random(message, fill).map(Signature::from),
        }
    }

    /// The identifier that certificates and the like have for signatures by the usual scheme.
    pub(crate) fn signature_identifier(self) -> Option<AlgorithmIdentifierOwned> {
        let scheme = self.public().usual_scheme()?;
        let (oid, parameters) = match self {
            Self::Curve(key) => (scheme.of_curves()?.signature_oid(key.algorithm())?, None),
            #[cfg(feature = "rsa")]
            Self::Rsa(_) => return rsa::documents::signature_identifier(scheme.of_rsa()?),
            #[cfg(feature = "dsa")]
            Self::Dsa(_) => (dsa::documents::signature_oid(scheme.hash()?)?, None),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => (key.parameter_set().oid(), None),
        };
        Some(AlgorithmIdentifierOwned { oid, parameters })
    }
}

/// Reads the signature of a key over a curve, in the one form that the scheme has.
pub(crate) fn curve_signature(
    key: &ecc::PublicKey,
    scheme: ecc::Scheme<'_>,
    signature: &[u8],
) -> Result<ecc::Signature, DecodeError> {
    match scheme {
        ecc::Scheme::Bip340 => ecc::Signature::from_bip340_bytes(key.algorithm(), signature),
        _ => ecc::Signature::from_der(key.algorithm(), signature),
    }
}
