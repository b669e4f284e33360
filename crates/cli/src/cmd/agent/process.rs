//! The process of an agent: in the background, or for a command; what ends it.
use crate::failure::Failure;
use crate::output::to_stdout;
use crate::secrets::shown;
use rustix::process::{Pid, Signal, kill_process, setsid};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::Sender;
use tokio::signal::unix::{SignalKind, signal};

/// What programs find the agent by.
const SOCKET: &str = "SSH_AUTH_SOCK";
const PROCESS: &str = "SSH_AGENT_PID";

/// Why an agent ends, or what it passes on.
pub enum Event {
    Signal(Signal),
    /// The command that it is for has ended.
    Ended(ExitStatus),
}

/// Runs this command line in the background, and prints what it says of being ready.
///
/// Errors: `INTERNAL` if it cannot be started. One that fails there has said why, and this process
/// ends with its status.
pub fn detach() -> Result<(), Failure> {
    let failed = |why: std::io::Error| Failure::failed("INTERNAL", format!("the agent: {why}"));
    let program = std::env::current_exe().map_err(failed)?;
    let mut command = Command::new(program);
    // Behind --, where no command is, it would be one.
    let own = std::env::args_os().skip(1).take_while(|argument| argument != "--");
    command.args(own).arg("--detached").stdout(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let mut text = vec![];
    // It closes its standard output when it is ready.
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_end(&mut text).map_err(failed)?;
    }
    if text.is_empty() {
        std::process::exit(status_of(child.wait().map_err(failed)?));
    }
    to_stdout(&text)
}

/// Leaves the terminal, and what standard input and outputs were: who waits for their end has it.
pub fn leave_terminal() -> Result<(), Failure> {
    let failed = |why: std::io::Error| Failure::failed("INTERNAL", format!("the agent: {why}"));
    // The leader of a group cannot, and then it has no terminal to leave.
    let _ = setsid();
    let null = OpenOptions::new().read(true).write(true).open("/dev/null").map_err(failed)?;
    dup2_stdin(&null).and_then(|()| dup2_stderr(&null)).map_err(|why| failed(why.into()))?;
    dup2_stdout(&null).map_err(|why| failed(why.into()))
}

/// The lines by which a shell finds the agent.
pub fn lines(path: &Path, csh: bool) -> Vec<u8> {
    let (name, process) = (quoted(path), std::process::id());
    let (before, after) = if csh {
        (format!("setenv {SOCKET} "), format!(";\nsetenv {PROCESS} {process};\n"))
    } else {
        let after = format!("; export {SOCKET};\n{PROCESS}={process}; export {PROCESS};\n");
        (format!("{SOCKET}="), after)
    };
    let last = format!("echo Agent pid {process};\n");
    [before.as_bytes(), &name, after.as_bytes(), last.as_bytes()].concat()
}

/// A name for a shell: as it is, or in quotes if anything in it could mean something.
fn quoted(path: &Path) -> Vec<u8> {
    let name = path.as_os_str().as_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-+:@%,=".contains(byte);
    if name.iter().all(is_plain) {
        return name.to_vec();
    }
    let escape = |byte: &u8| if *byte == b'\'' { b"'\\''".to_vec() } else { vec![*byte] };
    [b"'".to_vec(), name.iter().flat_map(escape).collect(), b"'".to_vec()].concat()
}

/// Starts the command that the agent is for.
pub fn start(command: &[OsString], path: &Path) -> Result<Child, Failure> {
    let [program, arguments @ ..] = command else {
        return Err(Failure::failed("INTERNAL", "no command"));
    };
    let mut child = Command::new(program);
    child.args(arguments).env(SOCKET, path).env(PROCESS, std::process::id().to_string());
    child.spawn().map_err(|why| {
        let sentence = format!("{}: {why}", shown(&PathBuf::from(program)));
        Failure::usage("USAGE", sentence)
    })
}

/// Tells of the signals that end an agent. Errors: of the system.
pub fn watch_signals(tell: Sender<Event>) -> Result<(), Failure> {
    let failed = |why: std::io::Error| Failure::failed("INTERNAL", format!("signals: {why}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let runtime = runtime.map_err(failed)?;
    let inside = runtime.enter();
    let mut terminate = signal(SignalKind::terminate()).map_err(failed)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(failed)?;
    let mut hang_up = signal(SignalKind::hangup()).map_err(failed)?;
    drop(inside);
    std::thread::spawn(move || {
        runtime.block_on(async {
            loop {
                let came = tokio::select! {
                    _ = terminate.recv() => Signal::TERM,
                    _ = interrupt.recv() => Signal::INT,
                    _ = hang_up.recv() => Signal::HUP,
                };
                if tell.send(Event::Signal(came)).is_err() {
                    return;
                }
            }
        });
    });
    Ok(())
}

/// Tells of the end of the command.
pub fn watch_end(mut child: Child, tell: Sender<Event>) {
    std::thread::spawn(move || {
        if let Ok(status) = child.wait() {
            let _ = tell.send(Event::Ended(status));
        }
    });
}

/// Passes a signal on to the command. What the terminal sends it has had already.
pub fn pass_on(signal: Signal, number: u32) {
    let process = i32::try_from(number).ok().and_then(Pid::from_raw);
    if let Some(process) = process
        && signal != Signal::INT
    {
        // It may have ended in this moment.
        let _ = kill_process(process, signal);
    }
}

/// The status to end with, as a shell has it.
pub fn status_of(status: ExitStatus) -> i32 {
    status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: whatever the name of a socket is, a shell reads it as it is.
    #[test]
    fn names_are_quoted_for_shells() {
        for (name, expected) in [
            ("/tmp/a-b/agent.1", "/tmp/a-b/agent.1"),
            ("/tmp/a b", "'/tmp/a b'"),
            ("/tmp/$(x)", "'/tmp/$(x)'"),
            ("/tmp/it's", "'/tmp/it'\\''s'"),
        ] {
            assert_eq!(quoted(Path::new(name)), expected.as_bytes());
        }
        let text = String::from_utf8(lines(Path::new("/tmp/s"), false)).expect("text");
        assert!(text.starts_with("SSH_AUTH_SOCK=/tmp/s; export SSH_AUTH_SOCK;\n"), "{text}");
        let text = String::from_utf8(lines(Path::new("/tmp/s"), true)).expect("text");
        assert!(text.starts_with("setenv SSH_AUTH_SOCK /tmp/s;\n"), "{text}");
    }
}
