//! The document: the table, the ratios, the proofs and what follows from them.

use crate::curves::{FORMS, SHIPPING, TEN_LIMBS};
use crate::proof::{self, Proof};
use crate::table::{Column, FIRST, THEIRS, titles};
use sealane_measure::{Provenance, paired_quartiles};
use std::fmt::Write;

/// What of the tree the figures hang on.
pub const MEASURED: [&str; 5] =
    ["crates/arith", "crates/sealane", "lab/measure", "lab/forms", "Cargo.lock"];

/// Where and how it was measured.
pub struct Circumstances {
    /// The machine and the source.
    pub place: Provenance,
    /// The version of OpenSSL.
    pub openssl: String,
    /// Seconds of CPU time a cell.
    pub seconds: f64,
}

/// The whole document.
#[must_use]
pub fn document(place: &Circumstances, proofs: &[Proof], columns: &[Column]) -> String {
    let mut text = String::from("# P-256 over several forms of limbs\n\n");
    text +=
        "Written by `make limb-forms`; do not edit. docs/bounds.md tells what the forms are.\n\n";
    text += &circumstances(place, columns);
    text += "\n## Operations a second\n\n";
    text += "Median of the samples ± half the distance of their quartiles.\n\n";
    text += &head("form", columns);
    for (number, title) in titles().into_iter().enumerate() {
        let cell = |column: &Column| {
            let figures = &column.figures[number];
            format!("{:.0} ± {:.1} %", figures.ops_per_s(), figures.spread() * 50.0)
        };
        text += &line(title, columns, cell);
    }
    text += &as_jmh(columns);
    text += "\n## Gain over ten limbs\n\n";
    let base = FORMS[TEN_LIMBS].title;
    let _ = writeln!(
        text,
        "Operations a second over those of \"{base}\" in the same round: median, and the quartiles \
         of the rounds.\n"
    );
    text += &ratios(columns, TEN_LIMBS + 1);
    text += "\n## The proof of each row\n\n";
    text += "Proven again by the generator in the run that measured; the compiled files were \
             compared with the proven programs.\n\n";
    text += "| form | proof |\n|---|---|\n";
    for row in [&SHIPPING].into_iter().chain(&FORMS) {
        let found = proofs.iter().find(|proof| proof.name == row.name);
        let found = found.expect("every form that is compiled is emitted by the generator");
        let _ = writeln!(text, "| {} | {} |", row.title, proof::line(found));
    }
    text += &verdict(columns);
    text
}

/// The same figures in the form of OpenJDK's report.
fn as_jmh(columns: &[Column]) -> String {
    let mut text = String::from(
        "\n## As OpenJDK's benchmarks print it\n\nMean of the samples and half of its 99.9 % \
         confidence interval.\n\n```text\n",
    );
    let _ = writeln!(
        text,
        "{:<28} {:>24} {:>15} {:>5} {:>6} {:>10}   {:>7}  Units",
        "Benchmark", "(form)", "(messageLength)", "Mode", "Cnt", "Score", "Error"
    );
    for column in columns {
        let length = column.title.strip_prefix("sign ").and_then(|it| it.strip_suffix(" B"));
        let name = match length {
            Some(_) => "Signatures.sign",
            None => "KeyPairGenerators.keyPairGen",
        };
        for (figures, title) in column.figures.iter().zip(titles()) {
            let (score, error) = figures.throughput();
            let _ = writeln!(
                text,
                "{name:<28} {title:>24} {:>15} {:>5} {:>6} {score:>10.1} ± {error:>7.1}  ops/s",
                length.unwrap_or("N/A"),
                "thrpt",
                figures.samples(),
            );
        }
    }
    text + "```\n"
}

fn circumstances(place: &Circumstances, columns: &[Column]) -> String {
    let drift = columns.iter().map(Column::drift).fold(0.0, f64::max);
    let rounds = columns.iter().map(|column| column.figures[FIRST].samples());
    let results: u64 =
        columns.iter().flat_map(|column| &column.figures).map(|it| it.operations()).sum();
    format!(
        "{}- Beside it: {}.\n\
         - At least {} s of thread CPU time a cell, contestants in turn, at least {} rounds a \
         column.\n\
         - {results} timed results, each verified by the P-256 that ships.\n\
         - Control: the first row was measured twice in each column; the two are at most {:.1} % \
         apart (a table with more than 10 % is not written).\n\n\
         Every row hashes with SHA-256, makes a hedged nonce and signs by the same generic code; \
         only the coordinates' field differs. Arithmetic modulo the group order and inversion are \
         those of what ships in every row, with products of 128 bits, so the rows differ by less \
         than the fields do. The formulas carry each sum before it is multiplied, whatever a form \
         allows: a budget of additions buys room here, not fewer carries. Combs hold unpacked \
         limbs: ten words a coordinate against four. OpenSSL's row takes our SHA-256.\n",
        place.place.lines(),
        place.openssl,
        place.seconds,
        rounds.min().unwrap_or(0),
        drift * 100.0,
    )
}

fn head(first: &str, columns: &[Column]) -> String {
    let titles = line(first, columns, |column| column.title.clone());
    format!("{titles}|---|{}\n", "---|".repeat(columns.len()))
}

fn line(title: &str, columns: &[Column], cell: impl Fn(&Column) -> String) -> String {
    let cells: Vec<String> = columns.iter().map(cell).collect();
    format!("| {title} | {} |\n", cells.join(" | "))
}

/// Each row's operations a second over those of `base`.
fn ratios(columns: &[Column], base: usize) -> String {
    let mut text = head("form", columns);
    for (number, title) in titles().into_iter().enumerate() {
        if number == base || number > THEIRS {
            continue;
        }
        text += &line(title, columns, |column| {
            let gain = gain(column, number, base);
            format!("{:.3} ({:.3} to {:.3})", gain[1], gain[0], gain[2])
        });
    }
    text
}

/// Quartiles and median of how many times as fast as `base` a contestant is.
fn gain(column: &Column, number: usize, base: usize) -> [f64; 3] {
    paired_quartiles(&column.figures[base], &column.figures[number])
}

/// The mean over the columns of the gain over ten limbs, as a factor.
fn mean_gain(columns: &[Column], number: usize) -> f64 {
    let logs = columns.iter().map(|column| gain(column, number, TEN_LIMBS + 1)[1].ln());
    (logs.sum::<f64>() / columns.len() as f64).exp()
}

fn verdict(columns: &[Column]) -> String {
    let mut order: Vec<(f64, &str)> =
        FORMS.iter().enumerate().map(|(i, row)| (mean_gain(columns, i + 1), row.title)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut text = String::from("\n## The default without 128-bit products\n\n");
    let (best, title) = order[0];
    let _ = writeln!(
        text,
        "The fastest form that needs no product of 128 bits is **{title}**: {:+.1} % over \
         \"{}\" in the geometric mean of the columns. In order:\n",
        (best - 1.0) * 100.0,
        FORMS[TEN_LIMBS].title
    );
    for (gain, title) in &order {
        let _ = writeln!(text, "- {title}: {:+.1} %", (gain - 1.0) * 100.0);
    }
    text
}
