//! Two stored runs: how far their ratios are apart.

use sealane_measure::Figures;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// How far a ratio may be apart.
pub const MAX_ROW: f64 = 0.10;
/// How far the ratios may be apart in the median over the rows.
pub const MAX_MEDIAN: f64 = 0.05;

/// A cell of a run: peer, algorithm, operation.
pub type Cell = [String; 3];

/// Returns the ratio to the baseline of every cell of a stored run. Errors: the file cannot be
/// read.
pub fn ratios(path: &Path) -> Result<BTreeMap<Cell, f64>, String> {
    let cells = numbers(path, ["ratio"])?;
    Ok(cells.into_iter().map(|(cell, [ratio])| (cell, ratio)).collect())
}

/// Returns the numbers under some titles of every cell that has them all. Errors: the file cannot
/// be read.
pub fn numbers<const N: usize>(
    path: &Path,
    titles: [&str; N],
) -> Result<BTreeMap<Cell, [f64; N]>, String> {
    let failed = |why: &str| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(path).map_err(|why| failed(&why.to_string()))?;
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let head: Vec<&str> = lines.next().unwrap_or_default().split('\t').collect();
    let place = |name: &str| {
        let place = head.iter().position(|title| *title == name);
        place.ok_or_else(|| failed(&format!("no column {name}")))
    };
    let cell = [place("peer")?, place("algo")?, place("op")?];
    let wanted: Vec<usize> = titles.iter().map(|title| place(title)).collect::<Result<_, _>>()?;
    let mut cells = BTreeMap::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        if fields.len() != head.len() {
            return Err(failed(&format!("a line of another length: {line:?}")));
        }
        let numbers: Vec<f64> = wanted.iter().filter_map(|at| fields[*at].parse().ok()).collect();
        if let Ok(numbers) = <[f64; N]>::try_from(numbers) {
            cells.insert(cell.map(|place| fields[place].to_owned()), numbers);
        }
    }
    Ok(cells)
}

/// Whether a row can be compared at all: the search for RSA primes is luck.
pub fn steady(cell: &Cell) -> bool {
    !(cell[2] == "keygen" && (cell[1].starts_with("rsa") || cell[1].starts_with("dsa")))
}

/// Compares two runs. Returns a text for people, and whether they agree.
pub fn compare(a: &BTreeMap<Cell, f64>, b: &BTreeMap<Cell, f64>) -> (String, bool) {
    let both = a.iter().filter_map(|(cell, a)| b.get(cell).map(|b| (cell, *a, *b)));
    let both: Vec<_> = both.filter(|(cell, ..)| steady(cell)).collect();
    let mut text = String::new();
    if both.is_empty() {
        return ("the runs have no row in common\n".into(), false);
    }
    let apart = |a: f64, b: f64| (a / b).max(b / a) - 1.0;
    let all: Vec<f64> = both.iter().map(|(_, a, b)| apart(*a, *b)).collect();
    let most = all.iter().copied().fold(0.0, f64::max);
    let far = all.iter().filter(|it| **it > MAX_ROW).count();
    let median = Figures::new(all, 1).median_ns();
    for (cell, a, b) in both.iter().filter(|(_, a, b)| apart(*a, *b) > MAX_ROW) {
        let _ = writeln!(
            text,
            "{} {} {}: {a:.3} and {b:.3}, {:.1} % apart",
            cell[0],
            cell[1],
            cell[2],
            apart(*a, *b) * 100.0
        );
    }
    let agree = far == 0 && median <= MAX_MEDIAN;
    let _ = writeln!(
        text,
        "{} ratios: {:.1} % apart in the median (may be {:.0} %), at most {:.1} % (may be \
         {:.0} %), {far} beyond: the runs {}",
        both.len(),
        median * 100.0,
        MAX_MEDIAN * 100.0,
        most * 100.0,
        MAX_ROW * 100.0,
        if agree { "agree" } else { "do not agree" }
    );
    (text, agree)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(ratios: &[(&str, &str, f64)]) -> BTreeMap<Cell, f64> {
        let cell = |(algo, op, ratio): &(&str, &str, f64)| {
            (["p".to_owned(), (*algo).to_owned(), (*op).to_owned()], *ratio)
        };
        ratios.iter().map(cell).collect()
    }

    /// Goal: just inside both limits is agreement, just outside either is none.
    #[test]
    fn runs_agree_or_not() {
        let a = run(&[("x", "sign", 1.0), ("y", "sign", 1.0), ("z", "sign", 2.0)]);
        let agrees = |b: &[(&str, &str, f64)]| compare(&a, &run(b)).1;
        assert!(agrees(&[("x", "sign", 1.09), ("y", "sign", 1.04), ("z", "sign", 2.0)]));
        assert!(!agrees(&[("x", "sign", 1.11), ("y", "sign", 1.0), ("z", "sign", 2.0)]));
        assert!(!agrees(&[("x", "sign", 1.07), ("y", "sign", 0.93), ("z", "sign", 2.2)]));
        assert!(!agrees(&[("w", "sign", 1.0)]));
        let (text, _) = compare(&a, &run(&[("x", "sign", 0.5)]));
        assert!(text.contains("100.0 % apart") && text.contains("do not agree"), "{text}");
    }

    #[test]
    fn luck_is_not_compared() {
        let with = |ns| run(&[("x", "sign", 1.0), ("rsa-2048", "keygen", ns)]);
        assert!(compare(&with(1.0), &with(3.0)).1);
    }

    #[test]
    fn stored_runs_are_read() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let text = "# x\npeer\talgo\top\tratio\na\tb\tc\t1.5\nd\te\tf\t-\n";
        std::fs::write(file.path(), text).expect("it can be written");
        let read = ratios(file.path()).expect("it can be read");
        assert_eq!(read.len(), 1);
        for bad in ["peer\talgo\top\n", "peer\talgo\top\tratio\na\tb\n"] {
            std::fs::write(file.path(), bad).expect("it can be written");
            assert!(ratios(file.path()).is_err(), "{bad}");
        }
    }
}
