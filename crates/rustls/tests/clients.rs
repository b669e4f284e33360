//! Handshakes with OpenSSL's s_client and s_server, and with curl.

use super::common::*;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::version::{TLS12, TLS13};
use rustls::{
    ClientConfig, ClientConnection, Error, ServerConfig, ServerConnection, Stream,
    SupportedProtocolVersion,
};
use sealane::PrivateKey;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use x509_cert::der::pem::LineEnding;
use x509_cert::der::{Decode, EncodePem};

/// The kinds of keys that OpenSSL 3.0 has as well.
const OPENSSL_KINDS: [&str; 6] = ["p256", "p384", "p521", "ed25519", "ed448", "rsa2048"];
const VERSIONS: [(&str, &SupportedProtocolVersion); 2] = [("-tls1_2", &TLS12), ("-tls1_3", &TLS13)];

/// Whether a program is there; says so if not.
fn has(program: &str) -> bool {
    let found = Command::new(program).arg("version").stdin(Stdio::null()).output().is_ok();
    if !found {
        println!("SKIPPED: {program} is not installed");
    }
    found
}

/// A folder of PEM files.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    fn certificate(&self, name: &str, der: &CertificateDer<'_>) -> PathBuf {
        let certificate = x509_cert::Certificate::from_der(der).unwrap();
        self.write(name, &certificate.to_pem(LineEnding::LF).unwrap())
    }

    fn key(&self, name: &str, key: &PrivateKey) -> PathBuf {
        self.write(name, &key.to_pkcs8_pem())
    }
}

/// A server of one request: what came of its handshake, and the alert that it was told.
fn serve_one(config: Arc<ServerConfig>) -> (SocketAddr, JoinHandle<Result<String, Error>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let thread = std::thread::spawn(move || {
        let mut socket = accept(&listener);
        socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut connection = ServerConnection::new(config).unwrap();
        let mut stream = Stream::new(&mut connection, &mut socket);
        let mut line = String::new();
        let read = BufReader::new(&mut stream).read_line(&mut line);
        if let Err(error) = read {
            // The other end may say something still: a close with bytes unread would take what was
            // sent away from it.
            let _ = socket.shutdown(std::net::Shutdown::Write);
            let _ = socket.read_to_end(&mut vec![]);
            return Err(match error.downcast::<Error>() {
                Ok(error) => error,
                Err(error) => Error::General(error.to_string()),
            });
        }
        stream.write_all(b"HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nyes").unwrap();
        connection.send_close_notify();
        let _ = connection.complete_io(&mut socket);
        let _ = socket.shutdown(std::net::Shutdown::Write);
        let _ = socket.read_to_end(&mut vec![]);
        Ok(line)
    });
    (address, thread)
}

