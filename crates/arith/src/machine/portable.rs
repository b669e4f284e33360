//! `One`: one lane of 64-bit words in plain Rust, on any CPU.

use crate::ct::WordMask;
use crate::fe::Fe;
use crate::field::{Digit, Machine};
use crate::prime::Prime;

/// The machine of one lane. Every CPU can run it.
#[derive(Clone, Copy, Debug)]
pub struct One;

impl Digit for u64 {
    type Mask = WordMask;
    #[inline(always)]
    fn equals(self, n: u64) -> WordMask {
        WordMask::of_zero(self ^ n)
    }
}

impl Machine for One {
    const NAME: &'static str = "portable";
    const LANES: usize = 1;
    type Mask = WordMask;
    type Of<P: Prime> = Fe<P>;
    type Digit = u64;
    type Stored<P: Prime> = Fe<P>;
    const GROUP: usize = 1;

    #[inline(always)]
    fn load<P: Prime>(self, lanes: &[P::Limbs]) -> Fe<P> {
        Fe::new(&lanes[0])
    }
    #[inline(always)]
    fn unload<P: Prime>(self, x: Fe<P>, lanes: &mut [P::Limbs]) {
        lanes[0] = x.plain();
    }
    #[inline(always)]
    fn digit(self, lanes: &[u64]) -> u64 {
        lanes[0]
    }
    #[inline(always)]
    fn keep<P: Prime>(self, group: &[Fe<P>]) -> Fe<P> {
        group[0]
    }
    #[inline(always)]
    fn lookup<P: Prime, const K: usize>(self, table: &[[Fe<P>; K]], index: u64) -> [Fe<P>; K] {
        Fe::scan(table, index, |x| x)
    }
    #[inline(always)]
    fn lookup_own<P: Prime, const K: usize>(self, table: &[[Fe<P>; K]], index: u64) -> [Fe<P>; K] {
        Fe::scan(table, index, |x| x)
    }
    #[inline(always)]
    fn recall<P: Prime, const K: usize>(self, table: &[[Fe<P>; K]], at: usize) -> [Fe<P>; K] {
        table[at]
    }
}
