//! General purpose functions. PKCS#11, section 5.4.

use crate::embedded;
use crate::module::{self, with_module};
use crate::raw::{self, padded};
use crate::rv::{Rv, answered};
use cryptoki_sys::*;
use sealane_client::connection::Connection;
use std::ffi::c_void;

/// Who makes the module.
pub const MANUFACTURER: &str = "Sealane";

/// Begins. The locks of the caller are not needed: those of the system are used.
pub unsafe extern "C" fn C_Initialize(arguments: *mut c_void) -> CK_RV {
    answered(|| {
        if !arguments.is_null() {
            // SAFETY: the caller's promise.
            let given = unsafe { raw::read(arguments.cast::<CK_C_INITIALIZE_ARGS>()) }?;
            let locks = [
                given.CreateMutex.is_some(),
                given.DestroyMutex.is_some(),
                given.LockMutex.is_some(),
                given.UnlockMutex.is_some(),
            ];
            let some = locks.contains(&true);
            if !given.pReserved.is_null() || (some && locks.contains(&false)) {
                return Err(Rv(CKR_ARGUMENTS_BAD));
            }
            if some && given.flags & CKF_OS_LOCKING_OK == 0 {
                return Err(Rv(CKR_CANT_LOCK));
            }
        }
        module::begin()
    })
}

/// Ends: sessions, logins and what sessions have made.
pub unsafe extern "C" fn C_Finalize(reserved: *mut c_void) -> CK_RV {
    answered(|| {
        if !reserved.is_null() {
            return Err(Rv(CKR_ARGUMENTS_BAD));
        }
        for mut joined in module::end()? {
            // A service that is gone has ended them by itself.
            let _ = joined.connection().and_then(Connection::logout);
        }
        embedded::close();
        Ok(())
    })
}

/// Tells what this is.
pub unsafe extern "C" fn C_GetInfo(info: *mut CK_INFO) -> CK_RV {
    answered(|| {
        with_module(|_| Ok(()))?;
        let told = CK_INFO {
            cryptokiVersion: CK_VERSION { major: 3, minor: 2 },
            manufacturerID: padded(MANUFACTURER),
            flags: 0,
            libraryDescription: padded("Sealane PKCS#11 module"),
            libraryVersion: version(),
        };
        // SAFETY: the caller's promise.
        unsafe { raw::write(info, told) }
    })
}

/// The version of the module.
#[must_use]
pub fn version() -> CK_VERSION {
    let number = |text: &str| text.parse().unwrap_or(0);
    CK_VERSION {
        major: number(env!("CARGO_PKG_VERSION_MAJOR")),
        minor: number(env!("CARGO_PKG_VERSION_MINOR")),
    }
}
