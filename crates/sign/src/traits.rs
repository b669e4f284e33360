//! The RustCrypto `signature` traits. A message is hashed with the algorithm's usual hash.

use crate::algorithm::Algorithm;
use crate::hash::Digest;
use crate::key::{PrivateKey, PublicKey, Signature};
use crate::ops::Nonces;
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

/// Hedged nonces; errors only if the system's random generator fails.
impl Signer<Signature> for PrivateKey {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, Error> {
        let hash = self.algorithm().usual_hash();
        self.sign(message, hash, Nonces::Hedged).map_err(|_| Error::new())
    }
}

/// Takes a prehash of any length but zero; its leftmost bits count. Hedged nonces.
impl PrehashSigner<Signature> for PrivateKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<Signature, Error> {
        let digest = prehash_digest(self.algorithm(), prehash)?;
        self.sign_digest(&digest, Nonces::Hedged).map_err(|_| Error::new())
    }
}

impl Verifier<Signature> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        let hash = self.algorithm().usual_hash();
        PublicKey::verify(self, message, hash, signature).map_err(|_| Error::new())
    }
}

impl PrehashVerifier<Signature> for PublicKey {
    fn verify_prehash(&self, prehash: &[u8], signature: &Signature) -> Result<(), Error> {
        let digest = prehash_digest(self.algorithm(), prehash)?;
        self.verify_digest(&digest, signature).map_err(|_| Error::new())
    }
}

/// A prehash as long as the usual hash gives is taken for one of it, so that nonces are made with
/// it.
fn prehash_digest(algorithm: Algorithm, prehash: &[u8]) -> Result<Digest, Error> {
    if prehash.is_empty() {
        return Err(Error::new());
    }
    Ok(Digest::from_bytes(algorithm.usual_hash(), prehash).unwrap_or_else(|_| Digest::raw(prehash)))
}
