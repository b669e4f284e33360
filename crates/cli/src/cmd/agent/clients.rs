//! The clients of an agent: a thread each, up to a limit, and messages with limits of their own.
use super::answers::{Agent, Client};
use super::protocol::MAX_MESSAGE;
use rustix::net::sockopt::socket_peercred;
use std::collections::HashMap;
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// Clients at once. One more takes the place of the one that has been silent longest.
pub const MAX_CLIENTS: usize = 128;
/// A message is there this long after its first byte, and an answer is taken within this time.
const MESSAGE_TIME: Duration = Duration::from_secs(10);
/// How long nothing is accepted when the system has no descriptor or no thread.
const BACKOFF: Duration = Duration::from_millis(50);
/// A thread of a client holds a message and an answer, and no more.
const STACK_BYTES: usize = 256 << 10;

/// Who is there.
#[derive(Default)]
pub struct Clients(Mutex<HashMap<u64, Entry>>);

struct Entry {
    stream: UnixStream,
    /// Since when nothing is being answered; nothing while something is.
    silent_since: Option<Instant>,
}

impl Clients {
    /// Takes clients in and answers them, for ever.
    pub fn serve<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        listener: &UnixListener,
        agent: &'scope Agent<'_>,
    ) {
        for number in 0.. {
            let Ok((stream, _)) = listener.accept() else {
                std::thread::sleep(BACKOFF);
                continue;
            };
            if !is_trusted(&stream) || !self.enter(number, &stream) {
                continue;
            }
            let attend = move || {
                // Whatever ends it, the connection is closed.
                let _ = self.attend(number, stream, agent);
                self.lock().remove(&number);
            };
            let builder = std::thread::Builder::new().stack_size(STACK_BYTES);
            if builder.spawn_scoped(scope, attend).is_err() {
                self.lock().remove(&number);
                std::thread::sleep(BACKOFF);
            }
        }
    }

    /// Takes a client in. Returns whether there is a place for it.
    fn enter(&self, number: u64, stream: &UnixStream) -> bool {
        let Ok(stream) = stream.try_clone() else { return false };
        let mut all = self.lock();
        if all.len() >= MAX_CLIENTS {
            let silent = all.iter().filter_map(|(number, it)| Some((it.silent_since?, *number)));
            let Some((_, longest)) = silent.min() else { return false };
            if let Some(gone) = all.remove(&longest) {
                // Its thread ends by it.
                let _ = gone.stream.shutdown(Shutdown::Both);
            }
        }
        all.insert(number, Entry { stream, silent_since: Some(Instant::now()) });
        true
    }

    fn attend(&self, number: u64, mut stream: UnixStream, agent: &Agent) -> io::Result<()> {
        let mut client = Client::default();
        stream.set_write_timeout(Some(MESSAGE_TIME))?;
        while let Some(message) = read_message(&mut stream)? {
            self.set_silent(number, None);
            let reply = agent.answer(&mut client, &stream, &message);
            let frame = reply.frame().map_err(io::Error::other)?;
            stream.write_all(&frame)?;
            self.set_silent(number, Some(Instant::now()));
        }
        Ok(())
    }

    fn set_silent(&self, number: u64, since: Option<Instant>) {
        if let Some(entry) = self.lock().get_mut(&number) {
            entry.silent_since = since;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u64, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the client is of this user, or root's.
fn is_trusted(stream: &UnixStream) -> bool {
    let own = rustix::process::geteuid();
    socket_peercred(stream).is_ok_and(|peer| peer.uid.is_root() || peer.uid == own)
}

/// Reads a message without its length; nothing at the end of the connection. Wiped on drop: it may
/// have a passphrase.
///
/// Errors: of a length that no message has, of a part of a message, or of one that takes too long.
fn read_message(stream: &mut UnixStream) -> io::Result<Option<Zeroizing<Vec<u8>>>> {
    let mut length = [0; 4];
    // The first byte may take as long as it likes.
    stream.set_read_timeout(None)?;
    if stream.read(&mut length[..1])? == 0 {
        return Ok(None);
    }
    let end = Instant::now() + MESSAGE_TIME;
    read_until(stream, &mut length[1..], end)?;
    let length = u32::from_be_bytes(length) as usize;
    if !(1..=MAX_MESSAGE).contains(&length) {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut message = Zeroizing::new(vec![0; length]);
    read_until(stream, &mut message, end)?;
    Ok(Some(message))
}

/// Fills `out` before a time. Errors: `TimedOut`, `UnexpectedEof`.
fn read_until(stream: &mut UnixStream, mut out: &mut [u8], end: Instant) -> io::Result<()> {
    while !out.is_empty() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(out) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(read) => out = &mut out[read..],
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
