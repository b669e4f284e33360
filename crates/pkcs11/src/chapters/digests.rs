//! Message digesting functions, which need nobody else. PKCS#11, section 5.10.

use super::under_way::{Place, put, take, update};
use crate::mechanisms::{self, Rule};
use crate::module::with_module;
use crate::operations::Parts;
use crate::raw::{self, Mechanism, Output};
use crate::rv::{Rv, answered};
use cryptoki_sys::*;
use sealane::Hasher;

const PLACE: Place<Hasher> = |session| &mut session.digest;

/// Begins a digest.
pub unsafe extern "C" fn C_DigestInit(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
) -> CK_RV {
    answered(|| {
        if mechanism.is_null() {
            return take(session, PLACE).map(drop);
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
        put(session, PLACE, Hasher::new(hash))
    })
}

/// Adds what is last, and ends; where the length alone was asked for it goes on as it was.
///
/// # Safety
///
/// As for [`Output::new`].
unsafe fn finish(
    session: CK_SESSION_HANDLE,
    last: &[u8],
    digest: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> Result<(), Rv> {
    let hasher = take(session, PLACE)?;
    // SAFETY: the caller's promise.
    let output = unsafe { Output::new(digest, length) }?;
    match output.demand(hasher.hash().output_bytes()) {
        Ok(true) => {
            let mut hasher = hasher;
            Hasher::update(&mut hasher, last);
            output.put(hasher.finish().as_bytes())
        }
        Ok(false) => put(session, PLACE, hasher),
        Err(too_small) => put(session, PLACE, hasher).and(Err(too_small)),
    }
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
        // SAFETY: the caller's promise.
        unsafe {
            let data = raw::bytes(data, data_length)?;
            finish(session, data, digest, length)
        }
    })
}

/// The digest of the parts.
pub unsafe extern "C" fn C_DigestFinal(
    session: CK_SESSION_HANDLE,
    digest: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { finish(session, &[], digest, length) })
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

impl Parts for Hasher {
    fn update(&mut self, part: &[u8]) -> Result<(), Rv> {
        Self::update(self, part);
        Ok(())
    }
}
