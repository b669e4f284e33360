//! The fields of an item: from a line of a manifest, strictly.
use crate::failure::Failure;
use crate::names;
use crate::scheme::Op;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    /// true or false
    Truth,
}

/// A field that items may have.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    name: &'static str,
    kind: Kind,
    /// The operation it is for, if not for both.
    only: Option<Op>,
}

const fn row(name: &'static str, kind: Kind, only: Option<Op>) -> Row {
    Row { name, kind, only }
}

/// The name that an item gives itself.
const ID: &str = "id";

static ROWS: [Row; 20] = [
    row(ID, Kind::Text, None),
    row("key", Kind::Text, None),
    row("message", Kind::Text, None),
    row("message_hex", Kind::Text, None),
    row("file", Kind::Text, None),
    row("digest", Kind::Text, None),
    row("signature", Kind::Text, Some(Op::Verify)),
    row("signature_file", Kind::Text, Some(Op::Verify)),
    row("hash", Kind::Text, None),
    row("format", Kind::Text, None),
    row("context", Kind::Text, None),
    row("context_hex", Kind::Text, None),
    row("scheme", Kind::Text, None),
    row("mgf_hash", Kind::Text, None),
    row("salt", Kind::Text, None),
    row("bip340", Kind::Truth, None),
    row("prehash", Kind::Truth, None),
    row("low_s", Kind::Truth, None),
    row("deterministic", Kind::Truth, Some(Op::Sign)),
    row("check", Kind::Truth, Some(Op::Sign)),
];

/// The fields of one item that are there.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Fields(BTreeMap<&'static str, String>);

impl Fields {
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub fn truth(&self, name: &str) -> Option<bool> {
        self.text(name).map(|text| text == "true")
    }

    /// The one of these fields that is there, and its text.
    ///
    /// Errors: `MANIFEST_FIELD` for none and for more than one.
    pub fn one_of(&self, names: &[&'static str]) -> Result<(&'static str, &str), Failure> {
        let mut there = names.iter().filter_map(|name| Some((*name, self.text(name)?)));
        match (there.next(), there.next()) {
            (Some(found), None) => Ok(found),
            (None, _) => {
                let names = names.join(", ");
                Err(refused(format!("there is none of the fields {names}; exactly 1 is needed")))
            }
            (Some((first, _)), Some((second, _))) => Err(refused(format!(
                "field {second}: there is a field {first} as well; exactly 1 of both is taken"
            ))),
        }
    }

    /// Takes a value in. `None` is an empty cell or null.
    fn put(&mut self, row: &'static Row, value: Option<Value>) -> Result<(), Failure> {
        let name = row.name;
        let text = match (value, row.kind) {
            (None, _) => return Ok(()),
            (Some(Value::Text(text)), Kind::Text) => text,
            (Some(Value::Truth(truth)), Kind::Truth) => truth.to_string(),
            (_, Kind::Text) => return Err(refused(format!("field {name}: a text is needed"))),
            (_, Kind::Truth) => {
                return Err(refused(format!("field {name}: true or false is needed")));
            }
        };
        if self.0.insert(name, text).is_some() {
            return Err(refused(format!("field {name}: it is there twice")));
        }
        Ok(())
    }
}

/// The refusal of a field.
pub fn refused(sentence: impl Into<String>) -> Failure {
    Failure::refused("MANIFEST_FIELD", sentence)
}

/// The refusal of a line that is not in the form of the manifest.
pub fn malformed(sentence: impl Into<String>) -> Failure {
    Failure::refused("MANIFEST_SYNTAX", sentence)
}

/// Returns the row of a field of the operation. Errors: `MANIFEST_FIELD`, with the nearest name.
fn find(op: Op, name: &str) -> Result<&'static Row, Failure> {
    let rows = || ROWS.iter().filter(|row| row.only.is_none_or(|only| only == op));
    if let Some(row) = rows().find(|row| row.name == name) {
        return Ok(row);
    }
    let shown: String = name.chars().take(40).collect();
    let nearest = names::nearest(name, rows().map(|row| row.name));
    let hint = nearest.map_or_else(String::new, |it| format!("; did you mean {it}?"));
    Err(refused(format!("field {shown:?}: items have no field of that name{hint}")))
}

