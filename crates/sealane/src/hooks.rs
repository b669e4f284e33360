//! What published test vectors need and no user may have: given nonces, raw multiples, field
//! programs.
//!
//! Exists only with the feature `test-hooks`. Nothing here is constant-time as a whole, nothing is
//! stable.

pub mod dsa;
mod edwards_vartime;
pub mod key_tables;
pub mod mldsa;
mod prime_vartime;
pub mod rsa;
mod small_group_vartime;

pub use small_group_vartime::{MAX_MULTIPLES, SmallGroup};

use crate::ecc::algorithm::Algorithm;
use crate::ecc::key::{PrivateKey, PublicKey, Signature};
use crate::ecc::ops::group::BatchBackend;
use crate::ecc::ops::hooks::Hooks;
pub use crate::ecc::ops::hooks::{FieldProgram, Hedge};
use crate::ecc::ops::short::{ShortOps, sign_once, unload};
use crate::ecc::ops::{Wide, fit};
use crate::error::DecodeError;
use crate::group::curve::{BaseTable, NLimbs, PLimbs};
use crate::group::short::Short;
use crate::group::window::mul_point;
use crate::hash::Digest;
use crate::nonce::{Fixed, Generator, NonceRequest};
use alloc::vec::Vec;
pub use prime_vartime::is_probable_prime;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::{One, Single};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

impl<C: BaseTable<M>, M: Single, G: BatchBackend<C>> Hooks for ShortOps<C, M, G> {
    fn sign_once(
        &self,
        scalar: &Secret<Wide>,
        nonce: &Secret<Wide>,
        digest: &Digest,
    ) -> Option<[Wide; 2]> {
        sign_once::<C, M, G>(&scalar.map(fit), &nonce.map(fit), digest)
    }

    fn nonce(
        &self,
        scalar: &Secret<Wide>,
        digest: &Digest,
        hedge: Option<&Hedge>,
    ) -> Option<Vec<u8>> {
        let scalar = scalar.map(fit::<_, NLimbs<C>>);
        let hedge = hedge.map(|bytes| Secret::new(*bytes));
        let order = Fixed::<C::N>::ORDER;
        let request = NonceRequest { scalar: &scalar, digest, hedge: hedge.as_ref() };
        let nonce = Generator::new(&order, request).next(&order);
        Some(big_endian::<C::N>(&nonce.reveal("a test asks for the nonce it knows")))
    }

    fn point_mul(&self, point: &[Wide; 2], k: &[u8]) -> Vec<u8> {
        let machine = M::enter();
        let load = |w: &Wide| machine.load::<C::P>(&[fit::<_, PLimbs<C>>(w)]);
        let point = [load(&point[0]), load(&point[1])];
        let k = Secret::new([reduce::<C::N>(k)]);
        let product = mul_point::<Short<C>, M, 1>(machine, C::WINDOW, &k, point)
            .reveal("a test asks for the product it knows");
        if product.z.is_zero().to_bool_vartime() {
            return alloc::vec![0];
        }
        let affine = product.to_affine(Field::invert);
        let [x, y] = [affine.x, affine.y].map(|c| unload::<C::P, M>(machine, c));
        [alloc::vec![2 | (y[0] & 1) as u8], big_endian::<C::P>(&fit(&x))].concat()
    }

    fn field_eval(&self, order: bool, x: &[u8], adds: usize) -> FieldProgram {
        if order { program::<C::N, M>(x, adds) } else { program::<C::P, M>(x, adds) }
    }
}

/// Returns the private key with another public key in the place of its own, as a fault in memory
/// would have it.
#[must_use]
pub fn with_public_of(key: &PrivateKey, other: &PublicKey) -> PrivateKey {
    PrivateKey::from_parts(key.scalar.map(|scalar| *scalar), other.clone())
}

/// Signs with a given big-endian nonce; `None` for a nonce outside `1..n` and for a zero half.
#[must_use]
pub fn sign_with_nonce(key: &PrivateKey, digest: &Digest, nonce: &[u8]) -> Option<Signature> {
    let (algorithm, ops) = (key.algorithm(), key.algorithm().ops());
    let nonce = ops.private_from_bytes(nonce).ok()?;
    let halves = ops.hooks()?.sign_once(&key.scalar, &nonce, digest)?;
    let mut bytes_of = alloc::vec![0; 2 * algorithm.order_bytes()];
    for (half, slot) in halves.iter().zip(bytes_of.chunks_exact_mut(algorithm.order_bytes())) {
        bytes::to_be_bytes(half, slot);
    }
    Signature::from_bytes(algorithm, &bytes_of).ok()
}

