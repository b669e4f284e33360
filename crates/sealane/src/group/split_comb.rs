//! One multiple of the generator in all lanes: the windows of one scalar are dealt to the lanes.
//!
//! Let a scalar have windows `0, 1, ..` of `w` bits, and let `r` of them in a row be a block, so
//! that `s` lanes have one each: lane 0 the lowest, and lane `l` the one whose number is `l` with
//! its bits in reverse order. In the lane of block `b`, row `i` of the comb holds
//! `j 2^(w (r b + i)) G` for `j = 1 ..= 2^(w-1)`. Every lane adds the entries of its own digits,
//! row by row. Then the lower half of the lanes adds the sums of the upper half, and again until
//! lane 0 has the product. By the order of the blocks, sums of neighbours are added each time: of
//! one block, then of two, then of four.
//!
//! # Why the incomplete additions are right
//!
//! The scalar is at most half of the order `n`, as `n - k` is taken in its place and every digit
//! the other way round where `k` is above. Every addition, in a lane and of two lanes, is of `P G`
//! and `Q G`, where `P` and `Q` are sums of digits at places of which none is in both. The chord
//! fails if `P + Q` or `P - Q` is a multiple of `n`, or one of them neutral without being known to
//! be.
//!
//! As integers, `P`, `Q`, `P + Q` and `P - Q` are 0 only if all their digits are: the lowest digit
//! that is not 0 would have to be a multiple of `2^w` (see `comb`). And the magnitudes of all
//! digits at their places sum up to less than `2 n` (see `comb` as well: `5/3 2^(m-1)` for an order
//! of `m` bits). So only `n` and `-n` are left to be shown impossible.
//!
//! - Without the lowest block, all sums are multiples of `2^w`, and `n` is odd.
//! - With the lowest block, but only of the lower half of all blocks, digits sum up to at most two
//!   thirds of `2^(w r s / 2)`, which is below `n`, because `w r s / 2 <= m - 2`.
//! - The last addition is that of the lower half of all blocks, `P`, and the upper half, `Q`. Here
//!   `P + Q` is the scalar, from 0 to `n / 2`. So `P - Q = -n` would make `P` at most `-n / 4`, as
//!   the scalar is `n + 2 P` then, and `P - Q = n` would make it `n / 2` at least. But `P` is at
//!   most `2^(w r s / 2 - 1) <= 2^(m-3) < n / 4` in magnitude by the recoding (see `digits`).
//!
//! [`is_safe`] asks for the one bound that this takes. A model whose addition is complete needs
//! none of it.

use super::digits::{self, Digits};
use super::glv::Signed;
use super::model::{Entry, Model, NLimbs, Operand, Point, generator};
use super::table_vartime;
use alloc::vec::Vec;
use sealane_arith::ct::Mask;
use sealane_arith::field::{Digit, Field, Machine};
use sealane_arith::lanes::LANES;
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Eight;
use sealane_arith::machine::Phase;
#[cfg(feature = "lanes")]
use sealane_arith::machine::Soft8;
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// The most entries a row has in a lane: windows of 6 bits.
const MAX: usize = 32;

/// The number of each lane.
const NUMBERS: [u64; LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

/// The comb of a curve's generator, split over the lanes of machine `M`.
pub struct SplitComb<G: Model, M: Machine> {
    width: usize,
    parts: usize,
    rows: usize,
    /// Any element.
    like: M::Of<G::P>,
    table: Vec<Entry<G, M>>,
}

/// Returns whether no addition of a comb with windows of `width` bits in `parts` lanes meets a case
/// that its formula does not have, for the order `N`: the bound of the head of this file.
#[must_use]
pub fn is_safe<N: Prime>(width: usize, parts: usize) -> bool {
    let rows = digits::count(N::BITS, width).div_ceil(parts);
    width * rows * (parts / 2) + 2 <= N::BITS
}

/// Parts of a split comb: as many as there are lanes.
#[cfg(feature = "lanes")]
pub const PARTS: usize = LANES;

/// A curve of model `G` whose comb of the generator is split over the lanes of machine `M`, and
/// kept.
pub trait SplitTable<G: Model, M: Machine> {
    /// Returns the comb, made on first use.
    fn split_table(machine: M) -> &'static SplitComb<G, M>;
}

/// A curve with split combs for the machines of eight lanes.
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
pub trait SplitTables<G: Model>: SplitTable<G, Eight> + SplitTable<G, Soft8> {}
#[cfg(all(feature = "lanes", target_arch = "x86_64", not(sealane_portable)))]
impl<G: Model, C: SplitTable<G, Eight> + SplitTable<G, Soft8>> SplitTables<G> for C {}

/// A curve with split combs for the machine of eight lanes.
#[cfg(all(feature = "lanes", not(all(target_arch = "x86_64", not(sealane_portable)))))]
pub trait SplitTables<G: Model>: SplitTable<G, Soft8> {}
#[cfg(all(feature = "lanes", not(all(target_arch = "x86_64", not(sealane_portable)))))]
impl<G: Model, C: SplitTable<G, Soft8>> SplitTables<G> for C {}

impl<G: Model, M: Machine> SplitComb<G, M> {
    /// Computes the comb with windows of `width` bits, 2 to 6, in `parts` lanes: 2, 4 or 8, and no
    /// more than there are. Both must be [safe](is_safe), unless the model is complete.
    #[must_use]
    pub fn build(machine: M, width: usize, parts: usize) -> Self {
        assert!((2..=6).contains(&width), "a split comb has windows of 2 to 6 bits");
        assert!([2, 4, 8].contains(&parts), "a split comb has 2, 4 or 8 parts");
        let is_right = G::COMPLETE || is_safe::<G::N>(width, parts);
        assert!(is_right, "the additions of the comb are right");
        let rows = digits::count(G::N::BITS, width).div_ceil(parts);
        let entries: usize = 1 << (width - 1);
        let mut first = bases::<G, M>(machine, width * rows, parts);
        let like = first[0];
        let mut table = Vec::with_capacity(rows * entries);
        for _ in 0..rows {
            table.extend(table_vartime::row::<G, M, MAX>(machine, &mut first, entries, 1));
        }
        SplitComb { width, parts, rows, like, table }
    }

    /// Size of the table in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.table.as_slice())
    }

    /// How many entries one multiplication adds up in each lane, and how many sums of lanes after
    /// that.
    #[must_use]
    pub fn additions(&self) -> (usize, usize) {
        (self.rows, self.parts.ilog2() as usize)
    }

    /// Returns the multiples of row `i`.
    #[inline(always)]
    fn row(&self, i: usize) -> &[Entry<G, M>] {
        let entries = 1 << (self.width - 1);
        &self.table[i * entries..][..entries]
    }
}

