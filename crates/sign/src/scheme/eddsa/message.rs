//! What EdDSA hashes: keys, messages and their framing. RFC 8032, sections 2, 5.1 and 5.2.

use super::{
    MAX_POINT_BYTES, NLimbs, PLimbs, encode, multiple_of_base, point_bytes, prune, reduce,
    response, verify_vartime,
};
use crate::group::comb::Comb;
use crate::group::edwards::{Edwards, EdwardsCurve};
use crate::hash::{Hash, Hasher};
use sealane_arith::bytes;
use sealane_arith::field::Machine;
use sealane_arith::machine::Room;
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// What RFC 8032 adds to a curve.
pub trait Suite: EdwardsCurve {
    /// The hash; its output is twice as long as a point. Also that of prehashed messages, which is
    /// 64 bytes long.
    const HASH: Hash;
    /// The text before all that is framed.
    const DOMAIN: &'static [u8];
    /// Whether a message without context is framed too.
    const ALWAYS_FRAMED: bool;
}

/// The most bytes a context has.
pub const MAX_CONTEXT_BYTES: usize = 255;

/// How a message is presented: `phflag` and `context` of the RFC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Framing<'a> {
    /// Whether what is signed is the hash of the message.
    pub prehashed: bool,
    /// At most [`MAX_CONTEXT_BYTES`].
    pub context: Option<&'a [u8]>,
}

/// Words of a hash: 114 bytes at most.
type HashWords = [u64; (2 * MAX_POINT_BYTES).div_ceil(8)];

/// A seed: as many bytes as a point, and zeros after them.
pub type Seed = [u8; MAX_POINT_BYTES];

/// A signature: the encoding of `R`, and zeros after it; `S`.
pub type Signed<E> = ([u8; MAX_POINT_BYTES], NLimbs<E>);

/// Returns `dom2(F, C)` or `dom4(F, C)` taken in, or nothing taken in where nothing is framed.
fn framed<S: Suite>(framing: &Framing<'_>) -> Hasher {
    let mut hasher = Hasher::new(S::HASH);
    if S::ALWAYS_FRAMED || framing.prehashed || framing.context.is_some() {
        let context = framing.context.unwrap_or_default();
        hasher.update(S::DOMAIN);
        hasher.update(&[u8::from(framing.prehashed), context.len() as u8]);
        hasher.update(context);
    }
    hasher
}

/// Returns the words of the hash, little-endian, and zeros after them. Constant-time.
fn finish<S: Suite>(hasher: Hasher) -> HashWords {
    let mut out = [0; 2 * MAX_POINT_BYTES];
    let used = &mut out[..2 * point_bytes::<S::P>()];
    hasher.finish_into(used);
    let words = bytes::from_le_bytes(used);
    out.zeroize();
    words
}

/// The secret scalar `s`, modulo the order, and the prefix of nonces. Section 5.1.5.
struct Expanded<S: Suite> {
    scalar: Secret<[NLimbs<S>; 1]>,
    prefix: Secret<[u8; MAX_POINT_BYTES]>,
}

fn expand<S: Suite, M: Machine>(machine: M, seed: &Secret<Seed>) -> Expanded<S> {
    let width = point_bytes::<S::P>();
    let hash = |seed: &Seed| {
        let mut hasher = Hasher::new(S::HASH);
        hasher.update(&seed[..width]);
        let mut out = [0; 2 * MAX_POINT_BYTES];
        hasher.finish_into(&mut out[..2 * width]);
        out
    };
    let hash = machine.span(Room::Hash, || seed.map(hash));
    let scalar = hash.map(|hash| {
        // The last byte of 57 is cleared, which dropping it does as well.
        let used = width.min(8 * PLimbs::<S>::LEN);
        let scalar = prune::<S>(&bytes::from_le_bytes(&hash[..used]));
        [reduce::<S::N, M>(machine, scalar.as_ref())]
    });
    let prefix = hash.map(|hash| {
        let mut prefix = [0; MAX_POINT_BYTES];
        prefix[..width].copy_from_slice(&hash[width..2 * width]);
        prefix
    });
    Expanded { scalar, prefix }
}

/// Returns the public key of a seed, affine. Constant-time.
#[must_use]
pub fn public_of<S: Suite, M: Machine>(
    machine: M,
    comb: &Comb<Edwards<S>, M>,
    seed: &Secret<Seed>,
) -> Secret<[[PLimbs<S>; 1]; 2]> {
    multiple_of_base::<S, M, 1>(machine, comb, &expand::<S, M>(machine, seed).scalar)
}

/// Signs a message, or its hash if `framing` says so. Sections 5.1.6 and 5.2.6. Constant-time in
/// the seed.
///
/// `public` must be the public key of the seed: with another one the signature gives the key away.
/// `framing.context` has at most [`MAX_CONTEXT_BYTES`].
#[must_use]
pub fn sign<S: Suite, M: Machine>(
    machine: M,
    comb: &Comb<Edwards<S>, M>,
    seed: &Secret<Seed>,
    public: &[PLimbs<S>; 2],
    framing: &Framing<'_>,
    message: &[u8],
) -> Signed<S> {
    let Expanded { scalar, prefix } = expand::<S, M>(machine, seed);
    let nonce = prefix.map(|prefix| {
        let mut words = machine.span(Room::Hash, || {
            let mut hasher = framed::<S>(framing);
            hasher.update(&prefix[..point_bytes::<S::P>()]);
            hasher.update(message);
            finish::<S>(hasher)
        });
        let nonce = reduce::<S::N, M>(machine, &words);
        words.zeroize();
        [nonce]
    });
    let commitment = multiple_of_base::<S, M, 1>(machine, comb, &nonce);
    let [[x], [y]] = commitment.reveal("the first half of a signature is public");
    let mut r = [0; MAX_POINT_BYTES];
    encode::<S::P>(&[x, y], &mut r);
    let h = challenge::<S, M>(machine, &r, public, framing, message);
    let [s] = response::<S::N, M, 1>(machine, &nonce, &[h], &scalar)
        .reveal("the second half of a signature is public");
    (r, s)
}

/// Returns the hash of `R`, the public key and the message, modulo the order.
fn challenge<S: Suite, M: Machine>(
    machine: M,
    r: &[u8],
    public: &[PLimbs<S>; 2],
    framing: &Framing<'_>,
    message: &[u8],
) -> NLimbs<S> {
    let width = point_bytes::<S::P>();
    let mut a = [0; MAX_POINT_BYTES];
    encode::<S::P>(public, &mut a);
    let hash = machine.span(Room::Hash, || {
        let mut hasher = framed::<S>(framing);
        for part in [&r[..width], &a[..width], message] {
            hasher.update(part);
        }
        finish::<S>(hasher)
    });
    reduce::<S::N, M>(machine, &hash)
}

/// Returns whether `(r, s)` signs the message, or its hash if `framing` says so, by the rule
/// *cofactored, canonical* (see the page above this one). Variable-time: all is public.
///
/// `r` holds the encoding of `R` at its start, `s` is below the order and `public` a point of the
/// curve.
#[must_use]
pub fn verify_message_vartime<S: Suite, M: Machine>(
    machine: M,
    comb: &Comb<Edwards<S>, M>,
    public: &[PLimbs<S>; 2],
    framing: &Framing<'_>,
    message: &[u8],
    (r, s): &Signed<S>,
) -> bool {
    let h = challenge::<S, M>(machine, r, public, framing, message);
    verify_vartime::<S, M>(machine, comb, public, &r[..point_bytes::<S::P>()], s, &h)
}
