//! RSA: keys, signatures by PKCS#1 v1.5 and PSS, encryption by OAEP. RFC 8017, FIPS 186-5.
//!
//! ```
//! use sealane::rsa::{PrivateKey, Scheme};
//! use sealane::Hash;
//!
//! let key = PrivateKey::generate(2048)?;
//! let signature = key.sign(b"message", Scheme::pss(Hash::Sha256))?;
//! key.public_key().verify(b"message", Scheme::pss(Hash::Sha256), &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A private key is taken only if its numbers belong together and its primes are probable primes.
//! Its operations are blinded, and what comes of them leaves only if the public exponent leads back
//! to what went in: a fault would tell the primes (Boneh, DeMillo and Lipton 1997). Keys have two
//! primes. Exponents are odd, from 3 to 2^33.
//!
//! Between operations two things are kept. Pairs of blinding factors lie apart from the keys, 64
//! at most ([`clear_caches`]); what products modulo the primes need is a part of the key, and of
//! [`PrivateKey::to_precalculated_bytes`]. What each saves: `make caches-rsa`.

mod batch;
pub(crate) mod documents;
pub(crate) mod encoding;
pub mod hazmat;
mod import;
mod oaep;
mod permitted;
mod precalculated;
pub(crate) mod primitive;
mod public_vartime;
mod scheme;
mod signing;

use crate::encode::pem;
use crate::error::{BadSignature, DecodeError, SignError};
use crate::hash::Digest;
pub use crate::lengths::{Lengths, Salt};
use crate::number::size::{MAX_BITS, MAX_WORDS, Task, with};
use crate::rsa::primitive::generate::Generate;
use crate::rsa::primitive::{PrivateOps, Public, PublicOps, clear};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
pub use batch::{SignItem, VerifyItem, sign_batch, verify_batch};
use core::fmt;
pub use oaep::{Oaep, OaepError};
pub use permitted::Permitted;
#[cfg(feature = "test-hooks")]
pub(crate) use precalculated::restruck;
use public_vartime::{check_public, is_prime_vartime, is_weak_vartime};
pub(crate) use scheme::Input;
pub use scheme::Scheme;
use sealane_arith::bytes::from_be_bytes;
use zeroize::Zeroizing;

/// A public key.
#[derive(Clone)]
pub struct PublicKey(Arc<dyn PublicOps>, Permitted);

/// Makes a public key with room for its length.
struct MakePublic<'a> {
    n: &'a [u8],
    e: u64,
}

impl Task for MakePublic<'_> {
    type Output = Arc<dyn PublicOps>;
    fn run<const H: usize, const F: usize, const R: usize>(self) -> Self::Output {
        Arc::new(Public::<F, R>::new(&from_be_bytes(self.n), self.e))
    }
}

impl PublicKey {
    fn of_numbers(
        numbers: &documents::PublicNumbers<'_>,
        lengths: Lengths,
    ) -> Result<Self, DecodeError> {
        let (bits, e) = check_public(numbers, lengths)?;
        let words: [u64; MAX_WORDS] = from_be_bytes(numbers[0]);
        if is_weak_vartime(&words[..bits.div_ceil(64)], bits) {
            return Err(DecodeError::KeyRsaWeak);
        }
        let key = with(MakePublic { n: numbers[0], e }, bits, 0);
        let key = key.expect("there is room for lengths that are taken");
        Ok(Self(key, Permitted::Everything))
    }

    /// Takes a big-endian modulus and exponent. Errors: `KeyEncoding` for leading zeros;
    /// `KeyRsaModulus`, `KeyRsaExponent`; `KeyRsaWeak` for a modulus that is a power, or that a
    /// prime below 1024 divides. Whether it is a prime, [`validate`](Self::validate) says.
    pub fn from_numbers(n: &[u8], e: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        if [n, e].iter().any(|number| number.first().is_none_or(|byte| *byte == 0)) {
            return Err(DecodeError::KeyEncoding);
        }
        Self::of_numbers(&[n, e], lengths)
    }

