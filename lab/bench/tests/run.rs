//! The command against made-up peers: what it must report, and what it must refuse.

use data_encoding::HEXLOWER;
use sealane::ecc::{Algorithm, PrivateKey};
use sealane::{Digest, Nonces};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with a list of peers, each a shell script that prints what it is told.
struct Bench {
    folder: TempDir,
    list: String,
}

impl Bench {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder"), list: String::new() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Adds a peer that prints these lines.
    fn peer(mut self, name: &str, build: &str, lines: &str) -> Self {
        std::fs::write(self.path(name), lines).expect("it can be written");
        let _ = write!(
            self.list,
            "[[peer]]\nname = {name:?}\ncore = true\nbuild = {build:?}\nrun = 'cat {name}'\n\
             what = 'Made up.'\ndiffers = 'It prints the same each time.'\n"
        );
        self
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.act("run", &[&["--secs", "0.01", "--baseline", "one"], arguments].concat())
    }

    /// Runs a command that measures.
    fn act(&self, act: &str, arguments: &[&str]) -> Output {
        let list = self.path("peers.toml");
        std::fs::write(&list, &self.list).expect("it can be written");
        Command::new(env!("CARGO_BIN_EXE_bench"))
            .args([act, "--rounds", "3", "--store"])
            .args(["--peers".as_ref(), list.as_os_str(), "--build".as_ref()])
            .args([self.path("build").as_os_str(), "--out".as_ref()])
            .arg(self.path("out"))
            .args(arguments)
            .output()
            .expect("the command runs")
    }

