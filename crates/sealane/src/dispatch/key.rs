//! Keys: over a curve, RSA, DSA or ML-DSA, whichever a document holds.
//!
//! ```
//! use sealane::{Algorithm, Lengths, PrivateKey, PublicKey, SignOptions};
//!
//! let name = Algorithm::from_name("p256").ok_or("no such algorithm")?;
//! let key = PrivateKey::generate(name)?;
//! let scheme = name.usual_scheme().ok_or("it does not sign")?;
//! let signature = key.sign(b"message", &scheme, SignOptions::default())?;
//! let public = PublicKey::from_pem(&key.public_key().to_spki_pem(), Lengths::Current)?;
//! public.verify(b"message", &scheme, &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::algorithm::Algorithm;
use super::content::{Content, PrivateRef, PublicRef};
use super::scheme::Scheme;
use super::signature::Signature;
#[cfg(feature = "dsa")]
use crate::dsa;
use crate::ecc;
use crate::ecc::key::SharedSecret;
use crate::encode::pem;
use crate::error::{DecodeError, DeriveError, SignError};
use crate::hash::Digest;
use crate::lengths::Lengths;
#[cfg(feature = "mldsa")]
use crate::mldsa;
use crate::nonce::SignOptions;
#[cfg(feature = "rsa")]
use crate::rsa;
use alloc::string::String;
use alloc::vec::Vec;
use zeroize::Zeroizing;

/// A public key.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PublicKey {
    /// Over a curve.
    Curve(ecc::PublicKey),
    /// Of RSA.
    #[cfg(feature = "rsa")]
    Rsa(rsa::PublicKey),
    /// Of DSA.
    #[cfg(feature = "dsa")]
    Dsa(dsa::PublicKey),
    /// Of ML-DSA.
    #[cfg(feature = "mldsa")]
    MlDsa(mldsa::PublicKey),
}

/// A private key. Wiped on drop, a clone as well. `Debug` names the algorithm and nothing else.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum PrivateKey {
    /// Over a curve.
    Curve(ecc::PrivateKey),
    /// Of RSA.
    #[cfg(feature = "rsa")]
    Rsa(rsa::PrivateKey),
    /// Of DSA.
    #[cfg(feature = "dsa")]
    Dsa(dsa::PrivateKey),
    /// Of ML-DSA.
    #[cfg(feature = "mldsa")]
    MlDsa(mldsa::PrivateKey),
}

/// Returns the result, or the other one where the key is of another algorithm.
#[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
fn or_other<T>(
    result: Result<T, DecodeError>,
    other: impl FnOnce() -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    if matches!(result, Err(DecodeError::KeyAlgorithm)) { other() } else { result }
}

/// Refuses DSA keys that only [`Lengths::Legacy`] has room for.
#[cfg(feature = "dsa")]
fn long_enough<K>(
    key: K,
    parameters: impl FnOnce(&K) -> &dsa::Parameters,
    lengths: Lengths,
) -> Result<K, DecodeError> {
    let of = parameters(&key);
    if lengths == Lengths::Current && !of.signs() {
        return Err(DecodeError::KeyDsaLengths { p: of.bits(), q: of.order_bits() });
    }
    Ok(key)
}

