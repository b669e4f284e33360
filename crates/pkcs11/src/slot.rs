//! A slot: the token in it, who has logged in, and the connections that are free.

use crate::config::Config;
use crate::module::with_module;
use crate::rv::Rv;
use cryptoki_sys::{
    CK_SLOT_ID, CK_USER_TYPE, CKR_DEVICE_ERROR, CKR_SLOT_ID_INVALID, CKR_TOKEN_NOT_PRESENT,
};
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

impl Slot {
    /// The slot of a token.
    #[must_use]
    pub fn new(id: CK_SLOT_ID, label: String) -> Self {
        Self { id, label, login: None, free: vec![] }
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
        self.free.pop()
    }

    /// Sets who has logged in, by a connection that has; returns who was before.
    pub fn set_login(&mut self, login: Option<Arc<Login>>, by: Option<Connection>) {
        self.login.clone_from(&login);
        self.free.retain(|link| link.joined.is_none());
        if let (Some(login), Some(connection)) = (login, by) {
            // It stays as long as the login: the session lasts while somebody has it.
            self.free.insert(0, Link { connection, joined: Some(login) });
        }
    }
}

/// Opens a connection for the token of a slot. Errors: `CKR_TOKEN_NOT_PRESENT`,
/// `CKR_DEVICE_ERROR`.
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

/// Asks the token of a slot, as who has logged in: by a connection that is free, or a new one.
///
/// Errors: those of what is asked, `CKR_USER_NOT_LOGGED_IN` for a login that has ended;
/// `CKR_TOKEN_NOT_PRESENT`, `CKR_DEVICE_ERROR`.
pub fn ask<T>(
    slot: CK_SLOT_ID,
    repeat: Repeat,
    mut what: impl FnMut(&mut Connection) -> Result<T, Error>,
) -> Result<T, Rv> {
    // One that was free may have died since; one that is new has not.
    for _ in 0..=MAX_FREE {
        let (link, login, config) = with_module(|module| {
            let config = module.config.clone();
            let slot = module.slot(slot)?;
            Ok((slot.take(), slot.login.clone(), config))
        })?;
        let is_new = link.is_none();
        let mut link = match link {
            Some(link) => link,
            None => Link { connection: connect(&config, slot)?, joined: None },
        };
        if let Some(login) = login.filter(|_| link.joined.is_none()) {
            // One that could not join is no use to anybody.
            match link.connection.join(&login.ticket) {
                Err(Error::Disconnected) if !is_new => continue,
                joined => joined?,
            }
            link.joined = Some(login);
        }
        match what(&mut link.connection) {
            Err(Error::Disconnected) if is_new || repeat == Repeat::Never => {
                return Err(Rv(CKR_DEVICE_ERROR));
            }
            Err(Error::Disconnected) => continue,
            answer => {
                with_module(|module| {
                    let slot = module.slot(slot)?;
                    if slot.free.len() < MAX_FREE {
                        slot.free.push(link);
                    }
                    Ok(())
                })?;
                return answer.map_err(Rv::from);
            }
        }
    }
    Err(Rv(CKR_DEVICE_ERROR))
}
