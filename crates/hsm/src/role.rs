//! Roles, their rights, and PINs.

use crate::error::Error;
use zeroize::Zeroizing;

pub use sealane_client::role::{MAX_WRONG, Right, Role};

/// A PIN: from 4 to 255 bytes of text. Wiped on drop.
pub struct Pin(Zeroizing<Vec<u8>>);

impl Pin {
    /// Takes the bytes of a PIN. Errors: `PinLength`, `PinEncoding`.
    pub fn new(bytes: &[u8]) -> Result<Self, Error> {
        if !(4..=255).contains(&bytes.len()) {
            return Err(Error::PinLength);
        }
        if bytes.contains(&0) || std::str::from_utf8(bytes).is_err() {
            return Err(Error::PinEncoding);
        }
        Ok(Self(Zeroizing::new(bytes.to_vec())))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: PINs at the edges. Method: the longest and the shortest, and those just outside.
    #[test]
    fn pins_keep_their_form() {
        assert!(Pin::new(b"1234").is_ok() && Pin::new(&[b'x'; 255]).is_ok());
        assert_eq!(Pin::new(b"123").err(), Some(Error::PinLength));
        assert_eq!(Pin::new(&[b'x'; 256]).err(), Some(Error::PinLength));
        assert_eq!(Pin::new(b"12\x0034").err(), Some(Error::PinEncoding));
        assert_eq!(Pin::new(b"12\xff34").err(), Some(Error::PinEncoding));
        assert!(Pin::new("κλειδί".as_bytes()).is_ok());
    }
}
