//! What is signed or verified, as a caller gives it: key, scheme, flags, message.

use crate::raw;
use crate::status::Status;
use crate::{PrivateKey, PublicKey, Scheme};
use sealane::batch::{SignItem, VerifyItem};
use sealane::{Algorithm, Digest, Nonces, SignOptions, Signature};
use std::borrow::Cow;

/// No nonce is mixed with random bytes: the same message gives the same signature (RFC 6979; FIPS
/// 204, section 3.4). Without it, 32 fresh random bytes are mixed in.
pub const SEALANE_DETERMINISTIC: u32 = 1;
/// Of the two `s` that are right for a signature by ECDSA, the lower one.
pub const SEALANE_LOW_S: u32 = 2;
/// The signature is verified before it is put out.
pub const SEALANE_CHECK: u32 = 4;
/// Messages are digests of the scheme's hash.
pub const SEALANE_DIGESTS: u32 = 8;
/// Signatures by ECDSA and DSA are not DER, but `r` then `s`, each as wide as the group order.
pub const SEALANE_FIXED: u32 = 16;

/// The flags of signatures. Errors: `ArgumentFlags`.
pub fn sign_options(flags: u32) -> Result<SignOptions, Status> {
    let only = SEALANE_DETERMINISTIC | SEALANE_LOW_S | SEALANE_CHECK;
    if flags & !only & !(SEALANE_DIGESTS | SEALANE_FIXED) != 0 {
        return Err(Status::ArgumentFlags);
    }
    let is_deterministic = flags & SEALANE_DETERMINISTIC != 0;
    Ok(SignOptions {
        nonces: if is_deterministic { Nonces::Deterministic } else { Nonces::Hedged },
        low_s: flags & SEALANE_LOW_S != 0,
        check: flags & SEALANE_CHECK != 0,
    })
}

/// Looks at the flags of verifications. Errors: `ArgumentFlags`.
pub fn check_verify_flags(flags: u32) -> Result<(), Status> {
    let known = SEALANE_DIGESTS | SEALANE_FIXED;
    if flags & !known == 0 { Ok(()) } else { Err(Status::ArgumentFlags) }
}

/// Keys of both kinds.
pub trait Key {
    /// What a key of another algorithm than the scheme's is told.
    const UNSUPPORTED: Status;

    /// The key's algorithm.
    fn algorithm(&self) -> Algorithm;
}

impl Key for PrivateKey {
    const UNSUPPORTED: Status = Status::SchemeUnsupported;

    fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }
}

impl Key for PublicKey {
    const UNSUPPORTED: Status = Status::SigUnsupported;

    fn algorithm(&self) -> Algorithm {
        self.0.algorithm()
    }
}

/// A key, and how it signs or verifies.
pub struct Signer<'a, K> {
    key: &'a K,
    scheme: Cow<'a, sealane::Scheme>,
    flags: u32,
}

impl<'a, K: Key> Signer<'a, K> {
    /// By the scheme that is given, or the usual one of the key's algorithm.
    ///
    /// Errors: `ArgumentNull`; that of the key if there is no usual scheme.
    ///
    /// # Safety
    ///
    /// Pointers that are not null must be some that this library gave, and that are not freed yet.
    pub unsafe fn new(key: *const K, scheme: *const Scheme, flags: u32) -> Result<Self, Status> {
        // SAFETY: the caller's promise.
        let (key, scheme) = unsafe { (raw::given(key)?, scheme.as_ref()) };
        let scheme = match scheme {
            Some(scheme) => Cow::Borrowed(&scheme.0),
            None => Cow::Owned(key.algorithm().usual_scheme().ok_or(K::UNSUPPORTED)?),
        };
        Ok(Self { key, scheme, flags })
    }

