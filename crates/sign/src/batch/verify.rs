//! Batches of verifications. Variable-time: all is public.

use super::VerifyItem;
use super::work::{Group, Place, kind, run as run_groups};
use crate::error::BadSignature;
use crate::ops::group::VerifyJob;
use alloc::vec;
use alloc::vec::Vec;

pub(super) fn run(threads: usize, items: &[VerifyItem<'_>]) -> Vec<Result<(), BadSignature>> {
    let place = |(number, item): (usize, &VerifyItem<'_>)| {
        Place::new(number, item.key.algorithm(), kind(&item.message))
    };
    let order = items.iter().enumerate().map(place).collect();
    let unset = || Err(BadSignature);
    run_groups(threads, order, unset, |group, room| verify(items, group, room))
}

fn verify(items: &[VerifyItem<'_>], group: &Group<'_>, room: &mut [Result<(), BadSignature>]) {
    let mut jobs = Vec::with_capacity(room.len());
    let mut slots = Vec::with_capacity(room.len());
    for (place, slot) in group.places.iter().zip(room) {
        let VerifyItem { key, message, signature } = items[place.number()];
        // The signature of another algorithm is not valid, and its halves are no numbers of ours.
        if signature.algorithm == group.algorithm {
            let (public, signature) = (&key.point, &signature.halves);
            jobs.push(VerifyJob { public, message, signature });
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
