//! Tables of a TOML file, read key by key: what is wrong is collected, with its line.
use crate::names::nearest;
use std::collections::HashMap;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// One mistake: where, in which key, and what is allowed there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub line: usize,
    /// With the table that it is in; empty where the file is no TOML.
    pub key: String,
    pub why: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, key, why } = self;
        if key.is_empty() {
            write!(f, "line {line}: {why}")
        } else {
            write!(f, "line {line}: {key}: {why}")
        }
    }
}

/// A file while it is read.
pub struct Reader<'a> {
    text: &'a str,
    pub faults: Vec<Fault>,
    /// The line of each key that was there.
    pub lines: HashMap<String, usize>,
}

/// One table of it.
#[derive(Default)]
pub struct Section<'a> {
    /// Its name with what stands between it and a key.
    name: String,
    pub line: usize,
    entries: Option<&'a DeTable<'a>>,
    known: Vec<&'static str>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, faults: vec![], lines: HashMap::new() }
    }

    /// Reads the file's form, as far as it has one.
    pub fn document(&mut self) -> Spanned<DeTable<'a>> {
        let (document, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let at = error.span().map_or(0, |span| span.start);
            // Some messages have a second line, which says what was expected.
            let why = error.message().trim().replace('\n', "; ");
            self.add(self.line_at(at), "", &format!("not TOML: {why}"));
        }
        document
    }

    pub fn add(&mut self, line: usize, key: &str, why: &str) {
        // What follows from a mistake in the form of a line is no mistake of its own.
        if !self.faults.iter().any(|known| known.line == line && known.key.is_empty()) {
            self.faults.push(Fault { line, key: key.to_owned(), why: why.to_owned() });
        }
    }

    fn line_at(&self, at: usize) -> usize {
        1 + self.text.as_bytes()[..at.min(self.text.len())].iter().filter(|c| **c == b'\n').count()
    }

    /// The table of a name, which may be missing.
    pub fn section<'t>(&mut self, root: &'t DeTable<'t>, name: &'static str) -> Section<'t> {
        let found = root.get(name);
        let line = found.map_or(1, |found| self.line_at(found.span().start));
        let entries = found.and_then(|found| found.get_ref().as_table());
        if found.is_some() && entries.is_none() {
            self.add(line, name, &format!("must be a table, [{name}]"));
        }
        Section { name: format!("{name}."), line, entries, known: vec![] }
    }

    /// The tables of a name that may stand more than once.
    pub fn sections<'t>(&mut self, root: &'t DeTable<'t>, name: &'static str) -> Vec<Section<'t>> {
        let Some(found) = root.get(name) else { return vec![] };
        let all = found.get_ref().as_array().into_iter().flatten();
        let tables: Option<Vec<_>> =
            all.map(|one| Some((one.span().start, one.get_ref().as_table()?))).collect();
        let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
            self.add(
                self.line_at(found.span().start),
                name,
                &format!("must be tables, [[{name}]]"),
            );
            return vec![];
        };
        let tables = tables.into_iter().enumerate();
        let section = |(number, (at, entries))| Section {
            name: format!("{name}[{number}]."),
            line: self.line_at(at),
            entries: Some(entries),
            known: vec![],
        };
        tables.map(section).collect()
    }

    /// Refuses what is in a table and in none of these.
    pub fn refuse_others(&mut self, table: &DeTable<'_>, place: &str, known: &[&'static str]) {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if known.contains(&name) {
                continue;
            }
            let meant = nearest(name, known.iter().copied());
            let meant = meant.map(|it| format!("; {it:?} is near")).unwrap_or_default();
            let why = format!("no such key{meant}; allowed here: {}", known.join(", "));
            self.add(self.line_at(key.span().start), &format!("{place}{name}"), &why);
        }
    }

    /// Takes a key of a table: nothing if it is missing, or is not what is `allowed`.
    pub fn take<'t, T>(
        &mut self,
        section: &mut Section<'t>,
        key: &'static str,
        allowed: &str,
        parse: impl Fn(&DeValue<'t>) -> Option<T>,
    ) -> Option<T> {
        section.known.push(key);
        let (name, value) = section.entries?.get_key_value(key)?;
        let line = self.line_at(name.span().start);
        let full = format!("{}{key}", section.name);
        self.lines.insert(full.clone(), line);
        let parsed = parse(value.get_ref());
        if parsed.is_none() {
            self.add(line, &full, &format!("allowed: {allowed}"));
        }
        parsed
    }

    /// Refuses what nobody has taken of a table.
    pub fn finish(&mut self, section: Section<'_>) {
        if let Some(entries) = section.entries {
            self.refuse_others(entries, &section.name, &section.known);
        }
    }
}

impl Section<'_> {
    /// Says that a key is missing, unless what stands there was refused already.
    pub fn missing(&self, reader: &mut Reader<'_>, key: &str, allowed: &str) {
        let full = format!("{}{key}", self.name);
        if !reader.lines.contains_key(&full) {
            reader.add(self.line, &full, &format!("required and missing: {allowed}"));
        }
    }
}

/// A text that `parse` takes.
pub fn text<T, E>(parse: impl Fn(&str) -> Result<T, E>) -> impl Fn(&DeValue<'_>) -> Option<T> {
    move |value| parse(value.as_str()?).ok()
}

/// A whole number of a range.
pub fn number<T: TryFrom<u64>>(least: u64, most: u64) -> impl Fn(&DeValue<'_>) -> Option<T> {
    move |value| {
        let digits = value.as_integer()?;
        let number = u64::from_str_radix(digits.as_str(), digits.radix()).ok()?;
        (least..=most).contains(&number).then(|| number.try_into().ok())?
    }
}

/// A list of what `parse` takes.
pub fn list<T>(
    parse: impl Fn(&DeValue<'_>) -> Option<T>,
) -> impl Fn(&DeValue<'_>) -> Option<Vec<T>> {
    move |value| value.as_array()?.iter().map(|one| parse(one.get_ref())).collect()
}
