//! A session: what it was opened for, and what is under way in it.

use crate::operations::{
    Decrypting, Digesting, Encrypting, Signing, Verifying, VerifyingSignature,
};
use cryptoki_sys::{CK_OBJECT_HANDLE, CK_SLOT_ID};
use std::collections::VecDeque;

/// One session. Of each kind of operation one at most is under way.
pub struct Session {
    /// Where.
    pub slot: CK_SLOT_ID,
    /// Whether it may change the token.
    pub is_writable: bool,
    /// What a search has found, and nobody has taken yet.
    pub found: Option<VecDeque<CK_OBJECT_HANDLE>>,
    /// A digest.
    pub digest: Option<Digesting>,
    /// A signature.
    pub sign: Option<Signing>,
    /// A verification.
    pub verify: Option<Verifying>,
    /// A verification of a signature that came first.
    pub verify_signature: Option<VerifyingSignature>,
    /// An encryption.
    pub encrypt: Option<Encrypting>,
    /// A decryption.
    pub decrypt: Option<Decrypting>,
}

impl Session {
    /// One in which nothing is under way.
    #[must_use]
    pub fn new(slot: CK_SLOT_ID, is_writable: bool) -> Self {
        let (found, digest, sign, verify) = (None, None, None, None);
        let (verify_signature, encrypt, decrypt) = (None, None, None);
        Self { slot, is_writable, found, digest, sign, verify, verify_signature, encrypt, decrypt }
    }

    /// Gives up all that is under way.
    pub fn cancel(&mut self) {
        *self = Self::new(self.slot, self.is_writable);
    }
}
