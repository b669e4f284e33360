//! Items as lines of a table. RFC 4180, but a cell does not span lines.
use super::fields::{Field, Kind, Known, Read, Value, malformed, refused};
use crate::failure::Failure;
use std::borrow::Cow;
use std::ops::Range;

/// A table whose columns are known.
pub struct Table {
    /// `None` for a column to pass over.
    columns: Vec<Option<Field>>,
    cells: Cells,
}

impl Table {
    /// Reads the line that names the columns. Errors: `MANIFEST_SYNTAX`, `MANIFEST_FIELD`.
    pub fn new(known: Known, line: &[u8]) -> Result<Self, Failure> {
        let mut cells = Cells::new();
        let mut columns = Vec::new();
        let (text, spans) = cells.split(line)?;
        for span in spans {
            let field = known.find(&text[span.clone()])?;
            if let Some(field) = field
                && columns.contains(&Some(field))
            {
                return Err(refused(format!("field {field}: it has two columns")));
            }
            columns.push(field);
        }
        Ok(Self { columns, cells })
    }

    /// Whether it has a column of one of these fields.
    pub fn has_any(&self, fields: &[Field]) -> bool {
        self.columns.iter().flatten().any(|column| fields.contains(column))
    }

    /// Reads an item from a line. Errors: as above.
    pub fn item<'a>(&'a mut self, line: &'a [u8]) -> Read<'a> {
        let (text, spans) = match self.cells.split(line) {
            Ok(cells) => cells,
            Err(failure) => return failure.into(),
        };
        if spans.len() != self.columns.len() {
            let (got, need) = (spans.len(), self.columns.len());
            return malformed(format!("{got} cells, where the first line names {need}")).into();
        }
        let mut read = Read::new();
        for (field, span) in self.columns.iter().zip(spans) {
            let Some(field) = field else { continue };
            let value = match (&text[span.clone()], field.kind()) {
                ("", _) => None,
                ("true", Kind::Truth) => Some(Value::Truth(true)),
                ("false", Kind::Truth) => Some(Value::Truth(false)),
                (_, Kind::Truth) => Some(Value::Other),
                (cell, _) => Some(Value::Text(Cow::Borrowed(cell))),
            };
            read.put(*field, value);
        }
        read
    }
}

/// Cuts lines into cells. Its memory is used again for each line.
struct Cells {
    reader: csv_core::Reader,
    /// The cells of a line without their quotes, one after the other.
    unquoted: Vec<u8>,
    /// Where they end.
    ends: Vec<usize>,
    spans: Vec<Range<usize>>,
}

impl Cells {
    fn new() -> Self {
        let (unquoted, ends, spans) = (Vec::new(), Vec::new(), Vec::new());
        Self { reader: csv_core::Reader::new(), unquoted, ends, spans }
    }

    /// Returns a text, and where the cells of the line are in it.
    fn split<'a>(&'a mut self, line: &'a [u8]) -> Result<(&'a str, &'a [Range<usize>]), Failure> {
        if has(line, |c| c.is_ascii_control() & (c != b'\t')) {
            return Err(malformed("a control character, which cells do not have"));
        }
        if line.starts_with("\u{feff}".as_bytes()) {
            return Err(malformed("a byte order mark"));
        }
        // Of the line and not of each cell: what parts cells is no part of a longer character.
        let text = str::from_utf8(line).map_err(|_| malformed("a line that is not UTF-8"))?;
        if line.is_empty() {
            return Err(malformed("a line without cells"));
        }
        self.spans.clear();
        if !has(line, |c| c == b'"') {
            let mut start = 0;
            for cell in text.split(',') {
                self.spans.push(start..start + cell.len());
                start += cell.len() + 1;
            }
            return Ok((text, &self.spans));
        }
        let quotes = line.iter().filter(|c| **c == b'"').count();
        if !quotes.is_multiple_of(2) {
            return Err(malformed("a quote that does not end: a cell is on one line"));
        }
        self.unquote(line);
        let text = str::from_utf8(&self.unquoted).expect("UTF-8 without some quotes and commas");
        Ok((text, &self.spans))
    }

    /// The cells of a line with quotes.
    fn unquote(&mut self, line: &[u8]) {
        self.reader.reset();
        self.unquoted.resize(line.len(), 0);
        self.ends.resize(line.len() + 1, 0);
        let (unquoted, ends) = (&mut self.unquoted[..], &mut self.ends[..]);
        let (_, _, written, ended) = self.reader.read_record(line, unquoted, ends);
        // The end of the input ends the last cell.
        let (_, _, more, last) =
            self.reader.read_record(&[], &mut unquoted[written..], &mut ends[ended..]);
        self.unquoted.truncate(written + more);
        let mut start = 0;
        for end in &self.ends[..ended + last] {
            self.spans.push(start..*end);
            start = *end;
        }
    }
}

/// Whether a byte of the line is of a kind. All are looked at, many at a time: a loop that may end
/// early takes one after the other.
fn has(line: &[u8], is_one: impl Fn(u8) -> bool) -> bool {
    line.iter().fold(false, |found, c| found | is_one(*c))
}

#[cfg(test)]
mod tests {
    use super::super::json;
    use super::*;
    use crate::subject::Op;

    const SIGN: Known = Known { op: Op::Sign, ignore_others: false };
    const VERIFY: Known = Known { op: Op::Verify, ignore_others: false };
    const IGNORING: Known = Known { op: Op::Sign, ignore_others: true };

