//! The operations of keys, by given [`Ops`]: those of the machine that runs, or watched ones.

use super::{PrivateKey, PublicKey, SharedSecret, Signature};
use crate::ecc::agree;
use crate::ecc::algorithm::Algorithm;
use crate::ecc::ops::{self, Message, Ops, SignOptions, Wide};
use crate::ecc::scheme::Scheme;
use crate::error::{BadSignature, DeriveError, SignError};
use crate::nonce::{Hedge, hedge_by};

impl PublicKey {
    /// Like [`PublicKey::verify`].
    pub(crate) fn verify_with(
        &self,
        ops: &dyn Ops,
        message: Message<'_>,
        signature: &Signature,
    ) -> Result<(), BadSignature> {
        let good = signature.algorithm == self.algorithm
            && ops.verify(&self.point, message, &signature.halves);
        if good { Ok(()) } else { Err(BadSignature) }
    }
}

impl PrivateKey {
    /// Like [`PrivateKey::generate`], with random bytes by `fill`.
    pub(crate) fn generate_with(
        algorithm: Algorithm,
        ops: &dyn Ops,
        fill: impl FnMut(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Self, SignError> {
        let scalar = ops::generate(ops, algorithm.order_bytes(), fill)?;
        let point = ops.public_of(&scalar);
        Ok(Self { scalar, public: PublicKey { algorithm, point } })
    }

    /// Like [`PrivateKey::sign`], with the random bytes of a nonce by `hedge`.
    pub(crate) fn sign_with(
        &self,
        ops: &dyn Ops,
        message: Message<'_>,
        options: SignOptions,
        hedge: impl FnOnce() -> Result<Hedge, SignError>,
    ) -> Result<Signature, SignError> {
        let halves = self.halves_with(ops, message, options, hedge)?;
        Ok(Signature { algorithm: self.algorithm(), halves })
    }

    /// Signs a message, with the random bytes of a nonce by `fill`.
    pub(crate) fn sign_by_random(
        &self,
        message: &[u8],
        scheme: Scheme<'_>,
        fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
    ) -> Result<Signature, SignError> {
        let (ops, message) = (self.algorithm().ops(), Message::Whole(message, scheme));
        self.sign_with(ops, message, SignOptions::default(), || hedge_by(fill))
    }

    /// Returns both halves of a signature, as the options want them.
    pub(crate) fn halves_with(
        &self,
        ops: &dyn Ops,
        message: Message<'_>,
        options: SignOptions,
        hedge: impl FnOnce() -> Result<Hedge, SignError>,
    ) -> Result<[Wide; 2], SignError> {
        let hedge = ops::hedges(options, self.algorithm()).then(hedge).transpose()?;
        let mut halves = ops.sign(&self.scalar, &self.public.point, message, hedge.as_ref())?;
        if options.low_s && message.is_ecdsa() {
            halves[1] = ops.low_s(&halves[1]);
        }
        if options.check && !ops.verify(&self.public.point, message, &halves) {
            return Err(SignError::Fault);
        }
        Ok(halves)
    }

    /// Like [`PrivateKey::derive`].
    pub(crate) fn derive_with(
        &self,
        ops: &dyn Ops,
        peer: &PublicKey,
    ) -> Result<SharedSecret, DeriveError> {
        let mut secret = SharedSecret::empty();
        secret.len = agree::derive_by(ops, self, peer, &mut secret.bytes)?;
        Ok(secret)
    }
}
