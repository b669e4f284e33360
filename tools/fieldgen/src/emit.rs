//! The emitted files: what is in them, and whether the checked-in ones are the same.

use crate::field::Field;
use crate::print::limbs64;
use crate::table::TABLE;
use std::io;
use std::path::{Path, PathBuf};

/// A file in the folder of generated code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// Name without folder.
    pub name: String,
    /// All of it.
    pub text: String,
}

/// The fields that have a file.
#[must_use]
pub fn emitted_fields() -> Vec<Field> {
    TABLE.iter().filter(|row| row.emit).map(Field::build).collect()
}

/// The files of `fields`.
#[must_use]
pub fn files(fields: &[Field]) -> Vec<File> {
    let mut files: Vec<File> = fields
        .iter()
        .map(|field| File { name: format!("{}.rs", field.row.name), text: limbs64::file(field) })
        .collect();
    files.push(File { name: "mod.rs".to_string(), text: limbs64::module(fields) });
    files
}

/// The folder of generated code in this workspace.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/arith/src/generated")
}

/// Compares `files` with what lies in `folder`: one line for each difference.
pub fn differences(files: &[File], folder: &Path) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    for file in files {
        match std::fs::read_to_string(folder.join(&file.name)) {
            Ok(text) if text == file.text => {}
            Ok(text) => {
                let same = text.lines().zip(file.text.lines()).take_while(|(a, b)| a == b).count();
                lines.push(format!("{}: differs from line {} on", file.name, same + 1));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                lines.push(format!("{}: missing", file.name));
            }
            Err(error) => return Err(error),
        }
    }
    for entry in std::fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !files.iter().any(|file| file.name == name) {
            lines.push(format!("{name}: belongs to no row of the table"));
        }
    }
    Ok(lines)
}
