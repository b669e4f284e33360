//! Many operations in one call: in lanes, each with its own status.
//!
//! Arrays of pointers, one for each item, in the manner of libcrypto_mb; any number of items, of
//! keys of any kinds. An item that cannot be done is no hindrance to the others.

use crate::raw::{self, Output};
use crate::signatures::{SEALANE_DIGESTS, digest_of, scheme_of, sign_options, verify_flags};
use crate::status::{Outcome, Status, guarded};
use crate::{PrivateKey, PublicKey, Scheme};
use sealane::batch::{Batch, SignItem, VerifyItem};
use sealane::{Digest, SignOptions};
use std::sync::Mutex;

/// Tables of public keys that come often, for [`sealane_verify_batch`]. Calls that have the same
/// ones wait for each other.
#[derive(Debug)]
pub struct KeyTables(Mutex<sealane::batch::KeyTables>);

/// Makes room for tables of at most `most_bytes` bytes.
///
/// Returns `ARGUMENT_NULL`.
///
/// # Safety
///
/// `tables` must point at a place for a pointer, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_key_tables_new(
    most_bytes: usize,
    tables: *mut *mut KeyTables,
) -> Status {
    let make = || Ok(KeyTables(Mutex::new(sealane::batch::KeyTables::new(most_bytes))));
    // SAFETY: the caller's promise.
    guarded(|| unsafe { raw::put_new(tables, make) })
}

/// Frees tables; nothing for a null pointer.
///
/// # Safety
///
/// `tables` must be some that are not freed yet, and that no call uses, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_key_tables_free(tables: *mut KeyTables) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(tables) }
}

/// What an item signs or verifies.
enum Content<'a> {
    Message(&'a [u8]),
    Digest(Digest),
}

impl<'a> Content<'a> {
    fn new(
        is_digest: bool,
        scheme: &sealane::Scheme,
        message: &'a [u8],
        unsupported: Status,
    ) -> Result<Self, Status> {
        if is_digest {
            return digest_of(scheme, message, unsupported).map(Self::Digest);
        }
        Ok(Self::Message(message))
    }
}

/// A signature that is to be made.
struct Signing<'a> {
    key: &'a sealane::PrivateKey,
    scheme: sealane::Scheme,
    content: Content<'a>,
    out: Output,
}

impl Signing<'_> {
    fn item(&self, options: SignOptions) -> SignItem<'_> {
        match &self.content {
            Content::Message(message) => SignItem::new(self.key, message, &self.scheme, options),
            Content::Digest(digest) => SignItem::of_digest(self.key, digest, &self.scheme, options),
        }
    }
}

/// Signs many messages, or digests (`SEALANE_DIGESTS`), item by item as
/// [`sealane_sign`](crate::signatures::sealane_sign) does: `keys[i]` signs the `message_lengths[i]`
/// bytes at `messages[i]`, and puts the signature at `signatures[i]`, where there is room for
/// `signature_lengths[i]` bytes, which becomes its length. `statuses[i]` says how it went. One
/// scheme for all, or none for the usual one of each key.
///
/// Returns `OK` if all were made, or the status of the first item that was not; `ARGUMENT_NULL`,
/// `ARGUMENT_LENGTH` and `ARGUMENT_FLAGS` for the arrays themselves, and then nothing is put out.
///
/// # Safety
///
/// The arrays must have `count` entries each, and what these point at be valid, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_sign_batch(
    count: usize,
    keys: *const *const PrivateKey,
    scheme: *const Scheme,
    flags: u32,
    messages: *const *const u8,
    message_lengths: *const usize,
    signatures: *const *mut u8,
    signature_lengths: *mut usize,
    statuses: *mut Status,
) -> Status {
    guarded(|| {
        let options = sign_options(flags)?;
        // SAFETY: the caller's promise.
        let (keys, messages) = unsafe { (raw::items(keys, count)?, raw::items(messages, count)?) };
        // SAFETY: the caller's promise.
        let (lengths, outs) =
            unsafe { (raw::items(message_lengths, count)?, raw::items(signatures, count)?) };
        raw::check_extent(signature_lengths, count)?;
        raw::check_extent(statuses, count)?;
        let prepare = |i: usize| {
            // SAFETY: the caller's promise.
            let (key, out) = unsafe {
                (&raw::given(keys[i])?.0, Output::new(outs[i], signature_lengths.add(i))?)
            };
            // SAFETY: the caller's promise.
            let message = unsafe { raw::bytes(messages[i], lengths[i]) }?;
            let unsupported = Status::SchemeUnsupported;
            // SAFETY: the caller's promise.
            let scheme = unsafe { scheme_of(scheme, key.algorithm(), unsupported) }?;
            if !out.demand(key.public_key().most_signature_bytes(&scheme))? {
                return Err(Status::BufferTooSmall);
            }
            let content =
                Content::new(flags & SEALANE_DIGESTS != 0, &scheme, message, unsupported)?;
            Ok(Signing { key, scheme, content, out })
        };
        let items: Vec<Result<Signing<'_>, Status>> = (0..count).map(prepare).collect();
        let good: Vec<&Signing<'_>> = items.iter().flatten().collect();
        let batch: Vec<SignItem<'_>> = good.iter().map(|item| item.item(options)).collect();
        let mut made = Batch::new().sign(&batch).into_iter().zip(good);
        let results = items.iter().map(|item| match item {
            Ok(_) => {
                let (made, item) = made.next().ok_or(Status::Internal)?;
                item.out.put(&made?)
            }
            Err(status) => Err(*status),
        });
        // SAFETY: the caller's promise.
        unsafe { put_all(results, statuses) }
    })
}

