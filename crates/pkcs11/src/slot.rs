//! A slot: the token in it, who has logged in, and the connections that are free.

use crate::config::Config;
use crate::module::with_module;
use crate::rv::Rv;
use cryptoki_sys::{
    CK_SLOT_ID, CK_USER_TYPE, CKR_DEVICE_ERROR, CKR_SLOT_ID_INVALID, CKR_TOKEN_NOT_PRESENT,
    CKR_USER_NOT_LOGGED_IN,
};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use sealane_client::Error;
use sealane_client::connection::{Connection, Ticket};
use sealane_client::wire::TokenName;
use std::sync::Arc;

/// The most connections that are kept while nobody asks.
const MAX_FREE: usize = 64;

/// One slot. A token of the service is always in it.
pub struct Slot {
    /// Its number, which is that of the service.
    pub id: CK_SLOT_ID,
    /// The token's label.
    pub label: String,
    /// Its serial number, once it was told.
    pub serial: Option<String>,
    /// Who has logged in, for all sessions of this process.
    pub login: Option<Arc<Login>>,
    free: Vec<Link>,
}

/// A login of this process.
pub struct Login {
    /// Which user of the standard.
    pub user: CK_USER_TYPE,
    /// Which identity of the token.
    pub who: String,
    /// What lets further connections join.
    pub ticket: Ticket,
}

/// A connection, and the login that it has joined.
pub struct Link {
    /// To the service, for the token of the slot.
    pub connection: Connection,
    joined: Option<Arc<Login>>,
}

impl Link {
    /// Whether nothing has come that nobody has asked for: then the service has closed it.
    fn is_idle(&self) -> bool {
        let Some(descriptor) = self.connection.descriptor() else { return false };
        let mut asked = [PollFd::new(&descriptor, PollFlags::IN)];
        poll(&mut asked, Some(&Timespec::default())) == Ok(0)
    }

    /// Joins the login of the process, if it has not.
    fn join(&mut self, login: Option<&Arc<Login>>) -> Result<(), Error> {
        if let Some(login) = login.filter(|_| self.joined.is_none()) {
            self.connection.join(&login.ticket)?;
            self.joined = Some(login.clone());
        }
        Ok(())
    }
}

impl Slot {
    /// The slot of a token.
    #[must_use]
    pub fn new(id: CK_SLOT_ID, label: String) -> Self {
        Self { id, label, serial: None, login: None, free: vec![] }
    }

    /// Closes what is free: the next call opens a connection.
    pub fn forget_connections(&mut self) {
        self.free.clear();
    }

    /// Takes a connection of the login that there is, if one is free; those of other logins end.
    fn take(&mut self) -> Option<Link> {
        let login = self.login.clone();
        self.free.retain(|link| match (&link.joined, &login) {
            (None, _) => true,
            (Some(joined), Some(login)) => Arc::ptr_eq(joined, login),
            (Some(_), None) => false,
        });
        while let Some(link) = self.free.pop() {
            if link.is_idle() {
                return Some(link);
            }
        }
        None
    }

    /// Keeps a connection for the next call.
    fn give_back(&mut self, link: Link) {
        if self.free.len() < MAX_FREE {
            self.free.push(link);
        }
    }

    /// Takes a connection that has joined the login, to end it.
    pub fn take_joined(&mut self) -> Option<Connection> {
        self.take().filter(|link| link.joined.is_some()).map(|link| link.connection)
    }

    /// Sets who has logged in, by a connection that has.
    pub fn set_login(&mut self, login: Option<Arc<Login>>, by: Option<Connection>) {
        self.login.clone_from(&login);
        self.free.retain(|link| link.joined.is_none());
        if let (Some(login), Some(connection)) = (login, by) {
            // It stays as long as the login: the session lasts while somebody has it.
            self.free.insert(0, Link { connection, joined: Some(login) });
        }
    }
}

/// Opens a connection for the token of a slot. Errors: `CKR_SLOT_ID_INVALID`,
/// `CKR_TOKEN_NOT_PRESENT`.
pub fn connect(config: &Config, slot: CK_SLOT_ID) -> Result<Connection, Rv> {
    let number = u16::try_from(slot).map_err(|_| Rv(CKR_SLOT_ID_INVALID))?;
    let users = &config.service_users;
    let connected = Connection::connect_to(&config.endpoint(), users, Some(config.wait()));
    let mut connection = connected.map_err(|_| Rv(CKR_TOKEN_NOT_PRESENT))?;
    if number != 0 {
        connection.select(TokenName::Slot(number)).map_err(|_| Rv(CKR_TOKEN_NOT_PRESENT))?;
    }
    Ok(connection)
}

/// What may be asked again of another connection, when the first one has died.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// It changes nothing, or may be done twice.
    Harmless,
    /// It may have been done, and must not be done twice.
    Never,
}

/// Asks the token of a slot, as who has logged in: by a connection that is free, or a new one. A
/// login that has ended is forgotten, so that the program may log in again.
///
/// Errors: those of what is asked, `CKR_USER_NOT_LOGGED_IN` for a login that has ended;
/// `CKR_TOKEN_NOT_PRESENT`, `CKR_DEVICE_ERROR`.
pub fn ask<T>(
    slot: CK_SLOT_ID,
    repeat: Repeat,
    mut what: impl FnMut(&mut Connection) -> Result<T, Error>,
) -> Result<T, Rv> {
    let mut may_repeat = repeat == Repeat::Harmless;
    loop {
        let (link, login, config) = with_module(|module| {
            let config = module.config.clone();
            let slot = module.slot(slot)?;
            Ok((slot.take(), slot.login.clone(), config))
        })?;
        let mut link = match link {
            Some(link) => link,
            None => Link { connection: connect(&config, slot)?, joined: None },
        };
        let joined = link.join(login.as_ref());
        match joined.and_then(|()| what(&mut link.connection)) {
            Err(Error::Disconnected) => {
                // The others have gone with it, as after a restart of the service.
                with_module(|module| {
                    module.slot(slot)?.forget_connections();
                    Ok(())
                })?;
                if !std::mem::take(&mut may_repeat) {
                    return Err(Rv(CKR_DEVICE_ERROR));
                }
            }
            // Its next replies would be those of others.
            Err(out_of_step @ Error::Frame(_)) => return Err(Rv::from(out_of_step)),
            answer => {
                let answer = answer.map_err(Rv::from);
                let has_ended = matches!(answer, Err(Rv(CKR_USER_NOT_LOGGED_IN)));
                if let Some(login) = login.filter(|_| has_ended) {
                    with_module(|module| module.end_login(slot, Some(&login)))?;
                    // What is public needs none.
                    if std::mem::take(&mut may_repeat) {
                        continue;
                    }
                    return answer;
                }
                with_module(|module| {
                    module.slot(slot)?.give_back(link);
                    Ok(())
                })?;
                return answer;
            }
        }
    }
}
