//! Encryption functions: RSA by OAEP, in one part, which needs nobody else. PKCS#11, section 5.8.

use super::under_way::{Place, begin, no_parts, put_out, taken_with};
use crate::operations::Encrypting;
use crate::rv::answered;
use cryptoki_sys::*;

const PLACE: Place<Encrypting> = |session| &mut session.encrypt;

/// Begins an encryption for a public key.
pub unsafe extern "C" fn C_EncryptInit(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    key: CK_OBJECT_HANDLE,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { begin(session, PLACE, mechanism, key, Encrypting::new) })
}

/// Encrypts a message.
pub unsafe extern "C" fn C_Encrypt(
    session: CK_SESSION_HANDLE,
    data: *mut CK_BYTE,
    data_length: CK_ULONG,
    encrypted: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        let (given, result) = ((data.cast_const(), data_length), (encrypted, length));
        // SAFETY: the caller's promise.
        let (operation, data, output) = unsafe { taken_with(session, PLACE, given, result) }?;
        let length = operation.length();
        put_out(session, PLACE, (operation, length), &output, |operation| operation.finish(data))
    })
}

/// OAEP takes a message whole alone.
pub unsafe extern "C" fn C_EncryptUpdate(
    session: CK_SESSION_HANDLE,
    _part: *mut CK_BYTE,
    _part_length: CK_ULONG,
    _encrypted: *mut CK_BYTE,
    _length: *mut CK_ULONG,
) -> CK_RV {
    no_parts(session, PLACE)
}

/// The same.
pub unsafe extern "C" fn C_EncryptFinal(
    session: CK_SESSION_HANDLE,
    _encrypted: *mut CK_BYTE,
    _length: *mut CK_ULONG,
) -> CK_RV {
    no_parts(session, PLACE)
}
