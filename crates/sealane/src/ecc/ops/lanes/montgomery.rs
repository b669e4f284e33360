//! X25519 and X448.

use super::{GROUPS, LANES, Work, each_lane, each_secret, in_pieces, least};
use crate::ecc::ops::group::AgreeJob;
use crate::ecc::ops::{Wide, fit};
use crate::ecc::xdh;
use crate::error::DeriveError;
use crate::group::edwards::{EdwardsCurve, EdwardsTable};
use sealane_arith::field::Machine;
use sealane_arith::machine::enter_lanes;
use sealane_arith::secret::Secret;

/// `Ops::public_of_group`.
#[inline(never)]
pub(in crate::ecc::ops) fn public_of<E: EdwardsTable<M>, M: Machine>(
    machine: M,
    privates: &[Secret<Wide>],
    out: &mut [[Wide; 2]],
    single: impl Fn(&Secret<Wide>) -> [Wide; 2],
) {
    in_pieces(least::<E::P>(Work::Base), machine, privates, out, public_of_piece::<E, M>, single);
}

fn public_of_piece<E: EdwardsTable<M>, M: Machine>(
    machine: M,
    privates: &[Secret<Wide>],
    out: &mut [[Wide; 2]],
) {
    let machine = enter_lanes(machine);
    let k = each_secret(privates.len(), |at| privates[at].map(fit));
    let u = xdh::public_of::<E, M, LANES, GROUPS>(machine, E::base_table(machine), &k);
    let u = u.reveal("a public key is public");
    for (at, out) in out.iter_mut().enumerate() {
        *out = [fit(&u[at / LANES][at % LANES]), [0; 9]];
    }
}

/// `Ops::agree_group`.
#[inline(never)]
pub(in crate::ecc::ops) fn agree<E: EdwardsCurve, M: Machine>(
    machine: M,
    jobs: &[AgreeJob<'_>],
    out: &mut [Result<Secret<Wide>, DeriveError>],
    single: impl Fn(&AgreeJob<'_>) -> Result<Secret<Wide>, DeriveError>,
) {
    in_pieces(least::<E::P>(Work::Ladder), machine, jobs, out, agree_piece::<E, M>, single);
}

fn agree_piece<E: EdwardsCurve, M: Machine>(
    machine: M,
    jobs: &[AgreeJob<'_>],
    out: &mut [Result<Secret<Wide>, DeriveError>],
) {
    let machine = enter_lanes(machine);
    let k = each_secret(jobs.len(), |at| jobs[at].private.map(fit));
    let u = each_lane(jobs.len(), |at| fit(&jobs[at].peer[0]));
    let shared = xdh::shared_u::<E, M, LANES, GROUPS>(machine, &k, &u);
    let good = shared.map(|shared| shared.map(|shared| shared.good));
    let good = good.reveal("whether a secret is zero: the peer decides, or our public key tells");
    for (at, out) in out.iter_mut().enumerate() {
        let (group, lane) = (at / LANES, at % LANES);
        *out = match good[group] >> lane & 1 {
            1 => Ok(shared.map(|shared| fit(&shared[group].u[lane]))),
            _ => Err(DeriveError::SmallOrder),
        };
    }
}
