//! Random bytes for who has logged in.

use super::{Session, Token};
use crate::error::Error;
use zeroize::Zeroizing;

/// The most random bytes that are given at once.
pub const MAX_RANDOM: usize = 1024;

impl Token {
    /// Returns so many bytes of the token's source of random bytes, at most [`MAX_RANDOM`].
    ///
    /// Errors: `NotLoggedIn`, `Random`; `DATA_TOO_LONG` for more.
    pub fn random(&self, session: &Session, count: usize) -> Result<Zeroizing<Vec<u8>>, Error> {
        self.demand_current(session)?;
        if count > MAX_RANDOM {
            let sentence = format!("at most {MAX_RANDOM} random bytes are given at once");
            return Err(Error::Operation("DATA_TOO_LONG", sentence));
        }
        let mut bytes = Zeroizing::new(vec![0; count]);
        self.platform.random(&mut bytes)?;
        Ok(bytes)
    }
}
