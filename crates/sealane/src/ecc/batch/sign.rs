//! Batches of signatures.

use super::work::{Group, Place, kind, run as run_groups};
use super::{KeyTables, SignItem};
use crate::ecc::key::Signature;
use crate::ecc::ops::group::{SignJob, VerifyJob};
use crate::ecc::ops::{KeyTable, Ops, Wide, hedges};
use crate::error::SignError;
use crate::nonce::{HEDGE_BYTES, fill_random};
use alloc::vec;
use alloc::vec::Vec;
use sealane_arith::secret::Secret;
use zeroize::Zeroizing;

/// Both halves of a signature.
type Halves = Result<[Wide; 2], SignError>;

/// The random bytes of all hedged nonces, in the order of work.
type Hedges = Result<Zeroizing<Vec<u8>>, SignError>;

pub(super) fn run(
    threads: usize,
    items: &[SignItem<'_>],
    tables: Option<&KeyTables>,
) -> Vec<Result<Signature, SignError>> {
    let keys: Vec<_> = items.iter().map(|item| &item.key.public).collect();
    let (tables, of_items) = tables.map(|tables| tables.of_keys(&keys)).unwrap_or_default();
    let table_of = |number: usize| of_items.get(number).copied().unwrap_or(0);
    let place = |(number, item): (usize, &SignItem<'_>)| {
        let algorithm = item.key.algorithm();
        let place = Place::new(number, algorithm, kind(&item.message));
        let place = place.with_table(table_of(number));
        if hedges(item.options, algorithm) { place.hedged() } else { place }
    };
    let order: Vec<Place> = items.iter().enumerate().map(place).collect();
    let hedges = draw(order.iter().filter(|place| place.is_hedged()).count());
    run_groups(
        threads,
        order,
        || Err(SignError::Unsupported),
        |group, out| {
            let table = |number| usize::from(table_of(number)).checked_sub(1).map(|at| tables[at]);
            sign(items, &hedges, table, group, out);
        },
    )
}

fn draw(count: usize) -> Hedges {
    let mut random = Zeroizing::new(vec![0; count * HEDGE_BYTES]);
    if count > 0 {
        fill_random(&mut random)?;
    }
    Ok(random)
}

fn sign<'a>(
    items: &[SignItem<'_>],
    hedges: &Hedges,
    table: impl Fn(usize) -> Option<&'a KeyTable>,
    group: &Group<'_>,
    out: &mut [Result<Signature, SignError>],
) {
    let hedged = group.places.first().is_some_and(|place| place.is_hedged());
    let mut fresh: &[[u8; HEDGE_BYTES]] = &[];
    if hedged {
        match hedges {
            // Those with hedges come first in the order of work.
            Ok(random) => fresh = &random.as_chunks().0[group.before..],
            Err(error) => return out.fill(Err(*error)),
        }
    }
    let job = |(at, place): (usize, &Place)| {
        let item = &items[place.number()];
        SignJob {
            private: &item.key.scalar,
            public: &item.key.public.point,
            message: item.message,
            hedge: fresh.get(at).map(|random| Secret::new(*random)),
        }
    };
    let jobs: Vec<SignJob<'_>> = group.places.iter().enumerate().map(job).collect();
    let mut signed = vec![Err(SignError::Unsupported); jobs.len()];
    let (algorithm, ops) = (group.algorithm, group.algorithm.ops());
    ops.sign_group(&jobs, &mut signed);
    let options = |at: usize| items[group.places[at].number()].options;
    for (at, (job, signed)) in jobs.iter().zip(&mut signed).enumerate() {
        if let Ok([_, s]) = signed
            && options(at).low_s
            && job.message.is_ecdsa()
        {
            *s = ops.low_s(s);
        }
    }
    let table = |at: usize| table(group.places[at].number());
    check(ops, &jobs, |at| options(at).check, table, &mut signed);
    for (out, signed) in out.iter_mut().zip(signed) {
        *out = signed.map(|halves| Signature { algorithm, halves });
    }
}

/// Verifies those signatures that are wanted verified, and takes back what does not verify.
fn check<'a>(
    ops: &dyn Ops,
    jobs: &[SignJob<'a>],
    wanted: impl Fn(usize) -> bool,
    table: impl Fn(usize) -> Option<&'a KeyTable>,
    signed: &mut [Halves],
) {
    let good = |at: &usize| wanted(*at) && signed[*at].is_ok();
    let places: Vec<usize> = (0..jobs.len()).filter(good).collect();
    let verify_job = |at: &usize| {
        let SignJob { public, message, .. } = jobs[*at];
        signed[*at].as_ref().ok().map(|signature| VerifyJob {
            public,
            message,
            signature,
            table: table(*at),
        })
    };
    let verify_jobs: Vec<VerifyJob<'_>> = places.iter().filter_map(verify_job).collect();
    if verify_jobs.is_empty() {
        return;
    }
    let mut verdicts = vec![false; verify_jobs.len()];
    ops.verify_group(&verify_jobs, &mut verdicts);
    for (at, good) in places.into_iter().zip(verdicts) {
        if !good {
            signed[at] = Err(SignError::Fault);
        }
    }
}
