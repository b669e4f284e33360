//! `Soft8` and `Soft4`: eight lanes, or four, in plain Rust, on any CPU. They run the text of the
//! vector lanes and give the same bits, under valgrind too, which knows no AVX-512.
//!
//! A program of a prime runs lane by lane, on a word of one lane: so the compiler has it once, and
//! short. What lies between programs works on all lanes.

use super::eight::Lanes8;
use super::four::Lanes4;
use crate::ct::{LaneMask, WordMask};
use crate::lanes::{Cell, LANES, Lanes, OPERANDS, Operands, Program, Vector, Word};
use crate::quads::{QUAD, QuadWord};
use crate::word;
use core::ops::{Add, Sub};
use zeroize::Zeroize;

/// The machine of eight lanes that every CPU can run.
pub type Soft8 = Lanes8<Soft<LANES>>;

impl Soft8 {
    /// The machine.
    pub const MACHINE: Self = Lanes8::of(Soft([Lane(0); LANES]));
}

/// The machine of four lanes that every CPU can run.
pub type Soft4 = Lanes4<Soft<QUAD>>;

impl Soft4 {
    /// The machine.
    pub const MACHINE: Self = Lanes4::of(Soft([Lane(0); QUAD]));
}

/// One word.
#[derive(Clone, Copy, Debug)]
struct Lane(u64);

/// The low bits that a product reads.
const LIMB: u64 = (1 << 52) - 1;

impl Lane {
    #[inline(always)]
    fn product(a: Self, b: Self) -> u128 {
        u128::from(a.0 & LIMB) * u128::from(b.0 & LIMB)
    }
}

impl Add for Lane {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Lane(self.0.wrapping_add(other.0))
    }
}

impl Sub for Lane {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Lane(self.0.wrapping_sub(other.0))
    }
}

impl Word for Lane {
    #[inline(always)]
    fn like(self, constant: u64) -> Self {
        Lane(constant)
    }
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Lane(f(self.0, other.0))
    }
    #[inline(always)]
    fn madd_low(self, a: Self, b: Self) -> Self {
        self + Lane(Self::product(a, b) as u64 & LIMB)
    }
    #[inline(always)]
    fn madd_high(self, a: Self, b: Self) -> Self {
        self + Lane((Self::product(a, b) >> 52) as u64)
    }
    #[inline(always)]
    fn shl<const N: u32>(self) -> Self {
        Lane(self.0 << N)
    }
    #[inline(always)]
    fn split<const N: u32>(self) -> (Self, Self) {
        (Lane(self.0 & ((1 << N) - 1)), Lane((self.0 as i64 >> N) as u64))
    }
}

/// Words, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Soft<const N: usize>([Lane; N]);

impl<const N: usize> Soft<N> {
    /// Returns what `f` makes of each lane's place. A loop, not `from_fn`, nor `map` of arrays or
    /// iterators: less optimised builds call those for each lane, and move the arrays about.
    #[inline(always)]
    fn by_place(f: impl Fn(usize) -> Lane) -> Self {
        let (mut made, mut place) = ([Lane(0); N], 0);
        while place < N {
            made[place] = f(place);
            place += 1;
        }
        Self(made)
    }

    #[inline(always)]
    fn each(self, other: Self, f: impl Fn(Lane, Lane) -> Lane) -> Self {
        Self::by_place(|place| f(self.0[place], other.0[place]))
    }

    #[inline(always)]
    fn map(self, f: impl Fn(Lane) -> Lane) -> Self {
        Self::by_place(|place| f(self.0[place]))
    }

    /// Returns the lanes where `bit` gives 1 as a mask.
    #[inline(always)]
    fn mask(self, bit: impl Fn(u64) -> u64) -> LaneMask {
        let bits = self.0.iter().rev().fold(0, |bits, word| bits << 1 | bit(word.0));
        LaneMask::of_bits(bits as u8)
    }

    #[inline(never)]
    fn of_words(words: [u64; N]) -> Self {
        Self::by_place(|place| Lane(words[place]))
    }

    #[inline(never)]
    fn words(self) -> [u64; N] {
        let (mut words, mut place) = ([0; N], 0);
        while place < N {
            words[place] = self.0[place].0;
            place += 1;
        }
        words
    }

    /// Returns the lanes that are the constant.
    #[inline(never)]
    fn is(self, constant: u64) -> LaneMask {
        self.mask(|word| {
            let difference = word ^ constant;
            ((difference | difference.wrapping_neg()) >> 63) ^ 1
        })
    }

    /// Returns `a` in the lanes where `mask` is true and `b` in the others.
    #[inline(never)]
    fn choose(mask: LaneMask, a: Self, b: Self) -> Self {
        let bits = u64::from(mask.bits());
        Self::by_place(|place| {
            let here = WordMask::of_bit(bits >> place & 1);
            Lane(here.choose(a.0[place].0, b.0[place].0))
        })
    }
}

impl<const N: usize> Zeroize for Soft<N> {
    fn zeroize(&mut self) {
        self.0.iter_mut().for_each(|lane| lane.0.zeroize());
    }
}

impl<const N: usize> Add for Soft<N> {
    type Output = Self;
    #[inline(never)]
    fn add(self, other: Self) -> Self {
        self.each(other, Lane::add)
    }
}

impl<const N: usize> Sub for Soft<N> {
    type Output = Self;
    #[inline(never)]
    fn sub(self, other: Self) -> Self {
        self.each(other, Lane::sub)
    }
}

