//! Results are not written over a key, a message or a signature that an item names, under whatever
//! name of the file.
use super::fields::{Field, Fields, Known};
use super::manifest::{Manifest, Sought};
use crate::args::BatchFiles;
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::secrets::shown;
use std::path::Path;

/// Fields that name files.
const FILES: [Field; 3] = [Field::Key, Field::File, Field::SignatureFile];

/// The file of results, as items are compared with it.
pub struct ResultsGuard {
    /// Device and inode, if it is a file.
    identity: Option<(u64, u64)>,
    /// The last key that was another file: many items name one key.
    key: Option<String>,
}

impl ResultsGuard {
    pub fn new(identity: Option<(u64, u64)>) -> Self {
        Self { identity, key: None }
    }

    /// Refuses an item that names the file of results. Errors: `OUTPUT_IS_INPUT`.
    pub fn refuse(&mut self, fields: &Fields) -> Result<(), Failure> {
        if self.identity.is_none() {
            return Ok(());
        }
        for (field, name) in FILES.iter().filter_map(|field| Some((*field, fields.text(*field)?))) {
            let is_key = field == Field::Key;
            if is_key && self.key.as_deref() == Some(name) {
                continue;
            }
            let source = Source::File(name.into());
            if Input::new("--manifest", &source).identity() == self.identity {
                let name = shown(Path::new(name));
                let sentence = format!("field {field} {name}: it is the file of the results");
                return Err(Failure::usage("OUTPUT_IS_INPUT", sentence));
            }
            if is_key {
                self.key = Some(name.to_owned());
            }
        }
        Ok(())
    }
}

/// Whether an item names a file.
#[cfg(feature = "test-hooks")]
pub fn names_files(fields: &Fields) -> bool {
    FILES.iter().any(|field| fields.text(*field).is_some())
}

/// Goes through a manifest once before anything is written to a file that is there already. What
/// comes through a pipe is looked at item by item, when its turn comes.
///
/// Errors: `OUTPUT_IS_INPUT`, with the line and the field; those of the manifest.
pub fn refuse_named(
    args: &BatchFiles,
    known: Known,
    identity: Option<(u64, u64)>,
) -> Result<(), Failure> {
    if identity.is_none() {
        return Ok(());
    }
    match &args.manifest {
        Source::File(path) if path.is_file() => {}
        _ => return Ok(()),
    }
    let input = Input::new("--manifest", &args.manifest);
    let mut guard = ResultsGuard::new(identity);
    let mut manifest = Manifest::open(input, known, args.form)?;
    let sought = Sought::new(&FILES);
    while let Some(item) = manifest.next_with(&sought)? {
        let Ok(fields) = &item.fields else { continue };
        let of_line =
            |why| format!("{}: {}: line {}: {why}", args.out.name(), input.name(), item.number);
        guard.refuse(fields).map_err(|failure| failure.about(of_line))?;
    }
    Ok(())
}
