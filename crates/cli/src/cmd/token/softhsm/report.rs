//! What became of the objects: a line each, counts, and the verdict that is the exit status.
use super::plan::{Entry, Outcome};
use crate::cmd::{hex, print_json};
use crate::failure::Failure;
use crate::output::to_stdout;
use serde_json::{Value, json};
use std::fmt::Write;

pub struct Report<'a> {
    /// The label of the other token.
    pub from: &'a str,
    pub entries: &'a [Entry],
    /// Whether nothing was to be done.
    pub is_dry: bool,
}

/// The words for what became of an object, in the order of their counts.
const WORDS: [&str; 5] = ["brought", "to bring", "left", "there", "refused"];

impl Report<'_> {
    fn word(&self, entry: &Entry) -> &'static str {
        match entry.outcome {
            Outcome::Brought => "brought",
            Outcome::Bring(_) | Outcome::Finish(..) if self.is_dry => "to bring",
            // The whole was ended before.
            Outcome::Bring(_) | Outcome::Finish(..) => "left",
            Outcome::There => "there",
            Outcome::Refused(_) => "refused",
        }
    }

    fn count(&self, word: &str) -> usize {
        self.entries.iter().filter(|entry| self.word(entry) == word).count()
    }

    /// Prints all on standard output.
    pub fn print(&self, as_json: bool) -> Result<(), Failure> {
        if as_json {
            let objects = self.entries.iter().map(|entry| self.value(entry));
            let mut report =
                json!({ "from": self.from, "objects": objects.collect::<Vec<Value>>() });
            WORDS.iter().for_each(|word| report[word.replace(' ', "_")] = json!(self.count(word)));
            return print_json(&report);
        }
        let mut text = String::new();
        for entry in self.entries {
            let class = entry.class.map_or("object", |class| class.name());
            let kind = entry.kind.map_or_else(|| "-".to_owned(), |kind| kind.to_string());
            let (word, label) = (self.word(entry), shown_label(entry));
            let _ = write!(text, "{word:8}  {class:11}  {kind:16}  {label}");
            let notes = entry.notes.join("; ");
            let _ = match &entry.outcome {
                Outcome::Refused(it) => writeln!(text, ": {}: {}", it.code, it.reason),
                _ if notes.is_empty() => writeln!(text),
                _ => writeln!(text, "  ({notes})"),
            };
        }
        let counts = WORDS.iter().map(|word| (self.count(word), word));
        let counts = counts.filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
        let counts = if counts.is_empty() { "no objects".to_owned() } else { counts.join(", ") };
        let _ = writeln!(text, "from {:?}: {counts}", self.from);
        to_stdout(text.as_bytes())
    }

    fn value(&self, entry: &Entry) -> Value {
        let (code, reason) = match &entry.outcome {
            Outcome::Refused(it) => (Some(&it.code), Some(&it.reason)),
            _ => (None, None),
        };
        json!({
            "outcome": self.word(entry),
            "object": entry.name,
            "class": entry.class.map(|class| class.name()),
            "algorithm": entry.kind.map(|kind| kind.to_string()),
            "source_label": entry.label,
            "label": entry.own_label,
            "external_id": hex(&entry.id),
            "usage": entry.usage.names(),
            "notes": entry.notes,
            "code": code,
            "reason": reason,
        })
    }

    /// Fails if an object is refused.
    pub fn verdict(&self) -> Result<(), Failure> {
        let refused = |entry: &&Entry| matches!(entry.outcome, Outcome::Refused(_));
        let Some(first) = self.entries.iter().find(refused) else { return Ok(()) };
        let (count, all) = (self.count("refused"), self.entries.len());
        let label = shown_label(first);
        let sentence = format!("{count} of {all} objects refused; the first: {label}");
        Err(Failure::refused("IMPORT_INCOMPLETE", sentence))
    }
}

/// How an object is called: by its label here, or there; by its file or number without one.
fn shown_label(entry: &Entry) -> String {
    match &entry.own_label {
        Some(label) => label.clone(),
        None if entry.label.is_empty() => entry.name.clone(),
        None => format!("{:?}", entry.label),
    }
}
