//! The traits of `signature`, for the one [`Signature`] of all families, and for those over curves
//! and of DSA.

use crate::dispatch::content::{Content, PrivateRef, PublicRef};
use crate::dispatch::{PrivateKey, PublicKey, Signature};
#[cfg(feature = "dsa")]
use crate::dsa;
use crate::ecc;
use crate::error::SignError;
#[cfg(feature = "mldsa")]
use crate::mldsa;
use crate::nonce::Nonces;
#[cfg(feature = "rsa")]
use crate::rsa;
use alloc::vec::Vec;
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::rand_core::TryCryptoRng;
use signature::{
    Error, Keypair, KeypairRef, RandomizedSigner, SignatureEncoding, Signer, Verifier,
};

impl SignatureEncoding for Signature {
    type Repr = Vec<u8>;
}

impl<'a> From<&'a PrivateKey> for PrivateRef<'a> {
    fn from(key: &'a PrivateKey) -> Self {
        key.as_family()
    }
}

impl<'a> From<&'a ecc::PrivateKey> for PrivateRef<'a> {
    fn from(key: &'a ecc::PrivateKey) -> Self {
        Self::Curve(key)
    }
}

#[cfg(feature = "rsa")]
impl<'a> From<&'a rsa::PrivateKey> for PrivateRef<'a> {
    fn from(key: &'a rsa::PrivateKey) -> Self {
        Self::Rsa(key)
    }
}

#[cfg(feature = "dsa")]
impl<'a> From<&'a dsa::PrivateKey> for PrivateRef<'a> {
    fn from(key: &'a dsa::PrivateKey) -> Self {
        Self::Dsa(key)
    }
}

#[cfg(feature = "mldsa")]
impl<'a> From<&'a mldsa::PrivateKey> for PrivateRef<'a> {
    fn from(key: &'a mldsa::PrivateKey) -> Self {
        Self::MlDsa(key)
    }
}

impl<'a> From<&'a PublicKey> for PublicRef<'a> {
    fn from(key: &'a PublicKey) -> Self {
        key.as_family()
    }
}

impl<'a> From<&'a ecc::PublicKey> for PublicRef<'a> {
    fn from(key: &'a ecc::PublicKey) -> Self {
        Self::Curve(key)
    }
}

#[cfg(feature = "rsa")]
impl<'a> From<&'a rsa::PublicKey> for PublicRef<'a> {
    fn from(key: &'a rsa::PublicKey) -> Self {
        Self::Rsa(key)
    }
}

#[cfg(feature = "dsa")]
impl<'a> From<&'a dsa::PublicKey> for PublicRef<'a> {
    fn from(key: &'a dsa::PublicKey) -> Self {
        Self::Dsa(key)
    }
}

#[cfg(feature = "mldsa")]
impl<'a> From<&'a mldsa::PublicKey> for PublicRef<'a> {
    fn from(key: &'a mldsa::PublicKey) -> Self {
        Self::MlDsa(key)
    }
}

impl PrivateRef<'_> {
    fn sign_usual(self, message: &[u8]) -> Option<Signature> {
        let scheme = self.public().usual_scheme()?;
        let signed = Content::Message(message).sign(self, &scheme, Nonces::Hedged.into());
        signed.ok()
    }

    fn sign_prehash(self, prehash: &[u8]) -> Option<Signature> {
        let (digest, scheme) = (self.public().prehash(prehash)?, self.public().prehash_scheme()?);
        let signed = Content::Digest(&digest).sign(self, &scheme, Nonces::Hedged.into());
        signed.ok()
    }

    fn sign_with_rng(
        self,
        rng: &mut (impl TryCryptoRng + ?Sized),
        message: &[u8],
    ) -> Option<Signature> {
        let fill = |out: &mut [u8]| rng.try_fill_bytes(out).map_err(|_| SignError::Random);
        self.sign_by_random(message, fill).ok()
    }
}

impl PublicRef<'_> {
    fn verify_usual(self, message: &[u8], signature: &[u8]) -> Option<()> {
        Content::Message(message).verify(self, &self.usual_scheme()?, signature).ok()
    }

    fn verify_prehash(self, prehash: &[u8], signature: &[u8]) -> Option<()> {
        let (digest, scheme) = (self.prehash(prehash)?, self.prehash_scheme()?);
        Content::Digest(&digest).verify(self, &scheme, signature).ok()
    }
}

