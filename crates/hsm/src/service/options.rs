//! How a service works: places and limits.

use crate::remote::Endpoint;
use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::Duration;

/// How a service works.
#[derive(Clone)]
pub struct Options {
    /// Threads that read, sign and answer. Few fill the lanes, and the queue's own threads share
    /// what is too much for them.
    pub threads: usize,
    /// Connections at a time.
    pub most_connections: usize,
    /// Requests that one connection may have outstanding; after that nothing more is read.
    pub most_outstanding: usize,
    /// Bytes of them; the same.
    pub most_bytes: usize,
    /// How long a client may take to send the rest of a frame that it has begun.
    pub frame: Duration,
    /// How long a connection may say nothing while nothing is outstanding, and how long a session
    /// with a ticket lasts without a connection.
    pub idle: Duration,
    /// The same of a connection that has not logged in.
    pub stranger_idle: Duration,
    /// How long a client may take to read a reply.
    pub write: Duration,
    /// How long what is outstanding may take when the service stops.
    pub drain: Duration,
    /// An address of this machine alone to listen on, besides the socket; port 0 lets the system
    /// choose one.
    pub loopback: Option<SocketAddr>,
    /// Where figures are told over HTTP: an address of this machine alone, which every user of it
    /// reaches, or a socket.
    pub metrics: Option<Endpoint>,
    /// Users who may connect to the socket, besides root and the service's own.
    pub users: HashSet<u32>,
}

impl Default for Options {
    /// A thread for two processors, for clients are on the same machine; 1024 connections with 1024
    /// requests and 8 MiB each; ten minutes of silence, one without a login, ten seconds for a
    /// frame, to read and to drain; the socket alone, and nobody but the service's own user.
    fn default() -> Self {
        Self {
            threads: std::thread::available_parallelism().map_or(1, usize::from).div_ceil(2),
            most_connections: 1024,
            most_outstanding: 1024,
            most_bytes: 8 << 20,
            frame: Duration::from_secs(10),
            idle: Duration::from_secs(600),
            stranger_idle: Duration::from_secs(60),
            write: Duration::from_secs(10),
            drain: Duration::from_secs(10),
            loopback: None,
            metrics: None,
            users: HashSet::new(),
        }
    }
}
