//! Rules of direction: which crate may use which, from what Cargo says of the manifests.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

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

const ARITH: &str = "crates/arith";
const LIBRARY: &str = "crates/sealane";
const CLIENT: &str = "crates/client";
const HSM: &str = "crates/hsm";
const PKCS11: &str = "crates/pkcs11";
const RUSTLS: &str = "crates/rustls";
const COLUMNS: &str = "crates/columns";
const CLI: &str = "crates/cli";
const MEASURE: &str = "lab/measure";
const OPERATIONS: &str = "lab/operations";
const TESTKIT: &str = "tests/testkit";

/// Downward only.
const ROWS: [Row; 32] = [
    row(ARITH, &[], &[]),
    row(LIBRARY, &[ARITH], &[]),
    row(MEASURE, &[], &[]),
    row(OPERATIONS, &[ARITH, LIBRARY, MEASURE], &[]),
    row(CLIENT, &[LIBRARY], &[]),
    row(HSM, &[LIBRARY, CLIENT], &[]),
    row(CLI, &[LIBRARY, CLIENT, HSM, COLUMNS], &[]),
    // `sealane-lab fields` measures each prime by itself; keys are left to the crate above.
    row("lab/cli", &[ARITH, LIBRARY, CLIENT, HSM, MEASURE, OPERATIONS, CLI], &[]),
    row(PKCS11, &[LIBRARY, CLIENT, HSM], &[]),
    row(COLUMNS, &[LIBRARY], &[]),
    row("crates/python", &[LIBRARY, CLIENT, COLUMNS], &[]),
    row("crates/capi", &[LIBRARY], &[TESTKIT]),
    row(RUSTLS, &[LIBRARY, CLIENT], &[HSM, TESTKIT, MEASURE]),
    // It shares no code with what it checks.
    row("proof/fieldgen", &[], &[]),
    row("proof/lift", &["proof/fieldgen"], &[]),
    row(TESTKIT, &[ARITH, LIBRARY], &[MEASURE, OPERATIONS, "tests/rustcrypto"]),
    row("lab/silence", &[ARITH, LIBRARY, OPERATIONS], &[]),
    row("lab/timing", &[ARITH, LIBRARY, MEASURE, OPERATIONS, TESTKIT], &[]),
    row("lab/forms", &[ARITH, LIBRARY, MEASURE, "proof/fieldgen"], &[TESTKIT]),
    row("lab/gate", &[ARITH, LIBRARY, OPERATIONS, "lab/shipped"], &[]),
    // It looks at files of programs, and knows nothing of the product.
    row("lab/shipped", &[], &[]),
    row("lab/leaky", &[OPERATIONS], &[]),
    row("lab/primitives", &[ARITH, LIBRARY, MEASURE], &[]),
    row("lab/tls", &[CLIENT, MEASURE, RUSTLS], &[]),
    row("lab/bench", &[ARITH, LIBRARY, MEASURE, HSM, CLI], &[OPERATIONS]),
    // Other people's libraries, built apart.
    row("lab/bench/peers/rust", &[], &[]),
    row("lab/mutants", &[], &[]),
    row("tests/targets", &[ARITH, LIBRARY], &[TESTKIT, MEASURE]),
    row("tests/outlined", &[ARITH], &[]),
    // Other people's code, and nothing of ours.
    row("tests/rustcrypto", &[], &[]),
    row("tests/fuzz", &[ARITH, LIBRARY, CLIENT, HSM, PKCS11, CLI, TESTKIT], &[]),
    row("xtask", &[], &[]),
];

/// What a crate of each place may use in its build: the product only itself, proofs nothing they
/// check. Programs of the lab use anything.
const PLACES: [(&str, &[&str]); 5] = [
    ("crates", &["crates"]),
    ("proof", &["proof"]),
    ("tests", &["tests", "crates"]),
    ("xtask", &["xtask"]),
    ("lab", &["lab", "crates", "proof", "tests"]),
];

/// What breaks the rule of places. The list only shrinks.
pub const ACROSS_PLACES: [(&str, &str); 0] = [];

/// Everything from outside that the arithmetic may use.
const ARITH_OUTSIDE: [&str; 1] = ["zeroize"];

/// A crate as Cargo describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crate {
    /// Its folder, from the root of the workspace.
    pub folder: String,
    /// Its package's name.
    pub name: String,
    /// The packages that its build uses, build scripts included.
    pub build: Vec<String>,
    /// The packages that its tests use besides.
    pub tests: Vec<String>,
}

