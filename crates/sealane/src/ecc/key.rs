//! Keys, signatures and shared secrets: immutable values, right by construction.

pub(crate) mod der;
#[cfg(feature = "forms")]
pub mod forms;
mod given;

use crate::ecc::algorithm::{Algorithm, Kind};
use crate::ecc::documents::private::{self, PrivateDocument, PrivateParts};
use crate::ecc::documents::public;
use crate::ecc::ops::{MAX_PUBLIC_BYTES, Message, SignOptions, Wide};
use crate::ecc::scheme::Scheme;
use crate::encode::signature;
use crate::error::{BadSignature, DecodeError, DeriveError, SignError};
use crate::hash::Digest;
use crate::names::{MAX_FIELD_BYTES, MAX_ORDER_BYTES};
use crate::nonce::{fill_random, random_hedge};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use sealane_arith::secret::Secret;
use zeroize::{Zeroize, Zeroizing};

/// A public key: an algorithm and a point of its curve, on a Weierstrass curve not infinity.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PublicKey {
    pub(crate) algorithm: Algorithm,
    pub(crate) point: [Wide; 2],
}

impl PublicKey {
    /// The key's algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Takes the octets of a public key as its documents hold them: the octet string of a point,
    /// compressed or not (SEC 1, section 2.3.4), the encoding of RFC 8032, or that of RFC 7748.
    ///
    /// Errors: `KeyEncoding`, the hybrid forms included; `KeyLength` for octets of RFC 8032 and RFC
    /// 7748; `KeyPointInvalid` for infinity, a coordinate at or above the prime, a point that is
    /// not on the curve, and for Ed25519 and Ed448 an encoding that is not the canonical one.
    /// X25519 and X448 take every string of their length, as RFC 7748, section 5, has it: bits
    /// above the prime are masked and the rest is reduced, and a key is equal to the one its
    /// reduced form makes.
    pub fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self { algorithm, point: algorithm.ops().public_from_bytes(algorithm, bytes)? })
    }

    /// Returns the octets of the key, a point of a Weierstrass curve uncompressed.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.to_sec1(false)
    }

    /// Like [`PublicKey::from_bytes`], for keys over Weierstrass curves: SEC 1, section 2.3.4.
    ///
    /// Errors: also `KeyAlgorithm` for an algorithm over other curves.
    pub fn from_sec1(algorithm: Algorithm, point: &[u8]) -> Result<Self, DecodeError> {
        if algorithm.kind() != Kind::Weierstrass {
            return Err(DecodeError::KeyAlgorithm);
        }
        Self::from_bytes(algorithm, point)
    }

    /// Returns the octet string of the point, compressed or not. SEC 1, section 2.3.3. A key of an
    /// algorithm over other curves has one form, which is returned either way.
    #[must_use]
    pub fn to_sec1(&self, compressed: bool) -> Vec<u8> {
        let mut out = [0; MAX_PUBLIC_BYTES];
        let length = self.algorithm.ops().write_public(&self.point, compressed, &mut out);
        out[..length].to_vec()
    }

    /// Takes a SubjectPublicKeyInfo. RFC 5480, RFC 8410.
    ///
    /// Errors: `KeyAlgorithm`, `CurveUnsupported` (explicit parameters included), `KeyEncoding`,
    /// and those of [`PublicKey::from_bytes`].
    pub fn from_spki_der(der: &[u8]) -> Result<Self, DecodeError> {
        let (algorithm, point) = public::spki_from_der(der)?;
        Self::from_bytes(algorithm, point)
    }

    /// Returns the SubjectPublicKeyInfo, with the point uncompressed.
    #[must_use]
    pub fn to_spki_der(&self) -> Vec<u8> {
        public::spki_to_der(self.algorithm, &self.to_sec1(false))
    }

    /// Takes the one PEM block `PUBLIC KEY` of `text`. Errors: `Pem…`, and those of the DER.
    pub fn from_pem(text: &str) -> Result<Self, DecodeError> {
        Self::from_spki_der(&public::spki_from_pem(text)?)
    }

    /// Returns the PEM block `PUBLIC KEY`.
    #[must_use]
    pub fn to_spki_pem(&self) -> String {
        public::spki_to_pem(self.algorithm, &self.to_sec1(false))
    }

    /// Verifies a signature of a message. Variable-time: all is public.
    ///
    /// A signature is not valid by a scheme that is not the key's.
    pub fn verify(
        &self,
        message: &[u8],
        scheme: Scheme<'_>,
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        self.verify_by(Message::Whole(message, scheme), signature)
    }

    /// Verifies a signature of a digest: ECDSA (FIPS 186-5, section 6.4.2), and Ed25519ph and
    /// Ed448ph for a digest of their own hash. Variable-time: all is public.
    pub fn verify_digest(
        &self,
        digest: &Digest,
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        self.verify_by(Message::Digest(digest, None), signature)
    }

    /// Like [`PublicKey::verify_digest`], with the context of Ed25519ph or Ed448ph.
    pub fn verify_digest_with_context(
        &self,
        digest: &Digest,
        context: &[u8],
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        self.verify_by(Message::Digest(digest, Some(context)), signature)
    }

    fn verify_by(&self, message: Message<'_>, signature: &Signature) -> Result<(), BadSignature> {
        self.verify_with(self.algorithm.ops(), message, signature)
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PublicKey({}, ", self.algorithm)?;
        self.to_sec1(true).iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// A private key: a scalar in `1..n`, a seed (RFC 8032) or a string (RFC 7748), and the public key
/// that belongs to it. Wiped on drop, a clone as well. `Debug` names the algorithm, nothing else.
pub struct PrivateKey {
    pub(crate) scalar: Secret<Wide>,
    pub(crate) public: PublicKey,
}

impl PrivateKey {
    /// The key's algorithm.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.public.algorithm
    }

    /// The public key that belongs to it.
    #[must_use]
    pub fn public_key(&self) -> &PublicKey {
        &self.public
    }

    /// Makes a fresh key from the system's random generator. FIPS 186-5, section A.2.2; RFC 8032,
    /// section 5.1.5; RFC 7748, section 6.
    ///
    /// Errors: `Random`.
    pub fn generate(algorithm: Algorithm) -> Result<Self, SignError> {
        Self::generate_with(algorithm, algorithm.ops(), fill_random)
    }

    /// Takes a big-endian scalar, exactly as wide as the group order, or the octets of RFC 8032 or
    /// RFC 7748.
    ///
    /// Errors: `KeyLength`; `KeyRange` for a scalar that is 0 or at least the order.
    pub fn from_bytes(algorithm: Algorithm, scalar: &[u8]) -> Result<Self, DecodeError> {
        Ok(Self::of_scalar(algorithm, algorithm.ops().private_from_bytes(scalar)?))
    }

    fn of_scalar(algorithm: Algorithm, scalar: Secret<Wide>) -> Self {
        let point = algorithm.ops().public_of(&scalar);
        Self { scalar, public: PublicKey { algorithm, point } }
    }

    /// A stored public key must be the one of the scalar.
    fn of_parts(parts: &PrivateParts<'_>) -> Result<Self, DecodeError> {
        let key = Self::from_bytes(parts.algorithm, parts.scalar)?;
        match parts.public {
            Some(stored) if PublicKey::from_bytes(parts.algorithm, stored)? != key.public => {
                Err(DecodeError::KeyMismatch)
            }
            _ => Ok(key),
        }
    }

    /// Takes an unencrypted PKCS#8 document of version 1 or 2. RFC 5208, RFC 5958, with
    /// the key of RFC 5915 or RFC 8410 inside.
    ///
    /// Errors: `KeyAlgorithm`, `CurveUnsupported`, `KeyCurveMismatch`, `KeyEncoding`, `KeyLength`,
    /// `KeyRange`; `KeyMismatch` if the public key inside is not the scalar's.
    pub fn from_pkcs8_der(der: &[u8]) -> Result<Self, DecodeError> {
        Self::of_parts(&private::pkcs8_from_der(der)?)
    }

    /// Takes an RFC 5915 document that names its curve. Errors: those of
    /// [`PrivateKey::from_pkcs8_der`].
    pub fn from_sec1_der(der: &[u8]) -> Result<Self, DecodeError> {
        Self::of_parts(&private::sec1_from_der(None, der)?)
    }

    /// Takes the one PEM block `PRIVATE KEY` or `EC PRIVATE KEY` of `text`. Errors: `Pem…`, and
    /// those of the DER.
    pub fn from_pem(text: &str) -> Result<Self, DecodeError> {
        Self::of_parts(&PrivateDocument::from_pem(text)?.parts()?)
    }

    /// Returns what [`PrivateKey::from_bytes`] takes.
    #[must_use]
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let mut out = Zeroizing::new(alloc::vec![0; self.algorithm().order_bytes()]);
        let mut scalar = self.scalar.reveal("a private key is exported because its owner asks");
        self.algorithm().ops().write_integer(&scalar, &mut out);
        scalar.zeroize();
        out
    }

    fn with_parts<T>(&self, write: impl FnOnce(&PrivateParts<'_>) -> T) -> T {
        let (scalar, point) = (self.to_bytes(), self.public.to_bytes());
        let algorithm = self.algorithm();
        write(&PrivateParts { algorithm, scalar: &scalar, public: Some(&point) })
    }

    /// Returns the PKCS#8 document, version 1, with the public key inside where RFC 5915 has it.
    #[must_use]
    pub fn to_pkcs8_der(&self) -> Zeroizing<Vec<u8>> {
        self.with_parts(private::pkcs8_to_der)
    }

    /// Returns the PEM block `PRIVATE KEY`.
    #[must_use]
    pub fn to_pkcs8_pem(&self) -> Zeroizing<String> {
        self.with_parts(private::pkcs8_to_pem)
    }

    /// Returns the RFC 5915 document with the curve's name and the public key; `None` for keys over
    /// other curves than Weierstrass's, which have no such form.
    #[must_use]
    pub fn to_sec1_der(&self) -> Option<Zeroizing<Vec<u8>>> {
        self.has_sec1().then(|| self.with_parts(private::sec1_to_der))
    }

    /// Returns the PEM block `EC PRIVATE KEY`; `None` like [`PrivateKey::to_sec1_der`].
    #[must_use]
    pub fn to_sec1_pem(&self) -> Option<Zeroizing<String>> {
        self.has_sec1().then(|| self.with_parts(private::sec1_to_pem))
    }

    fn has_sec1(&self) -> bool {
        self.algorithm().kind() == Kind::Weierstrass
    }

    /// Signs a message by a scheme of the key's algorithm.
    ///
    /// Errors: `Unsupported` for another scheme, and for keys that do not sign; `HashRefused` for
    /// ECDSA with SHA-1; `ContextLength`; `Random` (ECDSA and BIP 340 with hedged nonces only);
    /// `Fault` (with the check only). Leaks nothing but how often a nonce of ECDSA was rejected,
    /// which says nothing of the nonce kept.
    pub fn sign(
        &self,
        message: &[u8],
        scheme: Scheme<'_>,
        options: impl Into<SignOptions>,
    ) -> Result<Signature, SignError> {
        self.sign_by(Message::Whole(message, scheme), options.into())
    }

    /// Signs a digest: ECDSA (FIPS 186-5, section 6.4.1), and Ed25519ph and Ed448ph for a digest of
    /// their own hash. Like [`PrivateKey::sign`].
    pub fn sign_digest(
        &self,
        digest: &Digest,
        options: impl Into<SignOptions>,
    ) -> Result<Signature, SignError> {
        self.sign_by(Message::Digest(digest, None), options.into())
    }

    /// Like [`PrivateKey::sign_digest`], with the context of Ed25519ph or Ed448ph.
    ///
    /// Errors: `Unsupported` also for ECDSA, which has none.
    pub fn sign_digest_with_context(
        &self,
        digest: &Digest,
        context: &[u8],
        options: impl Into<SignOptions>,
    ) -> Result<Signature, SignError> {
        self.sign_by(Message::Digest(digest, Some(context)), options.into())
    }

    fn sign_by(&self, message: Message<'_>, options: SignOptions) -> Result<Signature, SignError> {
        self.sign_with(self.algorithm().ops(), message, options, random_hedge)
    }

    /// Puts together what need not belong together.
    #[cfg(feature = "test-hooks")]
    pub(crate) fn from_parts(scalar: Secret<Wide>, public: PublicKey) -> Self {
        Self { scalar, public }
    }

    /// Returns both halves of a signature, as the options want them.
    pub(crate) fn halves_of(
        &self,
        message: Message<'_>,
        options: SignOptions,
    ) -> Result<[Wide; 2], SignError> {
        self.halves_with(self.algorithm().ops(), message, options, random_hedge)
    }

    /// Returns the secret shared with `peer`.
    ///
    /// Errors: `Unsupported` for a key that derives none; `KeyCurveMismatch`; `SmallOrder`.
    pub fn derive(&self, peer: &PublicKey) -> Result<SharedSecret, DeriveError> {
        self.derive_with(self.algorithm().ops(), peer)
    }
}

impl Clone for PrivateKey {
    fn clone(&self) -> Self {
        Self { scalar: self.scalar.map(|scalar| *scalar), public: self.public.clone() }
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PrivateKey({})", self.algorithm())
    }
}

/// A signature: `r` and `s` of ECDSA, both in `1..n`; or `R` and `S` of EdDSA, `S` below `n`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Signature {
    pub(crate) algorithm: Algorithm,
    pub(crate) halves: [Wide; 2],
}

