//! Products in rows, over any words of eight lanes.
//!
//! Bounds: limbs of operands are below 2^52, which is all that products read. A sum of a product
//! takes four parts below 2^52 in each of at most 2^9 - 1 steps, two more in one of them, and a
//! carry below 2^12: it stays below 2^63, where shifts with and without a sign are the same.

use super::{BY_MODULUS, RowModuli, Rows};
use crate::ct::LaneMask;
use crate::lanes::{Cell, LANES, Vector};

/// What products need, as vectors.
pub(super) struct Loaded<'a, V: Vector, const R: usize> {
    of: &'a RowModuli<R>,
    zero: V,
    /// `(m k + 1) / 2^52`, where `k` is `-1/m mod 2^52`.
    shifted: [V; R],
    /// The number of the first lane of each lane's group.
    first: V,
    places: Places<V>,
}

/// How limbs move between the lanes of a number.
struct Places<V> {
    /// In each lane, the number of the next one of its group, and of the one before.
    next: V,
    previous: V,
    /// The first lane of each group, and the last one.
    lowest: LaneMask,
    highest: LaneMask,
}

impl<V: Vector> Places<V> {
    #[inline(always)]
    fn new(zero: V, group: usize) -> Self {
        let lane = |f: fn(u64) -> u64| zero.with_lanes(core::array::from_fn(|i| f(i as u64) & 7));
        let lowest = if group == LANES { 0b1 } else { 0b1_0001 };
        Places {
            next: lane(|i| i + 1),
            previous: lane(|i| i + 7),
            lowest: LaneMask::of_bits(lowest),
            highest: LaneMask::of_bits(lowest << (group - 1)),
        }
    }
}

#[inline(always)]
pub(super) fn load<V: Vector, const R: usize>(zero: V, rows: &Rows<R>) -> [V; R] {
    let mut out = [zero; R];
    for (vector, row) in out.iter_mut().zip(rows) {
        *vector = zero.with_lanes(row.0);
    }
    out
}

#[inline(always)]
pub(super) fn store<V: Vector, const R: usize>(vectors: &[V; R]) -> Rows<R> {
    let mut out = [Cell([0; LANES]); R];
    for (row, vector) in out.iter_mut().zip(vectors) {
        *row = Cell(vector.to_lanes());
    }
    out
}

/// Returns, in each lane, the entry that its digit names; every entry is read.
#[inline(always)]
pub(super) fn lookup<V: Vector, const R: usize>(
    zero: V,
    table: &[Rows<R>],
    digits: &Cell,
) -> [V; R] {
    let digits = zero.with_lanes(digits.0);
    let mut out = [zero; R];
    for (i, entry) in table.iter().enumerate() {
        let here = digits.equals(i as u64);
        for (o, row) in out.iter_mut().zip(entry) {
            *o = V::select(here, zero.with_lanes(row.0), *o);
        }
    }
    out
}

/// Returns `a + b`, settled.
pub(super) fn sum<V: Vector, const R: usize>(
    zero: V,
    a: &Rows<R>,
    b: &Rows<R>,
    of: &RowModuli<R>,
) -> Rows<R> {
    zero.run(
        #[inline(always)]
        || {
            let (mut a, b) = (load(zero, a), load(zero, b));
            for (a, b) in a.iter_mut().zip(b) {
                *a = *a + b;
            }
            store(&settle(zero, &a, &Places::new(zero, of.group)))
        },
    )
}

impl<'a, V: Vector, const R: usize> Loaded<'a, V, R> {
    #[inline(always)]
    pub(super) fn new(zero: V, of: &'a RowModuli<R>) -> Self {
        let group = of.group as u64;
        let first = core::array::from_fn(|lane| lane as u64 & group.wrapping_neg());
        Loaded {
            of,
            zero,
            shifted: load(zero, &of.shifted),
            first: zero.with_lanes(first),
            places: Places::new(zero, of.group),
        }
    }

    /// Returns `a b / S`, limb by limb of `b`.
    ///
    /// All but the last two limbs are taken off by multiples of `n = m k`, where `n` is -1 modulo
    /// 2^52: so the lowest limb of a sum is the quotient as it stands, and with `n + 1 = 2^52 t` it
    /// is enough to add `t` times the quotient to what is left. From one quotient to the next it is
    /// one way across lanes and one product. The last two, by multiples of `m`, bring what `n` is
    /// longer than `m` down to less than `m / 2^52`.
    #[inline(always)]
    pub(super) fn product(&self, a: &[V; R], b: &Rows<R>) -> [V; R] {
        let zero = self.zero;
        let mut sums = Sums { of_b: [zero; R], of_m: [zero; R], carry: zero };
        let mut quotient = zero;
        let mut lane = self.first;
        let mut left = self.of.limbs - BY_MODULUS;
        let mut row = 0;
        while left > 0 {
            for cell in &b[..left.min(R)] {
                let limb = zero.with_lanes(cell.0).permute(lane);
                quotient = self.step(&mut sums, a, limb, quotient);
            }
            if left < R {
                row = left;
                break;
            }
            left -= R;
            lane = lane + zero.like(1);
        }
        // What the last quotient still has to give.
        let t = &self.shifted;
        let mut top = zero.madd_high(t[R - 1], quotient);
        for (r, row) in sums.of_m.iter_mut().enumerate() {
            *row = row.madd_low(t[r], quotient);
            if r > 0 {
                *row = row.madd_high(t[r - 1], quotient);
            }
        }
        for _ in 0..BY_MODULUS {
            let limb = zero.with_lanes(b[row].0).permute(lane);
            self.last_step(&mut sums, a, limb, top);
            top = zero;
            row += 1;
            if row == R {
                row = 0;
                lane = lane + zero.like(1);
            }
        }
        sums.of_b[0] = sums.of_b[0] + sums.carry;
        for r in 0..R {
            sums.of_b[r] = sums.of_b[r] + sums.of_m[r];
        }
        settle(zero, &sums.of_b, &self.places)
    }

