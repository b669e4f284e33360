//! One signature: made and verified.

use crate::raw::{self, Output};
use crate::status::{Status, guarded};
use crate::{PrivateKey, PublicKey, Scheme};
use sealane::{Digest, Nonces, SignOptions};

/// No nonce is mixed with random bytes: the same message gives the same signature (RFC 6979; FIPS
/// 204, section 3.4). Without it, 32 fresh random bytes are mixed in.
pub const SEALANE_DETERMINISTIC: u32 = 1;
/// Of the two `s` that are right for a signature by ECDSA, the lower one.
pub const SEALANE_LOW_S: u32 = 2;
/// The signature is verified before it is put out.
pub const SEALANE_CHECK: u32 = 4;
/// Messages are digests of the scheme's hash.
pub const SEALANE_DIGESTS: u32 = 8;

/// The flags of signatures. Errors: `ArgumentFlags`.
pub(crate) fn sign_options(flags: u32) -> Result<SignOptions, Status> {
    let known = SEALANE_DETERMINISTIC | SEALANE_LOW_S | SEALANE_CHECK | SEALANE_DIGESTS;
    if flags & !known != 0 {
        return Err(Status::ArgumentFlags);
    }
    let is_deterministic = flags & SEALANE_DETERMINISTIC != 0;
    Ok(SignOptions {
        nonces: if is_deterministic { Nonces::Deterministic } else { Nonces::Hedged },
        low_s: flags & SEALANE_LOW_S != 0,
        check: flags & SEALANE_CHECK != 0,
    })
}

/// Whether messages are digests, by the flags of verifications. Errors: `ArgumentFlags`.
pub(crate) fn verify_flags(flags: u32) -> Result<bool, Status> {
    if flags & !SEALANE_DIGESTS == 0 { Ok(flags != 0) } else { Err(Status::ArgumentFlags) }
}

/// The scheme that is given, or the usual one of an algorithm.
///
/// Errors: `unsupported` if there is none.
///
/// # Safety
///
/// A pointer that is not null must be one that is not freed yet.
pub(crate) unsafe fn scheme_of(
    scheme: *const Scheme,
    of: sealane::Algorithm,
    unsupported: Status,
) -> Result<sealane::Scheme, Status> {
    if scheme.is_null() {
        return of.usual_scheme().ok_or(unsupported);
    }
    // SAFETY: the caller's promise.
    unsafe { raw::given(scheme) }.map(|scheme| scheme.0.clone())
}

/// The digest that a message is by a scheme. Errors: `unsupported` for a scheme without a hash,
/// `DigestLength`.
pub(crate) fn digest_of(
    scheme: &sealane::Scheme,
    message: &[u8],
    unsupported: Status,
) -> Result<Digest, Status> {
    let hash = scheme.hash().ok_or(unsupported)?;
    Ok(Digest::from_bytes(hash, message)?)
}

/// Signs a message, or its digest (`SEALANE_DIGESTS`). No scheme stands for the usual one of the
/// key's algorithm. Signatures have the form that documents hold: DER of two integers for ECDSA and
/// DSA, bytes of fixed length for all others.
///
/// Lengths by query: the length that is told suffices for all signatures of the key by the scheme.
/// What is put in `*length` with a signature is that of this one.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_FLAGS`, `BUFFER_TOO_SMALL`,
/// `SCHEME_UNSUPPORTED`, `DIGEST_LENGTH`, and the statuses of signatures that could not be made.
///
/// # Safety
///
/// Pointers must be valid if they are not null: `message` for `message_length` bytes, `signature`
/// for as many as `*signature_length` says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_sign(
    key: *const PrivateKey,
    scheme: *const Scheme,
    flags: u32,
    message: *const u8,
    message_length: usize,
    signature: *mut u8,
    signature_length: *mut usize,
) -> Status {
    guarded(|| {
        let options = sign_options(flags)?;
        // SAFETY: the caller's promise.
        let (key, out) =
            unsafe { (&raw::given(key)?.0, Output::new(signature, signature_length)?) };
        // SAFETY: the caller's promise.
        let message = unsafe { raw::bytes(message, message_length) }?;
        // SAFETY: the caller's promise.
        let scheme = unsafe { scheme_of(scheme, key.algorithm(), Status::SchemeUnsupported) }?;
        if !out.demand(key.public_key().most_signature_bytes(&scheme))? {
            return Ok(());
        }
        let made = if flags & SEALANE_DIGESTS == 0 {
            key.sign(message, &scheme, options)
        } else {
            let digest = digest_of(&scheme, message, Status::SchemeUnsupported)?;
            key.sign_digest(&digest, &scheme, options)
        };
        out.put(&made?)
    })
}

/// Verifies a signature of a message, or of its digest (`SEALANE_DIGESTS`), in the form that
/// [`sealane_sign`] gives. No scheme stands for the usual one of the key's algorithm.
///
/// Returns `OK` for a good signature and no other; `SIG_INVALID`, `SIG_LENGTH`, `SIG_ENCODING`,
/// `SIG_UNSUPPORTED`, `DIGEST_LENGTH`, `ARGUMENT_NULL`, `ARGUMENT_LENGTH`, `ARGUMENT_FLAGS`.
///
/// # Safety
///
/// Pointers must be valid if they are not null, for as many bytes as the length behind each says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_verify(
    key: *const PublicKey,
    scheme: *const Scheme,
    flags: u32,
    message: *const u8,
    message_length: usize,
    signature: *const u8,
    signature_length: usize,
) -> Status {
    guarded(|| {
        let is_digest = verify_flags(flags)?;
        // SAFETY: the caller's promise.
        let (key, message) = unsafe { (&raw::given(key)?.0, raw::bytes(message, message_length)?) };
        // SAFETY: the caller's promise.
        let signature = unsafe { raw::bytes(signature, signature_length) }?;
        // SAFETY: the caller's promise.
        let scheme = unsafe { scheme_of(scheme, key.algorithm(), Status::SigUnsupported) }?;
        if is_digest {
            let digest = digest_of(&scheme, message, Status::SigUnsupported)?;
            key.verify_digest(&digest, &scheme, signature)?;
        } else {
            key.verify(message, &scheme, signature)?;
        }
        Ok(())
    })
}
