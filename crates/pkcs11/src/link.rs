//! Connections of the module, and who has them: a slot while they are free, or one call. Nobody
//! above knows whether there is a service at the other end, or a token of this process.
//!
//! The child of a fork has copies of all descriptors, and memory of the calls of threads that it
//! does not have. So the descriptor of each connection that a call has is noted, from its making to
//! its end, under the lock that a fork waits for: the child closes what is noted.

use crate::config::Config;
use crate::embedded;
use crate::module::{State, with_state};
use crate::rv::Rv;
use crate::slot::Login;
use cryptoki_sys::{CK_SLOT_ID, CKR_SLOT_ID_INVALID, CKR_TOKEN_NOT_PRESENT};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use sealane_client::Error;
use sealane_client::connection::{Connection, Unconnected};
use sealane_client::wire::TokenName;
use std::os::fd::{AsRawFd, RawFd};
use std::sync::Arc;

/// A connection, and the login that it has joined.
pub struct Link {
    connection: Connection,
    joined: Option<Arc<Login>>,
}

impl Link {
    /// Whether nothing has come that nobody has asked for: else the service has closed it. No token
    /// of this process does.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        let Some(descriptor) = self.connection.descriptor() else { return true };
        let mut asked = [PollFd::new(&descriptor, PollFlags::IN)];
        poll(&mut asked, Some(&Timespec::default())) == Ok(0)
    }

    /// The login that it has joined.
    #[must_use]
    pub fn joined(&self) -> Option<&Arc<Login>> {
        self.joined.as_ref()
    }

    /// Says that it has logged in.
    pub fn set_joined(&mut self, login: Arc<Login>) {
        self.joined = Some(login);
    }

    /// Joins the login of the process, if it has not. Errors: those of the service.
    fn join(&mut self, login: Option<&Arc<Login>>) -> Result<(), Error> {
        if let Some(login) = login.filter(|_| self.joined.is_none()) {
            self.connection.join(&login.ticket)?;
            self.joined = Some(login.clone());
        }
        Ok(())
    }
}

/// What belongs to one call, and its descriptor, if it has one. It ends under the lock: no other
/// file gets its descriptor while that is still noted.
pub struct Lent<T>(Option<(T, Option<RawFd>)>);

impl<T> Lent<T> {
    /// Notes the descriptor of what a call gets.
    pub fn note(state: &mut State, held: T, descriptor: Option<RawFd>) -> Self {
        state.lent.extend(descriptor);
        Self(Some((held, descriptor)))
    }

    /// Takes what the call had back.
    pub fn take_back(mut self, state: &mut State) -> Option<T> {
        let (held, descriptor) = self.0.take()?;
        state.forget_lent(descriptor);
        Some(held)
    }

    /// What it is. Errors: `Internal` of one that was taken back.
    fn held(&mut self) -> Result<&mut T, Error> {
        self.0.as_mut().map(|(held, _)| held).ok_or(Error::Internal)
    }

    /// The same descriptor for something else.
    fn turned<U>(mut self, turn: impl FnOnce(T) -> U) -> Lent<U> {
        Lent(self.0.take().map(|(held, descriptor)| (turn(held), descriptor)))
    }
}

impl<T> Drop for Lent<T> {
    fn drop(&mut self) {
        let Some((held, descriptor)) = self.0.take() else { return };
        let end = |state: &mut State| {
            state.forget_lent(descriptor);
            drop(held);
        };
        // A process that cannot have the lock has no descriptor that it may close.
        let _ = with_state(|state| {
            end(state);
            Ok(())
        });
    }
}

impl Lent<Link> {
    /// Notes a connection that was free.
    pub fn from_free(state: &mut State, link: Link) -> Self {
        let descriptor = link.connection.descriptor().map(|it| it.as_raw_fd());
        Self::note(state, link, descriptor)
    }

    /// The connection. Errors: `Internal`.
    pub fn connection(&mut self) -> Result<&mut Connection, Error> {
        self.held().map(|link| &mut link.connection)
    }

    /// Asks as who has logged in. Errors: those of what is asked, and of joining the login.
    pub fn ask<T>(
        &mut self,
        login: Option<&Arc<Login>>,
        what: impl FnOnce(&mut Connection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let link = self.held()?;
        link.join(login)?;
        what(&mut link.connection)
    }
}

/// Opens a connection for the token of a slot. Errors: `CKR_SLOT_ID_INVALID`,
/// `CKR_TOKEN_NOT_PRESENT`; `CKR_DEVICE_ERROR` if the answer does not come in time.
pub fn connect(config: &Config, slot: CK_SLOT_ID) -> Result<Lent<Link>, Rv> {
    let number = u16::try_from(slot).map_err(|_| Rv(CKR_SLOT_ID_INVALID))?;
    if let Some(store) = &config.embedded {
        let stream = embedded::channel(store).map_err(why_absent)?;
        let mut connection = Connection::over(stream).map_err(why_absent)?;
        connection.select(TokenName::Slot(number)).map_err(why_absent)?;
        return Ok(Lent(Some((Link { connection, joined: None }, None))));
    }
    let endpoint = config.endpoint();
    let mut socket = with_state(|state| {
        let made = Unconnected::new(&endpoint).map_err(why_absent)?;
        let descriptor = made.descriptor().as_raw_fd();
        Ok(Lent::note(state, made, Some(descriptor)))
    })?;
    let connect =
        |socket: &mut Unconnected| socket.connect(&config.service_users, Some(config.wait()));
    socket.held().and_then(connect).map_err(why_absent)?;
    let made = |socket: Unconnected| Link { connection: socket.into_connection(), joined: None };
    let mut link = socket.turned(made);
    let selected = link.connection().and_then(|it| it.select(TokenName::Slot(number)));
    selected.map_err(why_absent)?;
    Ok(link)
}

/// What a token is that cannot be reached.
fn why_absent(error: Error) -> Rv {
    match error {
        Error::TimedOut => Rv::from(error),
        _ => Rv(CKR_TOKEN_NOT_PRESENT),
    }
}
