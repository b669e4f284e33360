//! Functions for verifying: signatures need nobody else, MACs their secret. PKCS#11, sections 5.14
//! and 5.15. The signature comes behind its message, or before it.

use super::signatures::of_key;
use super::under_way::{Place, arguments, begin, take, update};
use crate::module::with_module;
use crate::objects::{Holder, Kept};
use crate::operations::{Parts, Verifying, VerifyingSignature};
use crate::raw::{self, Mechanism};
use crate::rv::{Rv, answered};
use crate::session::Session;
use crate::slot::{Repeat, ask};
use cryptoki_sys::*;
use sealane_client::signer::Keys;

const PLACE: Place<Verifying> = |session| &mut session.verify;
const SIGNATURE_PLACE: Place<VerifyingSignature> = |session| &mut session.verify_signature;

/// Begins a verification.
pub unsafe extern "C" fn C_VerifyInit(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    key: CK_OBJECT_HANDLE,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { begin(session, PLACE, mechanism, key, Verifying::new) })
}

fn finish(session: CK_SESSION_HANDLE, verifying: Verifying, signature: &[u8]) -> Result<(), Rv> {
    let slot = with_module(|module| Ok(module.session(session)?.slot))?;
    verifying.finish(signature, |holder, of, mac| match holder {
        Holder::Session(key) => key.verify_mac(&of, mac).map_err(Rv::from),
        Holder::Token(id) => {
            let verify =
                || ask(slot, Repeat::Harmless, |keys| keys.verify_mac(*id, of.clone(), mac));
            verify().map_err(of_key)
        }
    })
}

/// Demands that no part of a message has come to a verification that takes it whole now.
///
/// Errors: `CKR_OPERATION_ACTIVE`.
fn demand_whole(
    session: CK_SESSION_HANDLE,
    place: impl FnOnce(&Session) -> Option<&Verifying>,
) -> Result<(), Rv> {
    let has_begun =
        with_module(
            |module| Ok(place(module.session(session)?).is_some_and(Verifying::has_begun)),
        )?;
    if has_begun { Err(Rv(CKR_OPERATION_ACTIVE)) } else { Ok(()) }
}

/// Verifies a signature of a message.
pub unsafe extern "C" fn C_Verify(
    session: CK_SESSION_HANDLE,
    data: *mut CK_BYTE,
    data_length: CK_ULONG,
    signature: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        let (data, signature) = arguments(session, PLACE, || {
            // SAFETY: the caller's promise.
            unsafe { Ok((raw::bytes(data, data_length)?, raw::bytes(signature, length)?)) }
        })?;
        demand_whole(session, |session| session.verify.as_ref())?;
        let mut verifying = take(session, PLACE)?;
        verifying.update(data)?;
        finish(session, verifying, signature)
    })
}

/// Takes a part of the message.
pub unsafe extern "C" fn C_VerifyUpdate(
    session: CK_SESSION_HANDLE,
    part: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { update(session, PLACE, part, length) })
}

/// Verifies a signature of the parts.
pub unsafe extern "C" fn C_VerifyFinal(
    session: CK_SESSION_HANDLE,
    signature: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let signature = arguments(session, PLACE, || unsafe { raw::bytes(signature, length) })?;
        finish(session, take(session, PLACE)?, signature)
    })
}

/// Begins a verification of a signature, whose message comes behind it.
pub unsafe extern "C" fn C_VerifySignatureInit(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    key: CK_OBJECT_HANDLE,
    signature: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        let new = |mechanism: &Mechanism<'_>, key: &Kept| {
            // SAFETY: the caller's promise.
            let signature = unsafe { raw::bytes(signature, length) }?;
            VerifyingSignature::new(mechanism, key, signature)
        };
        // SAFETY: the caller's promise.
        unsafe { begin(session, SIGNATURE_PLACE, mechanism, key, new) }
    })
}

/// Verifies the signature of a message.
pub unsafe extern "C" fn C_VerifySignature(
    session: CK_SESSION_HANDLE,
    data: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        // SAFETY: the caller's promise.
        let data = arguments(session, SIGNATURE_PLACE, || unsafe { raw::bytes(data, length) })?;
        demand_whole(session, |session| Some(&session.verify_signature.as_ref()?.verifying))?;
        let mut taken = take(session, SIGNATURE_PLACE)?;
        taken.update(data)?;
        finish(session, taken.verifying, &taken.signature)
    })
}

/// Takes a part of the message.
pub unsafe extern "C" fn C_VerifySignatureUpdate(
    session: CK_SESSION_HANDLE,
    part: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { update(session, SIGNATURE_PLACE, part, length) })
}

/// Verifies the signature of the parts.
pub unsafe extern "C" fn C_VerifySignatureFinal(session: CK_SESSION_HANDLE) -> CK_RV {
    answered(|| {
        let taken = take(session, SIGNATURE_PLACE)?;
        finish(session, taken.verifying, &taken.signature)
    })
}
