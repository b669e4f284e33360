//! What BIP 340 hashes: keys, nonces and messages under tags.

use super::{commit, respond, verify_vartime};
use crate::group::curve::{BaseTable, NLimbs, PLimbs};
use crate::hash::{Hash, Hasher};
use crate::nonce::HEDGE_BYTES;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Bytes of a coordinate, a scalar and a hash: BIP 340 knows no other width.
const BYTES: usize = 32;

/// Returns a hasher that has taken in the hash of `tag` twice.
fn tagged(tag: &str) -> Hasher {
    let mut of_tag = [0; BYTES];
    let mut hasher = Hasher::new(Hash::Sha256);
    hasher.update(tag.as_bytes());
    hasher.finish_into(&mut of_tag);
    let mut hasher = Hasher::new(Hash::Sha256);
    hasher.update(&of_tag);
    hasher.update(&of_tag);
    hasher
}

fn finish(hasher: Hasher) -> [u8; BYTES] {
    let mut out = [0; BYTES];
    hasher.finish_into(&mut out);
    out
}

fn big_endian(words: &impl Words) -> [u8; BYTES] {
    let mut out = [0; BYTES];
    bytes::to_be_bytes(words, &mut out);
    out
}

/// Returns a hash modulo the order. Constant-time; the order has its highest bit set.
fn to_scalar<C: BaseTable<M>, M: Machine>(hash: &[u8; BYTES]) -> NLimbs<C> {
    bytes::reduce_once::<C::N>(&bytes::from_be_bytes(hash))
}

fn challenge<C: BaseTable<M>, M: Machine>(
    r: &PLimbs<C>,
    public: &PLimbs<C>,
    message: &[u8],
) -> NLimbs<C> {
    let mut hasher = tagged("BIP0340/challenge");
    hasher.update(&big_endian(r));
    hasher.update(&big_endian(public));
    hasher.update(message);
    to_scalar::<C, M>(&finish(hasher))
}

/// Signs a message of any length: `x(R)` and `s`, or `None` where the nonce is zero, which no input
/// is known for. BIP 340, "Default Signing". Constant-time in `d`.
///
/// `public` must be the point of `d`: with another one the signature gives the key away.
/// `auxiliary` makes nonces differ from one signature of a message to the next; zeros make them
/// deterministic.
#[must_use]
pub fn sign<C: BaseTable<M>, M: Machine>(
    machine: M,
    d: &Secret<NLimbs<C>>,
    public: &[PLimbs<C>; 2],
    message: &[u8],
    auxiliary: &Secret<[u8; HEDGE_BYTES]>,
) -> Option<(PLimbs<C>, NLimbs<C>)> {
    let comb = C::base_table(machine);
    let odd = [public[1].as_ref()[0] & 1];
    let d = d.map(|d| [*d]);
    // The scalar that belongs to the even y.
    let even = d.map(|d| super::negate_if_odd::<C, M, 1>(machine, d, &odd));
    let k = even.zip(auxiliary, |even, auxiliary| {
        let mut hasher = tagged("BIP0340/aux");
        hasher.update(auxiliary);
        let mut masked = finish(hasher);
        let mut scalar = big_endian(&even[0]);
        for (byte, more) in masked.iter_mut().zip(&scalar) {
            *byte ^= more;
        }
        let mut hasher = tagged("BIP0340/nonce");
        hasher.update(&masked);
        hasher.update(&big_endian(&public[0]));
        hasher.update(message);
        let mut nonce = finish(hasher);
        let k = [to_scalar::<C, M>(&nonce)];
        masked.zeroize();
        scalar.zeroize();
        nonce.zeroize();
        k
    });
    let good = k.map(|k| bytes::is_unit::<C::N>(&k[0]).to_bits());
    if good.reveal("a zero nonce signs nothing") == 0 {
        return None;
    }
    let commitment = commit::<C, M, 1>(machine, comb, &k);
    let e = [challenge::<C, M>(&commitment.x[0], &public[0], message)];
    let [s] = respond::<C, M, 1>(machine, &d, &odd, &commitment.k, &e);
    let [x] = commitment.x;
    Some((x, s))
}

/// Returns whether `(r, s)` is a signature of a message under the key with `x` and even `y`.
/// Variable-time: all is public.
///
/// `r` is below the prime, `s` below the order, `public` a point; its `y` may be either.
#[must_use]
pub fn verify_message_vartime<C: BaseTable<M>, M: Machine>(
    machine: M,
    public: &[PLimbs<C>; 2],
    message: &[u8],
    r: &PLimbs<C>,
    s: &NLimbs<C>,
) -> bool {
    let mut even = *public;
    if even[1].as_ref()[0] & 1 == 1 {
        let y = machine.load::<C::P>(core::slice::from_ref(&public[1]));
        machine.unload::<C::P>((-y).carry(), core::slice::from_mut(&mut even[1]));
    }
    let e = challenge::<C, M>(r, &public[0], message);
    verify_vartime::<C, M>(machine, C::base_table(machine), &even, &e, r, s)
}
