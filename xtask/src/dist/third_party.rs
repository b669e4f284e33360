//! The texts of the licences of the packages that others wrote, each text once.

use super::parts::Part;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

const HEAD: &str = "\
What Sealane publishes has code of others inside. Below is what they are, under which licences, and
the texts of these as the packages have them. Where a package may be used under one of several
licences, of which MIT is one, it is used under that.

";

/// Returns the list of shipped parts that are not the project's own, and the texts of their
/// licences.
///
/// Errors: folders that cannot be read.
pub fn text(parts: &[Part]) -> Result<String, String> {
    let mut list = HEAD.to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for part in parts.iter().filter(|it| it.shipped && !it.own) {
        let name = format!("{} {}", part.name, part.version);
        let licence = part.licence.as_deref().unwrap_or("see below");
        let found = licences(&part.folder, licence)?;
        let none = if found.is_empty() { ", which has no text of it" } else { "" };
        writeln!(list, "- {name}: {licence}{none}").expect("text takes all");
        for text in found {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    let mut texts: Vec<_> = texts.into_iter().map(|(text, names)| (names, text)).collect();
    texts.sort();
    for (names, text) in texts {
        let line = "=".repeat(80);
        writeln!(list, "\n{line}\n{}\n{line}\n\n{}", names.join("\n"), text.trim_end())
            .expect("text takes all");
    }
    Ok(list)
}

/// The texts that a package has of its licence: of all that it has, or that of MIT and notices.
fn licences(folder: &Path, licence: &str) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|why| why.to_string())?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() && is_licence(&name) {
            names.push(name);
        }
    }
    names.sort();
    let choice = licence.contains(" OR ") && licence.split(" OR ").any(|it| it.trim() == "MIT");
    let is_mit = |name: &String| name.to_uppercase().contains("MIT");
    if choice && names.iter().any(is_mit) {
        names.retain(|name| is_mit(name) || name.to_uppercase().contains("NOTICE"));
    }
    let read = |name: &String| {
        let path = folder.join(name);
        let bytes = fs::read(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
    };
    names.iter().map(read).collect()
}

fn is_licence(name: &str) -> bool {
    let upper = name.to_uppercase();
    ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE", "COPYRIGHT"]
        .iter()
        .any(|start| upper.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn part(folder: &Path, name: &str, licence: &str, files: &[&str]) -> Part {
        let folder = folder.join(name);
        fs::create_dir(&folder).expect("a new folder");
        for file in files {
            fs::write(folder.join(file), format!("text of {file}\n")).expect("a new file");
        }
        Part {
            name: name.into(),
            version: "1.0.0".into(),
            url: String::new(),
            licence: Some(licence.into()),
            folder,
            checksum: None,
            own: false,
            shipped: true,
            needs: BTreeSet::new(),
        }
    }

    #[test]
    fn each_text_stands_once_with_all_whose_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let both = ["LICENSE-MIT", "LICENSE-APACHE", "src.rs"];
        let parts = [
            part(folder.path(), "a", "MIT OR Apache-2.0", &both),
            part(folder.path(), "b", "MIT", &["LICENSE-MIT"]),
            part(folder.path(), "c", "BSD-3-Clause", &["COPYING"]),
            part(folder.path(), "d", "MIT", &[]),
            Part { own: true, ..part(folder.path(), "e", "MIT", &["LICENSE"]) },
        ];
        let text = text(&parts).expect("folders that can be read");
        assert_eq!(text.matches("text of LICENSE-MIT").count(), 1);
        assert!(text.contains("a 1.0.0\nb 1.0.0\n===="));
        assert!(text.contains("text of COPYING"));
        assert!(!text.contains("text of LICENSE-APACHE") && !text.contains("text of src.rs"));
        assert!(text.contains("- d 1.0.0: MIT, which has no text of it"));
        assert!(!text.contains("- e 1.0.0"));
    }
}
