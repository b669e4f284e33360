//! A private key with all that is computed from its primes, as bytes for storage that is trusted.
//!
//! In order: a mark with the version, of a key that is not for everything three bytes that say what
//! for, the bit lengths of `p` and `q` (16 bits each, little-endian),
//! `e` (64 bits, little-endian), the length of `n` in bytes (16 bits) and `n` (big-endian), every
//! word that is kept of the primes (little-endian), and the SHA-256 of all before it.

use super::{Lengths, Permitted, PrivateKey, PublicKey, check_public};
use crate::error::DecodeError;
use crate::hash::{Digest, Hash};
use crate::number::size::{Task, with};
use crate::rsa::primitive::{Primes, Private, Public};
use alloc::sync::Arc;
use alloc::vec::Vec;
use sealane_arith::bytes::from_be_bytes;
use sealane_arith::ct::Mask;
use sealane_arith::secret::Secret;
use zeroize::Zeroizing;

/// What the bytes begin with. The last one is the version: of the words too, whose number, order
/// and meaning are those of the arithmetic.
const MARK: &[u8; 8] = b"SLN-RSA\x01";
/// The same where what the key is for follows: which hash and which mask, of the list of hashes,
/// and the length of the salt, or 255 thrice.
const PSS_MARK: &[u8; 8] = b"SLN-PSS\x01";
const DIGEST_BYTES: usize = 32;

/// Returns the bytes of a key.
pub(super) fn encode(key: &PrivateKey) -> Zeroizing<Vec<u8>> {
    let (bits, words) = key.core.precalculated();
    let n = key.public.0.modulus();
    let length = MARK.len() + ANY_PSS.len() + 14 + n.len() + words.len() + DIGEST_BYTES;
    let mut out = Zeroizing::new(Vec::with_capacity(length));
    match key.public.permitted() {
        Permitted::Everything => out.extend_from_slice(MARK),
        of => {
            out.extend_from_slice(PSS_MARK);
            out.extend_from_slice(&limits_to_bytes(of));
        }
    }
    for number in bits {
        out.extend_from_slice(&(number as u16).to_le_bytes());
    }
    out.extend_from_slice(&key.public.exponent().to_le_bytes());
    out.extend_from_slice(&(n.len() as u16).to_le_bytes());
    out.extend_from_slice(&n);
    out.extend_from_slice(&words);
    let digest = Digest::of(Hash::Sha256, &out);
    out.extend_from_slice(digest.as_bytes());
    out
}

/// Returns the key with a bit changed in the words of its primes.
#[cfg(feature = "test-hooks")]
pub(crate) fn restruck(key: &PrivateKey, bit: usize) -> PrivateKey {
    let (bits, mut words) = key.core.precalculated();
    let bit = bit % (8 * words.len());
    words[bit / 8] ^= 1 << (bit % 8);
    let (e, permitted) = (key.public.exponent(), key.public.permitted());
    let make = Make { bits, e, n: &key.public.0.modulus(), words: &words, permitted };
    let (n_bits, prime_bits) = (key.public.bits(), bits[0].max(bits[1]));
    with(Unchecked(make), n_bits, prime_bits).flatten().expect("all words are there")
}

#[cfg(feature = "test-hooks")]
struct Unchecked<'a>(Make<'a>);

#[cfg(feature = "test-hooks")]
impl Task for Unchecked<'_> {
    type Output = Option<PrivateKey>;

    fn run<const H: usize, const F: usize, const R: usize>(self) -> Self::Output {
        Some(self.0.with_primes::<H, F, R>(self.0.primes()?))
    }
}

/// Takes the bytes of a key.
pub(super) fn decode(bytes: &[u8], lengths: Lengths) -> Result<PrivateKey, DecodeError> {
    let make = Make::split(bytes).ok_or(DecodeError::KeyEncoding)?;
    let (bits, _) = check_public(&[make.n, &make.e.to_be_bytes()], lengths)?;
    let prime_bits = make.bits[0].max(make.bits[1]);
    with(make, bits, prime_bits).ok_or(DecodeError::KeyEncoding)?
}

