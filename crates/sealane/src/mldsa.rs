//! ML-DSA: keys and signatures over module lattices, which quantum computers are not known to
//! break. FIPS 204; documents of RFC 9881.
//!
//! ```
//! use sealane::Nonces;
//! use sealane::mldsa::{ParameterSet, PrivateKey, Scheme};
//!
//! let key = PrivateKey::generate(ParameterSet::MlDsa65)?;
//! let signature = key.sign(b"message", Scheme::PURE, Nonces::Hedged)?;
//! key.public_key().verify(b"message", Scheme::PURE, &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A private key is a seed of 32 bytes, and its documents hold that. Documents with an expanded key
//! are read too: its parts are checked, and the key then has no seed. Signatures are hedged by 32
//! random bytes, or deterministic. How many attempts a signature takes is public, and independent
//! of the key.

mod batch;
mod documents;
mod key;
mod known;
mod message;
mod packing;
mod parameters;
mod sampling;
mod signing;
mod verification_vartime;
mod xof;

use crate::encode::pem;
use crate::error::{BadSignature, DecodeError, SignError};
use crate::hash::Digest;
use crate::nonce::{Hedge, Nonces, SignOptions, fill_random, hedge_by, random_hedge};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
pub use batch::{
    SignItem, VerifyItem, keygen_batch, sign_batch, sign_batch_with, verify_batch,
    verify_batch_with,
};
pub(crate) use batch::{sign_each, verify_each};
use core::fmt;
use documents::PrivateParts;
use key::{Core, SEED_BYTES};
pub use known::{KeyTables, VerifyKey};
use message::mu;
pub use message::{Content, MU_BYTES, MuHasher, Scheme};
pub use parameters::ParameterSet;
use sealane_arith::secret::Secret;
use verification_vartime::{Claim, Rows, verify_vartime};
use zeroize::{Zeroize, Zeroizing};

/// A public key.
#[derive(Clone)]
pub struct PublicKey {
    set: ParameterSet,
    bytes: Arc<[u8]>,
    /// `tr` in the standard.
    digest: [u8; 64],
}

impl PublicKey {
    /// Takes the bytes of a public key, of which all are good ones. FIPS 204, algorithm 23.
    ///
    /// Errors: `KeyLength`.
    pub fn from_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self, DecodeError> {
        let (expected, got) = (set.public_key_bytes(), bytes.len());
        if got != expected {
            return Err(DecodeError::KeyLength { expected, got });
        }
        Ok(Self { set, bytes: bytes.into(), digest: xof::shake256_of(&[bytes]) })
    }

    /// Takes a SubjectPublicKeyInfo. Errors: `KeyAlgorithm`, `KeyEncoding`, `KeyLength`.
    pub fn from_spki_der(der: &[u8]) -> Result<Self, DecodeError> {
        let (set, bytes) = documents::spki_from_der(der)?;
        Self::from_bytes(set, bytes)
    }

    /// Takes the one PEM block `PUBLIC KEY` of `text`. Errors: `Pem…`, and those of the DER.
    pub fn from_pem(text: &str) -> Result<Self, DecodeError> {
        Self::from_spki_der(&pem::decode(text, &[pem::PUBLIC])?.1)
    }

    /// Returns the SubjectPublicKeyInfo.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        documents::spki_to_der(self.set, &self.bytes)
    }

    /// Returns the PEM block `PUBLIC KEY`.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        core::mem::take(&mut pem::encode(pem::PUBLIC, &self.to_spki_der()))
    }

    /// What the key is of.
    #[must_use]
    pub fn parameter_set(&self) -> ParameterSet {
        self.set
    }

    /// The bytes of the key.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Verifies a signature of a message. Variable-time: all is public.
    pub fn verify(
        &self,
        message: &[u8],
        scheme: Scheme<'_>,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.verify_content(Content::Message(message, scheme), signature)
    }

    /// Like [`PublicKey::verify`], for the digest of a message that is prehashed.
    pub fn verify_digest(
        &self,
        digest: &Digest,
        scheme: Scheme<'_>,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.verify_content(Content::Digest(digest, scheme), signature)
    }

    /// Like [`PublicKey::verify`], for the hash that stands for a message: see [`MuHasher`].
    pub fn verify_mu(&self, mu: &[u8; MU_BYTES], signature: &[u8]) -> Result<(), BadSignature> {
        self.verify_content(Content::Mu(mu), signature)
    }

    /// Any of the three.
    pub(crate) fn verify_content(
        &self,
        content: Content<'_>,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.verify_by(content, signature, None)
    }

    /// By the rows of the key, if there are any.
    fn verify_by(
        &self,
        content: Content<'_>,
        signature: &[u8],
        rows: Option<&Rows>,
    ) -> Result<(), BadSignature> {
        let mu = mu(self, content).map_err(|_| BadSignature)?;
        let own;
        let rows = match rows {
            Some(rows) => rows,
            // Not for what can be no signature.
            None if signature.len() != self.set.signature_bytes() => return Err(BadSignature),
            None => {
                own = Rows::of_key(self);
                &own
            }
        };
        let [good, ..] = verify_vartime(&[Claim { set: self.set, rows, mu: &mu, signature }]);
        if good { Ok(()) } else { Err(BadSignature) }
    }

    /// The seed of the matrix.
    fn seed(&self) -> &[u8; 32] {
        self.bytes.first_chunk().expect("a public key begins with it")
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        (self.set, &self.bytes) == (other.set, &other.bytes)
    }
}

