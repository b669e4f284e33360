//! Hash functions by name, streaming and without allocation, and the digests they give.

use self::keccak::Sponge;
use crate::error::DecodeError;
use crate::names::{MAX_ORDER_BYTES, is_named};
use core::fmt;
use sha2::digest::{FixedOutput, Update};

/// A hash function of FIPS 180-4 or FIPS 202.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Hash {
    /// SHA-1, for old signatures only: collisions can be bought.
    Sha1,
    /// SHA-224.
    Sha224,
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512.
    Sha512,
    /// SHA-512/224.
    Sha512_224,
    /// SHA-512/256.
    Sha512_256,
    /// SHA3-224.
    Sha3_224,
    /// SHA3-256.
    Sha3_256,
    /// SHA3-384.
    Sha3_384,
    /// SHA3-512.
    Sha3_512,
    /// SHAKE128 with 32 bytes of output. RFC 8692, section 3.
    Shake128,
    /// SHAKE256 with 64 bytes of output. RFC 8692, section 3.
    Shake256,
}

/// Parts of a message, one after the other.
pub(crate) type Parts<'a> = [&'a [u8]; 6];

/// The most bytes a digest of a named hash has.
pub const MAX_OUTPUT_BYTES: usize = 64;
/// The most bytes a block of a named hash has (SHAKE128).
pub const MAX_BLOCK_BYTES: usize = 168;

struct Row {
    hash: Hash,
    name: &'static str,
    /// Other names in use, as their documents spell them.
    names: &'static [&'static str],
    output_bytes: usize,
    /// Bytes taken in at a time: the block of HMAC, the rate of a sponge.
    block_bytes: usize,
}

const fn row(
    hash: Hash,
    name: &'static str,
    names: &'static [&'static str],
    output_bytes: usize,
    block_bytes: usize,
) -> Row {
    Row { hash, name, names, output_bytes, block_bytes }
}

/// In the order of the variants of [`Hash`].
static ROWS: [Row; 13] = [
    row(Hash::Sha1, "sha1", &["SHA-1"], 20, 64),
    row(Hash::Sha224, "sha224", &["SHA-224"], 28, 64),
    row(Hash::Sha256, "sha256", &["SHA-256"], 32, 64),
    row(Hash::Sha384, "sha384", &["SHA-384"], 48, 128),
    row(Hash::Sha512, "sha512", &["SHA-512"], 64, 128),
    row(Hash::Sha512_224, "sha512-224", &["SHA-512/224", "SHA512/224"], 28, 128),
    row(Hash::Sha512_256, "sha512-256", &["SHA-512/256", "SHA512/256"], 32, 128),
    row(Hash::Sha3_224, "sha3-224", &[], 28, 144),
    row(Hash::Sha3_256, "sha3-256", &[], 32, 136),
    row(Hash::Sha3_384, "sha3-384", &[], 48, 104),
    row(Hash::Sha3_512, "sha3-512", &[], 64, 72),
    row(Hash::Shake128, "shake128", &["SHAKE-128"], 32, 168),
    row(Hash::Shake256, "shake256", &["SHAKE-256"], 64, 136),
];

// A row out of place would answer for another hash; one too wide would not fit a `Digest`.
const _: () = {
    assert!(MAX_OUTPUT_BYTES <= MAX_ORDER_BYTES);
    let mut i = 0;
    while i < ROWS.len() {
        assert!(ROWS[i].hash as usize == i);
        assert!(ROWS[i].output_bytes <= MAX_OUTPUT_BYTES);
        assert!(ROWS[i].block_bytes <= MAX_BLOCK_BYTES);
        i += 1;
    }
};