struct Make<'a> {
    bits: [usize; 2],
    e: u64,
    n: &'a [u8],
    words: &'a [u8],
    permitted: Permitted,
}

/// What stands for every use of PSS.
const ANY_PSS: [u8; 3] = [255; 3];

fn limits_to_bytes(permitted: Permitted) -> [u8; 3] {
    let Permitted::PssWith { hash, mgf, least_salt_bytes } = permitted else { return ANY_PSS };
    let [hash, mgf] = [hash, mgf].map(|hash| {
        Hash::ALL.iter().position(|it| *it == hash).expect("the list has them all") as u8
    });
    [hash, mgf, least_salt_bytes]
}

fn limits_of_bytes(bytes: [u8; 3]) -> Option<Permitted> {
    if bytes == ANY_PSS {
        return Some(Permitted::Pss);
    }
    let [hash, mgf, least_salt_bytes] = bytes;
    let of = |place: u8| Hash::ALL.get(usize::from(place)).copied();
    let permitted = Permitted::PssWith { hash: of(hash)?, mgf: of(mgf)?, least_salt_bytes };
    permitted.has_document().then_some(permitted)
}

impl<'a> Make<'a> {
    /// `None` for another version or digest, and for less than there must be.
    fn split(bytes: &'a [u8]) -> Option<Self> {
        let (all, digest) = bytes.split_at_checked(bytes.len().checked_sub(DIGEST_BYTES)?)?;
        if Digest::of(Hash::Sha256, all).as_bytes() != digest {
            return None;
        }
        let (permitted, rest) = match all.strip_prefix(MARK) {
            Some(rest) => (Permitted::Everything, rest),
            None => {
                let (limits, rest) = all.strip_prefix(PSS_MARK)?.split_first_chunk()?;
                (limits_of_bytes(*limits)?, rest)
            }
        };
        let (p_bits, rest) = rest.split_first_chunk()?;
        let (q_bits, rest) = rest.split_first_chunk()?;
        let (e, rest) = rest.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (n, words) = rest.split_at_checked(u16::from_le_bytes(*length).into())?;
        let bits = [p_bits, q_bits].map(|bits| u16::from_le_bytes(*bits).into());
        Some(Self { bits, e: u64::from_le_bytes(*e), n, words, permitted })
    }

    /// Reads the words; `None` if they are not as many as there must be.
    fn primes<const H: usize, const F: usize, const R: usize>(
        &self,
    ) -> Option<Secret<Primes<H, F, R>>> {
        let mut words = self.words.chunks_exact(8);
        let mut missing = false;
        let nothing = Secret::new(0u64);
        let mut primes = nothing.map(|_| Primes::<H, F, R>::blank(self.bits));
        primes.update(|primes| {
            primes.each_word(&mut |place| {
                let Some(bytes) = words.next() else {
                    missing = true;
                    return;
                };
                // Word by word, for the lengths beside them are public.
                let word = bytes.iter().rfold(0, |all, byte| all << 8 | u64::from(*byte));
                Secret::new(word).map(|word| {
                    *place = *word;
                    0u64
                });
            });
        });
        let all = !missing && words.next().is_none() && words.remainder().is_empty();
        all.then_some(primes)
    }

    fn with_primes<const H: usize, const F: usize, const R: usize>(
        &self,
        primes: Secret<Primes<H, F, R>>,
    ) -> PrivateKey {
        let public = Arc::new(Public::<F, R>::new(&from_be_bytes(self.n), self.e));
        let core = Arc::new(Private::new(public.clone(), primes));
        PrivateKey { core, public: PublicKey(public, self.permitted) }
    }
}