    /// Takes an RSAPublicKey. RFC 8017, appendix A.1.1.
    ///
    /// Errors: those of [`PublicKey::from_numbers`].
    pub fn from_pkcs1_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        Self::of_numbers(&documents::public_from_der(der)?, lengths)
    }

    /// Takes a SubjectPublicKeyInfo of `rsaEncryption`, or of `id-RSASSA-PSS`, which says what the
    /// key is for. Errors: also `KeyAlgorithm`.
    pub fn from_spki_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        let (numbers, permitted) = documents::spki_from_der(der)?;
        Ok(Self(Self::of_numbers(&numbers, lengths)?.0, permitted))
    }

    /// Takes the one PEM block `PUBLIC KEY` or `RSA PUBLIC KEY` of `text`. Errors: `Pem…`, and
    /// those of the DER.
    pub fn from_pem(text: &str, lengths: Lengths) -> Result<Self, DecodeError> {
        let (label, der) = pem::decode(text, &[pem::PUBLIC, pem::RSA_PUBLIC])?;
        if label == pem::PUBLIC {
            Self::from_spki_der(&der, lengths)
        } else {
            Self::from_pkcs1_der(&der, lengths)
        }
    }

    /// Says what taking a key does not: that its modulus is no prime. With that, the key has been
    /// validated as far as can be without its owner. SP 800-89, section 5.3.3.
    ///
    /// It takes about as long as signing does, where a verification takes a hundredth: for keys
    /// that are kept, not for those of one verification. Who chose a prime for a modulus knows the
    /// private exponent, and so does everybody else; all the key's signatures are worth nothing,
    /// as are those of whoever publishes a private key.
    ///
    /// Errors: `KeyRsaWeak`. Variable-time: all is public.
    pub fn validate(&self) -> Result<(), DecodeError> {
        let prime = is_prime_vartime(&self.0.modulus(), self.bits());
        if prime { Err(DecodeError::KeyRsaWeak) } else { Ok(()) }
    }

    fn with_numbers<T>(&self, write: impl FnOnce(&documents::PublicNumbers<'_>) -> T) -> T {
        write(&[&self.0.modulus(), &self.0.exponent().to_be_bytes()])
    }

    /// Returns the RSAPublicKey.
    #[must_use]
    pub fn to_pkcs1_der(&self) -> Vec<u8> {
        self.with_numbers(documents::public_to_der)
    }

    /// Returns the SubjectPublicKeyInfo.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        self.with_numbers(|numbers| documents::spki_to_der(numbers, self.permitted()))
    }

    /// Returns the PEM block `PUBLIC KEY`.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        core::mem::take(&mut pem::encode(pem::PUBLIC, &self.to_spki_der()))
    }

    /// Bit length of the modulus.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.0.bits()
    }

    /// The public exponent.
    #[must_use]
    pub fn exponent(&self) -> u64 {
        self.0.exponent()
    }

    /// The modulus, big-endian.
    #[must_use]
    pub fn modulus(&self) -> Vec<u8> {
        self.0.modulus()
    }

    /// Bytes of a signature.
    #[must_use]
    pub fn signature_bytes(&self) -> usize {
        self.bits().div_ceil(8)
    }

    /// Verifies a signature of a message. Variable-time: all is public.
    ///
    /// A signature has exactly the bytes of the modulus and is below it; encodings have one form.
    pub fn verify(
        &self,
        message: &[u8],
        scheme: Scheme,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.verify_input(&Input::of(message, scheme), scheme, signature)
    }

    /// Verifies a signature of a digest, which is of the scheme's hash. Variable-time: all is
    /// public. No digest has a signature by a scheme without a hash.
    pub fn verify_digest(
        &self,
        digest: &Digest,
        scheme: Scheme,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        self.verify_input(&Input::Digest(digest.clone()), scheme, signature)
    }

    fn verify_input(
        &self,
        of: &Input<'_>,
        scheme: Scheme,
        signature: &[u8],
    ) -> Result<(), BadSignature> {
        let mut found = alloc::vec![0; self.signature_bytes()];
        let good = self.permitted().has(scheme)
            && signature.len() == found.len()
            && self.0.apply_vartime(signature, &mut found)
            && self.is_encoding_vartime(of, scheme, &mut found);
        if good { Ok(()) } else { Err(BadSignature) }
    }

    fn is_encoding_vartime(&self, of: &Input<'_>, scheme: Scheme, found: &mut [u8]) -> bool {
        let digest = match (of, scheme) {
            (Input::Digest(digest), _) if digest.hash() == scheme.hash() => digest,
            (Input::Bytes(message), Scheme::Pkcs1Bytes) => {
                let mut expected = alloc::vec![0; found.len()];
                return encoding::pkcs1::encode_bytes(message, &mut expected) && expected == found;
            }
            (Input::Bytes(message), Scheme::Raw) => return *message == found,
            _ => return false,
        };
        match scheme {
            Scheme::Pkcs1Bytes | Scheme::Raw => false,
            Scheme::Pkcs1(_) => {
                let mut expected = alloc::vec![0; found.len()];
                encoding::pkcs1::encode(digest, &mut expected) && expected == found
            }
            Scheme::Pss { hash, mgf, salt } => {
                let bits = self.bits() - 1;
                let salt = match salt {
                    Salt::Bytes(bytes) => bytes..=bytes,
                    Salt::OfHash => hash.output_bytes()..=hash.output_bytes(),
                    Salt::Longest => {
                        let longest = encoding::pss::longest_salt(hash, bits).unwrap_or(usize::MAX);
                        longest..=longest
                    }
                    Salt::Any => self.permitted().least_salt_bytes()..=usize::MAX,
                };
                let (above, encoded) = found.split_at_mut(found.len() - bits.div_ceil(8));
                above.iter().all(|byte| *byte == 0)
                    && encoding::pss::is_encoding_vartime(digest, mgf, salt, bits, encoded)
            }
        }
    }
}

