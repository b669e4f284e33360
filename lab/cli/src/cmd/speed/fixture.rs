//! What both sides work on: one key, 64 digests, 64 peers; and how each proves the other right.
use sealane::ecc::{Algorithm, PrivateKey, PublicKey, Scheme, Signature};
use sealane::{Digest, Hash, Nonces, SignError, raw};
use sealane_measure::libcrypto::{Key, Libcrypto, Verifier};
use sealane_measure::{INPUTS, digests};
use std::rc::Rc;

pub struct Fixture {
    pub algorithm: Algorithm,
    /// The 64 inputs, as OpenSSL takes them and as we do.
    pub digests: [[u8; 32]; INPUTS],
    pub our_digests: Vec<Digest>,
    /// The key of both sides.
    pub key: PrivateKey,
    pub peers: Vec<PublicKey>,
    pub libcrypto: Option<Rc<Libcrypto>>,
    pub their_key: Option<Key>,
    /// The secrets with each peer as the other side computes them: OpenSSL, if there is one, else
    /// the peers themselves.
    pub secrets_for_ours: Vec<Vec<u8>>,
    /// Whether to damage a signature before it is checked.
    pub damage: bool,
}

impl Fixture {
    /// With peers to agree with, if they are wanted.
    pub fn new(
        algorithm: Algorithm,
        agrees: bool,
        libcrypto: Option<&Rc<Libcrypto>>,
        damage: bool,
    ) -> Result<Rc<Self>, String> {
        let new_key = || PrivateKey::generate(algorithm).map_err(|error| error.to_string());
        let key = new_key()?;
        let their_key = libcrypto.map(|it| their_key(it, &key)).transpose()?;
        let digests = digests();
        let our_digests = digests.iter().map(our_digest).collect();
        let mut peers = Vec::with_capacity(INPUTS);
        let mut secrets_for_ours = Vec::with_capacity(INPUTS);
        for _ in 0..if agrees { INPUTS } else { 0 } {
            let peer = new_key()?;
            secrets_for_ours.push(match (libcrypto, &their_key) {
                (Some(libcrypto), Some(own)) => their_secret(libcrypto, own, peer.public_key())?,
                _ => {
                    let secret = peer.derive(key.public_key());
                    secret.map_err(|error| error.to_string())?.as_bytes().to_vec()
                }
            });
            peers.push(peer.public_key().clone());
        }
        let libcrypto = libcrypto.cloned();
        Ok(Rc::new(Self {
            algorithm,
            digests,
            our_digests,
            key,
            peers,
            libcrypto,
            their_key,
            secrets_for_ours,
            damage,
        }))
    }

    /// A checker of signatures under the key, by OpenSSL if there is one.
    pub fn checker(&self) -> Result<Checker, String> {
        Checker::new(self.libcrypto.as_ref(), self.key.public_key())
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

    /// Our signature of each input, as documents hold it.
    pub fn our_signatures(&self) -> Result<Vec<Vec<u8>>, String> {
        let signatures = (0..INPUTS).map(|input| Ok(self.sign(input)?.to_der()));
        signatures.collect::<Result<_, SignError>>().map_err(|error| error.to_string())
    }
}

/// Says whether a signature is right, by the other side if there is one.
pub struct Checker {
    key: PublicKey,
    theirs: Option<Verifier>,
}

impl Checker {
    pub fn new(libcrypto: Option<&Rc<Libcrypto>>, key: &PublicKey) -> Result<Self, String> {
        let theirs = libcrypto
            .map(|libcrypto| {
                Key::from_spki_der(libcrypto, &key.to_spki_der())
                    .and_then(|key| key.verifier())
                    .ok_or("OpenSSL refuses our public key")
            })
            .transpose()?;
        Ok(Self { key: key.clone(), theirs })
    }

    pub fn check(&mut self, input: &[u8; 32], signature: &[u8]) -> Result<(), String> {
        let valid = match &mut self.theirs {
            Some(verifier) => verifier.verify(input, signature),
            None => valid_for_us(&self.key, input, signature),
        };
        if valid { Ok(()) } else { Err("a signature does not verify".into()) }
    }
}

/// Says whether our verification accepts a signature.
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

fn their_key(libcrypto: &Rc<Libcrypto>, key: &PrivateKey) -> Result<Key, String> {
    Key::from_private_der(libcrypto, &key.to_pkcs8_der())
        .ok_or_else(|| "OpenSSL refuses our private key".into())
}

fn their_secret(libcrypto: &Rc<Libcrypto>, own: &Key, peer: &PublicKey) -> Result<Vec<u8>, String> {
    let mut secret = vec![0u8; peer.algorithm().field_bytes()];
    let peer = Key::from_spki_der(libcrypto, &peer.to_spki_der());
    let length = peer
        .and_then(|peer| own.agreement(&peer))
        .and_then(|mut agreement| agreement.derive(&mut secret));
    if length == Some(secret.len()) { Ok(secret) } else { Err("OpenSSL does not derive".into()) }
}