impl Task for Make<'_> {
    type Output = Result<PrivateKey, DecodeError>;

    fn run<const H: usize, const F: usize, const R: usize>(self) -> Self::Output {
        let primes = self.primes::<H, F, R>().ok_or(DecodeError::KeyEncoding)?;
        let n: [u64; F] = from_be_bytes(self.n);
        let good = primes.map(|primes| primes.are_of(&n).to_bits());
        if good.reveal("whether stored primes are those of their modulus: refused if not") != 1 {
            return Err(DecodeError::KeyRsaInconsistent);
        }
        Ok(self.with_primes(primes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rsa::{Oaep, Scheme};
    use std::vec::Vec;

    fn key() -> PrivateKey {
        let key = PrivateKey::from_pem(include_str!("example.pem"), Lengths::Current);
        key.expect("the key is good")
    }

    fn take(bytes: &[u8]) -> Result<PrivateKey, DecodeError> {
        PrivateKey::from_precalculated_bytes(bytes, Lengths::Current)
    }

    /// The digest of what precedes it made right again.
    fn with_digest(mut bytes: Vec<u8>) -> Vec<u8> {
        let at = bytes.len() - DIGEST_BYTES;
        let digest = Digest::of(Hash::Sha256, &bytes[..at]);
        bytes[at..].copy_from_slice(digest.as_bytes());
        bytes
    }

    /// Goal: a stored key is the key, in all it does.
    #[test]
    fn stored_keys_come_back() {
        let key = key();
        let bytes = key.to_precalculated_bytes();
        let again = take(&bytes).expect("it is as it was");
        assert_eq!(again.public_key(), key.public_key());
        assert_eq!(again.to_pkcs8_der(), key.to_pkcs8_der());
        assert_eq!(again.to_precalculated_bytes(), bytes);
        let scheme = Scheme::Pkcs1(Hash::Sha256);
        assert_eq!(again.sign(b"message", scheme), key.sign(b"message", scheme));
        let by = Oaep::of(Hash::Sha256);
        let sealed = key.public_key().encrypt_oaep(b"message", by).expect("it fits");
        assert_eq!(
            again.decrypt_oaep(&sealed, by).as_deref().map(Vec::as_slice),
            Ok(&b"message"[..])
        );
    }

    /// Goal: the words are those that this version names. Method: the digest of a fixed key's; a
    /// change of the arithmetic that changes it needs another version.
    #[test]
    fn the_version_is_that_of_the_words() {
        let bytes = key().to_precalculated_bytes();
        let digest = &bytes[bytes.len() - DIGEST_BYTES..];
        assert_eq!((bytes.len(), &digest[..4]), (LENGTH, &DIGEST[..]), "{digest:02x?}");
    }

    const LENGTH: usize = 3078;
    const DIGEST: [u8; 4] = [0x38, 0xfd, 0x59, 0x7a];

    /// Goal: what is cut, longer, of another version or changed is refused, and panics nowhere;
    /// what has its digest made right is refused too where its modulus is another one, and signs
    /// nothing wrong otherwise.
    #[test]
    fn changed_bytes_are_refused() {
        let bytes = key().to_precalculated_bytes().to_vec();
        for length in (0..bytes.len()).step_by(7).chain([bytes.len() - 1]) {
            assert_eq!(take(&bytes[..length]).map(|_| ()), Err(DecodeError::KeyEncoding));
        }
        assert!(take(&[&bytes[..], &[0]].concat()).is_err());
        let scheme = Scheme::Pkcs1(Hash::Sha256);
        let right = key().sign(b"message", scheme).expect("it signs");
        let (mut refused, mut faults) = (0, 0);
        for at in (0..bytes.len()).step_by(11) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            assert_eq!(take(&changed).map(|_| ()), Err(DecodeError::KeyEncoding), "byte {at}");
            let Ok(key) = take(&with_digest(changed)) else {
                refused += 1;
                continue;
            };
            match key.sign(b"message", scheme) {
                // Of words that this machine does not use.
                Ok(signature) => assert_eq!(signature, right, "byte {at}"),
                Err(_) => faults += 1,
            }
        }
        assert!(refused > 20 && faults > 20, "{refused} refused, {faults} faults");
        let legacy = PrivateKey::from_precalculated_bytes(&bytes, Lengths::Legacy);
        assert!(legacy.is_ok());
    }
}
