//! RSA and DSA, one operation at a time beside OpenSSL's: how many times as fast, and the floors
//! that this is held to.

use crate::measure::{Column, Results};
use crate::report::{Circumstances, circumstances};
use std::fmt::Write;

/// Who is measured.
pub const PEERS: [&str; 2] = [OURS, OPENSSL];
const OURS: &str = "sealane";
const OPENSSL: &str = "openssl";

/// The operations whose time hangs on chance, measured apart.
pub const KEYS: &str = "^rsa-2048 keygen$";
/// How many times as long as others a turn of them is, so that there are many keys in it.
pub const KEYS_TIMES: f64 = 200.0;
/// Of how many keys a median is worth something.
const ENOUGH: f64 = 100.0;
/// The floor of fresh keys.
const KEYS_FLOOR: f64 = 2.0;

/// Algorithm, operation and floor.
const ROWS: [(&str, &str, f64); 10] = [
    ("rsa-2048", "sign", 1.0),
    ("rsa-2048", "verify", 1.5),
    ("rsa-3072", "sign", 1.0),
    ("rsa-3072", "verify", 1.5),
    ("rsa-4096", "sign", 1.0),
    ("rsa-4096", "verify", 1.5),
    ("dsa-2048", "sign", 1.3),
    ("dsa-2048", "verify", 1.3),
    ("dsa-3072", "sign", 1.3),
    ("dsa-3072", "verify", 1.3),
];

/// Which rows the run must measure.
pub fn pattern() -> String {
    ROWS.map(|(algo, op, _)| format!("^{algo} {op}$")).join("|")
}

/// The document of a run, and of one of fresh keys with so many seconds a turn.
///
/// Errors: a column or a row is missing.
pub fn document(
    results: &Results,
    keys: &Results,
    seconds: f64,
    about: &Circumstances,
) -> Result<String, String> {
    let (table, missed) = table(results)?;
    let (fresh, below) = fresh(keys, seconds)?;
    Ok(format!(
        "# RSA and DSA, one at a time\n\nWritten by `{}`; do not edit.\n\n{}\n\
         Operations a second in the fastest sample, and how many times as many as {OPENSSL}'s. \
         RSA by PKCS#1 v1.5 with SHA-256, blinded, each signature checked before it leaves. What \
         differs from peer to peer stands in peers.md. A floor is what the project holds itself \
         to; {} are missed.\n\n{table}\n## Fresh keys\n\n{fresh}",
        about.command,
        circumstances(results, about),
        missed + below,
    ))
}

/// The table, and how many floors are missed.
fn table(results: &Results) -> Result<(String, usize), String> {
    let mut text = format!("| op | {OURS} | {OPENSSL} | ratio |\n|---|---|---|---|\n");
    let mut missed = 0;
    for (algo, op, floor) in ROWS {
        let figure = |name| fastest(column(results, name)?, algo, op);
        let (ours, theirs) = (figure(OURS)?, figure(OPENSSL)?);
        let (verdict, below) = against(theirs / ours, floor);
        missed += below;
        let (ours, theirs) = (1e9 / ours, 1e9 / theirs);
        let _ = writeln!(text, "| {algo} {op} | {ours:.0} | {theirs:.0} | {verdict} |");
    }
    Ok((text, missed))
}

/// The median of many keys beside theirs, and whether its floor is missed.
fn fresh(keys: &Results, seconds: f64) -> Result<(String, usize), String> {
    let row = ("rsa-2048".to_owned(), "keygen".to_owned());
    let median = |name| {
        let figures = keys.medians(column(keys, name)?, &row);
        let figures = figures.ok_or_else(|| format!("{name} has no {} {}", row.0, row.1))?;
        // A turn ends with the key that is under way when its time is over.
        let turns = figures.samples() as f64;
        Ok::<_, String>((figures.median_ns(), turns * (seconds * 1e9 / figures.median_ns()).ceil()))
    };
    let ((ours, of_ours), (theirs, of_theirs)) = (median(OURS)?, median(OPENSSL)?);
    let (verdict, below) = against(theirs / ours, KEYS_FLOOR);
    let few = if of_ours.min(of_theirs) < ENOUGH { "; too few to say much" } else { "" };
    let text = format!(
        "Medians over turns of {seconds} s, about {of_ours:.0} keys of ours and {of_theirs:.0} of \
         theirs{few}. Both have five rounds of Miller and Rabin for a prime of 1024 bits (FIPS \
         186-5, table B.1).\n\n\
         | op | {OURS} | {OPENSSL} | ratio |\n|---|---|---|---|\n\
         | rsa-2048 keygen | {:.1} | {:.1} | {verdict} |\n",
        1e9 / ours,
        1e9 / theirs,
    );
    Ok((text, below))
}

