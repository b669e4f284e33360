//! X25519 and X448. RFC 7748.
//!
//! A private integer is the string as it is, a public point is `u` alone.

use super::edwards::{OneMultiple, prepare};
#[cfg(feature = "lanes")]
use super::group::AgreeJob;
use super::inverse::OneInverse;
#[cfg(feature = "lanes")]
use super::lanes::{Work, each_in_lanes, quad_ladder, wipe};
use super::{MAX_PUBLIC_BYTES, Message, Ops, Wide, fit, octets};
use crate::ecc::algorithm::Algorithm;
use crate::ecc::eddsa::PLimbs;
use crate::ecc::trial::{self, Trial};
use crate::ecc::xdh;
use crate::error::{DecodeError, DeriveError, SignError};
use crate::group::edwards::{Edwards, EdwardsLaneTables, EdwardsTable};
use crate::group::plan::Plan;
use crate::nonce::Hedge;
use alloc::boxed::Box;
use core::marker::PhantomData;
use sealane_arith::bytes;
use sealane_arith::machine::Single;
use sealane_arith::prime::Prime;
use sealane_arith::secret::Secret;

/// The operations of the partner of curve `E` in Montgomery's form, on machine `M`.
pub(crate) struct MontgomeryOps<E, M>(PhantomData<(E, M)>);

impl<E, M> MontgomeryOps<E, M> {
    /// The only value.
    pub(crate) const NEW: Self = MontgomeryOps(PhantomData);
}

/// The walk of a single operation: by quads of the machine that batches run on, where the curve has
/// them, or by the ladder of a machine of one lane.
fn one_walk<E: EdwardsLaneTables, M: Single>(
    machine: M,
    k: &Secret<[PLimbs<E>; 1]>,
    u: &[PLimbs<E>; 1],
) -> Secret<[M::Of<E::P>; 2]> {
    #[cfg(feature = "lanes")]
    if let Some(fraction) = quad_ladder::<E, M>(machine, &k.map(|[k]| *k), &u[0]) {
        return fraction.map(|fraction| fraction.map(|x| machine.load::<E::P>(&[x])));
    }
    xdh::by_ladder::<E, M, 1>(machine, k, u)
}

impl<E: EdwardsTable<M> + EdwardsLaneTables, M: Single> Ops for MontgomeryOps<E, M> {
    fn prepare(&self) {
        prepare::<E, M>();
    }

    fn table_bytes(&self) -> usize {
        E::base_table(M::machine()).bytes()
    }

    fn table_plans(&self) -> [Plan; 3] {
        E::COMBS
    }

    fn table(&self, plan: Plan, slots: usize) -> Box<dyn Trial> {
        trial::build::<Edwards<E>, M>(M::machine(), plan, slots)
    }

    fn private_from_bytes(&self, bytes: &[u8]) -> Result<Secret<Wide>, DecodeError> {
        octets(E::P::BYTES, bytes)
    }

    fn private_of_random(&self, random: &[u8]) -> Option<Secret<Wide>> {
        Some(Secret::new(bytes::from_le_bytes(random)))
    }

    fn public_of(&self, private: &Secret<Wide>) -> [Wide; 2] {
        let machine = M::enter();
        let private = [private.map(|words| [fit(words)])];
        let u = xdh::public_of::<E, M, 1, 1>(machine, &OneMultiple, &private);
        [u.map(|[[u]]| fit(u)).reveal("a public key is public"), [0; 9]]
    }

    /// Takes every string of the right length: RFC 7748, section 5, masks and reduces.
    fn public_from_bytes(&self, _: Algorithm, bytes: &[u8]) -> Result<[Wide; 2], DecodeError> {
        let (expected, got) = (E::P::BYTES, bytes.len());
        if got != expected {
            return Err(DecodeError::KeyLength { expected, got });
        }
        Ok([fit(&xdh::decode::<E>(bytes)), [0; 9]])
    }

    fn write_public(&self, public: &[Wide; 2], _: bool, out: &mut [u8; MAX_PUBLIC_BYTES]) -> usize {
        bytes::to_le_bytes(&public[0], &mut out[..E::P::BYTES]);
        E::P::BYTES
    }

    fn write_integer(&self, integer: &Wide, out: &mut [u8]) {
        bytes::to_le_bytes(integer, out);
    }

    fn sign(
        &self,
        _: &Secret<Wide>,
        _: &[Wide; 2],
        _: Message<'_>,
        _: Option<&Hedge>,
    ) -> Result<[Wide; 2], SignError> {
        Err(SignError::Unsupported)
    }

    fn verify(&self, _: &[Wide; 2], _: Message<'_>, _: &[Wide; 2]) -> bool {
        false
    }

    fn signature_halves(&self, _: &[u8], _: &[u8]) -> Result<[Wide; 2], DecodeError> {
        Err(DecodeError::SigUnsupported)
    }

    fn low_s(&self, s: &Wide) -> Wide {
        *s
    }

    fn agree(&self, private: &Secret<Wide>, peer: &[Wide; 2]) -> Result<Secret<Wide>, DeriveError> {
        let machine = M::enter();
        let private = [private.map(|words| [fit::<_, PLimbs<E>>(words)])];
        let walk = |k: &_, u: &_| one_walk::<E, M>(machine, k, u);
        let u = [[fit(&peer[0])]];
        let shared = xdh::shared_u_by::<E, M, 1, 1>(machine, OneInverse, &private, &u, walk);
        let good = shared.map(|[shared]| shared.good);
        if good.reveal("whether a secret is zero: the peer decides, or our public key tells") == 0 {
            return Err(DeriveError::SmallOrder);
        }
        Ok(shared.map(|[shared]| fit(&shared.u[0])))
    }

    #[cfg(feature = "lanes")]
    fn public_of_group(&self, privates: &[Secret<Wide>], out: &mut [[Wide; 2]]) {
        each_in_lanes!(montgomery::public_of::<E>, privates, out, |d: &Secret<Wide>| self
            .public_of(d));
        wipe::<E::P>(Work::Base, privates.len());
    }

    #[cfg(feature = "lanes")]
    fn agree_group(&self, jobs: &[AgreeJob<'_>], out: &mut [Result<Secret<Wide>, DeriveError>]) {
        let single = |it: &AgreeJob<'_>| self.agree(it.private, it.peer);
        each_in_lanes!(montgomery::agree::<E>, jobs, out, single);
        wipe::<E::P>(Work::Ladder, jobs.len());
    }
}
