//! Results stand apart from all that a run reads: they are not written over a key, a message or a
//! signature that an item names, under whatever name of the file.
use super::fields::Fields;
use super::manifest::Manifest;
use crate::args::BatchFiles;
use crate::failure::Failure;
use crate::input::{Input, Source};
use crate::scheme::Op;
use crate::secrets::shown;
use std::path::Path;

/// Fields that name files.
const FILES: [&str; 3] = ["key", "file", "signature_file"];

/// The file of results, as items are compared with it.
pub struct Apart {
    /// Device and inode.
    identity: (u64, u64),
    /// The last key that was another file: many items name one key.
    key: Option<String>,
}

impl Apart {
    pub fn new(identity: (u64, u64)) -> Self {
        Self { identity, key: None }
    }

    /// Refuses an item that names the file of results. Errors: `OUTPUT_IS_INPUT`.
    pub fn refuse(&mut self, fields: &Fields) -> Result<(), Failure> {
        for (field, name) in FILES.iter().filter_map(|field| Some((field, fields.text(field)?))) {
            let is_key = *field == "key";
            if is_key && self.key.as_deref() == Some(name) {
                continue;
            }
            let source = Source::File(name.into());
            if Input::new("--manifest", &source).identity() == Some(self.identity) {
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

/// Goes through a manifest once before anything is written to a file that is there already. What
/// comes through a pipe is looked at item by item, when its turn comes.
///
/// Errors: `OUTPUT_IS_INPUT`, with the line and the field; those of the manifest.
pub fn refuse_named(args: &BatchFiles, op: Op) -> Result<(), Failure> {
    let out = Source::File(args.out.clone());
    let Some(identity) = Input::new("--out", &out).identity() else { return Ok(()) };
    match &args.manifest {
        Source::File(path) if path.is_file() => {}
        _ => return Ok(()),
    }
    let input = Input::new("--manifest", &args.manifest);
    let (mut manifest, mut apart) = (Manifest::open(input, op, args.form)?, Apart::new(identity));
    while let Some(item) = manifest.next()? {
        let Ok(fields) = &item.fields else { continue };
        let of_line = |why| {
            let out = shown(&args.out);
            format!("--out {out}: {}: line {}: {why}", input.name(), item.number)
        };
        apart.refuse(fields).map_err(|failure| failure.about(of_line))?;
    }
    Ok(())
}
