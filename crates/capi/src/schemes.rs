//! Schemes: how a key signs, by the names that the command takes too.

use crate::raw;
use crate::status::{Status, guarded};
use std::ffi::c_char;

/// How a key signs. Made by [`sealane_scheme_from_name`], freed by [`sealane_scheme_free`].
#[derive(Debug)]
pub struct Scheme(pub(crate) sealane::Scheme);

/// Makes the scheme of a name: `ecdsa-sha256`, `eddsa`, `rsa-pss-sha256`, `mldsa:context=70617973`.
///
/// Returns `ARGUMENT_NULL`, `ARGUMENT_TEXT`, `NAME_UNKNOWN`.
///
/// # Safety
///
/// `name` must point at a text with a zero behind it, and `scheme` at a place for a pointer, if
/// they are not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_scheme_from_name(
    name: *const c_char,
    scheme: *mut *mut Scheme,
) -> Status {
    guarded(|| {
        let make = || {
            // SAFETY: the caller's promise.
            let name = unsafe { raw::text(name) }?;
            name.parse().map(Scheme).map_err(|_| Status::NameUnknown)
        };
        // SAFETY: the caller's promise.
        unsafe { raw::put_new(scheme, make) }
    })
}

/// Frees a scheme; nothing for a null pointer.
///
/// # Safety
///
/// `scheme` must be one that is not freed yet, and that no call uses, if it is not null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sealane_scheme_free(scheme: *mut Scheme) {
    // SAFETY: the caller's promise.
    unsafe { raw::free(scheme) }
}
