//! DSA: keys and signatures. FIPS 186-4, section 4; nonces of RFC 6979.
//!
//! For what has to be verified or signed as it was long ago: FIPS 186-5 has no new signatures by
//! it. Domain parameters are taken with 2048 and 224, 2048 and 256, or 3072 and 256 bits, and with
//! 1024 and 160 to verify only.
//!
//! ```no_run
//! use sealane::dsa::{Parameters, PrivateKey};
//! use sealane::{Hash, Nonces};
//!
//! let key = PrivateKey::generate(&Parameters::generate(2048, 256)?)?;
//! let signature = key.sign(b"message", Hash::Sha256, Nonces::Hedged)?;
//! key.public_key().verify(b"message", Hash::Sha256, &signature)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod documents;
mod precalculated;
pub(crate) mod primitive;
mod signature;

use crate::dsa::primitive::{
    Group, Scalar, bits_vartime, check_vartime, generate_vartime, sign, verify_vartime,
};
use crate::encode::pem;
use crate::error::{BadSignature, DecodeError, SignError};
use crate::hash::{Digest, Hash};
use crate::names::MAX_ORDER_BYTES;
use crate::nonce::{Generator, Hedge, NonceRequest, Nonces, Order, SignOptions};
use crate::nonce::{hedge_by, random_hedge};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::modulus::integer;
use sealane_arith::secret::Secret;
pub use signature::Signature;
use zeroize::{Zeroize, Zeroizing};

/// Domain parameters: primes `p` and `q`, and `g` of order `q` modulo `p`.
///
/// Clones share the table of powers of `g`, which is made when it is first needed.
#[derive(Clone)]
pub struct Parameters(Arc<dyn Group>);

impl Parameters {
    /// Takes big-endian `p`, `q` and `g`, of which nothing is believed: each prime passes a round
    /// of Miller and Rabin's test to the base 2, Lucas's test, and 8 rounds to random bases.
    ///
    /// Errors: `KeyDsaLengths`, `KeyDsaParameters`.
    pub fn from_numbers(p: &[u8], q: &[u8], g: &[u8]) -> Result<Self, DecodeError> {
        check_vartime(p, q, g).map(Self)
    }

    /// Makes fresh ones: FIPS 186-4, appendices A.1.1.2 and A.2.1. Takes seconds.
    ///
    /// Errors: `Unsupported` unless the lengths are 2048 and 224, 2048 and 256, or 3072 and 256;
    /// `Random`.
    pub fn generate(bits: usize, order_bits: usize) -> Result<Self, SignError> {
        generate_vartime(bits, order_bits).map(Self)
    }

    /// Bit length of `p`.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.0.bits()
    }

    /// Bit length of `q`.
    #[must_use]
    pub fn order_bits(&self) -> usize {
        self.0.q().bits()
    }

    /// Bytes of `q`, and so of each half of a signature.
    fn order_bytes(&self) -> usize {
        self.0.q().bytes()
    }

    /// `p`, `q` and `g`, big-endian, without leading zeros but for those of `g`, which is as long
    /// as `p`.
    #[must_use]
    pub fn numbers(&self) -> [Vec<u8>; 3] {
        self.0.numbers()
    }

    /// Whether signatures are made with them, and not only verified.
    #[must_use]
    pub fn signs(&self) -> bool {
        self.bits() >= 2048
    }

    /// Takes a big-endian `x`. Errors: `KeyRange` unless it is in `1..q`.
    fn private_scalar(&self, x: &[u8]) -> Result<Secret<Scalar>, DecodeError> {
        let (mut words, fits) = integer::from_be_bytes(x);
        let x = Secret::new(words);
        words.zeroize();
        let good = x.map(|x| fits.and(self.0.q().is_unit(x)).to_bits());
        if good.reveal("whether a private key is in range: refused if not, and true of every key")
            == 1
        {
            Ok(x)
        } else {
            Err(DecodeError::KeyRange)
        }
    }

    /// Returns a big-endian number with as many bytes as `p`; `None` for one that is not below it.
    /// Variable-time: public keys have such.
    fn widened_vartime(&self, number: &[u8]) -> Option<Vec<u8>> {
        let [p, ..] = self.numbers();
        let used = bits_vartime(number).div_ceil(8);
        let mut wide = alloc::vec![0; p.len().checked_sub(used)?];
        wide.extend_from_slice(&number[number.len() - used..]);
        (wide < p).then_some(wide)
    }
}

