//! Groups of operations on machines of eight lanes.
//!
//! Each function takes the jobs of one of the `_group` functions of [`Ops`](super::Ops), and the
//! way to do one of them by itself, the single form. Jobs fill the lanes as they come; the lanes
//! that stay empty do work whose result nobody reads. What a lane cannot decide, and groups too
//! small to pay, go to the single form.

#[cfg_attr(not(feature = "edwards-curves"), allow(dead_code))]
pub(super) mod edwards;
#[cfg_attr(not(feature = "edwards-curves"), allow(dead_code))]
pub(super) mod montgomery;
#[cfg_attr(not(feature = "short-curves"), allow(dead_code))]
pub(crate) mod short;

use super::KeyTable;
use super::group::one_by_one;
use crate::backend::stack::wipe_stack;
use crate::backend::{Batches, batch_machine};
use crate::ecc::eddsa::{NLimbs as EddsaScalar, PLimbs};
use crate::group::comb::Comb;
use crate::group::edwards::Extended;
use crate::group::model::{Model, NLimbs, Point};
use crate::group::quads::QuadCurve;
use crate::group::split_comb::{self, SplitTable, SplitTables};
use alloc::vec::Vec;
use core::ops::Range;
use sealane_arith::field::Machine;
use sealane_arith::machine::{Single, enter_lanes};
use sealane_arith::prime::Prime;
use sealane_arith::quads::QuadMachine;
use sealane_arith::secret::Secret;
use zeroize::Zeroize;

/// Calls a function of this module on the machine that batches run on, or does each job by itself
/// where that has one lane: `each_in_lanes!(short::sign::<C>, jobs, out, single)`.
macro_rules! each_in_lanes {
    ($family:ident::$function:ident::<$curve:ty>, $jobs:expr, $out:expr, $single:expr) => {{
        use $crate::backend::{Batches, batch_machine};
        use $crate::ecc::ops::lanes::$family::$function;
        let single = $single;
        match batch_machine() {
            Batches::OneByOne => $crate::ecc::ops::group::one_by_one($jobs, $out, single),
            Batches::Soft8(machine) => $function::<$curve, _>(machine, $jobs, $out, single),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => $function::<$curve, _>(machine, $jobs, $out, single),
        }
    }};
}

pub(super) use each_in_lanes;

/// What a closure makes of the machine of quads that goes with the one that batches run on; `None`
/// where that has one lane: `by_quads!(|machine| C::quad_multiple(machine, ..))`.
macro_rules! by_quads {
    (|$machine:ident| $of:expr) => {
        match $crate::backend::batch_machine() {
            $crate::backend::Batches::OneByOne => None,
            $crate::backend::Batches::Soft8(lanes) => {
                let $machine = sealane_arith::machine::Soft4::MACHINE;
                $of.inspect(|_| _ = sealane_arith::machine::enter_lanes(lanes))
            }
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            $crate::backend::Batches::Eight(lanes) => {
                let four = sealane_arith::machine::Four::detect();
                let of = four.and_then(|$machine| $of);
                of.inspect(|_| _ = sealane_arith::machine::enter_lanes(lanes))
            }
        }
    };
}

pub(super) use by_quads;

/// Lanes of a machine.
const LANES: usize = 8;

/// Groups of lanes that share an inversion.
const GROUPS: usize = 8;

/// What the jobs of a group are mostly made of, which says how many pay a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    /// A multiple of the generator: keys and signatures.
    Base,
    /// A multiple of another point, of a short curve: verifications and secrets.
    Point,
    /// A verification over an Edwards curve.
    Edwards,
    /// A ladder.
    Ladder,
}

/// Behind whole sets of lanes, whose inversion it shares, so many jobs pay another set.
const BEHIND: usize = 3;

/// Returns how many jobs over `P` pay a group: with fewer, one after the other is faster.
///
/// Measured (docs/notes/2026-11-30-short-groups.md): a group takes as long for one job as for
/// eight, and one job by itself has the lanes, too.
const fn least<P: Prime>(work: Work) -> usize {
    let is_short = P::BITS <= 256;
    match work {
        Work::Base if is_short => 4,
        Work::Base => 5,
        Work::Point => 3,
        Work::Edwards if is_short => 5,
        Work::Ladder if is_short => 4,
        Work::Edwards | Work::Ladder => 2,
    }
}

