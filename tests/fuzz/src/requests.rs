//! Sequences of requests of two connections to a service.
//!
//! The input is steps: a byte that says which connection, and whether its reply is waited for; two
//! bytes of length; and a request without its number. Each connection begins with a hello.

use crate::common::master;
use crate::memory::Memory;
use crate::template::{TEMPLATE, open, platform};
use crate::test_service::{framed, hello, operation};
use sealane_hsm::engine::{Engine, Settings};
use sealane_hsm::service::{Options, Service};
use sealane_hsm::token::Token;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(crate::common::quick_folder);

/// Longer than any reply may take.
const WAIT: Duration = Duration::from_secs(20);
/// What is not waited for, of a step's first byte.
pub const PIPELINED: u8 = 2;

/// Starts a service of the template's token.
pub fn start(memory: &Memory, socket: &Path) -> Service {
    let token = Token::open(Box::new(memory.clone()), platform(3), &master()).expect("it opens");
    let engine = Engine::new(token, Settings::default());
    let options = Options { threads: 1, ..Options::default() };
    Service::start(engine, socket, options).expect("a service")
}

/// One connection, and how many replies are to come.
struct Client {
    socket: PathBuf,
    stream: Option<UnixStream>,
    outstanding: usize,
    number: u32,
}

impl Client {
    fn new(socket: &Path) -> Self {
        Self { socket: socket.to_owned(), stream: None, outstanding: 0, number: 0 }
    }

    /// Sends a request; a connection that has ended is made anew.
    fn send(&mut self, request: &[u8]) {
        if self.stream.is_none() {
            self.outstanding = 0;
            self.stream = UnixStream::connect(&self.socket).ok().filter(greeted);
        }
        let Some(stream) = &mut self.stream else { return };
        self.number = (self.number + 1) % 0x80;
        let framed = framed(&[&self.number.to_be_bytes()[..], request].concat());
        // It may be gone already.
        if stream.write_all(&framed).is_ok() {
            self.outstanding += 1;
        }
    }

    /// Takes the replies that are to come: each request has one, or its connection ends.
    fn take(&mut self) {
        while self.outstanding > 0 {
            let Some(stream) = &mut self.stream else { return };
            if !read_reply(stream) {
                self.stream = None;
                return;
            }
            self.outstanding -= 1;
        }
    }

    /// Nothing comes behind the last reply.
    fn end(mut self) {
        self.take();
        if let Some(stream) = &mut self.stream {
            let _ = stream.shutdown(Shutdown::Write);
            assert!(!read_reply(stream), "a reply that nobody has asked for");
        }
    }
}

/// Says hello on a fresh connection, and takes the answer.
fn greeted(mut stream: &UnixStream) -> bool {
    stream.set_read_timeout(Some(WAIT)).expect("a time");
    stream.write_all(&hello()).is_ok() && read_reply(stream)
}

/// Reads a frame; says no at the end of the connection.
///
/// # Panics
/// If nothing comes for long.
fn read_reply(mut stream: &UnixStream) -> bool {
    let is_end = |result: std::io::Result<()>| match result {
        Ok(()) => false,
        Err(error) => {
            let late = [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut];
            assert!(!late.contains(&error.kind()), "no reply");
            true
        }
    };
    let mut length = [0; 4];
    if is_end(stream.read_exact(&mut length)) {
        return false;
    }
    let mut reply = vec![0; u32::from_be_bytes(length) as usize];
    !is_end(stream.read_exact(&mut reply))
}

/// The making of primes takes longer than all else together.
fn makes_primes(request: &[u8]) -> bool {
    let head = &request[..request.len().min(64)];
    let names = head.windows(3).any(|part| part == b"rsa" || part == b"dsa");
    names && request.get(..2) != Some(&operation("Import").to_be_bytes())
}

/// Every request has its reply, and the token opens afterwards and is whole.
pub fn run(bytes: &[u8]) {
    let memory = Memory::new(TEMPLATE.contents.clone());
    let socket = FOLDER.path().join("socket");
    let service = start(&memory, &socket);
    let mut clients = [Client::new(&socket), Client::new(&socket)];
    let mut rest = bytes;
    while let Some((&[how, high, low], behind)) = rest.split_first_chunk::<3>() {
        let length = usize::from(u16::from_be_bytes([high, low])).min(behind.len());
        let (request, behind) = behind.split_at(length);
        rest = behind;
        if makes_primes(request) {
            continue;
        }
        let client = &mut clients[usize::from(how & 1)];
        client.send(request);
        if how & PIPELINED == 0 {
            client.take();
        }
    }
    clients.into_iter().for_each(Client::end);
    service.stop();
    let token = open(&memory).expect("the token opens afterwards");
    token.check().expect("the token is whole");
    assert_eq!(memory.objects(), token.status().expect("its state").objects);
}

/// Writes a step that is waited for: of a recorded request, which begins with its number.
pub fn step(client: u8, recorded: &[u8]) -> Vec<u8> {
    let request = &recorded[4..];
    [&[client][..], &(request.len() as u16).to_be_bytes(), request].concat()
}
