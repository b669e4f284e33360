//! ML-DSA beside its peers: batches of 64 and single operations, and the floors that they are held
//! to.

use crate::measure::{Column, Results};
use std::fmt::Write;

/// Who is measured.
pub const PEERS: [&str; 5] = [BATCHES, ALONE, "aws-lc", "libcrux", "openssl"];
const BATCHES: &str = "sealane-batch";
const ALONE: &str = "sealane";

/// The parameter sets.
const SETS: [&str; 3] = ["mldsa44", "mldsa65", "mldsa87"];

/// What of ours stands beside which operation of the peers, and its floor.
struct Row {
    column: &'static str,
    op: &'static str,
    theirs: &'static str,
    /// The least ratio to the fastest peer.
    floor: f64,
}

const fn row(column: &'static str, op: &'static str, theirs: &'static str, floor: f64) -> Row {
    Row { column, op, theirs, floor }
}

/// Of each parameter set. Single keys have no floor.
const ROWS: [Row; 7] = [
    row(BATCHES, "keygen", "keygen", 1.7),
    row(BATCHES, "sign", "sign", 2.8),
    row(BATCHES, "verify", "verify", 1.6),
    row(BATCHES, "verify-cached", "verify", 5.0),
    row(ALONE, "keygen", "keygen", 0.0),
    row(ALONE, "sign", "sign", 1.3),
    row(ALONE, "verify", "verify", 1.0),
];

/// Which rows the run must measure.
pub fn pattern() -> String {
    let of_set = |set| ROWS.iter().map(move |row| format!("^{set} {}$", row.op));
    let mut parts: Vec<String> = SETS.into_iter().flat_map(of_set).collect();
    parts.sort_unstable();
    parts.dedup();
    parts.join("|")
}

/// The table, and how many floors are missed. Errors: a row of ours is missing, or no peer has it.
pub fn table(results: &Results) -> Result<(String, usize), String> {
    let mut text =
        String::from("| op | in | a second | the fastest peer | ratio |\n|---|---|---|---|---|\n");
    let mut missed = 0;
    for (set, row) in SETS.into_iter().flat_map(|set| ROWS.iter().map(move |row| (set, row))) {
        let time = |column, op| time(results, column, set, op);
        let ours = results.column(row.column).and_then(|column| time(column, row.op));
        let ours = ours.ok_or_else(|| format!("{} has no {set} {}", row.column, row.op))?;
        let peers = results.columns.iter().filter(|it| !it.peer.name.starts_with(ALONE));
        let peers = peers.filter_map(|it| Some((time(it, row.theirs)?, &it.peer.name)));
        let best = peers.min_by(|a, b| a.0.total_cmp(&b.0));
        let (theirs, name) = best.ok_or_else(|| format!("no peer has {set} {}", row.theirs))?;
        let ratio = theirs / ours;
        let below = ratio < row.floor;
        missed += usize::from(below);
        let floor = match (row.floor > 0.0, below) {
            (false, _) => String::new(),
            (true, false) => format!("; floor {}", row.floor),
            (true, true) => format!("; **below** {}", row.floor),
        };
        let form = if row.column == BATCHES { "batches of 64" } else { "single" };
        let _ = writeln!(
            text,
            "| {set} {} | {form} | {:.0} | {:.0} ({name}) | {ratio:.2}{floor} |",
            row.op,
            1e9 / ours,
            1e9 / theirs,
        );
    }
    Ok((text, missed))
}

/// Nanoseconds of an operation: the fastest sample. Of signatures it would be one of few attempts,
/// so theirs are medians.
fn time(results: &Results, column: &Column, algo: &str, op: &str) -> Option<f64> {
    let row = (algo.to_owned(), op.to_owned());
    match op {
        "sign" => results.medians(column, &row).map(|it| it.median_ns()),
        _ => column.fastest(&row).map(|it| it.min_ns()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::before_after::tests::{column_of, results};

    /// A column whose operations all take so long.
    fn column(name: &str, ns: f64) -> Column {
        let rows = SETS.into_iter().flat_map(|set| ROWS.iter().map(move |row| (set, row.op, ns)));
        column_of(name, rows)
    }

    /// Goal: ratios are those to the fastest peer, and a floor that is missed is told and counted;
    /// no table is made without a row.
    #[test]
    fn floors_are_compared() {
        let columns = |ours: f64| {
            let ours = [BATCHES, ALONE].map(|name| column(name, ours));
            let theirs = [("slow", 9e4), ("fast", 1e4)].map(|(name, ns)| column(name, ns));
            ours.into_iter().chain(theirs).collect()
        };
        let (text, missed) = table(&results(columns(1e3))).expect("whole");
        let row = "| mldsa65 verify | batches of 64 | 1000000 | 100000 (fast) | 10.00; floor 1.6 |";
        assert!(text.contains(row) && text.contains(" (fast) | 10.00; floor 2.8 |"), "{text}");
        assert_eq!((missed, text.lines().count()), (0, 2 + SETS.len() * ROWS.len()));
        let (text, missed) = table(&results(columns(5e3))).expect("whole");
        let row = "| mldsa87 keygen | batches of 64 | 200000 | 100000 (fast) | 2.00; floor 1.7 |";
        assert!(text.contains(row) && text.contains(" (fast) | 2.00; **below** 2.8 |"), "{text}");
        // Signatures in batches, and by known keys.
        assert_eq!(missed, 2 * SETS.len());
        for without in [0..1, 1..2, 2..4] {
            let mut some: Vec<Column> = columns(1e3);
            some.drain(without.clone());
            assert!(table(&results(some)).is_err(), "{without:?}");
        }
    }

    /// Goal: each set and each of its operations in the catalogue has a row, alone and in batches.
    #[test]
    fn rows_are_of_the_catalogue() {
        use operations::{Tool, batch::Kind};
        let of = |set: &str, column: &str| -> Vec<String> {
            let tool = if column == BATCHES { Tool::Batches } else { Tool::Speed };
            let all = tool.operations().filter(|it| it.title() == set);
            all.flat_map(|it| match column == BATCHES {
                true => Kind::of(it.algorithm, it.action).map(|kind| kind.single).collect(),
                false => vec![it.action.name()],
            })
            .map(str::to_owned)
            .collect()
        };
        for column in [BATCHES, ALONE] {
            let rows = ROWS.iter().filter(|row| row.column == column);
            let rows: Vec<String> = rows.map(|row| row.op.to_owned()).collect();
            for set in SETS {
                assert_eq!(of(set, column), rows, "{set} {column}");
            }
        }
        let others = Tool::Speed.operations().filter(|it| it.title().starts_with("mldsa"));
        assert!(others.map(|it| it.title()).all(|title| SETS.contains(&&title[..])));
    }

    #[test]
    fn pattern_wants_the_rows_of_the_table() {
        let pattern = sealane_measure::Pattern::new(&pattern());
        assert!(pattern.wants("mldsa44", "verify-cached") && pattern.wants("mldsa87", "keygen"));
        assert!(!pattern.wants("ed25519", "sign") && !pattern.wants("mldsa44", "sign-into"));
    }
}
