//! The RustCrypto `signature` traits, by the usual scheme of the algorithm.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::key::{PrivateKey, PublicKey, Signature};
use crate::ecc::ops::Nonces;
use crate::ecc::scheme::Scheme;
use crate::hash::Digest;
use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{Error, KeypairRef, Signer, Verifier};

impl KeypairRef for PrivateKey {
    type VerifyingKey = PublicKey;
}

impl AsRef<PublicKey> for PrivateKey {
    fn as_ref(&self) -> &PublicKey {
        self.public_key()
    }
}

/// Hedged nonces; errors if the system's random generator fails and for keys that do not sign.
impl Signer<Signature> for PrivateKey {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        let scheme = self.algorithm().usual_scheme().ok_or_else(Error::new)?;
        self.sign(message, scheme, Nonces::Hedged).map_err(|_| Error::new())
    }
}

/// ECDSA takes a prehash of any length but zero; its leftmost bits count, and nonces are hedged.
/// EdDSA takes one of the 64 bytes that its own hash gives, and signs as Ed25519ph or Ed448ph.
impl PrehashSigner<Signature> for PrivateKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<Signature, Error> {
        let digest = prehash_digest(self.algorithm(), prehash)?;
        self.sign_digest(&digest, Nonces::Hedged).map_err(|_| Error::new())
    }
}

impl Verifier<Signature> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        let scheme = self.algorithm().usual_scheme().ok_or_else(Error::new)?;
        PublicKey::verify(self, message, scheme, signature).map_err(|_| Error::new())
    }
}

impl PrehashVerifier<Signature> for PublicKey {
    fn verify_prehash(&self, prehash: &[u8], signature: &Signature) -> Result<(), Error> {
        let digest = prehash_digest(self.algorithm(), prehash)?;
        self.verify_digest(&digest, signature).map_err(|_| Error::new())
    }
}

/// For ECDSA, a prehash as long as the usual hash gives is taken for one of it, so that nonces are
/// made with it.
fn prehash_digest(algorithm: Algorithm, prehash: &[u8]) -> Result<Digest, Error> {
    if prehash.is_empty() {
        return Err(Error::new());
    }
    match (algorithm.usual_scheme(), algorithm.fixed_hash()) {
        (Some(Scheme::Ecdsa(hash)), _) => {
            Ok(Digest::from_bytes(hash, prehash).unwrap_or_else(|_| Digest::raw(prehash)))
        }
        (_, Some(hash)) => Digest::from_bytes(hash, prehash).map_err(|_| Error::new()),
        _ => Err(Error::new()),
    }
}