    /// Adds a limb of `b` times `a`, and what the last quotient has to give, takes the lowest limb
    /// off, and returns it: in its low 52 bits, in every lane of its number.
    #[inline(always)]
    fn step(&self, sums: &mut Sums<V, R>, a: &[V; R], limb: V, quotient: V) -> V {
        let (zero, t, places) = (self.zero, &self.shifted, &self.places);
        let Sums { of_b, of_m, carry } = sums;
        for r in 0..R {
            of_b[r] = of_b[r].madd_low(a[r], limb);
        }
        // What hangs on the quotient comes last.
        let low = (of_b[0] + (of_m[0] + *carry)).madd_low(t[0], quotient);
        let next = low.permute(self.first);
        *carry = V::select(places.lowest, low.split::<52>().1, zero);
        let moved = V::select(places.highest, zero, low.permute(places.next));
        for r in 1..R {
            of_b[r - 1] = of_b[r].madd_high(a[r - 1], limb);
            of_m[r - 1] = of_m[r].madd_low(t[r], quotient).madd_high(t[r - 1], quotient);
        }
        of_b[R - 1] = moved.madd_high(a[R - 1], limb);
        of_m[R - 1] = zero.madd_high(t[R - 1], quotient);
        next
    }

    /// The same by a multiple of `m`; `top` comes to the last row.
    #[inline(always)]
    fn last_step(&self, sums: &mut Sums<V, R>, a: &[V; R], limb: V, top: V) {
        let (zero, m, places) = (self.zero, &self.of.words, &self.places);
        let m = |r: usize| zero.with_lanes(m[r].0);
        let Sums { of_b, of_m, carry } = sums;
        for r in 0..R {
            of_b[r] = of_b[r].madd_low(a[r], limb);
        }
        let low = of_b[0] + (of_m[0] + *carry);
        let quotient = zero.madd_low(low.permute(self.first), self.minus_inverse());
        // The limb that becomes 0, and the limbs of the other lanes beside it.
        let out = low.madd_low(m(0), quotient);
        *carry = V::select(places.lowest, out.split::<52>().1, zero);
        let moved = V::select(places.highest, zero, out.permute(places.next));
        for r in 1..R {
            of_b[r - 1] = of_b[r].madd_high(a[r - 1], limb);
            of_m[r - 1] = of_m[r].madd_low(m(r), quotient).madd_high(m(r - 1), quotient);
        }
        of_b[R - 1] = moved.madd_high(a[R - 1], limb);
        of_m[R - 1] = top.madd_high(m(R - 1), quotient);
    }

    #[inline(always)]
    fn minus_inverse(&self) -> V {
        self.zero.with_lanes(self.of.minus_inverse.0)
    }
}

/// Sums of a product under way.
struct Sums<V, const R: usize> {
    /// Of limbs of `b` times `a`, and of quotients times the other factor.
    of_b: [V; R],
    of_m: [V; R],
    /// What the limb that was taken off last gives to the lowest one.
    carry: V,
}

/// Returns the number of the sums in limbs below 2^52, which it must not exceed.
#[inline(always)]
fn settle<V: Vector, const R: usize>(zero: V, sums: &[V; R], places: &Places<V>) -> [V; R] {
    // Each limb takes what is above the one before: all are below 2^52 + 2^11 then.
    let mut limbs = [zero; R];
    let mut above = zero;
    for r in 0..R {
        let below = above;
        let low;
        (low, above) = sums[r].split::<52>();
        limbs[r] = low + below;
    }
    limbs[0] = limbs[0] + V::select(places.lowest, zero, above.permute(places.previous));
    // The rest are carries of 1: through each lane without one and with one from below, and then
    // the choice by all lanes at once. A lane passes on what it gets if it gives a carry only so.
    let (without, gives) = ripple(&limbs, zero);
    let (with, gives_more) = ripple(&limbs, zero.like(1));
    let (gives, passes) = (gives.bits(), gives_more.bits() & !gives.bits());
    let carried = u16::from(gives | passes) + u16::from(gives);
    let taken = LaneMask::of_bits(carried as u8 ^ passes);
    for r in 0..R {
        limbs[r] = V::select(taken, with[r], without[r]);
    }
    limbs
}

/// Brings the limbs of each lane below 2^52, and returns which lanes give a carry.
#[inline(always)]
fn ripple<V: Vector, const R: usize>(limbs: &[V; R], mut carry: V) -> ([V; R], LaneMask) {
    let mut out = *limbs;
    for limb in &mut out {
        (*limb, carry) = (*limb + carry).split::<52>();
    }
    (out, carry.bit::<0>())
}
