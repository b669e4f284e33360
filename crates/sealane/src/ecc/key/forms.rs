//! P-256 over another form of its coordinate field: the operations on keys by the same code.
//!
//! Exists only with the feature `forms`, for measuring forms beside each other and proving them
//! equal. Keys, signatures and secrets are the ordinary ones, so what one form makes another can
//! take.

use super::{PrivateKey, PublicKey, SharedSecret, Signature};
use crate::ecc::agree;
use crate::ecc::algorithm::Algorithm;
use crate::ecc::ops::group::OneByOne;
use crate::ecc::ops::short::{ShortOps, sign_once};
use crate::ecc::ops::{self, Message, Nonces, Ops, Wide, fit};
use crate::ecc::scheme::Scheme;
use crate::error::{BadSignature, DecodeError, SignError};
use crate::group::curve::{BaseTable, Curve};
use crate::hash::{Digest, Hash};
use crate::nonce::{fill_random, random_hedge};
use alloc::boxed::Box;
use sealane_arith::generated::P256N;
use sealane_arith::machine::One;
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;

/// Words of a scalar of P-256.
type Scalar = <P256N as Prime>::Limbs;
/// A signature by key, nonce and digest.
type SignOnce = fn(&Secret<Scalar>, &Secret<Scalar>, &Digest) -> Option<[Wide; 2]>;

/// One form of P-256.
pub struct Form {
    ops: Box<dyn Ops>,
    once: SignOnce,
}

impl Form {
    /// The algorithm of every key here.
    pub const ALGORITHM: Algorithm = Algorithm::EcP256;

    /// Takes the curve, which must be P-256 with its coordinates in any form, and makes its table.
    #[must_use]
    pub fn of<C: Curve<N = P256N> + BaseTable<One>>() -> Self {
        let ops = Box::new(ShortOps::<C, One, OneByOne>::NEW);
        ops.prepare();
        Self { ops, once: sign_once::<C, One, OneByOne> }
    }

    /// Like [`PrivateKey::generate`].
    pub fn generate(&self) -> Result<PrivateKey, SignError> {
        Ok(self.key(ops::generate(&*self.ops, Self::ALGORITHM.order_bytes(), fill_random)?))
    }

    /// Like [`PrivateKey::from_bytes`].
    pub fn key_from_bytes(&self, scalar: &[u8]) -> Result<PrivateKey, DecodeError> {
        Ok(self.key(self.ops.private_from_bytes(scalar)?))
    }

    fn key(&self, scalar: Secret<Wide>) -> PrivateKey {
        let point = self.ops.public_of(&scalar);
        PrivateKey { scalar, public: PublicKey { algorithm: Self::ALGORITHM, point } }
    }

    /// Like [`PublicKey::from_sec1`].
    pub fn public_from_sec1(&self, point: &[u8]) -> Result<PublicKey, DecodeError> {
        let algorithm = Self::ALGORITHM;
        Ok(PublicKey { algorithm, point: self.ops.public_from_bytes(algorithm, point)? })
    }

    /// Like [`PrivateKey::sign`].
    pub fn sign(
        &self,
        key: &PrivateKey,
        message: &[u8],
        hash: Hash,
        nonces: Nonces,
    ) -> Result<Signature, SignError> {
        let message = Message::Whole(message, Scheme::Ecdsa(hash));
        let hedge = (nonces == Nonces::Hedged).then(random_hedge).transpose()?;
        let (private, public) = (&key.scalar, &key.public.point);
        let halves = self.ops.sign(private, public, message, hedge.as_ref())?;
        Ok(Signature { algorithm: Self::ALGORITHM, halves })
    }

    /// Signs with a given big-endian nonce; `None` for a nonce outside `1..n` and for a zero half.
    #[must_use]
    pub fn sign_with_nonce(
        &self,
        key: &PrivateKey,
        digest: &Digest,
        nonce: &[u8],
    ) -> Option<Signature> {
        let nonce = self.ops.private_from_bytes(nonce).ok()?;
        let halves = (self.once)(&key.scalar.map(fit), &nonce.map(fit), digest)?;
        Some(Signature { algorithm: Self::ALGORITHM, halves })
    }

    /// Like [`PublicKey::verify_digest`].
    pub fn verify(
        &self,
        key: &PublicKey,
        digest: &Digest,
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        let good = self.ops.verify(&key.point, Message::Digest(digest, None), &signature.halves);
        if good { Ok(()) } else { Err(BadSignature) }
    }

    /// Like [`PrivateKey::derive`].
    #[must_use]
    pub fn derive(&self, key: &PrivateKey, peer: &PublicKey) -> SharedSecret {
        let mut secret = SharedSecret::empty();
        let len = agree::derive_by(&*self.ops, key, peer, &mut secret.bytes);
        secret.len = len.expect("the buffer takes the secret of any curve");
        secret
    }
}
