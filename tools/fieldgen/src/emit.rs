//! The emitted files: what is in them, and whether the checked-in ones are the same.

use crate::build::signed::Signed;
use crate::build::signed::sequence::{Head, Sequence, Tail};
use crate::field::Field;
use crate::print::{curves, limbs64, signed64};
use crate::table::{TABLE, find};
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

/// The fields that have a file: all primes of the table.
#[must_use]
pub fn emitted_fields() -> Vec<Field> {
    TABLE.iter().map(Field::build).collect()
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

/// The parameter sets that have a file: prime, bits, limbs, additions, order.
const FORMS: [(&str, u32, usize, u32, Sequence); 4] = [
    ("p256_p", 26, 10, 0, Sequence::Named(Head::ReduceFirst, Tail::Short)),
    ("p256_p", 26, 10, 2, Sequence::Named(Head::ReduceFirst, Tail::Short)),
    ("p256_p", 29, 9, 0, Sequence::Named(Head::ReduceFirst, Tail::Short)),
    ("p256_p", 29, 9, 1, Sequence::Named(Head::CarryHigh, Tail::Short)),
];

/// The forms over signed limbs that have a file.
#[must_use]
pub fn emitted_forms() -> Vec<Field> {
    let forms = FORMS.into_iter().map(|(prime, bits, limbs, additions, sequence)| {
        let row = find(prime).expect("a row of the table");
        let set = Signed::new(row, bits, limbs, additions, sequence).expect("elements fit");
        Field::signed(row, set).expect("an admissible set")
    });
    forms.collect()
}

/// The files of forms, in their own folder.
#[must_use]
pub fn form_files(forms: &[Field]) -> Vec<File> {
    let name = |module: &str| format!("forms/{module}.rs");
    let texts = forms.iter().map(|field| (signed64::module_name(field), signed64::file(field)));
    let all = texts.chain([("mod".to_string(), signed64::module(forms))]);
    all.map(|(module, text)| File { name: name(&module), text }).collect()
}

/// Every file that is checked in.
#[must_use]
pub fn all_files() -> Vec<File> {
    let mut all = files(&emitted_fields());
    all.extend(form_files(&emitted_forms()));
    all
}

/// The folder of generated code in this workspace.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/arith/src/generated")
}

/// The file of all curves, which stands in another crate.
#[must_use]
pub fn curves_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/sign/src/generated/mod.rs")
}

/// Compares the file of all curves with `path`: a line if they differ.
pub fn curves_difference(path: &Path) -> io::Result<Option<String>> {
    let same = std::fs::read_to_string(path)? == curves::file();
    Ok((!same).then(|| format!("{}: differs from the table of curves", path.display())))
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
    for name in names(folder)? {
        if !files.iter().any(|file| file.name == name) {
            lines.push(format!("{name}: belongs to no row of the table"));
        }
    }
    Ok(lines)
}

/// The names of the files in `folder`, and in the folder of forms if there is one.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type()?.is_dir() {
            for entry in std::fs::read_dir(entry.path())? {
                names.push(format!("{name}/{}", entry?.file_name().to_string_lossy()));
            }
        } else {
            names.push(name);
        }
    }
    Ok(names)
}
