//! The way from an agent to its service: one session, and connections that join it as clients ask.
use crate::args::service::ServiceArgs;
use crate::cmd::served::connect_unknown;
use crate::cmd::token::{about_login, first_line};
use crate::failure::Failure;
use crate::input::Input;
use crate::tickets::TicketFile;
use sealane_hsm::Error;
use sealane_hsm::engine::{SignItem, Signer};
use sealane_hsm::remote::{Connection, Ticket};
use std::sync::mpsc::channel;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};
use zeroize::Zeroizing;

/// Signatures that are asked for at once: more of them wait here.
const MAX_CONNECTIONS: usize = 16;

/// How long the end waits for the service.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// A service that is asked by any thread.
pub struct ServiceLink<'a> {
    at: &'a ServiceArgs,
    state: Mutex<State>,
    /// That a connection has come back.
    returned: Condvar,
}

#[derive(Default)]
struct State {
    /// What a session is begun by anew, where no ticket of `sealane login` is.
    pin: Option<Zeroizing<Vec<u8>>>,
    session: Option<Held>,
    /// Connections that nobody uses, and how many are in use.
    idle: Vec<Connection>,
    busy: usize,
    /// Which session it is: connections of an earlier one are not kept.
    number: u64,
    is_closed: bool,
}

/// A connection that keeps a session alive, and what others join it by.
struct Held {
    connection: Connection,
    ticket: Ticket,
    /// Whether it is this process's own, to be ended with it.
    is_own: bool,
}

impl<'a> ServiceLink<'a> {
    /// Logs in by the PIN, or else by the ticket of `sealane login`. The connection is for what is
    /// asked first.
    ///
    /// Errors: those of a login; `NOT_LOGGED_IN`.
    pub fn open(at: &'a ServiceArgs) -> Result<(Self, Connection), Failure> {
        let input = at.pin.file.as_ref().map(|source| Input::new("--pin-file", source));
        let pin = input.map(first_line).transpose()?;
        let held = match (&pin, input) {
            (Some(pin), Some(input)) => {
                log_in(at, pin)?.map_err(|error| about_login(input, at.role, error))?
            }
            _ => take_up(at)?,
        };
        let first = join(at, &held.ticket)?.map_err(Failure::token)?;
        let state = State { pin, session: Some(held), ..State::default() };
        Ok((Self { at, state: Mutex::new(state), returned: Condvar::new() }, first))
    }

    /// Signs. A session that is lost is begun again, once: the service may have been started anew.
    ///
    /// Errors: those of signing; `NotLoggedIn` after [`ServiceLink::close`].
    pub fn sign(&self, item: SignItem) -> Result<Vec<u8>, Error> {
        let (mut connection, number) = self.take()?;
        match connection.sign(item.clone()) {
            Err(Error::Disconnected | Error::NotLoggedIn) => self.forget(number),
            // The reply may still come: nobody else may take it for theirs.
            Err(Error::TimedOut) => {
                self.forget(number);
                return Err(Error::TimedOut);
            }
            signed => {
                self.put_back(connection, number);
                return signed;
            }
        }
        let (mut connection, number) = self.take()?;
        let signed = connection.sign(item);
        match &signed {
            Err(Error::Disconnected | Error::NotLoggedIn | Error::TimedOut) => self.forget(number),
            _ => self.put_back(connection, number),
        }
        signed
    }

    /// Ends the session and forgets the PIN: nothing is signed any more. A service that does not
    /// answer is not waited for.
    pub fn close(&self) {
        let begun = Instant::now();
        let mut state = loop {
            match self.state.try_lock() {
                Ok(state) => break state,
                Err(TryLockError::Poisoned(state)) => break state.into_inner(),
                // Somebody waits for the service.
                Err(TryLockError::WouldBlock) if begun.elapsed() > LAST_WORDS => return,
                Err(TryLockError::WouldBlock) => std::thread::sleep(LAST_WORDS / 100),
            }
        };
        state.is_closed = true;
        state.pin = None;
        state.idle.clear();
        let held = state.session.take().filter(|held| held.is_own);
        drop(state);
        if let Some(mut held) = held {
            let (done, is_done) = channel();
            std::thread::spawn(move || {
                let _ = held.connection.logout();
                let _ = done.send(());
            });
            let _ = is_done.recv_timeout(LAST_WORDS);
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a connection with the session, and the number of that.
    fn take(&self) -> Result<(Connection, u64), Error> {
        let mut state = self.lock();
        while state.busy >= MAX_CONNECTIONS {
            state = self.returned.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_closed {
            return Err(Error::NotLoggedIn);
        }
        let made = match state.idle.pop() {
            Some(connection) => connection,
            None => self.connection(&mut state)?,
        };
        state.busy += 1;
        Ok((made, state.number))
    }

    /// Makes a connection, and a session if there is none: nobody else does meanwhile.
    fn connection(&self, state: &mut State) -> Result<Connection, Error> {
        if let Some(held) = &state.session
            && let Ok(connection) = join(self.at, &held.ticket).map_err(|_| Error::Disconnected)?
        {
            return Ok(connection);
        }
        state.session = None;
        state.number += 1;
        let held = match &state.pin {
            Some(pin) => {
                let made = log_in(self.at, pin).map_err(|_| Error::Disconnected)?;
                // A PIN that is refused is not said again: its identity would soon be locked.
                if made.as_ref().is_err_and(|error| error.code().starts_with("PIN_")) {
                    state.pin = None;
                }
                made?
            }
            None => take_up(self.at).map_err(|_| Error::NotLoggedIn)?,
        };
        let joined = join(self.at, &held.ticket).map_err(|_| Error::Disconnected)?;
        state.session = Some(held);
        joined
    }

    fn put_back(&self, connection: Connection, number: u64) {
        let mut state = self.lock();
        state.busy -= 1;
        if state.number == number && !state.is_closed {
            state.idle.push(connection);
        }
        self.returned.notify_one();
    }

    /// Lets a connection go that is lost, and with it all that may be.
    fn forget(&self, number: u64) {
        let mut state = self.lock();
        state.busy -= 1;
        if state.number == number {
            state.idle.clear();
        }
        self.returned.notify_one();
    }
}

/// Begins a session by a PIN. Errors: of the way to the service, and those of the login.
fn log_in(at: &ServiceArgs, pin: &[u8]) -> Result<Result<Held, Error>, Failure> {
    let mut connection = connect_unknown(&at.socket, &at.users)?;
    Ok(connection.login(at.role, pin).and_then(|()| connection.ticket()).map(|ticket| Held {
        connection,
        ticket,
        is_own: true,
    }))
}

/// Joins the session that `sealane login` has begun. Errors: `NOT_LOGGED_IN` if there is none.
fn take_up(at: &ServiceArgs) -> Result<Held, Failure> {
    let missing = || Failure::token(Error::NotLoggedIn);
    let file = TicketFile::new(&at.socket, &at.users).ok_or_else(missing)?;
    let mut connection = connect_unknown(&at.socket, &at.users)?;
    if !file.join(&mut connection, at.role.as_ref())? {
        return Err(missing());
    }
    let (ticket, _) = file.read()?.ok_or_else(missing)?;
    Ok(Held { connection, ticket, is_own: false })
}

/// Joins a session. Errors: of the way to the service, and those of the ticket.
fn join(at: &ServiceArgs, ticket: &Ticket) -> Result<Result<Connection, Error>, Failure> {
    let mut connection = connect_unknown(&at.socket, &at.users)?;
    Ok(connection.join(ticket).map(|()| connection))
}