enum Value {
    Text(String),
    Truth(bool),
    /// Neither.
    Other,
}

/// What a line holds: its fields, or what is wrong with one of them, and then the name that the
/// item gives itself all the same.
#[derive(Debug)]
pub struct Read {
    pub fields: Result<Fields, Failure>,
    pub id: Option<String>,
}

impl Read {
    fn new() -> Self {
        Self { fields: Ok(Fields::default()), id: None }
    }

    /// Takes a field in; past one that is refused, the id alone.
    fn put(&mut self, row: &'static Row, value: Option<Value>) {
        if let (ID, Some(Value::Text(text))) = (row.name, &value) {
            self.id.get_or_insert_with(|| text.clone());
        }
        if let Ok(fields) = &mut self.fields
            && let Err(failure) = fields.put(row, value)
        {
            self.fields = Err(failure);
        }
    }
}

impl From<Failure> for Read {
    fn from(failure: Failure) -> Self {
        Self { fields: Err(failure), id: None }
    }
}

/// Reads an item from an object of JSON. Errors: `MANIFEST_SYNTAX`, `MANIFEST_FIELD`.
pub fn from_json(op: Op, line: &[u8]) -> Read {
    let mut reader = serde_json::Deserializer::from_slice(line);
    let read = reader.deserialize_map(Item(op));
    let read = read.and_then(|item| reader.end().map(|()| item));
    read.unwrap_or_else(|error| {
        let why = error.to_string();
        let why = why.split(" at line ").next().unwrap_or_default();
        malformed(format!("no JSON object: {why}, column {}", error.column())).into()
    })
}

struct Item(Op);

impl<'de> Visitor<'de> for Item {
    type Value = Read;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut read = Read::new();
        while let Some(name) = map.next_key::<String>()? {
            // Past a field that is refused, the line is looked at for its form and its id only.
            match find(self.0, &name) {
                Ok(row) => read.put(row, map.next_value()?),
                Err(failure) => {
                    map.next_value::<IgnoredAny>()?;
                    if read.fields.is_ok() {
                        read.fields = Err(failure);
                    }
                }
            }
        }
        Ok(read)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_bool<E: Error>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Truth(truth))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Value, A::Error> {
        while elements.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        while entries.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }
}

