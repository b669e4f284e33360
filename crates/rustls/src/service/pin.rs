//! Where the PIN of a login is from.

use sealane_client::Error;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use zeroize::Zeroizing;

/// Where a PIN is from.
#[derive(Clone)]
pub enum PinSource {
    /// The first line of a file, which is read at each login: nothing of it stays in memory. It
    /// must be its owner's alone; in the folder of the system's credentials
    /// (`CREDENTIALS_DIRECTORY`) its group may have it.
    File(PathBuf),
    /// These bytes, which are wiped with their last clone.
    Given(Zeroizing<Vec<u8>>),
}

impl PinSource {
    /// Takes the bytes of a PIN.
    #[must_use]
    pub fn given(pin: &[u8]) -> Self {
        Self::Given(Zeroizing::new(pin.to_vec()))
    }

    /// Returns the PIN.
    ///
    /// Errors: `PERMISSION` for a file that is not there, or that others may read; `PIN_LENGTH`.
    pub(super) fn read(&self) -> Result<Zeroizing<Vec<u8>>, Error> {
        let pin = match self {
            Self::Given(pin) => pin.clone(),
            Self::File(path) => first_line(path)?,
        };
        if (4..=255).contains(&pin.len()) { Ok(pin) } else { Err(Error::PinLength) }
    }
}

impl fmt::Debug for PinSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Given(_) => f.write_str("Given"),
        }
    }
}

/// The most bytes of a file that are looked at: more than any PIN has.
const MOST_BYTES: usize = 4096;
/// Opening a pipe would wait for a writer.
const O_NONBLOCK: i32 = 0o4000;

fn first_line(path: &Path) -> Result<Zeroizing<Vec<u8>>, Error> {
    let refuse = |why: &str| Error::Permission(format!("the file of the PIN, {path:?}: {why}"));
    let opened = File::options().read(true).custom_flags(O_NONBLOCK).open(path);
    let file = opened.map_err(|error| refuse(&error.to_string()))?;
    let found = file.metadata().map_err(|error| refuse(&error.to_string()))?;
    if !found.is_file() {
        return Err(refuse("it is no file"));
    }
    let credentials = std::env::var_os("CREDENTIALS_DIRECTORY");
    let is_credential = credentials.is_some_and(|folder| path.starts_with(folder));
    let others = if is_credential { 0o007 } else { 0o077 };
    if found.mode() & others != 0 {
        return Err(refuse("others may read it (chmod 600)"));
    }
    // As long as it becomes, so that no copy of it is left behind.
    let mut text = Zeroizing::new(Vec::with_capacity(MOST_BYTES));
    let read = file.take(MOST_BYTES as u64).read_to_end(&mut text);
    read.map_err(|error| refuse(&error.to_string()))?;
    let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Ok(Zeroizing::new(line.strip_suffix(b"\r").unwrap_or(line).to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn code(source: &PinSource) -> String {
        match source.read() {
            Ok(pin) => String::from_utf8_lossy(&pin).into_owned(),
            Err(error) => error.code().to_owned(),
        }
    }

    /// Goal: the first line of a file that is its owner's alone is the PIN, and nothing else.
    #[test]
    fn files_of_pins_are_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pin");
        let source = PinSource::File(path.clone());
        assert_eq!(code(&source), "PERMISSION");
        let long = "x".repeat(255);
        let too_long = "x".repeat(256);
        for (text, expected) in [
            ("1234", "1234"),
            ("1234\n", "1234"),
            ("1234\r\nmore\n", "1234"),
            (&long, &long),
            (&too_long, "PIN_LENGTH"),
            ("123\n", "PIN_LENGTH"),
            ("", "PIN_LENGTH"),
        ] {
            std::fs::write(&path, text).unwrap();
            std::fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
            assert_eq!(code(&source), expected, "{text:?}");
        }
        std::fs::write(&path, "1234").unwrap();
        for (mode, expected) in [(0o400, "1234"), (0o640, "PERMISSION"), (0o604, "PERMISSION")] {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            assert_eq!(code(&source), expected, "{mode:o}");
        }
        assert_eq!(code(&PinSource::File(folder.path().into())), "PERMISSION");
        assert_eq!(format!("{:?}", PinSource::given(b"1234")), "Given");
    }
}
