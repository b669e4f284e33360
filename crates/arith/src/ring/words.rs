//! Words of 32 bits with a sign, side by side: what the text of the ring computes with.

use super::fields;
use core::hint::black_box;

/// Words of 32 bits with a sign, one a lane, of one lane or of several.
///
/// A word is its own licence: words are made *like* another one, so that safe code cannot make one
/// of a machine which this CPU cannot run.
pub trait Words: Copy {
    /// How many lanes there are: a power of two up to 16.
    const LANES: usize;
    /// The words as they lie in memory.
    type Row;
    /// Sums of products, of 64 bits a lane.
    type Sums: Copy;

    /// Returns the constant in every lane.
    #[must_use]
    fn like(self, constant: i32) -> Self;
    /// Returns the first constants of a list, one a lane.
    #[must_use]
    fn constants(self, list: &[i32]) -> Self;
    /// Returns what lies in memory.
    #[must_use]
    fn load(self, row: &Self::Row) -> Self;
    /// Puts the words into memory.
    fn store(self, row: &mut Self::Row);

    /// Returns `self + other`, which must fit.
    #[must_use]
    fn add(self, other: Self) -> Self;
    /// Returns `self - other`, which must fit.
    #[must_use]
    fn sub(self, other: Self) -> Self;
    /// Returns `self * other mod 2^32`, from `-2^31` on.
    #[must_use]
    fn mul_low(self, other: Self) -> Self;
    /// Returns `self * other / 2^32`, rounded down.
    #[must_use]
    fn mul_high(self, other: Self) -> Self;
    /// Returns `self / 2^count`, rounded down. `count` is a constant below 32.
    #[must_use]
    fn shift(self, count: u32) -> Self;
    /// Returns the bits that both have.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Returns the sum of all lanes, which must fit.
    #[must_use]
    fn total(self) -> i32;

    /// Returns sums of nothing.
    #[must_use]
    fn no_sums(self) -> Self::Sums;
    /// Returns `sums + self * other`, which must fit into 64 bits.
    #[must_use]
    fn add_product(self, other: Self, sums: Self::Sums) -> Self::Sums;
    /// Returns the low halves of sums, from `-2^31` on, and the high ones, as bits have them.
    #[must_use]
    fn halves(self, sums: Self::Sums) -> (Self, Self);

    /// Exchanges lanes between two words: of each block of `2 LEN` lanes, the upper half of `self`
    /// with the lower half of `other`.
    #[must_use]
    fn exchange<const LEN: usize>(self, other: Self) -> (Self, Self);
    /// Returns the lanes of both in turn: lane 0 of `self`, lane 0 of `other`, lane 1 of `self`.
    #[must_use]
    fn interleave(self, other: Self) -> (Self, Self);
    /// Returns the even lanes of both words one behind the other, and the odd ones.
    #[must_use]
    fn separate(self, other: Self) -> (Self, Self);
}

/// Words that lie in memory as integers do.
pub trait Stored: Words {
    /// Returns a polynomial's words as rows.
    fn rows<const ROWS: usize>(self, words: &[i32]) -> &[Self::Row; ROWS];
    /// Like [`rows`](Stored::rows), to be written.
    fn rows_mut<const ROWS: usize>(self, words: &mut [i32]) -> &mut [Self::Row; ROWS];

    /// Returns a secret count of bits by which a number of 64 bits is shifted, as the machine may
    /// use it.
    #[inline(always)]
    #[must_use]
    fn shift_count(count: u64) -> u64 {
        count
    }

    /// Returns as many numbers as there are lanes, of so many bits each, which lie one behind the
    /// other in words: those of a row of sixteen, of which rows before have taken theirs.
    #[inline(always)]
    #[must_use]
    fn numbers<const BITS: usize>(self, words: &[u64], row: usize) -> Self {
        self.constants(&fields::numbers::<BITS>(words, row))
    }
}

/// Words of any CPU.
#[derive(Clone, Copy)]
pub struct Plain<const LANES: usize>(pub [i32; LANES]);