/// Returns the block of each of `parts` lanes, and the lane of each block: the bits of the numbers
/// are in reverse order.
fn blocks(parts: usize) -> [usize; LANES] {
    let mut blocks = [0; LANES];
    for (lane, block) in blocks.iter_mut().enumerate().take(parts) {
        *block = lane.reverse_bits() >> (usize::BITS - parts.ilog2());
    }
    blocks
}

/// Returns `2^(bits b) G` in the lane of each block `b`. Variable-time: all is public.
fn bases<G: Model, M: Machine>(machine: M, bits: usize, parts: usize) -> [M::Of<G::P>; 2] {
    let [x, y] = generator::<G, M>(machine);
    let lane = machine.digit(&NUMBERS[..M::LANES]);
    // Outside of the lanes' code, which has no logarithms.
    let blocks = blocks(parts);
    machine.run(
        #[inline(always)]
        || {
            let mut base = G::point(x, y);
            let mut done = M::Mask::splat(false);
            for last in blocks.into_iter().take(parts - 1) {
                // The lane of the block before.
                done = done.or(lane.equals(last as u64));
                base = G::select(done, base, G::double(base, bits));
            }
            table_vartime::to_affine::<G, _>(&base)
        },
    )
}

/// Returns `k G` as a point of a machine of one lane. Constant-time.
///
/// `k` must be below the order. `machine` computes it, and `single` watches.
#[must_use]
pub fn mul_base<G: Model, M: Machine, S: Machine>(
    machine: M,
    single: S,
    comb: &SplitComb<G, M>,
    k: &Secret<NLimbs<G>>,
) -> Secret<Point<G, S>> {
    k.map(|k| single.span(Phase::Multiplication, || multiple(machine, single, comb, k)))
}

// What it leaves on the stack lies below its caller.
#[inline(never)]
fn multiple<G: Model, M: Machine, S: Machine>(
    machine: M,
    single: S,
    comb: &SplitComb<G, M>,
    k: &NLimbs<G>,
) -> Point<G, S> {
    let mut k = if G::COMPLETE { Signed::positive(*k) } else { Signed::lower_half::<G::N>(*k) };
    let parts = &blocks(comb.parts)[..comb.parts];
    let mut scalars = Digits::of_parts(&k, comb.width * comb.rows, parts);
    k.zeroize();
    let mut sum = machine.run(
        #[inline(always)]
        || sum_of_lanes(machine, single, comb, &scalars),
    );
    scalars.zeroize();
    let moved = G::map(&sum, |x| {
        let mut plain = [machine.run(
            #[inline(always)]
            || machine.unload_first::<G::P>(x),
        )];
        let coordinate = single.load::<G::P>(&plain);
        plain.zeroize();
        coordinate
    });
    sum.zeroize();
    moved
}

/// The additions. Lane 0 has the sum.
#[inline(always)]
fn sum_of_lanes<G: Model, M: Machine, S: Machine>(
    machine: M,
    watch: S,
    comb: &SplitComb<G, M>,
    scalars: &Digits<LANES>,
) -> Point<G, M> {
    let mut sum = G::neutral(comb.like);
    let mut neutral = M::Mask::splat(true);
    for i in 0..comb.rows {
        let (magnitude, negative) = scalars.at(machine, i, comb.width);
        let entry = watch.span(
            Phase::Lookup,
            #[inline(always)]
            || G::negate_if(negative, G::lookup_own(machine, comb.row(i), magnitude)),
        );
        let absent = magnitude.equals(0);
        watch.span(
            Phase::Addition,
            #[inline(always)]
            || {
                if i == 0 {
                    sum = G::lifted(comb.like, &entry, absent);
                } else {
                    let operand = if i == 1 { Operand::Lifted } else { Operand::Other };
                    G::accumulate::<M::Of<G::P>>(&mut sum, &entry, neutral, absent, operand);
                }
            },
        );
        neutral = neutral.and(absent);
    }
    let upper = machine.bit(&NUMBERS[..M::LANES], LANES.ilog2() - 1);
    let mut half = comb.parts / 2;
    while half > 0 {
        if half < LANES / 2 {
            // The upper half of those that are left goes to the upper half of all lanes.
            let by = half + LANES / 2;
            sum = G::map(
                &sum,
                #[inline(always)]
                |x| Field::select(upper, machine.turn::<G::P>(x, by), x),
            );
            let moved = machine.turn_mask(neutral, by);
            neutral = moved.and(upper).or(neutral.and(upper.not()));
        }
        sum = watch.span(
            Phase::Addition,
            #[inline(always)]
            || G::add_halves(machine, &sum, upper, neutral),
        );
        neutral = neutral.and(machine.turn_mask(neutral, LANES / 2));
        half /= 2;
    }
    sum
}
