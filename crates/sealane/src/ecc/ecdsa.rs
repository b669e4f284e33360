//! The ECDSA equations. FIPS 186-5, sections 6.4.1 and 6.4.2; SEC 1, section 4.1.

use super::inverses::{Both, ByElement, Inverter, inverses, inverses_of_both};
use crate::group::comb::{self, Comb, mul_base_groups};
use crate::group::curve::{Curve, NLimbs, PLimbs};
use crate::group::model::{Model, Point};
use crate::group::short::{Jacobian, Short};
use crate::group::straus_vartime::double_scalar_vartime;
use crate::group::window;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::machine::Phase;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// One signature per lane, plain integers, and the lanes in which neither half is zero.
#[derive(Clone, Copy)]
pub struct Signed<N, const L: usize> {
    /// `x(k G) mod n`.
    pub r: [N; L],
    /// `(e + r d) / k mod n`.
    pub s: [N; L],
    /// Bit `i` is set if the signature of lane `i` may be used; otherwise sign again with another
    /// nonce.
    pub good: u64,
}

impl<N: Words, const L: usize> Zeroize for Signed<N, L> {
    fn zeroize(&mut self) {
        self.r.zeroize();
        self.s.zeroize();
        self.good.zeroize();
    }
}

/// Signs `e` with key `d` and nonce `k` in each lane of each group: at most `GROUPS` of them;
/// unused trailing groups are zero. Constant-time.
///
/// All are plain integers below the order, `k` and `d` not 0. The order `n` must satisfy `p < 2n`,
/// as it does for every curve with cofactor 1. What leaves is the signature alone. The groups share
/// their inversions.
// Its stack is not to lie beside that of the nonce.
#[inline(never)]
#[must_use]
pub fn sign<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    d: &[Secret<[NLimbs<C>; L]>],
    k: &[Secret<[NLimbs<C>; L]>],
    e: &[[NLimbs<C>; L]],
) -> [Signed<NLimbs<C>, L>; GROUPS] {
    let used = k.len();
    let multiples =
        |k: &[_; GROUPS]| comb::multiples::<Short<C>, M, L, GROUPS>(machine, comb, &k[..used]);
    let points = Secret::gather::<GROUPS>(k).map(multiples);
    sign_with::<C, M, L, GROUPS>(machine, ByElement, &points, d, k, e)
}

/// Like [`sign`], given the multiples `k G`.
// Its stack is not to lie beside that of the multiples.
#[inline(never)]
pub(super) fn sign_with<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    points: &Secret<[Point<Short<C>, M>; GROUPS]>,
    d: &[Secret<[NLimbs<C>; L]>],
    k: &[Secret<[NLimbs<C>; L]>],
    e: &[[NLimbs<C>; L]],
) -> [Signed<NLimbs<C>, L>; GROUPS] {
    let used = k.len();
    let inverses = points.zip(&Secret::gather::<GROUPS>(k), |points, k| {
        both_inverses::<C, M, L, GROUPS>(machine, inverter, &points[..used], &k[..used])
    });
    let to_r = |points: &[Point<Short<C>, M>; GROUPS], (of_z, _): &Both<M, C::P, C::N, GROUPS>| {
        let x = affine_x_by::<C, M, L, GROUPS>(machine, &points[..used], of_z);
        x.map(|x| x.map(|x| x_modulo_order::<C>(&x)))
    };
    let r = machine.span(Phase::Affine, || points.zip(&inverses, to_r));
    let r_and_d = r.zip(&Secret::gather::<GROUPS>(d), |r, d| (*r, *d));
    let equation = || {
        r_and_d.zip(&inverses, |(r, d), (_, of_k)| {
            equation::<C, M, L, GROUPS>(machine, r, &d[..used], of_k, e)
        })
    };
    let signed = machine.span(Phase::Scalar, equation);
    signed.reveal("a signature is public; one with a zero half is dropped, nonce and all")
}

/// Returns the public key of each lane of each group, plain: `d G`. Constant-time; `d` is in
/// `1..n`. The groups, at most `GROUPS`, share an inversion.
#[must_use]
pub fn public_of<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    d: &[Secret<[NLimbs<C>; L]>],
) -> Secret<[[[PLimbs<C>; L]; 2]; GROUPS]> {
    let points = mul_base_groups::<Short<C>, M, L, GROUPS>(machine, comb, d);
    plain_points::<C, M, L, GROUPS>(machine, ByElement, &points, d.len())
}

