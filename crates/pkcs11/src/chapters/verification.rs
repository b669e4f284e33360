//! Functions for verifying: signatures need nobody else, MACs their secret. PKCS#11, sections 5.14
//! and 5.15.

use super::signatures::of_key;
use super::under_way::{Place, arguments, begin, take, update};
use crate::module::with_module;
use crate::objects::Holder;
use crate::operations::{Parts, Verifying};
use crate::raw;
use crate::rv::{Rv, answered};
use crate::slot::{Repeat, ask};
use cryptoki_sys::*;
use sealane_client::signer::Keys;

const PLACE: Place<Verifying> = |session| &mut session.verify;

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
        let has_begun = with_module(|module| {
            Ok(module.session(session)?.verify.as_ref().is_some_and(Verifying::has_begun))
        })?;
        if has_begun {
            return Err(Rv(CKR_OPERATION_ACTIVE));
        }
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
