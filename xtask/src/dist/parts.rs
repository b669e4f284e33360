//! The packages that what is published is made of, and which needs which, as cargo resolves them.

use crate::build::Tree;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What is not published as a package, and yet is: the wheel.
const WHEEL: &str = "sealane-python";

/// Libraries in C whose text lies in a package: whose, its name, its header, the line there that
/// has its version, and its licence.
const IN_C: [(&str, &str, &str, &str, &str); 1] =
    [("libsqlite3-sys", "sqlite", "sqlite3/sqlite3.h", "#define SQLITE_VERSION ", "blessing")];

/// A package, or a library in C that lies in one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    pub version: String,
    /// Which it is, in the manner of package URLs.
    pub url: String,
    pub licence: Option<String>,
    /// Where its sources are.
    pub folder: PathBuf,
    /// The SHA-256 of its archive, where it is from a registry.
    pub checksum: Option<String>,
    /// Whether it is the project's own.
    pub own: bool,
    /// Whether its code is in what is published; else it is of the build alone.
    pub shipped: bool,
    /// The URLs of what it needs.
    pub needs: BTreeSet<String>,
}

/// Returns what cargo says of the workspace and, without `--no-deps`, of all that it needs here.
pub fn metadata(tree: &Tree, options: &[&str]) -> Result<Value, String> {
    let words = ["metadata", "--locked", "--format-version", "1"];
    let text = output(tree, &words.iter().chain(options).copied().collect::<Vec<_>>())?;
    serde_json::from_str(&text).map_err(|why| format!("cargo metadata: {why}"))
}

/// Returns the names of the packages of the workspace that may be published.
pub fn published(metadata: &Value) -> Vec<String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    // An empty list of registries says that none may have it.
    let may = packages.filter(|it| it["source"].is_null() && it["publish"].is_null());
    may.filter_map(|it| it["name"].as_str().map(str::to_owned)).collect()
}

/// Returns all parts of what is published, sorted.
///
/// Which they are hangs on the features that each package asks for, and so each is asked for alone.
pub fn all(tree: &Tree) -> Result<Vec<Part>, String> {
    let host = host(tree)?;
    let metadata = metadata(tree, &["--filter-platform", &host])?;
    let lock = fs::read_to_string(tree.root.join("Cargo.lock")).map_err(|why| why.to_string())?;
    let mut names = published(&metadata);
    names.push(WHEEL.into());
    let (mut shipped, mut built) = (BTreeSet::new(), BTreeSet::new());
    for name in &names {
        for (edges, found) in [("normal,no-proc-macro", &mut shipped), ("normal,build", &mut built)]
        {
            let chosen = ["tree", "--locked", "-p", name, "--target", &host];
            let form = ["--prefix", "none", "--format", "{p}", "-e", edges];
            found.extend(listed(&output(tree, &[chosen, form].concat())?));
        }
    }
    let mut parts = of_metadata(&metadata, &checksums(&lock), &shipped, &built);
    in_c(&mut parts)?;
    parts.sort_by(|a, b| a.url.cmp(&b.url));
    Ok(parts)
}

fn output(tree: &Tree, words: &[&str]) -> Result<String, String> {
    let said = tree.cargo().args(words).output().map_err(|why| format!("cargo: {why}"))?;
    if !said.status.success() {
        return Err(format!("cargo {} failed", words.join(" ")));
    }
    Ok(String::from_utf8_lossy(&said.stdout).into_owned())
}

fn host(tree: &Tree) -> Result<String, String> {
    let text = output(tree, &["-vV"])?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("cargo -vV names no host")?.to_owned())
}

/// Names and versions of the lines of `cargo tree`: `NAME vVERSION (..)`.
fn listed(tree: &str) -> BTreeSet<(String, String)> {
    let words = tree.lines().map(str::split_whitespace);
    let pairs = words.filter_map(|mut words| Some((words.next()?, words.next()?)));
    pairs.map(|(name, version)| (name.into(), version.trim_start_matches('v').into())).collect()
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut all = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let start = format!("{key} = \"");
            let line = package.lines().find_map(|line| line.strip_prefix(start.as_str()));
            line.and_then(|rest| rest.strip_suffix('"')).map(str::to_owned)
        };
        if let (Some(name), Some(version), Some(sum)) =
            (value("name"), value("version"), value("checksum"))
        {
            all.insert((name, version), sum);
        }
    }
    all
}