/// Returns the crates of what `cargo metadata` printed, whose folders lie below `root`.
///
/// # Panics
/// If it is nothing that Cargo prints.
#[must_use]
pub fn read_metadata(json: &str, root: &Path) -> Vec<Crate> {
    let json: Value = serde_json::from_str(json).expect("Cargo prints JSON");
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let packages = json["packages"].as_array().expect("a list of packages");
    let read = |package: &Value| {
        let manifest = text(&package["manifest_path"]);
        let folder = Path::new(&manifest).parent().expect("a manifest stands in a folder");
        let folder = folder.strip_prefix(root).expect("the folder lies below the root");
        let uses = package["dependencies"].as_array().expect("a list of dependencies");
        let of = |tests: bool| {
            let of_kind = uses.iter().filter(move |one| (one["kind"] == "dev") == tests);
            of_kind.map(|one| text(&one["name"]))
        };
        Crate {
            folder: folder.to_string_lossy().replace('\\', "/"),
            name: text(&package["name"]),
            build: of(false).collect(),
            tests: of(true).collect(),
        }
    };
    packages.iter().map(read).collect()
}

/// Returns the crates of all `manifests`, which are paths from `root`: the workspace's, and those
/// that stand apart from it.
///
/// # Panics
/// If Cargo does not run.
#[must_use]
pub fn ask_cargo(root: &Path, manifests: &[&str]) -> Vec<Crate> {
    // Cargo prints paths without dots.
    let root = &root.canonicalize().expect("the root is there");
    let ask = |manifest: &str| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
            .arg("--manifest-path")
            .arg(root.join(manifest))
            .output()
            .expect("Cargo runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{manifest}: {said}");
        read_metadata(&String::from_utf8_lossy(&output.stdout), root)
    };
    let mut crates = ask("Cargo.toml");
    for manifest in manifests.iter().filter_map(|path| path.strip_suffix("/Cargo.toml")) {
        if !crates.iter().any(|one| one.folder == manifest) {
            crates.extend(ask(&format!("{manifest}/Cargo.toml")));
        }
    }
    crates
}

/// Returns the dependencies that point upward or sideways or from the product to what tests and
/// measures it, crates that have no row, and rows of `across` that nothing needs.
#[must_use]
pub fn directions(crates: &[Crate], across: &[(&str, &str)]) -> Vec<String> {
    let mut offences = Vec::new();
    let mut needed = vec![false; across.len()];
    for user in crates {
        let Some(row) = ROWS.iter().find(|row| row.folder == user.folder) else {
            offences.push(format!("{}: a crate without a row in the table", user.folder));
            continue;
        };
        let tests = user.tests.iter().map(|name| (name, true));
        for (name, in_tests) in user.build.iter().map(|name| (name, false)).chain(tests) {
            let Some(used) = crates.iter().find(|one| one.name == *name) else { continue };
            let folder = used.folder.as_str();
            let listed = row.may_use.contains(&folder);
            let known = across.iter().position(|pair| *pair == (&user.folder[..], folder));
            if !(listed || in_tests && row.tests_may_use.contains(&folder)) {
                offences.push(format!("{}: may not use {name}", user.folder));
            } else if !in_tests && !place_allows(&user.folder, folder) {
                match known {
                    Some(row) => needed[row] = true,
                    None => offences.push(format!("{}: may not use {name}", user.folder)),
                }
            }
        }
        if user.folder == ARITH {
            let ours = |name: &&String| crates.iter().any(|one| one.name == **name);
            let outside = user.build.iter().filter(|name| !ours(name));
            let outside = outside.filter(|name| !ARITH_OUTSIDE.contains(&&name[..]));
            offences.extend(outside.map(|name| format!("{ARITH}: may not use {name}")));
        }
    }
    let idle = across.iter().zip(needed).filter(|(_, needed)| !needed);
    offences.extend(idle.map(|((user, used), _)| format!("listed, not so: {user} uses {used}")));
    offences
}

fn place_allows(user: &str, used: &str) -> bool {
    let place = |folder: &str| folder.split('/').next().unwrap_or_default().to_owned();
    let (user, used) = (place(user), place(used));
    PLACES.iter().any(|(of, may)| *of == user && may.contains(&&used[..]))
}
