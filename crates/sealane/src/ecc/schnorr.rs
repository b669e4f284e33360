//! The equations of BIP 340, "Schnorr Signatures for secp256k1" (2020).
//!
//! A public key is the `x` of a point, and stands for the point with even `y`; so do the first
//! halves of signatures. Whoever has the other `y` negates the scalar.

pub mod message;

use crate::group::comb::{Comb, mul_base};
use crate::group::curve::{Curve, NLimbs, PLimbs};
use crate::group::short::Short;
use crate::group::straus_vartime::double_scalar_vartime;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;

/// A nonce and what is public of it, one lane each.
pub struct Commitment<C: Curve, const L: usize> {
    /// `x(k G)`, plain.
    pub x: [PLimbs<C>; L],
    /// `k`, or `n - k` where `y(k G)` is odd.
    pub k: Secret<[NLimbs<C>; L]>,
}

/// A coordinate and, as the lowest bit of the other, a sign.
#[derive(Clone, Copy)]
struct Signed<X, const L: usize> {
    x: [X; L],
    odd: [u64; L],
}

impl<X: Words, const L: usize> zeroize::Zeroize for Signed<X, L> {
    fn zeroize(&mut self) {
        self.x.zeroize();
        self.odd.zeroize();
    }
}

/// Returns `k G` as its `x`, and the `k` that belongs to the even `y`. Constant-time.
///
/// `k` is a plain integer in `1..n`. What leaves is the `x` alone.
#[must_use]
pub fn commit<C: Curve, M: Machine, const L: usize>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    k: &Secret<[NLimbs<C>; L]>,
) -> Commitment<C, L> {
    let point = mul_base::<Short<C>, M, L>(machine, comb, k).map(|point| {
        let affine = point.to_affine(Field::invert);
        let mut x = [PLimbs::<C>::ZERO; L];
        let mut y = [PLimbs::<C>::ZERO; L];
        machine.unload::<C::P>(affine.x, &mut x);
        machine.unload::<C::P>(affine.y, &mut y);
        Signed { x, odd: y.map(|y| y.as_ref()[0] & 1) }
    });
    let k = k.zip(&point, |k, point| negate_if_odd::<C, M, L>(machine, k, &point.odd));
    let x = point.map(|point| point.x).reveal("the first half of a signature is public");
    Commitment { x, k }
}

/// Returns `k + e d mod n`, the second half of a signature, in each lane. Constant-time.
///
/// All are plain integers below the order; `k` is that of [`commit`]. `odd` has bit 0 set in the
/// lanes whose public point has an odd `y`; it is public.
#[must_use]
pub fn respond<C: Curve, M: Machine, const L: usize>(
    machine: M,
    d: &Secret<[NLimbs<C>; L]>,
    odd: &[u64; L],
    k: &Secret<[NLimbs<C>; L]>,
    e: &[NLimbs<C>; L],
) -> [NLimbs<C>; L] {
    let s = d.zip(k, |d, k| {
        let load = |lanes: &[NLimbs<C>; L]| machine.load::<C::N>(lanes);
        let d = load(&negate_if_odd::<C, M, L>(machine, d, odd));
        let mut s = [NLimbs::<C>::ZERO; L];
        machine.unload::<C::N>((load(k) + load(e) * d).carry(), &mut s);
        s
    });
    s.reveal("the second half of a signature is public")
}

/// Returns `x`, or `n - x` in the lanes whose `odd` has its lowest bit set.
fn negate_if_odd<C: Curve, M: Machine, const L: usize>(
    machine: M,
    x: &[NLimbs<C>; L],
    odd: &[u64; L],
) -> [NLimbs<C>; L] {
    let odd = machine.digit(odd).equals(1);
    let mut out = [NLimbs::<C>::ZERO; L];
    machine.unload::<C::N>(machine.load::<C::N>(x).negate_if(odd), &mut out);
    out
}

/// Returns whether `s G - e Q` is a point with `x` and an even `y`. Variable-time: all is public.
///
/// `e` and `s` are plain integers below the order, `x` one below the prime; `q` is a point of the
/// curve with even `y`.
#[must_use]
pub fn verify_vartime<C: Curve, M: Machine>(
    machine: M,
    comb: &Comb<Short<C>, M>,
    q: &[PLimbs<C>; 2],
    e: &NLimbs<C>,
    x: &PLimbs<C>,
    s: &NLimbs<C>,
) -> bool {
    let mut minus_e = NLimbs::<C>::ZERO;
    let negative = -machine.load::<C::N>(core::slice::from_ref(e));
    machine.unload::<C::N>(negative.carry(), core::slice::from_mut(&mut minus_e));
    let coordinate = |x: &PLimbs<C>| machine.load::<C::P>(core::slice::from_ref(x));
    let q = [coordinate(&q[0]), coordinate(&q[1])];
    let sum = double_scalar_vartime::<Short<C>, M>(machine, comb, s, &minus_e, q);
    if sum.z.is_zero().to_bool_vartime() {
        return false;
    }
    if !(coordinate(x) * sum.z.sqr()).equals(sum.x).to_bool_vartime() {
        return false;
    }
    let mut y = PLimbs::<C>::ZERO;
    let affine = sum.to_affine(Field::invert_vartime);
    machine.unload::<C::P>(affine.y, core::slice::from_mut(&mut y));
    y.as_ref()[0] & 1 == 0
}