fn of_metadata(
    metadata: &Value,
    checksums: &BTreeMap<(String, String), String>,
    shipped: &BTreeSet<(String, String)>,
    built: &BTreeSet<(String, String)>,
) -> Vec<Part> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut by_id = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let pair = (text(&package["name"]), text(&package["version"]));
        if !shipped.contains(&pair) && !built.contains(&pair) {
            continue;
        }
        let part = Part {
            url: format!("pkg:cargo/{}@{}", pair.0, pair.1.replace('+', "%2B")),
            // An older form has a stroke in place of the word.
            licence: package["license"]
                .as_str()
                .map(|it| it.replace(" / ", "/").replace('/', " OR ")),
            folder: Path::new(&text(&package["manifest_path"])).with_file_name(""),
            checksum: checksums.get(&pair).cloned(),
            own: package["source"].is_null(),
            shipped: shipped.contains(&pair),
            needs: BTreeSet::new(),
            name: pair.0,
            version: pair.1,
        };
        by_id.insert(text(&package["id"]), part);
    }
    for node in metadata["resolve"]["nodes"].as_array().into_iter().flatten() {
        let needs = node["deps"].as_array().into_iter().flatten().filter(|dependency| {
            let kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            kinds.map(|it| &it["kind"]).any(|kind| kind != "dev")
        });
        let urls = needs.filter_map(|it| by_id.get(&text(&it["pkg"])).map(|it| it.url.clone()));
        let urls = urls.collect();
        if let Some(part) = by_id.get_mut(&text(&node["id"])) {
            part.needs = urls;
        }
    }
    by_id.into_values().collect()
}

/// Adds the libraries in C. Errors: one whose version cannot be read.
fn in_c(parts: &mut Vec<Part>) -> Result<(), String> {
    for (package, name, header, line, licence) in IN_C {
        let Some(holder) = parts.iter_mut().find(|it| it.name == package) else { continue };
        let file = holder.folder.join(header);
        let text = fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
        let version = text.lines().find_map(|it| it.strip_prefix(line)).map(str::trim);
        let version = version.ok_or_else(|| format!("{}: no version", file.display()))?;
        let version = version.trim_matches('"').to_owned();
        let url = format!("pkg:generic/{name}@{version}");
        holder.needs.insert(url.clone());
        let part = Part {
            name: name.into(),
            url,
            version,
            licence: Some(licence.into()),
            folder: file.with_file_name(""),
            checksum: None,
            own: false,
            shipped: holder.shipped,
            needs: BTreeSet::new(),
        };
        parts.push(part);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn packages_that_may_not_be_published_are_left_out() {
        let metadata = json!({ "packages": [
            { "name": "a", "source": null, "publish": null },
            { "name": "b", "source": null, "publish": [] },
            { "name": "c", "source": "registry", "publish": null },
        ]});
        assert_eq!(published(&metadata), ["a"]);
    }

    #[test]
    fn parts_are_what_the_tree_lists_with_what_they_need() {
        let metadata = json!({
            "packages": [
                { "id": "1", "name": "a", "version": "0.1.0", "source": null,
                  "license": "MIT", "manifest_path": "/x/a/Cargo.toml" },
                { "id": "2", "name": "b", "version": "1.0.0+two", "source": "registry",
                  "license": "MIT/Apache-2.0", "manifest_path": "/y/b/Cargo.toml" },
                { "id": "3", "name": "c", "version": "2.0.0", "source": "registry",
                  "license": null, "manifest_path": "/y/c/Cargo.toml" },
                { "id": "4", "name": "tests-only", "version": "2.0.0", "source": "registry",
                  "license": null, "manifest_path": "/y/d/Cargo.toml" },
            ],
            "resolve": { "nodes": [
                { "id": "1", "deps": [
                    { "pkg": "2", "dep_kinds": [{ "kind": null }] },
                    { "pkg": "3", "dep_kinds": [{ "kind": "dev" }] },
                    { "pkg": "4", "dep_kinds": [{ "kind": null }] } ] },
                { "id": "2", "deps": [{ "pkg": "3", "dep_kinds": [{ "kind": "build" }] }] },
            ]},
        });
        let lock = "version = 4\n\n[[package]]\nname = \"b\"\nversion = \"1.0.0+two\"\n\
                    checksum = \"00ff\"\n\n[[package]]\nname = \"a\"\nversion = \"0.1.0\"\n";
        let shipped = listed("a v0.1.0 (/x/a)\nb v1.0.0+two\nb v1.0.0+two (*)\n");
        let built = listed("a v0.1.0 (/x/a)\nb v1.0.0+two\nc v2.0.0 (proc-macro)\n");
        let parts = of_metadata(&metadata, &checksums(lock), &shipped, &built);
        let [a, b, c] = &parts[..] else { panic!("three parts, and no fourth") };
        assert_eq!(a.needs.iter().collect::<Vec<_>>(), ["pkg:cargo/b@1.0.0%2Btwo"]);
        assert_eq!(b.needs.iter().collect::<Vec<_>>(), ["pkg:cargo/c@2.0.0"]);
        assert_eq!([a, b, c].map(|it| it.shipped), [true, true, false]);
        assert_eq!([a, b, c].map(|it| it.own), [true, false, false]);
        assert_eq!(b.licence.as_deref(), Some("MIT OR Apache-2.0"));
        assert_eq!(b.checksum.as_deref(), Some("00ff"));
        assert_eq!(a.checksum, None);
    }
}