    /// With a message, or the digest that it is.
    ///
    /// Errors: `DigestLength`; that of the key for digests by a scheme without a hash.
    pub fn with(self, message: &'a [u8]) -> Result<Item<'a, K>, Status> {
        let content = if self.flags & SEALANE_DIGESTS == 0 {
            Content::Message(message)
        } else {
            let hash = self.scheme.hash().ok_or(K::UNSUPPORTED)?;
            Content::Digest(Digest::from_bytes(hash, message)?)
        };
        Ok(Item { signer: self, content })
    }

    /// The most bytes of a signature.
    pub fn max_bytes(&self) -> usize {
        let algorithm = self.key.algorithm();
        match algorithm.integer_bytes(&self.scheme) {
            Some(width) if self.is_fixed() => 2 * width,
            _ => algorithm.max_signature_bytes(&self.scheme),
        }
    }

    fn is_fixed(&self) -> bool {
        self.flags & SEALANE_FIXED != 0
    }
}

/// What an item signs or verifies.
enum Content<'a> {
    Message(&'a [u8]),
    Digest(Digest),
}

/// Something that is signed or verified.
pub struct Item<'a, K> {
    signer: Signer<'a, K>,
    content: Content<'a>,
}

impl Item<'_, PrivateKey> {
    /// Signs it.
    pub fn sign(&self, options: SignOptions) -> Result<Signature, Status> {
        let Signer { key, scheme, .. } = &self.signer;
        self.formed(match &self.content {
            Content::Message(message) => key.0.sign(message, scheme, options)?,
            Content::Digest(digest) => key.0.sign_digest(digest, scheme, options)?,
        })
    }

    /// The item of a batch.
    pub fn in_batch(&self, options: SignOptions) -> SignItem<'_> {
        let Signer { key, scheme, .. } = &self.signer;
        match &self.content {
            Content::Message(message) => SignItem::new(&key.0, message, scheme, options),
            Content::Digest(digest) => SignItem::of_digest(&key.0, digest, scheme, options),
        }
    }

    /// A fresh signature in the form that the flags want.
    pub fn formed(&self, signature: Signature) -> Result<Signature, Status> {
        if !self.signer.is_fixed() {
            return Ok(signature);
        }
        let fixed = signature.to_fixed(&self.signer.key.algorithm(), &self.signer.scheme);
        fixed.map_err(|_| Status::Internal)
    }
}

impl<'a> Item<'a, PublicKey> {
    /// A signature in the form that documents hold, of one that a caller gives.
    ///
    /// Errors: `SigLength`.
    pub fn signature(&self, bytes: &'a [u8]) -> Result<Given<'a>, Status> {
        if !self.signer.is_fixed() {
            return Ok(Given::Bytes(bytes));
        }
        let algorithm = self.signer.key.algorithm();
        match algorithm.integer_bytes(&self.signer.scheme) {
            None => Ok(Given::Bytes(bytes)),
            Some(_) => {
                let read = Signature::from_fixed(&algorithm, &self.signer.scheme, bytes);
                Ok(Given::Formed(read?))
            }
        }
    }

    /// Verifies a signature of it.
    pub fn verify(&self, signature: &Given<'_>) -> Result<(), Status> {
        let Signer { key, scheme, .. } = &self.signer;
        match &self.content {
            Content::Message(message) => key.0.verify(message, scheme, signature.bytes())?,
            Content::Digest(digest) => key.0.verify_digest(digest, scheme, signature.bytes())?,
        }
        Ok(())
    }

    /// The item of a batch.
    pub fn in_batch<'b>(&'b self, signature: &'b Given<'_>) -> VerifyItem<'b> {
        let (Signer { key, scheme, .. }, signature) = (&self.signer, signature.bytes());
        match &self.content {
            Content::Message(message) => VerifyItem::new(&key.0, message, scheme, signature),
            Content::Digest(digest) => VerifyItem::of_digest(&key.0, digest, scheme, signature),
        }
    }
}

/// A signature that is to be verified.
pub enum Given<'a> {
    /// As it was given.
    Bytes(&'a [u8]),
    /// In another form than it was given in.
    Formed(Signature),
}

impl Given<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            Self::Formed(signature) => signature,
        }
    }
}
