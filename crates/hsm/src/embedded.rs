//! A token that a program serves itself: no socket, and no threads but those that ask.
//!
//! A channel takes the frames of the protocol, as a service does, and has the answer when the whole
//! request is written: a `Connection` over it is used as one to a service is. Who asks does the
//! work. Signatures that several threads ask for at once are made together: see
//! [`Queue::without_threads`](crate::queue::Queue::without_threads).
//!
//! Other processes may share the store, if it was opened so
//! ([`Sqlite::open_shared`](crate::sqlite::Sqlite::open_shared)). Before each request the token
//! takes in what they have changed; for that it reads all of the store, so it is for tokens that
//! change seldom. A request that one of them was faster than is begun anew: nothing of it was done.
//!
//! Whoever runs the program has the store and its master key, and is authenticated by a PIN all the
//! same.
//!
//! ```
//! use sealane_hsm::embedded::Embedded;
//! use sealane_hsm::engine::Settings;
//! use sealane_hsm::master::Master;
//! use sealane_hsm::role::Pin;
//! use sealane_hsm::sqlite::Sqlite;
//! use sealane_hsm::token::Token;
//! use sealane_hsm::{Platform, SymmetricKey, remote::Connection};
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("token.db");
//! let master = Master::Key(SymmetricKey::from_bytes(&[7; 32])?);
//! let officer = Pin::new(b"officer 1234")?;
//! Sqlite::create_whole(&path, |store| {
//!     Token::init(Box::new(store), Platform::system(), &master, "own", &officer).map(drop)
//! })?;
//!
//! let store = Box::new(Sqlite::open_shared(&path)?);
//! let token = Token::open(store, Platform::system(), &master)?;
//! let embedded = Embedded::new(token, Settings::default())?;
//! let mut connection = Connection::over(Box::new(embedded.channel()))?;
//! connection.login("officer", b"officer 1234")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::engine::{Engine, InProcess, Keys, Settings, SignItem, Signer};
use crate::error::Error;
use crate::peer::Peer;
use crate::queue::{Ciphertext, Statistics};
use crate::remote::Stream;
use crate::requests::{self, Requester, management};
use crate::role::Pin;
use crate::sessions::{Ended, Login, Sessions};
use crate::token::{Session, Token};
use crate::traces::{SHORT, wiped};
use crate::wire::frames::{add_reply, read_request, reserve, wipe};
use crate::wire::{
    Item, MAGIC, MAX_ITEMS, REQUEST_BYTES, Refusal, Reply, Request, TokenInfo, TokenName, Versions,
};
use serde_bytes::ByteBuf;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;
use zeroize::Zeroizing;

/// How often a request is begun that others are faster than.
const ATTEMPTS: usize = 100;

/// A token, and the logins of those who ask.
pub struct Embedded(Arc<Shared>);

struct Shared {
    engine: Arc<Engine>,
    sessions: Sessions,
}

/// A way to the token, as one connection to a service is. Its login without a ticket ends with it.
pub struct Channel {
    shared: Arc<Shared>,
    login: Option<Arc<Login>>,
    version: Option<u16>,
    /// What was written and is no whole request yet.
    input: Zeroizing<Vec<u8>>,
    /// Replies, of which so many bytes were read.
    output: Zeroizing<Vec<u8>>,
    taken: usize,
}

impl Embedded {
    /// Sets a token to work. Errors: `Random`.
    pub fn new(token: Token, settings: Settings) -> Result<Self, Error> {
        let engine = Arc::new(Engine::without_threads(token, settings));
        // Logins last as long as the process.
        let sessions = Sessions::new(Duration::MAX)?;
        Ok(Self(Arc::new(Shared { engine, sessions })))
    }

    /// Returns a way to it, without a login.
    #[must_use]
    pub fn channel(&self) -> Channel {
        Channel {
            shared: self.0.clone(),
            login: None,
            version: None,
            input: Zeroizing::default(),
            output: Zeroizing::default(),
            taken: 0,
        }
    }

    /// Returns what was signed and decrypted so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.0.engine.queue().statistics()
    }
}

impl Shared {
    fn token(&self) -> &Token {
        self.engine.token()
    }

    /// Demands that a request is for the one token. Errors: `TokenUnknown`.
    fn named(&self, name: &TokenName) -> Result<(), Error> {
        let is_own = match name {
            TokenName::Slot(slot) => *slot == 0,
            TokenName::Label(label) => label == self.token().label(),
        };
        if is_own { Ok(()) } else { Err(Error::TokenUnknown) }
    }