/// Returns the coordinates of the points of the first `used` groups, none of them infinity, plain,
/// by one inversion. Constant-time.
pub(super) fn plain_points<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    points: &Secret<[Point<Short<C>, M>; GROUPS]>,
    used: usize,
) -> Secret<[[[PLimbs<C>; L]; 2]; GROUPS]> {
    let to_plain = |points: &[Point<Short<C>, M>; GROUPS]| {
        machine.run(
            #[inline(always)]
            || {
                let points = &points[..used];
                let inverses = denominators::<C, M, GROUPS>(machine, inverter, points);
                let mut plain = [[[PLimbs::<C>::ZERO; L]; 2]; GROUPS];
                for ((point, inverse), [x, y]) in points.iter().zip(inverses).zip(&mut plain) {
                    let affine = point.scaled(inverse);
                    machine.unload::<C::P>(affine.x, x);
                    machine.unload::<C::P>(affine.y, y);
                }
                plain
            },
        )
    };
    machine.span(Phase::Affine, || points.map(to_plain))
}

/// Returns the inverses of the denominators of points, by one inversion. Constant-time.
#[inline(always)]
fn denominators<C: Curve, M: Machine, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    points: &[Jacobian<M::Of<C::P>>],
) -> [M::Of<C::P>; GROUPS] {
    inverses::<M, C::P, GROUPS>(
        points.len(),
        #[inline(always)]
        |i| points[i].z,
        #[inline(always)]
        |z| inverter.invert::<C::P>(machine, z),
    )
}

/// Returns the inverses of the denominators of points and of nonces. Constant-time.
// Its stack is not to lie beside that of other steps.
#[inline(never)]
fn both_inverses<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    points: &[Jacobian<M::Of<C::P>>],
    k: &[[NLimbs<C>; L]],
) -> Both<M, C::P, C::N, GROUPS> {
    machine.run(
        #[inline(always)]
        || {
            inverses_of_both::<M, C::P, C::N, GROUPS>(
                machine,
                inverter,
                k.len(),
                #[inline(always)]
                |i| points[i].z,
                #[inline(always)]
                |i| machine.load::<C::N>(&k[i]),
            )
        },
    )
}

/// Returns the plain first coordinate of each point, none of them infinity, by one inversion.
/// Constant-time.
// Its stack is not to lie beside that of other steps.
#[inline(never)]
pub(super) fn affine_x<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    inverter: impl Inverter<M>,
    points: &[Jacobian<M::Of<C::P>>],
) -> [[PLimbs<C>; L]; GROUPS] {
    let mut inverses = machine.run(
        #[inline(always)]
        || denominators::<C, M, GROUPS>(machine, inverter, points),
    );
    let x = affine_x_by::<C, M, L, GROUPS>(machine, points, &inverses);
    inverses.zeroize();
    x
}

/// Like [`affine_x`], given the inverses of the denominators.
#[inline(never)]
fn affine_x_by<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    points: &[Jacobian<M::Of<C::P>>],
    inverses: &[M::Of<C::P>; GROUPS],
) -> [[PLimbs<C>; L]; GROUPS] {
    machine.run(
        #[inline(always)]
        || {
            let mut plain = [[PLimbs::<C>::ZERO; L]; GROUPS];
            for ((point, inverse), plain) in points.iter().zip(inverses).zip(&mut plain) {
                machine.unload::<C::P>(point.x * inverse.sqr(), plain);
            }
            plain
        },
    )
}

/// Returns `(r, (e + r d) / k)` for each lane, given `1 / k`.
#[inline(never)]
fn equation<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    r: &[[NLimbs<C>; L]; GROUPS],
    d: &[[NLimbs<C>; L]],
    of_k: &[M::Of<C::N>; GROUPS],
    e: &[[NLimbs<C>; L]],
) -> [Signed<NLimbs<C>, L>; GROUPS] {
    machine.run(
        #[inline(always)]
        || {
            let mut signed = r.map(|r| Signed { r, s: [NLimbs::<C>::ZERO; L], good: 0 });
            for (i, signed) in signed.iter_mut().enumerate().take(d.len()) {
                let r = machine.load::<C::N>(&r[i]);
                let product = r * machine.load::<C::N>(&d[i]);
                let s = of_k[i] * (machine.load::<C::N>(&e[i]) + product).carry();
                signed.good = r.is_zero().or(s.is_zero()).not().to_bits();
                machine.unload::<C::N>(s, &mut signed.s);
            }
            signed
        },
    )
}

/// Returns whether `(r, s)` is a signature of `e` under the public key `q`. Variable-time: all is
/// public.
///
/// `r`, `s` and `e` are plain integers below the order, `r` and `s` not 0; `q` is a point of the
/// curve other than infinity.
#[must_use]
pub fn verify_vartime<C: Curve, M: Machine>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    q: &[PLimbs<C>; 2],
    e: &NLimbs<C>,
    r: &NLimbs<C>,
    s: &NLimbs<C>,
) -> bool {
    verify_by_vartime::<C, M>(machine, e, r, s, |u1, u2| {
        sum_vartime::<C, M>(machine, comb, u1, u2, q)
    })
}

