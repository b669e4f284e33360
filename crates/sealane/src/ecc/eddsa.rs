//! The EdDSA equations and encodings, once for both curves. RFC 8032, sections 5.1 and 5.2.
//!
//! Verification follows one rule, *cofactored, canonical*: `A` and `R` must be the canonical
//! encodings of points, `S` is below the order, and `S B = R + h A` holds after multiplication by
//! the cofactor. Points of small order are points like others. What is hashed stands in
//! [`message`].

pub mod message;

use super::inverses::inverses;
use crate::group::comb::{self, Comb, MulBase};
use crate::group::edwards::{Edwards, EdwardsCurve, Extended, Form};
use crate::group::model::Model;
use crate::group::straus_vartime::double_scalar_vartime;
use crate::group::window;
use core::slice::{from_mut, from_ref};
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine, sqrt};
use sealane_arith::machine::Phase;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Words of a coordinate of `E`.
pub type PLimbs<E> = <<E as EdwardsCurve>::P as Prime>::Limbs;
/// Words of a scalar of `E`.
pub type NLimbs<E> = <<E as EdwardsCurve>::N as Prime>::Limbs;

/// The most bytes a point has (Ed448).
pub const MAX_POINT_BYTES: usize = 57;

/// Words enough for an encoded point.
type PointWords = [u64; MAX_POINT_BYTES.div_ceil(8)];

/// Bytes of an encoded point, of a seed and of `S`: all bits of `y` and one for the sign of `x`.
#[must_use]
pub const fn point_bytes<P: Prime>() -> usize {
    P::BITS / 8 + 1
}

/// Writes the encoding of an affine point to the start of `out`: `y` little-endian, the lowest bit
/// of `x` on top. Sections 5.1.2 and 5.2.2.
pub fn encode<P: Prime>([x, y]: &[P::Limbs; 2], out: &mut [u8]) {
    let out = &mut out[..point_bytes::<P>()];
    bytes::to_le_bytes(y, out);
    if let Some(top) = out.last_mut() {
        *top |= ((x.as_ref()[0] & 1) as u8) << 7;
    }
}

/// Returns the affine point of an encoding, if there is one and the encoding is the canonical one:
/// `y` is below the prime, and the sign of `x = 0` is not set. Sections 5.1.3 and 5.2.3.
/// Variable-time: the point is public.
#[must_use]
pub fn decode_vartime<E: EdwardsCurve, M: Machine>(
    machine: M,
    encoding: &[u8],
) -> Option<[PLimbs<E>; 2]> {
    let mut buffer = [0; MAX_POINT_BYTES];
    let copy = buffer.get_mut(..point_bytes::<E::P>()).filter(|c| c.len() == encoding.len())?;
    copy.copy_from_slice(encoding);
    let top = copy.last_mut()?;
    let odd = u64::from(*top >> 7);
    *top &= 0x7f;
    let wide: PointWords = bytes::from_le_bytes(copy);
    let mut y_plain = PLimbs::<E>::ZERO;
    let (low, high) = wide.split_at(PLimbs::<E>::LEN.min(wide.len()));
    y_plain.as_mut()[..low.len()].copy_from_slice(low);
    if high.iter().any(|&w| w != 0) || !bytes::is_below::<E::P>(&y_plain).to_bool_vartime() {
        return None;
    }
    // a x^2 + y^2 = 1 + d x^2 y^2 gives x^2 = (y^2 - 1) / (d y^2 - a); d / a is no square, so the
    // denominator is not 0.
    let y = machine.load::<E::P>(from_ref(&y_plain));
    let (root, exists) = machine.span(Phase::Decoding, || {
        let (one, yy) = (y.one_like(), y.sqr());
        let denominator = (y.like(&E::D) * yy - E::Form::times_a(one).carry()).carry();
        let inverse = machine.span(Phase::Inversion, || denominator.invert_vartime());
        sqrt((yy - one).carry() * inverse)
    });
    if !exists.to_bool_vartime() {
        return None;
    }
    let mut x = unload::<E::P, M>(machine, root);
    if x.as_ref()[0] & 1 != odd {
        // A root 0 has no odd twin.
        if x == PLimbs::<E>::ZERO {
            return None;
        }
        x = unload::<E::P, M>(machine, -root);
    }
    Some([x, y_plain])
}

