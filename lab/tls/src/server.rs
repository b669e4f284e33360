//! The server: threads that take one handshake after the other, and CPU time when it is asked for.

use crate::{Provider, ServerArgs};
use rustix::time::{ClockId, clock_gettime};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ServerConfig, ServerConnection};
use sealane_rustls::service::{PinSource, ServiceKeys, Settings};
use std::io::{Read, Write, stdin, stdout};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

/// The provider of a name.
pub fn provider(which: Provider) -> CryptoProvider {
    match which {
        Provider::Ring => rustls::crypto::ring::default_provider(),
        Provider::Sealane => sealane_rustls::provider(),
    }
}

/// CPU time of this process, in nanoseconds.
pub fn cpu_ns() -> i64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Serves. Errors: what keeps it from beginning.
pub fn run(args: &ServerArgs) -> Result<(), String> {
    let config = Arc::new(config(args)?);
    let text = |error: std::io::Error| error.to_string();
    let listener = TcpListener::bind("127.0.0.1:0").map_err(text)?;
    println!("{}", listener.local_addr().map_err(text)?);
    stdout().flush().map_err(text)?;
    for _ in 0..args.threads {
        let (listener, config) = (listener.try_clone().map_err(text)?, config.clone());
        std::thread::spawn(move || {
            loop {
                let Ok((socket, _)) = listener.accept() else { continue };
                if let Err(error) = shake(socket, config.clone()) {
                    eprintln!("server: {error}");
                }
            }
        });
    }
    for line in stdin().lines() {
        line.map_err(text)?;
        println!("{}", cpu_ns());
        stdout().flush().map_err(text)?;
    }
    Ok(())
}

fn config(args: &ServerArgs) -> Result<ServerConfig, String> {
    let provider = provider(args.provider);
    let text = |error: &dyn std::fmt::Display| error.to_string();
    let chain = CertificateDer::pem_file_iter(&args.chain).map_err(|error| text(&error))?;
    let chain = chain.collect::<Result<Vec<_>, _>>().map_err(|error| text(&error))?;
    let certified = match (&args.key, &args.socket, &args.label, &args.pin) {
        (Some(path), ..) => {
            let key = PrivateKeyDer::from_pem_file(path).map_err(|error| text(&error))?;
            CertifiedKey::from_der(chain, key, &provider).map_err(|error| text(&error))?
        }
        (None, Some(socket), Some(label), Some(pin)) => {
            let endpoint = socket.parse().map_err(|error| text(&error))?;
            let settings = Settings::new(endpoint, "operator", PinSource::File(pin.clone()));
            let connections = args.connections.unwrap_or(settings.connections);
            let settings = Settings { connections, ..settings };
            let keys = ServiceKeys::connect(settings).map_err(|error| text(&error))?;
            keys.certified_key(label, chain).map_err(|error| text(&error))?
        }
        _ => return Err("a key, or a socket, a label and a PIN file, are needed".into()),
    };
    let builder = ServerConfig::builder_with_provider(Arc::new(provider));
    let builder = builder.with_safe_default_protocol_versions().map_err(|error| text(&error))?;
    let resolver = Arc::new(SingleCertAndKey::from(certified));
    let mut config = builder.with_no_client_auth().with_cert_resolver(resolver);
    // Nothing is resumed: each handshake is a full one.
    config.send_tls13_tickets = 0;
    Ok(config)
}

fn shake(mut socket: TcpStream, config: Arc<ServerConfig>) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    socket.set_nodelay(true).map_err(text)?;
    socket.set_read_timeout(Some(Duration::from_secs(30))).map_err(text)?;
    let mut connection = ServerConnection::new(config).map_err(|error| error.to_string())?;
    while connection.is_handshaking() {
        connection.complete_io(&mut socket).map_err(text)?;
    }
    // Until the client closes.
    socket.read_to_end(&mut Vec::new()).map(drop).map_err(text)
}
