//! The ladder, and the Edwards curve with `a = -1`.

use super::entry_of;
use crate::group::edwards::{EdwardsCurve, MinusOne};
use crate::group::generated::{Edwards448, Edwards25519};
use crate::group::straus_vartime::{MAX_DIGITS, non_adjacent_form};
use alloc::boxed::Box;
use alloc::vec::Vec;
use once_cell::race::OnceBox;
use sealane_arith::field::Machine;
use sealane_arith::machine::{Phase, Soft4};
use sealane_arith::prime::{Prime, Words};
use sealane_arith::quads::{Quad, QuadMachine, QuadPrime, order};
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Words of a coordinate of `E`.
type PLimbs<E> = <<E as EdwardsCurve>::P as Prime>::Limbs;
/// Words of a scalar of `E`.
type NLimbs<E> = <<E as EdwardsCurve>::N as Prime>::Limbs;
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

    /// Returns [`double_scalar_vartime`] of these, or nothing if the curve has no quads.
    #[must_use]
    fn quad_double_scalar_vartime<Q: QuadMachine, S: Machine>(
        machine: Q,
        watch: S,
        a: &NLimbs<Self>,
        b: &NLimbs<Self>,
        q: &[PLimbs<Self>; 2],
    ) -> Option<[PLimbs<Self>; 4]> {
        let _ = (machine, watch, a, b, q);
        None
    }

    /// Makes the table of the generator, if the curve has quads.
    fn prepare_quads() {}
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
    fn quad_double_scalar_vartime<Q: QuadMachine, S: Machine>(
        machine: Q,
        watch: S,
        a: &NLimbs<Self>,
        b: &NLimbs<Self>,
        q: &[PLimbs<Self>; 2],
    ) -> Option<[PLimbs<Self>; 4]> {
        Some(double_scalar_vartime::<Self, Q, S>(machine, watch, table_25519(), a, b, q))
    }
    fn prepare_quads() {
        let _ = table_25519();
    }
}

/// The table of the generator of edwards25519.
fn table_25519() -> &'static BaseTable<Edwards25519> {
    static TABLE: OnceBox<BaseTable<Edwards25519>> = OnceBox::new();
    TABLE.get_or_init(|| Box::new(BaseTable::build(BASE_WIDTH)))
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
/// the neutral element: as [`crate::group::ladder::ladder`] does. Constant-time in `k` and `u`.
/// `watch` is told of each step.
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

/// Digits of the scalar of a point are odd and below `2^WIDTH` in magnitude, unless the group is
/// smaller than that.
const WIDTH: usize = 4;
/// The same of the generator.
const BASE_WIDTH: usize = 7;
/// Odd multiples for digits of that width.
const ENTRIES: usize = 1 << (WIDTH - 1);

/// Odd multiples of the generator of `E` as additions want them, in plain words.
pub struct BaseTable<E: EdwardsCurve<P: QuadPrime>> {
    width: usize,
    entries: Vec<Of<E, Soft4>>,
}

impl<E: EdwardsCurve<P: QuadPrime, Form = MinusOne>> BaseTable<E> {
    /// Computes the multiples for digits below `2^width` in magnitude, 2 to 7 bits.
    #[must_use]
    pub fn build(width: usize) -> Self {
        assert!((2..=7).contains(&width), "digits have 2 to 7 bits, and fit a byte");
        let walk = Walk::<E, Soft4>::new(Soft4::MACHINE);
        let mut entries = Vec::new();
        walk.odd_multiples(&E::G, 1 << (width - 1), |_, entry| entries.push(entry));
        BaseTable { width, entries }
    }

    /// Size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }
}

/// A machine of quads with the constants of a curve with `a = -1`.
///
/// A *point* is a quad `[X, Y, Z, T]` in extended coordinates, a product that is not carried. An
/// *entry* is `[Y - X, Y + X, 2 d T, 2 Z]` at rest, of any point.
struct Walk<E: EdwardsCurve<P: QuadPrime>, Q: QuadMachine> {
    machine: Q,
    /// `[1, 1, 2 d, 2]`.
    factors: Of<E, Q>,
}

