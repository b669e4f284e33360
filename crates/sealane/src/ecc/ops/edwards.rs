//! EdDSA over Edwards curves. RFC 8032.
//!
//! A private integer is the seed, a public point is affine. The halves of a signature are the
//! encoding of `R`, taken as an integer, and `S`.

#[cfg(feature = "lanes")]
use super::KeyTable;
#[cfg(feature = "lanes")]
use super::group::{SignJob, VerifyJob};
use super::inverse::OneInverse;
#[cfg(feature = "lanes")]
use super::lanes::{
    Work, each_in_lanes, edwards, multiple, prepare_multiple, prepare_quads,
    quad_double_scalar_vartime, wipe,
};
use super::{MAX_PUBLIC_BYTES, Message, Ops, Wide, fit, octets};
#[cfg(feature = "lanes")]
use crate::backend::{Batches, batch_machine};
use crate::ecc::algorithm::Algorithm;
use crate::ecc::eddsa::message::{self, Claim, Framing, MAX_CONTEXT_BYTES, Request, Suite};
use crate::ecc::eddsa::{self, MAX_POINT_BYTES, NLimbs};
use crate::ecc::inverses::Inverter;
use crate::ecc::scheme::Scheme;
use crate::ecc::trial::{self, Trial};
use crate::error::{DecodeError, DeriveError, SignError};
use crate::group::comb::{MulBase, mul_base_groups};
use crate::group::edwards::{Edwards, EdwardsLaneTables, EdwardsTable};
use crate::group::model::Point;
use crate::group::plan::Plan;
use crate::hash::Digest;
use crate::nonce::Hedge;
use alloc::boxed::Box;
use core::marker::PhantomData;
use sealane_arith::bytes;
use sealane_arith::ct::Mask;
use sealane_arith::machine::Single;
use sealane_arith::secret::Secret;

/// The operations of curve `E` on machine `M`.
pub(crate) struct EdwardsOps<E, M>(PhantomData<(E, M)>);

impl<E, M> EdwardsOps<E, M> {
    /// The only value.
    pub(crate) const NEW: Self = EdwardsOps(PhantomData);
}

