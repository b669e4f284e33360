//! Decryption functions: RSA by OAEP, in one part. PKCS#11, section 5.9.

use super::signatures::of_key;
use super::under_way::{Place, begin, no_parts, put, taken_with};
use crate::module::with_module;
use crate::objects::Holder;
use crate::operations::Decrypting;
use crate::rv::answered;
use crate::slot::{Repeat, ask};
use cryptoki_sys::*;
use sealane_client::connection::Connection;
use sealane_client::signer::Keys;

/// Begins a decryption; nobody is asked yet.
pub unsafe extern "C" fn C_DecryptInit(
    session: CK_SESSION_HANDLE,
    mechanism: *mut CK_MECHANISM,
    key: CK_OBJECT_HANDLE,
) -> CK_RV {
    // SAFETY: the caller's promise.
    answered(|| unsafe { begin(session, PLACE, mechanism, key, Decrypting::new) })
}

const PLACE: Place<Decrypting> = |session| &mut session.decrypt;

/// Decrypts a ciphertext. The length that is told beforehand is the longest one.
pub unsafe extern "C" fn C_Decrypt(
    session: CK_SESSION_HANDLE,
    encrypted: *mut CK_BYTE,
    encrypted_length: CK_ULONG,
    data: *mut CK_BYTE,
    length: *mut CK_ULONG,
) -> CK_RV {
    answered(|| {
        let given = (encrypted.cast_const(), encrypted_length);
        // SAFETY: the caller's promise.
        let taken = unsafe { taken_with(session, PLACE, given, (data, length)) };
        let (decrypting, encrypted, output) = taken?;
        let slot = with_module(|module| Ok(module.session(session)?.slot))?;
        if output.is_query() {
            output.demand(decrypting.longest)?;
            return put(session, PLACE, decrypting);
        }
        let message = match &decrypting.holder {
            Holder::Session(key) => key.decrypt(&decrypting.of(encrypted))?,
            Holder::Token(id) => {
                let decrypt = |keys: &mut Connection| keys.decrypt(*id, decrypting.of(encrypted));
                ask(slot, Repeat::Harmless, decrypt).map_err(of_key)?
            }
        };
        match output.put(&message) {
            Err(too_small) => put(session, PLACE, decrypting).and(Err(too_small)),
            done => done,
        }
    })
}

/// OAEP takes a ciphertext whole alone.
pub unsafe extern "C" fn C_DecryptFinal(
    session: CK_SESSION_HANDLE,
    _part: *mut CK_BYTE,
    _length: *mut CK_ULONG,
) -> CK_RV {
    no_parts(session, PLACE)
}

/// The same.
pub unsafe extern "C" fn C_DecryptUpdate(
    session: CK_SESSION_HANDLE,
    _encrypted: *mut CK_BYTE,
    _encrypted_length: CK_ULONG,
    _part: *mut CK_BYTE,
    _length: *mut CK_ULONG,
) -> CK_RV {
    no_parts(session, PLACE)
}
