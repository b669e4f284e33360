//! What is said of a document: rows in order, as text or as JSON.
use super::blocks::Block;
use sealane::Algorithm;
use serde_json::{Map, Value, json};

pub struct Report {
    kind: String,
    form: String,
    /// The algorithm of the key or signature, if it is ours.
    pub algorithm: Option<Algorithm>,
    /// Of what carries its own key: whether its signature belongs to that.
    pub signature_holds: Option<bool>,
    rows: Vec<(&'static str, Value)>,
}

impl Report {
    pub fn new(kind: impl Into<String>, block: &Block) -> Self {
        let (kind, form) = (kind.into(), block.form());
        Self { kind, form, algorithm: None, signature_holds: None, rows: Vec::new() }
    }

    /// Takes a row; a value of a text is shown with its odd characters escaped.
    pub fn row(&mut self, name: &'static str, value: impl Into<Value>) -> &mut Self {
        self.rows.push((name, value.into()));
        self
    }

    pub fn to_text(&self) -> String {
        let mut text = format!("{} ({})\n", self.kind, shown(&self.form));
        for (name, value) in &self.rows {
            text += &format!("  {name:<20} {}\n", plain(value));
        }
        text
    }

    /// An object; names have underscores for blanks.
    pub fn to_json(&self) -> Value {
        let mut all = Map::new();
        all.insert("kind".into(), json!(self.kind));
        all.insert("form".into(), json!(self.form));
        for (name, value) in &self.rows {
            all.insert(name.replace([' ', '-'], "_"), value.clone());
        }
        Value::Object(all)
    }
}

/// A document of which no more than its name is said.
pub fn other(what: String, block: &Block) -> Report {
    let mut report = Report::new(what, block);
    report.row("supported", false).row("bytes", block.bytes.len());
    report
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => shown(text),
        Value::Bool(true) => "yes".into(),
        Value::Bool(false) => "no".into(),
        Value::Array(all) => all.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// A text of the document, such that it can neither pass for other lines nor turn their direction.
fn shown(text: &str) -> String {
    let turns = |c| {
        ['\u{200b}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2066}'..='\u{2069}']
            .iter()
            .any(|range| range.contains(&c))
    };
    let odd = |c: char| c.is_control() || turns(c);
    let shown = |c: char| if odd(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_characters_are_escaped() {
        assert_eq!(shown("CN=a\nb\u{202e}c\u{e9}"), "CN=a\\nb\\u{202e}cé");
    }
}
