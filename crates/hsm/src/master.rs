//! The master key: from a passphrase, a file, or a credential of the system. There is no default.

use crate::error::Error;
use crate::object::Id;
use crate::platform::Platform;
use crate::secret::{SymmetricKey, Tag};
use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use zeroize::Zeroizing;

/// What a derivation from a passphrase or a PIN costs. Argon2id, RFC 9106.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    memory_kib: u32,
    passes: u32,
}

impl Cost {
    /// The least that is taken by what ships: 64 MiB, three passes, one lane.
    const SHIPPED: Self = Self { memory_kib: 64 * 1024, passes: 3 };
    /// The least that is taken, and what a new token takes. Tests derive thousands of keys: the
    /// feature `test-hooks`, which no release has, lets a derivation be cheap.
    pub const LEAST: Self = if cfg!(feature = "test-hooks") {
        Self { memory_kib: 64, passes: 1 }
    } else {
        Self::SHIPPED
    };
    /// A store that asks for more than 4 GiB is damaged.
    const MAX_KIB: u32 = 4 << 20;

    /// A cost of one's own. Errors: `MasterInvalid` below the least, and above 4 GiB or 1000
    /// passes.
    pub fn new(memory_kib: u32, passes: u32) -> Result<Self, Error> {
        let memory = Self::LEAST.memory_kib..=Self::MAX_KIB;
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
    /// Errors: `MasterInvalid`, also for a key of zeros; `Permission` for a file of which
    /// [`demand_own`] says no.
    pub fn from_file(path: &Path) -> Result<Self, Error> {
        // Opening a FIFO would wait for a writer, perhaps for ever.
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits() as i32;
        let file = OpenOptions::new().read(true).custom_flags(flags).open(path);
        let file: File = file.map_err(|error| unreadable(&error))?;
        let found = file.metadata().map_err(|error| unreadable(&error))?;
        if !found.is_file() {
            return Err(Error::MasterInvalid("its place is no regular file"));
        }
        let why = |why| Error::Permission(format!("{} has {why}", path.display()));
        demand_own_file(&file, &found).map_err(why)?;
        // All the room at once: growing would leave copies of the key behind.
        let mut text = Zeroizing::new(Vec::with_capacity(128));
        file.take(100).read_to_end(&mut text).map_err(|error| unreadable(&error))?;
        Self::from_key_text(&text)
    }

    /// A fresh key, which is nowhere else: for a token that lasts as long as its process.
    ///
    /// Errors: `Random`.
    pub fn fresh(platform: &Platform) -> Result<Self, Error> {
        Ok(Self::Key(SymmetricKey::filled(|out| platform.random(out))?))
    }

    /// Reads the credential `name` that the service manager has passed: a file in the directory
    /// that `CREDENTIALS_DIRECTORY` names.
    ///
    /// Errors: `MasterUnset` if there is no such directory; `MasterInvalid` for a name that is not
    /// that of a file in it; those of [`Master::from_file`].
    pub fn from_credential(name: &str) -> Result<Self, Error> {
        if name.contains(['/', '\0']) || ["", ".", ".."].contains(&name) {
            return Err(Error::MasterInvalid("its credential has no plain name"));
        }
        let directory = std::env::var_os("CREDENTIALS_DIRECTORY").ok_or(Error::MasterUnset)?;
        Self::from_file(&Path::new(&directory).join(name))
    }

    fn from_key_text(text: &[u8]) -> Result<Self, Error> {
        if is_zero(text, 0) || is_zero(text, b'0') {
            return Err(Error::MasterInvalid("it is zero: nobody has filled it with random bytes"));
        }
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

/// Whether a file may hold a secret: nobody but its owner may open it, who is the user of this
/// process or the system's own. Errors: what it has instead, as the end of a sentence.
pub fn demand_own(found: &Metadata) -> Result<(), String> {
    let mode = found.mode() & 0o7777;
    if mode & 0o077 != 0 {
        return Err(format!("mode {mode:03o}: others may open it, who must not; give it mode 600"));
    }
    let (own, of_file) = (rustix::process::geteuid().as_raw(), found.uid());
    if !is_ours(of_file, own) {
        return Err(format!("user {of_file} as its owner, who is neither user {own} nor root"));
    }
    Ok(())
}

/// Like [`demand_own`], of a file that is open: one whose access control list gives it to the user
/// of this process alone is taken too, as credentials of the service manager are. Errors: the same.
pub fn demand_own_file(file: &File, found: &Metadata) -> Result<(), String> {
    const OTHERS: u32 = 0o007;
    let own = rustix::process::geteuid().as_raw();
    let listed = found.mode() & OTHERS == 0 && crate::acl::is_own_by_list(file, own);
    if listed && is_ours(found.uid(), own) { Ok(()) } else { demand_own(found) }
}

/// Whether an owner is the user of this process or the system's own.
fn is_ours(of_file: u32, own: u32) -> bool {
    [own, 0].contains(&of_file)
}

fn unreadable(error: &std::io::Error) -> Error {
    Error::MasterInvalid(match error.kind() {
        ErrorKind::NotFound => "there is no such file",
        ErrorKind::PermissionDenied => "its file may not be read by this user",
        _ => "its file cannot be read",
    })
}

/// Whether all bytes of a text are one, without a branch on any of them; but for the end of a line.
fn is_zero(text: &[u8], zero: u8) -> bool {
    let digits = text.strip_suffix(b"\n").unwrap_or(text);
    digits.len() >= 32 && digits.iter().fold(0, |all, byte| all | (byte ^ zero)) == 0
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
                if byte == 0 {
                    for zeros in [digits.clone(), digits + "\n", "\0".repeat(32)] {
                        assert!(Master::from_key_text(zeros.as_bytes()).is_err());
                    }
                    continue;
                }
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
        let no_file = Some(Error::MasterInvalid("its place is no regular file"));
        assert_eq!(Master::from_file(folder.path()).err(), no_file);
        // Opening it must not wait for somebody who writes.
        let pipe = folder.path().join("pipe");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0)
            .unwrap();
        assert_eq!(Master::from_file(&pipe).err(), no_file);
        for name in ["", ".", "..", "a/b", "/etc/passwd", "a\0b"] {
            let said = Master::from_credential(name).err();
            assert_eq!(said, Some(Error::MasterInvalid("its credential has no plain name")));
        }
        assert!(Master::from_file(&folder.path().join("none")).is_err());
    }

    /// Goal: a file belongs to the user of the process, or to root. Method: both, and others; as
    /// root, a file that is given away.
    #[test]
    fn others_own_no_master_key() {
        for (of_file, own, ours) in [(5, 5, true), (0, 5, true), (5, 0, false), (6, 5, false)] {
            assert_eq!(is_ours(of_file, own), ours, "{of_file} {own}");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        std::fs::write(&path, [7; 32]).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        if std::os::unix::fs::chown(&path, Some(12_345), None).is_ok() {
            let said = Master::from_file(&path).err();
            assert!(matches!(said, Some(Error::Permission(why)) if why.contains("user 12345")));
        }
    }

    /// Goal: a file that its list gives to this user alone is taken, whatever the bits of its group
    /// say. Method: the list of a service manager, and one with another user.
    #[test]
    fn lists_are_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        std::fs::write(&path, [7; 32]).unwrap();
        let own = rustix::process::geteuid().as_raw();
        for (user, taken) in [(own, true), (12_345, false)] {
            match crate::acl::tests::give_to(&File::open(&path).unwrap(), user) {
                Ok(()) => assert_eq!(Master::from_file(&path).is_ok(), taken, "{user}"),
                // A file system without lists.
                Err(why) => assert_eq!(why, rustix::io::Errno::OPNOTSUPP),
            }
        }
    }

    /// Goal: texts of a wrong length give no key. Method: one byte more and one less than is taken.
    #[test]
    fn texts_have_their_lengths() {
        assert!(Master::from_passphrase(b"8 bytes.").is_ok());
        assert!(Master::from_passphrase(b"7 bytes").is_err());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("master");
        for (bytes, taken) in [(64, true), (65, false), (66, false), (100, false), (200, false)] {
            std::fs::write(&path, vec![b'7'; bytes]).unwrap();
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
            assert_eq!(Master::from_file(&path).is_ok(), taken, "{bytes}");
        }
    }

    /// Goal: cheap derivations are refused, also from a store. Method: just below the least.
    #[test]
    fn cost_has_a_floor() {
        let Cost { memory_kib, passes } = Cost::LEAST;
        assert!(Cost::new(memory_kib, passes).is_ok());
        assert!(Cost::new(memory_kib - 1, passes).is_err());
        assert!(Cost::new(memory_kib, passes - 1).is_err());
        assert!(Cost::new(memory_kib, 1000).is_ok());
        assert!(Cost::new(memory_kib, 1001).is_err());
        assert!(Cost { memory_kib: 8, passes: 1 }.key(b"text", &[0; 16]).is_err());
        // What is in a store made by a release is taken by a build for tests as well.
        assert!(Cost::new(64 * 1024, 3).is_ok());
    }

    /// Goal: a release has the costs that its documents promise, and only a build for tests others.
    #[test]
    fn cheap_derivations_need_the_hooks_of_tests() {
        assert_eq!(Cost::SHIPPED, Cost { memory_kib: 64 * 1024, passes: 3 });
        assert_eq!(Cost::LEAST == Cost::SHIPPED, !cfg!(feature = "test-hooks"));
    }
}
