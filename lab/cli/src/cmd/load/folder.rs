//! A folder of signatures, which has its name when all of them are in it.
//!
//! Whoever fails leaves nothing under the name; who is killed leaves a folder beside it whose name
//! begins with `.sealane-`.

use sealane_cli::Failure;
use sealane_cli::output::{beside, folder};
use sealane_cli::shown;
use std::fs::Permissions;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub(super) struct Folder {
    path: PathBuf,
    aside: TempDir,
}

impl Folder {
    /// Makes one beside the place where it will be. Errors: `OUTPUT_EXISTS`, `OUTPUT_FAILED`.
    pub(super) fn new(path: &Path) -> Result<Self, Failure> {
        // It is looked at again when all is there; before that nobody should sign in vain.
        if path.symlink_metadata().is_ok() {
            return Err(refused(path, &ErrorKind::AlreadyExists.into()));
        }
        // The system takes the umask off.
        let made = beside().permissions(Permissions::from_mode(0o777)).tempdir_in(folder(path));
        let aside = made.map_err(|why| refused(path, &why))?;
        Ok(Self { path: path.to_owned(), aside })
    }

    /// Keeps the signature of a file under the file's name with `.sig`. Errors: `OUTPUT_FAILED`.
    pub(super) fn keep(&self, file: &Path, signature: &[u8]) -> Result<(), Failure> {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(".sig");
        let written = std::fs::write(self.aside.path().join(&name), signature);
        written.map_err(|why| refused(&self.path.join(name), &why))
    }

    /// Gives it its name. Errors: `OUTPUT_EXISTS`, `OUTPUT_FAILED`.
    pub(super) fn publish(self) -> Result<(), Failure> {
        // A folder takes the place of nothing but an empty folder.
        std::fs::rename(self.aside.path(), &self.path).map_err(|why| {
            let is_taken = self.path.symlink_metadata().is_ok();
            refused(&self.path, &if is_taken { ErrorKind::AlreadyExists.into() } else { why })
        })?;
        // There is nothing left to be removed.
        let _ = self.aside.keep();
        Ok(())
    }
}

fn refused(path: &Path, why: &std::io::Error) -> Failure {
    let sentence = format!("--out-dir {}: {why}", shown(path));
    match why.kind() {
        ErrorKind::AlreadyExists => Failure::usage("OUTPUT_EXISTS", sentence),
        _ => Failure::failed("OUTPUT_FAILED", sentence),
    }
}
