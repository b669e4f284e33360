//! Programs in C, and what they are linked with.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How a program is linked with the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linkage {
    Shared,
    Static,
}

impl Linkage {
    pub const ALL: [Self; 2] = [Self::Shared, Self::Static];

    /// The library, beside the programs of the tests or one folder above: `cargo build` puts it
    /// there, and `cargo test` here, so that the newer one is that of the sources.
    fn file(self) -> PathBuf {
        let name = match self {
            Self::Shared => "libsealane_c.so",
            Self::Static => "libsealane_c.a",
        };
        let own = std::env::current_exe().unwrap();
        let folder = own.parent().unwrap();
        let (beside, above) = (folder.join(name), folder.with_file_name(name));
        let written = |path: &PathBuf| path.metadata().and_then(|file| file.modified()).ok();
        [above, beside].into_iter().filter(|path| path.exists()).max_by_key(written).expect("built")
    }
}

/// The shared object.
pub fn object() -> PathBuf {
    Linkage::Shared.file()
}

/// Builds a program of `tests/c` in a folder. Returns its file.
pub fn program(folder: &Path, name: &str, linkage: Linkage) -> PathBuf {
    built(folder, &[source(name)], "c", linkage)
}

/// The same, with a heap that counts.
pub fn counted(folder: &Path, name: &str, linkage: Linkage) -> PathBuf {
    built(folder, &[source(name), source("heap")], "c", linkage)
}

/// A program's text.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c").join(name).with_extension("c")
}

/// Builds a program in C or C++ in a folder, with every warning an error. Returns its file.
pub fn built(folder: &Path, sources: &[PathBuf], language: &str, linkage: Linkage) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (library, out) = (linkage.file(), folder.join(sources[0].file_stem().unwrap()));
    let [compiler, standard] = match language {
        "c++" => ["c++", "-std=c++17"],
        _ => ["cc", "-std=gnu11"],
    };
    let built = Command::new(compiler)
        .args([standard, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-x", language])
        .args(sources)
        .args(["-x", "none", "-I"])
        .arg(root.join("include"))
        .arg(&library)
        .arg(format!("-Wl,-rpath,{}", library.parent().unwrap().display()))
        // What the standard library in the static one asks for; glibc has all but these inside.
        .args(["-lm", "-lgcc_s", "-o"])
        .arg(&out)
        .status()
        .unwrap_or_else(|why| panic!("{compiler}: {why}"));
    assert!(built.success(), "{} in {language}", sources[0].display());
    out
}

/// Returns valgrind with a program, which ends with 99 for an error and for what is lost.
pub fn watched(program: &Path) -> Command {
    let mut command = Command::new("valgrind");
    command.args(["-q", "--error-exitcode=99", "--leak-check=full"]);
    command.arg("--errors-for-leak-kinds=definite,indirect,possible").arg(program);
    command
}

/// Runs a program; under valgrind, which then finds no error and nothing lost, if `is_watched`.
/// Returns what it prints.
pub fn output(program: &Path, arguments: &[&str], input: &str, is_watched: bool) -> String {
    let mut command = if is_watched { watched(program) } else { Command::new(program) };
    let mut child = command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|why| panic!("{command:?}: {why}"));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join();
    assert!(output.status.success(), "{}: {}", program.display(), output.status);
    String::from_utf8(output.stdout).unwrap()
}
