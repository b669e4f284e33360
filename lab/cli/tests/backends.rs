//! Goal: the machine that is chosen is named wherever a figure or an answer hangs on it.
use crate::common;

use common::Folder;
use serde_json::Value;

/// Goal: `speed` and `check-vectors` say what single operations and what batches run on; the
/// version says it like that of the other command.
#[test]
fn what_computes_is_told() {
    let folder = Folder::new();
    let speed = ["speed", "--backend", "soft8", "--seconds", "0.001", "--no-libcrypto"];
    let rows = "^ed25519 sign-batch";
    let line = [&speed[..], &["--batch", "8", rows]].concat();
    let text = String::from_utf8(folder.succeeds(&line)).expect("text");
    let single = sealane::backend::names().next().expect("a machine");
    let said = format!("(single operations on {single}, batches on soft8)");
    assert!(text.contains(&said), "{text}");
    let report = folder.succeeds(&[&line[..], &["--json"]].concat());
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    assert_eq!((&report["backend"], &report["batch_backend"]), (&single.into(), &"soft8".into()));
    let summary = ["check-vectors", "--summary", "--backend", "soft8"];
    let text = String::from_utf8(folder.succeeds(&summary)).expect("text");
    let said = format!("backend {single}, batches on soft8\n");
    assert!(text.starts_with(&said), "{text}");
    let mut version = std::process::Command::new(crate::program_of(&["speed"]));
    let version = version.args(["--backend", "soft8", "--version"]).output().expect("it starts");
    let text = String::from_utf8(version.stdout).expect("text");
    let first = format!("sealane-lab {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(text.lines().next(), Some(&*first));
    assert!(text.contains("\nbatches on soft8, "), "{text}");
}
