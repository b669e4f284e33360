//! EdDSA over Edwards curves.

use super::{GROUPS, LANES, Size, Work, comb_of, each_lane, in_pieces, least, pieces, same_table};
use crate::ecc::eddsa::message::{self, Claim, Request, Seed, Suite};
use crate::ecc::eddsa::{self, MAX_POINT_BYTES};
use crate::ecc::ops::edwards::{Presented, present, seed};
use crate::ecc::ops::group::{SignJob, VerifyJob};
use crate::ecc::ops::{KeyTable, Wide, fit};
use crate::error::SignError;
use crate::group::comb::Comb;
use crate::group::edwards::{Edwards, EdwardsTable};
use crate::group::plan;
use alloc::boxed::Box;
use alloc::vec::Vec;
use sealane_arith::bytes;
use sealane_arith::field::Machine;
use sealane_arith::machine::enter_lanes;
use sealane_arith::secret::Secret;

/// `Ops::public_of_group`.
#[inline(never)]
pub(in crate::ecc::ops) fn public_of<E: Suite + EdwardsTable<M>, M: Machine>(
    machine: M,
    privates: &[Secret<Wide>],
    out: &mut [[Wide; 2]],
    single: impl Fn(&Secret<Wide>) -> [Wide; 2],
) {
    in_pieces(least::<E::P>(Work::Base), machine, privates, out, public_of_piece::<E, M>, single);
}

fn public_of_piece<E: Suite + EdwardsTable<M>, M: Machine>(
    machine: M,
    privates: &[Secret<Wide>],
    out: &mut [[Wide; 2]],
) {
    let machine = enter_lanes(machine);
    let seeds: Vec<Secret<Seed>> = privates.iter().map(seed).collect();
    let lanes = each_lane(seeds.len(), |at| &seeds[at]);
    let table = E::base_table(machine);
    let public = message::public_of::<E, M, LANES, GROUPS>(machine, table, &lanes);
    let public = public.reveal("a public key is public");
    for (at, out) in out.iter_mut().enumerate() {
        *out = public[at / LANES].each_ref().map(|c| fit(&c[at % LANES]));
    }
}

/// `Ops::sign_group`.
#[inline(never)]
pub(in crate::ecc::ops) fn sign<E: Suite + EdwardsTable<M>, M: Machine>(
    machine: M,
    jobs: &[SignJob<'_>],
    out: &mut [Result<[Wide; 2], SignError>],
    single: impl Fn(&SignJob<'_>) -> Result<[Wide; 2], SignError>,
) {
    let mut prepared = Vec::with_capacity(jobs.len());
    for (at, job) in jobs.iter().enumerate() {
        match present::<E>(job.message) {
            Ok(presented) => prepared.push(Prepared {
                at,
                seed: seed(job.private),
                public: job.public,
                presented,
            }),
            Err(error) => out[at] = Err(error),
        }
    }
    for (size, piece) in pieces(prepared.len(), least::<E::P>(Work::Base)) {
        let piece = &prepared[piece];
        match size {
            Size::Lanes => sign_piece::<E, M>(machine, piece, out),
            Size::Single => piece.iter().for_each(|it| out[it.at] = single(&jobs[it.at])),
        }
    }
}

/// A signature that wants the group's work alone.
struct Prepared<'a> {
    /// Place of its job.
    at: usize,
    seed: Secret<Seed>,
    public: &'a [Wide; 2],
    presented: Presented<'a>,
}

fn sign_piece<E: Suite + EdwardsTable<M>, M: Machine>(
    machine: M,
    piece: &[Prepared<'_>],
    out: &mut [Result<[Wide; 2], SignError>],
) {
    let machine = enter_lanes(machine);
    let requests = each_lane(piece.len(), |at| {
        let it = &piece[at];
        Request {
            seed: &it.seed,
            public: it.public.each_ref().map(fit),
            framing: it.presented.framing,
            message: it.presented.message(),
        }
    });
    let table = E::base_table(machine);
    let signed = message::sign::<E, M, LANES, GROUPS>(machine, table, &requests);
    for (at, it) in piece.iter().enumerate() {
        let (r, s) = &signed[at / LANES][at % LANES];
        out[it.at] = Ok([bytes::from_le_bytes(r), fit(s)]);
    }
}

/// `Ops::verify_group`.
pub(in crate::ecc::ops) fn verify<E: Suite + EdwardsTable<M>, M: Machine>(
    machine: M,
    jobs: &[VerifyJob<'_>],
    out: &mut [bool],
    single: impl Fn(&VerifyJob<'_>) -> bool,
) {
    out.fill(false);
    let mut presented = Vec::with_capacity(jobs.len());
    for (at, job) in jobs.iter().enumerate() {
        if let Ok(message) = present::<E>(job.message) {
            presented.push((at, message));
        }
    }
    let table = |at: usize| jobs[at].table;
    // Claims whose keys have no table stand together.
    for presented in presented.chunk_by(|a, b| same_table(table(a.0), table(b.0))) {
        for (size, piece) in pieces(presented.len(), least::<E::P>(Work::Edwards)) {
            let piece = &presented[piece];
            match size {
                Size::Lanes => verify_piece::<E, M>(machine, jobs, piece, out),
                Size::Single => {}
            }
            // Too few, or equal up to the cofactor at most.
            for (at, _) in piece {
                if !out[*at] {
                    out[*at] = single(&jobs[*at]);
                }
            }
        }
    }
}

/// `Ops::key_table_bytes`.
pub(in crate::ecc::ops) fn key_table_bytes<E: EdwardsTable<M>, M: Machine>(_: M) -> usize {
    Comb::<Edwards<E>, M>::bytes_of::<M>(plan::of_lanes::<E::P>())
}

/// `Ops::key_table`.
pub(in crate::ecc::ops) fn key_table<E: EdwardsTable<M>, M: Machine>(
    machine: M,
    public: &[Wide; 2],
) -> KeyTable {
    let machine = enter_lanes(machine);
    let (point, width) = (public.each_ref().map(fit), plan::of_lanes::<E::P>());
    let comb = eddsa::comb_of_key::<E, M, LANES>(machine, &point, width);
    KeyTable { bytes: comb.bytes(), comb: Box::new(comb) }
}

/// Says of which signatures the encodings are equal. Their keys have one table or none.
fn verify_piece<E: Suite + EdwardsTable<M>, M: Machine>(
    machine: M,
    jobs: &[VerifyJob<'_>],
    piece: &[(usize, Presented<'_>)],
    out: &mut [bool],
) {
    let machine = enter_lanes(machine);
    let claims = each_lane(piece.len(), |at| {
        let (at, presented) = &piece[at];
        let VerifyJob { public, signature, .. } = &jobs[*at];
        let mut r = [0; MAX_POINT_BYTES];
        bytes::to_le_bytes(&signature[0], &mut r);
        Claim {
            public: public.each_ref().map(fit),
            framing: presented.framing,
            message: presented.message(),
            signature: (r, fit(&signature[1])),
        }
    });
    let table = E::base_table(machine);
    let of_key = jobs[piece[0].0].table.and_then(comb_of::<Edwards<E>, M>);
    let equal =
        message::verify_lanes_vartime::<E, M, LANES, GROUPS>(machine, table, of_key, &claims);
    for (at, (job, _)) in piece.iter().enumerate() {
        out[*job] = equal[at / LANES] >> (at % LANES) & 1 == 1;
    }
}
