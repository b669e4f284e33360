//! From items in any order to groups of one algorithm, and from their results back.

use crate::ecc::algorithm::Algorithm;
use crate::ecc::ops::Message;
use crate::ecc::ops::group::MAX;
use crate::ecc::scheme::Scheme;
use crate::often::MAX_TABLES;
use alloc::vec::Vec;
use core::iter;

/// Where an item stands in the order of work: bits that tell groups apart, then bits that sort a
/// group, its table first, then the item's number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place(u64);

const KIND_BITS: u32 = 8;
const TABLE_BITS: u32 = MAX_TABLES.count_ones();
const SORT_BITS: u32 = TABLE_BITS + KIND_BITS;
/// A slice of so many items would not fit the memory there is.
const NUMBER_BITS: u32 = 38;
/// Set for items whose nonce is not hedged, which come after all that are.
const UNHEDGED: u64 = 1 << 63;

impl Place {
    /// The place of item `number`, an operation by `algorithm`; `kind` is a small number that is
    /// the same for items which are alike.
    pub(super) fn new(number: usize, algorithm: Algorithm, kind: u8) -> Self {
        let group = (algorithm as u64) << SORT_BITS | u64::from(kind);
        Self(UNHEDGED | group << NUMBER_BITS | number as u64)
    }

    /// The same beside the items of one table, up to [`MAX_TABLES`]; 0 for none.
    pub(super) fn with_table(self, table: u16) -> Self {
        Self(self.0 | u64::from(table) << (NUMBER_BITS + KIND_BITS))
    }

    /// The same among the items with hedged nonces.
    pub(super) fn hedged(self) -> Self {
        Self(self.0 & !UNHEDGED)
    }

    pub(super) fn is_hedged(self) -> bool {
        self.0 & UNHEDGED == 0
    }

    /// The number of the item.
    pub(super) fn number(self) -> usize {
        (self.0 & ((1 << NUMBER_BITS) - 1)) as usize
    }

    fn algorithm(self) -> Algorithm {
        let row = (self.0 & !UNHEDGED) >> (NUMBER_BITS + SORT_BITS);
        Algorithm::ALL[row as usize]
    }

    /// Whether two items may stand in one group.
    fn is_with(self, other: Self) -> bool {
        (self.0 ^ other.0) >> (NUMBER_BITS + SORT_BITS) == 0
    }
}

/// Returns a number for what a message needs, beside curve and key.
pub(super) fn kind(message: &Message<'_>) -> u8 {
    // Hashes are few, and their numbers begin at 0.
    match message {
        Message::Whole(_, Scheme::Ecdsa(hash)) => *hash as u8,
        Message::Digest(digest, _) => digest.hash().map_or(0x40, |hash| 0x80 | hash as u8),
        Message::Whole(_, Scheme::Bip340) => 0x41,
        Message::Whole(_, Scheme::EdDsa { prehashed, .. }) => 0x42 | u8::from(*prehashed),
    }
}

/// Items of one algorithm that are done together.
pub(super) struct Group<'a> {
    pub(super) algorithm: Algorithm,
    /// Their places, at most [`MAX`].
    pub(super) places: &'a [Place],
    /// How many items come before them in the order of work.
    pub(super) before: usize,
}

/// Does `work` for every group and returns the results in the order of the items' numbers, which
/// are those from 0 up. A result is `unset` until `work` sets it.
pub(super) fn run<R: Send>(
    threads: usize,
    mut order: Vec<Place>,
    unset: impl Fn() -> R,
    work: impl Fn(&Group<'_>, &mut [R]) + Sync,
) -> Vec<R> {
    order.sort_unstable();
    let mut results = Vec::with_capacity(order.len());
    results.extend(iter::repeat_with(unset).take(order.len()));
    let groups = Groups::new(&order, &mut results, threads);
    each(threads, groups, work);
    put_back(&mut order, &mut results);
    results
}

/// The groups that are left to do, with room for their results.
struct Groups<'a, R> {
    order: &'a [Place],
    results: &'a mut [R],
    before: usize,
    most: usize,
}

impl<'a, R> Groups<'a, R> {
    fn new(order: &'a [Place], results: &'a mut [R], threads: usize) -> Self {
        // A batch of few items is spread all the same, by whole sets of eight lanes.
        const LANES: usize = 8;
        let share = order.len().div_ceil(threads).next_multiple_of(LANES);
        Self { order, results, before: 0, most: share.clamp(LANES, MAX) }
    }
}

