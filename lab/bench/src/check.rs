//! Whether we are slower than a stored run says, by our ratios to the reference beside us.

use crate::compare::{Cell, MAX_ROW, numbers, steady};
use crate::measure::Results;
use crate::report::{Circumstances, ratio};
use std::collections::BTreeMap;
use std::path::Path;

/// Our operations a second over the reference's: the lower quartile over the rounds, the ratio of
/// the fastest samples, the upper quartile.
pub type Ratio = [f64; 3];

/// A row that is slower than stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Slow {
    /// The row.
    pub cell: Cell,
    /// The stored ratio, and that of now.
    pub ratios: [f64; 2],
    /// What part of the stored ratio is lost, and how much noise may take.
    pub lost: [f64; 2],
}

/// Whether a column is ours.
fn is_ours(peer: &str) -> bool {
    peer == "sealane" || peer.starts_with("sealane-")
}

/// Returns our ratios of a stored run. Errors: it cannot be read, or it has none.
pub fn stored(path: &Path) -> Result<BTreeMap<Cell, Ratio>, String> {
    let mut cells = numbers(path, ["ratio_low", "ratio", "ratio_high"])?;
    cells.retain(|cell, _| is_ours(&cell[0]) && steady(cell));
    if cells.is_empty() { Err(format!("{}: no ratio of ours", path.display())) } else { Ok(cells) }
}

/// Returns the processor of a stored run, as the head of its lines has it.
pub fn processor(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| line.strip_prefix("# Processor: "))?;
    Some(line.split_once(", core at ").map_or(line, |(name, _)| name))
}

/// Returns our ratios of a run.
pub fn measured(results: &Results, about: &Circumstances) -> BTreeMap<Cell, Ratio> {
    let mut cells = BTreeMap::new();
    for column in results.columns.iter().filter(|column| is_ours(&column.peer.name)) {
        for row in &results.order {
            if let Some(ratio) = ratio(results, about, column, row) {
                cells.insert([column.peer.name.clone(), row.0.clone(), row.1.clone()], ratio);
            }
        }
    }
    cells
}

/// Returns the rows that are slower than stored by more than noise may take: a tenth, by which two
/// runs of the same code may be apart, and what the rounds of both runs were apart, half of the
/// distance of their quartiles.
pub fn slower(stored: &BTreeMap<Cell, Ratio>, now: &BTreeMap<Cell, Ratio>) -> Vec<Slow> {
    let noise = |[low, middle, high]: &Ratio| (high - low) / middle / 2.0;
    let row = |(cell, then): (&Cell, &Ratio)| {
        let now = now.get(cell)?;
        let (lost, most) = (1.0 - now[1] / then[1], MAX_ROW + noise(then) + noise(now));
        let slow = Slow { cell: cell.clone(), ratios: [then[1], now[1]], lost: [lost, most] };
        (lost > most).then_some(slow)
    };
    stored.iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(op: &str, ratio: Ratio) -> BTreeMap<Cell, Ratio> {
        BTreeMap::from([(["sealane", "p256", op].map(str::to_owned), ratio)])
    }

    /// Goal: what noise may take is taken, more is not; a row that has become faster is none.
    #[test]
    fn slower_rows_are_found() {
        let then = run("sign", [0.98, 1.0, 1.02]);
        let is_slow = |now: Ratio| !slower(&then, &run("sign", now)).is_empty();
        assert!(!is_slow([0.89, 0.89, 0.89]) && is_slow([0.87, 0.87, 0.87]));
        assert!(!is_slow([0.80, 0.87, 0.90]) && is_slow([0.40, 0.50, 0.55]));
        assert!(!is_slow([2.0, 2.0, 2.0]));
        assert!(slower(&then, &run("verify", [0.1; 3])).is_empty());
        let found = slower(&then, &run("sign", [0.5; 3]));
        assert_eq!((found[0].ratios, found[0].lost[0]), ([1.0, 0.5], 0.5));
    }

    #[test]
    fn stored_runs_are_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let head = "# Processor: AMD X (family 1, model 2), core at 3.00 GHz, load 0\n\
                    peer\talgo\top\tratio\tratio_low\tratio_high\n";
        let text = format!(
            "{head}openssl\ta\tsign\t1\t1\t1\nsealane-x\ta\tsign\t2\t1\t3\n\
             sealane-x\ta\tb\t-\t-\t-\n"
        );
        std::fs::write(file.path(), &text).expect("it can be written");
        let read = stored(file.path()).expect("it can be read");
        assert_eq!(read.values().collect::<Vec<_>>(), [&[1.0, 2.0, 3.0]]);
        assert_eq!(processor(&text), Some("AMD X (family 1, model 2)"));
        std::fs::write(file.path(), head).expect("it can be written");
        assert!(stored(file.path()).is_err());
        assert_eq!(processor("peer\n"), None);
    }
}
