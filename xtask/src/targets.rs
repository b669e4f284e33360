//! The library on other processors: it builds for each target that the toolchain has, and known
//! answers, vectors and toy groups run on those that qemu emulates, on this processor without
//! anything of x86-64, and without the operating system's random bytes; parts of it by themselves;
//! it builds with the oldest compiler that the manifest promises.
//!
//! What cannot be had here is skipped, with a line that begins `SKIPPED: `.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Instant;

/// What a suite came to.
#[derive(Debug, Default)]
pub struct Report {
    /// Builds and tests that passed.
    pub passed: usize,
    /// Builds and tests that failed.
    pub failed: usize,
    /// Why others were not run.
    pub skipped: Vec<String>,
}

impl Report {
    fn note(&mut self, what: &str, good: bool) {
        if good {
            self.passed += 1;
        } else {
            println!("FAILED: {what}");
            self.failed += 1;
        }
    }

    fn skip(&mut self, reason: String) {
        println!("SKIPPED: {reason}");
        self.skipped.push(reason);
    }
}

/// A part of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// The targets that are emulated
    Emulated,
    /// All else
    Others,
}

/// Runs the suite, or a part of it, and closes with its count. Returns whether nothing has failed.
pub fn closed(part: Option<Part>) -> bool {
    let Report { passed, failed, skipped } = run(part);
    println!("{passed} passed, {failed} failed, {} skipped", skipped.len());
    failed == 0
}

/// A target that is promised.
struct Target {
    triple: &'static str,
    /// Whether it has an operating system, and so random bytes.
    has_system: bool,
    /// How its programs are linked and run here, if they are.
    emulated: Option<Emulated>,
}

struct Emulated {
    linker: &'static str,
    emulator: &'static str,
    /// Where its C library is.
    system: &'static str,
}

/// 64 and 32 bits, with an operating system and without; the last one without a standard library,
/// which a build for it could not name.
const TARGETS: [Target; 5] = [
    Target {
        triple: "aarch64-unknown-linux-gnu",
        has_system: true,
        emulated: Some(Emulated {
            linker: "aarch64-linux-gnu-gcc",
            emulator: "qemu-aarch64-static",
            system: "/usr/aarch64-linux-gnu",
        }),
    },
    Target {
        triple: "armv7-unknown-linux-gnueabihf",
        has_system: true,
        emulated: Some(Emulated {
            linker: "arm-linux-gnueabihf-gcc",
            emulator: "qemu-arm-static",
            system: "/usr/arm-linux-gnueabihf",
        }),
    },
    Target { triple: "i686-unknown-linux-gnu", has_system: true, emulated: None },
    Target { triple: "wasm32-unknown-unknown", has_system: false, emulated: None },
    Target { triple: "aarch64-unknown-none", has_system: false, emulated: None },
];

/// What emulated processors run of the suites that take minutes there. Of all others they run
/// everything.
const SHORTENED: [(&str, &[&str]); 7] = [
    ("fork", &["fork::blinding_factors"]),
    ("machines", &["machines::one_and_narrow", "machines::windows", "machines::a_wrong_form"]),
    ("nist_rsa", &["nist_rsa::signatures_of"]),
    ("rfc6979", &["rfc6979::the_library_gives"]),
    ("sha", &["sha::published"]),
    ("toy_edwards", &["toy_edwards::the_group_law", "toy_edwards::a_wrong_group"]),
    (
        "toy_groups",
        &["toy_groups::membership", "toy_groups::doubling", "toy_groups::a_wrong_group"],
    ),
];

/// Builds of a kind of its own have a folder of their own, so that no other build is repeated.
const FOLDER: &str = "target/targets";

const LIBRARY: [&str; 4] = ["-p", "sealane-arith", "-p", "sealane"];

/// The features of the library that it has by default, but for random bytes of the system.
const FAMILIES: &str = "ecc,rsa,dsa,mldsa,lanes";

/// Sets of features that programs choose; each has to build without a warning.
const CHOSEN: [&str; 14] = [
    "p256",
    "p256,getrandom",
    "p256,lanes,getrandom",
    "p384,secp256k1,lanes,serde",
    "curve25519,getrandom",
    "curve448,lanes",
    "ecc,getrandom",
    "p256,rsa,getrandom",
    "p256,rsa,lanes",
    "p256,dsa",
    "curve25519,dsa,lanes,rayon",
    "p256,mldsa,getrandom",
    "curve448,mldsa,lanes,getrandom",
    "ecc,rsa,dsa,mldsa,narrow,getrandom",
];

