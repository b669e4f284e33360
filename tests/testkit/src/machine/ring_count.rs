//! Words of the ring that count what is done with them, and give the same.

use sealane_arith::ring::words::{Stored, Words};
use std::cell::Cell;

/// How often each step ran, of all lanes at once.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    /// Sums and differences.
    pub sums: u64,
    /// Lower halves of products.
    pub low: u64,
    /// Upper halves of products.
    pub high: u64,
    /// Products that were added up in 64 bits.
    pub wide: u64,
    /// Shifts, and what bits have in common.
    pub bits: u64,
    /// Pairs of words that exchanged lanes.
    pub exchanges: u64,
    /// Words taken from memory and put there.
    pub memory: u64,
}

thread_local! {
    static STEPS: Cell<Steps> = const { Cell::new(Steps {
        sums: 0, low: 0, high: 0, wide: 0, bits: 0, exchanges: 0, memory: 0,
    }) };
}

/// Runs a task and returns what it gives, and how many steps of [`Steps`] it took in this thread.
pub fn counting_steps<R>(task: impl FnOnce() -> R) -> (R, Steps) {
    STEPS.set(Steps::default());
    let result = task();
    (result, STEPS.get())
}

fn tick(which: impl FnOnce(&mut Steps)) {
    let mut steps = STEPS.get();
    which(&mut steps);
    STEPS.set(steps);
}

/// A word that counts.
#[derive(Clone, Copy)]
pub struct CountedWord<W>(pub W);

impl<W: Words> CountedWord<W> {
    fn both((first, second): (W, W)) -> (Self, Self) {
        (CountedWord(first), CountedWord(second))
    }
}

impl<W: Words> Words for CountedWord<W> {
    const LANES: usize = W::LANES;
    type Row = W::Row;
    type Sums = W::Sums;

    fn like(self, constant: i32) -> Self {
        CountedWord(self.0.like(constant))
    }
    fn constants(self, list: &[i32]) -> Self {
        CountedWord(self.0.constants(list))
    }
    fn load(self, row: &Self::Row) -> Self {
        tick(|steps| steps.memory += 1);
        CountedWord(self.0.load(row))
    }
    fn store(self, row: &mut Self::Row) {
        tick(|steps| steps.memory += 1);
        self.0.store(row);
    }
    fn add(self, other: Self) -> Self {
        tick(|steps| steps.sums += 1);
        CountedWord(self.0.add(other.0))
    }
    fn sub(self, other: Self) -> Self {
        tick(|steps| steps.sums += 1);
        CountedWord(self.0.sub(other.0))
    }
    fn mul_low(self, other: Self) -> Self {
        tick(|steps| steps.low += 1);
        CountedWord(self.0.mul_low(other.0))
    }
    fn mul_high(self, other: Self) -> Self {
        tick(|steps| steps.high += 1);
        CountedWord(self.0.mul_high(other.0))
    }
    fn shift(self, count: u32) -> Self {
        tick(|steps| steps.bits += 1);
        CountedWord(self.0.shift(count))
    }
    fn and(self, other: Self) -> Self {
        tick(|steps| steps.bits += 1);
        CountedWord(self.0.and(other.0))
    }
    fn total(self) -> i32 {
        self.0.total()
    }
    fn no_sums(self) -> Self::Sums {
        self.0.no_sums()
    }
    fn add_product(self, other: Self, sums: Self::Sums) -> Self::Sums {
        tick(|steps| steps.wide += 1);
        self.0.add_product(other.0, sums)
    }
    fn halves(self, sums: Self::Sums) -> (Self, Self) {
        Self::both(self.0.halves(sums))
    }
    fn exchange<const LEN: usize>(self, other: Self) -> (Self, Self) {
        tick(|steps| steps.exchanges += 1);
        Self::both(self.0.exchange::<LEN>(other.0))
    }
    fn interleave(self, other: Self) -> (Self, Self) {
        tick(|steps| steps.exchanges += 1);
        Self::both(self.0.interleave(other.0))
    }
    fn separate(self, other: Self) -> (Self, Self) {
        tick(|steps| steps.exchanges += 1);
        Self::both(self.0.separate(other.0))
    }
}

impl<W: Stored> Stored for CountedWord<W> {
    fn rows<const ROWS: usize>(self, words: &[i32]) -> &[W::Row; ROWS] {
        self.0.rows(words)
    }
    fn rows_mut<const ROWS: usize>(self, words: &mut [i32]) -> &mut [W::Row; ROWS] {
        self.0.rows_mut(words)
    }
}
