//! The machine of eight lanes, over any words that have them.

use crate::ct::LaneMask;
use crate::fe8::Fe8;
use crate::field::{Digit, Field, Machine};
use crate::lanes::{Cell, LANES, Lanes, Vector};
use crate::machine::barrier;
use crate::prime::Prime;
use zeroize::Zeroize;

/// The machine of eight lanes over words `W`. To have one is to know that this CPU can run it.
#[derive(Clone, Copy, Debug)]
pub struct Lanes8<W: Vector>(W);

impl<W: Vector> Lanes8<W> {
    /// Returns the machine. `word`, any word, is the licence.
    #[must_use]
    pub(super) const fn of(word: W) -> Self {
        Lanes8(word)
    }

    /// Returns the licence.
    pub(crate) fn word(self) -> W {
        self.0
    }

    /// Takes a number per lane in as it lies in memory.
    #[inline(always)]
    fn word_of(self, lanes: &[u64]) -> W {
        let mut words = [0; LANES];
        words.copy_from_slice(&lanes[..LANES]);
        self.0.with_lanes(words)
    }
}

/// The number of each lane.
const PLACES: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

/// A small number per lane.
#[derive(Clone, Copy, Debug)]
pub struct LaneDigit<W: Vector>(W);

impl<W: Vector> Zeroize for LaneDigit<W> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<W: Vector> Digit for LaneDigit<W> {
    type Mask = LaneMask;
    #[inline(always)]
    fn equals(self, n: u64) -> LaneMask {
        self.0.equals(n)
    }
}

/// One coordinate of eight neighbouring entries of a table.
#[derive(Clone, Copy, Debug)]
pub struct Block<P: Prime>(<P::Lanes as Lanes>::Cells);

impl<W: Vector> Machine for Lanes8<W> {
    const NAME: &'static str = W::MACHINE;
    const LANES: usize = LANES;
    type Mask = LaneMask;
    type Of<P: Prime> = Fe8<P, W>;
    type Digit = LaneDigit<W>;
    type Stored<P: Prime> = Block<P>;
    const GROUP: usize = LANES;

    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.run(work)
    }
    fn clear(self) {
        self.0.clear();
    }
    #[inline(always)]
    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Fe8<P, W> {
        Fe8::new(self.0, lanes)
    }
    #[inline(always)]
    fn unload<P: Prime>(self, x: Fe8<P, W>, lanes: &mut [P::Limbs]) {
        lanes.copy_from_slice(&x.plain());
    }
    #[inline(always)]
    fn unload_first<P: Prime>(self, x: Fe8<P, W>) -> P::Limbs {
        x.plain_first()
    }
    #[inline(always)]
    fn turn<P: Prime>(self, x: Fe8<P, W>, by: usize) -> Fe8<P, W> {
        // Of a place, the low three bits count.
        let places = self.0.with_lanes(PLACES) + self.0.like(by as u64);
        let mut limbs = *x.limbs();
        for limb in limbs.as_mut() {
            *limb = limb.permute(places);
        }
        Fe8::from_limbs(limbs)
    }
    #[inline(always)]
    fn turn_mask(self, mask: LaneMask, by: usize) -> LaneMask {
        mask.turned(by)
    }
    #[inline(always)]
    fn digit(self, lanes: &[u64]) -> LaneDigit<W> {
        let mut words = [0; LANES];
        for (word, lane) in words.iter_mut().zip(lanes) {
            // Hidden for the same reason as in `Fe8::new`.
            *word = barrier(*lane);
        }
        LaneDigit(self.0.with_lanes(words))
    }
    #[inline(always)]
    fn bit(self, lanes: &[u64], at: u32) -> LaneMask {
        self.word_of(lanes).meets(1 << at)
    }
    #[inline(always)]
    fn booth(self, low: &[u64], high: &[u64], from: u32, width: usize) -> (LaneDigit<W>, LaneMask) {
        let top = 1 << width;
        let window = self.word_of(low).window(self.word_of(high), from, width as u32 + 1);
        let negative = window.meets(top);
        let folded = W::select(negative, self.0.like(2 * top - 1) - window, window);
        let (_, half) = (folded + self.0.like(1)).split::<1>();
        (LaneDigit(half), negative)
    }
    fn keep<P: Prime>(self, group: &[Fe8<P, W>]) -> Block<P> {
        self.0.run(
            #[inline(always)]
            || {
                let mut cells = P::Lanes::EMPTY;
                for (at, x) in group.iter().enumerate() {
                    for (cell, limb) in cells.as_mut().iter_mut().zip(x.carry().limbs().as_ref()) {
                        cell.0[at] = limb.to_lanes()[0];
                    }
                }
                Block(cells)
            },
        )
    }
    #[inline(always)]
    fn lookup<P: Prime, const K: usize>(
        self,
        table: &[[Block<P>; K]],
        index: LaneDigit<W>,
    ) -> [Fe8<P, W>; K] {
        let nothing = index.0.equals(0);
        // Entry `index - 1`; where there is none, any.
        let place = index.0 - self.0.like(1);
        // Loops, as no function of the library that takes a closure is compiled into its caller
        // for certain; here and wherever formulas are near.
        let mut out = [Fe8::from_limbs(P::Lanes::spread(self.0)); K];
        for (k, out) in out.iter_mut().enumerate() {
            let mut limbs = P::Lanes::spread(self.0);
            for (at, limb) in limbs.as_mut().iter_mut().enumerate() {
                let found = find(
                    table,
                    place,
                    #[inline(always)]
                    |block| &block[k].0.as_ref()[at],
                );
                *limb = W::select(nothing, self.0.like(0), found);
            }
            *out = Fe8::from_limbs(limbs);
        }
        out
    }
    #[inline(always)]
    fn lookup_own<P: Prime, const K: usize>(
        self,
        table: &[[Fe8<P, W>; K]],
        index: LaneDigit<W>,
    ) -> [Fe8<P, W>; K] {
        let zero = Fe8::from_limbs(P::Lanes::spread(self.0.like(0)));
        let mut found = [zero; K];
        for (at, entry) in table.iter().enumerate() {
            let here = index.equals(at as u64 + 1);
            for (found, x) in found.iter_mut().zip(entry) {
                *found = Fe8::select(here, *x, *found);
            }
        }
        found
    }
    #[inline(always)]
    fn recall<P: Prime, const K: usize>(
        self,
        table: &[[Block<P>; K]],
        at: usize,
    ) -> [Fe8<P, W>; K] {
        let mut out = [Fe8::from_limbs(P::Lanes::spread(self.0)); K];
        for (out, stored) in out.iter_mut().zip(&table[at / LANES]) {
            let mut limbs = P::Lanes::spread(self.0);
            for (limb, cell) in limbs.as_mut().iter_mut().zip(stored.0.as_ref()) {
                *limb = self.0.like(cell.0[at % LANES]);
            }
            *out = Fe8::from_limbs(limbs);
        }
        out
    }
}