/// Like [`verify_vartime`], given what returns `u1 G + u2 q`.
pub(super) fn verify_by_vartime<C: Curve, M: Machine>(
    machine: M,
    e: &NLimbs<C>,
    r: &NLimbs<C>,
    s: &NLimbs<C>,
    sum: impl FnOnce(&NLimbs<C>, &NLimbs<C>) -> Point<Short<C>, M>,
) -> bool {
    let scalar = |x: &NLimbs<C>| machine.load::<C::N>(core::slice::from_ref(x));
    let mut u1 = NLimbs::<C>::ZERO;
    let mut u2 = NLimbs::<C>::ZERO;
    machine.span(Phase::Scalar, || {
        let w = machine.span(Phase::Inversion, || scalar(s).invert_vartime());
        machine.unload::<C::N>(scalar(e) * w, core::slice::from_mut(&mut u1));
        machine.unload::<C::N>(scalar(r) * w, core::slice::from_mut(&mut u2));
    });
    let sum = sum(&u1, &u2);
    if sum.z.is_zero().to_bool_vartime() {
        return false;
    }
    x_is_vartime::<C, M>(machine, sum, r)
}

/// Returns `u1 G + u2 q`, right in all cases.
pub(super) fn sum_vartime<C: Curve, M: Machine>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    u1: &NLimbs<C>,
    u2: &NLimbs<C>,
    q: &[PLimbs<C>; 2],
) -> Point<Short<C>, M> {
    let coordinate = |x: &PLimbs<C>| machine.load::<C::P>(core::slice::from_ref(x));
    let q = [coordinate(&q[0]), coordinate(&q[1])];
    double_scalar_vartime::<Short<C>, M>(machine, comb, u1, u2, q)
}

/// Returns the lanes of each group in which `(r, s)` is a signature of `e` under the public key
/// `q`, as bits, lane 0 lowest. Variable-time: all is public.
///
/// The arguments are as for [`verify_vartime`], and so is each lane's verdict: both multiples and
/// their sum are right in all cases, so no lane needs a second look. The groups share an inversion.
#[must_use]
pub fn verify_lanes_vartime<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    q: &[[[PLimbs<C>; L]; 2]],
    e: &[[NLimbs<C>; L]],
    r: &[[NLimbs<C>; L]],
    s: &[[NLimbs<C>; L]],
) -> [u64; GROUPS] {
    let (u1, u2) = factors_vartime::<C, M, L, GROUPS>(machine, e, r, s);
    let of_g = comb::multiples::<Short<C>, M, L, GROUPS>(machine, comb, &u1[..q.len()]);
    let u2 = &u2[..q.len()];
    let of_q = window::multiples_plain::<Short<C>, M, L, GROUPS>(machine, C::WINDOW, u2, q);
    sums_are_vartime::<C, M, L, GROUPS>(machine, [&of_g, &of_q], r)
}

/// Like [`verify_lanes_vartime`], where all signatures are of one public key, whose comb is at
/// hand: no doublings.
#[must_use]
pub fn verify_known_vartime<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    of_key: &Comb<Short<C>, M>,
    e: &[[NLimbs<C>; L]],
    r: &[[NLimbs<C>; L]],
    s: &[[NLimbs<C>; L]],
) -> [u64; GROUPS] {
    let (u1, u2) = factors_vartime::<C, M, L, GROUPS>(machine, e, r, s);
    let of_g = comb::multiples::<Short<C>, M, L, GROUPS>(machine, comb, &u1[..s.len()]);
    let of_q = comb::multiples::<Short<C>, M, L, GROUPS>(machine, of_key, &u2[..s.len()]);
    sums_are_vartime::<C, M, L, GROUPS>(machine, [&of_g, &of_q], r)
}

/// Returns the lanes of each group where the sum of both multiples has the `x` that `r` says.
fn sums_are_vartime<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    [of_g, of_q]: [&[Point<Short<C>, M>; GROUPS]; 2],
    r: &[[NLimbs<C>; L]],
) -> [u64; GROUPS] {
    let mut good = [0; GROUPS];
    for (i, good) in good.iter_mut().enumerate().take(r.len()) {
        *good = machine.run(
            #[inline(always)]
            || {
                let sum = Short::<C>::sum(of_q[i], of_g[i]);
                x_is_lanes_vartime::<C, M, L>(machine, sum, &r[i]).to_bits()
            },
        );
    }
    good
}

/// Scalars of each lane of each group.
type Scalars<C, const L: usize, const GROUPS: usize> = [[NLimbs<C>; L]; GROUPS];