impl PublicKey {
    /// Takes a SubjectPublicKeyInfo of any kind. `lengths` are those of RSA and DSA keys.
    ///
    /// Errors: those of the kind; `KeyAlgorithm` for a kind that is not ours.
    pub fn from_spki_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        let key = ecc::PublicKey::from_spki_der(der).map(Self::Curve);
        #[cfg(feature = "rsa")]
        let key = or_other(key, || rsa::PublicKey::from_spki_der(der, lengths).map(Self::Rsa));
        #[cfg(feature = "dsa")]
        let key = or_other(key, || {
            let key = dsa::PublicKey::from_spki_der(der)?;
            long_enough(key, dsa::PublicKey::parameters, lengths).map(Self::Dsa)
        });
        #[cfg(feature = "mldsa")]
        let key = or_other(key, || mldsa::PublicKey::from_spki_der(der).map(Self::MlDsa));
        let _ = lengths;
        key
    }

    /// Takes the one PEM block `PUBLIC KEY` or `RSA PUBLIC KEY` of `text`. Errors: `Pem…`, and
    /// those of the DER.
    pub fn from_pem(text: &str, lengths: Lengths) -> Result<Self, DecodeError> {
        let labels = &[
            pem::PUBLIC,
            #[cfg(feature = "rsa")]
            pem::RSA_PUBLIC,
        ];
        let (label, der) = pem::decode(text, labels)?;
        match label {
            #[cfg(feature = "rsa")]
            pem::RSA_PUBLIC => rsa::PublicKey::from_pkcs1_der(&der, lengths).map(Self::Rsa),
            _ => Self::from_spki_der(&der, lengths),
        }
    }

    /// Returns the SubjectPublicKeyInfo.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        match self {
            Self::Curve(key) => key.to_spki_der(),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => key.to_spki_der(),
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => key.to_spki_der(),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => key.to_spki_der(),
        }
    }

    /// Returns the PEM block `PUBLIC KEY`.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        core::mem::take(&mut pem::encode(pem::PUBLIC, &self.to_spki_der()))
    }

    /// The key's algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.as_family().algorithm()
    }

    /// The key of its family.
    pub(crate) fn as_family(&self) -> PublicRef<'_> {
        match self {
            Self::Curve(key) => PublicRef::Curve(key),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => PublicRef::Rsa(key),
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => PublicRef::Dsa(key),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => PublicRef::MlDsa(key),
        }
    }

    /// The key over a curve, if it is one.
    pub(crate) fn curve(&self) -> Option<&ecc::PublicKey> {
        match self {
            Self::Curve(key) => Some(key),
            #[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
            _ => None,
        }
    }

    /// Verifies a signature of a message. Variable-time: all is public.
    ///
    /// The signature is in the form that documents hold: DER of two integers for ECDSA and DSA,
    /// bytes of fixed length for all others. Errors: `SigLength`, `SigEncoding`; `SigInvalid` also
    /// for one that does not belong to the message and the key; `SigUnsupported` for a scheme of
    /// another kind of key.
    pub fn verify(
        &self,
        message: &[u8],
        scheme: &Scheme,
        signature: &[u8],
    ) -> Result<(), DecodeError> {
        Content::Message(message).verify(self.as_family(), scheme, signature)
    }

    /// Like [`PublicKey::verify`], for a digest of the scheme's hash: not for EdDSA that is not
    /// prehashed, and not for BIP 340.
    pub fn verify_digest(
        &self,
        digest: &Digest,
        scheme: &Scheme,
        signature: &[u8],
    ) -> Result<(), DecodeError> {
        Content::Digest(digest).verify(self.as_family(), scheme, signature)
    }
}

