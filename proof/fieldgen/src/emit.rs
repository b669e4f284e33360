//! The emitted files: what is in them, and whether the checked-in ones are the same.

use crate::asm::file;
use crate::build::signed::Signed;
use crate::build::signed::sequence::{Head, Sequence, Tail};
use crate::field::Field;
use crate::kernel::file as kernels;
use crate::narrow;
use crate::print::signed64::Calls;
use crate::print::{curves, lanes52, limbs64, quads, signed64};
use crate::ring::text as ring;
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

/// The same primes over signed limbs, each in its narrow set.
#[must_use]
pub fn narrow_fields() -> Vec<Field> {
    let chosen = |row| narrow::choose(row).expect("every prime has a narrow set");
    TABLE.iter().map(chosen).collect()
}

/// The same primes in lanes.
#[must_use]
pub fn lanes_fields() -> Vec<Field> {
    TABLE.iter().map(Field::lanes).collect()
}

/// The primes that have a form for four elements together.
#[must_use]
pub fn quads_fields() -> Vec<Field> {
    TABLE.iter().filter_map(Field::quads).collect()
}

/// The files of primes in quads.
#[must_use]
pub fn quads_files(folder: &str, fields: &[Field]) -> Vec<File> {
    let name = |module: &str| format!("{folder}/{module}.rs");
    let texts = fields.iter().map(|field| (field.row.name, quads::file(field)));
    let all = texts.chain([("mod", quads::module(fields))]);
    all.map(|(module, text)| File { name: name(module), text }).collect()
}

/// The files of primes in lanes.
#[must_use]
pub fn lanes_files(folder: &str, fields: &[Field]) -> Vec<File> {
    let name = |module: &str| format!("{folder}/{module}.rs");
    let texts = fields.iter().map(|field| (field.row.name, lanes52::file(field)));
    let all = texts.chain([("mod", lanes52::module(fields))]);
    all.map(|(module, text)| File { name: name(module), text }).collect()
}

/// The files of `fields`, whose narrow twins are `narrow`.
#[must_use]
pub fn files(fields: &[Field], narrow: &[Field]) -> Vec<File> {
    let mut files: Vec<File> = fields
        .iter()
        .zip(narrow)
        .map(|(field, narrow)| {
            let name = format!("{}.rs", field.row.name);
            File { name, text: limbs64::file(field, narrow) }
        })
        .collect();
    files.push(File { name: "mod.rs".to_string(), text: limbs64::module(fields) });
    files
}

/// The files of products modulo numbers of run-time value.
#[must_use]
pub fn product_files(folder: &str) -> Vec<File> {
    let texts = file::LENGTHS.map(|limbs| (format!("limbs{limbs}"), file::file(limbs)));
    let all = texts.into_iter().chain([("mod".to_string(), file::module())]);
    all.map(|(name, text)| File { name: format!("{folder}/{name}.rs"), text }).collect()
}

/// The files of kernels of one lane.
#[must_use]
pub fn kernel_files(folder: &str) -> Vec<File> {
    let texts = kernels::fields().into_iter();
    let texts = texts.map(|field| (field.row.name.to_string(), kernels::file(&field)));
    let all = texts.chain([("mod".to_string(), kernels::module())]);
    all.map(|(name, text)| File { name: format!("{folder}/{name}.rs"), text }).collect()
}

/// The files of kernels that have programs, each with its field.
#[must_use]
pub fn kernel_names() -> Vec<(Field, String)> {
    let name = |field: &Field| format!("{}/{}.rs", FOLDERS[4], field.row.name);
    kernels::fields().into_iter().map(|field| (field.clone(), name(&field))).collect()
}

/// The files of products that have programs: limbs and name.
#[must_use]
pub fn product_names() -> [(usize, String); 3] {
    file::LENGTHS.map(|limbs| (limbs, format!("{}/limbs{limbs}.rs", FOLDERS[3])))
}

