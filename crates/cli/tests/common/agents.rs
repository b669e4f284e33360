//! Agents started by the command, and programs of OpenSSH that ask them.
use super::{Folder, skipped};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How an agent asks the service of a folder.
pub const BY_PIN: &str = "agent --socket socket --pin-file operator.pin";

/// An agent in the foreground, which is ended with the test.
pub struct Agent {
    pub child: Child,
    /// Its socket.
    pub socket: PathBuf,
}

impl Agent {
    /// Starts one and waits until it is ready.
    pub fn start(folder: &Folder, more: &str) -> Self {
        Self::with(folder, more, |_| {})
    }

    /// The same, with something done to the command before.
    pub fn with(folder: &Folder, more: &str, change: impl FnOnce(&mut Command)) -> Self {
        let line = format!("{BY_PIN} --foreground{more}");
        Self::of(folder, &line, change)
    }

    /// The same, of a whole line.
    pub fn of(folder: &Folder, line: &str, change: impl FnOnce(&mut Command)) -> Self {
        let mut command = folder.command(&line.split(' ').collect::<Vec<_>>());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        change(&mut command);
        let mut child = command.spawn().expect("the command starts");
        let mut first = String::new();
        let stdout = child.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut first).expect("text");
        let socket = first.strip_prefix("SSH_AUTH_SOCK=").and_then(|rest| rest.split_once(';'));
        let Some((socket, _)) = socket else {
            let mut said = String::new();
            child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
            panic!("no agent: {first}{said}");
        };
        Self { child, socket: socket.into() }
    }

    /// A connection to it.
    pub fn connect(&self) -> UnixStream {
        let stream = UnixStream::connect(&self.socket).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        stream
    }

    /// Waits for its end, and returns its status.
    pub fn end(&mut self) -> Option<i32> {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status.code();
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Asks it to end by a signal, and returns its status.
    pub fn signal(&mut self, name: &str) -> Option<i32> {
        let number = self.child.id().to_string();
        assert!(Command::new("kill").args([name, &number]).status().expect("kill").success());
        self.end()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        // By a signal that lets it take its folder away.
        let number = self.child.id().to_string();
        let _ = Command::new("kill").args(["-TERM", &number]).status();
        let _ = self.child.wait();
    }
}

/// Runs a program in a folder that asks the agent at a socket; nothing if it is not on this
/// machine.
pub fn asking(folder: &Folder, socket: &Path, line: &str, input: &[u8]) -> Option<Output> {
    asking_with(folder, socket, line, input, |_| {})
}

/// The same, with something done to the command before.
pub fn asking_with(
    folder: &Folder,
    socket: &Path,
    line: &str,
    input: &[u8],
    change: impl FnOnce(&mut Command),
) -> Option<Output> {
    let mut words = line.split(' ');
    let program = words.next().expect("a program");
    let mut command = Command::new(program);
    command.args(words).current_dir(folder.path(".")).env("SSH_AUTH_SOCK", socket);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    change(&mut command);
    let mut child = match command.spawn() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            skipped(&format!("no {program} on this machine"));
            return None;
        }
        child => child.expect(program),
    };
    // It may end before it has read all.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    Some(child.wait_with_output().expect("it ends"))
}

/// What a program said, on both outputs.
pub fn said(output: &Output) -> String {
    [&output.stdout[..], &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned()).concat()
}

/// A string of the protocol: its length before it.
pub fn string(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_be_bytes()[..], bytes].concat()
}

/// Sends a message and returns the answer, without lengths; nothing if the connection ends.
pub fn exchange(stream: &mut UnixStream, message: &[u8]) -> Option<Vec<u8>> {
    stream.write_all(&string(message)).ok()?;
    receive(stream)
}

/// Reads an answer; nothing at the end of the connection.
pub fn receive(stream: &mut UnixStream) -> Option<Vec<u8>> {
    let mut length = [0; 4];
    match stream.read_exact(&mut length) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("no answer"),
        read => read.ok()?,
    }
    let mut answer = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut answer).ok()?;
    Some(answer)
}

/// The message that asks for a signature.
pub fn sign_request(blob: &[u8], data: &[u8], flags: u32) -> Vec<u8> {
    [&[13][..], &string(blob), &string(data), &flags.to_be_bytes()].concat()
}
