//! A server over TLS whose private key is in a service. `docs/guide/rustls.md` shows how to run it.
//!
//! usage: server ADDRESS CHAIN.pem SOCKET IDENTITY PIN-FILE KEY

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::sign::SingleCertAndKey;
use rustls::{ServerConfig, ServerConnection, Stream};
use sealane_rustls::service::{PinSource, ServiceKeys, Settings};
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, chain, socket, identity, pin, key] = &arguments[..] else {
        return Err("usage: server ADDRESS CHAIN.pem SOCKET IDENTITY PIN-FILE KEY".into());
    };

    // The key stays in the service. Its certificates are public: the own one first.
    let chain = CertificateDer::pem_file_iter(chain)?.collect::<Result<Vec<_>, _>>()?;
    let pin = PinSource::File(pin.into());
    let keys = ServiceKeys::connect(Settings::new(socket.parse()?, identity, pin))?;
    let certified = keys.certified_key(key, chain)?;

    let provider = Arc::new(sealane_rustls::provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(SingleCertAndKey::from(certified)));
    let config = Arc::new(config);

    let listener = TcpListener::bind(address)?;
    println!("listening on {}", listener.local_addr()?);
    // A thread for a connection: signatures that are asked for at the same time go together.
    for socket in listener.incoming() {
        let (socket, config) = (socket?, config.clone());
        std::thread::spawn(move || {
            if let Err(error) = answer(socket, config) {
                eprintln!("{error}");
            }
        });
    }
    Ok(())
}

/// Answers one request, whatever it is.
fn answer(mut socket: TcpStream, config: Arc<ServerConfig>) -> Result<(), Box<dyn Error>> {
    socket.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut connection = ServerConnection::new(config)?;
    let mut stream = Stream::new(&mut connection, &mut socket);
    let mut line = String::new();
    let mut reader = BufReader::new(&mut stream);
    while reader.read_line(&mut line)? > 0 && line != "\r\n" {
        line.clear();
    }
    let page = "Hello from a key that is not here.\n";
    write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{page}", page.len())?;
    connection.send_close_notify();
    connection.complete_io(&mut socket)?;
    Ok(())
}
