//! What is signed: the hash that stands for a message, its context and its prehash. FIPS 204,
//! algorithms 2, 4 and 7, step 6.

use super::PublicKey;
use super::xof::{LANES, blocks, shake256_each, shake256_of};
use crate::error::SignError;
use crate::hash::keccak::Shake256;
use crate::hash::{Digest, Hash};
use alloc::vec::Vec;

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

/// What is signed, and how it is presented.
#[derive(Debug, Clone, Copy)]
pub enum Content<'a> {
    /// A message, as [`PrivateKey::sign`](super::PrivateKey::sign) has it.
    Message(&'a [u8], Scheme<'a>),
    /// The digest of a message that is prehashed, as
    /// [`PrivateKey::sign_digest`](super::PrivateKey::sign_digest) has it.
    Digest(&'a Digest, Scheme<'a>),
    /// The hash that stands for a message: see [`MuHasher`].
    Mu(&'a [u8; MU_BYTES]),
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
        let mut state = Shake256::new();
        state.absorb(&key.digest);
        state.absorb(&header(false, context)?);
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

/// What stands before a context: whether the message is prehashed, and how long the context is.
/// Errors: `ContextLength`.
fn header(prehashed: bool, context: &[u8]) -> Result<[u8; 2], SignError> {
    let got = context.len();
    let length = u8::try_from(got).map_err(|_| SignError::ContextLength { got })?;
    Ok([u8::from(prehashed), length])
}

/// Bytes of the object identifier of a hash, as DER has it.
const IDENTIFIER_BYTES: usize = 11;

/// What is hashed for a message.
struct Presented<'a> {
    tr: &'a [u8; 64],
    header: [u8; 2],
    context: &'a [u8],
    body: Body<'a>,
}

enum Body<'a> {
    Message(&'a [u8]),
    /// With the identifier of its hash.
    Digest([u8; IDENTIFIER_BYTES], Digest),
}

impl<'a> Presented<'a> {
    /// Errors: those of [`mu`].
    fn new(
        key: &'a PublicKey,
        text: Result<&'a [u8], &'a Digest>,
        scheme: Scheme<'a>,
    ) -> Result<Self, SignError> {
        let header = header(scheme.prehash.is_some(), scheme.context)?;
        let body = match (scheme.prehash, text) {
            (None, Ok(message)) => Body::Message(message),
            (None, Err(_)) => return Err(SignError::Unsupported),
            (Some(hash), Ok(message)) => Body::of_digest(hash, Digest::of(hash, message))?,
            (Some(hash), Err(digest)) => Body::of_digest(hash, digest.clone())?,
        };
        Ok(Self { tr: &key.digest, header, context: scheme.context, body })
    }

    /// What is hashed, one behind the other.
    fn parts(&self) -> [&[u8]; 5] {
        let (identifier, text) = match &self.body {
            Body::Message(message) => (&[][..], *message),
            Body::Digest(identifier, digest) => (&identifier[..], digest.as_bytes()),
        };
        [&self.tr[..], &self.header, self.context, identifier, text]
    }
}

impl Body<'_> {
    /// Errors: `HashRefused` for SHA-1 and for a digest of another hash.
    fn of_digest(hash: Hash, digest: Digest) -> Result<Self, SignError> {
        let last = last_arc(hash).filter(|_| digest.hash() == Some(hash));
        let last = last.ok_or(SignError::HashRefused)?;
        let identifier = [0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, last];
        Ok(Self::Digest(identifier, digest))
    }
}

/// What is to be hashed, or the hash if there is one already.
enum ToHash<'a> {
    Parts(Presented<'a>),
    Done([u8; MU_BYTES]),
}

impl<'a> Content<'a> {
    /// Errors: those of [`mu`].
    fn present(self, key: &'a PublicKey) -> Result<ToHash<'a>, SignError> {
        Ok(match self {
            Self::Message(message, scheme) => {
                ToHash::Parts(Presented::new(key, Ok(message), scheme)?)
            }
            Self::Digest(digest, scheme) => {
                ToHash::Parts(Presented::new(key, Err(digest), scheme)?)
            }
            Self::Mu(mu) => ToHash::Done(*mu),
        })
    }
}

/// Returns the hash that stands for what is presented, under a key.
///
/// Errors: `ContextLength`; `HashRefused` for SHA-1 and for a digest of another hash; `Unsupported`
/// for a digest where messages are not prehashed.
pub(super) fn mu(key: &PublicKey, content: Content<'_>) -> Result<[u8; MU_BYTES], SignError> {
    Ok(match content.present(key)? {
        ToHash::Parts(presented) => shake256_of(&presented.parts()),
        ToHash::Done(mu) => mu,
    })
}

/// Returns [`mu`] of each, those of like lengths in lanes.
pub(super) fn mus<'a>(
    items: impl Iterator<Item = (&'a PublicKey, Content<'a>)>,
) -> Vec<Result<[u8; MU_BYTES], SignError>> {
    let all: Vec<_> = items.map(|(key, content)| content.present(key)).collect();
    let (mut mus, mut order) = (Vec::with_capacity(all.len()), Vec::with_capacity(all.len()));
    for (at, to_hash) in all.iter().enumerate() {
        mus.push(match to_hash {
            Ok(ToHash::Parts(presented)) => {
                order.push((at, presented.parts()));
                Ok([0; MU_BYTES])
            }
            Ok(ToHash::Done(mu)) => Ok(*mu),
            Err(error) => Err(*error),
        });
    }
    order.sort_by_key(|(_, parts)| blocks(parts));
    for some in order.chunks(LANES) {
        let messages: Vec<_> = some.iter().map(|(_, parts)| *parts).collect();
        for ((at, _), mu) in some.iter().zip(shake256_each(&messages)) {
            mus[*at] = Ok(mu);
        }
    }
    mus
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
