//! Rules of direction: which crate may use which.

use super::source::Source;

/// One crate: its folder, and what of the workspace it may use in its build and, besides, in its
/// tests.
struct Row {
    folder: &'static str,
    may_use: &'static [&'static str],
    tests_may_use: &'static [&'static str],
}

const fn row(
    folder: &'static str,
    may_use: &'static [&'static str],
    tests_may_use: &'static [&'static str],
) -> Row {
    Row { folder, may_use, tests_may_use }
}

const ARITH: &str = "sealane-arith";
const SIGN: &str = "sealane";
const MEASURE: &str = "sealane-measure";
const HSM: &str = "sealane-hsm";
const CLI: &str = "sealane-cli";

/// Downward only.
const ROWS: [Row; 21] = [
    row("crates/arith", &[], &[]),
    row("crates/sealane", &[ARITH], &[]),
    row("lab/measure", &[], &[]),
    row("crates/hsm", &[SIGN], &[]),
    row("crates/cli", &[SIGN, HSM], &[]),
    // `sealane-lab fields` measures each prime by itself; keys are left to the crate above.
    row("lab/cli", &[ARITH, SIGN, HSM, MEASURE, CLI], &[]),
    row("crates/pkcs11", &[SIGN, HSM], &[]),
    row("crates/python", &[SIGN], &[]),
    row("crates/capi", &[SIGN], &[]),
    // It shares no code with what it checks.
    row("proof/fieldgen", &[], &[]),
    row("tests/testkit", &[ARITH, SIGN], &[MEASURE]),
    row("lab/silence", &[ARITH, SIGN], &[]),
    row("lab/timing", &[ARITH, SIGN, MEASURE, "testkit"], &[]),
    row("lab/forms", &[ARITH, SIGN, MEASURE, "fieldgen"], &["testkit"]),
    row("lab/gate", &[ARITH, SIGN], &[]),
    row("lab/primitives", &[MEASURE], &[]),
    row("lab/bench", &[ARITH, SIGN, MEASURE, HSM, CLI], &[]),
    // Other people's libraries, built apart.
    row("lab/bench/peers/rust", &[], &[]),
    row("lab/mutants", &[], &[]),
    row("tests/targets", &[ARITH, SIGN], &["testkit", MEASURE]),
    row("xtask", &[], &[]),
];

/// The crates of the workspace.
const OURS: [&str; 9] =
    [ARITH, SIGN, MEASURE, HSM, CLI, "sealane-lab", "fieldgen", "testkit", "bench"];

/// Everything from outside that the arithmetic may use.
const ARITH_OUTSIDE: [&str; 1] = ["zeroize"];

/// Returns the names in the sections of a manifest whose titles end in one of `sections`.
fn dependencies(manifest: &str, sections: &[&str]) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if let Some(title) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            inside = sections.iter().any(|s| title == *s || title.ends_with(&format!(".{s}")));
            // A table of its own: [dependencies.name].
            for section in sections {
                let name = title.split_once(&format!("{section}.")).map(|(_, name)| name);
                names.extend(name.filter(|_| !inside).map(str::to_owned));
            }
        } else if inside && !line.starts_with('#') {
            let name: String = line
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
                .collect();
            names.extend((!name.is_empty()).then_some(name));
        }
    }
    names
}

/// Returns the dependencies that point upward or sideways, and crates that have no row.
#[must_use]
pub fn directions(manifest: &Source) -> Vec<String> {
    let Some(folder) = manifest.path.strip_suffix("/Cargo.toml") else { return vec![] };
    let Some(row) = ROWS.iter().find(|row| row.folder == folder) else {
        return vec![format!("{}: a crate without a row in the table", manifest.path)];
    };
    let build = dependencies(&manifest.text, &["dependencies", "build-dependencies"]);
    let tests = dependencies(&manifest.text, &["dev-dependencies"]);
    let mut offences = Vec::new();
    let mut check = |name: &String, allowed: bool| {
        if OURS.contains(&&name[..]) && !allowed {
            offences.push(format!("{}: may not use {name}", manifest.path));
        }
    };
    for name in &build {
        check(name, row.may_use.contains(&&name[..]));
    }
    for name in &tests {
        let below = row.may_use.contains(&&name[..]) || row.tests_may_use.contains(&&name[..]);
        check(name, below);
    }
    if folder == "crates/arith" {
        let outside = build.iter().filter(|name| !ARITH_OUTSIDE.contains(&&name[..]));
        offences.extend(outside.map(|name| format!("{}: may not use {name}", manifest.path)));
    }
    offences
}