fn unload<P: Prime, M: Machine>(machine: M, x: M::Of<P>) -> P::Limbs {
    let mut plain = P::Limbs::ZERO;
    machine.unload::<P>(x.carry(), from_mut(&mut plain));
    plain
}

/// Returns the scalar that little-endian words stand for, pruned: the lowest bits are cleared so
/// that the cofactor divides it, the top one is set and those above are cleared.
/// Sections 5.1.5 and 5.2.5; RFC 7748, section 5. Constant-time.
#[must_use]
pub fn prune<E: EdwardsCurve>(words: &PLimbs<E>) -> PLimbs<E> {
    let top = E::P::BITS - 1;
    let mut out = *words;
    let words = out.as_mut();
    words[0] &= !0 << E::COFACTOR_BITS;
    words[top / 64] &= u64::MAX >> (63 - top % 64);
    words[top / 64] |= 1 << (top % 64);
    out
}

/// Returns an integer of `bits` bits in any number of words modulo the order, in each lane.
/// Constant-time.
#[must_use]
pub fn reduce<N: Prime, M: Machine, W: Words, const L: usize>(
    machine: M,
    words: &[W; L],
    bits: usize,
) -> [N::Limbs; L] {
    machine.span(Phase::Scalar, || reduce_pieces::<N, M, W, L>(machine, words, bits))
}

fn reduce_pieces<N: Prime, M: Machine, W: Words, const L: usize>(
    machine: M,
    words: &[W; L],
    used: usize,
) -> [N::Limbs; L] {
    machine.run(
        #[inline(always)]
        || {
            // One bit less than the order: each piece is below it, and so is the step between them.
            let bits = N::BITS - 1;
            let mut step = N::Limbs::ZERO;
            step.as_mut()[bits / 64] = 1 << (bits % 64);
            let pieces = used.div_ceil(bits);
            let mut sum = piece::<N, M, W, L>(machine, words, (pieces - 1) * bits);
            let step = sum.like(&step);
            for i in (0..pieces - 1).rev() {
                sum = (sum * step + piece::<N, M, W, L>(machine, words, i * bits)).carry();
            }
            let mut plain = [N::Limbs::ZERO; L];
            machine.unload::<N>(sum, &mut plain);
            plain
        },
    )
}

/// Returns, of each lane, the bits from `from` on, one less than the order has.
#[inline(always)]
fn piece<N: Prime, M: Machine, W: Words, const L: usize>(
    machine: M,
    words: &[W; L],
    from: usize,
) -> M::Of<N> {
    let mut pieces = [N::Limbs::ZERO; L];
    for (piece, words) in pieces.iter_mut().zip(words) {
        *piece = bits_from(words.as_ref(), from, N::BITS - 1);
    }
    machine.load::<N>(&pieces)
}

/// Returns `count` bits of `words` from bit `from` on; bits outside are 0.
fn bits_from<L: Words>(words: &[u64], from: usize, count: usize) -> L {
    let at = |i: usize| words.get(i).copied().unwrap_or(0);
    let (skip, shift) = (from / 64, from % 64);
    let mut out = L::ZERO;
    for (i, word) in out.as_mut().iter_mut().enumerate() {
        let both = u128::from(at(skip + i)) | u128::from(at(skip + i + 1)) << 64;
        let left = count.saturating_sub(64 * i).min(64);
        *word = (both >> shift) as u64 & ((1u128 << left) - 1) as u64;
    }
    out
}

/// Returns the affine coordinates of `k B` in each lane of each group, plain. Constant-time; `k` is
/// below the order, and `base` computes its multiples. The groups, at most `GROUPS`, share an
/// inversion.
#[must_use]
pub fn multiple_of_base<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    base: &impl MulBase<Edwards<E>, M, L, GROUPS>,
    k: &[Secret<[NLimbs<E>; L]>],
) -> Secret<[[[PLimbs<E>; L]; 2]; GROUPS]> {
    let points = base.mul_base(machine, k);
    let to_affine = |points: &[_; GROUPS]| {
        affine::<E, M, L, GROUPS>(machine, &points[..k.len()], |z| base.invert(machine, z))
    };
    machine.span(Phase::Affine, || points.map(to_affine))
}

