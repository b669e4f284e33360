//! Message digesting functions, which need nobody else. PKCS#11, section 5.10.

use super::under_way::{Place, arguments, give_up, put, put_out, take, taken_with, update};
use crate::mechanisms::{self, Rule};
use crate::module::with_module;
use crate::operations::Digesting;
use crate::raw::{Mechanism, Output};
use crate::rv::{Rv, answered};
use cryptoki_sys::*;

const PLACE: Place<Digesting> = |session| &mut session.digest;

/// Begins a digest.
pub unsafe extern "C" fn C_DigestInit(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
) -> CK_RV {
    answered(|| {
        if mechanism.is_null() {
            return give_up(session, PLACE);
        }
        // SAFETY: the caller's promise.
        let mechanism = unsafe { Mechanism::new(mechanism) }?;
        if with_module(|module| Ok(module.session(session)?.digest.is_some()))? {
            return Err(Rv(CKR_OPERATION_ACTIVE));
        }
        let Rule::Digest(hash) = mechanisms::find(mechanism.number)?.rule else {
            return Err(Rv(CKR_MECHANISM_INVALID));
        };
        if !mechanism.is_plain() {
            return Err(Rv(CKR_MECHANISM_PARAM_INVALID));
        }
        put(session, PLACE, Digesting::new(hash))
    })
}

/// Puts the digest out; where the length alone was asked for it goes on as it was.
fn finish(
    session: CK_SESSION_HANDLE,
    operation: Digesting,
    last: &[u8],
    output: &Output,
) -> Result<(), Rv> {
    let length = operation.length();
    put_out(session, PLACE, (operation, length), output, |operation| {
        Ok(operation.finish(last).as_bytes().to_vec())
    })
}

/// The digest of a message.
pub unsafe extern "C" fn C_Digest(
    session: CK_SESSION_HANDLE,
    data: *mut CK_BYTE,
    data_length: CK_ULONG,
    digest: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        let (given, result) = ((data.cast_const(), data_length), (digest, length));
        // SAFETY: the caller's promise.
        let (operation, data, output) = unsafe { taken_with(session, PLACE, given, result) }?;
        if operation.has_begun() {
            return put(session, PLACE, operation).and(Err(Rv(CKR_OPERATION_ACTIVE)));
        }
        finish(session, operation, data, &output)
    })
}

/// The digest of the parts.
pub unsafe extern "C" fn C_DigestFinal(
    session: CK_SESSION_HANDLE,
    digest: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let output = arguments(session, PLACE, || unsafe { Output::new(digest, length) })?;
        finish(session, take(session, PLACE)?, &[], &output)
    })
}

/// Takes a part of the message.
pub unsafe extern "C" fn C_DigestUpdate(
    session: CK_SESSION_HANDLE,
    part: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { update(session, PLACE, part, length) })
}
