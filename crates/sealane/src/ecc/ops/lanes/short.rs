//! Short Weierstrass curves.

use super::{
    GROUPS, LANES, Size, Work, by_quads, comb_of, each_in_lanes, each_lane, each_secret, in_pieces,
    least, multiple, pieces, prepare_multiple, same_table, wipe, wipe_lone,
};
use crate::backend::{Batches, batch_machine};
use crate::ecc::ops::group::{AgreeJob, BatchBackend, SignJob, VerifyJob};
use crate::ecc::ops::short::{digest_of, digest_to_sign};
use crate::ecc::ops::{KeyTable, Wide, fit};
use crate::ecc::{ecdh, ecdsa};
use crate::error::{DeriveError, SignError};
use crate::group::comb::Comb;
use crate::group::curve::{BaseTable, Curve, LaneTables, NLimbs, PLimbs};
use crate::group::model::Point;
use crate::group::plan;
use crate::group::short::Short;
use crate::hash::Digest;
use crate::nonce::lanes::nonces;
use crate::nonce::{Fixed, NonceRequest, Order};
use alloc::boxed::Box;
use alloc::vec::Vec;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::field::Machine;
#[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
use sealane_arith::machine::Eight;
use sealane_arith::machine::{Single, Soft8, enter_lanes};
use sealane_arith::prime::Words;
use sealane_arith::secret::Secret;

/// On the machine that batches run on.
pub(crate) struct Lanes8;

