//! The results of a batch: a file that grows behind what an earlier run left.
use super::manifest::Form;
use crate::failure::Failure;
use crate::lines::{Line, next_line};
use crate::secrets;
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The result of one item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// Number of its line in the manifest.
    pub line: u64,
    pub id: Option<String>,
    /// What became of it: signed, valid, invalid, refused, failed.
    pub result: String,
    pub signature: Option<String>,
    pub code: Option<String>,
    pub why: Option<String>,
    /// What ties it to its item and to the options of the run.
    pub of: String,
}

/// The first line of a table of results.
const HEADER: &str = "line,id,result,signature,code,why,of\n";

impl Done {
    fn write(&self, form: Form, out: &mut Vec<u8>) {
        match form {
            Form::Json => {
                let mut fields = serde_json::to_value(self).expect("texts and a number");
                let map = fields.as_object_mut().expect("a structure");
                map.retain(|_, value| !value.is_null());
                out.extend(format!("{fields}\n").bytes());
            }
            Form::Csv => {
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(out);
                let written = writer.serialize(self).map_err(io::Error::from);
                written.and_then(|()| writer.flush()).expect("memory can be written to");
            }
        }
    }

    fn read(form: Form, line: &[u8]) -> Option<Self> {
        match form {
            Form::Json => serde_json::from_slice(line).ok(),
            Form::Csv => {
                let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line);
                let mut records = reader.deserialize();
                let done = records.next()?.ok()?;
                records.next().is_none().then_some(done)
            }
        }
    }
}

pub struct Results {
    path: PathBuf,
    file: File,
    form: Form,
    /// What an earlier run left, while it is read.
    earlier: BufReader<File>,
    /// Bytes of the earlier results that are whole.
    whole: u64,
    /// Lines of them.
    lines: u64,
}

impl Results {
    /// Opens the file, or makes it. With `force`, results that are in it are dropped.
    ///
    /// Errors: what stands in the way; `RESULTS_BUSY`, if another run writes to it;
    /// `RESULTS_MISMATCH` for a table that is none of results, and for what is no file of results,
    /// which nothing drops.
    pub fn open(path: &Path, form: Form, force: bool) -> Result<Self, Failure> {
        let failed = |error: &io::Error| Failure::write(&name(path), error);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| failed(&error))?;
        flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|error| match error {
            rustix::io::Errno::WOULDBLOCK => {
                let sentence = format!("{}: another run writes to it", name(path));
                Failure::usage("RESULTS_BUSY", sentence)
            }
            other => failed(&other.into()),
        })?;
        if !begins_as_results(&file).map_err(|error| failed(&error))? {
            let sentence = format!(
                "{}: it is no file of results, and is not replaced; give another name",
                name(path)
            );
            return Err(Failure::refused("RESULTS_MISMATCH", sentence));
        }
        if force {
            file.set_len(0).map_err(|error| failed(&error))?;
        }
        let earlier = BufReader::new(file.try_clone().map_err(|error| failed(&error))?);
        let path = path.to_owned();
        let mut results = Self { path, file, form, earlier, whole: 0, lines: 0 };
        if form == Form::Csv
            && let Some(line) = results.whole_line()?
            && line != HEADER.as_bytes()
        {
            return Err(results.mismatch("its first line is not that of a table of results"));
        }
        Ok(results)
    }

    /// Device and inode of the file.
    pub fn identity(&self) -> Result<(u64, u64), Failure> {
        let found = self.file.metadata();
        let found = found.map_err(|error| Failure::write(&name(&self.path), &error))?;
        Ok((found.dev(), found.ino()))
    }

    /// The next result of an earlier run. A last line without an end is what an interruption left,
    /// and is none.
    ///
    /// Errors: `RESULTS_MISMATCH` for a line that is no result.
    pub fn next(&mut self) -> Result<Option<Done>, Failure> {
        let Some(line) = self.whole_line()? else { return Ok(None) };
        let line = &line[..line.len() - 1];
        match Done::read(self.form, line) {
            Some(done) => Ok(Some(done)),
            None => Err(self.mismatch("it is no result of this command")),
        }
    }

    fn whole_line(&mut self) -> Result<Option<Vec<u8>>, Failure> {
        let line = next_line(&mut self.earlier);
        match line.map_err(|error| Failure::write(&name(&self.path), &error))? {
            Some(Line::Whole(bytes)) if bytes.last() == Some(&b'\n') => {
                self.whole += bytes.len() as u64;
                self.lines += 1;
                Ok(Some(bytes))
            }
            Some(Line::TooLong) => {
                self.lines += 1;
                Err(self.mismatch("it is longer than any result"))
            }
            _ => Ok(None),
        }
    }

    /// The refusal to go on: the results are not those of this manifest by these options.
    pub fn mismatch(&self, why: &str) -> Failure {
        let (name, line) = (name(&self.path), self.lines);
        let sentence = format!("{name}: line {line}: {why}; give --force to begin again");
        Failure::refused("RESULTS_MISMATCH", sentence)
    }

    /// Cuts off what an interruption left of a line; from now on results are added.
    pub fn begin(&mut self) -> Result<(), Failure> {
        let (whole, file) = (self.whole, &mut self.file);
        let cut = file.set_len(whole).and_then(|()| file.seek(SeekFrom::Start(whole)));
        cut.map_err(|error| Failure::write(&name(&self.path), &error))?;
        if whole == 0 && self.form == Form::Csv { self.put(HEADER.as_bytes()) } else { Ok(()) }
    }

    /// Adds results, so that they are there after a failure of the machine too.
    pub fn add(&mut self, results: &[Done]) -> Result<(), Failure> {
        let mut text = Vec::new();
        results.iter().for_each(|done| done.write(self.form, &mut text));
        self.put(&text)
    }

    fn put(&mut self, text: &[u8]) -> Result<(), Failure> {
        let put = self.file.write_all(text).and_then(|()| self.file.sync_data());
        put.map_err(|error| Failure::write(&name(&self.path), &error))
    }
}