/// Returns the affine coordinates of points, plain, by one inversion. Constant-time if `invert` is.
fn affine<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    points: &[Extended<M::Of<E::P>>],
    invert: impl Fn(M::Of<E::P>) -> M::Of<E::P>,
) -> [[[PLimbs<E>; L]; 2]; GROUPS] {
    machine.run(
        #[inline(always)]
        || {
            let mut inverses = inverses::<M, E::P, GROUPS>(
                points.len(),
                #[inline(always)]
                |i| points[i].z,
                &invert,
            );
            let mut plain = [[[PLimbs::<E>::ZERO; L]; 2]; GROUPS];
            for ((point, inverse), [x, y]) in points.iter().zip(&inverses).zip(&mut plain) {
                machine.unload::<E::P>(point.x * *inverse, x);
                machine.unload::<E::P>(point.y * *inverse, y);
            }
            inverses.zeroize();
            plain
        },
    )
}

/// Returns `r + h a` modulo the order in each lane. Constant-time; all are below the order.
#[must_use]
pub fn response<N: Prime, M: Machine, const L: usize>(
    machine: M,
    r: &Secret<[N::Limbs; L]>,
    h: &[N::Limbs; L],
    a: &Secret<[N::Limbs; L]>,
) -> Secret<[N::Limbs; L]> {
    let equation = |r: &[N::Limbs; L], a: &[N::Limbs; L]| {
        machine.run(
            #[inline(always)]
            || {
                let product = machine.load::<N>(h) * machine.load::<N>(a);
                let mut plain = [N::Limbs::ZERO; L];
                machine.unload::<N>((product + machine.load::<N>(r)).carry(), &mut plain);
                plain
            },
        )
    };
    machine.span(Phase::Scalar, || r.zip(a, equation))
}

/// Returns whether `s B = R + h A` up to the cofactor, for an encoding `r` of `R`. Variable-time:
/// all is public.
///
/// `s` and `h` are below the order and `a` is any point of the curve. An encoding equal to that of
/// `s B - h A` accepts at once; another one is decoded, and the difference must have the order of a
/// divisor of the cofactor.
#[must_use]
pub fn verify_vartime<E: EdwardsCurve, M: Machine>(
    machine: M,
    comb: &Comb<Edwards<E>, M>,
    a: &[PLimbs<E>; 2],
    r: &[u8],
    s: &NLimbs<E>,
    h: &NLimbs<E>,
) -> bool {
    let a = minus::<E, M, 1>(machine, &a.map(|c| [c]));
    let sum = double_scalar_vartime::<Edwards<E>, M>(machine, comb, s, h, a);
    is_commitment_vartime::<E, M>(machine, &sum, r)
}

/// Returns whether `r` is the encoding of the point `s B - h A`, or one of a point that differs
/// from it by one of small order. Variable-time: all is public.
#[must_use]
pub fn is_commitment_vartime<E: EdwardsCurve, M: Machine>(
    machine: M,
    sum: &Extended<M::Of<E::P>>,
    r: &[u8],
) -> bool {
    let affine = machine.span(Phase::Affine, || {
        let inverse = machine.span(Phase::Inversion, || sum.z.invert_vartime());
        [sum.x * inverse, sum.y * inverse].map(|c| unload::<E::P, M>(machine, c))
    });
    let mut encoding = [0; MAX_POINT_BYTES];
    encode::<E::P>(&affine, &mut encoding);
    if encoding[..point_bytes::<E::P>()] == *r {
        return true;
    }
    let Some(r) = decode_vartime::<E, M>(machine, r) else { return false };
    let [x, y] = minus::<E, M, 1>(machine, &r.map(|c| [c]));
    let difference = Edwards::<E>::add(*sum, Edwards::<E>::entry(x, y));
    let multiple = Edwards::<E>::double(difference, E::COFACTOR_BITS);
    Edwards::<E>::is_neutral(&multiple).to_bool_vartime()
}

/// Takes the negative of the point of each lane in.
#[inline(always)]
fn minus<E: EdwardsCurve, M: Machine, const L: usize>(
    machine: M,
    [x, y]: &[[PLimbs<E>; L]; 2],
) -> [M::Of<E::P>; 2] {
    [(-machine.load::<E::P>(x)).carry(), machine.load::<E::P>(y)]
}

