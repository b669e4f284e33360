//! Where a service listens: a Unix socket, and an address of this machine alone if it is named.

use super::failed;
use crate::error::Error;
use crate::folder::folder_of;
use std::fmt::Display;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::Path;

/// Sockets that take connections in.
pub(super) struct Listeners {
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

impl Listeners {
    /// Errors: `Permission`, with the place, if it is taken, cannot be made, is in a folder where
    /// everybody may write, or is an address that other machines reach.
    pub(super) fn open(path: &Path, loopback: Option<SocketAddr>) -> Result<Self, Error> {
        // Before there is a file that nobody would take away.
        let loopback = loopback.map(listen_loopback).transpose()?;
        Ok(Self { unix: listen(path, 0o666)?, loopback })
    }

    /// Listens on a socket that somebody else has made. Errors: `Permission` for the address.
    pub(super) fn passed(unix: UnixListener, loopback: Option<SocketAddr>) -> Result<Self, Error> {
        let loopback = loopback.map(listen_loopback).transpose()?;
        unix.set_nonblocking(true).map_err(failed)?;
        Ok(Self { unix, loopback })
    }

    /// The address, if there is one; of port 0 the port that the system chose.
    pub(super) fn address(&self) -> Option<SocketAddr> {
        self.loopback.as_ref()?.local_addr().ok()
    }

    /// Errors: `StoreFailed` without a descriptor.
    pub(super) fn try_clone(&self) -> Result<Self, Error> {
        let unix = self.unix.try_clone().map_err(failed)?;
        let loopback = self.loopback.as_ref().map(TcpListener::try_clone).transpose();
        Ok(Self { unix, loopback: loopback.map_err(failed)? })
    }

    /// To be called inside the runtime of the thread.
    pub(super) fn into_async(self) -> std::io::Result<Open> {
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

fn refused(place: impl Display, why: impl Display) -> Error {
    Error::Permission(format!("{place}: {why}"))
}

pub(super) fn listen_loopback(address: SocketAddr) -> Result<TcpListener, Error> {
    if !address.ip().is_loopback() {
        // Frames are in the clear, and PINs among them.
        let limit = "only addresses of this machine alone, 127.0.0.0/8 and ::1, are listened on";
        return Err(refused(address, limit));
    }
    let listener = TcpListener::bind(address).map_err(|why| refused(address, why))?;
    listener.set_nonblocking(true).map_err(|why| refused(address, why))?;
    Ok(listener)
}

/// Makes a socket. One that a dead service has left is taken away; a living one is not.
pub(super) fn listen(path: &Path, mode: u32) -> Result<UnixListener, Error> {
    let refused = |why: &dyn Display| refused(path.display(), why);
    demand_safe(folder_of(path))?;
    if let Ok(found) = std::fs::symlink_metadata(path) {
        if !found.file_type().is_socket() {
            return Err(refused(&"there is a file that is no socket"));
        }
        if UnixStream::connect(path).is_ok() {
            return Err(refused(&"another service has the socket"));
        }
        std::fs::remove_file(path).map_err(|why| refused(&why))?;
    }
    let listener = UnixListener::bind(path).map_err(|why| refused(&why))?;
    let permissions = std::fs::Permissions::from_mode(mode);
    let set = std::fs::set_permissions(path, permissions).and(listener.set_nonblocking(true));
    set.map_err(|why| refused(&why))?;
    Ok(listener)
}

/// Nobody else may put a socket of his own in the place of this one, and be told PINs.
fn demand_safe(folder: &Path) -> Result<(), Error> {
    const ALL_WRITE: u32 = 0o002;
    const STICKY: u32 = 0o1000;
    let found = std::fs::metadata(folder).map_err(|why| refused(folder.display(), why))?;
    // In a sticky folder, as /tmp is, files stay their owners'.
    if found.mode() & (ALL_WRITE | STICKY) == ALL_WRITE {
        return Err(refused(folder.display(), "everybody may write there: no place for a socket"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Goal: a folder where everybody may write is refused, unless files there stay their owners'.
    #[test]
    fn folders_are_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        for (mode, good) in [
            (0o700, true),
            (0o755, true),
            (0o775, true),
            (0o1777, true),
            (0o777, false),
            (0o702, false),
        ] {
            let permissions = std::fs::Permissions::from_mode(mode);
            std::fs::set_permissions(folder.path(), permissions).unwrap();
            assert_eq!(demand_safe(folder.path()).is_ok(), good, "{mode:o}");
        }
        assert!(demand_safe(&folder.path().join("none")).is_err());
    }
}
