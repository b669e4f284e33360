//! What waits in the queue: one signature each, or one ciphertext.

use super::{Ciphertext, Content};
use crate::error::Error;
use crate::key::{Key, KeyKind};
use crate::object::Mechanism;
use sealane::{Algorithm, Nonces, PrivateKey, Scheme, SignOptions};
use std::sync::Arc;

/// One signature to be made, or one ciphertext to be decrypted.
pub struct Job {
    pub(super) key: Arc<Key>,
    pub(super) task: Task,
    algorithm: Algorithm,
}

/// What is done with the key.
pub(super) enum Task {
    Sign { content: Content, scheme: Scheme, options: SignOptions },
    Decrypt(Ciphertext),
}

/// What waits in one line: work of one sort with keys of one algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct LineName {
    pub(super) algorithm: Algorithm,
    /// Whether it decrypts, where others sign.
    pub(super) decrypts: bool,
}

impl LineName {
    /// Whether its work is so short that handing it to another thread would take as long.
    pub(super) fn is_short(self) -> bool {
        matches!(self.algorithm, Algorithm::Curve(_))
    }
}

impl Job {
    /// A signature with hedged nonces; those of deterministic schemes are verified before they
    /// leave.
    ///
    /// Errors: `KeyType` for a key of another kind than the scheme's.
    pub fn new(key: Arc<Key>, content: Content, scheme: Scheme) -> Result<Self, Error> {
        let KeyKind::Pair(algorithm) = key.kind() else { return Err(Error::KeyType) };
        let mechanism = Mechanism::from_scheme(&scheme)?;
        if !mechanism.fits(KeyKind::Pair(algorithm)) {
            return Err(Error::KeyType);
        }
        let options = SignOptions { check: scheme.is_deterministic(), ..SignOptions::default() };
        Ok(Self { key, task: Task::Sign { content, scheme, options }, algorithm })
    }

    /// A ciphertext, whose message is what the job gives: it is the caller's to wipe, as
    /// [`super::Client::decrypt`] does.
    ///
    /// Errors: `KeyType` for a key that is not of RSA.
    pub fn decrypt(key: Arc<Key>, ciphertext: Ciphertext) -> Result<Self, Error> {
        let Key::Private(PrivateKey::Rsa(_)) = &*key else { return Err(Error::KeyType) };
        let KeyKind::Pair(algorithm) = key.kind() else { return Err(Error::KeyType) };
        Ok(Self { key, task: Task::Decrypt(ciphertext), algorithm })
    }

    /// With nonces of key and message alone; the signature is verified before it leaves.
    #[must_use]
    pub fn deterministic(mut self) -> Self {
        if let Task::Sign { options, .. } = &mut self.task {
            *options = SignOptions { nonces: Nonces::Deterministic, check: true, ..*options };
        }
        self
    }

    /// Whether it is so short that handing it to another thread would take as long.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.line().is_short()
    }

    /// Where it waits.
    pub(super) fn line(&self) -> LineName {
        let decrypts = matches!(self.task, Task::Decrypt(_));
        LineName { algorithm: self.algorithm, decrypts }
    }
}
