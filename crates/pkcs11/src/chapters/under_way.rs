//! Operations between their first call and their last, which a session keeps in places of its own.

use crate::module::with_module;
use crate::objects::Kept;
use crate::operations::Parts;
use crate::raw::{self, Mechanism, Output};
use crate::rv::{Rv, answered};
use crate::said;
use crate::session::Session;
use cryptoki_sys::*;

/// Where a session keeps an operation of a kind.
pub type Place<T> = fn(&mut Session) -> &mut Option<T>;

/// Begins an operation with a key; without a mechanism the one that is under way is given up.
///
/// Errors: `CKR_OPERATION_ACTIVE`, `CKR_KEY_HANDLE_INVALID`, and those of `new` and [`give_up`].
///
/// # Safety
///
/// As for [`Mechanism::new`], if the pointer is not null.
pub unsafe fn begin<T>(
    session: CK_SESSION_HANDLE,
    place: Place<T>,
    mechanism: *mut CK_MECHANISM,
    key: CK_OBJECT_HANDLE,
    new: impl FnOnce(&Mechanism<'_>, &Kept) -> Result<T, Rv>,
) -> Result<(), Rv> {
    if mechanism.is_null() {
        return give_up(session, place);
    }
    // SAFETY: the caller's promise.
    let mechanism = unsafe { Mechanism::new(mechanism) };
    let (mechanism, kept) = with_module(|module| {
        if place(module.session(session)?).is_some() {
            return Err(Rv(CKR_OPERATION_ACTIVE));
        }
        Ok((mechanism?, module.key_of(session, key)?))
    })?;
    said::demand_allowed(&kept, mechanism.number)?;
    // To read a public key takes a while, in which nobody waits.
    put(session, place, new(&mechanism, &kept)?)
}

/// Gives up what is under way. PKCS#11, section 5.8.1.
///
/// Errors: `CKR_ARGUMENTS_BAD` if nothing is: then a mechanism was forgotten.
pub fn give_up<T>(session: CK_SESSION_HANDLE, place: Place<T>) -> Result<(), Rv> {
    let given_up = with_module(|module| Ok(place(module.session(session)?).take()))?;
    given_up.map(drop).ok_or(Rv(CKR_ARGUMENTS_BAD))
}

/// Reads the arguments of a call of what is under way. Bad ones end it, as every error does but for
/// a buffer that is too small, or a call that is not the next of its operation.
///
/// Errors: `CKR_OPERATION_NOT_INITIALIZED`, and those of `read`.
pub fn arguments<T, A>(
    session: CK_SESSION_HANDLE,
    place: Place<T>,
    read: impl FnOnce() -> Result<A, Rv>,
) -> Result<A, Rv> {
    with_module(|module| {
        let has_begun = place(module.session(session)?).is_some();
        if has_begun { Ok(()) } else { Err(Rv(CKR_OPERATION_NOT_INITIALIZED)) }
    })?;
    read().inspect_err(|_| drop(take(session, place)))
}

/// Reads the data of such a call, and where its result goes.
///
/// Errors: `CKR_ARGUMENTS_BAD`.
///
/// # Safety
///
/// As for [`raw::bytes`] and [`Output::new`].
pub unsafe fn data_and_output<'a>(
    (data, data_length): (*const CK_BYTE, CK_ULONG),
    (result, length): (*mut CK_BYTE, *mut CK_ULONG),
) -> Result<(&'a [u8], Output), Rv> {
    // SAFETY: the same demand.
    unsafe { Ok((raw::bytes(data, data_length)?, Output::new(result, length)?)) }
}

/// The same, and takes what is under way. Errors: those of [`arguments`].
///
/// # Safety
///
/// As for [`data_and_output`].
pub unsafe fn taken_with<'a, T>(
    session: CK_SESSION_HANDLE,
    place: Place<T>,
    given: (*const CK_BYTE, CK_ULONG),
    result: (*mut CK_BYTE, *mut CK_ULONG),
) -> Result<(T, &'a [u8], Output), Rv> {
    // SAFETY: the same demand.
    let read = || unsafe { data_and_output(given, result) };
    let (data, output) = arguments(session, place, read)?;
    Ok((take(session, place)?, data, output))
}

