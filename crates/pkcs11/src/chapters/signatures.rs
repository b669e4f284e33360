//! Signing functions: one request to the service a signature, or one for those of several threads;
//! none by keys of sessions. PKCS#11, section 5.12.

use super::under_way::{Place, begin, data_and_output, taken_to_put, update};
use crate::crowd;
use crate::objects::Holder;
use crate::operations::{Asked, Parts, Signing};
use crate::raw::Output;
use crate::rv::{Rv, answered};
use crate::slot::{Repeat, ask};
use cryptoki_sys::*;
use sealane_client::signer::Keys;

const PLACE: Place<Signing> = |session| &mut session.sign;

/// Begins a signature; nobody is asked yet.
pub unsafe extern "C" fn C_SignInit(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    key: CK_OBJECT_HANDLE,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { begin(session, PLACE, mechanism, key, Signing::new) })
}

/// What a signature that may come in parts, or may not, will have of bytes.
///
/// Errors: `CKR_OPERATION_ACTIVE` for a message that comes whole where it has begun in parts.
fn length_of(signing: &Signing, in_parts: bool) -> Result<usize, Rv> {
    if signing.has_begun() && !in_parts {
        return Err(Rv(CKR_OPERATION_ACTIVE));
    }
    Ok(signing.length())
}

fn finish(slot: CK_SLOT_ID, signing: Signing, output: &Output) -> Result<(), Rv> {
    let signature = signing.finish(|holder, asked| match holder {
        Holder::Session(key) => key.sign(asked).map_err(Rv::from),
        Holder::Token(id) => match asked {
            Asked::Signature(kind, item) => crowd::sign(slot, kind, item),
            Asked::Mac(of) => ask(slot, Repeat::Harmless, |keys| keys.mac(*id, of.clone())),
        }
        .map_err(of_key),
    })?;
    output.put(&signature)
}

/// What an operation with a key calls its object's absence.
pub fn of_key(error: Rv) -> Rv {
    match error {
        Rv(CKR_OBJECT_HANDLE_INVALID) => Rv(CKR_KEY_HANDLE_INVALID),
        other => other,
    }
}

/// Signs a message.
pub unsafe extern "C" fn C_Sign(
    session: CK_SESSION_HANDLE,
    data: *mut CK_BYTE,
    data_length: CK_ULONG,
    signature: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        let (given, result) = ((data.cast_const(), data_length), (signature, length));
        // SAFETY: the caller's promise.
        let read = unsafe { data_and_output(given, result) };
        let taken = taken_to_put(session, PLACE, read, |signing| length_of(signing, false))?;
        let Some((mut signing, slot, data, output)) = taken else { return Ok(()) };
        signing.update(data)?;
        finish(slot, signing, &output)
    })
}

/// Takes a part of the message.
pub unsafe extern "C" fn C_SignUpdate(
    session: CK_SESSION_HANDLE,
    part: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { update(session, PLACE, part, length) })
}

/// Signs the parts.
pub unsafe extern "C" fn C_SignFinal(
    session: CK_SESSION_HANDLE,
    signature: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let read = unsafe { Output::new(signature, length) }.map(|output| ((), output));
        let taken = taken_to_put(session, PLACE, read, |signing| length_of(signing, true))?;
        let Some((signing, slot, (), output)) = taken else { return Ok(()) };
        finish(slot, signing, &output)
    })
}
