//! One signature: made and verified.

use crate::items::{Signer, check_verify_flags, sign_options};
use crate::raw::{self, Output};
use crate::status::{Status, guarded};
use crate::{PrivateKey, PublicKey, Scheme};

/// Signs a message, or its digest (`SEALANE_DIGESTS`). No scheme stands for the usual one of the
/// key's algorithm. Signatures have the form that documents hold: DER of two integers for ECDSA and
/// DSA (or both at fixed width, `SEALANE_FIXED`), bytes of fixed length for all others. Keys over
/// curves allocate nothing once the tables of the curve are made.
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
        let (out, message) = unsafe {
            (Output::new(signature, signature_length)?, raw::bytes(message, message_length)?)
        };
        // SAFETY: the caller's promise.
        let signer = unsafe { Signer::new(key, scheme, flags) }?;
        if out.demand(signer.max_bytes())? {
            out.put(&signer.with(message)?.sign(options)?)?;
        }
        Ok(())
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
        check_verify_flags(flags)?;
        // SAFETY: the caller's promise.
        let (message, signature) = unsafe {
            (raw::bytes(message, message_length)?, raw::bytes(signature, signature_length)?)
        };
        // SAFETY: the caller's promise.
        let item = unsafe { Signer::new(key, scheme, flags) }?.with(message)?;
        item.verify(&item.signature(signature)?)
    })
}