impl<'a, R> Iterator for Groups<'a, R> {
    type Item = (Group<'a>, &'a mut [R]);

    fn next(&mut self) -> Option<Self::Item> {
        let first = *self.order.first()?;
        let alike = self.order.iter().take(self.most).take_while(|place| place.is_with(first));
        let count = alike.count();
        let (places, order) = self.order.split_at(count);
        let (out, results) = core::mem::take(&mut self.results).split_at_mut(count);
        let group = Group { algorithm: first.algorithm(), places, before: self.before };
        (self.order, self.results, self.before) = (order, results, self.before + count);
        Some((group, out))
    }
}

#[cfg(not(feature = "rayon"))]
fn each<R: Send>(_: usize, groups: Groups<'_, R>, work: impl Fn(&Group<'_>, &mut [R]) + Sync) {
    groups.for_each(|(group, out)| work(&group, out));
}

/// Each thread takes the next group as soon as it is done with one.
#[cfg(feature = "rayon")]
fn each<R: Send>(
    threads: usize,
    groups: Groups<'_, R>,
    work: impl Fn(&Group<'_>, &mut [R]) + Sync,
) {
    use std::sync::{Mutex, PoisonError};
    if threads == 1 || groups.order.len() <= groups.most {
        return groups.for_each(|(group, out)| work(&group, out));
    }
    let groups = Mutex::new(groups);
    // The lock is not held while a group is worked on, and taking the next one does not panic.
    let next = || groups.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work_off = || {
        while let Some((group, out)) = next() {
            work(&group, out);
        }
    };
    rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work_off())));
}

/// Moves each result to the place of its item's number.
fn put_back<R>(order: &mut [Place], results: &mut [R]) {
    for at in 0..order.len() {
        loop {
            let to = order[at].number();
            if to == at {
                break;
            }
            order.swap(at, to);
            results.swap(at, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::{Digest, Hash};

    fn order(count: usize, algorithm: impl Fn(usize) -> Algorithm) -> Vec<Place> {
        let place = |number| {
            let place = Place::new(number, algorithm(number), (number % 251) as u8);
            if number % 3 == 0 { place.hedged() } else { place }
        };
        (0..count).map(place).collect()
    }

    /// Goal: each item is worked on once, in a group of its kind, and its result comes to its
    /// place. Method: results are the numbers; algorithms in a wild order; sizes about a group's.
    #[test]
    fn results_come_back_to_their_items() {
        let mixed = |number: usize| Algorithm::ALL[number * 7 % 5 * 2 % Algorithm::ALL.len()];
        for (count, threads) in
            [0, 1, 2, 7, 8, 9, 255, 256, 257, 1500].into_iter().flat_map(|n| [(n, 1), (n, 3)])
        {
            for (number, result) in run(
                threads,
                order(count, mixed),
                || None,
                |group: &Group<'_>, out: &mut [Option<(usize, usize)>]| {
                    assert!((1..=MAX).contains(&out.len()) && out.len() == group.places.len());
                    for (at, (place, result)) in group.places.iter().zip(out).enumerate() {
                        assert_eq!(mixed(place.number()), group.algorithm);
                        assert_eq!(place.is_hedged(), group.places[0].is_hedged());
                        assert_eq!(*result, None, "twice");
                        *result = Some((place.number(), group.before + at));
                    }
                },
            )
            .into_iter()
            .enumerate()
            {
                let (found, rank) = result.expect("a result");
                assert_eq!(found, number);
                // The first ranks are those of the hedged.
                assert_eq!(rank < count.div_ceil(3), number % 3 == 0);
            }
        }
    }

    /// Goal: what is alike has one kind, and what is not has different ones.
    #[test]
    fn kinds_are_distinct() {
        let mut kinds = Vec::new();
        for &hash in Hash::ALL {
            kinds.push(kind(&Message::Whole(b"", Scheme::Ecdsa(hash))));
            let digest = Digest::of(hash, b"");
            kinds.push(kind(&Message::Digest(&digest, None)));
            assert_eq!(kinds.last(), Some(&kind(&Message::Digest(&digest, Some(b"context")))));
        }
        kinds.push(kind(&Message::Digest(&Digest::raw(b"1"), None)));
        kinds.push(kind(&Message::Whole(b"", Scheme::Bip340)));
        kinds.push(kind(&Message::Whole(b"", Scheme::PURE_EDDSA)));
        let prehashed = Scheme::EdDsa { context: None, prehashed: true };
        kinds.push(kind(&Message::Whole(b"", prehashed)));
        let count = kinds.len();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), count);
    }
}
