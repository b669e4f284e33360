//! Batches beside peers that do one operation at a time, and beside libcrypto_mb, which does eight:
//! how many times as fast, and the floors that this is held to.

use crate::measure::{Column, Results};
use std::fmt::Write;

/// Who is measured.
pub const PEERS: [&str; 8] = [
    "sealane-batch",
    "sealane",
    "openssl",
    "aws-lc",
    "graviola",
    "libsecp256k1",
    "dalek-ifma",
    "crypto-mb",
];
/// Who is not listed above but has P-192 and P-224.
pub const NETTLE: &str = "nettle";
const OURS: &str = "sealane-batch";
const ALONE: &str = "sealane";
const OPENSSL: &str = "openssl";
const LANES: &str = "crypto-mb";

/// A row and its floors: ratios to OpenSSL, to the best peer of single operations, to libcrypto_mb
/// and to our own single operation; 0 for none.
struct Row {
    algo: &'static str,
    op: &'static str,
    /// The operation of the peers.
    theirs: &'static str,
    floors: [f64; 4],
}

const fn row(algo: &'static str, op: &'static str, floors: [f64; 4]) -> Row {
    Row { algo, op, theirs: op, floors }
}

const fn cached(op: &'static str, floors: [f64; 4]) -> Row {
    Row { algo: "ecdsa-p256", op, theirs: "verify", floors }
}

const ROWS: [Row; 38] = [
    row("ecdsa-p256", "keygen", [4.5, 3.3, 1.8, 0.0]),
    row("ecdsa-p256", "sign", [7.0, 5.5, 2.0, 0.0]),
    row("ecdsa-p256", "verify", [5.0, 4.5, 1.7, 0.0]),
    row("ecdh-p256", "derive", [4.5, 4.3, 1.5, 0.0]),
    cached("verify-cached", [15.0, 13.0, 5.0, 0.0]),
    cached("verify-cached-64", [0.0; 4]),
    row("ecdsa-p224", "sign", [18.0, 14.0, 0.0, 0.0]),
    row("ecdsa-p192", "sign", [110.0, 14.0, 0.0, 0.0]),
    row("ecdsa-secp256k1", "sign", [150.0, 9.0, 0.0, 0.0]),
    row("ecdsa-secp256k1", "verify", [42.0, 4.2, 0.0, 0.0]),
    row("ecdh-secp256k1", "derive", [55.0, 4.6, 0.0, 0.0]),
    row("ed25519", "keygen", [15.0, 4.0, 1.5, 0.0]),
    row("ed25519", "sign", [17.0, 4.5, 1.8, 0.0]),
    row("ed25519", "verify", [10.0, 1.8, 1.3, 0.0]),
    row("x25519", "keygen", [20.0, 5.2, 2.7, 0.0]),
    row("x25519", "derive", [4.6, 3.5, 1.0, 0.0]),
    row("ecdsa-p384", "keygen", [0.0, 0.0, 0.0, 2.0]),
    row("ecdsa-p384", "sign", [0.0, 0.0, 0.0, 2.0]),
    row("ecdsa-p384", "verify", [0.0, 0.0, 0.0, 2.0]),
    row("ecdh-p384", "derive", [0.0, 0.0, 0.0, 2.0]),
    row("ecdsa-p521", "keygen", [0.0, 0.0, 0.0, 2.0]),
    row("ecdsa-p521", "sign", [0.0, 0.0, 0.0, 2.0]),
    row("ecdsa-p521", "verify", [0.0, 0.0, 0.0, 2.0]),
    row("ecdh-p521", "derive", [0.0, 0.0, 0.0, 2.0]),
    row("ed448", "keygen", [0.0, 0.0, 0.0, 2.0]),
    row("ed448", "sign", [0.0, 0.0, 0.0, 2.0]),
    row("ed448", "verify", [0.0, 0.0, 0.0, 2.0]),
    row("x448", "keygen", [0.0, 0.0, 0.0, 2.0]),
    row("x448", "derive", [0.0, 0.0, 0.0, 2.0]),
    row("ecdsa-brainpoolp256r1", "sign", [0.0; 4]),
    row("ecdsa-brainpoolp256r1", "verify", [0.0; 4]),
    row("ecdh-brainpoolp256r1", "derive", [0.0; 4]),
    row("rsa-2048", "sign", [1.9, 0.0, 1.0, 0.0]),
    row("rsa-3072", "sign", [1.4, 0.0, 0.0, 0.0]),
    row("rsa-4096", "sign", [1.4, 0.0, 0.0, 0.0]),
    row("rsa-2048", "verify", [0.0; 4]),
    row("rsa-3072", "verify", [0.0; 4]),
    row("rsa-4096", "verify", [0.0; 4]),
];

/// Which rows the run must measure.
pub fn pattern() -> String {
    ROWS.iter().map(|row| format!("^{} {}$", row.algo, row.op)).collect::<Vec<_>>().join("|")
}