/// A signature that is to be verified.
struct Verifying<'a> {
    key: &'a sealane::PublicKey,
    scheme: sealane::Scheme,
    content: Content<'a>,
    signature: &'a [u8],
}

impl Verifying<'_> {
    fn item(&self) -> VerifyItem<'_> {
        let Self { key, scheme, content, signature } = self;
        match content {
            Content::Message(message) => VerifyItem::new(key, message, scheme, signature),
            Content::Digest(digest) => VerifyItem::of_digest(key, digest, scheme, signature),
        }
    }
}

/// Verifies many signatures of messages, or of digests (`SEALANE_DIGESTS`), item by item as
/// [`sealane_verify`](crate::signatures::sealane_verify) does. `statuses[i]` is `OK` for a good
/// signature and no other. One scheme for all, or none for the usual one of each key. With tables,
/// keys that come often are faster.
///
/// Returns `OK` if all are good, or the status of the first item that is not; `ARGUMENT_NULL`,
/// `ARGUMENT_LENGTH` and `ARGUMENT_FLAGS` for the arrays themselves, and then nothing is put out.
///
/// # Safety
///
/// The arrays must have `count` entries each, and what these point at be valid, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_verify_batch(
    count: usize,
    keys: *const *const PublicKey,
    scheme: *const Scheme,
    flags: u32,
    messages: *const *const u8,
    message_lengths: *const usize,
    signatures: *const *const u8,
    signature_lengths: *const usize,
    tables: *const KeyTables,
    statuses: *mut Status,
) -> Status {
    guarded(|| {
        let is_digest = verify_flags(flags)?;
        // SAFETY: the caller's promise.
        let (keys, messages) = unsafe { (raw::items(keys, count)?, raw::items(messages, count)?) };
        // SAFETY: the caller's promise.
        let (lengths, signatures) =
            unsafe { (raw::items(message_lengths, count)?, raw::items(signatures, count)?) };
        // SAFETY: the caller's promise.
        let signature_lengths = unsafe { raw::items(signature_lengths, count) }?;
        raw::check_extent(statuses, count)?;
        let prepare = |i: usize| {
            // SAFETY: the caller's promise.
            let (key, message) =
                unsafe { (&raw::given(keys[i])?.0, raw::bytes(messages[i], lengths[i])?) };
            // SAFETY: the caller's promise.
            let signature = unsafe { raw::bytes(signatures[i], signature_lengths[i]) }?;
            let unsupported = Status::SigUnsupported;
            // SAFETY: the caller's promise.
            let scheme = unsafe { scheme_of(scheme, key.algorithm(), unsupported) }?;
            let content = Content::new(is_digest, &scheme, message, unsupported)?;
            Ok(Verifying { key, scheme, content, signature })
        };
        let items: Vec<Result<Verifying<'_>, Status>> = (0..count).map(prepare).collect();
        let batch: Vec<VerifyItem<'_>> = items.iter().flatten().map(Verifying::item).collect();
        // SAFETY: the caller's promise.
        let tables = unsafe { tables.as_ref() };
        // Tables behind a panic may be half made: verdicts do not need them.
        let verdicts = match tables.and_then(|tables| tables.0.lock().ok()) {
            None => Batch::new().verify(&batch),
            Some(mut tables) => Batch::new().verify_with(&mut tables, &batch),
        };
        let mut verdicts = verdicts.into_iter();
        let results = items.iter().map(|item| match item {
            Ok(_) => Ok(verdicts.next().ok_or(Status::Internal)??),
            Err(status) => Err(*status),
        });
        // SAFETY: the caller's promise.
        unsafe { put_all(results, statuses) }
    })
}

/// Puts how each item went, and says how the first one that failed did.
///
/// # Safety
///
/// There must be room for as many statuses.
unsafe fn put_all(results: impl Iterator<Item = Outcome>, statuses: *mut Status) -> Outcome {
    let mut first = Ok(());
    for (i, result) in results.enumerate() {
        first = first.and(result);
        let status = result.err().unwrap_or(Status::Ok);
        // SAFETY: the caller's promise.
        unsafe { statuses.add(i).write(status) };
    }
    first
}
