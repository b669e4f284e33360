//! Where a service listens: a Unix socket, and an address of this machine alone if it is named.

use super::failed;
use crate::error::Error;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;

/// Sockets that take connections in.
pub(super) struct Places {
    unix: UnixListener,
    loopback: Option<TcpListener>,
}

/// The same for one thread of the service.
pub(super) struct Open {
    unix: tokio::net::UnixListener,
    loopback: Option<tokio::net::TcpListener>,
}

/// A connection that has come in.
pub(super) enum Stream {
    Unix(tokio::net::UnixStream),
    Loopback(tokio::net::TcpStream),
}

impl Places {
    /// Errors: `Permission` if a place is taken, cannot be made, or is an address that other
    /// machines reach.
    pub(super) fn open(path: &Path, loopback: Option<SocketAddr>) -> Result<Self, Error> {
        // Before there is a file that nobody would take away.
        let loopback = loopback.map(listen_loopback).transpose()?;
        Ok(Self { unix: listen(path)?, loopback })
    }

    /// The address, if there is one; of port 0 the port that the system chose.
    pub(super) fn address(&self) -> Option<SocketAddr> {
        self.loopback.as_ref()?.local_addr().ok()
    }

    /// Errors: `StoreFailed` without a descriptor.
    pub(super) fn again(&self) -> Result<Self, Error> {
        let unix = self.unix.try_clone().map_err(failed)?;
        let loopback = self.loopback.as_ref().map(TcpListener::try_clone).transpose();
        Ok(Self { unix, loopback: loopback.map_err(failed)? })
    }

    /// To be called inside the runtime of the thread.
    pub(super) fn taken_over(self) -> std::io::Result<Open> {
        let unix = tokio::net::UnixListener::from_std(self.unix)?;
        let loopback = self.loopback.map(tokio::net::TcpListener::from_std).transpose()?;
        Ok(Open { unix, loopback })
    }
}

impl Open {
    /// Waits for a connection.
    pub(super) async fn accept(&self) -> std::io::Result<Stream> {
        let from_loopback = async {
            match &self.loopback {
                Some(listener) => listener.accept().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            accepted = self.unix.accept() => Ok(Stream::Unix(accepted?.0)),
            accepted = from_loopback => {
                let stream = accepted?.0;
                // A reply is one write: nothing is won by waiting for more.
                stream.set_nodelay(true)?;
                Ok(Stream::Loopback(stream))
            }
        }
    }
}

fn refused(why: impl ToString) -> Error {
    Error::Permission(why.to_string())
}

fn listen_loopback(address: SocketAddr) -> Result<TcpListener, Error> {
    if !address.ip().is_loopback() {
        // Frames are in the clear, and PINs among them.
        let limit = "only addresses of this machine alone, 127.0.0.0/8 and ::1, are listened on";
        return Err(refused(limit));
    }
    let listener = TcpListener::bind(address).map_err(refused)?;
    listener.set_nonblocking(true).map_err(refused)?;
    Ok(listener)
}

/// Makes the socket. One that a dead service has left is taken away; a living one is not.
fn listen(path: &Path) -> Result<UnixListener, Error> {
    if let Ok(found) = std::fs::symlink_metadata(path) {
        if !found.file_type().is_socket() {
            return Err(refused("at the socket's place is another file"));
        }
        if UnixStream::connect(path).is_ok() {
            return Err(refused("another service has the socket"));
        }
        std::fs::remove_file(path).map_err(refused)?;
    }
    let listener = UnixListener::bind(path).map_err(refused)?;
    let everybody = std::fs::Permissions::from_mode(0o666);
    let set = std::fs::set_permissions(path, everybody).and(listener.set_nonblocking(true));
    set.map_err(refused)?;
    Ok(listener)
}
