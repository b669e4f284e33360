//! ML-DSA: what the parameters of its mechanisms say, and what is signed in place of a message.
//! FIPS 204, sections 5.2 to 5.4.

use super::{MAX_CONTEXT, Said, digest_of};
use crate::mechanisms::{self, Rule};
use crate::raw::{self, Mechanism};
use crate::rv::Rv;
use cryptoki_sys::*;
use sealane::mldsa::MuHasher;
use sealane::{Hash, Hasher, PublicKey, Scheme};
use sealane_client::signer::Content;

const PARAM_INVALID: Rv = Rv(CKR_MECHANISM_PARAM_INVALID);

/// How a message is presented, and what has come of it.
pub(super) struct Presented {
    hedge: CK_HEDGE_TYPE,
    body: Body,
}

enum Body {
    /// A message of any length: what stands for it is hashed here, and sent in its place.
    Message(MuHasher),
    /// A message that is prehashed.
    Prehashed { context: Vec<u8>, hash: Hash },
}

impl Presented {
    /// Reads the parameter of a mechanism, for the public key of who signs.
    ///
    /// Errors: `CKR_MECHANISM_PARAM_INVALID`; `CKR_KEY_TYPE_INCONSISTENT`.
    pub(super) fn new(
        rule: Rule,
        mechanism: &Mechanism<'_>,
        key: Option<PublicKey>,
    ) -> Result<Self, Rv> {
        let (given, hash) = parameter(rule, mechanism)?;
        // SAFETY: the caller's promise of its mechanism.
        let context = unsafe { raw::bytes(given.pContext, given.ulContextLen) };
        let context = context.ok().filter(|context| context.len() <= MAX_CONTEXT);
        let context = context.ok_or(PARAM_INVALID)?;
        let body = match (hash, key) {
            // There are no such signatures.
            (Some(hash), _) if !hash.signs() => return Err(PARAM_INVALID),
            (Some(hash), _) => Body::Prehashed { context: context.to_vec(), hash },
            (None, Some(PublicKey::MlDsa(key))) => {
                Body::Message(MuHasher::new(&key, context).map_err(|_| PARAM_INVALID)?)
            }
            (None, _) => return Err(Rv(CKR_KEY_TYPE_INCONSISTENT)),
        };
        Ok(Self { hedge: given.hedgeVariant, body })
    }

    /// Whether a signature is to have no random bytes. Verifications do not ask.
    ///
    /// Errors: `CKR_MECHANISM_PARAM_INVALID` for a variant that there is not.
    pub(super) fn is_deterministic(&self) -> Result<bool, Rv> {
        match self.hedge {
            CKH_HEDGE_PREFERRED | CKH_HEDGE_REQUIRED => Ok(false),
            CKH_DETERMINISTIC_REQUIRED => Ok(true),
            _ => Err(PARAM_INVALID),
        }
    }

    /// Takes a part of a message that is not prehashed; says whether it is one.
    pub(super) fn takes(&mut self, part: &[u8]) -> bool {
        match &mut self.body {
            Body::Message(mu) => {
                mu.update(part);
                true
            }
            Body::Prehashed { .. } => false,
        }
    }

    /// What is signed: what stands for the message, the digest of the hasher, or the bytes of one.
    ///
    /// Errors: `CKR_DATA_LEN_RANGE` for bytes that the hash does not give.
    pub(super) fn finish(self, hasher: Option<Hasher>, bytes: &[u8]) -> Result<Said, Rv> {
        let (scheme, content) = match self.body {
            Body::Message(mu) => (Scheme::MlDsaMu, Content::Message(mu.finish().to_vec())),
            Body::Prehashed { context, hash } => {
                let digest = hasher.map_or_else(|| digest_of(hash, bytes), |it| Ok(it.finish()))?;
                (Scheme::MlDsa { context, prehash: Some(hash) }, Content::Digest(digest))
            }
        };
        Ok(Said { scheme: Some(scheme), content })
    }
}

/// What the parameter of a mechanism says, with the hash of messages that are prehashed: where it
/// may be left out, the usual.
///
/// Errors: `CKR_MECHANISM_PARAM_INVALID`.
fn parameter(
    rule: Rule,
    mechanism: &Mechanism<'_>,
) -> Result<(CK_SIGN_ADDITIONAL_CONTEXT, Option<Hash>), Rv> {
    if rule == Rule::HashMlDsa {
        // SAFETY: it is the structure of the mechanism.
        let it = unsafe { mechanism.parameter::<CK_HASH_SIGN_ADDITIONAL_CONTEXT>() }?;
        let CK_HASH_SIGN_ADDITIONAL_CONTEXT { hedgeVariant, pContext, ulContextLen, hash } = it;
        let given = CK_SIGN_ADDITIONAL_CONTEXT { hedgeVariant, pContext, ulContextLen };
        return Ok((given, Some(mechanisms::hash(hash)?)));
    }
    if mechanism.is_plain() {
        return Ok((CK_SIGN_ADDITIONAL_CONTEXT::default(), rule.hash()));
    }
    // SAFETY: it is the structure of the mechanism.
    Ok((unsafe { mechanism.parameter() }?, rule.hash()))
}
