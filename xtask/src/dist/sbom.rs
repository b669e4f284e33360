//! The list of parts: CycloneDX 1.5, as JSON, the same bytes from the same sources.

use super::parts::Part;
use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;

/// A file that is published: its name below the folder, and its SHA-256.
pub type File = (String, String);

/// The name by which the whole is known inside the document.
const WHOLE: &str = "sealane";

/// Reads a file that is published. Errors: one that cannot be read.
pub fn published_file(folder: &Path, file: &Path) -> Result<File, String> {
    let bytes = fs::read(file).map_err(|why| format!("{}: {why}", file.display()))?;
    let name = file.strip_prefix(folder).unwrap_or(file).display().to_string();
    Ok((name, HEXLOWER.encode(&Sha256::digest(bytes))))
}

/// Returns the document. `time` is when it was made, as RFC 3339 has it.
pub fn text(parts: &[Part], files: &[File], time: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let own = parts.iter().filter(|it| it.own).map(|it| it.url.clone());
    let mut dependencies = vec![json!({ "ref": WHOLE, "dependsOn": own.collect::<Vec<_>>() })];
    dependencies.extend(parts.iter().map(|it| json!({ "ref": it.url, "dependsOn": it.needs })));
    let components = parts.iter().map(component).chain(files.iter().map(file));
    let mut document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "tools": { "components": [
                { "type": "application", "name": "cargo xtask sbom", "version": version },
            ]},
            "component": {
                "type": "application", "name": WHOLE, "version": version, "bom-ref": WHOLE,
                "licenses": [{ "expression": "MIT OR Apache-2.0" }],
            },
        },
        "components": components.collect::<Vec<_>>(),
        "dependencies": dependencies,
    });
    document["serialNumber"] = serial(&document.to_string()).into();
    let mut text = serde_json::to_string_pretty(&document).expect("all keys are text");
    text.push('\n');
    text
}

fn component(part: &Part) -> Value {
    let mut component = json!({
        "type": "library",
        "bom-ref": part.url,
        "name": part.name,
        "version": part.version,
        "purl": part.url,
        "scope": if part.shipped { "required" } else { "excluded" },
    });
    if let Some(licence) = &part.licence {
        component["licenses"] = json!([{ "expression": licence }]);
    }
    if let Some(checksum) = &part.checksum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": checksum }]);
    }
    component
}

fn file((name, digest): &File) -> Value {
    json!({
        "type": "file",
        "bom-ref": format!("file:{name}"),
        "name": name,
        "hashes": [{ "alg": "SHA-256", "content": digest }],
    })
}

/// A name of the document that no other has: of version 8 (RFC 9562), by what is in it.
fn serial(document: &str) -> String {
    let mut bytes = Sha256::digest(document);
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = HEXLOWER.encode(&bytes[..16]);
    let groups = [0..8, 8..12, 12..16, 16..20, 20..32].map(|range| &hex[range]);
    format!("urn:uuid:{}", groups.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn part(name: &str, needs: &[&str]) -> Part {
        Part {
            name: name.into(),
            version: "1.0.0".into(),
            url: format!("pkg:cargo/{name}@1.0.0"),
            licence: Some("MIT".into()),
            folder: "/".into(),
            checksum: Some("00".repeat(32)),
            own: name == "own",
            shipped: name != "builds",
            needs: needs.iter().map(|it| format!("pkg:cargo/{it}@1.0.0")).collect::<BTreeSet<_>>(),
        }
    }

    #[test]
    fn each_part_is_listed_with_what_it_needs_and_the_same_text_comes_again() {
        let parts = [part("builds", &[]), part("own", &["builds"])];
        let files = [("deb/a.deb".to_owned(), "ff".repeat(32))];
        let document = text(&parts, &files, "2026-01-01T00:00:00Z");
        assert_eq!(document, text(&parts, &files, "2026-01-01T00:00:00Z"));
        let value: Value = serde_json::from_str(&document).expect("JSON");
        let scopes = [0, 1].map(|at| value["components"][at]["scope"].clone());
        assert_eq!(scopes, ["excluded", "required"]);
        assert_eq!(value["components"][2]["name"], "deb/a.deb");
        assert_eq!(value["dependencies"][0]["dependsOn"], json!(["pkg:cargo/own@1.0.0"]));
        assert_eq!(value["dependencies"][2]["dependsOn"], json!(["pkg:cargo/builds@1.0.0"]));
        // Another document has another number.
        let other = text(&parts, &[], "2026-01-01T00:00:00Z");
        let other: Value = serde_json::from_str(&other).expect("JSON");
        assert_ne!(value["serialNumber"], other["serialNumber"]);
    }
}