/// Returns what `f` makes of each lane. A loop, not `from_fn`, nor `map` of arrays: builds that are
/// less optimised call those for each lane, and move the arrays about.
#[inline(always)]
fn by_lane<T: Copy + Default, const LANES: usize>(f: impl Fn(usize) -> T) -> [T; LANES] {
    let (mut made, mut lane) = ([T::default(); LANES], 0);
    while lane < LANES {
        made[lane] = f(lane);
        lane += 1;
    }
    made
}

impl<const LANES: usize> Plain<LANES> {
    #[inline(always)]
    fn each(self, other: Self, f: impl Fn(i32, i32) -> i32) -> Self {
        Plain(by_lane(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl<const LANES: usize> Words for Plain<LANES> {
    const LANES: usize = LANES;
    type Row = [i32; LANES];
    type Sums = [i64; LANES];

    #[inline(always)]
    fn like(self, constant: i32) -> Self {
        Plain([constant; LANES])
    }
    #[inline(always)]
    fn constants(self, list: &[i32]) -> Self {
        Plain(*list.first_chunk().expect("a list has a constant for each lane"))
    }
    #[inline(always)]
    fn load(self, row: &Self::Row) -> Self {
        Plain(*row)
    }
    #[inline(always)]
    fn store(self, row: &mut Self::Row) {
        *row = self.0;
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, i32::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, i32::wrapping_sub)
    }
    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.each(other, i32::wrapping_mul)
    }
    #[inline(always)]
    fn mul_high(self, other: Self) -> Self {
        self.each(other, |a, b| ((i64::from(a) * i64::from(b)) >> 32) as i32)
    }
    #[inline(always)]
    fn shift(self, count: u32) -> Self {
        Plain(by_lane(|lane| self.0[lane] >> count))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }
    #[inline(always)]
    fn total(self) -> i32 {
        self.0.iter().fold(0, |sum, x| sum.wrapping_add(*x))
    }

    #[inline(always)]
    fn no_sums(self) -> Self::Sums {
        [0; LANES]
    }
    #[inline(always)]
    fn add_product(self, other: Self, sums: Self::Sums) -> Self::Sums {
        let product = |lane: usize| i64::from(self.0[lane]) * i64::from(other.0[lane]);
        by_lane(|lane| sums[lane].wrapping_add(product(lane)))
    }
    #[inline(always)]
    fn halves(self, sums: Self::Sums) -> (Self, Self) {
        let half = |shift| Plain(by_lane(|lane| (sums[lane] >> shift) as i32));
        (half(0), half(32))
    }

    #[inline(always)]
    fn exchange<const LEN: usize>(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.0, other.0);
        let upper = |lane: usize| lane & LEN != 0;
        let first = by_lane(|lane| if upper(lane) { b[lane - LEN] } else { a[lane] });
        let second = by_lane(|lane| if upper(lane) { b[lane] } else { a[lane + LEN] });
        (Plain(first), Plain(second))
    }
    #[inline(always)]
    fn interleave(self, other: Self) -> (Self, Self) {
        let both = [self.0, other.0];
        let turn = |lane: usize| both[lane % 2][lane / 2];
        (Plain(by_lane(turn)), Plain(by_lane(|lane| turn(LANES + lane))))
    }
    #[inline(always)]
    fn separate(self, other: Self) -> (Self, Self) {
        let both = |lane: usize| if lane < LANES { self.0[lane] } else { other.0[lane - LANES] };
        (Plain(by_lane(|lane| both(2 * lane))), Plain(by_lane(|lane| both(2 * lane + 1))))
    }
}

impl<const LANES: usize> Stored for Plain<LANES> {
    #[inline(always)]
    fn rows<const ROWS: usize>(self, words: &[i32]) -> &[Self::Row; ROWS] {
        words.as_chunks().0.first_chunk().expect("a polynomial has as many rows")
    }
    #[inline(always)]
    fn rows_mut<const ROWS: usize>(self, words: &mut [i32]) -> &mut [Self::Row; ROWS] {
        words.as_chunks_mut().0.first_chunk_mut().expect("a polynomial has as many rows")
    }

    // Opaque, so that shifts stay apart: a CPU without more shifts two numbers in one register by
    // one count, and memcheck takes a secret count of such a shift for a leak.
    #[inline(always)]
    fn shift_count(count: u64) -> u64 {
        black_box(count)
    }
}