    /// Whether a request has failed because another process has changed the store meanwhile: by
    /// what the store says, or because what was read was of two states.
    fn was_overtaken(&self, error: &Error) -> bool {
        match error {
            Error::StoreConflict => true,
            Error::StoreCorrupt(_) => self.token().follow() == Ok(true),
            _ => false,
        }
    }

    /// Takes notice of sessions that have ended.
    fn on_logout(&self, ended: Ended) {
        if ended.any {
            self.write_audit();
        }
        if ended.is_last && ended.any {
            self.engine.end_sessions(true);
        }
    }

    /// Writes what was counted for the log. What cannot be written is counted on.
    fn write_audit(&self) {
        for _ in 0..ATTEMPTS {
            if self.engine.write_audit() != Err(Error::StoreConflict) {
                return;
            }
        }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.write_audit();
    }
}

impl Channel {
    /// Answers a whole request.
    fn answer(&mut self, frame: &[u8]) -> io::Result<()> {
        let mut attempts = 0;
        let (number, reply) = loop {
            let (head, request) = read_request(frame).map_err(io::Error::other)?;
            let done = request.and_then(|request| {
                self.shared.token().follow()?;
                self.shared.named(&head.token)?;
                wiped(SHORT, || {
                    catch_unwind(AssertUnwindSafe(|| self.handle(head.operation, request)))
                })
                .unwrap_or(Err(Error::Internal))
            });
            attempts += 1;
            match done {
                Err(error) if attempts < ATTEMPTS && self.shared.was_overtaken(&error) => {}
                done => break (head.number, done),
            }
        };
        let reply = reply.unwrap_or_else(|error| Reply::Refused(error.into()));
        add_reply(&mut self.output, number, &reply);
        if self.shared.token().is_audit_due() {
            self.shared.write_audit();
        }
        Ok(())
    }

    /// Does what is asked for, by a message of that number.
    fn handle(&mut self, number: u16, request: Request) -> Result<Reply, Error> {
        Ok(match request {
            Request::Hello { magic, lowest, highest } => {
                if magic != MAGIC {
                    return Err(Error::Frame("it is no hello"));
                }
                self.version = Some(Versions::common(Versions { lowest, highest }, Versions::OWN)?);
                self.greeting()
            }
            _ if self.version.is_none() => return Err(Error::Frame("a hello comes first")),
            Request::Tokens => {
                let label = self.token().label().to_owned();
                Reply::Tokens(vec![TokenInfo { slot: 0, label }])
            }
            Request::Login { who, pin } => self.log_in(&who, &pin)?,
            Request::Logout => self.log_out(),
            Request::Ticket => Reply::Bytes(self.shared.sessions.ticket(self.login()?)?),
            Request::Join { ticket } => {
                let joined = self.shared.sessions.join(0, &ticket, self.peer())?;
                self.leave();
                self.login = Some(joined);
                Reply::Done
            }
            Request::SetPin { who, pin } => {
                self.token().set_pin(&self.session()?, &who, &Pin::new(&pin)?)?;
                self.shared.on_logout(self.shared.sessions.end_identity(0, &who));
                Reply::Done
            }
            Request::AddIdentity { identity, pin } => {
                self.token().add_identity(&self.session()?, &identity, &Pin::new(&pin)?)?;
                Reply::Done
            }
            Request::RemoveIdentity(name) => {
                self.token().remove_identity(&self.session()?, &name)?;
                self.shared.on_logout(self.shared.sessions.end_identity(0, &name));
                Reply::Done
            }
            Request::Sign(item) => Reply::Signature(self.keys()?.sign(item.try_into()?)?.into()),
            Request::SignAll(items) => self.sign_all(items)?,
            Request::Decrypt { key, hash, mgf, label, bytes } => {
                let (bytes, label) = (bytes.into_vec(), label.into_vec());
                Reply::Bytes(self.keys()?.decrypt(key, Ciphertext { bytes, hash, mgf, label })?)
            }
            sought if requests::is_look_up(&sought) => requests::look_up(self, sought)?,
            of_token if management::is_of_token(&of_token) => {
                management::work(self, of_token)?(self.token())?
            }
            // What is watched, or is of a service.
            Request::Health
            | Request::Metrics
            | Request::Stop
            | Request::Begin(_)
            | Request::Put(_)
            | Request::Progress
            | Request::Take { .. } => return Err(Error::OperationUnknown(number)),
            of_keys => {
                requests::keys::demand_short_lists(&of_keys)?;
                requests::keys::work(&mut self.keys()?, of_keys)?
            }
        })
    }