    fn stored(&self) -> bool {
        self.path("out/peers.tsv").exists()
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Lines of a peer that signs, right or wrong.
fn signer(ops_per_s: f64, right: bool) -> String {
    let key = PrivateKey::generate(Algorithm::EcP256).expect("a key");
    let digest = Digest::raw(&[7; 32]);
    let mut bytes = key.sign_digest(&digest, Nonces::Hedged).expect("a signature").to_bytes();
    bytes[63] ^= u8::from(!right);
    let point = key.public_key().to_sec1(false);
    let [public, digest, bytes] =
        [&point[..], digest.as_bytes(), &bytes].map(|it| HEXLOWER.encode(it));
    format!(
        "# version Made up 1\necdsa-p256\tsign\t{ops_per_s}\n\
         sample\tecdsa-p256\tsign\t{public}\tdigest:{digest}\traw:{bytes}\n"
    )
}

/// Goal: figures, ratios and caveats are stored, and two such runs agree.
#[test]
fn right_peers_are_stored() {
    let bench = Bench::new().peer("one", "true", &signer(1000.0, true)).peer(
        "two",
        "true",
        &signer(3000.0, true),
    );
    // The tests of this file share the machine: the control may refuse a run, which then tells
    // nothing of storing.
    let stores = |_| bench.run(&[]).status.success();
    assert!((0..20).any(stores), "no run was stored");
    let document = std::fs::read_to_string(bench.path("out/peers.md")).expect("a document");
    for part in ["| row | one | two |", "It prints the same", "Made up 1", "Processor: "] {
        assert!(document.contains(part), "{part}\n{document}");
    }
    let lines = bench.path("out/peers.tsv");
    let row = std::fs::read_to_string(&lines).expect("lines");
    let row = row.lines().find(|line| line.starts_with("two\t")).expect("a row").to_owned();
    let ratio: f64 = row.split('\t').nth(8).and_then(|it| it.parse().ok()).expect("a ratio");
    assert!((2.0..4.5).contains(&ratio), "{row}");
    let compare = |a: &Path, b: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
        command.arg("compare").args([a, b]).status().expect("it runs").success()
    };
    assert!(compare(&lines, &lines));
    let other = bench.path("other.tsv");
    let changed = row.replacen(&format!("\t{ratio:.4}\t"), "\t9.9\t", 1);
    let all = std::fs::read_to_string(&lines).expect("lines").replace(&row, &changed);
    std::fs::write(&other, all).expect("it can be written");
    assert!(!compare(&lines, &other));
}

/// Goal: one wrong signature of one peer, and there are no figures of anybody.
#[test]
fn planted_wrong_signature_fails_the_run() {
    let bench = Bench::new().peer("one", "true", &signer(1000.0, true)).peer(
        "two",
        "true",
        &signer(3000.0, false),
    );
    let output = bench.run(&[]);
    assert!(!output.status.success() && !bench.stored());
    assert_eq!(text(&output.stdout), "");
    let said = text(&output.stderr);
    assert!(said.contains("two, round 1: ecdsa-p256 sign: a signature does not verify"), "{said}");
}

/// Goal: a row without a sample is as bad as a wrong one.
#[test]
fn unproven_row_fails_the_run() {
    let bench = Bench::new().peer("one", "true", "# version X\ned25519\tsign\t5000\n");
    let output = bench.run(&[]);
    assert!(!output.status.success() && !bench.stored());
    assert!(text(&output.stderr).contains("no right sample was shown"));
}

/// Goal: a peer that does not build is told with its reason, and the others are measured.
#[test]
fn peer_that_does_not_build_is_reported() {
    let bench = Bench::new().peer("one", "true", &signer(1000.0, true)).peer(
        "two",
        "echo 'fatal error: none.h: No such file' >&2; exit 1",
        "",
    );
    let output = bench.run(&[]);
    let shown = text(&output.stdout);
    assert!(shown.contains("**two** could not be built: fatal error: none.h: No such"), "{shown}");
    assert!(shown.contains("| ecdsa-p256 sign | 1"), "{shown}");
}

/// Goal: the tables that stand on a run of the bench are measured, printed and stored, whole, with
/// their heads. The peers are the one command of `SEALANE_LAB_BIN`: what is shown is the way, not
/// the figures.
#[test]
fn every_table_is_written() {
    let Ok(sealane) = std::env::var("SEALANE_LAB_BIN") else {
        eprintln!("\nSKIPPED: SEALANE_LAB_BIN names no command to make tables of");
        return;
    };
    let mut bench = Bench::new();
    for (name, rest) in [("sealane", " # {backend}"), ("nettle", ""), ("openssl", "")] {
        bench = bench.peer(name, "true", "");
        let call = format!("'''{sealane} speed --tsv --seconds \"$1\" \"$2\"{rest}'''");
        bench.list = bench.list.replace(&format!("'cat {name}'"), &call);
    }
    for (act, parts) in [
        ("before-after", ["Processor: ", "## narrow", "| P-256 sign | ", "| X25519 derive | "]),
        ("rsa", ["| rsa-4096 sign | ", "| dsa-3072 verify | ", "## Fresh keys", "Commit: "]),
        ("hogweed", ["Commit: ", "ecdsa (openssl)  256", "qinv_var", "\np521 "]),
    ] {
        let path = bench.path(&format!("out/{act}.md"));
        // The control may refuse a run beside the tests of this file.
        let stores = |_| {
            let output = bench.act(act, &["--secs", "0.001"]);
            let shown = text(&output.stdout);
            for part in parts {
                assert!(shown.contains(part), "{act}: {part}\n{shown}{}", text(&output.stderr));
            }
            output.status.success()
        };
        assert!((0..20).any(stores), "{act}: no run was stored");
        let stored = std::fs::read_to_string(&path).expect("a document");
        let target = if act == "rsa" { "bench-rsa" } else { act };
        assert!(stored.contains(&format!("Written by `make {target}`")), "{stored}");
    }
}

/// Goal: a control that is slower in one round keeps the run from being stored, whatever else.
#[test]
fn slow_control_refuses() {
    let bench = Bench::new().peer("one", "true", &signer(1000.0, true));
    let output = bench.run(&["--slow-control", "2"]);
    assert!(!output.status.success() && !bench.stored());
    let said = text(&output.stderr);
    assert!(said.contains("the control moved by"), "{said}");
}

/// Goal: a peer that stops early is told, and nothing is stored.
#[test]
fn stopped_peer_is_not_stored() {
    let mut bench = Bench::new().peer("one", "true", &signer(1000.0, true));
    bench.list = bench.list.replace("'cat one'", "'cat one; exit 7'");
    let output = bench.run(&[]);
    assert!(!output.status.success() && !bench.stored());
    let said = text(&output.stderr);
    assert!(said.contains("one, round 1") && said.contains('7'), "{said}");
}

/// Goal: a peer that answers a turn with what is no line of the protocol, and goes on waiting, is
/// not waited for, and there are no figures.
#[test]
fn peer_without_an_answer_is_not_waited_for() {
    let mut bench = Bench::new().peer("one", "true", "");
    let peer = r#"'''printf '# version X\nready\ted25519\tsign\n'; read word
[ "$word" != turn ] || { echo oops; timeout 60 cat; }'''"#;
    bench.list = bench.list.replace("'cat one'", peer);
    let begun = std::time::Instant::now();
    let output = bench.run(&[]);
    assert!(begun.elapsed().as_secs() < 50, "it was waited for");
    assert!(!output.status.success() && !bench.stored());
    let said = text(&output.stderr);
    assert!(said.contains("a line that is none of the protocol: \"oops\""), "{said}");
}

/// Goal: a pattern that no row matches is told, without figures.
#[test]
fn nothing_to_measure_is_told() {
    let bench = Bench::new().peer("one", "true", "# version X\n");
    let output = bench.run(&[]);
    assert!(!output.status.success() && !bench.stored());
    assert!(text(&output.stderr).contains("no peer has a row to measure"));
}

/// Goal: a planted wrong signature of ours means no figure. The command is the one of
/// `SEALANE_LAB_BIN`, which the test run builds.
#[test]
fn planted_wrong_signature_of_ours_fails_the_run() {
    let Ok(sealane) = std::env::var("SEALANE_LAB_BIN") else {
        eprintln!("\nSKIPPED: SEALANE_LAB_BIN names no command to plant a wrong signature in");
        return;
    };
    let run = |damage: &str| {
        let mut bench = Bench::new().peer("one", "true", "");
        let call =
            format!("'{sealane} speed --tsv --turns {damage} --seconds \"$1\" \"^ed25519 sign$\"'");
        bench.list = bench.list.replace("'cat one'", &call.replace('\'', "'''"));
        bench.run(&[])
    };
    assert!(text(&run("").stdout).contains("| ed25519 sign | "));
    let output = run("--damage");
    assert!(!output.status.success());
    assert!(text(&output.stderr).contains("SPEED_WRONG_RESULT"), "{}", text(&output.stderr));
}

