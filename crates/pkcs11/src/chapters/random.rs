//! Random number generation. PKCS#11, section 5.18.

use super::under_way::refused;
use crate::module::with_module;
use crate::raw;
use crate::rv::{Rv, answered};
use crate::slot::{Repeat, ask};
use cryptoki_sys::*;
use sealane_client::signer::Keys;

/// The most bytes that are asked for at once.
const PIECE: usize = 1024;

/// Nothing that a caller mixes in would make the bytes better.
pub unsafe extern "C" fn C_SeedRandom(
    session: CK_SESSION_HANDLE,
    _seed: *mut CK_BYTE,
    _length: CK_ULONG,
) -> CK_RV {
    refused(session, CKR_RANDOM_SEED_NOT_SUPPORTED)
}

/// Random bytes of the service.
pub unsafe extern "C" fn C_GenerateRandom(
    session: CK_SESSION_HANDLE,
    data: *mut CK_BYTE,
    length: CK_ULONG,
) -> CK_RV {
    answered(|| {
        let slot = with_module(|module| Ok(module.session(session)?.slot))?;
        // SAFETY: the caller's promise; nothing is read of it.
        unsafe { raw::bytes(data, length) }?;
        let mut done = 0;
        while done < length as usize {
            let count = PIECE.min(length as usize - done);
            let bytes = ask(slot, Repeat::Harmless, |connection| connection.random(count))?;
            if bytes.len() != count {
                return Err(Rv(CKR_DEVICE_ERROR));
            }
            // SAFETY: the caller's promise: `length` bytes, of which `done + count` are used.
            unsafe { std::ptr::copy(bytes.as_ptr(), data.add(done), count) };
            done += count;
        }
        Ok(())
    })
}
