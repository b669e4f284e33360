//! The master key: from a passphrase, a file, or a credential of the system. There is no default.

use crate::error::Error;
use crate::object::Id;
use crate::secret::{SymmetricKey, Tag};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use zeroize::Zeroizing;

/// What a derivation from a passphrase or a PIN costs. Argon2id, RFC 9106.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    memory_kib: u32,
    passes: u32,
}

impl Cost {
    /// The least that is taken: 64 MiB, three passes, one lane.
    pub const LEAST: Self = Self { memory_kib: 64 * 1024, passes: 3 };
    /// A store that asks for more than 4 GiB is damaged.
    const MOST_KIB: u32 = 4 << 20;

    /// A cost of one's own. Errors: `MasterInvalid` below the least, and above 4 GiB or 1000
    /// passes.
    pub fn new(memory_kib: u32, passes: u32) -> Result<Self, Error> {
        let memory = Self::LEAST.memory_kib..=Self::MOST_KIB;
        if memory.contains(&memory_kib) && (Self::LEAST.passes..=1000).contains(&passes) {
            Ok(Self { memory_kib, passes })
        } else {
            Err(Error::MasterInvalid("the cost of its derivation is out of bounds"))
        }
    }

    /// Returns the key of a text. Errors: `MasterInvalid`.
    pub(crate) fn key(self, text: &[u8], salt: &[u8; 16]) -> Result<SymmetricKey, Error> {
        let cost = Self::new(self.memory_kib, self.passes)?;
        let refused = |_| Error::MasterInvalid("its derivation was refused");
        let params = argon2::Params::new(cost.memory_kib, cost.passes, 1, Some(32));
        let params = params.map_err(refused)?;
        // The last blocks give the key, and the crate does not wipe blocks of its own.
        let mut memory = Zeroizing::new(vec![argon2::Block::new(); params.block_count()]);
        let (kind, version) = (argon2::Algorithm::Argon2id, argon2::Version::V0x13);
        let argon = argon2::Argon2::new(kind, version, params);
        let fill =
            |out: &mut [u8]| argon.hash_password_into_with_memory(text, salt, out, &mut memory[..]);
        SymmetricKey::filled(fill).map_err(refused)
    }
}

/// Where the master key of a token comes from.
pub enum Master {
    /// A passphrase, from which the key is derived. Wiped on drop.
    Passphrase(Zeroizing<Vec<u8>>),
    /// The key itself.
    Key(SymmetricKey),
}

impl Master {
    /// Takes a passphrase of at least 8 bytes. Errors: `MasterInvalid`.
    pub fn from_passphrase(text: &[u8]) -> Result<Self, Error> {
        if text.len() < 8 {
            return Err(Error::MasterInvalid("a passphrase has 8 bytes at least"));
        }
        Ok(Self::Passphrase(Zeroizing::new(text.to_vec())))
    }

    /// Reads a key from a file that only its owner may read: 32 bytes, or 64 hexadecimal digits
    /// and perhaps a line end.
    ///
    /// Errors: `MasterInvalid`; `Permission` for a file that others may read or write.
    pub fn from_file(path: &Path) -> Result<Self, Error> {
        let unreadable = |_| Error::MasterInvalid("the file of the key cannot be read");
        let file = File::open(path).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?;
        if !found.is_file() {
            return Err(Error::MasterInvalid("the key is in no regular file"));
        }
        if found.mode() & 0o077 != 0 {
            let sentence = format!("others may open {}: it holds a master key", path.display());
            return Err(Error::Permission(sentence));
        }
        // All the room at once: growing would leave copies of the key behind.
        let mut text = Zeroizing::new(Vec::with_capacity(128));
        file.take(100).read_to_end(&mut text).map_err(unreadable)?;
        Self::from_key_text(&text)
    }

    /// Reads the credential `name` that the service manager has passed: a file in the directory
    /// that `CREDENTIALS_DIRECTORY` names.
    ///
    /// Errors: `MasterUnset` if there is no such directory; those of [`Master::from_file`].
    pub fn from_credential(name: &str) -> Result<Self, Error> {
        let directory = std::env::var_os("CREDENTIALS_DIRECTORY").ok_or(Error::MasterUnset)?;
        Self::from_file(&Path::new(&directory).join(name))
    }

