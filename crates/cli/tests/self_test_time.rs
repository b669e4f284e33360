//! How long the self-test takes: by itself, for it is measured.
use crate::common;

use common::Folder;
use serde_json::{Value, json};

#[test]
fn self_test_passes_quickly_and_names_what_it_tested() {
    let folder = Folder::new();
    let report: Value =
        serde_json::from_slice(&folder.succeeds(&["self-test", "--json"])).expect("JSON");
    assert_eq!(report["failed"], json!([]));
    assert!(report["passed"].as_u64() >= Some(18));
    let backends = report["backends"].as_array().expect("a list");
    // Batches too: registers of eight lanes where there are any, and plain words everywhere.
    assert!(backends.contains(&json!("soft8")), "{report}");
    // Plain words do the work of eight lanes one after the other, registers do it at once.
    let share = |name: &Value| match name.as_str() {
        Some("eight") => 0.5,
        Some("soft8") => 1.5,
        _ => 1.0,
    };
    let shares: f64 = backends.iter().map(share).sum();
    let limit_ms = shares * if cfg!(debug_assertions) { 500.0 } else { 50.0 };
    assert!(report["cpu_ms"].as_f64().is_some_and(|ms| ms < limit_ms), "{report}");
}
