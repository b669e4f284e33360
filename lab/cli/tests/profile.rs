//! Goal: `profile` counts what there is to count, its parts add up, and its flame graph shows them.
use crate::common;

use common::Folder;
use serde_json::Value;

const QUICK: [&str; 3] = ["--seconds", "0.01", "--json"];

/// The report of one operation; how far the parts miss the whole is for quiet machines.
fn report(folder: &Folder, arguments: &[&str]) -> Value {
    let outcome = folder.run(&[&["profile"], arguments, &QUICK].concat());
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    serde_json::from_slice(&outcome.stdout).expect("JSON")
}

/// How often the part at the end of `path` runs in an operation.
fn calls(report: &Value, path: &[&str]) -> f64 {
    let parts = report["parts"].as_array().expect("parts");
    let part = parts.iter().find(|part| part["path"] == serde_json::json!(path));
    part.unwrap_or_else(|| panic!("{path:?} in {report}"))["calls"].as_f64().expect("a number")
}

#[test]
fn calls_are_counted_exactly() {
    let folder = Folder::new();
    let sign = report(&folder, &["sign", "--backend", "portable"]);
    let multiplication = "scalar multiplication";
    assert_eq!(sign["algorithm"], "p256");
    assert_eq!(calls(&sign, &["sign"]), 1.0);
    assert_eq!(calls(&sign, &["sign", multiplication]), 1.0);
    let additions = calls(&sign, &["sign", multiplication, "addition"]);
    assert_eq!(calls(&sign, &["sign", multiplication, "lookup"]), additions);
    assert!(additions > 20.0 && additions.fract() == 0.0, "{additions}");
    for part in ["to affine", "scalar arithmetic", "encoding"] {
        assert_eq!(calls(&sign, &["sign", part]), 1.0, "{part}");
    }
    // One part has both inversions, which lanes do at once.
    assert_eq!(calls(&sign, &["sign", "inversion"]), 1.0);
    // By all lanes: the same parts, of which the lanes add up their own.
    let by_lanes = report(&folder, &["sign", "--backend", "soft8"]);
    let lookups = calls(&by_lanes, &["sign", multiplication, "lookup"]);
    assert_eq!(calls(&by_lanes, &["sign", multiplication, "addition"]), lookups + 3.0);
    assert!(lookups * 5.0 < additions, "{lookups}");
    assert_eq!(calls(&by_lanes, &["sign", "inversion"]), 1.0);
    let derive = report(&folder, &["derive", "--algorithm", "x25519"]);
    assert_eq!(calls(&derive, &["derive", multiplication, "ladder step"]), 255.0);
    let keygen = report(&folder, &["keygen", "--algorithm", "ed25519"]);
    assert_eq!(calls(&keygen, &["keygen", "hash"]), 1.0);
    let verify = report(&folder, &["verify", "--algorithm", "p224"]);
    assert!(calls(&verify, &["verify", multiplication, "doubling"]) > 10.0);
    for operation in ["verify", "derive"] {
        let halved = report(&folder, &[operation, "--algorithm", "secp256k1"]);
        assert_eq!(calls(&halved, &[operation, multiplication, "halves of the scalar"]), 1.0);
    }
}

/// Goal: own cycles of all parts and the remainder are the operation as it ships.
#[test]
fn parts_and_remainder_are_the_whole() {
    let report = report(&Folder::new(), &["sign", "--algorithm", "ed25519"]);
    let number = |value: &Value| value.as_f64().expect("a number");
    let parts = report["parts"].as_array().expect("parts");
    let own: f64 = parts.iter().map(|part| number(&part["own_cycles"])).sum();
    let whole = number(&report["cycles"]);
    let remainder = number(&report["remainder"]);
    assert!((own / whole + remainder - 1.0).abs() < 1e-6, "{own} of {whole}, {remainder}");
    let warned = report["warning"].is_string();
    assert!(warned || remainder.abs() <= 0.03, "{report}");
}

#[test]
fn flame_graph_shows_every_part() {
    let folder = Folder::new();
    report(&folder, &["sign", "--flame", "sign.svg"]);
    let svg = String::from_utf8(folder.read("sign.svg")).expect("text");
    assert!(svg.starts_with("<?xml") && svg.contains("</svg>"));
    for part in ["inversion", "scalar multiplication", "lookup", "encoding", "addition", "nonce"] {
        assert!(svg.contains(&format!("<title>{part} (")), "{part}");
    }
    // A file that is there stays.
    folder.write("sign.svg", "mine");
    folder.run(&["profile", "sign", "--flame", "sign.svg", "--seconds", "0.01"]);
    assert_eq!(folder.read("sign.svg"), b"mine");
}

#[test]
fn operations_that_there_are_not_are_refused() {
    let folder = Folder::new();
    folder.refuses(&["profile", "sign", "--algorithm", "x25519"], 2, "USAGE");
    folder.refuses(&["profile", "derive", "--algorithm", "ed448"], 2, "USAGE");
    folder.refuses(&["profile", "frobnicate"], 2, "USAGE");
    folder.refuses(&["profile", "sign", "--seconds", "0"], 2, "USAGE");
}

/// Goal: the way through a service is told in parts, on each machine and in each state, and what
/// the parts leave is the remainder.
#[test]
fn a_service_is_told_in_parts() {
    let folder = Folder::new();
    for (algorithm, states) in [("rsa2048", 4), ("ed25519", 2)] {
        let report = report(&folder, &["--service", "--algorithm", algorithm]);
        let columns = report["columns"].as_array().expect("columns");
        assert_eq!(columns.len() % states, 0, "{report}");
        for column in columns {
            let parts = column["parts_us"].as_object().expect("parts");
            let us = |name: &str| parts[name].as_f64().expect("a number");
            let fetched = column["kept"] == false;
            for name in ["unwrap", "fetch", "hand-over to a thread that may wait"] {
                assert_eq!(parts.contains_key(name), fetched, "{name}: {column}");
            }
            let outer = [
                "transport and overhead",
                "hand-over to a thread that may wait",
                "fetch",
                "wait in the queue",
                "sign",
                "hand-over of the signature",
            ];
            let sum: f64 = outer.into_iter().filter(|name| parts.contains_key(*name)).map(us).sum();
            let remainder = column["remainder_us"].as_f64().expect("a number");
            assert!((us("user view") - sum - remainder).abs() < 1e-6, "{column}");
            assert_eq!(parts.contains_key("powers by CRT"), algorithm == "rsa2048");
            // The service signs as the library does, with some copying besides.
            let direct = column["direct_us"].as_f64().expect("a number");
            assert!(us("sign") > direct / 3.0 && us("sign") < us("user view"), "{column}");
        }
        let fetches = report["fetches"].as_array().expect("fetches");
        assert_eq!(fetches.len() * states, columns.len());
        for fetch in fetches {
            assert!(fetch["sign_us"].as_f64().is_some_and(|us| us > 0.0), "{fetch}");
        }
    }
    folder.refuses(&["profile", "--service", "--algorithm", "x25519"], 2, "USAGE");
    folder.refuses(&["profile", "--service", "sign"], 2, "USAGE");
    folder.refuses(&["profile", "sign", "--algorithm", "rsa2048"], 2, "USAGE");
}
