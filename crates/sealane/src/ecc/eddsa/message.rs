//! What EdDSA hashes: keys, messages and their framing. RFC 8032, sections 2, 5.1 and 5.2.

use super::{
    MAX_POINT_BYTES, NLimbs, PLimbs, PointWords, bits_from, encode, multiple_of_base, point_bytes,
    prune, reduce, response, verify_vartime,
};
use crate::group::comb::{Comb, MulBase};
use crate::group::edwards::{Edwards, EdwardsCurve};
#[cfg(feature = "lanes")]
use crate::hash::lanes::{sha512_of_parts, shake256_of_parts};
use crate::hash::{Hash, Hasher, Parts};
use sealane_arith::bytes;
use sealane_arith::field::Machine;
use sealane_arith::machine::Phase;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::{Secret, wipe};
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

/// What is hashed before all else: `dom2(F, C)`, `dom4(F, C)`, or nothing where nothing is framed.
#[derive(Clone, Copy)]
struct Head<'a> {
    domain: &'static [u8],
    flags: [u8; 2],
    context: &'a [u8],
}

impl<'a> Head<'a> {
    fn new<S: Suite>(framing: &Framing<'a>) -> Self {
        let framed = S::ALWAYS_FRAMED || framing.prehashed || framing.context.is_some();
        let context = framing.context.unwrap_or_default();
        let flags = [u8::from(framing.prehashed), context.len() as u8];
        Head { domain: if framed { S::DOMAIN } else { &[] }, flags, context }
    }

