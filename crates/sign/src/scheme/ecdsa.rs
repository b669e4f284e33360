//! The ECDSA equations. FIPS 186-5, sections 6.4.1 and 6.4.2; SEC 1, section 4.1.

use crate::curve::{Curve, NLimbs, PLimbs};
use crate::group::comb::{Comb, mul_base};
use crate::group::model::Point;
use crate::group::short::{Jacobian, Short};
use crate::group::straus_vartime::double_scalar_vartime;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::Room;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

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

impl<N: Words, const L: usize> zeroize::Zeroize for Signed<N, L> {
    fn zeroize(&mut self) {
        self.r.zeroize();
        self.s.zeroize();
        self.good.zeroize();
    }
}

/// Signs `e` with key `d` and nonce `k` in each lane. Constant-time.
///
/// All are plain integers below the order, `k` and `d` not 0. The order `n` must satisfy `p < 2n`,
/// as it does for every curve with cofactor 1. What leaves is the signature alone.
#[must_use]
pub fn sign<C: Curve, M: Machine, const L: usize>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    d: &Secret<[NLimbs<C>; L]>,
    k: &Secret<[NLimbs<C>; L]>,
    e: &[NLimbs<C>; L],
) -> Signed<NLimbs<C>, L> {
    let point = mul_base::<Short<C>, M, L>(machine, comb, k);
    let to_r = |point: &Point<Short<C>, M>| {
        let x = point.to_affine(|z| machine.span(Room::Inversion, || z.invert())).x;
        let mut plain = [PLimbs::<C>::ZERO; L];
        machine.unload::<C::P>(x, &mut plain);
        plain.map(|x| x_modulo_order::<C>(&x))
    };
    let r = machine.span(Room::Affine, || point.map(to_r));
    let equation = || {
        r.zip(&d.zip(k, |d, k| (Lanes(*d), Lanes(*k))), |r, (d, k)| {
            let load = |lanes: &[NLimbs<C>; L]| machine.load::<C::N>(lanes);
            let (r_lanes, d, k) = (load(r), load(&d.0), load(&k.0));
            let inverse = machine.span(Room::Inversion, || k.invert());
            let s_lanes = inverse * (load(e) + r_lanes * d).carry();
            let bad = r_lanes.is_zero().or(s_lanes.is_zero());
            let mut s = [NLimbs::<C>::ZERO; L];
            machine.unload::<C::N>(s_lanes, &mut s);
            Signed { r: *r, s, good: bad.not().to_bits() }
        })
    };
    let signed = machine.span(Room::Scalar, equation);
    signed.reveal("a signature is public; one with a zero half is dropped, nonce and all")
}

/// Lanes as one plain value, so that two secrets can be carried as a pair.
#[derive(Clone, Copy)]
struct Lanes<N, const L: usize>([N; L]);

impl<N: Words, const L: usize> zeroize::Zeroize for Lanes<N, L> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
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
    let scalar = |x: &NLimbs<C>| machine.load::<C::N>(core::slice::from_ref(x));
    let mut u1 = NLimbs::<C>::ZERO;
    let mut u2 = NLimbs::<C>::ZERO;
    machine.span(Room::Scalar, || {
        let w = machine.span(Room::Inversion, || scalar(s).invert_vartime());
        machine.unload::<C::N>(scalar(e) * w, core::slice::from_mut(&mut u1));
        machine.unload::<C::N>(scalar(r) * w, core::slice::from_mut(&mut u2));
    });
    let coordinate = |x: &PLimbs<C>| machine.load::<C::P>(core::slice::from_ref(x));
    let q = [coordinate(&q[0]), coordinate(&q[1])];
    let sum = double_scalar_vartime::<Short<C>, M>(machine, comb, &u1, &u2, q);
    if sum.z.is_zero().to_bool_vartime() {
        return false;
    }
    x_is_vartime::<C, M>(machine, sum, r)
}

/// Returns whether `x(p) mod n` is `r`, without an inversion: `x(p)` is `r` or, if that is below
/// the prime, `r + n`, and `x(p) = X / Z^2`.
fn x_is_vartime<C: Curve, M: Machine>(machine: M, p: Jacobian<M::Of<C::P>>, r: &NLimbs<C>) -> bool {
    let zz = p.z.sqr();
    let matches = |candidate: &PLimbs<C>| {
        let x = machine.load::<C::P>(core::slice::from_ref(candidate));
        (x * zz).equals(p.x).to_bool_vartime()
    };
    let mut candidate = PLimbs::<C>::ZERO;
    if !copy_words(r.as_ref(), candidate.as_mut())
        || !bytes::is_below::<C::P>(&candidate).to_bool_vartime()
    {
        return false;
    }
    if matches(&candidate) {
        return true;
    }
    let mut carry = 0;
    for (i, word) in candidate.as_mut().iter_mut().enumerate() {
        let more = C::N::MODULUS.as_ref().get(i).copied().unwrap_or(0);
        (*word, carry) = sealane_arith::word::adc(*word, more, carry);
    }
    carry == 0 && bytes::is_below::<C::P>(&candidate).to_bool_vartime() && matches(&candidate)
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