/// Returns `e / s` and `r / s` of each lane, by one inversion.
fn factors_vartime<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    e: &[[NLimbs<C>; L]],
    r: &[[NLimbs<C>; L]],
    s: &[[NLimbs<C>; L]],
) -> (Scalars<C, L, GROUPS>, Scalars<C, L, GROUPS>) {
    machine.span(Phase::Scalar, || {
        machine.run(
            #[inline(always)]
            || factors_in_lanes_vartime::<C, M, L, GROUPS>(machine, e, r, s),
        )
    })
}

#[inline(always)]
fn factors_in_lanes_vartime<C: Curve, M: Machine, const L: usize, const GROUPS: usize>(
    machine: M,
    e: &[[NLimbs<C>; L]],
    r: &[[NLimbs<C>; L]],
    s: &[[NLimbs<C>; L]],
) -> (Scalars<C, L, GROUPS>, Scalars<C, L, GROUPS>) {
    let inverses = inverses::<M, C::N, GROUPS>(
        s.len(),
        #[inline(always)]
        |i| machine.load::<C::N>(&s[i]),
        #[inline(always)]
        |s| machine.span(Phase::Inversion, || s.invert_vartime()),
    );
    let mut u1 = [[NLimbs::<C>::ZERO; L]; GROUPS];
    let mut u2 = u1;
    for i in 0..s.len() {
        machine.unload::<C::N>(machine.load::<C::N>(&e[i]) * inverses[i], &mut u1[i]);
        machine.unload::<C::N>(machine.load::<C::N>(&r[i]) * inverses[i], &mut u2[i]);
    }
    (u1, u2)
}

/// Returns the lanes where `x(p) mod n` is `r`; none where `p` is infinity. See `x_is_vartime`.
#[inline(always)]
fn x_is_lanes_vartime<C: Curve, M: Machine, const L: usize>(
    machine: M,
    p: Jacobian<M::Of<C::P>>,
    r: &[NLimbs<C>; L],
) -> M::Mask {
    let zz = p.z.sqr();
    let mut found = M::Mask::splat(false);
    for wrapped in [false, true] {
        let mut there = [0; L];
        let mut candidates = [PLimbs::<C>::ZERO; L];
        for ((there, candidate), r) in there.iter_mut().zip(&mut candidates).zip(r) {
            if let Some(x) = candidate_vartime::<C>(r, wrapped) {
                (*there, *candidate) = (1, x);
            }
        }
        if there.contains(&1) {
            let same = (machine.load::<C::P>(&candidates) * zz).equals(p.x);
            found = found.or(same.and(machine.digit(&there).equals(1)));
        }
    }
    found.and(p.z.is_zero().not())
}

/// Returns `r` or, wrapped, `r + n` as a coordinate, if it is below the prime.
fn candidate_vartime<C: Curve>(r: &NLimbs<C>, wrapped: bool) -> Option<PLimbs<C>> {
    let mut candidate = PLimbs::<C>::ZERO;
    let mut fits = copy_words(r.as_ref(), candidate.as_mut());
    if wrapped {
        let mut carry = 0;
        for (i, word) in candidate.as_mut().iter_mut().enumerate() {
            let more = C::N::MODULUS.as_ref().get(i).copied().unwrap_or(0);
            (*word, carry) = sealane_arith::word::adc(*word, more, carry);
        }
        fits = fits && carry == 0;
    }
    (fits && bytes::is_below::<C::P>(&candidate).to_bool_vartime()).then_some(candidate)
}

/// Returns whether `x(p) mod n` is `r`, without an inversion: `x(p)` is `r` or, if that is below
/// the prime, `r + n`, and `x(p) = X / Z^2`.
fn x_is_vartime<C: Curve, M: Machine>(machine: M, p: Jacobian<M::Of<C::P>>, r: &NLimbs<C>) -> bool {
    let zz = p.z.sqr();
    [false, true].iter().any(|wrapped| {
        candidate_vartime::<C>(r, *wrapped).is_some_and(|candidate| {
            let x = machine.load::<C::P>(core::slice::from_ref(&candidate));
            (x * zz).equals(p.x).to_bool_vartime()
        })
    })
}

/// Returns a coordinate, plain, modulo the order. Constant-time.
fn x_modulo_order<C: Curve>(x: &PLimbs<C>) -> NLimbs<C> {
    let mut wide = NLimbs::<C>::ZERO;
    let fits = copy_words(x.as_ref(), wide.as_mut());
    debug_assert!(fits, "a coordinate fits the words of the order");
    bytes::reduce_once::<C::N>(&wide)
}

/// Copies words from the low end; returns false if one that is not 0 was dropped.
fn copy_words(from: &[u64], to: &mut [u64]) -> bool {
    let n = from.len().min(to.len());
    to[..n].copy_from_slice(&from[..n]);
    from[n..].iter().all(|&w| w == 0)
}

#[cfg(test)]
mod tests;