    /// The head, and what is hashed after it.
    fn before<'b>(&'b self, [a, b, c]: [&'b [u8]; 3]) -> Parts<'b> {
        let flags = if self.domain.is_empty() { &[] } else { &self.flags[..] };
        [self.domain, flags, self.context, a, b, c]
    }
}

/// Bits of a hash.
const fn hash_bits<S: Suite>() -> usize {
    16 * point_bytes::<S::P>()
}

/// Returns the words of the hash of each lane, little-endian, and zeros after them: in lanes, or
/// one after the other. Constant-time, but for the lengths.
fn hashes<S: Suite, const L: usize>(lanes: &[Parts<'_>; L]) -> [HashWords; L] {
    let mut out = [HashWords::ZERO; L];
    #[cfg(feature = "lanes")]
    match S::HASH {
        Hash::Sha512 if sha512_of_parts(lanes, &mut out) => return out,
        Hash::Shake256 if shake256_of_parts(lanes, &mut out, hash_bits::<S>() / 8) => return out,
        _ => {}
    }
    for (parts, out) in lanes.iter().zip(&mut out) {
        let mut hasher = Hasher::new(S::HASH);
        for part in parts {
            hasher.update(part);
        }
        let mut bytes = [0; 2 * MAX_POINT_BYTES];
        let bytes = &mut bytes[..hash_bits::<S>() / 8];
        hasher.finish_into(bytes);
        *out = bytes::from_le_bytes(bytes);
        wipe(bytes);
    }
    out
}

/// Returns the hash of each lane modulo the order. Constant-time, but for the lengths.
fn hashes_modulo_order<S: Suite, M: Machine, const L: usize>(
    machine: M,
    lanes: &[Parts<'_>; L],
) -> [NLimbs<S>; L] {
    let mut words = machine.span(Phase::Hash, || hashes::<S, L>(lanes));
    let reduced = reduce::<S::N, M, _, L>(machine, &words, hash_bits::<S>());
    words.zeroize();
    reduced
}

/// The secret scalar `s`, modulo the order, and the prefix of nonces, of each lane. Section 5.1.5.
struct Expanded<S: Suite, const L: usize> {
    scalar: Secret<[NLimbs<S>; L]>,
    prefix: Secret<[[u8; MAX_POINT_BYTES]; L]>,
}

fn expand<S: Suite, M: Machine, const L: usize>(
    machine: M,
    seeds: &[&Secret<Seed>; L],
) -> Expanded<S, L> {
    let width = point_bytes::<S::P>();
    let hash = |seeds: &[Seed; L]| {
        hashes::<S, L>(&seeds.each_ref().map(|seed| [&seed[..width], &[], &[], &[], &[], &[]]))
    };
    let hashes = machine
        .span(Phase::Hash, || Secret::join(&seeds.map(|seed| seed.map(|seed| *seed))).map(hash));
    let scalar = hashes.map(|hashes| {
        let mut pruned = [PLimbs::<S>::ZERO; L];
        for (pruned, hash) in pruned.iter_mut().zip(hashes) {
            // The last byte of 57 is cleared, which dropping it does as well.
            pruned.as_mut().copy_from_slice(&hash[..PLimbs::<S>::LEN]);
            *pruned = prune::<S>(pruned);
        }
        let reduced = reduce::<S::N, M, _, L>(machine, &pruned, S::P::BITS);
        pruned.zeroize();
        reduced
    });
    let prefix = hashes.map(|hashes| {
        let mut prefixes = [[0; MAX_POINT_BYTES]; L];
        for (prefix, hash) in prefixes.iter_mut().zip(hashes) {
            let upper: PointWords = bits_from(hash, 8 * width, 8 * width);
            bytes::to_le_bytes(&upper, &mut prefix[..width]);
        }
        prefixes
    });
    Expanded { scalar, prefix }
}

/// Returns the public key of the seed of each lane of each group, affine. Constant-time; `base`
/// computes the multiples.
#[must_use]
pub fn public_of<S: Suite, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    base: &impl MulBase<Edwards<S>, M, L, GROUPS>,
    seeds: &[[&Secret<Seed>; L]],
) -> Secret<[[[PLimbs<S>; L]; 2]; GROUPS]> {
    let scalars: [_; GROUPS] = core::array::from_fn(|i| match seeds.get(i) {
        Some(seeds) => expand::<S, M, L>(machine, seeds).scalar,
        None => Secret::new([NLimbs::<S>::ZERO; L]),
    });
    multiple_of_base::<S, M, L, GROUPS>(machine, base, &scalars[..seeds.len()])
}

/// What is signed, and by whom.
#[derive(Clone, Copy)]
pub struct Request<'a, S: Suite> {
    /// The seed.
    pub seed: &'a Secret<Seed>,
    /// Its public key: with another one the signature gives the key away.
    pub public: [PLimbs<S>; 2],
    /// How the message is presented.
    pub framing: Framing<'a>,
    /// The message, or its hash if `framing` says so.
    pub message: &'a [u8],
}

/// Signs a message in each lane of each group. Sections 5.1.6 and 5.2.6. Constant-time in the
/// seeds.
///
/// `framing.context` has at most [`MAX_CONTEXT_BYTES`]; `base` computes the multiples. The groups,
/// at most `GROUPS`, share an inversion.
#[must_use]
pub fn sign<S: Suite, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    base: &impl MulBase<Edwards<S>, M, L, GROUPS>,
    requests: &[[Request<'_, S>; L]],
) -> [[Signed<S>; L]; GROUPS] {
    let expanded: [_; GROUPS] = core::array::from_fn(|i| {
        let seeds = requests.get(i)?.each_ref().map(|request| request.seed);
        Some(expand::<S, M, L>(machine, &seeds))
    });
    let nonces: [_; GROUPS] = core::array::from_fn(|i| {
        let (Some(expanded), Some(requests)) = (&expanded[i], requests.get(i)) else {
            return Secret::new([NLimbs::<S>::ZERO; L]);
        };
        let heads = requests.each_ref().map(|request| Head::new::<S>(&request.framing));
        expanded.prefix.map(|prefixes| {
            let parts = |lane: usize| {
                let prefix = &prefixes[lane][..point_bytes::<S::P>()];
                heads[lane].before([prefix, requests[lane].message, &[]])
            };
            hashes_modulo_order::<S, M, L>(machine, &core::array::from_fn(parts))
        })
    });
    let commitments = multiple_of_base::<S, M, L, GROUPS>(machine, base, &nonces[..requests.len()]);
    let commitments = commitments.reveal("the first half of a signature is public");
    core::array::from_fn(|i| {
        let (Some(expanded), Some(requests)) = (&expanded[i], requests.get(i)) else {
            return [([0; MAX_POINT_BYTES], NLimbs::<S>::ZERO); L];
        };
        let r = core::array::from_fn(|lane| {
            let mut r = [0; MAX_POINT_BYTES];
            encode::<S::P>(&commitments[i].each_ref().map(|c| c[lane]), &mut r);
            r
        });
        let h = challenges::<S, M, L>(machine, &r, requests);
        let s = response::<S::N, M, L>(machine, &nonces[i], &h, &expanded.scalar)
            .reveal("the second half of a signature is public");
        core::array::from_fn(|lane| (r[lane], s[lane]))
    })
}

/// Returns the hash of `R`, the public key and the message of each lane, modulo the order.
fn challenges<S: Suite, M: Machine, const L: usize>(
    machine: M,
    r: &[[u8; MAX_POINT_BYTES]; L],
    requests: &[Request<'_, S>; L],
) -> [NLimbs<S>; L] {
    let presented = requests.each_ref().map(|it| (&it.public, &it.framing, it.message));
    hash_challenges::<S, M, L>(machine, r, &presented)
}

/// Whose message it is, how it is presented, and the message.
type Presented<'a, S> = (&'a [PLimbs<S>; 2], &'a Framing<'a>, &'a [u8]);

/// Returns the hash of `R`, the public key and the message of each lane, modulo the order.
fn hash_challenges<S: Suite, M: Machine, const L: usize>(
    machine: M,
    r: &[[u8; MAX_POINT_BYTES]; L],
    presented: &[Presented<'_, S>; L],
) -> [NLimbs<S>; L] {
    let width = point_bytes::<S::P>();
    let mut a = [[0; MAX_POINT_BYTES]; L];
    for (a, (public, _, _)) in a.iter_mut().zip(presented) {
        encode::<S::P>(public, a);
    }
    let heads = presented.each_ref().map(|(_, framing, _)| Head::new::<S>(framing));
    let parts =
        |lane: usize| heads[lane].before([&r[lane][..width], &a[lane][..width], presented[lane].2]);
    hashes_modulo_order::<S, M, L>(machine, &core::array::from_fn(parts))
}

/// What is verified.
#[derive(Clone, Copy)]
pub struct Claim<'a, S: Suite> {
    /// A point of the curve.
    pub public: [PLimbs<S>; 2],
    /// How the message is presented.
    pub framing: Framing<'a>,
    /// The message, or its hash if `framing` says so.
    pub message: &'a [u8],
    /// The encoding of `R` and an `S` below the order.
    pub signature: Signed<S>,
}

/// Returns the lanes of each group whose signature is right by the equality of encodings, as bits;
/// the others want [`verify_message_vartime`]. Where `of_key` is given, a
/// [comb](super::comb_of_key), all claims are of its key. Variable-time: all is public.
#[must_use]
pub fn verify_lanes_vartime<S: Suite, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<Edwards<S>, M>,
    of_key: Option<&Comb<Edwards<S>, M>>,
    claims: &[[Claim<'_, S>; L]],
) -> [u64; GROUPS] {
    let used = claims.len();
    // Empty groups repeat the last one; only hashes cost anything.
    let claims: [_; GROUPS] = core::array::from_fn(|i| &claims[i.min(used - 1)]);
    let challenges = |claims: &[Claim<'_, S>; L]| {
        let r = claims.each_ref().map(|claim| claim.signature.0);
        let presented = claims.each_ref().map(|it| (&it.public, &it.framing, it.message));
        hash_challenges::<S, M, L>(machine, &r, &presented)
    };
    let mut h = [[NLimbs::<S>::ZERO; L]; GROUPS];
    for (h, claims) in h.iter_mut().zip(claims).take(used) {
        *h = challenges(claims);
    }
    let r = claims.map(|claims| claims.each_ref().map(|claim| claim.signature.0));
    let s = claims.map(|claims| claims.each_ref().map(|claim| claim.signature.1));
    let s = &s[..used];
    if let Some(of_key) = of_key {
        return super::verify_known_vartime::<S, M, L, GROUPS>(machine, comb, of_key, &r, s, &h);
    }
    let a = claims.map(|claims| [0, 1].map(|c| claims.each_ref().map(|claim| claim.public[c])));
    super::verify_lanes_vartime::<S, M, L, GROUPS>(machine, comb, &a[..used], &r, s, &h)
}

/// Returns whether the signature signs the message, or its hash if the framing says so, by the rule
/// *cofactored, canonical* (see the page above this one). Variable-time: all is public.
#[must_use]
pub fn verify_message_vartime<S: Suite, M: Machine>(
    machine: M,
    comb: &Comb<Edwards<S>, M>,
    claim: &Claim<'_, S>,
) -> bool {
    verify_message_by::<S, M>(machine, claim, |r, h| {
        verify_vartime::<S, M>(machine, comb, &claim.public, r, &claim.signature.1, h)
    })
}

/// Like [`verify_message_vartime`], by any `equation` of the encoding of `R` and the challenge.
#[must_use]
pub fn verify_message_by<S: Suite, M: Machine>(
    machine: M,
    claim: &Claim<'_, S>,
    equation: impl FnOnce(&[u8], &NLimbs<S>) -> bool,
) -> bool {
    let Claim { public, framing, message, signature: (r, _) } = claim;
    let [h] = hash_challenges::<S, M, 1>(machine, &[*r], &[(public, framing, *message)]);
    equation(&r[..point_bytes::<S::P>()], &h)
}
