//! Asking somebody before a signature, by the program that OpenSSH asks by.
use crate::failure::Failure;
use crate::secrets::shown;
use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Names the program.
const VARIABLE: &str = "SSH_ASKPASS";
/// The program that is meant otherwise.
const USUAL: &str = "ssh-askpass";
/// Whoever does not answer within this time says no.
const WAIT: Duration = Duration::from_secs(120);
const LOOK: Duration = Duration::from_millis(20);
/// The most bytes of an answer that are looked at.
const MAX_ANSWER: u64 = 64;

/// Who asks, one question at a time.
pub struct Confirmation {
    program: PathBuf,
    turn: Mutex<()>,
}

impl Confirmation {
    /// Finds the program. Errors: `USAGE` if there is none: nothing could ever be signed.
    pub fn new() -> Result<Self, Failure> {
        let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
        let name = PathBuf::from(named.as_deref().unwrap_or(OsStr::new(USUAL)));
        let program = found(&name).ok_or_else(|| {
            let sentence = format!(
                "--confirm asks by the program that {VARIABLE} names, or else {USUAL}: there is no \
                 {}",
                shown(&name)
            );
            Failure::usage("USAGE", sentence)
        })?;
        Ok(Self { program, turn: Mutex::new(()) })
    }

    /// Asks, and returns whether the answer is yes. Nobody is asked for a client that has gone
    /// while others were asked for.
    pub fn ask(&self, question: &str, client: &UnixStream) -> bool {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        !is_gone(client) && self.answer(question, client).is_some_and(|answer| is_yes(&answer))
    }

    /// What the program says; nothing if it ends with a failure, or not in time, or if the client
    /// goes meanwhile.
    fn answer(&self, question: &str, client: &UnixStream) -> Option<Vec<u8>> {
        // A file: reading a pipe could wait for whoever else has it open.
        let mut said = tempfile::tempfile().ok()?;
        let mut command = Command::new(&self.program);
        command.arg(question).env("SSH_ASKPASS_PROMPT", "confirm");
        command.stdin(Stdio::null()).stdout(File::try_clone(&said).ok()?);
        let mut child = command.spawn().ok()?;
        let is_good = ended_well(&mut child, client);
        if !is_good {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        said.seek(SeekFrom::Start(0)).ok()?;
        let mut answer = vec![];
        said.take(MAX_ANSWER).read_to_end(&mut answer).ok()?;
        Some(answer)
    }
}

/// Waits for the end of the program, and returns whether it is a good one.
fn ended_well(child: &mut Child, client: &UnixStream) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < WAIT && !is_gone(client) {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(LOOK),
            Ok(Some(status)) => return status.success(),
            Err(_) => return false,
        }
    }
    false
}

/// Nothing, or the word: as OpenSSH takes it.
fn is_yes(answer: &[u8]) -> bool {
    let line = answer.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    line.is_empty() || line.eq_ignore_ascii_case(b"yes")
}

/// Whether the other end is closed: there would be nothing to read, for ever.
fn is_gone(client: &UnixStream) -> bool {
    let (mut byte, flags) = ([0], RecvFlags::PEEK | RecvFlags::DONTWAIT);
    match recv(client, &mut byte[..], flags) {
        Ok((read, _)) => read == 0,
        Err(error) => !matches!(error, Errno::AGAIN | Errno::INTR),
    }
}

/// A program by its path, or in the folders of PATH.
fn found(name: &Path) -> Option<PathBuf> {
    let is_program = |path: &PathBuf| {
        path.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
    };
    if name.components().count() > 1 {
        return std::path::absolute(name).ok().filter(is_program);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(is_program)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: an answer is yes as OpenSSH says, and no otherwise.
    #[test]
    fn answers_are_yes_or_no() {
        for yes in ["", "\n", "yes", "YES\n", "yes\r\n"] {
            assert!(is_yes(yes.as_bytes()), "{yes:?}");
        }
        for no in ["no", "y", "yes please", " yes", "0", "\0"] {
            assert!(!is_yes(no.as_bytes()), "{no:?}");
        }
    }
}
