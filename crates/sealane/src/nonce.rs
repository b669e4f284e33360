//! Nonces: RFC 6979, pure or hedged.

mod by_hmac;
#[cfg(feature = "lanes")]
pub(crate) mod lanes;
mod options;
mod words;

use self::by_hmac::ByHmac;
use self::words::Alone;
use crate::error::SignError;
use crate::hash::words::HashWord;
use crate::hash::{Digest, Hash};
use crate::names::MAX_ORDER_BYTES;
pub(crate) use crate::random::fill as fill_random;
use core::marker::PhantomData;
pub use options::{Nonces, SignOptions};
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// How many fresh random bytes a hedged nonce mixes in.
pub const HEDGE_BYTES: usize = 32;

/// The random bytes of one hedged nonce.
pub(crate) type Hedge = Secret<[u8; HEDGE_BYTES]>;

/// The order of a group, as nonces and digests need it: a prime known by its type, or one that came
/// with a key.
pub(crate) trait Order {
    /// A plain integer, wide enough for any of the order's bytes.
    type Scalar: Copy + Zeroize;
    /// Bytes of the order, at most [`MAX_ORDER_BYTES`].
    fn bytes(&self) -> usize;
    /// Returns the leftmost bits of `data`, as many as the order has, as an integer. RFC 6979,
    /// section 2.3.2.
    fn leftmost_bits(&self, data: &[u8]) -> Self::Scalar;
    /// The same of big-endian words of 64 bits, each by its place.
    fn leftmost_of_words(&self, word: impl Fn(usize) -> u64) -> Self::Scalar;
    /// Returns an integer of as many bits as the order has modulo the order.
    fn reduce(&self, integer: &Self::Scalar) -> Self::Scalar;
    /// Returns whether an integer is in `1..n`.
    fn is_unit(&self, integer: &Self::Scalar) -> WordMask;
    /// Writes an integer as big-endian bytes that fill `out`.
    fn write(&self, integer: &Self::Scalar, out: &mut [u8]);

    /// Returns the digest as a scalar: its leftmost bits, modulo the order. FIPS 186-5, section
    /// 6.4.1, step 2.
    fn digest_to_scalar(&self, digest: &[u8]) -> Self::Scalar {
        self.reduce(&self.leftmost_bits(digest))
    }

    /// Returns the scalar that as many random bytes as the order has stand for, if that is in
    /// `1..n`.
    fn scalar_of_random(&self, random: &[u8]) -> Option<Secret<Self::Scalar>> {
        let scalar = Secret::new(self.leftmost_bits(random));
        let ok = scalar.map(|k| self.is_unit(k).to_bits());
        // Decided on the line that reveals, by which the released command's steps are judged.
        (ok.reveal("a rejected key candidate says nothing of the one kept") == 1).then_some(scalar)
    }

    /// Returns a scalar in `1..n` from the system's generator. FIPS 186-5, section A.2.2. Errors:
    /// `Random`.
    fn random_scalar(&self) -> Result<Secret<Self::Scalar>, SignError> {
        loop {
            let mut random = [0; MAX_ORDER_BYTES];
            let random = &mut random[..self.bytes()];
            fill_random(random)?;
            let scalar = self.scalar_of_random(random);
            random.zeroize();
            if let Some(scalar) = scalar {
                return Ok(scalar);
            }
        }
    }
}

/// The order that a type is.
pub(crate) struct Fixed<N>(PhantomData<N>);

impl<N: Prime> Fixed<N> {
    pub(crate) const ORDER: Self = Fixed(PhantomData);
}

impl<N: Prime> Order for Fixed<N> {
    type Scalar = N::Limbs;