/// The table, and how many floors are missed. Errors: there are no batches.
pub fn table(results: &Results) -> Result<(String, usize), String> {
    let ours = results.column(OURS).ok_or("there is no column of batches")?;
    let mut text = format!(
        "| op | items a second | of {OPENSSL} | of the best single peer | of {LANES} | of our \
         single one |\n|---|---|---|---|---|---|\n"
    );
    let mut missed = 0;
    for row in &ROWS {
        let Some(ns) = fastest(ours, row.algo, row.op) else { continue };
        let single = |column: &&Column| {
            ![OURS, LANES].contains(&&column.peer.name[..])
                && !column.peer.name.starts_with("sealane")
        };
        let theirs = |column: &Column| fastest(column, row.algo, row.theirs);
        let best = results.columns.iter().filter(single);
        let best = best.filter_map(|it| Some((theirs(it)?, &it.peer.name[..])));
        let best = best.min_by(|a, b| a.0.total_cmp(&b.0));
        let named = |name: &str| Some((theirs(results.column(name)?)?, ""));
        let others = [named(OPENSSL), best, named(LANES), named(ALONE)];
        let _ = write!(text, "| {} {} | {:.0} |", row.algo, row.op, 1e9 / ns);
        for (other, floor) in others.into_iter().zip(row.floors) {
            let Some((other, name)) = other else {
                text += " |";
                continue;
            };
            let ratio = other / ns;
            let _ = write!(text, " {ratio:.2}");
            if !name.is_empty() {
                let _ = write!(text, " ({name})");
            }
            if floor > 0.0 {
                let short = ratio < floor;
                missed += usize::from(short);
                let _ = write!(text, "; {} {floor}", if short { "**below**" } else { "floor" });
            }
            text += " |";
        }
        text.push('\n');
    }
    Ok((text, missed))
}

fn fastest(column: &Column, algo: &str, op: &str) -> Option<f64> {
    column.fastest(&(algo.to_owned(), op.to_owned())).map(|it| it.min_ns())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::before_after::tests::{column_of, results};

    /// Goal: ratios are times as fast, the best peer is the fastest single one, and a floor that is
    /// missed is told and counted.
    #[test]
    fn floors_are_compared() {
        let ours = [("keygen", 1e3), ("sign", 1e3), ("verify-cached", 1e3)];
        let theirs = |ns: f64| [("keygen", ns), ("sign", ns), ("verify", 10.0 * ns)];
        let column = |name, rows: &[(&str, f64)]| {
            column_of(name, rows.iter().map(|(op, ns)| ("ecdsa-p256", *op, *ns)))
        };
        let columns = vec![
            column(OURS, &ours),
            column(ALONE, &theirs(2e3)),
            column(OPENSSL, &theirs(6e3)),
            column("aws-lc", &theirs(4e3)),
            column(LANES, &theirs(1.9e3)),
        ];
        let (text, missed) = table(&results(columns)).expect("batches");
        assert!(
            text.contains(
                "| ecdsa-p256 keygen | 1000000 | 6.00; floor 4.5 | 4.00 (aws-lc); floor 3.3 | \
                 1.90; floor 1.8 | 2.00 |"
            ),
            "{text}"
        );
        assert!(
            text.contains("6.00; **below** 7 | 4.00 (aws-lc); **below** 5.5 | 1.90; **below**")
        );
        assert!(text.contains("verify-cached | 1000000 | 60.00; floor 15 | 40.00 (aws-lc)"));
        assert_eq!(missed, 3);
        assert!(table(&results(vec![column(OPENSSL, &ours)])).is_err());
    }

    /// Goal: a floor is of a batch that the catalogue has, and every curve that peers have in
    /// batches, and every length of RSA, has a row. ML-DSA has a table of its own.
    #[test]
    fn rows_are_of_the_catalogue() {
        use operations::{Tool, batch::Kind};
        use sealane::Algorithm;
        let rows: Vec<(String, &str)> = Tool::Batches
            .operations()
            .flat_map(|it| {
                Kind::of(it.algorithm, it.action).map(move |kind| (it.title(), kind.single))
            })
            .collect();
        for row in &ROWS {
            assert!(rows.contains(&(row.algo.to_owned(), row.op)), "{} {}", row.algo, row.op);
        }
        let is_of_rsa = |it: &Algorithm| matches!(it, Algorithm::Rsa { .. });
        for algorithm in Tool::Batches.algorithms().filter(is_of_rsa) {
            let title = Tool::Batches.operations_of(algorithm).next().map(|it| it.title());
            assert!(ROWS.iter().any(|row| Some(row.algo) == title.as_deref()), "{algorithm}");
        }
    }

    #[test]
    fn pattern_wants_the_rows_of_the_table() {
        let pattern = sealane_measure::Pattern::new(&pattern());
        assert!(pattern.wants("ecdsa-p256", "verify-cached") && pattern.wants("x25519", "derive"));
        assert!(!pattern.wants("ecdsa-p224", "verify"));
    }
}
