//! Nonces: RFC 6979, pure or hedged.

#[cfg(feature = "lanes")]
pub(crate) mod lanes;
mod options;

use crate::error::SignError;
use crate::hash::hmac::Hmac;
use crate::hash::{Digest, Hash, MAX_OUTPUT_BYTES};
use crate::names::MAX_ORDER_BYTES;
pub(crate) use crate::random::fill as fill_random;
use core::marker::PhantomData;
pub use options::{Nonces, SignOptions};
use sealane_arith::bytes;
use sealane_arith::ct::{Mask, WordMask};
use sealane_arith::prime::Prime;
use sealane_arith::secret::{Secret, wipe};
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

/// HMAC-DRBG as RFC 6979, section 3.2, runs it.
pub(crate) struct Generator {
    /// HMAC under the key, `K` in the RFC: begun once for all that one key does. Wiped on drop.
    keyed: Hmac,
    state: Secret<State>,
    used: bool,
}

/// The names of the RFC are `V` and `T`.
#[derive(Clone, Copy)]
struct State {
    value: [u8; MAX_OUTPUT_BYTES],
    output: [u8; MAX_ORDER_BYTES],
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
    pub(crate) fn new<O: Order>(
        order: &O,
        scalar: &Secret<O::Scalar>,
        digest: &Digest,
        hedge: Option<&Hedge>,
    ) -> Self {
        let hash = digest.hash().unwrap_or(Hash::Sha256);
        let mut reduced = [0; MAX_ORDER_BYTES];
        let reduced = &mut reduced[..order.bytes()];
        order.write(&order.digest_to_scalar(digest.as_bytes()), reduced);
        let mut keyed = Hmac::new(hash, &[0; MAX_OUTPUT_BYTES][..hash.output_bytes()]);
        let mut seed = |scalar: &O::Scalar, extra: &[u8]| {
            let mut secret = [0; MAX_ORDER_BYTES];
            order.write(scalar, &mut secret[..order.bytes()]);
            let mut state = State { value: [1; MAX_OUTPUT_BYTES], output: [0; MAX_ORDER_BYTES] };
            for round in 0..2 {
                state.rekey(&mut keyed, [&[round], &secret[..order.bytes()], reduced, extra]);
            }
            wipe(&mut secret);
            state
        };
        let state = match hedge {
            Some(extra) => scalar.zip(extra, |scalar, extra| seed(scalar, extra)),
            None => scalar.map(|scalar| seed(scalar, &[])),
        };
        Generator { keyed, state, used: false }
    }

    /// Returns a nonce in `1..n`. Section 3.2, step h.
    ///
    /// Leaks how many candidates were rejected, which says nothing of the one kept.
    pub(crate) fn next<O: Order>(&mut self, order: &O) -> Secret<O::Scalar> {
        let keyed = &mut self.keyed;
        loop {
            if self.used {
                self.state.update(|state| state.rekey(keyed, [&[0], &[], &[], &[]]));
            }
            self.used = true;
            self.state.update(|state| state.fill(keyed, order.bytes()));
            let nonce = self.state.map(|s| order.leftmost_bits(&s.output[..order.bytes()]));
            let good = nonce.map(|k| order.is_unit(k).to_bits());
            if good.reveal("a rejected nonce candidate says nothing of the one kept") == 1 {
                return nonce;
            }
        }
    }
}

impl State {
    /// `K = HMAC_K(V || data)`, then `V = HMAC_K(V)`.
    fn rekey(&mut self, keyed: &mut Hmac, data: [&[u8]; 4]) {
        let hash = keyed.hash();
        let mut key = [0; MAX_OUTPUT_BYTES];
        let key = &mut key[..hash.output_bytes()];
        let [a, b, c, d] = data;
        keyed.of_parts(&[&self.value[..key.len()], a, b, c, d], key);
        *keyed = Hmac::new(hash, key);
        wipe(key);
        self.step(keyed);
    }

    /// `V = HMAC_K(V)`.
    fn step(&mut self, keyed: &Hmac) {
        let mut value = self.value;
        let length = keyed.hash().output_bytes();
        keyed.of_parts(&[&value[..length]], &mut self.value[..length]);
        wipe(&mut value);
    }

    /// Fills the first `bytes` bytes of the output.
    fn fill(&mut self, keyed: &Hmac, bytes: usize) {
        let length = keyed.hash().output_bytes();
        let mut filled = 0;
        while filled < bytes {
            self.step(keyed);
            let more = length.min(bytes - filled);
            self.output[filled..filled + more].copy_from_slice(&self.value[..more]);
            filled += more;
        }
    }
}

impl Zeroize for State {
    fn zeroize(&mut self) {
        wipe(&mut self.value);
        wipe(&mut self.output);
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