impl<E: Suite + EdwardsTable<M> + EdwardsLaneTables, M: Single> Ops for EdwardsOps<E, M> {
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
        octets(eddsa::point_bytes::<E::P>(), bytes)
    }

    fn private_of_random(&self, random: &[u8]) -> Option<Secret<Wide>> {
        Some(Secret::new(bytes::from_le_bytes(random)))
    }

    fn public_of(&self, private: &Secret<Wide>) -> [Wide; 2] {
        let machine = M::enter();
        let seed = seed(private);
        let point = message::public_of::<E, M, 1, 1>(machine, &OneMultiple, &[[&seed]]);
        point.map(|[[[x], [y]]]| [fit(x), fit(y)]).reveal("a public key is public")
    }

    fn public_from_bytes(&self, _: Algorithm, bytes: &[u8]) -> Result<[Wide; 2], DecodeError> {
        let (expected, got) = (eddsa::point_bytes::<E::P>(), bytes.len());
        if got != expected {
            return Err(DecodeError::KeyLength { expected, got });
        }
        let point = eddsa::decode_vartime::<E, M>(M::machine(), bytes);
        point.map(|[x, y]| [fit(&x), fit(&y)]).ok_or(DecodeError::KeyPointInvalid)
    }

    fn write_public(&self, public: &[Wide; 2], _: bool, out: &mut [u8; MAX_PUBLIC_BYTES]) -> usize {
        eddsa::encode::<E::P>(&public.map(|c| fit(&c)), out);
        eddsa::point_bytes::<E::P>()
    }

    fn write_integer(&self, integer: &Wide, out: &mut [u8]) {
        bytes::to_le_bytes(integer, out);
    }

    fn sign(
        &self,
        private: &Secret<Wide>,
        public: &[Wide; 2],
        message: Message<'_>,
        _: Option<&Hedge>,
    ) -> Result<[Wide; 2], SignError> {
        let presented = present::<E>(message)?;
        let (seed, public) = (&seed(private), public.map(|c| fit(&c)));
        let (framing, message) = (presented.framing, presented.message());
        let request = Request { seed, public, framing, message };
        let [[(r, s)]] = message::sign::<E, M, 1, 1>(M::enter(), &OneMultiple, &[[request]]);
        Ok([bytes::from_le_bytes(&r), fit(&s)])
    }

    fn verify(&self, public: &[Wide; 2], message: Message<'_>, signature: &[Wide; 2]) -> bool {
        let Ok(presented) = present::<E>(message) else { return false };
        let mut r = [0; MAX_POINT_BYTES];
        bytes::to_le_bytes(&signature[0], &mut r);
        let claim = Claim {
            public: public.map(|c| fit(&c)),
            framing: presented.framing,
            message: presented.message(),
            signature: (r, fit(&signature[1])),
        };
        let machine = M::enter();
        message::verify_message_by::<E, M>(machine, &claim, |r, h| {
            let (public, s) = (&claim.public, &claim.signature.1);
            #[cfg(feature = "lanes")]
            if let Some(sum) = quad_double_scalar_vartime::<E, M>(machine, s, h, public) {
                return eddsa::is_commitment_vartime::<E, M>(machine, &sum, r);
            }
            eddsa::verify_vartime::<E, M>(machine, E::base_table(machine), public, r, s, h)
        })
    }

    fn signature_halves(&self, r: &[u8], s: &[u8]) -> Result<[Wide; 2], DecodeError> {
        let [r, s]: [Wide; 2] = [r, s].map(bytes::from_le_bytes);
        let narrow: NLimbs<E> = fit(&s);
        if fit::<_, Wide>(&narrow) != s || !bytes::is_below::<E::N>(&narrow).to_bool_vartime() {
            return Err(DecodeError::SigInvalid);
        }
        Ok([r, s])
    }

    fn low_s(&self, s: &Wide) -> Wide {
        *s
    }

    fn agree(&self, _: &Secret<Wide>, _: &[Wide; 2]) -> Result<Secret<Wide>, DeriveError> {
        Err(DeriveError::Unsupported)
    }

    #[cfg(feature = "lanes")]
    fn public_of_group(&self, privates: &[Secret<Wide>], out: &mut [[Wide; 2]]) {
        each_in_lanes!(edwards::public_of::<E>, privates, out, |d: &Secret<Wide>| self
            .public_of(d));
        wipe::<E::P>(Work::Base, privates.len());
    }

    #[cfg(feature = "lanes")]
    fn sign_group(&self, jobs: &[SignJob<'_>], out: &mut [Result<[Wide; 2], SignError>]) {
        let single =
            |it: &SignJob<'_>| self.sign(it.private, it.public, it.message, it.hedge.as_ref());
        each_in_lanes!(edwards::sign::<E>, jobs, out, single);
        wipe::<E::P>(Work::Base, jobs.len());
    }

    #[cfg(feature = "lanes")]
    fn verify_group(&self, jobs: &[VerifyJob<'_>], out: &mut [bool]) {
        let single = |it: &VerifyJob<'_>| self.verify(it.public, it.message, it.signature);
        each_in_lanes!(edwards::verify::<E>, jobs, out, single);
    }

    #[cfg(feature = "lanes")]
    fn key_table_bytes(&self) -> Option<usize> {
        match batch_machine() {
            Batches::OneByOne => None,
            Batches::Soft8(machine) => Some(edwards::key_table_bytes::<E, _>(machine)),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => Some(edwards::key_table_bytes::<E, _>(machine)),
        }
    }

    #[cfg(feature = "lanes")]
    fn key_table(&self, public: &[Wide; 2]) -> Option<KeyTable> {
        match batch_machine() {
            Batches::OneByOne => None,
            Batches::Soft8(machine) => Some(edwards::key_table::<E, _>(machine, public)),
            #[cfg(all(target_arch = "x86_64", not(sealane_portable)))]
            Batches::Eight(machine) => Some(edwards::key_table::<E, _>(machine, public)),
        }
    }

    #[cfg(feature = "test-hooks")]
    fn hooks(&self) -> Option<&dyn crate::ecc::ops::hooks::Hooks> {
        Some(self)
    }
}

/// Makes the tables of curve `E`.
pub(super) fn prepare<E: EdwardsTable<M> + EdwardsLaneTables, M: Single>() {
    let _ = E::base_table(M::machine());
    #[cfg(feature = "lanes")]
    {
        prepare_multiple::<E, Edwards<E>>();
        prepare_quads::<E>();
    }
}

/// Multiples of the generator for single operations: by all lanes of the machine that batches run
/// on, or by the table of a machine of one lane.
pub(super) struct OneMultiple;

impl<E: EdwardsTable<M> + EdwardsLaneTables, M: Single> MulBase<Edwards<E>, M, 1, 1>
    for OneMultiple
{
    fn mul_base(
        &self,
        machine: M,
        k: &[Secret<[NLimbs<E>; 1]>],
    ) -> Secret<[Point<Edwards<E>, M>; 1]> {
        #[cfg(feature = "lanes")]
        if let Some(point) = multiple::<E, Edwards<E>, M>(machine, &k[0].map(|[k]| *k)) {
            return point.map(|point| [*point]);
        }
        mul_base_groups(machine, E::base_table(machine), k)
    }

    fn invert(&self, machine: M, denominator: M::Of<E::P>) -> M::Of<E::P> {
        OneInverse.invert::<E::P>(machine, denominator)
    }
}

pub(super) fn seed(private: &Secret<Wide>) -> Secret<message::Seed> {
    private.map(|words| {
        let mut seed = [0; MAX_POINT_BYTES];
        bytes::to_le_bytes(words, &mut seed);
        seed
    })
}

/// A message as it is hashed.
pub(super) struct Presented<'a> {
    pub(super) framing: Framing<'a>,
    message: Bytes<'a>,
}