/// Bits per window of the multiple of a public key in lanes.
const WINDOW: usize = 5;

/// Returns the lanes of each group whose encoding of `R` is that of `s B - h A`, as bits, lane 0
/// lowest: there the signature is right. The others may be right up to the cofactor, which
/// [`verify_vartime`] says. Variable-time: all is public; the arguments are as there, and
/// `s` has a scalar for each group of points.
#[must_use]
pub fn verify_lanes_vartime<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<Edwards<E>, M>,
    a: &[[[PLimbs<E>; L]; 2]],
    r: &[[[u8; MAX_POINT_BYTES]; L]],
    s: &[[NLimbs<E>; L]],
    h: &[[NLimbs<E>; L]],
) -> [u64; GROUPS] {
    assert_eq!(s.len(), a.len(), "a scalar for each group of points");
    let of_base = comb::multiples::<Edwards<E>, M, L, GROUPS>(machine, comb, s);
    let sums = machine.run(
        #[inline(always)]
        || {
            let mut points = [minus::<E, M, L>(machine, &a[0]); GROUPS];
            for (point, a) in points.iter_mut().zip(a).skip(1) {
                *point = minus::<E, M, L>(machine, a);
            }
            let (points, h) = (&points[..a.len()], &h[..a.len()]);
            let mut sums =
                window::multiples::<Edwards<E>, M, L, GROUPS>(machine, WINDOW, h, points);
            for (sum, of_base) in sums.iter_mut().zip(of_base).take(a.len()) {
                *sum = Edwards::<E>::sum(*sum, of_base);
            }
            sums
        },
    );
    encodings_are_vartime::<E, M, L, GROUPS>(machine, &sums[..a.len()], r)
}

/// Returns the comb of a key for [`verify_known_vartime`]: of the negative of its point, which is
/// any point of the curve, as no order is made use of. Variable-time: the key is public.
#[must_use]
pub fn comb_of_key<E: EdwardsCurve, M: Machine, const L: usize>(
    machine: M,
    a: &[PLimbs<E>; 2],
    width: usize,
) -> Comb<Edwards<E>, M> {
    Comb::<Edwards<E>, M>::of(machine, minus::<E, M, L>(machine, &a.map(|c| [c; L])), width)
}

/// Like [`verify_lanes_vartime`], for one key in all lanes, by its [comb](comb_of_key).
#[must_use]
pub fn verify_known_vartime<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<Edwards<E>, M>,
    of_key: &Comb<Edwards<E>, M>,
    r: &[[[u8; MAX_POINT_BYTES]; L]],
    s: &[[NLimbs<E>; L]],
    h: &[[NLimbs<E>; L]],
) -> [u64; GROUPS] {
    let of_base = comb::multiples::<Edwards<E>, M, L, GROUPS>(machine, comb, s);
    let mut sums = comb::multiples::<Edwards<E>, M, L, GROUPS>(machine, of_key, &h[..s.len()]);
    machine.run(
        #[inline(always)]
        || {
            for (sum, of_base) in sums.iter_mut().zip(of_base).take(s.len()) {
                *sum = Edwards::<E>::sum(*sum, of_base);
            }
        },
    );
    encodings_are_vartime::<E, M, L, GROUPS>(machine, &sums[..s.len()], r)
}

/// Returns the lanes of each group where the encoding of a point is the one in `r`.
fn encodings_are_vartime<E: EdwardsCurve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    sums: &[Extended<M::Of<E::P>>],
    r: &[[[u8; MAX_POINT_BYTES]; L]],
) -> [u64; GROUPS] {
    let to_affine = || {
        affine::<E, M, L, GROUPS>(machine, sums, |z| {
            machine.span(Phase::Inversion, || z.invert_vartime())
        })
    };
    let affine = machine.span(Phase::Affine, to_affine);
    let mut equal = [0; GROUPS];
    for ((equal, [x, y]), r) in equal.iter_mut().zip(&affine).zip(r) {
        for (lane, r) in r.iter().enumerate() {
            let mut encoding = [0; MAX_POINT_BYTES];
            encode::<E::P>(&[x[lane], y[lane]], &mut encoding);
            *equal |= u64::from(encoding == *r) << lane;
        }
    }
    equal
}
