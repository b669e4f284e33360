//! A slot: the token in it, who has logged in, and the connections that are free.

use crate::config::Config;
use crate::crowd::Crowd;
use crate::known::Known;
use crate::link::{Lent, Link, connect};
use crate::module::{State, with_module, with_state};
use crate::rv::Rv;
use cryptoki_sys::{CK_SLOT_ID, CK_USER_TYPE, CKR_DEVICE_ERROR, CKR_USER_NOT_LOGGED_IN};
use sealane_client::Error;
use sealane_client::connection::{Connection, Ticket};
use std::sync::Arc;

/// The most connections that are kept while nobody asks.
const MAX_FREE: usize = 64;

/// One slot. A token of the service is always in it.
pub struct Slot {
    /// Its number, which is that of the service.
    pub id: CK_SLOT_ID,
    /// The token's label.
    pub label: String,
    /// Whether there is a token: else one can be made.
    pub is_initialised: bool,
    /// Its serial number, once it was told.
    pub serial: Option<String>,
    /// Who has logged in, for all sessions of this process.
    pub login: Option<Arc<Login>>,
    /// Its objects, once all of them were told.
    pub known: Option<Arc<Known>>,
    /// Threads that want signatures.
    pub crowd: Crowd,
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

impl Login {
    /// Whether two have the same one, or neither has any.
    #[must_use]
    pub fn is_common(one: Option<&Arc<Self>>, other: Option<&Arc<Self>>) -> bool {
        one.map(Arc::as_ptr) == other.map(Arc::as_ptr)
    }
}

impl Slot {
    /// The slot of a token.
    #[must_use]
    pub fn new(id: CK_SLOT_ID) -> Self {
        let (label, serial, login, known, crowd, free) = Default::default();
        Self { id, label, is_initialised: true, serial, login, known, crowd, free }
    }

    /// Closes what is free: the next call opens a connection, perhaps to another service, of which
    /// nothing is known.
    pub fn forget_connections(&mut self) {
        self.known = None;
        self.free.clear();
    }

    /// Takes a connection of the login that there is, if one is free; those of other logins end.
    fn take(&mut self) -> Option<Link> {
        let login = self.login.as_ref();
        self.free.retain(|link| link.joined().is_none() || Login::is_common(link.joined(), login));
        while let Some(link) = self.free.pop() {
            if link.is_idle() {
                return Some(link);
            }
            self.known = None;
        }
        None
    }

    /// Whether a connection of the login that there is is free, and the service at its other end.
    #[must_use]
    pub fn is_served(&self) -> bool {
        let is_own = |link: &&Link| Login::is_common(link.joined(), self.login.as_ref());
        self.free.last().filter(is_own).is_some_and(Link::is_idle)
    }

    /// Keeps a connection for the next call.
    fn give_back(&mut self, link: Link) {
        if self.free.len() < MAX_FREE {
            self.free.push(link);
        }
    }

    /// Takes a connection that has joined the login, to end it.
    pub fn take_joined(&mut self) -> Option<Link> {
        self.take().filter(|link| link.joined().is_some())
    }

    /// Sets who has logged in, by a connection that has.
    pub fn set_login(&mut self, by: Option<(Arc<Login>, Link)>) {
        self.login = by.as_ref().map(|(login, _)| login.clone());
        self.known = None;
        self.free.retain(|link| link.joined().is_none());
        if let Some((login, mut link)) = by {
            link.set_joined(login);
            // It stays as long as the login: the session lasts while somebody has it.
            self.free.insert(0, link);
        }
    }
}

/// What may be asked again of another connection, when the first one has died.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// It changes nothing, or may be done twice.
    Harmless,
    /// It may have been done, and must not be done twice.
    Never,
}

/// What a call needs to ask the token of a slot.
struct Means {
    /// A connection that was free.
    link: Option<Lent<Link>>,
    login: Option<Arc<Login>>,
    config: Arc<Config>,
}

impl Means {
    /// Errors: `CKR_CRYPTOKI_NOT_INITIALIZED`, `CKR_SLOT_ID_INVALID`.
    fn of(slot: CK_SLOT_ID) -> Result<Self, Rv> {
        with_state(|state| {
            let module = state.module()?;
            let config = module.config.clone();
            let slot = module.slot(slot)?;
            let (link, login) = (slot.take(), slot.login.clone());
            let link = link.map(|link| Lent::from_free(state, link));
            Ok(Self { link, login, config })
        })
    }
}

/// Lets a connection be free again, if its slot still is.
fn give_back(slot: CK_SLOT_ID, link: Lent<Link>) -> Result<(), Rv> {
    with_state(|state: &mut State| {
        let link = link.take_back(state);
        let slot = state.module().and_then(|module| module.slot(slot));
        if let (Ok(slot), Some(link)) = (slot, link) {
            slot.give_back(link);
        }
        Ok(())
    })
}

/// Asks the token of a slot, as who has logged in: by a connection that is free, or a new one. A
/// login that has ended is forgotten, so that the program may log in again. What is not answered in
/// time is not asked again: its connection ends, and no other one.
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
        let Means { link, login, config } = Means::of(slot)?;
        let mut link = match link {
            Some(link) => link,
            None => connect(&config, slot)?,
        };
        match link.ask(login.as_ref(), &mut what) {
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
            Err(lost @ (Error::Frame(_) | Error::TimedOut)) => return Err(Rv::from(lost)),
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
                give_back(slot, link)?;
                return answer;
            }
        }
    }
}