/// Reads the arguments of a call that puts out what the operation comes to, and takes that out of
/// its place with the slot of its session; nothing where its length alone is asked for. All of it
/// under one hold of the lock: every signature comes here.
///
/// Errors: those of [`arguments`], of `check`, and `CKR_BUFFER_TOO_SMALL`.
pub fn taken_to_put<T, A>(
    session: CK_SESSION_HANDLE,
    place: Place<T>,
    read: Result<(A, Output), Rv>,
    check: impl FnOnce(&T) -> Result<usize, Rv>,
) -> Result<Option<(T, CK_SLOT_ID, A, Output)>, Rv> {
    with_module(|module| {
        let own = module.session(session)?;
        let slot = own.slot;
        let under_way = place(own);
        let operation = under_way.as_ref().ok_or(Rv(CKR_OPERATION_NOT_INITIALIZED))?;
        let (data, output) = match read {
            Ok(read) => read,
            Err(error) => {
                *under_way = None;
                return Err(error);
            }
        };
        if !output.demand(check(operation)?)? {
            return Ok(None);
        }
        Ok(under_way.take().map(|operation| (operation, slot, data, output)))
    })
}

/// Takes what is under way out of its place, so that nobody waits while it works.
///
/// Errors: `CKR_OPERATION_NOT_INITIALIZED`.
pub fn take<T>(session: CK_SESSION_HANDLE, place: Place<T>) -> Result<T, Rv> {
    with_module(|module| {
        place(module.session(session)?).take().ok_or(Rv(CKR_OPERATION_NOT_INITIALIZED))
    })
}

/// Puts an operation in its place.
pub fn put<T>(session: CK_SESSION_HANDLE, place: Place<T>, value: T) -> Result<(), Rv> {
    with_module(|module| {
        *place(module.session(session)?) = Some(value);
        Ok(())
    })
}

/// Puts out what an operation comes to, `length` bytes; where the length alone is asked for, or
/// there is no room for as many, it goes on as it was.
///
/// Errors: `CKR_BUFFER_TOO_SMALL`, and those of `work`.
pub fn put_out<T>(
    session: CK_SESSION_HANDLE,
    place: Place<T>,
    (operation, length): (T, usize),
    output: &Output,
    work: impl FnOnce(T) -> Result<Vec<u8>, Rv>,
) -> Result<(), Rv> {
    match output.demand(length) {
        Ok(true) => output.put(&work(operation)?),
        Ok(false) => put(session, place, operation),
        Err(too_small) => put(session, place, operation).and(Err(too_small)),
    }
}

/// What is said to a part of a message, where the mechanism takes it whole alone: it ends the
/// operation.
///
/// Errors: `CKR_OPERATION_NOT_INITIALIZED`, `CKR_FUNCTION_NOT_SUPPORTED`.
pub fn no_parts<T>(session: CK_SESSION_HANDLE, place: Place<T>) -> CK_RV {
    answered(|| {
        take(session, place)?;
        Err(Rv(CKR_FUNCTION_NOT_SUPPORTED))
    })
}

/// Takes a part of a message; an operation that refuses it has ended.
///
/// Errors: `CKR_OPERATION_NOT_INITIALIZED`, also for one whose message comes whole alone;
/// `CKR_ARGUMENTS_BAD`, `CKR_DATA_LEN_RANGE`.
///
/// # Safety
///
/// As for [`raw::bytes`].
pub unsafe fn update<T: Parts>(
    session: CK_SESSION_HANDLE,
    place: Place<T>,
    part: *const CK_BYTE,
    length: CK_ULONG,
) -> Result<(), Rv> {
    let mut operation = take(session, place)?;
    if !operation.takes_parts() {
        return Err(Rv(CKR_OPERATION_NOT_INITIALIZED));
    }
    // SAFETY: the caller's promise.
    operation.update(unsafe { raw::bytes(part, length) }?)?;
    put(session, place, operation)
}

/// What a session says to what it never does.
pub fn refused(session: CK_SESSION_HANDLE, why: CK_RV) -> CK_RV {
    answered(|| {
        with_module(|module| module.session(session).map(drop))?;
        Err(Rv(why))
    })
}
