//! A client of the service: one request at a time, or many signatures in one. It waits for its
//! replies; a thread with many connections asks by [`Connection::begin_signing`], and waits for
//! all of them by their descriptors.

mod keys;
mod management;
mod server;

use crate::error::Error;
use crate::object::Object;
use crate::role::Role;
use crate::signer::SignItem;
use crate::wire::{
    Health, MAX_ITEMS, REPLY_BYTES, REQUEST_BYTES, Refusal, Reply, Request, VERSION, add_frame,
    decode, reserve, wipe,
};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_bytes::ByteBuf;
use server::TrustedUsers;
use std::fmt;
use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// Where a service is. As text it is a file, or an address with its port: a file whose name looks
/// like one is `./127.0.0.1:80`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Endpoint {
    /// A Unix socket.
    Socket(PathBuf),
    /// An address of this machine.
    Loopback(SocketAddr),
}

impl From<PathBuf> for Endpoint {
    fn from(path: PathBuf) -> Self {
        Self::Socket(path)
    }
}

impl FromStr for Endpoint {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.parse().map_or_else(|_| Self::Socket(text.into()), Self::Loopback))
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Socket(path) => path.display().fmt(f),
            Self::Loopback(address) => address.fmt(f),
        }
    }
}

/// What joins a session in place of a PIN. Wiped on drop; it cannot be printed.
pub struct Ticket(Zeroizing<Vec<u8>>);

/// What frames go through.
trait Stream: Write + Send + AsFd {
    /// Whether there is something to read, or nobody any more.
    fn is_ready(&self) -> bool;
}

impl<S: Write + Send + AsFd> Stream for S {
    fn is_ready(&self) -> bool {
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        let mut this = [PollFd::new(self, PollFlags::IN)];
        // What cannot be asked is found by reading.
        !matches!(poll(&mut this, Some(&at_once)), Ok(0))
    }
}

/// How long a reply is looked for before the thread sleeps, if the one before came within that
/// time: on another processor it takes longer to be woken than a short signature to be made.
const SPIN_FOR: Duration = Duration::from_micros(100);

/// The bytes that a connection makes room for at first, and tries to read at once.
const FIRST: usize = 4096;

/// A connection to a service. What it says of errors has the codes of [`Error::code`].
pub struct Connection {
    stream: Box<dyn Stream>,
    number: u32,
    token: String,
    /// When was asked for the reply that is to come.
    asked: Option<Instant>,
    /// Whether the last reply came soon.
    soon: bool,
    /// One frame, of a request or a reply.
    frame: Zeroizing<Vec<u8>>,
}

impl Connection {
    /// Connects to a service of root or of this process's user. `wait` bounds each reply; none
    /// waits for ever.
    ///
    /// Errors: as [`Connection::connect_to`] has them.
    pub fn connect(endpoint: &Endpoint, wait: Option<Duration>) -> Result<Self, Error> {
        Self::connect_to(endpoint, &[], wait)
    }

    /// Connects to a service of root, of this process's user, or of one of `users`. Before anything
    /// is said the system is asked who serves: `SO_PEERCRED` for a socket, whose folder must be one
    /// where nobody else puts sockets, the kernel's table of listeners for an address.
    ///
    /// Errors: `Permission` if somebody else serves, or may put a socket there; `Disconnected` if
    /// nobody is there or this user is not let in; `Frame` for a service of another version.
    pub fn connect_to(
        endpoint: &Endpoint,
        users: &[u32],
        wait: Option<Duration>,
    ) -> Result<Self, Error> {
        let stream = opened(endpoint, wait).map_err(|_| Error::Disconnected)?;
        TrustedUsers::new(users).demand(&stream, endpoint)?;
        let frame = Zeroizing::new(Vec::with_capacity(FIRST));
        let token = String::new();
        let mut made = Self { stream, number: 0, token, asked: None, soon: false, frame };
        match made.ask(&Request::Hello { version: VERSION })? {
            Reply::Hello { token, .. } => made.token = token,
            _ => return Err(Error::Frame("another reply than was asked for")),
        }
        Ok(made)
    }

    /// The label of the service's token; empty if the service tells it after a login only.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Opens a session of a role by its PIN. Errors: those of the `Token::login` of `sealane-hsm`.
    pub fn login(&mut self, role: Role, pin: &[u8]) -> Result<(), Error> {
        let pin = Zeroizing::new(pin.to_vec());
        self.done(&Request::Login { role, pin })
    }

