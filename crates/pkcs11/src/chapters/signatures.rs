//! Signing functions: one request to the service a signature, but by keys of sessions. PKCS#11,
//! section 5.12.

use super::under_way::{Place, arguments, begin, data_and_output, take, update};
use crate::module::with_module;
use crate::objects::Holder;
use crate::operations::{Asked, Parts, Signing};
use crate::raw::Output;
use crate::rv::{Rv, answered};
use crate::slot::{Repeat, ask};
use cryptoki_sys::*;
use sealane_client::signer::{Keys, Signer};

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

/// Whether a signature is to be put out now, or its length alone is asked for.
fn is_wanted(session: CK_SESSION_HANDLE, output: &Output, in_parts: bool) -> Result<bool, Rv> {
    let length = with_module(|module| {
        let signing = module.session(session)?.sign.as_ref();
        let signing = signing.ok_or(Rv(CKR_OPERATION_NOT_INITIALIZED))?;
        if signing.has_begun() && !in_parts {
            return Err(Rv(CKR_OPERATION_ACTIVE));
        }
        Ok(signing.length())
    })?;
    output.demand(length)
}

fn finish(session: CK_SESSION_HANDLE, signing: Signing, output: &Output) -> Result<(), Rv> {
    let slot = with_module(|module| Ok(module.session(session)?.slot))?;
    let signature = signing.finish(|holder, asked| match holder {
        Holder::Session(key) => key.sign(asked).map_err(Rv::from),
        Holder::Token(id) => ask(slot, Repeat::Harmless, |keys| match asked.clone() {
            Asked::Signature(item) => keys.sign(item),
            Asked::Mac(of) => keys.mac(*id, of),
        })
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
        let (data, output) = unsafe { data_and_output(session, PLACE, given, result) }?;
        if !is_wanted(session, &output, false)? {
            return Ok(());
        }
        let mut signing = take(session, PLACE)?;
        signing.update(data)?;
        finish(session, signing, &output)
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
        let output = arguments(session, PLACE, || unsafe { Output::new(signature, length) })?;
        if is_wanted(session, &output, true)? {
            finish(session, take(session, PLACE)?, &output)?;
        }
        Ok(())
    })
}
