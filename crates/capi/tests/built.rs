//! Programs in C, and what they are linked with.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The shared object, beside the programs of the tests or one folder above: `cargo build` puts it
/// there, and `cargo test` here, so that the newer one is that of the sources.
pub fn object() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let folder = own.parent().unwrap();
    let beside = folder.join("libsealane_c.so");
    let above = folder.with_file_name("libsealane_c.so");
    let written = |path: &PathBuf| path.metadata().and_then(|file| file.modified()).ok();
    [above, beside].into_iter().filter(|path| path.exists()).max_by_key(written).expect("built")
}

/// Builds a program of `tests/c` in a folder. Returns its file.
pub fn program(folder: &Path, name: &str, language: &str) -> PathBuf {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    built(folder, &sources.join(name).with_extension("c"), language)
}

/// Builds a program in C or C++ in a folder, with every warning an error. Returns its file.
pub fn built(folder: &Path, source: &Path, language: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (object, out) = (object(), folder.join(source.file_stem().unwrap()));
    let [compiler, standard] = match language {
        "c++" => ["c++", "-std=c++17"],
        _ => ["cc", "-std=c11"],
    };
    let built = Command::new(compiler)
        .args([standard, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-x", language])
        .arg(source)
        .args(["-x", "none", "-I"])
        .arg(root.join("include"))
        .arg(&object)
        .arg(format!("-Wl,-rpath,{}", object.parent().unwrap().display()))
        .arg("-o")
        .arg(&out)
        .status()
        .unwrap_or_else(|why| panic!("{compiler}: {why}"));
    assert!(built.success(), "{} in {language}", source.display());
    out
}

/// Runs a program; under valgrind, which then finds no error and nothing lost, if `watched`.
/// Returns what it prints.
pub fn output(program: &Path, arguments: &[&str], input: &str, watched: bool) -> String {
    let mut command = Command::new(if watched { Path::new("valgrind") } else { program });
    if watched {
        command.args(["-q", "--error-exitcode=99", "--leak-check=full"]);
        command.arg("--errors-for-leak-kinds=definite,indirect,possible").arg(program);
    }
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
