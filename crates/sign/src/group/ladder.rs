//! The Montgomery ladder: the `u` coordinate of a multiple, for X25519 and X448.

use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::machine::Room;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::secret::Secret;

/// Returns `u(k P)` for a point with `u(P) = u` in each lane, as a numerator and a denominator,
/// which is 0 for the neutral element. Constant-time in `k`. RFC 7748, section 5.
///
/// `k` has up to `bits` bits and `a24` is `(A - 2) / 4` for the curve `v^2 = u^3 + A u^2 + u`.
/// `u` may be anything: what is not on the curve is on its twist, where the same formulas hold.
#[must_use]
pub fn ladder<P: Prime, M: Machine, K: Words, const L: usize>(
    machine: M,
    bits: usize,
    a24: &P::Limbs,
    k: &Secret<[K; L]>,
    u: M::Of<P>,
) -> Secret<[M::Of<P>; 2]> {
    machine.span(Room::Multiplication, || {
        k.map(|k| {
            machine.run(
                #[inline(always)]
                || steps::<P, M, K, L>(machine, bits, a24, k, u),
            )
        })
    })
}

/// The steps of the ladder.
#[inline(always)]
fn steps<P: Prime, M: Machine, K: Words, const L: usize>(
    machine: M,
    bits: usize,
    a24: &P::Limbs,
    k: &[K; L],
    u: M::Of<P>,
) -> [M::Of<P>; 2] {
    let a24 = u.like(a24);
    let (mut x2, mut z2, mut x3, mut z3) = (u.one_like(), u.zero_like(), u, u.one_like());
    let mut swapped = M::Mask::splat(false);
    for i in (0..bits).rev() {
        let bit = k.each_ref().map(
            #[inline(always)]
            |k| k.as_ref()[i / 64] >> (i % 64) & 1,
        );
        let one = machine.digit(&bit).equals(1);
        let swap = one.and(swapped.not()).or(one.not().and(swapped));
        swapped = one;
        [x2, z2, x3, z3] = machine.span(
            Room::Step,
            #[inline(always)]
            || step(swap, [x2, z2, x3, z3], u, a24),
        );
    }
    (x2, x3) = exchange(swapped, x2, x3);
    (z2, z3) = exchange(swapped, z2, z3);
    let _ = (x3, z3);
    [x2, z2]
}

/// Returns the double of the first point and the sum of both, which are exchanged before in the
/// lanes where `swap` is true; `u` is that of their difference.
#[inline(always)]
fn step<F: Field>(swap: F::Mask, [x2, z2, x3, z3]: [F; 4], u: F, a24: F) -> [F; 4] {
    let (x2, x3) = exchange(swap, x2, x3);
    let (z2, z3) = exchange(swap, z2, z3);
    let (a, b) = ((x2 + z2).carry(), (x2 - z2).carry());
    let (c, d) = ((x3 + z3).carry(), (x3 - z3).carry());
    let (aa, bb) = (a.sqr(), b.sqr());
    let (da, cb) = (d * a, c * b);
    let e = (aa - bb).carry();
    let x3 = (da + cb).carry().sqr();
    let z3 = u * (da - cb).carry().sqr();
    [aa * bb, e * (aa + a24 * e).carry(), x3, z3]
}

/// Returns `(b, a)` in the lanes where `swap` is true and `(a, b)` in the others.
#[inline(always)]
fn exchange<F: Field>(swap: F::Mask, a: F, b: F) -> (F, F) {
    (F::select(swap, b, a), F::select(swap, a, b))
}
