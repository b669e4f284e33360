//! What operations over curves work on: one key, 64 digests, 64 peers; and how results are checked.

use crate::judge::Judge;
use crate::text;
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{Digest, Hash, Nonces, SignError, raw};
use sealane_measure::{INPUTS, digests};

/// Keys and inputs.
pub struct Fixture<J> {
    /// What the key is of.
    pub algorithm: Algorithm,
    /// The 64 inputs, as others take them and as we do.
    pub digests: [[u8; 32]; INPUTS],
    our_digests: Vec<Digest>,
    /// The key of both sides.
    pub key: PrivateKey,
    /// With whom the key agrees upon secrets.
    pub peers: Vec<PublicKey>,
    /// The secrets with each peer as the judge computes them, or the peers themselves.
    pub secrets: Vec<Vec<u8>>,
    /// Who checks results.
    pub judge: J,
    /// Whether to damage a signature before it is checked.
    pub damage: bool,
}

impl<J: Judge> Fixture<J> {
    /// A fresh key, with peers to agree with, if they are wanted. Errors: in words.
    pub fn new(algorithm: Algorithm, agrees: bool, judge: J, damage: bool) -> Result<Self, String> {
        let new_key = || PrivateKey::generate(algorithm).map_err(text);
        let key = new_key()?;
        let digests = digests();
        let our_digests = digests.iter().map(our_digest).collect();
        let mut peers = Vec::with_capacity(INPUTS);
        let mut secrets = Vec::with_capacity(INPUTS);
        for _ in 0..if agrees { INPUTS } else { 0 } {
            let peer = new_key()?;
            secrets.push(match judge.secret(&key, peer.public_key())? {
                Some(secret) => secret,
                None => peer.derive(key.public_key()).map_err(text)?.as_bytes().to_vec(),
            });
            peers.push(peer.public_key().clone());
        }
        Ok(Self { algorithm, digests, our_digests, key, peers, secrets, judge, damage })
    }

    /// A checker of signatures under the key.
    pub fn checker(&self) -> Result<Checker<J>, String> {
        Checker::new(&self.judge, self.key.public_key())
    }

    /// Signs an input: as a digest, or as the message that EdDSA takes it for.
    pub fn sign(&self, input: usize) -> Result<Signature, SignError> {
        match self.algorithm.usual_scheme() {
            Some(Scheme::Ecdsa(_)) => {
                self.key.sign_digest(&self.our_digests[input], Nonces::Hedged)
            }
            scheme => {
                let scheme = scheme.ok_or(SignError::Unsupported)?;
                self.key.sign(&self.digests[input], scheme, Nonces::Hedged)
            }
        }
    }

    /// Like [`Fixture::sign`], into a buffer.
    pub fn sign_into(&self, input: usize, out: &mut [u8]) -> Result<usize, SignError> {
        match self.algorithm.usual_scheme() {
            Some(Scheme::Ecdsa(_)) => {
                raw::sign_digest_into(&self.key, &self.our_digests[input], Nonces::Hedged, out)
            }
            scheme => {
                let scheme = scheme.ok_or(SignError::Unsupported)?;
                raw::sign_into(&self.key, &self.digests[input], scheme, Nonces::Hedged, out)
            }
        }
    }

    /// Whether a signature is of an input.
    pub fn verify(&self, input: usize, signature: &Signature) -> bool {
        verify(self.key.public_key(), &self.digests[input], signature)
    }

    /// Like [`Fixture::verify`], of the bytes of a signature.
    pub fn verify_bytes(&self, input: usize, signature: &[u8]) -> bool {
        let public = self.key.public_key();
        match self.algorithm.usual_scheme() {
            Some(Scheme::Ecdsa(_)) => {
                raw::verify_digest(public, &self.our_digests[input], signature).is_ok()
            }
            Some(scheme) => raw::verify(public, &self.digests[input], scheme, signature).is_ok(),
            None => false,
        }
    }

    /// Our signature of each input, as documents hold it.
    pub fn our_signatures(&self) -> Result<Vec<Vec<u8>>, String> {
        let signatures = (0..INPUTS).map(|input| Ok(self.sign(input)?.to_der()));
        signatures.collect::<Result<_, SignError>>().map_err(text)
    }

    /// Whether the public key of a fresh private key is its own: the private key, read again, gives
    /// the same; some are read by the judge.
    pub fn check_key(&self, key: &PrivateKey, by_judge: bool) -> Result<(), String> {
        let again = PrivateKey::from_bytes(key.algorithm(), &key.to_bytes()).map_err(text)?;
        let theirs = if by_judge { self.judge.public_of(key)? } else { None };
        let theirs = theirs.is_none_or(|spki| spki == key.public_key().to_spki_der());
        let right = again.public_key() == key.public_key() && theirs;
        if right { Ok(()) } else { Err("a public key is not that of its private key".into()) }
    }
}

/// Says whether a signature is right, by the judge if there is one.
pub struct Checker<J: Judge> {
    key: PublicKey,
    theirs: Option<J::Verifier>,
}

impl<J: Judge> Checker<J> {
    /// Errors: the judge refuses the key.
    pub fn new(judge: &J, key: &PublicKey) -> Result<Self, String> {
        Ok(Self { key: key.clone(), theirs: judge.verifier(&key.to_spki_der())? })
    }

    /// Errors: the signature is not of the input.
    pub fn check(&mut self, input: &[u8; 32], signature: &[u8]) -> Result<(), String> {
        let valid = match &mut self.theirs {
            Some(verifier) => J::accepts(verifier, input, signature),
            None => valid_for_us(&self.key, input, signature),
        };
        if valid { Ok(()) } else { Err("a signature does not verify".into()) }
    }
}

/// Says whether our verification accepts a signature.
#[must_use]
pub fn valid_for_us(key: &PublicKey, input: &[u8; 32], signature: &[u8]) -> bool {
    let signature = Signature::from_der(key.algorithm(), signature);
    signature.is_ok_and(|it| verify(key, input, &it))
}

fn verify(key: &PublicKey, input: &[u8; 32], signature: &Signature) -> bool {
    match key.algorithm().usual_scheme() {
        Some(Scheme::Ecdsa(_)) => key.verify_digest(&our_digest(input), signature).is_ok(),
        Some(scheme) => key.verify(input, scheme, signature).is_ok(),
        None => false,
    }
}

fn our_digest(digest: &[u8; 32]) -> Digest {
    Digest::from_bytes(Hash::Sha256, digest).expect("SHA-256 has 32 bytes")
}