/// Overwrites what a group leaves of its secrets: registers of lanes, and the stack below the
/// caller as deep as groups over `P` go, or single operations where batches run one by one. Groups
/// too small for lanes are single operations, which leave that to
/// [`wipe_traces`](crate::backend::wipe_traces).
///
/// The functions of this module that see secrets have frames of their own, below that of the
/// caller: they are not compiled into it. This one and those it calls are: frames of theirs would
/// lie where those were, and what is not used of them would stay.
#[inline(always)]
pub(super) fn wipe<P: Prime>(work: Work, jobs: usize) {
    if matches!(batch_machine(), Batches::OneByOne) {
        if jobs >= BEHIND {
            wipe_stack(P::BITS.div_ceil(BITS_PER_FRAME_OF_ONE));
        }
    } else if jobs >= least::<P>(work) {
        wipe_frames(P::BITS.div_ceil(BITS_PER_FRAME));
    }
}

/// Measured: groups take up to 3.6 KiB of stack for each byte of a coordinate.
const BITS_PER_FRAME: usize = 8;

/// Like [`wipe`], of what one multiple over `P` leaves.
#[inline(always)]
fn wipe_lone<P: Prime>() {
    wipe_frames(P::BITS.div_ceil(BITS_PER_FRAME_OF_MULTIPLE));
}

/// One operation without lanes takes up to a quarter of that.
const BITS_PER_FRAME_OF_ONE: usize = 32;

/// Measured: one multiple in lanes takes 230 to 340 bytes for each byte of a coordinate in a
/// release.
const BITS_PER_FRAME_OF_MULTIPLE: usize = 64;

#[inline(always)]
fn wipe_frames(frames: usize) {
    clear();
    if !matches!(batch_machine(), Batches::OneByOne) {
        wipe_stack(frames);
    }
}

/// Clears the registers of lanes.
#[inline(always)]
fn clear() {
    match batch_machine() {
        Batches::OneByOne | Batches::Soft8(_) => {}
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        Batches::Eight(machine) => machine.clear(),
    }
}

/// Makes the table of [`multiple`].
pub(super) fn prepare_multiple<C: SplitTables<G>, G: Model>() {
    match batch_machine() {
        Batches::OneByOne => {}
        Batches::Soft8(machine) => _ = C::split_table(machine),
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        Batches::Eight(machine) => _ = C::split_table(machine),
    }
}

/// Returns `k G`, for `k` below the order and the generator `G` of curve `C`, by all lanes of the
/// machine that batches run on; `None` where that has one lane. Constant-time.
pub(super) fn multiple<C: SplitTables<G>, G: Model, S: Single>(
    single: S,
    k: &Secret<NLimbs<G>>,
) -> Option<Secret<Point<G, S>>> {
    let product = match batch_machine() {
        Batches::OneByOne => return None,
        Batches::Soft8(machine) => multiple_on::<C, G, _, S>(machine, single, k),
        #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
        Batches::Eight(machine) => multiple_on::<C, G, _, S>(machine, single, k),
    };
    wipe_lone::<G::P>();
    Some(product)
}

#[inline(never)]
fn multiple_on<C: SplitTable<G, M>, G: Model, M: Machine, S: Single>(
    machine: M,
    single: S,
    k: &Secret<NLimbs<G>>,
) -> Secret<Point<G, S>> {
    let machine = enter_lanes(machine);
    split_comb::mul_base(machine, single, C::split_table(machine), k)
}

/// Returns the inverse of a plain integer below the prime, by quads of the machine that batches run
/// on; `None` where that has one lane. Constant-time.
pub(super) fn quad_inverse<P: Prime>(x: &P::Limbs) -> Option<P::Limbs> {
    let inverse = by_quads!(|machine| Some(machine.inverse::<P>(x)))?;
    clear();
    Some(inverse)
}

/// Like [`quad_inverse`], of two integers at once, each below its prime.
pub(super) fn quad_inverses<P: Prime, Q: Prime>(
    x: &P::Limbs,
    y: &Q::Limbs,
) -> Option<(P::Limbs, Q::Limbs)> {
    let inverses = by_quads!(|machine| Some(machine.inverses::<P, Q>(x, y)))?;
    clear();
    Some(inverses)
}

/// Returns what the ladder makes of `k` and `u` by quads, in the registers or words of the machine
/// that batches run on; `None` where that has one lane, or the curve no quads. Constant-time.
pub(super) fn quad_ladder<E: QuadCurve, S: Single>(
    single: S,
    k: &Secret<PLimbs<E>>,
    u: &PLimbs<E>,
) -> Option<Secret<[PLimbs<E>; 2]>> {
    let fraction = by_quads!(|machine| E::quad_ladder(machine, single, k, u))?;
    wipe_lone::<E::P>();
    Some(fraction)
}

