//! The copy of the tree that faults are planted in.
//!
//! Faults are planted in a draft, whose files go to the copy where they are other ones: a run that
//! is resumed compiles nothing again.

use super::{Fault, LEFT_OUT, area};
use crate::build::Tree;
use crate::page;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Makes the copy anew, and lists all faults that could be planted in it.
pub(super) fn candidates(own: &Tree, copy: &Tree, work: &Path) -> Result<Vec<Fault>, String> {
    let draft = draft(copy, work);
    let files = fresh(own, &draft)?;
    let chosen = |file: &String| {
        file.ends_with(".rs")
            && area(file).is_some()
            && !LEFT_OUT.iter().any(|part| file.contains(part))
    };
    let chosen: Vec<String> = files.into_iter().filter(chosen).collect();
    fs::write(work.join("files"), chosen.join("\n")).map_err(|error| error.to_string())?;
    let skipped = work.join("skipped");
    fs::write(&skipped, "").map_err(|error| error.to_string())?;
    let faults = plant(own, &draft, &skipped, &chosen)?;
    Ok(faults)
}

/// Plants the faults alone that were drawn, and leaves out those that do not compile.
pub(super) fn compiled(
    own: &Tree,
    copy: &Tree,
    work: &Path,
    candidates: &[Fault],
    mut faults: Vec<Fault>,
) -> Result<Vec<Fault>, String> {
    let files = fs::read_to_string(work.join("files")).map_err(|error| error.to_string())?;
    let files: Vec<String> = files.lines().map(str::to_owned).collect();
    let draft = draft(copy, work);
    loop {
        let all = fresh(own, &draft)?;
        let kept: BTreeSet<usize> = faults.iter().map(|fault| fault.number).collect();
        let others = candidates.iter().map(|fault| fault.number).filter(|it| !kept.contains(it));
        let skipped: String = others.map(|number| format!("{number}\n")).collect();
        fs::write(work.join("skipped"), skipped).map_err(|error| error.to_string())?;
        plant(own, &draft, &work.join("skipped"), &files)?;
        bring(&draft, copy, &all)?;
        let bad = culprits(copy)?;
        println!("{} faults compile, {} do not", faults.len() - bad.len(), bad.len());
        if bad.is_empty() {
            return Ok(faults);
        }
        faults.retain(|fault| !bad.contains(&fault.number));
    }
}

/// Returns the faults that errors of the compiler stand in: those named last before the place.
fn culprits(copy: &Tree) -> Result<BTreeSet<usize>, String> {
    let output = copy
        .cargo()
        .args(["check", "-q", "-p", "sealane-cli", "--message-format=json"])
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    let mut found = BTreeSet::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
        let message = &value["message"];
        if message["level"] != "error" {
            continue;
        }
        for span in message["spans"].as_array().into_iter().flatten() {
            let file = copy.root.join(span["file_name"].as_str().unwrap_or_default());
            let text = fs::read(file).unwrap_or_default();
            let end = span["byte_start"].as_u64().map_or(0, |at| at as usize).min(text.len());
            let text = String::from_utf8_lossy(&text[..end]).into_owned();
            let named =
                text.rsplit("::mutant::on(").next().filter(|_| text.contains("::mutant::on("));
            let number: Option<usize> = named.and_then(|rest| rest.split(')').next()?.parse().ok());
            found.extend(number.filter(|_| span["is_primary"] == true));
        }
    }
    if found.is_empty() && !output.status.success() {
        return Err("the copy does not compile, and no fault is to blame".into());
    }
    Ok(found)
}

/// Where faults are planted before they go to the copy.
fn draft(copy: &Tree, work: &Path) -> Tree {
    Tree { root: work.join("draft"), target: copy.target.clone() }
}

/// Makes the draft anew, and returns the names of its files.
fn fresh(own: &Tree, draft: &Tree) -> Result<Vec<String>, String> {
    let listed = page::said(&own.root, "git", &["ls-files", "-co", "--exclude-standard"]);
    let files: Vec<String> = listed.lines().map(str::to_owned).collect();
    bring(own, draft, &files)?;
    Ok(files)
}

/// Copies the files that are other ones there.
fn bring(own: &Tree, copy: &Tree, files: &[String]) -> Result<(), String> {
    for file in files {
        let (from, to) = (own.root.join(file), copy.root.join(file));
        let Ok(bytes) = fs::read(&from) else { continue };
        if fs::read(&to).is_ok_and(|there| there == bytes) {
            continue;
        }
        let folder = to.parent().expect("a file lies in a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&to, bytes))
            .map_err(|e| e.to_string())?;
        if let Ok(data) = fs::metadata(&from) {
            let _ = fs::set_permissions(&to, data.permissions());
        }
    }
    Ok(())
}

/// Plants all faults in the copy but those whose numbers are in `skipped`; returns all of them.
fn plant(own: &Tree, copy: &Tree, skipped: &Path, files: &[String]) -> Result<Vec<Fault>, String> {
    let built = own.cargo().args(["build", "-q", "-p", "mutants"]).status();
    if !built.is_ok_and(|status| status.success()) {
        return Err("the planter cannot be built".into());
    }
    let output = Command::new(own.target.join("debug/mutants"))
        .arg(&copy.root)
        .arg(skipped)
        .args(files)
        .output()
        .map_err(|error| format!("the planter: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let fault = |line: &str| {
        let value: Value = serde_json::from_str(line).ok()?;
        let file = value["file"].as_str()?.to_owned();
        Some(Fault {
            number: usize::try_from(value["number"].as_u64()?).ok()?,
            area: area(&file)?,
            file,
            line: value["line"].as_u64()?,
            what: value["what"].as_str()?.to_owned(),
        })
    };
    Ok(text.lines().filter_map(fault).collect())
}
