//! Before and after, with how far OpenSSL is ahead: P-256 and the curves over 2^255 - 19 on each
//! backend, from a run of the bench. One table a backend; ratios keep their sense.

use crate::measure::{Column, Results};
use sealane_measure::Figures;
use std::fmt::Write;

/// The peers of the table.
pub const PEERS: [&str; 2] = ["sealane", REFERENCE];
/// The peer that is ahead or behind.
pub const REFERENCE: &str = "openssl";
/// What the columns of our backends begin with.
const OURS: &str = "sealane-";
/// The backend that the others are set against.
const BEFORE: &str = "sealane-portable";

/// The rows: as the table calls them, and as the bench does.
const ROWS: [(&str, &str, &[&str]); 4] = [
    ("P-256", "ecdsa-p256", &["keygen", "sign", "verify"]),
    ("P-256", "ecdh-p256", &["derive"]),
    ("Ed25519", "ed25519", &["keygen", "sign", "verify"]),
    ("X25519", "x25519", &["keygen", "derive"]),
];

/// Every row: its title, algorithm and operation.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    ROWS.iter().flat_map(|(title, algo, ops)| ops.iter().map(move |op| (*title, *algo, *op)))
}

/// Which rows the run must measure.
pub fn pattern() -> String {
    rows().map(|(_, algo, op)| format!("^{algo} {op}$")).collect::<Vec<_>>().join("|")
}

/// The tables, one for each backend but the one before. Errors: a column or a figure is missing.
pub fn tables(results: &Results) -> Result<String, String> {
    let column = |name: &str| results.column(name).ok_or_else(|| format!("no column {name}"));
    let (before, reference) = (column(BEFORE)?, column(REFERENCE)?);
    let is_after = |column: &&Column| {
        column.peer.name.starts_with(OURS) && column.peer.name != before.peer.name
    };
    let mut text = String::new();
    for after in results.columns.iter().filter(is_after) {
        let name = |column: &Column| column.peer.name.trim_start_matches(OURS).to_owned();
        let _ = write!(
            text,
            "\n## {1}\n\n| op | before: {0} | after: {1} | speedup | {2} | behind before | behind \
             after |\n|---|---|---|---|---|---|---|\n",
            name(before),
            name(after),
            reference.version
        );
        for (title, algo, op) in rows() {
            let row = (algo.to_owned(), op.to_owned());
            let figures = |column: &Column| {
                let why = || format!("{} has no {algo} {op}", column.peer.name);
                column.fastest(&row).ok_or_else(why)
            };
            let all = [figures(before)?, figures(after)?, figures(reference)?];
            let [old, new, theirs] = all.each_ref().map(Figures::min_ns);
            let _ = writeln!(
                text,
                "| {title} {op} | {} | {} | {:.2} | {} | {:.2} | {:.2} |",
                cell(&all[0]),
                cell(&all[1]),
                old / new,
                cell(&all[2]),
                old / theirs,
                new / theirs
            );
        }
    }
    if text.is_empty() { Err("there is no backend after the first".into()) } else { Ok(text) }
}

fn cell(figures: &Figures) -> String {
    format!("{:.0} ±{:.0} %", 1e9 / figures.min_ns(), figures.spread() * 100.0)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::control::Control;
    use crate::measure::Round;
    use crate::peers::Peer;
    use crate::turn::Took;
    use std::collections::BTreeSet;

    fn column(name: &str, ns: f64) -> Column {
        column_of(name, rows().map(|(_, algo, op)| (algo, op, ns)))
    }

    /// A column whose rows take so many nanoseconds.
    pub fn column_of<'a>(
        name: &str,
        rows: impl Iterator<Item = (&'a str, &'a str, f64)>,
    ) -> Column {
        let peer = Peer::made_up(name);
        let took = |ns| Took { median_ns: 2.0 * ns, fastest_ns: ns };
        let row = |(algo, op, ns): (&str, &str, f64)| {
            let turns = [3.0, 1.0, 1.0].map(|factor| took(factor * ns));
            let round = || Round { turns: turns.to_vec(), control: vec![took(9.0); 3] };
            ((algo.into(), op.into()), vec![Some(round()), Some(round())])
        };
        let version = format!("{name} 1");
        Column {
            peer,
            version,
            rows: rows.map(row).collect(),
            notes: BTreeSet::new(),
            checked: [1, 1],
        }
    }

    pub fn results(columns: Vec<Column>) -> Results {
        let mut control = Control::default();
        control.add(0, Took { median_ns: 100.0, fastest_ns: 80.0 });
        Results { columns, order: Vec::new(), control, wrong: Vec::new(), stopped: Vec::new() }
    }

    /// Goal: each ratio has the sense that its title has: a backend twice as fast has speedup 2,
    /// and OpenSSL, twice as fast as before, is not ahead of it any more.
    #[test]
    fn ratios_keep_their_sense() {
        let all = [("openssl", 50e3), (BEFORE, 100e3), ("sealane-eight", 25e3)];
        let columns = all.map(|(name, ns)| column(name, ns));
        let text = tables(&results(Vec::from(columns))).expect("all");
        assert!(text.contains("| op | before: portable | after: eight | speedup | openssl 1 |"));
        let line = "| P-256 sign | 10000 ±0 % | 40000 ±0 % | 4.00 | 20000 ±0 % | 2.00 | 0.50 |";
        assert!(text.contains(line), "{text}");
        assert_eq!(text.lines().filter(|line| line.contains(" ±")).count(), 9);
    }

    /// Goal: every backend has its table, and what is missing is told.
    #[test]
    fn every_backend_has_a_table() {
        let some =
            |names: &[&str]| tables(&results(names.iter().map(|name| column(name, 1e4)).collect()));
        let two = some(&["openssl", BEFORE, "sealane-narrow", "sealane-eight"]).expect("all");
        assert!(two.contains("## narrow") && two.contains("## eight"), "{two}");
        assert!(some(&["openssl", BEFORE]).is_err());
        assert!(some(&["openssl", "sealane-narrow"]).is_err_and(|why| why.contains(BEFORE)));
        let mut short = column(BEFORE, 1e4);
        short.rows.clear();
        let all = vec![column("openssl", 1.0), short, column("sealane-narrow", 1.0)];
        assert!(tables(&results(all)).is_err_and(|why| why.contains("has no ecdsa-p256 keygen")));
    }

    #[test]
    fn pattern_wants_the_rows_of_the_table() {
        let pattern = sealane_measure::Pattern::new(&pattern());
        assert!(pattern.wants("ecdsa-p256", "sign") && pattern.wants("ecdh-p256", "derive"));
        assert!(!pattern.wants("ecdh-p256", "keygen") && !pattern.wants("ecdsa-p256", "sign-into"));
    }
}
