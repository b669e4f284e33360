//! Doublings and additions on short Weierstrass curves.
//!
//! A *point* is a quad `[X, Y, Z, a Z^4]` in Jacobian coordinates, at rest. With its last element a
//! doubling is three levels, whatever `a` is, and the addition of an affine point five. An *entry*
//! is `[x, y, x, -y]` of an affine point, at rest.

use crate::group::curve::{Curve, PLimbs};
use sealane_arith::prime::Words;
use sealane_arith::quads::{Quad, QuadMachine, QuadPrime, order};

/// Four coordinates of `C`.
type Of<C, Q> = <Q as QuadMachine>::Of<<C as Curve>::P>;

/// Orders of lanes: the same one in all, and more than one.
const FIRST: i32 = order([0; 4]);
const SECOND: i32 = order([1; 4]);
const THIRD: i32 = order([2; 4]);
const FOURTH: i32 = order([3; 4]);

/// A machine of quads with the constants of a curve.
pub struct Walk<C: Curve<P: QuadPrime>, Q: QuadMachine> {
    machine: Q,
    /// `[1, 1, 1, a]`.
    ones: Of<C, Q>,
}

impl<C: Curve<P: QuadPrime>, Q: QuadMachine> Walk<C, Q> {
    /// Returns it; `a` is plain.
    #[inline(always)]
    #[must_use]
    pub fn new(machine: Q, a: &PLimbs<C>) -> Self {
        let mut one = PLimbs::<C>::ZERO;
        one.as_mut()[0] = 1;
        Walk { machine, ones: machine.load::<C::P>(&[one, one, one, *a]) }
    }

    /// Returns a quad to fill tables with.
    #[inline(always)]
    #[must_use]
    pub fn filler(&self) -> Of<C, Q> {
        self.ones
    }

    #[inline(always)]
    fn choose(&self, lanes: u8, a: Of<C, Q>, b: Of<C, Q>) -> Of<C, Q> {
        Quad::select(self.machine.only(lanes), a, b)
    }

    /// Returns the entry of an affine point.
    #[inline(always)]
    #[must_use]
    pub fn entry(&self, [x, y]: &[PLimbs<C>; 2]) -> Of<C, Q> {
        let entry = self.machine.load::<C::P>(&[*x, *y, *x, *y]);
        self.choose(0b1000, entry.zero_like() - entry, entry).carry()
    }

    /// Returns the entry of the negative point.
    #[inline(always)]
    #[must_use]
    pub fn negated(&self, entry: Of<C, Q>) -> Of<C, Q> {
        entry.places::<{ order([0, 3, 2, 1]) }>()
    }

    /// Returns the point of an entry.
    #[inline(always)]
    #[must_use]
    pub fn lifted(&self, entry: Of<C, Q>) -> Of<C, Q> {
        self.choose(0b0011, entry, self.ones)
    }

    /// Returns twice a point, in three levels. With `M = 3 X^2 + a Z^4` and `S = 4 X Y^2` it is
    /// `X' = M^2 - 2 S`, `Y' = M (S - X') - 8 Y^4`, `Z' = 2 Y Z` and `a Z'^4 = 16 Y^4 a Z^4`. Of
    /// infinity, `Z = 0`, it is infinity.
    #[inline(always)]
    #[must_use]
    pub fn doubled(&self, p: Of<C, Q>) -> Of<C, Q> {
        // [X^2, Y^2, Y Z, any].
        let level = p * p.places::<{ order([0, 1, 1, 1]) }>();
        // [X^2, Y^2, Y Z, Y^2], and half of [M, 2 Y^2, Z', 4 Y^2] less one of them.
        let half = level.places::<{ order([0, 1, 2, 1]) }>();
        let twice = half + half;
        let others = self.choose(0b0001, half + p.places::<FOURTH>(), half.zero_like());
        let slope = (twice + self.choose(0b1000, twice, others)).carry();
        // [M^2, 8 Y^4, S, 16 Y^4].
        let left = self.choose(0b0100, p.places::<FIRST>(), slope);
        let level = left * slope.places::<{ order([0, 3, 3, 3]) }>();
        let (square, s) = (level.places::<FIRST>(), level.places::<THIRD>());
        let twice = s + s;
        // [S - X', any, X', 16 Y^4].
        let sums = self.choose(0b0100, square - twice, level);
        let sums = self.choose(0b0001, (twice + s) - square, sums).carry();
        // [M (S - X'), any, any, 16 Y^4 a Z^4].
        let last = self.choose(0b1000, p, slope) * sums;
        let less = self.choose(0b0010, level, level.zero_like());
        let last = (last.places::<{ order([0, 0, 0, 3]) }>() - less).carry();
        let first = self.choose(0b0001, sums.places::<THIRD>(), slope);
        self.choose(0b1010, last, first)
    }

    /// Returns the sum of a finite point and an entry that is neither it nor its negative, in five
    /// levels. Of those two, and of infinity, the result has `Z = 0`.
    #[inline(always)]
    #[must_use]
    pub fn sum(&self, p: Of<C, Q>, entry: Of<C, Q>) -> Of<C, Q> {
        let z = p.places::<THIRD>();
        // [Z^2, Z y, ..].
        let level = (z * self.choose(0b0010, entry, z)).carry();
        // [x Z^2, y Z^3, ..] less [X, Y, ..]: [H, R, ..].
        let left = self.choose(0b0001, entry, level);
        let differences = (left * level.places::<FIRST>() - p).carry();
        // [H^2, R^2, Z H, ..].
        let left = self.choose(0b0100, p, differences);
        let squares = left * differences.places::<{ order([0, 1, 0, 0]) }>();
        let at_rest = squares.carry();
        // [H^3, X H^2, any, H^4].
        let square = at_rest.places::<FIRST>();
        let left = self.choose(0b0010, p.places::<FIRST>(), square);
        let level = self.choose(0b0001, differences, left) * square;
        let (cube, v) = (level.places::<FIRST>(), level.places::<SECOND>());
        let rest = squares.places::<SECOND>() - cube;
        let twice = v + v;
        // With X' = R^2 - H^3 - 2 X H^2: [X H^2 - X', H^3, X', H^4].
        let sums = self.choose(0b0100, rest - twice, level.places::<{ order([0, 0, 0, 3]) }>());
        let sums = self.choose(0b0001, (twice + v) - rest, sums).carry();
        // [R (X H^2 - X'), Y H^3, any, a Z^4 H^4].
        let last = self.choose(0b0001, differences.places::<SECOND>(), p) * sums;
        let less = self.choose(0b0010, last, last.zero_like());
        let last = (last.places::<{ order([0, 0, 0, 3]) }>() - less).carry();
        let first = self.choose(0b0001, sums.places::<THIRD>(), at_rest);
        self.choose(0b1010, last, first)
    }
}