    fn bytes(&self) -> usize {
        N::BYTES
    }
    fn leftmost_bits(&self, data: &[u8]) -> N::Limbs {
        let (used, excess) = leftmost(data, N::BITS);
        bytes::shift_right(&bytes::from_be_bytes(used), excess)
    }
    fn leftmost_of_words(&self, word: impl Fn(usize) -> u64) -> N::Limbs {
        let mut integer = N::Limbs::ZERO;
        for (at, limb) in integer.as_mut().iter_mut().rev().enumerate() {
            *limb = word(at);
        }
        bytes::shift_right(&integer, (64 * N::Limbs::LEN - N::BITS) as u32)
    }
    fn reduce(&self, integer: &N::Limbs) -> N::Limbs {
        bytes::reduce_once::<N>(integer)
    }
    fn is_unit(&self, integer: &N::Limbs) -> WordMask {
        bytes::is_unit::<N>(integer)
    }
    fn write(&self, integer: &N::Limbs, out: &mut [u8]) {
        bytes::to_be_bytes(integer, out);
    }
}

/// Returns the bytes that hold the leftmost `bits` bits of `data`, and how many bits below them the
/// last byte has.
pub(crate) fn leftmost(data: &[u8], bits: usize) -> (&[u8], u32) {
    let used = &data[..data.len().min(bits.div_ceil(8))];
    (used, (8 * used.len()).saturating_sub(bits) as u32)
}

/// A nonce that is wanted.
#[derive(Clone, Copy)]
pub(crate) struct NonceRequest<'a, S: Copy + Zeroize> {
    pub(crate) scalar: &'a Secret<S>,
    pub(crate) digest: &'a Digest,
    pub(crate) hedge: Option<&'a Hedge>,
}

impl<S: Copy + Zeroize> NonceRequest<'_, S> {
    /// The hash that makes it: the digest's own, or SHA-256 for a digest without one.
    fn hash(&self) -> Hash {
        self.digest.hash().unwrap_or(Hash::Sha256)
    }
}

/// HMAC-DRBG as RFC 6979, section 3.2, runs it.
pub(crate) struct Generator(Kind);

enum Kind {
    Words32(Alone<u32>),
    Words64(Alone<u64>),
    Any(ByHmac),
}

impl Generator {
    /// Seeds the generator with the private scalar, the digest and, for a hedged nonce, random
    /// bytes.
    ///
    /// RFC 6979, section 3.2, steps b to g; `hedge` is the additional data of section 3.6. The hash
    /// is the digest's own, or SHA-256 for a digest without one.
    ///
    /// Under a SHAKE it is HMAC as well, with the rate for a block and as much output as RFC 8692
    /// signs with: RFC 6979 as it stands, one construction for every hash. RFC 8692 would have
    /// signatures in certificates made with KMAC in the place of HMAC; such a signer makes another
    /// nonce of the same message. No verifier can tell the two.
    pub(crate) fn new<O: Order>(order: &O, request: NonceRequest<'_, O::Scalar>) -> Self {
        let hash = request.hash();
        Generator(if let Some(start) = u32::start(hash) {
            Kind::Words32(Alone::new(&start, order, request))
        } else if let Some(start) = u64::start(hash) {
            Kind::Words64(Alone::new(&start, order, request))
        } else {
            Kind::Any(ByHmac::new(order, &request))
        })
    }

    /// Returns a nonce in `1..n`. Section 3.2, step h.
    ///
    /// Leaks how many candidates were rejected, which says nothing of the one kept.
    pub(crate) fn next<O: Order>(&mut self, order: &O) -> Secret<O::Scalar> {
        loop {
            let nonce = match &mut self.0 {
                Kind::Words32(alone) => alone.candidate(order),
                Kind::Words64(alone) => alone.candidate(order),
                Kind::Any(any) => any.candidate(order),
            };
            let good = nonce.map(|k| order.is_unit(k).to_bits());
            if good.reveal("a rejected nonce candidate says nothing of the one kept") == 1 {
                return nonce;
            }
        }
    }
}

/// Returns fresh random bytes for [`Generator::new`].
pub(crate) fn random_hedge() -> Result<Hedge, SignError> {
    hedge_by(fill_random)
}

/// The same, with the random bytes by `fill`.
pub(crate) fn hedge_by(
    fill: impl FnOnce(&mut [u8]) -> Result<(), SignError>,
) -> Result<Hedge, SignError> {
    let mut random = [0; HEDGE_BYTES];
    fill(&mut random)?;
    let hedge = Secret::new(random);
    random.zeroize();
    Ok(hedge)
}