/// Returns the number at `place` of a row of cells, one in each group of eight entries: of each
/// sixteen entries the one that the low bits name, and of these the one that the next bits name.
/// Straight on, as an array of what is found would lie in memory; where a group is missing, the
/// last one stands in.
#[inline(always)]
fn find<T, W: Vector>(table: &[T], place: W, cell: impl Fn(&T) -> &Cell + Copy) -> W {
    assert!(table.len() <= MAX_GROUPS, "a row has 128 entries at most");
    let bits = [place.bit::<4>(), place.bit::<5>(), place.bit::<6>()];
    match table.len() {
        0..=2 => of_two(table, 0, place, cell),
        3..=4 => of_four(table, 0, place, bits, cell),
        5..=8 => of_eight(table, 0, place, bits, cell),
        _ => {
            let low = of_eight(table, 0, place, bits, cell);
            let high = of_eight(table, MAX_GROUPS / 2, place, bits, cell);
            W::select(bits[2], high, low)
        }
    }
}

/// Groups that the widest table has: 128 entries.
const MAX_GROUPS: usize = 16;

#[inline(always)]
fn of_two<T, W: Vector>(
    table: &[T],
    from: usize,
    place: W,
    cell: impl Fn(&T) -> &Cell + Copy,
) -> W {
    let last = table.len() - 1;
    place.pick(cell(&table[from.min(last)]), cell(&table[(from + 1).min(last)]))
}

#[inline(always)]
fn of_four<T, W: Vector>(
    table: &[T],
    from: usize,
    place: W,
    bits: [LaneMask; 3],
    cell: impl Fn(&T) -> &Cell + Copy,
) -> W {
    let low = of_two(table, from, place, cell);
    W::select(bits[0], of_two(table, from + 2, place, cell), low)
}

#[inline(always)]
fn of_eight<T, W: Vector>(
    table: &[T],
    from: usize,
    place: W,
    bits: [LaneMask; 3],
    cell: impl Fn(&T) -> &Cell + Copy,
) -> W {
    let low = of_four(table, from, place, bits, cell);
    W::select(bits[1], of_four(table, from + 4, place, bits, cell), low)
}
