//! A client over TLS with Sealane's provider. `docs/guide/rustls.md` shows how to run it.
//!
//! usage: client HOST:PORT ROOTS.pem

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, Stream};
use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, roots] = &arguments[..] else {
        return Err("usage: client HOST:PORT ROOTS.pem".into());
    };
    let (host, _) = address.rsplit_once(':').ok_or("the address has no port")?;

    let mut believed = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(roots)? {
        believed.add(certificate?)?;
    }
    let provider = Arc::new(sealane_rustls::provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(believed)
        .with_no_client_auth();

    let mut socket = TcpStream::connect(address)?;
    let name = ServerName::try_from(host)?.to_owned();
    let mut connection = ClientConnection::new(Arc::new(config), name)?;
    let mut stream = Stream::new(&mut connection, &mut socket);
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut page = String::new();
    stream.read_to_string(&mut page)?;
    print!("{page}");
    Ok(())
}
