//! The table: both builds in turn, and a control.

use crate::works::{self, BYTES};
use sealane_measure::Provenance;
use std::path::Path;
use std::process::Command;

/// How far a row that is the same code in both builds may be apart.
pub const MAX_DRIFT: f64 = 0.10;

/// The rows that are the same code in both builds.
const CONTROLS: [&str; 2] = ["memxor aligned", "memxor unaligned"];

/// Nanoseconds a buffer of one row in each round.
#[derive(Debug, Clone)]
pub struct Row {
    /// The primitive.
    pub name: String,
    /// By the portable build.
    pub portable: Vec<f64>,
    /// By the build that asks the processor.
    pub accelerated: Vec<f64>,
}

fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

impl Row {
    /// How many times as fast the accelerated build is: the median of the rounds.
    #[must_use]
    pub fn gain(&self) -> f64 {
        median(self.portable.iter().zip(&self.accelerated).map(|(a, b)| a / b))
    }
}

/// Returns the lines of one run, as [`parse`] takes them.
#[must_use]
pub fn lines(figures: &[(String, f64)]) -> String {
    figures.iter().map(|(name, ns)| format!("{name}\t{ns}\n")).collect()
}

fn parse(text: &str) -> Vec<(String, f64)> {
    let line = |line: &str| {
        let (name, ns) = line.split_once('\t')?;
        Some((name.to_string(), ns.parse().ok()?))
    };
    text.lines().filter_map(line).collect()
}

/// Measures both builds in turn, this one accelerated, `portable` the other program. Errors: a
/// wrong result, a program that fails.
pub fn measure(portable: &Path, rounds: usize, seconds: f64) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    for _ in 0..rounds {
        let output = Command::new(portable)
            .args(["run", "--seconds", &seconds.to_string()])
            .output()
            .map_err(|error| format!("{}: {error}", portable.display()))?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let theirs = parse(&String::from_utf8_lossy(&output.stdout));
        let ours = works::measure(seconds)?;
        if theirs.len() != ours.len() {
            return Err("the other build has other rows".into());
        }
        rows.resize_with(ours.len(), || Row {
            name: String::new(),
            portable: Vec::new(),
            accelerated: Vec::new(),
        });
        for ((row, (name, ns)), (_, other_ns)) in rows.iter_mut().zip(ours).zip(theirs) {
            row.name = name;
            row.accelerated.push(ns);
            row.portable.push(other_ns);
        }
    }
    Ok(rows)
}

/// Returns how far the controls are apart; an error if that is too far for a table.
pub fn control(rows: &[Row]) -> Result<f64, String> {
    let controls = rows.iter().filter(|row| CONTROLS.contains(&&row.name[..]));
    let drift = controls.map(|row| row.gain().max(1.0 / row.gain()) - 1.0).fold(0.0, f64::max);
    if drift > MAX_DRIFT {
        return Err(format!("the same code is {:.1} % apart in both builds", drift * 100.0));
    }
    Ok(drift)
}

/// Returns the document.
#[must_use]
pub fn document(rows: &[Row], drift: f64, rounds: usize, place: &Provenance) -> String {
    let mut text = format!(
        "# Primitives, portable and accelerated\n\n\
         Written by `make primitives`; do not edit.\n\n{}\
         - Two builds of one program in turn, {rounds} rounds, on one CPU: the portable one is \
         told to use software alone (`--cfg sha2_backend=\"soft\"` and the like), the other asks \
         the processor. Where they are equal, the library has nothing better for this processor.\n\
         - {BYTES} bytes at a time, thread CPU time, median of the rounds; AES on independent \
         blocks; every result verified. `keccak-f` is the permutation of SHA-3 by itself, once for \
         128 bytes: that of the crate, ours on plain words, in registers, and of eight states.\n\
         - Control: `memxor` is the same code in both builds; they are at most {:.1} % apart \
         (above {:.0} % there is no table).\n\n\
         MB/s; *gain* is accelerated over portable, above 1 where accelerated is faster.\n\n\
         | primitive | portable | accelerated | gain |\n|---|---|---|---|\n",
        place.lines(),
        drift * 100.0,
        MAX_DRIFT * 100.0,
    );
    for row in rows {
        let speed = |ns: &[f64]| BYTES as f64 * 1e3 / median(ns.iter().copied());
        text += &format!(
            "| {} | {:.0} | {:.0} | {:.2} |\n",
            row.name,
            speed(&row.portable),
            speed(&row.accelerated),
            row.gain()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, portable: f64, accelerated: f64) -> Row {
        let (portable, accelerated) = (vec![portable; 3], vec![accelerated; 3]);
        Row { name: name.into(), portable, accelerated }
    }

    /// Goal: a control that drifts refuses the table, a gain elsewhere does not.
    #[test]
    fn a_drifting_control_refuses() {
        let good = [row("memxor aligned", 100.0, 105.0), row("sha256", 500.0, 100.0)];
        assert!(control(&good).is_ok());
        for bad in [[row("memxor aligned", 100.0, 115.0)], [row("memxor unaligned", 100.0, 85.0)]] {
            assert!(control(&bad).is_err(), "{bad:?}");
        }
    }

    /// Goal: gains and speeds have the sense that the text says.
    #[test]
    fn gains_keep_their_sense() {
        let rows = [row("sha256", 16384.0, 4096.0)];
        let text = document(&rows, 0.01, 3, &Provenance::find(&["."]));
        assert!(text.ends_with("| sha256 | 1000 | 4000 | 4.00 |\n"), "{text}");
        assert_eq!(parse(&lines(&[("a b".into(), 1.5)])), [("a b".to_string(), 1.5)]);
    }
}