/// Runs the suite, or a part of it, from the root of the workspace.
fn run(part: Option<Part>) -> Report {
    let mut report = Report::default();
    for target in TARGETS.iter().filter(|it| part.is_none_or(|part| part == part_of(it))) {
        timed(target.triple, || check(target, &mut report));
    }
    if part == Some(Part::Emulated) {
        return report;
    }
    timed("without x86-64", || portable(&mut report));
    timed("without a system", || without_system(&mut report));
    timed("features", || features(&mut report));
    timed("the oldest compiler", || oldest(&mut report));
    report
}

fn part_of(target: &Target) -> Part {
    if target.emulated.is_some() { Part::Emulated } else { Part::Others }
}

fn timed(what: &str, work: impl FnOnce()) {
    println!("targets: {what}");
    let start = Instant::now();
    work();
    println!("targets: {what} took {} s", start.elapsed().as_secs());
}

/// Builds the library for a target in each form that it promises, and runs it where that can be.
fn check(target: &Target, report: &mut Report) {
    let triple = target.triple;
    if !has_target(triple) {
        return report.skip(format!("{triple}: the toolchain has none, and rustup gives none"));
    }
    let narrow = format!("{FAMILIES},narrow");
    let mut forms = vec![
        vec!["--no-default-features", "--features", FAMILIES],
        vec!["--no-default-features", "--features", &narrow],
    ];
    if target.has_system {
        forms.push(vec!["--features", "narrow"]);
    }
    for form in forms {
        let mut command = cargo(&["check", "--target", triple]);
        command.args(LIBRARY).args(&form);
        report.note(&format!("cargo check --target {triple} {}", form.join(" ")), quiet(command));
    }
    let Some(Emulated { linker, emulator, system }) = &target.emulated else { return };
    for program in [linker, emulator] {
        if !exists(program) {
            return report.skip(format!("{triple}: nothing is run, as there is no {program}"));
        }
    }
    let mut build = tests();
    let upper = triple.to_uppercase().replace('-', "_");
    build.args(["--target", triple]).env(format!("CARGO_TARGET_{upper}_LINKER"), linker);
    run_suites(triple, build, Some([*emulator, "-L", system]), report);
}

/// The same on this processor, with what is of x86-64 alone left out.
fn portable(report: &mut Report) {
    let apart = |mut command: Command| {
        command.env("RUSTFLAGS", "--cfg sealane_portable");
        command.env("CARGO_TARGET_DIR", format!("{FOLDER}/portable"));
        command
    };
    let mut command = cargo(&["check", "--no-default-features", "--features", FAMILIES]);
    command.args(LIBRARY);
    report.note("cargo check without x86-64 and without a system", quiet(apart(command)));
    run_suites("without x86-64", apart(tests()), None, report);
}

/// What needs random bytes where no system gives them.
fn without_system(report: &mut Report) {
    let mut command = cargo(&["test", "-p", "sealane", "--no-default-features"]);
    command.args(["--features", FAMILIES, "--test", "all", "--", "random::"]);
    report_tests("random:: without getrandom", &command.output(), report);
}

/// Parts of the library by themselves; those with random bytes of the system sign and verify.
fn features(report: &mut Report) {
    for chosen in CHOSEN {
        let with = ["-p", "sealane", "--no-default-features", "--features", chosen];
        let mut command = cargo(&["clippy"]);
        command.args(with).args(["--", "-D", "warnings"]);
        report.note(&format!("cargo clippy with {chosen}"), quiet(command));
        if chosen.contains("getrandom") {
            let mut command = cargo(&["test"]);
            let output = command.args(with).args(["--test", "features"]).output();
            report_tests(&format!("tests with {chosen}"), &output, report);
        }
    }
}