impl<E: EdwardsCurve<P: QuadPrime, Form = MinusOne>, Q: QuadMachine> Walk<E, Q> {
    #[inline(always)]
    fn new(machine: Q) -> Self {
        let [mut one, zero] = [PLimbs::<E>::ZERO; 2];
        one.as_mut()[0] = 1;
        let half = machine.load::<E::P>(&[one, one, E::D, one]);
        let twice = machine.load::<E::P>(&[zero, zero, E::D, one]);
        Walk { machine, factors: (half + twice).carry() }
    }

    #[inline(always)]
    fn choose(&self, lanes: u8, a: Of<E, Q>, b: Of<E, Q>) -> Of<E, Q> {
        Quad::select(self.machine.only(lanes), a, b)
    }

    /// Returns the point of affine coordinates, at rest.
    #[inline(always)]
    fn point(&self, [x, y]: &[PLimbs<E>; 2]) -> Of<E, Q> {
        let mut one = PLimbs::<E>::ZERO;
        one.as_mut()[0] = 1;
        let left = self.machine.load::<E::P>(&[*x, *y, one, *x]);
        let right = self.machine.load::<E::P>(&[one, one, one, *y]);
        left * right
    }

    /// Returns the neutral element.
    #[inline(always)]
    fn neutral(&self) -> Of<E, Q> {
        let [mut one, zero] = [PLimbs::<E>::ZERO; 2];
        one.as_mut()[0] = 1;
        self.machine.load::<E::P>(&[zero, one, one, zero])
    }

    /// Returns `[E F, G H, F G, E H]` of `[E, F, G, H]` at rest: the point that they make.
    #[inline(always)]
    fn made(&self, of: Of<E, Q>) -> Of<E, Q> {
        of.places::<{ order([0, 2, 1, 0]) }>() * of.places::<{ order([1, 3, 2, 3]) }>()
    }

    /// Returns `[Y - X, Y + X, T, Z]` of a point, at rest.
    #[inline(always)]
    fn prepared(&self, p: Of<E, Q>) -> Of<E, Q> {
        let (x, y) = (p.places::<{ order([0; 4]) }>(), p.places::<{ order([1, 1, 3, 2]) }>());
        self.choose(0b0001, y - x, self.choose(0b0010, y + x, y)).carry()
    }

    /// Returns the entry of a point.
    #[inline(always)]
    fn entry(&self, p: Of<E, Q>) -> Of<E, Q> {
        (self.prepared(p) * self.factors).carry()
    }

    /// Returns twice a point, in two levels, the first one of squares: "dbl-2008-hwcd" with all
    /// four of `E`, `F`, `G`, `H` negated, which changes none of their products.
    #[inline(always)]
    fn doubled(&self, p: Of<E, Q>) -> Of<E, Q> {
        let (x, y) = (p.places::<{ order([0; 4]) }>(), p.places::<{ order([1; 4]) }>());
        let squares = self.choose(0b1000, x + y, p).carry().sqr();
        let (a, b) = (squares.places::<{ order([0; 4]) }>(), squares.places::<{ order([1; 4]) }>());
        // [A + B, A - B, A - B, A + B], and beside it (X + Y)^2 and Z^2.
        let sums = self.choose(0b0110, a - b, a + b);
        let others = squares.places::<{ order([3, 2, 2, 2]) }>();
        let first = self.choose(0b0001, sums - others, sums);
        self.made(self.choose(0b0010, sums + (others + others), first).carry())
    }

    /// Returns the sum of a point and an entry, or of the negative of the entry, in two levels:
    /// "add-2008-hwcd-3", complete as `a` is a square and `d` is not.
    #[inline(always)]
    fn sum(&self, p: Of<E, Q>, entry: Of<E, Q>, negative: bool) -> Of<E, Q> {
        // Negated, an entry has its first two coordinates in each other's place, and C has the
        // other sign, which puts F and G in each other's place.
        let swapped = entry.places::<{ order([1, 0, 2, 3]) }>();
        let (entry, minus) = if negative { (swapped, 0b0101) } else { (entry, 0b0011) };
        let level = self.prepared(p) * entry;
        let (u, v) =
            (level.places::<{ order([1, 3, 3, 1]) }>(), level.places::<{ order([0, 2, 2, 0]) }>());
        self.made(self.choose(minus, u - v, u + v).carry())
    }