/// The folders of fields over signed limbs, those of fields in lanes, of products, of kernels and
/// of fields in quads.
pub const FOLDERS: [&str; 6] = ["narrow", "forms", "lanes", "products", "kernels", "quads"];

/// The parameter sets that are measured: prime, bits, limbs, additions, order.
const FORMS: [(&str, u32, usize, u32, Sequence); 4] = [
    ("p256_p", 26, 10, 0, Sequence::Named(Head::ReduceFirst, Tail::Short)),
    ("p256_p", 26, 10, 2, Sequence::Named(Head::ReduceFirst, Tail::Short)),
    ("p256_p", 29, 9, 0, Sequence::Named(Head::ReduceFirst, Tail::Short)),
    ("p256_p", 29, 9, 1, Sequence::Named(Head::CarryHigh, Tail::Short)),
];

/// The forms that have a file to be measured. The narrow set is among them, because here, as in the
/// forms it is compared with, its functions are inlined.
#[must_use]
pub fn emitted_forms() -> Vec<Field> {
    let forms = FORMS.into_iter().map(|(prime, bits, limbs, additions, sequence)| {
        let row = find(prime).expect("a row of the table");
        let set = Signed::new(row, bits, limbs, additions, sequence).expect("elements fit");
        Field::signed(row, set).expect("an admissible set")
    });
    forms.collect()
}

/// Everything over signed limbs that has a file, once.
#[must_use]
pub fn signed_fields() -> Vec<Field> {
    let mut fields = narrow_fields();
    for form in emitted_forms() {
        let name = signed64::module_name(&form);
        if fields.iter().all(|field| signed64::module_name(field) != name) {
            fields.push(form);
        }
    }
    fields
}

/// The files of fields over signed limbs in `folder`; `about` is the first line of their list.
#[must_use]
pub fn signed_files(folder: &str, about: &str, fields: &[Field], calls: Calls) -> Vec<File> {
    let name = |module: &str| format!("{folder}/{module}.rs");
    let texts =
        fields.iter().map(|field| (signed64::module_name(field), signed64::file(field, calls)));
    let all = texts.chain([("mod".to_string(), signed64::module(about, fields))]);
    all.map(|(module, text)| File { name: name(&module), text }).collect()
}

/// Every file that is checked in.
#[must_use]
pub fn all_files() -> Vec<File> {
    let narrow = narrow_fields();
    let mut all = files(&emitted_fields(), &narrow);
    let [narrow_folder, forms_folder, lanes_folder, products_folder, kernels_folder, quads_folder] =
        FOLDERS;
    let about = "The narrow set of each prime: signed limbs, no product of 128 bits.";
    all.extend(signed_files(narrow_folder, about, &narrow, Calls::Real));
    let about = "Sets of signed limbs for P-256, to be measured.";
    all.extend(signed_files(forms_folder, about, &emitted_forms(), Calls::Inline));
    all.extend(lanes_files(lanes_folder, &lanes_fields()));
    all.extend(product_files(products_folder));
    all.extend(kernel_files(kernels_folder));
    all.extend(quads_files(quads_folder, &quads_fields()));
    all.push(File { name: ring::FILE.to_string(), text: ring::file() });
    all
}

/// The folder of generated code in this workspace.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/arith/src/generated")
}

/// The files of the curves and of the algorithms over them, which stand in another crate: where,
/// and what is in them.
#[must_use]
pub fn curves_files() -> [(PathBuf, String); 2] {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/sealane/src");
    [
        (library.join("group/generated/mod.rs"), curves::curves()),
        (library.join("ecc/generated/mod.rs"), curves::algorithms()),
    ]
}

/// Compares what is to stand in a file with what does: a line if they differ.
pub fn curves_difference(path: &Path, text: &str) -> io::Result<Option<String>> {
    let same = std::fs::read_to_string(path)? == text;
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

/// The names of the files in `folder`, and in the folders below it.
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
