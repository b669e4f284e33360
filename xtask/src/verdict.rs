//! Verdicts that are kept: a job whose result follows from files and programs alone runs again only
//! if one of them has changed.

use crate::counts::Counts;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a verdict depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Inputs {
    /// Files, and folders with all that is in them, below the root.
    pub files: &'static [&'static str],
    /// Commands whose output names the version of a tool.
    pub tools: &'static [&'static [&'static str]],
}

/// Returns what a verdict is kept by: the contents of its files, the versions of its tools, and
/// the command itself.
pub fn key(root: &Path, inputs: &Inputs, command: &[String]) -> String {
    let mut hash = Sha256::new();
    let mut add = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    for file in inputs.files {
        for path in files_below(&root.join(file)) {
            add(path.strip_prefix(root).unwrap_or(&path).as_os_str().as_encoded_bytes());
            add(&fs::read(&path).unwrap_or_default());
        }
    }
    for tool in inputs.tools {
        let said = Command::new(tool[0]).args(&tool[1..]).output();
        add(&said.map_or_else(|_| b"missing".to_vec(), |output| output.stdout));
    }
    for word in command {
        // Programs are named by where they were built; what they are follows from their sources.
        add(word.rsplit('/').next().unwrap_or(word).as_bytes());
    }
    HEXLOWER.encode(&hash.finalize()[..16])
}

/// Returns a file, or all files below a folder, in the order of their names.
fn files_below(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.retain(|path| !path.ends_with("__pycache__"));
    entries.sort();
    entries.iter().flat_map(|path| files_below(path)).collect()
}

fn place(target: &Path, key: &str) -> PathBuf {
    target.join("verdicts").join(key)
}

/// Returns what the job of this key has counted, if it has passed before.
pub fn kept(target: &Path, key: &str) -> Option<Counts> {
    let counts = Counts::read(&fs::read_to_string(place(target, key)).ok()?);
    (counts.failed == 0 && counts.passed > 0).then_some(counts)
}

/// Keeps what a job has counted. Failures are not kept, nor is what was skipped: the reason may
/// be gone at the next run.
pub fn keep(target: &Path, key: &str, counts: Counts) {
    if counts.failed != 0 || counts.skipped != 0 || counts.passed == 0 {
        return;
    }
    let file = place(target, key);
    let line = format!("{} passed, 0 failed, 0 skipped\n", counts.passed);
    // A verdict that cannot be kept is found again.
    let _ = fs::create_dir_all(file.parent().expect("it lies in a folder"))
        .and_then(|()| fs::write(file, line));
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUTS: Inputs =
        Inputs { files: &["prover", "table.txt"], tools: &[&["cat", "/version"]] };

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// Goal: a verdict is not used again once an input, the prover, a tool or the command is
    /// another. Method: each is changed in a folder, and the key with it.
    #[test]
    fn a_change_of_any_input_runs_the_job_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        fs::create_dir_all(root.join("prover/deep")).expect("made");
        for (file, text) in [("prover/a.rs", "a"), ("prover/deep/b.rs", "b"), ("table.txt", "t")] {
            fs::write(root.join(file), text).expect("written");
        }
        let of = |command: &str| key(root, &INPUTS, &words(command));
        let first = of("/here/program check");
        assert_eq!(first, of("/here/program check"));
        assert_eq!(first, of("/there/program check"), "wherever it was built");
        assert_ne!(first, of("/here/program write"));
        let mut seen = vec![first];
        for (file, text) in [
            ("prover/a.rs", "A"),
            ("prover/deep/b.rs", "bb"),
            ("table.txt", ""),
            ("prover/deep/c.rs", "new"),
        ] {
            fs::write(root.join(file), text).expect("written");
            let next = of("/here/program check");
            assert!(!seen.contains(&next), "{file}");
            seen.push(next);
        }
        fs::rename(root.join("prover/deep/c.rs"), root.join("prover/deep/d.rs")).expect("moved");
        let moved = of("/here/program check");
        assert!(!seen.contains(&moved));
        let other = Inputs { tools: &[&["echo", "2.0"]], ..INPUTS };
        assert_ne!(moved, key(root, &other, &words("/here/program check")), "another tool");
    }

    /// Goal: only what has passed is kept.
    #[test]
    fn failures_are_not_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let (target, key) = (folder.path(), "key");
        for (passed, failed, skipped) in [(3, 1, 0), (0, 0, 0), (3, 0, 1)] {
            keep(target, key, Counts { passed, failed, skipped });
            assert_eq!(kept(target, key), None, "{passed} {failed} {skipped}");
        }
        keep(target, key, Counts { passed: 3, failed: 0, skipped: 0 });
        assert_eq!(kept(target, key).map(|counts| counts.passed), Some(3));
    }
}
