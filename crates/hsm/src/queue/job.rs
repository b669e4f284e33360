//! What waits in the queue: one signature each.

use super::Content;
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::object::Mechanism;
use sealane::{Algorithm, Nonces, Scheme, SignOptions};
use std::sync::Arc;

/// One signature to be made.
pub struct Job {
    pub(super) key: Arc<Key>,
    pub(super) content: Content,
    pub(super) scheme: Scheme,
    pub(super) options: SignOptions,
    pub(super) algorithm: Algorithm,
}

impl Job {
    /// With hedged nonces; the signatures of deterministic schemes are verified before they leave.
    ///
    /// Errors: `KeyType` for a key of another kind than the scheme's.
    pub fn new(key: Arc<Key>, content: Content, scheme: Scheme) -> Result<Self, Error> {
        let KeyKind::Pair(algorithm) = key.kind() else { return Err(Error::KeyType) };
        let mechanism = Mechanism::from_scheme(&scheme)?;
        if !mechanism.fits(KeyKind::Pair(algorithm)) {
            return Err(Error::KeyType);
        }
        let options = SignOptions { check: scheme.is_deterministic(), ..SignOptions::default() };
        Ok(Self { key, content, scheme, options, algorithm })
    }

    /// With nonces of key and message alone; the signature is verified before it leaves.
    #[must_use]
    pub fn deterministic(self) -> Self {
        let nonces = Nonces::Deterministic;
        let options = SignOptions { nonces, check: true, ..self.options };
        Self { options, ..self }
    }

    /// Whether it is so short that handing it to another thread would take as long.
    #[must_use]
    pub fn is_short(&self) -> bool {
        is_short(self.algorithm)
    }
}

/// Whether signatures of an algorithm are.
pub(super) fn is_short(algorithm: Algorithm) -> bool {
    matches!(algorithm, Algorithm::Curve(_))
}
