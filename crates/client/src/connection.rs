//! A client of the service: one request at a time, or many that are outstanding at once.
//!
//! Most methods ask and wait for the reply. [`Connection::send`] does not wait: it returns what
//! [`Connection::receive`] takes the reply by, in any order, and whatever else comes in between
//! stays until it is taken. A thread with many connections asks by [`Connection::begin_signing`],
//! and waits for all of them by their descriptors.

mod keys;
mod management;
mod server;
mod socket;
mod stream;
mod tasks;
#[cfg(test)]
mod tests;

use crate::error::Error;
use crate::object::Object;
use crate::signer::SignItem;
use crate::wire::frames::{add_request, read_reply, wipe};
use crate::wire::{
    Health, MAX_ITEMS, REPLY_BYTES, REQUEST_BYTES, Refusal, Reply, Request, TokenInfo, TokenName,
    Versions,
};
use serde_bytes::ByteBuf;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::net::SocketAddr;
use std::os::fd::BorrowedFd;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};
use stream::{Input, why_lost};
use zeroize::Zeroizing;

pub use socket::Unconnected;
pub use stream::Stream;

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

impl Ticket {
    /// Takes the bytes of one, as [`Ticket::as_bytes`] shows them.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(Zeroizing::new(bytes.to_vec()))
    }

    /// Its bytes: as good as the PIN while the session lasts.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// A request that was sent, and whose reply nobody has taken.
#[must_use = "its reply is kept until it is taken"]
#[derive(Debug)]
pub struct Pending(u32);

/// How long a reply is looked for before the thread sleeps, if the one before came within that
/// time: on another processor it takes longer to be woken than a short signature to be made.
const SPIN_FOR: Duration = Duration::from_micros(100);
/// If two yields of one wait take longer than this and bring no reply, other threads want the
/// processor: polling takes time from them, and perhaps from the service.
const SPIN_MAX_YIELD: Duration = Duration::from_micros(3);
/// For how many replies the thread then sleeps at once, without polling.
const SPIN_PAUSE_REPLIES: u32 = 64;

/// The most requests that are outstanding at once: with more of them, client and service could each
/// wait for the other to read.
pub const MAX_OUTSTANDING: usize = 64;

/// A connection to a service. What it says of errors has the codes of [`Error::code`].
pub struct Connection {
    stream: Box<dyn Stream>,
    number: u32,
    /// Which token requests are for, and its label.
    token: TokenName,
    label: String,
    version: u16,
    /// Requests whose replies are to be taken, and those that are there.
    outstanding: HashMap<u32, Option<Reply>>,
    /// Of these, the signings without a name: which, and of how many items.
    signings: VecDeque<Pending>,
    /// When was last asked for something.
    asked: Instant,
    /// Whether the last reply came soon.
    soon: bool,
    /// How many of the next replies are waited for without polling.
    spin_pause: u32,
    /// One request.
    frame: Zeroizing<Vec<u8>>,
    /// What has come.
    input: Input,
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
    /// nobody is there or this user is not let in; `TimedOut`; those of [`Connection::over`].
    pub fn connect_to(
        endpoint: &Endpoint,
        users: &[u32],
        wait: Option<Duration>,
    ) -> Result<Self, Error> {
        let mut socket = Unconnected::new(endpoint)?;
        socket.connect(users, wait)?;
        let mut made = socket.into_connection();
        made.select(TokenName::default())?;
        Ok(made)
    }

    /// Talks to the service at the other end of a stream: who that is, the caller knows.
    ///
    /// Errors: `VERSION_UNSUPPORTED` for a service that speaks no version of ours; `Disconnected`,
    /// `TimedOut`.
    pub fn over(stream: Box<dyn Stream>) -> Result<Self, Error> {
        let mut made = Self::unsaid(stream);
        made.select(TokenName::default())?;
        Ok(made)
    }

    /// A connection before its hello.
    fn unsaid(stream: Box<dyn Stream>) -> Self {
        Self {
            stream,
            number: 0,
            token: TokenName::default(),
            label: String::new(),
            version: 0,
            outstanding: HashMap::new(),
            signings: VecDeque::new(),
            asked: Instant::now(),
            soon: false,
            spin_pause: 0,
            frame: Zeroizing::default(),
            input: Input::default(),
        }
    }

