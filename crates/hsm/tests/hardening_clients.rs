//! What clients must not tell to those who are not the service. The numbers of the tests are those
//! of the list of attacks that they stand for.

use crate::common;
use crate::test_service;

use common::USER;
use sealane_hsm::Error;
use sealane_hsm::remote::{Connection, Endpoint};
use sealane_hsm::role::Role;
use sealane_hsm::service::Options;
use std::io::{BufRead, BufReader, Read};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use test_service::{TestService, WAIT, connect};

/// Where a server of another user puts its socket.
const SOCKET: &str = "SEALANE_TEST_SOCKET";
/// Another user: `nobody`.
const OTHER: u32 = 65534;

fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

/// A process of another user that listens, on a socket and on an address, and says what it hears.
struct OtherServer {
    child: Child,
    said: std::io::Lines<BufReader<std::process::ChildStdout>>,
    address: Endpoint,
}

impl OtherServer {
    /// Nothing where this user may not start it.
    fn start(socket: &Path) -> Option<Self> {
        if !rustix::process::geteuid().is_root() {
            println!("SKIPPED: only root starts processes of another user");
            return None;
        }
        // The folder of the build may be closed to others.
        let program = socket.parent().unwrap().join("server");
        std::fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        mode(&program, 0o755);
        let mut child = Command::new(&program)
            .args(["--exact", "hardening_clients::server_of_another_user", "--nocapture"])
            .env(SOCKET, socket)
            .uid(OTHER)
            .gid(OTHER)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = said.by_ref().map_while(Result::ok).find_map(|line| {
            let (_, address) = line.split_once("listens on ")?;
            Some(Endpoint::Loopback(address.parse().unwrap()))
        });
        Some(Self { child, said, address: address.expect("it listens") })
    }

    /// How many bytes each of two clients has said to it.
    fn heard(mut self) -> Vec<usize> {
        let heard = self.said.by_ref().map_while(Result::ok);
        let heard = heard.filter_map(|line| Some(line.strip_prefix("heard ")?.parse().unwrap()));
        let heard = heard.take(2).collect();
        let _ = self.child.kill();
        let _ = self.child.wait();
        heard
    }
}

/// Not a test, but the server of [`OtherServer`]: without its variable it does nothing.
#[test]
fn server_of_another_user() {
    let Some(path) = std::env::var_os(SOCKET).map(PathBuf::from) else { return };
    let (unix, tcp) =
        (UnixListener::bind(&path).unwrap(), TcpListener::bind("127.0.0.1:0").unwrap());
    mode(&path, 0o666);
    println!("\nlistens on {}", tcp.local_addr().unwrap());
    let count = |mut stream: Box<dyn Read>| {
        let mut heard = vec![];
        let _ = stream.read_to_end(&mut heard);
        println!("heard {}", heard.len());
    };
    let limit = Some(Duration::from_secs(2));
    let (stream, _) = unix.accept().unwrap();
    stream.set_read_timeout(limit).unwrap();
    count(Box::new(stream));
    let (stream, _) = tcp.accept().unwrap();
    stream.set_read_timeout(limit).unwrap();
    count(Box::new(stream));
}

/// Goal: a client says nothing to another user's server, neither by a socket in a sticky folder nor
/// by an address, unless it is named; the error says who it is and what to do.
#[test]
fn hardening_d9_clients_look_who_serves() {
    let folder = tempfile::tempdir().unwrap();
    mode(folder.path(), 0o1777);
    let path = folder.path().join("socket");
    let Some(server) = OtherServer::start(&path) else { return };
    let endpoints = [Endpoint::Socket(path), server.address.clone()];
    for endpoint in &endpoints {
        let error = Connection::connect(endpoint, WAIT).err().expect("somebody else serves");
        assert_eq!(error.code(), "PERMISSION", "{endpoint}: {error}");
        assert!(error.to_string().contains("--service-user 65534"), "{error}");
    }
    assert_eq!(server.heard(), [0, 0]);
    // Who is named is spoken to.
    let folder = tempfile::tempdir().unwrap();
    mode(folder.path(), 0o1777);
    let path = folder.path().join("socket");
    let server = OtherServer::start(&path).unwrap();
    for endpoint in [Endpoint::Socket(path), server.address.clone()] {
        let wait = Some(Duration::from_millis(300));
        let said = Connection::connect_to(&endpoint, &[OTHER], wait).err();
        assert_eq!(said, Some(Error::TimedOut));
    }
    assert!(server.heard().iter().all(|bytes| *bytes > 0));
}

/// Goal: a socket in a folder where everybody puts theirs, or that is another user's, is not spoken
/// to even if it is the right one today.
#[test]
fn hardening_d9_clients_look_at_the_folder() {
    let served = TestService::new(Options::default());
    let folder = served.folder.path();
    mode(folder, 0o777);
    let error = connect(&served.path()).err().expect("the folder is open");
    assert_eq!(error.code(), "PERMISSION");
    assert!(error.to_string().contains("chmod o-w"), "{error}");
    mode(folder, 0o755);
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(folder, Some(OTHER), None).unwrap();
        let error = connect(&served.path()).err().expect("the folder is another's");
        assert_eq!(error.code(), "PERMISSION");
        std::os::unix::fs::chown(folder, Some(0), None).unwrap();
    }
    connect(&served.path()).unwrap().login(Role::User, USER.as_bytes()).unwrap();
}
