//! What is signed: the hash that stands for a message, its context and its prehash. FIPS 204,
//! algorithms 2, 4 and 7, step 6.

use super::PublicKey;
use crate::error::SignError;
use crate::hash::keccak::Shake256;
use crate::hash::{Digest, Hash};

/// Bytes of the hash that stands for a message (`mu` in the standard).
pub const MU_BYTES: usize = 64;

/// How a message is presented.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Scheme<'a> {
    /// At most 255 bytes that bind the signature to a purpose; usually none.
    pub context: &'a [u8],
    /// The hash whose digest is signed in place of the message (HashML-DSA), if any. Signatures of
    /// messages and of digests are never the same.
    ///
    /// Every hash of the library but SHA-1. A signature is no stronger than its hash: the strength
    /// of ML-DSA-44 takes a digest of 32 bytes, ML-DSA-65 of 48, ML-DSA-87 of 64. FIPS 204, section
    /// 5.4.
    pub prehash: Option<Hash>,
}

impl Scheme<'static> {
    /// Messages as they are, without a context.
    pub const PURE: Self = Self { context: &[], prehash: None };
}

/// What is presented.
#[derive(Clone, Copy)]
pub(super) enum Content<'a> {
    Message(&'a [u8]),
    Digest(&'a Digest),
}

/// The hash that stands for a message, in progress: for messages that come in parts, or that are
/// hashed elsewhere than they are signed. A signer needs [`finish`](Self::finish) alone.
///
/// ```
/// use sealane::mldsa::{MuHasher, ParameterSet, PrivateKey, Scheme};
/// use sealane::Nonces;
///
/// let key = PrivateKey::generate(ParameterSet::MlDsa65)?;
/// let mut hasher = MuHasher::new(key.public_key(), b"letters")?;
/// hasher.update(b"Pay 100 ");
/// hasher.update(b"to Bob.");
/// let signature = key.sign_mu(&hasher.finish(), Nonces::Hedged)?;
/// let scheme = Scheme { context: b"letters", prehash: None };
/// key.public_key().verify(b"Pay 100 to Bob.", scheme, &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MuHasher(Shake256);

impl MuHasher {
    /// Of a message of nothing yet, which is not prehashed. Errors: `ContextLength`.
    pub fn new(key: &PublicKey, context: &[u8]) -> Result<Self, SignError> {
        Self::start(key, 0, context)
    }

    fn start(key: &PublicKey, domain: u8, context: &[u8]) -> Result<Self, SignError> {
        let got = context.len();
        let length = u8::try_from(got).map_err(|_| SignError::ContextLength { got })?;
        let mut state = Shake256::new();
        state.absorb(&key.digest);
        state.absorb(&[domain, length]);
        state.absorb(context);
        Ok(Self(state))
    }

    /// Takes in the next `data` of the message.
    pub fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }

    /// The hash.
    #[must_use]
    pub fn finish(self) -> [u8; MU_BYTES] {
        let mut out = [0; MU_BYTES];
        self.0.finish().squeeze(&mut out);
        out
    }
}

/// Returns the hash that stands for what is presented by a scheme, under a key.
///
/// Errors: `ContextLength`; `HashRefused` for SHA-1 and for a digest of another hash; `Unsupported`
/// for a digest where messages are not prehashed.
pub(super) fn mu(
    key: &PublicKey,
    content: Content<'_>,
    scheme: Scheme<'_>,
) -> Result<[u8; MU_BYTES], SignError> {
    let mut state = MuHasher::start(key, u8::from(scheme.prehash.is_some()), scheme.context)?;
    let digest;
    let digest = match (scheme.prehash, content) {
        (None, Content::Message(message)) => {
            state.update(message);
            return Ok(state.finish());
        }
        (None, Content::Digest(_)) => return Err(SignError::Unsupported),
        (Some(hash), Content::Message(message)) => {
            digest = Digest::of(hash, message);
            &digest
        }
        (Some(_), Content::Digest(digest)) => digest,
    };
    let hash = scheme.prehash.filter(|hash| digest.hash() == Some(*hash));
    let last = hash.and_then(last_arc).ok_or(SignError::HashRefused)?;
    state.update(&[0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last]);
    state.update(digest.as_bytes());
    Ok(state.finish())
}

/// The end of a hash's object identifier behind 2.16.840.1.101.3.4.2. NIST CSOR.
fn last_arc(hash: Hash) -> Option<u8> {
    Some(match hash {
        Hash::Sha1 => return None,
        Hash::Sha256 => 1,
        Hash::Sha384 => 2,
        Hash::Sha512 => 3,
        Hash::Sha224 => 4,
        Hash::Sha512_224 => 5,
        Hash::Sha512_256 => 6,
        Hash::Sha3_224 => 7,
        Hash::Sha3_256 => 8,
        Hash::Sha3_384 => 9,
        Hash::Sha3_512 => 10,
        Hash::Shake128 => 11,
        Hash::Shake256 => 12,
    })
}
