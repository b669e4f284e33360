//! The lines of the sources in which faults are planted.

use super::{Fault, Site};
use std::collections::BTreeMap;
use std::path::Path;

/// What stands in the sources: lines by file.
#[derive(Default)]
pub struct Sources(BTreeMap<&'static str, Vec<String>>);

impl Sources {
    /// Returns the faults of a site that can have so many kinds of them.
    pub fn faults(&mut self, site: Site, kinds: usize) -> Vec<Fault> {
        let of = self.chain(site);
        let phases = |kind| (0..of).map(move |phase| Fault { site, kind, phase, of });
        (1..=kinds).flat_map(phases).collect()
    }

    /// Names a fault by what stands in its line, which outlives changes elsewhere in the file.
    pub fn described(&mut self, Fault { site, kind, phase, .. }: Fault) -> String {
        let (file, _, column, what) = site;
        let line = self.line(site);
        let indent = line.len() - line.trim().len();
        format!("{file} | {} | {what} {kind}.{phase} at {}", line.trim(), column as usize - indent)
    }

    fn line(&mut self, (file, line, ..): Site) -> &str {
        let lines = self.0.entry(file).or_insert_with(|| {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let text = std::fs::read_to_string(root.join(file));
            text.unwrap_or_else(|why| panic!("{file}: {why}")).lines().map(Into::into).collect()
        });
        &lines[line as usize - 1]
    }

    /// Returns how many operators share the site: `a - b - c` is two that start in one place. In
    /// `(a - b - c)` the last one is the parenthesis, and starts with it.
    fn chain(&mut self, site: Site) -> usize {
        let (_, _, column, what) = site;
        if !["+", "-", "*"].contains(&what) {
            return 1;
        }
        let (before, text) = self.line(site).split_at(column as usize - 1);
        let (mut depth, mut count, mut closed) = (0, 0_usize, false);
        for (i, c) in text.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' if depth == 0 => {
                    closed = c == ')';
                    break;
                }
                ')' | ']' | '}' => depth -= 1,
                ';' | ',' if depth == 0 => break,
                _ if depth == 0 && text[i..].starts_with(&format!(" {what} ")) => count += 1,
                _ => {}
            }
        }
        let opened = before.strip_suffix('(');
        let is_call = |before: &str| before.ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let in_parenthesis = closed && opened.is_some_and(|before| !is_call(before));
        count.saturating_sub(usize::from(in_parenthesis)).max(1)
    }
}