/// Signs with a deterministic nonce, and with any hash, as old published signatures need it; `None`
/// for a zero half.
///
/// # Panics
/// Like [`deterministic_nonce`].
#[must_use]
pub fn sign_deterministic(key: &PrivateKey, digest: &Digest) -> Option<Signature> {
    sign_with_nonce(key, digest, &deterministic_nonce(key, digest))
}

/// Returns the first nonce of RFC 6979 for a key and a digest, big-endian.
///
/// # Panics
/// For a key of an algorithm that has other nonces.
#[must_use]
pub fn deterministic_nonce(key: &PrivateKey, digest: &Digest) -> Vec<u8> {
    let hooks = key.algorithm().ops().hooks();
    let nonce = hooks.and_then(|hooks| hooks.nonce(&key.scalar, digest, None));
    nonce.expect("a test asks for a nonce of ECDSA")
}

/// Returns the first nonce of a hedged signature, were these the fresh random bytes, big-endian.
///
/// # Panics
/// Like [`deterministic_nonce`].
#[must_use]
pub fn hedged_nonce(key: &PrivateKey, digest: &Digest, random: &Hedge) -> Vec<u8> {
    let hooks = key.algorithm().ops().hooks();
    let nonce = hooks.and_then(|hooks| hooks.nonce(&key.scalar, digest, Some(random)));
    nonce.expect("a test asks for a nonce of ECDSA")
}

/// Returns the compressed encoding of `k P`, or one zero byte for infinity, or the encoding of RFC
/// 8032; `k` is big-endian of any length and is taken modulo the order, which `P` must have.
/// Errors: those of [`PublicKey::from_bytes`], and `KeyAlgorithm` for X25519 and X448.
pub fn point_mul(algorithm: Algorithm, point: &[u8], k: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let point = PublicKey::from_bytes(algorithm, point)?.point;
    let hooks = algorithm.ops().hooks().ok_or(DecodeError::KeyAlgorithm)?;
    Ok(hooks.point_mul(&point, k))
}

/// Runs the field program of the case format for the coordinate prime or the order of a curve.
/// `None` is for an algorithm without hooks, and there is none.
#[must_use]
pub fn field_eval(
    algorithm: Algorithm,
    order: bool,
    x: &[u8],
    adds: usize,
) -> Option<FieldProgram> {
    // X25519 has the primes of its partner.
    let hooks = |algorithm: Algorithm| algorithm.ops().hooks();
    let hooks = hooks(algorithm).or_else(|| hooks(algorithm.partner()?))?;
    Some(hooks.field_eval(order, x, adds))
}

fn program<P: Prime, M: Single>(x: &[u8], adds: usize) -> FieldProgram {
    let machine = M::enter();
    let x = machine.load::<P>(&[reduce::<P>(x)]);
    let out = |value: M::Of<P>| big_endian::<P>(&fit(&unload::<P, M>(machine, value)));
    let mut sums = alloc::vec![x];
    for j in 0..adds {
        sums.push(sums[j].twice());
    }
    FieldProgram {
        sqr_after_adds: sums.iter().map(|s| out(s.sqr())).collect(),
        mul_after_adds: sums.iter().map(|s| out(*s * x)).collect(),
        sub: out(x - x.twice()),
        neg: out(-x),
        inv: out(x.invert()),
    }
}

fn big_endian<P: Prime>(value: &P::Limbs) -> Vec<u8> {
    let mut out = alloc::vec![0; P::BYTES];
    bytes::to_be_bytes(value, &mut out);
    out
}

/// Returns a big-endian integer of any length modulo the prime, byte by byte.
fn reduce<P: Prime>(value: &[u8]) -> P::Limbs {
    let constant = |n: u64| {
        let mut limbs = P::Limbs::ZERO;
        limbs.as_mut()[0] = n;
        One.load::<P>(&[limbs])
    };
    let mut sum = constant(0);
    for &byte in value {
        for _ in 0..8 {
            sum = sum.twice();
        }
        sum = sum + constant(u64::from(byte));
    }
    sum.plain()
}
