//! Four products a level: the ladder and the Edwards curve as formulas of four independent products
//! at a time, for one operation alone.
//!
//! A *quad* holds four elements ([`sealane_arith::quads`]). A level is one product of quads, sums
//! of what it gives in fixed orders, and one `carry`. What formulas cost is the number of levels,
//! one after the other: how many of the four products of a level are of use does not matter.

use super::edwards::EdwardsCurve;
use super::generated::{Edwards448, Edwards25519};
use sealane_arith::field::Machine;
use sealane_arith::machine::Phase;
use sealane_arith::prime::{Prime, Words};
use sealane_arith::quads::{Quad, QuadMachine, QuadPrime, order};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Words of a coordinate of `E`.
type PLimbs<E> = <<E as EdwardsCurve>::P as Prime>::Limbs;
/// Four coordinates of `E`.
type Of<E, Q> = <Q as QuadMachine>::Of<<E as EdwardsCurve>::P>;

/// A curve whose single operations may go by quads.
pub trait QuadCurve: EdwardsCurve {
    /// Returns [`ladder`] of these, or nothing if the prime has no form for quads.
    #[must_use]
    fn quad_ladder<Q: QuadMachine, S: Machine>(
        machine: Q,
        watch: S,
        k: &Secret<PLimbs<Self>>,
        u: &PLimbs<Self>,
    ) -> Option<Secret<[PLimbs<Self>; 2]>> {
        let _ = (machine, watch, k, u);
        None
    }
}

impl QuadCurve for Edwards25519 {
    fn quad_ladder<Q: QuadMachine, S: Machine>(
        machine: Q,
        watch: S,
        k: &Secret<PLimbs<Self>>,
        u: &PLimbs<Self>,
    ) -> Option<Secret<[PLimbs<Self>; 2]>> {
        Some(ladder::<Self, Q, S>(machine, watch, Self::P::BITS, k, u))
    }
}

/// Its prime has no limbs of one length that end where it does.
impl QuadCurve for Edwards448 {}

/// Lanes 0 and 2, each twice; the others, each twice; pairs of neighbours in each other's place,
/// and halves.
const EVEN: i32 = order([0, 0, 2, 2]);
const ODD: i32 = order([1, 1, 3, 3]);
const NEIGHBOURS: i32 = order([1, 0, 3, 2]);
const HALVES: i32 = order([2, 3, 0, 1]);

/// Masks of lanes.
const ODD_LANES: u8 = 0b1010;
const LOWER: u8 = 0b0011;
const UPPER: u8 = 0b1100;

/// Returns `u + v` in lanes 0 and 2 and `u - v` in the others.
#[inline(always)]
fn sums_and_differences<Q: QuadMachine, P: QuadPrime>(
    machine: Q,
    u: Q::Of<P>,
    v: Q::Of<P>,
) -> Q::Of<P> {
    Quad::select(machine.only(ODD_LANES), u - v, u + v)
}

/// Returns `u(k P)` for a point with `u(P) = u`, as a numerator and a denominator, which is 0 for
/// the neutral element: as [`super::ladder::ladder`] does. Constant-time in `k` and `u`. `watch` is
/// told of each step.
///
/// `k` has up to `bits` bits, and `u` is below the prime.
#[must_use]
pub fn ladder<E: EdwardsCurve<P: QuadPrime>, Q: QuadMachine, S: Machine>(
    machine: Q,
    watch: S,
    bits: usize,
    k: &Secret<PLimbs<E>>,
    u: &PLimbs<E>,
) -> Secret<[PLimbs<E>; 2]> {
    let all = |k: &_| all_steps::<E, Q, S>(machine, watch, bits, k, u);
    k.map(|k| watch.span(Phase::Multiplication, || all(k)))
}