impl PartialEq for Parameters {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.numbers() == other.numbers()
    }
}

impl Eq for Parameters {}

impl core::hash::Hash for Parameters {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.numbers().hash(state);
    }
}

impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dsa::Parameters({} bits, {} bits)", self.bits(), self.order_bits())
    }
}

/// A public key.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PublicKey {
    parameters: Parameters,
    /// Big-endian, as long as `p`.
    y: Vec<u8>,
}

impl PublicKey {
    /// Takes a big-endian `y`.
    ///
    /// Errors: `KeyDsaPublic` unless `2 <= y <= p - 2` and `y^q = 1`.
    pub fn from_number(parameters: &Parameters, y: &[u8]) -> Result<Self, DecodeError> {
        if !parameters.0.is_member_vartime(y) {
            return Err(DecodeError::KeyDsaPublic);
        }
        let y = parameters.widened_vartime(y).ok_or(DecodeError::KeyDsaPublic)?;
        Ok(Self { parameters: parameters.clone(), y })
    }

    /// Takes a SubjectPublicKeyInfo of `id-dsa` with parameters.
    ///
    /// Errors: `KeyAlgorithm`; `KeyEncoding`, also for a key without parameters; `KeyDsaLengths`,
    /// `KeyDsaParameters`, `KeyDsaPublic`.
    pub fn from_spki_der(der: &[u8]) -> Result<Self, DecodeError> {
        let [p, q, g, y] = documents::spki_from_der(der)?;
        Self::from_number(&Parameters::from_numbers(p, q, g)?, y)
    }

    /// Takes the one PEM block `PUBLIC KEY` of `text`. Errors: `Pem…`, and those of the DER.
    pub fn from_pem(text: &str) -> Result<Self, DecodeError> {
        Self::from_spki_der(&pem::decode(text, &[pem::PUBLIC])?.1)
    }

    /// Returns the SubjectPublicKeyInfo.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        let [p, q, g] = self.parameters.numbers();
        documents::spki_to_der(&[&p, &q, &g, &self.y])
    }

    /// Returns the PEM block `PUBLIC KEY`.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        core::mem::take(&mut pem::encode(pem::PUBLIC, &self.to_spki_der()))
    }

    /// The domain parameters.
    #[must_use]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// `y`, big-endian, as long as `p`.
    #[must_use]
    pub fn number(&self) -> &[u8] {
        &self.y
    }

    /// Verifies a signature of a message. Variable-time: all is public.
    pub fn verify(
        &self,
        message: &[u8],
        hash: Hash,
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        self.verify_digest(&Digest::of(hash, message), signature)
    }

    /// Verifies a signature of a digest, of which the leftmost bits count, as many as `q` has.
    /// Variable-time: all is public.
    pub fn verify_digest(
        &self,
        digest: &Digest,
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        let group = &*self.parameters.0;
        let q = group.q();
        let in_range = |half: &Scalar| q.is_unit(half).to_bool_vartime();
        let z = q.digest_to_scalar(digest.as_bytes());
        let good = signature.halves.iter().all(in_range)
            && verify_vartime(group, &self.y, &z, &signature.halves);
        if good { Ok(()) } else { Err(BadSignature) }
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "dsa::PublicKey({} bits, ", self.parameters.bits())?;
        self.y.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// A private key: `x` in `1..q`. Wiped on drop, a clone as well. `Debug` tells the lengths of its
/// parameters and nothing else.
pub struct PrivateKey {
    x: Secret<Scalar>,
    public: PublicKey,
}