impl Hash {
    /// Every hash of the library.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self::Sha1; ROWS.len()];
        let mut i = 0;
        while i < ROWS.len() {
            all[i] = ROWS[i].hash;
            i += 1;
        }
        all
    };

    fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The name of the hash, as the command line prints it.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Other names that [`from_name`](Self::from_name) takes.
    pub fn names(self) -> &'static [&'static str] {
        self.row().names
    }

    /// The hash of that name, in capitals or not.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|h| is_named(name, h.name(), h.names()))
    }

    /// Whether signatures are made with the hash: with all but SHA-1, by keys of every kind. Old
    /// signatures verify with each.
    pub fn signs(self) -> bool {
        self != Self::Sha1
    }

    /// Bytes of a digest; for a SHAKE, the length FIPS 186-5 and RFC 8692 sign with.
    pub fn output_bytes(self) -> usize {
        self.row().output_bytes
    }

    /// Bytes of a block, as HMAC needs them; for a sponge, its rate.
    pub fn block_bytes(self) -> usize {
        self.row().block_bytes
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A hash in progress. Wiped on drop, for nonces are hashed with it as well.
#[derive(Clone)]
pub struct Hasher(State);

#[derive(Clone)]
enum State {
    Sha1(sha1::Sha1),
    Sha224(sha2::Sha224),
    Sha256(sha2::Sha256),
    Sha384(sha2::Sha384),
    Sha512(sha2::Sha512),
    Sha512_224(sha2::Sha512_224),
    Sha512_256(sha2::Sha512_256),
    Sha3_224(keccak::Sha3_224),
    Sha3_256(keccak::Sha3_256),
    Sha3_384(keccak::Sha3_384),
    Sha3_512(keccak::Sha3_512),
    Shake128(keccak::Shake128),
    Shake256(keccak::Shake256),
}

impl Hasher {
    /// A hash of nothing yet.
    pub fn new(hash: Hash) -> Self {
        Self(match hash {
            Hash::Sha1 => State::Sha1(Default::default()),
            Hash::Sha224 => State::Sha224(Default::default()),
            Hash::Sha256 => State::Sha256(Default::default()),
            Hash::Sha384 => State::Sha384(Default::default()),
            Hash::Sha512 => State::Sha512(Default::default()),
            Hash::Sha512_224 => State::Sha512_224(Default::default()),
            Hash::Sha512_256 => State::Sha512_256(Default::default()),
            Hash::Sha3_224 => State::Sha3_224(Sponge::new()),
            Hash::Sha3_256 => State::Sha3_256(Sponge::new()),
            Hash::Sha3_384 => State::Sha3_384(Sponge::new()),
            Hash::Sha3_512 => State::Sha3_512(Sponge::new()),
            Hash::Shake128 => State::Shake128(Sponge::new()),
            Hash::Shake256 => State::Shake256(Sponge::new()),
        })
    }

    /// Which hash this is.
    pub fn hash(&self) -> Hash {
        match &self.0 {
            State::Sha1(_) => Hash::Sha1,
            State::Sha224(_) => Hash::Sha224,
            State::Sha256(_) => Hash::Sha256,
            State::Sha384(_) => Hash::Sha384,
            State::Sha512(_) => Hash::Sha512,
            State::Sha512_224(_) => Hash::Sha512_224,
            State::Sha512_256(_) => Hash::Sha512_256,
            State::Sha3_224(_) => Hash::Sha3_224,
            State::Sha3_256(_) => Hash::Sha3_256,
            State::Sha3_384(_) => Hash::Sha3_384,
            State::Sha3_512(_) => Hash::Sha3_512,
            State::Shake128(_) => Hash::Shake128,
            State::Shake256(_) => Hash::Shake256,
        }
    }

    /// Takes in the next `data` of the message.
    pub fn update(&mut self, data: &[u8]) {
        match &mut self.0 {
            State::Sha1(state) => state.update(data),
            State::Sha224(state) => state.update(data),
            State::Sha256(state) => state.update(data),
            State::Sha384(state) => state.update(data),
            State::Sha512(state) => state.update(data),
            State::Sha512_224(state) => state.update(data),
            State::Sha512_256(state) => state.update(data),
            State::Sha3_224(state) => state.absorb(data),
            State::Sha3_256(state) => state.absorb(data),
            State::Sha3_384(state) => state.absorb(data),
            State::Sha3_512(state) => state.absorb(data),
            State::Shake128(state) => state.absorb(data),
            State::Shake256(state) => state.absorb(data),
        }
    }

    /// The digest of all that was taken in.
    pub fn finish(self) -> Digest {
        let mut digest = Digest::empty(Some(self.hash()));
        self.finish_into(&mut digest.bytes[..usize::from(digest.len)]);
        digest
    }

    /// Writes the digest of all that was taken in to `out`, which holds exactly its bytes.
    ///
    /// Kept out of the API: another length would be a mistake of ours.
    pub(crate) fn finish_into(&self, out: &mut [u8]) {
        match &self.0 {
            State::Sha1(state) => fixed(state, out),
            State::Sha224(state) => fixed(state, out),
            State::Sha256(state) => fixed(state, out),
            State::Sha384(state) => fixed(state, out),
            State::Sha512(state) => fixed(state, out),
            State::Sha512_224(state) => fixed(state, out),
            State::Sha512_256(state) => fixed(state, out),
            State::Sha3_224(state) => squeezed(state, out),
            State::Sha3_256(state) => squeezed(state, out),
            State::Sha3_384(state) => squeezed(state, out),
            State::Sha3_512(state) => squeezed(state, out),
            State::Shake128(state) => squeezed(state, out),
            State::Shake256(state) => squeezed(state, out),
        }
    }
}

/// Writes the digest. The state that ends is a copy, wiped on drop, in a frame of its own: with all
/// hashes in one function, the stack would hold a copy for each of them.
#[inline(never)]
fn fixed<H: FixedOutput + Clone>(state: &H, out: &mut [u8]) {
    let out = out.try_into().expect("the table's output length is the hash's own");
    state.clone().finalize_into(out);
}

/// Like [`fixed`], for sponges, which give as much as is asked for.
#[inline(never)]
fn squeezed<const RATE: usize, const SUFFIX: u8>(state: &Sponge<RATE, SUFFIX>, out: &mut [u8]) {
    state.clone().finish().squeeze(out);
}

/// What is signed: the bytes a hash gave, or bytes that the caller has from elsewhere.
///
/// Public, like the message it stands for.
#[derive(Clone, PartialEq, Eq)]
pub struct Digest {
    hash: Option<Hash>,
    bytes: [u8; MAX_ORDER_BYTES],
    len: u8,
}

impl Digest {
    /// All zeros, as long as `hash` gives.
    fn empty(hash: Option<Hash>) -> Self {
        let len = hash.map_or(0, Hash::output_bytes) as u8;
        Self { hash, bytes: [0; MAX_ORDER_BYTES], len }
    }

    /// Hashes `message` in one go.
    pub fn of(hash: Hash, message: &[u8]) -> Self {
        let mut hasher = Hasher::new(hash);
        hasher.update(message);
        hasher.finish()
    }

    /// Takes a digest that `hash` gave elsewhere.
    ///
    /// Errors: `DigestLength` unless `bytes` are exactly as many as `hash` gives.
    pub fn from_bytes(hash: Hash, bytes: &[u8]) -> Result<Self, DecodeError> {
        let expected = hash.output_bytes();
        if bytes.len() != expected {
            return Err(DecodeError::DigestLength { expected, got: bytes.len() });
        }
        Ok(Self { hash: Some(hash), ..Self::raw(bytes) })
    }

    /// Takes any bytes as the digest of a hash that has no name here.
    ///
    /// Bytes after the 66th are dropped: a signature takes the leftmost bits of a digest, as many
    /// as the group order has, and no order has more than 521. FIPS 186-5, section 6.4.1.
    pub fn raw(bytes: &[u8]) -> Self {
        let len = bytes.len().min(MAX_ORDER_BYTES);
        let mut digest = Self::empty(None);
        digest.bytes[..len].copy_from_slice(&bytes[..len]);
        digest.len = len as u8;
        digest
    }

    /// The bytes of the digest.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// The hash that gave the digest, if it has a name here.
    pub fn hash(&self) -> Option<Hash> {
        self.hash
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({}, ", self.hash.map_or("none", Hash::name))?;
        self.as_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

pub(crate) mod hmac;
pub(crate) mod keccak;
#[cfg(feature = "lanes")]
pub(crate) mod lanes;
#[cfg(feature = "serde")]
mod names;
#[cfg(test)]
mod tests;
pub(crate) mod words;