/// Makes the table of [`quad_double_scalar_vartime`].
pub(super) fn prepare_quads<E: QuadCurve>() {
    if !matches!(batch_machine(), Batches::OneByOne) {
        E::prepare_quads();
    }
}

/// Returns `a G - b q` by quads, in the registers or words of the machine that batches run on;
/// `None` where that has one lane, or the curve no quads. Variable-time: all is public.
pub(super) fn quad_double_scalar_vartime<E: QuadCurve, S: Single>(
    single: S,
    a: &EddsaScalar<E>,
    b: &EddsaScalar<E>,
    q: &[PLimbs<E>; 2],
) -> Option<Extended<S::Of<E::P>>> {
    let coordinates = by_quads!(|machine| E::quad_double_scalar_vartime(machine, single, a, b, q))?;
    let [x, y, z, t] = coordinates.map(|x| single.load::<E::P>(&[x]));
    Some(Extended { x, y, z, t })
}

/// How jobs are done together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    /// In groups of lanes, which share their inversions; lanes of the last one may be empty.
    Lanes,
    /// By the single form.
    Single,
}

/// Cuts jobs into pieces of at most `GROUPS` groups of lanes. What is too little for a last group
/// goes by itself: fewer than `least`, or than `BEHIND` behind others.
fn pieces(count: usize, least: usize) -> impl Iterator<Item = (Size, Range<usize>)> {
    let least = if count < LANES { least } else { least.min(BEHIND) };
    let single = if count % LANES < least { count % LANES } else { 0 };
    let mut from = 0;
    core::iter::from_fn(move || {
        let (size, most) = match (count - single).saturating_sub(from) {
            0 => (Size::Single, count - from),
            left => (Size::Lanes, left.min(GROUPS * LANES)),
        };
        let piece = from..from + most;
        from = piece.end;
        (!piece.is_empty()).then_some((size, piece))
    })
}

/// Does jobs piece by piece: `together` has those in lanes, the single form the rest. At `least` so
/// many pay a group.
fn in_pieces<M: Machine, J, R>(
    least: usize,
    machine: M,
    jobs: &[J],
    out: &mut [R],
    together: impl Fn(M, &[J], &mut [R]),
    single: impl Fn(&J) -> R,
) {
    for (size, piece) in pieces(jobs.len(), least) {
        let (jobs, out) = (&jobs[piece.clone()], &mut out[piece]);
        match size {
            Size::Lanes => together(machine, jobs, out),
            Size::Single => one_by_one(jobs, out, &single),
        }
    }
}

/// Whether the keys of two verifications have one table, or none.
fn same_table(a: Option<&KeyTable>, b: Option<&KeyTable>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => core::ptr::eq(a, b),
        _ => false,
    }
}

/// Returns the comb of a table, unless it is one of another machine, as batches were made to run on
/// this one in the meantime.
fn comb_of<G: Model, M: Machine>(table: &KeyTable) -> Option<&Comb<G, M>> {
    table.comb.downcast_ref()
}

/// Returns a value for each lane of each group that a piece of `count` jobs needs, given the number
/// of a job. Empty lanes repeat the last one.
fn each_lane<T>(count: usize, of: impl Fn(usize) -> T) -> Vec<[T; LANES]> {
    let lane = |at: usize| of(at.min(count - 1));
    let groups = 0..count.div_ceil(LANES);
    groups.map(|group| core::array::from_fn(|at| lane(group * LANES + at))).collect()
}

/// The same of secrets.
fn each_secret<T: Copy + Zeroize>(
    count: usize,
    of: impl Fn(usize) -> Secret<T>,
) -> Vec<Secret<[T; LANES]>>
where
    [T; LANES]: Zeroize,
{
    each_lane(count, of).iter().map(Secret::join).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: every job stands in one piece, in order, and no piece is longer than its lanes.
    #[test]
    fn pieces_cover_all_jobs() {
        for (count, least) in
            (0..400).flat_map(|count| (1..=LANES).map(move |least| (count, least)))
        {
            let mut next = 0;
            for (size, piece) in pieces(count, least) {
                assert_eq!(piece.start, next);
                let most = match size {
                    Size::Lanes => GROUPS * LANES,
                    Size::Single => least - 1,
                };
                assert!((1..=most).contains(&piece.len()), "{count}: {size:?} {piece:?}");
                let last = piece.len() % LANES;
                let least = if count < LANES { least } else { least.min(BEHIND) };
                assert!(size == Size::Single || last == 0 || last >= least, "{count}: {piece:?}");
                next = piece.end;
            }
            assert_eq!(next, count);
        }
    }
}
