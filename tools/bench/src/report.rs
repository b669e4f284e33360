//! The results of a run, as a document and as tab-separated lines.

use crate::measure::{Column, Results};
use crate::short;
use crate::turn::Row;
use sealane_measure::{Place, paired_quartiles};
use std::fmt::Write;

/// Where, how and beside what it was measured.
pub struct Circumstances {
    /// The machine and the source.
    pub place: Place,
    /// The name of the column that ratios are to.
    pub baseline: String,
    /// Seconds of CPU time a row and round.
    pub seconds: f64,
    /// How many rounds.
    pub rounds: usize,
    /// The CPU that all were pinned to.
    pub cpu: usize,
    /// The version of the libcrypto that checked, or why there is none.
    pub reference: Result<String, String>,
    /// The peers that could not be built, and why.
    pub unbuilt: Vec<(String, String)>,
    /// The command that writes it.
    pub command: String,
}

/// Titles of the tab-separated lines.
const TITLES: &str =
    "peer\tversion\talgo\top\tops_per_s\tmin_ns\tspread\trounds\tratio\tratio_low\tratio_high";

/// The same figures for programs. Ratios are operations a second over the baseline's.
pub fn lines(results: &Results, about: &Circumstances) -> String {
    let mut text = String::new();
    for line in about.place.lines().lines() {
        let _ = writeln!(text, "# {}", line.trim_start_matches("- "));
    }
    let _ = writeln!(text, "# Control moved by {:.2} %.", results.control.drift() * 100.0);
    text += TITLES;
    text.push('\n');
    for column in &results.columns {
        for row in &results.order {
            let Some(figures) = column.figures(row) else { continue };
            let ratio = ratio(results, about, column, row)
                .map_or("-\t-\t-".into(), |[low, mid, high]| {
                    format!("{mid:.4}\t{low:.4}\t{high:.4}")
                });
            let _ = writeln!(
                text,
                "{}\t{}\t{}\t{}\t{:.1}\t{:.1}\t{:.4}\t{}\t{ratio}",
                column.peer.name,
                column.version,
                row.0,
                row.1,
                figures.ops_per_s(),
                figures.min_ns(),
                figures.spread(),
                figures.samples(),
            );
        }
    }
    text
}

/// Quartiles and median over the rounds of a column's operations a second over the baseline's.
fn ratio(results: &Results, about: &Circumstances, column: &Column, row: &Row) -> Option<[f64; 3]> {
    let base = results.column(&about.baseline)?.figures(row)?;
    Some(paired_quartiles(&base, &column.figures(row)?))
}

/// The document.
pub fn document(results: &Results, about: &Circumstances) -> String {
    let mut text = String::from("# Sealane and its peers\n\n");
    let _ = writeln!(text, "Written by `{}`; do not edit.\n", about.command);
    text += &circumstances(results, about);
    let _ = write!(text, "\n## In short\n\n{}", short::table(results));
    let _ = writeln!(
        text,
        "\n## Operations a second\n\nMedian of the rounds, the distance of their quartiles in per \
         cent of it, the fastest round, and in brackets how many times as fast as {} (median of \
         the ratios of the rounds).\n",
        about.baseline
    );
    text += &table(results, about);
    text += "\n## What was measured, and what differs\n\n";
    for column in &results.columns {
        let peer = &column.peer;
        let _ = writeln!(
            text,
            "- **{}**: {}. {} {}",
            peer.name, column.version, peer.what, peer.differs
        );
    }
    for (name, why) in &about.unbuilt {
        let _ = writeln!(text, "- **{name}** could not be built: {why}");
    }
    let noted = results.columns.iter().filter(|column| !column.notes.is_empty());
    let noted: Vec<String> = noted
        .map(|column| {
            let notes: Vec<&str> = column.notes.iter().map(String::as_str).collect();
            format!("- {}: {}", column.peer.name, notes.join("; "))
        })
        .collect();
    if !noted.is_empty() {
        let _ = writeln!(text, "\nNot offered, or refused:\n\n{}", noted.join("\n"));
    }
    text
}