/// The oldest compiler that the manifest promises, which no other build has.
fn oldest(report: &mut Report) {
    let manifest = std::fs::read_to_string("Cargo.toml").unwrap_or_default();
    let Some(version) = rust_version(&manifest) else {
        return report.note("Cargo.toml names the oldest compiler", false);
    };
    let toolchain = format!("+{version}");
    if !says(Command::new("cargo").args([&toolchain, "--version"]), version)
        && !quiet(rustup(&["toolchain", "install", version, "--profile", "minimal"]))
    {
        return report.skip(format!("Rust {version}: there is none, and rustup gives none"));
    }
    let mut command = Command::new("cargo");
    command.args([&toolchain, "check"]).args(LIBRARY).args(["--features", "narrow"]);
    command.env("CARGO_TARGET_DIR", format!("{FOLDER}/oldest"));
    // This tool was started by the cargo of another toolchain, which would be passed on.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN"] {
        command.env_remove(name);
    }
    report.note(&format!("cargo +{version} check"), quiet(command));
}

/// Returns the build of the tests, whose programs it names.
fn tests() -> Command {
    let mut command = cargo(&["test", "--no-run", "--message-format=json"]);
    command.args(["-p", "sealane-arith", "-p", "targets", "--features", "sealane-arith/narrow"]);
    command
}

/// Builds the tests and runs them, a process for each suite.
fn run_suites(what: &str, mut build: Command, emulator: Option<[&str; 3]>, report: &mut Report) {
    let built = build.stderr(Stdio::inherit()).output();
    let Some(output) = built.ok().filter(|output| output.status.success()) else {
        return report.note(&format!("{what}: the tests are built"), false);
    };
    let mut seen = Vec::new();
    for program in &executables(&String::from_utf8_lossy(&output.stdout)) {
        let listed = start(program, emulator).arg("--list").output();
        let listed = listed.map(|output| output.stdout).unwrap_or_default();
        for suite in suites(&String::from_utf8_lossy(&listed)) {
            let whole = [format!("{suite}::")];
            let short = SHORTENED.iter().find(|(name, _)| *name == suite && emulator.is_some());
            let mut command = start(program, emulator);
            match short {
                Some((_, filters)) => command.args(*filters),
                None => command.args(&whole),
            };
            report_tests(&format!("{what}: {suite}"), &command.output(), report);
            seen.push(suite);
        }
    }
    let all = ["each_machine", "machines", "narrow", "toy_groups", "rfc8032"];
    let complete = all.iter().all(|name| seen.iter().any(|suite| suite == name));
    report.note(&format!("{what}: machines, vectors and toy groups were run"), complete);
}

/// Returns the suites, which are modules, of the tests that a program lists.
fn suites(listed: &str) -> Vec<String> {
    let tests = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    let mut names: Vec<_> =
        tests.filter_map(|test| Some(test.split_once("::")?.0.to_owned())).collect();
    names.dedup();
    names
}

fn start(program: &str, emulator: Option<[&str; 3]>) -> Command {
    let Some([emulator, option, system]) = emulator else { return Command::new(program) };
    let mut command = Command::new(emulator);
    command.args([option, system, program]);
    command
}

/// Adds what the lines of a test program say up; a run of no test, and one that says nothing of
/// itself, has failed.
fn report_tests(what: &str, output: &std::io::Result<Output>, report: &mut Report) {
    let Ok(output) = output else { return report.note(what, false) };
    let text = String::from_utf8_lossy(&output.stdout);
    let (passed, failed) = counts(&text);
    if failed > 0 || !output.status.success() || passed == 0 {
        println!("{text}{}", String::from_utf8_lossy(&output.stderr));
        println!("FAILED: {what}");
    }
    report.passed += passed;
    report.failed += failed.max(usize::from(!output.status.success() || passed == 0));
    for line in text.lines().filter_map(|line| line.strip_prefix("SKIPPED: ")) {
        report.skip(format!("{what}: {line}"));
    }
}

/// Returns how many tests passed and failed, by the line at the end of a test program.
fn counts(text: &str) -> (usize, usize) {
    let number = |line: &str, of: &str| {
        let before = line.split(of).next()?;
        before.rsplit(' ').next()?.parse::<usize>().ok()
    };
    let lines = text.lines().filter(|line| line.starts_with("test result: "));
    lines.fold((0, 0), |(passed, failed), line| {
        let (more, worse) = (number(line, " passed"), number(line, " failed"));
        (passed + more.unwrap_or(0), failed + worse.unwrap_or(0))
    })
}