/// The columns of a table.
#[derive(Debug)]
pub struct Columns(Vec<&'static Row>);

impl Columns {
    /// Reads the line that names them. Errors: `MANIFEST_SYNTAX`, `MANIFEST_FIELD`.
    pub fn read(op: Op, line: &[u8]) -> Result<Self, Failure> {
        let mut columns: Vec<&Row> = Vec::new();
        for name in &cells(line)? {
            let row = find(op, name)?;
            if columns.contains(&row) {
                return Err(refused(format!("field {name}: it has two columns")));
            }
            columns.push(row);
        }
        Ok(Self(columns))
    }

    /// Reads an item from a line of the table. Errors: as above.
    pub fn item(&self, line: &[u8]) -> Read {
        let record = match cells(line) {
            Ok(record) => record,
            Err(failure) => return failure.into(),
        };
        if record.len() != self.0.len() {
            let (got, need) = (record.len(), self.0.len());
            return malformed(format!("{got} cells, where the first line names {need}")).into();
        }
        let mut read = Read::new();
        for (row, cell) in self.0.iter().zip(&record) {
            let value = match (cell, row.kind) {
                ("", _) => None,
                ("true", Kind::Truth) => Some(Value::Truth(true)),
                ("false", Kind::Truth) => Some(Value::Truth(false)),
                (_, Kind::Truth) => Some(Value::Other),
                (text, Kind::Text) => Some(Value::Text(text.to_owned())),
            };
            read.put(row, value);
        }
        read
    }
}

/// The cells of a line. RFC 4180, but a cell does not span lines.
fn cells(line: &[u8]) -> Result<csv::StringRecord, Failure> {
    if line.iter().any(|c| c.is_ascii_control() && *c != b'\t') {
        return Err(malformed("a control character, which cells do not have"));
    }
    if !line.iter().filter(|c| **c == b'"').count().is_multiple_of(2) {
        return Err(malformed("a quote that does not end: a cell is on one line"));
    }
    // The reader would pass over it.
    if line.starts_with("\u{feff}".as_bytes()) {
        return Err(malformed("a byte order mark"));
    }
    let mut record = csv::StringRecord::new();
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .buffer_capacity(line.len().max(1))
        .from_reader(line);
    match reader.read_record(&mut record) {
        Ok(true) => Ok(record),
        Ok(false) => Err(malformed("a line without cells")),
        Err(_) => Err(malformed("a line that is not UTF-8")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::borrow::Cow;

    fn code(read: Read) -> Cow<'static, str> {
        match read.fields {
            Ok(_) => "taken".into(),
            Err(Failure::Said { code, .. }) => code,
            Err(Failure::ClosedPipe) => "pipe".into(),
        }
    }

    /// Goal: both forms give the same fields.
    #[test]
    fn forms_agree() {
        let json = br#"{"id":"a","message":"x, \"y\"","low_s":true,"hash":null}"#;
        let columns = Columns::read(Op::Sign, b"id,message,low_s,hash").expect("names");
        let fields = from_json(Op::Sign, json).fields.expect("an item");
        let table = columns.item(br#"a,"x, ""y""",true,"#).fields;
        assert_eq!(table.expect("an item"), fields);
        assert_eq!(fields.text("message"), Some("x, \"y\""));
        assert_eq!((fields.truth("low_s"), fields.truth("check")), (Some(true), None));
    }

    /// Goal: what is not quite an item is refused, with the code of its kind.
    #[test]
    fn odd_items_are_refused() {
        for (json, expected) in [
            (&br#"{"id":"a"}"#[..], "taken"),
            (b"{}", "taken"),
            (br#"{"id":"a""#, "MANIFEST_SYNTAX"),
            (br#"{"id":"a"} {}"#, "MANIFEST_SYNTAX"),
            (br#"["id"]"#, "MANIFEST_SYNTAX"),
            (b"{\"id\":\"a\0\"}", "MANIFEST_SYNTAX"),
            (b"{\"id\":\"\xff\"}", "MANIFEST_SYNTAX"),
            (br#"{"id":7}"#, "MANIFEST_FIELD"),
            (br#"{"id":"a","id":"b"}"#, "MANIFEST_FIELD"),
            (br#"{"ids":"a"}"#, "MANIFEST_FIELD"),
            (br#"{"signature":"00"}"#, "MANIFEST_FIELD"),
            (br#"{"low_s":"true"}"#, "MANIFEST_FIELD"),
            (br#"{"message":{"a":[1]}}"#, "MANIFEST_FIELD"),
            // Its form counts first, whatever the fields are.
            (br#"{"ids":"a","b":"#, "MANIFEST_SYNTAX"),
        ] {
            assert_eq!(code(from_json(Op::Sign, json)), expected, "{json:?}");
        }
        let columns = Columns::read(Op::Verify, b"id,signature,prehash").expect("names");
        for (line, expected) in [
            (&b"a,00,"[..], "taken"),
            (b"a,00", "MANIFEST_SYNTAX"),
            (b"a,00,,", "MANIFEST_SYNTAX"),
            (b"\"a,00,", "MANIFEST_SYNTAX"),
            (b"a,\0,", "MANIFEST_SYNTAX"),
            (b"a,\xff,", "MANIFEST_SYNTAX"),
            (b"a,00,yes", "MANIFEST_FIELD"),
        ] {
            assert_eq!(code(columns.item(line)), expected, "{line:?}");
        }
        for names in [&b"id,id"[..], b"id,nothing", b"id,deterministic", b"", b"\xef\xbb\xbfid"] {
            assert!(Columns::read(Op::Verify, names).is_err(), "{names:?}");
        }
    }
}
