//! What cargo builds for the tests: every program, once, with one profile and one set of features.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Features that only add. With them the library is compiled once for all tests; what ships is
/// built without, by the suite `release`.
const FEATURES: &[&str] = &["forms", "narrow", "silence", "test-hooks"];

/// Packages that suites of their own build: one repeats tests of others for other processors, one's
/// code is counted as it runs, one reads a release, one is only read, two need ring, which is C and
/// assembly, two need Arrow, and one is compiled with the tests that compare with it.
const APART: [&str; 11] = [
    "targets",
    "fuzz",
    "lift",
    "outlined",
    "sealane-rustls",
    "tls",
    "sealane-columns",
    "sealane-python",
    "shipped",
    "leaky",
    "rustcrypto",
];

/// A package of the workspace.
#[derive(Debug, Clone)]
pub struct Package {
    pub name: String,
    /// Its folder, below the root.
    #[cfg_attr(not(test), allow(dead_code, reason = "tests compare it with the table"))]
    pub folder: String,
    features: Vec<String>,
}

/// A test program.
#[derive(Debug, Clone)]
pub struct Program {
    /// The folder of its package, below the root.
    pub folder: String,
    /// The name of its target: `all` for the tests from outside.
    pub target: String,
    pub file: PathBuf,
    /// The full names of its tests.
    pub tests: Vec<String>,
}

/// All that was built.
#[derive(Debug, Default)]
pub struct Built {
    pub programs: Vec<Program>,
    /// Programs that are no tests, by name.
    pub binaries: BTreeMap<String, PathBuf>,
}

/// A checkout, and where it is built.
#[derive(Debug, Clone)]
pub struct Tree {
    pub root: PathBuf,
    pub target: PathBuf,
}

impl Tree {
    /// The checkout that this program was built from.
    pub fn own() -> Self {
        let own = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = own.parent().expect("xtask lies below the root").to_owned();
        let named = std::env::var_os("CARGO_TARGET_DIR");
        let target = named.map_or_else(|| root.join("target"), |folder| root.join(folder));
        Self { root, target }
    }

    /// Returns cargo, to be run here. What a run builds is not built again after a small change.
    pub fn cargo(&self) -> Command {
        let mut command = Command::new("cargo");
        command.current_dir(&self.root).env("CARGO_INCREMENTAL", "0");
        command.env("CARGO_TARGET_DIR", &self.target).stderr(Stdio::inherit());
        command
    }

    /// Returns the folder of a manifest, below the root.
    fn below_root(&self, manifest: &str) -> String {
        let folder = Path::new(manifest).parent().unwrap_or(Path::new(""));
        folder.strip_prefix(&self.root).unwrap_or(folder).display().to_string()
    }
}

/// Returns the packages of the workspace that are tested together, xtask included.
pub fn packages(tree: &Tree) -> Result<Vec<Package>, String> {
    let output = tree
        .cargo()
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let value: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = value["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let packages = packages.iter().map(|value| package(tree, value));
    Ok(packages.filter(|package| !APART.contains(&&package.name[..])).collect())
}

fn package(tree: &Tree, value: &Value) -> Package {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let features = value["features"].as_object();
    Package {
        name: text(&value["name"]),
        folder: tree.below_root(&text(&value["manifest_path"])),
        features: features.map_or_else(Vec::new, |all| all.keys().cloned().collect()),
    }
}

/// Returns the arguments that choose packages, and the features that they have.
pub fn selection(packages: &[Package]) -> Vec<String> {
    let mut arguments: Vec<String> =
        packages.iter().flat_map(|package| ["-p".into(), package.name.clone()]).collect();
    for feature in FEATURES {
        if packages.iter().any(|package| package.features.iter().any(|own| own == feature)) {
            arguments.extend(["--features".into(), (*feature).into()]);
        }
    }
    arguments
}

/// Builds all programs of some packages.
pub fn build(tree: &Tree, packages: &[Package]) -> Result<Built, String> {
    let mut built = Built::default();
    // Binaries come with the tests from outside. `cargo build` would resolve features without those
    // of the tests, and so compile everything a second time.
    for message in messages(tree, &["test", "--no-run"], packages)? {
        built.take(tree, &message);
    }
    for program in &mut built.programs {
        program.tests = tests_of(&program.file, &tree.root.join(&program.folder))?;
    }
    Ok(built)
}

fn messages(tree: &Tree, task: &[&str], packages: &[Package]) -> Result<Vec<Value>, String> {
    let output = tree
        .cargo()
        .args(task)
        .args(selection(packages))
        .args(["-q", "--message-format=json-render-diagnostics"])
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err("the tests cannot be built".into());
    }
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

impl Built {
    fn take(&mut self, tree: &Tree, message: &Value) {
        let Some(file) = message["executable"].as_str() else { return };
        let name = message["target"]["name"].as_str().unwrap_or_default().to_owned();
        if message["profile"]["test"] == true {
            let folder = tree.below_root(message["manifest_path"].as_str().unwrap_or_default());
            let tests = Vec::new();
            self.programs.push(Program { folder, target: name, file: file.into(), tests });
        } else {
            self.binaries.insert(name, file.into());
        }
    }
}

/// Returns the names of the tests that a program has.
fn tests_of(file: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(file)
        .arg("--list")
        .current_dir(folder)
        .output()
        .map_err(|error| format!("{}: {error}", file.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}
