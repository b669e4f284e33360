//! Runs the command in a folder of its own and looks at all it leaves behind.
#![allow(dead_code)] // Each test file is a program of its own and uses a part of this.

pub mod agents;
pub mod documents;
pub mod services;
pub mod tokens;

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The command under test, without arguments that would choose another.
pub fn program() -> PathBuf {
    crate::program_of(&[])
}

/// The program that a variable of the environment names, or the one that was built.
pub fn named_or(variable: &str, built: &str) -> PathBuf {
    let named = std::env::var_os(variable).map(PathBuf::from);
    named.filter(|path| path.exists()).unwrap_or_else(|| built.into())
}

/// A folder that is gone after the test.
pub struct Folder {
    folder: tempfile::TempDir,
}

impl Folder {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).expect("a file");
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// The names in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path()).expect("a listing");
        let name = |entry: std::io::Result<std::fs::DirEntry>| {
            entry.expect("an entry").file_name().to_string_lossy().into_owned()
        };
        let mut names: Vec<String> = entries.map(name).collect();
        names.sort();
        names
    }

    /// The command, in this folder, with nothing on standard input.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(crate::program_of(arguments));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        for variable in ["SEALANE_BACKEND", "SEALANE_TICKET", "XDG_RUNTIME_DIR"] {
            command.env_remove(variable);
        }
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Outcome {
        Outcome::from_output(self.command(arguments).output().expect("the command starts"))
    }

    /// Runs with `input` on standard input.
    pub fn pipe(&self, arguments: &[&str], input: &[u8]) -> Outcome {
        let mut command = self.command(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_vec();
        // The command may refuse before it has read everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().expect("the command ends");
        writer.join().expect("the writer ends");
        Outcome::from_output(output)
    }

    /// Runs and expects a refusal: status and code, one line of reason, nothing written.
    pub fn refuses(&self, arguments: &[&str], status: i32, code: &str) -> Outcome {
        self.refuses_input(arguments, b"", status, code)
    }

    pub fn refuses_input(
        &self,
        arguments: &[&str],
        input: &[u8],
        status: i32,
        code: &str,
    ) -> Outcome {
        let before = self.names();
        let outcome = self.pipe(arguments, input);
        let what = format!("sealane {}\n{}", arguments.join(" "), outcome.stderr);
        assert_eq!(outcome.status, Some(status), "{what}");
        let start = format!("error: {code}: ");
        assert!(outcome.stderr.starts_with(&start), "expected {code}: {what}");
        assert!(outcome.stderr.len() > start.len() + 10, "no sentence: {what}");
        assert!(outcome.stdout.is_empty(), "wrote to standard output: {what}");
        assert_eq!(self.names(), before, "left files: {what}");
        outcome
    }

    /// Runs and expects success, without a word but the name of the hash that `sign` took; returns
    /// standard output.
    pub fn succeeds(&self, arguments: &[&str]) -> Vec<u8> {
        let outcome = self.run(arguments);
        assert_eq!(outcome.status, Some(0), "sealane {arguments:?}\n{}", outcome.stderr);
        let is_note = arguments.contains(&"sign")
            && outcome.stderr.starts_with("note: signed with ")
            && outcome.stderr.lines().count() == 1;
        assert!(outcome.stderr.is_empty() || is_note, "sealane {arguments:?}\n{}", outcome.stderr);
        outcome.stdout
    }
}

pub struct Outcome {
    pub status: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Outcome {
    pub fn from_output(output: Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).expect("messages are text"),
        }
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("text")
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.stdout).expect("JSON")
    }
}

/// Says aloud that a test did not run: past the runner's capture, at the start of a line.
pub fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "\nSKIPPED: {why}");
}

/// Runs another program in a folder; `None` if it is not on this machine.
pub fn tool(folder: &Folder, name: &str, arguments: &[&str]) -> Option<Output> {
    let output = Command::new(name)
        .args(arguments)
        .current_dir(folder.path("."))
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => Some(output),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            skipped(&format!("no {name} on this machine"));
            None
        }
        Err(error) => panic!("{name}: {error}"),
    }
}

/// The permissions of a file.
pub fn mode(path: impl AsRef<Path>) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

/// The name of a file as an argument.
pub fn text(path: &impl AsRef<OsStr>) -> &str {
    path.as_ref().to_str().expect("a name in UTF-8")
}
