//! Batches of key agreements.

use super::work::{Group, Place, run as run_groups};
use crate::ecc::agree;
use crate::ecc::key::{PrivateKey, PublicKey, SharedSecret};
use crate::ecc::ops::group::AgreeJob;
use crate::error::DeriveError;
use alloc::vec::Vec;
use core::iter;

/// Our key and the other's.
type Item<'a> = (&'a PrivateKey, &'a PublicKey);

pub(super) fn run(threads: usize, items: &[Item<'_>]) -> Vec<Result<SharedSecret, DeriveError>> {
    let place = |(number, (key, _)): (usize, &Item<'_>)| Place::new(number, key.algorithm(), 0);
    let order = items.iter().enumerate().map(place).collect();
    let unset = || Err(DeriveError::Unsupported);
    run_groups(threads, order, unset, |group, out| derive(items, group, out))
}

fn derive(items: &[Item<'_>], group: &Group<'_>, out: &mut [Result<SharedSecret, DeriveError>]) {
    let mut jobs = Vec::with_capacity(out.len());
    let mut slots = Vec::with_capacity(out.len());
    for (place, slot) in group.places.iter().zip(out) {
        let (key, peer) = items[place.number()];
        match agree::check_pair(key, peer) {
            Ok(()) => {
                jobs.push(AgreeJob { private: &key.scalar, peer: &peer.point });
                slots.push(slot);
            }
            Err(error) => *slot = Err(error),
        }
    }
    if jobs.is_empty() {
        return;
    }
    let (ops, width) = (group.algorithm.ops(), group.algorithm.field_bytes());
    let mut secrets = Vec::with_capacity(jobs.len());
    secrets.extend(iter::repeat_with(|| Err(DeriveError::Unsupported)).take(jobs.len()));
    ops.agree_group(&jobs, &mut secrets);
    for (slot, agreed) in slots.into_iter().zip(&secrets) {
        *slot = agreed.as_ref().map_err(|error| *error).map(|agreed| {
            let mut secret = SharedSecret::empty();
            agree::write_secret(ops, agreed, &mut secret.bytes[..width]);
            secret.len = width;
            secret
        });
    }
}
