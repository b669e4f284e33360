//! Scalars: integers modulo the prime order of a group.

use crate::ecc::eddsa::reduce;
use crate::error::{DecodeError, SignError};
use crate::group::model::{Model, NLimbs};
use crate::nonce::{Fixed, Order};
use alloc::vec::Vec;
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::fe::Fe;
use sealane_arith::field::Field;
use sealane_arith::machine::One;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use zeroize::Zeroizing;

/// A secret truth value.
pub struct Choice(Secret<u64>);

impl Choice {
    /// Takes a public truth value.
    #[must_use]
    pub fn of(truth: bool) -> Self {
        Choice(Secret::new(u64::from(truth)))
    }

    pub(super) fn from_bit(bit: Secret<u64>) -> Self {
        Choice(bit)
    }

    pub(super) fn bit(&self) -> &Secret<u64> {
        &self.0
    }

    /// Returns whether both are true.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Choice(self.0.zip(&other.0, |a, b| a & b))
    }

    /// Returns whether it is false.
    #[must_use]
    pub fn not(&self) -> Self {
        Choice(self.0.map(|a| a ^ 1))
    }

    /// Hands the truth value out: from here on it is public.
    #[must_use]
    pub fn reveal(&self) -> bool {
        self.0.reveal("a truth value is given out because its owner asks") == 1
    }
}

/// An integer modulo the order of `G`. Wiped on drop.
pub struct Scalar<G: Model>(pub(super) Secret<NLimbs<G>>);

impl<G: Model> Scalar<G> {
    /// Bytes of an encoding: those of the order.
    pub const BYTES: usize = G::N::BYTES;

    /// Returns a small integer. The order is above 4.
    #[must_use]
    pub fn from_u64(value: u64) -> Self {
        let mut words = NLimbs::<G>::ZERO;
        words.as_mut()[0] = value;
        Scalar(Secret::new(words).map(|words| {
            let [scalar] = reduce::<G::N, One, _, 1>(One, &[*words], 64);
            scalar
        }))
    }

    /// Takes big-endian bytes, [`Scalar::BYTES`] of them, of an integer below the order; 0 is one.
    ///
    /// Errors: `KeyLength`, `KeyRange`. Leaks: whether it is in range.
    pub fn from_be_bytes(encoded: &[u8]) -> Result<Self, DecodeError> {
        Self::checked(encoded, bytes::from_be_bytes)
    }

    /// Like [`Scalar::from_be_bytes`], little-endian.
    pub fn from_le_bytes(encoded: &[u8]) -> Result<Self, DecodeError> {
        Self::checked(encoded, bytes::from_le_bytes)
    }

    fn checked(
        encoded: &[u8],
        words: impl FnOnce(&[u8]) -> NLimbs<G>,
    ) -> Result<Self, DecodeError> {
        if encoded.len() != Self::BYTES {
            return Err(DecodeError::KeyLength { expected: Self::BYTES, got: encoded.len() });
        }
        let scalar = Secret::new(words(encoded));
        let below = scalar.map(|words| bytes::is_below::<G::N>(words).to_bits());
        if below.reveal("whether a scalar is in range: refused if not") == 0 {
            return Err(DecodeError::KeyRange);
        }
        Ok(Scalar(scalar))
    }

    /// Returns little-endian bytes modulo the order, at most 128 of them. For a scalar that is
    /// close to uniform give 16 bytes more than the order has. Leaks: how many bytes there are.
    ///
    /// Errors: `KeyLength` for more than 128 bytes.
    pub fn reduce_le_bytes(uniform: &[u8]) -> Result<Self, DecodeError> {
        const MAX: usize = 128;
        if uniform.len() > MAX {
            return Err(DecodeError::KeyLength { expected: MAX, got: uniform.len() });
        }
        let words: [u64; MAX / 8] = bytes::from_le_bytes(uniform);
        Ok(Scalar(Secret::new(words).map(|words| {
            let [scalar] = reduce::<G::N, One, _, 1>(One, &[*words], 8 * MAX);
            scalar
        })))
    }

    /// Returns a scalar from the system's generator, uniform and not 0. Errors: `Random`.
    pub fn random() -> Result<Self, SignError> {
        Ok(Scalar(Fixed::<G::N>::ORDER.random_scalar()?))
    }

    fn with(&self, other: &Self, f: impl FnOnce(Fe<G::N>, Fe<G::N>) -> Fe<G::N>) -> Self {
        Scalar(self.0.zip(&other.0, |a, b| f(Fe::new(a), Fe::new(b)).plain()))
    }

    /// Returns the sum.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        self.with(other, |a, b| a + b)
    }

    /// Returns the difference.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.with(other, |a, b| a - b)
    }

    /// Returns the product.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        self.with(other, |a, b| a * b)
    }

    /// Returns the negative.
    #[must_use]
    pub fn neg(&self) -> Self {
        Scalar(self.0.map(|a| (-Fe::<G::N>::new(a)).plain()))
    }

    /// Returns the inverse, and 0 for 0.
    #[must_use]
    pub fn invert(&self) -> Self {
        Scalar(self.0.map(|a| Fe::<G::N>::new(a).invert().plain()))
    }

    /// Returns `a` if `choice` is true and `b` if not.
    #[must_use]
    pub fn select(choice: &Choice, a: &Self, b: &Self) -> Self {
        // A closure sees two secrets at a time.
        let chosen = choice.bit().zip(&a.0, |bit, a| (WordMask::of_bit(*bit), *a));
        Scalar(chosen.zip(&b.0, |(mask, a), b| {
            let mut out = *a;
            for (word, other) in out.as_mut().iter_mut().zip(b.as_ref()) {
                *word = mask.choose(*word, *other);
            }
            out
        }))
    }

    /// Returns whether both are equal.
    #[must_use]
    pub fn equals(&self, other: &Self) -> Choice {
        Choice::from_bit(
            self.0.zip(&other.0, |a, b| Fe::<G::N>::new(a).equals(Fe::new(b)).to_bits()),
        )
    }

    /// Returns whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> Choice {
        Choice::from_bit(self.0.map(|a| Fe::<G::N>::new(a).is_zero().to_bits()))
    }

    /// Hands the scalar out, big-endian, [`Scalar::BYTES`] bytes, in memory that is wiped.
    #[must_use]
    pub fn to_be_bytes(&self) -> Zeroizing<Vec<u8>> {
        let mut out = Zeroizing::new(alloc::vec![0; Self::BYTES]);
        bytes::to_be_bytes(&*self.words(), &mut out);
        out
    }

    /// Like [`Scalar::to_be_bytes`], little-endian.
    #[must_use]
    pub fn to_le_bytes(&self) -> Zeroizing<Vec<u8>> {
        let mut out = Zeroizing::new(alloc::vec![0; Self::BYTES]);
        bytes::to_le_bytes(&*self.words(), &mut out);
        out
    }

    fn words(&self) -> Zeroizing<NLimbs<G>> {
        Zeroizing::new(self.0.reveal("a scalar is given out because its owner asks"))
    }
}
