//! MACs by secrets of a token.

use super::{Engine, MacInput};
use crate::error::Error;
use crate::key::Key;
use crate::object::{Id, Mechanism};
use crate::token::Session;
use crate::traces::{SHORT, wiped};
use sealane::{DecodeError, Hmac};

impl Engine {
    /// Returns the MAC of a message, as long as its hash gives.
    ///
    /// Errors: those of [`Token::permit`](crate::token::Token::permit).
    pub fn mac(&self, session: &Session, key: Id, of: &MacInput) -> Result<Vec<u8>, Error> {
        let made = |mac: Hmac| Ok(mac.finish().as_bytes().to_vec());
        self.with_mac(session, key, Mechanism::Hmac, of, made)
    }

    /// Looks whether bytes are the MAC of a message, or its first bytes, in a time that does not
    /// depend on which of them are wrong.
    ///
    /// Errors: those of [`Token::permit`](crate::token::Token::permit); `SIG_INVALID`.
    pub fn verify_mac(
        &self,
        session: &Session,
        key: Id,
        of: &MacInput,
        given: &[u8],
    ) -> Result<(), Error> {
        self.with_mac(session, key, Mechanism::HmacVerify, of, |mac: Hmac| {
            mac.verify(given).map_err(|_| DecodeError::SigInvalid.into())
        })
    }

    fn with_mac<T>(
        &self,
        session: &Session,
        key: Id,
        mechanism: Mechanism,
        of: &MacInput,
        use_it: impl FnOnce(Hmac) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let key = self.hot.open(session, key, mechanism)?;
        let Key::Secret(secret) = &*key else { return Err(Error::KeyType) };
        wiped(SHORT, || use_it(of.mac(secret)))
    }
}