/// What stands at the head of each document of a run.
pub fn circumstances(results: &Results, about: &Circumstances) -> String {
    let checked = |i: usize| results.columns.iter().map(|column| column.checked[i]).sum::<usize>();
    let (disturbed, turns) = results.control.disturbed();
    let by_reference = match &about.reference {
        Ok(version) => format!("{} also by {version}", checked(1)),
        Err(why) => format!("by no other, for there is no libcrypto ({why})"),
    };
    format!(
        "{}- {} rounds of {} s of thread CPU time a row, peers in turn forwards and backwards, all \
         on CPU {}.\n\
         - Verified: {} results of the timed operations by Sealane, {by_reference}. A row without \
         a right result does not stand here.\n\
         - Control, an untouched workload before and after each turn: its rounds are {:.1} % apart \
         (more than 10 % is not stored), and every figure is scaled by it; {disturbed} of {turns} \
         turns were off by more than 10 %.\n",
        about.place.lines(),
        about.rounds,
        about.seconds,
        about.cpu,
        checked(0),
        results.control.drift() * 100.0,
    )
}

fn table(results: &Results, about: &Circumstances) -> String {
    let names = results.columns.iter().map(|column| column.peer.name.as_str());
    let mut text = format!(
        "| row | {} |\n|---|{}\n",
        names.collect::<Vec<_>>().join(" | "),
        "---|".repeat(results.columns.len())
    );
    for row in &results.order {
        let cell = |column: &Column| {
            let Some(figures) = column.figures(row) else { return String::new() };
            let ratio = ratio(results, about, column, row);
            format!(
                "{} ±{:.0} % max {}{}",
                number(figures.ops_per_s()),
                figures.spread() * 100.0,
                number(1e9 / figures.min_ns()),
                ratio.map(|it| format!(" ({:.2})", it[1])).unwrap_or_default()
            )
        };
        let cells: Vec<String> = results.columns.iter().map(cell).collect();
        let _ = writeln!(text, "| {} {} | {} |", row.0, row.1, cells.join(" | "));
    }
    text
}

/// Three digits at least.
fn number(value: f64) -> String {
    if value >= 100.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::peers::Peer;
    use std::collections::{BTreeMap, BTreeSet};

    fn column(name: &str, ns: [f64; 3]) -> Column {
        let row = ("ed25519".to_owned(), "sign".to_owned());
        let peer = Peer {
            name: name.into(),
            core: true,
            keys: false,
            build: String::new(),
            run: String::new(),
            what: format!("The peer {name}."),
            differs: "Hashes with its feet.".into(),
        };
        let rows = BTreeMap::from([(row, ns.map(Some).to_vec())]);
        let notes = BTreeSet::from(["absent p192".to_owned()]);
        Column { peer, version: "1.0".into(), rows, notes, checked: [3, 0] }
    }

    fn results() -> (Results, Circumstances) {
        let mut control = Control::default();
        control.add(0, 100.0);
        let columns = vec![column("a", [10.0, 20.0, 30.0]), column("b", [5.0, 10.0, 15.0])];
        let order = vec![("ed25519".to_owned(), "sign".to_owned())];
        let (wrong, stopped) = (Vec::new(), Vec::new());
        let about = Circumstances {
            place: Place::find(&["."]),
            baseline: "a".into(),
            seconds: 0.1,
            rounds: 3,
            cpu: 1,
            reference: Err("not looked for".into()),
            unbuilt: vec![("c".into(), "no compiler".into())],
            command: "make bench".into(),
        };
        (Results { columns, order, control, wrong, stopped }, about)
    }

    /// Goal: figures, ratios, caveats and what could not be built stand in the document.
    #[test]
    fn document_says_it_all() {
        let (results, about) = results();
        let text = document(&results, &about);
        for part in [
            "| ed25519 sign | 50000000 ±50 % max 100000000 (1.00) | ",
            "| 100000000 ±50 % max 200000000 (2.00) |",
            "**b**: 1.0. The peer b. Hashes with its feet.",
            "**c** could not be built: no compiler",
            "- a: absent p192",
            "6 results of the timed operations by Sealane",
            "Written by `make bench`",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    /// Goal: what is stored can be read again by the comparison.
    #[test]
    fn lines_are_read_by_compare() {
        let (results, about) = results();
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), lines(&results, &about)).expect("it can be written");
        let read = crate::compare::ratios(file.path()).expect("it can be read");
        let cell = ["b", "ed25519", "sign"].map(str::to_owned);
        assert_eq!((read.len(), read[&cell]), (2, 2.0));
    }
}