    /// Lets the requests from now on be for another token of the service. A login is to one token:
    /// the next one begins without.
    ///
    /// Errors: `TokenUnknown`, and then it stays with the token that it has; those of
    /// [`Connection::over`].
    pub fn select(&mut self, token: TokenName) -> Result<(), Error> {
        let before = std::mem::replace(&mut self.token, token);
        let said = self.ask(&Request::hello(Versions::OWN));
        match said {
            Ok(Reply::Hello { version, lowest, highest, token }) => {
                let service = Versions { lowest, highest };
                let own = Versions::OWN;
                if !(own.lowest..=own.highest).contains(&version) {
                    return Err(Error::Version { client: own, service });
                }
                (self.version, self.label) = (version, token);
                Ok(())
            }
            Ok(_) => Err(Error::Frame("another reply than was asked for")),
            Err(error) => {
                self.token = before;
                Err(error)
            }
        }
    }

    /// The label of the token; empty if the service tells it after a login only.
    #[must_use]
    pub fn token(&self) -> &str {
        &self.label
    }

    /// The version of the protocol that is spoken.
    #[must_use]
    pub fn version(&self) -> u16 {
        self.version
    }

    /// Returns the tokens of the service.
    pub fn tokens(&mut self) -> Result<Vec<TokenInfo>, Error> {
        match self.ask(&Request::Tokens)? {
            Reply::Tokens(tokens) => Ok(tokens),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Opens a session of a role by its PIN. Errors: those of the `Token::login` of `sealane-hsm`.
    pub fn login(&mut self, who: impl AsRef<str>, pin: &[u8]) -> Result<(), Error> {
        let (who, pin) = (who.as_ref().to_owned(), Zeroizing::new(pin.to_vec()));
        self.done(&Request::Login { who, pin })
    }

    /// Returns a ticket of the session, by which other connections of this user join it. It is as
    /// good as the PIN until the session ends.
    ///
    /// Errors: `NotLoggedIn`.
    pub fn ticket(&mut self) -> Result<Ticket, Error> {
        Ok(Ticket(self.bytes(&Request::Ticket)?))
    }

    /// Joins a session by its ticket.
    ///
    /// Errors: `TicketForeign` for another user's; `TicketExpired`, `TicketEnded`,
    /// `TicketPinChanged` if the session has ended; `TicketUnknown` if there was none, or long ago.
    pub fn join(&mut self, ticket: &Ticket) -> Result<(), Error> {
        self.done(&Request::Join { ticket: ticket.0.clone() })
    }

    /// Sets the PIN of a role, which ends its sessions. Errors: those of the `Token::set_pin` of
    /// `sealane-hsm`.
    pub fn set_pin(&mut self, who: impl AsRef<str>, pin: &[u8]) -> Result<(), Error> {
        let (who, pin) = (who.as_ref().to_owned(), Zeroizing::new(pin.to_vec()));
        self.done(&Request::SetPin { who, pin })
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
            Reply::Object(object) => Ok(*object),
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// Sends a request and waits for its reply. Errors: those of [`Connection::send`] and of
    /// [`Connection::receive`].
    pub fn ask(&mut self, request: &Request) -> Result<Reply, Error> {
        let pending = self.send(request)?;
        self.receive(pending)
    }

    /// Sends a request and does not wait for its reply.
    ///
    /// Errors: `Busy` while [`MAX_OUTSTANDING`] replies have not been taken; `Frame` for a request
    /// that is too long; `Disconnected`; `TimedOut`, and then a part of it may have gone.
    pub fn send(&mut self, request: &Request) -> Result<Pending, Error> {
        if self.outstanding.len() >= MAX_OUTSTANDING {
            return Err(Error::Busy);
        }
        self.number = self.number.wrapping_add(1);
        self.frame.clear();
        add_request(&mut self.frame, self.number, &self.token, request);
        if self.frame.len() > 4 + REQUEST_BYTES {
            wipe(&mut self.frame);
            return Err(Error::Frame("the request is too long"));
        }
        let sent = self.stream.write_all(&self.frame);
        // It may have been a secret.
        wipe(&mut self.frame);
        sent.map_err(|error| why_lost(&error))?;
        self.outstanding.insert(self.number, None);
        self.asked = Instant::now();
        Ok(Pending(self.number))
    }

    /// Waits for the reply to a request, and keeps those of others that come before.
    ///
    /// Errors: what the service says; `Frame` for a reply that is none; `Disconnected`; `TimedOut`,
    /// and then the reply may still come: whoever does not wait for it drops the connection.
    pub fn receive(&mut self, pending: Pending) -> Result<Reply, Error> {
        loop {
            if let Some(Some(_)) = self.outstanding.get(&pending.0) {
                let reply = self.outstanding.remove(&pending.0).flatten();
                return match reply {
                    Some(Reply::Refused(refusal)) => Err(refusal.into()),
                    Some(reply) => Ok(reply),
                    None => Err(Error::Internal),
                };
            }
            let (number, reply) = self.read_reply()?;
            match self.outstanding.get_mut(&number) {
                Some(place @ None) => *place = Some(reply),
                _ => return Err(Error::Frame("a reply to no request")),
            }
        }
    }

    fn read_reply(&mut self) -> Result<(u32, Reply), Error> {
        if self.soon && self.spin_pause == 0 && self.input.is_empty() {
            self.spin_for_reply(std::thread::yield_now);
        }
        self.spin_pause = self.spin_pause.saturating_sub(1);
        let length = self.input.wait_for_frame(&mut *self.stream, REPLY_BYTES)?;
        self.soon = self.asked.elapsed() < SPIN_FOR;
        let reply = read_reply(self.input.frame(length));
        self.input.take(length);
        reply
    }

    /// Polls for the next reply, for at most [`SPIN_FOR`] after the request; lets other threads run
    /// in between.
    fn spin_for_reply(&mut self, let_others_run: impl Fn()) {
        // One long yield may be an interrupt.
        let mut was_long = false;
        while self.asked.elapsed() < SPIN_FOR && !self.stream.is_ready() {
            let begun = Instant::now();
            let_others_run();
            if begun.elapsed() > SPIN_MAX_YIELD && !self.stream.is_ready() {
                if was_long {
                    self.spin_pause = SPIN_PAUSE_REPLIES;
                    return;
                }
                was_long = true;
            }
        }
    }

    /// Asks for the signatures of at most [`MAX_ITEMS`] items, and does not wait for them: when
    /// there is something to read, or at any time, [`Connection::signatures`] takes them.
    ///
    /// Errors: `Busy` for more items; those of [`Connection::send`].
    pub fn begin_signing(&mut self, items: Vec<SignItem>) -> Result<(), Error> {
        if items.len() > MAX_ITEMS {
            return Err(Error::Busy);
        }
        let pending = match <[SignItem; 1]>::try_from(items) {
            Ok([item]) => self.send(&Request::Sign(item.into())),
            Err(items) => self.send(&Request::SignAll(items.into_iter().map(Into::into).collect())),
        };
        self.signings.push_back(pending?);
        Ok(())
    }

    /// Waits for what the earliest [`Connection::begin_signing`] has asked for that was not taken:
    /// signatures in the order of their items.
    ///
    /// Errors: `Frame` if nothing was asked for; of one item alone its own; of several those of
    /// all, `Busy`, `Closing`, and `Disconnected`.
    pub fn signatures(&mut self) -> Result<Vec<Result<Vec<u8>, Error>>, Error> {
        let pending = self.signings.pop_front();
        match self.receive(pending.ok_or(Error::Frame("nothing was asked for"))?)? {
            Reply::Signature(signature) => Ok(vec![Ok(signature.into_vec())]),
            Reply::Signatures(signed) => {
                let own = |one: Result<ByteBuf, Refusal>| Ok(one?.into_vec());
                Ok(signed.into_iter().map(own).collect())
            }
            _ => Err(Error::Frame("another reply than was asked for")),
        }
    }

    /// What is waited for when a reply is to come, if the stream has one.
    #[must_use]
    pub fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.stream.descriptor()
    }
}