// What it leaves on the stack lies below its caller.
#[inline(never)]
fn all_steps<E: EdwardsCurve<P: QuadPrime>, Q: QuadMachine, S: Machine>(
    machine: Q,
    watch: S,
    bits: usize,
    k: &PLimbs<E>,
    u: &PLimbs<E>,
) -> [PLimbs<E>; 2] {
    let [mut zero, mut one] = [PLimbs::<E>::ZERO; 2];
    one.as_mut()[0] = 1;
    let [_, _, numerator, denominator] = machine.run(
        #[inline(always)]
        || {
            let factors =
                factors::<E, Q>(machine, [one, *u, zero, E::A24], [zero, zero, zero, one]);
            // Of the pair of points: [x3 + z3, x3 - z3, x2 + z2, x2 - z2].
            let points = machine.load::<E::P>(&[*u, one, one, zero]);
            let (even, odd) = (points.places::<EVEN>(), points.places::<ODD>());
            let mut points = sums_and_differences::<Q, E::P>(machine, even, odd).carry();
            let mut before = 0;
            for i in (0..bits).rev() {
                let bit = k.as_ref()[i / 64] >> (i % 64) & 1;
                let swap = machine.all(bit ^ before);
                before = bit;
                points = watch.span(
                    Phase::Step,
                    #[inline(always)]
                    || step::<E::P, Q>(machine, swap, points, factors),
                );
            }
            let last = Quad::select(machine.all(before), points.places::<HALVES>(), points);
            points.zeroize();
            before.zeroize();
            // x2 and z2, twice each.
            let (even, odd) = (last.places::<EVEN>(), last.places::<ODD>());
            machine.unload::<E::P>(sums_and_differences::<Q, E::P>(machine, even, odd).carry())
        },
    );
    zero.zeroize();
    [numerator, denominator]
}

/// Returns `[1, u, 0, A]` of `[1, u, 0, (A - 2) / 4]` and `[0, 0, 0, 1]`.
#[inline(always)]
fn factors<E: EdwardsCurve<P: QuadPrime>, Q: QuadMachine>(
    machine: Q,
    of: [PLimbs<E>; 4],
    last: [PLimbs<E>; 4],
) -> Of<E, Q> {
    let (of, last) = (machine.load::<E::P>(&of), machine.load::<E::P>(&last));
    let twice = of + of;
    let sum = (twice + twice) + (last + last);
    Quad::select(machine.only(0b1000), sum, of).carry()
}

/// One step of the ladder in three levels: the double of the first point, or of the second if
/// `swap` is true, and the sum of both, times 4.
///
/// Points are `[x3 + z3, x3 - z3, x2 + z2, x2 - z2]` of numerators and denominators, at rest,
/// before and after; `factors` is `[1, u, any, A]`, where `u` is that of their difference. With `S
/// = AA + BB` and `E = AA - BB` of RFC 7748, section 5, the double is `4 AA BB = S^2 - E^2` and `4
/// E (AA + (A - 2) / 4 E) = 2 S E + A E^2`, so that the second level is four squares.
#[inline(always)]
#[must_use]
pub fn step<P: QuadPrime, Q: QuadMachine>(
    machine: Q,
    swap: Q::Mask,
    points: Q::Of<P>,
    factors: Q::Of<P>,
) -> Q::Of<P> {
    let [lower, upper] = [LOWER, UPPER].map(|lanes| machine.only(lanes));
    // [(x3 - z3) (x2 + z2), (x3 + z3) (x2 - z2), AA, BB].
    let halves = points.places::<HALVES>();
    let doubled = Quad::select(swap, halves, points);
    let left = Quad::select(lower, points.places::<NEIGHBOURS>(), doubled);
    let right = Quad::select(lower, halves, doubled);
    let level = left * right;
    let (even, odd) = (level.places::<EVEN>(), level.places::<ODD>());
    // Their sum and difference, S, E; the square of each.
    let sums = sums_and_differences::<Q, P>(machine, even, odd).carry();
    let squares = sums.sqr().carry();
    // [x3, z3, S E, A E^2].
    let third = machine.only(0b0100);
    let left = Quad::select(third, sums, squares);
    let right = Quad::select(third, sums.places::<NEIGHBOURS>(), factors);
    let level = left * right;
    let (even, odd) = (level.places::<EVEN>(), level.places::<ODD>());
    let double = squares.places::<EVEN>() - squares.places::<ODD>();
    let numerators = Quad::select(upper, double, even);
    let twice = Quad::select(upper, even + even, even.zero_like());
    sums_and_differences::<Q, P>(machine, numerators, odd + twice).carry()
}
