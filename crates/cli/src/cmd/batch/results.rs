//! The results of a batch: a file that grows behind what an earlier run left, or standard output.
use super::fields::Id;
use super::manifest::Form;
use crate::failure::Failure;
use crate::lines::{Length, read_line};
use crate::output::{Target, to_stdout};
use data_encoding::HEXLOWER;
use rustix::fs::{FlockOperation, flock};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::Path;

/// The result of one item. The fields stand in the order that lines of JSON have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Done {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Cow<'static, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    /// Number of its line in the manifest.
    pub line: u64,
    pub of: Tie,
    /// What became of it: signed, valid, invalid, refused, failed.
    pub result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// What ties a result to its item and to the options of the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tie(pub [u8; 16]);

impl Tie {
    fn hex(self) -> [u8; 32] {
        let mut digits = [0; 32];
        HEXLOWER.encode_mut(&self.0, &mut digits);
        digits
    }
}

impl Serialize for Tie {
    fn serialize<S: Serializer>(&self, writer: S) -> Result<S::Ok, S::Error> {
        writer.serialize_str(str::from_utf8(&self.hex()).expect("digits"))
    }
}

/// A result that an earlier run wrote, as far as it is needed.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Earlier {
    pub line: u64,
    #[serde(rename = "id")]
    _id: Option<Skipped>,
    pub result: String,
    #[serde(rename = "signature")]
    _signature: Option<Skipped>,
    #[serde(rename = "code")]
    _code: Option<Skipped>,
    pub why: Option<String>,
    of: String,
}

/// A value that is there and not looked at.
#[derive(Debug, PartialEq, Eq)]
struct Skipped;

impl<'de> Deserialize<'de> for Skipped {
    fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(reader).map(|_| Self)
    }
}

impl Earlier {
    /// Whether it is of the item, and of the options of this run.
    pub fn is_of(&self, tie: Tie) -> bool {
        self.of.as_bytes() == tie.hex()
    }
}

/// The first line of a table of results.
const HEADER: &str = "line,id,result,signature,code,why,of\n";

/// Writes results, a line each.
fn write(form: Form, results: &[Done]) -> Vec<u8> {
    const USUAL_LINE_BYTES: usize = 96;
    let mut out = Vec::with_capacity(results.len() * USUAL_LINE_BYTES);
    match form {
        Form::Json => {
            for done in results {
                serde_json::to_writer(&mut out, done).expect("memory can be written to");
                out.push(b'\n');
            }
        }
        Form::Csv => {
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(&mut out);
            for done in results {
                let Done { code, id, line, of, result, signature, why } = done;
                let written = writer.serialize((line, id, result, signature, code, why, of));
                written.expect("texts and a number");
            }
            writer.flush().expect("memory can be written to");
        }
    }
    out
}

/// Reads a result, from a line without its end.
fn read(form: Form, line: &[u8]) -> Option<Earlier> {
    match form {
        Form::Json => serde_json::from_slice(line).ok(),
        Form::Csv => {
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .buffer_capacity(line.len().max(1))
                .from_reader(line);
            let mut records = reader.deserialize();
            let earlier = records.next()?.ok()?;
            records.next().is_none().then_some(earlier)
        }
    }
}

/// Where results go.
pub struct Results {
    form: Form,
    destination: Destination,
}

enum Destination {
    /// Nothing is there from earlier runs.
    Stdout,
    File(ResultFile),
}

struct ResultFile {
    /// How messages call it.
    name: String,
    file: File,
    /// What an earlier run left, while it is read.
    earlier: BufReader<File>,
    /// The line that was read last.
    line: Vec<u8>,
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
    pub fn open(target: &Target, form: Form, force: bool) -> Result<Self, Failure> {
        let Target::File(path) = target else {
            return Ok(Self { form, destination: Destination::Stdout });
        };
        let mut results = ResultFile::open(path, target.name(), force)?;
        if form == Form::Csv && results.whole_line()? && results.line != HEADER.as_bytes() {
            return Err(results.mismatch("its first line is not that of a table of results"));
        }
        Ok(Self { form, destination: Destination::File(results) })
    }

