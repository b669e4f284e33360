//! A manifest: its lines one after the other, with their numbers.
use super::fields::{Field, Fields, Id, Known};
use super::json;
use super::table::Table;
use crate::args::ManifestForm;
use crate::failure::Failure;
use crate::input::Input;
use crate::lines::{LINE_LIMIT, Length, read_line};
use sealane::Hash;
use std::io::{BufRead, BufReader, Read};

/// Bytes read at a time.
const READ_BYTES: usize = 1 << 16;

/// How lines are read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Json,
    Csv,
}

pub struct Manifest<'a> {
    input: Input<'a>,
    lines: BufReader<Box<dyn Read + 'a>>,
    known: Known,
    table: Option<Table>,
    /// The line that was read last.
    line: Vec<u8>,
    number: u64,
    /// Bytes taken in so far.
    pub bytes: u64,
}

/// A line that is not blank.
pub struct Item<'a> {
    /// Its number in the file, from 1.
    pub number: u64,
    pub fields: Result<Fields<'a>, Failure>,
    /// The name that it gives itself, also beside a field that is refused.
    pub id: Option<Id>,
    /// What the line holds, in short.
    pub text: sealane::Digest,
}

impl<'a> Manifest<'a> {
    /// Opens a manifest and tells its form; of a table, reads the names of the columns.
    ///
    /// Errors: those of the file; `INPUT_BOM`; what is wrong with the names.
    pub fn open(input: Input<'a>, known: Known, form: ManifestForm) -> Result<Self, Failure> {
        let mut lines = BufReader::with_capacity(READ_BYTES, input.stream()?);
        let start = lines.fill_buf().map_err(|error| input.unreadable(&error))?;
        if [&b"\xef\xbb\xbf"[..], b"\xff\xfe", b"\xfe\xff"].iter().any(|it| start.starts_with(it)) {
            let sentence =
                format!("{}: line 1: a byte order mark; plain UTF-8 is taken", input.name());
            return Err(Failure::refused("INPUT_BOM", sentence));
        }
        let is_json = match form {
            ManifestForm::Auto => start.trim_ascii_start().first().is_none_or(|c| *c == b'{'),
            ManifestForm::Jsonl => true,
            ManifestForm::Csv => false,
            #[cfg(feature = "parquet")]
            ManifestForm::Parquet => {
                let sentence = format!("{}: only verify-batch reads Parquet", input.name());
                return Err(Failure::usage("PARQUET_OPTION", sentence));
            }
        };
        let line = Vec::new();
        let mut manifest = Self { input, lines, known, table: None, line, number: 0, bytes: 0 };
        if !is_json {
            let Some(length) = manifest.read()? else { return Ok(manifest) };
            let table = content(&manifest.line, length).and_then(|text| Table::new(known, text));
            manifest.table = Some(table.map_err(|failure| manifest.of_header(failure))?);
        }
        Ok(manifest)
    }

    fn of_header(&self, failure: Failure) -> Failure {
        let hint = "the first line of a table names its fields (an item of JSON begins with {)";
        let name = format!("{}: line {}", self.input.name(), self.number);
        failure.about(|sentence| format!("{name}: {sentence}; {hint}"))
    }

    pub fn form(&self) -> Form {
        if self.table.is_some() { Form::Csv } else { Form::Json }
    }

    /// The next item, whatever is wrong with it. Errors: the file cannot be read.
    pub fn next(&mut self) -> Result<Option<Item<'_>>, Failure> {
        let Some(length) = self.read()? else { return Ok(None) };
        Ok(Some(self.item(length)))
    }

    /// The next item that may have one of some fields; lines that surely have none are passed over
    /// as they are. Errors: the file cannot be read.
    pub fn next_with(&mut self, fields: &Sought) -> Result<Option<Item<'_>>, Failure> {
        if self.table.as_ref().is_some_and(|table| !table.has_any(fields.fields)) {
            return Ok(None);
        }
        loop {
            let Some(length) = self.read()? else { return Ok(None) };
            if self.table.is_some() || fields.may_be_in(&self.line) {
                return Ok(Some(self.item(length)));
            }
        }
    }

    /// The item of the line that was read last.
    fn item(&mut self, length: Length) -> Item<'_> {
        let text = content(&self.line, length);
        let digest = sealane::Digest::of(Hash::Sha256, text.as_deref().unwrap_or_default());
        let read = match (text, &mut self.table) {
            (Ok(text), Some(table)) => table.item(text),
            (Ok(text), None) => json::read(self.known, text),
            (Err(failure), _) => failure.into(),
        };
        Item { number: self.number, fields: read.fields, id: read.id, text: digest }
    }

    /// Reads the next line that is not blank.
    fn read(&mut self) -> Result<Option<Length>, Failure> {
        loop {
            let length = read_line(&mut self.lines, &mut self.line);
            let length = length.map_err(|error| self.input.unreadable(&error))?;
            let Some(length) = length else { return Ok(None) };
            self.number += 1;
            self.bytes += self.line.len() as u64;
            if length == Length::TooLong || !self.line.trim_ascii().is_empty() {
                return Ok(Some(length));
            }
        }
    }
}

/// Fields that are looked for in lines of JSON.
pub struct Sought {
    fields: &'static [Field],
    /// Their names in quotes.
    quoted: Vec<String>,
}

impl Sought {
    pub fn new(fields: &'static [Field]) -> Self {
        Self { fields, quoted: fields.iter().map(|field| format!("\"{field}\"")).collect() }
    }

    /// Whether a line may have one of them. With an escape, it may have any.
    fn may_be_in(&self, line: &[u8]) -> bool {
        let Ok(text) = str::from_utf8(line) else { return true };
        text.contains('\\') || self.quoted.iter().any(|name| text.contains(name))
    }
}

/// The line without its end. Errors: `MANIFEST_LINE_TOO_LONG`.
fn content(line: &[u8], length: Length) -> Result<&[u8], Failure> {
    if length == Length::TooLong {
        let sentence = format!("longer than the limit of {LINE_LIMIT} bytes");
        return Err(Failure::refused("MANIFEST_LINE_TOO_LONG", sentence));
    }
    let text = line.strip_suffix(b"\n").unwrap_or(line);
    Ok(text.strip_suffix(b"\r").unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: no line that has a field is passed over. Method: names as they are, with escapes, in
    /// other places than the first; lines without.
    #[test]
    fn sought_fields_are_not_missed() {
        let sought = Sought::new(&[Field::Key, Field::File]);
        for (line, expected) in [
            (&br#"{"key":"a"}"#[..], true),
            (br#"{"id":"a", "file" : "b"}"#, true),
            (br#"{"id":"a","\u006bey":"b"}"#, true),
            (b"{\"id\":\"\xff\"}", true),
            (br#"{"id":"a","key_base64":"key"}"#, true),
            (br#"{"id":"a","key_base64":"keys"}"#, false),
            (br#"{"id":"file"}"#, true),
            (b"{}", false),
        ] {
            let name = String::from_utf8_lossy(line);
            assert_eq!(sought.may_be_in(line), expected, "{name}");
        }
    }
}
