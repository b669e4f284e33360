//! A manifest: its lines one after the other, with their numbers.
use super::fields::{Columns, Fields, from_json};
use crate::args::ManifestForm;
use crate::failure::Failure;
use crate::input::Input;
use crate::lines::{LINE_LIMIT, Line, next_line};
use crate::scheme::Op;
use sealane::Hash;
use std::io::{BufRead, BufReader, Read};

/// How lines are read and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Json,
    Csv,
}

pub struct Manifest<'a> {
    input: Input<'a>,
    lines: BufReader<Box<dyn Read + 'a>>,
    op: Op,
    columns: Option<Columns>,
    number: u64,
    /// Bytes taken in so far.
    pub bytes: u64,
}

/// A line that is not blank.
pub struct Item {
    /// Its number in the file, from 1.
    pub number: u64,
    pub fields: Result<Fields, Failure>,
    /// The name that it gives itself, also beside a field that is refused.
    pub id: Option<String>,
    /// What the line holds, in short.
    pub text: sealane::Digest,
}

impl<'a> Manifest<'a> {
    /// Opens a manifest and tells its form; of a table, reads the names of the columns.
    ///
    /// Errors: those of the file; `INPUT_BOM`; what is wrong with the names.
    pub fn open(input: Input<'a>, op: Op, form: ManifestForm) -> Result<Self, Failure> {
        let mut lines = BufReader::new(input.stream()?);
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
        };
        let mut manifest = Self { input, lines, op, columns: None, number: 0, bytes: 0 };
        if !is_json {
            let Some(line) = manifest.line()? else { return Ok(manifest) };
            let columns = content(&line).and_then(|text| Columns::read(op, text));
            manifest.columns = Some(columns.map_err(|failure| manifest.of_header(failure))?);
        }
        Ok(manifest)
    }

    fn of_header(&self, failure: Failure) -> Failure {
        let hint = "the first line of a table names its fields (an item of JSON begins with {)";
        let name = format!("{}: line {}", self.input.name(), self.number);
        failure.about(|sentence| format!("{name}: {sentence}; {hint}"))
    }

    pub fn form(&self) -> Form {
        if self.columns.is_some() { Form::Csv } else { Form::Json }
    }

    /// The next item, whatever is wrong with it. Errors: the file cannot be read.
    pub fn next(&mut self) -> Result<Option<Item>, Failure> {
        let Some(line) = self.line()? else { return Ok(None) };
        let text = content(&line);
        let digest = sealane::Digest::of(Hash::Sha256, text.as_deref().unwrap_or_default());
        let read = match (text, &self.columns) {
            (Ok(text), Some(columns)) => columns.item(text),
            (Ok(text), None) => from_json(self.op, text),
            (Err(failure), _) => failure.into(),
        };
        Ok(Some(Item { number: self.number, fields: read.fields, id: read.id, text: digest }))
    }

    /// The next line that is not blank.
    fn line(&mut self) -> Result<Option<Line>, Failure> {
        loop {
            let line = next_line(&mut self.lines).map_err(|error| self.input.unreadable(&error))?;
            let Some(line) = line else { return Ok(None) };
            self.number += 1;
            self.bytes += match &line {
                Line::Whole(bytes) => bytes.len() as u64,
                Line::TooLong => LINE_LIMIT,
            };
            if !line.is_blank() {
                return Ok(Some(line));
            }
        }
    }
}

/// The line without its end. Errors: `MANIFEST_LINE_TOO_LONG`.
fn content(line: &Line) -> Result<&[u8], Failure> {
    match line {
        Line::Whole(bytes) => {
            let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
            Ok(text.strip_suffix(b"\r").unwrap_or(text))
        }
        Line::TooLong => {
            let sentence = format!("longer than the limit of {LINE_LIMIT} bytes");
            Err(Failure::refused("MANIFEST_LINE_TOO_LONG", sentence))
        }
    }
}
