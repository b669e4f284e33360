//! Sockets of clients, before and when they are connected.

use super::server::TrustedUsers;
use super::stream::{Polled, why_lost};
use super::{Connection, Endpoint};
use crate::error::Error;
use rustix::io::Errno;
use rustix::net::addr::SocketAddrArg;
use rustix::net::sockopt::{Timeout, set_socket_timeout, set_tcp_nodelay};
use rustix::net::{AddressFamily, SocketAddrUnix, SocketFlags, SocketType, connect, socket_with};
use std::io;
use std::net::TcpStream;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// A socket for a service, for who must know its descriptor before anything waits, and have it
/// until the end: as a process that may fork meanwhile. [`Connection::connect_to`] does all at
/// once.
pub struct Unconnected {
    socket: OwnedFd,
    endpoint: Endpoint,
    /// How long a reply is waited for.
    wait: Option<Duration>,
}

impl Unconnected {
    /// Makes a socket for an endpoint; nothing is asked of anybody.
    ///
    /// Errors: `Disconnected` if the system has none.
    pub fn new(endpoint: &Endpoint) -> Result<Self, Error> {
        let family = match endpoint {
            Endpoint::Socket(_) => AddressFamily::UNIX,
            Endpoint::Loopback(address) if address.is_ipv4() => AddressFamily::INET,
            Endpoint::Loopback(_) => AddressFamily::INET6,
        };
        let socket = socket_with(family, SocketType::STREAM, SocketFlags::CLOEXEC, None);
        let socket = socket.map_err(|_| Error::Disconnected)?;
        Ok(Self { socket, endpoint: endpoint.clone(), wait: None })
    }

    /// The descriptor, which the connection will have too.
    #[must_use]
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }

    /// Connects as [`Connection::connect_to`] does, and says nothing yet. Errors: the same.
    pub fn connect(&mut self, users: &[u32], wait: Option<Duration>) -> Result<(), Error> {
        self.wait = wait;
        self.open(wait).map_err(|error| why_lost(&error))?;
        TrustedUsers::new(users).demand(&self.socket, &self.endpoint)
    }

    fn open(&self, wait: Option<Duration>) -> io::Result<()> {
        // They bound the wait for somebody who takes the connection as well.
        set_socket_timeout(&self.socket, Timeout::Recv, wait)?;
        set_socket_timeout(&self.socket, Timeout::Send, wait)?;
        match &self.endpoint {
            Endpoint::Socket(path) => connect_whole(&self.socket, &SocketAddrUnix::new(path)?),
            Endpoint::Loopback(address) => {
                connect_whole(&self.socket, address)?;
                Ok(set_tcp_nodelay(&self.socket, true)?)
            }
        }
    }

    /// The connection, before its hello: [`Connection::select`] comes first.
    #[must_use]
    pub fn into_connection(self) -> Connection {
        Connection::unsaid(match self.endpoint {
            Endpoint::Socket(_) => Box::new(Polled::new(UnixStream::from(self.socket), self.wait)),
            Endpoint::Loopback(_) => Box::new(Polled::new(TcpStream::from(self.socket), self.wait)),
        })
    }
}

/// Connects, whatever signals come meanwhile.
fn connect_whole(socket: &impl AsFd, address: &impl SocketAddrArg) -> io::Result<()> {
    loop {
        match connect(socket, address) {
            Err(Errno::INTR) => {}
            // It was connected while a signal was handled.
            Ok(()) | Err(Errno::ISCONN) => return Ok(()),
            // The time that was set for sending is over.
            Err(Errno::INPROGRESS) => return Err(io::ErrorKind::TimedOut.into()),
            Err(error) => return Err(error.into()),
        }
    }
}
