//! What operations ask of the heap, and what calls of every kind leave there.

use super::built::{Linkage, counted, output};
use super::calls::declared;
use data_encoding::HEXUPPER;
use sealane::{Algorithm, dsa};
use std::collections::HashMap;
use std::process::Command;

/// Goal: signing, verifying and agreeing by keys over curves ask for no memory, and those of other
/// families for some, which shows that it is counted.
#[test]
fn keys_over_curves_ask_for_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let program = counted(folder.path(), "allocations", Linkage::Static);
    let curves = Algorithm::all().filter(|it| it.curve().is_some()).map(|it| it.to_string());
    let mut asked: Vec<String> = curves.collect();
    let schemes = ["secp256k1/bip340", "p256/ecdsa-sha384", "ed25519/eddsa:context=6162"];
    asked.extend(schemes.into_iter().chain(["rsa2048", "mldsa44"]).map(str::to_owned));
    let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
    let said = output(&program, &asked, "", false);
    let mut counts = HashMap::new();
    for line in said.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, operation, count] = words[..] else { panic!("{line}") };
        counts.insert((name, operation), count.parse::<usize>().unwrap());
    }
    println!("{said}");
    for ((name, operation), count) in &counts {
        let is_alone = !operation.contains("batch");
        let is_curve = !["rsa2048", "mldsa44", "planted"].contains(name);
        if is_alone && is_curve {
            assert_eq!(*count, 0, "{name} {operation}");
        } else {
            assert_ne!(*count, 0, "{name} {operation}");
        }
    }
    // A batch asks once for all: 56 more items are a few longer arrays.
    for operation in ["sign-batch", "verify-batch"] {
        let count = |items: usize| counts[&("p256", &format!("{operation}-{items}")[..])];
        println!("{operation}: 8 items {}, 64 items {}", count(8), count(64));
        assert!(count(64) < count(8) + 56, "{operation}: {} {}", count(8), count(64));
    }
    assert!(counts.len() > 60, "{}", counts.len());
}

/// Keys that take seconds to make.
fn documents() -> String {
    let rsa = include_str!("../../sealane/src/rsa/example.pem");
    let table = include_str!("../../../tests/vectors/rfc6979-dsa2048.txt");
    let number = |name: &str| {
        let line = table.lines().find_map(|line| line.strip_prefix(&format!("{name} = ")[..]));
        HEXUPPER.decode(line.unwrap().as_bytes()).unwrap()
    };
    let parameters = dsa::Parameters::from_numbers(&number("p"), &number("q"), &number("g"));
    let dsa = dsa::PrivateKey::from_number(&parameters.unwrap(), &number("x")).unwrap();
    format!("{rsa}{}", *dsa.to_pkcs8_pem())
}

/// Goal: calls of every function with arguments that are drawn end with an error and its number,
/// where they must, and leave nothing behind. `SEALANE_CAPI_CALLS` says how many.
#[test]
fn drawn_calls_end_well() {
    let calls = std::env::var("SEALANE_CAPI_CALLS").unwrap_or_else(|_| "1000".into());
    let seed = std::env::var("SEALANE_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed: u64 = seed.unwrap_or_else(|| std::process::id().into());
    println!("SEALANE_SEED={seed}");
    let folder = tempfile::tempdir().unwrap();
    let fuzz = counted(folder.path(), "fuzz", Linkage::Static);
    let said = output(&fuzz, &[&calls, &seed.to_string()], &documents(), false);
    println!("{said}");
    let rows: Vec<Vec<&str>> = said.lines().map(|line| line.split(' ').collect()).collect();
    let mut called: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    called.sort_unstable();
    assert_eq!(called, declared());
    let sum: u64 = rows.iter().map(|row| row[1].parse::<u64>().unwrap()).sum();
    assert!(sum >= calls.parse().unwrap());
    // Among few calls there may be none that a function takes.
    for row in rows.iter().filter(|_| sum >= 100_000) {
        assert_ne!(row[2], "0", "{} never did what it is for", row[0]);
    }
}

/// Goal: the program that draws finds a lost block, a byte written before a buffer, and a call that
/// should have been refused.
#[test]
fn faults_of_drawn_calls_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let fuzz = counted(folder.path(), "fuzz", Linkage::Static);
    let ends = |words: &[&str]| {
        let run = Command::new(&fuzz).args(words).stdin(std::process::Stdio::null()).output();
        let run = run.unwrap();
        (run.status.code(), String::from_utf8(run.stderr).unwrap())
    };
    assert_eq!(ends(&["300", "1"]), (Some(0), String::new()));
    for (fault, says) in [("leak", " blocks are left"), ("write", "0xa5"), ("refusal", "0 OK")] {
        let (code, said) = ends(&["300", "1", fault]);
        assert_eq!(code, Some(1), "{fault}");
        assert!(said.contains(says), "{fault}: {said}");
    }
}
