//! Keys from DER of any form, told apart by what stands first in it.

use super::algorithm::Algorithm;
use super::key::{PrivateKey, PublicKey};
#[cfg(feature = "dsa")]
use crate::dsa;
use crate::ecc;
use crate::error::DecodeError;
use crate::lengths::Lengths;
#[cfg(feature = "mldsa")]
use crate::mldsa;
#[cfg(feature = "rsa")]
use crate::rsa;
use alloc::vec::Vec;

const INTEGER: u8 = 0x02;
const OCTET_STRING: u8 = 0x04;

impl PublicKey {
    /// Takes a SubjectPublicKeyInfo of any kind, or the RSAPublicKey of PKCS#1. `lengths` are those
    /// of RSA and DSA keys.
    ///
    /// Errors: those of [`PublicKey::from_spki_der`]; private keys are `KeyEncoding`.
    pub fn from_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        match inside(der) {
            #[cfg(feature = "rsa")]
            [INTEGER, ..] => rsa::PublicKey::from_pkcs1_der(der, lengths).map(Self::Rsa),
            _ => Self::from_spki_der(der, lengths),
        }
    }

    /// Takes the octets that stand for a public key alone, in the form of its algorithm: as
    /// [`ecc::PublicKey::from_bytes`] and `mldsa::PublicKey::from_bytes` have it.
    ///
    /// Errors: those of the kind; `KeyAlgorithm` for RSA and DSA, whose keys have no such form.
    pub fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Result<Self, DecodeError> {
        match algorithm {
            Algorithm::Curve(curve) => ecc::PublicKey::from_bytes(curve, bytes).map(Self::Curve),
            #[cfg(feature = "mldsa")]
            Algorithm::MlDsa(set) => mldsa::PublicKey::from_bytes(set, bytes).map(Self::MlDsa),
            #[cfg(any(feature = "rsa", feature = "dsa"))]
            _ => Err(DecodeError::KeyAlgorithm),
        }
    }

    /// The octets of [`PublicKey::from_bytes`], points uncompressed; `None` for RSA and DSA.
    #[must_use]
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        match self {
            Self::Curve(key) => Some(key.to_bytes()),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => Some(key.as_bytes().to_vec()),
            #[cfg(any(feature = "rsa", feature = "dsa"))]
            _ => None,
        }
    }
}

impl PrivateKey {
    /// Takes an unencrypted PKCS#8 document of any kind, the ECPrivateKey of SEC 1, the
    /// RSAPrivateKey of PKCS#1 or the DSA key of OpenSSL. `lengths` are those of RSA and DSA keys.
    ///
    /// Errors: those of the kind; public keys are `KeyEncoding`. Which form it is, is not secret.
    pub fn from_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        // All begin with a version; what follows is an algorithm, the scalar or a number.
        match inside(der) {
            [INTEGER, 1, _, OCTET_STRING, ..] => {
                ecc::PrivateKey::from_sec1_der(der).map(Self::Curve)
            }
            [INTEGER, 1, _, INTEGER, ..] => Self::from_integers(der, lengths),
            _ => Self::from_pkcs8_der(der, lengths),
        }
    }

    /// Takes a private key of integers alone: of RSA, or of DSA.
    #[cfg_attr(not(any(feature = "rsa", feature = "dsa")), allow(unused_variables))]
    fn from_integers(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        #[cfg(feature = "rsa")]
        match rsa::PrivateKey::from_pkcs1_der(der, lengths) {
            Err(DecodeError::KeyEncoding) => {}
            key => return key.map(Self::Rsa),
        }
        #[cfg(feature = "dsa")]
        return Self::of_dsa(dsa::PrivateKey::from_openssl_der(der)?, lengths);
        #[cfg(not(feature = "dsa"))]
        Err(DecodeError::KeyEncoding)
    }
}

/// What follows the tag and the length of the outermost element; nothing if that is not there.
fn inside(der: &[u8]) -> &[u8] {
    let length = der.get(1).copied().unwrap_or_default();
    let more = if length < 0x80 { 0 } else { usize::from(length & 0x7f) };
    der.get(2 + more..).unwrap_or_default()
}