impl PrivateKey {
    /// Takes a big-endian `x`. Errors: `KeyRange` for one that is 0 or at least `q`.
    pub fn from_number(parameters: &Parameters, x: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self::of_scalar(parameters, parameters.private_scalar(x)?))
    }

    fn of_scalar(parameters: &Parameters, x: Secret<Scalar>) -> Self {
        let y = parameters.0.public_of(&x);
        Self { x, public: PublicKey { parameters: parameters.clone(), y } }
    }

    /// Makes a fresh key. FIPS 186-4, appendix B.1.2. Errors: `Random`.
    pub fn generate(parameters: &Parameters) -> Result<Self, SignError> {
        Ok(Self::of_scalar(parameters, parameters.0.q().random_scalar()?))
    }

    /// Takes an unencrypted PKCS#8 document of `id-dsa`, of version 1 or 2.
    ///
    /// Errors: `KeyAlgorithm`, `KeyEncoding`, `KeyDsaLengths`, `KeyDsaParameters`, `KeyRange`;
    /// `KeyDsaPublic`, `KeyMismatch` for a public key beside it that is none, or another key's.
    pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, DecodeError> {
        let ([p, q, g, x], y) = documents::pkcs8_from_der(der)?;
        let key = Self::from_number(&Parameters::from_numbers(p, q, g)?, x)?;
        y.map_or(Ok(()), |y| key.belongs_to(y))?;
        Ok(key)
    }

    /// Demands that `y` is the key's own. Errors: `KeyDsaPublic`, `KeyMismatch`.
    fn belongs_to(&self, y: &[u8]) -> Result<(), DecodeError> {
        let public = PublicKey::from_number(self.public.parameters(), y)?;
        if public == self.public { Ok(()) } else { Err(DecodeError::KeyMismatch) }
    }

    /// Takes the one PEM block `PRIVATE KEY` of `text`, or `DSA PRIVATE KEY`, as OpenSSL wrote it
    /// before. Errors: `Pem…`, and those of the DER.
    pub fn from_pem(text: &str) -> Result<Self, DecodeError> {
        let (label, der) = pem::decode(text, &[pem::PKCS8, pem::DSA_PRIVATE])?;
        if label == pem::PKCS8 { Self::from_pkcs8_der(&der) } else { Self::from_openssl_der(&der) }
    }

    /// Takes what OpenSSL wrote before PKCS#8: a sequence of 0, `p`, `q`, `g`, `y` and `x`.
    ///
    /// Errors: those of [`PrivateKey::from_pkcs8_der`]; `KeyMismatch` if `y` is another key's.
    pub fn from_openssl_der(der: &[u8]) -> Result<Self, DecodeError> {
        let [p, q, g, y, x] = documents::openssl_from_der(der)?;
        let key = Self::from_number(&Parameters::from_numbers(p, q, g)?, x)?;
        key.belongs_to(y)?;
        Ok(key)
    }

    /// Returns the PKCS#8 document, version 1.
    #[must_use]
    pub fn to_pkcs8_der(&self) -> Zeroizing<Vec<u8>> {
        let [p, q, g] = self.public.parameters.numbers();
        self.with_x(|x| documents::pkcs8_to_der(&[&p, &q, &g, x]))
    }

    /// Calls `use_it` with `x`, big-endian, as wide as `q`.
    fn with_x<T>(&self, use_it: impl FnOnce(&[u8]) -> T) -> T {
        let mut x = Zeroizing::new([0; MAX_ORDER_BYTES]);
        let x = &mut x[..self.public.parameters.order_bytes()];
        let words =
            Zeroizing::new(self.x.reveal("a private key is exported because its owner asks"));
        bytes::to_be_bytes(&*words, x);
        use_it(x)
    }

    /// Returns the key with what is known of it, its public number and that its domain parameters
    /// are good, in an encoding of this library's version: for storage that keeps secrets and lets
    /// nobody change them, such as under authenticated encryption. It is no document to exchange.
    #[must_use]
    pub fn to_precalculated_bytes(&self) -> Zeroizing<Vec<u8>> {
        precalculated::encode(self)
    }

    /// Takes what [`to_precalculated_bytes`](Self::to_precalculated_bytes) gave.
    ///
    /// Only from storage that nobody could change: whether the primes are primes, `g` is of order
    /// `q` and the public number the key's is not tested again. What is changed by accident is
    /// found by a digest.
    ///
    /// Errors: `KeyEncoding` also for another version, and then the key must be taken from its
    /// document; `KeyDsaLengths`, `KeyDsaParameters`, `KeyDsaPublic`, `KeyRange` for numbers that
    /// have no place.
    pub fn from_precalculated_bytes(bytes: &[u8]) -> Result<Self, DecodeError> {
        precalculated::decode(bytes)
    }

    /// Returns the PEM block `PRIVATE KEY`.
    #[must_use]
    pub fn to_pkcs8_pem(&self) -> Zeroizing<String> {
        pem::encode(pem::PKCS8, &self.to_pkcs8_der())
    }

    /// The public key that belongs to it.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Signs a message.
    ///
    /// Errors: `Unsupported` for a `p` of fewer than 2048 bits; `HashRefused` for SHA-1; `Random`
    /// (hedged nonces only); `Fault` (with the check only). Leaks nothing but how often a nonce was
    /// rejected, which says nothing of the nonce kept.
    pub fn sign(
        &self,
        message: &[u8],
        hash: Hash,
        options: impl Into<SignOptions>,
    ) -> Result<Signature, SignError> {
        self.sign_digest(&Digest::of(hash, message), options)
    }

    /// Like [`PrivateKey::sign`], for a digest, of which the leftmost bits count, as many as `q`
    /// has.
    pub fn sign_digest(
        &self,
        digest: &Digest,
        options: impl Into<SignOptions>,
    ) -> Result<Signature, SignError> {
        self.sign_with(digest, options.into(), random_hedge)
    }

    /// Signs a digest, with the random bytes of a nonce by `fill`.
    pub(crate) fn sign_by_random(
        &self,
        digest: &Digest,
        fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Signature, SignError> {
        self.sign_with(digest, SignOptions::default(), || hedge_by(fill))
    }

    fn sign_with(
        &self,
        digest: &Digest,
        options: SignOptions,
        hedge: impl FnOnce() -> Result<Hedge, SignError>,
    ) -> Result<Signature, SignError> {
        if !self.public.parameters.signs() {
            return Err(SignError::Unsupported);
        }
        if digest.hash().is_some_and(|hash| !hash.signs()) {
            return Err(SignError::HashRefused);
        }
        let hedge = match options.nonces {
            Nonces::Hedged => Some(hedge()?),
            Nonces::Deterministic => None,
        };
        let signature = self.sign_any(digest, hedge.as_ref());
        if options.check && self.public.verify_digest(digest, &signature).is_err() {
            return Err(SignError::Fault);
        }
        Ok(signature)
    }

    /// Signs with a given big-endian nonce, and with any parameters: for hooks. `None` for a nonce
    /// outside `1..q` and for a zero half.
    #[cfg(feature = "test-hooks")]
    pub(crate) fn sign_with_nonce_vartime(
        &self,
        digest: &Digest,
        nonce: &[u8],
    ) -> Option<Signature> {
        let group = &*self.public.parameters.0;
        let (nonce, fits) = integer::from_be_bytes(nonce);
        if !fits.and(group.q().is_unit(&nonce)).to_bool_vartime() {
            return None;
        }
        let z = group.q().digest_to_scalar(digest.as_bytes());
        let halves = sign(group, &self.x, &Secret::new(nonce), &z)?;
        Some(Signature { width: group.q().bytes(), halves })
    }

    /// Signs with any hash and any parameters.
    fn sign_any(&self, digest: &Digest, hedge: Option<&Hedge>) -> Signature {
        let group = &*self.public.parameters.0;
        let z = group.q().digest_to_scalar(digest.as_bytes());
        let request = NonceRequest { scalar: &self.x, digest, hedge };
        let mut generator = Generator::new(group.q(), request);
        loop {
            let nonce = generator.next(group.q());
            if let Some(halves) = sign(group, &self.x, &nonce, &z) {
                return Signature { width: group.q().bytes(), halves };
            }
        }
    }
}

impl Clone for PrivateKey {
    fn clone(&self) -> Self {
        Self { x: self.x.map(|x| *x), public: self.public.clone() }
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = self.public.parameters();
        write!(f, "dsa::PrivateKey({} bits, {} bits)", of.bits(), of.order_bits())
    }
}

#[cfg(test)]
pub(crate) mod tests;
