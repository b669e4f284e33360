//! Manifests of batches: lines of JSON or of a table, their items, keys, messages and signatures.
//!
//! The first byte says in which form, and whether unknown fields are passed over.

use sealane_cli::hooks::read_manifest;

/// Every line that is not blank has its result, in order.
pub fn run(bytes: &[u8]) {
    let Some((how, bytes)) = bytes.split_first() else { return };
    let forms = ["auto", "jsonl", "csv"];
    let form = forms[usize::from(how >> 1) % forms.len()];
    let Some(lines) = read_manifest(bytes, form, how & 1 == 1) else { return };
    assert!(lines.windows(2).all(|pair| pair[0] < pair[1]), "lines in their order");
    let count = bytes.split(|byte| *byte == b'\n').count() as u64;
    assert!(lines.last().is_none_or(|last| *last <= count), "a line that is not there");
}
