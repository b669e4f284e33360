//! In place of a token of this process: the module was built without it, and its configuration
//! refuses one.

use crate::config::{Config, Store};
use crate::rv::Rv;
use cryptoki_sys::CKR_TOKEN_WRITE_PROTECTED;
use sealane_client::Error;
use sealane_client::connection::Stream;

/// There is nothing to wait for.
pub struct Pause;

/// Waits for nobody.
#[must_use]
pub fn pause() -> Pause {
    Pause
}

/// Leaves all as it is.
pub fn after_fork(_: Pause) {}

/// Errors: `StoreMissing`.
pub fn channel(_: &Store) -> Result<Box<dyn Stream>, Error> {
    Err(Error::StoreMissing)
}

/// Leaves all as it is.
pub fn close() {}

/// Says no.
#[must_use]
pub fn can_be_made(_: &Config) -> bool {
    false
}

/// Errors: `CKR_TOKEN_WRITE_PROTECTED`.
pub fn make(_: &Config, _label: &str, _pin: &[u8]) -> Result<(), Rv> {
    Err(Rv(CKR_TOKEN_WRITE_PROTECTED))
}
