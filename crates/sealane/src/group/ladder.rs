//! The Montgomery ladder: the `u` coordinate of a multiple, for X25519 and X448.

use super::edwards::EdwardsCurve;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Field, Machine};
use sealane_arith::machine::Phase;
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Returns `u(k P)` for a point with `u(P) = u` in each lane, as a numerator and a denominator,
/// which is 0 for the neutral element, on the partner of `E` in Montgomery's form. Constant-time in
/// `k`. RFC 7748, section 5.
///
/// `k` has up to `bits` bits. `u` may be anything: what is not on the curve is on its twist, where
/// the same formulas hold.
#[must_use]
pub fn ladder<E: EdwardsCurve, M: Machine, K: Words, const L: usize>(
    machine: M,
    bits: usize,
    k: &Secret<[K; L]>,
    u: M::Of<E::P>,
) -> Secret<[M::Of<E::P>; 2]> {
    machine.span(Phase::Multiplication, || {
        k.map(|k| {
            machine.run(
                #[inline(always)]
                || steps::<E, M, K, L>(machine, bits, k, u),
            )
        })
    })
}

/// The steps of the ladder.
#[inline(always)]
fn steps<E: EdwardsCurve, M: Machine, K: Words, const L: usize>(
    machine: M,
    bits: usize,
    k: &[K; L],
    u: M::Of<E::P>,
) -> [M::Of<E::P>; 2] {
    // A constant here, and not an argument: machines whose elements are plain do without products
    // of its limbs that are 0.
    let a24 = u.like(&E::A24);
    let mut points = [u.one_like(), u.zero_like(), u, u.one_like()];
    let mut swapped = M::Mask::splat(false);
    let mut words = [0; L];
    for i in (0..bits).rev() {
        if i == bits - 1 || i % 64 == 63 {
            for (word, k) in words.iter_mut().zip(k) {
                *word = k.as_ref()[i / 64];
            }
        }
        let one = machine.bit(&words, (i % 64) as u32);
        let swap = one.xor(swapped);
        swapped = one;
        points = machine.span(
            Phase::Step,
            #[inline(always)]
            || step(swap, points, u, a24),
        );
    }
    words.zeroize();
    let [x2, z2, x3, z3] = points;
    [M::Of::<E::P>::select(swapped, x3, x2), M::Of::<E::P>::select(swapped, z3, z2)]
}

/// Returns the double of the first point, or of the second in the lanes where `swap` is true, and
/// the sum of both; `u` is that of their difference.
///
/// Points are numerators and denominators of `u`, as `[x2, z2, x3, z3]`; what comes out is at rest.
/// Only what is doubled has to be chosen: the sum is the same whichever of them is the first.
#[inline(always)]
#[must_use]
pub fn step<F: Field>(swap: F::Mask, [x2, z2, x3, z3]: [F; 4], u: F, a24: F) -> [F; 4] {
    let (a, b) = ((x2 + z2).carry(), (x2 - z2).carry());
    let (c, d) = ((x3 + z3).carry(), (x3 - z3).carry());
    let (da, cb) = (d * a, c * b);
    let (aa, bb) = (F::select(swap, c, a).sqr(), F::select(swap, d, b).sqr());
    let e = (aa - bb).carry();
    let x3 = (da + cb).carry().sqr();
    let z3 = u * (da - cb).carry().sqr();
    [aa * bb, e * (aa + a24 * e).carry(), x3, z3]
}
