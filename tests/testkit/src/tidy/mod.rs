//! The rules that a tool can keep: each takes text and returns its offences, so that each can be
//! shown one it must refuse.

pub mod crates;
pub mod floors;
pub mod licence;
pub mod repeats;
pub mod rules;
pub mod secrets;
pub mod source;
pub mod uses;

use source::Source;
use std::path::Path;

/// Returns all text files of the workspace that are written by hand, and the generated ones: code,
/// scripts, documents and manifests. Vectors and build output are none.
///
/// # Panics
/// If a folder cannot be read.
#[must_use]
pub fn files(root: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    walk(root, root, &mut found);
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

fn walk(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).expect("a folder of the workspace can be read") {
        let entry = entry.expect("an entry of a folder can be read");
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        let hidden = name.starts_with('.') && name != ".ci";
        if hidden {
            continue;
        }
        if path.is_dir() {
            if !name.starts_with("target") && name != "vectors" {
                walk(root, &path, found);
            }
            continue;
        }
        let known = [".rs", ".md", ".toml", ".py", ".sh"].iter().any(|end| name.ends_with(end));
        if known || name == "Makefile" || folder.file_name().is_some_and(|folder| folder == ".ci") {
            let text = std::fs::read_to_string(&path).expect("a file of the workspace is text");
            let relative = path.strip_prefix(root).expect("it was found below the root");
            let relative = relative.to_string_lossy().replace('\\', "/");
            found.push(Source::new(&relative, &text));
        }
    }
}