impl<const N: usize> Word for Soft<N> {
    #[inline(never)]
    fn like(self, constant: u64) -> Self {
        Soft([Lane(constant); N])
    }
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        self.each(other, |a, b| a.zip(b, &f))
    }
    fn madd_low(self, a: Self, b: Self) -> Self {
        Self::by_place(|place| self.0[place].madd_low(a.0[place], b.0[place]))
    }
    fn madd_high(self, a: Self, b: Self) -> Self {
        Self::by_place(|place| self.0[place].madd_high(a.0[place], b.0[place]))
    }
    fn shl<const BITS: u32>(self) -> Self {
        self.map(Lane::shl::<BITS>)
    }
    fn split<const BITS: u32>(self) -> (Self, Self) {
        (self.map(|lane| lane.split::<BITS>().0), self.map(|lane| lane.split::<BITS>().1))
    }
}

impl Vector for Soft<LANES> {
    const MACHINE: &'static str = "soft8";

    fn with_lanes(self, lanes: [u64; LANES]) -> Self {
        Self::of_words(lanes)
    }
    fn to_lanes(self) -> [u64; LANES] {
        self.words()
    }
    #[inline(never)]
    fn pick(self, low: &Cell, high: &Cell) -> Self {
        self.map(|Lane(place)| {
            let (mut found, mut at) = (0, 0);
            while at < LANES {
                let place = (place & 15) ^ at as u64;
                found = WordMask::of_zero(place).choose(low.0[at], found);
                found = WordMask::of_zero(place ^ LANES as u64).choose(high.0[at], found);
                at += 1;
            }
            Lane(found)
        })
    }
    #[inline(never)]
    fn permute(self, places: Self) -> Self {
        places.map(|place| self.0[(place.0 & 7) as usize])
    }
    #[inline(never)]
    fn bit<const N: u32>(self) -> LaneMask {
        self.mask(|word| word >> N & 1)
    }
    #[inline(never)]
    fn meets(self, constant: u64) -> LaneMask {
        self.mask(|word| {
            let common = word & constant;
            (common | common.wrapping_neg()) >> 63
        })
    }
    #[inline(never)]
    fn window(self, high: Self, from: u32, count: u32) -> Self {
        self.each(high, |low, high| {
            let both = u128::from(low.0) | u128::from(high.0) << 64;
            Lane((both >> from) as u64 & ((1 << count) - 1))
        })
    }
    fn equals(self, constant: u64) -> LaneMask {
        self.is(constant)
    }
    fn select(mask: LaneMask, a: Self, b: Self) -> Self {
        Self::choose(mask, a, b)
    }
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        called(work)
    }
    #[inline(always)]
    fn execute<L: Lanes, Q: Program>(self, of: Operands<'_, L, Self>) -> L::Limbs<Self> {
        lane_by_lane::<L, Q>(of)
    }
}

impl QuadWord for Soft<QUAD> {
    const MACHINE: &'static str = <Soft<LANES> as Vector>::MACHINE;

    fn with_quad(self, lanes: [u64; QUAD]) -> Self {
        Self::of_words(lanes)
    }
    // Words of a table go by it to registers: a call would cost more than that.
    #[inline(always)]
    fn to_quad(self) -> [u64; QUAD] {
        let [a, b, c, d] = self.0;
        [a.0, b.0, c.0, d.0]
    }
    #[inline(never)]
    fn places<const ORDER: i32>(self) -> Self {
        Self::by_place(|place| self.0[(ORDER >> (2 * place)) as usize & 3])
    }
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| Lane(a.0 & b.0))
    }
    fn xor(self, other: Self) -> Self {
        self.each(other, |a, b| Lane(a.0 ^ b.0))
    }
    fn merge(mask: Self, a: Self, b: Self) -> Self {
        Self::by_place(|place| Lane(word::select(mask.0[place].0, a.0[place].0, b.0[place].0)))
    }
    fn equals(self, constant: u64) -> LaneMask {
        self.is(constant)
    }
    fn select(mask: LaneMask, a: Self, b: Self) -> Self {
        Self::choose(mask, a, b)
    }
    #[inline(always)]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        called(work)
    }
}

/// Runs `work` behind a call. No word is handed over, which would have to lie in memory.
#[inline(never)]
fn called<R>(work: impl FnOnce() -> R) -> R {
    work()
}

/// Runs a program behind a call, on a word of one lane.
#[inline(never)]
fn lane_by_lane<L: Lanes, Q: Program>(of: Operands<'_, L, Soft<LANES>>) -> L::Limbs<Soft<LANES>> {
    let (mut out, mut lane) = (*of[0], 0);
    while lane < LANES {
        let mut own = [L::spread(Lane(0)); OPERANDS];
        for (own, all) in own.iter_mut().zip(of).take(Q::TAKES) {
            *own = of_lane::<L>(all, lane);
        }
        let result = Q::run::<L, Lane>(own.each_ref());
        let (to, from) = (out.as_mut(), result.as_ref());
        let mut limb = 0;
        while limb < to.len() {
            to[limb].0[lane] = from[limb];
            limb += 1;
        }
        lane += 1;
    }
    out
}

/// Returns the limbs of one lane.
#[inline(always)]
fn of_lane<L: Lanes>(limbs: &L::Limbs<Soft<LANES>>, lane: usize) -> L::Limbs<Lane> {
    let mut out = L::spread(Lane(0));
    let (to, from) = (out.as_mut(), limbs.as_ref());
    let mut limb = 0;
    while limb < to.len() {
        to[limb] = from[limb].0[lane];
        limb += 1;
    }
    out
}
