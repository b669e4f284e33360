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

/// A stream to the service of a socket, which waits for nothing for ever.
pub fn raw(path: &Path) -> UnixStream {
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