/// Goal: a row of ours that has become slower against the reference fails the check, one that has
/// not passes, and the stored run of another processor is not compared with at all.
#[test]
fn slower_row_fails_the_check() {
    let mut bench =
        Bench::new().peer("sealane", "true", "").peer("openssl", "true", &signer(1000.0, true));
    bench.list = bench.list.replace("'cat sealane'", "'cat ours # {backend}'");
    let ours = |ops_per_s| {
        std::fs::write(bench.path("ours"), signer(ops_per_s, true)).expect("it can be written");
    };
    // The control may refuse a run beside the tests of this file.
    let until = |part: &str, refusal: &str, act: &dyn Fn() -> Output| {
        for _ in 0..20 {
            let output = act();
            let said = text(&output.stdout) + &text(&output.stderr);
            if said.contains(part) {
                return output.status.success();
            }
            assert!(said.contains(refusal), "{said}");
        }
        panic!("no run was quiet");
    };
    ours(3000.0);
    let store = || bench.act("run", &["--secs", "0.01", "--baseline", "openssl"]);
    assert!(until("wrote", "the control moved", &store));
    let check = || bench.act("check", &["--secs", "0.01"]);
    assert!(until("rows are as fast as stored", "NOT CHECKED: the control", &check));
    ours(1500.0);
    assert!(!until("sealane ecdsa-p256 sign: 1.", "NOT CHECKED: the control", &check));
    let lines = bench.path("out/peers.tsv");
    let other =
        std::fs::read_to_string(&lines).expect("lines").replace("# Processor: ", "# Processor: Z");
    std::fs::write(&lines, other).expect("it can be written");
    assert!(until("NOT CHECKED: the stored run is of another processor", "", &check));
}
