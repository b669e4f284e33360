//! What is published: which packages, what is inside of them, and under whose licences.

mod parts;
mod sbom;
mod third_party;

use crate::build::Tree;
use std::fs;
use std::path::Path;

/// Returns the names of the packages that may be published, a line each.
pub fn published(tree: &Tree) -> Result<String, String> {
    let names = parts::published(&parts::metadata(tree, &["--no-deps"])?);
    Ok(names.into_iter().map(|name| name + "\n").collect())
}

/// Returns the list of parts of all files below a folder, as a document of CycloneDX.
///
/// `time` is when it was made, as RFC 3339 has it. Errors: what cargo says, and files that cannot
/// be read.
pub fn sbom(tree: &Tree, folder: &Path, time: &str) -> Result<String, String> {
    let mut files = Vec::new();
    files_below(folder, &mut files)?;
    files.sort();
    let files: Result<Vec<_>, String> =
        files.iter().map(|file| sbom::published_file(folder, file)).collect();
    Ok(sbom::text(&parts::all(tree)?, &files?, time))
}

/// Returns the texts of the licences of what others wrote and is inside of what is published.
pub fn third_party(tree: &Tree) -> Result<String, String> {
    third_party::text(&parts::all(tree)?)
}

fn files_below(folder: &Path, found: &mut Vec<std::path::PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|why| why.to_string())?.path();
        if path.is_dir() {
            files_below(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}
