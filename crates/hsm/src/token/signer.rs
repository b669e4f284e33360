//! The key by which a token signs its backups: made with the token, and kept in its state.

use crate::error::Error;
use crate::master::MasterKeys;
use crate::platform::Platform;
use crate::secret::{SymmetricKey, Tag};
use crate::state::State;
use sealane::ecc::{Algorithm, PrivateKey};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;

/// What a token is known by: SHA-256 of the public key that signs its backups. Its text is hex.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(pub Tag);

impl Fingerprint {
    /// That of a SubjectPublicKeyInfo.
    pub(super) fn of_key(spki: &[u8]) -> Self {
        Self(Sha256::digest(spki).into())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Fingerprint {
    type Err = Error;

    /// Takes 64 hexadecimal digits. Errors: `BackupForeign`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let digit = |at: usize| text.as_bytes().get(at).and_then(|c| char::from(*c).to_digit(16));
        let mut tag = [0; 32];
        if text.len() != 64 {
            return Err(Error::BackupForeign);
        }
        for (at, byte) in tag.iter_mut().enumerate() {
            let pair = digit(2 * at).zip(digit(2 * at + 1)).ok_or(Error::BackupForeign)?;
            *byte = (pair.0 << 4 | pair.1) as u8;
        }
        Ok(Self(tag))
    }
}

/// Makes a key, of a seed of its own: the seed, and the public half. Errors: `Random`.
pub(super) fn generate(platform: &Platform) -> Result<(SymmetricKey, Vec<u8>), Error> {
    let seed = SymmetricKey::filled(|out| platform.random(out))?;
    let public = key_of(&seed)?.public_key().to_spki_der();
    Ok((seed, public))
}

/// Returns the private key of a seed.
pub(super) fn key_of(seed: &SymmetricKey) -> Result<PrivateKey, Error> {
    Ok(seed.with_bytes(|bytes| PrivateKey::from_bytes(Algorithm::Ed25519, bytes))?)
}

/// Wraps the seed for the state.
pub(super) fn sealed(seed: &SymmetricKey, token_key: &SymmetricKey, keys: &MasterKeys) -> Vec<u8> {
    keys.outer.wrap(&seed.wrapped_by(&token_key.derive("signer", &[])))
}

/// Returns the seed of a state, if it is that of the public key beside it. Errors: `StoreCorrupt`.
pub(super) fn open(
    state: &State,
    token_key: &SymmetricKey,
    keys: &MasterKeys,
) -> Result<SymmetricKey, Error> {
    let corrupt = || Error::StoreCorrupt("the key that signs backups");
    let inner = keys.outer.unwrap(&state.signer_sealed).map_err(|_| corrupt())?;
    let seed = SymmetricKey::unwrapped_by(&token_key.derive("signer", &[]), &inner);
    let seed = seed.map_err(|_| corrupt())?;
    let own = key_of(&seed)?.public_key().to_spki_der() == state.signer;
    if own { Ok(seed) } else { Err(corrupt()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a fingerprint is what its text says: each byte two digits, the higher one first.
    #[test]
    fn fingerprints_are_read_as_they_are_written() {
        let tag: [u8; 32] = std::array::from_fn(|at| (at * 37 + 0x1e) as u8);
        let text = Fingerprint(tag).to_string();
        assert!(text.starts_with("1e4368"), "{text}");
        for same in [&text, &text.to_uppercase()] {
            assert_eq!(same.parse(), Ok(Fingerprint(tag)), "{same}");
        }
        let wrong = [&text[1..], &text[2..], &format!("{text}0"), &format!("{text}00"), ""];
        let letters = ["g", "G", "+", " "].map(|letter| format!("{}{letter}", &text[1..]));
        for wrong in wrong.into_iter().chain(letters.iter().map(String::as_str)) {
            assert_eq!(wrong.parse::<Fingerprint>(), Err(Error::BackupForeign), "{wrong}");
        }
    }
}
