//! A service of a fresh token, and clients of it.
#![allow(dead_code, reason = "each test program uses a part")]

use crate::common::{USER, init, user};
use sealane::{Lengths, PublicKey};
use sealane_hsm::Error;
use sealane_hsm::engine::{Engine, Keys, Settings, SignItem};
use sealane_hsm::object::{Attributes, Id, Object};
use sealane_hsm::queue::Content;
use sealane_hsm::remote::{self, Connection};
use sealane_hsm::role::Role;
use sealane_hsm::service::{Options, Service};
use sealane_hsm::token::{Session, Token};
use sealane_hsm::wire::numbers::REQUESTS;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub const WAIT: Option<Duration> = Some(Duration::from_secs(30));

/// What is written, shared by all who write.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

pub struct TestService {
    pub folder: tempfile::TempDir,
    pub service: Option<Service>,
    log: Log,
}

impl TestService {
    pub fn new(options: Options) -> Self {
        Self::with(options, |_, _| ())
    }

    /// The same, of a token that the user has filled.
    pub fn with(options: Options, fill: impl FnOnce(&Token, &Session)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let token = init(folder.path());
        let session = user(&token);
        fill(&token, &session);
        let log = Log::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt().with_ansi(false);
        let subscriber = subscriber.with_writer(move || writer.clone());
        let options = Options { threads: 2, ..options };
        let engine = Engine::new(token, Settings::default());
        let service = tracing::subscriber::with_default(subscriber.finish(), || {
            Service::start(engine, &folder.path().join("socket"), options).unwrap()
        });
        Self { folder, service: Some(service), log }
    }

    /// What the service has told its log so far.
    pub fn log(&self) -> String {
        if let Some(service) = &self.service {
            assert!(service.flush_log(Duration::from_secs(10)), "the log is written");
        }
        String::from_utf8(self.log.0.lock().unwrap().clone()).unwrap()
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("socket")
    }

    pub fn user(&self) -> Connection {
        logged_in(&self.path())
    }
}

pub fn connect(path: &Path) -> Result<Connection, Error> {
    Connection::connect(&remote::Endpoint::from(path.to_owned()), WAIT)
}

pub fn logged_in(path: &Path) -> Connection {
    let mut connection = connect(path).unwrap();
    connection.login(Role::User, USER.as_bytes()).unwrap();
    connection
}

pub fn made(connection: &mut Connection, kind: &str) -> Object {
    let kind = kind.parse().unwrap();
    let label = format!("a {kind} key");
    connection.generate(kind, Attributes::usual(&label, kind)).unwrap()
}

pub fn item(key: Id, message: &[u8]) -> SignItem {
    SignItem {
        key,
        scheme: None,
        content: Content::Message(message.to_vec()),
        deterministic: false,
    }
}

pub fn verify(object: &Object, message: &[u8], signature: &[u8]) {
    let public = PublicKey::from_spki_der(&object.public, Lengths::Current).unwrap();
    let scheme = object.kind.usual_scheme().unwrap();
    public.verify(message, &scheme, signature).unwrap();
}

/// A frame: its length and its bytes.
pub fn framed(body: &[u8]) -> Vec<u8> {
    [&(body.len() as u32).to_be_bytes()[..], body].concat()
}

/// The number of an operation.
pub fn operation(name: &str) -> u16 {
    let row = REQUESTS.iter().find(|(_, known)| *known == name);
    row.unwrap_or_else(|| panic!("no operation {name}")).0
}

/// A request for the first token, with its length: its number, the operation, the fields.
pub fn request(number: u32, name: &str, fields: &[u8]) -> Vec<u8> {
    let head = [&number.to_be_bytes()[..], &operation(name).to_be_bytes(), &[0]].concat();
    framed(&[&head[..], fields].concat())
}

/// The first frame of a client of this version, by the number 0.
pub fn hello() -> Vec<u8> {
    request(0, "Hello", b"sealane\0\x04\x04")
}

/// A page from the first object on, as long as an answer may be.
pub fn first_page(number: u32) -> Vec<u8> {
    request(number, "Page", &[0, 0])
}

/// The number of a reply, and of its message.
pub fn head_of(reply: &[u8]) -> (u32, u16) {
    let (number, rest) = reply.split_first_chunk().unwrap();
    (u32::from_be_bytes(*number), u16::from_be_bytes(*rest.first_chunk().unwrap()))
}

/// The replies that tests look for.
pub const DONE: u16 = 0;
pub const REFUSED: u16 = 1;
pub const HEALTH: u16 = 4;
pub const SIGNATURE: u16 = 7;
pub const PAGE: u16 = 10;

/// A stream to the service of a socket that has said hello, and waits for nothing for ever.
pub fn raw(path: &Path) -> UnixStream {
    let mut stream = silent(path);
    stream.write_all(&hello()).unwrap();
    assert_eq!(head_of(&read_reply(&mut stream)), (0, 2), "a hello");
    stream
}

/// The same before its hello.
pub fn silent(path: &Path) -> UnixStream {
    let stream = UnixStream::connect(path).unwrap();
    stream.set_read_timeout(WAIT).unwrap();
    stream.set_write_timeout(WAIT).unwrap();
    stream
}

/// Reads a frame, and returns it without its length.
pub fn read_reply(stream: &mut UnixStream) -> Vec<u8> {
    let mut length = [0; 4];
    stream.read_exact(&mut length).unwrap();
    let mut reply = vec![0; u32::from_be_bytes(length) as usize];
    stream.read_exact(&mut reply).unwrap();
    reply
}

/// The memory that the process has now, in bytes.
pub fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").trim().parse::<usize>().unwrap() << 10
}

/// Does the same by an engine of this process and by a service, each of a token that was filled for
/// it. Returns the engine, and the folder of its token.
pub fn by_both(
    fill: fn(&Token, &Session),
    each: impl Fn(&mut dyn Keys),
) -> (tempfile::TempDir, Arc<Engine>) {
    let folder = tempfile::tempdir().unwrap();
    let token = init(folder.path());
    let session = user(&token);
    fill(&token, &session);
    let engine = Arc::new(Engine::new(token, Settings::default()));
    each(&mut engine.client(Some(session)));
    each(&mut TestService::with(Options::default(), fill).user());
    (folder, engine)
}
