//! Goal: many clients of a service: what is reported adds up, files are signed all or none, and
//! refusals have their codes.
use crate::common;

use common::Folder;
use common::services::{AT, Service, log_in_once, served, served_with};
use common::tokens::{STORE, generate, json, refuses, run, secret, set_pin, token_of_user};
use std::process::Stdio;

/// Goal: every kind of key signs by the service, alone and many at once, one by one and in batches;
/// what is reported adds up.
#[test]
fn many_clients_sign() {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    for (algorithm, label) in [("p256", "web"), ("ed25519", "code"), ("rsa2048", "old")] {
        generate(&folder, algorithm, label, "");
    }
    let mut service = Service::start(&folder, " --threads 2");
    for (label, batch, count, threads) in [
        ("web", 1, 400, " --threads 1"),
        ("web", 64, 1024, " --threads 3"),
        ("code", 1, 200, ""),
        ("old", 8, 64, " --threads 9"),
    ] {
        let line = format!("load {AT} --key {label} -c 4 -n {count} --batch {batch}{threads}");
        let report = json(&folder, &line);
        let runs = report["runs"].as_array().expect("runs");
        assert_eq!(
            (runs.len(), &runs[0]["clients"], &runs[1]["clients"]),
            (2, &1.into(), &4.into())
        );
        for run in runs {
            let number = |name: &str| run[name].as_f64().expect("a number");
            assert!(number("signatures") >= f64::from(count), "{run}");
            assert!(number("p99_us") >= number("median_us") && number("median_us") > 0.0, "{run}");
            assert!(number("cpu_service_us") > 0.0 && number("cpu_clients_us") > 0.0, "{run}");
            let rate = number("signatures") / number("seconds");
            assert!((number("sigs_per_s") / rate - 1.0).abs() < 0.2, "{run}");
        }
    }
    assert_eq!(service.signal("-TERM"), Some(0));
    assert!(!folder.path("socket").exists());
    // One derivation from the PIN each, however many clients there were.
    let rows = run(&folder, &format!("token audit {STORE} --as officer --pin-file officer.pin"));
    assert_eq!(rows.matches("login\toperator").count(), 4, "{rows}");
}

/// Goal: a service is found by its socket and by its address of this machine.
#[test]
fn addresses_of_this_machine() {
    let folder = token_of_user();
    set_pin(&folder, "operator");
    generate(&folder, "p256", "web", "");
    let service = Service::start(&folder, " --listen 127.0.0.1:0");
    let address = service.ready["address"].as_str().expect("an address").to_owned();
    for place in ["socket", &address] {
        let line = format!("load --socket {place} --pin-file operator.pin --key web -c 1 -n 20");
        assert_eq!(json(&folder, &line)["runs"][0]["signatures"], 20);
    }
}

/// A list of files to be signed, and one more that waits for a writer: so whoever signs them is in
/// the middle of it until there was one.
fn files_with_a_pipe(folder: &Folder) {
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    folder.write("list", "letter\nempty\npipe\n");
}

/// Goal: each file of a list has its signature, by its name, and nothing else is in the folder; the
/// folder is as open as others of its maker.
#[test]
fn files_are_signed() {
    let (folder, _service) = served_with(&["p256", "ed25519", "rsa2048"]);
    std::fs::create_dir(folder.path("in")).expect("a folder");
    let names: Vec<String> = (0..30).map(|i| format!("in/{i}.txt")).collect();
    for (i, name) in names.iter().enumerate() {
        folder.write(name, vec![b'x'; i * 997]);
    }
    folder.write("list", names.join("\n"));
    for (algorithm, clients, batch) in [("p256", 3, 4), ("ed25519", 1, 1), ("rsa2048", 40, 1)] {
        let line = format!(
            "load {AT} --key {algorithm} -c {clients} --batch {batch} --files-from list --out-dir \
             {algorithm}"
        );
        let report = json(&folder, &line);
        assert_eq!(
            (&report["runs"][0]["signatures"], &report["runs"][1]),
            (&30.into(), &().into())
        );
        let shown = json(&folder, &format!("key show {algorithm} --socket socket"));
        folder.write("public.pem", shown["public_key"].as_str().expect("PEM"));
        let found = std::fs::read_dir(folder.path(algorithm)).expect("a listing").count();
        assert_eq!(found, names.len());
        for (i, name) in names.iter().enumerate() {
            let verify = |name: &str| {
                format!("verify --key public.pem --in {name} --signature {algorithm}/{i}.txt.sig")
            };
            assert_eq!(run(&folder, &verify(name)), "signature: valid\n");
            refuses(&folder, &verify("list"), 4, "SIG_INVALID");
        }
    }
    let mode = |name: &str| folder.path(name).metadata().expect("a folder").permissions();
    assert_eq!(mode("p256"), mode("in"));
}

