//! How keys are read, and how they sign and verify: what callers name by words.

use crate::Refused;
use sealane::{Algorithm, DecodeError, Lengths, PublicKey, Scheme, ecc};
use std::borrow::Cow;

/// The algorithm of a name. Errors: `NAME_UNKNOWN`.
pub fn algorithm(name: &str) -> Result<Algorithm, Refused> {
    Algorithm::from_name(name).ok_or_else(|| Refused::name("algorithm", name))
}

/// The scheme of a name. Errors: `NAME_UNKNOWN`.
pub fn scheme(name: &str) -> Result<Scheme, Refused> {
    name.parse().map_err(|_| Refused::name("scheme", name))
}

/// Which lengths of RSA and DSA keys are taken.
#[must_use]
pub fn lengths(legacy: bool) -> Lengths {
    if legacy { Lengths::Legacy } else { Lengths::Current }
}

/// The form of signatures of ECDSA and DSA; all others have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// DER of two integers.
    Der,
    /// Both integers one behind the other, as long as the order.
    Raw,
    /// What is whole DER is DER; what is not, and has the length of the other form, is that.
    Auto,
}

impl Form {
    /// The form of a name. Errors: `NAME_UNKNOWN`.
    pub fn from_name(name: &str) -> Result<Self, Refused> {
        match name {
            "der" => Ok(Self::Der),
            "raw" => Ok(Self::Raw),
            _ => Err(Refused::name("format", name)),
        }
    }

    /// A signature in this form, of one in the form of documents.
    ///
    /// Errors: those of signatures that are no DER.
    pub fn write(
        self,
        key: &PublicKey,
        scheme: &Scheme,
        signature: Vec<u8>,
    ) -> Result<Vec<u8>, DecodeError> {
        Ok(match (self, key, scheme) {
            (Self::Raw, PublicKey::Curve(key), Scheme::Ecdsa(_)) => {
                ecc::Signature::from_der(key.algorithm(), &signature)?.to_bytes()
            }
            (Self::Raw, PublicKey::Dsa(key), Scheme::Dsa(_)) => {
                sealane::dsa::Signature::from_der(key.parameters(), &signature)?.to_bytes()
            }
            _ => signature,
        })
    }

    /// A signature in the form of documents, of one in this form.
    ///
    /// Errors: `SigLength`, and `SigInvalid` for numbers out of range.
    pub fn read<'a>(
        self,
        key: &PublicKey,
        scheme: &Scheme,
        signature: &'a [u8],
    ) -> Result<Cow<'a, [u8]>, DecodeError> {
        if self == Self::Auto {
            let raw = Self::Raw.read(key, scheme, signature);
            let is_der = match (key, scheme) {
                (PublicKey::Curve(key), Scheme::Ecdsa(_)) => {
                    ecc::Signature::from_der(key.algorithm(), signature).is_ok()
                }
                (PublicKey::Dsa(key), Scheme::Dsa(_)) => {
                    sealane::dsa::Signature::from_der(key.parameters(), signature).is_ok()
                }
                _ => true,
            };
            return match raw {
                Ok(_) | Err(DecodeError::SigInvalid) if !is_der => raw,
                _ => Ok(signature.into()),
            };
        }
        Ok(match (self, key, scheme) {
            (Self::Raw, PublicKey::Curve(key), Scheme::Ecdsa(_)) => {
                ecc::Signature::from_bytes(key.algorithm(), signature)?.to_der().into()
            }
            (Self::Raw, PublicKey::Dsa(key), Scheme::Dsa(_)) => {
                sealane::dsa::Signature::from_bytes(key.parameters(), signature)?.to_der().into()
            }
            _ => signature.into(),
        })
    }
}

/// How signatures are verified, and keys read before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyTerms {
    /// The algorithm that keys must be of; then they may also be their octets alone.
    pub algorithm: Option<Algorithm>,
    /// The scheme; if none is named, the usual one of each key's algorithm.
    pub scheme: Option<Scheme>,
    /// Whether digests are verified, in place of messages.
    pub digests: bool,
    /// The form of signatures.
    pub form: Form,
    /// Which lengths of RSA and DSA keys are taken.
    pub lengths: Lengths,
}

impl VerifyTerms {
    /// Terms by names, which may be left out. Errors: `NAME_UNKNOWN`.
    pub fn new(
        name: Option<&str>,
        scheme_name: Option<&str>,
        digests: bool,
        format: &str,
        legacy: bool,
    ) -> Result<Self, Refused> {
        Ok(Self {
            algorithm: name.map(algorithm).transpose()?,
            scheme: scheme_name.map(scheme).transpose()?,
            digests,
            form: Form::from_name(format)?,
            lengths: lengths(legacy),
        })
    }

    /// The scheme that a key verifies by. Errors: `SigUnsupported` for keys that do not sign.
    pub fn scheme(&self, of: Algorithm) -> Result<Scheme, DecodeError> {
        self.scheme.clone().or_else(|| of.usual_scheme()).ok_or(DecodeError::SigUnsupported)
    }

    /// Reads a key: octets where the algorithm is named, and they have its length; PEM; DER.
    ///
    /// Errors: those of keys; `KeyCurveMismatch` for a key of another algorithm than the named one.
    pub fn key(&self, bytes: &[u8]) -> Result<PublicKey, DecodeError> {
        let key = match self.algorithm {
            Some(algorithm) if has_length_of_octets(algorithm, bytes.len()) => {
                PublicKey::from_bytes(algorithm, bytes)
            }
            _ => match std::str::from_utf8(bytes) {
                Ok(text) if text.contains("-----BEGIN ") => PublicKey::from_pem(text, self.lengths),
                _ => PublicKey::from_der(bytes, self.lengths),
            },
        }?;
        self.demand_algorithm(&key)?;
        Ok(key)
    }

    /// Demands that a key is of the algorithm that is named, if one is. Errors: `KeyCurveMismatch`.
    pub fn demand_algorithm(&self, key: &PublicKey) -> Result<(), DecodeError> {
        match self.algorithm {
            Some(algorithm) if key.algorithm() != algorithm => Err(DecodeError::KeyCurveMismatch),
            _ => Ok(()),
        }
    }
}

/// Whether so many bytes are the octets of a key of the algorithm, and no document of one.
fn has_length_of_octets(algorithm: Algorithm, bytes: usize) -> bool {
    match algorithm {
        Algorithm::Curve(curve) => {
            let field = curve.field_bytes();
            bytes == field || bytes == field + 1 || bytes == 2 * field + 1
        }
        Algorithm::MlDsa(set) => bytes == set.public_key_bytes(),
        _ => false,
    }
}