enum Bytes<'a> {
    Whole(&'a [u8]),
    Digest(Digest),
}

impl Presented<'_> {
    /// The bytes of the message, or of its digest.
    pub(super) fn message(&self) -> &[u8] {
        match &self.message {
            Bytes::Whole(message) => message,
            Bytes::Digest(digest) => digest.as_bytes(),
        }
    }
}

/// Returns what is hashed.
///
/// Errors: `Unsupported` for another scheme and for a digest that is not of the curve's hash;
/// `ContextLength`.
pub(super) fn present<E: Suite>(message: Message<'_>) -> Result<Presented<'_>, SignError> {
    let (prehashed, context, message) = match message {
        Message::Whole(message, Scheme::EdDsa { context, prehashed: false }) => {
            (false, context, Bytes::Whole(message))
        }
        Message::Whole(message, Scheme::EdDsa { context, prehashed: true }) => {
            // A context that is refused is refused before the message is hashed.
            framing(true, context)?;
            (true, context, Bytes::Digest(Digest::of(E::HASH, message)))
        }
        Message::Digest(digest, context) if digest.hash() == Some(E::HASH) => {
            (true, context, Bytes::Digest(digest.clone()))
        }
        _ => return Err(SignError::Unsupported),
    };
    Ok(Presented { framing: framing(prehashed, context)?, message })
}

fn framing(prehashed: bool, context: Option<&[u8]>) -> Result<Framing<'_>, SignError> {
    let got = context.map_or(0, <[u8]>::len);
    if got > MAX_CONTEXT_BYTES {
        return Err(SignError::ContextLength { got });
    }
    Ok(Framing { prehashed, context })
}
