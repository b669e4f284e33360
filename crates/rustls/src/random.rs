//! Random bytes: those that the library takes, as rustls asks for them.

use rustls::crypto::{GetRandomFailed, SecureRandom};

/// The source of the library.
#[derive(Debug)]
pub(crate) struct Random;

impl SecureRandom for Random {
    fn fill(&self, out: &mut [u8]) -> Result<(), GetRandomFailed> {
        sealane::random::fill(out).map_err(|_| GetRandomFailed)
    }
}