impl Signature {
    /// The algorithm of the key that may have made it.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Takes what documents hold: `SEQUENCE { r INTEGER, s INTEGER }` in strict DER (RFC 3279,
    /// section 2.2.3), and for EdDSA what [`Signature::from_bytes`] takes, for it has no other form
    /// (RFC 8410, section 6).
    ///
    /// Errors: `SigLength`, `SigEncoding`; `SigInvalid` for a half outside its range;
    /// `SigUnsupported`.
    pub fn from_der(algorithm: Algorithm, der: &[u8]) -> Result<Self, DecodeError> {
        if algorithm.kind() != Kind::Weierstrass {
            return Self::from_bytes(algorithm, der);
        }
        Self::of_integers(algorithm, &signature::from_der(algorithm.order_bytes(), der)?)
    }

    /// Takes `r` then `s`, each as wide as the algorithm has them. Errors: `SigUnsupported`,
    /// `SigLength`, `SigInvalid`.
    pub fn from_bytes(algorithm: Algorithm, bytes: &[u8]) -> Result<Self, DecodeError> {
        if !algorithm.signs() {
            return Err(DecodeError::SigUnsupported);
        }
        Self::of_integers(algorithm, &signature::from_fixed(algorithm.order_bytes(), bytes)?)
    }

    /// Takes a signature of BIP 340: `x(R)` then `s`, 32 bytes each.
    ///
    /// Errors: `SigUnsupported` for a curve without that scheme; `SigLength`; `SigInvalid` for a
    /// half at or above its modulus.
    pub fn from_bip340_bytes(algorithm: Algorithm, bytes: &[u8]) -> Result<Self, DecodeError> {
        let (r, s) = bytes.split_at(bytes.len() / 2);
        Ok(Self { algorithm, halves: algorithm.ops().bip340_halves(r, s)? })
    }