    fn greeting(&self) -> Reply {
        let (version, token) = (self.version.unwrap_or_default(), self.token().label().to_owned());
        let Versions { lowest, highest } = Versions::OWN;
        Reply::Hello { version, lowest, highest, token }
    }

    fn keys(&self) -> Result<InProcess, Error> {
        Ok(self.shared.engine.client(Some(self.session()?)))
    }

    fn sign_all(&self, items: Vec<Item>) -> Result<Reply, Error> {
        if items.len() > MAX_ITEMS {
            return Err(Error::Busy);
        }
        let items: Vec<Result<SignItem, Error>> = items.into_iter().map(Item::try_into).collect();
        let mut good = vec![];
        let refusals: Vec<Option<Error>> =
            items.into_iter().map(|item| item.map(|item| good.push(item)).err()).collect();
        let mut signed = self.keys()?.sign_all(good)?.into_iter();
        let mut all: Vec<Result<ByteBuf, Refusal>> = vec![];
        for refusal in refusals {
            let next = || signed.next().unwrap_or(Err(Error::Internal));
            match refusal.map_or_else(next, Err) {
                // The whole request is begun anew: each use that was counted has been one.
                Err(Error::StoreConflict) => return Err(Error::StoreConflict),
                result => all.push(result.map(ByteBuf::from).map_err(Refusal::from)),
            }
        }
        Ok(Reply::Signatures(all))
    }

    fn log_in(&mut self, who: &str, pin: &[u8]) -> Result<Reply, Error> {
        let (peer, pin) = (self.peer(), Pin::new(pin)?);
        let session = self.token().login_from(peer, who, &pin)?;
        // The PIN may have been set anew meanwhile.
        self.token().demand_current(&session)?;
        self.leave();
        self.login = Some(self.shared.sessions.begin(0, session, peer));
        Ok(Reply::Done)
    }

    /// Leaves the session that it has, if it has one.
    fn leave(&mut self) {
        if let Some(login) = self.login.take() {
            self.shared.on_logout(self.shared.sessions.leave(&login));
        }
    }

    /// Ends the session that it has, for all that have joined it.
    fn log_out(&mut self) -> Reply {
        if let Some(login) = self.login.take() {
            self.shared.on_logout(self.shared.sessions.end(&login));
        }
        Reply::Done
    }

    fn login(&self) -> Result<&Arc<Login>, Error> {
        self.login.as_ref().ok_or(Error::NotLoggedIn)
    }
}

impl Requester for Channel {
    fn token(&self) -> &Token {
        self.shared.token()
    }

    fn session(&self) -> Result<Session, Error> {
        let session = self.login()?.session()?;
        // Its PIN may have been set by another process.
        self.token().demand_current(&session)?;
        Ok(session)
    }

    fn has_lost_session(&self) -> bool {
        self.login.is_some() && self.session().is_err()
    }

    fn peer(&self) -> Peer {
        Peer::own()
    }

    fn is_own(&self) -> bool {
        true
    }

    fn demand_known(&self) -> Result<(), Error> {
        Ok(())
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Write for Channel {
    /// Takes bytes of requests, and answers those that are whole. Errors: of a request that is too
    /// long, or has no head.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        reserve(&mut self.input, bytes.len());
        self.input.extend_from_slice(bytes);
        while let Some(length) = self.input.first_chunk().map(|it| u32::from_be_bytes(*it) as usize)
        {
            if length > REQUEST_BYTES {
                return Err(io::ErrorKind::InvalidData.into());
            }
            let Some(frame) = self.input.get(4..4 + length) else { break };
            let frame = Zeroizing::new(frame.to_vec());
            let rest = Zeroizing::new(self.input.get(4 + length..).unwrap_or_default().to_vec());
            wipe(&mut self.input);
            self.input.extend_from_slice(&rest);
            self.answer(&frame)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Channel {
    /// Gives out replies; nothing is the end: no reply is to come that nobody has asked for.
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let rest = self.output.get(self.taken..).unwrap_or_default();
        let length = rest.len().min(out.len());
        out[..length].copy_from_slice(&rest[..length]);
        self.taken += length;
        if self.taken == self.output.len() {
            wipe(&mut self.output);
            self.taken = 0;
        }
        Ok(length)
    }
}

impl Stream for Channel {}
