//! Goal: `--backend narrow` reaches the commands that measure and answer cases.
#![cfg(feature = "narrow")]
use crate::common;

use common::Folder;
use common::documents::*;
use serde_json::json;

/// What a command writes on a backend.
fn on(folder: &Folder, backend: &str, line: &[&str]) -> Vec<u8> {
    folder.succeeds(&[&["--backend", backend], line].concat())
}

/// Goal: the published answers come out, and the reports name the backend that ran.
#[test]
fn the_backend_that_is_asked_for_runs() {
    let folder = Folder::new();
    let tables = ["--algorithm", "p256", "--seconds", "0.0001", "--json"];
    let tables = on(&folder, "narrow", &[&["tables"], &tables[..]].concat());
    let tables: serde_json::Value = serde_json::from_slice(&tables).expect("JSON");
    assert_eq!(tables["backend"], "narrow");
    folder.refuses(&["fields", "--backend", "narrow"], 2, "USAGE");

    let public = data_encoding::HEXLOWER.encode(&point());
    let case = json!({"id": "d", "src": "here", "algo": "ECDSA", "curve": "P-256",
        "hash": "SHA-256", "op": "pubkey_derive", "in": {"priv": SCALAR}, "expect": "value",
        "out": {"pub": public}});
    folder.write("cases", format!("{case}\n"));
    let count = ["check-vectors", "--summary", "--in", "cases"];
    let first_line = |backend| {
        let summary = String::from_utf8(on(&folder, backend, &count)).expect("text");
        summary.lines().next().map(str::to_owned)
    };
    for backend in ["narrow", "portable"] {
        assert_eq!(first_line(backend), Some(format!("backend {backend}")));
    }
}