    fn of_integers(
        algorithm: Algorithm,
        integers: &signature::Integers,
    ) -> Result<Self, DecodeError> {
        let halves = algorithm.ops().signature_halves(integers.r(), integers.s())?;
        Ok(Self { algorithm, halves })
    }

    /// Demands the lower of the two `s` that are right for a signature: `s <= n / 2`.
    ///
    /// Errors: `SigHighS`. For protocols in which a signature must have one form. A signature of
    /// EdDSA has no twin and passes.
    pub fn require_low_s(&self) -> Result<(), DecodeError> {
        if self.to_low_s() == *self { Ok(()) } else { Err(DecodeError::SigHighS) }
    }

    /// Returns the signature with the lower of the two `s` that are right for it: `s <= n / 2`.
    #[must_use]
    pub fn to_low_s(&self) -> Self {
        let [r, s] = self.halves;
        Self { algorithm: self.algorithm, halves: [r, self.algorithm.ops().low_s(&s)] }
    }

    /// Returns what [`Signature::from_der`] takes.
    #[must_use]
    pub fn to_der(&self) -> Vec<u8> {
        let mut out = [0; der::MAX_DER_BYTES];
        let n = der::signature_to_der(self, &mut out).expect("the buffer takes the longest form");
        out[..n].to_vec()
    }