impl PrivateKey {
    /// Takes an unencrypted PKCS#8 document of any kind. `lengths` are those of RSA and DSA keys.
    ///
    /// Errors: those of the kind; `KeyAlgorithm` for a kind that is not ours.
    pub fn from_pkcs8_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        let key = ecc::PrivateKey::from_pkcs8_der(der).map(Self::Curve);
        #[cfg(feature = "rsa")]
        let key = or_other(key, || rsa::PrivateKey::from_pkcs8_der(der, lengths).map(Self::Rsa));
        #[cfg(feature = "dsa")]
        let key = or_other(key, || Self::of_dsa(dsa::PrivateKey::from_pkcs8_der(der)?, lengths));
        #[cfg(feature = "mldsa")]
        let key = or_other(key, || mldsa::PrivateKey::from_pkcs8_der(der).map(Self::MlDsa));
        let _ = lengths;
        key
    }

    #[cfg(feature = "dsa")]
    pub(super) fn of_dsa(key: dsa::PrivateKey, lengths: Lengths) -> Result<Self, DecodeError> {
        long_enough(key, |key| key.public_key().parameters(), lengths).map(Self::Dsa)
    }

    /// Takes the one PEM block of `text`: `PRIVATE KEY`, `EC PRIVATE KEY`, `RSA PRIVATE KEY` or
    /// `DSA PRIVATE KEY`. Errors: `Pem…`, and those of the DER.
    pub fn from_pem(text: &str, lengths: Lengths) -> Result<Self, DecodeError> {
        const LABELS: &[&str] = &[
            pem::PKCS8,
            pem::SEC1,
            #[cfg(feature = "rsa")]
            pem::RSA_PRIVATE,
            #[cfg(feature = "dsa")]
            pem::DSA_PRIVATE,
        ];
        let (label, der) = pem::decode(text, LABELS)?;
        match label {
            pem::SEC1 => ecc::PrivateKey::from_sec1_der(&der).map(Self::Curve),
            #[cfg(feature = "rsa")]
            pem::RSA_PRIVATE => rsa::PrivateKey::from_pkcs1_der(&der, lengths).map(Self::Rsa),
            #[cfg(feature = "dsa")]
            pem::DSA_PRIVATE => Self::of_dsa(dsa::PrivateKey::from_openssl_der(&der)?, lengths),
            _ => Self::from_pkcs8_der(&der, lengths),
        }
    }

    /// Makes a fresh key; one of DSA with fresh domain parameters, which takes seconds.
    ///
    /// Errors: `Random`; `Unsupported` for lengths that no fresh keys have.
    pub fn generate(algorithm: Algorithm) -> Result<Self, SignError> {
        match algorithm {
            Algorithm::Curve(algorithm) => ecc::PrivateKey::generate(algorithm).map(Self::Curve),
            #[cfg(feature = "rsa")]
            Algorithm::Rsa { bits } => rsa::PrivateKey::generate(bits).map(Self::Rsa),
            #[cfg(feature = "dsa")]
            Algorithm::Dsa { bits, order_bits } => {
                let parameters = dsa::Parameters::generate(bits, order_bits)?;
                dsa::PrivateKey::generate(&parameters).map(Self::Dsa)
            }
            #[cfg(feature = "mldsa")]
            Algorithm::MlDsa(set) => mldsa::PrivateKey::generate(set).map(Self::MlDsa),
        }
    }

    /// Returns the PKCS#8 document, version 1.
    #[must_use]
    pub fn to_pkcs8_der(&self) -> Zeroizing<Vec<u8>> {
        match self {
            Self::Curve(key) => key.to_pkcs8_der(),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => key.to_pkcs8_der(),
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => key.to_pkcs8_der(),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => key.to_pkcs8_der(),
        }
    }

    /// Returns the PEM block `PRIVATE KEY`.
    #[must_use]
    pub fn to_pkcs8_pem(&self) -> Zeroizing<String> {
        pem::encode(pem::PKCS8, &self.to_pkcs8_der())
    }

    /// The public key that belongs to it.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        match self {
            Self::Curve(key) => PublicKey::Curve(key.public_key().clone()),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => PublicKey::Rsa(key.public_key().clone()),
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => PublicKey::Dsa(key.public_key().clone()),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => PublicKey::MlDsa(key.public_key().clone()),
        }
    }

    /// The key's algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.as_family().public().algorithm()
    }

    /// The key of its family.
    pub(crate) fn as_family(&self) -> PrivateRef<'_> {
        match self {
            Self::Curve(key) => PrivateRef::Curve(key),
            #[cfg(feature = "rsa")]
            Self::Rsa(key) => PrivateRef::Rsa(key),
            #[cfg(feature = "dsa")]
            Self::Dsa(key) => PrivateRef::Dsa(key),
            #[cfg(feature = "mldsa")]
            Self::MlDsa(key) => PrivateRef::MlDsa(key),
        }
    }

    /// The key over a curve, if it is one.
    pub(crate) fn curve(&self) -> Option<&ecc::PrivateKey> {
        match self {
            Self::Curve(key) => Some(key),
            #[cfg(any(feature = "rsa", feature = "dsa", feature = "mldsa"))]
            _ => None,
        }
    }

    /// Whether its family signs a batch one by one, or what no batch of it takes.
    pub(crate) fn signs_alone(&self) -> bool {
        match self {
            Self::Curve(_) => false,
            #[cfg(feature = "rsa")]
            Self::Rsa(_) => false,
            #[cfg(feature = "dsa")]
            Self::Dsa(_) => true,
            #[cfg(feature = "mldsa")]
            Self::MlDsa(_) => true,
        }
    }

    /// Signs a message. The signature has the form that [`PublicKey::verify`] takes. RSA has no
    /// nonces and checks each signature, whatever the options.
    ///
    /// Errors: those of the kind; `Unsupported` for a scheme of another kind of key.
    pub fn sign(
        &self,
        message: &[u8],
        scheme: &Scheme,
        options: impl Into<SignOptions>,
    ) -> Result<Signature, SignError> {
        Content::Message(message).sign(self.as_family(), scheme, options.into())
    }

    /// Like [`PrivateKey::sign`], for a digest of the scheme's hash: not for EdDSA that is not
    /// prehashed, and not for BIP 340.
    pub fn sign_digest(
        &self,
        digest: &Digest,
        scheme: &Scheme,
        options: impl Into<SignOptions>,
    ) -> Result<Signature, SignError> {
        Content::Digest(digest).sign(self.as_family(), scheme, options.into())
    }

    /// Returns the secret shared with `peer`: for keys over curves.
    ///
    /// Errors: `Unsupported` for a key that derives none; `KeyCurveMismatch`; `SmallOrder`.
    pub fn derive(&self, peer: &PublicKey) -> Result<SharedSecret, DeriveError> {
        let (key, peer) = over_curve(self, peer)?;
        key.derive(peer)
    }
}