    /// Device and inode, if results go to a file.
    pub fn identity(&self) -> Result<Option<(u64, u64)>, Failure> {
        let Destination::File(results) = &self.destination else {
            return Ok(Target::Stdout.identity());
        };
        let found = results.file.metadata();
        let found = found.map_err(|error| Failure::write(&results.name, &error))?;
        Ok(Some((found.dev(), found.ino())))
    }

    /// The next result of an earlier run. A last line without an end is what an interruption left,
    /// and is none.
    ///
    /// Errors: `RESULTS_MISMATCH` for a line that is no result.
    pub fn next(&mut self) -> Result<Option<Earlier>, Failure> {
        let Destination::File(results) = &mut self.destination else { return Ok(None) };
        if !results.whole_line()? {
            return Ok(None);
        }
        match read(self.form, &results.line[..results.line.len() - 1]) {
            Some(earlier) => Ok(Some(earlier)),
            None => Err(results.mismatch("it is no result of this command")),
        }
    }

    /// The refusal to go on: the results are not those of this manifest by these options.
    pub fn mismatch(&self, why: &str) -> Failure {
        match &self.destination {
            Destination::File(results) => results.mismatch(why),
            Destination::Stdout => unreachable!("standard output has no earlier results"),
        }
    }

    /// Cuts off what an interruption left of a line; from now on results are added.
    pub fn begin(&mut self) -> Result<(), Failure> {
        let is_empty = match &mut self.destination {
            Destination::Stdout => true,
            Destination::File(results) => results.cut()? == 0,
        };
        if is_empty && self.form == Form::Csv { self.put(HEADER.as_bytes()) } else { Ok(()) }
    }

    /// Adds results, so that those of a file are there after a failure of the machine too.
    pub fn add(&mut self, results: &[Done]) -> Result<(), Failure> {
        self.put(&write(self.form, results))
    }

    fn put(&mut self, text: &[u8]) -> Result<(), Failure> {
        let Destination::File(ResultFile { file, name, .. }) = &mut self.destination else {
            return to_stdout(text);
        };
        let put = file.write_all(text).and_then(|()| file.sync_data());
        put.map_err(|error| Failure::write(name, &error))
    }
}