/// Returns the programs that cargo says it built, one message a line.
fn executables(messages: &str) -> Vec<String> {
    let of_line = |line: &str| {
        let (_, rest) = line.split_once("\"executable\":\"")?;
        Some(rest.split('"').next()?.to_owned())
    };
    messages.lines().filter_map(of_line).collect()
}

/// Returns the oldest compiler that a manifest promises.
fn rust_version(manifest: &str) -> Option<&str> {
    let line = manifest.lines().find_map(|line| line.strip_prefix("rust-version = \""))?;
    line.strip_suffix('"').filter(|version| !version.is_empty())
}

fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(arguments).env("CARGO_TARGET_DIR", FOLDER).env("CARGO_INCREMENTAL", "0");
    command
}

fn rustup(arguments: &[&str]) -> Command {
    let mut command = Command::new("rustup");
    command.args(arguments);
    command
}

/// Whether a command succeeds; what it says is shown if not.
fn quiet(mut command: Command) -> bool {
    let Ok(output) = command.output() else { return false };
    if !output.status.success() {
        println!("{}", String::from_utf8_lossy(&output.stderr));
    }
    output.status.success()
}

/// Whether a command succeeds and says `word`; a failure is an answer, and not shown.
fn says(command: &mut Command, word: &str) -> bool {
    let output = command.output();
    output.is_ok_and(|output| {
        output.status.success() && String::from_utf8_lossy(&output.stdout).contains(word)
    })
}

/// Whether the toolchain has a target, or gets it.
fn has_target(triple: &str) -> bool {
    let installed = || {
        let output = rustup(&["target", "list", "--installed"]).output();
        output.is_ok_and(|output| {
            String::from_utf8_lossy(&output.stdout).lines().any(|line| line == triple)
        })
    };
    installed() || quiet(rustup(&["target", "add", triple])) && installed()
}

fn exists(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| Path::new(&folder).join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a test program that fails, that ran nothing and that is none counts as a failure.
    #[test]
    fn failures_are_seen() {
        let said = |script: &str| {
            let mut report = Report::default();
            let output = Command::new("sh").args(["-c", script]).output();
            report_tests("a script", &output, &mut report);
            (report.passed, report.failed, report.skipped.len())
        };
        let line = |passed, failed| {
            format!("echo 'test result: ok. {passed} passed; {failed} failed; 0 ignored'")
        };
        assert_eq!(said(&line(3, 0)), (3, 0, 0));
        assert_eq!(said(&format!("{}; exit 101", line(3, 2))), (3, 2, 0));
        assert_eq!(said(&format!("{}; exit 1", line(3, 0))), (3, 1, 0));
        assert_eq!(said(&line(0, 0)), (0, 1, 0));
        assert_eq!(said("exit 0"), (0, 1, 0));
        assert_eq!(said(&format!("echo 'SKIPPED: no such thing'; {}", line(1, 0))), (1, 0, 1));
        let mut report = Report::default();
        report_tests("none", &Command::new("/no/such/program").output(), &mut report);
        assert_eq!((report.passed, report.failed), (0, 1));
    }

    /// Goal: a target that rustup does not know is none, and a build that fails is noted.
    #[test]
    fn what_is_missing_is_seen() {
        assert!(!exists("no-such-program-of-any-system") && exists("sh"));
        let mut command = Command::new("sh");
        command.args(["-c", "exit 3"]);
        assert!(!quiet(command));
        let mut report = Report::default();
        report.note("a build", false);
        report.skip("no compiler".to_owned());
        assert_eq!((report.passed, report.failed, report.skipped.len()), (0, 1, 1));
    }

    /// Goal: programs and versions are read as cargo writes them.
    #[test]
    fn texts_are_read() {
        let messages = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n\
            {\"reason\":\"compiler-artifact\",\"executable\":\"/a/deps/all-1\",\"fresh\":true}\n";
        assert_eq!(executables(messages), ["/a/deps/all-1"]);
        let listed = "ct::tests::a: test\nct::tests::b: test\nsha::c: test\nsha::d: benchmark\n\n";
        assert_eq!(suites(listed), ["ct", "sha"]);
        assert_eq!(rust_version("[package]\nrust-version = \"1.89\"\n"), Some("1.89"));
        assert_eq!(rust_version("rust-version = \"\"\n"), None);
        assert_eq!(rust_version("[package]\n"), None);
    }
}