impl Eq for PublicKey {}

impl core::hash::Hash for PublicKey {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.set, &self.bytes).hash(state);
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mldsa::PublicKey({}, ", self.set)?;
        self.bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// A private key, with the matrix of its public key and with its parts as signing needs them; a key
/// of [`keygen_batch`] makes these when it first signs.
/// Clones share it; it is wiped when the last one is dropped. `Debug` tells its parameter set and
/// nothing else.
#[derive(Clone)]
pub struct PrivateKey {
    core: Arc<Core>,
    public: PublicKey,
}

impl PrivateKey {
    fn of((core, public): key::Made) -> Self {
        let public = PublicKey { set: core.set, bytes: public.into(), digest: core.tr };
        Self { core: Arc::new(core), public }
    }

    /// Makes a fresh key. FIPS 204, algorithm 1. Errors: `Random`.
    pub fn generate(set: ParameterSet) -> Result<Self, SignError> {
        let mut random = [0; SEED_BYTES];
        fill_random(&mut random)?;
        let seed = Secret::new(random);
        random.zeroize();
        Ok(Self::of(Core::of_seed(set, &seed)))
    }

    /// Takes the seed of a key. FIPS 204, algorithm 6. Errors: `KeyLength` unless it has 32 bytes.
    pub fn from_seed(set: ParameterSet, seed: &[u8]) -> Result<Self, DecodeError> {
        let whole = <&[u8; SEED_BYTES]>::try_from(seed);
        let error = DecodeError::KeyLength { expected: SEED_BYTES, got: seed.len() };
        Ok(Self::of(Core::of_seed(set, &Secret::new(*whole.map_err(|_| error)?))))
    }

    /// Takes an expanded key, of which nothing is believed. It has no seed, and none can be found.
    ///
    /// Errors: `KeyLength`; `KeyMlDsaPrivate` for coefficients out of range, for lower parts and a
    /// hash that are not those of the other parts.
    pub fn from_expanded_bytes(set: ParameterSet, bytes: &[u8]) -> Result<Self, DecodeError> {
        Core::of_expanded(set, bytes).map(Self::of)
    }

    /// Takes the seed of a key with the expanded key, which must be what the seed gives.
    ///
    /// Errors: `KeyLength`; `KeyMlDsaPrivate` for the expanded key of another seed.
    pub fn from_seed_and_expanded(
        set: ParameterSet,
        seed: &[u8],
        expanded: &[u8],
    ) -> Result<Self, DecodeError> {
        let key = Self::from_seed(set, seed)?;
        key.core.agree_with(expanded)?;
        Ok(key)
    }

    /// Takes an unencrypted PKCS#8 document of version 1 or 2, with the seed, the expanded key, or
    /// both, which must then be of one key. RFC 9881, section 6.
    ///
    /// Errors: `KeyAlgorithm`, `KeyEncoding`, `KeyLength`, `KeyMlDsaPrivate`; `KeyMismatch` for the
    /// public key of another key beside it.
    pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, DecodeError> {
        let (set, parts, public) = documents::pkcs8_from_der(der)?;
        let key = match parts {
            PrivateParts::Seed(seed) => Self::from_seed(set, seed)?,
            PrivateParts::Expanded(bytes) => Self::from_expanded_bytes(set, bytes)?,
            PrivateParts::Both { seed, expanded } => {
                Self::from_seed_and_expanded(set, seed, expanded)?
            }
        };
        if let Some(public) = public
            && PublicKey::from_bytes(set, public)? != key.public
        {
            return Err(DecodeError::KeyMismatch);
        }
        Ok(key)
    }

    /// Takes the one PEM block `PRIVATE KEY` of `text`. Errors: `Pem…`, and those of the DER.
    pub fn from_pem(text: &str) -> Result<Self, DecodeError> {
        Self::from_pkcs8_der(&pem::decode(text, &[pem::PKCS8])?.1)
    }

    /// Returns the PKCS#8 document, version 1: with the seed alone, or the expanded key of a key
    /// that has no seed.
    #[must_use]
    pub fn to_pkcs8_der(&self) -> Zeroizing<Vec<u8>> {
        let set = self.parameter_set();
        match self.core.to_seed() {
            Some(seed) => documents::seed_to_der(set, &seed),
            None => documents::expanded_to_der(set, &self.core.to_expanded()),
        }
    }

    /// Returns the PEM block `PRIVATE KEY`.
    #[must_use]
    pub fn to_pkcs8_pem(&self) -> Zeroizing<String> {
        pem::encode(pem::PKCS8, &self.to_pkcs8_der())
    }

    /// The seed; `None` for a key that came without.
    #[must_use]
    pub fn to_seed(&self) -> Option<Zeroizing<[u8; SEED_BYTES]>> {
        self.core.to_seed()
    }

    /// The expanded key. FIPS 204, algorithm 24.
    #[must_use]
    pub fn to_expanded_bytes(&self) -> Zeroizing<Vec<u8>> {
        self.core.to_expanded()
    }

    /// What the key is of.
    #[must_use]
    pub fn parameter_set(&self) -> ParameterSet {
        self.core.set
    }

    /// The public key that belongs to it.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Signs a message. Of the options, `low_s` means nothing here; deterministic nonces are what
    /// the standard calls the deterministic variant.
    ///
    /// Errors: `ContextLength`; `HashRefused` for SHA-1; `Random` (hedged only); `Fault` (with the
    /// check only). Leaks how many attempts it took and at which check each failed, and their
    /// challenges, which say nothing of the key.
    pub fn sign(
        &self,
        message: &[u8],
        scheme: Scheme<'_>,
        options: impl Into<SignOptions>,
    ) -> Result<Vec<u8>, SignError> {
        self.sign_content(Content::Message(message, scheme), options)
    }

    /// Like [`PrivateKey::sign`], for the digest of a message that is prehashed.
    ///
    /// Errors: also `HashRefused` for a digest of another hash, and `Unsupported` for a scheme that
    /// has none.
    pub fn sign_digest(
        &self,
        digest: &Digest,
        scheme: Scheme<'_>,
        options: impl Into<SignOptions>,
    ) -> Result<Vec<u8>, SignError> {
        self.sign_content(Content::Digest(digest, scheme), options)
    }

    /// Any of the three.
    pub(crate) fn sign_content(
        &self,
        content: Content<'_>,
        options: impl Into<SignOptions>,
    ) -> Result<Vec<u8>, SignError> {
        self.sign_mu(&mu(&self.public, content)?, options)
    }

    /// Like [`PrivateKey::sign`], for the hash that stands for a message: see [`MuHasher`].
    pub fn sign_mu(
        &self,
        mu: &[u8; MU_BYTES],
        options: impl Into<SignOptions>,
    ) -> Result<Vec<u8>, SignError> {
        let options = options.into();
        let signature = self.sign_by(mu, &randomizer(options.nonces)?);
        if options.check {
            self.public.verify_mu(mu, &signature).map_err(|_| SignError::Fault)?;
        }
        Ok(signature)
    }

    /// Signs a message without a context, with the random bytes by `fill`. Errors: those of `fill`.
    pub(crate) fn sign_by_random(
        &self,
        message: &[u8],
        fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Vec<u8>, SignError> {
        let mu = mu(&self.public, Content::Message(message, Scheme::PURE))?;
        Ok(self.sign_by(&mu, &hedge_by(fill)?))
    }

    /// Signs with the given random bytes.
    pub(crate) fn sign_by(&self, mu: &[u8; MU_BYTES], random: &Hedge) -> Vec<u8> {
        let mut out = Vec::new();
        let jobs = signing::jobs(&[(0, &*self.core, *mu)], [random; xof::LANES]);
        signing::sign_all(jobs, |_, signature| out = signature);
        out
    }
}

/// The random bytes of a signature, or zeros. Errors: `Random`.
fn randomizer(nonces: Nonces) -> Result<Hedge, SignError> {
    match nonces {
        Nonces::Hedged => random_hedge(),
        Nonces::Deterministic => Ok(Secret::new([0; 32])),
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mldsa::PrivateKey({})", self.parameter_set())
    }
}

#[cfg(test)]
mod tests;
