//! Keys from and to their documents, by the traits of `spki`, `pkcs8` and the standard library;
//! what certificates say of signatures.

use crate::dispatch::content::PrivateRef;
use crate::dispatch::{PrivateKey, PublicKey, Signature};
#[cfg(feature = "dsa")]
use crate::dsa;
use crate::ecc;
use crate::error::DecodeError;
use crate::lengths::Lengths;
#[cfg(feature = "mldsa")]
use crate::mldsa;
#[cfg(feature = "rsa")]
use crate::rsa;
use core::str::FromStr;
use der::asn1::BitString;
use der::{Document, SecretDocument};
use pkcs8::{DecodePrivateKey, EncodePrivateKey, KeyError};
use spki::{
    AlgorithmIdentifierOwned, DecodePublicKey, DynSignatureAlgorithmIdentifier, EncodePublicKey,
    SignatureBitStringEncoding,
};

/// The traits are not ours, so each kind of key has them by itself. Documents are taken with the
/// lengths given, where the kind has any.
macro_rules! public_documents {
    ($key:ty $(, $lengths:expr)?) => {
        /// Takes a SubjectPublicKeyInfo, of RSA and DSA with [`Lengths::Current`].
        impl TryFrom<&[u8]> for $key {
            type Error = DecodeError;

            fn try_from(der: &[u8]) -> Result<Self, DecodeError> {
                Self::from_spki_der(der $(, $lengths)?)
            }
        }

        /// Takes PEM, of RSA and DSA with [`Lengths::Current`].
        impl FromStr for $key {
            type Err = DecodeError;

            fn from_str(pem: &str) -> Result<Self, DecodeError> {
                Self::from_pem(pem $(, $lengths)?)
            }
        }

        impl EncodePublicKey for $key {
            fn to_public_key_der(&self) -> spki::Result<Document> {
                Ok(Document::try_from(self.to_spki_der())?)
            }
        }

        /// What [`TryFrom`] takes.
        impl DecodePublicKey for $key {
            fn from_public_key_der(der: &[u8]) -> spki::Result<Self> {
                Self::try_from(der).map_err(|_| spki::Error::KeyMalformed)
            }
        }
    };
}

/// Like `public_documents`.
macro_rules! private_documents {
    ($key:ty $(, $lengths:expr)?) => {
        /// Takes a PKCS#8 document, of RSA and DSA with [`Lengths::Current`].
        impl TryFrom<&[u8]> for $key {
            type Error = DecodeError;

            fn try_from(der: &[u8]) -> Result<Self, DecodeError> {
                <$key>::from_pkcs8_der(der $(, $lengths)?)
            }
        }

        /// Takes PEM, of RSA and DSA with [`Lengths::Current`].
        impl FromStr for $key {
            type Err = DecodeError;

            fn from_str(pem: &str) -> Result<Self, DecodeError> {
                Self::from_pem(pem $(, $lengths)?)
            }
        }

        impl EncodePrivateKey for $key {
            fn to_pkcs8_der(&self) -> pkcs8::Result<SecretDocument> {
                Ok(SecretDocument::try_from(&**<$key>::to_pkcs8_der(self))?)
            }
        }

        /// What [`TryFrom`] takes.
        impl DecodePrivateKey for $key {
            fn from_pkcs8_der(der: &[u8]) -> pkcs8::Result<Self> {
                Self::try_from(der).map_err(|_| pkcs8::Error::KeyMalformed(KeyError::Invalid))
            }
        }

        /// Of the usual scheme of the key: the one that its other traits sign by.
        impl DynSignatureAlgorithmIdentifier for $key {
            fn signature_algorithm_identifier(&self) -> spki::Result<AlgorithmIdentifierOwned> {
                let identifier = PrivateRef::from(self).signature_identifier();
                identifier.ok_or(spki::Error::AlgorithmParametersMissing)
            }
        }
    };
}

public_documents!(PublicKey, Lengths::Current);
public_documents!(ecc::PublicKey);
#[cfg(feature = "rsa")]
public_documents!(rsa::PublicKey, Lengths::Current);
#[cfg(feature = "dsa")]
public_documents!(dsa::PublicKey);
#[cfg(feature = "mldsa")]
public_documents!(mldsa::PublicKey);
private_documents!(PrivateKey, Lengths::Current);
private_documents!(ecc::PrivateKey);
#[cfg(feature = "rsa")]
private_documents!(rsa::PrivateKey, Lengths::Current);
#[cfg(feature = "dsa")]
private_documents!(dsa::PrivateKey);
#[cfg(feature = "mldsa")]
private_documents!(mldsa::PrivateKey);

impl SignatureBitStringEncoding for Signature {
    fn to_bitstring(&self) -> der::Result<BitString> {
        BitString::from_bytes(self)
    }
}

/// As DER.
impl SignatureBitStringEncoding for ecc::Signature {
    fn to_bitstring(&self) -> der::Result<BitString> {
        BitString::from_bytes(&self.to_der())
    }
}

/// As DER.
#[cfg(feature = "dsa")]
impl SignatureBitStringEncoding for dsa::Signature {
    fn to_bitstring(&self) -> der::Result<BitString> {
        BitString::from_bytes(&self.to_der())
    }
}
