//! The folders of files that a token and a service make.

use std::path::Path;

/// Returns the folder that a path is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}
