//! Keys of 256 bits: derived, wrapped and wiped, never shown.

use crate::error::Error;
use crate::keywrap::{self, Form};
use crate::platform::Platform;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

/// A hash or a MAC of SHA-256.
pub type Tag = [u8; 32];

/// A symmetric key. Wiped on drop; it can be neither printed nor copied nor compared.
///
/// It lies behind a pointer: what moves is that, and no copy of the bytes stays where it was.
pub struct SymmetricKey(Box<Zeroizing<[u8; 32]>>);

impl SymmetricKey {
    fn zeroed() -> Box<Zeroizing<[u8; 32]>> {
        Box::new(Zeroizing::new([0; 32]))
    }

    /// Returns a fresh random key. Errors: `Random`.
    pub fn generate(platform: &Platform) -> Result<Self, Error> {
        Self::filled(|out| platform.random(out))
    }

    /// Takes 32 bytes, which the caller wipes.
    ///
    /// Errors: `MasterInvalid` for another number of bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let mut key = Self::zeroed();
        if bytes.len() != key.len() {
            return Err(Error::MasterInvalid("a key has 32 bytes"));
        }
        key.copy_from_slice(bytes);
        Ok(Self(key))
    }

    /// Lets `fill` write a fresh key.
    pub(crate) fn filled<E>(fill: impl FnOnce(&mut [u8]) -> Result<(), E>) -> Result<Self, E> {
        let mut key = Self::zeroed();
        fill(&mut key[..])?;
        Ok(Self(key))
    }

    /// Returns the key of a purpose: HKDF-SHA-256 without salt, whose `info` is the purpose, a NUL
    /// and the context. RFC 5869. Purposes are fixed texts without a NUL, so no two pairs meet.
    pub(crate) fn derive(&self, purpose: &str, context: &[u8]) -> Self {
        let mut key = Self::zeroed();
        let hkdf = Hkdf::<Sha256>::new(None, &self.0[..]);
        hkdf.expand_multi_info(&[purpose.as_bytes(), &[0], context], &mut key[..])
            .expect("32 bytes are fewer than HKDF gives");
        Self(key)
    }

    /// Returns HMAC-SHA-256 of the parts, each behind its length in eight bytes. RFC 2104.
    pub(crate) fn tag(&self, parts: &[&[u8]]) -> Tag {
        self.mac_of(parts).finalize().into_bytes().into()
    }

    /// Says whether `tag` is that of the parts, in constant time.
    pub(crate) fn is_tag(&self, parts: &[&[u8]], tag: &[u8]) -> bool {
        self.mac_of(parts).verify_slice(tag).is_ok()
    }

    fn mac_of(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac =
            <Hmac<Sha256> as KeyInit>::new_from_slice(&self.0[..]).expect("any length is taken");
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac
    }

    /// Returns `secret`, of one byte at least, wrapped by AES-256-KWP: eight bytes more, rounded up
    /// to eight. RFC 5649.
    pub(crate) fn wrap(&self, secret: &[u8]) -> Vec<u8> {
        let wrapped = keywrap::wrap(Form::Padded, &self.0[..], secret);
        wrapped.expect("KWP takes what is not empty and not of gigabytes")
    }

    /// Returns what was wrapped. Errors: `WrapLength`, `WrapInvalid`.
    pub(crate) fn unwrap(&self, wrapped: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
        keywrap::unwrap(Form::Padded, &self.0[..], wrapped)
    }

    /// Shows the bytes to what makes another key of them.
    pub(crate) fn with_bytes<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(&self.0[..])
    }

    /// Returns the key itself wrapped by another.
    pub(crate) fn wrapped_by(&self, other: &Self) -> Vec<u8> {
        other.wrap(&self.0[..])
    }

    /// Takes a key that another has wrapped. Errors: those of [`SymmetricKey::unwrap`].
    pub(crate) fn unwrapped_by(other: &Self, wrapped: &[u8]) -> Result<Self, Error> {
        Self::from_bytes(&other.unwrap(wrapped)?).map_err(|_| Error::WrapInvalid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> SymmetricKey {
        SymmetricKey::from_bytes(&[byte; 32]).unwrap()
    }

    /// Goal: what was wrapped comes back whole or not at all. Method: every flipped bit, lengths
    /// that no wrapped key has, another key.
    #[test]
    fn wrapped_bytes_are_bound() {
        let secret = b"an odd number of bytes";
        let wrapped = key(7).wrap(secret);
        assert_eq!(wrapped.len(), 32);
        assert_eq!(&key(7).unwrap(&wrapped).unwrap()[..], secret);
        assert_eq!(key(8).unwrap(&wrapped).err(), Some(Error::WrapInvalid));
        for bit in 0..8 * wrapped.len() {
            let mut damaged = wrapped.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(key(7).unwrap(&damaged).err(), Some(Error::WrapInvalid), "bit {bit}");
        }
        for length in [0, 8, 15, 17, 31] {
            assert_eq!(key(7).unwrap(&wrapped[..length]).err(), Some(Error::WrapLength));
        }
    }

    /// Goal: parts of a MAC cannot be moved into each other. Method: the same bytes, cut elsewhere.
    #[test]
    fn parts_are_told_apart() {
        let tag = key(1).tag(&[b"ab", b"c"]);
        assert!(key(1).is_tag(&[b"ab", b"c"], &tag));
        assert!(!key(1).is_tag(&[b"a", b"bc"], &tag));
        assert!(!key(1).is_tag(&[b"abc"], &tag));
        assert!(!key(1).is_tag(&[b"ab", b"c"], &tag[..31]));
        assert!(!key(2).is_tag(&[b"ab", b"c"], &tag));
    }

    /// Goal: purposes and contexts give keys of their own. Method: what one wraps, no other opens.
    #[test]
    fn derived_keys_differ() {
        let wrapped = key(1).derive("one", b"x").wrap(b"secret");
        for (purpose, context) in [("one", &b"y"[..]), ("two", b"x"), ("one", b""), ("onex", b"")] {
            assert!(key(1).derive(purpose, context).unwrap(&wrapped).is_err(), "{purpose}");
        }
        assert!(key(1).derive("one", b"x").unwrap(&wrapped).is_ok());
    }
}
