//! The short table of a run, between two marks, as the guide has it too: operations a second in
//! the fastest sample, so that their quotients are the ratios of the run.

use crate::measure::Results;
use std::fmt::Write;

const BEGIN: &str = "<!-- speed:begin -->\n";
const END: &str = "<!-- speed:end -->\n";

/// The columns, as far as they were measured: those that do one operation at a time.
const COLUMNS: [&str; 7] =
    ["sealane", "openssl", "aws-lc", "graviola", "libsecp256k1", "dalek-ifma", "nettle"];
const ROWS: [(&str, &str); 9] = [
    ("ecdsa-p256", "keygen"),
    ("ecdsa-p256", "sign"),
    ("ecdsa-p256", "verify"),
    ("ecdh-p256", "derive"),
    ("ecdsa-secp256k1", "sign"),
    ("ecdsa-secp256k1", "verify"),
    ("ed25519", "sign"),
    ("ed25519", "verify"),
    ("x25519", "derive"),
];

/// The table between its marks.
pub fn table(results: &Results) -> String {
    let columns: Vec<_> = COLUMNS.iter().filter_map(|name| results.column(name)).collect();
    let mut text = format!("{BEGIN}```text\n{:<23}", "operations a second");
    for column in &columns {
        let _ = write!(text, " {:>12}", column.peer.name);
    }
    text.push('\n');
    for (algo, op) in ROWS {
        let row = (algo.to_owned(), op.to_owned());
        if columns.iter().all(|column| column.fastest(&row).is_none()) {
            continue;
        }
        let _ = write!(text, "{:<23}", format!("{algo} {op}"));
        for column in &columns {
            let cell = column.fastest(&row).map(|it| format!("{:.0}", 1e9 / it.min_ns()));
            let _ = write!(text, " {:>12}", cell.unwrap_or_else(|| "-".into()));
        }
        text.push('\n');
    }
    text + "```\n" + END
}

/// What stands between the marks, marks included. Errors: there are none.
pub fn between(text: &str) -> Result<&str, String> {
    let start = text.find(BEGIN).ok_or("no mark of a speed table begins")?;
    let end = text[start..].find(END).ok_or("no mark of a speed table ends")?;
    Ok(&text[start..start + end + END.len()])
}

/// A page with the table of a stored run.
pub fn copied(page: &str, stored: &str) -> Result<String, String> {
    Ok(page.replace(between(page)?, between(stored)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_copied_whole() {
        let block = |text: &str| format!("{BEGIN}{text}\n{END}");
        let page = format!("before\n{}after\n", block("old"));
        let stored = format!("x\n{}y\n", block("new"));
        assert_eq!(copied(&page, &stored), Ok(format!("before\n{}after\n", block("new"))));
        assert!(copied("nothing", &stored).is_err());
        assert!(copied(&page, BEGIN).is_err());
    }

    /// Goal: the figures of the guide are those of the stored run, digit by digit.
    #[test]
    fn figures_of_the_guide_are_stored() {
        let read = |name: &str| std::fs::read_to_string(crate::root().join(name));
        let Ok(stored) = read("docs/results/peers.md") else {
            eprintln!("\nSKIPPED: no run of the bench is stored yet, so none can be compared");
            return;
        };
        let page = read(crate::GUIDE).expect("a page");
        let [ours, theirs] = [&page, &stored].map(|text| between(text).expect("a table"));
        assert_eq!(ours, theirs, "`cargo run -p bench -- guide` copies it");
    }
}