/// Goal: a run that fails, at its beginning or in the middle, leaves no folder, and none beside it;
/// what has the folder's name meanwhile stays as it is.
#[test]
fn files_are_signed_all_or_none() {
    let (folder, mut service) = served_with(&["p256"]);
    folder.write("letter", "a letter");
    folder.write("empty", "");
    log_in_once(&folder);
    let line = format!("load {AT} --key p256 -c 2 --files-from list --out-dir");
    for (list, place, status, code) in [
        ("letter\nempty\nnothing\n", "out", 3, "INPUT_MISSING"),
        ("letter\nempty\n.\n", "out", 3, "INPUT_DIRECTORY"),
        ("letter\n./letter\n", "out", 3, "INPUT_FORMAT"),
        ("\n", "out", 3, "INPUT_FORMAT"),
        ("letter\n", "empty", 2, "OUTPUT_EXISTS"),
        ("letter\n", "no/out", 1, "OUTPUT_FAILED"),
    ] {
        folder.write("list", list);
        refuses(&folder, &format!("{line} {place}"), status, code);
    }
    files_with_a_pipe(&folder);
    let begun = || {
        let line = format!("{line} out");
        let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
        let child = command.stderr(Stdio::piped()).spawn().expect("the command starts");
        // It is open when the other end has it open.
        let pipe = std::fs::OpenOptions::new().write(true).open(folder.path("pipe"));
        (child, pipe.expect("a pipe"))
    };
    let before = folder.names();
    let (child, pipe) = begun();
    assert_eq!(folder.names().len(), before.len() + 1, "it stands beside");
    std::fs::create_dir(folder.path("out")).expect("a folder");
    folder.write("out/theirs", "a file");
    drop(pipe);
    let said = child.wait_with_output().expect("it ends");
    assert!(said.stderr.starts_with(b"error: OUTPUT_EXISTS"), "{said:?}");
    assert_eq!(folder.read("out/theirs"), b"a file");
    assert_eq!(std::fs::read_dir(folder.path("out")).expect("a listing").count(), 1);
    std::fs::remove_dir_all(folder.path("out")).expect("it goes");
    assert_eq!(folder.names(), before);
    let (child, pipe) = begun();
    assert_eq!(service.signal("-KILL"), None);
    drop(pipe);
    let said = child.wait_with_output().expect("it ends");
    assert!(said.stderr.starts_with(b"error: DISCONNECTED"), "{said:?}");
    assert_eq!(folder.names(), before);
}

/// Goal: what is asked wrongly is refused, by the command or by the service, with its code.
#[test]
fn refusals() {
    let (folder, mut service) = served();
    secret(&folder, "no.pin", b"not it\n");
    log_in_once(&folder);
    refuses(&folder, &format!("load {AT} --key none -c 1"), 3, "KEY_UNKNOWN");
    refuses(&folder, "load --socket socket --pin-file no.pin --key x", 6, "PIN_WRONG");
    refuses(&folder, &format!("load {AT} --as auditor --key x"), 6, "PIN_UNSET");
    refuses(&folder, &format!("load {AT} --key x -c 0"), 2, "USAGE");
    refuses(&folder, &format!("load {AT}"), 2, "USAGE");
    refuses(&folder, &format!("load {AT} --key x -a p256"), 2, "USAGE");
    refuses(&folder, &format!("load {AT} -a p384"), 3, "KEY_UNKNOWN");
    refuses(&folder, &format!("load {AT} --key x --out-dir out"), 2, "USAGE");
    refuses(&folder, &format!("load {AT} --key x --out-dir out -n 10"), 2, "USAGE");
    refuses(&folder, &format!("load {AT} --key x --batch 1025"), 2, "USAGE");
    assert_eq!(service.signal("-TERM"), Some(0));
    refuses(&folder, &format!("load {AT} --key x"), 1, "DISCONNECTED");
}

/// Goal: a key is found by its algorithm, and its signatures are among the service's figures.
#[test]
fn keys_are_found_by_algorithm() {
    let (folder, _service) = served_with(&["p256"]);
    assert_eq!(json(&folder, &format!("load {AT} -a p256 -c 1 -n 20"))["algorithm"], "p256");
    assert!(run(&folder, "status --metrics --socket socket").contains("# TYPE sealane_"));
}