/// A ratio beside its floor, and 1 if it is below.
fn against(ratio: f64, floor: f64) -> (String, usize) {
    let below = ratio < floor;
    let word = if below { "**below**" } else { "floor" };
    (format!("{ratio:.2}; {word} {floor:.1}"), usize::from(below))
}

fn column<'a>(results: &'a Results, name: &str) -> Result<&'a Column, String> {
    results.column(name).ok_or_else(|| format!("no column {name}"))
}

fn fastest(column: &Column, algo: &str, op: &str) -> Result<f64, String> {
    let figures = column.fastest(&(algo.to_owned(), op.to_owned()));
    let why = || format!("{} has no {algo} {op}", column.peer.name);
    Ok(figures.ok_or_else(why)?.min_ns())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::before_after::tests::{column_of, results};

    fn run(ns: impl Fn(&str) -> f64) -> Results {
        let column =
            |name: &str| column_of(name, ROWS.map(|it| (it.0, it.1, ns(name))).into_iter());
        results(PEERS.map(column).into())
    }

    /// Goal: ratios are times as fast, and a floor that is missed is told and counted.
    #[test]
    fn floors_are_compared() {
        let twice = |name: &str| if name == OURS { 1e3 } else { 2e3 };
        let (text, missed) = table(&run(twice)).expect("whole");
        assert!(text.contains("| rsa-2048 sign | 1000000 | 500000 | 2.00; floor 1.0 |"), "{text}");
        assert_eq!(missed, 0);
        let (text, missed) = table(&run(|_| 1e3)).expect("whole");
        assert!(text.contains("| rsa-2048 verify | 1000000 | 1000000 | 1.00; **below** 1.5 |"));
        assert_eq!(missed, 7);
        assert!(table(&results(vec![])).is_err());
    }

    /// Goal: fresh keys are compared by medians, and a few of them are said to be few.
    #[test]
    fn fresh_keys_are_compared() {
        let keys = |ours: f64, seconds| {
            let column = |name: &str| {
                let ns = if name == OURS { ours } else { 3e8 };
                column_of(name, [("rsa-2048", "keygen", ns)].into_iter())
            };
            fresh(&results(PEERS.map(column).into()), seconds).expect("whole")
        };
        let (text, below) = keys(1e8, 600.0);
        assert!(text.contains("| 3.00; floor 2.0 |") && below == 0, "{text}");
        assert!(!text.contains("too few"), "{text}");
        let (text, below) = keys(2e8, 6.0);
        assert!(text.contains("| 1.50; **below** 2.0 |") && below == 1, "{text}");
        assert!(text.contains("too few"), "{text}");
        assert!(fresh(&run(|_| 1.0), 1.0).is_err());
    }

    /// Goal: OpenSSL's program has every row. Method: the keys it is given, and its source.
    #[test]
    fn openssl_has_the_rows() {
        const SOURCE: &str = include_str!("../peers/c/evp.c");
        let rsa = crate::keys::RSA.map(|bits| format!("rsa-{bits}"));
        let dsa = crate::keys::DSA.map(|(bits, _)| format!("dsa-{bits}"));
        for (algo, ..) in ROWS {
            assert!(rsa.iter().chain(&dsa).any(|it| it == algo), "no key of {algo}");
            let calls = ["signatures", "dsa"].map(|call| format!("{call}(\"{algo}\", "));
            assert!(calls.iter().any(|call| SOURCE.contains(call)), "no row of {algo}");
        }
    }

    /// Goal: what the catalogue has of RSA and DSA has a floor here, keys aside; and nothing else.
    #[test]
    fn rows_are_of_the_catalogue() {
        use operations::{Action, Operation, Tool};
        use sealane::Algorithm;
        let others =
            |it: &Operation| matches!(it.algorithm, Algorithm::Rsa { .. } | Algorithm::Dsa { .. });
        let others = Tool::Speed.operations().filter(others);
        let signing = others.filter(|it| it.action != Action::Keygen);
        let rows: Vec<_> = signing.map(|it| (it.title(), it.action.name())).collect();
        assert_eq!(rows, ROWS.map(|(algo, op, _)| (algo.to_owned(), op)));
    }

    #[test]
    fn pattern_wants_the_rows_of_the_table() {
        let pattern = sealane_measure::Pattern::new(&pattern());
        assert!(pattern.wants("rsa-4096", "verify") && pattern.wants("dsa-3072", "sign"));
        assert!(!pattern.wants("rsa-2048", "keygen") && !pattern.wants("ecdsa-p256", "sign"));
    }
}