impl ResultFile {
    fn open(path: &Path, name: String, force: bool) -> Result<Self, Failure> {
        let failed = |error: &io::Error| Failure::write(&name, error);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| failed(&error))?;
        flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|error| match error {
            rustix::io::Errno::WOULDBLOCK => {
                Failure::usage("RESULTS_BUSY", format!("{name}: another run writes to it"))
            }
            other => failed(&other.into()),
        })?;
        if !begins_as_results(&file).map_err(|error| failed(&error))? {
            let sentence =
                format!("{name}: it is no file of results, and is not replaced; give another name");
            return Err(Failure::refused("RESULTS_MISMATCH", sentence));
        }
        if force {
            file.set_len(0).map_err(|error| failed(&error))?;
        }
        let earlier = BufReader::new(file.try_clone().map_err(|error| failed(&error))?);
        Ok(Self { name, file, earlier, line: Vec::new(), whole: 0, lines: 0 })
    }

    /// Reads a line of an earlier run, and says whether there is one that is whole.
    fn whole_line(&mut self) -> Result<bool, Failure> {
        let length = read_line(&mut self.earlier, &mut self.line);
        match length.map_err(|error| Failure::write(&self.name, &error))? {
            Some(Length::Whole) if self.line.last() == Some(&b'\n') => {
                self.whole += self.line.len() as u64;
                self.lines += 1;
                Ok(true)
            }
            Some(Length::TooLong) => {
                self.lines += 1;
                Err(self.mismatch("it is longer than any result"))
            }
            _ => Ok(false),
        }
    }

    fn mismatch(&self, why: &str) -> Failure {
        let (name, line) = (&self.name, self.lines);
        let sentence = format!("{name}: line {line}: {why}; give --force to begin again");
        Failure::refused("RESULTS_MISMATCH", sentence)
    }

    /// Cuts off what is behind the whole lines, and returns how many bytes these have.
    fn cut(&mut self) -> Result<u64, Failure> {
        let (whole, file) = (self.whole, &mut self.file);
        let cut = file.set_len(whole).and_then(|()| file.seek(SeekFrom::Start(whole)));
        cut.map_err(|error| Failure::write(&self.name, &error))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::batch::fields::Number;

    /// Goal: what is written is read back, in both forms and on one line, whatever is in it.
    #[test]
    fn results_are_read_back() {
        let full = Done {
            line: 7,
            id: Some(Id::Text("a \"b\", c".into())),
            result: "refused",
            signature: None,
            code: Some("MANIFEST_FIELD".into()),
            why: Some("field key: \"x\\ny\", and so on".into()),
            of: Tie([0xf0; 16]),
        };
        let numbered = Done { id: Some(Id::Number(Number::Unsigned(u64::MAX))), ..full.clone() };
        let negative = Done { id: Some(Id::Number(Number::Signed(-7))), ..full.clone() };
        let bare = Done { id: None, code: None, why: None, ..full.clone() };
        for done in [full, numbered, negative, bare] {
            for form in [Form::Json, Form::Csv] {
                let text = write(form, std::slice::from_ref(&done));
                assert_eq!(text.iter().filter(|c| **c == b'\n').count(), 1);
                assert_eq!(write(form, &[done.clone(), done.clone()]), text.repeat(2));
                let mut file = tempfile::tempfile().expect("a file");
                let header: &[u8] = if form == Form::Csv { HEADER.as_bytes() } else { b"" };
                file.write_all(&[header, &text].concat()).expect("room");
                assert!(begins_as_results(&file).expect("it can be read"));
                let line = text.strip_suffix(b"\n").expect("an end");
                let earlier = read(form, line).expect("a result");
                assert_eq!((earlier.line, &*earlier.result), (7, "refused"));
                assert!(earlier.why == done.why && earlier.is_of(done.of));
                assert!(!earlier.is_of(Tie([0xf1; 16])));
                let half = read(form, &line[..line.len() / 2]);
                assert!(half.is_none_or(|earlier| !earlier.is_of(done.of)));
            }
        }
    }

    /// Goal: lines are those of earlier versions, from whose results a run is resumed.
    #[test]
    fn lines_stay_as_they_are() {
        let of = Tie([0xab; 16]);
        let done = Done {
            line: 7,
            id: Some(Id::Text("a,b".into())),
            result: "signed",
            signature: Some("00ff".into()),
            code: None,
            why: None,
            of,
        };
        let tie = "ab".repeat(16);
        let json =
            format!(r#"{{"id":"a,b","line":7,"of":"{tie}","result":"signed","signature":"00ff"}}"#);
        let json = json + "\n";
        assert_eq!(
            String::from_utf8(write(Form::Json, std::slice::from_ref(&done))).expect("text"),
            json
        );
        let csv = format!("7,\"a,b\",signed,00ff,,,{tie}\n");
        assert_eq!(String::from_utf8(write(Form::Csv, &[done])).expect("text"), csv);
        let number = Done {
            line: 1,
            id: Some(Id::Number(Number::Unsigned(7))),
            result: "valid",
            signature: None,
            code: None,
            why: None,
            of,
        };
        let json = format!("{{\"id\":7,\"line\":1,\"of\":\"{tie}\",\"result\":\"valid\"}}\n");
        assert_eq!(String::from_utf8(write(Form::Json, &[number])).expect("text"), json);
    }
}
