//! Many operations in one call: in lanes, each with its own status.
//!
//! Arrays of pointers, one for each item, in the manner of libcrypto_mb; any number of items, of
//! keys of any kinds. An item that cannot be done is no hindrance to the others.

use crate::items::{Given, Item, Key, Signer, check_verify_flags, sign_options};
use crate::raw::{self, Output};
use crate::status::{Outcome, Status, guarded};
use crate::{PrivateKey, PublicKey, Scheme};
use sealane::batch::{Batch, SignItem, VerifyItem};
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

/// What batches of both kinds take of each item.
struct Inputs<'a, K> {
    keys: &'a [*const K],
    scheme: *const Scheme,
    flags: u32,
    messages: &'a [*const u8],
    lengths: &'a [usize],
}

impl<'a, K: Key> Inputs<'a, K> {
    /// Key and scheme of an item, and its message.
    ///
    /// # Safety
    ///
    /// What the pointers of the item point at must be valid, if they are not null.
    unsafe fn item(&self, i: usize) -> Result<(Signer<'a, K>, &'a [u8]), Status> {
        // SAFETY: the caller's promise.
        let message = unsafe { raw::bytes(self.messages[i], self.lengths[i]) }?;
        // SAFETY: the caller's promise.
        Ok((unsafe { Signer::new(self.keys[i], self.scheme, self.flags) }?, message))
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
        let inputs = Inputs { keys, scheme, flags, messages, lengths };
        let prepare = |i: usize| {
            // SAFETY: the caller's promise.
            let out = unsafe { Output::new(outs[i], signature_lengths.add(i)) }?;
            // SAFETY: the caller's promise.
            let (signer, message) = unsafe { inputs.item(i) }?;
            let enough = out.demand(signer.max_bytes())?;
            if enough { Ok((signer.with(message)?, out)) } else { Err(Status::BufferTooSmall) }
        };
        let items: Vec<Result<(Item<'_, PrivateKey>, Output), Status>> =
            (0..count).map(prepare).collect();
        let batch: Vec<SignItem<'_>> =
            items.iter().flatten().map(|(item, _)| item.in_batch(options)).collect();
        let mut made = Batch::new().sign(&batch).into_iter();
        let results = items.iter().map(|prepared| {
            let (item, out) = prepared.as_ref().map_err(|status| *status)?;
            out.put(&item.formed(made.next().ok_or(Status::Internal)??)?)
        });
        // SAFETY: the caller's promise.
        unsafe { put_all(results, statuses) }
    })
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
        check_verify_flags(flags)?;
        // SAFETY: the caller's promise.
        let (keys, messages) = unsafe { (raw::items(keys, count)?, raw::items(messages, count)?) };
        // SAFETY: the caller's promise.
        let (lengths, signatures) =
            unsafe { (raw::items(message_lengths, count)?, raw::items(signatures, count)?) };
        // SAFETY: the caller's promise.
        let signature_lengths = unsafe { raw::items(signature_lengths, count) }?;
        raw::check_extent(statuses, count)?;
        let inputs = Inputs { keys, scheme, flags, messages, lengths };
        let prepare = |i: usize| {
            // SAFETY: the caller's promise.
            let signature = unsafe { raw::bytes(signatures[i], signature_lengths[i]) }?;
            // SAFETY: the caller's promise.
            let (signer, message) = unsafe { inputs.item(i) }?;
            let item = signer.with(message)?;
            let signature = item.signature(signature)?;
            Ok((item, signature))
        };
        let items: Vec<Result<(Item<'_, PublicKey>, Given<'_>), Status>> =
            (0..count).map(prepare).collect();
        let batch: Vec<VerifyItem<'_>> =
            items.iter().flatten().map(|(item, signature)| item.in_batch(signature)).collect();
        // SAFETY: the caller's promise.
        let tables = unsafe { tables.as_ref() };
        // Tables behind a panic may be half made: verdicts do not need them.
        let verdicts = match tables.and_then(|tables| tables.0.lock().ok()) {
            None => Batch::new().verify(&batch),
            Some(mut tables) => Batch::new().verify_with(&mut tables, &batch),
        };
        let mut verdicts = verdicts.into_iter();
        let results = items.iter().map(|prepared| {
            prepared.as_ref().map_err(|status| *status)?;
            Ok(verdicts.next().ok_or(Status::Internal)??)
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