    /// Gives `keep` the entries of `count` odd multiples of an affine point, from once on.
    #[inline(always)]
    fn odd_multiples(
        &self,
        point: &[PLimbs<E>; 2],
        count: usize,
        mut keep: impl FnMut(usize, Of<E, Q>),
    ) {
        let mut multiple = self.point(point);
        let twice = self.entry(self.doubled(multiple));
        for at in 0..count {
            keep(at, self.entry(multiple));
            if at + 1 < count {
                multiple = self.sum(multiple, twice, false);
            }
        }
    }
}

/// Returns `a G - b q` as `X`, `Y`, `Z` and `T`, plain: one run of doublings for both, and sliding
/// signed windows of non-adjacent form, as `straus_vartime` has them. Variable-time: everything
/// here must be public.
///
/// `a` and `b` are below the order, and `q` is any point of the curve.
#[must_use]
pub fn double_scalar_vartime<
    E: EdwardsCurve<P: QuadPrime, Form = MinusOne>,
    Q: QuadMachine,
    S: Machine,
>(
    machine: Q,
    watch: S,
    base: &BaseTable<E>,
    a: &NLimbs<E>,
    b: &NLimbs<E>,
    q: &[PLimbs<E>; 2],
) -> [PLimbs<E>; 4] {
    let mut digits = [[0i8; MAX_DIGITS]; 2];
    let [of_base, of_point] = &mut digits;
    let of_base = &mut of_base[..=E::N::BITS];
    let of_point = &mut of_point[..=E::N::BITS];
    non_adjacent_form(a, base.width.min(E::N::BITS - 1), of_base);
    non_adjacent_form(b, WIDTH.min(E::N::BITS - 1), of_point);
    watch.span(Phase::Multiplication, || {
        machine.run(
            #[inline(always)]
            || walk_vartime::<E, Q, S>(machine, watch, base, [of_base, of_point], q),
        )
    })
}

/// The additions and doublings of [`double_scalar_vartime`], given the digits.
#[inline(always)]
fn walk_vartime<E: EdwardsCurve<P: QuadPrime, Form = MinusOne>, Q: QuadMachine, S: Machine>(
    machine: Q,
    watch: S,
    base: &BaseTable<E>,
    [of_base, of_point]: [&[i8]; 2],
    q: &[PLimbs<E>; 2],
) -> [PLimbs<E>; 4] {
    let walk = Walk::<E, Q>::new(machine);
    let mut sum = walk.neutral();
    let mut table = [sum; ENTRIES];
    watch.span(
        Phase::Table,
        #[inline(always)]
        || {
            walk.odd_multiples(
                q,
                ENTRIES,
                #[inline(always)]
                |at, entry| table[at] = entry,
            );
        },
    );
    let is_used = |place: &usize| of_base[*place] != 0 || of_point[*place] != 0;
    let Some(first) = (0..of_base.len()).rev().find(is_used) else {
        return machine.unload::<E::P>(sum);
    };
    for place in (0..=first).rev() {
        if place < first {
            sum = watch.span(
                Phase::Doubling,
                #[inline(always)]
                || walk.doubled(sum),
            );
        }
        // Of the generator, and of the point, which is taken away: one text of a sum for both.
        for (digit, is_base) in [(of_base[place], true), (-of_point[place], false)] {
            if digit == 0 {
                continue;
            }
            let entry = if is_base {
                machine.recall::<E::P>(entry_of(&base.entries, digit))
            } else {
                *entry_of(&table, digit)
            };
            sum = watch.span(
                Phase::Addition,
                #[inline(always)]
                || walk.sum(sum, entry, digit < 0),
            );
        }
    }
    machine.unload::<E::P>(sum.carry())
}
