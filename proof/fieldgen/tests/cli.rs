//! The command as a user runs it: what it prints and the code it ends with.

use fieldgen::emit::{self, FOLDERS};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn fieldgen(args: &[&str]) -> Output {
    let command = Command::new(env!("CARGO_BIN_EXE_fieldgen")).args(args).output();
    command.expect("the command was built")
}

/// A folder with the files that are checked in, removed at the end.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("fieldgen-{name}-{}", std::process::id()));
        for name in FOLDERS.into_iter().chain([""]) {
            std::fs::create_dir_all(folder.join(name)).expect("a folder");
            for entry in std::fs::read_dir(emit::folder().join(name)).expect("what is checked in") {
                let file = entry.expect("an entry").path();
                let copy = folder.join(name).join(file.file_name().expect("a name"));
                if file.is_file() {
                    std::fs::copy(&file, copy).expect("a copy");
                }
            }
        }
        Copy(folder)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("a plain name")
    }

    fn file(&self, name: &str) -> PathBuf {
        Path::new(&self.0).join(name)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // Left behind at worst; a test must not fail for it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn check_accepts_what_is_checked_in() {
    let done = fieldgen(&["check"]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}{}", String::from_utf8_lossy(&done.stderr));
    assert!(text.contains("mul") && text.contains("steps fit"), "{text}");
    assert!(
        text.contains(
            "22 of 22 primes, 26 of 26 signed sets, 22 of 22 in lanes, 5 of 5 in quads, 3 of 3 \
             lengths of products, 2 of 2 primes with kernels, 1 of 1 rings proven from their \
             texts, 88 of 88 files"
        ),
        "{text}"
    );
}

#[test]
fn check_refuses_an_edited_file() {
    let copy = Copy::new("check");
    assert!(fieldgen(&["check", "--folder", copy.path()]).status.success());
    let file = copy.file("p256_n.rs");
    let text = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, text.replacen("0xccd1_c8aa_ee00_bc4f", "0xccd1_c8aa_ee00_bc4e", 1))
        .expect("an edited file");
    let done = fieldgen(&["check", "--folder", copy.path()]);
    assert_eq!(done.status.code(), Some(1));
    let error = String::from_utf8_lossy(&done.stderr);
    assert!(error.contains("p256_n.rs: differs from line"), "{error}");
    // The digit that was changed is one of the quotient's factor, and the provers see it as well.
    assert!(error.contains("p256_n") && error.contains("refused"), "{error}");
}

#[test]
fn write_mends_an_edited_file() {
    let copy = Copy::new("write");
    let file = copy.file("p256_p.rs");
    let text = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, "").expect("an emptied file");
    assert!(fieldgen(&["write", "--folder", copy.path()]).status.success());
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), text);
}

#[test]
fn wrong_usage_ends_with_two() {
    assert_eq!(fieldgen(&["chekc"]).status.code(), Some(2));
    assert_eq!(fieldgen(&[]).status.code(), Some(2));
}