impl<C: LaneTables> BatchBackend<C> for Lanes8 {
    fn public_of(
        privates: &[Secret<Wide>],
        out: &mut [[Wide; 2]],
        single: impl Fn(&Secret<Wide>) -> [Wide; 2],
    ) {
        each_in_lanes!(short::public_of::<C>, privates, out, single);
        wipe::<C::P>(Work::Base, privates.len());
    }
    fn sign(
        jobs: &[SignJob<'_>],
        out: &mut [Result<[Wide; 2], SignError>],
        single: impl Fn(&SignJob<'_>) -> Result<[Wide; 2], SignError>,
    ) {
        each_in_lanes!(short::sign::<C>, jobs, out, single);
        wipe::<C::P>(Work::Base, jobs.len());
    }
    fn verify(jobs: &[VerifyJob<'_>], out: &mut [bool], single: impl Fn(&VerifyJob<'_>) -> bool) {
        each_in_lanes!(short::verify::<C>, jobs, out, single);
    }
    fn prepare() {
        prepare_multiple::<C, Short<C>>();
        if !matches!(batch_machine(), Batches::OneByOne) {
            C::prepare_quads();
        }
    }
    fn multiple<S: Single>(single: S, k: &Secret<NLimbs<C>>) -> Option<Secret<Point<Short<C>, S>>> {
        multiple::<C, Short<C>, S>(single, k)
    }
    fn product<S: Single>(
        single: S,
        k: &Secret<NLimbs<C>>,
        q: &[PLimbs<C>; 2],
    ) -> Option<Secret<Point<Short<C>, S>>> {
        let product = by_quads!(|machine| C::quad_multiple(machine, single, k, q))?;
        wipe_lone::<C::P>();
        Some(product)
    }
    fn double_scalar_vartime<S: Single>(
        single: S,
        a: &NLimbs<C>,
        b: &NLimbs<C>,
        q: &[PLimbs<C>; 2],
    ) -> Option<Point<Short<C>, S>> {
        by_quads!(|machine| C::quad_double_scalar_vartime(machine, single, a, b, q))
    }
    fn key_table_bytes() -> Option<usize> {
        match batch_machine() {
            Batches::OneByOne => None,
            Batches::Soft8(_) => Some(Comb::<Short<C>, Soft8>::bytes_of::<Soft8>(width::<C>())),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(_) => Some(Comb::<Short<C>, Eight>::bytes_of::<Eight>(width::<C>())),
        }
    }
    fn key_table(public: &[Wide; 2]) -> Option<KeyTable> {
        match batch_machine() {
            Batches::OneByOne => None,
            Batches::Soft8(machine) => Some(key_table::<C, _>(machine, public)),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => Some(key_table::<C, _>(machine, public)),
        }
    }
    fn agree(
        jobs: &[AgreeJob<'_>],
        out: &mut [Result<Secret<Wide>, DeriveError>],
        single: impl Fn(&AgreeJob<'_>) -> Result<Secret<Wide>, DeriveError>,
    ) {
        each_in_lanes!(short::agree::<C>, jobs, out, single);
        wipe::<C::P>(Work::Point, jobs.len());
    }
}

/// `Ops::public_of_group`.
#[inline(never)]
pub(in crate::ecc::ops) fn public_of<C: BaseTable<M>, M: Machine>(
    machine: M,
    privates: &[Secret<Wide>],
    out: &mut [[Wide; 2]],
    single: impl Fn(&Secret<Wide>) -> [Wide; 2],
) {
    in_pieces(least::<C::P>(Work::Base), machine, privates, out, public_of_piece::<C, M>, single);
}

fn public_of_piece<C: BaseTable<M>, M: Machine>(
    machine: M,
    privates: &[Secret<Wide>],
    out: &mut [[Wide; 2]],
) {
    let machine = enter_lanes(machine);
    let d = each_secret(privates.len(), |at| privates[at].map(fit));
    let public = ecdsa::public_of::<C, M, LANES, GROUPS>(machine, C::base_table(machine), &d);
    let public = public.reveal("a public key is public");
    for (at, out) in out.iter_mut().enumerate() {
        *out = public[at / LANES].each_ref().map(|c| fit(&c[at % LANES]));
    }
}

/// `Ops::sign_group`.
#[inline(never)]
pub(in crate::ecc::ops) fn sign<C: BaseTable<M>, M: Machine>(
    machine: M,
    jobs: &[SignJob<'_>],
    out: &mut [Result<[Wide; 2], SignError>],
    single: impl Fn(&SignJob<'_>) -> Result<[Wide; 2], SignError>,
) {
    let mut wanted: Vec<Wanted<NLimbs<C>>> = Vec::with_capacity(jobs.len());
    for (at, job) in jobs.iter().enumerate() {
        match digest_to_sign(job.message) {
            Ok(digest) => wanted.push(Wanted { at, d: job.private.map(fit), digest }),
            Err(_) => out[at] = single(job),
        }
    }
    for (size, piece) in pieces(wanted.len(), least::<C::P>(Work::Base)) {
        let piece = &wanted[piece];
        match size {
            Size::Lanes => {
                let mut requests: Vec<NonceRequest<'_, NLimbs<C>>> =
                    Vec::with_capacity(piece.len());
                for Wanted { at, d, digest } in piece {
                    let hedge = jobs[*at].hedge.as_ref();
                    requests.push(NonceRequest { scalar: d, digest, hedge });
                }
                let mut k = Vec::with_capacity(piece.len());
                nonces::<C::N>(&requests, &mut k);
                let signed = sign_piece::<C, M>(machine, piece, &k);
                for (Wanted { at, .. }, halves) in piece.iter().zip(signed) {
                    // Another nonce is needed.
                    out[*at] = halves.map_or_else(|| single(&jobs[*at]), Ok);
                }
            }
            // Too few.
            Size::Single => piece.iter().for_each(|it| out[it.at] = single(&jobs[it.at])),
        }
    }
}

/// A signature that wants the group's work alone.
struct Wanted<N: Words> {
    /// Place of its job.
    at: usize,
    d: Secret<N>,
    digest: Digest,
}

/// Signs with a nonce for each signature; `None` where another one is needed.
fn sign_piece<C: BaseTable<M>, M: Machine>(
    machine: M,
    piece: &[Wanted<NLimbs<C>>],
    nonces: &[Secret<NLimbs<C>>],
) -> Vec<Option<[Wide; 2]>> {
    let machine = enter_lanes(machine);
    let scalar = |it: &Wanted<_>| Fixed::<C::N>::ORDER.digest_to_scalar(it.digest.as_bytes());
    let d = each_secret(piece.len(), |at| piece[at].d.map(|d| *d));
    let k = each_secret(piece.len(), |at| nonces[at].map(|k| *k));
    let e = each_lane(piece.len(), |at| scalar(&piece[at]));
    let signed = ecdsa::sign::<C, M, LANES, GROUPS>(machine, C::base_table(machine), &d, &k, &e);
    let halves = |at: usize| {
        let (signed, lane) = (&signed[at / LANES], at % LANES);
        let good = signed.good >> lane & 1 == 1;
        good.then(|| [fit(&signed.r[lane]), fit(&signed.s[lane])])
    };
    (0..piece.len()).map(halves).collect()
}

/// Bits per window of the table of a public key.
fn width<C: Curve>() -> usize {
    plan::of_lanes::<C::P>()
}

/// `Ops::key_table`.
fn key_table<C: Curve, M: Machine>(machine: M, public: &[Wide; 2]) -> KeyTable {
    let machine = enter_lanes(machine);
    let [x, y] = public.each_ref().map(|c| machine.load::<C::P>(&[fit(c); LANES]));
    let comb = Comb::<Short<C>, M>::of(machine, [x, y], width::<C>());
    KeyTable { bytes: comb.bytes(), comb: Box::new(comb) }
}

/// `Ops::verify_group`.
pub(in crate::ecc::ops) fn verify<C: BaseTable<M>, M: Machine>(
    machine: M,
    jobs: &[VerifyJob<'_>],
    out: &mut [bool],
    single: impl Fn(&VerifyJob<'_>) -> bool,
) {
    let mut claims = Vec::with_capacity(jobs.len());
    for (at, job) in jobs.iter().enumerate() {
        // Halves that were read for another scheme may lie outside.
        let unit = |half: &Wide| bytes::is_unit::<C::N>(&fit(half)).to_bool_vartime();
        match digest_of(job.message) {
            Some(digest) if job.signature.iter().all(unit) => claims.push(Claim::<'_, C> {
                at,
                q: job.public.each_ref().map(fit),
                e: Fixed::<C::N>::ORDER.digest_to_scalar(digest.as_bytes()),
                signature: job.signature.each_ref().map(fit),
                table: job.table,
            }),
            Some(_) => out[at] = false,
            None => out[at] = single(job),
        }
    }
    // Claims whose keys have no table stand together.
    for claims in claims.chunk_by(|a, b| same_table(a.table, b.table)) {
        for (size, piece) in pieces(claims.len(), least::<C::P>(Work::Point)) {
            let piece = &claims[piece];
            match size {
                Size::Lanes => verify_piece::<C, M>(machine, piece, out),
                Size::Single => piece.iter().for_each(|it| out[it.at] = single(&jobs[it.at])),
            }
        }
    }
}

/// A verification that wants the group's work alone.
struct Claim<'a, C: Curve> {
    /// Place of its job.
    at: usize,
    q: [PLimbs<C>; 2],
    e: NLimbs<C>,
    signature: [NLimbs<C>; 2],
    table: Option<&'a KeyTable>,
}

/// Says which claims are right. They have one table or none.
fn verify_piece<C: BaseTable<M>, M: Machine>(machine: M, piece: &[Claim<'_, C>], out: &mut [bool]) {
    let machine = enter_lanes(machine);
    let e = each_lane(piece.len(), |at| piece[at].e);
    let [r, s] = [0, 1].map(|half| each_lane(piece.len(), |at| piece[at].signature[half]));
    let table = C::base_table(machine);
    let of_key = piece[0].table.and_then(comb_of::<Short<C>, M>);
    let good = if let Some(of_key) = of_key {
        ecdsa::verify_known_vartime::<C, M, LANES, GROUPS>(machine, table, of_key, &e, &r, &s)
    } else {
        let q = coordinates(each_lane(piece.len(), |at| piece[at].q));
        ecdsa::verify_lanes_vartime::<C, M, LANES, GROUPS>(machine, table, &q, &e, &r, &s)
    };
    for (at, claim) in piece.iter().enumerate() {
        out[claim.at] = good[at / LANES] >> (at % LANES) & 1 == 1;
    }
}

/// `Ops::agree_group`.
#[inline(never)]
pub(in crate::ecc::ops) fn agree<C: BaseTable<M>, M: Machine>(
    machine: M,
    jobs: &[AgreeJob<'_>],
    out: &mut [Result<Secret<Wide>, DeriveError>],
    single: impl Fn(&AgreeJob<'_>) -> Result<Secret<Wide>, DeriveError>,
) {
    in_pieces(least::<C::P>(Work::Point), machine, jobs, out, agree_piece::<C, M>, single);
}

fn agree_piece<C: Curve, M: Machine>(
    machine: M,
    jobs: &[AgreeJob<'_>],
    out: &mut [Result<Secret<Wide>, DeriveError>],
) {
    let machine = enter_lanes(machine);
    let d = each_secret(jobs.len(), |at| jobs[at].private.map(fit));
    let q = coordinates(each_lane(jobs.len(), |at| jobs[at].peer.each_ref().map(fit)));
    let shared = ecdh::shared_x::<C, M, LANES, GROUPS>(machine, &d, &q);
    for (at, out) in out.iter_mut().enumerate() {
        *out = Ok(shared.map(|shared| fit(&shared[at / LANES][at % LANES])));
    }
}

/// Returns coordinates lane by lane, given points lane by lane.
fn coordinates<T: Copy>(points: Vec<[[T; 2]; LANES]>) -> Vec<[[T; LANES]; 2]> {
    points.iter().map(|lanes| [0, 1].map(|c| lanes.map(|point| point[c]))).collect()
}
