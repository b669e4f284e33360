//! The table of the tree: what it was counted with, and a line for each case.

use std::fmt::Write;

/// What the counts depend on beside the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// The compiler's version.
    pub compiler: String,
    /// What counted, with its version.
    pub counter: String,
    /// The processor that the code saw, as far as it asks.
    pub processor: String,
}

impl Provenance {
    fn lines(&self) -> [(&'static str, &str); 3] {
        [("compiler", &self.compiler), ("counter", &self.counter), ("processor", &self.processor)]
    }
}

/// Returns the text of the table.
#[must_use]
pub fn text(place: &Provenance, counts: &[(String, u64)]) -> String {
    let mut text = String::from(
        "# Instructions of each operation, exactly: backend, algorithm, operation, count.\n\
         # Written by `make gate-write`; do not edit. `make test-full` compares.\n",
    );
    for (name, value) in place.lines() {
        let _ = writeln!(text, "# {name}: {value}");
    }
    for (name, count) in counts {
        let _ = writeln!(text, "{name}\t{count}");
    }
    text
}

/// What a comparison says.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As many lines are equal as were counted.
    Equal,
    /// The table was made with something else, which is named: it says nothing here.
    NotComparable(String),
    /// The lines that differ, in words.
    Different(Vec<String>),
}

/// Compares counts with a table; `whole` says that every line of the table must have been counted.
#[must_use]
pub fn compare(table: &str, place: &Provenance, counts: &[(String, u64)], whole: bool) -> Verdict {
    for (name, here) in place.lines() {
        let head = format!("# {name}: ");
        let there = table.lines().find_map(|line| line.strip_prefix(&head)).unwrap_or("unknown");
        if there != here {
            return Verdict::NotComparable(format!("the table's {name} is {there}, not {here}"));
        }
    }
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<(&str, &str)> = rows.filter_map(|line| line.split_once('\t')).collect();
    let mut different = Vec::new();
    for (name, count) in counts {
        match rows.iter().find(|(row, _)| row == name) {
            Some((_, stored)) if *stored == count.to_string() => {}
            Some((_, stored)) => {
                let change = stored.parse::<u64>().map(|it| i128::from(*count) - i128::from(it));
                let change = change.map_or(String::new(), |change| format!(" ({change:+})"));
                different.push(format!("{name}: {count} instructions, {stored} stored{change}"));
            }
            None => different.push(format!("{name}: {count} instructions, none stored")),
        }
    }
    let gone = rows.iter().filter(|(row, _)| whole && !counts.iter().any(|(name, _)| name == row));
    different.extend(gone.map(|(row, _)| format!("{row}: stored, and not counted")));
    if different.is_empty() { Verdict::Equal } else { Verdict::Different(different) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place() -> Provenance {
        let [compiler, counter, processor] = ["rustc 1", "valgrind-3", "avx2"].map(String::from);
        Provenance { compiler, counter, processor }
    }

    fn counts(all: &[(&str, u64)]) -> Vec<(String, u64)> {
        all.iter().map(|(name, count)| ((*name).to_string(), *count)).collect()
    }

    /// Goal: one instruction more, a new line and a line that is gone are each seen.
    #[test]
    fn every_difference_is_seen() {
        let stored = text(&place(), &counts(&[("a", 10), ("b", 20)]));
        let verdict = |all: &[(&str, u64)]| compare(&stored, &place(), &counts(all), true);
        assert_eq!(verdict(&[("a", 10), ("b", 20)]), Verdict::Equal);
        let found = |all: &[(&str, u64)]| match verdict(all) {
            Verdict::Different(lines) => lines,
            other => panic!("{other:?}"),
        };
        assert_eq!(found(&[("a", 11), ("b", 20)]), ["a: 11 instructions, 10 stored (+1)"]);
        assert_eq!(found(&[("a", 10), ("b", 19)]), ["b: 19 instructions, 20 stored (-1)"]);
        assert_eq!(found(&[("a", 10), ("b", 20), ("c", 1)]).len(), 1);
        assert_eq!(found(&[("a", 10)]), ["b: stored, and not counted"]);
        assert_eq!(compare(&stored, &place(), &counts(&[("a", 10)]), false), Verdict::Equal);
    }

    /// Goal: another compiler, valgrind or processor is not comparable, and so is no head at all.
    #[test]
    fn another_place_is_not_comparable() {
        let counts = counts(&[("a", 10)]);
        let stored = text(&place(), &counts);
        for other in [
            Provenance { compiler: "rustc 2".into(), ..place() },
            Provenance { counter: "valgrind-4".into(), ..place() },
            Provenance { processor: "none".into(), ..place() },
        ] {
            let verdict = compare(&stored, &other, &counts, true);
            assert!(matches!(verdict, Verdict::NotComparable(_)), "{verdict:?}");
        }
        assert!(matches!(compare("a\t10\n", &place(), &counts, true), Verdict::NotComparable(_)));
    }
}