    /// Returns `r` then `s`, each as wide as the algorithm has them.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = [0; 2 * MAX_ORDER_BYTES];
        let length = self.write_bytes(&mut out);
        out[..length].to_vec()
    }

    /// Writes what [`Signature::to_bytes`] returns to the start of `out`, which has room for it,
    /// and returns its bytes.
    pub(crate) fn write_bytes(&self, out: &mut [u8]) -> usize {
        let width = self.algorithm.order_bytes();
        for (half, slot) in self.halves.iter().zip(out.chunks_exact_mut(width)) {
            self.algorithm.ops().write_integer(half, slot);
        }
        2 * width
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({}, ", self.algorithm)?;
        self.to_bytes().iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// The secret of a key agreement. Wiped on drop.
pub struct SharedSecret {
    pub(crate) bytes: [u8; MAX_FIELD_BYTES],
    pub(crate) len: usize,
}

impl SharedSecret {
    /// Room for one.
    pub(crate) fn empty() -> Self {
        Self { bytes: [0; MAX_FIELD_BYTES], len: 0 }
    }

    /// The bytes, as many as the field of the curve has.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Says how long it is and nothing else.
impl fmt::Debug for SharedSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedSecret({} bytes)", self.len)
    }
}

impl Drop for SharedSecret {
    fn drop(&mut self) {
        self.bytes.zeroize();
    }
}
