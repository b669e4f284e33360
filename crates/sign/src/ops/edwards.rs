//! EdDSA over Edwards curves. RFC 8032.
//!
//! A private integer is the seed, a public point is affine. The halves of a signature are the
//! encoding of `R`, taken as an integer, and `S`.

use super::{MAX_PUBLIC_BYTES, Message, Ops, Wide, fit, octets};
use crate::algorithm::Algorithm;
use crate::error::{DecodeError, DeriveError, SignError};
use crate::group::edwards::{Edwards, EdwardsTable};
use crate::hash::Digest;
use crate::nonce::Hedge;
use crate::scheme::Scheme;
use crate::scheme::eddsa::message::{self, Framing, MAX_CONTEXT_BYTES, Suite};
use crate::scheme::eddsa::{self, MAX_POINT_BYTES, NLimbs};
use crate::tables::{self, Plan, Trial};
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

impl<E: Suite + EdwardsTable<M>, M: Single> Ops for EdwardsOps<E, M> {
    fn prepare(&self) {
        let _ = E::base_table(M::MACHINE);
    }

    fn table_bytes(&self) -> usize {
        E::base_table(M::MACHINE).bytes()
    }

    fn table_plan(&self) -> Plan {
        Plan { width: E::COMB_WIDTH, spacing: E::COMB_SPACING }
    }

    fn table(&self, plan: Plan, room: usize) -> Box<dyn Trial> {
        tables::build::<Edwards<E>, M>(M::MACHINE, plan, room)
    }

    fn private_from_bytes(&self, bytes: &[u8]) -> Result<Secret<Wide>, DecodeError> {
        octets(eddsa::point_bytes::<E::P>(), bytes)
    }

    fn private_of_random(&self, random: &[u8]) -> Option<Secret<Wide>> {
        Some(Secret::new(bytes::from_le_bytes(random)))
    }

    fn public_of(&self, private: &Secret<Wide>) -> [Wide; 2] {
        let machine = M::enter();
        let point = message::public_of::<E, M>(machine, E::base_table(machine), &seed(private));
        point.map(|[[x], [y]]| [fit(x), fit(y)]).reveal("a public key is public")
    }

    fn public_from_bytes(&self, _: Algorithm, bytes: &[u8]) -> Result<[Wide; 2], DecodeError> {
        let (expected, got) = (eddsa::point_bytes::<E::P>(), bytes.len());
        if got != expected {
            return Err(DecodeError::KeyLength { expected, got });
        }
        let point = eddsa::decode_vartime::<E, M>(M::MACHINE, bytes);
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
        presented::<E, _>(message, |framing, message| {
            let machine = M::enter();
            let (table, public) = (E::base_table(machine), public.map(|c| fit(&c)));
            let seed = seed(private);
            let (r, s) = message::sign::<E, M>(machine, table, &seed, &public, framing, message);
            [bytes::from_le_bytes(&r), fit(&s)]
        })
    }

    fn verify(&self, public: &[Wide; 2], message: Message<'_>, signature: &[Wide; 2]) -> bool {
        let verified = presented::<E, _>(message, |framing, message| {
            let machine = M::enter();
            let (table, public) = (E::base_table(machine), public.map(|c| fit(&c)));
            let mut r = [0; MAX_POINT_BYTES];
            bytes::to_le_bytes(&signature[0], &mut r);
            let signed = (r, fit(&signature[1]));
            message::verify_message_vartime::<E, M>(
                machine, table, &public, framing, message, &signed,
            )
        });
        verified.unwrap_or(false)
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

    #[cfg(feature = "test-hooks")]
    fn hooks(&self) -> Option<&dyn crate::hooks::Hooks> {
        Some(self)
    }
}

fn seed(private: &Secret<Wide>) -> Secret<message::Seed> {
    private.map(|words| {
        let mut seed = [0; MAX_POINT_BYTES];
        bytes::to_le_bytes(words, &mut seed);
        seed
    })
}

/// Calls `task` with the framing and the bytes that are hashed.
///
/// Errors: `Unsupported` for another scheme and for a digest that is not of the curve's hash;
/// `ContextLength`.
fn presented<E: Suite, T>(
    message: Message<'_>,
    task: impl FnOnce(&Framing<'_>, &[u8]) -> T,
) -> Result<T, SignError> {
    match message {
        Message::Whole(message, Scheme::EdDsa { context, prehashed }) => {
            let framing = framing(prehashed, context)?;
            if prehashed {
                return Ok(task(&framing, Digest::of(E::HASH, message).as_bytes()));
            }
            Ok(task(&framing, message))
        }
        Message::Digest(digest, context) if digest.hash() == Some(E::HASH) => {
            Ok(task(&framing(true, context)?, digest.as_bytes()))
        }
        _ => Err(SignError::Unsupported),
    }
}

fn framing(prehashed: bool, context: Option<&[u8]>) -> Result<Framing<'_>, SignError> {
    let got = context.map_or(0, <[u8]>::len);
    if got > MAX_CONTEXT_BYTES {
        return Err(SignError::ContextLength { got });
    }
    Ok(Framing { prehashed, context })
}