    /// Returns a ticket of the session, by which other connections of this user join it. It is as
    /// good as the PIN until the session ends.
    ///
    /// Errors: `NotLoggedIn`.
    pub fn ticket(&mut self) -> Result<Ticket, Error> {
        Ok(Ticket(self.bytes(&Request::Ticket)?))
    }

    /// Joins a session by its ticket. Errors: `NotLoggedIn` if it has ended, or is another user's.
    pub fn join(&mut self, ticket: &Ticket) -> Result<(), Error> {
        self.done(&Request::Join { ticket: ticket.0.clone() })
    }

    /// Sets the PIN of a role, which ends its sessions. Errors: those of
    /// the `Token::set_pin` of `sealane-hsm`.
    pub fn set_pin(&mut self, role: Role, pin: &[u8]) -> Result<(), Error> {
        let pin = Zeroizing::new(pin.to_vec());
        self.done(&Request::SetPin { role, pin })
    }

    /// Ends the session, for all connections that have joined it.
    pub fn logout(&mut self) -> Result<(), Error> {
        self.done(&Request::Logout)
    }

    /// Returns how the service is.
    pub fn health(&mut self) -> Result<Health, Error> {
        match self.ask(&Request::Health)? {
            Reply::Health(health) => Ok(health),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Returns its figures in the text format of Prometheus.
    pub fn metrics(&mut self) -> Result<String, Error> {
        match self.ask(&Request::Metrics)? {
            Reply::Text(text) => Ok(text),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Stops the service, for its own user and root. Errors: `RoleDenied`.
    pub fn stop(&mut self) -> Result<(), Error> {
        self.done(&Request::Stop)
    }

    fn done(&mut self, request: &Request) -> Result<(), Error> {
        match self.ask(request)? {
            Reply::Done => Ok(()),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    fn bytes(&mut self, request: &Request) -> Result<Zeroizing<Vec<u8>>, Error> {
        match self.ask(request)? {
            Reply::Bytes(bytes) => Ok(bytes),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    fn object(&mut self, request: &Request) -> Result<Object, Error> {
        match self.ask(request)? {
            Reply::Object(object) => Ok(object),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Sends a request and waits for its reply. Errors: those of [`Connection::send`] and of
    /// [`Connection::receive`].
    fn ask(&mut self, request: &Request) -> Result<Reply, Error> {
        self.send(request)?;
        self.receive()
    }

    /// Sends a request. Errors: `Frame` for one that is too long, and while a reply is waited for;
    /// `Disconnected`.
    fn send(&mut self, request: &Request) -> Result<(), Error> {
        if self.asked.is_some() {
            return Err(Error::Frame("the reply before has not been taken"));
        }
        self.number = self.number.wrapping_add(1);
        self.frame.clear();
        add_frame(&mut self.frame, self.number, request);
        if self.frame.len() > 4 + REQUEST_BYTES {
            wipe(&mut self.frame);
            return Err(Error::Frame("the request is too long"));
        }
        let sent = self.stream.write_all(&self.frame);
        // It may have been a secret.
        wipe(&mut self.frame);
        sent.map_err(|_| Error::Disconnected)?;
        self.asked = Some(Instant::now());
        Ok(())
    }

    /// Waits for the reply. Errors: what the service says; `Frame` for a reply that is none;
    /// `Disconnected`.
    fn receive(&mut self) -> Result<Reply, Error> {
        let asked = self.asked.ok_or(Error::Frame("nothing was asked for"))?;
        while self.soon && asked.elapsed() < SPIN_FOR && !self.stream.is_ready() {
            std::thread::yield_now();
        }
        self.read_frame()?;
        self.asked = None;
        self.soon = asked.elapsed() < SPIN_FOR;
        let reply = decode(&self.frame[4..]);
        wipe(&mut self.frame);
        match reply? {
            (number, _) if number != self.number => Err(Error::Frame("of another request")),
            (_, Reply::Refused(refusal)) => Err(refusal.into()),
            (_, reply) => Ok(reply),
        }
    }

    /// Asks for the signatures of at most [`MAX_ITEMS`] items, and does not wait for them: when
    /// there is something to read, or at any time, [`Connection::signatures`] takes them. Until
    /// then nothing else can be asked for.
    ///
    /// Errors: `Busy` for more items; `Frame` for too many bytes; `Disconnected`.
    pub fn begin_signing(&mut self, items: Vec<SignItem>) -> Result<(), Error> {
        if items.len() > MAX_ITEMS {
            return Err(Error::Busy);
        }
        match <[SignItem; 1]>::try_from(items) {
            Ok([item]) => self.send(&Request::Sign(item.into())),
            Err(items) => self.send(&Request::SignAll(items.into_iter().map(Into::into).collect())),
        }
    }

    /// Waits for what [`Connection::begin_signing`] has asked for: signatures in the order of their
    /// items.
    ///
    /// Errors: of one item alone its own; of several those of all, `Busy`, `Closing`, and
    /// `Disconnected`.
    pub fn signatures(&mut self) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
        match self.receive()? {
            Reply::Signature(signature) => Ok(vec![Ok(signature.into_vec())]),
            Reply::Signatures(signed) => {
                let own = |one: Result<ByteBuf, Refusal>| Ok(one?.into_vec());
                Ok(signed.into_iter().map(own).collect())
            }
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Reads a reply into the frame for it, with its length before it.
    fn read_frame(&mut self) -> Result<(), Error> {
        let mut length = 4;
        while self.frame.len() < length {
            let end = length.max(FIRST);
            let more = end - self.frame.len();
            reserve(&mut self.frame, more);
            // A reply comes alone: what is behind it belongs to none.
            match rustix::io::read(&*self.stream, spare_capacity(&mut self.frame)) {
                Ok(0) => return Err(Error::Disconnected),
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return Err(Error::Disconnected),
            }
            if length == 4
                && let Some(first) = self.frame.first_chunk()
            {
                length = 4 + u32::from_be_bytes(*first) as usize;
                if length > 4 + REPLY_BYTES {
                    return Err(Error::Frame("the reply is too long"));
                }
            }
        }
        if self.frame.len() > length { Err(Error::Frame("more than one reply")) } else { Ok(()) }
    }
}

fn opened(endpoint: &Endpoint, wait: Option<Duration>) -> std::io::Result<Box<dyn Stream>> {
    Ok(match endpoint {
        Endpoint::Socket(path) => {
            let stream = UnixStream::connect(path)?;
            stream.set_read_timeout(wait)?;
            stream.set_write_timeout(wait)?;
            Box::new(stream)
        }
        Endpoint::Loopback(address) => {
            let stream = TcpStream::connect(address)?;
            stream.set_read_timeout(wait)?;
            stream.set_write_timeout(wait)?;
            stream.set_nodelay(true)?;
            Box::new(stream)
        }
    })
}

impl AsFd for Connection {
    /// What is waited for when a reply is to come.
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// A connection before its first request.
    fn over(stream: UnixStream) -> Connection {
        let (stream, token) = (Box::new(stream), String::new());
        let frame = Zeroizing::new(vec![]);
        Connection { stream, number: 0, token, asked: None, soon: false, frame }
    }

    /// Goal: a reply may have so many bytes, and not one more. Method: the length of a reply, and
    /// then nobody.
    #[test]
    fn the_longest_reply_is_waited_for() {
        let too_long = Err(Error::Frame("the reply is too long"));
        for (length, expected) in
            [(REPLY_BYTES, Err(Error::Disconnected)), (REPLY_BYTES + 1, too_long)]
        {
            let (stream, mut other) = UnixStream::pair().unwrap();
            other.write_all(&(length as u32).to_be_bytes()).unwrap();
            drop(other);
            assert_eq!(over(stream).read_frame(), expected, "{length}");
        }
    }

    /// Goal: the longest request is sent, and one of a byte more is not, nor stays in memory.
    /// Method: PINs of such lengths, to a socket whose other end is read.
    #[test]
    fn the_longest_request_is_sent() {
        let (stream, mut other) = UnixStream::pair().unwrap();
        let reader = std::thread::spawn(move || {
            let mut all = vec![];
            other.read_to_end(&mut all).unwrap();
            all.len()
        });
        let mut connection = over(stream);
        let request = |bytes| {
            let pin = Zeroizing::new(vec![b'7'; bytes]);
            Request::Login { role: Role::User, pin }
        };
        let mut frame = Zeroizing::new(vec![]);
        add_frame(&mut frame, 1, &request(REQUEST_BYTES - 64));
        let longest = REQUEST_BYTES - 64 + (4 + REQUEST_BYTES - frame.len());
        let refused = connection.send(&request(longest + 1));
        assert_eq!(refused, Err(Error::Frame("the request is too long")));
        assert!(connection.frame.is_empty());
        assert_eq!(connection.send(&request(longest)), Ok(()));
        drop(connection);
        assert_eq!(reader.join().unwrap(), 4 + REQUEST_BYTES);
    }
}
