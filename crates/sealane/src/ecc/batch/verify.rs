//! Batches of verifications. Variable-time: all is public.

use super::work::{Group, Place, kind, run as run_groups};
use super::{KeyTables, VerifyItem};
use crate::ecc::ops::KeyTable;
use crate::ecc::ops::group::VerifyJob;
use crate::error::BadSignature;
use alloc::vec;
use alloc::vec::Vec;

pub(super) fn run(
    threads: usize,
    items: &[VerifyItem<'_>],
    tables: Option<&KeyTables>,
) -> Vec<Result<(), BadSignature>> {
    let keys: Vec<_> = items.iter().map(|item| item.key).collect();
    let (tables, of_items) = tables.map(|tables| tables.of_keys(&keys)).unwrap_or_default();
    let table_of = |number: usize| of_items.get(number).copied().unwrap_or(0);
    let place = |(number, item): (usize, &VerifyItem<'_>)| {
        let place = Place::new(number, item.key.algorithm(), kind(&item.message));
        place.with_table(table_of(number))
    };
    let order = items.iter().enumerate().map(place).collect();
    let unset = || Err(BadSignature);
    run_groups(threads, order, unset, |group, out| {
        let table = |number| usize::from(table_of(number)).checked_sub(1).map(|at| tables[at]);
        verify(items, table, group, out);
    })
}

fn verify<'a>(
    items: &'a [VerifyItem<'_>],
    table: impl Fn(usize) -> Option<&'a KeyTable>,
    group: &Group<'_>,
    out: &mut [Result<(), BadSignature>],
) {
    let mut jobs = Vec::with_capacity(out.len());
    let mut slots = Vec::with_capacity(out.len());
    for (place, slot) in group.places.iter().zip(out) {
        let VerifyItem { key, message, signature } = items[place.number()];
        // The signature of another algorithm is not valid, and its halves are no numbers of ours.
        if signature.algorithm == group.algorithm {
            let (public, signature) = (&key.point, &signature.halves);
            let table = table(place.number());
            jobs.push(VerifyJob { public, message, signature, table });
            slots.push(slot);
        }
    }
    if jobs.is_empty() {
        return;
    }
    let mut verdicts = vec![false; jobs.len()];
    group.algorithm.ops().verify_group(&jobs, &mut verdicts);
    for (slot, good) in slots.into_iter().zip(verdicts) {
        *slot = if good { Ok(()) } else { Err(BadSignature) };
    }
}