/// The traits are not ours, so each kind of key has them by itself.
macro_rules! signing {
    ($private:ty, $public:ty) => {
        /// Hedged nonces; errors if the system's random generator fails and for keys that do not
        /// sign.
        impl Signer<Signature> for $private {
            fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
                PrivateRef::from(self).sign_usual(message).ok_or_else(Error::new)
            }
        }

        /// ECDSA and DSA take a prehash of any length but zero; its leftmost bits count, and nonces
        /// are hedged. EdDSA takes one of the 64 bytes that its own hash gives, and signs as
        /// Ed25519ph or Ed448ph; ML-DSA one of SHA-512; RSA one of the hash of the usual scheme.
        impl PrehashSigner<Signature> for $private {
            fn sign_prehash(&self, prehash: &[u8]) -> Result<Signature, Error> {
                PrivateRef::from(self).sign_prehash(prehash).ok_or_else(Error::new)
            }
        }

        /// Nonces are hedged with bytes of the generator, and salts are made of them. EdDSA and
        /// PKCS#1 v1.5 need none.
        impl RandomizedSigner<Signature> for $private {
            fn try_sign_with_rng<R: TryCryptoRng + ?Sized>(
                &self,
                rng: &mut R,
                message: &[u8],
            ) -> Result<Signature, Error> {
                PrivateRef::from(self).sign_with_rng(rng, message).ok_or_else(Error::new)
            }
        }

        impl Verifier<Signature> for $public {
            fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
                PublicRef::from(self).verify_usual(message, signature).ok_or_else(Error::new)
            }
        }

        impl PrehashVerifier<Signature> for $public {
            fn verify_prehash(&self, prehash: &[u8], signature: &Signature) -> Result<(), Error> {
                PublicRef::from(self).verify_prehash(prehash, signature).ok_or_else(Error::new)
            }
        }
    };
}

signing!(PrivateKey, PublicKey);
signing!(ecc::PrivateKey, ecc::PublicKey);
#[cfg(feature = "rsa")]
signing!(rsa::PrivateKey, rsa::PublicKey);
#[cfg(feature = "dsa")]
signing!(dsa::PrivateKey, dsa::PublicKey);
#[cfg(feature = "mldsa")]
signing!(mldsa::PrivateKey, mldsa::PublicKey);

impl Keypair for PrivateKey {
    type VerifyingKey = PublicKey;

    fn verifying_key(&self) -> PublicKey {
        self.public_key()
    }
}

/// A key that has its public key beside it.
macro_rules! keypair {
    ($private:ty, $public:ty) => {
        impl KeypairRef for $private {
            type VerifyingKey = $public;
        }

        impl AsRef<$public> for $private {
            fn as_ref(&self) -> &$public {
                self.public_key()
            }
        }
    };
}

keypair!(ecc::PrivateKey, ecc::PublicKey);
#[cfg(feature = "rsa")]
keypair!(rsa::PrivateKey, rsa::PublicKey);
#[cfg(feature = "dsa")]
keypair!(dsa::PrivateKey, dsa::PublicKey);
#[cfg(feature = "mldsa")]
keypair!(mldsa::PrivateKey, mldsa::PublicKey);

/// The same for signatures that know their halves.
impl Signer<ecc::Signature> for ecc::PrivateKey {
    fn try_sign(&self, message: &[u8]) -> Result<ecc::Signature, Error> {
        let scheme = self.algorithm().usual_scheme().ok_or_else(Error::new)?;
        self.sign(message, scheme, Nonces::Hedged).map_err(|_| Error::new())
    }
}

/// Like that of [`Signature`](crate::Signature).
impl PrehashSigner<ecc::Signature> for ecc::PrivateKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<ecc::Signature, Error> {
        let digest = PublicRef::Curve(self.public_key()).prehash(prehash).ok_or_else(Error::new)?;
        self.sign_digest(&digest, Nonces::Hedged).map_err(|_| Error::new())
    }
}

impl Verifier<ecc::Signature> for ecc::PublicKey {
    fn verify(&self, message: &[u8], signature: &ecc::Signature) -> Result<(), Error> {
        let scheme = self.algorithm().usual_scheme().ok_or_else(Error::new)?;
        ecc::PublicKey::verify(self, message, scheme, signature).map_err(|_| Error::new())
    }
}

impl PrehashVerifier<ecc::Signature> for ecc::PublicKey {
    fn verify_prehash(&self, prehash: &[u8], signature: &ecc::Signature) -> Result<(), Error> {
        let digest = PublicRef::Curve(self).prehash(prehash).ok_or_else(Error::new)?;
        self.verify_digest(&digest, signature).map_err(|_| Error::new())
    }
}
