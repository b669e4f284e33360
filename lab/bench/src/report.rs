//! The results of a run, as a document and as tab-separated lines.

use crate::measure::{Column, Plan, Results};
use crate::short;
use crate::turn::Row;
use sealane_measure::{Figures, Provenance, paired_quartiles, paired_ratio};
use std::fmt::Write;

/// Where, how and beside what it was measured.
pub struct Circumstances {
    /// The machine and the source.
    pub place: Provenance,
    /// The name of the column that ratios are to.
    pub baseline: String,
    /// Seconds of CPU time a turn.
    pub seconds: f64,
    /// How many rounds and turns.
    pub plan: Plan,
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
const TITLES: &str = "peer\tversion\talgo\top\tops_per_s\tmin_ns\tspread\trounds\tratio\t\
                      ratio_low\tratio_high\tratio_of_medians";

/// The same figures for programs. Operations a second are those of the medians and `min_ns` is the
/// fastest sample; the ratio is that of the fastest samples of all rounds, `ratio_low` and
/// `ratio_high` are the quartiles of those of each round, always operations a second over the
/// baseline's.
pub fn lines(results: &Results, about: &Circumstances) -> String {
    let mut text = String::new();
    for line in about.place.lines().lines() {
        let _ = writeln!(text, "# {}", line.trim_start_matches("- "));
    }
    let [median, fastest] = results.control.drift().map(|it| it * 100.0);
    let _ = writeln!(text, "# Control moved by {median:.2} %, its fastest by {fastest:.2} %.");
    text += TITLES;
    text.push('\n');
    for column in &results.columns {
        for row in &results.order {
            let Some(cell) = Cell::find(results, about, column, row) else { continue };
            let ratio = cell.ratio.map_or("-\t-\t-\t-".into(), |it| {
                format!("{:.4}\t{:.4}\t{:.4}\t{:.4}", it.fastest, it.low, it.high, it.medians)
            });
            let _ = writeln!(
                text,
                "{}\t{}\t{}\t{}\t{:.1}\t{:.1}\t{:.4}\t{}\t{ratio}",
                column.peer.name,
                column.version,
                row.0,
                row.1,
                cell.medians.ops_per_s(),
                cell.fastest.min_ns(),
                cell.medians.spread(),
                cell.medians.samples(),
            );
        }
    }
    text
}

/// Every turn, for those who want to judge the method: nanoseconds of peer and control, medians and
/// fastest samples, unscaled.
pub fn each_turn(results: &Results) -> String {
    let mut text =
        "peer\talgo\top\tround\tturn\tmedian\tfastest\tcontrol\tcontrol_fastest\n".to_owned();
    for column in &results.columns {
        for row in &results.order {
            for (i, round) in column.rounds(row).into_iter().flatten().enumerate() {
                for (j, (turn, control)) in round.turns.iter().zip(&round.control).enumerate() {
                    let _ = writeln!(
                        text,
                        "{}\t{}\t{}\t{i}\t{j}\t{:.1}\t{:.1}\t{:.0}\t{:.0}",
                        column.peer.name,
                        row.0,
                        row.1,
                        turn.median_ns,
                        turn.fastest_ns,
                        control.median_ns,
                        control.fastest_ns,
                    );
                }
            }
        }
    }
    text
}

/// The figures of a row of a column.
struct Cell {
    medians: Figures,
    fastest: Figures,
    ratio: Option<Ratio>,
}

/// A column's operations a second over the baseline's.
struct Ratio {
    /// By the fastest samples of all rounds.
    fastest: f64,
    /// The quartiles over the rounds of the same by the fastest samples of each.
    low: f64,
    high: f64,
    /// The median over the rounds of the same by medians.
    medians: f64,
}

impl Cell {
    fn find(results: &Results, about: &Circumstances, column: &Column, row: &Row) -> Option<Self> {
        let figures = |column| Some((results.medians(column, row)?, column.fastest(row)?));
        let (medians, fastest) = figures(column)?;
        let base = results.column(&about.baseline).and_then(figures);
        let ratio = base.map(|(base_medians, base_fastest)| {
            let [low, _, high] = paired_quartiles(&base_fastest, &fastest);
            Ratio {
                fastest: base_fastest.min_ns() / fastest.min_ns(),
                low,
                high,
                medians: paired_ratio(&base_medians, &medians),
            }
        });
        Some(Self { medians, fastest, ratio })
    }
}

/// A column's operations a second over the baseline's: the lower quartile over the rounds, the
/// ratio of the fastest samples of all, the upper quartile.
pub fn ratio(
    results: &Results,
    about: &Circumstances,
    column: &Column,
    row: &Row,
) -> Option<[f64; 3]> {
    let ratio = Cell::find(results, about, column, row)?.ratio?;
    Some([ratio.low, ratio.fastest, ratio.high])
}

/// The document.
pub fn document(results: &Results, about: &Circumstances) -> String {
    let mut text = String::from("# Sealane and its peers\n\n");
    let _ = writeln!(text, "Written by `{}`; do not edit.\n", about.command);
    text += &circumstances(results, about);
    let _ = write!(text, "\n## In short\n\n{}", short::table(results));
    let _ = writeln!(
        text,
        "\n## Operations a second\n\nIn the fastest sample; in brackets how many times as fast as \
         {}, by the fastest samples of both; then by the median of the rounds, and the distance of \
         their quartiles in per cent of it.\n",
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
    let [median, fastest] = results.control.drift().map(|it| it * 100.0);
    format!(
        "{}- {} rounds; in each, {} turns a row of {} s of thread CPU time, in which all peers of \
         the row follow one another, forwards and backwards, on CPU {}.\n\
         - Verified: {} results of the timed operations by Sealane, {by_reference}. A row without \
         a right result does not stand here.\n\
         - Control, an untouched workload before each turn: its rounds are {median:.1} % apart, \
         their fastest samples {fastest:.1} % (more than 10 % is not stored). Medians are scaled \
         by it, fastest samples are not; {disturbed} of {turns} times it was off by more than 10 \
         %.\n",
        about.place.lines(),
        about.plan.rounds,
        about.plan.turns,
        about.seconds,
        about.cpu,
        checked(0),
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
            let Some(cell) = Cell::find(results, about, column, row) else { return String::new() };
            format!(
                "{}{} median {} ±{:.0} %",
                number(1e9 / cell.fastest.min_ns()),
                cell.ratio.map(|it| format!(" ({:.2})", it.fastest)).unwrap_or_default(),
                number(cell.medians.ops_per_s()),
                cell.medians.spread() * 100.0,
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
    use crate::measure::Round;
    use crate::peers::Peer;
    use crate::turn::Took;
    use std::collections::{BTreeMap, BTreeSet};

    fn column(name: &str, ns: [f64; 3]) -> Column {
        let row = ("ed25519".to_owned(), "sign".to_owned());
        let (what, differs) = (format!("The peer {name}."), "Hashes with its feet.".into());
        let peer = Peer { what, differs, ..Peer::made_up(name) };
        let round = |ns: f64| {
            let took = |median_ns| Took { median_ns, fastest_ns: 0.8 * median_ns };
            let turns = [1.5, 1.0, 1.5, 1.0].map(|factor| took(factor * ns)).to_vec();
            Some(Round { turns, control: vec![took(100.0); 4] })
        };
        let rows = BTreeMap::from([(row, ns.map(round).to_vec())]);
        let notes = BTreeSet::from(["absent p192".to_owned()]);
        Column { peer, version: "1.0".into(), rows, notes, checked: [3, 0] }
    }

    fn results() -> (Results, Circumstances) {
        let mut control = Control::default();
        control.add(0, Took { median_ns: 100.0, fastest_ns: 80.0 });
        let columns = vec![column("a", [8.0, 16.0, 24.0]), column("b", [5.0, 8.0, 9.6])];
        let order = vec![("ed25519".to_owned(), "sign".to_owned())];
        let (wrong, stopped) = (Vec::new(), Vec::new());
        let about = Circumstances {
            place: Provenance::find(&["."]),
            baseline: "a".into(),
            seconds: 0.1,
            plan: Plan { rounds: 3, turns: 2, slow: None },
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
            "| ed25519 sign | 156250000 (1.00) median 50000000 ±50 % | ",
            "| 250000000 (1.60) median 100000000 ±29 % |",
            "**b**: 1.0. The peer b. Hashes with its feet.",
            "**c** could not be built: no compiler",
            "- a: absent p192",
            "6 results of the timed operations by Sealane",
            "Written by `make bench`",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }

    /// Goal: what is stored can be read again by the comparison; the ratio is that of the fastest.
    #[test]
    fn lines_are_read_by_compare() {
        let (results, about) = results();
        let file = tempfile::NamedTempFile::new().expect("a file");
        let text = lines(&results, &about);
        assert!(text.ends_with("\t1.6000\t1.8000\t2.2500\t2.0000\n"), "{text}");
        std::fs::write(file.path(), text).expect("it can be written");
        let read = crate::compare::ratios(file.path()).expect("it can be read");
        let cell = ["b", "ed25519", "sign"].map(str::to_owned);
        assert_eq!((read.len(), read[&cell]), (2, 1.6));
    }

    #[test]
    fn each_turn_has_a_line() {
        let text = each_turn(&results().0);
        assert_eq!(text.lines().count(), 1 + 2 * 3 * 4);
        assert!(text.contains("\nb\ted25519\tsign\t0\t1\t5.0\t4.0\t100\t80\n"), "{text}");
    }
}