/// Both keys of a derivation, if they are over curves. Errors: as [`PrivateKey::derive`] has them.
pub(crate) fn over_curve<'a>(
    key: &'a PrivateKey,
    peer: &'a PublicKey,
) -> Result<(&'a ecc::PrivateKey, &'a ecc::PublicKey), DeriveError> {
    let key = key.curve().ok_or(DeriveError::Unsupported)?;
    Ok((key, peer.curve().ok_or(DeriveError::KeyCurveMismatch)?))
}

impl From<ecc::PrivateKey> for PrivateKey {
    fn from(key: ecc::PrivateKey) -> Self {
        Self::Curve(key)
    }
}

impl From<ecc::PublicKey> for PublicKey {
    fn from(key: ecc::PublicKey) -> Self {
        Self::Curve(key)
    }
}

#[cfg(feature = "rsa")]
impl From<rsa::PrivateKey> for PrivateKey {
    fn from(key: rsa::PrivateKey) -> Self {
        Self::Rsa(key)
    }
}

#[cfg(feature = "rsa")]
impl From<rsa::PublicKey> for PublicKey {
    fn from(key: rsa::PublicKey) -> Self {
        Self::Rsa(key)
    }
}

#[cfg(feature = "dsa")]
impl From<dsa::PrivateKey> for PrivateKey {
    fn from(key: dsa::PrivateKey) -> Self {
        Self::Dsa(key)
    }
}

#[cfg(feature = "dsa")]
impl From<dsa::PublicKey> for PublicKey {
    fn from(key: dsa::PublicKey) -> Self {
        Self::Dsa(key)
    }
}

#[cfg(feature = "mldsa")]
impl From<mldsa::PrivateKey> for PrivateKey {
    fn from(key: mldsa::PrivateKey) -> Self {
        Self::MlDsa(key)
    }
}

#[cfg(feature = "mldsa")]
impl From<mldsa::PublicKey> for PublicKey {
    fn from(key: mldsa::PublicKey) -> Self {
        Self::MlDsa(key)
    }
}