    fn code(read: Read) -> Cow<'static, str> {
        match read.fields {
            Ok(_) => "taken".into(),
            Err(Failure::Said { code, .. }) => code,
            Err(Failure::ClosedPipe) => "pipe".into(),
        }
    }

    /// Goal: both forms give the same fields, with what is passed over and without.
    #[test]
    fn forms_agree() {
        let json = br#"{"id":"a","message":"x, \"y\"","low_s":true,"hash":null}"#;
        let mut table = Table::new(SIGN, b"id,message,low_s,hash").expect("names");
        let fields = json::read(SIGN, json).fields.expect("an item");
        let line = br#"a,"x, ""y""",true,"#;
        assert_eq!(table.item(line).fields.expect("an item"), fields);
        assert_eq!(fields.text(Field::Message), Some("x, \"y\""));
        assert_eq!((fields.truth(Field::LowS), fields.truth(Field::Check)), (Some(true), None));
        let json =
            br#"{"note":{"a":[1,2.5]},"id":"a","message":"x, \"y\"","low_s":true,"note":""}"#;
        assert_eq!(json::read(IGNORING, json).fields.expect("an item"), fields);
        let mut table = Table::new(IGNORING, b"note,id,message,low_s,note").expect("names");
        let line = br#""5"" pipes, and so on",a,"x, ""y""",true,"#;
        assert_eq!(table.item(line).fields.expect("an item"), fields);
    }

    /// Goal: lines are cut as the crate `csv` cuts them, with quotes and without.
    #[test]
    fn cells_are_those_of_csv() {
        let mut cells = Cells::new();
        for line in [
            "a",
            "a,b",
            ",",
            ",,",
            "a,,b,",
            " a , b ",
            "\"a\"",
            "\"a,b\",c",
            "\"\"",
            "\"\",\"\"",
            "a\"b\"c,d",
            "\"a\"b,c",
            "\"a\"\"b\"",
            "\"\"\"\"",
            "\u{e9},\"\u{e9},\u{20ac}\"",
            "\"a\",",
            ",\"a\"",
            "a\tb,c",
        ] {
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .flexible(true)
                .from_reader(line.as_bytes());
            let mut record = csv::StringRecord::new();
            assert!(reader.read_record(&mut record).expect("UTF-8"), "{line:?}");
            let (text, spans) = cells.split(line.as_bytes()).expect("a line");
            let found: Vec<&str> = spans.iter().map(|span| &text[span.clone()]).collect();
            assert_eq!(found, record.iter().collect::<Vec<_>>(), "{line:?}");
        }
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
            (br#"{"id":7}"#, "taken"),
            (br#"{"id":-9223372036854775808}"#, "taken"),
            (br#"{"id":18446744073709551615}"#, "taken"),
            (br#"{"id":18446744073709551616}"#, "MANIFEST_FIELD"),
            (br#"{"id":-9223372036854775809}"#, "MANIFEST_FIELD"),
            (br#"{"id":1.0}"#, "MANIFEST_FIELD"),
            (br#"{"id":1e3}"#, "MANIFEST_FIELD"),
            (br#"{"id":-0}"#, "MANIFEST_FIELD"),
            (br#"{"id":true}"#, "MANIFEST_FIELD"),
            (br#"{"id":07}"#, "MANIFEST_SYNTAX"),
            (br#"{"digest":7}"#, "MANIFEST_FIELD"),
            (br#"{"id":"a","id":"b"}"#, "MANIFEST_FIELD"),
            (br#"{"ids":"a"}"#, "MANIFEST_FIELD"),
            (br#"{"signature":"00"}"#, "MANIFEST_FIELD"),
            (br#"{"key_text":"k"}"#, "MANIFEST_FIELD"),
            (br#"{"low_s":"true"}"#, "MANIFEST_FIELD"),
            (br#"{"low_s":1}"#, "MANIFEST_FIELD"),
            (br#"{"message":{"a":[1]}}"#, "MANIFEST_FIELD"),
            // Its form counts first, whatever the fields are.
            (br#"{"ids":"a","b":"#, "MANIFEST_SYNTAX"),
        ] {
            let name = String::from_utf8_lossy(json);
            assert_eq!(code(json::read(SIGN, json)), expected, "{name}");
        }
        let mut table = Table::new(VERIFY, b"id,signature,prehash").expect("names");
        for (line, expected) in [
            (&b"a,00,"[..], "taken"),
            (b"18446744073709551616,00,", "taken"),
            (b"a,00", "MANIFEST_SYNTAX"),
            (b"a,00,,", "MANIFEST_SYNTAX"),
            (b"\"a,00,", "MANIFEST_SYNTAX"),
            (b"a,\0,", "MANIFEST_SYNTAX"),
            (b"a,\xff,", "MANIFEST_SYNTAX"),
            (b"\"a\",\xff,", "MANIFEST_SYNTAX"),
            (b"a,00,yes", "MANIFEST_FIELD"),
        ] {
            assert_eq!(code(table.item(line)), expected, "{line:?}");
        }
        for names in [&b"id,id"[..], b"id,nothing", b"id,deterministic", b"", b"\xef\xbb\xbfid"] {
            assert!(Table::new(VERIFY, names).is_err(), "{names:?}");
        }
        assert!(Table::new(IGNORING, b"id,id").is_err());
        assert!(Table::new(IGNORING, b"id,signature,other,other").is_ok());
    }
}