/// Whether a file has nothing, or begins as results of either form do, be it cut short. Anything
/// else is somebody's, a key perhaps.
fn begins_as_results(file: &File) -> io::Result<bool> {
    const STARTS: [&str; 4] = [HEADER, r#"{"code":"#, r#"{"id":"#, r#"{"line":"#];
    let mut start = [0; HEADER.len()];
    let count = file.read_at(&mut start, 0)?;
    let start = &start[..count];
    let fits = |it: &str| start.starts_with(it.as_bytes()) || it.as_bytes().starts_with(start);
    Ok(STARTS.iter().any(|it| fits(it)))
}

fn name(path: &Path) -> String {
    format!("--out {}", secrets::shown(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: what is written is read back, in both forms and on one line, whatever is in it.
    #[test]
    fn results_are_read_back() {
        let full = Done {
            line: 7,
            id: Some("a \"b\", c".into()),
            result: "refused".into(),
            signature: None,
            code: Some("MANIFEST_FIELD".into()),
            why: Some("field key: \"x\\ny\", and so on".into()),
            of: "00ff".into(),
        };
        let bare = Done { id: None, code: None, why: None, ..full.clone() };
        for done in [full, bare] {
            for form in [Form::Json, Form::Csv] {
                let mut text = Vec::new();
                done.write(form, &mut text);
                assert_eq!(text.iter().filter(|c| **c == b'\n').count(), 1);
                let mut file = tempfile::tempfile().expect("a file");
                let header: &[u8] = if form == Form::Csv { HEADER.as_bytes() } else { b"" };
                file.write_all(&[header, &text].concat()).expect("room");
                assert!(begins_as_results(&file).expect("it can be read"));
                let line = text.strip_suffix(b"\n").expect("an end");
                assert_eq!(Done::read(form, line).as_ref(), Some(&done));
                assert_eq!(Done::read(form, &line[..line.len() / 2]), None);
            }
        }
    }
}