/// Waits for a client, and not for ever.
fn accept(listener: &TcpListener) -> TcpStream {
    listener.set_nonblocking(true).unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        match listener.accept() {
            Ok((socket, _)) => {
                socket.set_nonblocking(false).unwrap();
                return socket;
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {
                assert!(Instant::now() < until, "nobody has come");
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(error) => panic!("{error}"),
        }
    }
}

fn run(command: &mut Command, input: &str) -> (Output, String) {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    (output, text)
}

fn s_client(address: SocketAddr, authority: &Path, version: &str) -> Command {
    let mut command = Command::new("openssl");
    command.args(["s_client", "-connect", &address.to_string(), "-servername", NAME, version]);
    command.args(["-brief", "-ign_eof", "-verify_return_error", "-verify_hostname", NAME]);
    command.arg("-CAfile").arg(authority);
    command
}

/// Goal: s_client believes our server, by every kind of key, over every group, in both versions,
/// and our server believes its certificate.
#[test]
fn s_client_shakes_hands() {
    if !has("openssl") {
        return;
    }
    let files = Files::new();
    for kind in OPENSSL_KINDS {
        let authority = Authority::new(kind);
        let roots = files.certificate("roots.pem", &authority.certificate);
        let own = good(&ours(), &authority, &key(kind, 1));
        let theirs = authority.issue(&key(kind, 2).public_key(), GOOD);
        let certificate = files.certificate("client.pem", &theirs);
        let client_key = files.key("client.key", &key(kind, 2));
        for (version, of) in VERSIONS {
            for group in ours().kx_groups {
                if !has_suites(kind, of.version) {
                    continue;
                }
                let provider = with_group(ours(), group);
                let server = server(provider, own.clone(), Some(authority.roots()));
                let (address, thread) = serve_one(server);
                let mut command = s_client(address, &roots, version);
                command.arg("-cert").arg(&certificate).arg("-key").arg(&client_key);
                let (output, text) = run(&mut command, "GET / HTTP/1.0\r\n\r\n");
                let asked = thread.join().unwrap();
                assert_eq!(asked.as_deref(), Ok("GET / HTTP/1.0\r\n"), "{kind} {version}: {text}");
                assert!(output.status.success(), "{kind} {version} {group:?}: {text}");
                assert!(text.contains("Verification: OK"), "{kind} {version} {group:?}: {text}");
                assert!(text.contains("200 OK"), "{kind} {version} {group:?}: {text}");
            }
        }
    }
}

/// Goal: our server signs by each scheme of RSA that s_client asks for.
#[test]
fn s_client_verifies_every_scheme_of_rsa() {
    if !has("openssl") {
        return;
    }
    let (files, authority) = (Files::new(), Authority::new("rsa2048"));
    let roots = files.certificate("roots.pem", &authority.certificate);
    let server = server(ours(), good(&ours(), &authority, &key("rsa2048", 1)), None);
    for hash in ["SHA256", "SHA384", "SHA512"] {
        for (version, scheme) in
            [("-tls1_2", "RSA"), ("-tls1_2", "RSA-PSS"), ("-tls1_3", "RSA-PSS")]
        {
            let (address, thread) = serve_one(server.clone());
            let mut command = s_client(address, &roots, version);
            // Certificates are signed by PKCS#1, with SHA-256.
            let usual = "RSA+SHA256";
            let asked = format!("{scheme}+{hash}");
            let all = if asked == usual { asked } else { format!("{asked}:{usual}") };
            command.args(["-sigalgs", &all]);
            let (_, text) = run(&mut command, "GET / HTTP/1.0\r\n\r\n");
            assert!(thread.join().unwrap().is_ok(), "{version} {scheme} {hash}: {text}");
            let kind =
                if scheme == "RSA" { "Signature type: RSA\n" } else { "Signature type: RSA-PSS" };
            let used = text.contains(&format!("Hash used: {hash}")) && text.contains(kind);
            assert!(used, "{version} {scheme} {hash}: {text}");
        }
    }
}

/// Goal: a wrong certificate of s_client is refused with the alert that is its.
#[test]
fn s_client_is_told_what_is_wrong() {
    if !has("openssl") {
        return;
    }
    let (files, authority) = (Files::new(), Authority::new("p256"));
    let strange = Authority::strange("p256");
    let roots = files.certificate("roots.pem", &authority.certificate);
    let own = good(&ours(), &authority, &key("p256", 1));
    let server = server(ours(), own, Some(authority.roots()));
    let public = key("p256", 2).public_key();
    let expired = authority.issue(&public, Leaf { from: -3, until: -1, ..GOOD });
    let stranger = strange.issue(&public, GOOD);
    let mut flipped = authority.issue(&public, GOOD).to_vec();
    *flipped.last_mut().unwrap() ^= 1;
    let client_key = files.key("client.key", &key("p256", 2));
    let (flipped, none) = (CertificateDer::from(flipped), None);
    for (what, certificate, alert) in [
        ("expired", Some(expired), 45),
        ("strange", Some(stranger), 48),
        ("flipped", Some(flipped), 51),
        ("none", none, 116),
    ] {
        let (address, thread) = serve_one(server.clone());
        let mut command = s_client(address, &roots, "-tls1_3");
        if let Some(certificate) = certificate {
            command.arg("-cert").arg(files.certificate("client.pem", &certificate));
            command.arg("-key").arg(&client_key);
        }
        let (_, text) = run(&mut command, "GET / HTTP/1.0\r\n\r\n");
        let refused = thread.join().unwrap().unwrap_err();
        let told = text.contains(&format!("SSL alert number {alert}"));
        assert!(told, "{what}: {refused:?} {text}");
    }
}

/// A server of OpenSSL, which is ended on drop.
struct SServer {
    child: Child,
    address: SocketAddr,
}

impl SServer {
    fn new(
        files: &Files,
        certificate: &CertificateDer<'_>,
        key: &PrivateKey,
        more: &[&str],
    ) -> Self {
        let mut command = Command::new("openssl");
        command.args(["s_server", "-accept", "127.0.0.1:0", "-www", "-no_ticket"]).args(more);
        command.arg("-cert").arg(files.certificate("server.pem", certificate));
        command.arg("-key").arg(files.key("server.key", key));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
        let accept =
            lines.find_map(|line| line.unwrap().strip_prefix("ACCEPT ").map(str::to_owned));
        let port = accept.as_deref().and_then(|it| it.rsplit(':').next()).expect("it listens");
        let address = SocketAddr::from(([127, 0, 0, 1], port.parse().unwrap()));
        Self { child, address }
    }

    /// Ends it, and returns what it has said.
    fn end(mut self) -> String {
        self.child.kill().unwrap();
        let mut text = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for SServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asks a server for its page.
fn ask(address: SocketAddr, config: Arc<ClientConfig>) -> Result<String, Error> {
    let mut socket = TcpStream::connect(address).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let name = ServerName::try_from(NAME).unwrap();
    let mut connection = ClientConnection::new(config, name).unwrap();
    let mut stream = Stream::new(&mut connection, &mut socket);
    let mut page = vec![];
    let said = stream
        .write_all(b"GET / HTTP/1.0\r\n\r\n")
        .and_then(|()| stream.read_to_end(&mut page).map(drop));
    match said {
        Err(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
            Err(error.downcast::<Error>().unwrap_or_else(|error| Error::General(error.to_string())))
        }
        _ => Ok(String::from_utf8_lossy(&page).into_owned()),
    }
}

/// Goal: our client believes s_server, and s_server the certificate of our client.
#[test]
fn s_server_shakes_hands() {
    if !has("openssl") {
        return;
    }
    let files = Files::new();
    for kind in OPENSSL_KINDS {
        let authority = Authority::new(kind);
        let roots = files.certificate("roots.pem", &authority.certificate);
        let roots = roots.to_str().unwrap();
        let certificate = authority.issue(&key(kind, 1).public_key(), GOOD);
        let more = ["-Verify", "1", "-verify_return_error", "-CAfile", roots];
        let server = SServer::new(&files, &certificate, &key(kind, 1), &more);
        for (_, version) in VERSIONS {
            for group in ours().kx_groups {
                if !has_suites(kind, version.version) {
                    continue;
                }
                let own = good(&ours(), &authority, &key(kind, 2));
                // In TLS 1.2 the curve of a certificate must be among the groups, too.
                let others = sealane_rustls::kx_group::ALL.iter().copied();
                let others = others.filter(|other| other.name() != group.name());
                let kx_groups = [group].into_iter().chain(others).collect();
                let provider = CryptoProvider { kx_groups, ..ours() };
                let client = client(provider, version, authority.roots(), Some(own));
                let page = ask(server.address, client);
                let page = page.unwrap_or_else(|why| panic!("{kind} {version:?} {group:?}: {why}"));
                assert!(page.contains("200 ok"), "{kind} {version:?} {group:?}: {page}");
            }
        }
    }
}

/// Goal: a wrong certificate of s_server is refused, and s_server is told why.
#[test]
fn s_server_is_told_what_is_wrong() {
    if !has("openssl") {
        return;
    }
    let files = Files::new();
    for kind in ["p256", "ed25519", "rsa2048"] {
        let (authority, strange) = (Authority::new(kind), Authority::strange(kind));
        let own = key(kind, 1);
        let issue = |leaf| authority.issue(&own.public_key(), leaf);
        let mut flipped = issue(GOOD).to_vec();
        *flipped.last_mut().unwrap() ^= 1;
        for (what, certificate, alert) in [
            ("expired", issue(Leaf { from: -3, until: -1, ..GOOD }), 45),
            ("another name", issue(Leaf { name: "example.org", ..GOOD }), 42),
            ("flipped", flipped.into(), 51),
            ("strange", strange.issue(&own.public_key(), GOOD), 48),
        ] {
            let server = SServer::new(&files, &certificate, &own, &[]);
            let client = client(ours(), &TLS13, authority.roots(), None);
            let refused = ask(server.address, client).expect_err(what);
            // It may not have read it yet.
            std::thread::sleep(Duration::from_millis(200));
            let text = server.end();
            let told = text.contains(&format!("SSL alert number {alert}"));
            assert!(told, "{kind} {what}: {refused:?} {text}");
        }
    }
}

/// Goal: curl fetches a page from our server in both versions over every group, with a certificate
/// of its own; it refuses an authority that it does not know, and is refused without a certificate.
#[test]
fn curl_fetches_a_page() {
    if !has("curl") {
        return;
    }
    let files = Files::new();
    for kind in ["p256", "rsa2048", "ed25519"] {
        let authority = Authority::new(kind);
        let roots = files.certificate("roots.pem", &authority.certificate);
        let stranger = files.certificate("strange.pem", &Authority::strange(kind).certificate);
        let own = good(&ours(), &authority, &key(kind, 1));
        let server_of = |provider| server(provider, own.clone(), Some(authority.roots()));
        let theirs = authority.issue(&key(kind, 2).public_key(), GOOD);
        let certificate = files.certificate("client.pem", &theirs);
        let client_key = files.key("client.key", &key(kind, 2));
        let curl = |port: u16, roots: &Path| {
            let mut command = Command::new("curl");
            command.args(["--silent", "--show-error", "--max-time", "30", "--noproxy", "*"]);
            command.args(["--resolve", &format!("{NAME}:{port}:127.0.0.1")]);
            command.arg("--cacert").arg(roots).arg(format!("https://{NAME}:{port}/"));
            command
        };
        for versions in [["--tlsv1.2", "--tls-max", "1.2"], ["--tlsv1.3", "--tls-max", "1.3"]] {
            for group in ours().kx_groups {
                let (address, thread) = serve_one(server_of(with_group(ours(), group)));
                let mut command = curl(address.port(), &roots);
                command.args(versions).arg("--cert").arg(&certificate);
                command.arg("--key").arg(&client_key);
                let (output, text) = run(&mut command, "");
                assert_eq!(output.stdout, b"yes", "{kind} {versions:?} {group:?}: {text}");
                assert_eq!(thread.join().unwrap().as_deref(), Ok("GET / HTTP/1.1\r\n"));
            }
        }
        let (address, thread) = serve_one(server_of(ours()));
        let (output, text) = run(&mut curl(address.port(), &stranger), "");
        assert_eq!(output.status.code(), Some(60), "{kind}: {text}");
        assert!(thread.join().unwrap().is_err());
        let (address, thread) = serve_one(server_of(ours()));
        let (output, text) = run(&mut curl(address.port(), &roots), "");
        assert!(!output.status.success(), "{kind}: {text}");
        assert_eq!(thread.join().unwrap(), Err(Error::NoCertificatesPresented), "{kind}");
    }
}
