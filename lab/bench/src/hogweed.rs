//! Operations a millisecond in the fastest sample, in the manner of Nettle's `hogweed-benchmark`,
//! from a run of the bench.

use crate::measure::Results;
use crate::primitives;
use crate::report::{Circumstances, circumstances};
use std::fmt::Write;

/// The peers of the table; OpenSSL is the control, as there.
pub const PEERS: [&str; 3] = ["sealane", "nettle", "openssl"];

/// The rows: name and size as there, and what the bench calls them.
const ROWS: [(&str, u32, &str); 17] = [
    ("rsa", 1024, "rsa-1024"),
    ("rsa", 2048, "rsa-2048"),
    ("dsa", 1024, "dsa-1024"),
    ("dsa", 2048, "dsa-2048"),
    ("ecdsa", 192, "ecdsa-p192"),
    ("ecdsa", 224, "ecdsa-p224"),
    ("ecdsa", 256, "ecdsa-p256"),
    ("ecdsa", 384, "ecdsa-p384"),
    ("ecdsa", 521, "ecdsa-p521"),
    ("ecdsa-k1", 256, "ecdsa-secp256k1"),
    ("ecdsa-bp", 256, "ecdsa-brainpoolp256r1"),
    ("ecdsa-bp", 384, "ecdsa-brainpoolp384r1"),
    ("ecdsa-bp", 512, "ecdsa-brainpoolp512r1"),
    ("eddsa", 255, "ed25519"),
    ("eddsa", 448, "ed448"),
    ("curve", 255, "x25519"),
    ("curve", 448, "x448"),
];

/// The operations of the two columns: `curve` rows have multiples of the generator, and of a point.
fn operations(name: &str) -> [&'static str; 2] {
    if name == "curve" { ["keygen", "derive"] } else { ["sign", "verify"] }
}

/// Which rows the run must measure.
pub fn pattern() -> String {
    let parts =
        ROWS.iter().flat_map(|(name, _, algo)| operations(name).map(|op| format!("^{algo} {op}$")));
    parts.collect::<Vec<_>>().join("|")
}

/// The table. A cell that no peer of that name has is `N/A`, a row without any is left out.
pub fn table(results: &Results) -> String {
    let mut text = format!("{:>26} {:>4} {:>9} {:>9}\n", "name", "size", "sign/ms", "verify/ms");
    for (name, size, algo) in ROWS {
        for column in &results.columns {
            let cells = operations(name).map(|op| {
                let figures = column.fastest(&(algo.to_owned(), op.to_owned()))?;
                Some(1e6 / figures.min_ns())
            });
            if cells == [None, None] {
                continue;
            }
            let [sign, verify] = cells.map(|cell| match cell {
                // Nettle's table has two digits more for what is slower than 20 ms.
                Some(cell) if cell < 0.05 => format!("{cell:.6}"),
                Some(cell) => format!("{cell:.4}"),
                None => "N/A".into(),
            });
            let title = format!("{name} ({})", column.peer.name);
            let _ = writeln!(text, "{title:>26} {size:>4} {sign:>9} {verify:>9}");
        }
    }
    text
}

/// Both tables of Nettle's benchmarks.
pub fn document(results: &Results, rows: &[primitives::Row], about: &Circumstances) -> String {
    format!(
        "# As Nettle's benchmarks print it\n\nWritten by `{}`; do not edit.\n\n{}\n\
         ## Operations a millisecond\n\nIn the fastest sample, in the form of \
         `hogweed-benchmark`; the rows of OpenSSL are its control. `curve` rows: a multiple of the \
         generator, and of a point. What differs from peer to peer stands in peers.md.\n\n\
         ```text\n{}```\n\n\
         ## Microseconds a primitive\n\nThe form of `ecc-benchmark`, of our own code on 64-bit \
         words: a product and a square modulo p, the way out of the inner form, a product modulo \
         the order; inversions modulo both in constant time, in variable time (`_var`, of public \
         numbers) and by powering (`_pow`, unused); doubling, mixed addition, a multiple of the \
         generator and of a point; a signature into a buffer. Every law was checked: inverses \
         times their numbers, doublings and additions by the complete formula, multiples by the \
         other way. `inv/sign` is what part of a signature its inversions are; `B` the stack, \
         without tables, below the caller.\n\n```text\n{}```\n",
        about.command,
        circumstances(results, about),
        table(results),
        primitives::table(rows),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_wants_the_rows_of_the_table() {
        let pattern = sealane_measure::Pattern::new(&pattern());
        assert!(pattern.wants("rsa-1024", "sign") && pattern.wants("x448", "derive"));
        assert!(!pattern.wants("rsa-2048", "keygen") && !pattern.wants("ecdsa-p256", "sign-into"));
    }
}