    fn from_key_text(text: &[u8]) -> Result<Self, Error> {
        if text.len() == 32 {
            return Ok(Self::Key(SymmetricKey::from_bytes(text)?));
        }
        let digits = text.strip_suffix(b"\n").unwrap_or(text);
        if digits.len() != 64 || !digits.iter().all(u8::is_ascii_hexdigit) {
            return Err(Error::MasterInvalid("it has neither 32 bytes nor 64 hexadecimal digits"));
        }
        let key = SymmetricKey::filled(|out| {
            for (byte, pair) in out.iter_mut().zip(digits.chunks_exact(2)) {
                *byte = nibble(pair[0]) << 4 | nibble(pair[1]);
            }
            Ok::<(), Error>(())
        })?;
        Ok(Self::Key(key))
    }

    /// Returns the key, and what the token keeps to have it again. Errors: those of [`Cost::new`].
    pub(crate) fn chosen(&self, salt: [u8; 16]) -> Result<(SymmetricKey, Origin), Error> {
        let origin = match self {
            Self::Passphrase(_) => Origin::Passphrase { salt, cost: Cost::LEAST },
            Self::Key(_) => Origin::Key,
        };
        Ok((self.key(&origin)?, origin))
    }

    /// Returns the key of a token that has said where its master key comes from.
    ///
    /// Errors: `MasterInvalid` for a key of another origin.
    pub(crate) fn key(&self, origin: &Origin) -> Result<SymmetricKey, Error> {
        match (self, origin) {
            (Self::Passphrase(text), Origin::Passphrase { salt, cost }) => cost.key(text, salt),
            (Self::Key(key), Origin::Key) => Ok(key.derive("master", &[])),
            (Self::Passphrase(_), Origin::Key) => {
                Err(Error::MasterInvalid("the token's comes from a file or a credential"))
            }
            (Self::Key(_), Origin::Passphrase { .. }) => {
                Err(Error::MasterInvalid("the token's comes from a passphrase"))
            }
        }
    }
}

/// Returns the value of a hexadecimal digit, by arithmetic alone: a table or a branch would tell
/// the key to the caches.
fn nibble(digit: u8) -> u8 {
    // Letters have bit 6 set, in capitals or not, and are 9 above their low half.
    (digit & 15) + 9 * (digit >> 6)
}

/// What a token keeps of where its master key comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Origin {
    Passphrase { salt: [u8; 16], cost: Cost },
    Key,
}

/// The keys that the master key gives one token.
pub(crate) struct MasterKeys {
    /// For the MACs of records and of the state.
    pub(crate) integrity: SymmetricKey,
    /// For the outer of two wrappings; the inner one is by what a PIN opens.
    pub(crate) outer: SymmetricKey,
    /// Says that it is the right master key.
    pub(crate) check: Tag,
}

impl MasterKeys {
    pub(crate) fn new(master: &SymmetricKey, token: Id) -> Self {
        Self {
            integrity: master.derive("integrity", &token.0),
            outer: master.derive("outer", &token.0),
            check: master.derive("check", &token.0).tag(&[]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// Goal: a key of hexadecimal digits is that of its bytes. Method: every byte, both cases.
    #[test]
    fn digits_are_read() {
        for byte in 0..=255u8 {
            for text in [format!("{byte:02x}"), format!("{byte:02X}")] {
                let digits = text.repeat(32);
                let Ok(Master::Key(key)) = Master::from_key_text(digits.as_bytes()) else {
                    panic!("{text}")
                };
                let plain = SymmetricKey::from_bytes(&[byte; 32]).unwrap();
                assert_eq!(key.tag(&[]), plain.tag(&[]), "{text}");
            }
        }
        for no in [&b"0"[..], &[b'0'; 63], &[b'0'; 66], &[b'g'; 64], &[0; 31], &[0; 33], b""] {
            assert!(Master::from_key_text(no).is_err());
        }
    }

    /// Goal: a file that others may read gives no master key. Method: each of their permissions.
    #[test]
    fn open_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        std::fs::write(&path, [7; 32]).unwrap();
        for (mode, taken) in [(0o600, true), (0o400, true), (0o640, false), (0o602, false)] {
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
            assert_eq!(Master::from_file(&path).is_ok(), taken, "{mode:o}");
        }
        assert!(Master::from_file(folder.path()).is_err());
        assert!(Master::from_file(&folder.path().join("none")).is_err());
    }

    /// Goal: cheap derivations are refused, also from a store. Method: just below the least.
    #[test]
    fn cost_has_a_floor() {
        assert!(Cost::new(64 * 1024, 3).is_ok());
        assert!(Cost::new(64 * 1024 - 1, 3).is_err() && Cost::new(64 * 1024, 2).is_err());
        assert!(Cost { memory_kib: 8, passes: 1 }.key(b"text", &[0; 16]).is_err());
    }
}