impl PartialEq for PublicKey {
    fn eq(&self, other: &Self) -> bool {
        self.exponent() == other.exponent()
            && self.permitted() == other.permitted()
            && self.0.modulus() == other.0.modulus()
    }
}

impl Eq for PublicKey {}

impl core::hash::Hash for PublicKey {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        (self.exponent(), self.permitted(), self.modulus()).hash(state);
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rsa::PublicKey({} bits, ", self.bits())?;
        self.0.modulus().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// A private key of two primes. Clones share its numbers, which are wiped with the last of them.
/// `Debug` tells how long it is and nothing else.
#[derive(Clone)]
pub struct PrivateKey {
    core: Arc<dyn PrivateOps>,
    public: PublicKey,
}

impl PrivateKey {
    /// Takes an RSAPrivateKey of two primes. RFC 8017, appendix A.1.2.
    ///
    /// Errors: `KeyEncoding`; `KeyRsaMultiPrime`; `KeyRsaModulus`, `KeyRsaExponent`;
    /// `KeyRsaInconsistent` unless `n`, `d`, both exponents and the coefficient are those of `p`,
    /// `q` and `e`; `KeyRsaWeak` for `p` and `q` that are composite, not half as long as `n` or
    /// close to each other (FIPS 186-5, section A.1.3), and for the pattern of ROCA
    /// (CVE-2017-15361).
    pub fn from_pkcs1_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        import::private(&documents::private_from_der(der)?, lengths)
    }

    /// Takes big-endian `n`, `e`, `d`, `p`, `q` and `1/q mod p`, as the documents of OpenSSH have
    /// them. Numbers may have leading zeros, but for `n` and `e`.
    ///
    /// Errors: those of [`PrivateKey::from_pkcs1_der`], but for those of documents.
    pub fn from_numbers(numbers: &[&[u8]; 6], lengths: Lengths) -> Result<Self, DecodeError> {
        let [n, e, rest @ ..] = *numbers;
        if [n, e].iter().any(|number| number.first().is_none_or(|byte| *byte == 0)) {
            return Err(DecodeError::KeyEncoding);
        }
        // How many zeros a number begins with, its document tells.
        let [d, p, q, qinv] = rest.map(|number| {
            let zeros = number.iter().take_while(|byte| **byte == 0).count();
            &number[zeros..]
        });
        import::import(&[n, e, d, p, q, qinv], None, lengths)
    }

    /// Takes an unencrypted PKCS#8 document of `rsaEncryption`, or of `id-RSASSA-PSS`, which says
    /// what the key is for. Errors: also `KeyAlgorithm`.
    pub fn from_pkcs8_der(der: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        let (numbers, permitted) = documents::pkcs8_from_der(der)?;
        import::private(&numbers, lengths).map(|key| key.permitting(permitted))
    }

    /// Takes the one PEM block `PRIVATE KEY` or `RSA PRIVATE KEY` of `text`. Errors: `Pem…`, and
    /// those of the DER.
    pub fn from_pem(text: &str, lengths: Lengths) -> Result<Self, DecodeError> {
        let (label, der) = pem::decode(text, &[pem::PKCS8, pem::RSA_PRIVATE])?;
        if label == pem::PKCS8 {
            Self::from_pkcs8_der(&der, lengths)
        } else {
            Self::from_pkcs1_der(&der, lengths)
        }
    }

    /// Makes a fresh key with a modulus of `bits` bits and the exponent 65537. FIPS 186-5, section
    /// A.1.3: two probable primes of half the length.
    ///
    /// Errors: `Unsupported` unless `bits` is a multiple of 256 from 2048 to 8192; `Random`. Leaks
    /// how many candidates were thrown away.
    pub fn generate(bits: usize) -> Result<Self, SignError> {
        if !(2048..=MAX_BITS).contains(&bits) || !bits.is_multiple_of(256) {
            return Err(SignError::Unsupported);
        }
        let (core, public) =
            with(Generate { bits }, bits, bits / 2).expect("there is room for all of them")?;
        Ok(Self { core, public: PublicKey(public, Permitted::Everything) })
    }

    /// The numbers, for those who look at parts.
    #[cfg(feature = "parts")]
    pub(crate) fn core(&self) -> &dyn PrivateOps {
        &*self.core
    }

    fn with_numbers<T>(&self, write: impl FnOnce(&documents::PrivateNumbers<'_>) -> T) -> T {
        let own = self.core.numbers();
        let [d, p, q, dp, dq, qinv] = own.each_ref().map(|number| &number[..]);
        self.public.with_numbers(|&[n, e]| write(&[n, e, d, p, q, dp, dq, qinv]))
    }

    /// Returns the RSAPrivateKey.
    #[must_use]
    pub fn to_pkcs1_der(&self) -> Zeroizing<Vec<u8>> {
        self.with_numbers(documents::private_to_der)
    }

    /// Returns the PKCS#8 document, version 1.
    #[must_use]
    pub fn to_pkcs8_der(&self) -> Zeroizing<Vec<u8>> {
        let permitted = self.public.permitted();
        self.with_numbers(|numbers| documents::pkcs8_to_der(numbers, permitted))
    }

    /// Returns the PEM block `PRIVATE KEY`.
    #[must_use]
    pub fn to_pkcs8_pem(&self) -> Zeroizing<String> {
        pem::encode(pem::PKCS8, &self.to_pkcs8_der())
    }

    /// Returns the key with all that is computed from its primes before the first operation, in an
    /// encoding of this library's version: for storage that keeps secrets and lets nobody change
    /// them, such as under authenticated encryption. It is no document to exchange.
    #[must_use]
    pub fn to_precalculated_bytes(&self) -> Zeroizing<Vec<u8>> {
        precalculated::encode(self)
    }

    /// Takes what [`to_precalculated_bytes`](Self::to_precalculated_bytes) gave.
    ///
    /// Only from storage that nobody could change: whether the primes are primes, and whether what
    /// was computed of them is right, is not tested again. What is wrong by accident is found by a
    /// digest, or by the check of the first result.
    ///
    /// Errors: `KeyEncoding` also for another version, and then the key must be taken from its
    /// document; `KeyRsaModulus`, `KeyRsaExponent`, `KeyRsaInconsistent`.
    pub fn from_precalculated_bytes(bytes: &[u8], lengths: Lengths) -> Result<Self, DecodeError> {
        precalculated::decode(bytes, lengths)
    }

    /// The public key that belongs to it.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Signs a message. The signature has as many bytes as the modulus.
    ///
    /// Errors: `Unsupported` for what the key is not [for](Permitted); `HashRefused` for SHA-1, and
    /// for a SHAKE by PKCS#1 v1.5; `SaltLength`; `MessageTooLong` and `MessageRange` for messages
    /// that are not hashed; `Random`; `Fault` if the result does not verify, which is then not
    /// given out.
    pub fn sign(&self, message: &[u8], scheme: Scheme) -> Result<Vec<u8>, SignError> {
        self.sign_input(&Input::of(message, scheme), scheme)
    }

    /// Like [`PrivateKey::sign`], for a digest, which is of the scheme's hash.
    ///
    /// Errors: also `HashRefused` for a digest of another hash; `Unsupported` for a scheme without
    /// a hash.
    pub fn sign_digest(&self, digest: &Digest, scheme: Scheme) -> Result<Vec<u8>, SignError> {
        self.sign_input(&Input::Digest(digest.clone()), scheme)
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rsa::PrivateKey({} bits)", self.public.bits())
    }
}

/// Forgets the blinding factors that are kept for keys in use; the next operation of each key makes
/// them anew.
pub fn clear_caches() {
    clear();
}

#[cfg(test)]
mod tests;
