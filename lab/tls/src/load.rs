//! One run: clients that shake hands with a server process, and what it took of each process.

use crate::server::{cpu_ns, provider};
use crate::{Provider, TableArgs};
use rustls::client::Resumption;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, HandshakeKind, RootCertStore};
use sealane_client::connection::{Connection, Endpoint};
use std::io::{BufRead, BufReader, Lines, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Where a server has its key from, and who else works for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Who signs and verifies in the process of the server.
    pub provider: Provider,
    /// Whether the key is in the service.
    pub in_service: bool,
}

/// What one handshake took, in microseconds of CPU time but for the last two.
#[derive(Debug, Clone, Copy, Default)]
pub struct Taken {
    /// Of the process of the server.
    pub server: f64,
    /// Of the service.
    pub service: f64,
    /// Of the clients.
    pub clients: f64,
    /// Handshakes in a second of the clock.
    pub rate: f64,
    /// Signatures of a group at the service.
    pub group: f64,
}

impl Taken {
    /// Of all who serve.
    pub fn all(&self) -> f64 {
        self.server + self.service
    }
}

/// A server process, which ends with this value.
struct Server {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    address: SocketAddr,
}

impl Server {
    fn new(args: &TableArgs, algorithm: &str, setting: Setting) -> Result<Self, String> {
        let text = |error: std::io::Error| format!("the server: {error}");
        let own = std::env::current_exe().map_err(text)?;
        let file = |name: String| args.folder.join(name);
        let mut command = Command::new(own);
        command.args(["server", "--provider"]);
        command.arg(format!("{:?}", setting.provider).to_lowercase());
        command.args(["--threads", &args.clients.to_string()]);
        if setting.in_service {
            command.arg("--chain").arg(file(format!("{algorithm}-service.pem")));
            command.arg("--socket").arg(file("socket".into())).args(["--label", algorithm]);
            command.arg("--pin-file").arg(file("operator.pin".into()));
            if let Some(connections) = args.connections {
                command.args(["--connections", &connections.to_string()]);
            }
        } else {
            command.arg("--chain").arg(file(format!("{algorithm}-file.pem")));
            command.arg("--key").arg(file(format!("{algorithm}-file.key")));
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().map_err(text)?;
        let input = child.stdin.take().ok_or("the server has no input")?;
        let output = child.stdout.take().ok_or("the server has no output")?;
        let mut output = BufReader::new(output).lines();
        let line = output.next().ok_or("the server did not begin")?.map_err(text)?;
        let address = line.parse().map_err(|_| format!("the server says {line:?}"))?;
        Ok(Self { child, input, output, address })
    }

    /// The CPU time that it has used, in nanoseconds.
    fn cpu_ns(&mut self) -> Result<f64, String> {
        writeln!(self.input, "cpu").map_err(|error| format!("the server: {error}"))?;
        let line = self.output.next().ok_or("the server has ended")?;
        let line = line.map_err(|error| format!("the server: {error}"))?;
        line.parse().map_err(|_| format!("the server says {line:?}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a service says of itself: nanoseconds of CPU time; signatures of an algorithm, and groups.
fn figures(folder: &Path, algorithm: &str) -> Result<[f64; 3], String> {
    let endpoint = Endpoint::from(folder.join("socket"));
    let connection = Connection::connect(&endpoint, Some(Duration::from_secs(10)));
    let text = connection.and_then(|mut it| it.metrics());
    let text = text.map_err(|error| format!("the service: {}: {error}", error.code()))?;
    let figure = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse::<f64>().ok()).unwrap_or(0.0)
    };
    let of =
        |name: &str| figure(&format!("sealane_group_items_{name}{{algorithm=\"{algorithm}\"}}"));
    Ok([figure("process_cpu_seconds_total") * 1e9, of("sum"), of("count")])
}

/// Measures one run. Errors: a handshake that fails, or is none of a fresh key by the certificate.
pub fn measure(args: &TableArgs, algorithm: &str, setting: Setting) -> Result<Taken, String> {
    let kind = if setting.in_service { "service" } else { "file" };
    let expected = first_certificate(&args.folder.join(format!("{algorithm}-{kind}.pem")))?;
    let config = Arc::new(client(&args.folder)?);
    let mut server = Server::new(args, algorithm, setting)?;
    let run = |address, count| shake_all(address, &config, &expected, args.clients, count);
    // Tables, threads and connections are there afterwards.
    run(server.address, args.clients.max(args.handshakes / 10))?;
    let before = (server.cpu_ns()?, figures(&args.folder, algorithm)?, cpu_ns());
    let begun = Instant::now();
    run(server.address, args.handshakes)?;
    let seconds = begun.elapsed().as_secs_f64();
    let clients = (cpu_ns() - before.2) as f64;
    let after = (server.cpu_ns()?, figures(&args.folder, algorithm)?);
    let each = |ns: f64| ns / 1e3 / args.handshakes as f64;
    let [service, items, groups] = [0, 1, 2].map(|at| after.1[at] - before.1[at]);
    let signed = if setting.in_service { args.handshakes } else { 0 };
    if items as usize != signed {
        return Err(format!("{algorithm}: the service has signed {items} and not {signed}"));
    }
    Ok(Taken {
        server: each(after.0 - before.0),
        service: if setting.in_service { each(service) } else { 0.0 },
        clients: each(clients),
        rate: args.handshakes as f64 / seconds,
        group: items / groups.max(1.0),
    })
}

fn first_certificate(path: &Path) -> Result<CertificateDer<'static>, String> {
    CertificateDer::from_pem_file(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// A client by ring, the same for all servers.
fn client(folder: &Path) -> Result<ClientConfig, String> {
    let mut roots = RootCertStore::empty();
    let root = first_certificate(&folder.join("authority.pem"))?;
    roots.add(root).map_err(|error| error.to_string())?;
    let builder = ClientConfig::builder_with_provider(Arc::new(provider(Provider::Ring)));
    let builder =
        builder.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.resumption = Resumption::disabled();
    Ok(config)
}

/// Shakes hands so many times, by so many clients at the same time.
fn shake_all(
    address: SocketAddr,
    config: &Arc<ClientConfig>,
    expected: &CertificateDer<'_>,
    clients: usize,
    count: usize,
) -> Result<(), String> {
    let left = AtomicUsize::new(count);
    let take = || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| it.checked_sub(1));
    std::thread::scope(|scope| {
        let one = || {
            while take().is_ok() {
                shake(address, config.clone(), expected)?;
            }
            Ok(())
        };
        let threads: Vec<_> = (0..clients).map(|_| scope.spawn(one)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread.join().unwrap_or_else(|_| Err("a client has panicked".to_owned()))
        })
    })
}

fn shake(
    address: SocketAddr,
    config: Arc<ClientConfig>,
    expected: &CertificateDer<'_>,
) -> Result<(), String> {
    let text = |error: std::io::Error| format!("a handshake: {error}");
    let mut socket = TcpStream::connect(address).map_err(text)?;
    socket.set_nodelay(true).map_err(text)?;
    let name = ServerName::try_from("localhost").map_err(|error| error.to_string())?;
    let made = ClientConnection::new(config, name);
    let mut connection = made.map_err(|error| error.to_string())?;
    while connection.is_handshaking() {
        connection.complete_io(&mut socket).map_err(text)?;
    }
    let shown = connection.peer_certificates().and_then(|all| all.first());
    let is_full = connection.handshake_kind() == Some(HandshakeKind::Full);
    if is_full && shown == Some(expected) {
        Ok(())
    } else {
        Err("a handshake was not full, or by another certificate".into())
    }
}
